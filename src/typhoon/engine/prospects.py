"""Prospects: the margin of victory that may be expected of a position.

A game says by which few figures it judges a position; its file ``value.csv`` says what each of them is
worth at the beginning, in the middle and at the end of the game, and between these it is in proportion.
``python -m typhoon.lab.fit`` makes that file out of games that were played.

Every figure speaks for the first side, so that no weight is negative: losses of that side are counted below
nought.  And everything is taken from what both sides may know: there is one value, whoever asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf, isfinite
from typing import Any, ClassVar

import msgspec

from typhoon.engine.chapters import Chapter
from typhoon.engine.data import DataError, DataFolder

VALUES = "value.csv"
SET_UP, BALANCE, STANDING = COMMON = ("set-up", "balance", "standing")
"""Figures of every game: 1 until the first turn begins, 1 from then on, and the margin as it stands."""


class Weight(msgspec.Struct, frozen=True):
    """What a figure is worth in a scenario."""

    scenario: str
    feature: str
    early: float
    middle: float
    late: float


Weights = Mapping[str, Weight]
"""The weights of a scenario, by the names of its figures."""


class Prospects(Chapter):
    """What may be expected; a game without figures of its own has the margin as it stands."""

    features: ClassVar[tuple[str, ...]] = ()
    """The names of the game's own figures that a position is judged by."""
    most: ClassVar[float] = inf
    """The largest margin that there can be."""

    def __init__(self, law: Any) -> None:
        super().__init__(law)
        known = {scenario.id for kind, _ in law.versions(law.version) for scenario in kind.about.scenarios}
        weights = read_weights(law.data, (*COMMON, *self.features), frozenset(known))
        self.weights: Weights = weights.get(law.scenario.id, {})

    # What a game says

    def standing(self, pos: Any) -> float:
        """The margin as it stands, as far as both sides may know; of a finished game, its result."""
        first = self.law.sides[0]
        scores = self.law.scores(pos)
        return float(sum([score.points if score.side == first else -score.points for score in scores]))

    def measure(self, pos: Any) -> tuple[float, ...]:
        """The game's own figures of a position in play, from what both sides may know."""
        return ()

    def words(self, margin: float) -> str:
        """A margin of the first side as people say it."""
        if round(margin, 1) == 0:
            return "even"
        return f"{self.law.adjective(0 if margin > 0 else 1)} by {abs(margin):.1f} points"

    def horizon(self, pos: Any) -> float:
        """How many turns must be played on before it shows what a course is worth."""
        return 1.0

    # What follows

    def margin(self, pos: Any, side: str) -> float:
        """The margin of victory that a side may expect; when the game is over, the one it has."""
        if pos.result is not None or not self.weights:
            found = self.standing(pos)
        else:
            found = self.worth(self.figures(pos), self.share(pos))
        return found if side == self.law.sides[0] else -found

    def told(self, pos: Any) -> str:
        """The forecast in words, for whoever looks on; nothing when the game is over."""
        return "" if pos.result is not None else self.words(self.margin(pos, self.law.sides[0]))

    def share(self, pos: Any) -> float:
        """The share of the game that has been played, from 0 to 1."""
        phases, law = len(self.law.sequence), self.law
        done = (pos.turn - law.first_turn) * phases + max(pos.step, 0)
        return float(done / ((law.last_turn - law.first_turn + 1) * phases))

    def figures(self, pos: Any) -> dict[str, float]:
        """What a position is judged by; before the first turn, while units may be secret, by nothing else."""
        if pos.step < 0:
            return {SET_UP: 1.0}
        found = {BALANCE: 1.0, STANDING: self.standing(pos)}
        found.update(zip(self.features, self.measure(pos), strict=True))
        return found

    def worth(self, figures: Mapping[str, float], share: float) -> float:
        """What figures add up to at some moment of the game; those without a weight count for nothing."""
        total, (early, middle, late) = 0.0, parts(share)
        for name, figure in figures.items():
            if (weight := self.weights.get(name)) is not None:
                total += figure * (early * weight.early + middle * weight.middle + late * weight.late)
        return max(-self.most, min(total, self.most))


def parts(share: float) -> tuple[float, float, float]:
    """How much the weights of the beginning, the middle and the end count at some moment of the game.

    >>> parts(0.0), parts(0.25), parts(0.5), parts(1.0)
    ((1.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    """
    return max(1 - 2 * share, 0.0), 1 - abs(2 * share - 1), max(2 * share - 1, 0.0)


@lru_cache(maxsize=32)
def read_weights(
    data: DataFolder, features: tuple[str, ...], scenarios: frozenset[str]
) -> dict[str, dict[str, Weight]]:
    """The weights of all scenarios of a game; none where there is no file of them."""
    found: dict[str, dict[str, Weight]] = {}
    for line, row in data.numbered_rows(VALUES, Weight) if VALUES in data.files else ():
        where = f"{data.path(VALUES)}, line {line}"
        if row.scenario not in scenarios:
            raise DataError(f"{where}, column 'scenario': there is no scenario '{row.scenario}'")
        if row.feature not in features:
            known = ", ".join(features)
            raise DataError(f"{where}, column 'feature': no figure '{row.feature}'; there is {known}")
        if not isfinite(row.early + row.middle + row.late):
            raise DataError(f"{where}: a weight must be a number")
        weights = found.setdefault(row.scenario, {})
        if row.feature in weights:
            raise DataError(f"{where}, column 'feature': '{row.feature}' stands twice for '{row.scenario}'")
        weights[row.feature] = row
    return found
