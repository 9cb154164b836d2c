"""How to win: the checks and Moscow (4)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, NamedTuple

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.games.typhoon_solitaire.law import SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted


class Check(NamedTuple):
    """A check of the victory phase, as it stands."""

    turn: int
    name: str
    what: str
    stands: str
    passed: bool
    reason: str
    """Why it would fail, if it did."""


class VictoryCheck(SolitairePhase, frozen=True, tag="victory-check"):
    """Moscow is looked at first (R37), then the check of the turn."""

    about: ClassVar[str] = "4.1"

    @property
    def name(self) -> str:
        return "victory check"

    @case("4.1", "4.2", "4.3", "4.4", "4.5", "5.4")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        victory = pos.rules.victory
        if victory.holds_moscow(pos):
            victory.end(pos, "Moscow is taken", umpire)
        elif failed := victory.shortfall(pos):
            victory.end(pos, failed.reason, umpire, failed.name)
        pos.frames.pop()
        return False


class Victory(SolitaireChapter):
    """Who is winning."""

    pocket_turn: ClassVar[int] = 2
    pocket_hexes: ClassVar[int] = 200
    front_turn: ClassVar[int] = 3
    points_turn: ClassVar[int] = 4
    points_needed: ClassVar[int] = 16
    line: ClassVar[int] = 29
    """On turn 4 no Soviet hex may be left west of this column (R4)."""

    @cached_property
    def west(self) -> int:
        """The hexes west of the line."""
        return self.law.hexes_where(lambda column, row: column < self.line)

    @cached_property
    def points_of(self) -> dict[int, int]:
        """What the towns and cities count that count at all, by hex."""
        return {self.law.grid.index(place.hex): place.vp for place in self.law.settlements if place.vp}

    @cached_property
    def _places(self) -> list[tuple[int, Score]]:
        index = self.law.grid.index
        return [
            (1 << index(place.hex), Score("german", place.vp, place.name, "4.4", place.hex))
            for place in self.law.settlements
            if place.vp
        ]

    @case("4.4")
    def scores(self, pos: SolitairePosition) -> list[Score]:
        """Towns and cities east of the first front line that are German."""
        return [score for hex_, score in self._places if pos.german & hex_]

    @case("4.4")
    def points(self, pos: SolitairePosition) -> float:
        return sum([score.points for score in self.scores(pos)])

    @case("4.4")
    def left_behind(self, pos: SolitairePosition) -> int:
        """Soviet hexes west of the line that must be reached by turn 4."""
        return pos.soviet & self.west

    @case("4.5")
    def holds_moscow(self, pos: SolitairePosition) -> bool:
        return bool(pos.german & self.law.moscow)

    @case("4.5", "11.2")
    def encircles_moscow(self, pocket: int) -> bool:
        """Whether a pocket holds all of Moscow, which wins the game at once (R3)."""
        return not self.law.moscow & ~pocket

    # The checks

    @case("4.1", "13.4")
    def checks(self, pos: SolitairePosition) -> list[Check]:
        """Every check that the scenario has, as it stands now."""
        if self.law.scenario.checks_dropped:
            return [self._front(pos)]
        return [self._pockets(pos), self._front(pos), *self._winter_quarters(pos)]

    @case("4.2")
    def _pockets(self, pos: SolitairePosition) -> Check:
        tally, needed = pos.tally, self.pocket_hexes
        stands, reason = f"{tally} of {needed}", f"{counted(tally, 'pocket hex', 'pocket hexes')} of {needed}"
        return Check(self.pocket_turn, "pocket check", "Pocket hexes", stands, tally >= needed, reason)

    @case("4.3")
    def _front(self, pos: SolitairePosition) -> Check:
        gaps = self.law.control.gaps(pos)
        stands = counted(gaps.bit_count(), "gap")
        reason = f"{stands} in the front ({', '.join(self.law.grid.numbers(gaps)[:5])})"
        return Check(self.front_turn, "front check", "Front integrity", stands, not gaps, reason)

    @case("4.4")
    def _winter_quarters(self, pos: SolitairePosition) -> list[Check]:
        turn, name, hexes = self.points_turn, "winter quarters check", f"west of column {self.line}"
        points, needed, left = self.points(pos), self.points_needed, self.left_behind(pos).bit_count()
        stands, reason = f"{points} of {needed}", f"{points} of {needed} victory points"
        behind = f"{counted(left, 'Soviet hex', 'Soviet hexes')} {hexes}"
        return [
            Check(turn, name, "Victory points", stands, points >= needed, reason),
            Check(turn, name, f"Soviet hexes {hexes}", str(left), not left, behind),
        ]

    @case("4.1", "4.2", "4.3", "4.4", "13.4")
    def shortfall(self, pos: SolitairePosition) -> Check | None:
        """The check of this turn that fails; None when play goes on."""
        return next((c for c in self.checks(pos) if c.turn == pos.turn and not c.passed), None)

    # The end of the game

    def end(self, pos: SolitairePosition, reason: str, umpire: Umpire, lost_at: str = "") -> None:
        """The game is won, or lost at some check."""
        level, winner = (f"german defeat: {lost_at}", "soviet") if lost_at else ("german victory", "german")
        pos.result = Result(level, winner, {"german": self.points(pos)}, reason)
        umpire.tell("over", level=level, reason=reason)
