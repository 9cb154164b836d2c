"""What it costs to go: terrain, roads, streams and rivers in every state of the ground (5.7, 13.5)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.hexgrid import Crossing, Step, Steps

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

MOST_STEPS = 200
TERRAIN = ("clear", "woods", "rough", "city", "town")


class Surface(NamedTuple):
    """The state of the ground as far as it matters to movement and combat."""

    frozen: bool
    streams: bool
    """Whether streams are frozen."""
    rivers: bool
    snow: int = 0
    """How deep it lies."""
    slow: int = 0
    """Hexes that cost a point more by road, or as clear ground."""


class Day(NamedTuple):
    """What the ground comes to for units, as far as it was asked for."""

    points: dict[int, int]
    """The movement points of each unit before supply and snow halve them."""
    steps: dict[tuple[str, int, int], tuple[int, Steps]]
    """By class, side and way of moving: how finely points are divided, and what each step costs."""


class Going(TyphoonChapter):
    """The Terrain Effects Chart as it is in force."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._steps: dict[tuple[str, str, Surface], tuple[int, Steps]] = {}

    @cached_property
    def _prices(self) -> dict[tuple[str, bool], dict[int, int]]:
        return {}

    def steps(self, class_: str, mode: str, surface: Surface) -> tuple[int, Steps]:
        """How many parts a movement point has, and what each step costs in them."""
        if surface.snow:  # only the strategic movement of vehicles knows it, and not how deep it lies
            surface = surface._replace(snow=int(mode == "strategic" and class_ != "foot"))
        key = class_, mode, surface
        found = self._steps.get(key)
        if found is None:
            if len(self._steps) >= MOST_STEPS:
                self._steps.clear()
            parts = self.parts(class_, mode, surface)
            kinds = (False, True) if class_ == "either" else (class_ == "mech",)
            every = [step for mech in kinds for step in self._steps_of(mech, mode, surface, parts)]
            steps = Steps(self.law.grid, every)
            if len(kinds) > 1:  # HQs that pay what units on foot pay are searched for together with them
                others, on_foot = self.steps("foot", mode, surface)
                steps = on_foot if others == parts and on_foot.agree(steps) else steps
            found = self._steps[key] = parts, steps
        return found

    def parts(self, class_: str, mode: str, surface: Surface) -> int:
        """Parts of a movement point that make every cost a whole number, as few as will do."""
        if mode == "tactical":
            return 1
        if class_ == "foot" or surface.snow:
            return 2
        return 3 if class_ == "mech" else SIXTHS

    @case(
        "5.71", "5.72", "5.73", "5.32", "5.43", "5.44", "5.53", "5.54", "5.91",
        "13.51", "13.52", "13.53", "14.11",
    )  # fmt: skip
    def _steps_of(self, mech: bool, mode: str, surface: Surface, parts: int) -> list[Step]:
        def cost(name: str) -> int | None:
            points = self.law.costs.cost(name, mech=mech, freeze=surface.frozen)
            return None if points is None else int(points * parts)

        ground, road = self.law.ground, cost(f"road_{mode}")
        if mech and mode == "strategic" and surface.snow:
            road = parts // 2  # 13.53
        prices: dict[int, int] = {}
        for name in TERRAIN:
            price = cost(name)
            if price is not None:
                slow = surface.slow & ground.terrain[name] if name == "clear" else 0
                prices[price] = prices.get(price, 0) | ground.terrain[name] ^ slow
                if slow:
                    prices[price + parts] = prices.get(price + parts, 0) | slow
        steps: list[Step] = []
        if road is not None:
            by_road = (road, ground.grid.all & ~surface.slow), (road + parts, surface.slow)
            steps.append(Crossing(ground.roads, by_road))
        extras = 0, 0 if surface.streams else cost("stream"), 0 if surface.rivers else cost("river")
        for links, extra in zip(self._hexsides, extras, strict=True):
            if extra is not None:
                steps.append(Crossing(links, [(price + extra, into) for price, into in prices.items()]))
        return steps

    @cached_property
    def _hexsides(self) -> tuple[tuple[int, ...], ...]:
        """Those without water, over streams and over rivers; by road neither costs anything (5.73)."""
        ground = self.law.ground
        rivers = tuple([a & ~c for a, c in zip(ground.rivers, ground.roads, strict=True)])
        both = zip(ground.streams, ground.rivers, ground.roads, strict=True)
        streams = tuple([a & ~(b | c) for a, b, c in both])
        dry = tuple([ground.grid.all & ~(a | b) for a, b in zip(rivers, streams, strict=True)])
        return dry, streams, rivers

    def prices(self, class_: str, surface: Surface) -> dict[int, int]:
        """Hexes by what their terrain alone costs, in sixths."""
        key = class_, surface.frozen
        found = self._prices.get(key)
        if found is None:
            found = self._prices[key] = {}
            kinds = (False, True) if class_ == "either" else (class_ == "mech",)
            for name in TERRAIN:
                costs = [self.law.costs.cost(name, mech=mech, freeze=surface.frozen) for mech in kinds]
                known = [cost for cost in costs if cost is not None]
                if known:
                    price = int(min(known) * SIXTHS)
                    found[price] = found.get(price, 0) | self.law.ground.terrain[name]
        return found

    def within_price(self, class_: str, surface: Surface, most: int) -> int:
        """Hexes whose terrain alone costs no more than so many sixths."""
        return sum([hexes for price, hexes in self.prices(class_, surface).items() if price <= most])

    def entry_cost(self, index: int, class_: str, surface: Surface) -> int:
        """What a hex costs by its terrain alone, in sixths; -1 where it cannot be entered."""
        for price, hexes in self.prices(class_, surface).items():
            if hexes >> index & 1:
                return price
        return -1
