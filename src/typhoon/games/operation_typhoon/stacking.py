"""Stacking (7)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import ADJECTIVE, GERMAN, SOVIET
from typhoon.games.operation_typhoon.position import TyphoonPosition, eliminate
from typhoon.games.operation_typhoon.wording import not_now, unit_on_map
from typhoon.hexgrid import bits

MOST_KEPT = 5_000
LIMIT = (3, 2)
"""Combat units that may stack, by side; an HQ, a cadre and a Soviet battalion are free."""


@case("7.0", "7.13", "7.14", "7.15", "8.51", "10.15", "10.24")
def parts_of(pos: TyphoonPosition, side: int, units: int) -> tuple[int, int, int, int]:
    """The combat units of a stack that count, its HQs, its cadres and its free battalions."""
    rules = pos.rules
    hqs = units & rules.hqs
    cadres = units & pos.cadres
    small = units & rules.small & ~cadres if side == SOVIET else 0
    return units & ~(hqs | cadres | small), hqs, cadres, small


@case("7.0", "7.11")
def in_excess(pos: TyphoonPosition, side: int, hex_: int) -> int:
    """The units of a stack from which some must go; none when it is within the limits."""
    units = pos.units_in(hex_)
    if units & pos.uncommitted and not units & ~pos.uncommitted:
        return 0  # R28
    counting, hqs, cadres, small = parts_of(pos, side, units)
    if counting.bit_count() > LIMIT[side]:
        return counting
    for free in (hqs, cadres, small):
        if free.bit_count() > 1:
            return free
    return 0


@case("7.11", "7.26")
def overfull(pos: TyphoonPosition, side: int) -> list[int]:
    own = pos.rules.units_of[side]
    return sorted(
        [
            hex_
            for hex_, units in pos.stacks.items()
            if units & own and units & (units - 1) and in_excess(pos, side, hex_)
        ]
    )


class RemoveExcess(Phase[TyphoonPosition], frozen=True, tag="excess"):
    """The owner eliminates what is stacked beyond the limits at the end of his movement phase."""

    about: ClassVar[str] = "7.11"
    side: int

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if overfull(pos, self.side):
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def _able(self, pos: TyphoonPosition) -> tuple[int, int]:
        hex_ = overfull(pos, self.side)[0]
        return hex_, in_excess(pos, self.side, hex_)

    def prompt(self, pos: TyphoonPosition) -> str:
        hex_, _ = self._able(pos)
        return (
            f"Too many {ADJECTIVE[self.side]} units in {pos.ground.describe(hex_)}: choose one to eliminate."
        )

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Eliminate(unit) for unit in pos.names(self._able(pos)[1])])]

    @case("7.11")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Eliminate):
            return not_now(pos, order.verb)
        unit = unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        hex_, able = self._able(pos)
        if not able >> unit & 1:
            return Ruling(
                "7.11", f"{order.unit} is not one of those in excess in {pos.ground.describe(hex_)}"
            )
        return None

    @case("7.11")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Eliminate)
        eliminate(pos, pos.rules.unit_number[order.unit], umpire)


# Who may fight out of a stack


@case("7.2", "7.21", "7.22", "7.23", "7.25", "10.2")
def may_fight_together(pos: TyphoonPosition, side: int, units: int) -> bool:
    """Whether units of one stack can all take part in combat in a phase."""
    rules = pos.rules
    counting, *_ = parts_of(pos, side, units)
    large = (counting & rules.large).bit_count()
    others = counting.bit_count() - large
    if side == GERMAN:  # a regiment and two battalions, or three battalions
        return large <= 1 and large + others <= 3
    return large <= 1 and large + others <= 2  # a division and a brigade, or two brigades


@case("7.24")
def fighting_parts(pos: TyphoonPosition, side: int, units: int) -> list[int]:
    """Every part of a stack that can fight, the empty one first."""
    key = units, pos.cadres & units
    known = pos.rules.fighting_parts.get(key)
    if known is None:
        members = bits(units)
        shape = _shape(pos, side, units)
        known = [sum([1 << members[place] for place in chosen]) for chosen in _parts(side, shape)]
        if len(pos.rules.fighting_parts) >= MOST_KEPT:
            pos.rules.fighting_parts.clear()
        pos.rules.fighting_parts[key] = known
    return known


def _shape(pos: TyphoonPosition, side: int, units: int) -> str:
    """What matters of each unit of a stack: large, small or free."""
    counting, *_ = parts_of(pos, side, units)
    large = counting & pos.rules.large
    return "".join(["L" if large >> u & 1 else "S" if counting >> u & 1 else "-" for u in bits(units)])


@lru_cache(maxsize=4_000)
def _parts(side: int, shape: str) -> tuple[tuple[int, ...], ...]:
    most = 3 if side == GERMAN else 2
    found = []
    for count in range(len(shape) + 1):
        for chosen in combinations(range(len(shape)), count):
            kinds = [shape[place] for place in chosen]
            if kinds.count("L") <= 1 and kinds.count("L") + kinds.count("S") <= most:
                found.append(chosen)
    return tuple(found)


@case("7.24")
def largest_parts(pos: TyphoonPosition, side: int, units: int) -> list[int]:
    """The parts of a stack that no other fighting part contains."""
    parts = fighting_parts(pos, side, units)
    return [part for part in parts if not any(part != other and part & ~other == 0 for other in parts)]
