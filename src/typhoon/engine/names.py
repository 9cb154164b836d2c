"""Names that people use: of units out of a table, of hexes by the nearest place on the map.

Whatever the rules tell, be it events, rulings or prompts, speaks in the ids of units and the numbers of
hexes.  Only whoever shows it to people turns it into their words, here at a terminal and in files, and
in ``web/common/names.js`` on the page; so ids can be had for the asking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from typhoon.engine.places import Places, Tale, listed

if TYPE_CHECKING:
    from typhoon.engine.board import Board
    from typhoon.engine.data import DataFolder
    from typhoon.engine.rules import Rules

FILE = "names.csv"

_WORD = re.compile(r"[A-Za-z0-9][\w/]*(?:[-.'][\w/]+)*")
_DATE = re.compile(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* $")
_BEFORE_HEX = re.compile(r"(?:\b(in|at|to|from) )?(?:hex )?$")
_FORMATION = re.compile(r"\b[Ff]ormation $")
_CODE = re.compile(r"(?=.*\d)(?=.*[A-Za-z]).+")
_NUMBERED = re.compile(r"(.+) No\. \d+")
_COUNTABLE = re.compile(r"(?:Division|Brigade|Unit|Bridge)$")
_SHARED = re.compile(r"(?:I+/)?\d+(?:st|nd|rd|th)( .*(?:Division|Brigade|Regiment|Battalion|Group))")
_LISTING = (", ", "+")
_BETWEEN = (*_LISTING, " or ", " and ")
_START = re.compile(r"(?:^|[.!?] )$")


class NameRow(msgspec.Struct, frozen=True):
    """What people call a unit, and what there is room for where there is little."""

    unit: str
    name: str
    short: str


class FormationName(msgspec.Struct, frozen=True):
    side: str
    formation: str
    name: str


class Coded(Protocol):
    """A row of a list of formations."""

    @property
    def side(self) -> str: ...
    @property
    def formation(self) -> str: ...


C = TypeVar("C", bound=Coded)


def by_code(rows: Sequence[C]) -> dict[str, C]:
    """Formations by their codes; of those that share one all but the last by side and code."""
    found = {row.formation: row for row in rows}
    return found | {f"{row.side} {row.formation}": row for row in rows if found[row.formation] is not row}


def read_names(data: DataFolder) -> dict[str, NameRow]:
    """The table of names of a game; that of a variant lies over it, unit by unit."""
    found: dict[str, NameRow] = {}
    for rows in data.by_layer(FILE, NameRow, "unit"):
        found |= rows
    return found


def together(names: Iterable[str]) -> str:
    """Names of units as a list in which what they share is said once.

    >>> together(["6th Infantry Division", "1st Panzer Division", "26th Infantry Division"])
    '6th and 26th Infantry Divisions, and 1st Panzer Division'
    >>> together(["1st Shock Army", "SS Division Reich"])
    '1st Shock Army and SS Division Reich'
    >>> together(["Rifle Division No. 1", "Rifle Division No. 2", "Brigade No. 1", "IX Corps HQ"])
    'Rifle Divisions No. 1 and 2, Brigade No. 1, and IX Corps HQ'
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        shared = _SHARED.fullmatch(name) or _NUMBERED.fullmatch(name)
        groups.setdefault(shared[1] if shared else name, []).append(name)
    parts = [group[0] if len(group) == 1 else _several(kind, group) for kind, group in groups.items()]
    return listed(parts, ", and " if any(len(group) > 1 for group in groups.values()) else " and ")


def _several(kind: str, group: list[str]) -> str:
    """Units of one kind, which their names begin or end with."""
    if group[0].startswith(kind):
        first, *others = [name.removeprefix(kind) for name in group]
        plural = "s" if _COUNTABLE.search(kind) else ""
        return kind + plural + listed([first, *(name.removeprefix(" No. ") for name in others)])
    return listed([name.removesuffix(kind) for name in group]) + kind + "s"


def _is_code(text: str, start: int, stop: int) -> bool:
    """Whether a word stands for a formation: after the word for it, or when it can be nothing else."""
    if _FORMATION.search(text[:start]):
        return True
    spelt = text[stop : stop + 1] == ":" and text[stop + 1 : stop + 2].isalnum()  # in the text of an order
    return not spelt and _CODE.fullmatch(text[start:stop]) is not None


