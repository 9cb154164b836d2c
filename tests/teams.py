"""Red Typhoon as if two people could share the Soviet side, for tests of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from typhoon.engine.about import Role, Team
from typhoon.engine.orders import Order
from typhoon.engine.registry import find_rules
from typhoon.games import red_typhoon

FRONTS = Team(
    "fronts",
    "soviet",
    "Two fronts",
    (Role("north", "Northwest Front", "formation NW"), Role("south", "Southern fronts", "all the others")),
    "12.0",
)


def formation_of(unit: str) -> str:
    rules: Any = find_rules("red-typhoon")
    return str(rules.counters[rules.unit_number[unit]].formation)


def share_red_typhoon(set_: Callable[[Any, str, Any], None] = setattr) -> None:
    def role_of(self: Any, pos: Any, team: str, order: Order) -> str:
        assert team == "fronts"
        named = [getattr(order, "formation", ""), *map(formation_of, order.actors)]
        roles = {"north" if name == "NW" else "south" for name in named if name}
        return roles.pop() if len(roles) == 1 else ""

    law = red_typhoon.LAW
    set_(law, "about", msgspec.structs.replace(law.about, teams=(FRONTS,)))
    set_(law, "role_of", role_of)
