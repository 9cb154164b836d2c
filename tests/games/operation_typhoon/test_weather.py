"""Weather, ground and snow (13), and the air points they leave (17.1).

The tables are reconstructed: on turns 2 to 16 the weather is clear on 1 and 2, overcast on 3 to 5 and
precipitation on 6.  The ground is warm on 1, normal on 2, frozen on 3 and 4, with streams on 5 and 6, with
rivers on 7, when the ground was frozen the day before.
"""

import pytest

import typhoon
from tests.games.operation_typhoon.fights import MIDDLE, WEST, fight
from tests.games.operation_typhoon.positions import counter, give, happened, position, reach, told
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
CLEAR, OVERCAST, PRECIPITATION = 1, 3, 6
WARM, NORMAL, FREEZE, STREAMS = 1, 2, 3, 5


def day(*dice, turn=2, scenario="guderian", **given):
    """The morning of a turn with these dice for weather and ground."""
    game = position(turn=turn, phase="weather", scenario=scenario, units={}, dice=[*dice, *[1] * 9], **given)
    return told(game)


@case("13.11", "13.12", "13.14", "4.1")
@pytest.mark.parametrize(
    ("die", "weather"),
    [(1, "clear"), (2, "clear"), (3, "overcast"), (4, "overcast"), (5, "overcast"), (6, "precipitation")],
)
def test_a_die_for_the_weather(die, weather):
    assert day(die, FREEZE)["weather"] == weather


@case("13.14")
def test_the_weather_gets_worse_in_december():
    assert day(5, FREEZE, turn=16, scenario="extended")["weather"] == "overcast"
    assert day(5, FREEZE, turn=18, scenario="extended")["weather"] == "precipitation"


@case("13.21", "13.22", "13.24")
@pytest.mark.parametrize(
    ("before", "turn", "ground"),
    [
        ("ground freeze", 2, "warm, normal, ground, ground, stream, stream"),
        ("normal", 2, "warm, warm, normal, ground, ground, stream"),
        ("stream freeze", 2, "normal, ground, ground, stream, stream, river"),
        ("ground freeze", 10, "normal, ground, ground, stream, stream, river"),
    ],
)
def test_a_die_for_the_ground(before, turn, ground):
    found = [day(CLEAR, die, turn=turn, ground=before)["ground"] for die in range(1, 7)]
    assert [name.removesuffix(" freeze") for name in found] == ground.split(", ")


@case("13.13", "13.23")
@pytest.mark.parametrize("scenario", ["guderian", "hoepner", "kluge", "campaign", "extended"])
def test_turn_1_is_overcast_and_frozen_without_snow(scenario):
    game = typhoon.new("operation-typhoon", scenario=scenario, seed=5)
    events = give(game, *["plan historical"] * (scenario in ("campaign", "extended")), "deploy")
    assert happened(events, "weather") == [
        {"weather": "overcast", "ground": "ground freeze", "snow": "no snow"}
    ]


@case("13.31")
@pytest.mark.parametrize(
    ("weather", "ground", "snow"),
    [
        (PRECIPITATION, FREEZE, True), (PRECIPITATION, STREAMS, True), (PRECIPITATION, WARM, False),
        (PRECIPITATION, NORMAL, False), (OVERCAST, FREEZE, False), (CLEAR, STREAMS, False),
    ],
)  # fmt: skip
def test_precipitation_in_a_freeze_is_snow(weather, ground, snow):
    assert day(weather, ground).get("snow", False) == snow


@case("13.31")
def test_a_river_freeze_is_a_freeze():
    assert day(PRECIPITATION, 6, ground="river freeze")["ground"] == "river freeze"
    assert day(PRECIPITATION, 6, ground="river freeze")["snow"]


@case("13.32", "13.33", "13.34")
@pytest.mark.parametrize(
    ("weather", "ground", "snow"),
    [
        (CLEAR, FREEZE, True), (OVERCAST, STREAMS, True), (PRECIPITATION, FREEZE, True),
        (CLEAR, WARM, False), (CLEAR, NORMAL, False), (PRECIPITATION, NORMAL, False),
    ],
)  # fmt: skip
def test_snow_lies_until_the_ground_is_warm_or_normal(weather, ground, snow):
    assert day(weather, ground, snow=True).get("snow", False) == snow


@case("13.32", "13.55")
def test_more_snow_on_snow_changes_nothing():
    units = {"17/31/43": "C3123"}
    game = position(turn=3, units=units, phase="weather", snow=True, dice=[PRECIPITATION, FREEZE])
    found = reach(game, "17/31/43")
    assert found["C3125"] == 2
    assert "C3126" not in found  # two of four points


