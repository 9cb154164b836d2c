"""Control of cities and supply sources, and what hangs on it at once (2.1, 3.5, 4.2)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.position import RedPosition


@case("2.1")
def occupy(pos: RedPosition, side: int, hex_: int, umpire: Umpire) -> None:
    """Note that a unit of the side entered a hex: cities and sources change hands at once."""
    bit = 1 << hex_
    if not pos.control[1 - side] & bit:
        return
    pos.control[1 - side] ^= bit
    pos.control[side] |= bit
    umpire.tell("control", side=SIDES[side], hex=pos.rules.board.describe(hex_))
    sudden_death(pos, umpire)


@case("4.2")
def sudden_death(pos: RedPosition, umpire: Umpire) -> None:
    """End the game the moment a side holds all the enemy sources that decide it."""
    for side, text in (
        (SOVIET, "the Soviets hold all three western German supply sources"),
        (GERMAN, "the Germans hold all four eastern Soviet supply sources"),
    ):
        if not pos.rules.deciding_sources[1 - side] & ~pos.control[side]:
            totals = pos.rules.totals(pos)
            pos.result = Result(f"{SIDES[side]} decisive", SIDES[side], totals, f"sudden death: {text}")
            umpire.tell("over", level=pos.result.level, reason=pos.result.reason)


@case("3.5")
def set_control(pos: RedPosition) -> None:
    """Give each side what it controls before the first turn."""
    pos.control = list(pos.rules.control_at_start)
    for side in (SOVIET, GERMAN):
        taken = pos.occupied[side] & pos.control[1 - side]
        pos.control[side] |= taken
        pos.control[1 - side] &= ~taken
