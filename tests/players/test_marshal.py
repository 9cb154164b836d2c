"""The marshal: plans tried out in imagined games."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

import typhoon
from typhoon.engine.orders import End, Move, Order
from typhoon.engine.seat import Seat, Thinking
from typhoon.games.red_typhoon.activation import Activate
from typhoon.players import find_player
from typhoon.players.marshal import Budget, Marshal
from typhoon.players.trials import Trial, Trials


def first_order(name: str, seed: int, thinking: Thinking | None = None) -> str:
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    player = find_player(name, game.rules, "soviet", seed)
    return str(player.choose(Seat(game, "soviet", thinking)))


def test_by_playouts_it_finds_the_same_again():
    assert first_order("marshal:14", seed=5) == first_order("marshal:14", seed=5)


def test_it_keeps_to_the_time_that_it_has():
    begun = monotonic()
    first_order("marshal:99999s", seed=5, thinking=Thinking(0.5))
    assert monotonic() - begun < 20, "it would think for a day"


def test_it_tells_how_far_it_is_and_in_words_what_it_would_do_so_far():
    heard = []
    order = first_order("marshal:30", seed=5, thinking=Thinking(told=heard.append, in_words=True))
    assert order
    shares = [progress.share for progress in heard]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] <= 1
    assert all(progress.plan.endswith(".") for progress in heard)


def test_whoever_wants_no_words_hears_only_how_far_it_is():
    heard = []
    first_order("marshal:30", seed=5, thinking=Thinking(told=heard.append))
    assert heard
    assert {progress.plan for progress in heard} == {""}


def test_by_the_clock_too_it_tells_how_far_it_is():
    """An hour to choose between two plans: after the first round hardly any of it has passed."""

    class Heard(Exception):
        pass

    def told(best: Trial, share: float) -> None:
        raise Heard(share)

    units = {"S-A-01": "2421", "G-253-ID": "0442"}
    game = typhoon.build("red-typhoon", units=units, turn=9, phase="soviet movement", move_orders=["NW"])
    trials = Trials(game.rules, "soviet", Random(1), playouts=float("inf"), deadline=monotonic() + 3600)
    with pytest.raises(Heard) as heard:
        trials.best(Seat(game, "soviet"), [[End()], [Move("S-A-01", ("2421", "2422")), End()]], told)
    (share,) = heard.value.args
    assert 0 < share < 1


def test_it_thinks_without_touching_the_game():
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    before = game.state_hash()
    find_player("marshal:14", game.rules, "soviet", 3).choose(Seat(game, "soviet"))
    assert game.state_hash() == before


def test_a_city_for_the_taking_is_worth_more_than_to_stand_still():
    """Vyazma lies open before a Soviet army on the last turn: to walk in is the better plan."""
    units = {"S-A-01": "2421", "G-253-ID": "0442"}
    game = typhoon.build("red-typhoon", units=units, turn=9, phase="soviet movement", move_orders=["NW"])
    goal = "2422"
    assert game.why_not(f"move S-A-01 2421-{goal}") is None
    walk: list[Order] = [Move("S-A-01", ("2421", goal)), End()]
    trials = Trials(game.rules, "soviet", Random(1), playouts=12)
    best = trials.best(Seat(game, "soviet"), [[End()], walk])
    assert best.plan == walk
    assert trials.played <= 12


def test_what_two_plans_are_good_for_is_put_together():
    """Vyazma and Rzhev lie open on the last turn, and each plan takes one of them: the best takes both."""
    units = {"S-A-01": "2421", "S-B-01": "2714", "G-253-ID": "0442"}
    orders = ["NW", "K"]
    game = typhoon.build("red-typhoon", units=units, turn=9, phase="soviet movement", move_orders=orders)
    vyazma, rzhev = Move("S-A-01", ("2421", "2422")), Move("S-B-01", ("2714", "2715"))
    plans: list[list[Order]] = [[End()], [vyazma, End()], [rzhev, End()]]

    def with_more(plan: list[Order], other: list[Order]) -> list[Order]:
        return [*plan[:-1], *[order for order in other[:-1] if order not in plan], End()]

    trials = Trials(game.rules, "soviet", Random(1), playouts=40)
    best = trials.best(Seat(game, "soviet"), plans, vary=with_more)
    assert {*best.plan} == {vyazma, rzhev, End()}
    assert trials.played <= 40


def test_the_marshal_changes_one_formation_at_a_time():
    """Two plans for NW and K: whatever is put together follows one of them in each."""
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    marshal = Marshal(game.rules, "soviet", Random(1), Budget(playouts=10))
    north = [Activate("NW"), Move("S-A-01", ("2504", "2505"))]
    others = [Activate("K"), Move("S-B-02", ("2809", "2810")), Move("S-B-03", ("2809", "2810"))]
    stand: list[Order] = [Move("S-B-02", ("2809", "2710")), End()]
    found = {tuple(marshal.with_a_part(stand, [*north, *others, End()])) for _ in range(40)}
    assert found == {(*stand[:1], *north, End()), (*others, End())}


def test_without_the_time_to_try_anything_it_is_the_first_plan():
    units = {"S-A-01": "2421", "G-253-ID": "0442"}
    game = typhoon.build("red-typhoon", units=units, turn=9, phase="soviet movement", move_orders=["NW"])
    walk: list[Order] = [Move("S-A-01", ("2421", "2422")), End()]
    trials = Trials(game.rules, "soviet", Random(1), playouts=float("inf"), deadline=monotonic())
    assert trials.best(Seat(game, "soviet"), [[End()], walk]).plan == [End()]
