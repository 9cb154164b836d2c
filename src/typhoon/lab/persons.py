"""Who plays: the computer players of the shelf, or a class of the user's own in a file.

    players.german = "hasty.py:Hasty"

names the class ``Hasty`` of a file beside the experiment.  It is made as ``Hasty(side, rng)`` for every game,
and has ``choose(seat)`` like every computer player.  Its text travels with the experiment.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from typhoon.engine.rules import Rules
from typhoon.engine.seat import Player
from typhoon.players import find_player
from typhoon.players.chance import stream


def is_own(name: str) -> bool:
    """Whether a player is a class in a file."""
    return ".py:" in name


def read_player(name: str, folder: Path) -> str:
    """The text of a file with a player; ``ValueError`` when there is no such file."""
    path = folder / name.rpartition(":")[0]
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read ({error})") from error


def find(name: str, text: str, rules: Rules[Any], side: str, seed: int | str, number: int) -> Player:
    """The player of that name; ``text`` is the file of one of the user's own."""
    if not is_own(name):
        return find_player(name, rules, side, seed, number)
    file, _, class_ = name.rpartition(":")
    kind = getattr(_module(file, text), class_, None)
    if not callable(kind):
        raise ValueError(f"{file} has no class '{class_}'")
    player: Player = kind(side, stream(seed, number, side))
    return player


@lru_cache(maxsize=16)
def _module(file: str, text: str) -> ModuleType:
    module = ModuleType(Path(file).stem)
    exec(compile(text, file, "exec"), module.__dict__)
    return module
