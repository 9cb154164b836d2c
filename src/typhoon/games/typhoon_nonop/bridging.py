"""Placing and moving bridges in a movement phase (B18.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.columns import Bridge
from typhoon.games.typhoon_nonop.ground import Links, both, union, without
from typhoon.games.typhoon_nonop.law import NonopAct, NonopChapter
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


class Span(Order, frozen=True, gc=False):
    """Place or move a bridge, so that it lies in the first hex and points at the second."""

    verb: ClassVar[str] = "bridge"
    waiting: ClassVar[str] = "Bridges"
    unit: str
    path: tuple[str, ...]


class Bridging(NonopChapter):
    """Where bridges may lie."""

    @case("B18.8")
    def in_phase(self, phase: Movement) -> bool:
        """Germans bridge in their Movement Phase, the Soviets in their motorized one (R47)."""
        return phase.motorized == (phase.side == SOVIET)

    @case("B18.8", "22.2.5 bridge units", "B18.9")
    def hexes(self, pos: NonopPosition, side: int) -> int:
        """Hexes in general supply with a friendly combat unit, for the Soviets out of all Non-Op ranges."""
        found = pos.manned[side] & self.by_water[side]
        if found:
            found &= self.law.supply.supplied(pos, side)
        return found & ~self.law.command.nonop_area(pos) if side == SOVIET else found

    @case("B18.8")
    def banks(self, pos: NonopPosition, side: int, hex_: int) -> int:
        """Hexes without enemies that a bridge out of a hex may point at."""
        return self._banks[side].get(hex_, 0) & ~pos.occupied[1 - side]

    def ways(self, pos: NonopPosition, side: int) -> list[tuple[int, int]]:
        """Every way a bridge may lie; asked after each move of a phase, and mostly answered already."""
        key = side, self.hexes(pos, side), pos.occupied[1 - side]
        if self._last[0] != key:
            spans, enemies = self._spans[side], key[2]
            ways = [way for hex_ in bits(key[1]) for way in spans[hex_] if not enemies >> way[1] & 1]
            self._last[:] = key, ways
        found: list[tuple[int, int]] = self._last[1]
        return found

    @cached_property
    def _last(self) -> list[Any]:
        return [None, []]

    @cached_property
    def _banks(self) -> tuple[dict[int, int], dict[int, int]]:
        """For each hex at the water the hexes on other banks."""
        ground = self.law.ground
        german, soviet = (
            {hex_: ground.over(1 << hex_, waters) & ground.open for hex_ in bits(union(waters))}
            for waters in self._waters
        )
        return german, soviet

    @cached_property
    def _spans(self) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int]]]]:
        """The same, each way by itself."""
        german, soviet = (
            {hex_: [(hex_, other) for other in bits(others)] for hex_, others in banks.items()}
            for banks in self._banks
        )
        return german, soviet

    @cached_property
    def _waters(self) -> tuple[Links, Links]:
        """The hexsides without a bridge that each side can span: the Germans major rivers too."""
        ground = self.law.ground
        small = without(ground.rivers, ground.tracks)
        return both(small, without(ground.major_rivers, ground.tracks)), small

    @cached_property
    def by_water(self) -> tuple[int, int]:
        """The hexes with such hexsides."""
        german, soviet = self._waters
        return union(german), union(soviet)

    def rested(self, bridge: Bridge) -> Bridge:
        return msgspec.structs.replace(bridge, moved=False)

    def why_not(self, pos: NonopPosition, phase: Movement, order: Span) -> Ruling | None:
        law = self.law
        if law.works.bridges.get(order.unit) != phase.side:
            return Ruling("B18.8", f"there is no bridge '{order.unit}' of this side")
        hexes = law.hexes_named(order.path)
        if isinstance(hexes, Ruling):
            return hexes
        if len(hexes) != 2:
            return Ruling("B18.8", "a bridge lies in one hex and points at another")
        if not self.in_phase(phase):
            return Ruling("B18.8", "bridges are placed in the German Movement and the Soviet Motorized Phase")
        known = pos.bridges.get(order.unit)
        area = law.command.nonop_area(pos) if phase.side == SOVIET else 0
        if known is not None:
            if known.moved:
                return Ruling("B18.8", f"{order.unit} has been moved in this phase")
            if (known.hex, known.other) == hexes:
                return Ruling("B18.8", f"{order.unit} lies there already")
            if area >> known.hex & 1:
                return Ruling("22.2.5", f"{order.unit} lies in range of a Non-Op HQ and is not moved")
        if area >> hexes[0] & 1:
            return Ruling(
                "22.2.5", f"{law.describe(hexes[0])} is in range of a Non-Op HQ: no bridge is placed there"
            )
        if not self.hexes(pos, phase.side) >> hexes[0] & 1:
            return Ruling("B18.8", f"no combat unit in general supply is in {law.describe(hexes[0])}")
        if not self.banks(pos, phase.side, hexes[0]) >> hexes[1] & 1:
            return Ruling("B18.8", f"from {order.path[0]} no bridge can lead to {order.path[1]}")
        return None


class SpanRiver(NonopAct[Movement, Span]):
    """Place or move a bridge."""

    phase = Movement
    kind = Span

    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        law, bridging = self.law, self.law.bridging
        if not bridging.in_phase(phase):
            return []
        name, area = law.grid.name, law.command.nonop_area(pos) if phase.side == SOVIET else 0
        free = []
        for bridge, side in law.works.bridges.items():
            known = pos.bridges.get(bridge)
            if side == phase.side and not (known is not None and (known.moved or area >> known.hex & 1)):
                free.append((bridge, (known.hex, known.other) if known is not None else ()))
        if not free:
            return []
        ways = bridging.ways(pos, phase.side)
        places = [(bridge, [way for way in ways if way != at] if at in ways else ways) for bridge, at in free]
        return [Listed(Spans(name, places))] if ways else []

    def why_not(self, pos: NonopPosition, phase: Movement, order: Span) -> Ruling | None:
        return self.law.bridging.why_not(pos, phase, order)

    @case("B18.8")
    def apply(self, pos: NonopPosition, phase: Movement, order: Span, umpire: Umpire) -> None:
        law = self.law
        hex_, other = [law.grid.index(number) for number in order.path]
        ready = not law.ground.linked(law.ground.major_rivers, hex_, other)
        before, after, known = pos.bridges.get(order.unit), Bridge(hex_, other, ready, moved=True), pos.movers
        pos.bridges[order.unit] = after
        pos.forget()
        if known is not None:
            spans = [(end.hex, end.other) for end in (before, after) if end is not None and end.ready]
            pos.movers = law.reaching.bridged(pos, known, spans)
        umpire.tell("bridged", bridge=order.unit, path=order.path, ready=ready)


class Spans(Sequence[Order]):
    """Every bridge over every river that it may span, each made when it is asked for."""

    def __init__(self, name: Mapping[int, str], places: Sequence[tuple[str, list[tuple[int, int]]]]) -> None:
        self._name, self._places = name, places

    def __len__(self) -> int:
        return sum([len(ways) for _, ways in self._places])

    def __getitem__(self, number: Any) -> Any:
        for bridge, ways in self._places:
            if 0 <= number < len(ways):
                return Span(bridge, tuple([self._name[hex_] for hex_ in ways[number]]))
            number -= len(ways)
        raise IndexError(number)
