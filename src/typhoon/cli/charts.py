"""`typhoon charts`: the charts of a game as sheets to be printed."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.inputs import rules_of, write_text
from typhoon.drawing.sheets import charts_page


def run(args: Namespace) -> int:
    page = charts_page(rules_of(args))
    if args.output and args.output != "-":
        write_text(args.output, page)
    else:
        print(page, end="")
    return 0
