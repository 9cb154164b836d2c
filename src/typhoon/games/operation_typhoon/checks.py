"""What the data files must agree on, so that a game with a user's own charts can be played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.data import DataError
from typhoon.games.operation_typhoon.charts import GROUNDS, Counter, GroundRow, HistoryRow
from typhoon.games.operation_typhoon.scenarios import SCENARIOS

LAST_TURN = max(scenario.last_turn for scenario in SCENARIOS.values())

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon.box import TyphoonBox


def check(rules: TyphoonBox) -> None:
    """Refuse data that would break down in play."""
    path = rules.data.path("units.csv")
    for line, counter in rules.data.numbered_rows("units.csv", Counter):
        _check_counter(rules, counter, f"{path}, line {line}")
    for scenario in SCENARIOS.values():
        for army in scenario.armies:
            if army not in rules.hqs_of_army:
                raise DataError(f"{path}: army {army} has no HQ")
    _check_grounds(rules)
    _check_tables(rules)
    _check_arrivals(rules)
    for turn in range(2, LAST_TURN + 1):
        if turn not in rules.history:
            raise DataError(f"{rules.data.path('weather_historical.csv')}: no line of turn {turn}")
        for die in range(1, 7):
            if not any(row.die == die and row.from_turn <= turn for row in rules._weather):
                raise DataError(
                    f"{rules.data.path('weather_table.csv')}: no weather for die {die} on turn {turn}"
                )


def _check_grounds(rules: TyphoonBox) -> None:
    """Every state of the ground is one that there is."""
    table = rules.data.numbered_rows("ground_table.csv", GroundRow)
    history = rules.data.numbered_rows("weather_historical.csv", HistoryRow)
    told = [("ground_table.csv", line, row.ground) for line, row in table]
    told += [("weather_historical.csv", line, row.ground) for line, row in history]
    for file, line, ground in told:
        if ground not in GROUNDS:
            where = f"{rules.data.path(file)}, line {line}, column 'ground'"
            raise DataError(f"{where}: '{ground}' is none of {', '.join(GROUNDS)}")


def _check_tables(rules: TyphoonBox) -> None:
    """Every die between the lowest and the highest has a line, whatever else it is crossed with."""
    lines: dict[str, dict[object, set[int]]] = {
        "ground_table.csv": {"": set(rules._ground_rows)},
        "support_table.csv": {},
        "commitment_table.csv": {},
    }
    for die, points in rules._support:
        lines["support_table.csv"].setdefault(f"{points} points", set()).add(die)
    for row in rules._commitment:
        lines["commitment_table.csv"].setdefault(f"{row.vp_from} VP", set()).add(row.modified_die)
    for file, dice_of in lines.items():
        every = set().union(*dice_of.values())
        for line, dice in dice_of.items():
            if missing := set(range(min(every), max(every) + 1)) - dice:
                where = f"{rules.data.path(file)}: no line for a die of {min(missing)}"
                raise DataError(f"{where} with {line}" if line else where)
    if "0 VP" not in lines["commitment_table.csv"]:
        raise DataError(f"{rules.data.path('commitment_table.csv')}: the first line is for 0 VP")
    given = {points for _, points in rules._support}
    if given != set(range(max(given) + 1)):
        raise DataError(f"{rules.data.path('support_table.csv')}: points must run from 0 without a gap")


def _check_arrivals(rules: TyphoonBox) -> None:
    """Reinforcements enter where something is, and ready-made set-ups too."""
    path = rules.data.path("reinforcements.csv")
    for unit, arrival in rules.reinforcements.items():
        if arrival.area != "Moscow" and arrival.area not in rules.areas:
            raise DataError(f"{path}: {unit}: there is no entry area '{arrival.area}'")
    path = rules.data.path("scenario_reinforcements.csv")
    for own in rules.own_reinforcements:
        for number in own.hexes.split(";"):
            if number not in rules.board.grid:
                raise DataError(f"{path}: {own.unit}: there is no hex '{number}' on the map")
    path = rules.data.path("setup_overrides.csv")
    for (scenario, unit), number in rules.overrides.items():
        if scenario not in SCENARIOS or unit not in rules.unit_number:
            raise DataError(f"{path}: there is no scenario '{scenario}' or no unit '{unit}'")
        if number not in rules.board.grid:
            raise DataError(f"{path}: {unit}: there is no hex '{number}' on the map")


def _check_counter(rules: TyphoonBox, counter: Counter, where: str) -> None:
    if counter.class_:
        if (counter.side, counter.morale) not in rules._cups:
            raise DataError(
                f"{where}, column 'morale': there are no {counter.side} chits of morale {counter.morale}"
            )
        if (counter.side, counter.morale) not in rules._constant:
            raise DataError(f"{where}, column 'morale': no constant strength of morale {counter.morale}")
    elif counter.strength < 1:
        raise DataError(f"{where}, column 'strength': a unit without a class needs its strength printed")
    for column, number in (("hex", counter.hex), ("setup_hex", counter.setup_hex)):
        if number and number not in rules.board.grid:
            raise DataError(f"{where}, column '{column}': there is no hex '{number}' on the map")
    if counter.sheet and not (counter.hex or counter.setup_hex):
        raise DataError(f"{where}, column 'hex': a unit on sheet {counter.sheet} needs a hex")
