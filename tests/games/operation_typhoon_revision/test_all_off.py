"""With every change off the variant is the game of 1978, order by order and die by die."""

import random
from pathlib import Path

import pytest

import typhoon
from tests.fuzz.operation import choose
from typhoon.engine.case_reports import report
from typhoon.engine.registry import find_rules, newest_version

GAME, BASE = "operation-typhoon-revision", "operation-typhoon"
GOLDEN = Path(__file__).parents[2] / "golden"
OFF = {"revision": "no"}


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(GOLDEN.glob("*.journal")) if f"game: {BASE}\n" in p.read_text(encoding="utf-8")[:60]],
    ids=lambda path: path.stem,
)
def test_journals_of_the_game_of_1978_replay_to_the_same_states_and_result(path):
    text = path.read_text(encoding="utf-8")
    renamed = text.replace(f"game: {BASE}\n", f"game: {GAME}\n", 1).replace(
        "option: ", "option: revision = no\noption: ", 1
    )
    game = typhoon.load(renamed)
    assert game.rules.about.id == GAME
    assert game.journal.text() == renamed


@pytest.mark.parametrize("scenario", ["guderian", "hoepner", "kluge", "campaign", "extended"])
def test_random_games_of_the_two_are_the_same_game(scenario):
    games = [typhoon.new(BASE, scenario, seed=7), typhoon.new(GAME, scenario, seed=7, options=OFF)]
    dice = [random.Random(scenario), random.Random(scenario)]
    for _ in range(600):
        orders = [choose(game, rng) for game, rng in zip(games, dice, strict=True)]
        assert orders[0] == orders[1]
        told = [game.push(order) for game, order in zip(games, orders, strict=True)]
        assert told[0] == told[1]
    assert games[0].position.turn >= 1
    assert games[0].state_hash() == games[1].state_hash()


def test_the_law_is_made_of_the_base_games_own_classes():
    variant, base = find_rules(GAME, options=OFF), find_rules(BASE)
    for name in base.chapters:
        assert type(getattr(variant, name)) is type(getattr(base, name)), name
    for phase in base.phases:
        assert [type(act) for act in variant.acts_of(phase)] == [type(act) for act in base.acts_of(phase)]
    assert variant.sequence == base.sequence


def test_it_stands_on_the_newest_version_of_the_game_of_1978():
    laws = dict(find_rules(GAME).versions(newest_version(GAME)))
    assert [(law.about.id, version) for law, version in laws.items()] == [
        (GAME, newest_version(GAME)),
        (BASE, newest_version(BASE)),
    ]


def test_no_case_of_the_revision_is_in_force():
    """What the game of 1978 does not have is off, but for a correction that it follows."""
    below = {told.case: told.force for told in report(typhoon.new(BASE, "campaign").rules)}
    off = {told.case: told.force for told in report(typhoon.new(GAME, "campaign", options=OFF).rules)}
    assert {case: force for case, force in off.items() if case in below} == below
    assert [case for case, force in off.items() if case not in below and force != "off"] == ["18.26(b)"]


def test_without_fieldworks_no_case_of_theirs_is_in_force():
    law = typhoon.new(GAME, options={"revision.fieldworks": "no"}).rules
    theirs = {
        told.case: told.force for told in report(law) if told.case.startswith(("19.17", "19.18", "19.19"))
    }
    assert len(theirs) == 14
    assert set(theirs.values()) == {"off"}
