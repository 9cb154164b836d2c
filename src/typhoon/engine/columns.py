"""Columns: the parts of a position, each declared once.

A declaration says what kind of thing a column holds, how it starts, by which word snapshots tell it and
who may know it.  Copying, telling, reading back, checking and hiding follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from typhoon.engine.frames import renamed
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.engine.position import Position

HIDDEN = "?"
"""What a snapshot tells of a thing whose owner alone may know it."""

States = dict[int, dict[str, Any]]
"""What is not as usual about units, by unit and word."""


class Column:
    """A part of a position."""

    type: Any = None
    """What snapshots tell it as; None for what they do not tell."""
    of_units: ClassVar[bool] = False
    """Whether it is told with each unit."""
    late: ClassVar[bool] = False
    """Whether it is read back only when the units are in their places."""
    depends: ClassVar[bool] = False
    """Whether it hangs on where the units are even when nothing is told of it."""

    def __init__(self, word: str = "", *, always: bool = False, owner: int | None = None) -> None:
        self.name = ""
        self.word = word
        self.always = always
        """Whether it is told even when it is as at the start."""
        self.owner = owner
        """The only side that may know it; None when both may."""

    def named(self, name: str) -> Column:
        """Give the column its place in the position, and a word for it when it has none."""
        self.name = name
        self.word = self.word or name
        return self

    usual: Any = None
    """What a snapshot means that does not tell of it; None lets the game decide."""

    def start(self, rules: Any) -> Any:
        raise NotImplementedError

    def tell(self, pos: Any) -> Any:
        """The column in words."""
        raise NotImplementedError

    def tell_to(self, pos: Any, side: int) -> Any:
        """The column in the words that a side may know; -1 is nobody's side."""
        return self.tell(pos)

    def read(self, pos: Any, told: Any) -> None:
        """Fill the column from words; ``ImpossiblePosition`` says what cannot be."""
        raise NotImplementedError

    def wrong(self, text: str) -> ImpossiblePosition:
        return ImpossiblePosition(f"{self.word}: {text}")


def column(kind: Column) -> Any:
    """Declare a column in the body of a position class."""
    return kind


class Derived(Column):
    """Something that follows from the rest, or is told with another column."""

    def __init__(self, start: Callable[[Any], Any] | Any = None) -> None:
        super().__init__()
        self._start = start

    def start(self, rules: Any) -> Any:
        return self._start(rules) if callable(self._start) else self._start


class Kept(Derived):
    """Something that is worked out when needed and kept for speed only; positions are the same without it."""


class Number(Column):
    """A number, whole or in halves."""

    type: Any = int | float

    def __init__(self, start: int = 0, word: str = "", *, least: int = 0, **how: Any) -> None:
        super().__init__(word, **how)
        self.usual, self._least = start, least

    def start(self, rules: Any) -> Any:
        return self.usual

    def tell(self, pos: Any) -> Any:
        return getattr(pos, self.name)

    def read(self, pos: Any, told: Any) -> None:
        if told < self._least:
            raise self.wrong(f"{told} is less than {self._least}")
        setattr(pos, self.name, told)


class Truth(Number):
    """Something that is so or not."""

    type: Any = bool

    def __init__(self, word: str = "", **how: Any) -> None:
        super().__init__(False, word, **how)


class Word(Column):
    """One of some words, kept as its number."""

    type = str

    def __init__(self, choices: Sequence[str], start: str, word: str = "", **how: Any) -> None:
        super().__init__(word, **how)
        self._choices, self.usual = tuple(choices), start

    def start(self, rules: Any) -> int:
        return self._choices.index(self.usual)

    def tell(self, pos: Any) -> str:
        number: int = getattr(pos, self.name)
        return self._choices[number]

    def read(self, pos: Any, told: str) -> None:
        if told not in self._choices:
            raise self.wrong(f"'{told}' is none of {', '.join(self._choices)}")
        setattr(pos, self.name, self._choices.index(told))


