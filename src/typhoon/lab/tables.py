"""The results as tables, in data frames and as Parquet files; ``docs/lab.md`` describes every column."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from typhoon.lab.experiment import Arm
from typhoon.lab.record import Record, grounds
from typhoon.lab.running import Run

try:
    import polars as pl
except ImportError as error:  # pragma: no cover - told to whoever has not installed it
    raise ImportError("tables need polars: pip install 'typhoon-wargames[lab]'") from error

AT_ONCE = 200
"""So many games are made into rows together: all of them at once would not fit into the memory."""
IN_A_GROUP = 100_000
"""Rows that lie together in a file."""
STAMP, PARTS = "tables.json", ".parts"
SIDES = ("german", "soviet")

T, N, F = pl.String, pl.Int32, pl.Float64
GAME = {"arm": T, "index": N}
SCHEMAS: dict[str, dict[str, Any]] = {
    "games": GAME
    | {
        "dice": N,
        "mind": N,
        "seed": T,
        "game": T,
        "scenario": T,
        "level": T,
        "winner": T,
        "turns": N,
        "orders": N,
    }
    | {f"{what}_{side}": F for what in ("points", "luck") for side in SIDES}
    | {f"throws_{side}": N for side in SIDES}
    | {"margin": F, "reason": T, "state": T, "broken": T},
    "turns": GAME
    | {"turn": N, "date": T, "weather": T, "margin": F}
    | {f"points_{side}": F for side in SIDES}
    | {f"{what}_{side}": N for what in ("units", "steps", "unsupplied", "hexes", "gained") for side in SIDES},
    "fronts": GAME | {"turn": N, "axis": T, "hexes": N, "km": F},
    "attacks": GAME
    | {"turn": N, "side": T, "hex": T, "column": T, "result": T, "expected": F, "rolled": F, "luck": F},
    "losses": GAME | {"turn": N, "side": T, "cause": T, "units": N, "steps": N},
    "places": GAME | {"turn": N, "place": T, "holder": T},
    "points": GAME | {"side": T, "part": T, "points": F},
    "figures": GAME | {"figure": T, "value": F},
    "ground": {"arm": T, "turn": N, "hex": T, "games": N, "german": N},
    "hexes": {"arm": T, "hex": T, "games": N, "battles": N, "losses": N, "passages": N},
}
"""Every table with its columns."""

Frames = Mapping[str, pl.DataFrame]


def frames(run: Run) -> dict[str, pl.DataFrame]:
    """All tables of the games that count."""
    parts: dict[str, list[pl.DataFrame]] = {name: [] for name in SCHEMAS}
    for name, part in _parts(run):
        parts[name].append(part)
    return {
        name: pl.concat(found).rechunk() if found else pl.DataFrame(schema=SCHEMAS[name])
        for name, found in parts.items()
    }


def _parts(run: Run) -> Iterator[tuple[str, pl.DataFrame]]:
    """The tables in parts, some games at a time, each with the name of its table."""
    heat = {arm.name: _Heat() for arm in run.experiment.arms}
    held = {arm.name: dict[int, _Tally]() for arm in run.experiment.arms}
    records = run.log.records(run.keys())
    while some := list(islice(records, AT_ONCE)):
        rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in SCHEMAS}
        for record in some:
            arm = run.arms[record.arm]
            if record.level:
                heat[arm.name].take(record)
                for turn, hexes in grounds(record):
                    held[arm.name].setdefault(turn, _Tally()).add(hexes)
            for name, row in _rows(arm, record):
                rows[name].append(row)
        for name, found in rows.items():
            if found:
                yield name, pl.DataFrame(found, SCHEMAS[name], orient="row")
    yield "hexes", pl.DataFrame(_heated(heat), SCHEMAS["hexes"], orient="row")
    yield "ground", pl.DataFrame(_ground(run, held), SCHEMAS["ground"], orient="row")


class _Heat:
    def __init__(self) -> None:
        self.games = 0
        self.counts: dict[str, list[int]] = {}
        """For each hex its battles, losses and passages."""

    def take(self, record: Record) -> None:
        self.games += 1
        for hex_, counts in record.hexes.items():
            total = self.counts.setdefault(hex_, [0, 0, 0])
            for what, count in enumerate(counts):
                total[what] += count


class _Tally:
    """Counts, for every hex at once, in how many games it was in a set: sums of sets, digit by digit."""

    def __init__(self) -> None:
        self.games = 0
        self._digits: list[int] = []

    def add(self, hexes: int) -> None:
        self.games += 1
        for number, digit in enumerate(self._digits):
            self._digits[number], hexes = digit ^ hexes, digit & hexes
            if not hexes:
                return
        self._digits.append(hexes)

    def count(self, hex_: int) -> int:
        return sum((digit >> hex_ & 1) << number for number, digit in enumerate(self._digits))


def _ground(run: Run, held: Mapping[str, Mapping[int, _Tally]]) -> list[tuple[Any, ...]]:
    return [
        (arm.name, turn, name, tally.games, tally.count(hex_))
        for arm in run.experiment.arms
        for turn, tally in sorted(held[arm.name].items())
        for hex_, name in sorted(arm.rules.grid.name.items())
    ]


def _heated(heat: Mapping[str, _Heat]) -> list[tuple[Any, ...]]:
    return [
        (arm, hex_, found.games, *counts)
        for arm, found in heat.items()
        for hex_, counts in sorted(found.counts.items())
    ]


def _rows(arm: Arm, record: Record) -> Iterator[tuple[str, tuple[Any, ...]]]:
    game = arm.name, record.index
    yield "games", (*game, *_game_row(arm, record))
    if not record.level:
        return  # it did not come to its end, and counts in no figure
    rules, before = arm.rules, [0, 0]
    km = rules.board.file.km_per_hex
    place = {party: number for number, party in enumerate(record.parties)}
    for note in record.by_turn:
        columns: list[Any] = [note.points, note.units, note.steps, note.unsupplied, note.hexes]
        figures = [[column[place[side]] if side in place else None for side in SIDES] for column in columns]
        held = [value or 0 for value in figures[-1]]
        gained = [now - then for now, then in zip(held, before if any(before) else held, strict=True)]
        before = held
        date = rules.date(note.turn) if note.turn >= rules.first_turn else ""
        yield (
            "turns",
            (*game, note.turn, date, note.weather, note.margin, *chain.from_iterable(figures), *gained),
        )
        for axis, hexes in zip(rules.annals.lines, note.fronts, strict=True):
            yield "fronts", (*game, note.turn, axis, hexes, round(hexes * km, 3))
    for name in ("attacks", "losses", "places"):
        for each in getattr(record, name):
            yield name, (*game, *msgspec.structs.astuple(each))
    for figure, value in sorted(record.figures.items()):
        yield "figures", (*game, figure, value)
    for part in record.parts:
        yield "points", (*game, part.side, part.part, part.points)


def _game_row(arm: Arm, record: Record) -> tuple[Any, ...]:
    points = [record.points.get(side) for side in SIDES]
    luck = [record.luck.get(side, (0, 0.0)) for side in SIDES]
    return (
        arm.dice_number(record.index),
        arm.mind_number(record.index),
        str(arm.seed),
        arm.choice.game,
        arm.choice.scenario,
        record.level,
        record.winner,
        record.turns,
        record.orders,
        *points,
        *[round(total / count, 6) if count else None for count, total in luck],
        *[count for count, _ in luck],
        record.by_turn[-1].margin if record.by_turn and record.level else None,
        record.reason,
        record.state,
        record.broken,
    )


class Stamp(msgspec.Struct):
    """What tables were made of."""

    experiment: str
    log: int
    rows: str
    files: dict[str, str]
    """The digest of each."""


def write_tables(run: Run) -> list[Path]:
    """Write every table as a Parquet file; one that cannot be written whole is not there at all."""
    (run.folder / STAMP).unlink(missing_ok=True)
    with _scratch(run.folder / PARTS) as folder:
        written: dict[str, list[Path]] = {name: [] for name in SCHEMAS}
        for name, part in _parts(run):
            path = folder / f"{name}-{len(written[name])}.parquet"
            with _told_as_by_the_system(path):
                part.write_parquet(path)
            written[name].append(path)
        paths = [_write_table(run.folder / f"{name}.parquet", parts) for name, parts in written.items()]
    files = {path.name: _digest(path) for path in paths}
    stamp = Stamp(run.experiment.digest, run.log.size, run.rows_digest(), files)
    write_whole(run.folder / STAMP, lambda part: part.write_bytes(msgspec.json.encode(stamp)))
    return paths


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """A folder that goes when it is done with, as does what was left of one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write_table(path: Path, parts: list[Path]) -> Path:
    whole = pl.scan_parquet(parts) if parts else pl.LazyFrame(schema=SCHEMAS[path.stem])
    with _told_as_by_the_system(path):
        write_whole(path, lambda part: whole.sink_parquet(part, row_group_size=IN_A_GROUP))
    return path


