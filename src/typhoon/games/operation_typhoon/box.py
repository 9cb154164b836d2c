"""What comes in the box: the map, the counters, the chits, the charts and the schedules."""

from __future__ import annotations

from functools import cached_property

from typhoon.engine.board import Board, Mark
from typhoon.engine.box import Box
from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.operation_typhoon import charts
from typhoon.games.operation_typhoon.charts import SIDES, SOVIET, army_name
from typhoon.games.operation_typhoon.checks import check
from typhoon.games.operation_typhoon.ground import Ground
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import roman


class TyphoonBox(Box):
    """The printed parts of the game, as read from its files, and what can be looked up in them."""

    def __init__(self, data: DataFolder) -> None:
        self.counters = list(data.keyed("units.csv", charts.Counter, "unit").values())
        super().__init__(data, SIDES, self.counters)
        self._read_map()
        self._read_units()
        self._read_chits()
        self._read_charts()
        self._read_arrivals()
        self._grounds: dict[str, Ground] = {}
        check(self)

    @case("2.1", "3.0")
    def _read_map(self) -> None:
        data = self.data
        self.hex_facts = data.keyed("hexes.csv", charts.HexFacts, "hex")
        self.places = data.keyed("places.csv", charts.Place, "hex")
        self.areas: dict[str, list[str]] = {}
        for row in data.rows("entry_areas.csv", charts.AreaRow):
            self.areas.setdefault(row.area, []).append(row.hex)
        marks = [Mark("objective", (p.hex,), "german", value=p.vp) for p in self.places.values() if p.vp]
        marks += [Mark("entry", tuple(hexes), "", area) for area, hexes in self.areas.items()]
        facts = self.hex_facts.values()
        marks.append(Mark("fort", tuple(fact.hex for fact in facts if fact.entrenchment), "soviet"))
        marks.append(Mark("front", tuple(fact.hex for fact in facts if fact.side == "front")))
        self.board = Board.load(data, tuple(marks))
        for file, numbers in (
            ("places.csv", self.places),
            ("entry_areas.csv", [number for hexes in self.areas.values() for number in hexes]),
        ):
            for number in numbers:
                if number not in self.board.grid:
                    raise DataError(f"{data.path(file)}: there is no hex {number} on the map")

    @case(
        "2.3", "2.34", "5.31", "6.11", "8.11", "8.12", "8.13", "8.14", "8.21", "8.22", "8.23", "8.24", "13.41"
    )
    def _read_units(self) -> None:
        counters = self.counters
        self.hqs = self.units_that(lambda c: c.type == "hq")
        self.german_hqs, self.soviet_hqs = (self.hqs & units for units in self.units_of)
        self.tanks = self.units_that(lambda c: c.type in charts.TANKS)
        self.mechanized = self.units_that(lambda c: c.type in charts.MECHANIZED)
        self.small = self.units_that(lambda c: c.size in charts.SMALL)
        self.large = self.units_that(lambda c: c.size == ("III" if c.side == "german" else "XX"))
        self.exerts_zone = self.units_that(lambda c: c.size not in charts.SMALL and c.type != "hq")
        self.regiments = self.units_that(
            lambda c: c.side == "german" and c.size == "III" and c.type in ("infantry", "mechanized")
        )
        self.regiments_of: dict[str, int] = {}
        for unit in bits(self.regiments):
            division = counters[unit].division
            if division:
                self.regiments_of[division] = self.regiments_of.get(division, 0) | 1 << unit
        members: dict[str, int] = {}
        for unit, counter in enumerate(counters):
            members[counter.division] = members.get(counter.division, 0) | 1 << unit
        several = {name: units for name, units in self.regiments_of.items() if units & (units - 1)}
        self.divisions = [(regiments, members[name]) for name, regiments in several.items()]
        """Divisions of several regiments: these, and all their units."""
        self.hq_of_corps = {counters[u].corps: u for u in bits(self.german_hqs)}
        self.hq_of_army = {counters[u].army: u for u in bits(self.soviet_hqs)}
        self.hqs_of_army: dict[str, int] = {}
        for unit in bits(self.german_hqs):
            army = counters[unit].army
            self.hqs_of_army[army] = self.hqs_of_army.get(army, 0) | 1 << unit
        self.soviet_armies: dict[str, int] = {}
        for unit in bits(self.units_of[SOVIET]):
            army = counters[unit].army
            self.soviet_armies[army] = self.soviet_armies.get(army, 0) | 1 << unit
        self.tints = {
            side: sorted({counter.army for counter in counters if counter.side == side}) for side in SIDES
        }
        """The armies of each side, in the order of their tints."""

    @case("8.3", "8.34", "23.0")
    def _read_chits(self) -> None:
        """Chits by cup, and after them one with the constant strengths of each cup and class."""
        data = self.data
        self.chits = list(data.keyed("chits.csv", charts.Chit, "chit").values())
        self.chit_counts = [chit.count for chit in self.chits]
        self._cups: dict[tuple[str, int], tuple[int, ...]] = {}
        for number, chit in enumerate(self.chits):
            key = chit.side, chit.morale
            self._cups[key] = (*self._cups.get(key, ()), number)
        constants: dict[tuple[str, int], dict[str, int]] = {}
        for row in data.rows("constant_strengths.csv", charts.ConstantRow):
            values = constants.setdefault((row.side, row.morale), {})
            values[row.class_.lower()] = row.full
            values[f"{row.class_.lower()}_reduced"] = row.reduced
        self.all_chits = list(self.chits)
        self._constant: dict[tuple[str, int], int] = {}
        for (side, morale), values in constants.items():
            self._constant[side, morale] = len(self.all_chits)
            chit = charts.Chit(f"{side}-{morale}", side, morale, 1, **{"a": 0, "b": 0, **values})  # type: ignore[arg-type]
            self.all_chits.append(chit)

    def _read_charts(self) -> None:
        data = self.data
        self.crt = charts.CombatTable(data)
        self.costs = charts.Costs(data)
        self._weather = data.rows("weather_table.csv", charts.WeatherRow)
        self.history = data.keyed("weather_historical.csv", charts.HistoryRow, "turn")
        self._ground_rows = data.keyed("ground_table.csv", charts.GroundRow, "modified_die")
        self._ground_modifiers = data.rows("ground_modifiers.csv", charts.GroundModifier)
        self._support = {
            (row.modified_die, row.points): row.corps
            for row in data.rows("support_table.csv", charts.SupportRow)
        }
        self._support_modifiers = data.rows("support_modifiers.csv", charts.FromTurn)
        self._commitment = data.rows("commitment_table.csv", charts.CommitmentRow)
        self._commitment_modifiers = data.rows("commitment_modifiers.csv", charts.FromTurn)

    @case("15.3", "15.4", "18.16", "18.26", "18.36", "18.46")
    def _read_arrivals(self) -> None:
        data = self.data
        self.reinforcements = data.keyed("reinforcements.csv", charts.Reinforcement, "unit")
        self.own_reinforcements = data.rows("scenario_reinforcements.csv", charts.ScenarioReinforcement)
        self.overrides = {
            (row.scenario, row.unit): row.hex for row in data.rows("setup_overrides.csv", charts.Override)
        }
        for file, units in (
            ("reinforcements.csv", self.reinforcements),
            ("scenario_reinforcements.csv", [row.unit for row in self.own_reinforcements]),
        ):
            for unit in units:
                if unit not in self.unit_number:
                    raise DataError(f"{data.path(file)}: there is no unit '{unit}'")

    def ground_of(self, sheets: str) -> Ground:
        """The ground of some sheets, shared by all scenarios that are played on them."""
        found = self._grounds.get(sheets)
        if found is None:
            found = self._grounds[sheets] = Ground(self, sheets)
        return found

    # Charts

    @case("13.14")
    def weather_on(self, turn: int, die: int) -> charts.Weather:
        rows = [row for row in self._weather if row.die == die and row.from_turn <= turn]
        return max(rows, key=lambda row: row.from_turn).weather

    @case("13.24")
    def ground_condition(self, die: int) -> str:
        rows = self._ground_rows
        condition: str = rows[min(max(die, min(rows)), max(rows))].ground
        return condition

    def ground_modifier(self, turn: int, previous: str) -> int:
        by_turn = [row for row in self._ground_modifiers if row.kind == "turn" and row.from_turn <= turn]
        found = max(by_turn, key=lambda row: row.from_turn).modifier if by_turn else 0
        return found + sum(row.modifier for row in self._ground_modifiers if row.previous == previous)

    @case("11.23", "11.5")
    def corps_in_support(self, points: int, die: int) -> int:
        """The corps that so many points and a modified die put in support."""
        dice = [d for d, _ in self._support]
        return self._support[min(max(die, min(dice)), max(dice)), min(points, self.most_support)]

    @cached_property
    def most_support(self) -> int:
        """The points beyond which more bring nothing."""
        return max(points for _, points in self._support)

    def support_modifier(self, turn: int) -> int:
        return charts.last_from(self._support_modifiers, turn)

    @case("16.24", "16.27")
    def units_to_commit(self, vp: float, die: int) -> int:
        """How many units may be committed."""
        lines = sorted({row.vp_from for row in self._commitment})
        line = max(least for least in lines if least <= max(vp, 0))
        dice = {row.modified_die: row.units for row in self._commitment if row.vp_from == line}
        return dice[min(max(die, min(dice)), max(dice))]

    def commitment_turn_modifier(self, turn: int) -> int:
        return charts.last_from(self._commitment_modifiers, turn)

    @cached_property
    def commitment_city_modifier(self) -> int:
        return sum(row.modifier for row in self._commitment_modifiers if row.kind == "city")

    # Chits

    @case("8.25", "8.34")
    def cup_of(self, unit: int) -> tuple[int, ...]:
        """The chits that a unit draws from."""
        counter = self.counters[unit]
        return self._cups[counter.side, counter.morale]

    def cup_shape(self, unit: int, counts: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The strengths in a unit's cup, each with its number of chits."""
        class_ = self.counters[unit].class_
        return tuple(
            (self.chits[chit].strength(class_, reduced=False), count)
            for chit, count in zip(self.cup_of(unit), counts, strict=True)
        )

    @case("23.0")
    def constant_chit(self, unit: int) -> int:
        counter = self.counters[unit]
        return self._constant[counter.side, counter.morale]

    @property
    def formations(self) -> list[dict[str, str]]:
        """Corps and armies, for whoever shows them."""
        german = [("german", corps, f"{roman(int(corps))} Corps") for corps in sorted(self.hq_of_corps)]
        german += [("german", army, army_name(army)) for army in sorted(self.hqs_of_army)]
        soviet = [("soviet", army, army_name(army)) for army in sorted(self.soviet_armies)]
        return [{"side": side, "formation": code, "name": name} for side, code, name in german + soviet]
