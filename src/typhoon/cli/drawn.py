"""`typhoon map`: the map and the counters on it as SVG."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.inputs import WrongInput, begin, load_journal, write_text
from typhoon.drawing import draw_board
from typhoon.engine.game import Game


def run(args: Namespace) -> int:
    game = _game(args)
    faces = [] if args.no_counters else game.rules.shown.faces(game.position)
    front = game.rules.shown.front(game.position)
    signs = {} if args.no_counters else game.rules.shown.signs(game.position)
    svg = draw_board(game.rules.board, faces, season=args.season, front=front, signs=signs)
    if args.output and args.output != "-":
        write_text(args.output, svg)
    else:
        print(svg)
    return 0


def _game(args: Namespace) -> Game:
    if not args.journal:
        if args.to is not None:
            raise WrongInput("--to goes with --journal")
        return begin(args)
    if args.scenario:
        raise WrongInput("--scenario and --journal exclude each other")
    game = load_journal(args.journal, charts=args.charts, to=args.to, verify=False)
    if game.rules.about.id != args.game:
        raise WrongInput(f"{args.journal}: a game of {game.rules.about.id}, not of {args.game}")
    return game
