"""`typhoon sim`: many games between computer players."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from time import perf_counter

from typhoon.cli.inputs import WrongInput, begin, input_errors, make_folder, some_jobs, thinking_time
from typhoon.cli.screen import bar, print_json
from typhoon.lab import Job, Summary, play_games, summarize
from typhoon.lab.summary import interval
from typhoon.players import find_player


def run(args: Namespace) -> int:
    jobs = _jobs(args)
    if args.journals:
        make_folder(args.journals)
    processes = args.jobs or os.cpu_count() or 1
    progress = _Progress(len(jobs)) if sys.stderr.isatty() else None
    start = perf_counter()
    rows = play_games(jobs, processes, progress)
    summary = summarize(jobs, rows, perf_counter() - start)
    if args.json:
        print_json(summary)
    else:
        _print(summary)
    return 0


def _jobs(args: Namespace) -> list[Job]:
    if args.n < 1:
        raise WrongInput(f"-n {args.n}: play at least one game")
    some_jobs(args)
    seconds = thinking_time(args)
    first = begin(args)
    rules = first.rules
    players = {}
    for side, name in (("soviet", args.soviet), ("german", args.german)):
        if side in rules.sides:
            players[side] = name or "random"
            with input_errors():
                find_player(players[side], rules, side, args.seed)
        elif name:
            raise WrongInput(f"{args.game} has no {side} side to give to '{name}'")
    header = first.journal.header
    return [
        Job(
            header.game,
            header.scenario,
            players,
            args.seed,
            index,
            header.options,
            args.charts,
            args.journals,
            seconds=seconds,
        )
        for index in range(1, args.n + 1)
    ]


class _Progress:
    """A bar on the terminal that shows how far a series has come and how long it will take."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._start = perf_counter()

    def __call__(self, done: int) -> None:
        left = (perf_counter() - self._start) / done * (self._n - done)
        line = f"\r{bar(done / self._n, 30):30} {done}/{self._n} games, {left:.0f} s left "
        end = "" if done < self._n else "\r" + " " * len(line) + "\r"
        print(line, end=end, file=sys.stderr, flush=True)


def _print(summary: Summary) -> None:
    against = " against ".join(f"{side} {player}" for side, player in summary.players.items())
    print(f"{summary.game}, {summary.scenario}: {summary.n} games of {against}, seed {summary.seed}\n")
    _print_rows(summary)
    width = max(map(len, [*summary.results, "not finished"]))
    counts = dict(summary.results)
    if summary.finished < summary.n:
        counts["not finished"] = summary.n - summary.finished
    for level, count in counts.items():
        share = count / summary.n
        low, high = interval(count, summary.n)
        between = f"({low:.0%} to {high:.0%})"
        print(f"  {level:{width}}  {count:6}  {share:6.1%}  {between:16} {bar(share, 30)}")
    print()
    for side, points in summary.points.items():
        print(
            f"  {side} points: {points.mean:.2f} in the mean, deviation {points.deviation:.2f}, "
            f"{points.lowest} to {points.highest}"
        )
    _print_figures(summary)
    print(
        f"  {summary.orders / summary.n:.0f} orders and {summary.turns:.1f} turns a game; "
        f"{summary.seconds:.1f} s in all, {summary.orders / summary.seconds:.0f} orders a second"
    )


def _print_rows(summary: Summary) -> None:
    """The games one by one, where they have figures of their own."""
    for row in summary.rows:
        told = "; ".join(f"{name} {figure:g}" for name, figure in row.figures.items())
        print(f"  game {row.index:4}: {row.level or 'not finished'}; {told}")
    if summary.rows:
        print()


def _print_figures(summary: Summary) -> None:
    """Each figure: in how many games there was one, and how large it was there."""
    width = max(map(len, summary.figures), default=0)
    for name, figure in summary.figures.items():
        low, high = interval(figure.games, summary.finished)
        share = f"{figure.games} of {summary.finished} games ({low:.0%} to {high:.0%})"
        spread = figure.spread
        size = f"{spread.mean:.2f} in the mean, {spread.lowest:g} to {spread.highest:g}"
        print(f"  {name:{width}}  in {share}: {size}")
