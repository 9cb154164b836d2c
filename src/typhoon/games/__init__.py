"""The shelf: every game of the collection, and the package of each one that can be played."""

from __future__ import annotations

from typhoon.engine.rules import About

PACKAGES = {
    "red-typhoon": "red_typhoon",
    "typhoon-solitaire": "typhoon_solitaire",
    "operation-typhoon": "operation_typhoon",
}
"""Games that can be played, with the name of their package."""


def _planned(id_: str, title: str, sides: tuple[str, ...], line: str) -> About:
    return About(id_, title, sides, (), (), "planned", line)


_BOTH = ("soviet", "german")

SHELF: dict[str, About | None] = {
    "red-typhoon": None,  # tells of itself
    "typhoon-solitaire": None,
    "operation-typhoon": None,
    "operation-typhoon-revision": _planned(
        "operation-typhoon-revision",
        "Operation Typhoon: Major Revision",
        _BOTH,
        "A thorough variant with fieldworks, deep snow and secret plans",
    ),
    "typhoon-nonop": _planned(
        "typhoon-nonop",
        "Typhoon! with Non-Operational HQs",
        _BOTH,
        "The Vyazma and Bryansk pockets of October 1941, with headquarters that break down",
    ),
}
