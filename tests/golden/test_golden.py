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


def of(games, id_):
    """The journals of one of the games."""
    return [game for game in games.values() if game.rules.about.id == id_]


@pytest.mark.parametrize(("id_", "least"), [("red-typhoon", 8), ("typhoon-solitaire", 7)])
def test_there_are_enough_games_to_mean_something(id_, least, games):
    assert len(of(games, id_)) >= least


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


@pytest.mark.parametrize("id_", ["red-typhoon", "typhoon-solitaire"])
def test_the_games_hold_every_order(id_, games):
    entries = [entry for game in of(games, id_) for entry in game.journal.entries]
    assert {entry.order.verb for entry in entries} == {
        kind.verb for kind in of(games, id_)[0].rules.order_kinds
    }


def test_the_games_of_red_typhoon_hold_every_combat_result(games):
    events = [event for game in of(games, "red-typhoon") for event in game.log]
    results = {event.facts["result"] for event in events if event.kind == "battle"}
    assert results == {"AR", "AL", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE"}


def test_the_solitaire_games_hold_everything_that_can_happen(games):
    told = {event.kind for game in of(games, "typhoon-solitaire") for event in game.log}
    assert told == of(games, "typhoon-solitaire")[0].rules.story.keys()


@pytest.mark.parametrize(
    ("id_", "levels"),
    [
        ("red-typhoon", {"german victory", "soviet victory", "german decisive", "soviet decisive"}),
        (
            "typhoon-solitaire",
            {
                "german victory",
                "german defeat: pocket check",
                "german defeat: front check",
                "german defeat: winter quarters check",
                "german defeat: end of the last turn",
                "german defeat: conceded",
            },
        ),
    ],
)
def test_the_games_end_in_every_way(id_, levels, games):
    assert {game.result.level for game in of(games, id_)} == levels
