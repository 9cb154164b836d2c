"""Combats that are declared before they are fought, as a column of the position."""

from __future__ import annotations

from typing import Any

from typhoon.engine.columns import Column


class Declared(Column):
    """The declared attacks; of each a side is told what it may know. Games say how, and read them back."""

    usual: Any = ()
    late = True

    def start(self, rules: Any) -> tuple[Any, ...]:
        return ()

    def tell(self, pos: Any) -> list[Any]:
        return [self.told(pos, combat) for combat in pos.combats]

    def tell_to(self, pos: Any, side: int) -> list[Any]:
        return [self.told(pos, self.veiled(pos, side, combat)) for combat in pos.combats]

    def told(self, pos: Any, combat: Any) -> Any:
        """A combat in words."""
        raise NotImplementedError

    def veiled(self, pos: Any, side: int, combat: Any) -> Any:
        """A combat as a side may know it."""
        raise NotImplementedError
