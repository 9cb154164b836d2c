"""Series of games: the same whoever plays them, told apart by their numbers."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import typhoon
from typhoon.lab import GameBroke, GameRow, Job, play_game, play_games, runner, summarize
from typhoon.lab.summary import interval
from typhoon.players import RandomPlayer

RANDOM = {"soviet": "random", "german": "random"}


def job(index: int = 1, **settings: object) -> Job:
    return msgspec.structs.replace(Job("red-typhoon", "fixed", RANDOM, 1942, index), **settings)


def test_a_game_is_repeatable():
    first, second = play_game(job()), play_game(job())
    assert first == second
    assert first.finished
    assert first.turn == 9 or first.level.endswith("decisive")


def test_games_of_a_series_differ():
    states = {play_game(job(index)).state for index in (1, 2, 3)}
    assert len(states) == 3


def test_a_game_that_does_not_end_is_given_up():
    row = play_game(job(most_orders=50))
    assert row.orders == 50
    assert not row.finished
    assert row.points == {}


def test_players_get_their_time_anew_for_each_order(monkeypatch):
    left = []

    class Timed(RandomPlayer):
        def choose(self, seat):
            left.append(seat.thinking.left)
            return super().choose(seat)

    monkeypatch.setattr(runner, "find_player", lambda *args: Timed(Random(1)))
    play_game(job(most_orders=5, seconds=600))
    assert len(left) == 5
    assert all(599 < seconds <= 600 for seconds in left)
    play_game(job(most_orders=1))
    assert left[-1] == float("inf")


def test_rows_come_in_order_and_progress_is_told(tmp_path):
    told: list[int] = []
    jobs = [job(index, most_orders=20, journals=str(tmp_path)) for index in (1, 2, 3, 4, 5)]
    rows = play_games(jobs, processes=2, progress=told.append)
    assert [row.index for row in rows] == [1, 2, 3, 4, 5]
    assert rows == play_games(jobs)
    assert told[-1] == 5
    assert told == sorted(told)
    texts = [(tmp_path / j.journal_name).read_text() for j in jobs]
    assert [len(typhoon.load(text).journal.entries) for text in texts] == [20] * 5


def test_a_game_that_breaks_down_is_named():
    with pytest.raises(GameBroke, match=r"game 17 of seed 1942 .*no scenario 'loose'"):
        play_game(job(17, scenario="loose"))


def row(index: int, level: str, soviet: int, german: int) -> GameRow:
    winner = level.partition(" ")[0]
    return GameRow(index, level, winner, {"soviet": soviet, "german": german}, 100 * index, 9, "")


def test_summary():
    rows = [
        row(1, "german victory", 2, 8),
        row(2, "german victory", 4, 6),
        row(3, "soviet victory", 9, 1),
        GameRow(4, "", "", {}, 400, 5, ""),
    ]
    found = summarize([job(index) for index in (1, 2, 3, 4)], rows, 1.23456)
    assert (found.n, found.finished) == (4, 3)
    assert found.results == {"german victory": 2, "soviet victory": 1}
    assert found.wins == {"soviet": 1, "german": 2}
    assert found.points["soviet"].mean == 5
    assert (found.points["german"].lowest, found.points["german"].highest) == (1, 8)
    assert found.orders == 1000
    assert found.turns == 8
    assert found.seconds == 1.235


def test_figures_of_a_game_are_counted_where_there_are_any():
    """A figure of one game of two, and one of both; games that are not finished do not count."""
    rows = [
        msgspec.structs.replace(row(1, "draw", 0, 5), figures={"pocket, turn": 4, "surrendered": 3}),
        msgspec.structs.replace(row(2, "draw", 0, 7), figures={"surrendered": 6}),
        GameRow(3, "", "", {}, 400, 5, "", {"surrendered": 100}),
    ]
    found = summarize([job(index) for index in (1, 2, 3)], rows, 1.0)
    assert (found.figures["pocket, turn"].games, found.figures["pocket, turn"].spread.mean) == (1, 4)
    assert (found.figures["surrendered"].games, found.figures["surrendered"].spread.mean) == (2, 4.5)
    assert [played.index for played in found.rows] == [1, 2, 3]
    assert summarize([job()], [row(1, "draw", 0, 5)], 1.0).rows == ()


def test_summary_of_nothing_finished():
    found = summarize([job()], [GameRow(1, "", "", {}, 5, 1, "")], 1.0)
    assert found.finished == 0
    assert found.results == found.points == {}


def test_interval_by_hand():
    """Wilson's interval for none of ten: 0 to z²/(n + z²)."""
    low, high = interval(0, 10)
    assert low == 0
    assert high == pytest.approx(1.96**2 / (10 + 1.96**2))
    low, high = interval(10, 10)
    assert (low, high) == (pytest.approx(10 / (10 + 1.96**2)), 1)
