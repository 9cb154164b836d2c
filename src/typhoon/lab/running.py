"""Playing an experiment: what is missing is played, what is there is kept, whatever happened in between.

The results of ``winter.toml`` lie beside it in the folder ``winter.lab``: the log of the games, the journals
of those that broke or were asked for, and the tables that are made of the log.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from errno import ENOENT
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import typhoon
from typhoon.lab import charts
from typhoon.lab.experiment import Arm, Experiment
from typhoon.lab.log import Key, Log, Marker
from typhoon.lab.playing import Played
from typhoon.lab.pools import Pool, Processes, in_this_process
from typhoon.lab.record import Head
from typhoon.lab.sequential import ALPHA, Interval, mean_interval, share_interval

if TYPE_CHECKING:
    import polars

LOG, BROKEN, JOURNALS, CHARTS = "games.log", "broken", "journals", "charts"
LOOK_EVERY = 10
"""Whether a series may stop is asked after every so many games of each arm."""


class ProgramChanged(Exception):
    """The games so far were played by another program, and would not go with those to come."""


class Shard(NamedTuple):
    """A part of an experiment: every ``of``-th game."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Raises ``ValueError``.

        >>> Shard.parse("3/20")
        Shard(number=3, of=20)
        """
        number, slash, of = text.partition("/")
        if slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of):
            return cls(int(number), int(of))
        raise ValueError(f"shard '{text}': write such as 3/20, the third of twenty parts")

    @property
    def log(self) -> str:
        return LOG if self.of == 1 else f"games-{self.number}-of-{self.of}.log"


WHOLE = Shard()


class State(NamedTuple):
    """How far a run has come."""

    done: int
    total: int
    played: int
    """Games played in this run."""
    broken: int
    figure: str
    """The main figure so far, in words."""


Progress = Callable[["Run"], None]
"""Told after every game."""


def folder_of(path: str | Path) -> Path:
    """Where the results of an experiment's file lie."""
    return Path(path).with_suffix(".lab")


def plan(experiment: Experiment, shard: Shard = WHOLE) -> Iterator[Key]:
    """The games of an experiment: the first of every arm, the second of every arm, and so on."""
    longest = max(arm.games for arm in experiment.arms)
    games = (
        (arm.digest, index)
        for index in range(1, longest + 1)
        for arm in experiment.arms
        if index <= arm.games
    )
    return islice(games, shard.number - 1, None, shard.of)


class Run:
    """An experiment with its results."""

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        shard: Shard = WHOLE,
        until: str | None = None,
        limit: float | None = None,
    ) -> None:
        self.experiment, self.folder, self.shard = experiment, folder, shard
        self.arms = {
            arm.digest: msgspec.structs.replace(arm, limit=limit or arm.limit) for arm in experiment.arms
        }
        self.until = experiment.until if until is None else until
        self.goal = experiment.goal(self.until) if self.until else None
        if self.goal and shard.of > 1:
            raise ValueError("a shard cannot know when the whole is exact enough: leave out until")
        self.figure = self.goal.figure if self.goal else experiment.figure
        self.log = Log(folder / shard.log, lambda head: self.figure.of(msgspec.structs.asdict(head)))
        self.played = 0
        self._stop = 0

    # Playing

    def go(self, pool: Pool, progress: Progress | None = None) -> None:
        """Play whatever is missing."""
        self._prepare()
        with self.log.writing():
            self.log.mark(Marker(program()))
            for played in pool(self.arms, self._missing()):
                self._keep(played)
                if progress is not None:
                    progress(self)
                if self.stop:
                    break
            self.log.mark(Marker(program(), self.until, self.stop))

    def _prepare(self) -> None:
        before = self.log.marker.program
        if before and before != program():
            raise ProgramChanged(
                f"{self.log.path}: these games were played by another version of the program or its charts; "
                f"finish them with that one, or begin again with --anew"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        for arm in self.experiment.arms:
            if arm.charts:
                charts.write(arm.charts, self.folder / CHARTS / file_name(arm.name))

    def _missing(self) -> Iterator[Key]:
        for key in plan(self.experiment, self.shard):
            if self.stop:
                return
            if key not in self.log:
                yield key

    def _keep(self, played: Played) -> None:
        if played.journal:
            self._keep_journal(played)
        self.log.add(played.line)
        self.played += 1

    def _keep_journal(self, played: Played) -> None:
        head = msgspec.json.decode(played.line, type=Head)
        folder = self.folder / (BROKEN if played.broken else JOURNALS)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{file_name(self.arms[head.arm].name)}-{head.index:05}.journal"
        written = folder / f".{name}"
        try:
            written.write_text(played.journal, encoding="utf-8")
            written.replace(folder / name)
        except OSError as error:
            written.unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, str(folder / name)) from error

    # How far it has come

    @property
    def stop(self) -> int:
        """The number of games of each arm after which the goal is reached; 0 while it is not.

        Games are looked at in the order of their numbers, however they came in, so that a series ends with
        the same games on any number of processes.
        """
        if self.goal is None or self._stop:
            return self._stop
        longest = max(arm.games for arm in self.experiment.arms)
        whole = self._whole
        while whole < longest and all(
            (arm.digest, whole + 1) in self.log for arm in self.experiment.arms if whole < arm.games
        ):
            whole += 1
            if whole % LOOK_EVERY == 0 and self._exact(whole):
                self._stop = whole
                break
        self._whole = whole
        return self._stop

    _whole = 0

    def _exact(self, n: int) -> bool:
        assert self.goal is not None
        return all(interval.half <= self.goal.within for interval in self.intervals(n).values())

    def intervals(self, n: int) -> dict[str, Interval]:
        """The goal's interval of every arm after so many games; they hold together, whenever one looks."""
        assert self.goal is not None
        arms = self.experiment.arms
        if self.goal.difference:
            pairs = [(arm, self.experiment.arm(arm.against)) for arm in arms if arm.against]
            numbers = {a.name: self._differences(a, b, n) for a, b in pairs}
        else:
            numbers = {arm.name: [*self.numbers(arm, n).values()] for arm in arms}
        alpha = ALPHA / max(len(numbers), 1)
        share = self.goal.figure.is_share and not self.goal.difference
        return {
            name: share_interval(int(sum(found)), len(found), alpha) if share else mean_interval(found, alpha)
            for name, found in numbers.items()
        }

    def numbers(self, arm: Arm, n: int) -> dict[int, float]:
        """The figure in the first games of an arm, by their numbers."""
        return dict(self.log.of(arm.digest).numbers(n))

    def _differences(self, one: Arm, other: Arm, n: int) -> list[float]:
        ours, theirs = self.numbers(one, n), self.numbers(other, n)
        return [ours[index] - theirs[index] for index in ours if index in theirs]

    @property
    def state(self) -> State:
        done = total = broken = 0
        for arm, index in plan(self.experiment, self.shard):
            total += 1
            series = self.log.of(arm)
            if index in series:
                done += 1
                broken += series.is_broken(index)
        return State(done, total, self.played, broken, self._figure_so_far())

    def _figure_so_far(self) -> str:
        if not self.figure.is_share:
            return self.figure.words
        arm = self.experiment.arms[0]
        found = self.numbers(arm, arm.games).values()
        low, high = share_interval(int(sum(found)), len(found))
        return f"{self.figure.words} {low:.0%} to {high:.0%}"

    def rows_digest(self) -> str:
        """Names the rows of all games that count, whoever played them, in whatever order."""
        found = hashlib.sha256()
        for body in self.log.some_bodies(self.keys()):
            found.update(body)
        return found.hexdigest()[:16]

    @property
    def missing(self) -> int:
        """How many games are still to be played."""
        return 0 if self.stop else sum(1 for _ in self._missing())

    def keys(self) -> Iterator[Key]:
        """The games that count, in their order: arm by arm."""
        stop = self.log.marker.stop or 10**9
        for arm in self.experiment.arms:
            for index in range(1, min(arm.games, stop) + 1):
                if (arm.digest, index) in self.log:
                    yield arm.digest, index


