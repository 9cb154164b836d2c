"""Sharing the command among several people (1.4)."""

from __future__ import annotations

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

TEAMS = (
    Team(
        "north-south",
        "german",
        "North and south",
        (
            Role("north", "North", "9th Army, Panzer Group 3 and 4th Army"),
            Role("south", "South", "Panzer Group 4, 2nd Army and Panzer Group 2"),
        ),
        "1.4",
    ),
    Team(
        "formations",
        "german",
        "One commander for each army and panzer group",
        tuple(Role(code, name, f"all units of {name}") for code, name in NAMES.items()),
        "1.4",
    ),
    Team(
        "two-sides",
        "german",
        "One commands, one handles the Soviets",
        (
            Role("commander", "Commander", "all German units"),
            Role("soviets", "Soviets", "losses of the Soviet forces"),
        ),
        "1.4",
    ),
)


@case("1.4")
def role_of(pos: SolitairePosition, team: str, order: Order) -> str:
    """Whose order it is; empty when it concerns several of them, or nobody's units."""
    if team == "two-sides":
        return "soviets" if _about_soviet_losses(pos, order) else "commander"
    formations = _formations(pos, order)
    if team == "north-south":
        roles = {"north" if formation in NORTH else "south" for formation in formations}
    else:
        roles = set(formations)
    return roles.pop() if len(roles) == 1 else ""


def _about_soviet_losses(pos: SolitairePosition, order: Order) -> bool:
    frame = pos.frames[-1]
    return isinstance(order, (Hit, Allot)) and isinstance(frame, Losses) and frame.side == "soviet"


def _formations(pos: SolitairePosition, order: Order) -> list[str]:
    """The formations that an order concerns: those of the units it names, else of the force on the march."""
    rules = pos.rules
    if isinstance(order, Deploy):
        return [order.part] if order.part in rules.formation_ids else []
    named = rules.units([unit for unit in order.actors if unit in rules.unit_number])
    units = named & rules.germans or pos.force
    return [rules.formation_ids[formation] for formation in bits(rules.formations_among(units))]
