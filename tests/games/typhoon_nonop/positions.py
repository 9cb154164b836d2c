"""Small words for the case tests: set up a position, give orders, look what came of them.

P0835 is the middle of a block of clear hexes, three hexes around, without roads, railways or rivers, far
from all fortifications; P3131 is one of two hexes around on the Soviet side.  Even columns lie half a hex
lower: P0835 touches P0834, P0836, P0735, P0736, P0935 and P0936; P3131 touches P3130, P3132, P3030, P3031,
P3230 and P3231.
"""

from typing import Any

import typhoon
from tests.words import give, happened, offered, refused, told, unit, where  # noqa: F401
from typhoon import Game

INFANTRY, OTHER_INFANTRY = "G-V-5-ID", "G-V-35-ID"
"""German infantry divisions: 7-9, MA 5, four steps, four stacking points."""
PANZERS, RIFLES, MORE_RIFLES = "G-XLVI-5-Pz-PzR-31", "G-XLVI-5-Pz-SR-13", "G-XLVI-5-Pz-SR-14"
"""5th Panzer Division: 6-4, 3-4 and 3-4, MA 8, two steps, two stacking points each."""
RECON, ENGINEERS = "G-XLVI-5-Pz-Recon-5", "G-XLVI-Pi-602-mot"
GUN, OTHER_GUN, GERMAN_CAVALRY = "G-V-arty-1", "G-V-arty-2", "G-XXXV-1-Cav-Div"
POINT = "G-MSU-1"
SOVIETS, OTHER_SOVIETS, THIRD_SOVIETS = "S-22-126", "S-22-133", "S-22-174"
"""Soviet rifle divisions: 3-4, MA 5, three steps, three stacking points."""
TANKS, OTHER_TANKS = "S-16-127-tk", "S-WF-res-143-tk"
"""Soviet tank brigades: 4-2, MA 8, two steps."""
CAVALRY, GUARDS, NKVD = "S-WF-res-45-cav", "S-Ermakov-2G", "S-NKVD-Vyazma"
MILITIA = "S-24-139"
SOVIET_GUN, OTHER_SOVIET_GUN, ROCKETS = "S-16-1-arty", "S-16-2-arty", "S-16-Gds-rocket"
SOVIET_POINT = "S-MSU-1"
HQ16, HQ19, HQ20, HQ22, HQ30, HQ49 = "S-HQ-16", "S-HQ-19", "S-HQ-20", "S-HQ-22", "S-HQ-30", "S-HQ-49"
HQ3, HQ13 = "S-HQ-3", "S-HQ-13"


def position(**given: Any) -> Game:
    """A position of our own on turn 3, with any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build("typhoon-nonop", **{"turn": 3, **chance, **given})


def nonop(hex_: str) -> dict[str, Any]:
    """An HQ on its Non-Op side."""
    return {"hex": hex_, "nonop": True}


def reach(game: Game, name: str, verb: str = "move") -> dict[str, float]:
    """Where a unit may go, with the movement points it takes."""
    return game.destinations([name], verb)


def step(mover: str, start: str, to: str, side: str = "german", **given: Any) -> float | None:
    """What it costs a unit to go from hex to hex; None where it cannot."""
    phase = f"{side} movement"
    game = position(units={mover: start}, phase=phase, **given)
    return reach(game, mover).get(to)
