"""The figures of the game: counters, charts and schedules, read from the data files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.mechanics.odds import Ratios

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
WEATHERS = ("dry", "mud", "frost", "snow")
DRY, MUD, FROST, SNOW = range(4)
FOOT_COSTS, MOTOR_COSTS = 0, 1
HALVES = 2
"""Movement points are kept in halves."""
BOXES = ("ready", "flown", "damaged", "destroyed")
READY, FLOWN, DAMAGED, DESTROYED = range(4)

SideName = Literal["german", "soviet"]
Class = Literal["foot", "motor", "truck", "horse"]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]


class TypeRow(msgspec.Struct, frozen=True):
    """What all units of a type have in common."""

    side: SideName
    type: str
    ma_class: Class
    zoc: bool
    armor: bool
    size: Literal["division", "brigade", "regiment", "battalion", "headquarters"]
    replacement: Literal["I", "A", "G"]
    aa_fire: bool


class Counter(msgspec.Struct, frozen=True):
    """A unit's counter; headquarters and supply units have one too."""

    unit: str
    side: SideName
    type: str
    name: str = ""
    army: str = ""
    corps: str = ""
    formation: str = ""
    attack: int = 0
    defense: int = 0
    ma: int = 0
    steps: AtLeastOne = 1
    stacking: int = 0
    support: int = 0
    range: int = 0
    hex: str = ""
    turn: int = 0
    """The turn on which it arrives; 0 when it is there from the start."""


class HqRow(msgspec.Struct, frozen=True):
    unit: str
    army: str
    front: str
    command: AtLeastOne
    defense: int
    ma: int
    hex: str
    nonop_at_start: bool
    recovery: AtLeastOne | None = None
    nonop_ma: int = 0
    turn: int = 0


class SupplyUnitRow(msgspec.Struct, frozen=True):
    unit: str
    side: SideName
    hex: str
    ma: int


