"""What was luck, told from the events of the game."""

import pytest

import typhoon
from typhoon.engine.events import Event


@pytest.fixture(scope="module")
def game():
    return typhoon.new("operation-typhoon", scenario="guderian", seed=1)


def luck(game, kind, turn=1, **facts):
    (throw,) = game.rules.throws(Event(kind, facts), game.position, turn)
    return throw


@pytest.mark.parametrize(
    ("dice", "worse", "same"), [((2, 3), 0, 9), ((3, 4), 9, 6), ((1, 1), 34, 1), ((6, 6), 35, 1)]
)
def test_combat_dice(game, dice, worse, same):
    """At 1-1 on clear ground 9 of 36 throws cost the attacker two steps, the worst there is; 6 bring A2(1),
    9 A1(1), and 5 each D1 and D1(1); with a 2 it is D2(1) and with a 12 D2(2)."""
    throw = luck(game, "combat", side="soviet", line="clear", final="1-1", dice=dice)
    assert (throw.side, throw.about) == ("soviet", "combats")
    assert throw.share == pytest.approx((worse + same / 2) / 36)


@pytest.mark.parametrize(("turn", "die", "corps", "share"), [(1, 5, 2, 1.5 / 6), (1, 1, 3, 4.5 / 6)])
def test_support_dice(game, turn, die, corps, share):
    """On turn 1 three points support three corps with a die of 1 to 3 and two with 4 to 6."""
    throw = luck(game, "support", turn, army="2PzA", points=3, die=die, corps=corps)
    assert (throw.side, throw.about, throw.share) == ("german", "support dice", pytest.approx(share))


def test_chits(game):
    """Of the 48 chits of morale 1 thirty are weaker than 5 for class A, and ten are as strong."""
    throw = luck(game, "drew", unit="299/50", strength=5, side="soviet")
    assert (throw.side, throw.about, throw.share) == ("soviet", "chits drawn", pytest.approx(35 / 48))


def test_constant_strengths_are_no_luck():
    game = typhoon.new("operation-typhoon", scenario="guderian", seed=1, options={"strengths": "constant"})
    assert game.rules.throws(Event("drew", {"unit": "299/50"}), game.position, 1) == []


def test_other_events_are_no_luck(game):
    assert game.rules.throws(Event("moved", {"unit": "299/50"}), game.position, 1) == []