class PerSide(Column):
    """A number for each side."""

    type = dict[str, int] | None

    def __init__(self, word: str = "", *, of: str = "", always: bool = True, **how: Any) -> None:
        super().__init__(word, always=always, **how)
        self._of = of
        """What is counted, for messages."""

    def start(self, rules: Any) -> list[int]:
        return [0] * len(rules.sides)

    def tell(self, pos: Any) -> dict[str, int]:
        return dict(zip(pos.rules.sides, getattr(pos, self.name), strict=True))

    def read(self, pos: Any, told: dict[str, int]) -> None:
        values, sides = getattr(pos, self.name), pos.rules.sides
        for side, value in told.items():
            if side not in sides:
                raise self.wrong(f"there is no side '{side}'; there are {', '.join(sides)}")
            if value < 0:
                raise self.wrong(f"the {side} side cannot have {value} {self._of}".rstrip())
            values[sides.index(side)] = value


class Hexes(Column):
    """A set of hexes."""

    type: Any = tuple[str, ...]
    usual: Any = ()

    def __init__(
        self, word: str = "", *, among: Callable[[Any], int] | None = None, why_not: str = "", **how: Any
    ) -> None:
        super().__init__(word, **how)
        self._among, self._why_not = among, why_not

    def start(self, rules: Any) -> int:
        return 0

    def tell(self, pos: Any) -> list[str]:
        numbers: list[str] = pos.rules.grid.numbers(getattr(pos, self.name))
        return numbers

    def read(self, pos: Any, told: Iterable[str]) -> None:
        among = pos.rules.grid.all if self._among is None else self._among(pos)
        found = 0
        for number in told:
            hex_ = pos.rules.hex_in_words(self.word, number)
            if not among >> hex_ & 1:
                raise self.wrong(self._why_not.format(hex=number))
            found |= 1 << hex_
        setattr(pos, self.name, found)


class Held(Column):
    """Hexes by the side that holds them; the ``whole`` is told, or what differs from the start."""

    type = dict[str, str]
    usual: Any = {}  # noqa: RUF012
    late = depends = True

    def __init__(self, what: str, word: str = "", *, whole: bool = False) -> None:
        super().__init__(word, always=True)
        self._what = what
        """What these hexes are, for messages."""
        self._whole = whole

    def start(self, rules: Any) -> list[int]:
        return list(rules.held_at_start)

    def tell(self, pos: Any) -> dict[str, str]:
        name, sides = pos.rules.grid.name, pos.rules.sides
        found = {}
        for side, hexes in enumerate(getattr(pos, self.name)):
            for hex_ in bits(hexes if self._whole else hexes & ~pos.rules.held_at_start[side]):
                found[name[hex_]] = sides[side]
        return found

    def read(self, pos: Any, told: dict[str, str]) -> None:
        """Who stands there holds it, whatever is told."""
        held, sides = getattr(pos, self.name), pos.rules.sides
        every = held[0] | held[1]
        for number, name in told.items():
            bit = 1 << pos.rules.hex_in_words(self.word, number)
            if not every & bit:
                raise self.wrong(f"{number} is no {self._what}")
            if name not in sides:
                raise self.wrong(f"there is no side '{name}'; there are {', '.join(sides)}")
            side = sides.index(name)
            if pos.occupied[1 - side] & bit:
                raise self.wrong(f"{number} is occupied by the other side")
            held[side] |= bit
            held[1 - side] &= ~bit
        for side in (0, 1):
            here = pos.occupied[side] & every
            held[side] |= here
            held[1 - side] &= ~here


class Units(Column):
    """A set of units, told by their names."""

    type: Any = tuple[str, ...]
    late = True

    def __init__(
        self,
        kind: str = "unit",
        word: str = "",
        *,
        among: Callable[[Any], int] | None = None,
        optional: bool = False,
        **how: Any,
    ) -> None:
        super().__init__(word, **how)
        self._kind, self._among = kind, among
        self.usual = None if optional else ()
        if optional:  # the game says what is meant when a snapshot leaves it out
            self.type, self.always = tuple[str, ...] | None, True

    def start(self, rules: Any) -> int:
        return 0

    def tell(self, pos: Any) -> tuple[str, ...]:
        names: tuple[str, ...] = pos.names(getattr(pos, self.name))
        return names

    def read(self, pos: Any, told: Iterable[str]) -> None:
        among = -1 if self._among is None else self._among(pos)
        setattr(pos, self.name, pos.rules.units_in_words(self.word, told, among, self._kind))


