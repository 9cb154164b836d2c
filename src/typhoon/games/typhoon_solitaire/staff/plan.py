"""The plan of operations: which hexes are to be taken, by whom and on which turns."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.engine.manner import Whim
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.chains import chain
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap

MANY = 99
LEAST = 0.01
"""What an operation counts to somebody who thinks nothing of it."""


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
    mobile: bool = False
    """Whether it is for panzers and motorized divisions alone."""
    must: bool = False
    """Whether it goes on even where nothing is gained for the front check."""


class Task(NamedTuple):
    """What is left to be taken for an operation, and the units that are to take it."""

    number: int
    hexes: int
    units: int
    operation: Operation
    goal: int
    """Where a thrust ends."""


FIRST, SECOND, THIRD, FOURTH = [range(turn, turn + 1) for turn in range(1, 5)]
FIRST_TURNS, AUTUMN, LATER, LAST_TURNS = range(1, 3), range(2, 5), range(3, 5), range(4, 9)
ALL = "9A PG3 4A PG4 2A PG2"
VYAZMA = "1314 1716 2015 2614 2914 2922 2726 2326 1728"
TO_OREL, TO_KURSK, OREL_TO_KURSK = "2838 3239", "2742 2848 3150", "3239 3245 3150"
TO_KALUGA = "1728 2326 2726 3126 3525"
"""Open ground all the way, but for one hex."""
TO_KALININ = "2608 2808 3107 3703"
TO_TULA, TO_SERPUKHOV, TO_LIVNY, TO_NARO_FOMINSK = "3525 4328", "3525 4322", "3239 4145", "3221 3917"
LINE = "2801 2808 2914 2922 2928 2833 2934 2838 2842 2848 2951"
"""The column that must be reached on turn 4 (4.4)."""
REAR_GUARDS = ("PG4-258-Inf", "2A-260-Inf", "PG2-1-Cav")
"""They stay behind the first line until the front has been looked at, in case a ring is not closed."""
AROUND_MOSCOW = "4414 4513 4613 4713 4714 4615 4515 4415 4414"
"""Open ground all around: a ring is cheaper than a storm, which hardly one force in seven survives."""

TYPHOON = (
    # The pockets of Vyazma and Bryansk, the corner between the Dvina and Rzhev, and Kaluga behind them
    Operation(FIRST, "PG4", TO_KALUGA, most=1, mobile=True),
    Operation(FIRST, "PG3 PG4 4A", VYAZMA, ring=True),
    Operation(SECOND, "PG4 4A PG3", VYAZMA, ring=True),
    Operation(SECOND, "PG4", TO_KALUGA, most=1, mobile=True),
    Operation(FIRST_TURNS, "PG2 2A", "1732 2131 2733 2837 2742 2446 1849", ring=True),
    Operation(FIRST_TURNS, "9A PG3", "1310 1710 2109 2507 2501", ring=True, infantry=True),
    # What lies between them and beside them
    Operation(THIRD, "PG4", "2919 3221 3424 3525", ring=True, must=True, mobile=True),
    Operation(
        THIRD,
        ALL,
        "2601 2608 2614 2914 2922 2826 2829 2832 2934 2836 2838 2742 2848 2951",
        ring=True,
        must=True,
    ),
    Operation(THIRD, "PG4", TO_KALUGA, most=1, must=True, mobile=True),
    # What is lacking to 16 points, wherever it can be had
    Operation(THIRD, "PG4", TO_TULA, most=2, mobile=True, must=True),
    Operation(THIRD, "PG3", TO_KALININ, most=2, mobile=True, must=True),
    Operation(FOURTH, ALL, LINE, ring=True, west=28, infantry=True),
    Operation(FOURTH, "PG4", TO_TULA, mobile=True),
    Operation(FOURTH, "PG2", "2742 2946 3150"),
    Operation(FOURTH, "PG2", TO_OREL),
    Operation(FOURTH, "PG3 9A", TO_KALININ),
    Operation(FOURTH, "PG2", TO_LIVNY, mobile=True),
    Operation(FOURTH, "PG3 PG4 4A", TO_NARO_FOMINSK),
    Operation(FOURTH, "PG4 4A", TO_SERPUKHOV),
    Operation(SECOND, "PG4 4A 2A", "2726 2733", ring=True, infantry=True),
    Operation(SECOND, "PG2", TO_OREL, most=1, mobile=True),
    Operation(SECOND, "PG2", "2742 2848 2951", ring=True, most=2),
    Operation(AUTUMN, "PG2", "2742 2946 3150", most=1, mobile=True),
    Operation(AUTUMN, "PG2", OREL_TO_KURSK, ring=True, mobile=True),
    Operation(LATER, ALL, LINE, ring=True, west=28, infantry=True),
    Operation(AUTUMN, "PG3 9A", TO_KALININ, most=2),
    Operation(AUTUMN, "PG2", TO_OREL, most=1),
    Operation(AUTUMN, "PG2", TO_KURSK, most=2),
    Operation(AUTUMN, "PG4 4A", TO_KALUGA, most=2),
    Operation(AUTUMN, "PG3 4A PG4", "2614 2914", most=1),
    Operation(AUTUMN, "PG4 4A", "2621 2922", most=1),
    Operation(AUTUMN, "PG2 2A", "2733 2928", most=1),
    Operation(FOURTH, "PG4 PG2", TO_TULA, most=2, mobile=True),
    Operation(FOURTH, "PG4 PG3", TO_NARO_FOMINSK, most=2, mobile=True),
    Operation(FOURTH, "PG4", TO_SERPUKHOV, most=1, mobile=True),
    Operation(FOURTH, "PG2", TO_LIVNY, most=2, mobile=True),
    Operation(LATER, ALL, LINE, ring=True, west=28),
    # Moscow, from both sides
    Operation(LAST_TURNS, ALL, AROUND_MOSCOW, ring=True),
    Operation(LAST_TURNS, ALL, "3720 4119 4514"),
    Operation(LAST_TURNS, ALL, "3515 3916 4514"),
)
CLENCHED_FIST = (
    Operation(LAST_TURNS, ALL, AROUND_MOSCOW, ring=True),
    Operation(range(2, 9), ALL, "1728 2326 2726 3126 3425 3722 4119 4514"),
    Operation(range(2, 9), ALL, "1726 2124 2525 2726 3226 3625 4022 4317 4514"),
)


class Plan:
    """The operations of a game; a chain is looked up again only when the ground around it changed."""

    def __init__(self, staff_map: StaffMap) -> None:
        self._staff_map, rules = staff_map, staff_map.rules
        self._operations = CLENCHED_FIST if rules.scenario.checks_dropped else TYPHOON
        self._units = [self._units_of(operation) for operation in self._operations]
        self._points = [self._points_of(operation) for operation in self._operations]
        self._goals = [points[-1] if points else -1 for points in self._points]
        self._known: dict[int, tuple[int, int, int]] = {}

    def _units_of(self, operation: Operation) -> int:
        rules, formations = self._staff_map.rules, operation.formations.split()
        of_formation = zip(rules.formation_ids, rules.of_formation, strict=True)
        units = sum([units for name, units in of_formation if name in formations])
        if operation.mobile:
            return units & rules.mechanized
        return units & ~rules.mechanized if operation.infantry else units

    def _points_of(self, operation: Operation) -> list[int]:
        grid = self._staff_map.grid
        return [grid.index(point) for point in operation.points.split() if point in grid]

    def tasks(self, pos: SolitairePosition, whim: Whim, units: int = -1) -> list[Task]:
        """What some units are to do this turn, the most important first; whims put it in another order."""
        found = []
        guards, victory = self.guards(pos), pos.rules.victory
        towns = self._staff_map.by_terrain["town"] | self._staff_map.by_terrain["city"]
        enough = pos.turn >= victory.points_turn and victory.points(pos) >= victory.points_needed
        for number, operation in enumerate(self._operations):
            if pos.turn not in operation.turns or not self._units[number] & units:
                continue
            if hexes := self._to_take(pos, number):
                goal = self._goals[number]
                if enough and not operation.ring and towns >> goal & 1:
                    continue
                found.append(Task(number, hexes, self._units[number] & ~guards, operation, goal))
        place = {task.number: (rank + 1) / (whim[~task.number] or LEAST) for rank, task in enumerate(found)}
        return sorted(found, key=lambda task: place[task.number])

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
        grid = self._staff_map.grid
        hexes = chain(self._staff_map, pos, self._points[number], self._operations[number].west)
        self._known[number] = pos.german, hexes, grid.within(hexes & pos.soviet, 2)
        return hexes & pos.soviet
