"""Sharing a side: which orders are for which role of a team."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from typhoon.engine.about import Role, Team
from typhoon.engine.game import Game
from typhoon.engine.orders import Offers, Places
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

    It is told from one order of each kind for each unit, so that a thousand are shared out at once;
    the check of the order that is given is what counts.  Groups are shown whole to everyone with a
    unit in them, since several roles can have a part in one attack or force.
    """

    def __init__(self, game: Game, team: Team) -> None:
        self._of: defaultdict[str, Offers] = defaultdict(Offers)
        offers = game.orders.offers()
        known: dict[tuple[str, ...], str] = {}

        def role(order: str) -> str:
            words = order.split()
            units = [word for word in words if word in game.rules.unit_number]
            key = (words[0], *units) if units else (order,)
            if key not in known:
                known[key] = game.rules.role_of(game.position, team.id, game.parse(order))
            return known[key]

        for text in offers.plain:
            self._of[role(text)].plain.append(text)
        for unit, goals in offers.moves.items():
            for goal in list(goals)[:1]:
                self._of[role(f"move {unit} {goal}")].moves[unit] = goals
        for target, units in offers.attacks.items():
            for each in {role(f"attack {target} {unit}") for unit in units}:
                self._of[each].attacks[target] = units
        for group in offers.forces:
            for each in {role(f"force {unit}") for unit in group}:
                self._of[each].forces.append(group)
        for places in offers.places:
            members: defaultdict[str, list[str]] = defaultdict(list)
            for unit in places.units:
                members[role(f"place {unit} {places.hexes[0]}")].append(unit)
            for each, units in members.items():
                self._of[each].places.append(Places(tuple(units), places.hexes))
        for verb, units in offers.movers.items():
            for unit in units:
                self._of[role(f"{verb} {unit} -")].movers.setdefault(verb, []).append(unit)
        for goal, cost in offers.marches.items():
            self._of[role(f"march {goal}")].marches[goal] = cost

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
