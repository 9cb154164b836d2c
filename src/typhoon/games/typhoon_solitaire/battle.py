"""Regular combat (10)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.aftermath import bring_back, fall_back, reduced, return_to_pool
from typhoon.games.typhoon_solitaire.breakout import close_pockets
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.control import gain
from typhoon.games.typhoon_solitaire.fire import (
    Fray,
    fire,
    fire_from_the_air,
    german_modifiers,
    soviet_modifiers,
)
from typhoon.games.typhoon_solitaire.forecast import forecast_of_fighting_on
from typhoon.games.typhoon_solitaire.generation import muster
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import not_now
from typhoon.hexgrid import first
from typhoon.mechanics.wording import counted

STEPS = range(7)
MUSTER, SOVIET_AIR, GERMAN_AIR, SOVIET_FIRST_FIRE, GERMAN_FIRE, SOVIET_FIRE, END_OF_ROUND = STEPS
"""What is done next: the five fire steps have their numbers of 10.4."""


class Fight(Order, frozen=True, gc=False):
    """Fight another round, for a movement point."""

    verb: ClassVar[str] = "fight"


class Withdraw(Order, frozen=True, gc=False):
    """Break the battle off and retreat."""

    verb: ClassVar[str] = "withdraw"


class Battle(Fray, frozen=True, tag="battle"):
    """The force on the march fights for the Soviet hex it has entered."""

    about: ClassVar[str] = "10.5"
    round: int = 1
    step: int = MUSTER

    @case("10.0", "10.4", "10.5", "10.7")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        """Fire on, step by step, until one side is gone or the round is over."""
        if self.step == MUSTER:
            muster(pos, self.index(pos), umpire)
            pos.hit = reduced(pos, pos.force)
        if not pos.standing:
            self._won(pos, umpire)
        elif not pos.alive(pos.force):
            self._repulsed(pos, umpire)
        elif self.step == END_OF_ROUND:
            if pos.mp:
                return True
            self._repulsed(pos, umpire)
        elif self.step == MUSTER:
            self.go_to(pos, SOVIET_AIR)
        else:
            self._fire(pos, umpire)
        return False

    @case("10.4", "10.5")
    def _fire(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The next unit of this step fires; when all have fired, the next step follows."""
        rules = pos.rules
        if self.step == SOVIET_AIR:
            self.go_to(pos, GERMAN_AIR)
            aircraft = pos.defenders & rules.of_kind["CAS"] & ~pos.aside
            if aircraft:
                pos.aside |= aircraft
                fire_from_the_air(pos, "soviet", pos.force, "german", umpire)
        elif self.step == GERMAN_AIR:
            self.go_to(pos, SOVIET_FIRST_FIRE)
            if pos.air & pos.force:
                fire_from_the_air(pos, "german", pos.standing, "soviet", umpire)
        elif shooters := self._shooters(pos) & ~pos.fired:
            self._shoot(pos, first(shooters), umpire)
        else:
            self._finish_step(pos)

    def _shooters(self, pos: SolitairePosition) -> int:
        if self.step == GERMAN_FIRE:
            return pos.alive(pos.force)
        early = pos.rules.fires_first
        return pos.standing & (early if self.step == SOVIET_FIRST_FIRE else ~early)

    @case("10.2", "10.3", "12.3")
    def _shoot(self, pos: SolitairePosition, unit: int, umpire: Umpire) -> None:
        hex_, river = self.index(pos), self._over_river(pos)
        if self.step == GERMAN_FIRE:
            mechanized = bool(pos.rules.mechanized >> unit & 1)
            drms = german_modifiers(pos, hex_, mechanized, self.round, breakout=False, river=river)
            fire(pos, unit, "soviet", drms, umpire)
        else:
            drms = soviet_modifiers(pos, hex_, self.round, breakout=False, river=river)
            fire(pos, unit, "german", drms, umpire)

    def _over_river(self, pos: SolitairePosition) -> bool:
        grid = pos.rules.board.grid
        return pos.rules.river_between(grid.index(self.came_from), grid.index(self.hex))

    @case("10.4")
    def _finish_step(self, pos: SolitairePosition) -> None:
        """Artillery and brigades fire only once: they are set aside."""
        if self.step == SOVIET_FIRST_FIRE:
            pos.aside |= pos.defenders & pos.rules.artillery
        elif self.step == SOVIET_FIRE:
            pos.aside |= pos.defenders & pos.rules.of_kind["B"]
        self.go_to(pos, self.step + 1)

    # The decision between rounds

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    def prompt(self, pos: SolitairePosition) -> str:
        left = counted(pos.mp, "movement point")
        return f"Round {self.round} in {self.hex} is over: fight on ({left} left), or withdraw."

    @case("10.5", "9.7")
    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        return [Listed([Fight(), Withdraw()])]

    @case("10.5")
    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, (Fight, Withdraw)):
            return None
        if order.verb in ("march", "halt", "drop", "force", "end"):
            return Ruling("10.5", "the battle goes on: fight another round, or withdraw")
        return not_now(pos, order.verb)

    def preview(self, pos: SolitairePosition, order: Order) -> Preview | None:
        if not isinstance(order, Fight):
            return None
        return forecast_of_fighting_on(pos, self.index(pos), self.round + 1, self._over_river(pos))

    @case("10.5", "9.7", "9.9")
    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Fight):
            pos.mp -= 1
            umpire.tell("round", round=self.round + 1, hex=self.hex, left=pos.mp)
            pos.frames[-1] = msgspec.structs.replace(self, round=self.round + 1, step=GERMAN_AIR)
        else:
            self._repulsed(pos, umpire)

    # How it ends

    @case("10.7", "10.9", "9.8", "3.4")
    def _won(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The hex is taken, the fallen return, and the force may march on."""
        if pos.defenders:
            umpire.tell("won", hex=self.hex, rounds=self.round)
        pos.frames.pop()
        return_to_pool(pos, umpire)
        bring_back(pos, umpire)
        hex_ = self.index(pos)
        gain(pos, 1 << hex_, umpire)
        close_pockets(pos, hex_, self.came_from, umpire)

    @case("10.7", "10.9", "9.9", "8.4")
    def _repulsed(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The force goes back where it came from, and has finished."""
        pos.frames.pop()
        return_to_pool(pos, umpire)
        bring_back(pos, umpire)
        fall_back(pos, self.came_from)
        umpire.tell("repulsed", hex=self.hex, to=self.came_from)
