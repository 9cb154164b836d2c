"""Soviet unit commitment (16.2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.wording import counted

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

ALARM_RANGE = 7
"""A German unit so near commits an uncommitted unit (16.25)."""
WITHDRAWALS_FROM = 5
"""The turn from which 20th Army units may be called away (18.38)."""


class Commit(Order, frozen=True, gc=False):
    """Commit an uncommitted unit."""

    verb: ClassVar[str] = "commit"
    unit: str


class Recall(Order, frozen=True, gc=False):
    """Remove an uncommitted unit from the map."""

    verb: ClassVar[str] = "recall"
    unit: str


class Commitment(Phase[TyphoonPosition], frozen=True, tag="commitment"):
    """The Soviet player rolls for the units that he may commit."""

    about: ClassVar[str] = "16.24"

    @property
    def name(self) -> str:
        return "soviet commitment"

    @case("16.21", "18.17")
    def applies(self, pos: TyphoonPosition) -> bool:
        return bool(pos.uncommitted)

    @case("16.24", "18.27", "18.37", "18.38", "18.47")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        pos.frames[-1] = Rolling()
        if pos.rules.scenario.withdrawals and pos.turn >= WITHDRAWALS_FROM and umpire.roll("withdrawal") <= 2:
            pos.frames.append(Recalling())
        return False


class Rolling(Phase[TyphoonPosition], frozen=True, tag="commitment-roll"):
    """The die is thrown when nothing comes before it any more."""

    about: ClassVar[str] = "16.24"

    @case("16.24", "16.27")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        rules = pos.rules
        pos.frames.pop()
        if not pos.uncommitted:
            return False
        die = umpire.roll("commitment")
        modifier = pos.rules.commitments.modifier(pos)
        points = rules.commitments.points(pos)
        units = rules.units_to_commit(points, die + modifier)
        umpire.tell("commitment", die=die, modifier=modifier, vp=points, units=units)
        if units:
            pos.frames.append(Committing(units))
        return False


class Commitments(TyphoonChapter):
    """Which Soviet units may move."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._alarm = cache(lambda hex_: law.grid.disc(hex_, ALARM_RANGE))
        """The hexes in which a German unit commits one that stands in a hex."""
        self._held_back: tuple[int, list[int]] = 0, []
        """The uncommitted units when that was last asked for."""
        self._watched: tuple[list[int], int] = [], 0
        """Where they stood, and the hexes they watched."""

    @case("16.23", "16.25")
    def watched(self, pos: TyphoonPosition) -> int:
        """All hexes in which a German unit commits somebody."""
        units, where = pos.uncommitted & pos.in_play, pos.where
        if self._held_back[0] != units:
            self._held_back = units, bits(units)
        standing = [where[unit] for unit in self._held_back[1]]
        if self._watched[0] != standing:
            found = 0
            for hex_ in set(standing):
                found |= self._alarm(hex_)
            self._watched = standing, found
        return self._watched[1]

    @case("16.23", "16.25")
    def wake(self, pos: TyphoonPosition, hexes: int, umpire: Umpire) -> None:
        """German units were in these hexes: uncommitted units within seven hexes are committed at once."""
        if not self.watched(pos) & hexes:
            return
        held_back = bits(pos.uncommitted & pos.in_play)
        near = sum([1 << unit for unit in held_back if self._alarm(pos.where[unit]) & hexes])
        pos.uncommitted &= ~near
        self.tell(pos, near, "a German unit is near", umpire)

    @case("8.45")
    def tell(self, pos: TyphoonPosition, units: int, why: str, umpire: Umpire) -> None:
        unseen = self.law.looking.facts(pos, self.law.looking.unseen(pos, units))
        umpire.tell("committed", units=pos.names(units), why=why, **unseen)

    @case("16.24", "16.27")
    def points(self, pos: TyphoonPosition) -> float:
        """The German victory points that the table is entered with."""
        return pos.vp

    @case("16.24", "18.27", "18.37")
    def modifier(self, pos: TyphoonPosition) -> int:
        """What the chart adds to the die, for the turn and a captured city, and the scenario too (R112)."""
        modifier = self.law.scenario.commitment_bonus + self.law.commitment_turn_modifier(pos.turn)
        if self.law.victory.captured_cities(pos):
            modifier += self.law.commitment_city_modifier
        return modifier

    def why_not(self, pos: TyphoonPosition, name: str) -> Ruling | None:
        """Why a unit is none that has yet to be committed."""
        unit = self.law.unit_on_map(pos, name, SOVIET)
        if isinstance(unit, Ruling):
            return unit
        return None if pos.uncommitted >> unit & 1 else Ruling("16.22", f"{name} is committed already")


