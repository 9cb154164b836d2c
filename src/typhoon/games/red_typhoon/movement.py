"""The movement phase (6.1, 8, 12.3)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Move, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import MovePreview, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.activation import Activate
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.law import RedAct, RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.stacking import RemoveExcess
from typhoon.hexgrid import bits, reach
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.movement import Field, Movers, Moves, Trail
from typhoon.mechanics.wording import counted, halves


class Movement(Phase[RedPosition], frozen=True, tag="movement"):
    """A side gives movement orders and moves."""

    about: ClassVar[str] = "8.0"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} movement"

    def prompt(self, pos: RedPosition) -> str:
        return "Give movement orders and move, or end the movement phase."

    def unused(self, pos: RedPosition) -> list[str]:
        law, texts = pos.rules, []
        fresh = [unit for unit in law.marches.movers(pos, self.side) if pos.left[unit] == law.allowance[unit]]
        if fresh:
            texts.append(f"{counted(len(fresh), 'unit')} with movement orders could still move (8.0)")
        without = law.formations_of[self.side] & ~pos.move_orders
        idle = [f for f in bits(without) if law.of_formation[f] & pos.in_play]
        if pos.ap[self.side] and idle:
            left, formations = counted(pos.ap[self.side], "point"), counted(len(idle), "formation")
            texts.append(f"{left} unspent, and {formations} without movement orders (12.3)")
        return texts


class Marches(RedChapter):
    """How far units can go."""

    @case("8.1", "6.1")
    def field(self, pos: RedPosition, side: int) -> Field:
        """The ground as it is for a side: enemies bar the way, their zones of control stop."""
        grid, enemy = self.law.grid, 1 - side
        held = pos.occupied[enemy], pos.firm[enemy]
        if pos.field is None or pos.field.key != held:
            pos.field = Field(grid, grid.all & ~held[0], pos.zone(enemy), held)
        return pos.field

    @case("6.1", "9.5", "12.3")
    def able(self, pos: RedPosition, side: int) -> int:
        """The units that can move now, as far as their orders and their state go."""
        units = self.law.activation.may_move(pos) & self.law.units_of[side] & pos.in_play
        return units & ~pos.disrupted & ~pos.stopped

    def movers(self, pos: RedPosition, side: int) -> Movers:
        """The units that can move now, with all they can reach."""
        if pos.movers is None:
            steps, left = self.law.steps, pos.left
            able = [unit for unit in bits(self.able(pos, side)) if left[unit] >= steps[unit].least]
            ways = self.field(pos, side).reaches([(pos.where[u], left[u], steps[u]) for u in able])
            pos.movers = Movers.of(zip(able, ways, strict=True))
        return pos.movers

    @case("6.1", "2.1")
    def move(self, pos: RedPosition, side: int, order: Move, umpire: Umpire) -> None:
        law = self.law
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[1])
        able, field = self.movers(pos, side), self.field(pos, side)
        way, steps = able[unit], law.steps[unit]
        cost = way.cost(to)
        pos.left[unit] = left = pos.left[unit] - cost
        pos.shift(unit, side, to)
        stopped = field.stop >> to & 1
        pos.stopped |= stopped << unit
        goes_on = left >= steps.least and not stopped
        pos.movers = able.changed(unit, field.reach(to, left, steps) if goes_on else None)
        trail = Trail(way, to, law.grid.name)
        umpire.tell("moved", unit=order.unit, path=order.path, cost=halves(cost), way=trail)
        wanted = pos.control[1 - side] & way.hexes
        if wanted and wanted & way.within(cost):  # else the way there makes no difference
            path = way.path(to)[1:]
            for hex_ in path:
                if not law.controlling.enter(
                    pos, side, (hex_,), umpire
                ):  # the game ends where the unit is now
                    pos.remove(unit)
                    pos.place(unit, hex_)
                    return

    def close(self, pos: RedPosition) -> None:
        """Forget who has moved."""
        pos.left = list(self.law.allowance)
        pos.stopped = 0
        pos.field = pos.movers = None

    @case("6.1", "8.1", "8.2")
    def why_out_of_reach(self, pos: RedPosition, side: int, unit: int, to: int) -> Ruling:
        law, field = self.law, self.field(pos, side)
        grid, name, where = law.grid, law.unit_ids[unit], law.board.describe(to)
        if pos.occupied[1 - side] >> to & 1:
            return Ruling("8.1", f"{where} is held by enemy units")
        start, left, steps = pos.where[unit], pos.left[unit], law.steps[unit]
        if field.stop >> start & field.stop >> to & grid.around(start) >> to & 1:
            return Ruling(
                "6.1", f"{name} cannot go straight from one hex in enemy zones of control to another"
            )
        if reach(grid, start, left, steps, field.free).hexes >> to & 1:
            return Ruling("6.1", f"enemy zones of control stop {name} on the way to {where}")
        if reach(grid, start, left, steps, grid.all).hexes >> to & 1:
            return Ruling("8.1", f"enemy units bar the way of {name} to {where}")
        return Ruling("8.0", f"{where} is farther than the {halves(left)} movement points {name} has left")


class GiveMovementOrders(RedAct[Movement, Activate]):
    """Let a formation move."""

    phase = Movement
    kind = Activate

    def offered(self, pos: RedPosition, phase: Movement) -> list[OrderSet]:
        return self.law.activation.affordable(pos, phase.side, pos.move_orders)

    def why_not(self, pos: RedPosition, phase: Movement, order: Activate) -> Ruling | None:
        return self.law.activation.why_not(pos, phase.side, pos.move_orders, order, "move")

    def apply(self, pos: RedPosition, phase: Movement, order: Activate, umpire: Umpire) -> None:
        pos.move_orders |= self.law.activation.spend(pos, phase.side, order, "move", umpire)
        pos.movers = None  # more units can move now


class EndMovement(Ending[Movement], RedAct[Movement, End]):
    """Stop moving; stacking limits hold from now on."""

    phase = Movement

    def preview(self, pos: RedPosition, phase: Movement, order: End) -> Preview | None:
        full = bits(self.law.stacking.overfull(pos, phase.side))
        excess = "holds too many units: those in excess will have to be eliminated (7.1)"
        return Warnings(tuple(f"{self.law.board.describe(hex_)} {excess}" for hex_ in full)) if full else None

    @case("7.1")
    def apply(self, pos: RedPosition, phase: Movement, order: End, umpire: Umpire) -> None:
        self.law.marches.close(pos)
        pos.frames[-1] = RemoveExcess(phase.side)


class MoveUnit(RedAct[Movement, Move]):
    """Move a unit, all the way or a stretch of it."""

    phase = Movement
    kind = Move

    @case("8.0", "12.3")
    def offered(self, pos: RedPosition, phase: Movement) -> list[OrderSet]:
        movers = self.law.marches.movers(pos, phase.side)
        return [Moves(self.law.grid, movers, self.law.unit_ids, points=2)]

    @case("8.0", "9.5", "12.3")
    def why_not(self, pos: RedPosition, phase: Movement, order: Move) -> Ruling | None:
        law, grid, side = self.law, self.law.grid, phase.side
        way = law.marches.movers(pos, side).get(law.unit_number.get(order.unit, -1))
        known = len(order.path) == 2 and order.path[1] in grid
        if way is not None and known and grid.name[way.start] == order.path[0]:
            to = grid.index(order.path[1])
            if way.hexes >> to & 1:
                return None
        unit, path = law.unit_on_map(pos, order.unit, side), law.hexes_named(order.path)
        if isinstance(unit, Ruling):
            return unit
        if len(order.path) != 2:
            return Ruling("8.0", "a move names the hex it begins in and the hex it ends in")
        if isinstance(path, Ruling):
            return path
        start, to = path
        if start != pos.where[unit]:
            there = grid.name[pos.where[unit]]
            return Ruling("8.0", f"{order.unit} stands in {there}, not in {order.path[0]}")
        if pos.disrupted >> unit & 1:
            return Ruling("9.5", f"{order.unit} is disrupted and cannot move before it recovers")
        if not law.activation.may_move(pos) >> unit & 1:
            formation = law.counters[unit].formation
            return Ruling("12.3", f"{order.unit} cannot move: formation {formation} has no movement orders")
        if pos.stopped >> unit & 1:
            return Ruling(
                "6.1", f"{order.unit} entered an enemy zone of control and goes no farther this phase"
            )
        if to == start:
            return Ruling("8.0", f"{order.unit} is in {order.path[1]} already")
        return law.marches.why_out_of_reach(pos, side, unit, to)

    def preview(self, pos: RedPosition, phase: Movement, order: Move) -> MovePreview:
        law = self.law
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[1])
        way = law.marches.movers(pos, phase.side)[unit]
        path = way.path(to)
        costs = tuple(way.cost(hex_) / 2 for hex_ in path)
        stops = bool(law.marches.field(pos, phase.side).stop >> to & 1)
        left = 0.0 if stops else pos.left[unit] / 2 - costs[-1]
        return MovePreview(tuple(law.grid.name[hex_] for hex_ in path), costs, left, stops)

    def apply(self, pos: RedPosition, phase: Movement, order: Move, umpire: Umpire) -> None:
        self.law.marches.move(pos, phase.side, order, umpire)


ACTS = (GiveMovementOrders, EndMovement, MoveUnit)
