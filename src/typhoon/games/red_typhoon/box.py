"""What comes in the box: map, counters, formations and charts."""

from __future__ import annotations

from typhoon.engine.board import Board
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.red_typhoon import charts
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.checks import check
from typhoon.hexgrid import Entering, Following, Steps

TERRAIN = ("clear", "city", "woods")
LANDING_RANGE = 20  # 13.2


class RedBox(Box):
    """The printed parts of the game, as read from its files."""

    def __init__(self, data: DataFolder) -> None:
        self.counters = list(data.keyed("units.csv", charts.Counter, "unit").values())
        super().__init__(data, SIDES, self.counters)
        self._read_map()
        self._read_formations()
        self._read_units()
        self._read_charts()
        check(self)

    @case("2.1", "3.5")
    def _read_map(self) -> None:
        data = self.data
        self.cities = list(data.keyed("cities.csv", charts.City, "hex").values())
        sources = list(data.keyed("supply_sources.csv", charts.SupplySource, "hex").values())
        areas = data.rows("setup_areas.csv", charts.AreaRow)
        partisans = data.rows("partisan_areas.csv", charts.PartisanRow)
        front = tuple((row.hex_a, row.hex_b) for row in data.rows("front.csv", charts.FrontRow))
        self.board = Board.load(data, charts.marks(self.cities, sources, areas, partisans), front)
        self.grid = self.board.grid
        self._check_terrain()
        self.net = self.board.links("road", "rail")
        hexes = self.hexes_of
        self.sources = [hexes("supply_sources.csv", (s.hex for s in sources if s.side == n)) for n in SIDES]
        self.deciding_sources = [
            hexes("supply_sources.csv", (s.hex for s in sources if s.side == n and s.sudden_death))
            for n in SIDES
        ]
        self.held_at_start: list[int] = [
            hexes("cities.csv", (c.hex for c in self.cities if c.owner == n)) | self.sources[i]
            for i, n in enumerate(SIDES)
        ]
        self.area_hexes = {a: hexes("setup_areas.csv", h) for a, h in charts.areas(areas).items()}
        self.areas_of = [sorted({row.area for row in areas if row.side == name}) for name in SIDES]
        self.partisan_areas = {
            int(a): hexes("partisan_areas.csv", h) for a, h in charts.areas(partisans).items()
        }
        base = hexes("map.toml", (f"38{row:02}" for row in range(13, 32)))  # 13.2
        self.landing_ground = self.board.terrain["clear"] & self.grid.within(base, LANDING_RANGE)

    @case("8.2")
    def _check_terrain(self) -> None:
        terrain = self.board.terrain
        if strange := terrain.keys() - set(TERRAIN):
            name = min(strange)
            where = f"{self.data.path('hexes.csv')}: {self.grid.numbers(terrain[name])[0]}"
            raise DataError(f"{where}: no terrain '{name}'; there is {', '.join(TERRAIN)}")
        for name in TERRAIN:
            terrain.setdefault(name, 0)

    @case("12.2", "7.2")
    def _read_formations(self) -> None:
        formations = list(self.data.keyed("formations.csv", charts.Formation, "formation").values())
        self.formations = formations
        self.formation_ids = tuple(f.formation for f in formations)
        self.formation_number = {f.formation: n for n, f in enumerate(formations)}
        self.formations_of = [
            sum(1 << n for n, f in enumerate(formations) if f.side == side) for side in SIDES
        ]
        self.of_formation = [
            self.units_that(lambda c, f=f.formation: c.formation == f)  # type: ignore[misc]
            for f in formations
        ]

    @case("7.0", "8.2", "9.7", "12.7")
    def _read_units(self) -> None:
        counters, units = self.counters, self.units_that
        self.strength = tuple(c.strength for c in counters)
        self.allowance = [c.movement * 2 for c in counters]
        self.home = tuple(self.grid.index(c.hex) if c.hex in self.grid else -1 for c in counters)
        steps = {white: self._steps(white) for white in (True, False)}
        self.steps = tuple(steps[c.white_movement] for c in counters)
        self.breakthrough = units(lambda c: c.white_strength)
        self.panzers = units(lambda c: c.side == "german" and c.type == "armor")
        self.partisans = units(lambda c: c.type == "partisan")
        self.airborne = units(lambda c: c.type == "airborne")
        self.printed_hex = units(lambda c: c.setup == c.hex and c.hex)
        self.first_shock_army = units(lambda c: c.unit in ("S-C-01", "S-1S-WL"))
        self.partisan_of_turn = {c.first_turn: n for n, c in enumerate(counters) if c.type == "partisan"}

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
        return Steps(self.grid, (Following(by_road, roads), *entering))

    def _read_charts(self) -> None:
        self.crt = charts.read_crt(self.data)
        self.modifiers = charts.read_modifiers(self.data)
        turns = self.data.keyed("turn_track.csv", charts.TurnRow, "turn")
        if sorted(turns) != list(range(1, len(turns) + 1)):
            raise DataError(f"{self.data.path('turn_track.csv')}: turns must run from 1 without a gap")
        self.last_turn = len(turns)
        self.income = {
            SOVIET: {t: row.soviet_ap for t, row in turns.items()},
            GERMAN: {t: row.german_ap for t, row in turns.items()},
        }
        self.dates = {t: row.date for t, row in turns.items()}
        rows = self.data.keyed("withdrawal_vp.csv", charts.WithdrawalRow, "turn")
        self.withdrawal_vp = {turn: row.soviet_vp for turn, row in rows.items()}
