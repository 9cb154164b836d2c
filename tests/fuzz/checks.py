"""What holds for games of every kind that are played by chance."""

import csv
import importlib
import json
import os
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import typhoon
from typhoon import Game, Order, Ruling
from typhoon.engine.columns import Kept
from typhoon.engine.orders import OrderText
from typhoon.engine.position import Position

LONG = os.environ.get("TYPHOON_LONG") == "1"


def tables(package: str) -> Callable[[str], list[dict[str, str]]]:
    """The data files of a game, read afresh."""
    folder = Path(str(importlib.import_module(f"typhoon.games.{package}").__file__)).parent / "data"

    @cache
    def table(name: str) -> list[dict[str, str]]:
        with (folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    return table


def told(game: Game) -> dict[str, Any]:
    """The snapshot as it would be read from a file."""
    return json.loads(json.dumps(game.rules.snapshot(game.position)))


def columns(position: Position) -> dict[str, Any]:
    """Everything a position holds but what it keeps for speed only, in a copy of its own."""
    names = [name for name, kind in position.columns.items() if not isinstance(kind, Kept)]
    return deepcopy({name: getattr(position, name) for name in names})


def check_ruling(game: Game, text: str, listed: set, cases: set[str]) -> Ruling | None:
    """An order is legal exactly when it is listed, and is refused with a case of the rulebook."""
    ruling = game.why_not(text)
    try:
        legal = game.parse(text) in listed
    except OrderText:
        legal = False
    assert (ruling is None) == legal, f"'{text}': {ruling}"
    if ruling is not None:
        assert ruling.case in cases
        assert ruling.text
    return ruling


def check_undo(game: Game, order: Order) -> bool:
    """Give an order and, where that is allowed, take it back and give it again; whether it was."""
    copy, before, words = game.position.copy(), columns(game.position), told(game)
    game.push(order)
    assert columns(copy) == before
    if game.why_not_pop() is not None:
        return False
    after = columns(game.position)
    assert game.pop() == order
    assert columns(game.position) == before
    assert told(game) == words
    game.push(order)
    assert columns(game.position) == after
    return True


def check_journal(game: Game) -> None:
    """The journal replays to the same position and story, with the key and without."""
    text = game.journal.text()
    again = typhoon.load(text)
    assert again.state_hash() == game.state_hash()
    assert again.journal.text() == text
    assert again.log == game.log
    assert typhoon.load(game.journal.text(secret=False)).state_hash() == game.state_hash()
