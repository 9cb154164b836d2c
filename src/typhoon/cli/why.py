"""`typhoon why`: the umpire's ruling on an order."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.inputs import input_errors, load_journal
from typhoon.cli.telling import previewed, ruled, voice


def run(args: Namespace) -> int:
    game = load_journal(args.file, charts=args.charts, to=args.to, verify=False)
    with input_errors():
        order = game.parse(" ".join(args.order))
    ruling, say = game.why_not(order), voice(game.rules, ids=args.ids)
    if ruling is not None:
        lines = ruled(game.rules, ruling, say)
    else:
        print(f"{order} is legal.")
        lines = previewed(game.preview(order), say, game.rules.provenance)
    for line in lines:
        print(line)
    return 0
