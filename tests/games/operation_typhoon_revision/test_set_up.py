"""18.48, 18.49: the plan is drawn, and 4th Army begins in works."""

import random
from collections import Counter

import pytest

import typhoon
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told
from tests.games.operation_typhoon_revision.ours import begun, position
from typhoon.engine.cases import case
from typhoon.engine.journal import JournalError

PLANS = {1: "historical", 2: "historical", 3: "encirclement", 4: "broad-front"}


@case("18.49 plan chits")
@pytest.mark.parametrize(("die", "plan"), PLANS.items())
def test_the_plan_is_drawn_with_a_die_of_four(die, plan):
    """R53: OTR-053: two chits, one, one; before the first order, and for German ears only."""
    game = begun("campaign", dice={"plan": [die]})
    assert game.decision.prompt.startswith("Set up the German units")
    assert told(game)["plan"] == plan
    (event,) = [e for e in game.opening if e.kind == "plan_drawn"]
    assert (event.side, event.facts) == ("german", {"die": die, "plan": plan})
    assert "plan" not in game.view("soviet").position
    assert refused(game, "plan historical").case == "4.2"


@case("18.49 plan chits")
def test_without_the_switch_it_is_chosen():
    game = begun("campaign", "plan-chits")
    assert offered(game, "plan") == ["plan historical", "plan encirclement", "plan broad-front"]


@case("18.49 plan chits")
def test_the_enemy_thinks_of_the_chits():
    game = begun("campaign")
    give(game, "deploy", "fortify")
    rng = random.Random(3)
    soviet = game.rules.sides.index("soviet")
    found = Counter(game.rules.secrets.imagine(game.position, soviet, rng).plan for _ in range(400))
    assert 160 < found["historical"] < 240
    assert 60 < found["encirclement"] < 140
    assert 60 < found["broad-front"] < 140


@case("18.48")
@pytest.mark.parametrize("scenario", ["campaign", "extended"])
def test_4th_army_begins_in_the_ready_made_works(scenario):
    """R52, OTR-052: five fortifications, ten major strongpoints, minor ones in its other hexes."""
    game = begun(scenario)
    give(game, "deploy")
    assert game.decision.case == "18.48"
    (chosen,) = happened(game.push("fortify"), "works_chosen")
    assert chosen == {"forts": 5, "majors": 10}
    words, rules = told(game), game.rules
    army = {game.ask("where", c.unit) for c in rules.counters if c.army == "4A" and game.ask("where", c.unit)}
    assert {"B0917", "B1216", "B1615", "B2310", "B2807"} == set(words["forts"])
    assert army == {*words["forts"], *words["majors"], *words["minors"]}


@case("18.48")
def test_the_german_player_may_choose_other_hexes():
    game = begun("campaign")
    give(game, "deploy", "fortify B0214 fortification")
    assert told(game)["forts"] == ["B0214"]
    assert refused(game, "fortify B0214 fortification").text == "B0214 has a fortification already"
    assert refused(game, "fortify C0121 major").text == "no unit of 4th Army stands in C0121"
    assert refused(game, "fortify B0415 castle").case == "18.48"
    give(game, *[f"fortify {hex_} fortification" for hex_ in ("B0415", "B0315", "B0813", "B0814")])
    assert (
        refused(game, "fortify B0912 fortification").text == "4th Army has its 5 hexes with a fortification"
    )
    give(game, "fortify B0415 major", "fortify B0912 fortification")
    assert game.decision.prompt.startswith("Choose the works of 4th Army, no fortifications and 9 major")
    give(game, "end")
    words = told(game)
    assert len(words["forts"]) == 5 and words["majors"] == ["B0415"]
    assert "B1216" in words["minors"]


