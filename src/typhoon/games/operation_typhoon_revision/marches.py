"""Markers of strategic and rail movement, and roads under attack from the air (5.55, 5.67, 17.37)."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from typhoon.engine.chapters import change
from typhoon.engine.display import Tone
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.air import Interdicting, Interdiction
from typhoon.games.operation_typhoon.arrivals import Arrivals
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.going import Surface
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.law import TyphoonAct
from typhoon.games.operation_typhoon.movement import MoveByRail, MoveStrategically
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.position import Combat
from typhoon.games.operation_typhoon.reaching import Reaching


@change("strategic-marker", "5.55")
class MarkStrategic(MoveStrategically):
    """Who moves strategically is marked (R23)."""

    mark = "strategic"


@change("rail-marker", "5.67")
class MarkRail(MoveByRail):
    """So is who moves by rail."""

    mark = "railed"


@change("strategic-marker", "5.55")
class CaughtMarching(Odds):
    """An attack on a hex with a marked unit shifts one column (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if any(self.attacked_in(pos, target) & pos.strategic for target in combat.targets):
            found.append(Modifier(1, "strategic movement", "5.55", "strategic-marker"))
        return found


@change("rail-marker", "5.67")
class CaughtOnTrains(Odds):
    """Two columns, and not one more for those who marched (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if not any(self.attacked_in(pos, target) & pos.railed for target in combat.targets):
            return found
        others = [shift for shift in found if shift.key != "strategic-marker"]
        return [*others, Modifier(2, "rail movement", "5.67", "rail-marker")]


# Roads


class InterdictRoad(Order, frozen=True, gc=False):
    """Place an air point on a road hex."""

    verb: ClassVar[str] = "interdict-road"
    hex: str


@change("road-interdiction", "17.37")
class RoadPoints(Interdicting):
    """One of the points of an interdiction may lie on a road (R49)."""

    def placed(self, pos: Any) -> int:
        return super().placed(pos) + bool(pos.cut_road)

    def in_words(self, pos: Any) -> str:
        found = super().in_words(pos)
        if pos.cut_road:
            return found
        return (
            f"{found}, one of them a road hex if you like" if self.left(pos) > 1 else "1 railway or road hex"
        )

    def hexes(self, pos: Any) -> int:
        return super().hexes(pos) & ~int(pos.cut_road)  # 17.32

    def after_moving(self, pos: Any, side: int, umpire: Umpire) -> None:
        """Roads, too, are interdicted until the Soviet movement phase is over."""
        if side == SOVIET and pos.cut_road:
            pos.cut_road, pos.day = 0, None

    def cut(self, pos: Any) -> list[tuple[str, int, Tone]]:
        """The marked hex too, and the ring around it."""
        found, road = super().cut(pos), pos.cut_road
        ring = self.law.grid.grow(road) & ~road
        slow: list[tuple[str, int, Tone]]
        slow = [("Interdicted road", road, "bad"), ("Slow for Soviet vehicles", ring, "poor")]
        return found + slow if road else found

    def markers(self, pos: Any, side: str) -> dict[str, int]:
        return {"cut-road": pos.cut_road}


@change("road-interdiction", "17.37")
class InterdictRoadHex(TyphoonAct[Interdiction, InterdictRoad]):
    """Place an air point on a road."""

    phase = Interdiction
    kind = InterdictRoad

    def offered(self, pos: Any, phase: Interdiction) -> list[OrderSet]:
        taken = self.law.grid.numbers(pos.interdicted)  # 17.32: one point in a hex
        free = [] if pos.cut_road else [order for order in self._every if order.hex not in taken]
        return [Listed(free)] if free else []

    @cached_property
    def _every(self) -> list[InterdictRoad]:
        return [InterdictRoad(number) for number in self.law.grid.numbers(self.law.ground.road_hexes)]

    def why_not(self, pos: Any, phase: Interdiction, order: InterdictRoad) -> Ruling | None:
        hex_ = self.law.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if pos.cut_road:
            return Ruling("17.37", "one air point lies on a road already")
        if not pos.ground.road_hexes >> hex_ & 1:
            return Ruling("17.37", f"no road runs through {order.hex}")
        taken = pos.interdicted >> hex_ & 1
        return Ruling("17.32", f"an air point lies in {order.hex} already") if taken else None

    def apply(self, pos: Any, phase: Interdiction, order: InterdictRoad, umpire: Umpire) -> None:
        pos.cut_road, pos.day = 1 << self.law.grid.index(order.hex), None
        pos.air[GERMAN] -= 1
        umpire.tell("road_cut", hex=order.hex)


@change("road-interdiction", "17.37")
class SlowColumns(Reaching):
    """Soviet vehicles, HQs apart, are slower on and around an interdicted road."""

    def surface_for(self, pos: Any, unit: int) -> Surface:
        found = super().surface_for(pos, unit)
        if not pos.cut_road or not (self.law.mechanized & self.law.units_of[SOVIET]) >> unit & 1:
            return found
        return found._replace(slow=self.law.grid.grow(pos.cut_road))


@change("road-interdiction", "17.37")
class SlowEntry(Arrivals):
    """Reinforcements pay the point once, whoever is ahead of them."""

    def entry_cost(self, pos: Any, unit: int, hex_: int) -> int:
        cost = super().entry_cost(pos, unit, hex_)
        slow = self.law.reaching.surface_for(pos, unit).slow & pos.ground.terrain["clear"]
        return cost + SIXTHS if slow >> hex_ & 1 else cost


BADGES = {"S": "moved strategically", "R": "moved by rail"}
SIGNS = {**BADGES, "cut-road": "interdicted road"}
STORY = {"road_cut": ("17.37", "The road at {hex} is interdicted.")}
