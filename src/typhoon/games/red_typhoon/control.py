"""Control of cities and supply sources, and what hangs on it at once (2.1, 3.5, 4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition


class Control(RedChapter):
    """Who controls what."""

    @case("2.1")
    def enter(self, pos: RedPosition, side: int, hexes: Iterable[int], umpire: Umpire) -> bool:
        """A unit goes through hexes: cities and sources change hands at once; whether the game goes on."""
        for hex_ in hexes:
            bit = 1 << hex_
            if pos.control[1 - side] & bit:
                pos.control[1 - side] ^= bit
                pos.control[side] |= bit
                umpire.tell("control", side=SIDES[side], hex=self.law.grid.name[hex_])
                self._sudden_death(pos, umpire)
                if pos.result is not None:
                    return False
        return True

    @case("4.2")
    def _sudden_death(self, pos: RedPosition, umpire: Umpire) -> None:
        """End the game the moment a side holds all the enemy sources that decide it."""
        for side, text in (
            (SOVIET, "the Soviets hold all three western German supply sources"),
            (GERMAN, "the Germans hold all four eastern Soviet supply sources"),
        ):
            if not self.law.deciding_sources[1 - side] & ~pos.control[side]:
                totals = self.law.victory.totals(pos)
                pos.result = Result(f"{SIDES[side]} decisive", SIDES[side], totals, f"sudden death: {text}")
                umpire.tell("over", level=pos.result.level, reason=pos.result.reason)

    @case("3.5")
    def take_stock(self, pos: RedPosition) -> None:
        """Give each side what it controls before the first turn."""
        pos.control = list(self.law.held_at_start)
        for side in (SOVIET, GERMAN):
            taken = pos.occupied[side] & pos.control[1 - side]
            pos.control[side] |= taken
            pos.control[1 - side] &= ~taken
