"""Stacking (7)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits, first

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

MOST_KEPT = 5_000
LIMIT = (3, 2)
"""Combat units that may stack, by side; an HQ, a cadre and a Soviet battalion are free."""


class Stacking(TyphoonChapter):
    """Who may stand together, and who of them may fight."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._fighting_parts: dict[tuple[int, int], list[int]] = {}
        """Parts of stacks that can fight, by the stack and its cadres."""
        self._shapes: dict[tuple[int, str], list[tuple[int, ...]]] = {}

    @case("7.0", "7.13", "7.14", "7.15", "8.51", "10.15", "10.24")
    def parts_of(self, pos: TyphoonPosition, side: int, units: int) -> tuple[int, int, int, int]:
        """The combat units of a stack that count, its HQs, its cadres and its free battalions."""
        rules = self.law
        hqs = units & rules.hqs
        cadres = units & pos.cadres
        small = units & rules.small & ~cadres if side == SOVIET else 0
        return units & ~(hqs | cadres | small), hqs, cadres, small

    @case("7.0", "7.11")
    def excess(self, pos: TyphoonPosition, side: int, units: int) -> int:
        """The units of a stack from which some must go; none when it is within the limits."""
        if units & pos.uncommitted and not units & ~pos.uncommitted:
            return 0  # R28
        counting, hqs, cadres, small = self.parts_of(pos, side, units)
        if counting.bit_count() > LIMIT[side]:
            return counting
        for free in (hqs, cadres, small):
            if free & (free - 1):
                return free
        return 0

    @case("7.11", "7.26")
    def overfull(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes in which too many units of a side stand."""
        own, found = self.law.units_of[side], 0
        for hex_, units in pos.stacks.items():
            if units & (units - 1) and units & own and self.excess(pos, side, units):
                found |= 1 << hex_
        return found

    def full_for(self, pos: TyphoonPosition, side: int, unit: int) -> int:
        """Hexes in which a unit would be one too many."""
        bit, found = 1 << unit, 0
        own = self.law.units_of[side]
        for hex_, units in pos.stacks.items():
            if units & own and self.excess(pos, side, units | bit):
                found |= 1 << hex_
        return found

    def kind(self, unit: int) -> str:
        """What a unit counts as: who counts alike finds room in the same hexes."""
        if self.law.hqs >> unit & 1:
            return "hq"
        small = self.law.side_of[unit] == SOVIET and self.law.small >> unit & 1
        return "small" if small else "counting"

    @case("7.2", "7.21", "7.22", "7.23", "7.25", "10.2")
    def may_fight_together(self, pos: TyphoonPosition, side: int, units: int) -> bool:
        """Whether units of one stack can all take part in combat in a phase."""
        return self.may_count_together(side, self.parts_of(pos, side, units)[0])

    def may_count_together(self, side: int, counting: int) -> bool:
        """A regiment and two battalions, or three battalions; a division and a brigade, or two brigades."""
        return (counting & self.law.large).bit_count() <= 1 and counting.bit_count() <= LIMIT[side]

    @case("9.12", "9.13")
    def is_enough(self, pos: TyphoonPosition, side: int, stack: int, busy: int) -> bool:
        """Whether as many of a stack attack as can (R78)."""
        together = self.may_fight_together
        return not any(together(pos, side, busy | 1 << unit) for unit in bits(stack & ~busy))

    @case("7.24")
    def fighting_parts(self, pos: TyphoonPosition, side: int, units: int) -> list[int]:
        """Every part of a stack that can fight, the empty one first."""
        key = units, pos.cadres & units
        known = self._fighting_parts.get(key)
        if known is None:
            if len(self._fighting_parts) >= MOST_KEPT:
                self._fighting_parts.clear()
            members, shape = bits(units), self.shape(pos, side, units)
            if (side, shape) not in self._shapes:
                every = [c for count in range(len(shape) + 1) for c in combinations(range(len(shape)), count)]
                self._shapes[side, shape] = [
                    chosen
                    for chosen in every
                    if self.may_fight_together(pos, side, sum([1 << members[place] for place in chosen]))
                ]
            known = [sum([1 << members[place] for place in chosen]) for chosen in self._shapes[side, shape]]
            self._fighting_parts[key] = known
        return known

    def shape(self, pos: TyphoonPosition, side: int, units: int) -> str:
        """What matters of each unit of a stack for fighting together: large, small or free."""
        counting, *_ = self.parts_of(pos, side, units)
        large = counting & self.law.large
        return "".join(["L" if large >> u & 1 else "S" if counting >> u & 1 else "-" for u in bits(units)])

    @case("7.24")
    def largest_parts(self, pos: TyphoonPosition, side: int, units: int) -> list[int]:
        """The parts of a stack that no other fighting part contains."""
        parts = self.fighting_parts(pos, side, units)
        return [part for part in parts if not any(part != other and part & ~other == 0 for other in parts)]

    @case("7.24")
    def exchanges(self, pos: TyphoonPosition, side: int, part: int, spare: int) -> list[int]:
        """A part of a stack, and all others in which spare units of the same size take places in it."""
        counting, *_ = self.parts_of(pos, side, part | spare)
        found = [part & ~counting]
        for size in (counting & self.law.large, counting & ~self.law.large):
            ways = [
                sum([1 << unit for unit in way])
                for way in combinations(bits(size), (part & size).bit_count())
            ]
            found = [chosen | way for chosen in found for way in ways]
        return sorted(found, key=lambda chosen: chosen != part)


class RemoveExcess(Phase[TyphoonPosition], frozen=True, tag="excess"):
    """The owner eliminates what is stacked beyond the limits at the end of his movement phase."""

    about: ClassVar[str] = "7.11"
    takes: ClassVar[tuple[type[Order], ...]] = (Eliminate,)
    side: SideNumber

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.rules.stacking.overfull(pos, self.side):
            return True
        pos.frames.pop()
        return False

    def _able(self, pos: TyphoonPosition) -> tuple[int, int]:
        hex_ = first(pos.rules.stacking.overfull(pos, self.side))
        return hex_, pos.rules.stacking.excess(pos, self.side, pos.units_in(hex_))

    def prompt(self, pos: TyphoonPosition) -> str:
        hex_, _ = self._able(pos)
        whose = pos.rules.adjective(self.side)
        return f"Too many {whose} units in {pos.ground.describe(hex_)}: choose one to eliminate."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Eliminate(unit) for unit in pos.names(self._able(pos)[1])])]

    @case("7.11")
    def refusal(self, pos: TyphoonPosition, order: Eliminate) -> Ruling | None:
        unit = pos.rules.unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        hex_, able = self._able(pos)
        if not able >> unit & 1:
            return Ruling(
                "7.11", f"{order.unit} is not one of those in excess in {pos.ground.describe(hex_)}"
            )
        return None

    @case("7.11")
    def apply(self, pos: TyphoonPosition, order: Eliminate, umpire: Umpire) -> None:
        pos.rules.losses.eliminate(pos, pos.rules.unit_number[order.unit], umpire)
