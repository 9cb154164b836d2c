"""What the sides fight for: places and edges of the map, weighed by scenario."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.victory import GUDERIAN_TOWNS, HOEPNER_TOWNS, KLUGE_TOWNS, KREMLIN, TULA
from typhoon.hexgrid import bits

TOWN = 5.0
TULA_WORTH = 9.0
KREMLIN_WORTH = 8.0
POINT = 1.0
"""What a victory point of a city is worth."""
EXIT = 3.0
"""What leaving the map is worth where victory asks for it."""
RAID = 3.5
"""What it is worth to leave by the east edge where that shifts the level of victory."""


BEHIND_MOSCOW = ("B3445", "B3154", "B1652", "B0646", "B2139", "A1443", "A0234")
"""Places on the roads from Moscow to the east."""
RING = 2.0
"""What they are worth beside their points to those who want to encircle Moscow."""
PAST_MOSCOW = 0.6
"""What Moscow is worth to those who want to go past it, as a share of its points."""


def places(pos: TyphoonPosition, plan: str = "") -> dict[int, float]:
    """The hexes to be taken or held, with what they are worth; a plan changes that for the Germans."""
    grid, scenario = pos.ground.grid, pos.rules.scenario.id
    found: dict[int, float] = {}

    def add(numbers: tuple[str, ...], worth: float) -> None:
        for number in numbers:
            if number in grid:
                hex_ = grid.index(number)
                found[hex_] = found.get(hex_, 0.0) + worth

    if scenario == "guderian":
        add(GUDERIAN_TOWNS, TOWN)
        add((TULA,), TULA_WORTH)
        return found
    if scenario == "hoepner":
        add(HOEPNER_TOWNS, TOWN)
    elif scenario == "kluge":
        add(KLUGE_TOWNS, TOWN)
        add((KREMLIN,), KREMLIN_WORTH)
    for hex_, points in pos.ground.vp.items():
        found[hex_] = found.get(hex_, 0.0) + POINT * points * (1.0 if pos.rules.scenario.plans else 0.3)
    if plan == "encirclement":
        add(BEHIND_MOSCOW, RING)
    elif plan == "broad-front":
        kremlin = grid.index(KREMLIN)
        for hex_ in bits(grid.disc(kremlin, 2) & pos.ground.cities):
            found[hex_] *= PAST_MOSCOW
    return found


def destroyed(pos: TyphoonPosition) -> float:
    """What a destroyed Soviet unit is worth: points decide the campaign, and may shift the level of 18.29."""
    if pos.rules.scenario.plans:
        return POINT
    return POINT / 2 if pos.rules.scenario.id == "hoepner" else 0.0


def exits(pos: TyphoonPosition) -> dict[int, float]:
    """Hexes from which German units should leave the map, with what that is worth."""
    scenario = pos.rules.scenario.id
    hexes = pos.rules.arrivals.exit_hexes(GERMAN)
    found: dict[int, float] = {}
    if east_raid(pos):
        found = dict.fromkeys(bits(hexes & pos.ground.east_edge), RAID)
    if scenario == "hoepner":
        south = hexes & ~pos.ground.east_edge
        if out_by(pos, south) < 6:
            found |= dict.fromkeys(bits(south), EXIT)
    if scenario == "guderian":
        north = hexes & pos.ground.north_edge
        if out_by(pos, north) < 4 and pos.control[GERMAN] >> pos.ground.grid.index(TULA) & 1:
            found |= dict.fromkeys(bits(north), EXIT)
    return found


def out_by(pos: TyphoonPosition, hexes: int) -> int:
    """How many units have left the map from these hexes."""
    return sum([1 for hex_ in pos.exited.values() if hexes >> hex_ & 1])


EAST_NEEDED = {"guderian": 5, "hoepner": 3, "kluge": 3}
"""Units over the east edge that shift the level of victory."""


def east_raid(pos: TyphoonPosition) -> int:
    """How many more units are needed over the east edge."""
    needed = EAST_NEEDED.get(pos.rules.scenario.id, 0)
    return max(0, needed - out_by(pos, pos.ground.east_edge))
