"""What the sides fight for: places and edges of the map, weighed by scenario."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.staff.weights import Aims
from typhoon.games.operation_typhoon.victory import (
    GUDERIAN_TOWNS,
    HOEPNER_TOWNS,
    KLUGE_TOWNS,
    KREMLIN,
    RAIDERS,
    TULA,
)
from typhoon.hexgrid import bits

POINT = 1.0
"""What a victory point of a city is worth."""


BEHIND_MOSCOW = ("B3445", "B3154", "B1652", "B0646", "B2139", "A1443", "A0234")
"""Places on the roads from Moscow to the east."""
RING = 2.0
"""What they are worth beside their points to those who want to encircle Moscow."""
PAST_MOSCOW = 0.6
"""What Moscow is worth to those who want to go past it, as a share of its points."""


def places(pos: TyphoonPosition, aims: Aims, plan: str = "") -> dict[int, float]:
    """The hexes to be taken or held, with what they are worth; a plan changes that for the Germans."""
    grid, scenario = pos.ground.grid, pos.rules.scenario.id
    found: dict[int, float] = {}

    def add(numbers: tuple[str, ...], worth: float) -> None:
        for number in numbers:
            if number in grid:
                hex_ = grid.index(number)
                found[hex_] = found.get(hex_, 0.0) + worth

    if scenario == "guderian":
        add(GUDERIAN_TOWNS, aims.town)
        add((TULA,), aims.tula)
        return found
    if scenario == "hoepner":
        add(HOEPNER_TOWNS, aims.town)
    elif scenario == "kluge":
        add(KLUGE_TOWNS, aims.town)
        add((KREMLIN,), aims.kremlin)
    for hex_, points in pos.ground.vp.items():
        found[hex_] = found.get(hex_, 0.0) + POINT * points * (1.0 if pos.rules.scenario.plans else 0.3)
    if plan == "encirclement":
        add(BEHIND_MOSCOW, RING)
    elif plan == "broad-front":
        kremlin = grid.index(KREMLIN)
        for hex_ in bits(grid.disc(kremlin, 2) & pos.ground.cities):
            found[hex_] *= PAST_MOSCOW
    return found


def destroyed(pos: TyphoonPosition, aims: Aims, *, hunted: bool = False) -> float:
    """What a destroyed Soviet unit is worth: points decide the campaign, and may shift the level of 18.29."""
    if pos.rules.scenario.plans:
        return POINT
    if pos.rules.scenario.id == "hoepner":
        return aims.hunted if hunted else POINT / 2
    return 0.0


def exits(pos: TyphoonPosition, aims: Aims, in_step: bool = False) -> dict[int, float]:
    """Hexes from which German units should leave the map, with what that is worth."""
    edges = pos.ground.edges
    wanted = wanted_edges(pos, aims, in_step)
    return {hex_: worth for edge, worth in wanted.items() for hex_ in bits(edges[edge])}


def wanted_edges(pos: TyphoonPosition, aims: Aims, in_step: bool = False) -> dict[str, float]:
    """The edges over which more German units should leave, the most worth having last.

    In step with the towns, that is as long as it counts for a level with those that are held.
    """
    found = {"east": aims.raid} if east_raid(pos) else {}
    if more_to_leave(pos, "south", in_step):
        first = in_step and not pos.rules.victory.left_by(pos, "south")
        found["south"] = aims.first_exit if first else aims.exit
    if more_to_leave(pos, "north", in_step):
        found["north"] = aims.exit
    return found


def more_to_leave(pos: TyphoonPosition, edge: str, in_step: bool = False) -> int:
    """How many more units should leave by an edge; in step, with the towns that are held and one more."""
    scenario, most = pos.rules.scenario.id, 0
    if edge == "east":
        return east_raid(pos)
    if edge == "south" and scenario == "hoepner":
        towns = _held(pos, HOEPNER_TOWNS) if in_step else len(HOEPNER_TOWNS)
        most = 6 if towns >= 5 else 4 if towns == 4 else 2
    elif edge == "north" and scenario == "guderian" and _held(pos, (TULA,)):
        most = 4 if not in_step or _held(pos, GUDERIAN_TOWNS) >= 3 else 0
    return max(0, most - pos.rules.victory.left_by(pos, edge))


def _held(pos: TyphoonPosition, towns: tuple[str, ...]) -> int:
    return (pos.control[GERMAN] & pos.ground.hexes(towns)).bit_count()


def east_raid(pos: TyphoonPosition) -> int:
    """How many more units are needed over the east edge."""
    needed = RAIDERS.get(pos.rules.scenario.id, 0)
    return max(0, needed - pos.rules.victory.left_by(pos, "east"))
