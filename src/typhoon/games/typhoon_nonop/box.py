"""What comes in the box: the map, the counters, the charts and the schedules."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from typhoon.engine.board import Board, Mark
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.typhoon_nonop import charts
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET, Counter, SideName, SourceRow, TypeRow
from typhoon.games.typhoon_nonop.checks import check
from typhoon.games.typhoon_nonop.ground import Ground
from typhoon.hexgrid import bits

HQ, MSU = "HQ", "supply unit"
GUNS = ("artillery", "rocket", "guards rocket")
ROCKETS = ("rocket", "guards rocket")
SOUTHERN_ROW = 22
"""South of P1921: rows 22 and below of sheet P (R16)."""


class NonopBox(Box):
    """The printed parts of the game, as read from its files."""

    def __init__(self, data: DataFolder) -> None:
        self.data = data
        self._read_counters()
        super().__init__(data, SIDES, self.counters)
        self._read_map()
        self._read_units()
        self._read_charts()
        check(self)

    @case("B2.1", "B2.5", "B2.6", "counters")
    def _read_counters(self) -> None:
        """Ground units, arrivals, headquarters, and as many supply units as may be on the map at once."""
        data = self.data
        self.types = {(row.side, row.type): row for row in data.rows("unit_types.csv", TypeRow)}
        self.stock: dict[tuple[str, str], int] = {
            (row.marker, row.side): row.count for row in data.rows("markers.csv", charts.MarkerRow)
        }
        counters: list[Counter] = []
        for file in ("units.csv", "reinforcements.csv"):
            for line, row in data.numbered_rows(file, Counter):
                if (row.side, row.type) not in self.types:
                    where = f"{data.path(file)}, line {line}, column 'type'"
                    raise DataError(f"{where}: there is no {row.side} type '{row.type}' in unit_types.csv")
                counters.append(row)
        self.hq_rows = data.keyed("headquarters.csv", charts.HqRow, "unit")
        counters += [
            Counter(
                hq.unit, "soviet", HQ, f"HQ {hq.army}", hq.front, hq.army,
                defense=hq.defense, ma=hq.ma, hex=hq.hex, turn=hq.turn,
            )
            for hq in self.hq_rows.values()
        ]  # fmt: skip
        rows = list(data.keyed("supply_units.csv", charts.SupplyUnitRow, "unit").values())
        for side in get_args(SideName):
            own = [row for row in rows if row.side == side]
            spare = range(len(own) + 1, self.stock.get(("supply point", side), 0) + 1)
            named = [(row.unit, row.hex) for row in own] + [(f"{side[0].upper()}-MSU-{n}", "") for n in spare]
            ma = own[0].ma if own else 0
            counters += [Counter(name, side, MSU, "supply", ma=ma, hex=hex_) for name, hex_ in named]
        self.counters = counters
        names = [counter.unit for counter in counters]
        for name in names:
            if names.count(name) > 1:
                raise DataError(f"{data.path('units.csv')}: unit '{name}' stands twice")

    @case("B18.1", "B25.1", "B6.2")
    def _read_map(self) -> None:
        data = self.data
        self.sources = data.keyed("supply_sources.csv", charts.SourceRow, "hex")
        self.vp_rows = data.rows("vp_schedule.csv", charts.VpRow)
        self.hex_facts = data.keyed("hexes.csv", charts.HexFacts, "hex")
        marks = [Mark("objective", (r.hex,), "german", value=r.german_vp) for r in self.vp_rows if r.hex]
        marks += [Mark("supply", (row.hex,), row.side) for row in self.sources.values()]
        marks.append(Mark("fort", tuple(f.hex for f in self.hex_facts.values() if f.fort), "soviet"))
        front = tuple((row.hex_a, row.hex_b) for row in data.rows("front.csv", charts.FrontRow))
        self.board = Board.load(data, tuple(marks), front)
        self.grid = self.board.grid
        self.ground = Ground(self.board, self.hex_facts)
        self.converted_at_start = self.hexes_of(
            "rail_converted.csv", [row.hex for row in data.rows("rail_converted.csv", charts.PlacedRow)]
        )
        points = data.rows("start_strongpoints.csv", charts.PlacedRow)
        self.strongpoints_at_start = tuple(
            self.hexes_of("start_strongpoints.csv", [row.hex for row in points if row.side == side])
            for side in SIDES
        )
        self.sources_of = self._sources(lambda row: True)
        self.rail_sources = self._sources(lambda row: row.rail)
        self.road_sources = self._sources(lambda row: row.road)
        self.places = {
            self.grid.index(row.hex): row
            for row in self.vp_rows
            if row.hex and self.hexes_of("vp_schedule.csv", [row.hex])
        }
        self.held_at_start = [self.ground.west, self.ground.east]

    def _sources(self, chosen: Callable[[SourceRow], bool]) -> tuple[int, int]:
        """Sources of each side."""
        rows = [row for row in self.sources.values() if chosen(row)]
        german, soviet = (
            self.hexes_of("supply_sources.csv", [row.hex for row in rows if row.side == side])
            for side in SIDES
        )
        return german, soviet

    @case("B2.2", "B2.3", "B2.4", "B2.5", "B22.7", "B22.8")
    def _read_units(self) -> None:
        self.hqs = self.units_that(lambda c: c.type == HQ)
        self.supply_units = self.units_that(lambda c: c.type == MSU)
        self.combat_units = self.units_that(lambda c: c.type not in (HQ, MSU))
        self.ground_units = self.combat_units | self.hqs
        kind = [self.types.get((c.side, c.type)) for c in self.counters]
        of_class = [row.ma_class if row else "truck" for row in kind]
        self.motor, self.foot, self.truck, self.horse = (
            sum([1 << unit for unit, name in enumerate(of_class) if name == wanted])
            for wanted in ("motor", "foot", "truck", "horse")
        )
        self.cost_class = tuple(int(name in ("motor", "truck")) for name in of_class)

        def those(chosen: Callable[[TypeRow], bool]) -> int:
            return sum([1 << u for u, row in enumerate(kind) if row is not None and chosen(row)])

        self.with_zone = those(lambda row: row.zoc)
        self.armor = those(lambda row: row.armor)
        self.divisions = those(lambda row: row.size == "division")
        self.rebuildable = those(lambda row: row.replacement == "I")
        self.aa_fire = those(lambda row: row.aa_fire)

        def of_type(*names: str) -> int:
            return self.units_that(lambda c: c.type in names)

        self.guns, self.rockets = of_type(*GUNS), of_type(*ROCKETS)
        self.engineers, self.nkvd = of_type("mot engineer bn"), of_type("NKVD regt")
        self.guards = of_type("guards rifle", "guards rocket")
        self.militia, self.panzers = of_type("rifle (militia origin)"), of_type("panzer regt")
        self.anti_aircraft = of_type("mot anti-aircraft bn", "anti-aircraft regt")
        self.anti_tank = of_type("anti-tank regt") | self.anti_aircraft
        self.light = of_type("mot inf regt", "mot inf bde", "recon bn", "motorcycle bn", "mot engineer bn")
        """German units that make combined arms with armor."""
        self.stacking_points = tuple(c.stacking for c in self.counters)
        self.formations_of_units: dict[str, int] = {}
        for unit, counter in enumerate(self.counters):
            if counter.formation:
                known = self.formations_of_units.get(counter.formation, 0)
                self.formations_of_units[counter.formation] = known | 1 << unit
        self.southern = self.units_that(
            lambda c: c.side == "german" and c.hex[:1] == "P" and int(c.hex[3:]) >= SOUTHERN_ROW
        )
        self.hq_number = {c.corps: u for u, c in enumerate(self.counters) if c.type == HQ}
        self._read_steps()

    @case("B2.4")
    def _read_steps(self) -> None:
        """Strengths of each unit by the steps that it has lost."""
        rows = {
            (row.attack, row.defense, row.steps, row.steps_left): (row.attack_now, row.defense_now)
            for row in self.data.rows("step_strengths.csv", charts.StepRow)
        }
        self.strengths: list[tuple[tuple[int, int], ...]] = []
        for c in self.counters:
            if c.type == MSU:
                self.strengths.append(((0, 0),))
                continue
            found = []
            for left in range(c.steps, 0, -1):
                known = (c.attack, c.defense) if left == c.steps else None
                known = known or rows.get((c.attack, c.defense, c.steps, left))
                if known is None:
                    path = self.data.path("step_strengths.csv")
                    lack = f"{c.attack}-{c.defense} with {left} of {c.steps} steps"
                    raise DataError(f"{path}: no line for {lack}, as {c.unit} of units.csv needs")
                found.append(known)
            self.strengths.append(tuple(found))

    def _read_charts(self) -> None:
        data = self.data
        self.crt = charts.CombatTable(data)
        self.turns = data.keyed("turn_track.csv", charts.TurnRow, "turn")
        self.weather_rows = {(r.climate, r.die): r for r in data.rows("weather_table.csv", charts.WeatherRow)}
        self.terrain_rows = data.keyed("terrain_effects.csv", charts.TerrainRow, "terrain")
        self.combat_modifiers = data.keyed("combat_modifiers.csv", charts.ModifierRow, "modifier")
        self.overrun_modifiers = data.keyed("overrun_modifiers.csv", charts.ModifierRow, "modifier")
        self.overrun_lines = sorted(
            data.rows("overrun_table.csv", charts.OverrunRow), key=lambda row: row.odds
        )
        self.small_modifiers = {
            (row.table, row.modifier): row.value
            for row in data.rows("small_modifiers.csv", charts.SmallModifier)
        }
        self.replacement_rows = data.keyed("soviet_replacement_table.csv", charts.ReplacementRow, "die")
        self.surrender_rows = data.rows("surrender_table.csv", charts.SurrenderRow)
        self.surrender_modifiers = data.keyed("surrender_modifiers.csv", charts.ModifierRow, "modifier")
        self.retreat_rows = data.rows("retreat_table.csv", charts.RetreatRow)
        self.readiness = data.keyed("air_readiness.csv", charts.ReadinessRow, "box")
        self.initiative = data.rows("air_initiative_table.csv", charts.InitiativeRow)
        self.air_combat = {
            (row.difference, row.die): row.result
            for row in data.rows("air_combat_table.csv", charts.AirCombatRow)
        }
        self.aa_rows = data.rows("aa_fire_table.csv", charts.AaRow)
        self.levels = sorted(data.rows("victory_levels.csv", charts.LevelRow), key=lambda row: row.least)
        self.scenario_rows = data.keyed("scenarios.csv", charts.ScenarioRow, "scenario")
        self._read_air()

    @case("B9.1", "B17.1")
    def _read_air(self) -> None:
        """Air units stand in boxes, not on the map: they have numbers of their own."""
        rows = self.data.rows("air_units.csv", charts.AirRow)
        named = [
            (f"{row.side[0].upper()}-{row.type}-{number}", row)
            for row in rows
            for number in range(1, row.count + 1)
        ]
        self.air_ids = tuple(name for name, _ in named)
        self.air_rows = tuple(row for _, row in named)
        self.air_number = {name: number for number, name in enumerate(self.air_ids)}
        self.bridge_sides = {
            f"{side[0].upper()}-bridge-{number}": side
            for side in SIDES
            for number in range(1, self.stock.get(("bridge", side), 0) + 1)
        }
        self.pieces = {**{name: row.side for name, row in named}, **self.bridge_sides}
        self.air_of = tuple(
            sum([1 << number for number, row in enumerate(self.air_rows) if row.side == side])
            for side in SIDES
        )

    # What is asked of a unit

    def side_sets(self, units: int) -> tuple[int, int]:
        """Some units by side."""
        return units & self.units_of[GERMAN], units & self.units_of[SOVIET]

    def names_in(self, units: int) -> str:
        """Units for people."""
        return ", ".join([self.unit_ids[unit] for unit in bits(units)])
