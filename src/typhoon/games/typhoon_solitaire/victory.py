"""How to win: the checks and Moscow (4)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, NamedTuple

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted


class Check(NamedTuple):
    """A check of the victory phase, as it stands."""

    turn: int
    name: str
    what: str
    stands: str
    reason: str
    """Why it would fail; empty when it would be passed."""
    share: float
    """How much of it has been done, from 0 to 1."""


class Victory(SolitaireChapter):
    """Who is winning."""

    pocket_turn: ClassVar[int] = 2
    pocket_hexes: ClassVar[int] = 200
    front_turn: ClassVar[int] = 3
    points_turn: ClassVar[int] = 4
    points_needed: ClassVar[int] = 16
    line: ClassVar[int] = 29
    """On turn 4 no Soviet hex may be left west of this column (R4)."""
    decided: ClassVar[float] = 128.0
    """What a game won or lost is worth, in points: more than can be gained otherwise."""

    @cached_property
    def west(self) -> int:
        """The hexes west of the line."""
        return self.law.hexes_where(lambda column, row: column < self.line)

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
        return [self._pockets(pos), self._front(pos), self._winter_quarters(pos), self._line(pos)]

    @case("4.2")
    def _pockets(self, pos: SolitairePosition) -> Check:
        tally, needed = pos.tally, self.pocket_hexes
        reason = "" if tally >= needed else f"{counted(tally, 'pocket hex', 'pocket hexes')} of {needed}"
        stands, share = f"{tally} of {needed}", min(1.0, tally / needed)
        return Check(self.pocket_turn, "pocket check", "Pocket hexes", stands, reason, share)

    @case("4.3")
    def _front(self, pos: SolitairePosition) -> Check:
        control = self.law.control
        gaps = control.gaps(pos)
        count = gaps.bit_count()
        where = ", ".join(self.law.grid.numbers(gaps)[:5])
        reason = f"{counted(count, 'gap')} in the front ({where})" if gaps else ""
        share = 1.0 - count / max(1, control.front(pos).bit_count())
        return Check(self.front_turn, "front check", "Front integrity", counted(count, "gap"), reason, share)

    @case("4.4")
    def _winter_quarters(self, pos: SolitairePosition) -> Check:
        points, needed = self.points(pos), self.points_needed
        stands, share = f"{points} of {needed}", min(1.0, points / needed)
        reason = "" if points >= needed else f"{stands} victory points"
        return Check(self.points_turn, "winter quarters check", "Victory points", stands, reason, share)

    @case("4.4")
    def _line(self, pos: SolitairePosition) -> Check:
        count, hexes = self.left_behind(pos).bit_count(), f"west of column {self.line}"
        reason = f"{counted(count, 'Soviet hex', 'Soviet hexes')} {hexes}" if count else ""
        share = 1.0 - count / self._soviet_at_first
        what = f"Soviet hexes {hexes}"
        return Check(self.points_turn, "winter quarters check", what, str(count), reason, share)

    @cached_property
    def _soviet_at_first(self) -> int:
        """Soviet hexes west of the line at the start."""
        return max(1, (self.west & ~self.law.german_at_start).bit_count())

    @case("4.1", "4.2", "4.3", "4.4", "13.4")
    def shortfall(self, pos: SolitairePosition) -> tuple[str, str] | None:
        """The check of this turn that fails, and why; None when play goes on."""
        for check in self.checks(pos):
            if check.turn == pos.turn and check.reason:
                return check.name, check.reason
        return None

    # The end of the game

    def win(self, pos: SolitairePosition, reason: str, umpire: Umpire) -> None:
        self._over(pos, "german victory", "german", reason, umpire)

    def lose(self, pos: SolitairePosition, at: str, reason: str, umpire: Umpire) -> None:
        self._over(pos, f"german defeat: {at}", "soviet", reason, umpire)

    def _over(self, pos: SolitairePosition, level: str, winner: str, reason: str, umpire: Umpire) -> None:
        pos.result = Result(level, winner, {"german": self.points(pos)}, reason)
        umpire.tell("over", level=level, reason=reason)

    # What a position is worth

    def value(self, pos: SolitairePosition, side: str) -> float:
        """What a position is worth, in victory points.

        Towns count what they count.  Each check, and the way to Moscow, counts as many points as the check
        of turn 4 asks for, by the share of it that has been done; one that is over was passed.  A game won
        or lost counts ``decided``.
        """
        if pos.result is not None:
            worth = self.decided if pos.result.winner == "german" else -self.decided
        else:
            shares = [check.share if check.turn >= pos.turn else 1.0 for check in self.checks(pos)]
            worth = self.points(pos) + self.points_needed * (sum(shares) + self._advance(pos))
        return worth if side == "german" else -worth

    def _advance(self, pos: SolitairePosition) -> float:
        """How much of the way to Moscow has been made."""
        rings = self._around_moscow
        distance = next(distance for distance, hexes in enumerate(rings) if hexes & pos.german)
        return 1.0 - distance / (len(rings) - 1)

    @cached_property
    def _around_moscow(self) -> list[int]:
        """What lies within 0, 1, 2 and more hexes of Moscow, as far as the first German hex."""
        found = [self.law.moscow]
        while not found[-1] & self.law.german_at_start:
            found.append(self.law.grid.grow(found[-1]))
        return found
