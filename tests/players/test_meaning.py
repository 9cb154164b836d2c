"""A plan in words: what is said follows from what is planned, and changes with the position."""

from __future__ import annotations

import pytest

import typhoon
from typhoon import Game
from typhoon.engine.orders import End, Move, Order
from typhoon.engine.seat import Seat
from typhoon.players import find_player
from typhoon.players.meaning import meaning, plan_in_words


def combat(**units: str) -> Game:
    placed = {name.replace("_", "-"): hex_ for name, hex_ in units.items()}
    return typhoon.build("red-typhoon", turn=3, phase="soviet combat", units=placed, attack_orders=["K"])


def march(**units: str) -> Game:
    placed = {name.replace("_", "-"): hex_ for name, hex_ in units.items()}
    return typhoon.build("red-typhoon", turn=9, phase="soviet movement", units=placed, move_orders=["NW"])


def told(game: Game, *plan: Order | str, side: str = "soviet") -> str:
    orders = [game.parse(order) if isinstance(order, str) else order for order in plan]
    return " ".join(plan_in_words(Seat(game, side), orders))


def test_an_attack_is_told_with_its_odds_and_what_it_risks():
    """Two armies of 5 against a division of 4 are 2:1, one is 1:1: in woods the die has one less."""
    two = combat(S_B_02="2809", S_B_03="2809", G_6_ID="2810")
    one = combat(S_B_02="2809", G_6_ID="2810")
    assert "attacks 2810 (2:1)" in told(two, "attack 2810 S-B-02 S-B-03")
    assert "attacks 2810 (1:1)" in told(one, "attack 2810 S-B-02")

    def harm(game: Game, order: str) -> float:
        outcomes = game.preview(order).outcomes
        return sum(each.chance for each in outcomes if each.suffers in ("attacker", "both"))

    share = harm(one, "attack 2810 S-B-02")
    assert share > 0
    assert f"goes against it {share:.0%} of the time" in told(one, "attack 2810 S-B-02")


def test_where_a_plan_leads_is_told_and_another_position_is_told_otherwise():
    walk = Move("S-A-01", ("2421", "2422")), End()
    free = told(march(S_A_01="2421", G_253_ID="0442"), *walk)
    assert "Northwestern Front presses on" in free
    assert "It takes" in free
    assert free.count("Vyazma") >= 2
    held = told(march(S_A_01="2421", G_253_ID="2422"), *walk)
    assert "It takes" not in held, "a garrison keeps it out"
    assert "presses on" not in held


def test_what_is_held_and_what_stands_open_is_told():
    """Rzhev is German, and so is the division beside it: it is held by whoever stands in it."""
    place = {"phase": "german movement", "turn": 3, "move_orders": ["9"], "seed": 1}
    inside = typhoon.build("red-typhoon", units={"G-6-ID": "2715", "S-B-02": "2713"}, **place)
    beside = typhoon.build("red-typhoon", units={"G-6-ID": "2716", "S-B-02": "2713"}, **place)
    assert "It holds" in told(inside, End(), side="german")
    assert "Rzhev" in told(inside, End(), side="german").partition("It holds")[2]
    risk = told(beside, End(), side="german").partition("What it risks:")[2]
    assert "Rzhev" in risk
    assert "open to the enemy" in risk


@pytest.mark.parametrize("name", ["staff", "marshal:4"])
def test_a_player_says_what_it_means_and_gives_that_order(name):
    game = typhoon.new("red-typhoon", seed=1)
    game.push("end")
    game.push("end")
    side = game.decision.side
    player, seat = find_player(name, game.rules, side, 1), Seat(game, side)
    before = game.state_hash()
    order = player.choose(seat)
    words = meaning(seat, player, order)
    assert words == meaning(seat, player, order), "to say it changes nothing"
    assert any("unit" in each for each in words)
    assert game.state_hash() == before
    assert game.why_not(order) is None


def test_who_has_no_plan_says_nothing():
    game = typhoon.new("red-typhoon", seed=1)
    player, seat = find_player("random", game.rules, "soviet", 1), Seat(game, "soviet")
    assert meaning(seat, player, player.choose(seat)) == []
