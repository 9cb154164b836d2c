"""Fire: dice, modifiers and hits (10.1 to 10.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import HexNumber, Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.typhoon_solitaire.law import SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.losses import Side
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

PLACES = {"moscow": "Moscow", "town": "a town", "city": "a city"}


class Fray(SolitairePhase, frozen=True):
    """A fight of the force on the march, in the hex that it has entered, step by step (10.4)."""

    hex: HexNumber
    came_from: HexNumber

    def index(self, pos: SolitairePosition) -> int:
        return pos.rules.grid.index(self.hex)


class Fire(SolitaireChapter):
    """What dice do, and what is added to them."""

    bonus_turn: ClassVar[int] = 6

    @case("10.2", "12.3", "1.3")
    def german_modifiers(self, pos: SolitairePosition, hex_: int, round_: int) -> list[Modifier]:
        """What is added to the dice of a German force that attacks a hex."""
        row = self.law.terrain[hex_]
        found = []
        if drm := row.german(bool(pos.force & self.law.mechanized)):
            found.append(Modifier(drm, f"Soviets in {_place(row.terrain)}", "10.2", "terrain"))
        if round_ == 1 and pos.turn == self.bonus_turn:
            found.append(Modifier(1, "turn 6 combat bonus", "12.3", "turn"))
        return found

    @case("10.2", "10.3", "1.3")
    def soviet_modifiers(self, hex_: int, round_: int, river: bool) -> list[Modifier]:
        """What is added to the dice of the Soviets that defend a hex, attacked over a river or not."""
        row = self.law.terrain[hex_]
        found = []
        if drm := row.soviet_defender:
            found.append(Modifier(drm, f"Soviets in {_place(row.terrain)}", "10.2", "terrain"))
        if river and round_ == 1:
            found.append(Modifier(self._river, "attack across a river", "10.3", "river"))
        return found

    @case("10.3", "11.2")
    def german_modifiers_in_breakout(self, hex_: int, pocket: int) -> list[Modifier]:
        """What is added to German dice against a breakout: the Germans defend the hex themselves (R44).

        It crosses a river when every hexside between the hex and the pocket is one (R10).
        """
        beside = bits(self.law.grid.around(hex_) & pocket)
        if not beside or not all(self.law.river_between(other, hex_) for other in beside):
            return []
        return [Modifier(self._river, "the breakout crosses a river", "10.3", "river")]

    @case("10.2", "11.2")
    def soviet_modifiers_in_breakout(self, hex_: int) -> list[Modifier]:
        """What is added to the dice of the Soviets that break out through a hex."""
        row = self.law.terrain[hex_]
        if not row.soviet_breakout:
            return []
        return [Modifier(row.soviet_breakout, f"Germans in {_place(row.terrain)}", "10.2", "terrain")]

    @property
    def _river(self) -> int:
        return self.law.terrain_effects["river"].soviet_defender

    @case("10.1", "10.4")
    def volley(
        self, pos: SolitairePosition, shooters: int, at: Side, drms: Iterable[Modifier], umpire: Umpire
    ) -> int:
        """Ground units fire one by one, a die for each factor of their CDR, while there is somebody to hit.

        When the player is to choose who takes hits they stop; how many hits those are.
        """
        losses = self.law.losses
        modifier = sum([drm.value for drm in drms])
        by_die = self.law.fire_tables[at == "german"].by_die(modifier)
        for unit in bits(shooters & ~pos.fired):
            name = self.law.unit_ids[unit]
            dice = umpire.throw(f"fire {name}", pos.dice(unit))
            each = [by_die[die] for die in dice]
            hits = sum(each)
            pos.fired |= 1 << unit
            umpire.tell("fired", unit=name, dice=tuple(dice), each=tuple(each), modifier=modifier, hits=hits)
            if hits:
                if left := losses.allot(pos, at, hits, umpire):
                    return left
                if not losses.targets(pos, at):
                    break
        pos.fired = 0
        return 0

    @case("10.4", "10.6")
    def from_the_air(self, pos: SolitairePosition, by: str, units: int, at: Side, umpire: Umpire) -> None:
        """Aircraft attack each enemy unit with one unmodified die; hits beyond its steps are ignored."""
        targets = bits(units)
        dice = umpire.throw(f"air {by}", len(targets), each=True)
        by_die = self.law.fire_tables[at == "german"].by_die(0)
        each = [by_die[die] for die in dice]
        umpire.tell("bombed", by=by, units=pos.names(units), dice=tuple(dice), each=tuple(each))
        for unit, hits in zip(targets, each, strict=True):
            for _ in range(min(hits, pos.steps(1 << unit))):
                self.law.losses.take_hit(pos, unit, umpire)


def _place(terrain: str) -> str:
    return PLACES.get(terrain, terrain)
