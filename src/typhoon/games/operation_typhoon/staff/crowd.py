"""Room in stacks while a movement phase is planned."""

from __future__ import annotations

from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits


class Crowd:
    """Who has his place where; the law says how many may stand together."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self._pos, self._side = pos, side
        self._full: dict[int, bool] = {}
        self._reaching, self._where = pos.rules.reaching, list(pos.where)
        self.hexes = 0
        self.units: dict[int, int] = {}
        """The units that have their places, by hex."""

    def _fit(self, units: int) -> bool:
        if not units & (units - 1):
            return True
        found = self._full.get(units)
        if found is None:
            found = self._full[units] = bool(self._pos.rules.stacking.excess(self._pos, self._side, units))
        return not found

    def room(self, unit: int, hex_: int) -> bool:
        if not self._fit(self.units.get(hex_, 0) | 1 << unit):
            return False
        return not self._reaching.escorted >> unit & 1 or self._in_company({hex_: 1 << unit})

    def stand(self, unit: int, hex_: int) -> None:
        self.units[hex_] = self.units.get(hex_, 0) | 1 << unit
        self._where[unit] = hex_
        self.hexes |= 1 << hex_

    def _in_company(self, stacks: dict[int, int]) -> bool:
        """Whether those of some units who hang on others may stand where they should."""
        bound = [unit for units in stacks.values() for unit in bits(units & self._reaching.escorted)]
        if not bound:
            return True
        where = self._where.copy()
        for hex_, units in stacks.items():
            for unit in bits(units):
                where[unit] = hex_
        return all(self._reaching.may_end(where, unit) for unit in bound)

    def fits(self, stacks: dict[int, int]) -> bool:
        """Whether all units of some stacks can stand there, beside those that have their places."""
        if any(not self._fit(units | self.units.get(hex_, 0)) for hex_, units in stacks.items()):
            return False
        return not self._reaching.escorted or self._in_company(stacks)
