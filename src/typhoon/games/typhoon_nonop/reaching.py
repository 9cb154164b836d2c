"""Who can move in a movement phase, how far and where to (B10.1, B10.4, B10.11, new 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.games.typhoon_nonop.charts import FOOT_COSTS, GERMAN, HALVES, MOTOR_COSTS, SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import Asked, Reach, Steps, reach, reach_all

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.marching import Movement

MOST_WAYS = 400
"""As many answers are kept: those of a phase, since the next finds enemies and starts elsewhere."""
FEW = 16
"""So few are quicker searched for one by one than at once."""
OUT_OF_SUPPLY = 2
"""Movement points that a unit Out of Supply is short of (B6.8)."""
NORTHERN_TURN = 2
"""The turn on which units that end on sheet N have their full allowance (new 4)."""
NEVER_ASKED = None, None
HALF_PACE = "Move motor units and cavalry at half allowance"


class Field(NamedTuple):
    """What all movers of a side meet, as long as no enemy and no bridge comes or goes."""

    zone: int
    """Enemy zones of control."""
    steps: tuple[Steps, ...]
    """Those of units that pay foot costs and motor costs."""
    open: int
    """The hexes that combat units may enter."""
    clear: int
    """Those that others may: no enemy supply unit is in them either."""
    contact: int
    """The hexes next to enemies."""
    bridges: int
    """The hexes that their bridges lie in."""


class Reaching(NonopChapter):
    """Who can move, and where to."""

    @cached_property
    def _ways(self) -> dict[tuple[int, int, int], tuple[Asked, Reach]]:
        """The last answer for each kind of steps, start and allowance."""
        return {}

    def ways(self, asked: Sequence[tuple[Steps, Asked]]) -> list[Reach]:
        """How far movers can go; the same question, asked again and again, is answered once."""
        found = [self._known(steps, mover) for steps, mover in asked]
        new = [number for number, way in enumerate(found) if way is None]
        if len(new) < FEW:
            return [way or self.way(*asked[number]) for number, way in enumerate(found)]
        if new:
            self._make_room(len(new))
            ways = reach_all(self.law.grid, [asked[number] for number in new])
            for number, way in zip(new, ways, strict=True):
                steps, mover = asked[number]
                self._ways[id(steps), mover.start, mover.allowance] = mover, way
                found[number] = way
        return found  # type: ignore[return-value]

    def way(self, steps: Steps, mover: Asked) -> Reach:
        """The same for one mover."""
        found = self._known(steps, mover)
        if found is None:
            self._make_room(1)
            start, left, free, stop = mover
            found = reach(self.law.grid, start, left, steps, free, stop)
            self._ways[id(steps), start, left] = mover, found
        return found

    def _known(self, steps: Steps, mover: Asked) -> Reach | None:
        asked, way = self._ways.get((id(steps), mover.start, mover.allowance), NEVER_ASKED)
        return way if asked == mover else None

    def _make_room(self, answers: int) -> None:
        if len(self._ways) + answers > MOST_WAYS:
            self._ways.clear()

    def forget(self) -> None:
        """Have every way looked for afresh."""
        self._ways.clear()

    # Who moves

    @case("B10.1", "B10.11", "B2.2", "B22.4", "B22.5", "B25.2", "B12.6")
    def may_move(self, pos: NonopPosition, phase: Movement) -> int:
        """Units that may begin to move in a phase, or go on."""
        law = self.law
        units = law.units_of[phase.side] & pos.in_play & ~pos.garrison
        if phase.side == GERMAN:
            if phase.motorized:
                units &= law.motor | law.horse
            return units & self.unbound(pos)
        if phase.motorized:
            units &= law.motor | law.horse | pos.activated
        else:
            units &= ~pos.activated & (~law.hqs | law.command.may_move(pos))
        return units & ~self._held_back(pos, units)

    @case("22.2.5 movement restriction")
    def _held_back(self, pos: NonopPosition, units: int) -> int:
        """Soviet combat units that no Non-Op HQ lets go any more."""
        closed = self.law.command.closed(pos) & pos.occupied[SOVIET]
        return pos.standing_in(closed) & units & self.law.combat_units & ~pos.moved

    @case("B25.2")
    def unbound(self, pos: NonopPosition) -> int:
        """German units that may do anything this turn: on turn 1 those south of P1921, and supply units."""
        return -1 if pos.turn > 1 else self.law.southern | self.law.supply_units

    # How far

    @case("B2.8", "B6.8", "rockets", "22.2.1")
    def printed(self, pos: NonopPosition, unit: int) -> int:
        """The movement allowance of a unit as it is now, in points."""
        law, bit = self.law, 1 << unit
        ma = law.command.ma(pos, unit) if bit & law.hqs else law.counters[unit].ma
        if pos.out & bit and not law.horse & bit:
            ma -= OUT_OF_SUPPLY
        return max(0, ma)

    @case("B10.1", "B10.11", "B2.8")
    def is_full(self, pos: NonopPosition, unit: int, phase: Movement) -> bool:
        """Whether a unit has its full allowance in a phase."""
        law, bit = self.law, 1 << unit
        if phase.side == GERMAN:
            return not phase.motorized or self.drives_on(pos, unit)
        if phase.motorized:
            return bool(bit & (law.motor | pos.activated))
        return not bit & law.motor

    @case("new 4", "B25.8")
    def drives_on(self, pos: NonopPosition, unit: int) -> bool:
        """Whether a German unit has its full allowance in the motorized phase, wherever it goes."""
        return pos.turn == 1 and bool(self.law.motor & self.law.southern & 1 << unit)

    @case("new 4", "B25.8")
    def drives_north(self, pos: NonopPosition, unit: int, phase: Movement) -> bool:
        """Whether it has, if it ends the phase on sheet N (R15)."""
        if phase.side != GERMAN or not phase.motorized or pos.turn != NORTHERN_TURN:
            return False
        return bool(self.law.motor & 1 << unit)

    @case("new 4", "B25.8")
    def pace(self, pos: NonopPosition) -> str:
        """How far Germans go in the motorized phase of a turn, in words."""
        if pos.turn == 1:
            return "Move motor units at full allowance, cavalry at half"
        if pos.turn == NORTHERN_TURN:
            return "Move motor units at full allowance if they end on sheet N, others and cavalry at half"
        return HALF_PACE

    def allowance(self, pos: NonopPosition, unit: int, phase: Movement) -> int:
        """The most that a unit has in a phase, in halves."""
        ma = self.printed(pos, unit)
        full = self.is_full(pos, unit, phase) or self.drives_north(pos, unit, phase)
        return ma * HALVES if full else ma * HALVES // 2

    def left(self, pos: NonopPosition, unit: int, phase: Movement) -> int:
        """What a unit can still spend, in halves."""
        if pos.moved >> unit & 1:
            return pos.left.get(unit, 0)
        return self.allowance(pos, unit, phase)

    @case("new 4", "B25.8")
    def left_on_p(self, pos: NonopPosition, unit: int, phase: Movement) -> int:
        """The same for what ends on sheet P: the second half of a full allowance is for sheet N (R15)."""
        left = self.left(pos, unit, phase)
        if self.drives_north(pos, unit, phase):
            most = self.allowance(pos, unit, phase)
            left -= most - most // 2
        return max(0, left)

    # Where to

    @case("B10.10")
    def field(self, pos: NonopPosition, side: int) -> Field:
        enemy, terrain = 1 - side, self.law.terrain
        steps = terrain.steps(pos, side, FOOT_COSTS), terrain.steps(pos, side, MOTOR_COSTS)
        open_ = self.law.ground.open & ~pos.stood[enemy]
        contact = self.law.grid.neighbours(pos.stood[enemy])
        bridges = self.law.works.bridge_hexes(pos, enemy)
        return Field(pos.zone(enemy), steps, open_, open_ & ~pos.occupied[enemy], contact, bridges)

    @case("B10.10", "B6.12")
    def free(self, pos: NonopPosition, unit: int, field: Field | None = None) -> int:
        """The hexes that a unit may enter."""
        law = self.law
        field = field or self.field(pos, law.side_of[unit])
        if law.combat_units >> unit & 1:
            return field.open
        if law.supply_units >> unit & 1:
            return field.clear & ~law.supply.uncontested(pos, law.side_of[unit])
        return field.clear

    @case("B10.4", "change 1")
    def stops(self, pos: NonopPosition, unit: int, zone: int) -> int:
        """The hexes in which a unit's move ends, when enemy zones of control are such."""
        return zone

    def reach(self, pos: NonopPosition, phase: Movement, unit: int, field: Field) -> Reach | None:
        """All that a unit can move to; None when it cannot move at all."""
        asked = self._asked(pos, unit, phase, field)
        return None if asked is None else self._granted(pos, unit, phase, field, self.way(*asked))

    def reaches(
        self, pos: NonopPosition, phase: Movement, units: Collection[int], field: Field
    ) -> Iterator[tuple[int, Reach]]:
        """The same for many units, those left out that cannot move."""
        asked = [(unit, self._asked(pos, unit, phase, field)) for unit in units]
        able = [(unit, question) for unit, question in asked if question is not None]
        for (unit, _), way in zip(able, self.ways([question for _, question in able]), strict=True):
            yield unit, self._granted(pos, unit, phase, field, way)

    @case("B10.4")
    def _asked(
        self, pos: NonopPosition, unit: int, phase: Movement, field: Field
    ) -> tuple[Steps, Asked] | None:
        """What has to be searched for: from where, how far and through which hexes."""
        start, left = pos.where[unit], self.left(pos, unit, phase)
        if not left or (pos.moved >> unit & 1 and field.zone >> start & 1):
            return None
        mover = Asked(start, left, self.free(pos, unit, field), self.stops(pos, unit, field.zone))
        return field.steps[self.law.cost_class[unit]], mover

    @case("new 4")
    def _granted(self, pos: NonopPosition, unit: int, phase: Movement, field: Field, way: Reach) -> Reach:
        """What a unit is allowed of all that it can pay for, and beyond that."""
        law = self.law
        if self.drives_north(pos, unit, phase):
            spare = self.left_on_p(pos, unit, phase)
            near = way.within(spare) | 1 << way.start if spare else 0
            way = way.ending_in(law.ground.sheet_n | near)
        if not pos.moved >> unit & 1 and (beside := law.special.one_hex(pos, unit, phase, field, way)):
            way = way.with_last_resort(beside)
        return way


@change("full-motorized-move=no", "new 4", "B25.8")
class HalfAlways(Reaching):
    """German motor units have half their allowance in every motorized phase."""

    def drives_on(self, pos: NonopPosition, unit: int) -> bool:
        return False

    def drives_north(self, pos: NonopPosition, unit: int, phase: Movement) -> bool:
        return False

    def pace(self, pos: NonopPosition) -> str:
        return HALF_PACE


OLD_ROCKET_MA = 6
"""R54."""


@change("rocket-ma=no", "rockets")
class OldRockets(Reaching):
    """Rocket units as they were before (R54)."""

    def printed(self, pos: NonopPosition, unit: int) -> int:
        ma = super().printed(pos, unit)
        if not self.law.rockets >> unit & 1:
            return ma
        return max(0, ma + OLD_ROCKET_MA - self.law.counters[unit].ma)
