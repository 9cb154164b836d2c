"""Activation points and the orders they buy (12)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.wording import ADJECTIVE
from typhoon.hexgrid import bits

SAVED_AT_START = 3  # 3.4
MOST_SAVED = 5  # 12.6


class Activate(Order, frozen=True):
    """Give a formation the orders of the phase: to move, or to attack in the combat phase."""

    verb: ClassVar[str] = "activate"
    formation: str


class ActivationPoints(Phase[RedPosition], frozen=True, tag="activation points"):
    """The side receives its points for the turn."""

    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} activation points"

    @case("12.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        received = pos.rules.income[self.side][pos.turn]
        pos.ap[self.side] += received
        umpire.tell("received", side=SIDES[self.side], points=received, unused=pos.ap[self.side])
        pos.frames.pop()
        return False


def affordable(pos: RedPosition, side: int, given: int) -> list[Activate]:
    """The orders that could be bought now, when some formations have theirs."""
    return pos.rules.activation_orders(pos.rules.formations_of[side] & ~given) if pos.ap[side] else []


@case("12.0", "12.2", "12.5")
def why_not_activate(pos: RedPosition, side: int, given: int, order: Activate, to: str) -> Ruling | None:
    formation = pos.rules.formation_number.get(order.formation)
    if formation is None or not pos.rules.formations_of[side] >> formation & 1:
        names = ", ".join(pos.rules.formation_ids[f] for f in bits(pos.rules.formations_of[side]))
        return Ruling("12.2", f"'{order.formation}' is not a {ADJECTIVE[side]} formation; there are {names}")
    if given >> formation & 1:
        return Ruling("12.5", f"{order.formation} has its orders to {to} already: one marker for each box")
    if not pos.ap[side]:
        return Ruling("12.0", f"no activation point is left for orders to {to}")
    return None


def spend(pos: RedPosition, side: int, order: Activate, to: str, umpire: Umpire) -> int:
    """Pay for an order; the formation's bit."""
    pos.ap[side] -= 1
    umpire.tell("activated", formation=order.formation, order=to, left=pos.ap[side])
    return 1 << pos.rules.formation_number[order.formation]


@case("12.3")
def may_move(pos: RedPosition) -> int:
    """The units whose formations have movement orders."""
    return pos.rules.units_in_formations(pos.move_orders) | free_units(pos)


@case("12.4", "12.7")
def may_attack(pos: RedPosition) -> int:
    """The units that may attack: by attack orders, panzer divisions by movement orders too."""
    ordered = pos.rules.units_in_formations(pos.attack_orders)
    panzers = pos.rules.units_in_formations(pos.move_orders) & pos.rules.panzers
    return ordered | panzers | free_units(pos)


def free_units(pos: RedPosition) -> int:
    """Partisans act without points when the players chose so (ruling R19)."""
    return pos.rules.partisans if pos.options["partisans"] == "free" else 0


@case("12.6")
def close_player_turn(pos: RedPosition, side: int, umpire: Umpire) -> None:
    """Clear the orders, and keep no more than five unused points."""
    pos.move_orders = pos.attack_orders = 0
    if pos.ap[side] > MOST_SAVED:
        umpire.tell("lapsed", side=SIDES[side], points=pos.ap[side] - MOST_SAVED)
        pos.ap[side] = MOST_SAVED
