"""What benchmarks time of this game."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


def timings(pos: NonopPosition) -> dict[str, tuple[Callable[[], object], int]]:
    law, phase = pos.rules, Movement(GERMAN)
    units = bits(law.reaching.may_move(pos, phase))

    def supply() -> None:
        law.supply.forget()
        for side in (GERMAN, SOVIET):
            law.supply.supplied(pos, side)

    def destinations() -> None:
        law.reaching.forget()
        for unit in units:
            law.reaching.reach(pos, phase, unit, law.mobility.known(pos, phase).field)

    def all_moves() -> None:
        law.reaching.forget()
        pos.movers = None
        for verb in ("move", "infiltrate", "rail"):
            law.mobility.movers(pos, phase, verb)

    def ranges() -> None:
        law.command.nonop_area(pos)
        law.command.closed(pos)

    return {
        "supply": (supply, 1),
        "destinations": (destinations, max(1, len(units))),
        "all-moves": (all_moves, 1),
        "nonop-ranges": (ranges, 1),
    }
