"""Hexes as people tell them: by the nearest place on the map that has a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan2, degrees

from typhoon.engine.board import Board
from typhoon.hexgrid import bits

NEAR = 9
"""So many hexes from a place that has a name a hex is still told by it."""
BESIDE = 3
"""So far from the hex before it a hex is told by that one."""
ANOTHER = "another hex "
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
        return self.seen(hex_, place, self.board.names[place]) if distance else ""

    def seen(self, hex_: int, place: int, name: str) -> str:
        """Where a hex lies from another that goes by a name."""
        distance = self.board.grid.distance(place, hex_)
        return f"{f'{distance} hexes ' if distance > 1 else ''}{self.wind(place, hex_)} of {name}"

    def noun(self, number: str) -> str:
        """A hex as something that can be spoken of: ``Klin``, ``the hex west of Klin``, ``hex 2810``."""
        index = self.board.grid.index(number)
        near = self.near(index)
        if near.startswith(ANOTHER):
            return near
        return f"the hex {near}" if near else self.board.names.get(index, f"hex {number}")

    def spot(self, number: str) -> str:
        """A hex by itself, as in a table: ``Klin``, ``west of Klin``, ``hex 2810``."""
        return self.near(self.board.grid.index(number)) or self.noun(number)

    def where(self, number: str, word: str = "in") -> str:
        """Where something happens, or where it comes from or goes: ``west of Klin``, ``to the hex ...``."""
        near = self.near(self.board.grid.index(number))
        if not near or near.startswith(ANOTHER) or (word == "to" and not near[0].isdigit()):
            return f"{word} {self.noun(number)}"
        return near if word in ("in", "at") else f"{word} {near}"

    def way(self, path: Sequence[str]) -> str:
        """From where to where a way leads, and the places with names that it passes through."""
        if path[0] == path[-1] != (turn := path[len(path) // 2]):
            return f"{self.where(path[0], 'from')} {self.where(turn, 'to')} and back"
        names, ends = self.board.names, {path[0], path[-1]}
        passed = [names.get(self.board.grid.index(hex_), "") for hex_ in path if hex_ not in ends]
        through = listed([name for name in dict.fromkeys(passed) if name])
        first, last = self.where(path[0], "from"), self.where(path[-1], "to")
        return f"{first} through {through} {last}" if through else f"{first} {last}"


class Tale(Places):
    """The hexes of one text, of which no two go by the same words.

    The second is told by the hex before it, if that is near, and else as another."""

    def __init__(self, places: Places) -> None:
        super().__init__(places.board)
        self.nearest = places.nearest
        self._told: dict[int, str] = {}
        self._taken: set[str] = set()
        self._last = 0

    def near(self, hex_: int) -> str:
        if hex_ not in self._told:
            near = super().near(hex_)
            words = near or self.board.names.get(hex_, "")
            self._told[hex_] = self._apart(hex_, near) if words in self._taken else near
            self._taken |= {words} - {""}
        self._last = hex_
        return self._told[hex_]

    def _apart(self, hex_: int, near: str) -> str:
        if near and self.board.grid.distance(self._last, hex_) > BESIDE:
            return ANOTHER + near
        return self.seen(hex_, self._last, "there")
