"""Whole games that every later version must still replay to the same end."""

from pathlib import Path

import pytest

import typhoon
from typhoon.engine.journal import parse_journal

JOURNALS = sorted(Path(__file__).parent.glob("*.journal"))


@pytest.fixture(scope="module")
def games():
    """Each journal replayed, with dice checked against the key and positions against the hashes."""
    return {path.stem: typhoon.load(path.read_text(encoding="utf-8")) for path in JOURNALS}


def test_there_are_enough_games_to_mean_something():
    assert len(JOURNALS) >= 8


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_game_ends_as_it_ended(path, games):
    written = parse_journal(path.read_text(encoding="utf-8"))
    game = games[path.stem]
    assert game.decision is None
    assert game.result.level == written.result
    assert game.state_hash() == written.entries[-1].state


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_game_is_written_down_as_it_was(path, games):
    assert str(games[path.stem].journal) == path.read_text(encoding="utf-8")


def test_the_games_hold_every_order_and_every_combat_result(games):
    entries = [entry for game in games.values() for entry in game.journal.entries]
    verbs = {entry.order.verb for entry in entries}
    kinds = {kind.verb for game in games.values() for kind in game.rules.order_kinds}
    assert verbs == kinds
    battles = [event.facts for entry in entries for event in entry.events if event.kind == "battle"]
    results = {facts["result"] for facts in battles}
    assert results == {"AR", "AL", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE"}


def test_the_games_end_in_every_way(games):
    assert {game.result.level for game in games.values()} == {
        "german victory",
        "soviet victory",
        "german decisive",
        "soviet decisive",
    }
