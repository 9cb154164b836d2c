"""Where each German corps is heading, so that they do not all crowd toward the nearest objective."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.staff.declare import doubled_by
from typhoon.games.operation_typhoon.staff.outlook import SPEED, Outlook
from typhoon.hexgrid import bits


class Directions:
    """An objective for every corps, and what draws its units there."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._goals = outlook.goals(GERMAN)
        self._weighed: dict[int, dict[int, float]] = {}
        self._choose()

    def _choose(self) -> None:
        """The corps that are nearest to an objective choose first."""
        outlook, pos = self._outlook, self._outlook.pos
        offers: dict[int, dict[int, float]] = {}
        for hq in bits(outlook.own & pos.rules.hqs):
            units = doubled_by(pos, 1 << hq)
            if units:
                offers[hq] = {goal: self._offer(units, goal) for goal in self._goals}
        taken: dict[int, int] = {}
        shared = outlook.weights.advance.shared
        while offers and self._goals:
            best = {
                hq: max((worth * shared ** taken.get(goal, 0), -goal) for goal, worth in offer.items())
                for hq, offer in offers.items()
            }
            hq = max(best, key=lambda hq: (best[hq], -hq))
            chosen = -best[hq][1]
            self._weighed[hq] = {
                goal: worth * shared ** (0 if goal == chosen else taken.get(goal, 0))
                for goal, worth in self._goals.items()
            }
            taken[chosen] = taken.get(chosen, 0) + 1
            del offers[hq]

    def _offer(self, units: int, goal: int) -> float:
        """What an objective is worth to a corps, by how soon half of it can be there."""
        outlook, pos = self._outlook, self._outlook.pos
        mech = (units & pos.rules.mechanized).bit_count() * 2 > units.bit_count()
        class_ = "mech" if mech else "foot"
        stacks = 0
        for unit in bits(units):
            stacks |= 1 << pos.where[unit]
        reached = 0
        for cost, hexes in enumerate(outlook.distances(goal, class_)):
            reached |= hexes & stacks
            if reached.bit_count() * 2 >= stacks.bit_count():
                turns = cost / SPEED[class_]
                late = turns > pos.rules.scenario.last_turn - pos.turn + 1
                worth: float = self._goals[goal] * (1 / (1 + outlook.weights.eye.fade)) ** turns
                return worth * (outlook.weights.advance.too_far if late else 1.0)
        return 0.0

    def pull(self, unit: int, class_: str, hex_: int) -> float:
        """How near a hex is to what the corps of a unit should take."""
        hq = self._outlook.rules.forces.hq_of(unit)
        weighed = self._weighed.get(hq) if hq is not None else None
        if weighed is None:
            return self._outlook.pull(class_, hex_)
        return self._outlook.pull_of(weighed, class_, hex_)
