"""Allotting step losses (10.6)."""

from __future__ import annotations

from typing import ClassVar, Literal

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import not_now
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


def targets(pos: SolitairePosition, side: Side) -> int:
    """The units of a side that fire can hit."""
    return pos.alive(pos.force) if side == "german" else pos.standing


@case("10.6")
def may_take(pos: SolitairePosition, units: int) -> int:
    """Those of the targets that may take the next hit.

    Units printed with one step are held back until every two-step unit has suffered a hit (R16, R47).
    """
    two_steps = units & pos.rules.two_steps
    return two_steps if two_steps & ~pos.hit else units


@case("10.6")
def choices(pos: SolitairePosition, side: Side) -> list[int]:
    """The units to choose from for the next hit; of Soviet units in equal state only one."""
    units = bits(may_take(pos, targets(pos, side)))
    if side == "german":
        return units
    kinds = pos.rules.kind_of
    alike = {(kinds[unit], pos.dice(unit), pos.steps[unit]): unit for unit in reversed(units)}
    return list(alike.values())


def best_for_the_german(pos: SolitairePosition, side: Side, units: list[int]) -> int:
    """The unit that the program would let take the next hit (R41).

    German losses cost as few dice as possible, and rather a step of a unit that is reduced already,
    since units that fall come back with one.  Soviet losses take as many dice as possible, rather from
    those that would fight on in the next round, and from fresh ones, so that none is held back for long.
    """
    rules = pos.rules
    if side == "german":
        return min(units, key=lambda unit: (_dice_lost(pos, unit), pos.steps[unit], unit))
    return max(
        units, key=lambda unit: (_dice_lost(pos, unit), rules.two_steps >> unit & 1, pos.steps[unit], -unit)
    )


def _dice_lost(pos: SolitairePosition, unit: int) -> int:
    rules = pos.rules
    return pos.dice(unit) - (rules.cdr_reduced[unit] if pos.steps[unit] == 2 else 0)


class Losses(Phase[SolitairePosition], frozen=True, tag="losses"):
    """Hits of one unit's fire are allotted: wherever there is a choice, by the player."""

    about: ClassVar[str] = "10.6"
    side: Side
    hits: int

    @case("10.6")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        """Go on as far as there is no choice; hits beyond the last step are lost."""
        hits = self.hits
        asking = pos.options["losses"] == "player" and not pos.entrusted
        while hits and (units := choices(pos, self.side)):
            if len(units) > 1 and asking and hits < self._steps(pos):
                if hits != self.hits:
                    pos.frames[-1] = Losses(self.side, hits)
                return True
            take_hit(pos, best_for_the_german(pos, self.side, units), umpire)
            hits -= 1
        pos.frames.pop()
        return False

    def _steps(self, pos: SolitairePosition) -> int:
        """The steps of all targets together: as many hits leave no choice."""
        steps = pos.steps
        return sum([steps[unit] for unit in bits(targets(pos, self.side))])

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    def prompt(self, pos: SolitairePosition) -> str:
        hits = counted(self.hits, "hit")
        return f"Allot {hits} on the {self.side.capitalize()} force: choose the unit to take one."

    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        ids = pos.rules.unit_ids
        return [Listed([Allot(), *[Hit(ids[unit]) for unit in choices(pos, self.side)]])]

    @case("10.6")
    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, Allot):
            return None
        if not isinstance(order, Hit):
            return not_now(pos, order.verb)
        unit = pos.rules.unit_number.get(order.unit)
        if unit is None:
            return Ruling("10.6", f"there is no unit '{order.unit}'")
        able = targets(pos, self.side)
        if not able >> unit & 1:
            return Ruling("10.6", f"{order.unit} is not under this fire")
        if not may_take(pos, able) >> unit & 1:
            spared = ", ".join(pos.names(able & pos.rules.two_steps & ~pos.hit))
            return Ruling("10.6", f"{order.unit} has one step and is hit only after {spared}")
        if unit not in choices(pos, self.side):
            same = ", ".join([pos.rules.unit_ids[unit] for unit in choices(pos, self.side)])
            return Ruling("10.6", f"of units that are alike the first is named: {same}")
        return None

    @case("10.6")
    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Hit):
            take_hit(pos, pos.rules.unit_number[order.unit], umpire)
            pos.frames[-1] = Losses(self.side, self.hits - 1)
        else:
            pos.entrusted = True


@case("2.5", "10.6")
def take_hit(pos: SolitairePosition, unit: int, umpire: Umpire) -> None:
    """A unit loses a step, and with its last one takes no more part in the battle."""
    pos.lose_step(unit)
    umpire.tell("lost", unit=pos.rules.unit_ids[unit], left=pos.steps[unit])
