"""Offers: legal orders as a client shows them.

Orders that are few are listed, each with its text and with what it is about.  Of those that are many it
is told what can be chosen, with a form: the text of the order, with slots for the choices.  So a client
neither reads the texts of orders nor makes any up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_origin

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typhoon.engine.orders import Order


class Form(msgspec.Struct, frozen=True):
    """How orders of one kind are written."""

    verb: str
    label: str
    """What a button says that gives such an order, without what the order is about."""
    about: str
    """What such an order does, in a sentence."""
    text: str
    """The text with the fields of the order as slots; a path has two, ``{start}-{goal}``."""
    waiting: str = ""
    """What those off the map are called that wait for such an order."""
    sorts: bool = False
    """Whether such an order lays its unit on top of a stack."""

    def spell(self, **slots: str | Iterable[str]) -> str:
        """The text of an order: a slot takes a word, or several."""
        words = {name: word if isinstance(word, str) else " ".join(word) for name, word in slots.items()}
        return self.text.format(**words)


@lru_cache(maxsize=256)
def form_of(kind: type[Order]) -> Form:
    """The form of the orders of a kind, out of its fields.

    >>> from typhoon.engine.orders import Attack
    >>> form_of(Attack).text
    'attack {target} {units}'
    >>> form_of(Attack).spell(target="2510", units=["S-B-02", "S-B-12"])
    'attack 2510 S-B-02 S-B-12'
    """
    slots = ["{start}-{goal}" if name == "path" else f"{{{name}}}" for name in kind.__struct_fields__]
    label = kind.label or kind.verb.replace("-", " ").capitalize()
    about = (kind.__doc__ or "").split("\n")[0]
    return Form(kind.verb, label, about, " ".join([kind.verb, *slots]), kind.waiting, kind.sorts)


class OrderOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order, and what it is about: its fields under their own names."""

    text: str
    verb: str
    label: str
    unit: str = ""
    units: tuple[str, ...] | None = None
    """Those chosen out of several, which may be none."""
    hex: str = ""
    path: tuple[str, ...] = ()
    target: str = ""
    """The combat that it is about, by its target."""
    points: int | None = None
    sentence: str = ""
    """What choosing it means, where the order says so."""
    words: dict[str, str] = {}
    """Other fields, such as a formation: the order is about the units whose counters have that word."""


def offer_of(order: Order) -> OrderOffer:
    """An order as it is listed."""
    kind = type(order)
    told = {name: getattr(order, name) for name in _fields_of(kind)}
    if "points" in told:
        told["points"] = int(told["points"])
    if names := words_of(kind):
        told["words"] = {name: word for name in names if (word := getattr(order, name))}
    return OrderOffer(str(order), order.verb, form_of(kind).label, sentence=order.sentence, **told)


@lru_cache(maxsize=256)
def _fields_of(kind: type[Order]) -> tuple[str, ...]:
    """The fields of a kind of orders that clients know by name."""
    return tuple(name for name in kind.__struct_fields__ if name in OrderOffer.__struct_fields__)


@lru_cache(maxsize=256)
def words_of(kind: type[Order]) -> tuple[str, ...]:
    """The other fields: each names units by a word that they have in common."""
    fields = [each for each in msgspec.structs.fields(kind) if each.name not in _fields_of(kind)]
    return tuple(each.name for each in fields if each.type is str or get_origin(each.type) is Literal)


class MovesOffer(msgspec.Struct, frozen=True):
    """Units that may move."""

    form: Form
    goals: dict[str, dict[str, float]]
    """For each unit the hexes it may move to, with the movement points it takes."""


class MoversOffer(msgspec.Struct, frozen=True):
    """Units that may move in one of several ways; where to, is told on request."""

    form: Form
    units: tuple[str, ...]


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be attacked at once, and by whom."""

    hexes: tuple[str, ...]
    units: tuple[str, ...]
    """Those that may join in."""
    together: tuple[str, ...] = ()
    """Those that may do so together, where not all may."""


class AttacksOffer(msgspec.Struct, frozen=True):
    """Attacks on targets, by their names."""

    form: Form
    targets: dict[str, Target] = {}


class PlacesOffer(msgspec.Struct, frozen=True):
    """Units that may be placed alike: each in any of the hexes but the one it is in."""

    form: Form
    units: tuple[str, ...]
    hexes: tuple[str, ...]


class ForcesOffer(msgspec.Struct, frozen=True):
    """Groups of units of which any part may form a force."""

    form: Form
    march: Form
    """How a force is sent on its way when it is formed."""
    groups: tuple[tuple[str, ...], ...]


class MarchesOffer(msgspec.Struct, frozen=True):
    """Where the force on the march may go, with the movement points it takes."""

    form: Form
    goals: dict[str, float]


class SharesOffer(msgspec.Struct, frozen=True):
    """Points to be divided, all of them, among names."""

    form: Form
    share: str
    """How a share is written: ``{name}:{points}``."""
    names: tuple[str, ...]
    points: int


class Offers(msgspec.Struct, omit_defaults=True):
    """All legal orders of a decision."""

    plain: list[OrderOffer] = []
    """Orders as they stand."""
    barred: list[OrderOffer] = []
    """Orders that are not legal now, though their units make one look for them: why, is told on request."""
    moves: MovesOffer | None = None
    movers: list[MoversOffer] = []
    attacks: AttacksOffer | None = None
    places: list[PlacesOffer] = []
    forces: ForcesOffer | None = None
    marches: MarchesOffer | None = None
    shares: SharesOffer | None = None
