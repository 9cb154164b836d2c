"""Activation points and the orders they buy (12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

SAVED_AT_START = 3  # 3.4
MOST_SAVED = 5  # 12.6


class Activate(Order, frozen=True):
    """Give a formation the orders of the phase: to move, or to attack in the combat phase."""

    verb: ClassVar[str] = "activate"
    formation: str


class ActivationPoints(Phase[RedPosition], frozen=True, tag="activation points"):
    """The side receives its points for the turn."""

    side: SideNumber

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


class Activation(RedChapter):
    """Which formations have orders, and what units may do by them."""

    def __init__(self, law: RedTyphoon) -> None:
        super().__init__(law)
        self._units_in = {0: 0}
        self._choices: dict[int, list[OrderSet]] = {}

    def units_in(self, formations: int) -> int:
        """The units of a set of formations."""
        units = self._units_in.get(formations)
        if units is None:
            units = self._units_in[formations] = sum([self.law.of_formation[f] for f in bits(formations)])
        return units

    @case("12.3")
    def may_move(self, pos: RedPosition) -> int:
        """The units whose formations have movement orders."""
        return self.units_in(pos.move_orders)

    @case("12.4", "12.7")
    def may_attack(self, pos: RedPosition) -> int:
        """The units that may attack: by attack orders, panzer divisions by movement orders too."""
        return self.units_in(pos.attack_orders) | self.units_in(pos.move_orders) & self.law.panzers

    def affordable(self, pos: RedPosition, side: int, given: int) -> list[OrderSet]:
        """The orders that could be bought now, when some formations have theirs."""
        if not pos.ap[side]:
            return []
        formations = self.law.formations_of[side] & ~given
        known = self._choices.get(formations)
        if known is None:
            orders = [Activate(self.law.formation_ids[f]) for f in bits(formations)]
            known = self._choices[formations] = [Listed(orders)]
        return known

    @case("12.0", "12.2", "12.5")
    def why_not(self, pos: RedPosition, side: int, given: int, order: Activate, to: str) -> Ruling | None:
        formation = self.law.formation_number.get(order.formation)
        if formation is None or not self.law.formations_of[side] >> formation & 1:
            names = ", ".join(self.law.formation_ids[f] for f in bits(self.law.formations_of[side]))
            whose = self.law.adjective(side)
            return Ruling("12.2", f"'{order.formation}' is not a {whose} formation; there are {names}")
        if given >> formation & 1:
            return Ruling(
                "12.5", f"{order.formation} has its orders to {to} already: one marker for each box"
            )
        if not pos.ap[side]:
            return Ruling("12.5", f"no unused activation point is left for orders to {to}")
        return None

    def spend(self, pos: RedPosition, side: int, order: Activate, to: str, umpire: Umpire) -> int:
        """Pay for an order; the formation's bit."""
        pos.ap[side] -= 1
        umpire.tell("activated", formation=order.formation, order=to, left=pos.ap[side])
        return 1 << self.law.formation_number[order.formation]

    @case("12.6")
    def close_player_turn(self, pos: RedPosition, side: int, umpire: Umpire) -> None:
        """Clear the orders, and keep no more than five unused points."""
        pos.move_orders = pos.attack_orders = 0
        if pos.ap[side] > MOST_SAVED:
            umpire.tell("lapsed", side=SIDES[side], points=pos.ap[side] - MOST_SAVED)
            pos.ap[side] = MOST_SAVED


@change("partisans=free", "12.0")
class FreePartisans(Activation):
    """Partisans act without points when the players chose so (ruling R19)."""

    def may_move(self, pos: RedPosition) -> int:
        return super().may_move(pos) | self.law.partisans

    def may_attack(self, pos: RedPosition) -> int:
        return super().may_attack(pos) | self.law.partisans
