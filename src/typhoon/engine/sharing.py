"""Sharing a side: which orders are for which role of a team."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from typhoon.engine.about import Role, Team
from typhoon.engine.events import Event
from typhoon.engine.game import Game
from typhoon.engine.offers import Form, Offers, OrderOffer
from typhoon.engine.orders import Listed, Order, Orders
from typhoon.engine.ruling import Refused, Ruling
from typhoon.engine.seat import Seat, Thinking
from typhoon.engine.view import View

ANYBODY = ""
"""What orders are for that any member of the team may give."""


def charged(game: Game, team: Team, order: Order | str) -> Role | None:
    """Whom a legal order is for; None when anybody may give it."""
    parsed = game.parse(order) if isinstance(order, str) else order
    id_ = game.rules.role_of(game.position, team.id, parsed)
    return next((role for role in team.roles if role.id == id_), None)


def why_not_role(game: Game, team: Team, role: str, order: Order | str) -> Ruling | None:
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
        common = replace(self.of(ANYBODY), barred=[])
        own = {role.id: replace(self.of(role.id), barred=[]) for role in self._team.roles}
        return [role for role, offers in own.items() if offers != common]

    def of(self, role: str) -> Offers:
        """What a role may order: its own, and what anybody may."""
        all_, mine = self._offers, (role, ANYBODY)

        def may(form: Form, units: Iterable[str], place: str = "") -> tuple[str, ...]:
            """Those of the units that the role may give such an order to."""
            return tuple(unit for unit in units if self._role(form, unit, place) in mine)

        plain, barred = [
            [order for order in orders if self._role_of(order) in mine]
            for orders in (all_.plain, all_.barred)
        ]
        found = Offers(plain, barred, shares=all_.shares)
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


class _OfRole(Listed):
    """The orders that a role may give."""

    def __init__(self, game: Game, team: Team, role: str) -> None:
        self._game, self._team, self._role = game, team, role

    @cached_property
    def _orders(self) -> Sequence[Order]:  # type: ignore[override]
        """Listed only when they are asked for one by one."""
        game, team, role = self._game, self._team, self._role
        return [order for order in game.orders if why_not_role(game, team, role, order) is None]

    def offer(self, offers: Offers) -> None:
        shared = Shares(self._game, self._team).of(self._role)
        for name in shared.__struct_fields__:
            setattr(offers, name, getattr(shared, name))


class TeamSeat(Seat):
    """The seat of one role in a team: what is for another role to order, it cannot."""

    __slots__ = ("role", "team")

    def __init__(self, game: Game, team: str, role: str, thinking: Thinking | None = None) -> None:
        """Raises ``ValueError`` when the game has no such team or role."""
        self.team = game.rules.about.team(team, game.rules.options)
        self.role = self.team.role(role).id
        super().__init__(game, self.team.side, thinking)

    @property
    def orders(self) -> Orders:
        """The legal orders of this role, those for anybody among them."""
        if self.decision is None:
            return super().orders
        part = _OfRole(self._game, self.team, self.role)
        return Orders([part], lambda order: self.why_not(order) is None)

    def why_not(self, order: Order | str) -> Ruling | None:
        """Why this role may not give an order now."""
        return super().why_not(order) or why_not_role(self._game, self.team, self.role, order)

    def view(self) -> View:
        view = super().view()
        if view.offers is None:
            return view
        return replace(view, offers=self.orders.offers())

    def push(self, order: Order | str) -> list[Event]:
        """Carry out an order; raises ``Refused``, with everything as before, when it is not this role's."""
        if (ruling := self.why_not(order)) is not None:
            raise Refused(order, ruling)
        return self._game.push(order)
