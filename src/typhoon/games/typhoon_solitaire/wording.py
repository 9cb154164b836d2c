"""Words for Soviet forces."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.mechanics.wording import counted

KINDS = {
    "GD": "guards division",
    "AC": "airborne corps",
    "RD": "rifle division",
    "B": "brigade",
    "A": "artillery unit",
    "CAS": "air support",
}


def force_in_words(force: Iterable[tuple[str, int]]) -> str:
    """The units of a Soviet force.

    >>> force_in_words((("RD", 2), ("B", 1), ("CAS", 1)))
    '2 rifle divisions, 1 brigade, air support'
    >>> force_in_words(())
    'nobody'
    """
    words = []
    for code, count in force:
        kind = KINDS[code]
        words.append(kind if code == "CAS" else counted(count, kind, kind if code == "AC" else ""))
    return ", ".join(words) or "nobody"