class Found(NamedTuple):
    """Something that a text names."""

    kind: Literal["unit", "formation", "hex", "way"]
    word: str
    start: int
    stop: int


class Names:
    """The words of one game for units, hexes and formations."""

    def __init__(self, units: Mapping[str, NameRow], board: Board, formations: Mapping[str, str]) -> None:
        self._units = units
        self._board = board
        self._formations = formations
        self.places = Places(board)

    @classmethod
    def of(cls, rules: Rules[Any]) -> Names:
        """The names of a game under a law."""
        rows = getattr(rules, "formations", ())
        formations = [msgspec.convert(row, FormationName, from_attributes=True) for row in rows]
        called = {code: row.name for code, row in by_code(formations).items()}
        return cls(read_names(rules.data), rules.board, called)

    def unit(self, unit: str) -> str:
        """What people call a unit; its id where nobody has named it, as in charts of the user's own."""
        return self._units[unit].name if unit in self._units else unit

    def short(self, unit: str) -> str:
        """A name for where there is little room, which no other unit has either."""
        return self._units[unit].short if unit in self._units else unit

    def formation(self, code: str, side: str = "") -> str:
        """What people call a formation; two sides may have the same code for theirs."""
        return self._formations.get(f"{side} {code}") or self._formations.get(code, code)

    def units(self, units: Iterable[str]) -> str:
        """Units as a list."""
        return together([self.unit(unit) for unit in units])

    def said(self, text: str) -> str:
        """A text that speaks in ids, in words for people.

        Units stand in it as they are, hexes as ``2810``, ``in 2810`` or ``2715 (Rzhev)``, ways as
        ``2504-2505-2404``, formations as ``formation K``; units with commas between them become a list, and
        hexes with commas or plus signs.
        """
        said, end, lead, prior = "", 0, "", ""
        found, places = [*self._found(text)], Tale(self.places)
        if [(hex_.kind, hex_.start, hex_.stop) for hex_ in found] == [("hex", 0, len(text))]:
            return self.places.spot(found[0].word)
        while found:
            first = found.pop(0)
            gap, end = text[end : first.start], first.stop
            if first.kind == "unit":
                run = [first.word]
                while found and found[0].kind == "unit" and text[end : found[0].start] == ", ":
                    end = found[0].stop
                    run.append(found.pop(0).word)
                told = self.units(run)
            elif first.kind == "formation":
                gap, told = _FORMATION.sub("", gap), self.formation(first.word)
            elif first.kind == "way":
                told = places.way(first.word.split("-"))
            else:
                if prior == "hex" and gap in _LISTING:
                    gap = ", " if found and text[end : found[0].start] in _BETWEEN else " and "
                # Of several places one after the other the first says what they are to it.
                lead = lead if gap in _BETWEEN else ""
                before = _BEFORE_HEX.search(gap)
                assert before is not None
                gap, lead = gap[: before.start()], before[1] or lead
                told = places.where(first.word, lead) if lead else places.noun(first.word)
                if told[0].isdigit() and (said + gap).rstrip()[-1:].isdigit():
                    told = f"{lead} {places.noun(first.word)}"
            prior, lead = first.kind, lead if first.kind == "hex" else ""
            said += gap
            said += told[:1].upper() + told[1:] if not lead and _START.search(said) else told
        return said + text[end:]

    def _found(self, text: str) -> Iterator[Found]:
        """What a text names."""
        grid = self._board.grid
        for match in _WORD.finditer(text):
            word = match[0].removesuffix("'s")
            start, stop = match.start(), match.start() + len(word)
            if word in self._units:
                yield Found("unit", word, start, stop)
            elif word in self._formations and _is_code(text, start, stop):
                yield Found("formation", word, start, stop)
            elif word in grid and not _DATE.search(text[:start]):
                name = f" ({self._board.names.get(grid.index(word))})"
                yield Found("hex", word, start, stop + len(name) * text.startswith(name, stop))
            elif "-" in word and all(step in grid for step in word.split("-")):
                yield Found("way", word, start, stop)
