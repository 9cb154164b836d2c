"""Room in stacks while a movement phase is planned."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.stacking import LIMIT

COUNTING, HQ, CADRE, SMALL = range(4)


class Crowd:
    """Who has his place where, within the limits of 7.1."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self._pos, self._side = pos, side
        self._limit = (LIMIT[side], 1, 1, 1)
        self._room: dict[tuple[int, int], int] = {}
        self.units: dict[int, int] = {}
        """The units that have their places, by hex."""

    def kind(self, unit: int) -> int:
        bit, rules = 1 << unit, self._pos.rules
        if rules.hqs & bit:
            return HQ
        if self._pos.cadres & bit:
            return CADRE
        return SMALL if self._side == SOVIET and rules.small & bit else COUNTING

    def room(self, unit: int, hex_: int) -> bool:
        return self._stands(unit, hex_) or self.left(self.kind(unit), hex_) > 0

    def _stands(self, unit: int, hex_: int) -> bool:
        return bool(self.units.get(hex_, 0) >> unit & 1)

    def left(self, kind: int, hex_: int) -> int:
        return self._limit[kind] - self._room.get((kind, hex_), 0)

    def stand(self, unit: int, hex_: int) -> None:
        if self._stands(unit, hex_):
            return
        key = self.kind(unit), hex_
        self._room[key] = self._room.get(key, 0) + 1
        self.units[hex_] = self.units.get(hex_, 0) | 1 << unit

    def fits(self, placing: dict[int, int]) -> bool:
        """Whether all of these can stand where they should, beside those that have their places."""
        more: dict[tuple[int, int], int] = {}
        for unit, hex_ in placing.items():
            if self._stands(unit, hex_):
                continue
            key = self.kind(unit), hex_
            more[key] = more.get(key, 0) + 1
        return all(self.left(kind, hex_) >= count for (kind, hex_), count in more.items())
