"""Works in combat, from hedgehogs to fortifications, and entrenchments that are lost (9.14, 14.12, 19)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.chapters import change
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import CombatPreview, Modifier, Outcome
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.obligation import Obligation
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.outcomes import Effect, Outcomes, Rolled
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon.strength import Spread
from typhoon.games.operation_typhoon.works import Works
from typhoon.games.operation_typhoon_revision.fieldworks import HEDGEHOGS, MINOR
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.games.operation_typhoon_revision.position import LEVELS

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
        (shift,) = found
        return {shift: SHIFTS_ON / 6, shift + 1: 1 - SHIFTS_ON / 6}


@change("hedgehog-die", "19.13", needs=("hedgehogs",))
class HedgehogDie(Combats):
    """The die of a hedgehog is thrown once a combat, before the others (R58)."""

    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, umpire: Umpire) -> list[Modifier]:
        found = super().shifts(pos, side, combat, umpire)
        if not any(shift.key == "hedgehog" for shift in found):
            return found
        target = self.law.attacks.name_of(pos, combat.targets)
        die = umpire.roll(f"hedgehog {target}")
        shift = "one column left" if die <= SHIFTS_ON else "no shift"
        umpire.tell("hedgehog_die", target=target, die=die, shift=shift)
        sure = Modifier(-1, "hedgehog", "19.13", "hedgehog")
        return [sure if s.key == "hedgehog" else s for s in found if s.key != "hedgehog" or die <= SHIFTS_ON]


@change("entrenchment-loss", "14.12")
class EntrenchmentLoss(Works):
    """A regiment that holds an entrenchment through a whole German player turn destroys it (R47).

    The Soviet supply phase comes right after the German interdiction phase, the last of the turn.
    """

    def after_supply(self, pos: Any, side: int, umpire: Umpire) -> None:
        if side == GERMAN:
            regiments = pos.in_play & self.law.regiments & ~pos.cadres
            pos.holding = self.law.reaching.standing_in(pos, regiments, pos.entrenched)
            return
        lost = pos.hexes_of(pos.holding & ~pos.cadres)
        pos.entrenched, pos.holding = pos.entrenched & ~lost, 0
        for number in pos.ground.grid.numbers(lost):
            umpire.tell("entrenchment_lost", hex=number)

    def leave(self, pos: Any, unit: int, hex_: int) -> None:
        super().leave(pos, unit, hex_)
        pos.holding &= ~(1 << unit)

    def markers(self, pos: TyphoonPosition, side: str) -> dict[str, int]:
        return {"ruin": pos.ground.entrenched & ~pos.entrenched}


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
class DutyAndWorks(Revised, Obligation):
    """Nobody must attack strongpoints, nor out of them; but who attacks, attacks all (R33, R77)."""

    def obliged(self, pos: TyphoonPosition, side: int) -> int:
        found, neighbours = super().obliged(pos, side), pos.ground.grid.neighbours
        strong = self.law.works.strong(pos) if side == SOVIET else 0
        if strong and found & neighbours(strong):
            found &= neighbours(self.binding(pos, side)) | self.attacking(pos)
        return found

    def binding(self, pos: TyphoonPosition, side: int) -> int:
        found = super().binding(pos, side)
        return found & ~self.law.works.strong(pos) if side == SOVIET else found

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        found, strong = super().all_or_none(pos, side), self.law.works.strong(pos)
        if side == GERMAN or not strong:
            return found | strong
        return found | self.law.works.shelters(pos, side) & pos.ground.grid.neighbours(strong)


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class WorksInOdds(Revised, Odds):
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
        if combat.hexes & ~self.law.works.strong(pos):
            return found
        minor = bool(combat.hexes & pos.minors)
        return replace(found, outcomes=tuple(_softer(each, minor) for each in found.outcomes))


# Results


class Sparing(Phase[TyphoonPosition], frozen=True, tag="sparing"):
    """Works soften a result: a minor one the retreat, others the retreat or the loss (R64)."""

    about: ClassVar[str] = "19.18"
    takes: ClassVar[tuple[type[Order], ...]] = (Spare,)
    setback: Setback
    minor: bool

    @property
    def _effect(self) -> Effect:
        return Effect(self.setback.back, self.setback.steps, self.setback.breakthrough)

    def _target(self, pos: TyphoonPosition) -> str:
        return "+".join(pos.ground.grid.numbers(pos.hexes_of(pos.rules.units(self.setback.units))))

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        part, *others = _spared(self._effect, self.minor)
        if not others:
            self._spare(pos, part, umpire)
        return bool(others)

    def prompt(self, pos: TyphoonPosition) -> str:
        loss, back = [_less(self._effect, part) for part in ("loss", "retreat")]
        spared = f"spare a hex of retreat, and it becomes {back}, or a loss, and it becomes {loss}"
        return f"The work in {self._target(pos)} softens {self._effect}: {spared}."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Spare("loss"), Spare("retreat")])]

    def refusal(self, pos: TyphoonPosition, order: Spare) -> Ruling | None:
        known = order.part in ("retreat", "loss")
        return None if known else Ruling("19.18", f"one spares retreat or loss, not '{order.part}'")

    def apply(self, pos: TyphoonPosition, order: Spare, umpire: Umpire) -> None:
        self._spare(pos, order.part, umpire)

    def _spare(self, pos: TyphoonPosition, part: str, umpire: Umpire) -> None:
        left = _less(self._effect, part)
        umpire.tell("softened", target=self._target(pos), before=str(self._effect), after=str(left))
        pos.frames.pop()
        if left.back or left.steps:
            pos.frames.append(replace(self.setback, **left._asdict()))


def _spared(effect: Effect, minor: bool) -> list[str]:
    """The parts of a result one of which works reduce; the German side chooses which (R64)."""
    return ["retreat"] if minor or not effect.steps else ["retreat", "loss"] if effect.back else ["loss"]


def _less(effect: Effect, part: str) -> Effect:
    """What is left of a result; a breakthrough stays one while a retreat is left (R64)."""
    back, steps = max(0, effect.back - (part == "retreat")), effect.steps - (part == "loss")
    return Effect(back, steps, effect.breakthrough and back > 0)


def _softer(outcome: Outcome, minor: bool) -> Outcome:
    """A result with what works leave of it, in words."""
    if not outcome.result.startswith("D"):
        return outcome
    effect = Effect.of(outcome.result)
    left = [str(_less(effect, part)) for part in _spared(effect, minor)]
    return replace(outcome, text=f"{outcome.text}; the work leaves {' or '.join(left)}")


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class SoftenedOutcomes(Revised, Outcomes):
    """Results against works are reduced, if all attacked hexes have such (R63)."""

    def frames(self, pos: Any, side: int, results: tuple[Rolled, ...]) -> list[Phase[TyphoonPosition]]:
        return [self._softened(pos, frame) for frame in super().frames(pos, side, results)]

    def _softened(self, pos: Any, frame: Phase[TyphoonPosition]) -> Phase[TyphoonPosition]:
        if not isinstance(frame, Setback) or frame.attacking or frame.side != GERMAN:
            return frame
        hexes = pos.hexes_of(self.law.units(frame.units))
        if not hexes or hexes & ~self.law.works.strong(pos):
            return frame
        return Sparing(frame, minor=bool(hexes & pos.minors))


STORY = {
    "hedgehog_die": ("19.13", "Hedgehog in {target}: die {die}, {shift}."),
    "entrenchment_lost": ("14.12", "The entrenchment in {hex} is destroyed."),
    "softened": ("19.18", "The work in {target} turns {before} into {after}."),
}
SIGNS = {"ruin": "destroyed entrenchment"}
