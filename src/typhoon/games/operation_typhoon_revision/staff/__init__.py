"""What the staff of the game of 1978 has to learn for the revision."""

from __future__ import annotations

from typing import Any

from typhoon.engine.core import Core
from typhoon.engine.orders import End, Move, Order
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.air import Interdict, Interdiction
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.staff import Staff
from typhoon.games.operation_typhoon.staff.higher import best_cut
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon_revision.headquarters import Return, Returning
from typhoon.games.operation_typhoon_revision.marches import InterdictRoad
from typhoon.games.operation_typhoon_revision.stacks import TankEscort
from typhoon.games.operation_typhoon_revision.staff.digging import digs, relieve
from typhoon.games.operation_typhoon_revision.staff.outlook import RevisionOutlook
from typhoon.games.operation_typhoon_revision.strongpoints import Spare, Sparing
from typhoon.hexgrid import bits

MORE_WORLDS = 2
"""How often closed stacks are imagined anew, to see what may lie in them."""
COLUMN, TANKS = 4, 1.5
"""How near tanks are to a road that they may take, and what it is worth to slow one down."""
SAFE = 5
"""Hexes from the enemy beyond which an HQ is safe."""


class RevisionStaff(Staff):
    """Plans as ever, and knows works, net points, closed stacks and roads."""

    def look(self, seat: Seat, pos: Any) -> RevisionOutlook:
        plans = isinstance(pos.frames[-1], (Movement, Declaring))
        worlds = [seat.imagine(self.rng).position for _ in range(MORE_WORLDS if plans else 0)]
        how = self.manner, self.rng, self.mind()
        return RevisionOutlook(pos, SIDES.index(self.side), *how, worlds=worlds)

    def answer(self, seat: Seat, pos: Any) -> Order | list[Order]:
        phase = pos.frames[-1]
        if isinstance(phase, Returning):
            return _return(pos, list(seat.orders))
        if isinstance(phase, Sparing):
            return _spare(pos, phase)
        if isinstance(phase, Interdiction):
            cut = _cut(self.look(seat, pos), list(seat.orders))
            return cut or super().answer(seat, pos)
        answer = super().answer(seat, pos)
        if isinstance(phase, Movement) and phase.side == GERMAN and isinstance(answer, list):
            moving = {unit for order in answer for unit in order.actors}
            return [*answer[:-1], *digs(RevisionOutlook(pos, GERMAN), moving), End()]
        return answer

    def prepare(self, march: March) -> None:
        if march.side == GERMAN:
            relieve(march)
        else:
            self._send_off(march)

    def _send_off(self, march: March) -> None:
        """Soviet units leave by the west edge where that is worth more than fighting."""
        pos, outlook = march.pos, march.outlook
        edge = pos.ground.edges["west"] if outlook.wanted_edges() else 0
        for unit in bits(outlook.own & ~march.rules.hqs & ~pos.uncommitted) if edge else ():
            if unit in march.place or not outlook.may_leave(unit):
                continue
            for hex_ in bits(march.tactical(unit) & edge):
                if self._can_leave(march, unit, hex_):
                    march.settle(unit, hex_)
                    break

    def _can_leave(self, march: March, unit: int, hex_: int) -> bool:
        """Whether a unit has the movement points to leave the map from a hex."""
        core = Core(march.pos.copy(), self.rng)
        if hex_ != march.pos.where[unit]:
            path = march.grid.name[march.pos.where[unit]], march.grid.name[hex_]
            core.play(Move(march.rules.unit_ids[unit], path))
        twin: Any = core.position
        return bool(march.rules.arrivals.may_exit(twin, SOVIET) >> unit & 1)

    def otherwise(self, seat: Seat) -> Order:
        """A movement phase cannot be ended while a tank battalion can still join its regiments (7.16)."""
        pos: Any = seat.imagine(self.rng).position
        phase, reaching = pos.frames[-1], pos.rules.reaching
        if isinstance(phase, Movement) and isinstance(reaching, TankEscort):
            name, ids = pos.ground.grid.name, pos.rules.unit_ids
            for unit in reaching.strays(pos, phase.side):
                for hex_ in bits(reaching.touch(pos.where, unit)):
                    order = Move(ids[unit], (name[pos.where[unit]], name[hex_]))
                    if seat.why_not(order) is None:
                        return order
        return super().otherwise(seat)


def _return(pos: Any, orders: list[Order]) -> Order:
    """Bring an HQ back out of the enemy's reach, where it feeds most of its army."""
    grid, forces, side = pos.ground.grid, pos.rules.forces, pos.frames[-1].side
    enemies, reach = bits(pos.occupied[1 - side]), pos.rules.supply.from_soviet_hq

    def worth(order: Return) -> tuple[int, int, str]:
        hex_, hq = grid.index(order.hex), pos.rules.unit_number[order.unit]
        away = min([grid.distance(hex_, enemy) for enemy in enemies], default=SAFE)
        army = [u for u in bits(pos.in_play & pos.rules.units_of[side]) if forces.hq_of(u) == hq]
        return min(away, SAFE), sum([grid.distance(hex_, pos.where[u]) <= reach for u in army]), order.hex

    return max([order for order in orders if isinstance(order, Return)], key=worth)


def _spare(pos: Any, phase: Sparing) -> Order:
    """Stay in the work if that is possible and somebody is left to hold it; else save the steps."""
    units = pos.rules.units(phase.setback.units)
    steps = sum([pos.rules.strengths.steps(pos, unit) for unit in bits(units)])
    return Spare("retreat" if phase.setback.back == 1 and steps > phase.setback.steps else "loss")


def _cut(outlook: RevisionOutlook, orders: list[Order]) -> Order | None:
    """The road that most tanks may take, if that is worth more than any railway."""
    pos, rules, grid = outlook.pos, outlook.rules, outlook.grid
    tanks = pos.in_play & rules.units_of[SOVIET] & rules.mechanized & ~rules.hqs
    columns = [pos.where[unit] for unit in bits(tanks)]
    _, most = best_cut(outlook, [order for order in orders if isinstance(order, Interdict)])
    best: Order | None = None
    for order in orders if columns else ():
        if isinstance(order, InterdictRoad):
            hex_ = grid.index(order.hex)
            worth = TANKS * sum([grid.distance(where, hex_) <= COLUMN for where in columns])
            worth -= 0.01 * min([grid.distance(hex_, each) for each in columns])
            if worth > most:
                best, most = order, worth
    return best
