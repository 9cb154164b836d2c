"""`typhoon replay`: the story of a game."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.inputs import load_journal
from typhoon.cli.screen import print_json, wrapped
from typhoon.cli.telling import standing, story
from typhoon.engine.game import Game


def run(args: Namespace) -> int:
    game = load_journal(args.file, charts=args.charts, to=args.to, verify=args.verify)
    if args.json:
        print_json(_as_data(game, args.verify))
    else:
        _print(game, args.verify)
    return 0


def _as_data(game: Game, verified: bool) -> dict[str, object]:
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
        "verified": verified,
    }


def _print(game: Game, verified: bool) -> None:
    header = game.journal.header
    print(f"{game.rules.about.title}, {header.scenario}")
    for line in story(game, game.log):
        print(line)
    print()
    if decision := game.decision:
        print(wrapped(f"The game goes on, and the {decision.side} side is to decide: {decision.prompt}"))
        print(f"To be expected: {game.rules.prospects.told(game.position)}.")
    orders = len(game.journal.entries)
    checked = "orders, dice and positions are" if verified else "orders are"
    print(f"{orders} orders; the {checked} as they should be. State {game.state_hash()}.")
