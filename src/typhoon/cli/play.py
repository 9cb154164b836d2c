"""`typhoon play`: a game at the terminal."""

from __future__ import annotations

import secrets
from argparse import Namespace
from pathlib import Path
from shlex import quote

from typhoon.cli import bidding
from typhoon.cli.inputs import WrongInput, begin, input_errors, load_journal, thinking_time
from typhoon.cli.saving import autosave, save
from typhoon.cli.table import Table
from typhoon.engine.about import Team
from typhoon.engine.dice import KeyedDice
from typhoon.engine.game import Game
from typhoon.engine.registry import law_of
from typhoon.engine.seat import Player
from typhoon.engine.study import study_of
from typhoon.players import find_player
from typhoon.players.crew import Crew


def run(args: Namespace) -> int:
    if args.study:
        game = _of_study(args)
        names = _names(args, game.rules.sides)
    elif args.game is None:
        raise WrongInput("say which GAME to play, or which --study (`typhoon play --help` tells more)")
    elif args.resume:
        game = _resumed(args)
        names = _names(args, game.rules.sides)
    else:
        names = _names(args, _sides(args))
        names = bidding.settle(args, names) if args.bid else names
        game = begin(args)
    players, team = _players(args, game, names), _team(args, game, names)
    table = Table(game, players, thinking_time(args), team, args.charts, ids=args.ids)
    table.greet()
    try:
        table.play()
    except KeyboardInterrupt:
        print()
        _keep(args, table.game, names)
        raise
    _keep(args, table.game, names)
    return 0


def _resumed(args: Namespace) -> Game:
    if args.scenario or args.option:
        raise WrongInput("a resumed game keeps its scenario and options: leave out --scenario and --option")
    if args.bid:
        raise WrongInput("bids are made before a game: leave out --bid")
    if args.takebacks != "any":
        raise WrongInput("a resumed game keeps to what was said of take-backs: leave out --takebacks")
    game = load_journal(args.resume, charts=args.charts)
    if game.rules.about.id != args.game:
        raise WrongInput(f"{args.resume}: a game of {game.rules.about.id}, not of {args.game}")
    if not isinstance(game.dice, KeyedDice):
        raise WrongInput(f"{args.resume}: without a dice key it can be replayed, but not played on")
    game.change_key(args.seed)  # whoever has read the file knows the old one
    return game


def _of_study(args: Namespace) -> Game:
    """The position of a study, with dice of its own."""
    if args.scenario or args.option or args.bid or args.resume or args.charts:
        raise WrongInput(
            "a study has its own game: leave out --scenario, --option, --charts, --bid and --resume"
        )
    with input_errors(f"--study {args.study}"):
        study = study_of(args.study)
        if args.game not in (None, study.game):
            raise ValueError(f"it is a study of {study.game}, not of {args.game}")
        game = study.begin()
    args.game = study.game
    if getattr(args, study.told.side) is None:
        setattr(args, study.told.side, "me")
    game.change_key(args.seed)
    return game


def _sides(args: Namespace) -> tuple[str, ...]:
    with input_errors():
        return law_of(args.game).about.sides


def _names(args: Namespace, sides: tuple[str, ...]) -> dict[str, str]:
    """Who plays each side: normally the user, against the staff; the other side where one is given away."""
    given = {"soviet": args.soviet, "german": args.german}
    for side, name in given.items():
        if name and side not in sides:
            raise WrongInput(f"{args.game} has no {side} side to give to '{name}'")
    taken = given["german"] == "me" or given["soviet"] not in (None, "me")
    mine = "german" if "soviet" not in sides or taken else "soviet"
    return {side: given.get(side) or ("me" if side == mine else "staff") for side in sides}


def _players(args: Namespace, game: Game, names: dict[str, str]) -> dict[str, Player]:
    """The computer players."""
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    players, crew = {}, Crew()
    for side, name in names.items():
        if name != "me":
            with input_errors(f"--{side} {name}"):
                players[side] = find_player(name, game.rules, side, seed, crew=crew)
    return players


def _team(args: Namespace, game: Game, names: dict[str, str]) -> Team | None:
    """How people share a side."""
    if not args.team:
        return None
    with input_errors(f"--team {args.team}"):
        team = game.rules.about.team(args.team, game.rules.options)
    if names[team.side] != "me":
        raise WrongInput(f"--team {args.team}: people share the {team.side} side, not {names[team.side]}")
    return team


def _keep(args: Namespace, game: Game, names: dict[str, str]) -> None:
    """Save the game, unless nothing was done in it, and say how to go on."""
    if not game.journal.entries:
        return
    path = Path(args.save or args.resume) if args.save or args.resume else None
    if path is not None:
        save(game, path)
    else:
        path = autosave(game)
    print(f"Saved to {path}")
    if game.result is not None:
        print(f"See it again with: typhoon replay {quote(str(path))}")
        return
    who = " ".join(f"--{side} {name}" for side, name in names.items())
    team = f" --team {args.team}" if args.team else ""
    charts = f" --charts {quote(args.charts)}" if args.charts else ""
    print(f"Go on with: typhoon play {args.game} --resume {quote(str(path))} {who}{team}{charts}")
