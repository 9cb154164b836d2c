"""The plan of operations: which hexes are to be taken, by whom and on which turns."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.chains import chain
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap

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


FIRST, SECOND, THIRD = range(1, 2), range(2, 3), range(3, 4)
FIRST_TURNS, AUTUMN, LATER = range(1, 3), range(2, 5), range(3, 5)
ALL = "9A PG3 4A PG4 2A PG2"
VYAZMA = "1314 1716 2015 2413 2716 2621 2325 1728"
TO_KALUGA = "2621 2922 3525"
TO_KALININ = "2413 2608 3107 3703"
LINE = "2801 2808 2914 2922 2928 2833 2838 2842 2848 2951"
"""The column that must be reached on turn 4 (4.4)."""
REAR_GUARDS = ("PG4-258-Inf", "2A-260-Inf", "PG2-1-Cav")
"""They stay behind the first line until the front has been looked at, in case a ring is not closed."""
AROUND_MOSCOW = "4414 4513 4613 4713 4714 4615 4515 4414"

TYPHOON = (
    # The pockets of Vyazma and Bryansk, and the corner between the Dvina and Rzhev
    Operation(FIRST, "PG3 PG4 4A", VYAZMA, ring=True),
    Operation(SECOND, "PG4 4A", VYAZMA, ring=True),
    Operation(FIRST_TURNS, "PG2 2A", "1732 2131 2733 2837 2742 2446 1849", ring=True),
    Operation(SECOND, "PG3", TO_KALININ, most=1),
    Operation(SECOND, "PG3", VYAZMA, ring=True),
    Operation(FIRST_TURNS, "9A PG3", "1310 1710 2109 2507 2501", ring=True, infantry=True),
    # What lies between them and beside them
    Operation(THIRD, ALL, "2601 2608 2614 2721 2527 2533 2738 2742 2848 2951", ring=True, must=True),
    Operation(THIRD, "PG3", TO_KALININ, most=1, must=True),
    Operation(THIRD, "PG4", TO_KALUGA, most=1, must=True),
    Operation(SECOND, "PG4 4A 2A", "2621 2726 2733", ring=True, infantry=True),
    Operation(SECOND, "PG2", "2742 2848 2951", ring=True),
    Operation(LATER, ALL, LINE, ring=True, west=28, infantry=True),
    # Kalinin, Orel, Kursk, Kaluga, Gzhatsk, Yukhnov and Sukhinichi
    Operation(AUTUMN, "PG3 9A", TO_KALININ, most=2),
    Operation(AUTUMN, "PG2", "2838 3239", most=1),
    Operation(AUTUMN, "PG2", "2742 2848 3150", most=2),
    Operation(AUTUMN, "PG4 4A", TO_KALUGA, most=1),
    Operation(AUTUMN, "PG3 4A PG4", "2614 2914", most=1),
    Operation(AUTUMN, "PG4 4A", "2621 2922", most=1),
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

    def __init__(self, staff_map: StaffMap) -> None:
        self._staff_map, rules = staff_map, staff_map.rules
        self._operations = CLENCHED_FIST if rules.scenario.checks_dropped else TYPHOON
        self._units = [self._units_of(operation) for operation in self._operations]
        self._known: dict[int, tuple[int, int, int]] = {}

    def _units_of(self, operation: Operation) -> int:
        rules, formations = self._staff_map.rules, operation.formations.split()
        of_formation = zip(rules.formation_ids, rules.of_formation, strict=True)
        units = sum([units for name, units in of_formation if name in formations])
        return units & ~rules.mechanized if operation.infantry else units

    def tasks(self, pos: SolitairePosition) -> list[Task]:
        """What is to be done this turn, the most important first."""
        found = []
        guards = self.guards(pos)
        for number, operation in enumerate(self._operations):
            if pos.turn in operation.turns and (hexes := self._to_take(pos, number)):
                found.append(Task(number, hexes, self._units[number] & ~guards, operation))
        return found

    def guards(self, pos: SolitairePosition) -> int:
        """The units that are kept behind the first line this turn."""
        rules = pos.rules
        if pos.turn > rules.victory.front_turn or rules.scenario.checks_dropped:
            return 0
        return rules.units([name for name in REAR_GUARDS if name in rules.unit_number])

    def _to_take(self, pos: SolitairePosition, number: int) -> int:
        known = self._known.get(number)
        if known is not None:
            german, hexes, near = known
            if not german & ~pos.german and not pos.german & ~german & ~hexes & near:
                return hexes & pos.soviet
        grid, operation = self._staff_map.grid, self._operations[number]
        points = [grid.index(point) for point in operation.points.split() if point in grid]
        hexes = chain(self._staff_map, pos, points, operation.west)
        self._known[number] = pos.german, hexes, grid.within(hexes & pos.soviet, 2)
        return hexes & pos.soviet
