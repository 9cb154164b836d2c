"""Sharing a side: which orders are for which role of a team."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.orders import Attack, Move, Offers, Order
from typhoon.engine.rules import Role, Team
from typhoon.engine.ruling import Ruling

ANYBODY = ""
"""What orders are for that any member of the team may give."""


def charged(game: Game, team: Team, order: str) -> Role | None:
    """Whom a legal order is for; None when anybody may give it."""
    id_ = game.rules.role_of(game.position, team.id, game.parse(order))
    return next((role for role in team.roles if role.id == id_), None)


def why_not_role(game: Game, team: Team, role: str, order: str) -> Ruling | None:
    """Why a legal order is not for one role to give; None when it is."""
    other = charged(game, team, order)
    if other is None or other.id == role:
        return None
    return Ruling(team.case, f"this is for {other.title} to order")


class Shares:
    """What is on offer, by the role it is for.

    It is told from one order for each unit, so that nothing long has to be listed; the check of
    the order that is given is what counts.
    """

    def __init__(self, game: Game, team: Team) -> None:
        self._of: defaultdict[str, Offers] = defaultdict(Offers)
        offers = game.orders.offers()

        def role(order: Order) -> str:
            return game.rules.role_of(game.position, team.id, order)

        for text in offers.plain:
            self._of[role(game.parse(text))].plain.append(text)
        for unit, goals in offers.moves.items():
            self._of[role(Move(unit, tuple(goals)[:1]))].moves[unit] = goals
        for target, units in offers.attacks.items():
            # Whoever has a part in an attack sees everybody who could join it.
            for each in {role(Attack(target, (unit,))) for unit in units}:
                self._of[each].attacks[target] = units

    @property
    def called(self) -> list[str]:
        """The roles that have something of their own to order."""
        return [role for role in self._of if role != ANYBODY]

    def of(self, role: str) -> Offers:
        """What a role may order: its own, and what anybody may."""
        own, common = self._of.get(role, Offers()), self._of.get(ANYBODY, Offers())
        return Offers(
            **{
                field: _both(getattr(own, field), getattr(common, field))
                for field in Offers.__struct_fields__
            }
        )


def _both(own: Any, common: Any) -> Any:
    return common | own if isinstance(own, dict) else own + common
