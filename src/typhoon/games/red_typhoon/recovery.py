"""The end of a player turn (11)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.position import RedPosition


class Recovery(Phase[RedPosition], frozen=True, tag="recovery"):
    """Disrupted units recover, and the player turn ends."""

    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} recovery"

    @case("11.0", "9.5", "12.6")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if recovered := pos.recover(self.side):
            umpire.tell("recovered", units=pos.names(recovered))
        pos.rules.activation.close_player_turn(pos, self.side, umpire)
        pos.frames.pop()
        return False
