"""The law of a game as chosen: one value for a game, its charts and version, a scenario and the options."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import msgspec

from typhoon.engine.about import About, Scenario
from typhoon.engine.annals import Annals
from typhoon.engine.box import Box
from typhoon.engine.chapters import Act, Chapter, Declared, changes_in, in_force, is_on, phases_in
from typhoon.engine.columns import tell
from typhoon.engine.events import Story
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.names import Names
from typhoon.engine.naming import Naming
from typhoon.engine.orders import Chooser, Concede, Order
from typhoon.engine.phase import P, Phase, Umpire
from typhoon.engine.prospects import Prospects
from typhoon.engine.questions import QUESTIONS, Question
from typhoon.engine.restoring import restore
from typhoon.engine.ruling import ImpossiblePosition, Ruling
from typhoon.engine.secrets import Secrets
from typhoon.engine.shown import Shown
from typhoon.engine.tidings import Fought, Part, Tiding

if TYPE_CHECKING:
    from random import Random

    from typhoon.engine.display import Overlay, Panel, SupplyLine
    from typhoon.engine.events import Event
    from typhoon.engine.face import CounterFace
    from typhoon.engine.seat import Player
    from typhoon.engine.throws import Throw


class Score(msgspec.Struct, frozen=True):
    """Victory points and what they come from."""

    side: str
    points: float
    text: str
    case: str
    key: str = ""
    """What they come from, for programs: a hex number, or a word that does not change."""


class Rules(Naming, Box, Generic[P]):
    """A law: the box opened, and what was chosen.

    A variant derives from the law it varies and says only what it adds: phases, acts, changes, events.
    """

    about: ClassVar[About]
    box_type: ClassVar[type[Box]]
    position_type: ClassVar[type[Any]]
    chapters: ClassVar[Mapping[str, type[Chapter]]] = {
        "secrets": Secrets,
        "shown": Shown,
        "prospects": Prospects,
        "annals": Annals,
    }
    """The chapters of the law, by the name it holds them under."""
    acts: ClassVar[tuple[type[Act[Any, Any, Any]], ...]] = ()
    """What can be done, phase by phase, in the order in which it is offered."""
    changes: ClassVar[tuple[type[Chapter], ...]] = ()
    """What options, variants and later versions change; each is laid over those before it."""
    own_changes: ClassVar[tuple[type[Chapter], ...]] = ()
    """Those of them that are not inherited."""
    stands_on: ClassVar[tuple[int, ...]] = (1,)
    """For each version of a variant, the version of the game below that it stands on; the last holds on."""
    _first_chapters: ClassVar[Mapping[str, type[Chapter]]] = chapters
    """The chapters as they were first declared, by the game at the bottom."""
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = ()
    """Every kind of frame that can lie on the phase stack."""
    verbs: ClassVar[Mapping[str, type[Order]]] = {}
    """Every order of the game by its verb, whatever is switched on: what the phases and the acts take."""
    order_kinds: ClassVar[tuple[type[Order], ...]] = ()
    story: ClassVar[Story] = {}
    story_cases: ClassVar[Mapping[str, str]] = {}
    """The case behind each kind of event."""
    case_of_sequence: ClassVar[str]
    """The case that an order out of its turn offends."""
    case_of_end: ClassVar[str]
    """The case that ends the game."""
    concedes: ClassVar[bool] = False
    """Whether a side may give the game up."""
    usual_phase: ClassVar[str]
    """The phase of a position that names none."""
    tells_scenario: ClassVar[bool] = True
    """Whether snapshots name the scenario."""
    scenes: ClassVar[Mapping[str, str]] = {}
    """Kinds of events that tell a battle step by step, and what each is in it: it opens with ``muster``
    and closes with ``end``; between them there is ``fire``, ``loss`` and ``round``; after it ``pocket``
    and ``gain``."""
    tidings: ClassVar[Mapping[str, Tiding]] = {}
    """What kinds of events mean to whoever follows the game or looks back on it."""
    thinking_time: float = 10.0
    """Seconds that a computer player who thinks long takes for a player-turn when nobody says how long."""
    die: ClassVar[int] = 6
    """How many sides the dice of the game have."""
    provenance: ClassVar[str] = ""
    """Whose figures are played with, where they are not all printed ones."""
    second_side: ClassVar[str] = "reduced"
    """What a counter is that shows its second side."""
    badges: ClassVar[Mapping[str, str]] = {}
    """What the badges on counters mean."""
    signs: ClassVar[Mapping[str, str]] = {}
    """What the signs that lie in hexes mean, by their kinds."""
    results_from_worst: ClassVar[tuple[str, ...]] = ()
    """Combat results from the attacker's worst to his best, for telling luck."""
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    """What can be asked of a position, by name."""

    scenario: Any
    """What the scenario changes."""
    options: Mapping[str, str]
    version: int
    """The version that is played: the newest, or the one that an old game was begun under."""
    on: frozenset[str]
    """The switches that are on."""
    sequence: tuple[Phase[P], ...]
    """The phases of a turn, in order."""
    first_turn: int = 1
    last_turn: int
    held_at_start: list[int]
    """The hexes that each side holds before the first turn, where that is kept."""
    secrets: Secrets
    shown: Shown
    prospects: Prospects
    annals: Annals

    parts: ClassVar[tuple[str, ...]] = ()
    """Modules of its package: their changes and phases are its own, those of later ones on top, and so are
    their ``ACTS``, their ``STORY``, by events their cases and words, their ``SIGNS`` and their ``BADGES``."""

    _ADDED: ClassVar[tuple[str, ...]] = (
        "chapters", "acts", "changes", "phases", "story", "story_cases", "scenes", "tidings",
        "badges", "signs", "questions",
    )  # fmt: skip

    def __init_subclass__(cls, **arguments: Any) -> None:
        """What a class declares is added to what it inherits, so that nobody repeats a list."""
        super().__init_subclass__(**arguments)
        if parts := cls.__dict__.get("parts"):
            cls._take_in([import_module(f"{cls.__module__}.{part}") for part in parts])
        cls.own_changes = cls.__dict__.get("changes", ())
        if declared := {name: each.kind for name, each in vars(cls).items() if isinstance(each, Declared)}:
            cls.chapters = declared
        for name in declared:  # left on the class, they would make every look at a chapter slower
            delattr(cls, name)
        cls._first_chapters = {**cls.__dict__.get("chapters", {}), **cls._first_chapters}
        for name in Rules._ADDED:
            own = cls.__dict__.get(name)
            if own is not None:
                inherited = getattr(super(cls, cls), name)
                setattr(cls, name, {**inherited, **own} if isinstance(own, Mapping) else (*inherited, *own))
        kinds = [kind for phase in cls.phases for kind in phase.takes]
        kinds += [act.kind for act in (*cls.acts, *cls._added_acts())]
        kinds += [Concede] if cls.concedes else []
        cls.verbs = {kind.verb: kind for kind in kinds}
        cls.order_kinds = tuple(cls.verbs.values())

    @classmethod
    def _take_in(cls, parts: Iterable[ModuleType]) -> None:
        """Declare what modules hold."""

        def words(name: str) -> dict[str, Any]:
            return {key: said for part in parts for key, said in getattr(part, name, {}).items()}

        cls.acts = tuple([act for part in parts for act in getattr(part, "ACTS", ())])
        cls.changes = tuple([change for part in parts for change in changes_in(part)])
        cls.phases = tuple([phase for part in parts for phase in phases_in(part)])
        cls.signs, cls.badges = words("SIGNS"), words("BADGES")
        if story := words("STORY"):
            cls.story = {kind: told for kind, (_, told) in story.items()}
            cls.story_cases = {kind: case for kind, (case, _) in story.items()}

    def __init__(self, box: Box, scenario: Scenario, options: Mapping[str, str], version: int) -> None:
        self.__dict__.update(box.__dict__)
        self.scenario, self.options, self.version = scenario, options, version
        self.on = self.switches()
        self._open()
        for name, kind in self.chapters.items():
            setattr(self, name, in_force(kind, self.changes, self.on, self._first_chapters[name])(self))
        self._answers: dict[str, tuple[Callable[..., Any], ...]] = {}
        acts = [self._act_in_force(act)(self) for act in (*self.acts, *self._new_acts())]
        self._acts: dict[type[Phase[Any]], dict[type[Order], Act[Any, Any, Any]]] = {
            phase: {act.kind: act for act in acts if issubclass(phase, act.phase)} for phase in self.phases
        }
        self.sequence = self.sequence_of_play()

    def _act_in_force(self, act: type[Act[Any, Any, Any]]) -> type[Act[Any, Any, Any]]:
        first = next((known for known in self.acts if issubclass(act, known)), act)
        return in_force(act, self.changes, self.on, first)

    def _open(self) -> None:
        """Take out of the box what the scenario needs; called before there are chapters."""

    @classmethod
    def _added_acts(cls) -> list[type[Act[Any, Any, Any]]]:
        """Changes that are new things to do, not another way of doing an old one."""
        acts = [c for c in cls.changes if issubclass(c, Act) and hasattr(c, "kind")]
        return [act for act in acts if not any(issubclass(act, known) for known in cls.acts)]

    def _new_acts(self) -> list[type[Act[Any, Any, Any]]]:
        return [act for act in self._added_acts() if is_on(act, self.on)]

    def switches(self) -> frozenset[str]:
        """What is on: ``option=value`` for each option, its name when it is ``yes``, and the changes of
        versions up to this one.  An option of a group, ``group.name``, also goes by its name alone."""
        found = {
            change.turns[0].switch
            for law, version in self.versions(self.version)
            for change in law.own_changes
            if 0 < change.since <= version
        }
        for name, value in self.options.items():
            found.add(f"{name}={value}")
            if value == "yes":
                found |= {name, name.rpartition(".")[2]}
        return frozenset(found)

    def asked(self, question: str) -> tuple[Callable[..., Any], ...]:
        """The answers to what all chapters are asked, and each change of them for itself, the lowest first.

        So none passes it on; the default, the lowest of all, is left out.
        """
        found = self._answers.get(question)
        if found is None:
            chapters = [getattr(self, name) for name in self.chapters]
            layers = [(c, [k for k in reversed(type(c).__mro__) if question in vars(k)]) for c in chapters]
            answers = [vars(kind)[question].__get__(c) for c, kinds in layers for kind in kinds[1:]]
            found = self._answers[question] = tuple(answers)
        return found

    @classmethod
    def versions(cls, version: int) -> Iterator[tuple[type[Rules[Any]], int]]:
        """The law and those that it varies, the uppermost first, each with its version."""
        for kind in cls.__mro__:
            if issubclass(kind, Rules) and "about" in kind.__dict__:
                yield kind, version
                below = kind.__dict__.get("stands_on", (1,))
                version = below[min(version, len(below)) - 1]

    @classmethod
    def checked_options(cls, options: Mapping[str, str]) -> dict[str, str]:
        """All options, the usual ones for those not given; ``ValueError`` names a wrong one."""
        return cls.about.checked_options(options)

    # What a game must say

    @abstractmethod
    def sequence_of_play(self) -> tuple[Phase[P], ...]:
        """The phases of a turn, in order."""

    @abstractmethod
    def start(self) -> P:
        """The position before the first order."""

    @abstractmethod
    def scores(self, pos: P) -> list[Score]:
        """Victory points as they stand."""

    @abstractmethod
    def finish(self, pos: P, umpire: Umpire) -> None:
        """Decide the game after its last turn."""

    def evaluate(self, pos: P, side: str) -> float:
        """What a position is worth to a side: the margin of victory that it may expect, in points."""
        return self.prospects.margin(pos, side)

    def complete(self, pos: P, told: Any) -> None:
        """Fill in what a snapshot left out, and refuse what cannot be."""

    def usual_frames(self, pos: P) -> list[Phase[P]]:
        """The frames of a position that tells of none: the phase alone, or the set-up from its beginning."""
        return [self.sequence[pos.step]] if pos.step >= 0 else self.start().frames

    def fits(self, pos: P) -> bool:
        """Whether the frames of a position belong to the phase that is going on."""
        return pos.step < 0 or pos.frames[0] == self.sequence[pos.step]

    def concede(self, pos: P, side: str, umpire: Umpire) -> None:
        """End the game because a side gives it up; for games that have the order ``Concede``."""
        raise AttributeError(f"nobody concedes {self.about.id}")

    def date(self, turn: int) -> str:
        """The date of a turn."""
        return ""

    def whose_turn(self, phase: str) -> str:
        """The side in whose part of the turn a phase lies; empty where it is nobody's."""
        return next((side for side in self.sides if phase.startswith(f"{side} ")), "")

    def spelt(self, order: Order) -> Order:
        """An order out of a text with the proper name of everything, where things have several names."""
        return order

    def throws(self, event: Event, pos: P, turn: int) -> list[Throw]:
        """What was luck in an event of a turn, where the game tells luck from its events."""
        return []

    def tiding(self, event: Event) -> Part:
        """What an event means."""
        tiding = self.tidings.get(event.kind, "")
        return tiding(event.facts) if callable(tiding) else tiding

    def fought(self, event: Event) -> Fought:
        """The attack that an event tells of, for games that have such events."""
        raise AttributeError(f"nobody fights in {self.about.id}")

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        """A computer player that knows the game; None when there is none yet."""
        return None

    def first_staff(self, side: str, rng: Random) -> Player | None:
        """The staff as it was at first, for games that have a better one since."""
        return self.staff(side, rng)

    def staff_weights(self, side: str, *, first: bool = False) -> dict[str, float]:
        """What the staff makes of what it sees, by name, or what it made of it at first."""
        return {}

    def weighed_staff(self, side: str, rng: Random, weigh: Callable[[str, float], float]) -> Player | None:
        """The staff with other weights: each as it is made out of its name and value."""
        return None

    def bid(self, rng: Chooser) -> int:
        """What a computer player bids before the game, where players bid."""
        return 0

    def timings(self, pos: P) -> Mapping[str, tuple[Callable[[], object], int]]:
        """Parts of the rules worth timing: for each an action, and how often it does the thing."""
        return {}

    def role_of(self, pos: P, team: str, order: Order) -> str:
        """The role of a team that an order is for; empty when any of them may give it."""
        return ""

    # What is shown, and what is secret, as the chapters have it

    def faces(self, pos: P, side: str = "") -> list[CounterFace]:
        return self.shown.faces(pos, side)

    def panels(self, pos: P, side: str = "") -> list[Panel]:
        return self.shown.panels(pos, side)

    def overlays(self, pos: P, side: str = "") -> list[Overlay]:
        return self.shown.overlays(pos, side)

    def front(self, pos: P, side: str = "") -> list[tuple[str, str]] | None:
        return self.shown.front(pos, side)

    def portrait(self, unit: str) -> CounterFace | None:
        return self.shown.portrait(unit)

    def line(self, pos: P, unit: str, side: str = "") -> SupplyLine | None:
        return self.shown.line(pos, unit, side)

    def veil(self, event: Event, pos: P, side: str, *, past: bool = False) -> Event | None:
        return self.secrets.veil(event, pos, side, past=past)

    def forgets(self, pos: P) -> bool:
        return self.secrets.forgets(pos)

    # Positions in words

    @cached_property
    def names(self) -> Names:
        """What people call units and places."""
        return Names.of(self)

    def describe(self, hex_: int) -> str:
        """A hex for people: its number, and its name where it has one."""
        number = self.grid.name[hex_]
        return self.board.describe(self.board.grid.index(number), number)

    def snapshot(self, pos: P, side: str | None = None) -> dict[str, Any]:
        """A position in words, or what a side may know of it; what is as usual is left out."""
        return tell(pos, side)

    def restore(self, snapshot: Mapping[str, Any], *, of_a_view: bool = False) -> P:
        """The position that a snapshot tells of, or ``ImpossiblePosition`` with the reason.

        Only that of a view may leave out what somebody may not know.
        """
        pos: P = restore(self, snapshot)
        if not of_a_view and (missing := self.secrets.untold(pos)):
            raise ImpossiblePosition(missing)
        return pos

    def hex_in_words(self, where: str, number: str) -> int:
        """A hex that a snapshot names."""
        if number not in self.grid:
            raise ImpossiblePosition(f"{where}: there is no hex {number} on the map")
        return self.grid.index(number)

    def units_in_words(self, where: str, names: Iterable[str], among: int = -1, kind: str = "unit") -> int:
        """The units that a snapshot names; they must be among some."""
        found = 0
        for name in names:
            unit = self.unit_number.get(name)
            if unit is None:
                raise ImpossiblePosition(f"{where}: there is no unit '{name}'")
            if not among >> unit & 1:
                raise ImpossiblePosition(f"{where}: {name} is no {kind}")
            found |= 1 << unit
        return found

    # Phases and orders

    def acts_of(self, phase: type[Phase[Any]]) -> Iterable[Act[Any, Any, Any]]:
        return self._acts[phase].values()

    def act(self, phase: type[Phase[Any]], kind: type[Order]) -> Act[Any, Any, Any] | None:
        """How an order is given in a phase; None when it is not."""
        return self._acts[phase].get(kind)

    def out_of_place(self, pos: P, order: Order) -> Ruling:
        """The ruling on an order that belongs to another moment, or to another choice of rules."""
        for act in self._added_acts():
            if act.kind is type(order) and not is_on(act, self.on):
                turn = act.turns[0]
                return Ruling(turn.cases[0], f"'{turn.switch}' is not in use in this game")
        frame = type(pos.frames[-1]) if pos.frames else Phase
        kinds = frame.takes or [act.kind for act in self.acts_of(frame)] if pos.frames else []
        *some, last = [kind.verb.replace("-", " ") for kind in kinds] or ["wait"]
        now = f"{', '.join(some)} or {last}" if some else last
        text = f"this is no moment to {order.verb.replace('-', ' ')}"
        where = f"in this part of the {self.phase_in_play(pos)} phase you can {now}"
        return Ruling(self.case_of_sequence, f"{text}: {where}")

    def next_phase(self, pos: P, umpire: Umpire) -> None:
        """Put the next phase of the sequence of play on the empty stack."""
        if pos.step + 1 == len(self.sequence):
            if pos.turn == self.last_turn:
                self.finish(pos, umpire)
                return
            pos.turn += 1
            pos.step = -1
        pos.step += 1
        if pos.step == 0:
            umpire.tell("turn", turn=pos.turn, date=self.date(pos.turn))
        phase = self.sequence[pos.step]
        if phase.applies(pos):
            umpire.tell("phase", phase=phase.name, turn=pos.turn)
            pos.frames.append(phase)
            phase.begin(pos, umpire)

    @cached_property
    def phase_names(self) -> tuple[str, ...]:
        """The names of the phases of a turn, in order."""
        return tuple(phase.name for phase in self.sequence)

    def phase_in_play(self, pos: P) -> str:
        """The name of the phase of the sequence of play that is going on."""
        return self.phase_names[pos.step] if pos.step >= 0 else "set-up"
