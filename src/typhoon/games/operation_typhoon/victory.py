"""Victory points, victory levels and the end of the game (16.1, 18)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Chooser
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import in_halves

DESTROYED_VP = 1

GUDERIAN_TOWNS = ("C3834", "C2132", "C1346", "C3820", "C2933")
TULA = "C1820"
HOEPNER_TOWNS = (
    "A2020", "A1423", "A0521", "A0323", "A1734", "A3534", "A0234", "A0537", "A1443", "A1453",
)  # fmt: skip
KLUGE_TOWNS = (
    "B3717", "B2512", "B0621", "B1232", "B2527", "B3427",
    "B2931", "B2139", "B0646", "B1652", "B2352", "B2126",
)  # fmt: skip
KREMLIN = "B3531"
RAIDERS = {"guderian": 5, "hoepner": 3, "kluge": 3}
"""Units over the east edge that shift the level."""
POINTS_THAT_SHIFT = 15
UNITS_BEYOND = 12
UNITS_OUT = 30
"""Units to the east that are as good as a ring around Moscow, or a broad front beyond it."""


class Victory(TyphoonChapter):
    """Who is winning."""

    levels: ClassVar[tuple[str, ...]] = (
        "soviet decisive",
        "soviet substantive",
        "soviet marginal",
        "german marginal",
        "german substantive",
        "german decisive",
    )
    plans: ClassVar[tuple[str, ...]] = ("historical", "encirclement", "broad-front")

    @case("18.49")
    def read_plan(self, pos: TyphoonPosition, plan: str) -> None:
        """The plan that a snapshot tells of."""
        if plan not in self.plans or not self.law.scenario.plans:
            raise ImpossiblePosition(f"plan: there is no plan '{plan}' in this scenario")
        pos.plan = plan

    def some_plan(self, rng: Chooser) -> str:
        """A plan that the enemy may think of."""
        return self.plans[int(rng.random() * len(self.plans))]

    @case("16.0", "16.11", "16.12", "16.13", "16.14", "16.15")
    def scores(self, pos: TyphoonPosition) -> list[Score]:
        """German victory points as they would be counted now."""
        if not self.law.scenario.counts_points:
            return []
        found = []
        if destroyed := self.lost(pos, SOVIET).bit_count():
            found.append(
                Score("german", destroyed * DESTROYED_VP, "Soviet units destroyed", "16.13", "destroyed")
            )
        cities, name = bits(self.captured_cities(pos)), pos.ground.grid.name
        return found + [
            Score("german", pos.ground.vp[c], pos.ground.describe(c), "16.14", name[c]) for c in cities
        ]

    @case("16.13")
    def lost(self, pos: TyphoonPosition, side: int) -> int:
        """Units of a side that count as destroyed."""
        return pos.eliminated & self.law.units_of[side]

    @case("16.14")
    def captured_cities(self, pos: TyphoonPosition) -> int:
        """Cities that the Germans hold, joined to the west or south edge by hexes free of the enemy (R49)."""
        ground = pos.ground
        held = pos.control[GERMAN] & ground.cities
        if not held:
            return 0
        open_ = self.law.supply.open_ground(pos, GERMAN)
        reached = ground.grid.flood((ground.west_edge | ground.south_edge) & open_, open_)
        return held & reached & sum([1 << hex_ for hex_ in ground.vp])

    def total(self, pos: TyphoonPosition) -> float:
        return sum(score.points for score in self.scores(pos))

    def _held(self, pos: TyphoonPosition, numbers: tuple[str, ...]) -> int:
        return (pos.control[GERMAN] & pos.ground.hexes(numbers)).bit_count()

    @cached_property
    def towns(self) -> dict[int, float]:
        """The hexes that decide a scenario, each by how many towns it is as good as (Tula of two, 18.19)."""
        ground = self.law.ground
        if self.law.scenario.plans:
            return dict(ground.vp)
        numbers = {"guderian": GUDERIAN_TOWNS, "hoepner": HOEPNER_TOWNS, "kluge": KLUGE_TOWNS}
        found = {ground.grid.index(number): 1.0 for number in numbers[self.law.scenario.id]}
        return found | {ground.grid.index(TULA): 2.0} if self.law.scenario.id == "guderian" else found

    @case("18.19", "18.29")
    def _left_in_supply(self, pos: TyphoonPosition, edge: str) -> int:
        """Units that left the map through hexes that are not isolated at the end (R64, R95)."""
        grid, open_ = pos.ground.grid, self.law.supply.open_ground(pos, GERMAN)
        hqs = pos.hexes_of(pos.in_play & self.law.german_hqs)
        joined = grid.grow(grid.flood(hqs, open_)) & ~pos.occupied[SOVIET]  # the imaginary unit lifts a zone
        return self.left_by(pos, edge, joined)

    @case("18.19", "18.29", "18.39", "18.49")
    def left_by(self, pos: TyphoonPosition, edge: str, hexes: int = -1) -> int:
        """German combat units that left the map by an edge, from some hexes; HQs do not count."""
        counting = self.law.units_of[GERMAN] & ~self.law.hqs
        left = [hex_ for unit, (hex_, by) in pos.exited.items() if by == edge and counting >> unit & 1]
        return sum([hexes >> hex_ & 1 for hex_ in left])

    @case("18.11", "18.19")
    def _guderian(self, pos: TyphoonPosition) -> tuple[int, str]:
        towns, tula = self._held(pos, GUDERIAN_TOWNS), bool(self._held(pos, (TULA,)))
        out = self._left_in_supply(pos, "north")
        if out >= 4 and tula and towns >= 3:
            level = 5
        elif towns == 5 or (tula and towns >= 3):
            level = 4
        elif towns >= 4 or (tula and towns >= 2):
            level = 3
        elif not tula and not towns:
            level = 0
        elif not tula and towns < 2:
            level = 1
        else:
            level = 2
        return (
            level + self.shift(pos),
            f"Tula {'German' if tula else 'Soviet'}, {towns} of 5 towns, {out} units to the north",
        )

    @case("18.21", "18.29")
    def _hoepner(self, pos: TyphoonPosition) -> tuple[int, str]:
        towns = self._held(pos, HOEPNER_TOWNS)
        out = self._left_in_supply(pos, "south")
        if out >= 6 and towns >= 6:
            level = 5
        elif out >= 4 and towns >= 5:
            level = 4
        elif out >= 2 and towns >= 4:
            level = 3
        elif not out and towns <= 1:
            level = 0
        elif not out and towns <= 2:
            level = 1
        else:
            level = 2
        return level + self.shift(pos), f"{out} units left for Moscow, {towns} of 10 towns"

    @case("18.31", "18.39")
    def _kluge(self, pos: TyphoonPosition) -> tuple[int, str]:
        towns, hqs = self._held(pos, KLUGE_TOWNS), self.law.hqs
        inside = self._unisolated(pos, pos.ground.hexes((KREMLIN,)))
        across = self._unisolated(pos, pos.ground.beyond_the_moskva & pos.ground.rows_south_of_32)
        if towns >= 8 and (inside or (across & ~hqs).bit_count() >= 10):
            level = 5
        elif (towns >= 6 and inside) or (towns >= 8 and across.bit_count() >= 5):
            level = 4
        elif inside & ~hqs or towns >= 6:
            level = 3
        elif towns < 4:
            level = 0
        elif towns < 5:
            level = 1
        else:
            level = 2
        return level + self.shift(pos), f"{towns} of 12 towns, {across.bit_count()} units beyond the Moskva"

    @case("18.19", "18.29", "18.39")
    def shift(self, pos: TyphoonPosition) -> int:
        """The levels that the Germans gain by units that left eastward, and in 18.2 by points."""
        needed = RAIDERS.get(self.law.scenario.id)
        shift = needed is not None and self.left_by(pos, "east") >= needed
        return shift + (self.law.scenario.id == "hoepner" and pos.vp > POINTS_THAT_SHIFT)

    @case("18.39", "12.51")
    def _unisolated(self, pos: TyphoonPosition, hexes: int) -> int:
        """German units in some hexes that are not isolated as things stand now (R113)."""
        german = pos.in_play & self.law.units_of[GERMAN]
        here = sum([1 << unit for unit in bits(german) if hexes >> pos.where[unit] & 1])
        if here:
            _, isolated = self.law.supply.german_states(pos)
            here &= ~isolated
        return here

    @case("18.49")
    def encircled(self, pos: TyphoonPosition) -> bool:
        """Whether no road free of the enemy leads an imaginary unit from the Kremlin to the east edge.

        Like any other unit it lifts enemy zones of control in the hex where it stands.
        """
        ground = pos.ground
        kremlin = ground.hexes((KREMLIN,))
        if kremlin & pos.occupied[GERMAN]:
            return True
        open_ = self.law.supply.open_ground(pos, SOVIET) | kremlin
        return not ground.grid.flood_along(kremlin, open_, ground.roads) & ground.east_edge

    def _left_by_areas(self, pos: TyphoonPosition, areas: tuple[str, ...], double: str = "") -> int:
        found = 0
        for area in areas:
            found += self.left_by(pos, "east", pos.ground.areas[area]) * (2 if area == double else 1)
        return found

    @case("18.49")
    def ringed(self, pos: TyphoonPosition) -> bool:
        """Whether Moscow is encircled, or enough units have passed it in the east."""
        return self.encircled(pos) or self._left_by_areas(pos, ("6", "7", "8"), double="7") >= UNITS_OUT

    @case("18.49")
    def passed(self, pos: TyphoonPosition) -> bool:
        """Whether enough units have passed Moscow on a broad front."""
        return self._left_by_areas(pos, ("5", "6", "7", "8", "9")) >= UNITS_OUT

    @case("18.41", "18.49")
    def _campaign(self, pos: TyphoonPosition, plan: str) -> tuple[int, str]:
        vp = pos.vp
        level = 2 if vp >= 30 else 1 if vp >= 15 else 0
        if plan == "historical":
            level = 5 if vp >= 120 else 4 if vp >= 80 else 3 if vp >= 50 else level
        elif plan == "encirclement":
            if vp >= 35 and self.ringed(pos):
                level = 5 if vp >= 50 else 4
            elif vp >= 50:
                level = 3
        else:
            through = self.passed(pos)
            if through and vp >= 50:
                level = 4
            elif vp >= 50 or (through and vp >= 40):
                level = 3
        return level, f"{in_halves(vp)} victory points, {plan} plan"

    @case("18.5")
    def _extended(self, pos: TyphoonPosition, plan: str) -> tuple[int, str]:
        level, reason = self._campaign(pos, plan)
        return level - self.beyond(pos), reason

    @case("18.5")
    def beyond(self, pos: TyphoonPosition) -> int:
        """The levels that the Soviet side gains by units in the west, and by units that went on."""
        soviet = self.law.units_of[SOVIET] & ~self.law.hqs
        west = sum([pos.ground.west >> pos.where[unit] & 1 for unit in bits(soviet & pos.in_play)])
        gone = sum([1 for unit in pos.exited if soviet >> unit & 1])
        return (west >= UNITS_BEYOND) + (gone >= UNITS_BEYOND)

    def standing(self, pos: TyphoonPosition) -> tuple[str, str]:
        """The victory level if the game ended now, and what it rests on."""
        level, reason = self.level(pos)
        return self.levels[min(max(level, 0), len(self.levels) - 1)], reason

    def level(self, pos: TyphoonPosition, plan: str = "") -> tuple[int, str]:
        """The number of the victory level, before it is kept within the levels that there are.

        A plan may be given by those who do not know which it is.
        """
        plan = plan or pos.plan or self.plans[0]
        find: dict[str, Callable[[], tuple[int, str]]] = {
            "guderian": lambda: self._guderian(pos),
            "hoepner": lambda: self._hoepner(pos),
            "kluge": lambda: self._kluge(pos),
            "campaign": lambda: self._campaign(pos, plan),
            "extended": lambda: self._extended(pos, plan),
        }
        return find[self.law.scenario.id]()

    @case("18.19", "18.29", "18.39", "18.49", "18.5")
    def finish(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        """Evaluate the game after its last turn."""
        level, reason = self.standing(pos)
        winner = level.split()[0] if level.split()[0] in SIDES else ""
        pos.result = Result(self.title(level), winner, {"german": pos.vp, "soviet": 0}, reason)
        umpire.tell("over", level=pos.result.level, reason=reason)

    def title(self, level: str) -> str:
        """A level in words."""
        return f"{level} victory" if level.split()[0] in SIDES else level
