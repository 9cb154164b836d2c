"""`typhoon analyse`: how a game went turn by turn, what of it was luck, and what was played badly or well."""

from __future__ import annotations

import hashlib
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from typhoon.cli.inputs import WrongInput, load_journal, read_text
from typhoon.cli.screen import bar, print_json, print_lines, wrapped
from typhoon.engine.game import Game
from typhoon.players.analysis import Better, Turn, analyse, mark

BAR = 12
MOST_ORDERS = 8
"""Orders of a better plan that are told."""


class Kept(msgspec.Struct):
    """An analysis as it is kept beside its journal."""

    journal: str
    """The hash of the journal."""
    playouts: int
    turns: list[Turn]


def run(args: Namespace) -> int:
    if args.playouts < 0:
        raise WrongInput(f"--playouts must be 0 or more, not {args.playouts}")
    game = load_journal(args.file, charts=args.charts)
    text = read_text(args.file)
    beside = Path(f"{args.file}.analysis")
    kept = _kept(beside, text, args.playouts)
    done, kept.turns = kept.turns, []
    for turn in analyse(text, args.playouts, done, args.charts):
        kept.turns.append(turn)
        if args.playouts:
            _write(beside, kept)
            _progress(turn)
    mark(kept.turns)
    if args.json:
        print_json({"game": game.rules.about.id, "playouts": args.playouts, "turns": kept.turns})
    else:
        print_lines(told(game, kept.turns))
    return 0


def _kept(path: Path, text: str, playouts: int) -> Kept:
    """What is known already; a file that does not fit or cannot be read counts for nothing."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Kept)
        if (found.journal, found.playouts) == (digest, playouts):
            return found
    except (OSError, msgspec.MsgspecError):
        pass
    return Kept(digest, playouts, [])


def _write(path: Path, kept: Kept) -> None:
    """Keep what is known so far; half a file never takes the place of a whole one."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.write_bytes(msgspec.json.encode(kept))
        partial.replace(path)
    except OSError as error:
        raise WrongInput(f"the analysis cannot be kept in {path}: {error.strerror or error}") from error


def _progress(turn: Turn) -> None:
    print(f"turn {turn.turn}, {turn.side}: looked at", file=sys.stderr)


def told(game: Game, turns: list[Turn]) -> Iterator[str]:
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
            if turn.mark and plan.certain:
                yield ""
                yield from _better(turn, plan)


def _better(turn: Turn, plan: Better) -> Iterator[str]:
    where = f"Turn {turn.turn}, {plan.phase}"
    if plan.gain < 0:
        yield wrapped(
            f"{where}: strong. The plan that was followed is better than the marshal's by "
            f"{-plan.gain:.1f} ± {2 * plan.error:.1f}."
        )
        return
    yield wrapped(
        f"{where}: a mistake. The marshal, who knew no more than the side did, would have gained "
        f"{plan.gain:.1f} ± {2 * plan.error:.1f} by:"
    )
    shown = plan.orders[:MOST_ORDERS]
    yield wrapped("; ".join(shown) + ("; ..." if len(plan.orders) > len(shown) else ""), "  ")
