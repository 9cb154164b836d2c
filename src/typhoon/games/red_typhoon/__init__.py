"""Red Typhoon: the Soviet winter counter-offensive in front of Moscow, January to March 1942."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from typhoon.engine.board import Board
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.engine.display import Line, Overlay, Panel
from typhoon.engine.events import Story
from typhoon.engine.face import CounterFace
from typhoon.engine.orders import Advance, Attack, Eliminate, End, Move, Order, Place, Retreat
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.rules import About, Option, Rules, Scenario, Score
from typhoon.engine.seat import Player
from typhoon.games.red_typhoon import charts, displays, setup, snapshot, victory
from typhoon.games.red_typhoon.activation import Activate, ActivationPoints
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.checks import check
from typhoon.games.red_typhoon.combat import Combat
from typhoon.games.red_typhoon.faces import faces
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import (
    LANDING_RANGE,
    Airborne,
    Partisans,
    PlacePartisan,
    Withdraw,
    Withdrawal,
)
from typhoon.games.red_typhoon.results import RESULT_WORDS, FallBack, Loss
from typhoon.games.red_typhoon.retreat import Retreating, Surplus
from typhoon.games.red_typhoon.sequence import Recovery, sequence_of_play
from typhoon.games.red_typhoon.setup import Deploy, SetUp
from typhoon.games.red_typhoon.stacking import RemoveExcess
from typhoon.games.red_typhoon.story import STORY, STORY_CASES
from typhoon.hexgrid import Entering, Following, Steps, bits

ABOUT = About(
    id="red-typhoon",
    title="Red Typhoon",
    sides=SIDES,
    scenarios=(
        Scenario("fixed", "Fixed deployment", "Every unit where history had it on 5 January 1942."),
        Scenario("flexible", "Flexible deployment", "Both sides set up freely within their areas."),
    ),
    options=(
        Option("first-shock-army", "Formation of the 1st Shock Army", ("WR", "WL"), "3.2"),
        Option("partisans", "Orders for partisans", ("WL", "free"), "12.0"),
    ),
    status="playable",
    line="The Soviet winter counter-offensive before Moscow, January to March 1942",
)

TERRAIN = ("clear", "city", "woods")


class RedTyphoon(Rules[RedPosition]):
    """The game, its map, counters and charts."""

    about: ClassVar[About] = ABOUT
    newest: ClassVar[int] = 1
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        SetUp,
        ActivationPoints,
        Movement,
        Combat,
        Loss,
        Retreating,
        Surplus,
        Advancing,
        RemoveExcess,
        Withdrawal,
        Airborne,
        Partisans,
        PlacePartisan,
        Recovery,
    )
    order_kinds: ClassVar[tuple[type[Order], ...]] = (
        Deploy,
        Place,
        Activate,
        Move,
        Attack,
        Eliminate,
        FallBack,
        Retreat,
        Advance,
        Withdraw,
        End,
    )
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    case_of_sequence: ClassVar[str] = "5.0"
    case_of_end: ClassVar[str] = "4.1"
    result_words: ClassVar[Mapping[str, str]] = RESULT_WORDS
    second_side: ClassVar[str] = "disrupted"
    results_from_worst: ClassVar[tuple[str, ...]] = ("AL", "AR", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE")

    def __init__(self, data: DataFolder) -> None:
        self.counters = list(data.keyed("units.csv", charts.Counter, "unit").values())
        super().__init__(data, self.counters)
        self._read_map()
        self._read_formations()
        self._read_units()
        self._read_charts()
        check(self)
        self.sequence = sequence_of_play()
        self.first_german_step = self.sequence.index(ActivationPoints(GERMAN))

    @case("2.1", "3.5")
    def _read_map(self) -> None:
        data = self.data
        self.cities = list(data.keyed("cities.csv", charts.City, "hex").values())
        sources = list(data.keyed("supply_sources.csv", charts.SupplySource, "hex").values())
        areas = data.rows("setup_areas.csv", charts.AreaRow)
        partisans = data.rows("partisan_areas.csv", charts.PartisanRow)
        front = tuple((row.hex_a, row.hex_b) for row in data.rows("front.csv", charts.FrontRow))
        self.board = Board.load(data, charts.marks(self.cities, sources, areas, partisans), front)
        self._check_terrain()
        self.net = self.board.links("road", "rail")
        hexes = self._hexes
        self.sources = [hexes("supply_sources.csv", (s.hex for s in sources if s.side == n)) for n in SIDES]
        self.deciding_sources = [
            hexes("supply_sources.csv", (s.hex for s in sources if s.side == n and s.sudden_death))
            for n in SIDES
        ]
        self.control_at_start = [
            hexes("cities.csv", (c.hex for c in self.cities if c.owner == n)) | self.sources[i]
            for i, n in enumerate(SIDES)
        ]
        self.key_hexes = self.control_at_start[SOVIET] | self.control_at_start[GERMAN]
        self.area_hexes = {a: hexes("setup_areas.csv", h) for a, h in charts.areas(areas).items()}
        self.areas_of = [sorted({row.area for row in areas if row.side == name}) for name in SIDES]
        self.partisan_areas = {
            int(a): hexes("partisan_areas.csv", h) for a, h in charts.areas(partisans).items()
        }
        grid = self.board.grid
        base = hexes("map.toml", (f"38{row:02}" for row in range(13, 32)))  # 13.2
        self.landing_ground = self.board.terrain["clear"] & grid.within(base, LANDING_RANGE)

    @case("8.2")
    def _check_terrain(self) -> None:
        terrain = self.board.terrain
        if strange := terrain.keys() - set(TERRAIN):
            name = min(strange)
            where = f"{self.data.path('hexes.csv')}: {self.board.grid.numbers(terrain[name])[0]}"
            raise DataError(f"{where}: no terrain '{name}'; there is {', '.join(TERRAIN)}")
        for name in TERRAIN:
            terrain.setdefault(name, 0)

    def _hexes(self, file: str, numbers: Any) -> int:
        found = 0
        for number in numbers:
            if number not in self.board.grid:
                raise DataError(f"{self.data.path(file)}: there is no hex {number} on the map")
            found |= 1 << self.board.grid.index(number)
        return found

    @case("12.2", "7.2")
    def _read_formations(self) -> None:
        formations = list(self.data.keyed("formations.csv", charts.Formation, "formation").values())
        self.formations = formations
        self.formation_ids = tuple(f.formation for f in formations)
        self.formation_number = {f.formation: n for n, f in enumerate(formations)}
        self.formations_of = [
            sum(1 << n for n, f in enumerate(formations) if f.side == side) for side in SIDES
        ]
        self.activations = tuple(Activate(f.formation) for f in formations)
        self._activation_orders: dict[int, list[Activate]] = {}

    @case("7.0", "8.2", "9.7", "12.7")
    def _read_units(self) -> None:
        counters = self.counters
        self.side_of = tuple(SIDES.index(c.side) for c in counters)
        self.strength = tuple(c.strength for c in counters)
        self.allowance = tuple(c.movement * 2 for c in counters)
        self.home = tuple(self.board.grid.index(c.hex) if c.hex in self.board.grid else -1 for c in counters)
        steps = {white: self._steps(white) for white in (True, False)}
        self.steps = tuple(steps[c.white_movement] for c in counters)
        self.units_of = [self._units(lambda c, n=name: c.side == n) for name in SIDES]
        self.breakthrough = self._units(lambda c: c.white_strength)
        self.panzers = self._units(lambda c: c.side == "german" and c.type == "armor")
        self.partisans = self._units(lambda c: c.type == "partisan")
        self.airborne = self._units(lambda c: c.type == "airborne")
        self.printed_hex = self._units(lambda c: c.setup == c.hex and bool(c.hex))
        self.first_shock_army = self._units(lambda c: c.unit in ("S-C-01", "S-1S-WL"))
        self.units_of_area = {a: self._units(lambda c, a=a: c.setup == a) for a in self.area_hexes}
        self.partisan_of_turn = {c.first_turn: n for n, c in enumerate(counters) if c.type == "partisan"}
        self._of_formation = [self._units(lambda c, f=f: c.formation == f) for f in self.formation_ids]
        self._of_formations = {0: 0}

    def _units(self, chosen: Any) -> int:
        return sum(1 << number for number, counter in enumerate(self.counters) if chosen(counter))

    @case("8.2")
    def _steps(self, white: bool) -> Steps:
        """What a hex costs, in half movement points; rivers and railways make no difference."""
        costs = charts.read_costs(self.data)
        terrain = self.board.terrain
        by_cost: dict[int, int] = {}
        for name in TERRAIN:
            by_cost[costs[name, white]] = by_cost.get(costs[name, white], 0) | terrain[name]
        entering = [Entering(cost, hexes) for cost, hexes in sorted(by_cost.items())]
        by_road, roads = costs["road", white], self.board.links("road")
        return Steps(self.board.grid, (Following(by_road, roads), *entering))

    def _read_charts(self) -> None:
        self.crt = charts.read_crt(self.data)
        self.modifiers = charts.read_modifiers(self.data)
        turns = self.data.keyed("turn_track.csv", charts.TurnRow, "turn")
        if sorted(turns) != list(range(1, len(turns) + 1)):
            raise DataError(f"{self.data.path('turn_track.csv')}: turns must run from 1 without a gap")
        self.last_turn = len(turns)
        self.income = [
            {t: row.soviet_ap for t, row in turns.items()},
            {t: row.german_ap for t, row in turns.items()},
        ]
        self._dates = {t: row.date for t, row in turns.items()}
        rows = self.data.keyed("withdrawal_vp.csv", charts.WithdrawalRow, "turn")
        self.withdrawal_vp = {turn: row.soviet_vp for turn, row in rows.items()}

    # The engine's questions

    def date(self, turn: int) -> str:
        return self._dates[turn]

    @case("3.1")
    def start(self, scenario: str, options: Mapping[str, str]) -> RedPosition:
        pos = RedPosition(self, dict(options))
        if scenario == "fixed":
            setup.fixed_deployment(pos)
        else:
            setup.flexible_deployment(pos)
        return pos

    def snapshot(self, pos: RedPosition) -> dict[str, Any]:
        return snapshot.take(pos)

    def restore(self, data: Mapping[str, Any], options: Mapping[str, str]) -> RedPosition:
        pos = RedPosition(self, dict(options))
        snapshot.restore(pos, data)
        return pos

    def scores(self, pos: RedPosition) -> list[Score]:
        return victory.scores(pos)

    def totals(self, pos: RedPosition) -> dict[str, int]:
        return victory.totals(pos)

    def faces(self, pos: RedPosition, side: str = "") -> list[CounterFace]:
        return faces(pos)

    def panels(self, pos: RedPosition, side: str = "") -> list[Panel]:
        return displays.panels(pos)

    def overlays(self, pos: RedPosition, side: str = "") -> list[Overlay]:
        return displays.overlays(pos)

    def line(self, pos: RedPosition, unit: str, side: str = "") -> Line | None:
        return displays.line(pos, unit)

    def finish(self, pos: RedPosition, umpire: Umpire) -> None:
        victory.finish(pos, umpire)

    def staff(self, side: str, rng: Random) -> Player | None:
        from typhoon.games.red_typhoon.staff import Staff

        return Staff(side, rng)

    # What the phases ask for

    def units_in_formations(self, formations: int) -> int:
        """The units of a set of formations."""
        units = self._of_formations.get(formations)
        if units is None:
            units = 0
            for formation in bits(formations):
                units |= self._of_formation[formation]
            self._of_formations[formations] = units
        return units

    def activation_orders(self, formations: int) -> list[Activate]:
        """The orders that activate a set of formations, one each."""
        orders = self._activation_orders.get(formations)
        if orders is None:
            orders = [self.activations[formation] for formation in bits(formations)]
            self._activation_orders[formations] = orders
        return orders

    @case("3.2")
    def unused_first_shock_army(self, options: Mapping[str, str]) -> int:
        """The counter of 1S that stays in the box."""
        unused = "S-1S-WL" if options["first-shock-army"] == "WR" else "S-C-01"
        return 1 << self.unit_number[unused]


def load(data: DataFolder) -> RedTyphoon:
    return RedTyphoon(data)
