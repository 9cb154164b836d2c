"""`typhoon share`: a game as one file that opens in any browser."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from typhoon.cli.inputs import input_errors, read_text, write_text
from typhoon.drawing.share import share_page
from typhoon.engine.replay import watch
from typhoon.players.analysis import beside, kept


def run(args: Namespace) -> int:
    text = read_text(args.file)
    with input_errors(args.file):
        page = share_page(watch(text, args.charts), analysis=kept(beside(Path(args.file)), text))
    write_text(args.output, page)
    return 0
