"""Ending a phase, or a part of one, when there is nothing more to it than that."""

from __future__ import annotations

from typing import Any

from typhoon.engine.chapters import Act, F
from typhoon.engine.orders import End, Listed, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling

ONLY_END = Listed([End()])


class Ending(Act[Any, F, End]):
    """Say that one has done; games say of which phase."""

    kind = End

    def offered(self, pos: Any, phase: F) -> list[OrderSet]:
        return [ONLY_END]

    def why_not(self, pos: Any, phase: F, order: End) -> Ruling | None:
        return None

    def apply(self, pos: Any, phase: F, order: End, umpire: Umpire) -> None:
        pos.frames.pop()
