"""Regular combat (10)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.fire import Fray, Step
from typhoon.games.typhoon_solitaire.forecast import forecast_of_fighting_on
from typhoon.games.typhoon_solitaire.law import PlainAct, SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted


class Fight(Order, frozen=True, gc=False):
    """Fight another round, for a movement point."""

    verb: ClassVar[str] = "fight"


class Withdraw(Order, frozen=True, gc=False):
    """Break the battle off and retreat."""

    verb: ClassVar[str] = "withdraw"


class Battle(Fray, frozen=True, tag="battle"):
    """The force on the march fights for the Soviet hex it has entered."""

    about: ClassVar[str] = "10.5"
    steps = tuple(range(Step.OVER + 1))
    round: int = 1

    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        return pos.rules.battles.go_on(pos, self, umpire)

    def prompt(self, pos: SolitairePosition) -> str:
        left = counted(pos.mp, "movement point")
        return f"Round {self.round} of the battle in {self.hex} is over: fight on ({left} left), or withdraw."

    @case("10.5")
    def misplaced(self, pos: SolitairePosition, order: Order) -> Ruling:
        if order.verb in ("march", "halt", "drop", "force", "end"):
            return Ruling("10.5", "the battle goes on: fight another round, or withdraw")
        return super().misplaced(pos, order)

    def over_river(self, pos: SolitairePosition) -> bool:
        return pos.rules.river_between(pos.rules.grid.index(self.came_from), self.index(pos))


class Battles(SolitaireChapter):
    """How a battle is fought."""

    last_regroup: ClassVar[int] = 5
    """The last turn on which reduced units are brought up to full strength (10.10)."""

    @case("10.0", "10.5", "10.7")
    def go_on(self, pos: SolitairePosition, battle: Battle, umpire: Umpire) -> bool:
        """Fire on until one side is gone, hits are to be allotted, or the round is over."""
        muster = partial(self.law.generation.muster, pos, battle.index(pos), umpire)
        if not self.law.fire.step_by_step(pos, battle, muster, partial(self._fire, pos, battle, umpire)):
            return False
        if not pos.standing:
            self.won(pos, battle, umpire)
        elif pos.mp and pos.fighting:
            pos.frames[-1] = replace(battle, step=Step.OVER)
            return True
        else:
            self.repulsed(pos, battle, umpire)
        return False

    @case("10.2", "10.3", "10.4", "12.3")
    def _fire(self, pos: SolitairePosition, battle: Battle, umpire: Umpire, step: int) -> int:
        """One step of a round; the hits that the player must allot before it goes on."""
        fire, hex_, left = self.law.fire, battle.index(pos), 0
        if step == Step.SOVIET_AIR:
            if aircraft := pos.defenders & self.law.of_kind["CAS"] & ~pos.aside:
                pos.aside |= aircraft
                fire.from_the_air(pos, "german", umpire)
        elif step == Step.GERMAN_AIR:
            if pos.air & pos.force:
                fire.from_the_air(pos, "soviet", umpire)
        elif step == Step.GERMAN_FIRE:
            drms = fire.german_modifiers(pos, hex_, battle.round)
            left = fire.volley(pos, pos.fighting, "soviet", drms, umpire)
        else:
            early = self.law.fires_first if step == Step.SOVIET_FIRST_FIRE else ~self.law.fires_first
            if shooters := pos.standing & early:
                drms = fire.soviet_modifiers(hex_, battle.round, battle.over_river(pos))
                left = fire.volley(pos, shooters, "german", drms, umpire)
            if not left and pos.fighting:  # else it is their hex
                pos.aside |= pos.defenders & self.law.fires_once & early
        return left

    # How it ends

    @case("10.7", "10.9", "9.8", "3.4")
    def won(self, pos: SolitairePosition, battle: Battle, umpire: Umpire) -> None:
        """The hex is taken, the fallen return, and the force may march on."""
        if pos.defenders:
            umpire.tell("won", hex=battle.hex, rounds=battle.round)
        pos.frames.pop()
        self.clear(pos, umpire)
        hex_ = battle.index(pos)
        self.law.control.gain(pos, 1 << hex_, umpire)
        self.law.pockets.close(pos, hex_, battle.came_from, umpire)

    @case("10.7", "10.9", "9.9", "8.4")
    def repulsed(self, pos: SolitairePosition, battle: Battle, umpire: Umpire) -> None:
        """The force goes back where it came from, and has finished."""
        pos.frames.pop()
        self.clear(pos, umpire)
        self.fall_back(pos, battle.came_from)
        umpire.tell("repulsed", hex=battle.hex, to=battle.came_from)

    # What it leaves behind

    def clear(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Everybody goes back where he belongs."""
        self._return_to_pool(pos, umpire)
        self._bring_back(pos, umpire)

    @case("8.4", "8.3", "10.8")
    def _return_to_pool(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Soviets return at full strength; rifle divisions replace guards and airborne that fell."""
        if gone := pos.defenders & pos.fallen & self.law.elite:
            pos.dead |= gone
            umpire.tell("destroyed", units=pos.names(gone))
        pos.fallen &= ~pos.defenders
        pos.reduced &= ~pos.defenders
        pos.defenders = pos.aside = pos.hit = pos.fired = 0
        pos.entrusted = False

    @case("10.9", "10.10")
    def _bring_back(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """German units are never lost for good: those that fell return with one step."""
        if fallen := pos.fallen:
            pos.fallen = 0
            pos.reduced |= fallen & self.law.two_steps
            umpire.tell("returned", units=pos.names(fallen))

    @case("9.9", "10.7")
    def fall_back(self, pos: SolitairePosition, to: str) -> None:
        """The beaten force moves back one hex and may do nothing more this turn."""
        pos.move_force(self.law.grid.index(to))
        pos.mp = 0
        pos.done |= pos.force


class Regroup(SolitairePhase, frozen=True, tag="regroup"):
    """Reduced units are brought up to full strength."""

    about: ClassVar[str] = "10.10"

    @property
    def name(self) -> str:
        return "german regroup"

    @case("5.2", "5.3", "10.10")
    def applies(self, pos: SolitairePosition) -> bool:
        return pos.turn <= pos.rules.battles.last_regroup

    @case("10.10")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        if weak := pos.reduced:
            pos.reduced = 0
            umpire.tell("regrouped", units=pos.names(weak))
        pos.frames.pop()
        return False


class FightOn(PlainAct[Battle, Fight]):
    """Pay for another round."""

    phase = Battle
    kind = Fight

    def preview(self, pos: SolitairePosition, phase: Battle, order: Fight) -> Preview:
        return forecast_of_fighting_on(pos, phase.index(pos), phase.round + 1, phase.over_river(pos))

    @case("10.5", "9.7")
    def apply(self, pos: SolitairePosition, phase: Battle, order: Fight, umpire: Umpire) -> None:
        pos.mp -= 1
        umpire.tell("round", round=phase.round + 1, hex=phase.hex, left=pos.mp)
        pos.frames[-1] = replace(phase, round=phase.round + 1, step=Step.GERMAN_AIR)


class BreakOff(PlainAct[Battle, Withdraw]):
    """Give the battle up."""

    phase = Battle
    kind = Withdraw

    @case("10.5", "9.7", "9.9")
    def apply(self, pos: SolitairePosition, phase: Battle, order: Withdraw, umpire: Umpire) -> None:
        self.law.battles.repulsed(pos, phase, umpire)


ACTS = (FightOn, BreakOff)
