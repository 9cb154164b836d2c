"""How far units can go: tactical, strategic and rail movement (5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.preview import Modifier
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.going import Day, Surface
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import (
    ENTERED,
    RAIL,
    STRATEGIC,
    TACTICAL,
    TyphoonPosition,
)
from typhoon.hexgrid import Asked, Crossing, Reach, Steps, bits, reach, reach_all
from typhoon.mechanics.movement import Movers

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

VERBS = ("move", "strategic", "rail")
OTHERS = ((STRATEGIC, RAIL), (TACTICAL, RAIL), (TACTICAL, STRATEGIC))
"""For each way of moving the other two."""
KEEP_AWAY = 3
"""Units moving strategically or by rail stay at least so far from every enemy (5.51)."""
RAIL_HEXES, INTERDICTED = 60, 10
ISOLATED_MECH = 3
FIRST_TURNS = 3
MOST_RAILWAYS = 100
NOBODY = Movers()


class Reaching(TyphoonChapter):
    """Allowances, who may move, and how far."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._far = 0, law.grid.all
        """The last set of enemies, and the hexes three or more from all of them."""
        self._free = -1, 0, 0
        """The side that asked last, its enemies, and the hexes that are open to it."""
        self._railways: dict[int, Steps] = {}
        self._points: dict[object, dict[int, int]] = {}
        self._classes = [
            "either" if law.hqs >> unit & 1 else "mech" if law.mechanized >> unit & 1 else "foot"
            for unit in range(len(law.counters))
        ]

    # Allowances

    @case("12.44", "12.54", "13.44", "13.55", "5.26")
    def allowance(self, pos: TyphoonPosition, unit: int) -> int:
        """A unit's movement allowance as supply and snow leave it; halved at most once."""
        movement, bit = self.points(pos, unit), 1 << unit
        mech = self.law.mechanized & bit
        if pos.isolated & bit:
            return min(movement, ISOLATED_MECH) if mech else max(1, movement // 2)
        if (pos.out & bit and mech) or (pos.snow and self.suffers_from_snow(unit)):
            return max(1, movement // 2)
        return movement

    def points(self, pos: TyphoonPosition, unit: int) -> int:
        """A unit's movement points before supply and snow halve them; at least one."""
        known = (pos.day or self._new_day(pos)).points
        found = known.get(unit)
        if found is None:
            printed, taken = self.law.counters[unit].movement, self.taken(pos, unit)
            found = known[unit] = max(1, printed + sum([each.value for each in taken])) if taken else printed
        return found

    def _new_day(self, pos: TyphoonPosition) -> Day:
        pos.day = Day(self._points.setdefault(self.bad_going(pos), {}), {})
        return pos.day

    def bad_going(self, pos: TyphoonPosition) -> object:
        """All that points are taken off for."""
        return pos.snow

    def taken(self, pos: TyphoonPosition, unit: int) -> list[Modifier]:
        """What is taken off the printed movement points of a unit: nothing."""
        return []

    @case("13.41", "13.42", "13.43")
    def suffers_from_snow(self, unit: int) -> bool:
        """Whether snow slows a unit down."""
        return not self.law.counters[unit].winterized

    @case("5.31", "5.33", "5.91")
    def class_of(self, unit: int) -> str:
        """The movement class; HQs have both."""
        return self._classes[unit]

    def steps(self, pos: TyphoonPosition, unit: int, mode: int) -> tuple[int, Steps]:
        """How finely movement points are divided for a unit, and what each step costs it."""
        if mode == RAIL:
            return 1, self._along_railways(pos.interdicted)
        known, class_ = (pos.day or self._new_day(pos)).steps, self._classes[unit]
        key = class_, self.law.side_of[unit], mode
        found = known.get(key)
        if found is None:
            how, surface = "strategic" if mode else "tactical", self.surface_for(pos, unit)
            found = known[key] = self.law.going.steps(class_, how, surface)
        return found

    def surface_for(self, pos: TyphoonPosition, unit: int) -> Surface:
        """What the ground is like to units of a class and side: as it is to all."""
        return self.law.conditions.surface(pos)

    # Who may move

    def movers(self, pos: TyphoonPosition, side: int, mode: int) -> Movers:
        """The units that can move so now."""
        if pos.movers is None:
            pos.movers = {}
        found: Movers | None = pos.movers.get(VERBS[mode])
        if found is None:
            units = bits(self.may_move(pos, side, mode))
            found = Movers.of(zip(units, self._reaches(pos, side, units, mode), strict=True))
            pos.movers[VERBS[mode]] = found
        return found

    def reach_among(self, pos: TyphoonPosition, side: int, unit: int, mode: int, group: int) -> Reach:
        """Where a unit can go together with others."""
        return self.movers(pos, side, mode)[unit]

    def why_held(self, pos: TyphoonPosition, side: int, unit: int, mode: int, to: int) -> Ruling | None:
        """Why a unit that could go somewhere must not, for the sake of others."""
        return None

    escorted: int = 0
    """Units that have to end their moves near others."""
    escorts: int = 0
    """Those others."""

    def lead(self, pos: TyphoonPosition, side: int, unit: int, known: dict[str, Movers]) -> None:
        """One of these others has moved: what is known of those who stay near it has changed."""

    def kept_near(self, pos: TyphoonPosition, unit: int, way: Reach) -> Reach:
        """What is left of the reach of one of these."""
        return way

    def may_end(self, where: Sequence[int], unit: int) -> bool:
        """Whether one of these would be near them, with all units where they are said to be."""
        return True

    @case("5.13", "5.61", "16.22")
    def may_move(self, pos: TyphoonPosition, side: int, mode: int, units: int = -1) -> int:
        """Those of some units that have not moved in another way, nor used up their movement."""
        moving = pos.moving
        if mode == RAIL and (side != SOVIET or moving[RAIL].bit_count() >= self.law.scenario.rail_moves):
            return 0
        one, other = OTHERS[mode]
        barred = pos.uncommitted | moving[one] | moving[other]
        if side == GERMAN:
            barred |= self.law.works.bound(pos)
        units &= pos.in_play & self.law.units_of[side] & ~barred
        if not units:
            return 0
        if mode == RAIL:
            units &= ~(moving[RAIL] | moving[ENTERED])
            return self.standing_in(pos, units, self.far_ground(pos, side) & pos.ground.rail_hexes)
        if begun := units & (moving[mode] | moving[ENTERED]):
            units &= ~begun | self.on_the_move(pos)
        if mode == STRATEGIC:
            return self.standing_in(pos, units, self.far_ground(pos, side))
        if moved := units & moving[TACTICAL]:
            units ^= self.standing_in(pos, moved, pos.zone(1 - side))
        return units

    @case("5.0")
    def on_the_move(self, pos: TyphoonPosition) -> int:
        """The unit that has points left, if any: it is done as soon as another one moves (R77)."""
        return sum([1 << unit for unit in pos.left])

    def standing_in(self, pos: TyphoonPosition, units: int, hexes: int) -> int:
        """Those of some units that stand in some hexes."""
        where = pos.where
        return sum([1 << unit for unit in bits(units) if hexes >> where[unit] & 1])

    @case("15.13", "15.14")
    def has_begun(self, pos: TyphoonPosition, unit: int, mode: int) -> bool:
        """Whether a unit has spent movement points; who came onto the map may still choose how to go on."""
        return bool((pos.moving[mode] | pos.moving[ENTERED]) >> unit & 1)

    # Where to

    @case("5.23", "5.51", "5.52", "5.63")
    def far_ground(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes at least three hexes from every enemy unit."""
        enemies = pos.occupied[1 - side]
        if self._far[0] != enemies:
            grid = self.law.grid
            self._far = enemies, grid.all & ~grid.within(enemies, KEEP_AWAY - 1)
        return self._far[1]

    @case("5.21", "5.71", "18.18")
    def open_to(self, pos: TyphoonPosition, side: int, unit: int) -> int:
        """Hexes that a unit may enter at all."""
        ground, enemies = pos.ground, pos.occupied[1 - side]
        if self._free[:2] != (side, enemies):
            self._free = side, enemies, ground.open & ~(enemies | self.closed_rows(side))
        free = self._free[2]
        if side == SOVIET and pos.turn <= FIRST_TURNS:
            free &= ~self.closed_to(pos, side)
            if self.law.counters[unit].army == "49" and "C" in ground.sheets:
                free &= ~self._south_of_1700
        return free

    @cached_property
    def _south_of_1700(self) -> int:
        return self.law.ground.rows("C", 1, 16)

    @case("18.18", "18.28", "18.38")
    def closed_to(self, pos: TyphoonPosition, side: int) -> int:
        """Where no unit of a side may come, not even by a retreat or an advance (R106)."""
        closed = self.closed_rows(side)
        if side == SOVIET and pos.turn <= FIRST_TURNS and self.law.scenario.border_closed:
            closed |= self.law.ground.west
        return closed

    @case("18.28", "18.38")
    def closed_rows(self, side: int) -> int:
        """The southernmost row of a sheet, which no unit enters but where reinforcements come in."""
        return self._closed[side]

    @cached_property
    def _closed(self) -> tuple[int, int]:
        law, scenario = self.law, self.law.scenario
        row = law.ground.rows(scenario.closed_row, 1, 1) if scenario.closed_row else 0
        if scenario.own_reinforcements != "18.26":
            return row, row
        numbers = [own.hexes.split(";") for own in law.own_reinforcements if own.case == "18.26"]
        return row, row & ~law.ground.hexes(number for hexes in numbers for number in hexes)

    def reach_of(self, pos: TyphoonPosition, side: int, unit: int, mode: int) -> Reach:
        """How far a unit can go."""
        steps, asked = self._asked(pos, side, unit, mode)
        start, allowance, free, stop = asked
        way = reach(self.law.grid, start, allowance, steps, free, stop)
        return self.granted(pos, unit, mode, asked, way)

    def _reaches(self, pos: TyphoonPosition, side: int, units: Sequence[int], mode: int) -> list[Reach]:
        """The same for many units, all at once."""
        asked = [self._asked(pos, side, unit, mode) for unit in units]
        ways = zip(units, asked, reach_all(self.law.grid, asked), strict=True)
        return [self.granted(pos, unit, mode, mover, way) for unit, (_, mover), way in ways]

    @case(
        "5.22", "5.24", "5.4", "5.41", "6.31", "6.32", "6.33", "6.34", "6.35", "5.8", "5.81", "5.82", "5.83",
        "5.5", "5.51", "5.53", "5.6", "5.61", "5.62", "5.64", "5.65", "5.66", "7.12",
    )  # fmt: skip
    def _asked(self, pos: TyphoonPosition, side: int, unit: int, mode: int) -> tuple[Steps, Asked]:
        """What has to be searched for: from where, how far and through which hexes.

        In tactical movement zones of control stop a unit, and out of one it goes only at half its allowance
        and not into another; in the others it keeps away from the enemy.
        """
        parts, steps = self.steps(pos, unit, mode)
        start, free = pos.where[unit], self.open_to(pos, side, unit)
        if mode == RAIL:
            return steps, Asked(start, RAIL_HEXES, free & self.far_ground(pos, side))
        begun = self.has_begun(pos, unit, mode)
        left = pos.left.get(unit, 0) * parts // SIXTHS if begun else self.allowance(pos, unit) * parts
        if mode == STRATEGIC:
            return steps, Asked(start, left, free & self.far_ground(pos, side))
        zone = pos.zone(1 - side)
        if zone >> start & 1:
            left -= self.leaving_cost(pos, side, unit, mode) * parts
        elif not pos.escaped >> unit & 1:
            return steps, Asked(start, left, free, zone)
        return steps, Asked(start, left, free & ~zone)

    @case("5.27")
    def granted(self, pos: TyphoonPosition, unit: int, mode: int, asked: Asked, way: Reach) -> Reach:
        """What a unit is allowed of all that it can pay for, and beyond that."""
        if mode == TACTICAL and not self.has_begun(pos, unit, mode):
            beside = self.law.grid.around(way.start) & asked.free & ~way.hexes
            if beside and (beside := self.one_step(pos, unit, beside)):
                way = way.with_last_resort(beside)
        return self.kept_near(pos, unit, way) if self.escorted >> unit & 1 else way

    @case("5.27")
    def can_always_step(self, unit: int) -> bool:
        """Units on foot can always move one hex, whatever it costs."""
        return not self.law.mechanized >> unit & 1

    @case("5.27")
    def one_step(self, pos: TyphoonPosition, unit: int, hexes: int) -> int:
        """Those of some hexes that a unit can enter because it can always go one hex."""
        return self.law.grid.around(pos.where[unit]) & hexes if self.can_always_step(unit) else 0

    @case("5.22", "6.22", "6.32")
    def leaving_cost(self, pos: TyphoonPosition, side: int, unit: int, mode: int) -> int:
        """What a unit that begins its movement in a zone of control pays for leaving: half its allowance."""
        in_zone = pos.zone(1 - side) >> pos.where[unit] & 1
        if mode != TACTICAL or not in_zone or self.has_begun(pos, unit, mode):
            return 0
        return self.allowance(pos, unit) // 2

    @case("17.33")
    def _along_railways(self, interdicted: int) -> Steps:
        found = self._railways.get(interdicted)
        if found is None:
            if len(self._railways) >= MOST_RAILWAYS:
                self._railways.clear()
            prices = (1, self.law.grid.all & ~interdicted), (INTERDICTED, interdicted)
            by_rail = Crossing(self.law.ground.rails, prices)
            found = self._railways[interdicted] = Steps(self.law.grid, [by_rail])
        return found

    def updated(
        self,
        pos: TyphoonPosition,
        side: int,
        unit: int,
        known: dict[str, Movers] | None,
        done: Iterable[int],
        only: int = -1,
    ) -> dict[str, Movers] | None:
        """What is known of the movers still holds when a unit has moved: friends are no hindrance.

        Who has begun to move in one way can go on in that way ``only``, and who was on the move is ``done``.
        """
        if known is None:
            return None
        found: dict[str, Movers] = {}
        no_more_trains = pos.moving[RAIL].bit_count() >= self.law.scenario.rail_moves
        for mode, verb in enumerate(VERBS):
            before = known.get(verb)
            if before is None:
                continue
            if mode == RAIL and no_more_trains:
                found[verb] = NOBODY
                continue
            way = None
            if only in (mode, -1) and self.may_move(pos, side, mode, 1 << unit):
                way = self.reach_of(pos, side, unit, mode)
            found[verb] = before.changed(unit, way, done)
        if self.escorts >> unit & 1:
            self.lead(pos, side, unit, found)
        return found

    def halted(self, pos: TyphoonPosition, unit: int) -> dict[str, Movers] | None:
        """What is known of the movers when a unit does something else instead."""
        known = pos.movers
        return known and {verb: movers.changed(unit, None) for verb, movers in known.items()}

    def forget(self) -> None:
        """Have everything worked out afresh."""
        self._far = 0, self.law.grid.all
        self._free = -1, 0, 0


@change("ski-troops", "19.22")
class OnSkis(Reaching):
    """Ski troops are not slowed down by snow."""

    def suffers_from_snow(self, unit: int) -> bool:
        return self.law.counters[unit].type != "ski" and super().suffers_from_snow(unit)
