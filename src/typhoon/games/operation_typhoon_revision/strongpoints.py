"""Strongpoints and fortifications in combat: duties, odds, results, giving them up (9.14, 19.18, 19.19)."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import CombatPreview, Modifier, Outcome, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.declaring import Declaring, EndDeclarations
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.obligation import Obligation
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.outcomes import Outcomes, Rolled
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon_revision.fieldworks import HEDGEHOGS, MINOR, works_of
from typhoon.games.operation_typhoon_revision.position import LEVELS
from typhoon.hexgrid import bits

RESULT = re.compile(r"D(\d+)(?:\((\d+)\))?(!?)")
"""A result against defenders: hexes of retreat, steps lost, and whether it is a breakthrough."""


class Spare(Order, frozen=True, gc=False):
    """Have the retreat or the loss of a result reduced by one."""

    verb: ClassVar[str] = "spare"
    part: str


@change("all-or-none", "9.14")
class AllOrNone(Obligation):
    """Who attacks out of a town, city or entrenchment must see all attacked who exert a zone on him (R33)."""

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        return super().all_or_none(pos, side) | self.law.works.shelters(pos, side)


@change("fieldworks", "9.14", "19.18a", "19.19a", needs=HEDGEHOGS)
class DutyAndWorks(Obligation):
    """Nobody must attack strongpoints, nor out of them; but who attacks, attacks all (R33)."""

    def obliged(self, pos: TyphoonPosition, side: int) -> int:
        found, neighbours = super().obliged(pos, side), pos.ground.grid.neighbours
        if side == SOVIET and found & neighbours(works_of(self.law).strong(pos)):
            found &= neighbours(self.binding(pos, side)) | self.attacking(pos)
        return found

    def binding(self, pos: TyphoonPosition, side: int) -> int:
        found = super().binding(pos, side)
        return found & ~works_of(self.law).strong(pos) if side == SOVIET else found

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        return super().all_or_none(pos, side) | (works_of(self.law).strong(pos) if side == GERMAN else 0)


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class WorksInOdds(Odds):
    """A minor strongpoint shifts a column, in place of a hedgehog (R58, R63)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if pos.minors & combat.hexes:
            found = [shift for shift in found if shift.key != "hedgehog"]
            found.append(Modifier(-1, LEVELS[MINOR], "19.18b", "minor"))
        return found

    def _told(self, pos: Any, combat: Combat, *spreads: Any) -> CombatPreview:
        """With what works leave of each result, if all attacked hexes have such (R63)."""
        found = super()._told(pos, combat, *spreads)
        if combat.hexes & ~works_of(self.law).strong(pos):
            return found
        minor = bool(combat.hexes & pos.minors)
        return msgspec.structs.replace(found, outcomes=tuple(_softer(each, minor) for each in found.outcomes))


@change("fieldworks", "19.17d", needs=HEDGEHOGS)
class NobodyBuildsInCombat(Combats):
    """A building marker goes when its hex is attacked, or when its unit joins an attack after all (R62)."""

    def fight(self, pos: TyphoonPosition, side: int, target: str, combat: Combat, umpire: Umpire) -> Rolled:
        rolled, works = super().fight(pos, side, target, combat, umpire), works_of(self.law)
        works.stop(pos, combat.hexes, "it is attacked", umpire)
        works.stop(pos, pos.hexes_of(works.builders(pos) & combat.units), "its units attack", umpire)
        return rolled


# Results


class Sparing(Phase[TyphoonPosition], frozen=True, tag="sparing"):
    """Works soften a result: a minor one the retreat, others the retreat or the loss (R64)."""

    about: ClassVar[str] = "19.18"
    takes: ClassVar[tuple[type[Order], ...]] = (Spare,)
    setback: Setback
    minor: bool

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not self.minor and self.setback.steps and self.setback.back:
            return True
        self._spare(pos, "retreat" if self.minor or not self.setback.steps else "loss", umpire)
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"The work softens {_code(self.setback)}: spare a hex of retreat, or a loss."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Spare("loss"), Spare("retreat")])]

    @case("19.18c", "19.18d")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Spare):
            return pos.rules.out_of_place(pos, order)
        known = order.part in ("retreat", "loss")
        return None if known else Ruling("19.18", f"one spares retreat or loss, not '{order.part}'")

    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Spare)
        self._spare(pos, order.part, umpire)

    @case("19.18b", "19.18c", "19.18d")
    def _spare(self, pos: TyphoonPosition, part: str, umpire: Umpire) -> None:
        old = self.setback
        back, steps = max(0, old.back - (part == "retreat")), old.steps - (part == "loss")
        new = msgspec.structs.replace(old, back=back, steps=steps, breakthrough=old.breakthrough and back > 0)
        umpire.tell("softened", before=_code(old), after=_code(new))
        pos.frames.pop()
        if back or steps:
            pos.frames.append(new)


def _code(setback: Setback) -> str:
    return _written(setback.back, setback.steps, setback.breakthrough)


def _written(back: int, steps: int, breakthrough: bool) -> str:
    if not back and not steps:
        return "no effect"
    return f"D{back}{f'({steps})' if steps else ''}{'!' if breakthrough and back else ''}"


def _softer(outcome: Outcome, minor: bool) -> Outcome:
    """A result with what works leave of it, in words; the German side chooses what (R64)."""
    code = RESULT.fullmatch(outcome.result)
    if code is None:
        return outcome
    back, steps, bold = int(code[1]), int(code[2] or 0), bool(code[3])
    left = [_written(max(0, back - 1), steps, bold)] if minor or back else []
    left += [_written(back, steps - 1, bold)] if steps and not minor else []
    return msgspec.structs.replace(outcome, text=f"{outcome.text}; the work leaves {' or '.join(left)}")


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class SoftenedOutcomes(Outcomes):
    """Results against works are reduced, if all attacked hexes have such (R63)."""

    def frames(self, pos: Any, side: int, results: tuple[Rolled, ...]) -> list[Phase[TyphoonPosition]]:
        return [self._softened(pos, frame) for frame in super().frames(pos, side, results)]

    def _softened(self, pos: Any, frame: Phase[TyphoonPosition]) -> Phase[TyphoonPosition]:
        if not isinstance(frame, Setback) or frame.attacking or frame.side != GERMAN:
            return frame
        hexes = pos.hexes_of(self.law.units(frame.units))
        if not hexes or hexes & ~works_of(self.law).strong(pos):
            return frame
        return Sparing(frame, minor=bool(hexes & pos.minors))


@change("fieldworks", "19.19b", needs=HEDGEHOGS)
class LeaveWorks(EndDeclarations):
    """Attacking out of a work gives it up."""

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: End) -> Preview | None:
        left = (
            self.law.obligation.attacking(pos) & works_of(self.law).strong(pos) if phase.side == GERMAN else 0
        )
        texts = [f"the work in {pos.ground.describe(hex_)} is given up (19.19b)" for hex_ in bits(left)]
        return Warnings(tuple(texts)) if texts else super().preview(pos, phase, order)

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: End, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        if phase.side == GERMAN:
            works_of(self.law).attack_out(pos, umpire)


PHASES = (Sparing,)
STORY = {"softened": ("19.18", "The work turns {before} into {after}.")}
