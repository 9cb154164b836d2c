"""Small words for the case tests of the revision: positions and fights, with some switches off."""

from typing import Any

import typhoon
from tests.games.operation_typhoon.fights import OPEN_TABLE, fight_words
from typhoon import Game

GAME = "operation-typhoon-revision"


def switched(*off: str, **options: str) -> dict[str, str]:
    """Options with some switches off."""
    return {**{f"revision.{name}": "no" for name in off}, **options}


def position(*off: str, options: dict[str, str] | None = None, **given: Any) -> Game:
    """A position of our own, with any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build(GAME, options=switched(*off, **(options or {})), **{**chance, **given})


def fight(
    *units: tuple, off: tuple[str, ...] = (), options: dict[str, str] | None = None, **given: Any
) -> Game:
    """A combat phase in the open, with open stacks."""
    return position(*off, options={**OPEN_TABLE, **(options or {})}, **fight_words(*units, **given))


def begun(
    scenario: str, *off: str, options: dict[str, str] | None = None, seed: int = 1, **given: Any
) -> Game:
    """A scenario before its first order."""
    return typhoon.new(GAME, scenario, seed=seed, options=switched(*off, **(options or {})), **given)
