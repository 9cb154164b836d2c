"""Charts of an experiment's own: a folder laid over ours, or single cells.

They travel with the experiment as texts, so that every process and every machine plays with the same.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from typhoon.engine.data import DataError, DataFolder
from typhoon.engine.registry import find_rules

Charts = Mapping[str, str]
"""The texts of the charts that take the place of ours, by the names of their files."""
MOST_IN_WORDS = 3
"""So many changed cells of a chart are told one by one."""


def read_folder(game: str, folder: Path) -> dict[str, str]:
    """The charts of a user's folder; ``DataError`` when they are none of the game's."""
    rules = find_rules(game, charts=folder)
    return {name: rules.data.read(name)[1] for name in rules.data.replaced}


def with_cell(game: str, charts: Charts, chart: str, first: str, second: str, value: str) -> dict[str, str]:
    """Charts with one cell changed: its column and its row may be named in either order.

    A row is named by its first cell, or ``column=value;column=value`` where that would not do.
    """
    data: DataFolder = find_rules(game).data
    name = f"{chart}.csv"
    tables = sorted(file for file in data.files if file.endswith(".csv"))
    if name not in tables:
        known = ", ".join(file.removesuffix(".csv") for file in tables)
        raise DataError(f"{game} has no chart '{chart}'; there are: {known}")
    text = charts[name] if name in charts else data.read(name)[1]
    rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    row, column = _place(name, rows, first, second)
    if rows[row][column] == value:
        return dict(charts)
    rows[row][column] = value
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(rows)
    return {**charts, name: written.getvalue()}


def _place(name: str, rows: Sequence[Sequence[str]], first: str, second: str) -> tuple[int, int]:
    """The numbers of the row and the column of a cell."""
    header = rows[0]
    places = [
        (row, header.index(column))
        for column, key in ((first, second), (second, first))
        if column in header
        for row in _rows(rows, key)
    ]
    if len(places) == 1:
        return places[0]
    if places:
        raise DataError(
            f"{name} has {len(places)} cells '{first}' of '{second}': name the row COLUMN=VALUE;..."
        )
    if first not in header and second not in header:
        raise DataError(f"{name} has no column '{first}' or '{second}'; there are: {', '.join(header)}")
    raise DataError(f"{name} has no row '{second if first in header else first}'")


def _rows(rows: Sequence[Sequence[str]], key: str) -> list[int]:
    header, wanted = rows[0], {rows[0][0]: key}
    if "=" in key:
        wanted = dict([part.split("=", 1) for part in key.split(";") if "=" in part])
    if not wanted.keys() <= set(header):
        return []
    cells = {header.index(column): value for column, value in wanted.items()}
    return [n for n, row in enumerate(rows) if n and all(row[at] == value for at, value in cells.items())]


def in_words(game: str, charts: Charts) -> str:
    """What is not as in ours: a few cells one by one, more by their number."""
    return "; ".join([_changes(game, name, text) for name, text in sorted(charts.items())]) or "ours"


def _changes(game: str, name: str, text: str) -> str:
    chart = name.removesuffix(".csv")
    ours, theirs = (
        [row for row in csv.reader(io.StringIO(each, newline="")) if row]
        for each in (find_rules(game).data.read(name)[1], text)
    )
    if [len(row) for row in ours] != [len(row) for row in theirs]:
        return f"{chart}: another chart"
    found = [
        f"{chart}, {ours[0][at]} of {_row_name(ours, row)}: {row[at]} is now {other[at]}"
        for row, other in zip(ours, theirs, strict=True)
        for at in range(len(row))
        if row[at] != other[at]
    ]
    return "; ".join(found) if len(found) <= MOST_IN_WORDS else f"{chart}: {len(found)} other cells"


def _row_name(rows: Sequence[Sequence[str]], row: Sequence[str]) -> str:
    """As an experiment may name it: by its first cell, or by as many as it takes."""
    most = next(n for n in range(1, len(row) + 1) if sum(each[:n] == row[:n] for each in rows) == 1)
    named = [f"{column}={cell}" for column, cell in zip(rows[0], row[:most], strict=False)]
    return row[0] if most == 1 else ";".join(named)


def digest(charts: Charts) -> str:
    return hashlib.sha256(repr(sorted(charts.items())).encode()).hexdigest()[:16] if charts else ""


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    """Where this process lays out charts; it goes when the process does."""
    return tempfile.TemporaryDirectory(prefix="typhoon-charts-")


def laid_out(charts: Charts) -> Path | None:
    """A folder with these charts, for this process to play with."""
    if not charts:
        return None
    folder = Path(_scratch().name, digest(charts))
    if not folder.is_dir():
        write(charts, folder)
    return folder


def write(charts: Charts, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in charts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
