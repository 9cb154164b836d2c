"""What the staff knows of the map and the tables: the price of ground, in half movement points."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from typhoon.hexgrid import Crossing, Step

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire

SCALE = 2
"""Prices are reckoned in half movement points."""
FIRST_ROUND = 0.65
"""The share of the defence that must be broken in the first round for a battle to cost nothing more."""
DEAREST = 12
"""Extra points of a battle that is as good as lost."""
STRENGTHS = (2, 4, 6, 9, 12, 15, 18, 21)
"""Combat dice at which prices are reckoned; forces in between count as the weaker."""


class Ground:
    """The board as the staff reads it; one for each set of rules."""

    def __init__(self, rules: TyphoonSolitaire) -> None:
        self.rules = rules
        self.grid = rules.board.grid
        self.by_terrain: dict[str, int] = {}
        for hex_ in self.grid.name:
            name = rules.terrain_of(hex_).terrain
            self.by_terrain[name] = self.by_terrain.get(name, 0) | 1 << hex_
        rivers = rules.board.rivers
        self.dry = tuple([self.grid.all & ~river for river in rivers])
        self.rivers = rivers
        self._east: dict[int, int] = {}
        self._needs: dict[tuple[str, int], list[int]] = {}
        self._extra: dict[tuple[bool, int, str, int], int] = {}

    @cached_property
    def edge(self) -> int:
        """Hexes on the edges from which no supply comes."""
        grid = self.grid
        inner = [index for index in grid.name if grid.around(index).bit_count() == 6]
        return grid.all & ~sum(1 << index for index in inner) & ~self.rules.east_edge

    def east_of(self, column: int) -> int:
        """The hexes of a column and all that lie east of it."""
        found = self._east.get(column)
        if found is None:
            found = self._east[column] = self.grid.hexes(
                [number for number in self.grid.name.values() if int(number[:2]) >= column]
            )
        return found

    def steps_to_break(self, line: str, modifier: int) -> list[int]:
        """The steps of those defenders that fight on after the first round, for each face of the die."""
        found = self._needs.get((line, modifier))
        if found is None:
            force = self.rules.force_table.force
            found = [
                sum([2 * count for code, count in force(line, die + modifier) if code in ("RD", "GD", "AC")])
                for die in range(1, 7)
            ]
            self._needs[line, modifier] = found
        return found

    def hits(self, drm: int) -> float:
        """The steps that a German die takes on average."""
        return sum(self.rules.fire_tables[0].by_die(drm)[1:]) / 6

    def extra(self, mechanized: bool, dice: int, terrain: str, modifier: int) -> int:
        """What a battle costs on average beyond entering the hex."""
        key = mechanized, dice, terrain, modifier
        found = self._extra.get(key)
        if found is None:
            row = self.rules.terrain_effects[terrain]
            drm = row.german_mechanized if mechanized else row.german_other
            power = max(0.1, dice * self.hits(drm))
            if terrain == "moscow":
                modifier += 3
            rounds = [
                max(0.0, need / power - FIRST_ROUND) for need in self.steps_to_break(row.force_line, modifier)
            ]
            found = self._extra[key] = min(SCALE * DEAREST, round(SCALE * sum(rounds) / 6))
        return found

    def steps(self, mechanized: bool, dice: int, modifier: int, soviet: int) -> tuple[Step, ...]:
        """Prices of marching through German hexes and fighting through Soviet ones."""
        by_cost: dict[int, int] = {}
        strength = max([s for s in STRENGTHS if s <= dice], default=STRENGTHS[0])
        for terrain, hexes in self.by_terrain.items():
            row = self.rules.terrain_effects[terrain]
            cost = SCALE * (row.mp_mechanized if mechanized else row.mp_other)
            by_cost[cost] = by_cost.get(cost, 0) | hexes & ~soviet
            cost += self.extra(mechanized, strength, terrain, modifier)
            by_cost[cost] = by_cost.get(cost, 0) | hexes & soviet
        river = self.rules.terrain_effects["river"]
        crossing = SCALE * (river.mp_mechanized if mechanized else river.mp_other)
        return (
            Crossing(self.dry, by_cost.items()),
            Crossing(self.rivers, [(cost + crossing, into) for cost, into in by_cost.items()]),
        )


_known: WeakKeyDictionary[TyphoonSolitaire, Ground] = WeakKeyDictionary()


def ground_of(rules: TyphoonSolitaire) -> Ground:
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = Ground(rules)
    return found
