"""Stacking: how much a hex holds (B10.2)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop import proposals
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Propose

LIMIT = 10


class Stacking(NonopChapter):
    """Who may stand together."""

    @case("B10.2")
    def size(self, units: int, *, with_engineer: bool = False) -> int:
        """What a stack counts; one engineer unit may be left out of it."""
        if not units:
            return 0
        points = self.law.stacking_points
        total = sum([points[unit] for unit in bits(units)])
        if with_engineer and (engineers := units & self.law.engineers):
            total -= max([points[unit] for unit in bits(engineers)])
        return total

    @case("B10.2")
    def has_room(self, pos: NonopPosition, units: int, hex_: int) -> bool:
        """Whether units could end a move, a retreat or an advance in a hex that holds no enemy.

        A side that attacks may have an engineer above the limit until its combats are over.
        """
        attacks = units & self.law.attackers[pos.step]
        return self.size(pos.units_in(hex_) | units, with_engineer=bool(attacks)) <= LIMIT

    @case("B10.2")
    def overfull(self, pos: NonopPosition, side: int, *, with_engineer: bool = False) -> int:
        """Hexes that hold more of a side than may stack."""
        own, few, found = self.law.units_of[side], self._few, 0
        crowded = [(hex_, units) for hex_, units in pos.stacks.items() if units.bit_count() > few]
        for hex_, units in crowded:
            if units & own and self.size(units, with_engineer=with_engineer) > LIMIT:
                found |= 1 << hex_
        return found

    @cached_property
    def _few(self) -> int:
        """As many units may always stand together."""
        return LIMIT // max(1, *self.law.stacking_points)


class RemoveExcess(Chore[NonopPosition], frozen=True, tag="remove excess"):
    """The owner removes units of his choice until no hex is overfull."""

    about: ClassVar[str] = "B10.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Eliminate, Propose)
    side: SideNumber
    phase_name: str
    with_engineer: bool = False

    @property
    def name(self) -> str:
        return self.phase_name

    def _overfull(self, pos: NonopPosition) -> int:
        return pos.rules.stacking.overfull(pos, self.side, with_engineer=self.with_engineer)

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._overfull(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: NonopPosition) -> str:
        places = ", ".join([pos.rules.describe(hex_) for hex_ in bits(self._overfull(pos))])
        return f"More than {LIMIT} stacking points in {places}: choose a unit to remove."

    def _excess(self, pos: NonopPosition) -> int:
        units = pos.standing_in(self._overfull(pos))
        return sum([1 << unit for unit in bits(units) if pos.rules.stacking_points[unit]])

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Eliminate(name) for name in pos.names(self._excess(pos))], Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """As little as will do, hex by hex."""
        gone = [
            unit
            for hex_ in bits(self._overfull(pos))
            for unit in proposals.excess(pos, hex_, LIMIT, with_engineer=self.with_engineer)
        ]
        return [Eliminate(pos.rules.unit_ids[unit]) for unit in gone]

    @case("B10.2")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Eliminate):
            return Ruling("B10.2", "first the units in excess must be removed")
        unit = pos.rules.unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if not self._excess(pos) >> unit & 1:
            return Ruling("B10.2", f"{order.unit} does not stand in an overfull hex, or counts nothing in it")
        return None

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Eliminate)
        unit = pos.rules.unit_number[order.unit]
        pos.rules.losses.eliminate(pos, unit, umpire, "too much in one hex")
