"""The view of a side as a page needs it: what of a snapshot is shown beside the counters, with its types.

A game that has such a thing calls it in its snapshot by the names below; what else a snapshot has, is the
game's own affair.
"""

from __future__ import annotations

import msgspec

from typhoon.engine.view import View
from typhoon.server.messages import CombatFacts, ForceFacts, MovedFacts, TableView


class _Combat(msgspec.Struct):
    target: str
    """Its hex, or several joined by a plus."""
    units: tuple[str, ...]
    air: float = 0
    cover: float = 0


class _Unit(msgspec.Struct):
    moved: str = ""
    left: float = 0


class _Told(msgspec.Struct):
    combats: list[_Combat] = []
    force: ForceFacts | None = None
    gained: list[str] = []
    units: dict[str, str | _Unit] = {}


def table_view(view: View) -> TableView:
    told = msgspec.convert(view.position, _Told)
    return TableView(
        game=view.game,
        scenario=view.scenario,
        side=view.side,
        turn=view.turn,
        last_turn=view.last_turn,
        date=view.date,
        phase=view.phase,
        decision=view.decision,
        offers=view.offers,
        scores=view.scores,
        result=view.result,
        orders_given=view.orders_given,
        combats=[
            CombatFacts(c.target, tuple(c.target.split("+")), c.units, c.air, c.cover) for c in told.combats
        ],
        force=told.force,
        gained=told.gained,
        moved={
            unit: MovedFacts(state.moved, state.left)
            for unit, state in told.units.items()
            if isinstance(state, _Unit) and state.moved
        },
    )
