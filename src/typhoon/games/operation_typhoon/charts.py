"""The figures of the game: counters, chits, charts and schedules, read from the data files."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.mechanics.wording import ordinal

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")

SideName = Literal["german", "soviet"]
Class = Literal["", "A", "B", "C"]
Weather = Literal["clear", "overcast", "precipitation"]
WEATHERS: tuple[Weather, ...] = ("clear", "overcast", "precipitation")


class GroundState(NamedTuple):
    """A state of the ground, and what is frozen in it."""

    name: str
    frozen: bool = False
    streams: bool = False
    rivers: bool = False


GROUND_STATES = (
    GroundState("warm"),
    GroundState("normal"),
    GroundState("ground freeze", frozen=True),
    GroundState("stream freeze", frozen=True, streams=True),
    GroundState("river freeze", frozen=True, streams=True, rivers=True),
)
GROUNDS = tuple(state.name for state in GROUND_STATES)

TANKS = ("armor",)
MECHANIZED = ("armor", "mechanized")
INFANTRY = ("infantry", "mechanized", "cavalry", "ski", "airborne")
"""Types that make combined arms with tanks (9.51); militia are infantry."""

SMALL = ("II", "coy")
"""Battalions and companies (6.11)."""


class Counter(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    unit: str
    side: SideName
    army: str
    corps: str = ""
    division: str = ""
    type: Literal[
        "infantry", "mechanized", "armor", "hq", "cavalry", "airborne", "ski", "antitank", "antiaircraft"
    ] = "infantry"
    size: Literal["III", "II", "XX", "X", "XXX", "XXXX", "coy"] = "III"
    class_: Class = ""
    morale: int = 0
    strength: int = 0
    """Printed only on counters without a chit."""
    movement: Annotated[int, msgspec.Meta(ge=1)] = 1
    winterized: bool = False
    sheet: str = ""
    setup_hex: str = ""
    setup: Literal["", "exact", "near", "behind"] = ""
    hex: str = ""
    """Where the ready-made set-up has it."""
    uncommitted: bool = False

    @property
    def formation(self) -> str:
        """The corps or army whose HQ the unit looks to."""
        return self.corps or self.army


def army_name(code: str) -> str:
    """What people call an army.

    >>> army_name("2PzA"), army_name("4A"), army_name("50"), army_name("1Sh")
    ('2nd Panzer Army', '4th Army', '50th Army', '1st Shock Army')
    """
    number = ordinal(int("".join([figure for figure in code if figure.isdigit()])))
    kind = "Panzer Army" if "Pz" in code else "Shock Army" if "Sh" in code else "Army"
    return f"{number} {kind}"


def division_name(code: str) -> str:
    """What people call a German division.

    >>> division_name("131"), division_name("3P"), division_name("10M"), division_name("DasR")
    ('131st Infantry Division', '3rd Panzer Division', '10th Motorized Division', 'Das Reich')
    """
    if code in _NAMED_DIVISIONS:
        return _NAMED_DIVISIONS[code]
    number = code.rstrip("PM")
    kind = {"P": "Panzer", "M": "Motorized"}.get(code[-1], "Infantry")
    return f"{ordinal(int(number))} {kind} Division"


_NAMED_DIVISIONS = {"DasR": "Das Reich", "GDM": "Grossdeutschland", "FR": "FR"}


class Chit(msgspec.Struct, frozen=True):
    """A strength chit: both sides, by combat class."""

    chit: str
    side: SideName
    morale: int
    count: Annotated[int, msgspec.Meta(ge=1)]
    a: int
    b: int
    c: int = 0
    a_reduced: int = 0
    b_reduced: int = 0
    c_reduced: int = 0

    def strength(self, class_: str, *, reduced: bool) -> int:
        name = f"{class_.lower()}_reduced" if reduced else class_.lower()
        value: int = getattr(self, name)
        return value


class ConstantRow(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    side: SideName
    morale: int
    class_: Class
    full: int
    reduced: int = 0


class HexFacts(msgspec.Struct, frozen=True):
    hex: str
    side: Literal["german", "soviet", "front"]
    entrenchment: bool


class Place(msgspec.Struct, frozen=True):
    hex: str
    name: str
    kind: Literal["town", "city"]
    vp: int = 0


class AreaRow(msgspec.Struct, frozen=True):
    area: str
    hex: str


class TerrainRow(msgspec.Struct, frozen=True):
    terrain: str
    foot: str = ""
    mech: str = ""
    mech_freeze: str = ""


class WeatherRow(msgspec.Struct, frozen=True):
    from_turn: int
    die: int
    weather: Weather


class HistoryRow(msgspec.Struct, frozen=True):
    turn: int
    date: str
    weather: Weather
    ground: str


class GroundRow(msgspec.Struct, frozen=True):
    modified_die: int
    ground: str


class GroundModifier(msgspec.Struct, frozen=True):
    kind: Literal["turn", "previous"]
    modifier: int
    from_turn: int = 0
    previous: str = ""


class SupportRow(msgspec.Struct, frozen=True):
    modified_die: int
    points: int
    corps: int


class FromTurn(msgspec.Struct, frozen=True):
    modifier: int
    from_turn: int = 0
    kind: str = "turn"


class CommitmentRow(msgspec.Struct, frozen=True):
    vp_from: int
    modified_die: int
    units: int


class Reinforcement(msgspec.Struct, frozen=True):
    turn: int
    unit: str
    area: str
    side: SideName = "soviet"


class ScenarioReinforcement(msgspec.Struct, frozen=True):
    case: str
    turn: int
    unit: str
    hexes: str


class Override(msgspec.Struct, frozen=True):
    scenario: str
    unit: str
    hex: str


class CrtRow(msgspec.Struct, frozen=True):
    column: int
    city_rough: str
    woods_town: str
    clear: str
    dice: int
    side: Literal["A", "D"]
    retreat: int
    steps: int = 0
    breakthrough: bool = False

    @property
    def code(self) -> str:
        """The result as printed; a breakthrough, bold in print, has an exclamation mark.

        >>> CrtRow(11, "9-1", "8-1", "7-1", 12, "D", 3, 3, True).code
        'D3(3)!'
        """
        steps = f"({self.steps})" if self.steps else ""
        return f"{self.side}{self.retreat}{steps}{'!' if self.breakthrough else ''}"


Strength = float
"""Strengths are whole unless somebody keeps halves."""


class CombatTable:
    """The Combat Results Table."""

    @case("9.89")
    def __init__(self, data: DataFolder) -> None:
        self.results: dict[tuple[int, int], CrtRow] = {}
        self._odds: dict[str, dict[int, str]] = {"city": {}, "woods": {}, "clear": {}}
        for number, row in data.numbered_rows("crt.csv", CrtRow):
            if (row.column, row.dice) in self.results:
                where = f"{data.path('crt.csv')}, line {number}"
                raise DataError(f"{where}: column {row.column} has dice {row.dice} twice")
            self.results[row.column, row.dice] = row
            for line, odds in (("city", row.city_rough), ("woods", row.woods_town), ("clear", row.clear)):
                self._odds[line][row.column] = odds
        self.columns = max(column for column, _ in self.results)
        missing = [
            (column, dice)
            for column in range(1, self.columns + 1)
            for dice in range(2, 13)
            if (column, dice) not in self.results
        ]
        if missing:
            column, dice = missing[0]
            raise DataError(f"{data.path('crt.csv')}: column {column} has no line for dice {dice}")
        # On each line columns step by one, so the first tells where 1-1 is.
        self._even = {line: self._column_of(odds, "1-1") for line, odds in self._odds.items()}

    @staticmethod
    def _column_of(odds: dict[int, str], wanted: str) -> int:
        for column, text in odds.items():
            if text == wanted:
                return column
        raise DataError(f"crt.csv: a line without {wanted}")

    def column_of(self, line: str, odds: str) -> int:
        """The column that has these odds on a terrain line."""
        return self._column_of(self._odds[line], odds)

    def column(self, line: str, attack: Strength, defense: Strength) -> int:
        """The column of a ratio on a terrain line, held at the ends (9.72); rounded for the defender."""
        if attack >= defense:
            column = self._even[line] + int(attack // defense) - 1
        else:
            column = self._even[line] - int(-(-defense // attack) - 1)
        return min(max(column, 1), self.columns)

    def shifted(self, column: int, shift: int) -> int:
        return min(max(column + shift, 1), self.columns)

    def odds(self, line: str, column: int) -> str:
        return self._odds[line][column]


def points(text: str) -> Fraction | None:
    """Movement points of a chart entry; None where movement is prohibited."""
    return Fraction(text) if text else None


PARTS_OF_A_POINT = {
    **dict.fromkeys(("clear", "woods", "rough", "city", "town", "stream", "river", "road_tactical"), 1),
    "road_strategic": 6,
}
"""Only on roads does a hex cost less than a point, halves and thirds of it."""


class Costs:
    """The Terrain Effects Chart, in movement points."""

    def __init__(self, data: DataFolder) -> None:
        rows = data.keyed("terrain_effects.csv", TerrainRow, "terrain")
        path = data.path("terrain_effects.csv")
        self._costs: dict[tuple[str, str], Fraction | None] = {}
        for name in PARTS_OF_A_POINT:
            if name not in rows:
                raise DataError(f"{path}: no line '{name}'")
            for kind in ("foot", "mech", "mech_freeze"):
                try:
                    cost = points(getattr(rows[name], kind))
                except (ValueError, ZeroDivisionError) as error:
                    raise DataError(f"{path}: '{name}', column '{kind}': no number of points") from error
                if cost is not None and (cost < 0 or (cost * PARTS_OF_A_POINT[name]).denominator > 1):
                    raise DataError(f"{path}: '{name}', column '{kind}': {cost} points cannot be counted")
                self._costs[name, kind] = cost

    def cost(self, terrain: str, *, mech: bool, freeze: bool) -> Fraction | None:
        return self._costs[terrain, ("mech_freeze" if freeze else "mech") if mech else "foot"]


def last_from(rows: list[FromTurn], turn: int) -> int:
    """The modifier of the last row that has begun by a turn."""
    begun = [row for row in rows if row.kind == "turn" and row.from_turn <= turn]
    return max(begun, key=lambda row: row.from_turn).modifier if begun else 0
