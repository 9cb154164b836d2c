"""What the data files must agree on, so that a game with a user's own charts can be played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.data import DataError
from typhoon.games.typhoon_solitaire.charts import CODES, DIVISION, LIMIT, TYPES, Counter

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire.box import SolitaireBox


def check(rules: SolitaireBox) -> None:
    """Refuse data that would break down in play."""
    path = rules.data.path("units.csv")
    for line, counter in rules.data.numbered_rows("units.csv", Counter):
        _check_counter(rules, counter, f"{path}, line {line}")
    for code in ("A", "B", "CAS", "RD"):
        there, needed = rules.of_kind[code].bit_count(), rules.force_table.largest(code)
        if there < needed:
            raise DataError(f"{path}: {there} units '{code}', but the force table calls for {needed}")
    if rules.breakout_table.largest > (rules.breaks_out & rules.soviets_with[0]).bit_count():
        raise DataError(f"{path}: too few units for the largest breakout")
    if rules.moscow.bit_count() != 2:
        raise DataError(f"{rules.data.path('settlements.csv')}: Moscow has two hexes (kind 'moscow')")
    if rules.setup_area.bit_count() < sum(sector.bit_count() for sector in rules.sectors.values()):
        raise DataError(f"{rules.data.path('sectors.csv')}: sectors of different formations overlap")
    if foreign := rules.setup_area & ~rules.german_at_start:
        number = rules.grid.numbers(foreign)[0]
        raise DataError(f"{rules.data.path('sectors.csv')}: {number} is not a German hex")
    _check_stacks(rules)


def _check_counter(rules: SolitaireBox, counter: Counter, where: str) -> None:
    if counter.type not in TYPES[counter.side]:
        known = ", ".join(TYPES[counter.side])
        raise DataError(f"{where}, column 'type': '{counter.type}' is none of {known}")
    if counter.side == "soviet":
        if counter.formation not in CODES:
            raise DataError(
                f"{where}, column 'formation': '{counter.formation}' is none of {', '.join(CODES)}"
            )
        return
    if counter.formation not in rules.formation_ids:
        raise DataError(f"{where}, column 'formation': there is no formation '{counter.formation}'")
    if counter.halves not in (1, DIVISION):
        raise DataError(f"{where}, column 'halves': a unit counts as 1 or {DIVISION} half divisions")
    for column, number, area in (
        ("hex", counter.hex, rules.sectors[counter.formation]),
        ("fist", counter.fist or counter.hex, rules.setup_area),
    ):
        if number not in rules.grid or not area >> rules.grid.index(number) & 1:
            raise DataError(
                f"{where}, column '{column}': {number or 'no hex'} is not in the unit's set-up area"
            )


def _check_stacks(rules: SolitaireBox) -> None:
    for column in ("hex", "fist"):
        stacks: dict[str, int] = {}
        for counter in rules.counters:
            if counter.side == "german":
                hex_ = counter.home(column)
                stacks[hex_] = stacks.get(hex_, 0) + counter.halves
                if stacks[hex_] > LIMIT:
                    raise DataError(f"{rules.data.path('units.csv')}: more than three divisions in {hex_}")
