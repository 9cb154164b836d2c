"""Positions in words: any moment of a game can be told and set up again; what cannot be is refused."""

import json
import re

import pytest

import typhoon
from tests.games.typhoon_solitaire.battles import (
    LEHR,
    PANZER,
    SECOND_PANZER,
    START,
    TARGET,
    battle,
    closing,
    misses,
)
from tests.games.typhoon_solitaire.positions import around, position, told
from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition

INFANTRY = "PG3-6-Inf"
MARCH = {"units": [PANZER], "mp": 5}
BATTLE = {"phase": "battle", "hex": TARGET, "came_from": START, "round": 1, "step": 6}
BREAKOUT = {"phase": "breakout", "hex": TARGET, "came_from": "3644", "size": 1, "step": 4}
POCKET = {"units": {PANZER: TARGET}, "gained": [*around("3444"), "3644"], "force": MARCH}


def frames(*interrupting):
    return [{"phase": "movement"}, {"phase": "marching"}, *interrupting]


def fighting(**given):
    """A panzer division, come from 3445, with a rifle division before it in 3544."""
    return {
        "units": {PANZER: TARGET},
        "gained": [START],
        "force": MARCH,
        "battle": {"defenders": {"S-RD-01": 2}},
        "frames": frames(BATTLE),
    } | given


def check_told(game):
    """The position, told and read from a file, is the same again and offers the same orders."""
    words = json.loads(json.dumps(told(game)))
    again = typhoon.build("typhoon-solitaire", options=game.rules.options, seed=1, **words)
    assert json.loads(json.dumps(told(again))) == words
    assert again.state_hash() == game.state_hash()
    assert list(again.orders) == list(game.orders)
    assert again.decision == game.decision


def test_every_kind_of_decision_can_be_told():
    game = typhoon.new("typhoon-solitaire", seed=1)
    check_told(game)  # set-up, nothing placed
    game.push("place PG3-1-Pz 1312")
    check_told(game)
    game.push("deploy")
    check_told(game)
    game.push("support PG3-1-Pz")
    check_told(game)
    game.push("force PG3-1-Pz")
    check_told(game)
    between_rounds = battle("1GD 1RD 1B 1A CAS", [PANZER, SECOND_PANZER], [1, *misses(2 + 3 + 2 + 14 + 3)])
    check_charts_told(between_rounds, "withdraw")
    check_charts_told(battle("2RD 1B", [LEHR], [6, 5]), "hit S-RD-02")
    check_charts_told(battle("1RD", [PANZER, SECOND_PANZER], [*misses(14), 6, 6]), f"hit {PANZER}")
    check_charts_told(closing({"3444", "3445", "3446"}, "3544", [LEHR], [4, 1, 54, 5, 5]), "hit S-RD-01")


def check_charts_told(game, order):
    """The same with the game's own charts: they make no difference to the position."""
    words = told(game)
    again = game.rules.restore(json.loads(json.dumps(words)))
    assert game.rules.snapshot(again) == words
    assert game.parse(order) in list(game.orders)


def test_a_position_built_in_mid_battle_goes_on():
    game = position(**fighting(), dice=[6, *misses(6)])
    game.push("fight")
    assert TARGET in told(game)["gained"]


def test_a_position_built_in_mid_breakout_goes_on():
    """The panzer division fires, then the rifle division; the pocket of one hex is taken."""
    given = POCKET | {"frames": frames(BREAKOUT), "battle": {"defenders": {"S-RD-01": 2}}}
    game = position(**given, dice=[*misses(7), *misses(2)])
    assert told(game)["tally"] == 1
    assert "3444" in told(game)["gained"]


