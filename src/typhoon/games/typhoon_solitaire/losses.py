"""Allotting step losses (10.6)."""

from __future__ import annotations

from typing import ClassVar, Literal

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.chances import Unit, rank
from typhoon.games.typhoon_solitaire.law import PlainAct, SolitaireAct, SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

Side = Literal["german", "soviet"]


class Hit(Order, frozen=True, gc=False):
    """Let a unit take one step of the losses."""

    verb: ClassVar[str] = "hit"
    unit: str


class Allot(Order, frozen=True, gc=False):
    """Leave the losses of the rest of the battle to the program."""

    verb: ClassVar[str] = "allot"


class Allotting(SolitaireChapter):
    """Who takes the hits, and who chooses."""

    def targets(self, pos: SolitairePosition, side: Side) -> int:
        """The units of a side that fire can hit."""
        return pos.fighting if side == "german" else pos.standing

    @case("10.6")
    def may_take(self, pos: SolitairePosition, units: int) -> int:
        """Those of the targets that may take the next hit.

        Units printed with one step are held back until every two-step unit has suffered a hit (R16, R47).
        """
        two_steps = units & self.law.two_steps
        return two_steps if two_steps & ~pos.hit else units

    @case("10.6")
    def choices(self, pos: SolitairePosition, side: Side) -> list[int]:
        """The units to choose from for the next hit; of Soviet units in equal state only one."""
        units = bits(self.may_take(pos, self.targets(pos, side)))
        if side == "german" or len(units) == 1:
            return units
        kinds, reduced = self.law.kind_of, pos.reduced
        alike = {(kinds[unit], pos.dice(unit), reduced >> unit & 1): unit for unit in reversed(units)}
        return list(alike.values())

    @case("10.6")
    def asks(self, pos: SolitairePosition) -> bool:
        """Whether the player allots the hits."""
        return not pos.entrusted

    def _best(self, pos: SolitairePosition, side: Side, units: list[int]) -> int:
        """The unit that the program would let take the next hit."""
        kinds, german = self.law.kinds, side == "german"
        return min(units, key=lambda unit: (rank(Unit(kinds[unit], pos.steps(1 << unit)), german), unit))

    @case("10.6")
    def allot(self, pos: SolitairePosition, side: Side, hits: int, umpire: Umpire) -> int:
        """Allot hits as far as there is no choice; how many are left.  Hits beyond the last step are lost."""
        asks = self.asks(pos)
        while hits and (units := self.choices(pos, side)):
            if len(units) > 1 and asks and hits < pos.steps(self.targets(pos, side)):
                return hits
            self.take_hit(pos, self._best(pos, side, units) if len(units) > 1 else units[0], umpire)
            hits -= 1
        return 0

    @case("2.5", "10.6")
    def take_hit(self, pos: SolitairePosition, unit: int, umpire: Umpire) -> None:
        """A unit loses a step, and with its last one takes no more part in the battle."""
        pos.lose_step(unit)
        umpire.tell("lost", unit=self.law.unit_ids[unit], left=pos.steps(1 << unit))


@change("losses=system", "10.6")
class AllottedByTheSystem(Allotting):
    """The program allots all hits (R41)."""

    def asks(self, pos: SolitairePosition) -> bool:
        return False


class Losses(SolitairePhase, frozen=True, tag="losses"):
    """Hits of one unit's fire are allotted: wherever there is a choice, by the player."""

    about: ClassVar[str] = "10.6"
    side: Side
    hits: int

    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        left = pos.rules.losses.allot(pos, self.side, self.hits, umpire)
        if not left:
            pos.frames.pop()
        elif left != self.hits:
            pos.frames[-1] = Losses(self.side, left)
        return bool(left)

    def prompt(self, pos: SolitairePosition) -> str:
        hits = counted(self.hits, "hit")
        return f"Allot {hits} on the {self.side.capitalize()} force: choose the unit to take one."


class LeaveToTheProgram(PlainAct[Losses, Allot]):
    """Let the program allot what is left of the battle's losses."""

    phase = Losses
    kind = Allot

    def apply(self, pos: SolitairePosition, phase: Losses, order: Allot, umpire: Umpire) -> None:
        pos.entrusted = True


class HitUnit(SolitaireAct[Losses, Hit]):
    """Choose who takes the next hit."""

    phase = Losses
    kind = Hit

    def offered(self, pos: SolitairePosition, phase: Losses) -> list[OrderSet]:
        ids = self.law.unit_ids
        return [Listed([Hit(ids[unit]) for unit in self.law.losses.choices(pos, phase.side)])]

    @case("10.6")
    def why_not(self, pos: SolitairePosition, phase: Losses, order: Hit) -> Ruling | None:
        law, losses = self.law, self.law.losses
        unit = law.unit_number.get(order.unit)
        if unit is None:
            return Ruling("10.6", f"there is no unit '{order.unit}'")
        able, choices = losses.targets(pos, phase.side), losses.choices(pos, phase.side)
        if unit in choices:
            return None
        if not able >> unit & 1:
            return Ruling("10.6", f"{order.unit} is not under this fire")
        if not losses.may_take(pos, able) >> unit & 1:
            spared = ", ".join(pos.names(able & law.two_steps & ~pos.hit))
            return Ruling("10.6", f"{order.unit} has one step and is hit only after {spared}")
        same = ", ".join([law.unit_ids[unit] for unit in choices])
        return Ruling("10.6", f"of units that are alike the first is named: {same}")

    def apply(self, pos: SolitairePosition, phase: Losses, order: Hit, umpire: Umpire) -> None:
        self.law.losses.take_hit(pos, self.law.unit_number[order.unit], umpire)
        pos.frames[-1] = Losses(phase.side, phase.hits - 1)


ACTS = (LeaveToTheProgram, HitUnit)
