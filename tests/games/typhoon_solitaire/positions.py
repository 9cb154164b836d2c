"""Small words for the case tests: set up a position, give orders, look what came of them.

Good ground for positions: 1312, 1313 and 1314 are clear German hexes on the front, without rivers; in
front of them lie 1413 and 1415 (clear) and 1412 and 1414 (woods).  Behind them all is German.
"""

from collections.abc import Sequence
from typing import Any

import typhoon
from tests.words import give, happened, offered, refused, told, unit, where  # noqa: F401
from typhoon import Game

EMPTY, BRIGADE, RIFLES, RIFLES_AND_BRIGADE, TWO_RIFLES_AND_BRIGADE = range(1, 6)
"""Dice of the force table for open ground on turns 1 and 2, by what they call up."""

MISS = 1
"""A die of fire that hits nothing, whatever is added to it."""


def position(**given: Any) -> Game:
    """A position of our own; turn 1 unless something else is said, and any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build("typhoon-solitaire", **{**chance, **given})


def is_reduced(game: Game, name: str) -> bool:
    return unit(game, name).get("reduced", False)


def is_done(game: Game, name: str) -> bool:
    """Whether a unit has finished moving and fighting."""
    return unit(game, name).get("done", False)


def with_air(game: Game) -> list[str]:
    """The units that air support lies on."""
    return [name for name in told(game)["units"] if unit(game, name).get("air")]


def force(game: Game) -> list[str]:
    """The units of the force on the march."""
    return list(told(game).get("force", {}).get("units", ()))


def points_left(game: Game) -> int:
    """The movement points that the force on the march has left."""
    return told(game).get("force", {}).get("mp", 0)


def reachable(game: Game) -> dict[str, float]:
    """The hexes that the force on the march can go to, with the movement points it takes."""
    marches = game.orders.offers().marches
    return marches.goals if marches else {}


def gained(game: Game) -> set[str]:
    """The hexes that have become German since the start."""
    return set(told(game)["gained"])


def around(number: str) -> set[str]:
    """The neighbours of a hex, worked out by hand: odd columns lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    beside = (row, row + 1) if column % 2 else (row - 1, row)
    places = [(column, row - 1), (column, row + 1)]
    places += [(column + side, other) for side in (-1, 1) for other in beside]
    return {f"{c:02}{r:02}" for c, r in places if 1 <= c <= 54 and 1 <= r <= 51}


def ring(number: str, distance: int) -> set[str]:
    """The hexes at a distance from a hex."""
    inside, edge = set(), {number}
    for _ in range(distance):
        inside |= edge
        edge = set().union(*map(around, edge)) - inside
    return edge


def shaded(game: Game, overlay: str, side: str = "german") -> set[str]:
    """The hexes that an overlay of the map shades for a side."""
    (found,) = [o for o in game.rules.shown.overlays(game.position) if o.id == overlay]
    return {number for shade in found.shades if shade.side == side for number in shade.hexes}


def pool(game: Game) -> dict[str, int]:
    """How many Soviet units of each kind are available."""
    (panel,) = [p for p in game.rules.shown.panels(game.position) if p.id == "pool"]
    return {row[0].lower(): int(row[1]) for row in panel.rows}


def defenders(events: Sequence) -> list[str]:
    """The Soviet units that the last roll of the force table called up."""
    return list(happened(events, "mustered")[-1]["units"])


def dice_left(game: Game) -> list[int]:
    """The given dice that have not been rolled."""
    return game.dice.rolls
