"""What there is to win in attacking each enemy stack, by exact expectation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from typhoon.games.red_typhoon.charts import SOVIET
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.reading import Memo
from typhoon.hexgrid import bits

SETBACK = 0.02
"""What it costs a unit to be thrown back a hex, when it has a way to go."""
DEPTH_WORTH = 0.008
"""What each hex that a strength point is thrown back is worth."""
ORDINARY_UNIT = 0.5
"""What the unit lost in an attack is worth, before it is known who attacks."""
HOLDING_ON = 0.85
"""The chance to keep a goal that was taken."""
PROGRESS = 0.12
"""What advancing is worth, as a share of what draws the side to the hex."""


class Stake(NamedTuple):
    """What there is to win in an attack on a hex."""

    kill: float
    push: float
    depth: float
    exchange: float
    defense: int
    shift: int


class Targets:
    """All enemy stacks as targets, with their stakes."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.ground = outlook.ground
        self.pos = outlook.pos
        self._stakes: dict[int, Stake] = {}
        self._curves: dict[tuple[int, int], list[float]] = {}
        self.beside = cache(self._beside)
        """The enemy hexes beside one that can still be attacked."""
        self.setback = Memo(self._setback)
        """What it costs each unit to be thrown back."""

    def _beside(self, hex_: int) -> list[int]:
        pos = self.pos
        near = bits(self.ground.around[hex_] & pos.occupied[self.outlook.enemy])
        return [other for other in near if not pos.stacks[other] & pos.defended]

    def _setback(self, unit: int) -> float:
        outlook, pos = self.outlook, self.pos
        way_back = self.ground.around[pos.where[unit]] & ~pos.occupied[outlook.enemy] & ~outlook.enemy_zone
        return SETBACK if way_back else outlook.worth[unit]

    def stake(self, target: int) -> Stake:
        found = self._stakes.get(target)
        if found is None:
            found = self._stakes[target] = self._reckon(target)
        return found

    def _reckon(self, target: int) -> Stake:
        outlook, pos = self.outlook, self.pos
        defenders = list(bits(pos.stacks[target]))
        worths = [outlook.worth[unit] for unit in defenders]
        strength = sum([outlook.rules.strength[unit] for unit in defenders])
        prize = PROGRESS * outlook.temper.pull * min(4.0, outlook.pull[target])
        if not outlook.own_control >> target & 1:
            prize += outlook.prizes.get(target, 0.0) * HOLDING_ON
        fresh = sum([outlook.rules.strength[u] for u in defenders if not pos.disrupted >> u & 1])
        zeal = outlook.manner.drive * outlook.whim[target]
        return Stake(
            kill=zeal * (sum(worths) + prize),
            push=zeal * (fresh * outlook.lost_turn + prize),
            depth=zeal * strength * DEPTH_WORTH,
            exchange=min(worths),
            defense=strength,
            shift=self._shift(target),
        )

    def _shift(self, target: int) -> int:
        """The die modifiers of every attack on a hex; those of a river depend on the attackers."""
        outlook, rules = self.outlook, self.outlook.rules
        shift = 0
        terrain = rules.board.terrain_at[target]
        if terrain in ("woods", "city"):
            shift += rules.modifiers[terrain].drm
        if not outlook.enemy_connected >> target & 1:
            shift += rules.modifiers["isolated"].drm
        if outlook.side == SOVIET and self.pos.turn == 1:
            shift += rules.modifiers["surprise"].drm
        return shift

    def river(self, target: int, hexes: Iterable[int]) -> int:
        """The modifier when every attacker stands across a river."""
        across = self.ground.across_river
        for hex_ in hexes:
            if not across(hex_, target):
                return 0
        return self.outlook.rules.modifiers["river"].drm

    def value(
        self,
        target: int,
        strength: float,
        escape: int,
        weakest: float,
        river: int = 0,
        setback: float = SETBACK,
    ) -> float:
        """The expected gain of an attack by so much strength."""
        stake = self.stake(target)
        ratio = int(strength // stake.defense)
        if ratio < 1:
            return 0.0
        chance = self.ground.chances(ratio, stake.shift + river, escape)
        loss = weakest if self.outlook.side == SOVIET else min(weakest, setback)
        return (
            chance.kill * stake.kill
            + chance.push * stake.push
            + chance.depth * stake.depth
            + chance.exchange * (stake.exchange - weakest)
            - chance.loss * loss
            - chance.repulse * setback
        )

    def promise(self, target: int, ratio: float, escape: int) -> float:
        """The expected gain of ordinary units at an odds that may be a fraction."""
        curve = self._curves.get((target, escape))
        if curve is None:
            defense = self.stake(target).defense
            odds = range(self.outlook.rules.crt.best + 1)
            curve = [self.value(target, n * defense, escape, ORDINARY_UNIT) for n in odds]
            self._curves[target, escape] = curve
        whole = int(ratio)
        if whole >= len(curve) - 1:
            return curve[-1]
        return curve[whole] + (curve[whole + 1] - curve[whole]) * (ratio - whole)
