"""Hexes as people tell them: by the nearest place on the map that has a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan2, degrees

from typhoon.engine.board import Board
from typhoon.hexgrid import bits

NEAR = 6
"""So many hexes from a place that has a name a hex is still told by it."""
WINDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def listed(words: Sequence[str], last: str = " and ") -> str:
    """Words one after the other.

    >>> listed(["Rzhev", "Zubtsov", "Staritsa"])
    'Rzhev, Zubtsov and Staritsa'
    """
    return ", ".join(words[:-1]) + last + words[-1] if len(words) > 1 else "".join(words)


class Places:
    """How hexes are told by the places on the map that have names."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def nearest(self) -> dict[int, tuple[int, int]]:
        """For each hex near a place with a name that place, and how far off it is."""
        board = self.board
        found: dict[int, tuple[int, int]] = {}
        for distance in range(NEAR + 1):
            before = set(found)
            for place in sorted(board.names, key=board.grid.name.__getitem__):
                for hex_ in bits(board.grid.ring(place, distance)):
                    if hex_ not in before and (
                        hex_ not in found or self._closer(hex_, place, found[hex_][0])
                    ):
                        found[hex_] = place, distance
        return found

    def _closer(self, hex_: int, place: int, other: int) -> bool:
        """Whether of two places equally far off one is nearer as the crow flies."""
        return self._off(hex_, place) < self._off(hex_, other)

    def _off(self, hex_: int, place: int) -> float:
        x, y = self._way(place, hex_)
        return round(x * x + y * y, 6)

    def _way(self, a: int, b: int) -> tuple[float, float]:
        (x, y), (to_x, to_y) = self.board.grid.centre(a), self.board.grid.centre(b)
        return to_x - x, to_y - y

    def wind(self, place: int, hex_: int) -> str:
        """In which direction of the sheet a hex lies from a place."""
        east, south = self._way(place, hex_)
        return WINDS[round(degrees(atan2(east, -south)) / 45) % 8]

    def near(self, hex_: int) -> str:
        """Where a hex without a name lies: ``2 hexes south of Klin``; empty when no place is near."""
        place, distance = self.nearest.get(hex_, (hex_, 0))
        if not distance:
            return ""
        hexes = f"{distance} hexes " if distance > 1 else ""
        return f"{hexes}{self.wind(place, hex_)} of {self.board.names[place]}"

    def noun(self, number: str) -> str:
        """A hex as something that can be spoken of: ``Klin``, ``the hex west of Klin``, ``hex 2810``."""
        index = self.board.grid.index(number)
        if name := self.board.names.get(index):
            return name
        near = self.near(index)
        return f"the hex {near}" if near else f"hex {number}"

    def spot(self, number: str) -> str:
        """A hex by itself, as in a table: ``Klin``, ``west of Klin``, ``hex 2810``."""
        return self.near(self.board.grid.index(number)) or self.noun(number)

    def where(self, number: str, word: str = "in") -> str:
        """Where something happens, or where it comes from or goes: ``in Klin``, ``west of Klin``."""
        near = self.near(self.board.grid.index(number))
        if not near:
            return f"{word} {self.noun(number)}"
        return near if word in ("in", "at") else f"{word} {near}"

    def way(self, path: Sequence[str]) -> str:
        """From where to where a way leads, and the places with names that it passes through."""
        first, last = self.where(path[0], "from"), self.where(path[-1], "to")
        if first.removeprefix("from ") == last.removeprefix("to "):
            return f"to another hex {last.removeprefix('to ')}"
        names = self.board.names
        passed = [names[hex_] for hex_ in map(self.board.grid.index, path[1:-1]) if hex_ in names]
        through = f" through {listed(list(dict.fromkeys(passed)))}" if passed else ""
        return f"{first}{through} {last}"
