"""What comes in the box: map, counters and charts."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.engine.board import Board
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.typhoon_solitaire import charts
from typhoon.games.typhoon_solitaire.chances import Kind
from typhoon.games.typhoon_solitaire.charts import SIDES
from typhoon.games.typhoon_solitaire.checks import check
from typhoon.hexgrid import Crossing, Steps, bits

SET_ASIDE = 10
"""Rifle divisions that come into play only for guards and airborne that are lost (3.1)."""


class SolitaireBox(Box):
    """The printed parts of the game, as read from its files."""

    def __init__(self, data: DataFolder) -> None:
        self.counters = list(data.keyed("units.csv", charts.Counter, "unit").values())
        super().__init__(data, SIDES, self.counters)
        self._read_map()
        self._read_units()
        self._read_charts()
        check(self)

    @case("2.2", "3.2", "3.4")
    def _read_map(self) -> None:
        data = self.data
        self.settlements = list(data.keyed("settlements.csv", charts.Settlement, "hex").values())
        self.formations = list(data.keyed("formations.csv", charts.Formation, "formation").values())
        self.formation_ids = tuple(f.formation for f in self.formations)
        sectors: dict[str, list[str]] = {formation: [] for formation in self.formation_ids}
        for number, row in data.numbered_rows("sectors.csv", charts.SectorRow):
            if row.formation not in sectors:
                where = f"{data.path('sectors.csv')}, line {number}, column 'formation'"
                raise DataError(f"{where}: there is no formation '{row.formation}'")
            sectors[row.formation].append(row.hex)
        front = tuple((row.hex_a, row.hex_b) for row in data.rows("front.csv", charts.FrontRow))
        self.board = Board.load(data, charts.marks(self.settlements, sectors), front)
        self.grid = self.board.grid
        self.sectors = {f: self.hexes_of("sectors.csv", hexes) for f, hexes in sectors.items()}
        self.setup_area = self.grid.hexes([number for hexes in sectors.values() for number in hexes])
        moscow = [s.hex for s in self.settlements if s.kind == "moscow"]
        self.moscow = self.hexes_of("settlements.csv", moscow)
        rows = self.board.rows
        self.german_at_start = self.grid.hexes([row.hex for row in rows.values() if row.side == "german"])
        last = max(int(number[:2]) for number in rows)
        self.east_edge = self.hexes_where(lambda column, row: column == last)

    def hexes_where(self, chosen: Callable[[int, int], bool]) -> int:
        """The hexes whose column and row, as their number tells them, are as asked for."""
        return self.grid.hexes([n for n in self.board.rows if chosen(int(n[:2]), int(n[2:]))])

    @case("2.5", "2.6", "2.7", "2.8", "3.1", "7.2", "8.3")
    def _read_units(self) -> None:
        counters, units = self.counters, self.units_that
        self.germans = units(lambda c: c.side == "german")
        self.mechanized = units(lambda c: c.mechanized)
        self.half_divisions = units(lambda c: c.side == "german" and c.halves < charts.DIVISION)
        self.two_steps = units(lambda c: c.steps == 2)
        self.cdr = tuple(c.cdr for c in counters)
        self.cdr_reduced = tuple(c.cdr_reduced for c in counters)
        self.kind_of = tuple(c.type for c in counters)
        self.of_kind = {
            code: units(lambda c, k=code: c.side == "soviet" and c.formation == k)  # type: ignore[misc]
            for code in charts.CODES
        }
        self.artillery = self.of_kind["A"]
        self.elite = self.of_kind["GD"] | self.of_kind["AC"]
        self.breaks_out = self.of_kind["RD"] | self.of_kind["B"] | self.artillery
        self.fires_first = self.artillery | self.elite
        """Soviet units that fire in the third step of a round (10.4)."""
        self.fires_once = self.artillery | self.of_kind["B"]
        """Soviet units that are set aside when they have fired (10.4)."""
        self.kinds = [self._kind(unit) for unit in range(len(counters))]
        rifles = bits(self.of_kind["RD"])
        at_start = max(0, len(rifles) - SET_ASIDE)
        self.soviets_with = [
            units(lambda c: c.side == "soviet" and c.formation != "RD")
            | sum(1 << unit for unit in rifles[: at_start + lost])
            for lost in range(self.elite.bit_count() + 1)
        ]
        """The Soviet units in use, by the number of guards and airborne that are gone (8.3)."""
        ids = self.formation_ids
        self.of_formation = [units(lambda c, f=f: c.formation == f) for f in ids]  # type: ignore[misc]
        self.formation_of = tuple(ids.index(c.formation) if c.formation in ids else -1 for c in counters)

    def _kind(self, unit: int) -> Kind:
        """What matters of a unit under fire."""
        sets = self.two_steps, self.fires_first, self.fires_once
        return Kind(self.cdr[unit], self.cdr_reduced[unit], *[bool(units >> unit & 1) for units in sets])

    def _read_charts(self) -> None:
        data = self.data
        self.fire_tables = charts.read_crt(data)
        self.force_table = charts.ForceTable(data)
        self.breakout_table = charts.BreakoutTable(data)
        self.terrain_effects = charts.read_terrain(data)
        self.turns: dict[int, charts.TurnRow] = data.keyed("turn_track.csv", charts.TurnRow, "turn")
        if sorted(self.turns) != list(range(1, len(self.turns) + 1)):
            raise DataError(f"{data.path('turn_track.csv')}: turns must run from 1 without a gap")
        self.last_turn = len(self.turns)
        self.terrain = {hex_: self._effects(hex_) for hex_ in self.grid.name}
        self.steps_mechanized = self._steps(mechanized=True)
        self.steps_other = self._steps(mechanized=False)

    @case("8.1", "10.2")
    def _effects(self, hex_: int) -> charts.TerrainRow:
        """The terrain of a hex for all purposes: a settlement comes before the land around it (R24)."""
        if self.moscow >> hex_ & 1:
            return self.terrain_effects["moscow"]
        name = self.board.terrain_at[hex_]
        if name not in self.terrain_effects:
            where = f"{self.data.path('hexes.csv')}: {self.grid.name[hex_]}"
            raise DataError(f"{where}: no terrain '{name}'; there is {', '.join(self.terrain_effects)}")
        return self.terrain_effects[name]

    @case("9.4")
    def _steps(self, *, mechanized: bool) -> Steps:
        """What a hex costs, and what a river on the way into it adds."""
        grid, rivers = self.grid, self.board.rivers
        dry = tuple(grid.all & ~river for river in rivers)
        by_cost: dict[int, int] = {}
        for hex_, row in self.terrain.items():
            cost = row.points(mechanized)
            by_cost[cost] = by_cost.get(cost, 0) | 1 << hex_
        extra = self.terrain_effects["river"].points(mechanized)
        costs = by_cost.items()
        over_rivers = Crossing(rivers, [(cost + extra, into) for cost, into in costs])
        return Steps(grid, (Crossing(dry, costs), over_rivers))

    def river_between(self, hex_: int, other: int) -> bool:
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(self.board.rivers[direction] >> hex_ & 1)
