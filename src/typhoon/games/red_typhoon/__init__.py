"""Red Typhoon: the Soviet winter counter-offensive in front of Moscow, January to March 1942."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from typhoon.engine.about import About, Option, Scenario
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.chapters import chapter
from typhoon.engine.events import Event, Story
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.questions import Question
from typhoon.engine.rules import Rules, Score
from typhoon.engine.seat import Player
from typhoon.engine.tidings import Fought, Tiding
from typhoon.games.red_typhoon import restoring
from typhoon.games.red_typhoon.activation import Activation, ActivationPoints
from typhoon.games.red_typhoon.annals import RedAnnals
from typhoon.games.red_typhoon.box import RedBox
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.combat import Battles, Combat
from typhoon.games.red_typhoon.control import Control
from typhoon.games.red_typhoon.displays import Displays
from typhoon.games.red_typhoon.front import Front
from typhoon.games.red_typhoon.isolation import Isolation
from typhoon.games.red_typhoon.movement import Marches, Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.prospects import RedProspects
from typhoon.games.red_typhoon.questions import QUESTIONS
from typhoon.games.red_typhoon.recovery import Recovery
from typhoon.games.red_typhoon.reinforcements import Airborne, Partisans, Reinforcements, Withdrawal
from typhoon.games.red_typhoon.results import Results
from typhoon.games.red_typhoon.retreat import Retreats
from typhoon.games.red_typhoon.setup import FIXED, SettingUp
from typhoon.games.red_typhoon.stacking import Stacking
from typhoon.games.red_typhoon.story import STORY, STORY_CASES, TIDINGS
from typhoon.games.red_typhoon.victory import Victory


class RedTyphoon(Rules[RedPosition], RedBox):
    """The law of the game."""

    about: ClassVar[About] = About(
        id="red-typhoon",
        title="Red Typhoon",
        sides=SIDES,
        scenarios=(
            Scenario(FIXED, "Fixed deployment", "Every unit where history had it on 5 January 1942."),
            Scenario("flexible", "Flexible deployment", "Both sides set up freely within their areas."),
        ),
        options=(
            Option(
                "first-shock-army",
                "Formation of the 1st Shock Army",
                ("WR", "WL"),
                "3.2",
                "With WR it fights with the right wing of the Western Front. With WL, in the flexible "
                "deployment and if both players agree, with the left wing; that costs 1 victory point.",
            ),
            Option(
                "partisans",
                "Orders for partisans",
                ("WL", "free"),
                "12.0",
                "With WL partisans act by the orders of the Western Front's left wing; with free they act "
                "without points.",
            ),
        ),
        status="playable",
        line="The Soviet winter counter-offensive before Moscow, January to March 1942",
        place=1,
    )
    box_type: ClassVar[type[Box]] = RedBox
    position_type: ClassVar[type[RedPosition]] = RedPosition
    stacking = chapter(Stacking)
    activation = chapter(Activation)
    marches = chapter(Marches)
    battles = chapter(Battles)
    results = chapter(Results)
    retreats = chapter(Retreats)
    isolation = chapter(Isolation)
    controlling = chapter(Control)
    reinforcements = chapter(Reinforcements)
    victory = chapter(Victory)
    setup = chapter(SettingUp)
    front_line = chapter(Front)
    shown = chapter(Displays)
    prospects = chapter(RedProspects)
    annals = chapter(RedAnnals)
    parts: ClassVar[tuple[str, ...]] = (
        "setup", "movement", "combat", "results", "retreat", "advance", "reinforcements", "activation",
        "stacking", "recovery", "victory",
    )  # fmt: skip
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    tidings: ClassVar[Mapping[str, Tiding]] = TIDINGS
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    case_of_sequence: ClassVar[str] = "5.0"
    case_of_end: ClassVar[str] = "4.1"
    case_of_units: ClassVar[str] = "2.2"
    case_of_sides: ClassVar[str] = "5.0"
    case_of_map: ClassVar[str] = "2.1"
    case_of_stacking: ClassVar[str] = "7.0"
    usual_phase: ClassVar[str] = "soviet movement"
    tells_scenario: ClassVar[bool] = False
    second_side: ClassVar[str] = "disrupted"
    results_from_worst: ClassVar[tuple[str, ...]] = ("AL", "AR", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE")

    @case("3.2")
    def _open(self) -> None:
        """Of the two counters of 1S one stays in the box."""
        unused = "S-1S-WL" if self.options["first-shock-army"] == "WR" else "S-C-01"
        self.unused = 1 << self.unit_number[unused]

    @case("5.0")
    def sequence_of_play(self) -> tuple[Phase[RedPosition], ...]:
        return (
            ActivationPoints(SOVIET),
            Movement(SOVIET),
            Combat(SOVIET),
            Withdrawal(),  # turns 4-9
            Airborne(),  # turns 4-7
            Partisans(),  # turns 4-6
            Recovery(SOVIET),
            ActivationPoints(GERMAN),
            Movement(GERMAN),
            Combat(GERMAN),
            Recovery(GERMAN),
        )

    def date(self, turn: int) -> str:
        return self.dates[turn]

    @case("3.1")
    def start(self) -> RedPosition:
        pos: RedPosition = self.position_type(self)
        self.setup.begin(pos)
        return pos

    def complete(self, pos: RedPosition, told: Any) -> None:
        restoring.complete(pos, told)

    def fits(self, pos: RedPosition) -> bool:
        return restoring.fits(pos)

    def scores(self, pos: RedPosition) -> list[Score]:
        return self.victory.scores(pos)

    def finish(self, pos: RedPosition, umpire: Umpire) -> None:
        self.victory.finish(pos, umpire)

    def fought(self, event: Event) -> Fought:
        return self.battles.fought(event, self.results_from_worst)

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.red_typhoon.staff import Staff

        return Staff(side, rng, manner)

    def first_staff(self, side: str, rng: Random) -> Player | None:
        from typhoon.games.red_typhoon.staff.first import FirstStaff

        return FirstStaff(side, rng)


LAW = RedTyphoon
