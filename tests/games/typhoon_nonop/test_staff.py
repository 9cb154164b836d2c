"""The staff: it plays either side, gives legal orders only, and gets somewhere."""

import time

import pytest

import typhoon
from tests.games.typhoon_nonop.positions import INFANTRY, OTHER_INFANTRY, POINT, SOVIETS, position
from typhoon.engine.seat import Seat
from typhoon.players import find_player


def play(seed, players, until):
    """Play to the end of a turn; the longest that anybody thought about an order."""
    game = typhoon.new("typhoon-nonop", seed=seed)
    who = {side: find_player(players[side], game.rules, side, seed=seed) for side in game.rules.sides}
    longest = 0.0
    while game.decision is not None and game.decision.turn <= until:
        side, begun = game.decision.side, time.process_time()
        order = who[side].choose(Seat(game, side))
        longest = max(longest, time.process_time() - begun)
        assert game.why_not(order) is None
        game.push(order)
    return game, longest


@pytest.mark.parametrize("german", ["staff", "random"])
def test_the_staff_plays_and_does_not_think_too_long(german):
    game, longest = play(1, {"german": german, "soviet": "staff"}, until=2)
    assert game.position.turn == 3
    assert longest < 5  # a player-turn takes less than 1.5 s where nobody else is on the machine
    assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


def test_the_german_staff_gets_forward():
    game, _ = play(2, {"german": "staff", "soviet": "staff"}, until=3)
    law = game.rules
    gained = game.position.control[0] & ~law.start().control[0]
    assert gained.bit_count() > 50
    assert any(event.kind == "battle" for event in game.log)


def test_a_good_attack_is_declared_and_supplied():
    """14 to 4 is 3-1."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835", POINT: "P0831"}
    game = position(units=units, phase="german attack declaration")
    staff = find_player("staff", game.rules, "german", seed=1)
    assert str(staff.choose(Seat(game, "german"))) == f"attack P0835 {OTHER_INFANTRY} {INFANTRY}"
