"""The German movement and combat phase: which forces move (9)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.offers import ForcesOffer, Offers, form_of
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.air_support import LetAircraftGo, Support
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.law import PlainAct, SolitaireAct, SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.marching import March, Marching
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import REMEMBERED
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire


class Form(Order, frozen=True, gc=False):
    """Form a force of units that stand together, and begin to move it."""

    verb: ClassVar[str] = "force"
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "units", tuple(sorted(self.units)))


class Movement(SolitairePhase, frozen=True, tag="movement"):
    """The Germans move and fight, one force after another."""

    about: ClassVar[str] = "9.0"

    @property
    def name(self) -> str:
        return "german movement and combat"

    def prompt(self, pos: SolitairePosition) -> str:
        if left := pos.rules.air_support.left(pos):
            return f"Place {counted(left, 'air support unit')}, form a force to move, or end the phase."
        return "Form a force to move, or end the phase."

    def unused(self, pos: SolitairePosition) -> list[str]:
        texts = []
        if idle := pos.rules.moving.movable(pos).bit_count():
            texts.append(f"{counted(idle, 'unit')} could still move (9.0)")
        if left := pos.rules.air_support.left(pos):
            texts.append(f"{counted(left, 'air support unit')} could still be given to a force (9.1)")
        return texts

    def destinations(self, pos: SolitairePosition, units: Sequence[str], verb: str = "") -> dict[str, float]:
        if self.why_not(pos, Form(tuple(units))) is not None:
            return {}
        twin = pos.copy()
        pos.rules.marches.begin(twin, pos.rules.units(units))
        return pos.rules.marches.goals(twin).costs()


class Forces(OrderSet):
    """Every force that can be formed: any part of the units in a hex that can move together."""

    def __init__(self, stacks: list[tuple[int, tuple[Form, ...]]], law: TyphoonSolitaire, count: int) -> None:
        self._stacks, self._law, self._count = stacks, law, count

    def without(self, done: int) -> Forces:
        """Those that are left when units of one stack have finished: quicker than to look at all again."""
        stacks = self._stacks.copy()
        place = next(n for n, (stack, _) in enumerate(stacks) if stack & done)
        stack, forces = stacks.pop(place)
        count = self._count - len(forces)
        if left := stack & ~done:
            forces = self._law.moving.formed_of(left)
            insort(stacks, (left, forces))
            count += len(forces)
        return Forces(stacks, self._law, count)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if number >= 0:
            for _, forces in self._stacks:
                if number < len(forces):
                    return forces[number]
                number -= len(forces)
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for _, forces in self._stacks:
            yield from forces

    def offer(self, offers: Offers) -> None:
        together, names = self._law.stacking.together, self._law.names_of
        groups = tuple([names(group) for stack, _ in self._stacks for group in together(stack)])
        if groups:
            offers.forces = ForcesOffer(form_of(Form), form_of(March), groups)


class Moving(SolitaireChapter):
    """Who may begin to move."""

    def __init__(self, law: TyphoonSolitaire) -> None:
        super().__init__(law)
        self.formed_of = lru_cache(REMEMBERED)(self._formed_of)

    def _formed_of(self, stack: int) -> tuple[Form, ...]:
        """The forces that can be formed of a stack."""
        groups = [self.law.names_of(group) for group in self.law.stacking.together(stack)]
        parts = [(names, part) for names in groups for part in range(1, 1 << len(names))]
        return tuple([Form(tuple([names[n] for n in bits(part)])) for names, part in parts])

    @case("9.0", "9.5")
    def movable(self, pos: SolitairePosition) -> int:
        """Units that have not yet moved and fought in this phase."""
        return pos.in_play & ~pos.done

    @case("9.0", "9.5")
    def forces(self, pos: SolitairePosition) -> Forces:
        """The forces that can be formed; sorted, so that their order hangs on the position alone."""
        if pos.groups is None:
            able = self.movable(pos)
            stacks = sorted([left for stack in pos.stacks.values() if (left := stack & able)])
            formed = [(stack, self.formed_of(stack)) for stack in stacks]
            pos.groups = Forces(formed, self.law, sum([len(forces) for _, forces in formed]))
        return pos.groups


class SupportForce(SolitaireAct[Movement, Support]):
    """Place an air support unit."""

    phase = Movement
    kind = Support

    def offered(self, pos: SolitairePosition, phase: Movement) -> list[OrderSet]:
        units = self.law.air_support.may_have(pos)
        return [Listed([Support(unit) for unit in pos.names(units)])] if units else []

    @case("9.1")
    def why_not(self, pos: SolitairePosition, phase: Movement, order: Support) -> Ruling | None:
        unit, air = self.law.unit_on_map(pos, order.unit, GERMAN), self.law.air_support
        if isinstance(unit, Ruling):
            return unit
        if air.may_have(pos) >> unit & 1:
            return None
        if not self.law.turns[pos.turn].luftwaffe:
            return Ruling("9.1", f"the Luftwaffe has no air support unit on turn {pos.turn}")
        if pos.begun:
            return Ruling("9.1", "air support is assigned at the start of the phase, before any force moves")
        if not air.left(pos):
            return Ruling("9.1", "all air support units of this turn have been assigned")
        return Ruling("9.1", f"the force of {order.unit} has an air support unit already")

    def apply(self, pos: SolitairePosition, phase: Movement, order: Support, umpire: Umpire) -> None:
        self.law.air_support.give(pos, self.law.unit_number[order.unit], 0, umpire)


class LetAircraftGoWithAForce(LetAircraftGo[Movement]):
    """Choose it before the force is formed."""

    phase = Movement


class EndMovement(PlainAct[Movement, End]):
    """Move and fight no more this turn."""

    phase = Movement
    kind = End

    def preview(self, pos: SolitairePosition, phase: Movement, order: End) -> Preview | None:
        texts = []
        if not self.law.victory.holds_moscow(pos) and (failed := self.law.victory.shortfall(pos)):
            texts.append(f"the {failed.name} would fail and the game be lost: {failed.reason} (4.1)")
        return Warnings(tuple(texts)) if texts else None

    @case("9.1", "9.2", "9.5")
    def apply(self, pos: SolitairePosition, phase: Movement, order: End, umpire: Umpire) -> None:
        """Air units go back to the pool, and movement points that are left are lost."""
        pos.done = pos.air = pos.mp = 0
        pos.begun = False
        pos.groups = None
        pos.frames.pop()


class FormForce(SolitaireAct[Movement, Form]):
    """Begin to move units as one force."""

    phase = Movement
    kind = Form

    def offered(self, pos: SolitairePosition, phase: Movement) -> list[OrderSet]:
        return [self.law.moving.forces(pos)]

    @case("7.4", "9.0", "9.5")
    def why_not(self, pos: SolitairePosition, phase: Movement, order: Form) -> Ruling | None:
        units = 0
        for name in order.units:
            unit = self.law.unit_on_map(pos, name, GERMAN)
            if isinstance(unit, Ruling):
                return unit
            if units >> unit & 1:
                return Ruling("9.0", f"{name} is named twice")
            units |= 1 << unit
            if pos.done >> unit & 1:
                return Ruling("9.5", f"{name} has finished moving and fighting in this phase")
        if not units:
            return Ruling("9.0", "a force has at least one unit")
        if len({pos.where[unit] for unit in bits(units)}) > 1:
            return Ruling("9.5", "the units of a force stand in one hex; others are not picked up on the way")
        if len(self.law.stacking.together(units)) > 1:
            return Ruling("7.4", "mechanized and other units do not move as one force")
        return None

    def apply(self, pos: SolitairePosition, phase: Movement, order: Form, umpire: Umpire) -> None:
        self.law.marches.begin(pos, self.law.units(order.units))
        umpire.tell("formed", units=order.units, hex=self.law.grid.name[pos.force_hex], mp=pos.mp)
        pos.frames.append(Marching())


ACTS = (SupportForce, LetAircraftGoWithAForce, EndMovement, FormForce)
