"""The plan of operations: which hexes are to be taken, by whom and on which turns."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.chains import chain
from typhoon.games.typhoon_solitaire.staff.ground import Ground

MANY = 99


class Operation(NamedTuple):
    """A chain of hexes to be taken: a ring around Soviet hexes, or a thrust to a goal."""

    turns: range
    formations: str
    points: str
    ring: bool = False
    most: int = MANY
    """The forces that are sent each turn, unless there is nothing else for them to do."""
    west: int = 0
    """The column that the chain may not leave to the west."""
    infantry: bool = False
    """Whether it is left to the infantry."""
    must: bool = False
    """Whether it goes on even where nothing is gained for the front check."""


class Task(NamedTuple):
    """What is left to be taken for an operation, and the units that are to take it."""

    number: int
    hexes: int
    units: int
    operation: Operation


FIRST_TURNS, SECOND, THIRD, AUTUMN, LATER = range(1, 3), range(2, 3), range(3, 4), range(2, 5), range(3, 5)
ALL = "9A PG3 4A PG4 2A PG2"
LINE = "2801 2808 2814 2821 2827 2833 2838 2842 2851"
"""The column that must be reached on turn 4 (4.4)."""
AROUND_MOSCOW = "4414 4513 4613 4713 4714 4615 4515 4414"

TYPHOON = (
    # The pockets of Vyazma and Bryansk, and the corner between the Dvina and Rzhev
    Operation(FIRST_TURNS, "PG3 PG4 4A", "1314 1716 2015 2413 2716 2621 2325 1728", ring=True),
    Operation(FIRST_TURNS, "PG2 2A", "1732 2131 2733 2837 2742 2446 1849", ring=True),
    Operation(FIRST_TURNS, "9A PG3", "1310 1710 2109 2507 2501", ring=True, infantry=True),
    # What lies between them and beside them
    Operation(THIRD, ALL, "2601 2608 2614 2721 2527 2533 2738 2742 2751", ring=True, must=True),
    Operation(SECOND, "PG4 4A 2A", "2621 2726 2733", ring=True, infantry=True),
    Operation(SECOND, "PG2", "2742 2746 2751", ring=True),
    Operation(LATER, ALL, LINE, ring=True, west=28, infantry=True),
    # Orel, Kursk, Kaluga, Kalinin, Volokolamsk, Maloyaroslavets, Mozhaisk and Sukhinichi
    Operation(AUTUMN, "PG2", "2838 3239", most=1),
    Operation(AUTUMN, "PG2", "2742 3150", most=2),
    Operation(AUTUMN, "PG4 4A", "2621 3525", most=1),
    Operation(AUTUMN, "PG3 9A", "2608 3703", most=1),
    Operation(AUTUMN, "PG3 9A", "2614 3611", most=1),
    Operation(AUTUMN, "PG4 4A", "2621 3720", most=1),
    Operation(AUTUMN, "PG3 4A PG4", "2717 3515", most=1),
    Operation(AUTUMN, "PG2 2A", "2733 2928", most=1),
    Operation(LATER, ALL, LINE, ring=True, west=28),
    # Moscow, from both sides
    Operation(range(4, 9), ALL, "3515 3916 " + AROUND_MOSCOW, ring=True),
    Operation(range(4, 9), ALL, "3720 4119 " + AROUND_MOSCOW, ring=True),
)
CLENCHED_FIST = (
    Operation(range(2, 9), ALL, "1728 2724 3421 4018 " + AROUND_MOSCOW, ring=True),
    Operation(range(2, 9), ALL, "1727 2522 3319 3916 " + AROUND_MOSCOW, ring=True),
)


class Plan:
    """The operations of a game; a chain is looked up again only when the ground around it changed."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._known: dict[Operation, tuple[int, int, int]] = {}

    def tasks(self, pos: SolitairePosition) -> list[Task]:
        """What is to be done this turn, the most important first."""
        rules = pos.rules
        plan = CLENCHED_FIST if rules.scenarios[pos.scenario].checks_dropped else TYPHOON
        found = []
        for number, operation in enumerate(plan):
            if pos.turn in operation.turns and (hexes := self._to_take(pos, operation)):
                ids = rules.formation_ids
                formations = sum(
                    [1 << ids.index(name) for name in operation.formations.split() if name in ids]
                )
                units = rules.units_of_formations(formations)
                if operation.infantry:
                    units &= ~rules.mechanized
                found.append(Task(number, hexes, units, operation))
        return found

    def _to_take(self, pos: SolitairePosition, operation: Operation) -> int:
        known = self._known.get(operation)
        if known is not None:
            german, hexes, near = known
            if not german & ~pos.german and not pos.german & ~german & ~hexes & near:
                return hexes & pos.soviet
        grid = self._ground.grid
        points = [grid.index(number) for number in operation.points.split() if number in grid]
        hexes = chain(self._ground, pos, points, operation.west)
        self._known[operation] = pos.german, hexes, grid.within(hexes & pos.soviet, 2)
        return hexes & pos.soviet
