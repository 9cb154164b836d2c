"""Guided first turns: their orders are legal, and their dice fall as they are told."""

from __future__ import annotations

import os

import pytest

import typhoon
from typhoon.engine.guide import guide_facts, guide_of
from typhoon.engine.registry import playable
from typhoon.engine.seat import Seat
from typhoon.players import find_player

ALL = [game for game in playable() if guide_of(game)]
LATER = () if os.environ.get("TYPHOON_LONG") == "1" else ("operation-typhoon-revision", "typhoon-nonop")
"""Guides that are followed in the browser only when there is time for it."""
GUIDED = [game for game in ALL if game not in LATER]


def test_the_games_that_have_a_guide():
    assert set(ALL) == set(playable())


@pytest.mark.parametrize("name", ALL)
def test_a_guide_can_be_followed_from_its_first_step_to_its_last(name):
    guide = guide_of(name)
    assert guide is not None
    assert 8 <= len(guide.steps) <= 15
    game = typhoon.new(name, guide.scenario, seed=guide.seed)
    for step in guide.steps:
        assert step.say and step.why
        assert all(hex_ in game.rules.board.grid for hex_ in step.hexes)
        for order in step.orders:
            while game.decision is not None and game.decision.side != guide.side:
                # What the enemy has to say between two orders is for his staff.
                staff = find_player("staff", game.rules, game.decision.side, seed=1)
                game.push(staff.choose(Seat(game, game.decision.side)))
            game.push(order)


def test_the_die_of_the_first_attack_is_the_one_that_is_told():
    """A 2 and the surprise make 4: at 3:1 the defenders retreat two hexes (9.11)."""
    guide = guide_of("red-typhoon")
    game = typhoon.new("red-typhoon", guide.scenario, seed=guide.seed)
    told = []
    for step in guide.steps:
        for order in step.orders:
            told += [game.told(event) for event in game.push(order)]
    assert any(
        "16 to 5 is 3:1" in text and "die 2 counts as 4: the defenders retreat two hexes" in text
        for text in told
    )


def test_clients_are_told_what_an_order_is_about():
    facts = guide_facts("red-typhoon")
    assert facts is not None
    attack = next(step.orders[0] for step in facts.steps if step.orders and step.orders[0].verb == "attack")
    assert attack.target == "2609" and "S-B-16" in (attack.units or ())
