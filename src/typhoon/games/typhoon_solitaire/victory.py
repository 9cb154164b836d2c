"""How to win: the checks and Moscow (4)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.games.typhoon_solitaire.control import gaps
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted

POCKET_TURN, POCKET_HEXES = 2, 200
FRONT_TURN = 3
POINTS_TURN, POINTS = 4, 16
LINE_COLUMN = 29
"""On turn 4 no Soviet hex may be left west of this column (R4)."""


@case("4.4")
def scores(pos: SolitairePosition) -> list[Score]:
    """Towns and cities east of the first front line that are German."""
    index = pos.rules.board.grid.index
    return [
        Score("german", place.vp, place.name, "4.4")
        for place in pos.rules.settlements
        if place.vp and pos.german >> index(place.hex) & 1
    ]


@case("4.4")
def points(pos: SolitairePosition) -> int:
    return sum(score.points for score in scores(pos))


@case("4.4")
def left_behind(pos: SolitairePosition) -> int:
    """Soviet hexes west of the line that must be reached by turn 4."""
    return pos.soviet & pos.rules.west_of_line


@case("4.5")
def holds_moscow(pos: SolitairePosition) -> bool:
    return bool(pos.german & pos.rules.moscow)


@case("4.1", "4.2", "4.3", "4.4", "13.4")
def shortfall(pos: SolitairePosition) -> tuple[str, str] | None:
    """The check of this turn that fails, and why; None when play goes on."""
    dropped = pos.rules.scenarios[pos.scenario].checks_dropped
    if pos.turn == POCKET_TURN and not dropped and pos.tally < POCKET_HEXES:
        return "pocket check", f"{counted(pos.tally, 'pocket hex', 'pocket hexes')} of {POCKET_HEXES}"
    if pos.turn == FRONT_TURN and (open_ := gaps(pos)):
        where = ", ".join(pos.rules.board.grid.numbers(open_)[:5])
        return "front check", f"{counted(open_.bit_count(), 'gap')} in the front ({where})"
    if pos.turn == POINTS_TURN and not dropped:
        if points(pos) < POINTS:
            return "winter quarters check", f"{points(pos)} of {POINTS} victory points"
        if left := left_behind(pos):
            hexes = counted(left.bit_count(), "Soviet hex", "Soviet hexes")
            return "winter quarters check", f"{hexes} west of column {LINE_COLUMN}"
    return None


def win(pos: SolitairePosition, reason: str, umpire: Umpire) -> None:
    _over(pos, "german victory", "german", reason, umpire)


def lose(pos: SolitairePosition, at: str, reason: str, umpire: Umpire) -> None:
    _over(pos, f"german defeat: {at}", "soviet", reason, umpire)


def _over(pos: SolitairePosition, level: str, winner: str, reason: str, umpire: Umpire) -> None:
    pos.result = Result(level, winner, {"german": points(pos)}, reason)
    umpire.tell("over", level=level, reason=reason)