@case("2.2")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"turns": 3}, "position: Object contains unknown field `turns`"),
        ({"turn": "two"}, "turn: Expected `int`, got `str`"),
        ({"turn": 0}, "turn: 0 is not a turn from 1 to 8"),
        ({"turn": 9}, "turn: 9 is not a turn from 1 to 8"),
        ({"turn": 1, "scenario": "clenched-fist"}, "turn: 1 is not a turn from 2 to 8"),
        ({"scenario": "barbarossa"}, "scenario: there is no scenario 'barbarossa'"),
        ({"result": {}}, "result: a game that is over cannot be set up"),
        ({"phase": "soviet movement"}, "phase: no phase 'soviet movement'"),
        ({"phase": "german regroup", "turn": 6}, "phase: there is no german regroup phase on turn 6"),
        ({"units": {"PG9-1-Pz": "1312"}}, "units: there is no German unit 'PG9-1-Pz'"),
        ({"units": {"S-RD-01": "1312"}}, "units: there is no German unit 'S-RD-01'"),
        ({"units": {PANZER: "5501"}}, f"units: {PANZER}: there is no hex 5501 on the map"),
        (
            {"units": {PANZER: {"hex": "1312", "tired": True}}},
            f"units: {PANZER}: Object contains unknown field",
        ),
        ({"units": {PANZER: 1312}}, f"units: {PANZER}: Expected `object`, got `int`"),
        ({"units": {LEHR: {"hex": "1312", "reduced": True}}}, f"units: {LEHR} has only one step"),
        ({"units": {PANZER: {"hex": "1312", "fallen": True}}}, "units: only units of the force that fights"),
        ({"tally": -1}, "tally: -1 is less than 0 (11.3)"),
        ({"tally": 1.5}, "tally: Expected `int`, got `float`"),
        ({"dead": ["S-RD-01"]}, "dead: S-RD-01 is no guards division or airborne corps"),
        ({"gained": ["1499", "1413"]}, "gained: there is no hex 1499 on the map"),
        (
            {"gained": sorted(around("3445"))},
            "gained: a pocket would have been dealt with at once: 3445 (11.1)",
        ),
        ({"gained": ["4514"]}, "gained: the game would have been won by now (4.5)"),
        (
            {"gained": ["4614"], "phase": "german regroup"},
            "gained: the game would have been won by now (4.5)",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(given, reason):
    with pytest.raises(ImpossiblePosition, match="^" + re.escape(reason)):
        position(**{"units": {PANZER: "1312"}} | given)


@case("9.1")
@pytest.mark.parametrize(("turn", "available"), [(1, 2), (3, 1), (5, 0)])
def test_no_more_air_support_than_the_turn_offers(turn, available):
    names = ["PG3-1-Pz", "PG2-3-Pz", "PG4-2-Pz"]
    hexes = ["1312", "1733", "1627"]
    units = {name: {"hex": hex_, "air": True} for name, hex_ in zip(names, hexes, strict=True)}
    position(turn=turn, units=dict(list(units.items())[:available]))
    with pytest.raises(
        ImpossiblePosition, match=f"the Luftwaffe has {available} air support units on turn {turn}"
    ):
        position(turn=turn, units=dict(list(units.items())[: available + 1]))


@case("7.1", "7.3", "12.2", "13.3")
def test_stacks_that_cannot_be_are_refused():
    four = dict.fromkeys(["PG3-1-Pz", "PG3-6-Pz", "PG3-7-Pz", "PG3-14-Mot"], "1312")
    with pytest.raises(ImpossiblePosition, match=r"1312.* holds more than three divisions \(7.1\)"):
        position(units=four)
    mixed = {PANZER: "1312", "PG4-2-Pz": "1312"}
    with pytest.raises(ImpossiblePosition, match=r"1312.* holds units of several formations \(7.3\)"):
        position(turn=4, units=mixed)
    position(turn=5, units=mixed)
    position(turn=2, scenario="clenched-fist", units=mixed)


@case("7.1")
def test_however_large_a_stack_is_it_is_refused_in_words():
    with pytest.raises(ImpossiblePosition, match="holds more than three divisions"):
        position(units=dict.fromkeys(typhoon.new("typhoon-solitaire", seed=1).rules.unit_ids[:72], "1312"))


@case("9.0", "9.1", "9.3", "7.4")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"units": [], "mp": 1}, "force: the units of a force stand in one hex (9.0)"),
        ({"units": [PANZER, SECOND_PANZER], "mp": 1}, "force: the units of a force stand in one hex (9.0)"),
        ({"units": ["PG3-6-Pz"], "mp": 1}, "force: PG3-6-Pz is no German unit on the map"),
        ({"units": ["S-RD-01"], "mp": 1}, "force: S-RD-01 is no German unit on the map"),
        (
            {"units": [PANZER, INFANTRY], "mp": 1},
            "force: mechanized and other units do not move together (7.4)",
        ),
        ({"units": [PANZER], "mp": 17}, "force: mp: 17 is not from 0 to 16 (9.3)"),
        ({"units": [INFANTRY], "mp": 9}, "force: mp: 9 is not from 0 to 8 (9.3)"),
        ({"units": [PANZER], "mp": -1}, "force: mp: -1 is not from 0 to 16 (9.3)"),
        ({"units": [PANZER]}, "force: Object missing required field `mp`"),
    ],
)
def test_a_force_that_cannot_be_is_refused(given, reason):
    units = {PANZER: "1312", INFANTRY: "1312", SECOND_PANZER: "1313"}
    with pytest.raises(ImpossiblePosition, match="^" + re.escape(reason)):
        position(units=units, force=given)


