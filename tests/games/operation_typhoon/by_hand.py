"""Movement and supply on sheet C worked out hex by hex, straight from the rules: slow and simple.

Nothing here uses the program's own geometry, reach or flood; only the data files.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
COUNTERS = {counter.unit: counter for counter in RULES.counters}
HEXES = {number: row.terrain for number, row in RULES.board.rows.items() if number[0] == "C"}
EDGES: dict[frozenset[str], set[str]] = {}
for edge in RULES.board.edges:
    EDGES.setdefault(frozenset((edge.hex_a, edge.hex_b)), set()).add(edge.type)
WORKS = {number for number, facts in RULES.hex_facts.items() if facts.entrenchment}
CITIES = {number for number in HEXES if HEXES[number] == "city"}
MECH, SMALL = ("armor", "mechanized"), ("II", "coy")
FREEZES = ("ground freeze", "stream freeze", "river freeze")


@cache
def around(number: str) -> list[str]:
    """The neighbours of a hex of sheet C: odd rows lie half a hex to the west."""
    row, column = int(number[1:3]), int(number[3:])
    beside = (column - 1, column) if row % 2 else (column, column + 1)
    places = [(row, column - 1), (row, column + 1)]
    places += [(other, c) for other in (row - 1, row + 1) for c in beside]
    return [name for r, c in places if (name := f"C{r:02}{c:02}") in HEXES]


def within(numbers: Iterable[str], distance: int) -> set[str]:
    found = front = set(numbers)
    for _ in range(distance):
        front = {other for number in front for other in around(number)} - found
        found = found | front
    return found


class Scene:
    """Units in hexes, with the ground they stand on."""

    def __init__(self, units: dict[str, dict[str, Any]], ground: str, snow: bool) -> None:
        self.units, self.ground, self.snow = units, ground, snow

    @classmethod
    def random(cls, rng: Random) -> Scene:
        """Both sides thrown over a part of the sheet, so that they get in each other's way."""
        rows, columns = rng.sample(range(4, 30), 1)[0], rng.sample(range(1, 36), 1)[0]
        names = rng.sample([c.unit for c in RULES.counters if c.sheet == "C" or c.army == "10"], 26)
        area = [h for h in HEXES if rows <= int(h[1:3]) < rows + 10 and columns <= int(h[3:]) < columns + 18]
        area = [h for h in area if HEXES[h] != "lake"]
        units: dict[str, dict[str, Any]] = {}
        holder: dict[str, str] = {}
        for name in names:
            hex_ = rng.choice(area)
            if holder.setdefault(hex_, COUNTERS[name].side) != COUNTERS[name].side:
                continue
            state: dict[str, Any] = {"hex": hex_}
            if COUNTERS[name].class_ and rng.random() < 0.15:
                state["cadre"] = True
            units[name] = state
        return cls(units, rng.choice(("warm", "normal", *FREEZES)), rng.random() < 0.4)

    def occupied(self, side: str) -> set[str]:
        return {state["hex"] for name, state in self.units.items() if COUNTERS[name].side == side}

    def zone(self, side: str) -> set[str]:
        found: set[str] = set()
        for name, state in self.units.items():
            counter = COUNTERS[name]
            if counter.side != side:
                continue
            able = counter.size not in SMALL and counter.type != "hq" and not state.get("cadre")
            if able or (side == "soviet" and state["hex"] in WORKS):
                found.update(around(state["hex"]))
        return found

    # Movement

    def allowance(self, name: str) -> int:
        counter, supply = COUNTERS[name], self.units[name].get("supply", "")
        if counter.type in MECH and supply == "isolated":
            return 3
        halved = (self.snow and not counter.winterized) or supply == "isolated"
        halved = halved or (supply == "out" and counter.type in MECH)
        return counter.movement // 2 if halved else counter.movement

    def _price(self, start: str, to: str, mech: bool, strategic: bool) -> Fraction | None:
        """What a step costs; None where it is prohibited."""
        edge, freeze = EDGES.get(frozenset((start, to)), set()), self.ground in FREEZES
        prices: list[Fraction] = []
        if "road" in edge:
            if strategic:
                prices.append(Fraction(1, 2) if not mech or self.snow else Fraction(1, 3))
            else:
                prices.append(Fraction(2 if mech and not freeze else 1))
        chart = {
            "clear": (1, 2, 1), "woods": (1, 5, 3), "rough": (2, 7, 5), "city": (1, 1, 1), "town": (1, 1, 1),
        }  # fmt: skip
        foot, wheels, frozen = chart[HEXES[to]]
        price: Fraction | None = Fraction((frozen if freeze else wheels) if mech else foot)
        if "road" in edge:
            pass  # it crosses streams and rivers for nothing
        elif "river" in edge:
            if self.ground != "river freeze":
                price = None if mech else price + 2
        elif "stream" in edge and self.ground not in ("stream freeze", "river freeze"):
            price += 2 if mech else 1
        if price is not None:
            prices.append(price)
        return min(prices, default=None)

    def reach(self, name: str, strategic: bool = False) -> dict[str, float]:
        counter, start = COUNTERS[name], self.units[name]["hex"]
        enemy = "soviet" if counter.side == "german" else "german"
        zone = self.zone(enemy)
        closed = self.occupied(enemy) | {number for number in HEXES if HEXES[number] == "lake"}
        toll = 0
        if strategic:
            near = within(self.occupied(enemy), 2)
            if start in near:
                return {}
            closed |= near
        elif start in zone:
            toll = self.allowance(name) // 2
            closed |= zone
        kinds = (False, True) if counter.type == "hq" else (counter.type in MECH,)
        budget = self.allowance(name) - toll
        best: dict[str, Fraction] = {start: Fraction(0)}
        queue: list[tuple[Fraction, str]] = [(Fraction(0), start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here] or (here in zone and here != start):
                continue
            for other in around(here):
                for mech in kinds:
                    price = None if other in closed else self._price(here, other, mech, strategic)
                    if price is None or spent + price > budget:
                        continue
                    if other not in best or spent + price < best[other]:
                        best[other] = spent + price
                        heapq.heappush(queue, (spent + price, other))
        found = {hex_: float(toll + cost) for hex_, cost in best.items() if hex_ != start}
        if not strategic and False in kinds:  # 5.27
            for other in around(start):
                if other not in closed:
                    found.setdefault(other, float(self.allowance(name)))
        return found

    def by_rail(self, name: str, interdicted: Iterable[str] = ()) -> dict[str, float]:
        start, near = self.units[name]["hex"], within(self.occupied("german"), 2)
        if start in near:
            return {}
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            for other in around(here):
                if "rail" in EDGES.get(frozenset((here, other)), ()) and other not in near:
                    cost = spent + (10 if other in interdicted else 1)
                    if cost <= 60 and cost < best.get(other, 61):
                        best[other] = cost
                        heapq.heappush(queue, (cost, other))
        return {hex_: float(cost) for hex_, cost in best.items() if hex_ != start}

    # Supply

    def _open(self, side: str) -> set[str]:
        enemy = "soviet" if side == "german" else "german"
        blocked = (self.zone(enemy) - self.occupied(side)) | self.occupied(enemy)
        return set(HEXES) - blocked

    def _steps(self, starts: Iterable[str], open_: set[str], by_road: bool = False) -> dict[str, int]:
        """The length of the shortest line to every hex."""
        found = dict.fromkeys(starts, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for other in around(here):
                linked = not by_road or "road" in EDGES.get(frozenset((here, other)), ())
                if other in open_ and other not in found and linked:
                    found[other] = found[here] + 1
                    queue.append(other)
        return found

    def supply(self, supported: Iterable[str]) -> dict[str, str]:
        """The supply of every unit on turn 4 or later of 18.1, without reinforcements."""
        return self._german_supply(set(supported)) | self._soviet_supply()

    def _german_supply(self, supported: set[str]) -> dict[str, str]:
        open_, reach = self._open("german"), 4 if self.snow else 6
        edge = {f"C{row:02}01" for row in range(1, 40)} & open_
        sources = set(self._steps(edge, open_, by_road=True))
        lines = {n: self._steps([s["hex"]], open_) for n, s in self.units.items() if _is_hq(n, "german")}
        found = {}
        for name, state in self.units.items():
            counter, here = COUNTERS[name], state["hex"]
            if counter.side != "german" or counter.type == "hq":
                continue
            corps = "43" if counter.corps == "13" else counter.corps
            mine = next((n for n in lines if COUNTERS[n].corps == corps), None)
            own = lines.get(mine, {})
            if own.get(here, 99) <= reach and any(own.get(source, 99) <= reach for source in sources):
                level = 0
            elif here in own or any(line.get(here, 99) <= reach for line in lines.values()):
                level = 1
            else:
                level = 2
            level += mine is not None and mine not in supported
            found[name] = ("in", "out", "isolated", "isolated")[level]
        return found

    def _soviet_supply(self) -> dict[str, str]:
        open_ = self._open("soviet")
        edge = {f"C{row:02}{54 if row % 2 else 53}" for row in range(1, 40)}
        sources = (edge | CITIES) & open_
        hqs = {n: s["hex"] for n, s in self.units.items() if _is_hq(n, "soviet")}
        found = {}
        for name, state in self.units.items():
            counter = COUNTERS[name]
            if counter.side != "soviet" or counter.type == "hq":
                continue
            line = self._steps([state["hex"]], open_)
            own = [hex_ for hq, hex_ in hqs.items() if COUNTERS[hq].army == counter.army]
            if any(hex_ in line for hex_ in own) or any(line.get(source, 99) <= 3 for source in sources):
                found[name] = "in"
            elif sources & set(line) or set(hqs.values()) & set(line):
                found[name] = "out"
            else:
                found[name] = "isolated"
        return found


def _is_hq(name: str, side: str) -> bool:
    return COUNTERS[name].type == "hq" and COUNTERS[name].side == side