class Committing(Phase[TyphoonPosition], frozen=True, tag="committing"):
    """The Soviet player chooses the units to commit."""

    about: ClassVar[str] = "16.24"
    units: int

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if self.units and pos.uncommitted:
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return SOVIET

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Commit up to {counted(self.units, 'unit')}, or end."

    def unused(self, pos: TyphoonPosition) -> list[str]:
        return [f"{counted(self.units, 'unit')} could still be committed (16.24)"]


class EndCommitting(Ending[Committing], TyphoonAct[Committing, End]):
    """Commit no more."""

    phase = Committing


class CommitUnit(TyphoonAct[Committing, Commit]):
    """Commit a unit."""

    phase = Committing
    kind = Commit

    def offered(self, pos: TyphoonPosition, phase: Committing) -> list[OrderSet]:
        return [Listed([*map(Commit, pos.names(pos.uncommitted & pos.in_play))])]

    @case("16.24")
    def why_not(self, pos: TyphoonPosition, phase: Committing, order: Commit) -> Ruling | None:
        return self.law.commitments.why_not(pos, order.unit)

    @case("16.24", "16.26")
    def apply(self, pos: TyphoonPosition, phase: Committing, order: Commit, umpire: Umpire) -> None:
        unit = 1 << self.law.unit_number[order.unit]
        pos.uncommitted &= ~unit
        self.law.commitments.tell(pos, unit, "by choice", umpire)
        pos.frames[-1] = Committing(phase.units - 1)


class Recalling(Phase[TyphoonPosition], frozen=True, tag="recalling"):
    """An uncommitted unit of 20th Army is called to another sector (18.38)."""

    about: ClassVar[str] = "18.38"
    takes: ClassVar[tuple[type[Order], ...]] = (Recall,)

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if self._able(pos):
            return True
        pos.frames.pop()
        return False

    def _able(self, pos: TyphoonPosition) -> int:
        return pos.uncommitted & pos.in_play & pos.rules.soviet_armies["20"]

    def decider(self, pos: TyphoonPosition) -> int:
        return SOVIET

    def prompt(self, pos: TyphoonPosition) -> str:
        return "An uncommitted unit of 20th Army is called away: choose it."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Recall(unit) for unit in pos.names(self._able(pos))])]

    @case("18.38")
    def refusal(self, pos: TyphoonPosition, order: Recall) -> Ruling | None:
        ruling = pos.rules.commitments.why_not(pos, order.unit)
        if ruling is None and not self._able(pos) >> pos.rules.unit_number[order.unit] & 1:
            return Ruling("18.38", f"{order.unit} is not of 20th Army")
        return ruling

    @case("18.38")
    def apply(self, pos: TyphoonPosition, order: Recall, umpire: Umpire) -> None:
        unit = pos.rules.unit_number[order.unit]
        pos.remove(unit)
        pos.rules.strengths.return_chit(pos, unit)  # with open strengths it has one (8.52)
        pos.uncommitted &= ~(1 << unit)
        pos.withdrawn |= 1 << unit
        umpire.tell("recalled", unit=order.unit)
        pos.frames.pop()


ACTS = (EndCommitting, CommitUnit)
