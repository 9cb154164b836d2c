"""What the data files must agree on, so that a game with a user's own charts can be played to its end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from typhoon.engine.data import DataError
from typhoon.games.typhoon_nonop.charts import SIDES, WEATHERS

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.box import NonopBox

COMBAT = (
    "no supply", "no retreat", "city", "town", "river", "frozen major river", "fortification",
    "combined arms", "integrity", "engineers", "out of supply", "overrun", "attacker air", "defender air",
    "most",
)  # fmt: skip
OVERRUN = ("woods", "river", "marsh", "overrun", "most")
SURRENDER = ("command", "guards", "city", "fortification", "emergency", "out of supply", "militia")
TERRAIN = (
    "clear", "woods", "marsh", "city", "river", "major river", "motorway", "main road", "minor road",
    "railroad", "fortification", "enemy ZOC",
)  # fmt: skip
ARMIES = ("3", "13")
"""Armies that the rules of the scenario name."""


def check(box: NonopBox) -> None:
    """Refuse data that would break down in play."""
    _check_hexes(box)
    for file, rows, needed in (
        ("combat_modifiers.csv", box.combat_modifiers, COMBAT),
        ("overrun_modifiers.csv", box.overrun_modifiers, OVERRUN),
        ("surrender_modifiers.csv", box.surrender_modifiers, SURRENDER),
        ("terrain_effects.csv", box.terrain_rows, TERRAIN),
    ):
        _need(box, file, rows, needed, "no line '{}'")
    _need(box, "headquarters.csv", box.hq_number, ARMIES, "an HQ of army {} is needed")
    last = max(row.last_turn for row in box.scenario_rows.values())
    _need(box, "turn_track.csv", box.turns, range(1, last + 1), "no line of turn {}")
    dice = range(1, 11)
    for climate in ("dry", "mud", "snow"):
        dice_of = [die for of, die in box.weather_rows if of == climate]
        _need(box, "weather_table.csv", dice_of, dice, f"no line for die {{}} in {climate} climate")
    for difference in range(-3, 4):
        dice_of = [die for of, die in box.air_combat if of == difference]
        _need(box, "air_combat_table.csv", dice_of, dice, f"no line for difference {difference} and die {{}}")
    _need(box, "soviet_replacement_table.csv", box.replacement_rows, dice, "no line for die {}")
    for marker in ("bridge", "strongpoint", "supply point"):
        sides = [side for kind, side in box.stock if kind == marker]
        _need(box, "markers.csv", sides, SIDES, f"no line for '{marker}' of the {{}} side")
    _check_costs(box)


def _need(box: NonopBox, file: str, have: Collection[object], needed: Iterable[object], text: str) -> None:
    for thing in needed:
        if thing not in have:
            raise DataError(f"{box.data.path(file)}: {text.format(thing)}")


def _check_hexes(box: NonopBox) -> None:
    files = {"HQ": "headquarters.csv", "supply unit": "supply_units.csv"}
    for counter in box.counters:
        if counter.hex and counter.hex not in box.board.grid:
            file = files.get(counter.type, "reinforcements.csv" if counter.turn else "units.csv")
            where = f"{box.data.path(file)}, unit {counter.unit}, column 'hex'"
            raise DataError(f"{where}: there is no hex '{counter.hex}' on the map")


def _check_costs(box: NonopBox) -> None:
    """Costs are numbers in halves, or P for what is prohibited."""
    for name, row in box.terrain_rows.items():
        for weather in WEATHERS:
            for kind in ("foot", "motor"):
                cell = getattr(row, f"{weather}_{kind}")
                try:
                    good = cell in ("P", "") or float(cell) * 2 == int(float(cell) * 2)
                except ValueError:
                    good = False
                if not good:
                    where = (
                        f"{box.data.path('terrain_effects.csv')}, terrain {name}, column '{weather}_{kind}'"
                    )
                    raise DataError(f"{where}: '{cell}' is no cost")
