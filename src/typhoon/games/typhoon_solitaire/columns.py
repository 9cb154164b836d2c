"""How snapshots tell the ground gained, the force on the march and the battle that is going on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.columns import Column, Hexes, Number
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire
    from typhoon.games.typhoon_solitaire.position import SolitairePosition


class Gained(Hexes):
    """German hexes, told as those that have become German since the start."""

    def start(self, rules: TyphoonSolitaire) -> int:
        return rules.german_at_start

    def tell(self, pos: SolitairePosition) -> list[str]:
        return pos.rules.grid.numbers(pos.german & ~pos.rules.german_at_start)

    def read(self, pos: SolitairePosition, told: Iterable[str]) -> None:
        super().read(pos, told)
        pos.german |= pos.rules.german_at_start


class Tally(Number):
    """Pocket hexes of turns 1 and 2."""

    type: Any = int

    @case("11.3")
    def read(self, pos: SolitairePosition, told: int) -> None:
        if told < 0:
            raise self.wrong(f"{told} is less than 0 (11.3)")
        pos.tally = told


class ForceState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The force on the march."""

    units: tuple[str, ...]
    mp: int
    stood_down: bool = False


class Together(Column):
    """Units that are told with how they stand, after all others."""

    late = True

    def start(self, rules: TyphoonSolitaire) -> int:
        return 0


class TheForce(Together):
    """The force on the march, told with its movement points."""

    type = ForceState | None

    def tell(self, pos: SolitairePosition) -> Any:
        if not pos.force:
            return None
        return msgspec.to_builtins(ForceState(pos.names(pos.force), pos.mp, pos.stood_down))

    @case("7.4", "9.0", "9.1", "9.3")
    def read(self, pos: SolitairePosition, told: ForceState) -> None:
        rules = pos.rules
        pos.force = rules.units_in_words("force", told.units, pos.in_play, "German unit on the map")
        if not pos.force or len({pos.where[unit] for unit in bits(pos.force)}) > 1:
            raise self.wrong("the units of a force stand in one hex (9.0)")
        if len(rules.stacking.together(pos.force)) > 1:
            raise self.wrong("mechanized and other units do not move together (7.4)")
        if (pos.air & pos.force).bit_count() > 1:
            raise self.wrong("a force has at most one air support unit (9.1)")
        most = rules.marches.allowance(pos, pos.force)
        if not 0 <= told.mp <= most:
            raise self.wrong(f"mp: {told.mp} is not from 0 to {most} (9.3)")
        pos.mp, pos.stood_down = told.mp, told.stood_down


class BattleState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The battle that is going on."""

    defenders: dict[str, int] = {}
    """The Soviet units with the steps they have left."""
    aside: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    entrusted: bool = False


class Defenders(Together):
    """The Soviet units of a battle, told with how it stands."""

    type = BattleState | None

    def tell(self, pos: SolitairePosition) -> Any:
        if not (pos.defenders or pos.fired or pos.hit):
            return None
        steps = {pos.rules.unit_ids[unit]: pos.steps(1 << unit) for unit in bits(pos.defenders)}
        aside, fired, hit = map(pos.names, (pos.aside, pos.fired, pos.hit))
        return msgspec.to_builtins(BattleState(steps, aside, fired, hit, pos.entrusted))

    def read(self, pos: SolitairePosition, told: BattleState) -> None:
        rules = pos.rules
        units = rules.units_in_words
        pos.defenders = units("battle", told.defenders, pos.pool, "Soviet unit in the pool")
        for name, steps in told.defenders.items():
            unit = rules.unit_number[name]
            if not 0 <= steps <= pos.steps(1 << unit):
                raise self.wrong(f"{name} cannot have {steps} steps")
            while pos.steps(1 << unit) > steps:
                pos.lose_step(unit)
        there = pos.defenders | pos.force
        pos.aside = units("battle: aside", told.aside, pos.defenders, "defender")
        pos.fired = units("battle: fired", told.fired, there, "unit in the battle")
        two_steps = there & rules.two_steps
        pos.hit = units("battle: hit", told.hit, two_steps, "two-step unit in the battle")
        pos.entrusted = told.entrusted
