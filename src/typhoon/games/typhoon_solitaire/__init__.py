"""Operation Typhoon, the solitaire game: Army Group Centre against Moscow, October to December 1941."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import msgspec

from typhoon.engine.board import Board
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.engine.display import Overlay, Panel
from typhoon.engine.events import Story
from typhoon.engine.face import CounterFace
from typhoon.engine.orders import Concede, End, Order, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.rules import About, Option, Rules, Scenario, Score
from typhoon.engine.seat import Player
from typhoon.games.typhoon_solitaire import charts, displays, snapshot, teams, victory
from typhoon.games.typhoon_solitaire.air_support import Support
from typhoon.games.typhoon_solitaire.battle import Battle, Fight, Withdraw
from typhoon.games.typhoon_solitaire.breakout import Breakout
from typhoon.games.typhoon_solitaire.charts import SIDES
from typhoon.games.typhoon_solitaire.checks import check
from typhoon.games.typhoon_solitaire.faces import faces, portrait
from typhoon.games.typhoon_solitaire.losses import Allot, Hit, Losses
from typhoon.games.typhoon_solitaire.marching import STAND_DOWN_ROW, Drop, Halt, March, Marching
from typhoon.games.typhoon_solitaire.movement import Form, Movement
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.sequence import Regroup, VictoryCheck, sequence_of_play
from typhoon.games.typhoon_solitaire.setup import Deploy, SetUp
from typhoon.games.typhoon_solitaire.story import SCENES, STORY, STORY_CASES
from typhoon.games.typhoon_solitaire.timings import timings
from typhoon.hexgrid import Crossing, Steps, bits

ABOUT = About(
    id="typhoon-solitaire",
    title="Operation Typhoon (solitaire)",
    sides=SIDES,
    scenarios=(
        Scenario(
            "typhoon", "Operation Typhoon", "The historical plan: pockets first, then Moscow, from 1 October."
        ),
        Scenario("clenched-fist", "Clenched Fist", "All mechanized units massed for one blow, a week later."),
    ),
    options=(Option("losses", "Who allots hits", ("player", "system"), "10.6"),),
    status="playable",
    line="The German drive on Moscow, October to December 1941, one player or a team against the system",
    teams=teams.TEAMS,
)

SET_ASIDE = 10
"""Rifle divisions that come into play only for guards and airborne that are lost (3.1)."""


@case("13.0")
class ScenarioRules(msgspec.Struct, frozen=True):
    """What a scenario changes."""

    title: str
    first_turn: int = 1
    force_modifier: int = 0
    free_stacking: bool = False
    free_sectors: bool = False
    checks_dropped: bool = False


class TyphoonSolitaire(Rules[SolitairePosition]):
    """The game, its map, counters and charts."""

    about: ClassVar[About] = ABOUT
    newest: ClassVar[int] = 2
    namesakes: ClassVar[Mapping[int, int]] = {1: 0}
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        SetUp,
        Movement,
        Marching,
        Battle,
        Losses,
        Breakout,
        VictoryCheck,
        Regroup,
    )
    order_kinds: ClassVar[tuple[type[Order], ...]] = (
        Deploy,
        Place,
        Support,
        Form,
        March,
        Drop,
        Halt,
        Fight,
        Withdraw,
        Hit,
        Allot,
        End,
        Concede,
    )
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    scenes: ClassVar[Mapping[str, str]] = SCENES
    case_of_sequence: ClassVar[str] = "5.2"
    case_of_end: ClassVar[str] = "5.4"

    scenarios: ClassVar[Mapping[str, ScenarioRules]] = {
        "typhoon": ScenarioRules("Operation Typhoon"),
        # 13.2 to 13.5
        "clenched-fist": ScenarioRules(
            "Clenched Fist",
            first_turn=2,
            force_modifier=1,
            free_stacking=True,
            free_sectors=True,
            checks_dropped=True,
        ),
    }

    def __init__(self, data: DataFolder) -> None:
        self.counters = list(data.keyed("units.csv", charts.Counter, "unit").values())
        super().__init__(data, self.counters)
        self._read_map()
        self._read_units()
        self._read_charts()
        check(self)
        self._read_homes()
        self.sequence = sequence_of_play()

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
        grid = self.board.grid
        self.sectors = {f: self._hexes("sectors.csv", hexes) for f, hexes in sectors.items()}
        self.setup_area = 0
        for sector in self.sectors.values():
            self.setup_area |= sector
        self.moscow = self._hexes("settlements.csv", [s.hex for s in self.settlements if s.kind == "moscow"])
        self.german_at_start = grid.hexes(
            [row.hex for row in self.board.rows.values() if row.side == "german"]
        )
        columns = {number: int(number[:2]) for number in self.board.rows}
        last = max(columns.values())
        self.east_edge = grid.hexes([n for n, column in columns.items() if column == last])
        self.west_of_line = grid.hexes([n for n, column in columns.items() if column < victory.LINE_COLUMN])
        self.northern = grid.hexes([n for n in self.board.rows if int(n[2:]) <= STAND_DOWN_ROW])
        self.ring = {hex_: self._ring_around(hex_) for hex_ in grid.name}

    def _hexes(self, file: str, numbers: Iterable[str]) -> int:
        found = 0
        for number in numbers:
            if number not in self.board.grid:
                raise DataError(f"{self.data.path(file)}: there is no hex {number} on the map")
            found |= 1 << self.board.grid.index(number)
        return found

    def _ring_around(self, hex_: int) -> tuple[int, ...]:
        """The six neighbours in order; in place of one beyond the edge, a hex that is always German."""
        grid = self.board.grid
        behind = (self.german_at_start & -self.german_at_start).bit_length() - 1
        around = [grid.step(hex_, direction) for direction in range(6)]
        return tuple([behind if other is None else other for other in around])

    @case("2.5", "2.6", "2.7", "2.8", "7.2")
    def _read_units(self) -> None:
        counters = self.counters
        self.germans = self._units(lambda c: c.side == "german")
        self.mechanized = self._units(lambda c: c.mechanized)
        self.half_divisions = self._units(lambda c: c.side == "german" and c.halves < charts.DIVISION)
        self.two_steps = self._units(lambda c: c.steps == 2)
        self.full_steps = tuple(c.steps for c in counters)
        self.cdr = tuple(c.cdr for c in counters)
        self.cdr_reduced = tuple(c.cdr_reduced for c in counters)
        self.kind_of = tuple(c.type for c in counters)
        self.of_kind = {
            code: self._units(lambda c, k=code: c.side == "soviet" and c.formation == k)
            for code in charts.CODES
        }
        self.artillery = self.of_kind["A"]
        self.elite = self.of_kind["GD"] | self.of_kind["AC"]
        self.fires_first = self.artillery | self.elite
        """Those that fire in the third step of a round (10.4)."""
        self.breaks_out = self.of_kind["RD"] | self.of_kind["B"] | self.artillery
        rifles = bits(self.of_kind["RD"])
        at_start = max(0, len(rifles) - SET_ASIDE)  # 3.1
        self._rifles = [
            sum(1 << unit for unit in rifles[: at_start + lost]) for lost in range(self.elite.bit_count() + 1)
        ]
        self.not_rifles = self._units(lambda c: c.side == "soviet" and c.formation != "RD")
        self.of_formation = [self._units(lambda c, f=f: c.formation == f) for f in self.formation_ids]
        self.formation_of = tuple(
            self.formation_ids.index(c.formation) if c.formation in self.formation_ids else -1
            for c in counters
        )

    def _units(self, chosen: Any) -> int:
        return sum(1 << number for number, counter in enumerate(self.counters) if chosen(counter))

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
        self._terrain = {hex_: self._effects(hex_) for hex_ in self.board.grid.name}
        self.steps_mechanized = self._steps(mechanized=True)
        self.steps_other = self._steps(mechanized=False)

    @case("8.1", "10.2")
    def _effects(self, hex_: int) -> charts.TerrainRow:
        """The terrain of a hex for all purposes: a settlement comes before the land around it (R24)."""
        if self.moscow >> hex_ & 1:
            return self.terrain_effects["moscow"]
        name = self.board.terrain_at[hex_]
        if name not in self.terrain_effects:
            where = f"{self.data.path('hexes.csv')}: {self.board.grid.name[hex_]}"
            raise DataError(f"{where}: no terrain '{name}'; there is {', '.join(self.terrain_effects)}")
        return self.terrain_effects[name]

    @case("9.4")
    def _steps(self, *, mechanized: bool) -> Steps:
        """What a hex costs, and what a river on the way into it adds."""
        grid, rivers = self.board.grid, self.board.rivers
        dry = tuple(grid.all & ~river for river in rivers)
        by_cost: dict[int, int] = {}
        for hex_, row in self._terrain.items():
            cost = row.mp_mechanized if mechanized else row.mp_other
            by_cost[cost] = by_cost.get(cost, 0) | 1 << hex_
        river = self.terrain_effects["river"]
        extra = river.mp_mechanized if mechanized else river.mp_other
        costs = by_cost.items()
        over_rivers = Crossing(rivers, [(cost + extra, into) for cost, into in costs])
        return Steps(grid, (Crossing(dry, costs), over_rivers))

    @cached_property
    def placed_alike(self) -> list[tuple[int, ...]]:
        """German units in groups that can be set up in the same hexes."""
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for unit in bits(self.germans):
            alike = self.counters[unit].formation, self.counters[unit].halves
            found[alike] = (*found.get(alike, ()), unit)
        return list(found.values())

    @case("3.2", "13.3")
    def _read_homes(self) -> None:
        """Where the ready-made set-up has each unit, by scenario."""
        index = self.board.grid.index
        self.homes = {
            scenario: {unit: index(self.counters[unit].home(scenario)) for unit in bits(self.germans)}
            for scenario in self.scenarios
        }

    # The engine's questions

    def date(self, turn: int) -> str:
        return self.turns[turn].date

    @case("3.1", "3.3", "13.1", "13.2")
    def start(self, scenario: str, options: Mapping[str, str]) -> SolitairePosition:
        pos = SolitairePosition(self, scenario, dict(options))
        pos.turn = self.scenarios[scenario].first_turn
        pos.frames = [SetUp()]
        return pos

    def snapshot(self, pos: SolitairePosition) -> dict[str, Any]:
        return snapshot.take(pos)

    def restore(self, data: Mapping[str, Any], options: Mapping[str, str]) -> SolitairePosition:
        return snapshot.restore(self, data, options)

    def timings(self, pos: SolitairePosition) -> Mapping[str, tuple[Callable[[], object], int]]:
        return timings(pos)

    def scores(self, pos: SolitairePosition) -> list[Score]:
        return victory.scores(pos)

    def faces(self, pos: SolitairePosition, side: str = "") -> list[CounterFace]:
        return faces(pos)

    def portrait(self, unit: str) -> CounterFace | None:
        return portrait(self, unit)

    def panels(self, pos: SolitairePosition, side: str = "") -> list[Panel]:
        return displays.panels(pos)

    def overlays(self, pos: SolitairePosition, side: str = "") -> list[Overlay]:
        return displays.overlays(pos)

    def front(self, pos: SolitairePosition, side: str = "") -> list[tuple[str, str]]:
        return displays.front_line(pos)

    @case("4.1", "5.4")
    def finish(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Moscow has not fallen by the end of the last turn (R5)."""
        victory.lose(pos, "end of the last turn", "Moscow has not fallen", umpire)

    @case("5.4")
    def concede(self, pos: SolitairePosition, side: str, umpire: Umpire) -> None:
        victory.lose(pos, "conceded", "the commander concedes", umpire)

    def staff(self, side: str, rng: Random) -> Player | None:
        from typhoon.games.typhoon_solitaire.staff import Staff

        return Staff(side, rng)

    def role_of(self, pos: SolitairePosition, team: str, order: Order) -> str:
        return teams.role_of(pos, team, order)

    # What the phases ask for

    def units(self, names: Sequence[str]) -> int:
        """The set of units with these names."""
        return sum([1 << self.unit_number[name] for name in names])

    def units_of_formations(self, formations: int) -> int:
        return sum([self.of_formation[formation] for formation in bits(formations)])

    def formations_among(self, units: int) -> int:
        """The formations that units belong to."""
        found = 0
        for unit in bits(units):
            found |= 1 << self.formation_of[unit]
        return found

    @case("3.2", "13.3")
    def sector(self, scenario: str, unit: int) -> int:
        """Where a unit may be set up."""
        if self.scenarios[scenario].free_sectors:
            return self.setup_area
        return self.sectors[self.counters[unit].formation]

    def terrain_of(self, hex_: int) -> charts.TerrainRow:
        return self._terrain[hex_]

    def river_between(self, hex_: int, other: int) -> bool:
        direction = self.board.grid.direction(hex_, other)
        return direction is not None and bool(self.board.rivers[direction] >> hex_ & 1)

    @case("3.1", "8.3")
    def rifles_with(self, lost: int) -> int:
        """The rifle divisions in use when so many guards divisions and airborne corps are gone."""
        return self._rifles[lost]


def load(data: DataFolder) -> TyphoonSolitaire:
    return TyphoonSolitaire(data)
