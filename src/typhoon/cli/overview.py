"""`typhoon` alone: what there is and how to begin."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.games import print_games
from typhoon.engine.registry import catalogue

COMMANDS = {
    "play GAME": "play at the terminal, against the computer or a friend",
    "sim GAME": "let computer players play many games",
    "replay FILE": "tell the story of a saved game",
    "why FILE ORDER": "ask the umpire about an order",
    "map GAME": "draw the map as SVG",
    "rules GAME": "every case of the rulebook, its code and its tests",
    "games": "scenarios and options of each game",
    "bench": "how fast it all is",
}


def run(args: Namespace) -> int:
    playable = next(about.id for about in catalogue() if about.status == "playable")
    print("Typhoon: board wargames about the Battle of Moscow, 1941-42, with every rule enforced.\n")
    print_games(details=False)
    print()
    for command, text in COMMANDS.items():
        print(f"  typhoon {command.replace('GAME', playable):20}  {text}")
    print("\n`typhoon COMMAND --help` tells more, with examples.  A client for the browser will follow.")
    return 0
