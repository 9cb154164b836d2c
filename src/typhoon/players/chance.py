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
