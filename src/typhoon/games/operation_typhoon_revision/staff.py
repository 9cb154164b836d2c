"""What the staff of the game of 1978 has to learn for the revision: dig in, and bring headquarters back."""

from __future__ import annotations

from typing import Any

from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.staff import Staff
from typhoon.games.operation_typhoon.works import Hedgehog
from typhoon.games.operation_typhoon_revision.building import Build
from typhoon.games.operation_typhoon_revision.fieldworks import MAJOR, Fieldworks
from typhoon.games.operation_typhoon_revision.headquarters import Return, Returning
from typhoon.hexgrid import bits

FRONT = 5
"""Regiments with an enemy so near dig in where they stay."""
TIES_DOWN_FROM = 9
"""The turn from which on regiments are tied down by building fortifications."""


class RevisionStaff(Staff):
    """Plans as ever, and digs in with whoever stays where he is."""

    def answer(self, seat: Seat, pos: Any) -> Order | list[Order]:
        phase = pos.frames[-1]
        if isinstance(phase, Returning):
            return self._return(pos, list(seat.orders))
        digs = self._digs(pos) if isinstance(phase, Movement) and phase.side == GERMAN else []
        answer = super().answer(seat, pos)
        if not digs or isinstance(answer, Order):
            return answer
        moving = {unit for order in answer for unit in order.actors}
        return [*answer[:-1], *[order for order in digs if order.actors[0] not in moving], End()]

    def _digs(self, pos: Any) -> list[Order]:
        """Works to improve and hedgehogs to form near the enemy, the nearest first."""
        rules, grid, enemies = pos.rules, pos.ground.grid, bits(pos.occupied[1 - GERMAN])
        works = rules.works
        if "hedgehogs" not in rules.on or not enemies:
            return []
        builders = works.may_build(pos, GERMAN) if isinstance(works, Fieldworks) else 0
        able = builders | works.may_dig_in(pos, GERMAN)
        found = []
        for unit in bits(able & ~rules.mechanized):
            away = min([grid.distance(pos.where[unit], enemy) for enemy in enemies])
            ties_down = builders >> unit & 1 and works.level(pos, pos.where[unit]) == MAJOR
            if away <= FRONT and not (ties_down and pos.turn < TIES_DOWN_FROM):
                order = Build if builders >> unit & 1 else Hedgehog
                found.append((away, order(rules.unit_ids[unit])))
        return [order for _, order in sorted(found, key=lambda pair: pair[0])]

    def _return(self, pos: Any, orders: list[Order]) -> Order:
        """Bring an HQ back as far from the enemy as can be."""
        grid, enemies = pos.ground.grid, bits(pos.occupied[1 - pos.frames[-1].side])

        def safety(order: Order) -> tuple[int, str]:
            assert isinstance(order, Return)
            away = [grid.distance(grid.index(order.hex), enemy) for enemy in enemies]
            return min(away, default=0), str(order)

        return max([order for order in orders if isinstance(order, Return)], key=safety)
