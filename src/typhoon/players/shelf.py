"""Finding a computer player by its name."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from typhoon.engine.rules import Rules
from typhoon.engine.seat import Player
from typhoon.players.uniform import RandomPlayer

PLAYERS = {
    "random": "gives any legal order",
    "staff": "the game's own general staff",
}
"""Every computer player, with what it does."""


def find_player(name: str, rules: Rules[Any], side: str, seed: int | str, game: int = 0) -> Player:
    """The computer player of that name for a side.

    ``seed`` and the number of the game in a series of them make its choices repeatable; raises
    ``ValueError`` naming the players there are.
    """
    rng = stream(seed, game, side)
    if name == "random":
        return RandomPlayer(rng)
    staff = rules.staff(side, rng) if name == "staff" else None
    if staff is not None:
        return staff
    if name in PLAYERS:
        raise ValueError(f"{rules.about.id} has no player '{name}' for the {side} side; there is: random")
    raise ValueError(f"there is no player '{name}'; there are: {', '.join(PLAYERS)}")


def stream(*key: int | str) -> Random:
    """A source of chance of its own for each key.

    >>> stream(1942, 7, "german").random() == stream(1942, 7, "german").random()
    True
    >>> stream(1942, 7, "german").random() == stream(1942, 7, "soviet").random()
    False
    """
    return Random(hashlib.sha256("|".join(map(str, key)).encode()).digest())
