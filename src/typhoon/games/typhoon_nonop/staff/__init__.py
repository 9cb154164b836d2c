"""The staff: a computer opponent that plays either side by plain rules of thumb."""

from __future__ import annotations

from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.typhoon_nonop.air import Pairing, Placing, Roles
from typhoon.games.typhoon_nonop.arrivals import ReinforcementPhase, ReplacementPhase
from typhoon.games.typhoon_nonop.attacks import Declaration
from typhoon.games.typhoon_nonop.battle import Advancing, Battle, CombatPhase, Fight
from typhoon.games.typhoon_nonop.charts import SIDES
from typhoon.games.typhoon_nonop.engineering import EngineeringPhase
from typhoon.games.typhoon_nonop.gunnery import Gunnery
from typhoon.games.typhoon_nonop.interphase import Recovery
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.retreat import Retreating
from typhoon.games.typhoon_nonop.staff import battles, marches, rear
from typhoon.mechanics import staff
from typhoon.mechanics.planning import Propose

__all__ = ["Staff"]


class Staff(staff.Staff[NonopPosition]):
    """Moves toward its aims, attacks where the odds are good, and leaves chores to the proposals."""

    def answer(self, seat: Seat, pos: NonopPosition) -> Order | list[Order]:
        phase, side = pos.frames[-1], SIDES.index(self.side)
        if isinstance(phase, Movement):
            return [*marches.plan(pos, phase), End()]
        if isinstance(phase, Declaration):
            return battles.declarations(pos, side)
        if isinstance(phase, (Gunnery, ReinforcementPhase)):
            return [Propose(), End()]
        if isinstance(phase, LosingSteps):
            return Propose()
        if isinstance(phase, Battle):
            return [Propose(), Fight()]
        if isinstance(phase, Placing):
            return [*battles.missions(pos, phase), End()]
        orders = list(seat.orders)
        if isinstance(phase, Retreating):
            return battles.retreat(pos, orders)
        if isinstance(phase, Advancing):
            return battles.advance(pos, phase, orders)
        if isinstance(phase, (ReplacementPhase, EngineeringPhase, Recovery)):
            return rear.order(pos, orders)
        if isinstance(phase, (Roles, Pairing, CombatPhase)):
            return orders[0]
        return next((order for order in orders if isinstance(order, End)), orders[0])
