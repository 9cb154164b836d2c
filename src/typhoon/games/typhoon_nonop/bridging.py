"""Placing and moving bridges in a movement phase (B18.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.offers import Offers, offer_of
from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.columns import Bridge
from typhoon.games.typhoon_nonop.ground import Links, both, union, without
from typhoon.games.typhoon_nonop.law import NonopAct, NonopChapter
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import nth


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
        found = self.manned(pos, side)
        return found & self.law.supply.supplied(pos, side) if found else 0

    def manned(self, pos: NonopPosition, side: int) -> int:
        """The same, whether they are in supply or not."""
        found = pos.manned[side] & self.by_water[side]
        return found & ~self.law.command.nonop_area(pos) if side == SOVIET else found

    @case("B18.8")
    def banks(self, pos: NonopPosition, side: int, hex_: int) -> int:
        """Hexes without enemies that a bridge out of a hex may point at."""
        return self._banks[side].get(hex_, 0) & ~pos.occupied[1 - side]

    @case("B18.8", "22.2.5 bridge units")
    def free(self, pos: NonopPosition, side: int) -> dict[str, tuple[int, int] | None]:
        """The bridges of a side that may be placed or moved, each with where it lies."""
        found: dict[str, tuple[int, int] | None] = {}
        for bridge in self._stock[side]:
            known = pos.bridges.get(bridge)
            if known is None:
                found[bridge] = None
            elif not known.moved and (
                side != SOVIET or not self.law.command.nonop_area(pos) >> known.hex & 1
            ):
                found[bridge] = known.hex, known.other
        return found

    @cached_property
    def _stock(self) -> tuple[list[str], list[str]]:
        """The bridges of each side."""
        owned = self.law.works.bridges
        german, soviet = (
            [name for name, owner in owned.items() if owner == side] for side in (GERMAN, SOVIET)
        )
        return german, soviet

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
        bridging = self.law.bridging
        free = bridging.free(pos, phase.side) if bridging.in_phase(phase) else None
        return [Spans(pos, phase.side, free)] if free else []

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
            pos.movers = law.mobility.bridged(pos, known, spans)
        umpire.tell("bridged", bridge=order.unit, path=order.path, ready=ready)


class Spans(OrderSet):
    """Every bridge over every river that it may span; who is in supply, is looked at when one is picked."""

    def __init__(self, pos: NonopPosition, side: int, free: Mapping[str, tuple[int, int] | None]) -> None:
        self._pos, self._side, self._free = pos, side, free

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, number: int) -> Order:
        return list(self)[number]

    def __iter__(self) -> Iterator[Order]:
        bridging, side = self._pos.rules.bridging, self._side
        hexes = bits(bridging.hexes(self._pos, side))
        for bridge, at in self._free.items():
            for hex_ in hexes:
                for other in bits(bridging.banks(self._pos, side, hex_)):
                    if (hex_, other) != at:
                        yield self._span(bridge, hex_, other)

    def _span(self, bridge: str, hex_: int, other: int) -> Order:
        name = self._pos.rules.grid.name
        return Span(bridge, (name[hex_], name[other]))

    def most(self) -> int:
        return len(self._free) * self._pos.rules.bridging.manned(self._pos, self._side).bit_count() * 6

    def draw(self, number: int) -> Order | None:
        """Out of any of the hexes in any direction, if a bridge may lie so."""
        pos, bridging = self._pos, self._pos.rules.bridging
        number, direction = divmod(number, 6)
        number, place = divmod(number, len(self._free))
        hex_ = nth(bridging.manned(pos, self._side), number)
        other = pos.rules.grid.step(hex_, direction)
        if other is None or not bridging.banks(pos, self._side, hex_) >> other & 1:
            return None
        bridge, at = list(self._free.items())[place]
        if (hex_, other) == at or not bridging.hexes(pos, self._side) >> hex_ & 1:
            return None
        return self._span(bridge, hex_, other)

    def offer(self, offers: Offers) -> None:
        offers.plain.extend(map(offer_of, self))
