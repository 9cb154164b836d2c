"""What the data files must agree on, so that a game with a user's own charts can be played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.data import DataError
from typhoon.games.operation_typhoon.charts import Counter
from typhoon.games.operation_typhoon.scenarios import SCENARIOS

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon


def check(rules: OperationTyphoon) -> None:
    """Refuse data that would break down in play."""
    path = rules.data.path("units.csv")
    for line, counter in rules.data.numbered_rows("units.csv", Counter):
        _check_counter(rules, counter, f"{path}, line {line}")
    for scenario in SCENARIOS.values():
        for army in scenario.armies:
            if army not in rules.hqs_of_army:
                raise DataError(f"{path}: army {army} has no HQ")
    for turn in range(2, rules.last_turn + 1):
        if turn not in rules.history:
            raise DataError(f"{rules.data.path('weather_historical.csv')}: no line of turn {turn}")
        for die in range(1, 7):
            if not any(row.die == die and row.from_turn <= turn for row in rules._weather):
                raise DataError(
                    f"{rules.data.path('weather_table.csv')}: no weather for die {die} on turn {turn}"
                )


def _check_counter(rules: OperationTyphoon, counter: Counter, where: str) -> None:
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
