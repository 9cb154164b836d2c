"""Reinforcements that wait (15.23), 312th Division (18.32), and two corrections (15.3, 18.26(b))."""

import pytest

import typhoon
from tests.games.operation_typhoon_revision.positions import (
    GAME,
    give,
    happened,
    offered,
    only,
    position,
    refused,
    told,
    unit,
)
from typhoon.engine.cases import case

FAR_FROM_TOWNS, NEAR_BY = "B0210", "B0212"
"""No Soviet source is near."""


def waiting(area, switches=("late-entry",), turn=5, name="299/50", **given):
    """The Soviet movement phase of a turn on which a division is due at an area."""
    words = {"units": {}, "scenario": "campaign", "supported": [], **given}
    return position(*switches, turn=turn, phase="soviet movement", arrivals={name: [turn, area]}, **words)


@case("15.23")
@pytest.mark.parametrize(
    ("area", "later"),
    [("10", "9"), ("11", "10"), ("12", "11"), ("2", "3"), ("3", "4"), ("4", "4"), ("7", "7"), ("9", "9"),
     ("Moscow", "Moscow")],
)  # fmt: skip
def test_who_could_come_and_waits_is_sent_to_the_east(area, later):
    """OTR-113, R18."""
    game = waiting(area)
    events = give(game, "end")
    assert told(game)["arrivals"]["299/50"] == [5, later]
    sent = happened(events, "sent_east")
    assert sent == ([{"unit": "299/50", "area": later}] if later != area else [])


@case("15.23")
def test_once_is_enough():
    """R48: from 12 to 11, and not to 10 on the next turn."""
    game = waiting("12")
    give(game, "end")
    assert told(game)["sent_on"] == ("299/50",)
    later = waiting("11", turn=6, sent_on=["299/50"])
    give(later, "end")
    assert told(later)["arrivals"]["299/50"] == [6, "11"]


@case("15.23")
def test_a_unit_that_is_blocked_keeps_its_area():
    """R48: Germans hold all hexes of area 12 in their zones."""
    game = waiting("12")
    hexes = game.rules.grid.numbers(game.rules.arrivals.area_hexes("12"))
    regiments = [c.unit for c in game.rules.counters if c.side == "german" and c.size == "III"]
    game = waiting("12", units=dict(zip(regiments, hexes, strict=False)))
    assert not offered(game, "enter")
    give(game, "end")
    assert told(game)["arrivals"]["299/50"] == [5, "12"]


@case("15.23", "15.22")
def test_a_unit_that_was_sent_on_because_it_was_blocked_is_left_alone():
    game = waiting("11")
    hexes = game.rules.grid.numbers(game.rules.arrivals.area_hexes("11"))
    regiments = [c.unit for c in game.rules.counters if c.side == "german" and c.size == "III"]
    game = waiting("11", units=dict(zip(regiments, hexes, strict=False)))
    give(game, "divert 299/50 12")
    assert told(game)["sent_on"] == ("299/50",)
    later = waiting("12", turn=6, sent_on=["299/50"])
    give(later, "end")
    assert told(later)["arrivals"]["299/50"] == [6, "12"]


@case("15.23")
def test_who_comes_in_is_not_sent_anywhere():
    game = waiting("10", sent_on=["299/50"])
    give(game, offered(game, "enter")[0])
    assert "sent_on" not in told(game)
    assert not happened(give(game, "end"), "sent_east")


@case("15.23")
def test_the_player_is_warned():
    game = waiting("10")
    assert game.preview("end").texts == ("299/50 waits and will have to come in by area 9 (15.23)",)
    assert game.rules.story_cases["sent_east"] == "15.23"


@case("15.23")
def test_germans_and_games_without_the_switch_wait_as_long_as_they_like():
    game = waiting("10", switches=())
    give(game, "end")
    assert told(game)["arrivals"]["299/50"] == [5, "10"]
    german = position(
        "late-entry",
        turn=5,
        phase="german movement",
        units={},
        arrivals={"15/29M/47": [5, "2"]},
        supported=[],
    )
    give(german, "end")
    assert told(german)["arrivals"]["15/29M/47"] == [5, "2"]


# 312th Division


def opening(scenario, *switches, **options):
    game = typhoon.new(GAME, scenario, seed=3, options=only(*switches, **options))
    while game.decision.phase == "set-up":
        game.push("plan historical" if game.why_not("plan historical") is None else "deploy")
    return game


@case("18.32")
@pytest.mark.parametrize("scenario", ["kluge", "campaign", "extended"])
@pytest.mark.parametrize("how", ["historical", "free"])
def test_312th_division_begins_in_b0920(scenario, how):
    """OTR-049, R21, R51."""
    game = opening(scenario, "unit-312", **{"set-up": how})
    assert unit(game, "312/30")["hex"] == "B0920"
    assert "312/30" not in told(game)["arrivals"]


@case("18.32")
def test_it_does_not_come_to_sheet_a():
    """R51."""
    assert "312/30" not in told(opening("hoepner", "unit-312"))["arrivals"]
    assert told(opening("hoepner"))["arrivals"]["312/30"] == [3, "11"]


@case("18.32")
def test_without_the_switch_it_comes_on_turn_3():
    game = opening("campaign")
    assert not unit(game, "312/30")
    assert told(game)["arrivals"]["312/30"] == [3, "11"]


@case("18.32")
@pytest.mark.parametrize(
    ("scenario", "army", "supply"),
    [
        ("kluge", "43/Glbev", "in supply"),
        ("kluge", "5/Gvrov", "out of supply"),
        ("campaign", "43/Glbev", "out of supply"),
    ],
)
def test_43rd_army_feeds_it_in_18_3_alone(scenario, army, supply):
    """R21: in the campaign it belongs to 30th Army, whose headquarters is far away."""
    units = {"312/30": FAR_FROM_TOWNS, army: NEAR_BY}
    game = position("unit-312", scenario=scenario, turn=5, units=units, supported=[])
    assert game.ask("supply", "312/30") == supply


@case("18.32")
def test_it_is_set_up_nowhere_else():
    game = typhoon.new(GAME, "kluge", seed=3, options=only("unit-312", **{"set-up": "free"}))
    game.push("deploy")
    while game.decision.side != "soviet":
        game.push("deploy")
    ruling = refused(game, "place 312/30 B1020")
    assert (ruling.case, "but in B0920" in ruling.text) == ("18.32", True)


# Corrections that the game of 1978 follows already


@case("15.3")
def test_185th_division_is_set_up_and_3rd_guards_come_on_turn_16():
    """OTR-045, OTR-046."""
    game = opening("extended")
    assert unit(game, "185/30")["hex"] == "A3211"
    assert "185/30" not in told(game)["arrivals"]
    assert told(game)["arrivals"]["3Gd/16"] == [16, "3"]


@case("18.26(b)")
def test_the_fourth_entry_hex_of_sheet_a_is_a0130():
    """OTR-048."""
    arrivals = told(opening("hoepner"))["arrivals"].values()
    own = {area for _, area in arrivals if ";" in area}
    assert own == {"A0125;A0127;A0129;A0130"}
