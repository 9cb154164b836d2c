"""Combat results: losses, and what each code sets in motion (9.11)."""

from __future__ import annotations

from typing import ClassVar, Literal

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.law import RedAct, RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.retreat import Retreating
from typhoon.games.red_typhoon.stacking import RemoveExcess
from typhoon.hexgrid import bits

RESULT_WORDS = {
    "AR": "all attackers retreat one hex and are disrupted",
    "AL": "the attacker loses a unit",
    "C": "no effect",
    "EX": "each side loses a unit",
    "DR1": "the defenders retreat one hex and are disrupted",
    "DR2": "the defenders retreat two hexes and are disrupted",
    "DR3": "the defenders retreat three hexes and are disrupted",
    "DR4": "the defenders retreat four hexes and are disrupted",
    "DE": "the defenders are eliminated",
}


def sufferer(code: str) -> Literal["", "attacker", "defender", "both"]:
    """To whose harm a result is.

    >>> [sufferer(code) for code in ("AL", "C", "EX", "DR2")]
    ['attacker', '', 'both', 'defender']
    """
    if code == "EX":
        return "both"
    return "attacker" if code[0] == "A" else "defender" if code[0] == "D" else ""


class Results(RedChapter):
    """What combat results do."""

    @case("9.11", "9.3.4", "9.6")
    def apply(
        self, pos: RedPosition, side: int, code: str, target: int, attackers: int, umpire: Umpire
    ) -> None:
        """Set a combat result in motion: what comes first is pushed last."""
        units, defenders = pos.names(attackers), pos.names(pos.units_in(target))
        hex_ = self.law.grid.name[target]
        # 7.1: both sides must be within the limits when the combat is over.
        pos.frames += [RemoveExcess(GERMAN), RemoveExcess(SOVIET)]
        if code == "AR":
            pos.frames.append(Retreating(side, units, 1))
        elif code == "AL":
            pos.frames.append(Loss(side, units, may_fall_back=side == GERMAN))
        elif code == "EX":
            pos.frames += [Loss(1 - side, defenders), Loss(side, units)]
        elif code == "DE":
            for unit in bits(pos.units_in(target)):
                pos.eliminate(unit, umpire, "combat result")
            pos.frames.append(Advancing(side, hex_, units))
        elif code.startswith("DR"):
            pos.frames += [Advancing(side, hex_, units), Retreating(side, defenders, int(code[2:]))]


class FallBack(Order, frozen=True):
    """Take an attacker retreat instead of an attacker loss."""

    verb: ClassVar[str] = "fall-back"


class Loss(Phase[RedPosition], frozen=True, tag="loss"):
    """The owner chooses which of these units is lost; a German attacker may fall back instead."""

    about: ClassVar[str] = "9.11"
    side: SideNumber
    units: tuple[UnitId, ...]
    may_fall_back: bool = False

    @case("9.11")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if len(self.units) > 1 or self.may_fall_back:
            return True
        pos.frames.pop()
        pos.eliminate(pos.rules.unit_number[self.units[0]], umpire, "combat loss")
        return False

    def prompt(self, pos: RedPosition) -> str:
        other = ", or fall back with all attackers" if self.may_fall_back else ""
        return f"Choose a unit to eliminate{other}."

    def misplaced(self, pos: RedPosition, order: Order) -> Ruling:
        return Ruling("9.11", "a unit must be chosen for elimination first")


class LoseUnit(RedAct[Loss, Eliminate]):
    """Choose the unit that is lost."""

    phase = Loss
    kind = Eliminate

    def offered(self, pos: RedPosition, phase: Loss) -> list[OrderSet]:
        return [Listed([Eliminate(unit) for unit in phase.units])]

    @case("9.11")
    def why_not(self, pos: RedPosition, phase: Loss, order: Eliminate) -> Ruling | None:
        unit = self.law.own_unit(order.unit, phase.side)
        if isinstance(unit, Ruling):
            return unit
        if order.unit not in phase.units:
            return Ruling("9.11", f"{order.unit} did not take part: choose one of {', '.join(phase.units)}")
        return None

    @case("9.11")
    def apply(self, pos: RedPosition, phase: Loss, order: Eliminate, umpire: Umpire) -> None:
        pos.frames.pop()
        pos.eliminate(self.law.unit_number[order.unit], umpire, "combat loss")


class FallBackInstead(RedAct[Loss, FallBack]):
    """Retreat with all attackers, and lose nobody."""

    phase = Loss
    kind = FallBack

    def offered(self, pos: RedPosition, phase: Loss) -> list[OrderSet]:
        return [Listed([FallBack()])] if phase.may_fall_back else []

    @case("9.11")
    def why_not(self, pos: RedPosition, phase: Loss, order: FallBack) -> Ruling | None:
        if phase.may_fall_back:
            return None
        return Ruling("9.11", "only a German attacker may fall back instead of losing a unit")

    @case("9.11")
    def apply(self, pos: RedPosition, phase: Loss, order: FallBack, umpire: Umpire) -> None:
        umpire.tell("fell_back", units=phase.units)
        pos.frames[-1] = Retreating(phase.side, phase.units, 1)


ACTS = (LoseUnit, FallBackInstead)
