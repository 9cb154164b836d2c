"""Hedgehogs with a zone and a die, and entrenchments that are lost (14.12, 19.11, 19.13)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.strength import Spread
from typhoon.games.operation_typhoon.supply import Supply, SupplyPhase
from typhoon.games.operation_typhoon.works import Works

SHIFTS_ON = 4
"""The highest die on which a hedgehog shifts."""


@change("hedgehog-zone", "19.11", "19.15", needs=("hedgehogs",))
class HedgehogZone(Works):
    """Hedgehogs keep their zone of control, and no other work takes it away."""

    def zoneless(self, pos: TyphoonPosition) -> int:
        return 0


@change("hedgehog-die", "19.13", needs=("hedgehogs",))
class HedgehogOdds(Odds):
    """Before the die is thrown a hedgehog may shift the odds or not."""

    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        text = f"hedgehog, on a die of 1 to {SHIFTS_ON}"
        found = super().shifts(pos, side, combat, defenders)
        return [replace(m, text=text, possible=True) if m.key == "hedgehog" else m for m in found]

    def shift_chances(self, shifts: list[Modifier]) -> Spread:
        found = super().shift_chances(shifts)
        if not any(shift.key == "hedgehog" for shift in shifts):
            return found
        chance = SHIFTS_ON / 6
        spread: Spread = {}
        for shift, share in found.items():
            for value, part in ((shift, share * chance), (shift + 1, share * (1 - chance))):
                spread[value] = spread.get(value, 0.0) + part
        return spread


@change("hedgehog-die", "19.13", needs=("hedgehogs",))
class HedgehogDie(Combats):
    """The die of a hedgehog is thrown once a combat, before the others (R58)."""

    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, umpire: Umpire) -> list[Modifier]:
        found = super().shifts(pos, side, combat, umpire)
        if not any(shift.key == "hedgehog" for shift in found):
            return found
        target = self.law.attacks.name_of(pos, combat.targets)
        die = umpire.roll(f"hedgehog {target}")
        umpire.tell(
            "hedgehog_die",
            target=target,
            die=die,
            shift="one column left" if die <= SHIFTS_ON else "no shift",
        )
        sure = Modifier(-1, "hedgehog", "19.13", "hedgehog")
        return [sure if s.key == "hedgehog" else s for s in found if s.key != "hedgehog" or die <= SHIFTS_ON]


@change("entrenchment-loss", "14.12")
class EntrenchmentLoss(Supply):
    """A regiment that holds an entrenchment through a whole German player turn destroys it (R47).

    The Soviet supply phase comes right after the German interdiction phase, the last of the turn.
    """

    def follow(self, pos: Any, umpire: Umpire) -> None:
        super().follow(pos, umpire)
        if pos.frames[-1] == SupplyPhase(GERMAN):
            regiments = pos.in_play & self.law.regiments & ~pos.cadres
            pos.holding = self.law.reaching.standing_in(pos, regiments, pos.entrenched)
            return
        lost = pos.hexes_of(pos.holding & ~pos.cadres)
        pos.entrenched, pos.holding = pos.entrenched & ~lost, 0
        for number in pos.ground.grid.numbers(lost):
            umpire.tell("entrenchment_lost", hex=number)


STORY = {
    "hedgehog_die": ("19.13", "Hedgehog in {target}: die {die}, {shift}."),
    "entrenchment_lost": ("14.12", "The entrenchment in {hex} is destroyed."),
}
