"""Previews: what an order would lead to, before it is given."""

from __future__ import annotations

from typing import Literal

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """A die-roll modifier or column shift, with its reason."""

    value: int
    text: str
    case: str
    key: str = ""
    """What it is, for programs: a word that does not change."""
    possible: bool = False
    """Whether it hangs on what is not known."""


class Outcome(msgspec.Struct, frozen=True):
    """A result and its chance."""

    result: str
    chance: float
    dice: tuple[int, ...]
    """The rolls, before modifiers, that give it."""
    text: str = ""
    suffers: Literal["", "attacker", "defender", "both"] = ""
    """To whose harm it is."""


class Preview(msgspec.Struct, frozen=True, tag_field="kind"):
    """What an order would lead to."""


class Warnings(Preview, frozen=True, tag="warnings"):
    """What a player should know before giving the order."""

    texts: tuple[str, ...]
    unused: tuple[str, ...] = ()
    """What could still be done, and cannot any more then; players may ask not to be reminded of it."""
    plan: bool = False
    """Whether they tell what would be done, and nothing to beware of."""


class MovePreview(Preview, frozen=True, tag="move"):
    """The way a unit would take and what it costs."""

    path: tuple[str, ...]
    costs: tuple[float, ...]
    """Points spent on reaching each hex of the path, the first being 0."""
    left: float
    stops: bool
    """Whether the unit must stop there."""
    counted_in: str = "movement points"
    """What is spent."""
    notes: tuple[str, ...] = ()
    """What else it takes."""

    @property
    def cost(self) -> float:
        return self.costs[-1]


class Round(msgspec.Struct, frozen=True):
    """How a battle stands after so many rounds, as far as can be told beforehand."""

    round: int
    won: float
    """The chance of having won by then."""
    lost: float
    """The chance that all attackers have fallen by then."""
    losses: float
    """The steps that the attackers will have lost, in the mean."""


class Forecast(Preview, frozen=True, tag="forecast"):
    """A battle whose defenders are not known before it begins, worked out to its end."""

    target: str
    path: tuple[str, ...]
    costs: tuple[float, ...]
    left: float
    """Movement points left when the battle begins."""
    modifiers: tuple[Modifier, ...]
    foes: tuple[Outcome, ...]
    """Who may defend, with the chance and the dice of each."""
    rounds: tuple[Round, ...]
    """As many as the force can pay for."""
    pocket: int = 0
    """Hexes that would be cut off by winning."""
    breakout: float | None = None
    """The chance that a pocket breaks out through the force as it is now."""
    wins_game: bool = False

    @property
    def won(self) -> float:
        """The chance to win when every round is fought."""
        return self.rounds[-1].won


class Term(msgspec.Struct, frozen=True):
    """What a unit brings into a combat, and how that is worked out."""

    unit: str
    attacks: bool
    printed: str
    """Its strength before anything is done to it: a figure, or a range of them."""
    counts: str
    """What it comes to."""
    why: str = ""
    """What makes the difference: ``halved: out of supply``."""
    case: str = ""


class CombatPreview(Preview, frozen=True, tag="combat"):
    """An attack worked out up to the die."""

    target: str
    attack: float
    defense: float
    column: str
    modifiers: tuple[Modifier, ...]
    outcomes: tuple[Outcome, ...]
    columns: tuple[Outcome, ...] = ()
    """The columns that may come up where strengths are not known, each with its chance."""
    attack_from: float = 0
    attack_to: float = 0
    """What the attack may turn out to be; both 0 when it is known."""
    defense_from: float = 0
    defense_to: float = 0
    terms: tuple[Term, ...] = ()
    """Both strengths unit by unit, as far as they are known."""
    notes: tuple[str, ...] = ()
    """What else it takes or brings."""

    @property
    def modifier(self) -> int:
        """All that is certain."""
        return sum(m.value for m in self.modifiers if not m.possible)

    def chance(self, *results: str) -> float:
        """The chance that the result is one of these."""
        return sum(o.chance for o in self.outcomes if o.result in results)
