"""Battles for the case tests: a position, an attack, and a table that gives the result we want to see."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from tests.games.red_typhoon.helpers import offered, position
from typhoon import Game

FORMATIONS = {"soviet": ["NW", "K", "WR", "WL", "B"], "german": ["9", "4P", "4", "2P", "R"]}


@cache
def charts(**files: str) -> Path:
    """A folder of charts with these files: ``charts(crt="...")`` holds ``crt.csv``."""
    folder = Path(tempfile.mkdtemp(prefix="typhoon-charts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def table(results: str) -> str:
    """A ``crt.csv`` with the same result in every place.

    ``table("DE DR1")`` gives the first result for a die of 1 and the second from 2 up.
    """
    codes = results.split()
    rows = [f"{die}," + ",".join([codes[min(max(die, 1), len(codes)) - 1]] * 6) for die in range(7)]
    return "\n".join(["modified_die,1:1,2:1,3:1,4:1,5:1,6:1", *rows, ""])


def always(results: str) -> Path:
    """Charts by which every battle comes to the same result."""
    return charts(crt=table(results))


def ready(side: str, units: dict, **given) -> Game:
    """A side at the start of its combat phase, all its formations with attack orders."""
    orders = given.pop("attack_orders", FORMATIONS[side])
    return position(**{"phase": f"{side} combat", "attack_orders": orders, "units": units, "seed": 1} | given)


def fight(result: str, order: str, units: dict, **given) -> Game:
    """The game after an attack that comes to this result, at whatever has to be decided next."""
    side = "soviet" if order.split()[2].startswith("S-") else "german"
    game = ready(side, units, charts=always(result), **given)
    game.push(order)
    return game


def ways(game: Game) -> dict[str, list[str]]:
    """For each unit that must retreat its ways out, sorted."""
    found: dict[str, list[str]] = {}
    for order in sorted(offered(game, "retreat")):
        _, unit, path = order.split()
        found.setdefault(unit, []).append(path)
    return found
