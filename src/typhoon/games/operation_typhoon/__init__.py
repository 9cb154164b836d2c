"""Operation Typhoon (1978): the German assault on Moscow, 15 November to 15 December 1941."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.data import DataFolder
from typhoon.engine.display import Line, Overlay, Panel
from typhoon.engine.events import Event, Story
from typhoon.engine.face import CounterFace
from typhoon.engine.luck import Throw
from typhoon.engine.orders import Advance, Attack, Chooser, Eliminate, End, Move, Order, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.rules import About, Score
from typhoon.engine.seat import Player
from typhoon.games.operation_typhoon import displays, luck, secrets, snapshot, victory
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.air import Interdict, Interdiction
from typhoon.games.operation_typhoon.air_cover import AirCover
from typhoon.games.operation_typhoon.answers import Defend, Defending, Evade, Evading, Stand
from typhoon.games.operation_typhoon.arrivals import Divert, Enter, Exit
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.checks import check
from typhoon.games.operation_typhoon.commitment import (
    Commit,
    Commitment,
    Committing,
    Recall,
    Recalling,
    Rolling,
)
from typhoon.games.operation_typhoon.components import Components
from typhoon.games.operation_typhoon.declaring import Air, Assault, Cancel, Declaring, Propose
from typhoon.games.operation_typhoon.faces import BADGES, faces, portrait
from typhoon.games.operation_typhoon.fighting import Fighting
from typhoon.games.operation_typhoon.hedgehogs import Hedgehog
from typhoon.games.operation_typhoon.movement import Movement, Rail, Strategic
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolve, Resolving
from typhoon.games.operation_typhoon.restoring import restore
from typhoon.games.operation_typhoon.scenarios import OPTIONS, SCENARIOS, scenarios
from typhoon.games.operation_typhoon.sequence import TurnEnd, sequence_of_play
from typhoon.games.operation_typhoon.setback import Lose, Setback, Toll, Withdraw
from typhoon.games.operation_typhoon.setup import ChoosePlan, Deploy, Planning, SetUp
from typhoon.games.operation_typhoon.stacking import RemoveExcess
from typhoon.games.operation_typhoon.story import STORY, STORY_CASES
from typhoon.games.operation_typhoon.supply import SupplyPhase
from typhoon.games.operation_typhoon.support import Allocate, Allocation, Support, Supporting
from typhoon.games.operation_typhoon.timings import timings
from typhoon.games.operation_typhoon.weather import WeatherStage
from typhoon.games.operation_typhoon.wording import with_proper_hexes

ABOUT = About(
    id="operation-typhoon",
    title="Operation Typhoon (1978)",
    sides=SIDES,
    scenarios=scenarios(),
    options=OPTIONS,
    status="playable",
    line="The last push on Moscow, 15 November to 15 December 1941, with untried units",
)

FIRST_DAY = 15
"""15 November is the first turn."""


class OperationTyphoon(Components):
    """The game, and how it answers the engine."""

    about: ClassVar[About] = ABOUT
    newest: ClassVar[int] = 2
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        Planning,
        SetUp,
        WeatherStage,
        Allocation,
        Supporting,
        SupplyPhase,
        Movement,
        RemoveExcess,
        Declaring,
        AirCover,
        Resolving,
        Fighting,
        Defending,
        Evading,
        Setback,
        Toll,
        Advancing,
        Interdiction,
        Commitment,
        Rolling,
        Committing,
        Recalling,
        TurnEnd,
    )
    order_kinds: ClassVar[tuple[type[Order], ...]] = (
        ChoosePlan,
        Deploy,
        Place,
        Allocate,
        Support,
        Move,
        Strategic,
        Rail,
        Enter,
        Divert,
        Exit,
        Hedgehog,
        Eliminate,
        Assault,
        Attack,
        Cancel,
        Air,
        Propose,
        Resolve,
        Defend,
        Evade,
        Stand,
        Lose,
        Withdraw,
        Advance,
        Interdict,
        Commit,
        Recall,
        End,
    )
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    case_of_sequence: ClassVar[str] = "4.2"
    case_of_end: ClassVar[str] = "18.0"
    secrets: ClassVar[bool] = True
    second_side: ClassVar[str] = ""
    badges: ClassVar[Mapping[str, str]] = BADGES
    last_turn = max(scenario.last_turn for scenario in SCENARIOS.values())

    def __init__(self, data: DataFolder) -> None:
        super().__init__(data)
        self.sequence = sequence_of_play()
        check(self)

    # The engine's questions

    def date(self, turn: int) -> str:
        day = FIRST_DAY + turn - 1
        return f"{day} Nov 1941" if day <= 30 else f"{day - 30} Dec 1941"

    @case("18.0", "18.12", "18.22", "18.32", "18.42", "18.5", "18.21", "18.31")
    def start(self, scenario: str, options: Mapping[str, str]) -> TyphoonPosition:
        pos = TyphoonPosition(self, scenario, dict(options))
        pos.frames = [SetUp(SOVIET), SetUp(GERMAN)]  # the German player sets up first
        if pos.scenario.plans:
            pos.frames.append(Planning())
        pos.uncommitted = self.held_back(pos.scenario)
        pos.arrival = self.arrivals(pos.scenario)
        pos.control = [pos.ground.key_hexes & pos.ground.west, pos.ground.key_hexes & ~pos.ground.west]
        return pos

    def spelt(self, pos: TyphoonPosition, order: Order) -> Order:
        return with_proper_hexes(pos, order)

    def snapshot(self, pos: TyphoonPosition) -> dict[str, Any]:
        return snapshot.take(pos)

    def restore(self, data: Mapping[str, Any], options: Mapping[str, str]) -> TyphoonPosition:
        return restore(self, data, options)

    def redact(self, snapshot: dict[str, Any], side: str) -> dict[str, Any]:
        return secrets.redact(self, snapshot, side)

    def guess(self, snapshot: dict[str, Any], rng: Chooser) -> dict[str, Any]:
        return secrets.guess(self, snapshot, rng)

    def timings(self, pos: TyphoonPosition) -> Mapping[str, tuple[Callable[[], object], int]]:
        return timings(pos)

    def scores(self, pos: TyphoonPosition) -> list[Score]:
        return victory.scores(pos)

    def faces(self, pos: TyphoonPosition, side: str = "") -> list[CounterFace]:
        return faces(pos, side)

    def portrait(self, unit: str) -> CounterFace | None:
        return portrait(self, self.unit_number[unit])

    def panels(self, pos: TyphoonPosition, side: str = "") -> list[Panel]:
        return displays.panels(pos, side)

    def overlays(self, pos: TyphoonPosition, side: str = "") -> list[Overlay]:
        return displays.overlays(pos, side)

    def extent(self, scenario: str) -> list[str] | None:
        """One sheet, or all of them."""
        sheets = SCENARIOS[scenario].sheets
        if len(sheets) == len(self.board.file.sheets):
            return None
        grid = self.ground(sheets).grid
        return grid.numbers(grid.all)

    def line(self, pos: TyphoonPosition, unit: str, side: str = "") -> Line | None:
        return displays.line(pos, unit, side)

    def throws(self, event: Event, pos: TyphoonPosition, turn: int) -> list[Throw]:
        return luck.throws(self, event, pos, turn)

    def veil(self, event: Event, pos: TyphoonPosition, side: str, *, past: bool = False) -> Event | None:
        return secrets.veil(event, side, on_record=past and self.forgets(pos))

    @case("18.11", "18.21", "18.31", "18.41", "18.5")
    def last_turn_of(self, pos: TyphoonPosition) -> int:
        return pos.scenario.last_turn

    @case("8.44")
    def forgets(self, pos: TyphoonPosition) -> bool:
        return pos.options["intelligence"] == "strict" and pos.options["strengths"] == "drawn"

    def next_phase(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        if pos.step + 1 == len(self.sequence) and pos.turn == pos.scenario.last_turn:
            victory.finish(pos, umpire)
            return
        super().next_phase(pos, umpire)

    def finish(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        victory.finish(pos, umpire)

    def staff(self, side: str, rng: Random) -> Player | None:
        from typhoon.games.operation_typhoon.staff import Staff

        return Staff(side, rng)


def load(data: DataFolder) -> OperationTyphoon:
    return OperationTyphoon(data)
