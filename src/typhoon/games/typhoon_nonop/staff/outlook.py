"""What a staff sees of the board: how far it is to somewhere, who gets there first, who is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from typhoon.games.typhoon_nonop.charts import FOOT_COSTS, GERMAN, HALVES, MOTOR_COSTS, SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import Spread, Steps, bits

FAR = 90 * HALVES
"""Movement points beyond which a place is out of sight."""
THROUGH_ENEMIES, THROUGH_ZONES = 5 * HALVES, HALVES
"""What a hex held by the enemy, and one in his zone of control, are reckoned to cost besides."""
MOTOR_PACE, FOOT_PACE = 12 * HALVES, 5 * HALVES
"""What German motor units, and Soviet foot units, go in a turn."""


class Field(Spread):
    """How far every hex is from some goals, in halves of a movement point."""

    def at(self, hex_: int) -> int:
        """What it takes from a hex; much when there is no way."""
        cost = self.cost(hex_)
        return FAR if cost is None else cost


class Outlook:
    """A position as one side sees it."""

    def __init__(self, pos: NonopPosition, side: int) -> None:
        self.pos, self.side, self.law = pos, side, pos.rules
        self._fields: dict[tuple[int, int], Field] = {}
        self._next: dict[int, int | None] = {}

    # Ways

    def _steps(self, side: int, costs: int, tolls: tuple[tuple[int, int], ...]) -> Steps:
        """The steps of a side, where hexes of some sets cost more."""
        return self.law.terrain.steps(self.pos, side, costs, zones=False).tolled(tolls)

    @cached_property
    def _own_steps(self) -> tuple[Steps, Steps]:
        """Own steps at foot and at motor costs, with what the enemy in the way is reckoned to cost."""
        enemy = 1 - self.side
        held = self.pos.stood[enemy]
        tolls = ((THROUGH_ENEMIES, held), (THROUGH_ZONES, self.pos.zone(enemy) & ~held))
        return self._steps(self.side, FOOT_COSTS, tolls), self._steps(self.side, MOTOR_COSTS, tolls)

    def way_to(self, goal: int, costs: int) -> Field:
        """How far it is to a goal for own units that pay foot or motor costs."""
        found = self._fields.get((goal, costs))
        if found is None:
            steps, open_ = self._own_steps[costs], self.law.ground.open
            found = self._fields[goal, costs] = Field(self.law.grid, 1 << goal, FAR, steps, open_)
        return found

    def trail(self, field: Field, start: int) -> int:
        """The hexes of a way that leads down a field from a hex to its goal."""
        return sum([1 << hex_ for hex_ in (start, *self.walk(field, start))])

    def walk(self, field: Field, start: int) -> Iterator[int]:
        """The same one after another, the start left out."""
        around, at = self.law.grid.around, field.at
        here = start
        while at(here):
            near = min(bits(around(here)), key=lambda hex_: (at(hex_), hex_), default=here)
            if at(near) >= at(here):
                break
            here = near
            yield here

    # Who gets there first

    @cached_property
    def german_pace(self) -> Field:
        """How soon German motor units are anywhere, where Soviet zones of control hold them up."""
        pos, law = self.pos, self.law
        motor = law.motor & law.units_of[GERMAN] & law.with_zone & pos.in_play & ~pos.out
        starts = sum({1 << pos.where[unit] for unit in bits(motor)})
        tolls = ((MOTOR_PACE // 2, pos.zone(SOVIET)),)
        steps = self._steps(GERMAN, MOTOR_COSTS, tolls)
        return Field(law.grid, starts, 4 * MOTOR_PACE, steps, law.ground.open & ~pos.stood[SOVIET])

    @cached_property
    def way_home(self) -> Field:
        """How far it is for Soviet units to their sources, round the Germans and their zones."""
        pos, law = self.pos, self.law
        tolls = ((THROUGH_ENEMIES, pos.zone(GERMAN) & ~pos.manned[SOVIET]),)
        steps = self._steps(SOVIET, FOOT_COSTS, tolls)
        free = law.ground.open & ~pos.stood[GERMAN]
        return Field(law.grid, law.sources_of[SOVIET] & free, 2 * FAR, steps, free)

    def lead(self, hex_: int, pace: int = FOOT_PACE) -> float:
        """By how many turns a unit in a hex is ahead of the Germans on its way home."""
        home, german = self.way_home, self.german_pace
        start = home.cost(hex_)
        if start is None:
            return -9.0
        least, here, gone = 9.0, hex_, 0
        while gone < 4 * pace and (near := self._homeward(here)) is not None:
            here, gone = near, start - home.at(near)
            if gone > pace // 2:
                there = german.cost(here)
                away = 5 * MOTOR_PACE if there is None else there
                least = min(least, away / MOTOR_PACE - gone / pace)
        return least

    def _homeward(self, hex_: int) -> int | None:
        """The next hex on the way home; None where there is none nearer."""
        if hex_ not in self._next:
            home, beside = self.way_home, bits(self.law.grid.around(hex_))
            costs = [(cost, near) for near in beside if (cost := home.cost(near)) is not None]
            cost, near = min(costs, default=(FAR, hex_))
            self._next[hex_] = near if cost < home.at(hex_) else None
        return self._next[hex_]

    # Who is cut off

    def connected(self, german: int, zone: int) -> int:
        """Hexes with a way to a Soviet source, if the Germans stood in some hexes and had some zone."""
        pos, law = self.pos, self.law
        open_ = law.ground.open & ~german & ~(zone & ~pos.manned[SOVIET])
        return law.grid.grow(law.grid.flood(law.sources_of[SOVIET] & open_, open_))

    def divisions(self, hexes: int) -> int:
        """How many Soviet divisions are in some hexes."""
        pos, law = self.pos, self.law
        units = 0
        for hex_ in bits(pos.manned[SOVIET] & hexes):
            units |= pos.stacks[hex_]
        return (units & law.divisions).bit_count()

    def bound(self, hqs: int) -> int:
        """Soviet divisions that Non-Op HQs hold back and that are not cut off yet."""
        pos, law = self.pos, self.law
        area = 0
        for hq in bits(hqs & law.command.nonop_hqs(pos)):
            area |= law.command.range_of(pos.where[hq])
        return self.divisions(area & self._free) if area else 0

    @cached_property
    def _free(self) -> int:
        return self.law.surrender.connected(self.pos)
