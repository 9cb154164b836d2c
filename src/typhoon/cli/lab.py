"""`typhoon lab`: experiments of many games."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from pathlib import Path
from time import monotonic
from typing import Any

from typhoon.cli.inputs import WrongInput, input_errors, make_folder, some_jobs, write_text
from typhoon.cli.screen import bar
from typhoon.engine.registry import find_rules
from typhoon.lab import templates
from typhoon.lab.experiment import Experiment
from typhoon.lab.log import Busy, Log
from typhoon.lab.running import WHOLE, ProgramChanged, Run, Shard, folder_of, merge, pool_of

NEEDS_LAB = "this needs polars and matplotlib: pip install 'typhoon-wargames[lab]'"
MOST_DAMAGED = 5
"""So many damaged lines are told of one by one."""
PLAIN_EVERY = 30.0
"""Seconds between the lines of progress in a log."""


def run(args: Namespace) -> int:
    what: dict[str, Any] = {
        "new": _new,
        "run": _run,
        "ablate": _ablate,
        "balance": _balance,
        "report": _report,
        "merge": _merge,
    }
    try:
        return int(what[args.what](args))
    except (Busy, ProgramChanged) as error:
        raise WrongInput(str(error)) from error


def _new(args: Namespace) -> int:
    with input_errors():
        find_rules(args.game, args.scenario)
    file = args.output or f"{args.game}.toml"
    return _written(file, templates.new(args.game, args.scenario, file))


def _ablate(args: Namespace) -> int:
    with input_errors():
        text = templates.ablate(args.game, args.scenario, _series(args))
    return _written(args.output or f"{args.game}-ablate.toml", text)


def _balance(args: Namespace) -> int:
    with input_errors():
        text = templates.balance(args.games, _series(args))
    return _written(args.output or "balance.toml", text)


def _series(args: Namespace) -> templates.Series:
    return templates.Series(positive("-n", args.n), args.seed, args.player)


def _written(file: str, text: str) -> int:
    if Path(file).exists():
        raise WrongInput(f"{file}: there is such a file already; name another with -o")
    write_text(file, text)
    print(f"{file} is written; `typhoon lab run {file}` plays it.")
    return 0


def positive(name: str, number: int) -> int:
    if number < 1:
        raise WrongInput(f"{name} {number}: play at least one game")
    return number


def _open(args: Namespace, shard: Shard = WHOLE, until: str | None = None, limit: float | None = None) -> Run:
    with input_errors():
        experiment = Experiment.read(args.file)
        return Run(experiment, folder_of(args.file), shard, until, limit)


def _run(args: Namespace) -> int:
    some_jobs(args)
    if args.limit is not None and not args.limit > 0:
        raise WrongInput(f"--limit {args.limit:g}: a game needs some time")
    with input_errors():
        shard = Shard.parse(args.shard) if args.shard else WHOLE
    if args.anew:
        set_aside(folder_of(args.file) / shard.log)
    found = _open(args, shard, args.until, args.limit)
    return _told_at_the_end(found, args) if played(found, args.jobs, args.ray) else 130


def played(found: Run, jobs: int | None, ray: str = "") -> bool:
    """Play what is missing, with progress; False when that was stopped."""
    _tell_damage(found, "its game is played again")
    progress = Progress(found)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with input_errors():
            found.go(pool_of(jobs, ray), progress)
    except KeyboardInterrupt:
        progress.end()
        state = found.state
        print(f"Stopped at {state.done} of {state.total} games; the same command goes on.", file=sys.stderr)
        return False
    finally:
        signal.signal(signal.SIGTERM, before)
    progress.end()
    return True


def _told_at_the_end(found: Run, args: Namespace) -> int:
    state = found.state
    if found.stop:
        assert found.goal is not None
        print(f"Exact enough after {found.stop} games of each arm: {found.until}.")
        for name, (low, high) in found.intervals(found.stop).items():
            told = f"{low:.1%} to {high:.1%}" if found.goal.figure.is_share else f"{low:.2f} to {high:.2f}"
            print(f"  {name}: {told}")
    if state.broken:
        print(f"{state.broken} games broke down: their journals are in {found.folder / 'broken'}.")
    print(f"{state.done} of {state.total} games, rows {found.rows_digest()}, in {found.log.path}.")
    if found.shard.of > 1:
        print(f"`typhoon lab merge {args.file} FOLDER ...` puts shards together.")
        return 0
    return _write_tables(found)


def _write_tables(found: Run) -> int:
    try:
        from typhoon.lab.tables import write_tables
    except ImportError:
        print(f"No tables are written: {NEEDS_LAB}", file=sys.stderr)
        return 0
    with input_errors():
        write_tables(found)
    print(f"Tables are in {found.folder}; `typhoon lab report` makes a report of them.")
    return 0


def _tell_damage(found: Run, comes: str) -> None:
    """Say which results cannot be read, as long as their games have not been played again."""
    if found.missing:
        _tell_damaged_lines(found.log, comes)


def _tell_damaged_lines(log: Log, comes: str) -> None:
    for line in log.damaged[:MOST_DAMAGED]:
        print(f"{log.path}, line {line}: damaged; {comes}", file=sys.stderr)
    if more := log.damaged[MOST_DAMAGED:]:
        print(f"{log.path}: and {len(more)} more such lines", file=sys.stderr)


def set_aside(log: Path) -> None:
    """Keep old results under another name."""
    number = 1
    while (other := log.with_name(f"{log.name}.{number}")).exists():
        number += 1
    if log.exists():
        with input_errors():
            log.rename(other)
        print(f"The results so far are now {other}.", file=sys.stderr)


def _merge(args: Namespace) -> int:
    found = _open(args)
    with input_errors():
        sources = [Path(source) for source in args.sources] or [found.folder]
        new, logs = merge(found, sources)
    for log in logs:
        _tell_damaged_lines(log, "its game is to be played again")
    state = found.state
    print(f"{new} games are new; {state.done} of {state.total} games, rows {found.rows_digest()}.")
    return _write_tables(found)


def _report(args: Namespace) -> int:
    found = _open(args)
    if not found.log:
        raise WrongInput(
            f"{found.folder}: no games have been played yet; `typhoon lab run {args.file}` does that"
        )
    _tell_damage(found, "its game does not count until it is played again")
    try:
        from typhoon.lab.report import figures, report
        from typhoon.lab.tables import write_whole
    except ImportError as error:
        raise WrongInput(NEEDS_LAB) from error
    text, path = report(found), args.output or found.folder / "report.html"
    if args.output:
        write_text(path, text)
    else:
        with input_errors(str(path)):
            write_whole(path, lambda part: part.write_text(text, encoding="utf-8"))
    print(f"{path} is written.")
    if args.figures:
        make_folder(args.figures)
        for name, text in figures(found).items():
            write_text(Path(args.figures, name), text)
        print(f"The main figures are in {args.figures}.")
    return 0


class Progress:
    """A line on the terminal that is written over, or plain lines in a log."""

    def __init__(self, found: Run) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._every = 0.2 if self._on_terminal else PLAIN_EVERY
        self._start = self._last = monotonic()
        self._width = 0

    def __call__(self, found: Run) -> None:
        now = monotonic()
        if now - self._last < self._every:
            return
        state = found.state
        self._last = monotonic()
        self._every = max(self._every, 50 * (self._last - now))  # to look must cost next to nothing
        rate = state.played / (now - self._start)
        left = _time((state.total - state.done) / rate) if rate else "?"
        broken = f", {state.broken} broken" if state.broken else ""
        told = f"{state.done}/{state.total} games{broken}, {rate:.2f} a second, {left} left; {state.figure}"
        if not self._on_terminal:
            print(told, file=sys.stderr, flush=True)
            return
        line = f"{bar(state.done / state.total, 20):20} {told}"
        print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def end(self) -> None:
        if self._on_terminal and self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)


def _time(seconds: float) -> str:
    """A time for people.

    >>> _time(75), _time(7_500)
    ('1 min 15 s', '2 h 05 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
