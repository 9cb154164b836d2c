"""The sequence of play (4)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.operation_typhoon import victory
from typhoon.games.operation_typhoon.air import Interdiction
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.commitment import Commitment
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.supply import SupplyPhase
from typhoon.games.operation_typhoon.support import Allocation
from typhoon.games.operation_typhoon.weather import WeatherStage


class TurnEnd(Phase[TyphoonPosition], frozen=True, tag="turn-end"):
    """German victory points are counted."""

    about: ClassVar[str] = "16.15"

    @property
    def name(self) -> str:
        return "game-turn indication"

    @case("16.15")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        pos.vp = victory.total(pos)
        if pos.scenario.counts_points:
            umpire.tell("points", vp=pos.vp)
        pos.frames.pop()
        return False


@case("4.1", "4.2")
def sequence_of_play() -> tuple[Phase[TyphoonPosition], ...]:
    return (
        WeatherStage(),
        Allocation(),  # every fourth turn
        SupplyPhase(GERMAN),
        Movement(GERMAN),
        Declaring(GERMAN),
        Interdiction(),
        SupplyPhase(SOVIET),
        Commitment(),
        Movement(SOVIET),
        Declaring(SOVIET),
        TurnEnd(),
    )
