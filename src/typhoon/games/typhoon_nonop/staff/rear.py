"""Replacements, works and HQs."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import End, Order
from typhoon.games.typhoon_nonop.arrivals import Rebuild, Restore
from typhoon.games.typhoon_nonop.engineering import Convert, Fortify
from typhoon.games.typhoon_nonop.interphase import Recover
from typhoon.games.typhoon_nonop.position import NonopPosition


def order(pos: NonopPosition, orders: Sequence[Order]) -> Order:
    """The first thing worth doing, in this order; nobody is disbanded, nothing razed."""
    for kind in (Restore, Rebuild, Convert, Fortify, Recover):
        found = [order for order in orders if isinstance(order, kind)]
        if found:
            return found[0]
    return next((order for order in orders if isinstance(order, End)), orders[0])
