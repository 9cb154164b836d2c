"""Operation Typhoon (1978): the German assault on Moscow, 15 November to 15 December 1941."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.chapters import chapter
from typhoon.engine.events import Event, Story
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Order
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Warnings
from typhoon.engine.rules import Rules, Score
from typhoon.engine.seat import Player
from typhoon.engine.throws import Throw
from typhoon.engine.tidings import Fought, Tiding
from typhoon.games.operation_typhoon import restoring, throws
from typhoon.games.operation_typhoon.air import Interdicting, Interdiction
from typhoon.games.operation_typhoon.annals import TyphoonAnnals
from typhoon.games.operation_typhoon.arrivals import Arrivals
from typhoon.games.operation_typhoon.attacks import Attacks
from typhoon.games.operation_typhoon.box import TyphoonBox
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.commitment import Commitment, Commitments
from typhoon.games.operation_typhoon.declaring import Assaults, Declaring
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.forces import Forces
from typhoon.games.operation_typhoon.going import Going
from typhoon.games.operation_typhoon.ground import Ground
from typhoon.games.operation_typhoon.guessing import Guessing
from typhoon.games.operation_typhoon.looking import Looking
from typhoon.games.operation_typhoon.movement import Marching, Movement
from typhoon.games.operation_typhoon.obligation import Obligation
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.outcomes import Outcomes
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.prospects import TyphoonProspects
from typhoon.games.operation_typhoon.questions import QUESTIONS
from typhoon.games.operation_typhoon.reaching import Reaching
from typhoon.games.operation_typhoon.retreating import Retreats
from typhoon.games.operation_typhoon.scenarios import OPTIONS, SCENARIOS, ScenarioRules, scenarios
from typhoon.games.operation_typhoon.secrets import TyphoonSecrets
from typhoon.games.operation_typhoon.setback import Losses
from typhoon.games.operation_typhoon.setup import Planning, SettingUp, SetUp
from typhoon.games.operation_typhoon.stacking import Stacking
from typhoon.games.operation_typhoon.story import STORY, STORY_CASES, TIDINGS
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.games.operation_typhoon.supply import Supply, SupplyPhase
from typhoon.games.operation_typhoon.support import Allocation, Supports
from typhoon.games.operation_typhoon.timings import timings
from typhoon.games.operation_typhoon.turn_end import TurnEnd
from typhoon.games.operation_typhoon.victory import Victory
from typhoon.games.operation_typhoon.weather import Conditions, WeatherStage
from typhoon.games.operation_typhoon.works import Works

FIRST_DAY = 15
"""15 November is the first turn."""


class OperationTyphoon(Rules[TyphoonPosition], TyphoonBox):
    """The law of the game."""

    about: ClassVar[About] = About(
        id="operation-typhoon",
        title="Operation Typhoon (1978)",
        sides=SIDES,
        scenarios=scenarios(),
        options=OPTIONS,
        status="playable",
        line="The last push on Moscow, 15 November to 15 December 1941, with untried units",
        place=3,
    )
    scenarios: ClassVar[Mapping[str, ScenarioRules]] = SCENARIOS
    box_type: ClassVar[type[Box]] = TyphoonBox
    position_type: ClassVar[type[TyphoonPosition]] = TyphoonPosition
    forces = chapter(Forces)
    conditions = chapter(Conditions)
    going = chapter(Going)
    reaching = chapter(Reaching)
    marching = chapter(Marching)
    works = chapter(Works)
    arrivals = chapter(Arrivals)
    stacking = chapter(Stacking)
    strengths = chapter(Strengths)
    supply = chapter(Supply)
    supports = chapter(Supports)
    obligation = chapter(Obligation)
    attacks = chapter(Attacks)
    assaults = chapter(Assaults)
    odds = chapter(Odds)
    combats = chapter(Combats)
    outcomes = chapter(Outcomes)
    losses = chapter(Losses)
    retreats = chapter(Retreats)
    interdicting = chapter(Interdicting)
    commitments = chapter(Commitments)
    victory = chapter(Victory)
    setup = chapter(SettingUp)
    looking = chapter(Looking)
    guessing = chapter(Guessing)
    shown = chapter(Displays)
    secrets = chapter(TyphoonSecrets)
    prospects = chapter(TyphoonProspects)
    annals = chapter(TyphoonAnnals)
    parts: ClassVar[tuple[str, ...]] = (
        "setup", "arrivals", "movement", "declaring", "support", "supply", "stacking", "resolving",
        "fighting", "air", "air_cover", "answers", "setback", "advance", "commitment", "strength",
        "looking", "secrets", "weather", "works", "reaching", "odds", "turn_end", "faces",
    )  # fmt: skip
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    tidings: ClassVar[Mapping[str, Tiding]] = TIDINGS
    questions: ClassVar[Mapping[str, Callable[..., Any]]] = QUESTIONS
    case_of_sequence: ClassVar[str] = "4.2"
    case_of_end: ClassVar[str] = "18.0"
    case_of_units: ClassVar[str] = "2.3"
    case_of_sides: ClassVar[str] = "4.1"
    case_of_map: ClassVar[str] = "3.0"
    case_of_stacking: ClassVar[str] = "7.0"
    usual_phase: ClassVar[str] = "german movement"
    second_side: ClassVar[str] = ""

    before_play: ClassVar[tuple[type[Phase[Any]], ...]] = (SetUp, Planning)
    """What can lie on the stack before the first turn."""

    scenario: ScenarioRules
    ground: Ground

    @case("18.11", "18.21", "18.31", "18.41", "18.5")
    def _open(self) -> None:
        """Play on the sheets of the scenario, for as many turns."""
        self.scenario = self.scenarios[self.scenario.id]
        self.ground = self.ground_of(self.scenario.sheets)
        self.thinking_time = 10.0 * len(self.scenario.sheets)
        self.grid = self.ground.grid
        self.last_turn = self.scenario.last_turn
        west = self.ground.key_hexes & self.ground.west
        self.held_at_start = [west, self.ground.key_hexes & ~west]

    @case("4.1", "4.2")
    def sequence_of_play(self) -> tuple[Phase[TyphoonPosition], ...]:
        return (
            WeatherStage(),
            Allocation(),  # every fourth turn
            SupplyPhase(GERMAN),
            Movement(GERMAN),
            Declaring(GERMAN),
            Interdiction(),
            SupplyPhase(SOVIET),
            Commitment(),
            Movement(SOVIET),
            Declaring(SOVIET),
            TurnEnd(),
        )

    def date(self, turn: int) -> str:
        day = FIRST_DAY + turn - 1
        return f"{day} Nov 1941" if day <= 30 else f"{day - 30} Dec 1941"

    @case("18.0", "18.12", "18.22", "18.32", "18.42", "18.5", "18.21", "18.31")
    def start(self) -> TyphoonPosition:
        pos = self.position_type(self)
        pos.frames = self.setup.frames()
        pos.uncommitted = self.forces.held_back()
        pos.arrival = self.forces.schedule()
        return pos

    @case("3.0")
    def spelt(self, order: Order) -> Order:
        """An order with one number for each hex where sheets meet (R56), and targets in their order (R79)."""
        grid = self.grid

        def proper(numbers: Sequence[str]) -> list[str]:
            return [grid.name[grid.index(number)] if number in grid else number for number in numbers]

        found: dict[str, object] = {}
        for field in order.__struct_fields__:
            told = getattr(order, field)
            if field == "path":
                found[field] = tuple(proper(told))
            elif field == "hex":
                (found[field],) = proper([told])
            elif field == "target":
                numbers = told.split("+")
                if all(number in grid for number in numbers):
                    numbers.sort(key=grid.index)
                found[field] = "+".join(proper(numbers))
        return msgspec.structs.replace(order, **found) if found else order

    def warned(self, pos: TyphoonPosition, phase: Phase[TyphoonPosition]) -> Warnings | None:
        """What a side should know before it ends a phase."""
        texts = [text for answer in self.asked("warnings") for text in answer(pos, phase)]
        return Warnings(tuple(texts)) if texts else None

    def complete(self, pos: TyphoonPosition, told: Any) -> None:
        restoring.complete(pos, told)

    def fits(self, pos: TyphoonPosition) -> bool:
        return restoring.fits(pos)

    def scores(self, pos: TyphoonPosition) -> list[Score]:
        return self.victory.scores(pos)

    def finish(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        self.victory.finish(pos, umpire)

    def throws(self, event: Event, pos: TyphoonPosition, turn: int) -> list[Throw]:
        return throws.throws_of(self, event, turn)

    def fought(self, event: Event) -> Fought:
        return throws.fought(self, event)

    def timings(self, pos: TyphoonPosition) -> Mapping[str, tuple[Callable[[], object], int]]:
        return timings(pos)

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.operation_typhoon.staff import Staff

        return Staff(side, rng, manner)

    def staff_weights(self, side: str, *, first: bool = False) -> dict[str, float]:
        from typhoon.games.operation_typhoon.staff.doctrine import FIRST, LEARNT

        return (FIRST if first else LEARNT).named(self.sides.index(side))

    def weighed_staff(self, side: str, rng: Random, weigh: Callable[[str, float], float]) -> Player | None:
        from typhoon.games.operation_typhoon.staff import Staff

        staff = self.staff(side, rng)
        assert isinstance(staff, Staff)
        staff.doctrine = staff.doctrine.weighed(self.sides.index(side), weigh)
        return staff

    def first_staff(self, side: str, rng: Random) -> Player | None:
        from typhoon.games.operation_typhoon.staff import Staff
        from typhoon.games.operation_typhoon.staff.doctrine import FIRST

        staff = self.staff(side, rng)
        assert isinstance(staff, Staff)
        staff.doctrine = FIRST
        return staff


LAW = OperationTyphoon