@case("18.48")
def test_who_has_chosen_works_is_told_that_the_ready_made_ones_replace_them():
    """B0917 has a fortification of the list anyway."""
    game = begun("campaign")
    give(game, "deploy", "fortify B0917 fortification")
    assert game.preview("fortify") is None
    give(game, "fortify B0214 fortification", "fortify B1216 major")
    assert game.preview("fortify").texts == ("2 works that you have chosen are replaced (18.48)",)
    give(game, "fortify")
    assert "B0214" not in told(game)["forts"] and "B1216" in told(game)["forts"]


@case("18.48")
def test_nobody_else_chooses_works():
    for off in ("kluge-works", "fieldworks"):
        game = begun("campaign", off)
        give(game, "deploy")
        assert game.decision.turn == 1 and game.decision.phase == "support"
        assert "minors" not in told(game)
    kluge = begun("kluge")
    give(kluge, "deploy")
    assert "minors" not in told(kluge)


@case("18.48", "11.23")
@pytest.mark.parametrize(
    ("turn", "off", "modifier"),
    [(1, (), 2), (5, (), 2), (25, (), 3), (29, (), 3), (1, ("kluge-works",), 0), (1, ("fieldworks",), 2)],
)
def test_the_support_die_of_4th_army_has_two_more_at_least(turn, off, modifier):
    """OTR-050, OTR-051, OTR-116; with works switched off the modifier stays."""
    game = position(*off, scenario="extended", turn=turn, phase="support", dice={"support": [1]}, seed=1)
    events = game.push("allocate 2PzA:3 3PzA:3 4PzA:2 4A:2")
    found = {facts["army"]: facts["modifier"] for facts in happened(events, "support")}
    assert found["4A"] == modifier
    assert found["2PzA"] == game.rules.support_modifier(turn)


@case("18.48", "11.23")
def test_in_von_kluges_own_scenario_it_has_not():
    game = position(scenario="kluge", turn=1, phase="support", seed=1)
    events = game.push("allocate 4PzA:3 4A:2")
    assert {f["army"]: f["modifier"] for f in happened(events, "support")}["4A"] == 0


@case("18.48", "11.5")
def test_the_support_table_is_shown_for_armies_with_equal_dice():
    game = begun("campaign")
    titles = [p.title for p in game.rules.panels(game.position, "german") if p.id.startswith("chances")]
    assert titles == ["Support table, turn 1: 2PzA, 3PzA, 4PzA", "Support table, turn 1: 4A"]


@case("18.49 plan chits")
def test_a_journal_with_another_plan_die_is_refused():
    game = begun("campaign", seed=5)
    give(game, "deploy", "fortify")
    text = game.journal.text()
    (line,) = [line for line in text.splitlines() if line.startswith("opening die: plan")]
    die = int(line.rpartition("=")[2].split()[0])
    with pytest.raises(JournalError, match="opening"):
        typhoon.load(text.replace(line, f"opening die: plan = {die % 4 + 1} of 4"))
    assert typhoon.load(text).state_hash() == game.state_hash()


@case("18.48", "8.46")
@pytest.mark.parametrize(
    "wrong", ["fortify B0214 fortress", "fortify C0121 major", "top 460/260/13", "build 460/260/13"]
)
def test_a_journal_with_an_order_that_cannot_be_is_refused(wrong):
    game = begun("campaign", seed=5)
    give(game, "deploy", "fortify B0214 fortification", "end")
    text = game.journal.text().replace("fortify B0214 fortification", wrong)
    with pytest.raises(JournalError, match=wrong.split()[0]):
        typhoon.load(text)


@case("18.48")
def test_who_ends_the_choice_is_told_which_works_are_left():
    """Five hexes with fortifications and ten with major strongpoints, less what is chosen."""
    game = begun("campaign")
    give(game, "deploy")
    left = "5 fortifications and 10 major strongpoints"
    assert f"{left} left, or have them ready-made" in game.decision.prompt
    assert game.preview("end").unused == (f"{left} could still be chosen (18.48)",)
    for hex_ in ("B0214", "B0315", "B0415", "B0813", "B0814"):
        game.push(f"fortify {hex_} fortification")
    assert game.preview("end").unused == ("10 major strongpoints could still be chosen (18.48)",)
