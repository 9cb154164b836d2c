"""What the staff knows of the map and the tables: the price of ground, in half movement points."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from typhoon.games.typhoon_solitaire.charts import GERMAN, SOVIET
from typhoon.hexgrid import Crossing, Steps

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire

SCALE = 2
"""Prices are reckoned in half movement points."""
FIRST_ROUND = 0.65
"""How much of a round's fire is as good as certain: defenders beyond that cost another round."""
DEAREST = 12
"""Movement points of a battle that is as good as lost."""
STRENGTHS = (2, 4, 6, 9, 12, 15, 18, 21)
"""Combat dice at which prices are reckoned; forces in between count as the weaker."""
AVOIDED = {"clear": 3, "woods": 5, "marsh": 6, "town": 5, "city": 8, "moscow": 30}
"""What it is worth to avoid a Soviet hex in a chain; a German one costs 1."""
OVER_A_RIVER = 4
"""What it is worth not to cross a river into one."""
REMEMBERED = 64
"""So many prices of the whole map are remembered: those of the forces that are weighed at one time."""
FIGHTS_ON = ("RD", "GD", "AC")
"""Defenders that must be beaten; the others are gone after the first round (10.4)."""


class Link(NamedTuple):
    """A part of a chain."""

    hexes: int
    near: int
    """It holds as long as none of these hexes changes hands."""
    german: int
    """The German hexes when it was found."""
    cost: int = 0


class StaffMap:
    """The board as the staff reads it; one for each set of rules."""

    def __init__(self, rules: TyphoonSolitaire) -> None:
        self.rules = rules
        self.grid = rules.grid
        self.by_terrain = dict.fromkeys(rules.terrain_effects, 0)
        for hex_, row in rules.terrain.items():
            self.by_terrain[row.terrain] |= 1 << hex_
        self._rivers = rules.board.rivers
        self._dry = tuple([self.grid.all & ~river for river in self._rivers])
        self._columns = {hex_: int(number[:2]) for hex_, number in self.grid.name.items()}
        self.disc = cache(self.grid.disc)
        self.east_of = cache(self._east_of)
        self.battle = cache(self._price_of_battle)
        self._steps = lru_cache(REMEMBERED)(self._steps_at)
        self.paved = lru_cache(1)(self._paved)
        self.links: dict[tuple[int, int, int], Link] = {}
        """The parts of chains that were last found, by their ends and the column they keep to."""

    def _east_of(self, column: int) -> int:
        """The hexes of a column and all that lie east of it."""
        return sum([1 << hex_ for hex_, of_hex in self._columns.items() if of_hex >= column])

    def hits(self, drm: int) -> float:
        """The steps that a German die takes on average."""
        return sum(self.rules.fire_tables[GERMAN][drm][1:]) / 6

    def harm(self) -> float:
        """The steps that a Soviet die takes on average."""
        return sum(self.rules.fire_tables[SOVIET][0][1:]) / 6

    def _steps_to_break(self, line: str, modifier: int) -> list[int]:
        """The steps that must be taken from the defenders, for each face of the die."""
        forces = [self.rules.force_table.force(line, die + modifier) for die in range(1, 7)]
        return [sum([2 * count for code, count in force if code in FIGHTS_ON]) for force in forces]

    def _price_of_battle(
        self, mechanized: bool, dice: int, terrain: str, modifier: int, bonus: int = 0
    ) -> int:
        """What a battle costs on average beyond entering the hex, with a bonus in its first round (12.3)."""
        row = self.rules.terrain_effects[terrain]
        power = max(0.1, dice * self.hits(row.german(mechanized)))
        first = FIRST_ROUND * dice * self.hits(row.german(mechanized) + bonus) / power
        if terrain == "moscow":
            modifier += self.rules.generation.moscow_modifier
        needs = self._steps_to_break(row.force_line, modifier)
        rounds = [max(0.0, need / power - first) for need in needs]
        return min(SCALE * DEAREST, round(SCALE * sum(rounds) / len(rounds)))

    def steps(self, mechanized: bool, dice: int, modifier: int, bonus: int, soviet: int) -> Steps:
        """Prices of marching through German hexes and fighting through Soviet ones."""
        return self._steps(mechanized, strength_of(dice), modifier, bonus, soviet)

    def _steps_at(self, mechanized: bool, strength: int, modifier: int, bonus: int, soviet: int) -> Steps:
        prices: dict[int, int] = {}
        for terrain, hexes in self.by_terrain.items():
            row = self.rules.terrain_effects[terrain]
            price = SCALE * row.points(mechanized)
            prices[price] = prices.get(price, 0) | hexes & ~soviet
            price += self.battle(mechanized, strength, terrain, modifier, bonus)
            prices[price] = prices.get(price, 0) | hexes & soviet
        more = SCALE * self.rules.terrain_effects["river"].points(mechanized)
        wet = [(price + more, into) for price, into in prices.items()]
        return Steps.apart(self.grid, [Crossing(self._dry, prices.items()), Crossing(self._rivers, wet)])

    def _paved(self, german: int, soviet: int) -> Steps:
        """Prices of hexes for a chain that is to be all German one day."""
        dry, wet = {1: german}, {1: german}
        for terrain, price in AVOIDED.items():
            hexes = self.by_terrain[terrain] & soviet
            dry[price] = dry.get(price, 0) | hexes
            wet[price + OVER_A_RIVER] = wet.get(price + OVER_A_RIVER, 0) | hexes
        return Steps.apart(self.grid, [Crossing(self._dry, dry.items()), Crossing(self._rivers, wet.items())])


def strength_of(dice: int) -> int:
    """The combat dice at which prices are reckoned for a force."""
    return max([strength for strength in STRENGTHS if strength <= dice], default=STRENGTHS[0])


_known: WeakKeyDictionary[TyphoonSolitaire, StaffMap] = WeakKeyDictionary()


def staff_map_of(rules: TyphoonSolitaire) -> StaffMap:
    """What is known of the ground, worked out once for each set of rules."""
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = StaffMap(rules)
    return found
