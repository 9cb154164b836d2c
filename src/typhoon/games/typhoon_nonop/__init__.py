"""Typhoon! with Non-Operational HQs: the Vyazma and Bryansk pockets, 30 September to 19 October 1941."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from random import Random
from typing import Any, ClassVar

import msgspec

from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.chapters import Act, Chapter
from typhoon.engine.events import Event, Story
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Order
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.questions import Question
from typhoon.engine.rules import Rules, Score
from typhoon.engine.seat import Player
from typhoon.engine.throws import Throw
from typhoon.engine.tidings import Fought, Tiding
from typhoon.games.typhoon_nonop import air, interphase, restoring, throws
from typhoon.games.typhoon_nonop.activation import ActivateUnit
from typhoon.games.typhoon_nonop.air_war import AirWar, ReadinessPhase
from typhoon.games.typhoon_nonop.annals import NonopAnnals
from typhoon.games.typhoon_nonop.appointing import Answering, Appointing
from typhoon.games.typhoon_nonop.arrivals import ReinforcementPhase, ReplacementPhase
from typhoon.games.typhoon_nonop.attacks import Attacks, Declaration
from typhoon.games.typhoon_nonop.battle import Advancing, Battle, CombatPhase
from typhoon.games.typhoon_nonop.box import NonopBox
from typhoon.games.typhoon_nonop.bridging import Bridging, SpanRiver
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.command import (
    AllOperational,
    Command,
    EarlyDisbanding,
    EarlyRecovery,
    FreeToMove,
    MoreSides,
)
from typhoon.games.typhoon_nonop.declaring import ACTS as DECLARING
from typhoon.games.typhoon_nonop.displays import Displays
from typhoon.games.typhoon_nonop.engineering import Engineering, EngineeringPhase
from typhoon.games.typhoon_nonop.faces import BADGES, SIGNS
from typhoon.games.typhoon_nonop.garrisons import Garrisons, InForts, OutOfZones, StopInForts
from typhoon.games.typhoon_nonop.going import Terrain, Zones
from typhoon.games.typhoon_nonop.gunnery import Gunnery, Guns
from typhoon.games.typhoon_nonop.losses import LosingSteps, Losses
from typhoon.games.typhoon_nonop.marching import EndMovement, Marching, Movement, MoveUnit
from typhoon.games.typhoon_nonop.markers import Markers
from typhoon.games.typhoon_nonop.mobility import Mobility
from typhoon.games.typhoon_nonop.odds import Sum
from typhoon.games.typhoon_nonop.options import OPTIONS, PRESETS, SCENARIOS
from typhoon.games.typhoon_nonop.overrun import Entering, OverrunHex, Overruns
from typhoon.games.typhoon_nonop.panels import Panels
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.questions import QUESTIONS
from typhoon.games.typhoon_nonop.reaching import HalfAlways, OldRockets, Reaching
from typhoon.games.typhoon_nonop.reaction import Reaction, Reactions
from typhoon.games.typhoon_nonop.results import Results
from typhoon.games.typhoon_nonop.retreat import FallBack, Retreating, Retreats
from typhoon.games.typhoon_nonop.schedule import Arrivals, MorePoints, Replacements
from typhoon.games.typhoon_nonop.sealing import Ordering, Orders
from typhoon.games.typhoon_nonop.secrets import NonopSecrets
from typhoon.games.typhoon_nonop.special import InfiltrateUnit, MoveByRail, Special
from typhoon.games.typhoon_nonop.stacking import RemoveExcess, Stacking
from typhoon.games.typhoon_nonop.story import STORY, STORY_CASES, TIDINGS
from typhoon.games.typhoon_nonop.supply import Supply, SupplyPhase
from typhoon.games.typhoon_nonop.teams import TEAMS, role_of
from typhoon.games.typhoon_nonop.timings import timings
from typhoon.games.typhoon_nonop.victory import Standing, Victory
from typhoon.games.typhoon_nonop.weather import Conditions, WeatherPhase
from typhoon.games.typhoon_nonop.works import Works


class TyphoonNonop(Rules[NonopPosition], NonopBox):
    """The law of the game."""

    about: ClassVar[About] = About(
        id="typhoon-nonop",
        title="Typhoon! with Non-Operational HQs",
        sides=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        status="playable",
        line="The Vyazma and Bryansk pockets of October 1941, with headquarters that break down",
        place=5,
        teams=TEAMS,
        presets=PRESETS,
    )
    box_type: ClassVar[type[Box]] = NonopBox
    position_type: ClassVar[type[NonopPosition]] = NonopPosition
    chapters: ClassVar[Mapping[str, type[Chapter]]] = {
        "conditions": Conditions,
        "supply": Supply,
        "arrivals": Arrivals,
        "replacements": Replacements,
        "air_war": AirWar,
        "terrain": Terrain,
        "zones": Zones,
        "stacking": Stacking,
        "reaching": Reaching,
        "mobility": Mobility,
        "marching": Marching,
        "special": Special,
        "overruns": Overruns,
        "markers": Markers,
        "attacks": Attacks,
        "reactions": Reactions,
        "artillery": Guns,
        "retreat_orders": Orders,
        "odds": Sum,
        "results": Results,
        "losses": Losses,
        "retreats": Retreats,
        "works": Works,
        "bridging": Bridging,
        "engineering": Engineering,
        "garrisons": Garrisons,
        "surrender": interphase.Surrender,
        "command": Command,
        "victory": Victory,
        "prospects": Standing,
        "tables": Panels,
        "shown": Displays,
        "secrets": NonopSecrets,
        "annals": NonopAnnals,
    }
    conditions: Conditions
    supply: Supply
    arrivals: Arrivals
    replacements: Replacements
    air_war: AirWar
    terrain: Terrain
    zones: Zones
    stacking: Stacking
    reaching: Reaching
    mobility: Mobility
    marching: Marching
    special: Special
    overruns: Overruns
    markers: Markers
    attacks: Attacks
    reactions: Reactions
    artillery: Guns
    retreat_orders: Orders
    odds: Sum
    results: Results
    losses: Losses
    retreats: Retreats
    works: Works
    bridging: Bridging
    engineering: Engineering
    garrisons: Garrisons
    surrender: interphase.Surrender
    command: Command
    victory: Victory
    tables: Panels
    shown: Displays
    secrets: NonopSecrets
    annals: NonopAnnals
    acts: ClassVar[tuple[type[Act[Any, Any, Any]], ...]] = (
        EndMovement, ActivateUnit, MoveUnit, InfiltrateUnit, MoveByRail, OverrunHex, SpanRiver, *DECLARING,
    )  # fmt: skip
    changes: ClassVar[tuple[type[Chapter], ...]] = (
        MoreSides,
        AllOperational,
        FreeToMove,
        EarlyRecovery,
        EarlyDisbanding,
        InForts,
        StopInForts,
        OutOfZones,
        MorePoints,
        HalfAlways,
        OldRockets,
    )
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        WeatherPhase,
        SupplyPhase,
        ReplacementPhase,
        ReinforcementPhase,
        ReadinessPhase,
        air.InterdictionPhase,
        air.Placing,
        air.OverHexes,
        air.Roles,
        air.Initiative,
        air.Pairing,
        air.Aftermath,
        Movement,
        RemoveExcess,
        Entering,
        Declaration,
        Reaction,
        Answering,
        Appointing,
        Gunnery,
        Ordering,
        CombatPhase,
        Battle,
        LosingSteps,
        Retreating,
        Advancing,
        EngineeringPhase,
        interphase.Interphase,
        interphase.Surrendering,
        interphase.Recovery,
        interphase.Closing,
    )
    story: ClassVar[Story] = STORY
    story_cases: ClassVar[Mapping[str, str]] = STORY_CASES
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    tidings: ClassVar[Mapping[str, Tiding]] = TIDINGS
    badges: ClassVar[Mapping[str, str]] = BADGES
    signs: ClassVar[Mapping[str, str]] = SIGNS
    case_of_sequence: ClassVar[str] = "B4.1"
    case_of_end: ClassVar[str] = "B24.5"
    case_of_units: ClassVar[str] = "B2.1"
    case_of_sides: ClassVar[str] = "B4.1"
    case_of_map: ClassVar[str] = "B10.10"
    usual_phase: ClassVar[str] = "german movement"
    thinking_time = 20.0
    die: ClassVar[int] = 10
    provenance: ClassVar[str] = (
        "The variant's figures are printed; those of the game under it, tables and strengths, are our own"
    )
    second_side: ClassVar[str] = ""  # the badges say it
    attacks_of: tuple[int, ...]
    """For each step of the turn the side that attacks, or is about to."""
    attackers: tuple[int, ...]
    """For each step the units that attack, or are about to; none once their combats are over."""

    @case("B25.1", "B25.6")
    def _open(self) -> None:
        row = self.scenario_rows[self.scenario.id]
        self.first_turn, self.last_turn = row.first_turn, row.last_turn
        self.tints = {side: sorted({c.army for c in self.counters if c.side == side}) for side in SIDES}

    @case("B4.1")
    def sequence_of_play(self) -> tuple[Phase[NonopPosition], ...]:
        """The nineteen steps of a turn."""
        self.attacks_of = (GERMAN,) * 12 + (SOVIET,) * 7
        german, soviet = [self.units_of[side] for side in (GERMAN, SOVIET)]
        self.attackers = (german,) * 10 + (0,) * 2 + (soviet,) * 4 + (0,) * 3
        return (
            WeatherPhase(),
            SupplyPhase(),
            ReplacementPhase(),
            ReinforcementPhase(),
            ReadinessPhase(),
            air.InterdictionPhase(),
            Movement(GERMAN),
            Declaration(GERMAN),
            Reaction(SOVIET),
            CombatPhase(GERMAN),
            Movement(GERMAN, motorized=True),
            EngineeringPhase(GERMAN),
            Movement(SOVIET, motorized=True),
            Declaration(SOVIET),
            Reaction(GERMAN),
            CombatPhase(SOVIET),
            Movement(SOVIET),
            EngineeringPhase(SOVIET),
            interphase.Interphase(),
        )

    def date(self, turn: int) -> str:
        day = date.fromisoformat(self.turns[turn].first_day)
        return f"{day.day} {day:%b} 1941"

    @case("B14.1")
    def whose_turn(self, phase: str) -> str:
        """A side reacts in the turn of the other."""
        side = super().whose_turn(phase)
        return SIDES[1 - SIDES.index(side)] if side and phase.endswith(" reaction") else side

    @case("B25.1", "B9.1", "22.2.3 scenario")
    def start(self) -> NonopPosition:
        pos: NonopPosition = self.position_type(self)
        pos.nonop = self.command.nonop_at_start()
        for unit, counter in enumerate(self.counters):
            if counter.hex and not counter.turn:
                pos.place(unit, self.grid.index(counter.hex))
        pos.arrivals = self.arrivals.scheduled()
        pos.garrison = self.garrisons.at_start(pos)
        for side in (GERMAN, SOVIET):
            pos.control[side] = pos.control[side] & ~pos.manned[1 - side] | pos.manned[side]
        return pos

    def spelt(self, order: Order) -> Order:
        """An order with its units in the order of the counters, where they retreat together."""
        if isinstance(order, FallBack) and all(name in self.unit_number for name in order.units):
            return msgspec.structs.replace(order, units=self.names_of(self.units(order.units)))
        return order

    def complete(self, pos: NonopPosition, told: Any) -> None:
        restoring.complete(pos, told)

    def fits(self, pos: NonopPosition) -> bool:
        return restoring.fits(pos)

    def scores(self, pos: NonopPosition) -> list[Score]:
        return self.victory.scores(pos)

    def evaluate(self, pos: NonopPosition, side: str) -> float:
        return self.victory.value(pos, side)

    def finish(self, pos: NonopPosition, umpire: Umpire) -> None:
        self.victory.finish(pos, umpire)

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.typhoon_nonop.staff import Staff

        return Staff(side, rng, manner)

    def throws(self, event: Event, pos: NonopPosition, turn: int) -> list[Throw]:
        return throws.throws_of(self, event)

    def fought(self, event: Event) -> Fought:
        return throws.fought(self, event)

    def role_of(self, pos: NonopPosition, team: str, order: Order) -> str:
        return role_of(pos, team, order)

    def timings(self, pos: NonopPosition) -> Mapping[str, tuple[Callable[[], object], int]]:
        return timings(pos)


LAW = TyphoonNonop
