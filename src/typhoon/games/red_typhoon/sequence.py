"""The sequence of play (5)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.red_typhoon.activation import ActivationPoints, close_player_turn
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.combat import Combat
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import Airborne, Partisans, Withdrawal
from typhoon.hexgrid import bits


class Recovery(Phase[RedPosition], frozen=True, tag="recovery"):
    """Disrupted units recover, and the player turn ends."""

    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} recovery"

    @case("11.0", "9.5", "12.6")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if recovered := pos.recover(self.side):
            umpire.tell("recovered", units=tuple(pos.rules.unit_ids[u] for u in bits(recovered)))
        close_player_turn(pos, self.side, umpire)
        pos.frames.pop()
        return False


@case("5.0")
def sequence_of_play() -> tuple[Phase[RedPosition], ...]:
    return (
        ActivationPoints(SOVIET),
        Movement(SOVIET),
        Combat(SOVIET),
        Withdrawal(),  # turns 4-9
        Airborne(),  # turns 4-7
        Partisans(),  # turns 4-6
        Recovery(SOVIET),
        ActivationPoints(GERMAN),
        Movement(GERMAN),
        Combat(GERMAN),
        Recovery(GERMAN),
    )
