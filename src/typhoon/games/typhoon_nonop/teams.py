"""Sharing a side among two people, by sheet or by army group."""

from __future__ import annotations

from typhoon.engine.about import Role, Team
from typhoon.engine.orders import Order
from typhoon.games.typhoon_nonop.charts import SIDES
from typhoon.games.typhoon_nonop.position import NonopPosition

SOUTHERN = {"german": ("2A", "PG2", "PG4"), "soviet": ("Bryansk",)}
"""The armies and fronts of the southern commander."""


def _team(kind: str, side: str, title: str, north: str, south: str) -> Team:
    roles = (Role("north", "North", north), Role("south", "South", south))
    return Team(f"{kind}-{side}", side, title, roles, "B4.1")


TEAMS = (
    *[_team("sheets", side, "By sheet", "units on sheet N", "units on sheet P") for side in SIDES],
    _team("armies", "german", "By army", "9th and 4th Army and Panzer Group 3", "the others"),
    _team("armies", "soviet", "By front", "Western and Reserve Front", "Bryansk Front"),
)


def role_of(pos: NonopPosition, team: str, order: Order) -> str:
    """Whose order it is; empty when it concerns both of them, or nobody's units."""
    law, (kind, _, side) = pos.rules, team.partition("-")
    if SIDES[pos.frames[-1].decider(pos)] != side:
        return ""
    roles = set()
    for name in order.actors:
        unit = law.unit_number.get(name)
        if unit is None:
            continue
        counter = law.counters[unit]
        if kind == "armies":
            south = counter.army in SOUTHERN[counter.side]
        elif pos.on_map(unit):
            south = not law.ground.sheet_n >> pos.where[unit] & 1
        else:
            continue
        roles.add("south" if south else "north")
    return roles.pop() if len(roles) == 1 else ""
