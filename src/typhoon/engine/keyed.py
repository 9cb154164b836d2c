"""Columns that hold something for each of some hexes or units, such as a turn or a count."""

from __future__ import annotations

from typing import Any

from typhoon.engine.columns import Column
from typhoon.hexgrid import bits


class ByHex(Column):
    """Something for each of some hexes."""

    usual: Any = {}  # noqa: RUF012
    late = True

    def __init__(self, of: Any, word: str = "", **how: Any) -> None:
        super().__init__(word, **how)
        self.type = dict[str, of]

    def start(self, rules: Any) -> dict[int, Any]:
        return {}

    def name_of(self, pos: Any, key: int) -> Any:
        return pos.rules.grid.name[key]

    def key_of(self, pos: Any, name: str) -> Any:
        return pos.rules.hex_in_words(self.word, name)

    def tell(self, pos: Any) -> dict[str, Any]:
        return self.words(pos, getattr(pos, self.name))

    def words(self, pos: Any, values: dict[int, Any]) -> dict[str, Any]:
        return {self.name_of(pos, key): self.told(pos, key, value) for key, value in sorted(values.items())}

    def told(self, pos: Any, key: int, value: Any) -> Any:
        return list(value) if isinstance(value, tuple) else value

    def read(self, pos: Any, told: dict[str, Any]) -> None:
        for name, value in told.items():
            key = self.key_of(pos, name)
            getattr(pos, self.name)[key] = self.checked(pos, name, key, value)

    def checked(self, pos: Any, name: str, key: int, told: Any) -> Any:
        """What is meant by what is told of one of them; ``ImpossiblePosition`` where it cannot be."""
        return told


class ByUnit(ByHex):
    """Something for each of some units."""

    def name_of(self, pos: Any, key: int) -> Any:
        return pos.rules.unit_ids[key]

    def key_of(self, pos: Any, name: str) -> Any:
        return bits(pos.rules.units_in_words(self.word, (name,)))[0]
