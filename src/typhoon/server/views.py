"""The view of a side as a page needs it: what of a snapshot is shown beside the counters, with its types.

A game that has such a thing calls it in its snapshot by the names below; what else a snapshot has, is the
game's own affair.
"""

from __future__ import annotations

import msgspec

from typhoon.engine.columns import HIDDEN
from typhoon.engine.view import View
from typhoon.server.messages import CombatFacts, ForceFacts, MovedFacts, TableView


class _Combat(msgspec.Struct):
    target: str
    """Its hex, or several joined by a plus."""
    units: tuple[str, ...]
    air: float = 0
    cover: float = 0


YES = "yes"
"""How games that know one way of moving tell that a unit has moved."""


class _Unit(msgspec.Struct):
    moved: str = ""
    left: float = 0


class _Told(msgspec.Struct):
    combats: list[_Combat] = []
    force: ForceFacts | None = None
    gained: list[str] = []
    units: dict[str, str | _Unit] = {}


def _facts(combat: _Combat) -> CombatFacts:
    hidden = [unit for unit in combat.units if unit.startswith(HIDDEN)]
    units = tuple([unit for unit in combat.units if unit not in hidden])
    places = tuple([place.removeprefix(HIDDEN) for place in hidden])
    return CombatFacts(
        combat.target, tuple(combat.target.split("+")), units, combat.air, combat.cover, places
    )


def table_view(view: View) -> TableView:
    """A view as a page is sent it."""
    told = msgspec.convert(view.position, _Told)
    same = {name: getattr(view, name) for name in View.__struct_fields__ if name != "position"}
    return TableView(
        **same,
        combats=[_facts(each) for each in told.combats],
        force=told.force,
        gained=told.gained,
        moved={
            unit: MovedFacts("moved" if state.moved == YES else state.moved, state.left)
            for unit, state in told.units.items()
            if isinstance(state, _Unit) and state.moved
        },
    )
