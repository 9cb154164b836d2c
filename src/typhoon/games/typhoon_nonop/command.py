"""Headquarters: ranges, command, and what a Non-Op HQ forbids (22.2, B22)."""

from __future__ import annotations

from functools import cached_property

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

RANGE = 4
"""Hexes, that of the HQ not counted (22.2.1)."""
FIRST_MOVER = "13"
"""The army whose HQ may move on turn 1 (new 1)."""
EARLY_RISERS = ("3", "13")
"""Armies whose HQs may roll on turn 1 (new 2)."""
FREE_FROM = 2
"""The turn from which all HQs move, recover and may be disbanded."""


class Command(NonopChapter):
    """Who is in command of what."""

    @cached_property
    def _discs(self) -> dict[int, int]:
        return {}

    @cached_property
    def _values(self) -> dict[int, int]:
        law = self.law
        return {unit: law.hq_rows[law.unit_ids[unit]].command for unit in bits(law.hqs)}

    # The two sides of an HQ

    @case("22.2.1", "counters", "B2.5")
    def recovery(self, hq: int) -> int:
        """The recovery value on the Non-Op side; 0 when the counter has none."""
        return self.law.hq_rows[self.law.unit_ids[hq]].recovery or 0

    @case("22.2.1", "B22.5")
    def ma(self, pos: NonopPosition, hq: int) -> int:
        """The movement allowance of the side that is up."""
        return self.ma_of(hq, nonop=bool(pos.nonop >> hq & 1))

    def ma_of(self, hq: int, *, nonop: bool) -> int:
        """The movement allowance on one side of the counter."""
        row = self.law.hq_rows[self.law.unit_ids[hq]]
        return row.nonop_ma if nonop else row.ma

    @cached_property
    def two_sided(self) -> int:
        """HQs that have a Non-Op side."""
        return sum([1 << hq for hq in bits(self.law.hqs) if self.recovery(hq)])

    @case("22.2.3 scenario", "counters", "B25.1")
    def nonop_at_start(self) -> int:
        """HQs that the scenario sets up on their Non-Op side."""
        return sum(
            [1 << u for u in bits(self.law.hqs) if self.law.hq_rows[self.law.unit_ids[u]].nonop_at_start]
        )

    @case("B8.2")
    def nonop_on_arrival(self) -> int:
        return 0

    @case("22.2.3 overrun marker", "22.2.3 retreat through enemy ZOC", "22.2.3 reformed by I replacements")
    def break_down(self, pos: NonopPosition, hqs: int, umpire: Umpire, why: str) -> None:
        """Turn HQs to their Non-Op side, where they have one (R33)."""
        for hq in bits(hqs & self.two_sided & ~pos.nonop):
            pos.nonop |= 1 << hq
            umpire.tell("hq_nonop", unit=self.law.unit_ids[hq], why=why)
        pos.forget()

    # Ranges

    @case("22.2.1", "B22.1")
    def range_of(self, hex_: int) -> int:
        """The command range of an HQ in a hex."""
        found = self._discs.get(hex_)
        if found is None:
            found = self._discs[hex_] = self.law.grid.disc(hex_, RANGE)
        return found

    def nonop_hqs(self, pos: NonopPosition) -> int:
        return pos.nonop & pos.in_play

    def operational(self, pos: NonopPosition) -> int:
        return self.law.hqs & pos.in_play & ~pos.nonop

    @case("22.2.2", "22.2.5 free entry from outside", "B22.3")
    def nonop_area(self, pos: NonopPosition) -> int:
        """Every hex in range of a Non-Op HQ, whatever other HQ is near."""
        found = 0
        for hq in bits(self.nonop_hqs(pos)):
            found |= self.range_of(pos.where[hq])
        return found

    @case("22.2.2")
    def commanding(self, pos: NonopPosition, hex_: int) -> list[int]:
        """Operational HQs in range of a hex; none where a Non-Op HQ is in range as well (R6)."""
        if self.nonop_area(pos) >> hex_ & 1:
            return []
        return [hq for hq in bits(self.operational(pos)) if self.range_of(pos.where[hq]) >> hex_ & 1]

    def commanded(self, pos: NonopPosition) -> int:
        """Every hex in range of an operational HQ and of no Non-Op one."""
        found = 0
        for hq in bits(self.operational(pos)):
            found |= self.range_of(pos.where[hq])
        return found & ~self.nonop_area(pos)

    # The movement restriction

    @case("22.2.5 movement restriction")
    def allowance(self, hq: int) -> int:
        """How many units may begin to move in the range of a Non-Op HQ in one phase."""
        return self.recovery(hq) - 1

    @case("22.2.5 movement restriction")
    def starts_left(self, pos: NonopPosition) -> str:
        """How many units Non-Op HQs let go yet, in words."""
        hqs = bits(self.nonop_hqs(pos))
        left = [more for hq in hqs if (more := self.allowance(hq) - pos.started.get(hq, 0)) > 0]
        if left:
            return f" {counted(len(left), 'Non-Op HQ')} can still release {counted(sum(left), 'unit')}."
        return " No Non-Op HQ can release another unit." if hqs else ""

    @case("22.2.5 movement restriction")
    def uses(self, pos: NonopPosition, units: int) -> tuple[str, ...]:
        """What it takes of Non-Op HQs when units begin to move where they are (R3, R34)."""
        fresh = units & self.law.combat_units & self.law.units_of[SOVIET] & ~pos.moved
        found = []
        for hq in bits(self.nonop_hqs(pos)) if fresh else ():
            area, most = self.range_of(pos.where[hq]), self.allowance(hq)
            if starting := sum([area >> pos.where[unit] & 1 for unit in bits(fresh)]):
                before = pos.started.get(hq, 0)
                found.append(f"{self.law.counters[hq].unit} lets go {before + starting} of {most} (22.2.5)")
        return tuple(found)

    @case("22.2.5 movement restriction")
    def full(self, pos: NonopPosition) -> int:
        """Non-Op HQs that have let go as many units as they may."""
        started, most = pos.started, self._allowances
        return sum([1 << hq for hq in bits(self.nonop_hqs(pos)) if started.get(hq, 0) >= most[hq]])

    @cached_property
    def _allowances(self) -> dict[int, int]:
        return {hq: self.allowance(hq) for hq in bits(self.law.hqs)}

    @case("22.2.5 movement restriction")
    def closed(self, pos: NonopPosition) -> int:
        """Hexes in which no other Soviet combat unit may begin to move in this phase (R3, R36)."""
        found = 0
        for hq in bits(self.full(pos)):
            found |= self.range_of(pos.where[hq])
        return found

    @case("22.2.5 movement restriction", "22.2.5 free entry from outside")
    def start(self, pos: NonopPosition, unit: int) -> None:
        """A unit begins to move: it counts against every Non-Op HQ in whose range it does (R3, R4, R34)."""
        if not self.law.combat_units & self.law.units_of[SOVIET] & ~pos.moved & 1 << unit:
            return
        where, near = pos.where, self.law.grid.about(pos.where[unit], RANGE)
        for hq in bits(self.nonop_hqs(pos)):
            if near >> where[hq] & 1 and self.range_of(where[hq]) >> where[unit] & 1:
                pos.started[hq] = pos.started.get(hq, 0) + 1

    @case("22.2.5 movement restriction")
    def why_not_start(self, pos: NonopPosition, unit: int) -> Ruling | None:
        """Which HQ keeps a unit where it is."""
        if not self.law.combat_units & self.law.units_of[SOVIET] & ~pos.moved & 1 << unit:
            return None
        for hq in bits(self.full(pos)):
            if self.range_of(pos.where[hq]) >> pos.where[unit] & 1:
                who, most = self.law.counters[hq].unit, self.allowance(hq)
                let = "its one unit" if most == 1 else f"its {counted(most, 'unit')}"
                text = f"{who} has let {let} move; {self.law.unit_ids[unit]} starts in its range"
                return Ruling("22.2.5", text if most else f"{who} lets no unit begin to move in its range")
        return None

    @case("new 1", "B22.5")
    def may_move(self, pos: NonopPosition) -> int:
        """HQs that may move in this turn's Soviet Movement Phase (R56)."""
        return self.law.hqs if pos.turn >= FREE_FROM else 1 << self.law.hq_number[FIRST_MOVER]

    # Recovery

    @case("new 2", "22.2.6a recovery roll")
    def may_roll(self, pos: NonopPosition) -> int:
        """Non-Op HQs that may roll for recovery in this turn's Interphase (R14)."""
        hqs = self.nonop_hqs(pos) & self.two_sided
        if pos.turn >= FREE_FROM:
            return hqs
        return hqs & sum([1 << self.law.hq_number[army] for army in EARLY_RISERS])

    @case("new 3", "22.2.6b disband")
    def may_disband(self, pos: NonopPosition) -> int:
        return self.nonop_hqs(pos) if pos.turn >= FREE_FROM else 0

    # Command

    def command_value(self, hq: int) -> int:
        """What is printed on the operational side."""
        return self._values[hq]

    @case("B22.2", "B13.3")
    def value(self, pos: NonopPosition, hq: int) -> int:
        """The command value of an operational HQ, less the level of interdiction on it."""
        if pos.nonop >> hq & 1:
            return 0
        hex_ = pos.where[hq]
        level = (pos.interdicted >> hex_ & 1) + (pos.interdicted_twice >> hex_ & 1)
        return max(0, self._values[hq] - level)

    def left(self, pos: NonopPosition, hq: int, used: dict[int, int]) -> int:
        """Command that is left for one use."""
        return self.value(pos, hq) - used.get(hq, 0)

    def able(self, pos: NonopPosition, hexes: int, used: dict[int, int]) -> list[int]:
        """HQs in command of one of some hexes that have command left, those with the most first."""
        found = {hq: self.left(pos, hq, used) for hex_ in bits(hexes) for hq in self.commanding(pos, hex_)}
        return sorted([hq for hq, left in found.items() if left > 0], key=lambda hq: (-found[hq], hq))


