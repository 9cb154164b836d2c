"""What the benchmarks measure is what they say; how long it takes is not judged here."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from typhoon.engine.orders import Move, Place
from typhoon.lab import Job, measures, rates
from typhoon.lab.bench import CAMPAIGN, FLEXIBLE, GUDERIAN, RED, SOLITAIRE
from typhoon.lab.subjects import Subject, at_random

WITH_SET_UP = (FLEXIBLE, SOLITAIRE, GUDERIAN, CAMPAIGN)
SHORT = RED._replace(length=60)
"""For measuring in a position that is soon reached, and in rounds of as many games."""


def name(subject: Subject) -> str:
    return subject.name


@pytest.mark.parametrize("subject", [RED, *WITH_SET_UP], ids=name)
def test_play_begins_after_the_ready_made_set_up(subject):
    game = subject.ready_made()
    assert game.position.step >= 0
    assert game.position.turn == 1
    placed = [str(entry.order) for entry in game.journal.entries if isinstance(entry.order, Place)]
    assert placed == []


@pytest.mark.parametrize("subject", WITH_SET_UP, ids=name)
def test_a_long_journal_is_one_of_a_long_set_up(subject):
    """Twenty orders are left for the end of the set-up and for play, which has begun."""
    game = subject.after(300)
    entries = game.journal.entries
    assert len(entries) == 300
    assert all(entry.phase == "set-up" for entry in entries[:280])
    assert sum(isinstance(entry.order, Place) for entry in entries[:280]) >= 279, "one may choose a plan"
    assert game.position.step >= 0
    assert len(subject.after(20).journal.entries) == 20


@pytest.mark.parametrize("subject", [RED, SOLITAIRE, GUDERIAN], ids=name)
def test_mid_game_is_half_way_and_the_game_goes_on(subject):
    game = subject.mid_game()
    assert game.result is None
    played = [entry for entry in game.journal.entries if entry.phase != "set-up"]
    assert len(played) == subject.length // 2


@pytest.mark.parametrize("subject", [RED, SOLITAIRE, GUDERIAN], ids=name)
def test_random_games_are_about_as_long_as_is_said(subject):
    lengths = [sum(1 for _ in at_random(subject.ready_made(seed), Random(seed))) for seed in range(2)]
    assert subject.length / 2 < sum(lengths) / len(lengths) < subject.length * 2


def test_random_play_is_counted_in_whole_games(monkeypatch):
    """Five rounds, each of its own games, all played to the end, and nothing of the set-up counted."""
    pytest.importorskip("chess")
    seen: list[tuple[int, int]] = []

    def some_orders(game, rng):
        seen.append((len(game.journal.entries), rng.getrandbits(30)))
        yield from range(10)

    monkeypatch.setattr(rates, "ROUND", 3 * FLEXIBLE.length)
    rate = rates.random_play(FLEXIBLE, 5, some_orders)
    assert len(seen) == 15
    assert {begun for begun, _ in seen} == {2}, "each side has deployed, and no more was done"
    assert len({draw for _, draw in seen}) == 15
    assert rate.orders > 0
    assert rate.ratio is not None


def test_a_rate_is_the_median_of_rounds_that_take_turns_with_chess(monkeypatch):
    """An order takes 2 s and a move of chess 1 s, and more in two rounds when the machine is busy."""
    now, load, order_of_play = [0.0], [1.0], []

    def work(who: str, seconds: float, times: int):
        for _ in range(times):
            now[0] += seconds * load[0]
            order_of_play.append(who)
            yield

    def rounds():
        for busy in (1.0, 3.0, 1.0, 5.0, 1.0):
            load[0] = busy
            yield work("ours", 2.0, 400)

    monkeypatch.setattr(rates, "process_time", lambda: now[0])
    monkeypatch.setattr(rates, "_chess", lambda: work("chess", 1.0, 10**9))
    rate = rates._beside_chess(rounds())
    assert rate == (0.5, 1.0, 0.5)
    assert order_of_play[:401:100] == ["ours", "ours", "chess", "chess", "ours"]


def test_without_python_chess_only_orders_are_counted(monkeypatch):
    monkeypatch.setattr(rates, "_chess", lambda: None)
    rate = rates.random_set_up(FLEXIBLE, 1)
    assert rate.orders > 0
    assert (rate.chess, rate.ratio) == (None, None)


def test_everybody_has_orders_in_the_full_movement_phase():
    game = measures.full_movement(RED)
    movers = {order.unit for order in game.orders if isinstance(order, Move)}
    units = game.rules.snapshot(game.position)["units"]
    soviets = {unit for unit in units if unit.startswith("S-")}
    assert len(soviets) > 50
    assert soviets - movers == set(), "no unit of the set-up is hemmed in"


@pytest.mark.parametrize(
    "measure",
    [
        measures.position_copy,
        measures.snapshot,
        measures.restore,
        measures.imagine,
        measures.destinations,
        measures.all_orders,
        measures.view_encode,
    ],
)
def test_times_are_positive_and_short(measure):
    assert 0 < measure(SHORT, 1) < 10


def test_a_fork_is_timed_after_so_many_orders():
    assert 0 < measures.fork(FLEXIBLE, 1, orders=40) < 10


def test_the_staff_is_timed_and_its_journal_weighed(monkeypatch):
    """A game of three orders: the journal has a header and a line for each."""
    monkeypatch.setattr(measures, "Job", partial(Job, most_orders=3))
    assert 0 < measures.staff_game(RED, 1) < 10
    seconds, size = measures.written_staff_game(RED)
    assert 0 < seconds < 10
    assert 0.1 < size < 2


def test_the_longest_turn_of_a_staff_is_shorter_than_its_game():
    assert 0 < measures.staff_turn(RED) < measures.staff_game(RED, 1) * 2


def test_memory_and_import_are_measured_in_fresh_processes():
    assert 1 < measures.memory(RED) < 1_000
    assert -1 < measures.import_time(1) < 30


def test_a_game_without_staff_is_not_measured(monkeypatch):
    rules = type(RED.begun().rules)
    monkeypatch.setattr(rules, "staff", lambda *_: None)
    with pytest.raises(measures.NotMeasured, match="no staff for the soviet side"):
        measures.staff_game(RED, 1)
