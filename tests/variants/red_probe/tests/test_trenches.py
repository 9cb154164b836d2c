"""Digging in (8.3), trenches in combat (8.4) and strongpoints (8.5)."""

import pytest

import typhoon
from tests.games.red_typhoon.battle import always
from tests.games.red_typhoon.helpers import reachable
from tests.words import happened, offered, refused, unit, where
from typhoon.engine.cases import case

ON = {"entrenching": "yes"}
# S-A-01 (strength 6) in 1038, next to G-253-ID (strength 4) in 1037, all in the open: odds of 1:1.
DUEL = {"S-A-01": "1038", "G-253-ID": {"hex": "1037", "dug_in": True}}


def position(options=ON, **given):
    return typhoon.build("red-probe", **{"turn": 3, "options": options, **given})


def marching(**units):
    return position(move_orders=["NW"], units={"S-A-01": "1038", "S-A-02": "1240", "S-B-01": "2504", **units})


def faces(game, name):
    return [face for face in game.rules.shown.faces(game.position) if face.unit == name]


@case("8.3")
def test_units_with_movement_orders_dig_in_instead_of_moving():
    """S-B-01 has no orders; who has dug in stays, who has moved digs no more."""
    game = marching()
    assert offered(game, "dig-in") == ["dig-in S-A-01", "dig-in S-A-02"]
    (told,) = game.push("dig-in S-A-01")
    assert game.told(told) == "S-A-01 digs in in 1038."
    assert game.rules.story_cases[told.kind] == "8.3"
    assert offered(game, "dig-in") == ["dig-in S-A-02"]
    assert reachable(game, "S-A-01") == {}
    assert refused(game, "dig-in S-A-01").text == "S-A-01 is dug in already"
    game.push("move S-A-02 1240-1241")
    assert refused(game, "dig-in S-A-02").case == "8.3"
    assert refused(game, "dig-in S-B-01").case == "8.3"
    assert refused(game, "dig-in G-253-ID").case == "5.0"


@case("8.3")
def test_a_trench_is_told_to_both_sides_shown_on_the_counter_and_taken_back():
    game = marching()
    before = game.state_hash()
    game.push("dig-in S-A-01")
    assert unit(game, "S-A-01") == {"hex": "1038", "spent": 5.0, "dug_in": True}
    for side in ("soviet", "german"):
        assert game.view(side).position["units"]["S-A-01"]["dug_in"] is True
    assert [face.badges for face in faces(game, "S-A-01") + faces(game, "S-A-02")] == [("DUG",), ()]
    assert game.rules.badges["DUG"] == "dug in"
    assert str(game.pop()) == "dig-in S-A-01"
    assert game.state_hash() == before


@case("8.3")
def test_a_trench_lasts_until_its_unit_leaves():
    game = marching()
    game.push("dig-in S-A-01")
    while game.decision.turn == 3:
        game.push("end")
    game.push("activate NW")
    assert unit(game, "S-A-01") == {"hex": "1038", "dug_in": True}
    game.push("move S-A-01 1038-1138")
    assert "dug_in" not in unit(game, "S-A-01")


@case("8.3")
def test_a_retreat_leads_out_of_the_trench():
    game = position(phase="soviet combat", attack_orders=["NW"], units=DUEL, charts=always("DR1"), seed=1)
    game.push("attack 1037 S-A-01")
    game.push(offered(game, "retreat")[0])
    assert unit(game, "G-253-ID") == {"hex": where(game, "G-253-ID"), "disrupted": True, "defended": True}


@case("8.4")
def test_an_attack_on_a_trench_takes_the_modifier_of_the_chart():
    """A die of 3 at 1:1 is C; it counts as 2, and that is AR."""
    game = position(phase="soviet combat", attack_orders=["NW"], units=DUEL, dice=[3])
    preview = game.preview("attack 1037 S-A-01")
    assert [(m.value, m.text, m.case, m.key) for m in preview.modifiers] == [
        (-1, "defender dug in", "8.4", "trench")
    ]
    (battle,) = happened(game.push("attack 1037 S-A-01"), "battle")
    assert (battle["modified"], battle["result"]) == (2, "AR")


@case("8.4")
def test_users_have_charts_of_their_own_for_a_variant_too(tmp_path):
    ours = typhoon.engine.registry.find_rules("red-probe").data.path("combat_modifiers.csv")
    text = ours.read_text(encoding="utf-8").replace("trench,-1", "trench,-3")
    (tmp_path / "combat_modifiers.csv").write_text(text, encoding="utf-8")
    game = position(phase="soviet combat", attack_orders=["NW"], units=DUEL, charts=tmp_path)
    assert [m.value for m in game.preview("attack 1037 S-A-01").modifiers] == [-3]
    assert game.journal.header.charts


@case("8.5")
@pytest.mark.parametrize(
    ("options", "modifiers"),
    [
        ({}, [("woods", -1)]),
        ({"strongpoints": "yes"}, [("woods", -1)]),
        ({"entrenching": "yes"}, [("woods", -1), ("trench", -1)]),
        ({"entrenching": "yes", "strongpoints": "yes"}, [("woods", -1), ("trench", -2)]),
    ],
    ids=["none", "strongpoints alone do nothing", "trenches", "both"],
)
def test_trenches_in_woods_are_strongpoints(options, modifiers):
    game = position(
        options,
        phase="soviet combat",
        attack_orders=["K"],
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": {"hex": "2810", "dug_in": True}},
    )
    preview = game.preview("attack 2810 S-B-02 S-B-03")
    assert [(m.key, m.value) for m in preview.modifiers] == modifiers


@case("8.5")
def test_trenches_in_the_open_are_none():
    game = position(ON | {"strongpoints": "yes"}, phase="soviet combat", attack_orders=["NW"], units=DUEL)
    assert [m.value for m in game.preview("attack 1037 S-A-01").modifiers] == [-1]


@case("8.3")
def test_without_the_option_nobody_digs_and_nothing_is_shown():
    game = marching()
    assert "dig-in S-A-01" in game.orders
    game = position({}, move_orders=["NW"], units={"S-A-01": {"hex": "1038", "dug_in": True}})
    ruling = refused(game, "dig-in S-A-01")
    assert (ruling.case, ruling.text) == ("8.3", "'entrenching' is not in use in this game")
    assert offered(game, "dig-in") == []
    assert faces(game, "S-A-01")[0].badges == ()


def test_a_mark_that_cannot_be_is_told_with_its_place():
    with pytest.raises(typhoon.ImpossiblePosition) as caught:
        position(units={"S-A-01": {"hex": "1038", "dug_in": "deep"}})
    assert str(caught.value) == "units: S-A-01: Expected `bool`, got `str` - at `$.dug_in`"