@change("nonop-hqs=no", "22.2.3 scenario")
class AllOperational(Command):
    """All HQs start and stay operational."""

    @cached_property
    def two_sided(self) -> int:
        return 0

    def nonop_at_start(self) -> int:
        return 0


@change("hqs-frozen=no", "new 1")
class FreeToMove(Command):
    """HQs move from turn 1 on."""

    def may_move(self, pos: NonopPosition) -> int:
        return self.law.hqs


@change("late-recovery=no", "new 2")
class EarlyRecovery(Command):
    """All HQs roll for recovery from turn 1 on."""

    def may_roll(self, pos: NonopPosition) -> int:
        return self.nonop_hqs(pos) & self.two_sided


@change("no-early-disband=no", "new 3")
class EarlyDisbanding(Command):
    """HQs may be disbanded from turn 1 on."""

    def may_disband(self, pos: NonopPosition) -> int:
        return self.nonop_hqs(pos)


@change("coin-nonop-sides", "B8.2", needs=("nonop-hqs",))
class MoreSides(Command):
    """Every HQ has a Non-Op side: recovery one above command (R33)."""

    @cached_property
    def two_sided(self) -> int:
        return self.law.hqs

    def recovery(self, hq: int) -> int:
        return super().recovery(hq) or self._values[hq] + 1

    def ma_of(self, hq: int, *, nonop: bool) -> int:
        return super().ma_of(hq, nonop=nonop) or NONOP_MA

    def nonop_on_arrival(self) -> int:
        return sum([1 << hq for hq in bits(self.law.hqs) if self.law.counters[hq].turn])


NONOP_MA = 3
"""What every Non-Op side has."""