class Told(Column):
    """Something with words of its own; columns that are told with it are ``Derived``."""

    late = True

    def __init__(
        self,
        type_: Any,
        start: Any,
        tell: Callable[[Any], Any],
        read: Callable[[Any, Any], None],
        *,
        usual: Any = None,
        **how: Any,
    ) -> None:
        super().__init__(**how)
        self.type = type_
        self.usual = usual
        self._start, self._tell, self._read = start, tell, read

    def start(self, rules: Any) -> Any:
        return self._start(rules) if callable(self._start) else self._start

    def tell(self, pos: Any) -> Any:
        return self._tell(pos)

    def read(self, pos: Any, told: Any) -> None:
        self._read(pos, told)


class Fate(Column):
    """Units that are off the map for a reason, which is told in place of their hex."""

    def start(self, rules: Any) -> int:
        return 0


class UnitColumn(Column):
    """A column that is told with each unit."""

    of_units = True

    def __init__(self, word: str = "", *, secret: bool = False) -> None:
        super().__init__(word)
        self.secret = secret
        """Whether the owner of the unit alone may know it."""

    def tell_units(self, pos: Any, states: States, veiled: int) -> None:
        """Add what is not as usual; of ``veiled`` units only what their enemy may know."""
        raise NotImplementedError

    def read_unit(self, pos: Any, unit: int, told: Any) -> None:
        raise NotImplementedError

    def forget(self, pos: Any, units: int, members: Sequence[int]) -> None:
        """Leave nothing about some units, given as a set and one by one."""
        raise NotImplementedError

    def deal(self, pos: Any, units: int) -> None:
        """Units were imagined where a view leaves somebody out: give them what it tells of their hexes."""

    def wrong_of(self, pos: Any, unit: int, text: str) -> ImpossiblePosition:
        return ImpossiblePosition(f"units: {pos.rules.unit_ids[unit]} {text}")


class Flag(UnitColumn):
    """A set of units; several may share a word, and then each says another thing."""

    def __init__(self, word: str = "", says: str = "", *, secret: bool = False) -> None:
        super().__init__(word, secret=secret)
        self.says = says
        self.type, self.usual = (str, "") if says else (bool, False)

    def start(self, rules: Any) -> int:
        return 0

    def tell_units(self, pos: Any, states: States, veiled: int) -> None:
        units = getattr(pos, self.name) & pos.in_play
        if units:
            for unit in bits(units & ~veiled if self.secret else units):
                states.setdefault(unit, {})[self.word] = self.says or True

    def read_unit(self, pos: Any, unit: int, told: Any) -> None:
        if told == (self.says or True):
            setattr(pos, self.name, getattr(pos, self.name) | 1 << unit)

    def forget(self, pos: Any, units: int, members: Sequence[int]) -> None:
        setattr(pos, self.name, getattr(pos, self.name) & ~units)


class UnitNumber(UnitColumn):
    """A number for each unit, in parts of what snapshots tell."""

    usual = 0

    def __init__(self, word: str = "", *, parts: int = 1, of: str = "", secret: bool = False) -> None:
        super().__init__(word, secret=secret)
        self._parts = parts
        self._of = of
        """What is counted, for messages."""
        self.type = int if parts == 1 else float

    def start(self, rules: Any) -> list[int]:
        return [0] * len(rules.unit_ids)

    def most(self, pos: Any, unit: int) -> float:
        """The most that snapshots may tell."""
        return float("inf")

    def tell_units(self, pos: Any, states: States, veiled: int) -> None:
        values, parts = getattr(pos, self.name), self._parts
        if any(values):
            units = pos.in_play & ~veiled if self.secret else pos.in_play
            for unit in bits(units):
                if values[unit]:
                    states.setdefault(unit, {})[self.word] = (
                        values[unit] / parts if parts > 1 else values[unit]
                    )

    def read_unit(self, pos: Any, unit: int, told: float) -> None:
        value = round(told * self._parts)
        if not 0 <= told <= self.most(pos, unit) or abs(told * self._parts - value) > 1e-6:
            raise self.wrong_of(pos, unit, f"cannot have {self.word} {told} {self._of}".rstrip())
        getattr(pos, self.name)[unit] = value

    def forget(self, pos: Any, units: int, members: Sequence[int]) -> None:
        values = getattr(pos, self.name)
        for unit in members:
            values[unit] = 0


