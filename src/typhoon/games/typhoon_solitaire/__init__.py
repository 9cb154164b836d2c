"""Operation Typhoon, the solitaire game: Army Group Centre against Moscow, October to December 1941."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar, Literal

from typhoon.engine.about import About, Option, Scenario
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.chapters import chapter
from typhoon.engine.events import Event, Story, tell
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Order
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.questions import Question
from typhoon.engine.rules import Rules, Score
from typhoon.engine.seat import Player
from typhoon.engine.tidings import Fought, Tiding
from typhoon.games.typhoon_solitaire import battle, marching, movement, restoring, teams
from typhoon.games.typhoon_solitaire.air_support import AirSupport
from typhoon.games.typhoon_solitaire.annals import SolitaireAnnals
from typhoon.games.typhoon_solitaire.battle import Battle, Battles, Regroup
from typhoon.games.typhoon_solitaire.box import SolitaireBox
from typhoon.games.typhoon_solitaire.breakout import Breakout, Pockets
from typhoon.games.typhoon_solitaire.charts import SIDES
from typhoon.games.typhoon_solitaire.control import Control
from typhoon.games.typhoon_solitaire.displays import Displays
from typhoon.games.typhoon_solitaire.fire import Fire
from typhoon.games.typhoon_solitaire.generation import Generation
from typhoon.games.typhoon_solitaire.losses import ACTS as LOSSES
from typhoon.games.typhoon_solitaire.losses import AllottedByTheSystem, Allotting, Losses
from typhoon.games.typhoon_solitaire.marching import Marches, Marching
from typhoon.games.typhoon_solitaire.movement import Movement, Moving
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.prospects import SolitaireProspects
from typhoon.games.typhoon_solitaire.questions import QUESTIONS
from typhoon.games.typhoon_solitaire.setup import SettingUp, SetUp
from typhoon.games.typhoon_solitaire.stacking import Stacking
from typhoon.games.typhoon_solitaire.story import SCENES, STORY, STORY_CASES, TIDINGS
from typhoon.games.typhoon_solitaire.victory import Victory, VictoryCheck
from typhoon.hexgrid import bits
from typhoon.mechanics.setting_up import ACTS as SET_UP


@case("13.0")
class SolitaireScenario(Scenario, frozen=True):
    """What a scenario changes."""

    first_turn: int = 1
    force_modifier: int = 0
    free_stacking: bool = False
    free_sectors: bool = False
    checks_dropped: bool = False
    homes: Literal["hex", "fist"] = "hex"
    """The column of the counters that has the ready-made set-up."""


class TyphoonSolitaire(Rules[SolitairePosition], SolitaireBox):
    """The law of the game."""

    about: ClassVar[About] = About(
        id="typhoon-solitaire",
        title="Operation Typhoon (solitaire)",
        sides=SIDES,
        scenarios=(
            SolitaireScenario(
                "typhoon",
                "Operation Typhoon",
                "The historical plan: pockets first, then Moscow, from 1 October.",
            ),
            # 13.2 to 13.5
            SolitaireScenario(
                "clenched-fist",
                "Clenched Fist",
                "All mechanized units massed for one blow, a week later.",
                first_turn=2,
                force_modifier=1,
                free_stacking=True,
                free_sectors=True,
                checks_dropped=True,
                homes="fist",
            ),
        ),
        options=(
            Option(
                "losses",
                "Who allots hits",
                ("player", "system"),
                "10.6",
                "With player you choose which of your units take hits; with system the program does.",
            ),
        ),
        status="playable",
        line="The German drive on Moscow, October to December 1941, one player or a team against the system",
        teams=teams.TEAMS,
        place=2,
    )
    box_type: ClassVar[type[Box]] = SolitaireBox
    position_type: ClassVar[type[SolitairePosition]] = SolitairePosition
    stacking = chapter(Stacking)
    control = chapter(Control)
    moving = chapter(Moving)
    air_support = chapter(AirSupport)
    marches = chapter(Marches)
    generation = chapter(Generation)
    fire = chapter(Fire)
    losses = chapter(Allotting)
    battles = chapter(Battles)
    pockets = chapter(Pockets)
    victory = chapter(Victory)
    setup = chapter(SettingUp)
    shown = chapter(Displays)
    prospects = chapter(SolitaireProspects)
    annals = chapter(SolitaireAnnals)
    scenario: SolitaireScenario
    acts = (*SET_UP, *movement.ACTS, *marching.ACTS, *battle.ACTS, *LOSSES)
    changes = (AllottedByTheSystem,)
    phases = (SetUp, Movement, Marching, Battle, Losses, Breakout, VictoryCheck, Regroup)
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    scenes: ClassVar[Mapping[str, str]] = SCENES
    tidings: ClassVar[Mapping[str, Tiding]] = TIDINGS
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    case_of_sequence: ClassVar[str] = "5.2"
    case_of_end: ClassVar[str] = "5.4"
    case_of_units: ClassVar[str] = "2.3"
    case_of_sides: ClassVar[str] = "2.6"
    case_of_map: ClassVar[str] = "2.2"
    case_of_stacking: ClassVar[str] = "7.1"
    concedes: ClassVar[bool] = True
    usual_phase: ClassVar[str] = "german movement and combat"

    @case("13.2")
    def _open(self) -> None:
        self.first_turn = self.scenario.first_turn

    @case("5.1", "5.2")
    def sequence_of_play(self) -> tuple[Phase[SolitairePosition], ...]:
        return (Movement(), VictoryCheck(), Regroup())

    def date(self, turn: int) -> str:
        return self.turns[turn].date

    @case("3.1", "3.3", "13.1", "13.2")
    def start(self) -> SolitairePosition:
        pos: SolitairePosition = self.position_type(self)
        pos.turn = self.first_turn
        pos.frames = [SetUp()]
        return pos

    def complete(self, pos: SolitairePosition, told: Any) -> None:
        restoring.complete(pos, told)

    def usual_frames(self, pos: SolitairePosition) -> list[Phase[SolitairePosition]]:
        """A force that is told of is on the march."""
        frames = super().usual_frames(pos)
        return [*frames, Marching()] if pos.force and frames == [Movement()] else frames

    def fits(self, pos: SolitairePosition) -> bool:
        return restoring.fits(pos)

    def scores(self, pos: SolitairePosition) -> list[Score]:
        return self.victory.scores(pos)

    @case("4.1", "5.4")
    def finish(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Moscow has not fallen by the end of the last turn (R5)."""
        self.victory.end(pos, "Moscow has not fallen", umpire, "end of the last turn")

    @case("5.4")
    def concede(self, pos: SolitairePosition, side: str, umpire: Umpire) -> None:
        self.victory.end(pos, "the commander concedes", umpire, "conceded")

    def timings(self, pos: SolitairePosition) -> Mapping[str, tuple[Callable[[], object], int]]:
        """Of what each hex near the front would cut off, were it to change hands."""
        hexes = bits(self.grid.within(pos.german, 6) & ~pos.german)
        return {
            "pocket-detection": (lambda: [*map(partial(self.control.would_cut_off, pos), hexes)], len(hexes))
        }

    def role_of(self, pos: SolitairePosition, team: str, order: Order) -> str:
        return teams.role_of(pos, team, order)

    def fought(self, event: Event) -> Fought:
        return Fought("german", (event.facts["hex"],), text=tell(event, self).removesuffix("."))

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.typhoon_solitaire.staff import Staff

        return Staff(side, rng, manner)


LAW = TyphoonSolitaire