@case("9.1")
def test_two_air_units_on_one_force_are_refused():
    units = {name: {"hex": "1312", "air": True} for name in (PANZER, SECOND_PANZER)}
    with pytest.raises(ImpossiblePosition, match=r"^force: a force has at most one air support unit \(9.1\)"):
        position(units=units, force={"units": list(units), "mp": 3})


@case("10.0", "10.4")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"battle": {"defenders": {"S-RD-31": 2}}}, "battle: S-RD-31 is no Soviet unit in the pool"),
        ({"battle": {"defenders": {PANZER: 2}}}, f"battle: {PANZER} is no Soviet unit in the pool"),
        (
            {"battle": {"defenders": {"S-GD-1": 2}}, "dead": ["S-GD-1"]},
            "battle: S-GD-1 is no Soviet unit in the pool",
        ),
        ({"battle": {"defenders": {"S-B-01": 2}}}, "battle: S-B-01 cannot have 2 steps"),
        ({"battle": {"defenders": {"S-B-01": -1}}}, "battle: S-B-01 cannot have -1 steps"),
        ({"battle": {"aside": ["S-B-01"]}}, "battle: aside: S-B-01 is no defender"),
        ({"battle": {"fired": ["S-B-01"]}}, "battle: fired: S-B-01 is no unit in the battle"),
        (
            {"battle": {"defenders": {"S-B-01": 1}, "hit": ["S-B-01"]}},
            "battle: hit: S-B-01 is no two-step unit in the battle",
        ),
        ({"frames": frames(BATTLE | {"hex": "9999"})}, "frames: there is no hex 9999 on the map"),
        ({"frames": frames(BATTLE | {"came_from": "1312"})}, "frames: 3544 and 1312 are not neighbours"),
        (
            {"frames": frames(BATTLE | {"came_from": "3644"})},
            "frames: no force comes from 3644, which is Soviet",
        ),
        (
            {"frames": frames(BATTLE | {"hex": "3545"})},
            "frames: the force does not stand in 3545",
        ),
        ({"frames": frames(BATTLE | {"step": 7})}, "frames: a battle has no step 7 (10.4)"),
        ({"frames": frames(BATTLE | {"round": 0})}, "frames: a battle has no round 0 (10.4)"),
        (
            {"frames": frames(BATTLE, {"phase": "losses", "side": "german", "hits": 0})},
            "frames: there are no hits",
        ),
        (
            {"frames": frames(BATTLE, {"phase": "losses", "side": "finnish", "hits": 1})},
            "frames: Invalid enum value",
        ),
        (
            {"frames": frames(BATTLE, BATTLE)},
            "frames: they do not belong to the german movement and combat phase",
        ),
        ({"frames": frames({"phase": "regroup"})}, "frames: they do not belong to the german movement"),
        ({"frames": [{"phase": "movement"}, BATTLE]}, "frames: they do not belong to the german movement"),
        ({"frames": []}, "frames: there must be at least one"),
        (
            {"frames": [{"phase": "movement"}]},
            "frames: a force on the march is needed, neither more nor less",
        ),
        ({"frames": [{"phase": "dancing"}]}, "frames: Invalid value 'dancing'"),
        ({"frames": frames()}, "battle: there is no battle going on"),
        ({"gained": [START, TARGET]}, "frames: there is no battle for a hex that is German"),
        ({"force": None, "battle": None}, "frames: a force on the march is needed, neither more nor less"),
    ],
)
def test_a_battle_that_cannot_be_is_refused(given, reason):
    position(**fighting())
    with pytest.raises(ImpossiblePosition, match="^" + re.escape(reason)):
        position(**fighting(**given))


