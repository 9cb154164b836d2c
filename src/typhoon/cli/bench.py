"""`typhoon bench`: how fast the program is."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.screen import print_json
from typhoon.lab.bench import INTERPRETER, Bench, benchmarks


def run(args: Namespace) -> int:
    if args.json:
        print_json(list(benchmarks(args.quick)))
        return 0
    print(INTERPRETER, flush=True)
    for bench in benchmarks(args.quick):
        print(_line(bench), flush=True)
    return 0


def _line(bench: Bench) -> str:
    value = "-" if bench.value is None else f"{bench.value:g}"
    ratio = "" if bench.ratio is None else f"ratio {bench.ratio:g}"
    note = f"  ({bench.note})" if bench.note else ""
    return f"{bench.name:40}{value:>9} {bench.unit:9}{ratio:12}{_verdict(bench)}{note}"


def _verdict(bench: Bench) -> str:
    if not bench.goal:
        return "no goal"
    verdict = {True: "met", False: "NOT MET", None: "not measured"}[bench.met]
    return f"goal {bench.goal:14}{verdict}"
