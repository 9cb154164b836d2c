"""What benchmarks time of this game."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import STRATEGIC, TACTICAL, TyphoonPosition
from typhoon.hexgrid import bits


def timings(pos: TyphoonPosition) -> dict[str, tuple[Callable[[], object], int]]:
    reaching = pos.rules.reaching
    units = bits(reaching.may_move(pos, GERMAN, TACTICAL))

    def destinations() -> None:
        reaching.forget()
        for unit in units:
            pos.ground.grid.numbers(reaching.reach_of(pos, GERMAN, unit, TACTICAL).hexes)

    def all_moves() -> None:
        reaching.forget()
        pos.movers = None
        for mode in (TACTICAL, STRATEGIC):
            reaching.movers(pos, GERMAN, mode)

    return {
        "supply": (lambda: pos.rules.supply.determine(pos), 1),
        "destinations": (destinations, len(units)),
        "all-moves": (all_moves, 1),
    }
