"""How far the player is from passing the checks, at any time (4)."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire import victory
from typhoon.games.typhoon_solitaire.control import gaps
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted


class Check(NamedTuple):
    turn: str
    what: str
    stands: str
    passed: bool
    case: str


def checks(pos: SolitairePosition) -> list[Check]:
    """Every check that the scenario has, as it stands now."""
    found = []
    open_ = gaps(pos).bit_count()
    front = Check(str(victory.FRONT_TURN), "Front integrity", counted(open_, "gap"), not open_, "4.3")
    if pos.rules.scenarios[pos.scenario].checks_dropped:
        found.append(front)
    else:
        enough = pos.tally >= victory.POCKET_HEXES
        tally = f"{pos.tally} of {victory.POCKET_HEXES}"
        found.append(Check(str(victory.POCKET_TURN), "Pocket hexes", tally, enough, "4.2"))
        found.append(front)
        points, behind = victory.points(pos), victory.left_behind(pos).bit_count()
        turn = str(victory.POINTS_TURN)
        stands = f"{points} of {victory.POINTS}"
        found.append(Check(turn, "Victory points", stands, points >= victory.POINTS, "4.4"))
        hexes = f"Soviet hexes west of column {victory.LINE_COLUMN}"
        found.append(Check(turn, hexes, str(behind), not behind, "4.4"))
    taken = victory.holds_moscow(pos)
    found.append(Check("any", "Moscow", "taken" if taken else "Soviet", taken, "4.5"))
    return found


def before_the_check(pos: SolitairePosition) -> list[str]:
    """What a player should know before the phase is ended."""
    texts = []
    idle = (pos.in_play & ~pos.done).bit_count()
    if idle:
        texts.append(f"{counted(idle, 'unit')} could still move (9.0)")
    if not victory.holds_moscow(pos) and (failed := victory.shortfall(pos)):
        check, reason = failed
        texts.append(f"the {check} would fail and the game be lost: {reason} (4.1)")
    return texts
