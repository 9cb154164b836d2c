"""What the data files must agree on, so that a game with a user's own charts can be played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.data import DataError
from typhoon.games.red_typhoon.charts import SIDES, WITHDRAWAL_TURNS, Counter

if TYPE_CHECKING:
    from typhoon.games.red_typhoon.box import RedBox


def check(rules: RedBox) -> None:
    """Refuse data that would break down in play."""
    for line, counter in rules.data.numbered_rows("units.csv", Counter):
        where = f"{rules.data.path('units.csv')}, line {line}"
        _check_formation(rules, counter, where)
        _check_setup(rules, counter, where)
    if rules.first_shock_army.bit_count() != 2:
        raise DataError(
            f"{rules.data.path('units.csv')}: S-C-01 and S-1S-WL, the two counters of 1S, are needed"
        )
    if rules.airborne.bit_count() != 1:
        raise DataError(f"{rules.data.path('units.csv')}: one airborne unit is needed")
    for area in range(1, 7):
        if area not in rules.partisan_areas:
            raise DataError(f"{rules.data.path('partisan_areas.csv')}: no line of area {area}")
    for turn in WITHDRAWAL_TURNS:
        if turn not in rules.withdrawal_vp:
            raise DataError(f"{rules.data.path('withdrawal_vp.csv')}: no line of turn {turn}")
    for side, sources in zip(SIDES, rules.deciding_sources, strict=True):
        if not sources:
            path = rules.data.path("supply_sources.csv")
            raise DataError(f"{path}: no {side} source decides the game (column 'sudden_death')")


def _check_formation(rules: RedBox, counter: Counter, where: str) -> None:
    number = rules.formation_number.get(counter.formation)
    if number is None:
        raise DataError(f"{where}, column 'formation': there is no formation '{counter.formation}'")
    if rules.formations[number].side != counter.side:
        raise DataError(f"{where}, column 'formation': '{counter.formation}' is not {counter.side}")


def _check_setup(rules: RedBox, counter: Counter, where: str) -> None:
    setup = counter.setup
    placed = setup in rules.area_hexes or setup == counter.hex
    if not placed and not counter.first_turn:
        raise DataError(f"{where}, column 'setup': '{setup}' is no set-up area, nor the unit's hex")
    if setup in rules.area_hexes and setup not in rules.areas_of[SIDES.index(counter.side)]:
        raise DataError(f"{where}, column 'setup': '{setup}' is not a {counter.side} set-up area")
    if placed and counter.hex not in rules.board.grid:
        raise DataError(f"{where}, column 'hex': there is no hex '{counter.hex}' on the map")
