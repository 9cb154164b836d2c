"""The staff: a computer opponent that plays either side."""

from __future__ import annotations

from typhoon.engine.manner import Mood
from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.typhoon_nonop.air import Pairing, Placing, Roles
from typhoon.games.typhoon_nonop.arrivals import ReinforcementPhase, ReplacementPhase
from typhoon.games.typhoon_nonop.attacks import Declaration
from typhoon.games.typhoon_nonop.battle import Advancing, Battle
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES
from typhoon.games.typhoon_nonop.engineering import EngineeringPhase
from typhoon.games.typhoon_nonop.gunnery import Gunnery
from typhoon.games.typhoon_nonop.interphase import Recovery
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaction import Reaction
from typhoon.games.typhoon_nonop.retreat import Retreating
from typhoon.games.typhoon_nonop.sealing import Ordering
from typhoon.games.typhoon_nonop.staff import aftermath, battles, rear, targets
from typhoon.games.typhoon_nonop.staff.german import Advance
from typhoon.games.typhoon_nonop.staff.overruns import best_overrun
from typhoon.games.typhoon_nonop.staff.soviet import Withdrawal
from typhoon.games.typhoon_nonop.supply import SupplyPhase
from typhoon.mechanics import staff
from typhoon.mechanics.planning import Chore, Propose

__all__ = ["Staff"]


class Staff(staff.Staff[NonopPosition]):
    """Plans movement and attacks as a whole, weighs the rest as it comes, leaves chores to the proposals."""

    def answer(self, seat: Seat, pos: NonopPosition) -> Order | list[Order]:
        phase, side = pos.frames[-1], SIDES.index(self.side)
        if isinstance(phase, Movement):
            return self._march(pos, phase)
        if isinstance(phase, Declaration):
            return targets.declarations(pos, side, Mood(self.manner, self.rng))
        if isinstance(phase, Gunnery):
            return [Propose(), End()]
        if isinstance(phase, ReinforcementPhase):
            return [*rear.points(pos, phase), Propose(), End()]
        if isinstance(phase, LosingSteps):
            return Propose()
        if isinstance(phase, Battle):
            return targets.combat(pos, phase)
        if isinstance(phase, Placing):
            return [*battles.missions(pos, phase), End()]
        if isinstance(phase, Reaction):
            return battles.reaction(pos, phase)
        return self._chosen(pos, phase, side, list(seat.orders))

    def _march(self, pos: NonopPosition, phase: Movement) -> list[Order]:
        """All moves of a phase; up to an overrun, whose die has to be seen first."""
        mood = Mood(self.manner, self.rng)
        march = Advance(pos, phase, mood) if phase.side == GERMAN else Withdrawal(pos, phase, mood)
        if phase.side == GERMAN and (overrun := best_overrun(march)):
            return overrun
        return [*march.orders(), End()]

    def _chosen(self, pos: NonopPosition, phase: object, side: int, orders: list[Order]) -> Order:
        """One of the orders that are offered."""
        if isinstance(phase, Ordering):
            return battles.sealed(pos, phase, orders)
        if isinstance(phase, Roles):
            return battles.role(pos, phase, orders)
        if isinstance(phase, Pairing):
            return battles.pairing(pos, orders)
        if isinstance(phase, Retreating):
            return aftermath.retreat(pos, phase, orders)
        if isinstance(phase, Advancing):
            return aftermath.advance(pos, phase, orders)
        if isinstance(phase, SupplyPhase):
            return rear.spend(pos, side, orders)
        if isinstance(phase, ReplacementPhase):
            return rear.replace(pos, orders)
        if isinstance(phase, EngineeringPhase):
            return rear.build(pos, side, orders)
        if isinstance(phase, Recovery):
            return rear.recover(pos, orders)
        return Propose() if isinstance(phase, Chore) else orders[0]
