"""The charts of a game as sheets: tables made out of the files that the rules are read from.

``sheets.toml`` says which file becomes which table.  A cell is written from a line of the file by a pattern:
``{field}`` is what stands there, and ``[text|field]`` is the text where something other than 0 or no does.
What is lit at a table has a light, such as ``terrain:woods``, ``turn:3`` or ``column:2:1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from typhoon.engine.data import DataError
from typhoon.engine.face import CounterFace
from typhoon.engine.rules import Rules

FILE = "sheets.toml"
NOTHING = ("", "0", "no")
_FIELD = re.compile(r"\{([^}]*)\}")
_PART = re.compile(r"\[([^\]|]*)\|([^\]]*)\]")

Line = dict[str, str]


class Row(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]
    light: str = ""
    hexes: tuple[str, ...] = ()
    """Where it is on the map."""


class Head(msgspec.Struct, frozen=True):
    """A line of headings above the columns."""

    title: str
    cells: tuple[str, ...]
    lights: tuple[str, ...]


class Chart(msgspec.Struct, frozen=True):
    """A table of the box."""

    id: str
    title: str
    case: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    lights: tuple[str, ...] = ()
    """The light of each column, where columns have any."""
    heads: tuple[Head, ...] = ()
    """Further headings, of the columns that follow the first."""
    note: str = ""
    picture: Literal["", "track"] = ""


class _Spec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a file becomes a chart."""

    id: str
    title: str
    file: str
    columns: list[tuple[str, str]]
    case: str = ""
    only: dict[str, str] = {}
    """Fields with the value that they must have; ``*`` is for anything."""
    group: list[str] = []
    """Lines that are alike in these become one row, in which different cells are listed."""
    across: str = ""
    """A field each of whose values becomes a column, with what ``cell`` says."""
    cell: str = ""
    light: str = ""
    column_light: str = ""
    """The light of a column, out of its heading ``{column}``."""
    heads: list[tuple[str, str]] = []
    """Further headings of columns that a field makes: a title, and what stands above each of them."""
    head_light: str = ""
    """The light of such a heading, out of its ``{cell}`` and the title, ``{head}``."""
    hexes: str = ""
    """The field that names hexes; ``area@entry_areas.csv:hex`` are those that a file has for it."""
    words: dict[str, str] = {}
    """What to write instead of a word of the file."""
    note: str = ""
    picture: Literal["", "track"] = ""
    switch: str = ""
    """What must be on."""


class Counters(msgspec.Struct, frozen=True):
    """The counter key: a counter of every type, how they are read, and what marks on them mean."""

    reads: str
    faces: tuple[CounterFace, ...]
    types: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]


def counter_key(rules: Rules[Any]) -> Counters:
    """The counter key of a game."""
    reads = ""
    for layer in rules.data.in_layers(FILE):
        reads = layer.get("counters", reads)
    printed = [face for unit in rules.unit_ids if (face := rules.portrait(unit)) is not None]
    known = {counter.unit: getattr(counter, "type", "") for counter in getattr(rules, "counters", ())}
    found: dict[tuple[str, str], CounterFace] = {}
    for face in printed or rules.faces(rules.start()):
        found.setdefault((face.side, known.get(face.unit, face.type)), face)
    marks = tuple(rules.badges.items())
    if rules.second_side:
        marks = (("turned over", rules.second_side), *marks)
    return Counters(reads, tuple(found.values()), tuple([kind for _, kind in found]), marks)


def charts_of(rules: Rules[Any]) -> list[Chart]:
    """All charts under a law: the sequence of play, and those that its files tell of."""
    specs: dict[str, _Spec] = {}
    for layer in rules.data.in_layers(FILE):
        for told in layer.get("chart", []):
            try:
                spec = msgspec.convert(told, _Spec)
            except msgspec.ValidationError as error:
                raise DataError(f"{rules.data.path(FILE)}: {error}") from error
            specs[spec.id] = spec
    found = [_chart(rules, spec) for spec in specs.values() if not spec.switch or spec.switch in rules.on]
    return [_sequence(rules), *[chart for chart in found if chart.rows]]


def _sequence(rules: Rules[Any]) -> Chart:
    names = list(dict.fromkeys(rules.phase_names))
    rows = [Row((str(n), name.capitalize()), f"phase:{name}") for n, name in enumerate(names, 1)]
    return Chart("sequence", "Sequence of play", rules.case_of_sequence, ("", "Phase"), tuple(rows))