class UnitMap(UnitColumn):
    """A number for those units that have one."""

    type = int
    usual = 0

    def start(self, rules: Any) -> dict[int, int]:
        return {}

    def tell_units(self, pos: Any, states: States, veiled: int) -> None:
        units = pos.in_play & ~veiled if self.secret else pos.in_play
        for unit, value in getattr(pos, self.name).items():
            if units >> unit & 1:
                states.setdefault(unit, {})[self.word] = value

    def read_unit(self, pos: Any, unit: int, told: int) -> None:
        if told:
            getattr(pos, self.name)[unit] = told

    def forget(self, pos: Any, units: int, members: Sequence[int]) -> None:
        values = getattr(pos, self.name)
        for unit in members:
            values.pop(unit, None)


def struct_of(name: str, columns: Iterable[Column], *fields: Any) -> type[msgspec.Struct]:
    """The type of a snapshot, or of a unit in one, as the columns tell it."""
    words = {c.word: (c.word, c.type, c.usual) for c in columns if c.type is not None}
    return msgspec.defstruct(
        name, [*fields, *words.values()], forbid_unknown_fields=True, omit_defaults=True, kw_only=True
    )


def veiled_frames(pos: Position, hidden: int) -> list[Any]:
    """The frames with the hex, after the sign for what is hidden, in place of units that may not be named."""
    if not hidden:
        return pos.frames
    number, name, where = pos.rules.unit_number, pos.rules.grid.name, pos.where

    def veiled(units: tuple[str, ...]) -> tuple[str, ...]:
        secret = [unit for unit in units if unit in number and hidden >> number[unit] & 1]
        if not secret:
            return units
        places = sorted([HIDDEN + name[where[number[unit]]] for unit in secret])
        return (*[unit for unit in units if unit not in secret], *places)

    return [renamed(frame, veiled) for frame in pos.frames]


def tell(pos: Position, side: str | None) -> dict[str, Any]:
    """A position in words: all of it, or with a side, what that side may know; ``""`` is nobody's side."""
    rules = pos.rules
    number = None if side is None else rules.sides.index(side) if side in rules.sides else -1
    veiled = hidden = 0
    if number is not None:
        veiled, hidden = rules.secrets.veiled(pos, number), rules.secrets.hidden(pos, number)
    states: States = {}
    for unit_column in pos.unit_columns:
        unit_column.tell_units(pos, states, veiled)
    ids, name = rules.unit_ids, rules.grid.name
    units: dict[str, Any] = {}
    for unit, hex_ in enumerate(pos.where):
        if hex_ >= 0 and not hidden >> unit & 1:
            units[ids[unit]] = {"hex": name[hex_], **states[unit]} if unit in states else name[hex_]
    for fate in pos.fates:
        for unit in bits(getattr(pos, fate.name)):
            units[ids[unit]] = fate.word
    found = {"turn": pos.turn, "phase": rules.phase_in_play(pos), "units": units}
    if rules.tells_scenario:
        found["scenario"] = rules.scenario.id
    for part in pos.told_columns:
        if number is None or part.owner is None or part.owner == number:
            told = part.tell(pos) if number is None else part.tell_to(pos, number)
            if part.always or (told != part.usual and (told or part.usual)):
                found[part.word] = told
    if pos.step < 0 or pos.frames != [rules.sequence[pos.step]]:
        found["frames"] = [msgspec.to_builtins(frame) for frame in veiled_frames(pos, hidden)]
    if pos.result is not None:
        found["result"] = msgspec.to_builtins(pos.result)
    return found
