"""What is written down of a game as it goes, for those who compare many.

Everything has a usual answer, out of what a game declares anyway: what its events mean, and who scores.
A game declares the rest: its axes, how its attacks are read, supply, weather and who holds which ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from typhoon.engine.chapters import Chapter
from typhoon.engine.events import Event
from typhoon.engine.throws import Throw
from typhoon.hexgrid import bits


class Axis(msgspec.Struct, frozen=True):
    """A line across the map, from one named place to another, along which the front is measured."""

    name: str
    start: str
    goal: str


class Attack(msgspec.Struct, frozen=True):
    """An attack as it is written down."""

    side: str
    hexes: tuple[str, ...]
    column: str
    """The odds column that was rolled on, or what takes its place."""
    result: str
    expected: float
    """What the attacker could expect of that column, in the game's ``worth`` of results ..."""
    rolled: float
    """... and what came of it."""
    luck: float
    """The chance of having fared worse, and half that of having fared the same."""


class Annals(Chapter):
    """What a game writes down of itself."""

    axes: ClassVar[tuple[Axis, ...]] = ()
    worth: ClassVar[str] = "rank of the result"
    """What ``expected`` and ``rolled`` count."""
    usual_cause: ClassVar[str] = "combat"
    """Why units are lost when an event does not say so."""

    # What a game says

    def steps(self, pos: Any, units: int) -> int:
        """The steps that units have left; a unit has one where there are none."""
        return units.bit_count()

    def unsupplied(self, pos: Any) -> int:
        """The units on the map that are out of supply, or isolated."""
        return 0

    def weather(self, pos: Any) -> str:
        return ""

    def ground(self, pos: Any) -> Mapping[str, int]:
        """The hexes that each party holds: by itself those to which its units are nearest."""
        return self.nearest({party: self.stands(pos, party) for party in self.parties})

    def attack(self, event: Event) -> Attack | None:
        """The attack that an event tells of; None where it tells of none, or not of its odds."""
        return None

    def throws(self, event: Event, pos: Any, turn: int) -> list[Throw]:
        """What was luck in an event."""
        return list(self.law.throws(event, pos, turn))

    def figures(self, pos: Any) -> Mapping[str, float]:
        """Figures of the game's own when it is over, by name; what did not come about is left out."""
        return {}

    def cause(self, event: Event) -> str:
        """Why a unit, or a step of one, was lost."""
        return str(event.facts.get("why") or self.usual_cause)

    # What follows

    @cached_property
    def parties(self) -> tuple[str, ...]:
        """All who have units, whether or not somebody decides for them."""
        return tuple(sorted({self.law.whose(unit) for unit in self.law.unit_ids}))

    @cached_property
    def units_of(self) -> dict[str, int]:
        """The set of the units of each party."""
        return {
            party: self.law.units_that(lambda unit, party=party: unit.side == party) for party in self.parties
        }

    def stands(self, pos: Any, party: str) -> int:
        """The hexes that units of a party stand on."""
        units = self.units_of[party]
        return sum([1 << hex_ for hex_, stack in pos.stacks.items() if stack & units])

    def nearest(self, stand: Mapping[str, int]) -> dict[str, int]:
        """The hexes to which each party is nearest; of those as near to two, the first one's."""
        grid = self.law.grid
        held, free = dict(stand), grid.all
        for hexes in held.values():
            free &= ~hexes
        edge = any(held.values())
        while free and edge:
            edge = False
            for party, hexes in held.items():
                more = grid.grow(hexes) & free
                held[party] |= more
                free &= ~more
                edge |= bool(more)
        return held

    @cached_property
    def places(self) -> dict[str, int]:
        """The named places of the map that is played on, each with its hexes."""
        found: dict[str, int] = {}
        board, grid = self.law.board, self.law.grid
        for index, name in sorted(board.names.items()):
            number = board.grid.name[index]
            if number in grid:
                plain = name.partition(" (")[0]
                found[plain] = found.get(plain, 0) | 1 << grid.index(number)
        return found

    @cached_property
    def lines(self) -> dict[str, list[int]]:
        """The hexes of each axis on the map that is played on, from its start on."""
        found = {}
        for axis in self.axes:
            if axis.start in self.places and axis.goal in self.places:
                ends = [bits(self.places[name])[0] for name in (axis.start, axis.goal)]
                found[axis.name] = self._line(*ends)
        return found

    def _line(self, start: int, goal: int) -> list[int]:
        """A straight line: of the hexes that are nearer to the goal, the one that strays least."""
        grid = self.law.grid
        (x, y), (to_x, to_y) = grid.centre(start), grid.centre(goal)

        def astray(hex_: int) -> float:
            at_x, at_y = grid.centre(hex_)
            return float(abs((to_x - x) * (at_y - y) - (to_y - y) * (at_x - x)))

        line = [start]
        while line[-1] != goal:
            here = grid.distance(line[-1], goal)
            nearer = [hex_ for hex_ in bits(grid.around(line[-1])) if grid.distance(hex_, goal) < here]
            line.append(min(nearer, key=lambda hex_: (round(astray(hex_), 6), hex_)))
        return line
