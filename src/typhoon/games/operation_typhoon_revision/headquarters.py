"""Headquarters that stand fast and come back (5.92, 10.25)."""

from __future__ import annotations

from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.display import Panel
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.rules import Score
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Losses
from typhoon.games.operation_typhoon.support import Supports
from typhoon.games.operation_typhoon.victory import Victory
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import in_halves


class Return(Order, frozen=True, gc=False):
    """Bring a lost HQ back, to a hex with a unit of its command."""

    verb: ClassVar[str] = "return"
    waiting: ClassVar[str] = "To be brought back"
    unit: str
    hex: str


@change("hq-stands", "5.92", "10.25")
class HqsStand(Combats):
    """No HQ retreats before combat."""

    def lone_hqs(self, pos: TyphoonPosition, combat: Combat) -> int:
        return 0


@change("hq-returns", "10.25")
class HqsCounted(Losses):
    """It is remembered how often an HQ was lost and came back, and from which turn on it may."""

    def after_loss(self, pos: Any, unit: int, umpire: Umpire) -> None:
        if self.law.hqs >> unit & 1:
            side = self.law.side_of[unit]
            turns = 1 if pos.step < self.law.sequence.index(Movement(side)) else 2  # R35
            lost, back, _ = pos.lost_hqs.get(unit, (0, 0, 0))
            pos.lost_hqs[unit] = lost + 1, back, pos.turn + turns
            pos.supported &= ~(1 << unit)  # R36

    def waiting(self, pos: Any, side: int) -> dict[int, int]:
        """HQs off the map, with the turn from which on they may return."""
        lost = pos.eliminated & self.law.hqs & self.law.units_of[side]
        return {hq: pos.lost_hqs.get(hq, (1, 0, 0))[2] for hq in bits(lost)}

    @case("10.25")
    def returns(self, pos: Any, side: int) -> dict[int, int]:
        """The HQs that may come back, with the hexes where somebody of their command stands (R35)."""
        found: dict[int, int] = {}
        waiting = [hq for hq, turn in self.waiting(pos, side).items() if turn <= pos.turn]
        for unit in bits(pos.in_play & self.law.units_of[side] & ~self.law.hqs) if waiting else ():
            hq = self.law.forces.hq_of(unit)
            if hq in waiting:
                found[hq] = found.get(hq, 0) | 1 << pos.where[unit]
        return found

    def before_moving(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        if self.returns(pos, side):
            pos.frames.append(Returning(side))

    def tables(self, pos: TyphoonPosition, side: str) -> list[Panel]:
        rows = [
            (self.law.adjective(number), self.law.unit_ids[hq], str(max(turn, pos.turn)))
            for number in (GERMAN, SOVIET)
            for hq, turn in self.waiting(pos, number).items()
        ]
        columns = ("Side", "HQ", "May return on turn")
        return [Panel("hqs", "Headquarters off the map", columns, tuple(rows))]


class Returning(Phase[TyphoonPosition], frozen=True, tag="returning"):
    """HQs come back before a side moves."""

    about: ClassVar[str] = "10.25"
    part: ClassVar[str] = "return of headquarters"
    takes: ClassVar[tuple[type[Order], ...]] = (Return, End)
    side: SideNumber

    def _able(self, pos: TyphoonPosition) -> dict[int, int]:
        losses: Any = pos.rules.losses
        found: dict[int, int] = losses.returns(pos, self.side)
        return found

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if self._able(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        names = [pos.rules.unit_ids[hq] for hq in self._able(pos)]
        price = self._price(pos)
        return f"Bring back {' or '.join(names)}{price}, or end the return of headquarters."

    def _price(self, pos: Any) -> str:
        """What each HQ that comes back is worth to the enemy (18.49)."""
        points = pos.rules.points_for(pos.rules.scenario.id, SIDES[self.side], "hq returned")
        if not points:
            return ""
        what = "costs the Germans" if points < 0 else "gives the Germans"
        return f" (each {what} {in_halves(abs(points))} point)"

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        ids, name = pos.rules.unit_ids, pos.ground.grid.name
        returns = [Return(ids[hq], name[h]) for hq, hexes in self._able(pos).items() for h in bits(hexes)]
        return [Listed([*returns, End()])]

    @case("10.25")
    def refusal(self, pos: TyphoonPosition, order: Return | End) -> Ruling | None:
        if isinstance(order, End):
            return None
        unit, hex_ = pos.rules.own_unit(order.unit, self.side), pos.rules.hex_named(order.hex)
        if isinstance(unit, Ruling) or isinstance(hex_, Ruling):
            return unit if isinstance(unit, Ruling) else hex_  # type: ignore[return-value]
        if unit not in (able := self._able(pos)):
            return Ruling("10.25", f"{order.unit} is no lost HQ that may come back this turn")
        if not able[unit] >> hex_ & 1:
            return Ruling("10.25", f"there is no unit of the command of {order.unit} in {order.hex}")
        return None

    @case("10.25")
    def apply(self, pos: Any, order: Order, umpire: Umpire) -> None:
        if not isinstance(order, Return):
            pos.frames.pop()
            return
        unit = pos.rules.unit_number[order.unit]
        lost, back, turn = pos.lost_hqs.get(unit, (1, 0, 0))
        pos.lost_hqs[unit] = lost, back + 1, turn
        pos.eliminated &= ~(1 << unit)
        pos.place(unit, pos.ground.grid.index(order.hex))
        umpire.tell("hq_back", unit=order.unit, hex=order.hex)


@change("hq-returns", "10.25")
class HqsSupported(Revised, Supports):
    """An HQ that may come back on an allocation turn may be chosen (R36)."""

    def choosable(self, pos: TyphoonPosition) -> int:
        return super().choosable(pos) | sum([1 << hq for hq in self.law.losses.returns(pos, GERMAN)])


@change("hq-returns", "10.25", "18.49 HQ points")
class HqPoints(Revised, Victory):
    """HQs are counted apart, each time that they are lost, in the campaigns also when they return (R8)."""

    def lost(self, pos: TyphoonPosition, side: int) -> int:
        return super().lost(pos, side) & ~self.law.hqs

    def scores(self, pos: Any) -> list[Score]:
        found, law = super().scores(pos), self.law
        for number, side in enumerate(SIDES) if law.scenario.counts_points else ():
            points = 0.0
            for hq in bits(law.hqs & law.units_of[number]):
                lost, back, _ = pos.lost_hqs.get(hq, (pos.eliminated >> hq & 1, 0, 0))
                points += lost * law.points_for(law.scenario.id, side, "hq lost")
                points += back * law.points_for(law.scenario.id, side, "hq returned")
            if points:
                text = f"{law.adjective(number)} headquarters"
                found.append(Score("german", points, text, "10.25", f"hqs {side}"))
        return found


STORY = {"hq_back": ("10.25", "{unit} comes back in {hex}.")}
