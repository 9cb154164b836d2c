"""The plan of operations: which walls are to be raised on which turn."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.ground import Ground
from typhoon.games.typhoon_solitaire.staff.walls import wall


class Operation(NamedTuple):
    turns: range
    points: tuple[str, ...]
    west: int
    formations: tuple[str, ...]


def _operation(first: int, last: int, west: int, formations: str, points: str) -> Operation:
    return Operation(range(first, last + 1), tuple(points.split()), west, tuple(formations.split()))


class Wall(NamedTuple):
    hexes: int
    units: int
    closes: bool


ALL = "9A PG3 4A PG4 2A PG2"
TYPHOON = (
    _operation(1, 2, 0, "PG3 PG4 4A 9A", "1313 2112 2614 2716 2621 2325 1728"),
    _operation(1, 2, 0, "PG2 2A", "1732 2131 2733 2837 2742 2446 1849"),
    _operation(2, 2, 0, "PG4 4A 2A", "2621 2726 2733"),
    _operation(2, 2, 0, "9A PG3", "2614 2501"),
    _operation(2, 2, 0, "PG2", "2742 2751"),
    _operation(3, 3, 0, ALL, "2601 2608 2614 2721 2527 2533 2738 2742 2751"),
    _operation(4, 4, 28, ALL, "2801 2808 2814 2821 2827 2833 2838 2842 2851"),
    _operation(2, 4, 0, "PG2", "2742 3150"),
    _operation(2, 4, 0, "PG2", "2838 3239"),
    _operation(2, 4, 0, "PG4 4A", "2621 3525"),
    _operation(2, 4, 0, "PG4 4A", "2621 3720"),
    _operation(2, 4, 0, "PG3 9A", "2614 3611"),
    _operation(3, 4, 0, "PG3 9A", "2608 3703"),
    _operation(3, 4, 0, "PG3 4A PG4", "2717 3515"),
    _operation(2, 4, 0, "PG2 2A", "2733 2928"),
)


def walls(ground: Ground, pos: SolitairePosition) -> list[Wall]:
    """The Soviet hexes of each wall of the turn, with its weight."""
    found = []
    ids = pos.rules.formation_ids
    for operation in TYPHOON:
        if pos.turn in operation.turns:
            points = [ground.grid.index(n) for n in operation.points if n in ground.grid]
            hexes = sum([1 << hex_ for hex_ in wall(ground, pos, points, operation.west)]) & pos.soviet
            if hexes:
                formations = sum([1 << ids.index(f) for f in operation.formations if f in ids])
                found.append(Wall(hexes, pos.rules.units_of_formations(formations), len(points) > 2))
    return found
