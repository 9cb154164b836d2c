"""Chance for computer players: streams of it that can be repeated."""

from __future__ import annotations

import hashlib
from random import Random


def stream(*key: int | str) -> Random:
    """A source of chance of its own for each key.

    >>> stream(1942, 7, "german").random() == stream(1942, 7, "german").random()
    True
    >>> stream(1942, 7, "german").random() == stream(1942, 7, "soviet").random()
    False
    """
    return Random(hashlib.sha256("|".join(map(str, key)).encode()).digest())


class Dice:
    """Chance that hangs on what it is thrown for, and not on what was thrown before.

    So two plans that come to the same attack see the same dice in it, whatever else is different, and what
    they lead to differs by the plans and hardly by luck.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._occasion: tuple[int | str, ...] = ()
        self._thrown: dict[tuple[int | str, ...], int] = {}
        self._stream: Random | None = None

    def thrown_for(self, *occasion: int | str) -> None:
        """What is thrown from now on is for that."""
        self._occasion, self._stream = occasion, None

    def random(self) -> float:
        if self._stream is None:
            times = self._thrown[self._occasion] = self._thrown.get(self._occasion, 0) + 1
            self._stream = stream(self._seed, *self._occasion, times)
        return self._stream.random()
