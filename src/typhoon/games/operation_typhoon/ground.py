"""The ground that a scenario is played on: one sheet of the map or all three, as hex sets."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.charts import GROUNDS
from typhoon.hexgrid import Crossing, Following, Grid, Reach, Step, Steps, reach

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon.components import Components

SIXTHS = 6
"""Movement points are kept in sixths: roads cost halves and thirds."""

GROUND_FREEZE, STREAM_FREEZE, RIVER_FREEZE = (
    GROUNDS.index(f"{what} freeze") for what in ("ground", "stream", "river")
)

MOST_ZONES = 50
MOST_WAYS = 2_000
"""As many answers are kept."""


class Ground:
    """Sheets with their own grid, so that a scenario of one sheet does not carry the others about."""

    @case("3.0", "14.12", "14.13")
    def __init__(self, rules: Components, sheets: str) -> None:
        self.rules = rules
        self.sheets = sheets
        board = rules.board
        whole = board.grid
        wanted = {whole.index(number) for number in board.places if number[0] in sheets and number in whole}
        names = [whole.name[index] for index in wanted]
        places = {name: board.places[name] for name in sorted(names)}
        places |= {
            n: place for n, place in board.places.items() if whole.index(n) in wanted and n not in places
        }
        self.grid = Grid(places, top=board.file.top, shifted=board.file.shifted)
        grid = self.grid
        self.terrain = {
            name: self.hexes(number for number, row in board.rows.items() if row.terrain == name)
            for name in ("clear", "woods", "rough", "city", "town", "lake")
        }
        self.open = grid.all & ~self.terrain["lake"]
        """Every hex that can be entered at all (5.73)."""
        self.cities, self.towns = self.terrain["city"], self.terrain["town"]
        self.roads = self._links("road")
        self.rails = self._links("rail")
        self.rivers = self._links("river")
        self.streams = self._links("stream")
        self.road_hexes = _union(self.roads)
        self.rail_hexes = _union(self.rails)
        facts = rules.hex_facts
        self.entrenched = self.hexes(n for n, f in facts.items() if f.entrenchment)
        self.front = self.hexes(n for n, f in facts.items() if f.side == "front")
        self.west = self.hexes(n for n, f in facts.items() if f.side == "german")
        """West of the front line, the line itself left out."""
        self.east = self.hexes(n for n, f in facts.items() if f.side == "soviet")
        self.areas = {area: self.hexes(numbers) for area, numbers in rules.areas.items()}
        self.moscow = self.hexes(n for n, p in rules.places.items() if p.name.startswith("Moscow"))
        self.key_hexes = self.cities | self.towns
        self.vp = {grid.index(n): p.vp for n, p in rules.places.items() if n in grid and p.vp}
        columns = {grid.index(n): int(n[3:]) for n in places}
        rows = {grid.index(n): place[1] for n, place in places.items()}
        self.column = columns
        self.west_edge = sum(1 << i for i, column in columns.items() if column == 1)
        self.east_edge = self._east_edge()
        north, south = min(rows.values()), max(rows.values())
        self.south_edge = sum(1 << i for i, row in rows.items() if row == south)
        self.north_edge = sum(1 << i for i, row in rows.items() if row == north)
        self._steps: dict[tuple[str, str, int, bool], tuple[int, Steps]] = {}
        self._prices: dict[tuple[str, bool], dict[int, int]] = {}
        self._around: dict[int, int] = {}
        self._ways: dict[tuple[int, int, int, int, int], Reach] = {}
        self.far = 0, self.grid.all
        """The last set of enemies, and the hexes three or more from all of them."""
        self.free = -1, 0, 0
        """The side that asked last, its enemies, and the hexes that are open to it."""
        self.arriving: tuple[Any, Any] | None = None
        """What was last asked of reinforcements, with the answer."""

    def hexes(self, numbers: Iterable[str]) -> int:
        """The set of those of the hexes that are in play."""
        grid = self.grid
        found = 0
        for number in numbers:
            if number in grid:
                found |= 1 << grid.index(number)
        return found

    def _links(self, kind: str) -> tuple[int, ...]:
        edges = self.rules.board.edges
        grid = self.grid
        return grid.links(
            (e.hex_a, e.hex_b) for e in edges if e.type == kind and e.hex_a in grid and e.hex_b in grid
        )

    def _east_edge(self) -> int:
        """The last hex of every row: column 53 or 54."""
        last: dict[int, int] = {}
        for index, column in self.column.items():
            row = self.row_of(index)
            if row not in last or self.column[last[row]] < column:
                last[row] = index
        return sum(1 << index for index in last.values())

    def row_of(self, index: int) -> int:
        return self.rules.board.places[self.grid.name[index]][1]

    @cached_property
    def rows_south_of_32(self) -> int:
        """Rows 01 to 31 of sheet B (18.39)."""
        numbers = (f"B{row:02}{column:02}" for row in range(1, 32) for column in range(1, 55))
        return self.hexes(numbers)

    @cached_property
    def beyond_the_moskva(self) -> int:
        """Rows 01 to 31 of sheet B between the east edge, the Moskva and, below its mouth, the Oka (R65)."""
        grid, rows = self.grid, self.rows_south_of_32
        rivers = grid.links(
            (e.hex_a, e.hex_b)
            for e in self.rules.board.edges
            if e.type == "river" and e.name in ("Moskva", "Oka") and e.hex_a in grid and e.hex_b in grid
        )
        free = tuple(grid.all & ~river for river in rivers)
        corner = self.east_edge & self.hexes(f"B31{column:02}" for column in range(1, 55))
        return grid.flood_along(corner, rows, free)

    @cached_property
    def gate(self) -> int:
        """A0126 to A0133, by which Germans leave sheet A for Moscow (18.29)."""
        return self.hexes(f"A01{column:02}" for column in range(26, 34))

    @cached_property
    def edges(self) -> dict[str, int]:
        """Hexes from which units can leave the map, by edge (18.19, 18.29)."""
        row = self.hexes(f"A01{column:02}" for column in range(1, 55))
        found = {
            "east": self.east_edge,
            "west": self.west_edge,
            "north": self.hexes(f"C39{column:02}" for column in range(33, 55)),  # east of 3932
            "south": self.grid.neighbours(self.gate) & ~row,
        }
        return {edge: hexes & self.open for edge, hexes in found.items()}

    # Movement

    @case(
        "5.71", "5.72", "5.73", "5.32", "5.43", "5.44", "5.53", "5.54", "5.91",
        "13.51", "13.52", "13.53", "14.11",
    )  # fmt: skip
    def steps(self, class_: str, mode: str, ground: int, snow: bool) -> tuple[int, Steps]:
        """How many parts a movement point has, and what each step costs in them."""
        key = class_, mode, ground, snow
        found = self._steps.get(key)
        if found is None:
            parts = _parts(class_, mode, snow)
            kinds = (False, True) if class_ == "either" else (class_ == "mech",)
            steps = [step for mech in kinds for step in self._steps_of(mech, mode, ground, snow, parts)]
            found = self._steps[key] = parts, Steps(self.grid, steps)
        return found

    def _steps_of(self, mech: bool, mode: str, ground: int, snow: bool, parts: int) -> list[Step]:
        grid, freeze = self.grid, ground >= GROUND_FREEZE
        cost = self.rules.costs.cost
        road = cost(f"road_{mode}", mech=mech, freeze=freeze)
        if mech and mode == "strategic" and snow:
            road = Fraction(1, 2)  # 13.53
        prices: dict[Fraction, int] = {}
        for name in ("clear", "woods", "rough", "city", "town"):
            price = cost(name, mech=mech, freeze=freeze)
            if price is not None:
                prices[price] = prices.get(price, 0) | self.terrain[name]
        stream = Fraction(0) if ground >= STREAM_FREEZE else cost("stream", mech=mech, freeze=freeze)
        river = Fraction(0) if ground >= RIVER_FREEZE else cost("river", mech=mech, freeze=freeze)
        # By road neither streams nor rivers cost anything, whatever the hex does (5.73).
        rivers = tuple(a & ~c for a, c in zip(self.rivers, self.roads, strict=True))
        streams = tuple(b & ~(a | c) for a, b, c in zip(self.rivers, self.streams, self.roads, strict=True))
        dry = tuple(grid.all & ~(a | b) for a, b in zip(rivers, streams, strict=True))
        steps: list[Step] = []
        if road is not None:
            steps.append(Following(int(road * parts), self.roads))
        for links, extra in ((dry, Fraction(0)), (streams, stream), (rivers, river)):
            if extra is not None:
                steps.append(
                    Crossing(links, [(int((price + extra) * parts), into) for price, into in prices.items()])
                )
        return steps

    def reach(self, start: int, allowance: int, steps: Steps, free: int, stop: int = 0) -> Reach:
        """How far a mover can go; the same question, asked for every unit of a stack, is answered once."""
        key = start, allowance, id(steps), free, stop
        way = self._ways.get(key)
        if way is None:
            if len(self._ways) >= MOST_WAYS:
                self._ways.clear()
            way = self._ways[key] = reach(self.grid, start, allowance, steps, free, stop)
        return way

    def around(self, hexes: int) -> int:
        """All hexes next to some of a set; the few sets in use are asked for again and again."""
        found = self._around.get(hexes)
        if found is None:
            if len(self._around) >= MOST_ZONES:
                self._around.clear()
            found = self._around[hexes] = self.grid.neighbours(hexes)
        return found

    def forget(self) -> None:
        """Have every way looked for afresh."""
        self._ways.clear()
        self.far = 0, self.grid.all
        self.free = -1, 0, 0

    def prices(self, class_: str, ground: int) -> dict[int, int]:
        """Hexes by what their terrain alone costs, in sixths."""
        key = class_, ground >= GROUND_FREEZE
        found = self._prices.get(key)
        if found is None:
            found = self._prices[key] = {}
            kinds = (False, True) if class_ == "either" else (class_ == "mech",)
            for name in ("clear", "woods", "rough", "city", "town"):
                costs = [self.rules.costs.cost(name, mech=mech, freeze=key[1]) for mech in kinds]
                known = [cost for cost in costs if cost is not None]
                if known:
                    price = int(min(known) * SIXTHS)
                    found[price] = found.get(price, 0) | self.terrain[name]
        return found

    @lru_cache(maxsize=100)  # noqa: B019
    def within_price(self, class_: str, ground: int, most: int) -> int:
        """Hexes whose terrain alone costs no more than so many sixths."""
        return sum([hexes for price, hexes in self.prices(class_, ground).items() if price <= most])

    def entry_cost(self, index: int, class_: str, ground: int) -> int:
        """What a hex costs by its terrain alone, in sixths; -1 where it cannot be entered."""
        for price, hexes in self.prices(class_, ground).items():
            if hexes >> index & 1:
                return price
        return -1

    def river_between(self, hex_: int, other: int) -> bool:
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(self.rivers[direction] >> hex_ & 1)

    def road_between(self, hex_: int, other: int) -> bool:
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(self.roads[direction] >> hex_ & 1)

    def terrain_line(self, index: int) -> str:
        """The line of the combat results table for a hex (9.31)."""
        bit = 1 << index
        if bit & (self.terrain["city"] | self.terrain["rough"]):
            return "city"
        return "woods" if bit & (self.terrain["woods"] | self.terrain["town"]) else "clear"

    def describe(self, index: int) -> str:
        number = self.grid.name[index]
        name = self.rules.board.rows[number].name
        return f"{number} ({name})" if name else number


def _parts(class_: str, mode: str, snow: bool) -> int:
    """Parts of a movement point that make every cost a whole number, as few as will do."""
    if mode == "tactical":
        return 1
    if class_ == "foot" or snow:
        return 2
    return 3 if class_ == "mech" else SIXTHS


def _union(links: tuple[int, ...]) -> int:
    found = 0
    for hexes in links:
        found |= hexes
    return found
