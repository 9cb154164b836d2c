"""Soviet pockets and the attempts to break out of them (11)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.aftermath import bring_back, fall_back, reduced, return_to_pool
from typhoon.games.typhoon_solitaire.control import cut_off, cut_off_by, gain
from typhoon.games.typhoon_solitaire.fire import (
    Fray,
    breaks_out_over_river,
    fire,
    fire_from_the_air,
    german_modifiers,
    soviet_modifiers,
)
from typhoon.games.typhoon_solitaire.generation import scenario_modifier
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.victory import win
from typhoon.hexgrid import bits, first

GERMAN_AIR, GERMAN_FIRE, SOVIET_FIRE = 2, 4, 5
"""The steps of 10.4 that a breakout battle has (11.2)."""
MUSTER, OVER = 0, 6
STEPS = (MUSTER, GERMAN_AIR, GERMAN_FIRE, SOVIET_FIRE, OVER)

TALLY_TURNS = range(1, 3)
PENALTY = 5
"""Hexes taken off the tally for each hex that broke out (11.3)."""


@case("11.1", "11.2", "4.5")
def close_pockets(pos: SolitairePosition, hex_: int, came_from: str, umpire: Umpire) -> None:
    """See whether a hex that has become German cuts others off; if so, a breakout is attempted at once.

    Several groups that are cut off together make one pocket (R8).
    """
    pocket = cut_off_by(pos, hex_)
    if not pocket:
        return
    name = pos.rules.board.grid.name[hex_]
    umpire.tell(
        "pocket", hex=name, size=pocket.bit_count(), hexes=tuple(pos.rules.board.grid.numbers(pocket))
    )
    if pos.rules.moscow & ~pocket:
        pos.frames.append(Breakout(name, came_from, pocket.bit_count()))
    else:
        win(pos, "Moscow is encircled", umpire)  # no breakout from there


class Breakout(Fray, frozen=True, tag="breakout"):
    """The Soviets in a pocket attack the force that closed it, for one round."""

    about: ClassVar[str] = "11.2"
    size: int
    step: int = MUSTER

    @case("11.2", "8.5")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        if self.step == MUSTER:
            self._muster(pos, umpire)
        elif not pos.alive(pos.force):
            self._succeeded(pos, umpire)
        elif self.step == OVER or not pos.standing:
            self._failed(pos, umpire)
        else:
            self._fire(pos, umpire)
        return False

    @case("11.2", "8.5", "13.5")
    def _muster(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The table tells how many units there are; which ones, is drawn from the pool."""
        drms = scenario_modifier(pos)
        die = umpire.roll("breakout")
        modified = die + sum([drm.value for drm in drms])
        count = pos.rules.breakout_table.units(self.size, modified)
        for number in range(count):
            able = bits(pos.pool & pos.rules.breaks_out)
            drawn = umpire.roll(f"breakout unit {number + 1}", len(able)) if len(able) > 1 else 1
            pos.defenders |= 1 << able[drawn - 1]
        umpire.tell(
            "breakout",
            hex=self.hex,
            size=self.size,
            die=die,
            modified=modified,
            modifiers=tuple([(drm.value, drm.text, drm.case) for drm in drms]),
            units=pos.names(pos.defenders),
        )
        pos.hit = reduced(pos, pos.force)
        self.go_to(pos, GERMAN_AIR)

    @case("11.2", "10.4")
    def _fire(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Steps 2, 4 and 5; artillery fires with the others."""
        hex_ = self.index(pos)
        if self.step == GERMAN_AIR:
            self.go_to(pos, GERMAN_FIRE)
            if pos.air & pos.force:
                fire_from_the_air(pos, "german", pos.standing, "soviet", umpire)
            return
        german = self.step == GERMAN_FIRE
        shooters = (pos.alive(pos.force) if german else pos.standing) & ~pos.fired
        if not shooters:
            self.go_to(pos, self.step + 1)
        elif german:
            river = self._over_river(pos)
            drms = german_modifiers(pos, hex_, mechanized=False, round_=1, breakout=True, river=river)
            fire(pos, first(shooters), "soviet", drms, umpire)
        else:
            drms = soviet_modifiers(pos, hex_, round_=1, breakout=True, river=False)
            fire(pos, first(shooters), "german", drms, umpire)

    def _over_river(self, pos: SolitairePosition) -> bool:
        return breaks_out_over_river(pos, self.index(pos), cut_off(pos))

    @case("11.3", "4.2")
    def _succeeded(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The pocket is lost to the tally five times over, but its hexes turn German all the same (R11)."""
        pos.frames.pop()
        umpire.tell("broken_out", hex=self.hex, size=self.size, to=self.came_from)
        return_to_pool(pos, umpire)
        bring_back(pos, umpire)
        self._count(pos, max(0, pos.tally - PENALTY * self.size), umpire)
        gain(pos, cut_off(pos), umpire)
        fall_back(pos, self.came_from)

    @case("11.4", "4.2")
    def _failed(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The pocket is taken, and the force may march on."""
        pos.frames.pop()
        umpire.tell("contained", hex=self.hex, size=self.size)
        return_to_pool(pos, umpire)
        bring_back(pos, umpire)
        self._count(pos, pos.tally + self.size, umpire)
        gain(pos, cut_off(pos), umpire)

    @case("4.2")
    def _count(self, pos: SolitairePosition, tally: int, umpire: Umpire) -> None:
        if pos.turn in TALLY_TURNS and tally != pos.tally:
            pos.tally = tally
            umpire.tell("tally", tally=tally)