def _chart(rules: Rules[Any], spec: _Spec) -> Chart:
    lines = [line for line in rules.data.texts(spec.file) if _is_wanted(line, spec.only)]
    try:
        columns, rows = _pivoted(lines, spec) if spec.across else _listed(lines, spec)
    except KeyError as error:
        raise DataError(f"{rules.data.path(FILE)}: {spec.file} has no column {error}") from None
    places = _places(rules, spec)
    made = [Row(tuple(cells), written(spec.light, line), places(line)) for cells, line in rows if any(cells)]
    last = {f"turn:{turn}" for turn in range(rules.last_turn + 1)}  # a scenario may be shorter
    made = [row for row in made if not row.light.startswith("turn:") or row.light in last]
    lights = tuple([spec.column_light.replace("{column}", name) for name in columns])
    return Chart(
        spec.id,
        spec.title,
        spec.case,
        tuple(columns),
        tuple(made),
        lights if spec.column_light else (),
        _heads(lines, spec),
        spec.note,
        spec.picture,
    )


def _heads(lines: list[Line], spec: _Spec) -> tuple[Head, ...]:
    first = {written(spec.across, line): line for line in reversed(lines)}
    found = []
    for title, pattern in spec.heads:
        cells = [
            written(pattern, first[name])
            for name in dict.fromkeys([written(spec.across, line) for line in lines])
        ]
        lights = [spec.head_light.replace("{cell}", cell).replace("{head}", title) for cell in cells]
        found.append(Head(title, tuple(cells), tuple(lights)))
    return tuple(found)


def _is_wanted(line: Line, only: dict[str, str]) -> bool:
    return all(
        line[field] not in NOTHING if value == "*" else line[field] == value for field, value in only.items()
    )


def written(pattern: str, line: Line) -> str:
    """A pattern filled in from a line.

    >>> line = {"side": "D", "retreat": "2", "steps": "0", "breakthrough": "yes"}
    >>> written("{side}{retreat}[({steps})|steps][!|breakthrough]", line)
    'D2!'
    """
    kept = _PART.sub(lambda part: "" if line[part[2]] in NOTHING else part[1], pattern)
    return _FIELD.sub(lambda field: line[field[1]], kept)


def _word(text: str, spec: _Spec) -> str:
    return spec.words.get(text, text)


def _listed(lines: list[Line], spec: _Spec) -> tuple[list[str], list[tuple[list[str], Line]]]:
    """A row for each line, or for each group of them."""
    groups: dict[tuple[str, ...], list[Line]] = {}
    for number, line in enumerate(lines):
        key = tuple([line[field] for field in spec.group]) if spec.group else (str(number),)
        groups.setdefault(key, []).append(line)
    rows = []
    for alike in groups.values():
        cells = []
        for _, pattern in spec.columns:
            texts = [_word(written(pattern, line), spec) for line in alike]
            cells.append(", ".join(dict.fromkeys([text for text in texts if text])))
        rows.append((cells, alike[0]))
    return [name for name, _ in spec.columns], rows


def _pivoted(lines: list[Line], spec: _Spec) -> tuple[list[str], list[tuple[list[str], Line]]]:
    """A row for each line of a group, a column for each value of a field."""
    across = list(dict.fromkeys([written(spec.across, line) for line in lines]))
    found: dict[tuple[str, ...], dict[str, Line]] = {}
    for line in lines:
        key = tuple([line[field] for field in spec.group])
        found.setdefault(key, {})[written(spec.across, line)] = line
    rows = []
    for by_column in found.values():
        first = next(iter(by_column.values()))
        cells = [_word(written(pattern, first), spec) for _, pattern in spec.columns]
        cells += [_word(written(spec.cell, by_column[at]), spec) if at in by_column else "" for at in across]
        rows.append((cells, first))
    return [*[name for name, _ in spec.columns], *across], rows


def _places(rules: Rules[Any], spec: _Spec) -> Callable[[Line], tuple[str, ...]]:
    """The hexes that a line is about."""
    field, _, file = spec.hexes.partition("@")
    if not field:
        return lambda line: ()
    if not file:
        return lambda line: tuple([hex_ for hex_ in line[field].split(";") if hex_])
    name, _, column = file.partition(":")
    known: dict[str, list[str]] = {}
    for line in rules.data.texts(name):
        known.setdefault(line[field], []).append(line[column])
    return lambda line: tuple(known.get(line[field], ()))