@case("9.9", "7.1")
def test_a_battle_with_no_room_to_go_back_to_is_refused():
    full = dict.fromkeys(["PG3-6-Pz", "PG3-7-Pz", "PG3-14-Mot"], START)
    with pytest.raises(ImpossiblePosition, match=r"3445.* holds more than three divisions \(7.1\)"):
        position(**fighting(units={PANZER: TARGET, **full}))


def test_hits_without_a_battle_are_refused():
    units = {PANZER: "1312"}
    with pytest.raises(ImpossiblePosition, match=r"^battle: there is no battle going on"):
        position(units=units, battle={"entrusted": True})
    with pytest.raises(ImpossiblePosition, match=r"^battle: there is no battle going on"):
        position(units={PANZER: {"hex": "1312", "fallen": True}}, force=MARCH)


@case("11.1", "11.2")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"frames": frames(BREAKOUT | {"size": 2})}, "frames: the pocket has 1 hexes, not 2"),
        ({"frames": frames(BREAKOUT | {"step": 3})}, "frames: a battle has no step 3 (10.4)"),
        (
            {"frames": frames(BREAKOUT | {"came_from": "3645"})},
            "frames: no force comes from 3645, which is Soviet",
        ),
        ({"gained": ["3543", "3644"]}, "frames: a pocket is closed from a German hex"),
        ({"gained": [*around("3444") - {"3344"}, "3644"]}, "frames: the pocket has 0 hexes, not 1"),
    ],
)
def test_a_breakout_that_cannot_be_is_refused(given, reason):
    with pytest.raises(ImpossiblePosition, match="^" + re.escape(reason)):
        position(**POCKET | {"frames": frames(BREAKOUT), "battle": {"defenders": {"S-RD-01": 2}}} | given)


@case("3.2", "13.2", "13.3")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"turn": 2}, "turn: units are set up before the first turn"),
        ({"units": {PANZER: "1733"}}, f"units: {PANZER} is not in its set-up area (3.2)"),
        ({"units": {PANZER: "3445"}}, f"units: {PANZER} is not in its set-up area (3.2)"),
        ({"gained": ["1413"]}, "gained: no hex changes hands before the first turn"),
        ({"frames": [{"phase": "movement"}]}, "frames: they do not belong to the set-up phase"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(given, reason):
    with pytest.raises(ImpossiblePosition, match="^" + re.escape(reason)):
        position(**{"phase": "set-up", "units": {PANZER: "1312"}} | given)


@case("13.2", "13.3")
def test_in_the_clenched_fist_any_set_up_area_will_do():
    game = position(phase="set-up", scenario="clenched-fist", turn=2, units={PANZER: "1733"})
    assert game.decision.phase == "set-up"
