"""What the staff knows of the map and the charts before any game begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

FAR = 60
"""Movement points that stand for any distance not worth telling apart."""
LONGEST_RETREAT = 4
PLAIN = bytes.maketrans(b"01", b"\0\1")
MARCHES, ESCAPES, FIGURES = 100, 20_000, 8
"""As many answers are kept."""
NEARNESS = [0.86**points for points in range(FAR + 1)]
"""How much a goal draws units that far from it."""
DETOUR = [0.7**points for points in range(2 * FAR + 1)]
DETOURS = [[DETOUR[max(0, length - away)] for length in range(2 * FAR + 1)] for away in range(FAR + 1)]
"""How little a way of each length is worth to whoever has so far to go by the shortest."""

Massed = tuple[tuple[int, int], ...]
"""Hexes, each with the strength that stands there."""
Worths = tuple[tuple[int, float], ...]
"""Goals by their numbers, each with what it is worth to somebody."""


K = TypeVar("K")


class Memo(dict[K, float]):
    """Figures by hex, unit or situation, worked out when they are asked for."""

    def __init__(self, reckon: Callable[[K], float]) -> None:
        super().__init__()
        self._reckon = reckon

    def __missing__(self, key: K) -> float:
        figure = self[key] = self._reckon(key)
        return figure


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
        self.here_and_near = [(i, *near) for i, near in enumerate(self.near)]
        road = 0
        for linked in rules.board.links("road"):
            road |= linked
        self.rough = rules.board.terrain["woods"] & ~road
        self.cover = rules.board.terrain["woods"] | rules.board.terrain["city"]
        self.disc = cache(self.grid.disc)
        self.across_river = cache(rules.battles.across_river)
        self.march = lru_cache(MARCHES)(self._march)
        self._escape = lru_cache(ESCAPES)(self._find_escape)
        self._middle, self._rings = self._retreats()
        self.pull = lru_cache(FIGURES)(self._pull)
        self.guard = lru_cache(FIGURES)(self._guard)
        self.threat = lru_cache(FIGURES)(self._threat)
        self.defeats = lru_cache(FIGURES)(self._defeats)
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

    def _retreats(self) -> tuple[int, list[int]]:
        """A hex in the middle of nowhere, and the rings of hexes around it as far as units retreat."""
        middle = LONGEST_RETREAT * (self.grid.stride + 1)
        discs = [self.grid.about(middle, distance) for distance in range(LONGEST_RETREAT + 1)]
        return middle, [wide ^ narrow for narrow, wide in pairwise(discs)]

    def escape(self, hex_: int, open_: int) -> int:
        """How many hexes units there can retreat at most, four counting as any number."""
        near, by = open_ & self.disc(hex_, LONGEST_RETREAT), hex_ - self._middle
        return self._escape(near >> by if by >= 0 else near << -by)

    def _find_escape(self, open_: int) -> int:
        """The same from the hex in the middle, for steps are the same everywhere."""
        front, s = 1 << self._middle, self.grid.stride
        for depth, ring in enumerate(self._rings):
            side = front | front << 1
            front = (side | side >> 1 | side << s - 1 | side >> s) & open_ & ring
            if not front:
                return depth
        return LONGEST_RETREAT

    def _pull(self, worths: Worths) -> Memo[int]:
        """How strongly goals draw units to each hex."""
        draws = [([worth * near for near in NEARNESS], self.goals[goal].distance) for goal, worth in worths]
        return Memo(lambda hex_: sum([drawn[distance[hex_]] for drawn, distance in draws]))

    def _guard(self, worths: Worths, enemies: int) -> Memo[int]:
        """How much each hex lies on the ways of enemies to goals."""
        enemy, goals = self.march(enemies), self.goals
        ways = [(worth, DETOURS[enemy[goals[goal].hex]], goals[goal].distance) for goal, worth in worths]

        def reckon(hex_: int) -> float:
            come = enemy[hex_]
            return sum([worth * detours[come + distance[hex_]] for worth, detours, distance in ways])

        return Memo(reckon)

    def _threat(self, side: int, massed: Massed) -> Memo[int]:
        """The strength that a side massed in some hexes might bring against each hex in its next turn."""
        strength = dict(massed)
        there = sum([1 << hex_ for hex_ in strength])
        # No more can stand around a hex than fits there.
        most = 30.0 if side == SOVIET else 36.0

        def reckon(hex_: int) -> float:
            within, near = bits(self.disc(hex_, 4) & there), self.disc(hex_, 2)
            wide = sum([strength[other] for other in within])
            close = sum([strength[other] for other in within if near >> other & 1])
            return min(most, 0.3 * close + 0.4 * wide)

        return Memo(reckon)

    def _defeats(self, side: int, massed: Massed, open_: int) -> Defeats:
        """What comes of attacks by a side on who could retreat through open hexes."""
        return Defeats(self, self.threat(side, massed), open_)

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


class Defeats(dict[tuple[int, int], tuple[float, float]]):
    """The chances that so much strength in a hex is destroyed or thrown back if attacked."""

    def __init__(self, ground: Reading, threat: Memo[int], open_: int) -> None:
        super().__init__()
        self._ground, self._threat, self._open = ground, threat, open_

    def __missing__(self, key: tuple[int, int]) -> tuple[float, float]:
        hex_, strength = key
        ground, ratio = self._ground, self._threat[hex_] / strength
        cover = -1 if ground.cover >> hex_ & 1 else 0
        escape = ground.escape(hex_, self._open)
        whole = min(int(ratio), 6)
        low = ground.chances(whole, cover, escape) if whole else None
        high = ground.chances(whole + 1, cover, escape)
        part = ratio - whole if whole < 6 else 0.0
        kill, push = high.kill * part, high.push * part
        if low is not None:
            kill += low.kill * (1 - part)
            push += low.push * (1 - part)
        self[key] = kill, push
        return kill, push


_known: WeakKeyDictionary[RedTyphoon, Reading] = WeakKeyDictionary()


def reading_of(rules: RedTyphoon) -> Reading:
    """The ground of a set of rules, worked out once."""
    ground = _known.get(rules)
    if ground is None:
        ground = _known[rules] = Reading(rules)
    return ground
