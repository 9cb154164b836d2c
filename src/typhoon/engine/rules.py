"""What a game must provide: its figures, its sequence of play, its positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Union

import msgspec

from typhoon.engine.board import Board
from typhoon.engine.data import DataFolder
from typhoon.engine.display import Line, Overlay, Panel
from typhoon.engine.events import Event, Story
from typhoon.engine.face import CounterFace
from typhoon.engine.luck import Throw
from typhoon.engine.orders import Chooser, Order
from typhoon.engine.phase import P, Phase, Umpire
from typhoon.engine.ruling import ImpossiblePosition

if TYPE_CHECKING:
    from random import Random

    from typhoon.engine.seat import Player


class Counter(Protocol):
    """A unit's printed identity; games have richer ones."""

    @property
    def unit(self) -> str: ...

    @property
    def side(self) -> str: ...


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin a game."""

    id: str
    title: str
    about: str


class Option(msgspec.Struct, frozen=True):
    """A choice made before play; the first of the choices is the normal one."""

    id: str
    title: str
    choices: tuple[str, ...]
    case: str


class Role(msgspec.Struct, frozen=True):
    """A share in the command of a side."""

    id: str
    title: str
    about: str


class Team(msgspec.Struct, frozen=True):
    """A way for several people to share a side."""

    id: str
    side: str
    title: str
    roles: tuple[Role, ...]
    case: str


class Score(msgspec.Struct, frozen=True):
    """Victory points and what they come from."""

    side: str
    points: int
    text: str
    case: str


class About(msgspec.Struct, frozen=True):
    """What can be said of a game without loading it."""

    id: str
    title: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    status: str
    line: str = ""
    teams: tuple[Team, ...] = ()
    """The ways in which people can share a side."""


class Rules(ABC, Generic[P]):
    """A game: everything that stays the same while it is played."""

    about: ClassVar[About]
    newest: ClassVar[int]
    """Counts up when a change of rules or charts makes old journals play differently."""
    namesakes: ClassVar[Mapping[int, int]] = {}
    """Versions that were once given out under the number of another: that number, and our own for them."""
    phases: ClassVar[tuple[type[Phase[Any]], ...]]
    """Every kind of frame that can lie on the phase stack."""
    order_kinds: ClassVar[tuple[type[Order], ...]]
    story: ClassVar[Story]
    story_cases: ClassVar[Mapping[str, str]] = {}
    """The case behind each kind of event."""
    case_of_sequence: ClassVar[str]
    """The case that an order out of its turn offends."""
    case_of_end: ClassVar[str]
    """The case that ends the game."""
    secrets: ClassVar[bool] = False
    """Whether there is anything that a side may not know."""
    scenes: ClassVar[Mapping[str, str]] = {}
    """Kinds of events that tell a battle step by step, and what each is in it: it opens with ``muster``
    and closes with ``end``; between them there is ``fire``, ``loss`` and ``round``; after it ``pocket``
    and ``gain``."""
    second_side: ClassVar[str] = "reduced"
    """What a counter is that shows its second side."""
    badges: ClassVar[Mapping[str, str]] = {}
    """What the badges on counters mean."""
    results_from_worst: ClassVar[tuple[str, ...]] = ()
    """Combat results from the attacker's worst to his best, for telling luck."""

    version: int
    """The version that is played: the newest, or the one that an old game was begun under."""
    data: DataFolder
    board: Board
    sequence: tuple[Phase[P], ...]
    """The phases of a turn, in order."""
    last_turn: int

    def __init__(self, data: DataFolder, counters: Sequence[Counter]) -> None:
        self.data = data
        self.version = self.newest if data.version is None else data.version
        self.sides = self.about.sides
        self.unit_ids = tuple(counter.unit for counter in counters)
        self.unit_number = {unit: number for number, unit in enumerate(self.unit_ids)}

    @abstractmethod
    def start(self, scenario: str, options: Mapping[str, str]) -> P:
        """The position before the first order."""

    @abstractmethod
    def snapshot(self, pos: P) -> dict[str, Any]:
        """A position in words: ids, hex numbers, names; what is as usual is left out."""

    @abstractmethod
    def restore(self, snapshot: Mapping[str, Any], options: Mapping[str, str]) -> P:
        """The position that a snapshot tells of, or ``ImpossiblePosition`` with the reason."""

    @abstractmethod
    def scores(self, pos: P) -> list[Score]:
        """Victory points as they stand."""

    def spelt(self, pos: P, order: Order) -> Order:
        """An order out of a text with the proper name of everything, where things have several names."""
        return order

    # What is shown: to one side, or with no side named, to whoever may only know what everybody may.

    @abstractmethod
    def faces(self, pos: P, side: str = "") -> list[CounterFace]:
        """What the counters on the map show; in a stack the top one last."""

    def panels(self, pos: P, side: str = "") -> list[Panel]:
        """Tracks and tables to be shown beside the map."""
        return []

    def overlays(self, pos: P, side: str = "") -> list[Overlay]:
        """What can be laid over the map."""
        return []

    def front(self, pos: P, side: str = "") -> list[tuple[str, str]] | None:
        """The front line as it runs now, as pairs of hexes, that of the first side first.

        None where it is only printed on the map.
        """
        return None

    def extent(self, scenario: str) -> list[str] | None:
        """The hexes in play in a scenario; None when it is played on all of the map."""
        return None

    def portrait(self, unit: str) -> CounterFace | None:
        """The counter of a unit that is not on the map, for reports; None where there are no such units."""
        return None

    def line(self, pos: P, unit: str, side: str = "") -> Line | None:
        """A unit's line of communications, where the game has such a thing."""
        return None

    def veil(self, event: Event, pos: P, side: str, *, past: bool = False) -> Event | None:
        """An event as a side may be told of it; None when it may not know.

        What is ``past`` is told from the record, which may keep less than was told at the moment.
        """
        return event if event.side in ("", side) else None

    def throws(self, event: Event, pos: P, turn: int) -> list[Throw]:
        """What was luck in an event of a turn, where the game tells luck from its events."""
        return []

    def last_turn_of(self, pos: P) -> int:
        """The turn after which a game ends; where scenarios differ in that, of its scenario."""
        return self.last_turn

    def forgets(self, pos: P) -> bool:
        """Whether the record keeps less than was told at the moment."""
        return False

    def concede(self, pos: P, side: str, umpire: Umpire) -> None:
        """End the game because a side gives it up; for games that have the order ``Concede``."""
        raise AttributeError(f"nobody concedes {self.about.id}")

    @abstractmethod
    def finish(self, pos: P, umpire: Umpire) -> None:
        """Decide the game after its last turn."""

    def date(self, turn: int) -> str:
        """The date of a turn."""
        return ""

    def redact(self, snapshot: dict[str, Any], side: str) -> dict[str, Any]:
        """A snapshot without what a side may not know; a game without secrets shows all."""
        return snapshot

    def guess(self, snapshot: dict[str, Any], rng: Chooser) -> dict[str, Any]:
        """A redacted snapshot with what was hidden filled in at random, in keeping with the rest."""
        return snapshot

    def staff(self, side: str, rng: Random) -> Player | None:
        """A computer player that knows the game; None when there is none yet."""
        return None

    def timings(self, pos: P) -> Mapping[str, tuple[Callable[[], object], int]]:
        """Parts of the rules worth timing: for each an action, and how often it does the thing."""
        return {}

    def role_of(self, pos: P, team: str, order: Order) -> str:
        """The role of a team that an order is for; empty when any of them may give it."""
        return ""

    # Phases

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

    @cached_property
    def phase_names(self) -> tuple[str, ...]:
        """The names of the phases of a turn, in order."""
        return tuple(phase.name for phase in self.sequence)

    def phase_in_play(self, pos: P) -> str:
        """The name of the phase of the sequence of play that is going on."""
        return self.phase_names[pos.step] if pos.step >= 0 else "set-up"

    def frames_to_data(self, pos: P) -> list[Any]:
        return [msgspec.to_builtins(frame) for frame in pos.frames]

    def frames_from_data(self, data: Sequence[Any]) -> list[Phase[P]]:
        kinds = Union[self.phases]  # type: ignore[name-defined]  # noqa: UP007
        try:
            return [msgspec.convert(frame, kinds) for frame in data]
        except msgspec.ValidationError as error:
            raise ImpossiblePosition(f"frames: {error}") from error

    def choose_phase(self, pos: P, name: str) -> None:
        """Set a position to the start of a phase of the sequence of play."""
        if name not in self.phase_names:
            raise ImpossiblePosition(f"phase: no phase '{name}'; there are {', '.join(self.phase_names)}")
        pos.step = self.phase_names.index(name)
        if not self.sequence[pos.step].applies(pos):
            raise ImpossiblePosition(f"phase: there is no {name} phase on turn {pos.turn}")
        pos.frames = [self.sequence[pos.step]]

    def checked_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, the normal ones for those not given."""
        known = {option.id: option for option in self.about.options}
        for name, value in options.items():
            if name not in known:
                raise ValueError(
                    f"{self.about.id} has no option '{name}'; there are: {', '.join(known) or 'none'}"
                )
            if value not in known[name].choices:
                raise ValueError(f"option {name}: '{value}' is not one of {', '.join(known[name].choices)}")
        return {name: options.get(name, option.choices[0]) for name, option in known.items()}
