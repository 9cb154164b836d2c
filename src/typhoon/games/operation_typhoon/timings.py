"""What benchmarks time of this game."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.reaching import STRATEGIC, TACTICAL, may_move, movers, reach_of
from typhoon.games.operation_typhoon.supply import determine
from typhoon.hexgrid import bits


def timings(pos: TyphoonPosition) -> dict[str, tuple[Callable[[], object], int]]:
    units = bits(may_move(pos, GERMAN, TACTICAL))

    def destinations() -> None:
        pos.ground.forget()
        for unit in units:
            pos.ground.grid.numbers(reach_of(pos, GERMAN, unit, TACTICAL).hexes)

    def all_moves() -> None:
        pos.ground.forget()
        pos.movers = None
        for mode in (TACTICAL, STRATEGIC):
            movers(pos, GERMAN, mode)

    return {
        "supply": (lambda: determine(pos), 1),
        "destinations": (destinations, len(units)),
        "all-moves": (all_moves, 1),
    }
