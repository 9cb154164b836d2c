"""The whole state of a game, as flat columns that copy in microseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from typhoon.engine.columns import Column, Derived, Fate, Flag, UnitColumn, column, struct_of
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.engine.phase import Phase

OFF_MAP = -1


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    level: str
    """The victory level, naming the winning side: ``"german decisive"``."""
    winner: str
    """The side that won; empty when nobody did."""
    points: dict[str, float]
    reason: str


class Position:
    """Turn, phases and units of a game.

    A unit is its number in the game's list of counters; a set of units is an int with their
    bits.  Subclasses declare columns of their own.
    """

    columns: ClassVar[dict[str, Column]] = {}
    """Every column, by its name."""
    unit_columns: ClassVar[tuple[UnitColumn, ...]] = ()
    fates: ClassVar[tuple[Fate, ...]] = ()
    told_columns: ClassVar[tuple[Column, ...]] = ()
    """The columns that are told of the position as a whole."""
    by_word: ClassVar[dict[str, tuple[UnitColumn, ...]]] = {}
    """The columns of units by the words that tell them."""
    shared_words: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Words that several columns of units share, with what each of them says."""
    unit_type: ClassVar[type[msgspec.Struct]]
    """A unit as a snapshot tells it."""
    told_type: ClassVar[type[msgspec.Struct]]
    """A whole position as a snapshot tells it."""
    _copied: ClassVar[tuple[str, ...]] = ()

    rules: Any
    """The law that it is played under; games give it its type."""
    turn: int = column(Derived(1))
    step: int = column(Derived(-1))
    """Number of the phase in the sequence of play; -1 before the first."""
    frames: list[Phase[Any]] = column(Derived(lambda rules: []))
    """The phase in play and, above it, whatever interrupts it; the last one decides."""
    result: Result | None = column(Derived())
    where: list[int] = column(Derived(lambda rules: [OFF_MAP] * len(rules.unit_ids)))
    """The hex of each unit."""
    stacks: dict[int, int] = column(Derived(lambda rules: {}))
    """The set of units in each occupied hex."""
    in_play: int = column(Derived(0))
    """The set of units on the map."""
    occupied: list[int] = column(Derived(lambda rules: [0] * len(rules.sides)))
    """The hexes that each side occupies."""

    def __init_subclass__(cls) -> None:
        cls._declare()

    @classmethod
    def _declare(cls) -> None:
        """Gather the columns of the class; they are taken off it, so that reading one is a plain look-up."""
        own = {name: kind.named(name) for name, kind in vars(cls).items() if isinstance(kind, Column)}
        for name in own:
            delattr(cls, name)
        cls.columns = cls.columns | own
        cls._copied = ()
        every = cls.columns.values()
        cls.unit_columns = tuple(c for c in every if isinstance(c, UnitColumn))
        cls.fates = tuple(c for c in every if isinstance(c, Fate))
        cls.told_columns = tuple(c for c in every if c.type is not None and not c.of_units)
        words = {column.word for column in cls.unit_columns}
        cls.by_word = {word: tuple(c for c in cls.unit_columns if c.word == word) for word in words}
        cls.shared_words = {}
        for flag in cls.unit_columns:
            if isinstance(flag, Flag) and flag.says:
                cls.shared_words[flag.word] = (*cls.shared_words.get(flag.word, ()), flag.says)
        cls.unit_type = struct_of("UnitState", cls.unit_columns, ("hex", str))
        cls.told_type = struct_of(
            "Snapshot",
            cls.told_columns,
            ("scenario", str, ""),
            ("turn", int | msgspec.UnsetType, msgspec.UNSET),
            ("phase", str | msgspec.UnsetType, msgspec.UNSET),
            ("units", dict[str, Any], msgspec.field(default_factory=dict)),
            ("frames", list[Any] | None, None),
            ("result", dict[str, Any] | None, None),
        )

    def __init__(self, rules: Any) -> None:
        state = self.__dict__
        state["rules"] = rules
        for name, kind in self.columns.items():
            state[name] = kind.start(rules)
        if not self._copied:
            type(self)._copied = tuple(n for n in self.columns if isinstance(state[n], (list, dict)))

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        state = twin.__dict__
        state.update(self.__dict__)
        for name in self._copied:
            state[name] = state[name].copy()
        return twin

    def put(self, unit: int, side: int, hex_: int) -> None:
        """Place a unit that is off the map."""
        self.where[unit] = hex_
        self.in_play |= 1 << unit
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit
        self.occupied[side] |= 1 << hex_

    def lift(self, unit: int, side: int) -> None:
        """Take a unit off the map."""
        hex_ = self.where[unit]
        self.where[unit] = OFF_MAP
        self.in_play ^= 1 << unit
        rest = self.stacks[hex_] ^ 1 << unit
        if rest:
            self.stacks[hex_] = rest
        else:
            del self.stacks[hex_]
            self.occupied[side] ^= 1 << hex_

    def place(self, unit: int, hex_: int) -> None:
        """Place a unit, with all that follows from it in the game."""
        self.put(unit, self.rules.side_of[unit], hex_)

    def remove(self, unit: int) -> None:
        """Take a unit off the map, with all that follows from it in the game."""
        self.lift(unit, self.rules.side_of[unit])

    def units_in(self, hex_: int) -> int:
        """The set of units in a hex."""
        return self.stacks.get(hex_, 0)

    def hexes_of(self, units: int) -> int:
        """The hexes in which some units on the map stand."""
        found = 0
        for unit in bits(units):
            found |= 1 << self.where[unit]
        return found

    def on_map(self, unit: int) -> bool:
        return self.where[unit] >= 0

    def names(self, units: int) -> tuple[str, ...]:
        names: tuple[str, ...] = self.rules.names_of(units)
        return names


Position._declare()
