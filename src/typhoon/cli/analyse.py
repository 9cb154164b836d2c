"""`typhoon analyse`: how a game went turn by turn, what of it was luck, and what was played badly or well."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from typhoon.cli.inputs import WrongInput, input_errors, load_journal, read_text
from typhoon.cli.screen import bar, print_json, print_lines, wrapped
from typhoon.cli.telling import story, voice
from typhoon.engine.game import Game
from typhoon.engine.replay import branch
from typhoon.players.analysis import Turn, analyse, beside, kept, mark, work_out
from typhoon.players.judging import Better

BAR = 12
MOST_ORDERS = 8
"""Orders of a better plan that are told."""


def run(args: Namespace) -> int:
    if args.playouts < 0:
        raise WrongInput(f"--playouts must be 0 or more, not {args.playouts}")
    if args.line is not None:
        if args.json:
            raise WrongInput("--line tells a story; it has no --json")
        print_lines(_line(args))
        return 0
    game = load_journal(args.file, charts=args.charts)
    turns = _turns(args)
    mark(turns)
    if args.json:
        print_json({"game": game.rules.about.id, "playouts": args.playouts, "turns": turns})
    else:
        print_lines(told(game, turns, args.file))
    return 0


def _line(args: Namespace) -> Iterator[str]:
    """What would have come of the marshal's plan after an order, as a story."""
    lines = kept(beside(Path(args.file)), read_text(args.file)).lines
    if not lines:
        raise WrongInput(f"{args.file}: no lines of the marshal are known; --playouts N finds them")
    if args.line not in lines:
        known = ", ".join(map(str, sorted(lines)))
        raise WrongInput(f"{args.file}: no line goes on from order {args.line}; there are lines from {known}")
    game = load_journal(args.file, charts=args.charts, to=args.line)
    with input_errors(str(beside(Path(args.file)))):
        *_, game = game, *branch(game, lines[args.line])
    yield f"From order {args.line} on, had the marshal's plan been followed:"
    events = chain.from_iterable(entry.events for entry in game.entries[args.line :])
    yield from story(game, events, voice(game.rules))
    yield ""
    yield f"To be expected then: {game.rules.prospects.told(game.position)}."


def _turns(args: Namespace) -> list[Turn]:
    """The turns of the game; with playouts they are kept beside the journal as they are found."""
    text = read_text(args.file)
    if not args.playouts:
        return list(analyse(text, charts=args.charts))
    path = beside(Path(args.file))
    try:
        for found in work_out(path, text, args.playouts, args.charts):
            if found.thought:
                turn = found.turns[found.thought - 1]
                print(f"turn {turn.turn}, {turn.side}: looked at", file=sys.stderr)
    except OSError as error:
        raise WrongInput(f"the analysis cannot be kept in {path}: {error.strerror or error}") from error
    return found.turns


def told(game: Game, turns: list[Turn], file: str) -> Iterator[str]:
    """An analysis in lines for a terminal."""
    first = game.rules.sides[0]
    words = game.rules.prospects.words
    yield wrapped(
        f"Prospects after each turn of a side, in points of the {first} side, and what changed them: dice "
        f"against their mean, and everything that was decided."
    )
    yield ""
    most = max([abs(turn.after) for turn in turns], default=0.0) or 1.0
    yield f"{'turn':>4}  {'side':<8}{'prospects':>9}  {'':{2 * BAR}}{'luck':>7}{'play':>7}  "
    for turn in turns:
        length = bar(abs(turn.after) / most, BAR)
        drawn = f"{length:<{BAR}}" if turn.after >= 0 else f"{length:>{BAR}}"
        drawn = f"{'':{BAR}}{drawn}" if turn.after >= 0 else f"{drawn}{'':{BAR}}"
        figures = f"{turn.luck:>+7.1f}{turn.play:>+7.1f}"
        yield f"{turn.turn:>4}  {turn.side:<8}{turn.after:>9.1f}  {drawn}{figures}  {turn.mark}".rstrip()
    if turns:
        luck = sum([turn.luck for turn in turns])
        yield ""
        whom = game.rules.adjective(0 if luck > 0 else 1)
        yield wrapped(
            f"From {words(turns[0].before)} to {words(turns[-1].after)}. "
            f"Dice favoured the {whom} side by {abs(luck):.1f} on the whole."
        )
    for turn in turns:
        for plan in turn.plans:
            if plan.mark:
                yield ""
                yield from _better(turn, plan, file)


def _better(turn: Turn, plan: Better, file: str) -> Iterator[str]:
    where = f"Turn {turn.turn}, {plan.phase}"
    if plan.gain < 0:
        yield wrapped(
            f"{where}: strong. The plan that was followed is better than the marshal's by "
            f"{-plan.gain:.1f} ± {2 * plan.error:.1f}."
        )
        return
    yield wrapped(
        f"{where}: a mistake. The marshal, who knew no more than the side did, would have gained "
        f"{plan.gain:.1f} ± {2 * plan.error:.1f}:"
    )
    if plan.words:
        yield wrapped(" ".join(plan.words), "  ")
    shown = plan.orders[:MOST_ORDERS]
    if shown:
        yield wrapped("; ".join(shown) + ("; ..." if len(plan.orders) > len(shown) else ""), "  ")
    if plan.steps:
        yield f"  (`typhoon analyse {file} --line {plan.start}` tells what would have come of it)"