def pool_of(processes: int | None, ray: str = "") -> Pool:
    """Where games are to be played: in so many processes, or in as many as there are processors."""
    if ray:
        from typhoon.lab.cluster import Cluster

        return Cluster(ray)
    return Processes(processes or os.cpu_count() or 1)


def run_for_frames(
    experiment: Experiment,
    folder: str | Path | None = None,
    *,
    processes: int | None = 1,
    ray: str = "",
    until: str | None = None,
    limit: float | None = None,
    progress: Progress | None = None,
) -> Mapping[str, polars.DataFrame]:
    """Play an experiment and give all tables of it; without a folder nothing is kept.

    One process is this one: a script need not be written for others, but games are not cut off.
    """
    from typhoon.lab.tables import frames, load, write_tables

    with tempfile.TemporaryDirectory(prefix="typhoon-lab-") as passing:
        run = Run(experiment, Path(folder or passing), until=until, limit=limit)
        run.go(in_this_process if processes == 1 and not ray else pool_of(processes, ray), progress)
        if folder is None:
            return frames(run)
        write_tables(run)
        return load(run)


class Merged(NamedTuple):
    new: int
    """Games that were not there before."""
    sources: list[Log]


def merge(run: Run, sources: list[Path]) -> Merged:
    """Take in the results of shards or other folders.

    ``ProgramChanged`` when they were played by different programs: then nothing is taken.
    """
    logs = []
    for source in sources:
        found = sorted(source.glob("games*.log")) if source.is_dir() else [source]
        if not found or not all(path.is_file() for path in found):
            raise FileNotFoundError(ENOENT, "there are no results", str(source))
        logs += [Log(path) for path in found if path != run.log.path]
    programs = {log.marker.program for log in [run.log, *logs] if log.marker.program}
    if len(programs) > 1:
        raise ProgramChanged("these results were played by different versions of the program")
    before = len(run.log)
    with run.log.writing():
        run.log.mark(Marker(min(programs, default="")))
        for log in logs:
            for key, body in log.bodies():
                if key[0] in run.arms:
                    run.log.add(body)
    for source in sources:
        _take_journals(source, run.folder)
    return Merged(len(run.log) - before, logs)


def _take_journals(source: Path, folder: Path) -> None:
    for path in [path for name in (BROKEN, JOURNALS) for path in source.glob(f"{name}/*.journal")]:
        ours = folder / path.relative_to(source)
        if not ours.exists():
            ours.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, ours)


def file_name(name: str) -> str:
    """The name of an arm as files can bear it, and no two alike.

    >>> file_name("all on"), file_name("a/b") != file_name("a b")
    ('all-on', True)
    """
    plain = "".join(letter if letter.isalnum() or letter in "-_=." else "-" for letter in name)
    if plain.replace("-", " ") == name:
        return plain
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"


@cache
def program() -> str:
    """Names the program as far as games depend on it: rules, charts, players, and what is written down.

    What happened in 1941 has no say in games.
    """
    root, found = Path(typhoon.__file__).parent, hashlib.sha256()
    for part in ("engine", "games", "hexgrid", "mechanics", "players"):
        for path in sorted((root / part).rglob("*")):
            if path.suffix in (".py", ".csv", ".toml") and path.stem != "chronicle":
                found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    found.update((root / "lab" / "record.py").read_bytes() + (root / "lab" / "playing.py").read_bytes())
    return found.hexdigest()[:16]
