"""What an attack may lead to."""

from typing import Any


def forecast_of_entering(pos: Any, path: Any, costs: Any) -> Any: ...
def forecast_of_fighting_on(pos: Any, hex_: int, round_: int, river: bool) -> Any: ...
