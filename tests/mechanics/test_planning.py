"""Proposals are told before they are taken, and change nothing."""

from __future__ import annotations

import pytest

import typhoon
from typhoon.mechanics.planning import Notes, planned


def test_a_plan_tells_what_would_happen_and_leaves_the_position_alone():
    game = typhoon.new("typhoon-nonop", seed=1)
    before = game.state_hash()
    told = planned(game.position, game.parse("propose"))
    assert told.plan
    assert len(told.texts) == 6, "six German supply points on turn 1"
    assert all(" is placed in " in text for text in told.texts)
    assert game.state_hash() == before


def test_a_plan_throws_no_dice():
    for throw in (
        lambda notes: notes.roll("combat"),
        lambda notes: notes.throw("combat", 2),
        lambda notes: notes.pick("cup", [1, 2]),
    ):
        with pytest.raises(AssertionError, match="a proposal"):
            throw(Notes())
