"""Finding a computer player by its name.

A name says who it is, and after colons what it is like and how long it may think: ``staff``, ``staff:bold``,
``marshal:10s`` (seconds of a player-turn), ``marshal:96`` (playouts of a player-turn, which can be repeated).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from typhoon.engine.manner import BOLD, CAUTIOUS, METHODICAL, RECRUIT, USUAL, Manner
from typhoon.engine.rules import Rules
from typhoon.engine.seat import Player
from typhoon.players.chance import stream
from typhoon.players.crew import Crew
from typhoon.players.marshal import Budget, Marshal
from typhoon.players.uniform import RandomPlayer

PLAYERS = {
    "staff": "the game's own general staff: plans each phase as a whole, and answers at once",
    "marshal": "tries out the staff's plans in its head before it gives an order, and takes its time",
    "recruit": "the staff on its first day: it sees what matters, misjudges how much, and forgives",
    "random": "gives any legal order",
    "staff-1": "the staff as it was at first, kept as a yardstick",
}
"""Every computer player, with what it does."""
YARDSTICKS = frozenset({"staff-1"})
"""Those that nobody needs at a table."""
CHARACTERS: dict[str, tuple[Manner, str]] = {
    "cautious": (CAUTIOUS, "keeps a line and a way back, and lets the enemy come"),
    "bold": (BOLD, "goes for ground and big prizes, and takes losses for them"),
    "methodical": (METHODICAL, "attacks seldom, and only with what makes it certain"),
}
"""What a player can be like, with what that means."""


class Appointment(NamedTuple):
    """A player's name, taken apart."""

    name: str
    manner: Manner
    budget: Budget | None
    """How much it may think; None when nobody has said, and it thinks as long as the game is worth."""


def appointment(text: str) -> Appointment:
    """Take a player's name apart; raises ``ValueError`` saying what is wrong with it.

    >>> appointment("marshal:2s:bold").budget.seconds
    2.0
    """
    name, *rest = text.split(":")
    if name not in PLAYERS:
        raise ValueError(f"there is no player '{name}'; there are: {', '.join(PLAYERS)}")
    manner = RECRUIT if name == "recruit" else USUAL
    budget: Budget | None = None
    for word in rest:
        if word in CHARACTERS and name in ("staff", "marshal"):
            manner = CHARACTERS[word][0]
        elif name == "marshal" and (given := _budget(word)) is not None:
            budget = given
        else:
            raise ValueError(f"'{text}': {name} cannot be '{word}'; {_kinds(name)}")
    return Appointment(name, manner, budget)


def _budget(word: str) -> Budget | None:
    found = re.fullmatch(r"(\d{1,5}(?:\.\d{1,3})?)(s?)", word)
    if found is None or not float(found[1]):
        return None
    if found[2]:
        return Budget(seconds=float(found[1]))
    return Budget(playouts=int(found[1])) if found[1].isdecimal() else None


def _kinds(name: str) -> str:
    known = ", ".join(f"{name}:{word}" for word in CHARACTERS)
    if name == "marshal":
        return f"there are {known}, marshal:10s (seconds a turn) and marshal:96 (playouts a turn)"
    return f"there are {known}" if name == "staff" else f"{name} is of one kind only"


def find_player(
    name: str, rules: Rules[Any], side: str, seed: int | str, game: int = 0, crew: Crew | None = None
) -> Player:
    """The computer player of that name for a side.

    ``seed`` and the number of the game in a series of them make its choices repeatable; a ``crew`` helps
    whoever thinks long.  Raises ``ValueError`` naming the players there are.
    """
    rng = stream(seed, game, side)
    chosen = appointment(name)
    if chosen.name == "random":
        return RandomPlayer(rng)
    first = chosen.name == "staff-1"
    staff = rules.first_staff(side, rng) if first else rules.staff(side, rng, chosen.manner)
    if staff is None:
        raise ValueError(f"{rules.about.id} has no player '{name}' for the {side} side; there is: random")
    if chosen.name == "marshal":
        budget = chosen.budget or Budget(seconds=rules.thinking_time)
        return Marshal(rules, side, rng, budget, chosen.manner, crew)
    return staff
