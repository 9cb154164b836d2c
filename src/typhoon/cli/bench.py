"""`typhoon bench`: how fast the program is."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.screen import print_json
from typhoon.lab.bench import Bench, benchmarks


def run(args: Namespace) -> int:
    if args.json:
        print_json(list(benchmarks(args.quick)))
        return 0
    for bench in benchmarks(args.quick):
        print(_line(bench), flush=True)
    return 0


def _line(bench: Bench) -> str:
    value = "-" if bench.value is None else f"{bench.value:g}"
    ratio = "" if bench.ratio is None else f"ratio {bench.ratio:g}"
    verdict = {True: "met", False: "NOT MET", None: "not measured"}[bench.met]
    note = f"  ({bench.note})" if bench.note else ""
    return f"{bench.name:28}{value:>9} {bench.unit:9}{ratio:12}goal {bench.goal:12}{verdict}{note}"
