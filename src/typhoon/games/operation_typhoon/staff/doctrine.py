"""Doctrine: what the staff has learnt from its games; the first one is kept as a yardstick."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.staff.learnt import MOVED
from typhoon.games.operation_typhoon.staff.weights import After, Attack, Weights

AT_FIRST = {
    GERMAN: Weights(),
    SOVIET: Weights(
        attack=Attack(losses=1.0, least=1.0, place=0.5, onward=0.1),
        after=After(drawn=0.3),
    ),
}
"""What each side made of what it saw when it began."""
OTHERS = {GERMAN: frozenset({"line"}), SOVIET: frozenset({"advance", "hold"})}
"""The chapters that a side does not ask."""


class Doctrine(NamedTuple):
    """What the staff minds."""

    holds: bool = True
    """Taken objectives keep as many as it takes to hold them, after an advance too."""
    spares_cadres: bool = True
    """Cadres are not sent into attacks, and keep away from the enemy."""
    exits_in_step: bool = True
    """No more units leave the map than count with the towns that are held; the first of them is urgent."""
    walks_in: bool = True
    """Near the end places that stand open are taken before anybody is sent to attack."""
    raids: bool = True
    """Fast units run for the east edge through gaps, where enough of them shift the level of victory."""
    hunts: bool = True
    """Germans press for the destruction of units, where points for that shift the level of victory."""
    german: Weights = AT_FIRST[GERMAN]
    soviet: Weights = AT_FIRST[SOVIET]
    """What each side makes of what it sees."""

    def weights_of(self, side: int) -> Weights:
        return self.soviet if side == SOVIET else self.german

    def named(self, side: int) -> dict[str, float]:
        """The weights that a side asks, by name."""
        weights = self.weights_of(side).named().items()
        return {name: weight for name, weight in weights if name.split(".")[0] not in OTHERS[side]}

    def weighed(self, side: int, weigh: Callable[[str, float], float]) -> Doctrine:
        """The same with other weights of a side."""
        weights = self.weights_of(side).weighed(weigh)
        return self._replace(soviet=weights) if side == SOVIET else self._replace(german=weights)


FIRST = Doctrine(
    holds=False, spares_cadres=False, exits_in_step=False, walks_in=False, raids=False, hunts=False
)
LEARNT = Doctrine(
    german=AT_FIRST[GERMAN].weighed(MOVED["german"].get),
    soviet=AT_FIRST[SOVIET].weighed(MOVED["soviet"].get),
)
