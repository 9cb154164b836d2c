"""Whole games that every later version must still replay to the same end."""

from functools import cache
from pathlib import Path

import pytest

import typhoon
from typhoon.engine.journal import parse_journal
from typhoon.engine.registry import newest_version

JOURNALS = sorted(Path(__file__).parent.glob("*.journal"))
GAMES = ("red-typhoon", "typhoon-solitaire", "operation-typhoon", "typhoon-nonop")
REVISION = "operation-typhoon-revision"
"""A variant: what it leaves as it is, the games of the one below may hold."""

pytestmark = pytest.mark.xdist_group("golden")  # every game is replayed once, by one process


@cache
def replayed(path):
    """A journal replayed, with dice checked against the key and positions against the hashes."""
    return typhoon.load(path.read_text(encoding="utf-8"))


def games(id_):
    """The journals of one of the games."""
    headers = {path: path.read_text(encoding="utf-8").partition("scenario:")[0] for path in JOURNALS}
    return [replayed(path) for path, header in headers.items() if f"game: {id_}\n" in header]


@pytest.mark.parametrize(
    ("id_", "least"),
    [
        ("red-typhoon", 8),
        ("typhoon-solitaire", 7),
        ("operation-typhoon", 7),
        (REVISION, 8),
        ("typhoon-nonop", 15),
    ],
)
def test_there_are_enough_games_to_mean_something(id_, least):
    assert len(games(id_)) >= least


@pytest.mark.parametrize("id_", [*GAMES, REVISION])
def test_there_are_games_of_every_version_of_the_rules(id_):
    assert {game.rules.version for game in games(id_)} == set(range(1, newest_version(id_) + 1))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_game_ends_as_it_ended(path):
    written = parse_journal(path.read_text(encoding="utf-8"))
    game = replayed(path)
    assert game.decision is None
    assert game.result.level == written.result
    assert game.state_hash() == written.entries[-1].state


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_game_is_written_down_as_it_was(path):
    assert str(replayed(path).journal) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("id_", GAMES)
def test_the_games_hold_every_order(id_):
    entries = [entry for game in games(id_) for entry in game.journal.entries]
    assert {entry.order.verb for entry in entries} == games(id_)[0].rules.verbs.keys()


def test_the_games_of_the_revision_hold_every_order_and_all_that_can_happen_in_it():
    """All five scenarios, a bid, a draw, and a game with half the switches off."""
    ours, below = games(REVISION), games("operation-typhoon")
    rules, others = ours[0].rules, below[0].rules
    verbs = {entry.order.verb for game in ours for entry in game.journal.entries}
    told = {event.kind for game in ours for event in game.log}
    assert verbs >= rules.verbs.keys() - others.verbs.keys()
    assert told >= rules.story.keys() - others.story.keys()
    assert len(verbs) >= len(rules.verbs) - 2
    assert len({game.rules.scenario.id for game in ours}) == 5
    assert any(game.rules.options["revision.bid"] != "0" for game in ours)
    assert any(list(game.rules.options.values()).count("no") > 12 for game in ours)
    assert "draw" in {game.result.level for game in ours}


def test_the_games_of_red_typhoon_hold_every_combat_result():
    events = [event for game in games("red-typhoon") for event in game.log]
    results = {event.facts["result"] for event in events if event.kind == "battle"}
    assert results == {"AR", "AL", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE"}


@pytest.mark.parametrize("id_", ["typhoon-solitaire", "operation-typhoon", "typhoon-nonop"])
def test_the_games_hold_everything_that_can_happen(id_):
    told = {event.kind for game in games(id_) for event in game.log}
    assert told == games(id_)[0].rules.story.keys()


def nonop(name):
    """A journal of the game with Non-Op HQs: the facts of its events, by kind."""
    facts = {}
    for event in replayed(Path(__file__).parent / f"nonop-{name}.journal").log:
        facts.setdefault(event.kind, []).append(event.facts)
    return facts


def test_the_games_with_non_op_hqs_hold_every_combat_result():
    events = [event for game in games("typhoon-nonop") for event in game.log]
    results = {event.facts["result"] for event in events if event.kind == "battle"}
    below = {"e/-"}  # R20: no column, no die
    assert results - below == games("typhoon-nonop")[0].rules.crt.outcomes.keys() and results >= below


def test_the_games_with_non_op_hqs_show_what_they_are_named_for():
    assert nonop("vyazma-closed")["pocket"][0]["name"] == "Vyazma"
    hqs = nonop("hq-recovers-and-disbands")
    assert hqs["hq_disbanded"] and {True, False} == {facts["recovered"] for facts in hqs["hq_rolled"]}
    battle = nonop("overrun-and-surrender")
    assert {facts["success"] for facts in battle["overrun"]} == {True, False}
    assert "surrenders" in {facts["result"] for facts in battle["surrender"]}


def test_there_is_a_game_without_each_change_of_the_non_op_variant():
    played = [game.rules.options for game in games("typhoon-nonop")]
    usual = {option.id: option.choices[0] for option in games("typhoon-nonop")[0].rules.about.options}
    alone = [{name for name, value in options.items() if value != usual[name]} for options in played]
    assert all({name} in alone for name in usual)
    assert set(usual) - {"coin-nonop-sides"} in alone, "and one without all of them"


@pytest.mark.parametrize("path", [path for path in JOURNALS if path.stem.startswith("nonop-")])
def test_the_journals_of_the_game_with_non_op_hqs_are_short(path):
    assert path.stat().st_size < 150_000


def test_the_games_of_operation_typhoon_hold_nearly_every_combat_result():
    """The three that are missing are rolled at long odds with a 2, 11 or 12."""
    events = [event for game in games("operation-typhoon") for event in game.log]
    results = {event.facts["result"] for event in events if event.kind == "combat"}
    rare = {"D3(3)!", "D4(3)", "D4(3)!"}
    assert results >= {row.code for row in games("operation-typhoon")[0].rules.crt.results.values()} - rare


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
        (
            "operation-typhoon",
            {
                "soviet decisive victory",
                "soviet substantive victory",
                "soviet marginal victory",
                "german marginal victory",
                "german decisive victory",
            },
        ),
        ("typhoon-nonop", {"german substantial", "soviet marginal", "soviet decisive"}),
    ],
)
def test_the_games_end_in_many_ways(id_, levels):
    assert {game.result.level for game in games(id_)} == levels
