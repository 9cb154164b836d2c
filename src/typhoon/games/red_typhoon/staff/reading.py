"""What the staff knows of the map and the charts before any game begins."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

FAR = 60
"""Movement points that stand for any distance not worth telling apart."""
LONGEST_RETREAT = 4
PLAIN = bytes.maketrans(b"01", b"\0\1")
MARCHES, ESCAPES = 100, 20_000
"""As many answers are kept."""


class Goal(NamedTuple):
    """A city or supply source that is worth having."""

    hex: int
    worth: float
    """The victory points that change hands with it."""
    distance: bytes
    """Movement points to it from every hex."""


class Chances(NamedTuple):
    """How an attack may end."""

    kill: float
    push: float
    """The defenders retreat and live."""
    depth: float
    """Hexes of retreat, on average over all outcomes."""
    exchange: float
    loss: float
    repulse: float


def _count(digits: list[int], number: int, hexes: int) -> None:
    """Write down a number for some hexes: each binary digit is the set of the hexes that have it."""
    for place in range(len(digits)):
        if number >> place & 1:
            digits[place] |= hexes


class Reading:
    """The board as the staff reads it, and the chances of battle; one for each set of rules."""

    def __init__(self, rules: RedTyphoon) -> None:
        self.rules = rules
        self.grid = rules.grid
        self.size = max(self.grid.name) + 1
        on_board = [index in self.grid.name for index in range(self.size)]
        self.around = [self.grid.around(i) if on else 0 for i, on in enumerate(on_board)]
        self.ball = [mask | 1 << i for i, mask in enumerate(self.around)]
        """Each hex with its neighbours."""
        self.near = [tuple(bits(mask)) for mask in self.around]
        road = 0
        for linked in rules.board.links("road"):
            road |= linked
        self.rough = rules.board.terrain["woods"] & ~road
        self.cover = rules.board.terrain["woods"] | rules.board.terrain["city"]
        self.disc = cache(self.grid.disc)
        self.march = lru_cache(MARCHES)(self._march)
        self._escape = lru_cache(ESCAPES)(self._find_escape)
        self.goals = self._goals()
        self._within: dict[tuple[int, int], tuple[int, ...]] = {}
        self._chances: dict[tuple[int, int, int], Chances] = {}

    def _goals(self) -> list[Goal]:
        deciding = self.rules.deciding_sources[SOVIET] | self.rules.deciding_sources[GERMAN]
        worth = dict.fromkeys(bits(deciding), 0.0)
        for city in self.rules.cities:
            if swing := city.soviet_vp + city.german_vp:
                worth[self.grid.index(city.hex)] = float(swing)
        return [Goal(hex_, points, self.march(1 << hex_)) for hex_, points in sorted(worth.items())]

    def _march(self, start: int) -> bytes:
        """Movement points of infantry from the nearest hex of a set to every hex."""
        grid, digits = self.grid, [0] * FAR.bit_length()
        layers = [0] * (FAR + 2)
        layers[0], unseen = start, grid.all
        for spent in range(FAR):
            layer = layers[spent] & unseen
            if not layer and not layers[spent + 1]:
                break
            unseen &= ~layer
            _count(digits, spent, layer)
            onward = grid.grow(layer) & unseen
            layers[spent + 1] |= onward & ~self.rough
            layers[spent + 2] |= onward & self.rough
        _count(digits, FAR, unseen | ~grid.all & (1 << self.size) - 1)
        # Every hex becomes a byte of its own, so that all digits are added up at once.
        spread = [f"{digit:0{self.size}b}".encode().translate(PLAIN) for digit in digits]
        total = sum([int.from_bytes(each, "little") << place for place, each in enumerate(spread)])
        return total.to_bytes(self.size, "big")

    def within(self, hex_: int, distance: int) -> tuple[int, ...]:
        """The hexes at most so far away."""
        found = self._within.get((hex_, distance))
        if found is None:
            found = self._within[hex_, distance] = tuple(bits(self.disc(hex_, distance)))
        return found

    def escape(self, hex_: int, open_: int) -> int:
        """How many hexes units there can retreat at most, four counting as any number."""
        return self._escape(hex_, open_ & self.disc(hex_, LONGEST_RETREAT))

    def _find_escape(self, hex_: int, open_: int) -> int:
        front = 1 << hex_
        for depth in range(LONGEST_RETREAT):
            front = self.grid.neighbours(front) & open_ & ~self.disc(hex_, depth)
            if not front:
                return depth
        return LONGEST_RETREAT

    def chances(self, ratio: int, shift: int, escape: int) -> Chances:
        """The outcomes of an attack at an odds and die modifier on units that can retreat so far."""
        key = min(ratio, self.rules.crt.best), shift, escape
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._reckon(*key)
        return found

    def _reckon(self, ratio: int, shift: int, escape: int) -> Chances:
        count = {"kill": 0, "push": 0, "EX": 0, "AL": 0, "AR": 0, "C": 0}
        depth = 0
        for die in range(1, 7):
            code = self.rules.crt.result(die + shift, ratio)
            if code.startswith("DR") and int(code[2:]) <= escape:
                count["push"] += 1
                depth += int(code[2:])
            else:
                count["kill" if code.startswith("D") else code] += 1
        kill, push, exchange, loss, repulse = (count[c] / 6 for c in ("kill", "push", "EX", "AL", "AR"))
        return Chances(kill, push, depth / 6, exchange, loss, repulse)


_known: WeakKeyDictionary[RedTyphoon, Reading] = WeakKeyDictionary()


def reading_of(rules: RedTyphoon) -> Reading:
    """The ground of a set of rules, worked out once."""
    ground = _known.get(rules)
    if ground is None:
        ground = _known[rules] = Reading(rules)
    return ground
