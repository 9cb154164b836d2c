"""The German movement and combat phase: which forces move (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.offers import ForcesOffer, Offers, form_of
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire import outlook
from typhoon.games.typhoon_solitaire.air_support import (
    Support,
    air_units_left,
    may_be_supported,
    why_not_support,
)
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.marching import March, Marching, begin_to_move, costs
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import not_now, unit_on_map
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Form(Order, frozen=True, gc=False):
    """Form a force of units that stand together, and begin to move it."""

    verb: ClassVar[str] = "force"
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "units", tuple(sorted(self.units)))


class Movement(Phase[SolitairePosition], frozen=True, tag="movement"):
    """The Germans move and fight, one force after another."""

    about: ClassVar[str] = "9.0"

    @property
    def name(self) -> str:
        return "german movement and combat"

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    def prompt(self, pos: SolitairePosition) -> str:
        if left := air_units_left(pos):
            return f"Place {counted(left, 'air support unit')}, form a force to move, or end the phase."
        return "Form a force to move, or end the phase."

    @case("9.0", "9.5")
    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        plain: list[Order] = [Support(pos.rules.unit_ids[unit]) for unit in bits(may_be_supported(pos))]
        return [Listed([*plain, End()]), Forces(pos)]

    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, Form):
            return why_not_form(pos, order.units)
        if isinstance(order, Support):
            return why_not_support(pos, order.unit)
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def destinations(self, pos: SolitairePosition, units: Sequence[str], verb: str = "") -> dict[str, float]:
        if why_not_form(pos, tuple(units)) is not None:
            return {}
        twin = pos.copy()
        begin_to_move(twin, twin.rules.units(units))
        return costs(twin)

    def preview(self, pos: SolitairePosition, order: Order) -> Preview | None:
        if not isinstance(order, End):
            return None
        texts = outlook.before_the_check(pos)
        return Warnings(tuple(texts)) if texts else None

    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        rules = pos.rules
        if isinstance(order, Support):
            unit = rules.unit_number[order.unit]
            pos.air |= 1 << unit
            umpire.tell("supported", unit=order.unit, hex=rules.board.grid.name[pos.where[unit]])
        elif isinstance(order, Form):
            begin_to_move(pos, rules.units(order.units))
            umpire.tell("formed", units=order.units, hex=rules.board.grid.name[pos.force_hex], mp=pos.mp)
            pos.frames.append(Marching())
        else:
            self._close(pos)

    @case("9.1", "9.2", "9.5")
    def _close(self, pos: SolitairePosition) -> None:
        """Air units go back to the pool, and movement points that are left are lost."""
        pos.done = pos.air = pos.mp = 0
        pos.begun = False
        pos.frames.pop()


@case("9.0", "9.5")
def movable(pos: SolitairePosition) -> int:
    """Units that have not yet moved and fought in this phase."""
    return pos.in_play & ~pos.done


class Forces(OrderSet):
    """Every force that can be formed: any part of the units in a hex that can move together."""

    def __init__(self, pos: SolitairePosition) -> None:
        self._ids = pos.rules.unit_ids
        able, mechanized = movable(pos), pos.rules.mechanized
        # Sorted, so that the order of the forces hangs on the position alone.
        stacks = sorted([stack & able for stack in pos.stacks.values()])
        groups = [group for stack in stacks if stack for group in (stack & mechanized, stack & ~mechanized)]
        self._groups = [group for group in groups if group]
        self._count = sum([(1 << group.bit_count()) - 1 for group in self._groups])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if number >= 0:
            for group in self._groups:
                count = (1 << group.bit_count()) - 1
                if number < count:
                    return self._form(group, number + 1)
                number -= count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for group in self._groups:
            for chosen in range(1, 1 << group.bit_count()):
                yield self._form(group, chosen)

    def _form(self, group: int, chosen: int) -> Form:
        return Form(tuple([self._ids[unit] for n, unit in enumerate(bits(group)) if chosen >> n & 1]))

    def offer(self, offers: Offers) -> None:
        groups = [tuple([self._ids[unit] for unit in bits(group)]) for group in self._groups]
        if groups:
            offers.forces = ForcesOffer(form_of(Form), form_of(March), tuple(groups))


@case("7.4", "9.0", "9.5")
def why_not_form(pos: SolitairePosition, names: tuple[str, ...]) -> Ruling | None:
    """Why units may not begin to move as a force."""
    units = 0
    for name in names:
        unit = unit_on_map(pos, name)
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
        return Ruling("9.0", "the units of a force stand in one hex; others are not picked up on the way")
    if units & pos.rules.mechanized and units & ~pos.rules.mechanized:
        return Ruling("7.4", "mechanized and other units do not move as one force")
    return None
