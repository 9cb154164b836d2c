"""Previews: what an order would lead to, before it is given."""

from __future__ import annotations

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """A die-roll modifier or column shift, with its reason."""

    value: int
    text: str
    case: str


class Outcome(msgspec.Struct, frozen=True):
    """A result and its chance."""

    result: str
    chance: float
    dice: tuple[int, ...]
    """The rolls, before modifiers, that give it."""
    text: str = ""


class Preview(msgspec.Struct, frozen=True, tag_field="kind"):
    """What an order would lead to."""


class Warnings(Preview, frozen=True, tag="warnings"):
    """What a player should know before giving the order."""

    texts: tuple[str, ...]


class MovePreview(Preview, frozen=True, tag="move"):
    """The way a unit would take and what it costs, in movement points."""

    path: tuple[str, ...]
    costs: tuple[float, ...]
    """Points spent on reaching each hex of the path, the first being 0."""
    left: float
    stops: bool
    """Whether the unit must stop there."""

    @property
    def cost(self) -> float:
        return self.costs[-1]


class CombatPreview(Preview, frozen=True, tag="combat"):
    """An attack worked out up to the die."""

    target: str
    attack: int
    defense: int
    column: str
    modifiers: tuple[Modifier, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def modifier(self) -> int:
        return sum(m.value for m in self.modifiers)

    def chance(self, *results: str) -> float:
        """The chance that the result is one of these."""
        return sum(o.chance for o in self.outcomes if o.result in results)
