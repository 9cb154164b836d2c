"""The front line as it runs now; at the start it is the printed one."""

import typhoon
from tests.games.red_typhoon.helpers import position


def line(game) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in game.rules.front(game.position)}


def test_at_the_start_it_is_the_printed_line():
    game = typhoon.new("red-typhoon", seed=1)
    assert line(game) == {frozenset(pair) for pair in game.rules.board.front}


def test_an_army_that_breaks_through_takes_the_ground_around_it_along():
    """Sukhinichi lies behind the German line; a Soviet army in 2533 holds what is two hexes away."""
    game = position(turn=3, phase="soviet movement", units={"S-D-01": "2533", "G-253-ID": "0115"})
    soviet, german = game.rules.front_line.ground(game.position)
    held = {"2533", "2532", "2531", "2433", "2334"}
    assert held <= set(game.rules.grid.numbers(soviet))
    assert "2529" in game.rules.grid.numbers(german)
    assert soviet & german == 0
    assert soviet | german == game.rules.grid.all


def test_each_hex_of_the_line_lies_on_another_side():
    game = position(turn=3, phase="soviet movement", units={"S-D-01": "2533", "G-253-ID": "2531"})
    soviet, german = game.rules.front_line.ground(game.position)
    for ours, theirs in game.rules.front(game.position):
        assert german >> game.rules.grid.index(ours) & 1
        assert soviet >> game.rules.grid.index(theirs) & 1
    assert german >> game.rules.grid.index("2531") & 1, "who stands on it holds it"
