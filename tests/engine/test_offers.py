"""Offers: what a client is told of orders, so that it need not read their texts."""

from __future__ import annotations

import random

import pytest

import typhoon
from typhoon.engine.offers import OrderOffer, form_of, offer_of
from typhoon.engine.registry import catalogue

PLAYABLE = [about.id for about in catalogue() if about.status == "playable"]


@pytest.mark.parametrize(
    ("game", "text", "offer"),
    [
        ("red-typhoon", "end", {"label": "End"}),
        ("red-typhoon", "activate NW", {"label": "Activate", "words": {"formation": "NW"}}),
        ("red-typhoon", "deploy", {"label": "Deploy"}),
        ("red-typhoon", "fall-back", {"label": "Fall back"}),
        (
            "red-typhoon",
            "retreat G-6-ID 2810-2711-2610",
            {"label": "Retreat", "unit": "G-6-ID", "path": ("2810", "2711", "2610")},
        ),
        ("operation-typhoon", "propose", {"label": "Propose attacks"}),
        ("operation-typhoon", "support", {"label": "Support", "units": ()}),
        ("operation-typhoon", "defend 299/50 41/50", {"label": "Defend", "units": ("299/50", "41/50")}),
        ("operation-typhoon", "air C1423+C1424 2", {"label": "Air", "target": "C1423+C1424", "points": 2}),
        ("operation-typhoon", "interdict C1423", {"label": "Interdict", "hex": "C1423"}),
        ("operation-typhoon", "divert 41/50 7", {"label": "Divert", "unit": "41/50", "words": {"area": "7"}}),
        ("operation-typhoon", "allocate 2PzA:4 4A:1", {"label": "Allocate"}),
    ],
)
def test_an_order_is_listed_with_its_fields(game, text, offer):
    order = typhoon.new(game, seed=1).parse(text)
    assert offer_of(order) == OrderOffer(text, text.split()[0], **offer)


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_form_filled_in_is_the_text_of_the_order(game):
    """Whatever is ordered in a game: the slots of its form hold all that is in its text."""
    rng = random.Random(42)
    played = typhoon.new(game, seed=42)
    for _ in range(300):
        if played.decision is None:
            break
        order = played.orders.sample(rng)
        fields = {name: getattr(order, name) for name in order.__struct_fields__}
        path = fields.pop("path", ("", ""))
        if len(path) == 2:
            spelt = form_of(type(order)).spell(**fields, start=path[0], goal=path[1])
            assert spelt.strip() == str(order)
            assert played.parse(spelt) == order
        played.push(order)
