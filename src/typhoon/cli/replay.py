"""`typhoon replay`: the story of a game."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.inputs import WrongInput, load_journal
from typhoon.cli.screen import print_json, print_lines, wrapped
from typhoon.cli.telling import Say, standing, story, voice
from typhoon.engine.game import Game

NOT_CHECKED = 3
"""The exit status of a journal in which nothing is wrong, but whose dice cannot be checked."""


def run(args: Namespace) -> int:
    game = load_journal(args.file, charts=args.charts, to=args.to, verify=args.verify)
    if args.commitment:
        _compare(args.file, game, args.commitment)
    unchecked = game.journal.unchecked if args.verify else "only --verify does that"
    if args.json:
        print_json(_as_data(game, unchecked))
    else:
        _print(game, unchecked, voice(game.rules, ids=args.ids))
    return NOT_CHECKED if args.verify and unchecked else 0


def _compare(file: str, game: Game, noted: list[str]) -> None:
    """Whether the dice fell under what was committed to when the table was opened."""
    written = _commitments(game)
    if written != noted:
        told = ", ".join(written) or "none"
        raise WrongInput(f"{file}: its dice commitments are {told}, not {', '.join(noted)}")


def _commitments(game: Game) -> list[str]:
    """All that dice were committed to, in the order in which it came into use."""
    return [told for lot in game.journal.header.lots for told in (lot.commitment, *lot.seats.values())]


def _as_data(game: Game, unchecked: str) -> dict[str, object]:
    journal, result, decision = game.journal, game.result, game.decision
    return {
        "game": journal.header.game,
        "scenario": journal.header.scenario,
        "options": journal.header.options,
        "orders": len(journal.entries),
        "turn": game.position.turn,
        "date": game.rules.date(game.position.turn),
        "phase": game.rules.phase_in_play(game.position),
        "side": decision.side if decision else None,
        "result": result.level if result else None,
        "winner": result.winner if result else None,
        "points": result.points if result else standing(game),
        "value": {side: game.rules.evaluate(game.position, side) for side in game.rules.sides},
        "state": game.state_hash(),
        "verified": not unchecked,
        "dice": f"not checked: {unchecked}" if unchecked else "checked",
        "commitments": _commitments(game),
        "takebacks": game.takebacks,
    }


def _print(game: Game, unchecked: str, say: Say) -> None:
    header = game.journal.header
    print(f"{game.rules.about.title}, {header.scenario}")
    for line in story(game, game.log, say):
        print(line)
    print()
    if decision := game.decision:
        print(wrapped(f"The game goes on, and the {decision.side} side is to decide: {say(decision.prompt)}"))
        print(f"To be expected: {game.rules.prospects.told(game.position)}.")
    orders = len(game.journal.entries)
    if game.takebacks:
        print(f"Orders were taken back {game.takebacks} time{'s' if game.takebacks > 1 else ''}.")
    checked = "orders are" if unchecked else "orders, dice and positions are"
    print(f"{orders} orders; the {checked} as they should be. State {game.state_hash()}.")
    if unchecked:
        print(wrapped(f"dice not checked: {unchecked}."))
    else:
        print("The dice fit these commitments; compare them with those that were shown before the game:")
        print_lines(f"  {commitment}" for commitment in _commitments(game))