class AirRow(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    side: SideName
    type: str
    air_combat: int
    cas: int
    interdiction: int
    class_: Literal["F", "FB", "B"]
    count: AtLeastOne


class HexFacts(msgspec.Struct, frozen=True):
    hex: str
    cover: Literal["clear", "woods", "marsh", "lake"]
    fort: str = ""
    pocket: Literal["", "vyazma", "bryansk"] = ""


class SourceRow(msgspec.Struct, frozen=True):
    hex: str
    side: SideName
    rail: bool
    road: bool
    edge: str


class PlacedRow(msgspec.Struct, frozen=True):
    hex: str
    side: SideName = "german"


class FrontRow(msgspec.Struct, frozen=True):
    hex_a: str
    hex_b: str


class MarkerRow(msgspec.Struct, frozen=True):
    marker: str
    side: SideName
    count: int


class TurnRow(msgspec.Struct, frozen=True):
    turn: int
    first_day: str
    climate: Literal["dry", "mud", "snow"]
    german_points: int
    german_points_variant: int
    soviet_points: int
    replacements: bool
    soviet_rail: int
    german_rail: int
    fixed: Literal["", "dry", "mud", "frost", "snow"] = ""


class WeatherRow(msgspec.Struct, frozen=True):
    climate: Literal["dry", "mud", "snow"]
    die: int
    weather: Literal["dry", "mud", "frost", "snow"]
    storm: bool


class StepRow(msgspec.Struct, frozen=True):
    attack: int
    defense: int
    steps: int
    steps_left: int
    attack_now: int
    defense_now: int


class TerrainRow(msgspec.Struct, frozen=True):
    terrain: str
    kind: str
    dry_foot: str = ""
    dry_motor: str = ""
    mud_foot: str = ""
    mud_motor: str = ""
    frost_foot: str = ""
    frost_motor: str = ""
    snow_foot: str = ""
    snow_motor: str = ""


class ModifierRow(msgspec.Struct, frozen=True):
    modifier: str
    value: int
    text: str = ""


class SmallModifier(msgspec.Struct, frozen=True):
    table: str
    modifier: str
    value: int


class OverrunRow(msgspec.Struct, frozen=True):
    odds: int
    success: int
    modifier: int
    retreat: int
    steps: int


class ReplacementRow(msgspec.Struct, frozen=True):
    die: int
    points: int
    strongpoints: int
    e_strongpoints: int
    released: int
    mandated: int
    air: int


class SurrenderRow(msgspec.Struct, frozen=True):
    result: Literal["holds", "steps", "surrenders"]
    steps: int
    die_from: int = -99


class RetreatRow(msgspec.Struct, frozen=True):
    steps: int
    eliminated: bool
    die_from: int = -99


class ReadinessRow(msgspec.Struct, frozen=True):
    box: Literal["flown", "damaged"]
    to: Literal["ready", "flown"]
    german: int
    soviet: int


class InitiativeRow(msgspec.Struct, frozen=True):
    die_from: int
    advantage: bool
    side: Literal["", "german", "soviet"] = ""


class AirCombatRow(msgspec.Struct, frozen=True):
    difference: int
    die: int
    result: Literal["", "aborted", "damaged", "destroyed"] = ""


class AaRow(msgspec.Struct, frozen=True):
    die_from: int = -99
    result: Literal["", "aborted", "damaged"] = ""


class VpRow(msgspec.Struct, frozen=True):
    event: str
    every: AtLeastOne
    german_vp: int
    text: str
    hex: str = ""


class LevelRow(msgspec.Struct, frozen=True):
    level: str
    winner: Literal["", "german", "soviet"] = ""
    least: int = -999


class ScenarioRow(msgspec.Struct, frozen=True):
    scenario: str
    first_turn: int
    last_turn: int
    garrison_release_turn: int


def last_from(rows: list[Any], die: int) -> Any:
    """The line of a table for a die: the last that begins at it or below."""
    return max([row for row in rows if row.die_from <= die], key=lambda row: row.die_from)


class Outcome(msgspec.Struct, frozen=True):
    """A combat result code taken apart; ``e`` is for all of them."""

    attacker_steps: int
    attacker_retreats: bool
    attacker_falls: bool
    asterisk: bool
    defender_steps: int
    defender_retreats: bool
    defender_falls: bool

    @classmethod
    @case("B16.1")
    def of(cls, code: str) -> Outcome:
        """Read a code; ``ValueError`` when it is none.

        >>> Outcome.of("1*R/-").attacker_steps, Outcome.of("-/e").defender_falls
        (1, True)
        """
        attacker, slash, defender = code.partition("/")
        if not slash:
            raise ValueError(code)
        asterisk = "*" in attacker
        steps, retreats, falls = cls._half(attacker.replace("*", "", 1))
        return cls(steps, retreats, falls, asterisk, *cls._half(defender))

    @property
    def suffers(self) -> Literal["", "attacker", "defender", "both"]:
        """To whose harm it is."""
        attacker = self.attacker_steps or self.attacker_retreats or self.attacker_falls
        if self.defender_steps or self.defender_retreats or self.defender_falls:
            return "both" if attacker else "defender"
        return "attacker" if attacker else ""

    @staticmethod
    def _half(text: str) -> tuple[int, bool, bool]:
        if text in ("-", ""):
            return 0, False, False
        if text == "e":
            return 0, False, True
        number = text.removesuffix("R")
        if number and not number.isdigit():
            raise ValueError(text)
        return int(number or 0), text.endswith("R"), False


class CrtRow(msgspec.Struct, frozen=True):
    odds: str
    die: int
    result: str


class CombatTable:
    """The Combat Results Table, its columns named by odds."""

    @case("B15.8", "B16.1")
    def __init__(self, data: DataFolder) -> None:
        self._codes: dict[tuple[str, int], str] = {}
        self.outcomes: dict[str, Outcome] = {}
        path = data.path("crt.csv")
        for line, row in data.numbered_rows("crt.csv", CrtRow):
            try:
                self.outcomes[row.result] = Outcome.of(row.result)
            except ValueError as error:
                where = f"{path}, line {line}, column 'result'"
                raise DataError(f"{where}: '{row.result}' is no combat result") from error
            self._codes[row.odds, row.die] = row.result
        self.columns = tuple(dict.fromkeys([odds for odds, _ in self._codes]))
        for column in self.columns:
            try:
                Ratios.ratio(column)
            except ValueError as error:
                raise DataError(f"{path}, column 'odds': '{column}' are no odds") from error
        self._ratios = Ratios(self.columns)
        dice = [die for _, die in self._codes]
        self.lowest, self.highest = min(dice), max(dice)
        for column in self.columns:
            for die in range(self.lowest, self.highest + 1):
                if (column, die) not in self._codes:
                    raise DataError(f"{path}: odds {column} have no line for die {die}")

    @case("B2.8", "B15.8")
    def column(self, attack: int, defense: int) -> int:
        """The highest column that is not above the odds; -1 when they are below all columns."""
        return self._ratios.column(attack, defense)

    def code(self, column: int, die: int) -> str:
        """The result in a column for a modified die."""
        return self._codes[self.columns[column], max(self.lowest, min(self.highest, die))]
