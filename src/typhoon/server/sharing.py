"""Sharing a side: which orders are for which role of a team."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from typhoon.engine.about import Role, Team
from typhoon.engine.game import Game
from typhoon.engine.offers import Form, Offers, OrderOffer
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
        self._game, self._team = game, team
        self._offers = game.orders.offers()
        self._known: dict[tuple[str, ...], str] = {}

    @property
    def called(self) -> list[str]:
        """The roles that have something of their own to order."""
        common = self.of(ANYBODY)
        return [role.id for role in self._team.roles if self.of(role.id) != common]

    def of(self, role: str) -> Offers:
        """What a role may order: its own, and what anybody may."""
        all_, mine = self._offers, (role, ANYBODY)

        def may(form: Form, units: Iterable[str], place: str = "") -> tuple[str, ...]:
            """Those of the units that the role may give such an order to."""
            return tuple(unit for unit in units if self._role(form, unit, place) in mine)

        plain = [order for order in all_.plain if self._role_of(order) in mine]
        found = Offers(plain, shares=all_.shares)
        if moves := all_.moves:
            goals = {unit: moves.goals[unit] for unit in may(moves.form, moves.goals)}
            found.moves = replace(moves, goals=goals) if goals else None
        for movers in all_.movers:
            if units := may(movers.form, movers.units):
                found.movers.append(replace(movers, units=units))
        for places in all_.places:
            if units := may(places.form, places.units, places.hexes[0]):
                found.places.append(replace(places, units=units))
        if attacks := all_.attacks:
            targets = {
                name: target
                for name, target in attacks.targets.items()
                if may(attacks.form, target.units, name)
            }
            found.attacks = replace(attacks, targets=targets) if targets else None
        if forces := all_.forces:
            groups = tuple(group for group in forces.groups if may(forces.form, group))
            found.forces = replace(forces, groups=groups) if groups else None
        if marches := all_.marches:
            whose = self._role(marches.form, "", next(iter(marches.goals)))
            found.marches = marches if whose in mine else None
        return found

    def _role_of(self, order: OrderOffer) -> str:
        units = order.units or (order.unit,)
        key = (order.verb, *units) if any(units) else (order.text,)
        return self._asked(key, order.text)

    def _role(self, form: Form, unit: str, place: str) -> str:
        """Whom an order is for that takes a unit, or goes to a place, by its form."""
        text = form.spell(unit=unit, units=unit, start=place, goal=place, hex=place, target=place)
        return self._asked((form.verb, unit), text)

    def _asked(self, key: tuple[str, ...], order: str) -> str:
        if key not in self._known:
            rules, position = self._game.rules, self._game.position
            self._known[key] = rules.role_of(position, self._team.id, self._game.parse(order))
        return self._known[key]