@case("13.35", "13.57", "17.16", "17.17")
def test_tracks_and_displays_show_it():
    game = position(turn=3, units={}, snow=True, weather="clear", air={"german": 2, "soviet": 1})
    (panel,) = [panel for panel in game.rules.panels(game.position) if panel.id == "conditions"]
    assert dict(panel.rows) == {
        "Weather": "Clear", "Ground": "Ground freeze", "Snow": "Snow",
        "German air points": "2 of 2", "Soviet air points": "1 of 3",
    }  # fmt: skip


@case("13.12", "13.22", "13.57")
def test_tracks_list_all_states_and_mark_the_present_one():
    game = position(turn=3, units={}, weather="precipitation", ground="stream freeze")
    panels = {panel.id: panel for panel in game.rules.panels(game.position)}
    weather, ground = panels["weather"], panels["ground"]
    assert [row[0] for row in weather.rows] == ["Clear", "Overcast", "Precipitation"]
    assert weather.rows[weather.current][0] == "Precipitation"
    assert [row[0] for row in ground.rows] == [
        "Warm",
        "Normal",
        "Ground freeze",
        "Stream freeze",
        "River freeze",
    ]
    assert ground.rows[ground.current][0] == "Stream freeze"


# Winterization


@case("13.41", "13.42", "13.43")
def test_no_german_unit_is_winterized_and_most_soviet_ones_are():
    assert not [c for c in RULES.counters if c.side == "german" and c.winterized]
    levels = {c.winterized for c in RULES.counters if c.side == "soviet"}
    assert levels == {True, False}


@case("13.44", "13.55", "2.3")
def test_snow_takes_half_of_the_poor_and_nothing_of_the_good():
    units = {"413/50": "C3123", "299/50": "C3223"}
    game = position(turn=4, phase="soviet movement", units=units, supported=[], snow=True)
    assert counter(game, "413/50").winterized
    assert not counter(game, "299/50").winterized
    assert reach(game, "413/50")["C3128"] == 5
    assert reach(game, "299/50")["C3225"] == 2  # half of five
    assert "C3226" not in reach(game, "299/50")


@case("13.55", "12.44")
@pytest.mark.parametrize(
    ("supply", "snow", "strength"),
    [("", False, 9), ("out", False, 4), ("", True, 4), ("out", True, 4), ("isolated", True, 1)],
)
def test_ot_023_strength_9_attacks_as_4_out_of_supply_and_in_snow(supply, snow, strength):
    attacker = ("62/7/7", WEST, 9, {"supply": supply})
    game = fight(attacker, ("413/50", MIDDLE, 8), snow=snow, dice=(6, 6))
    assert game.preview(f"attack {MIDDLE} 62/7/7").attack == strength


# Air points


@case("13.54", "17.11", "17.12", "17.13")
@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [("guderian", 2, 3), ("hoepner", 2, 4), ("kluge", 2, 3), ("campaign", 6, 10), ("extended", 6, 10)],
)
def test_air_points_by_weather(scenario, german, soviet):
    assert day(CLEAR, FREEZE, scenario=scenario)["air"] == {"german": german, "soviet": soviet}
    half = {"german": german // 2, "soviet": soviet // 2}  # one of three, R33
    assert day(OVERCAST, FREEZE, scenario=scenario)["air"] == half
    assert day(PRECIPITATION, FREEZE, scenario=scenario)["air"] == {"german": 0, "soviet": 0}


@case("17.13")
def test_ot_027_three_german_and_five_soviet_points_under_clouds():
    assert day(OVERCAST, FREEZE, scenario="campaign")["air"] == {"german": 3, "soviet": 5}


@case("17.14", "17.15")
def test_used_points_come_back_with_the_next_turn_and_not_before():
    # Two hexes are interdicted; the points are gone for the rest of the turn.
    units = {"17/31/43": "C2608", "413/50": "C3151"}
    game = position(
        turn=2, phase="german interdiction", units=units, weather="clear", air={"german": 2, "soviet": 3},
        dice=[CLEAR, FREEZE, 1],
    )  # fmt: skip
    give(game, "interdict C2132", "interdict C2232")
    while told(game)["turn"] == 2:
        assert told(game)["air"]["german"] == 0
        give(game, "end")
    assert told(game)["air"] == {"german": 2, "soviet": 3}


@case("13.11", "13.21")
def test_the_weather_of_history_can_be_agreed_upon():
    game = position(turn=2, phase="weather", units={}, options={"weather": "historical"}, dice=[])
    row = RULES.history[2]
    assert (told(game)["weather"], told(game)["ground"]) == (row.weather, row.ground)
