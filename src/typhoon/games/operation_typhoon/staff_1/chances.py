"""What a combat leads to on average, by odds, terrain and shifts."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.operation_typhoon.charts import CombatTable
from typhoon.games.operation_typhoon.odds import DICE

ATTACK_SPREAD = ((0.8, 0.25), (1.0, 0.5), (1.2, 0.25))
DEFENSE_SPREAD = ((0.65, 0.25), (1.0, 0.5), (1.35, 0.25))
"""Strengths are uncertain: factors of the mean, with their chances."""


class Expectation(NamedTuple):
    """The mean outcome of a combat."""

    own_steps: float
    own_back: float
    enemy_steps: float
    enemy_back: float
    win: float
    """The chance of a result against the defender."""
    breakthrough: float


class Chances:
    """The table, averaged."""

    def __init__(self, table: CombatTable) -> None:
        self._table = table
        self.columns = [_average(table, column) for column in range(1, table.columns + 1)]
        self._known: dict[tuple[str, int, int, int], Expectation] = {}

    def expect(self, line: str, attack: float, defense: float, shift: int) -> Expectation:
        """The mean outcome of an attack whose strengths are known in the mean."""
        key = line, round(attack * 2), round(defense * 2), shift
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._expect(line, key[1] / 2, key[2] / 2, shift)
        return found

    def _expect(self, line: str, attack: float, defense: float, shift: int) -> Expectation:
        total = [0.0] * 6
        table = self._table
        for more, chance in ATTACK_SPREAD:
            for better, other in DEFENSE_SPREAD:
                ours, theirs = max(1, round(attack * more)), max(1, round(defense * better))
                column = table.shifted(table.column(line, ours, theirs), shift)
                for place, value in enumerate(self.columns[column - 1]):
                    total[place] += chance * other * value
        return Expectation(*total)


def _average(table: CombatTable, column: int) -> Expectation:
    total = [0.0] * 6
    for dice, ways in DICE.items():
        row, chance = table.results[column, dice], ways / 36
        if row.side == "A":
            total[0] += chance * row.steps
            total[1] += chance * row.retreat
        else:
            total[2] += chance * row.steps
            total[3] += chance * row.retreat
            total[4] += chance
            total[5] += chance * row.breakthrough
    return Expectation(*total)
