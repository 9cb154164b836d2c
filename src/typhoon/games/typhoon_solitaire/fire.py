"""Fire: dice, modifiers and hits (10.1 to 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.phase import HexNumber, Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.typhoon_solitaire.law import SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.losses import Losses, Side
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

PLACES = {"moscow": "Moscow", "town": "a town", "city": "a city"}


class Step:
    """What is done next in a fight: the five fire steps have their numbers of 10.4."""

    MUSTER, SOVIET_AIR, GERMAN_AIR, SOVIET_FIRST_FIRE, GERMAN_FIRE, SOVIET_FIRE, OVER = range(7)


class Fray(SolitairePhase, frozen=True):
    """A fight of the force on the march, in the hex that it has entered, step by step (10.4)."""

    steps: ClassVar[tuple[int, ...]]
    hex: HexNumber
    came_from: HexNumber
    step: int = Step.MUSTER

    def index(self, pos: SolitairePosition) -> int:
        return pos.rules.grid.index(self.hex)


class Fire(SolitaireChapter):
    """What dice do, and what is added to them."""

    bonus_turn: ClassVar[int] = 6

    @case("10.2", "12.3", "1.3")
    def german_modifiers(self, pos: SolitairePosition, hex_: int, round_: int) -> list[Modifier]:
        """What is added to the dice of a German force that attacks a hex."""
        found = self._terrain(hex_, self.law.terrain[hex_].german(bool(pos.force & self.law.mechanized)))
        if round_ == 1 and pos.turn == self.bonus_turn:
            found.append(Modifier(1, f"turn {self.bonus_turn} combat bonus", "12.3", "turn"))
        return found

    @case("10.2", "10.3", "1.3")
    def soviet_modifiers(self, hex_: int, round_: int, river: bool) -> list[Modifier]:
        """What is added to the dice of the Soviets that defend a hex, attacked over a river or not."""
        found = self._terrain(hex_, self.law.terrain[hex_].soviet_defender)
        return found + self._river("attack across a river") if river and round_ == 1 else found

    @case("10.3", "11.2")
    def german_modifiers_in_breakout(self, hex_: int, pocket: int) -> list[Modifier]:
        """What is added to German dice against a breakout: the Germans defend the hex themselves (R44).

        It crosses a river when every hexside between the hex and the pocket is one (R10).
        """
        beside = bits(self.law.grid.around(hex_) & pocket)
        river = beside and all(self.law.river_between(other, hex_) for other in beside)
        return self._river("the breakout crosses a river") if river else []

    @case("10.2", "11.2")
    def soviet_modifiers_in_breakout(self, hex_: int) -> list[Modifier]:
        """What is added to the dice of the Soviets that break out through a hex."""
        return self._terrain(hex_, self.law.terrain[hex_].soviet_breakout, "Germans")

    def _terrain(self, hex_: int, drm: int, who: str = "Soviets") -> list[Modifier]:
        terrain = self.law.terrain[hex_].terrain
        return [Modifier(drm, f"{who} in {PLACES.get(terrain, terrain)}", "10.2", "terrain")] if drm else []

    def _river(self, text: str) -> list[Modifier]:
        return [Modifier(self.law.terrain_effects["river"].soviet_defender, text, "10.3", "river")]

    @case("10.4")
    def step_by_step(
        self, pos: SolitairePosition, fray: Fray, muster: Callable[[], None], fire: Callable[[int], int]
    ) -> bool:
        """Fire on until the round is over or one side is gone; False when hits are to be allotted first.

        ``fire`` does one step, and tells how many hits the player must allot before it goes on.
        """
        step, steps = fray.step, fray.steps
        if step == Step.MUSTER:
            muster()
            pos.hit = pos.reduced & pos.force
            step = steps[1]
        while step != Step.OVER and pos.standing and pos.fighting:
            if left := fire(step):
                hits = Losses("soviet" if step == Step.GERMAN_FIRE else "german", left)
                pos.frames[-1:] = [replace(fray, step=step), hits]
                return False
            step = steps[steps.index(step) + 1]
        return True

    @case("10.1", "10.4")
    def volley(
        self, pos: SolitairePosition, shooters: int, at: Side, drms: Iterable[Modifier], umpire: Umpire
    ) -> int:
        """Ground units fire one by one, a die for each factor of their CDR, while there is somebody to hit.

        When the player is to choose who takes hits they stop; how many hits those are.
        """
        losses = self.law.losses
        modifier = sum([drm.value for drm in drms])
        by_die = self.law.fire_tables[at == "german"][modifier]
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
    def from_the_air(self, pos: SolitairePosition, at: Side, umpire: Umpire) -> None:
        """Aircraft attack each enemy unit with one unmodified die; hits beyond its steps are ignored."""
        by, units = "soviet" if at == "german" else "german", self.law.losses.targets(pos, at)
        dice = umpire.throw(f"air {by}", units.bit_count(), each=True)
        by_die = self.law.fire_tables[at == "german"][0]
        each = [by_die[die] for die in dice]
        umpire.tell("bombed", by=by, units=pos.names(units), dice=tuple(dice), each=tuple(each))
        for unit, hits in zip(bits(units), each, strict=True):
            for _ in range(min(hits, pos.steps(1 << unit))):
                self.law.losses.take_hit(pos, unit, umpire)