@contextmanager
def _told_as_by_the_system(path: Path) -> Iterator[None]:
    """Polars has errors of its own for a full disk and the like."""
    try:
        yield
    except pl.exceptions.PolarsError as error:
        number = re.search(r"\(os error (\d+)\)", str(error))
        if number is None:
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1])), str(path)) from error


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file whole or not at all: what was there before stays until then."""
    part = path.with_name(f".{path.name}.part")
    try:
        write(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def load(run: Run) -> dict[str, pl.DataFrame]:
    """The tables as they lie in the folder, where they are those of the log; else made anew."""
    try:
        stamp = msgspec.json.decode((run.folder / STAMP).read_bytes(), type=Stamp)
        sound = all(_digest(run.folder / name) == digest for name, digest in stamp.files.items())
        if sound and (stamp.experiment, stamp.log) == (run.experiment.digest, run.log.size):
            return {name: pl.read_parquet(run.folder / f"{name}.parquet") for name in SCHEMAS}
    except (OSError, msgspec.DecodeError, pl.exceptions.PolarsError):
        pass  # missing or damaged: the log has it all
    return frames(run)


def only(frame: pl.DataFrame, arm: str, names: Iterable[str] = ()) -> pl.DataFrame:
    """The rows of one arm."""
    found = frame.filter(pl.col("arm") == arm)
    return found.select(names) if names else found
