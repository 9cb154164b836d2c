"""Soviet pockets and the attempts to break out of them (11)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.fire import Fray, Step
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition


class Breakout(Fray, frozen=True, tag="breakout", kw_only=True):
    """The Soviets in a pocket attack the force that closed it, for one round."""

    about: ClassVar[str] = "11.2"
    steps = (Step.MUSTER, Step.GERMAN_AIR, Step.GERMAN_FIRE, Step.SOVIET_FIRE, Step.OVER)
    size: int

    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        return pos.rules.pockets.go_on(pos, self, umpire)


class Pockets(SolitaireChapter):
    """What becomes of Soviets who are cut off."""

    tally_turns: ClassVar[range] = range(1, 3)
    """Turns on which pocket hexes are counted (4.2)."""
    penalty: ClassVar[int] = 5
    """Hexes taken off the tally for each hex that broke out (11.3)."""

    @case("11.1", "11.2", "4.5")
    def close(self, pos: SolitairePosition, hex_: int, came_from: str, umpire: Umpire) -> None:
        """See whether a hex that has become German cuts others off; if so, a breakout is attempted at once.

        Several groups that are cut off together make one pocket (R8).
        """
        law = self.law
        pocket = law.control.cut_off_by(pos, hex_)
        if not pocket:
            return
        name, size = law.grid.name[hex_], pocket.bit_count()
        umpire.tell("pocket", hex=name, size=size, hexes=tuple(law.grid.numbers(pocket)))
        if law.victory.encircles_moscow(pocket):  # no breakout from there
            law.victory.end(pos, "Moscow is encircled", umpire)
        else:
            pos.frames.append(Breakout(name, came_from, size=size))

    @case("11.2", "8.5")
    def go_on(self, pos: SolitairePosition, breakout: Breakout, umpire: Umpire) -> bool:
        """Fire on until one side is gone, hits are to be allotted, or the round is over."""
        muster = partial(self._muster, pos, breakout, umpire)
        fire = partial(self._fire, pos, breakout, umpire)
        if self.law.fire.step_by_step(pos, breakout, muster, fire):
            if pos.fighting:
                self._failed(pos, breakout, umpire)
            else:
                self._succeeded(pos, breakout, umpire)
        return False

    @case("11.2")
    def called_up(self, size: int, modified: int) -> int:
        """How many units a modified die lets break out of a pocket."""
        return self.law.breakout_table.units(size, modified)

    @case("11.2", "8.5", "13.5")
    def _muster(self, pos: SolitairePosition, breakout: Breakout, umpire: Umpire) -> None:
        """The table tells how many units there are; which ones, is drawn from the pool."""
        generation = self.law.generation
        die, drms = umpire.roll("breakout"), generation.scenario_modifiers()
        count = self.called_up(breakout.size, die + sum([drm.value for drm in drms]))
        for number in range(count):
            able = pos.pool & self.law.breaks_out
            pos.defenders |= generation.draw(able, f"breakout unit {number + 1}", umpire)
        facts = generation.told(pos, die, drms)
        umpire.tell("breakout", hex=breakout.hex, size=breakout.size, **facts)

    @case("11.2", "10.4")
    def _fire(self, pos: SolitairePosition, breakout: Breakout, umpire: Umpire, step: int) -> int:
        """Steps 2, 4 and 5, in which artillery fires with the others; the hits that the player must allot."""
        fire, hex_ = self.law.fire, breakout.index(pos)
        if step == Step.GERMAN_AIR:
            if pos.air & pos.force:
                fire.from_the_air(pos, "soviet", umpire)
            return 0
        if step == Step.GERMAN_FIRE:
            drms = fire.german_modifiers_in_breakout(hex_, self.law.control.cut_off(pos))
            return fire.volley(pos, pos.fighting, "soviet", drms, umpire)
        return fire.volley(pos, pos.standing, "german", fire.soviet_modifiers_in_breakout(hex_), umpire)

    @case("11.3", "4.2")
    def _succeeded(self, pos: SolitairePosition, breakout: Breakout, umpire: Umpire) -> None:
        """The pocket is lost to the tally five times over, but its hexes turn German all the same (R11)."""
        umpire.tell("broken_out", hex=breakout.hex, size=breakout.size, to=breakout.came_from)
        self._end(pos, max(0, pos.tally - self.penalty * breakout.size), umpire)
        self.law.battles.fall_back(pos, breakout.came_from)

    @case("11.4", "4.2")
    def _failed(self, pos: SolitairePosition, breakout: Breakout, umpire: Umpire) -> None:
        """The pocket is taken, and the force may march on."""
        umpire.tell("contained", hex=breakout.hex, size=breakout.size)
        self._end(pos, pos.tally + breakout.size, umpire)

    @case("4.2")
    def _end(self, pos: SolitairePosition, tally: int, umpire: Umpire) -> None:
        pos.frames.pop()
        self.law.battles.clear(pos, umpire)
        if pos.turn in self.tally_turns and tally != pos.tally:
            pos.tally = tally
            umpire.tell("tally", tally=tally)
        self.law.control.gain(pos, self.law.control.cut_off(pos), umpire)
