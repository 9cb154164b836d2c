"""What the benchmarks measure is what they say; how long it takes is not judged here."""

from __future__ import annotations

import pytest

from typhoon.engine.orders import Move
from typhoon.lab import measures

GAME = "red-typhoon"


def test_everybody_has_orders_in_the_full_movement_phase():
    game = measures.full_movement(GAME)
    movers = {order.unit for order in game.orders if isinstance(order, Move)}
    units = game.rules.snapshot(game.position)["units"]
    soviets = {unit for unit in units if unit.startswith("S-")}
    assert len(soviets) > 50
    assert soviets - movers == set(), "no unit of the set-up is hemmed in"


@pytest.mark.parametrize("measure", [measures.position_copy, measures.destinations, measures.all_orders])
def test_times_are_positive_and_short(measure):
    assert 0 < measure(GAME, 1) < 10


def test_a_view_is_encoded():
    assert measures.view_encode(GAME, 1) > 0


def test_random_play_is_counted_against_chess():
    pytest.importorskip("chess")
    ours, chess = measures.random_play(GAME, 1, 0.05)
    assert ours > 0
    assert chess is not None
    assert chess > 0


def test_memory_and_import_are_measured_in_fresh_processes():
    assert 1 < measures.memory(GAME) < 1_000
    assert -1 < measures.import_time(1) < 30


def test_a_game_without_staff_is_not_measured(monkeypatch):
    rules = type(measures.new(GAME).rules)
    monkeypatch.setattr(rules, "staff", lambda *_: None)
    with pytest.raises(measures.NotMeasured, match="no staff for the soviet side"):
        measures.staff_game(GAME, 1)
