"""Sharing the command among several people (1.4)."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.engine.about import Role, Team
from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.games.typhoon_solitaire.losses import Allot, Hit, Losses
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits
from typhoon.mechanics.setting_up import Deploy

NORTH = ("9A", "PG3", "4A")
NAMES = {
    "9A": "9th Army",
    "PG3": "Panzer Group 3",
    "4A": "4th Army",
    "PG4": "Panzer Group 4",
    "2A": "2nd Army",
    "PG2": "Panzer Group 2",
}


def _team(id_: str, title: str, roles: Iterable[tuple[str, str, str]], **options: str) -> Team:
    return Team(id_, "german", title, tuple(Role(*role) for role in roles), "1.4", options)


NORTH_SOUTH = (
    ("north", "North", "9th Army, Panzer Group 3 and 4th Army"),
    ("south", "South", "Panzer Group 4, 2nd Army and Panzer Group 2"),
)
FORMATIONS = [(code, name, f"all units of {name}") for code, name in NAMES.items()]
TWO_SIDES = (
    ("commander", "Commander", "all German units"),
    ("soviets", "Soviets", "losses of the Soviet forces"),
)
TEAMS = (
    _team("north-south", "North and south", NORTH_SOUTH),
    _team("formations", "One commander for each army and panzer group", FORMATIONS),
    _team("two-sides", "One commands, one handles the Soviets", TWO_SIDES, losses="player"),
)


@case("1.4")
def role_of(pos: SolitairePosition, team: str, order: Order) -> str:
    """Whose order it is; empty when it concerns several of them, or nobody's units."""
    if team == "two-sides":
        frame = pos.frames[-1]
        theirs = isinstance(order, (Hit, Allot)) and isinstance(frame, Losses) and frame.side == "soviet"
        return "soviets" if theirs else "commander"
    roles = _formations(pos, order)
    if team == "north-south":
        roles = {"north" if formation in NORTH else "south" for formation in roles}
    return roles.pop() if len(roles) == 1 else ""


def _formations(pos: SolitairePosition, order: Order) -> set[str]:
    """The formations that an order concerns: those of the units it names, else of the force on the march."""
    rules = pos.rules
    if isinstance(order, Deploy):
        return {order.part} & set(rules.formation_ids)
    named = rules.units([unit for unit in order.actors if unit in rules.unit_number])
    return {rules.counters[unit].formation for unit in bits(named & rules.germans or pos.force)}
