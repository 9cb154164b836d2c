"""Room in stacks while a movement phase is planned."""

from __future__ import annotations

from typhoon.games.operation_typhoon.position import TyphoonPosition


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
        return not self._reaching.escorted >> unit & 1 or self._in_company({unit: hex_})

    def stand(self, unit: int, hex_: int) -> None:
        self.units[hex_] = self.units.get(hex_, 0) | 1 << unit
        self._where[unit] = hex_
        self.hexes |= 1 << hex_

    def _in_company(self, placing: dict[int, int]) -> bool:
        """Whether those of some units who hang on others may stand where they should."""
        bound, where = [unit for unit in placing if self._reaching.escorted >> unit & 1], self._where
        if bound:
            where = where.copy()
            for unit, hex_ in placing.items():
                where[unit] = hex_
        return all(self._reaching.may_end(where, unit) for unit in bound)

    def fits(self, placing: dict[int, int]) -> bool:
        """Whether all of these can stand where they should, beside those that have their places."""
        stacks: dict[int, int] = {}
        for unit, hex_ in placing.items():
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
        fit = all(self._fit(units | self.units.get(hex_, 0)) for hex_, units in stacks.items())
        return fit and (not self._reaching.escorted or self._in_company(placing))
