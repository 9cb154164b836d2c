"""`typhoon briefing`: what to know before the first turn."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill

from typhoon.cli.inputs import input_errors
from typhoon.engine.briefing import Briefing, briefing_of
from typhoon.engine.registry import find_rules

WIDTH = 96


def run(args: Namespace) -> int:
    with input_errors():
        briefing = briefing_of(find_rules(args.game, args.scenario))
    print("\n".join(told(briefing)))
    return 0


def told(briefing: Briefing) -> list[str]:
    """A briefing in lines for a terminal."""
    lines = [f"{briefing.title}: {briefing.name}", "", fill(briefing.situation, WIDTH)]
    parts = [
        ("Who wins when", briefing.winning),
        ("The first turn", [f"{who.capitalize()}: {text}" for who, text in briefing.first.items()]),
        ("What is special", briefing.special),
    ]
    for title, texts in parts:
        lines += [
            "",
            title,
            *[fill(text, WIDTH, initial_indent="- ", subsequent_indent="  ") for text in texts],
        ]
    return [*lines, "", f"Length: {briefing.length}."]
