"""Snow, mud and ice (13)."""

import pytest

from tests.games.operation_typhoon_revision.positions import (
    GAME,
    fight,
    happened,
    only,
    panel,
    position,
    reach,
    told,
)
from typhoon import ImpossiblePosition
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.games.operation_typhoon.charts import GROUNDS, WEATHERS

GROUND_SWITCHES = ("deep-snow", "heavy-mud")


class Day:
    """A day whose weather and ground are given, not rolled for."""

    def __init__(self, monkeypatch, *switches):
        self.switches, self.patch = switches, monkeypatch

    def after(self, weather, today, dice=(), **before):
        """The day after a state of the ground."""
        rules = find_rules(GAME, options=only(*self.switches))

        def determine(pos, umpire):
            pos.weather, pos.ground_state = WEATHERS.index(weather), GROUNDS.index(today)

        self.patch.setattr(rules.conditions, "determine", determine, raising=False)
        return position(*self.switches, turn=3, phase="weather", units={}, dice=[*dice], **before)


@pytest.fixture
def days(monkeypatch):
    return lambda *switches: Day(monkeypatch, *switches)


def state(game):
    words = told(game)
    if words.get("heavy_mud"):
        return "heavy mud"
    return ("bare", "snow", "deep snow")[int(words.get("snow", 0))]


BEFORE = {"bare": {}, "snow": {"snow": 1}, "deep snow": {"snow": 2}, "heavy mud": {"heavy_mud": True}}
# What comes of each state on each ground, dry (clear or overcast) and in precipitation, by 13.32 and 13.58.
TABLE = {
    "warm": {
        "bare": ("heavy mud", "heavy mud"), "snow": ("heavy mud", "heavy mud"),
        "deep snow": ("heavy mud", "heavy mud"), "heavy mud": ("heavy mud", "heavy mud"),
    },
    "normal": {
        "bare": ("bare", "heavy mud"), "snow": ("bare", "heavy mud"),
        "deep snow": ("snow", "snow"), "heavy mud": ("heavy mud", "heavy mud"),
    },
    "freeze": {
        "bare": ("bare", "snow"), "snow": ("snow", "deep snow"),
        "deep snow": ("deep snow", "deep snow"), "heavy mud": ("bare", "snow"),
    },
}  # fmt: skip


@case("13.32", "13.58")
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("weather", WEATHERS)
def test_all_sixty_combinations_of_state_ground_and_weather(days, before, ground, weather):
    """R41, R42: OTR-019, OTR-020, OTR-022, OTR-029, OTR-030, OTR-031, OTR-105, OTR-106 and OTR-107."""
    row = TABLE[ground if ground in TABLE else "freeze"]
    game = days(*GROUND_SWITCHES).after(weather, ground, **BEFORE[before])
    assert state(game) == row[before][weather == "precipitation"]


@case("13.32")
def test_deep_snow_takes_two_turns_of_normal_ground(days):
    """OTR-021."""
    day = days(*GROUND_SWITCHES)
    first = day.after("clear", "normal", snow=2)
    assert state(first) == "snow"
    assert state(day.after("clear", "normal", snow=told(first)["snow"])) == "bare"


@case("13.32")
def test_without_the_switch_snow_does_not_pile_up(days):
    game = days("heavy-mud").after("precipitation", "ground freeze", snow=1)
    assert told(game)["snow"] == 1
    assert "snow" not in told(days("heavy-mud").after("clear", "normal", snow=1))
    with pytest.raises(ImpossiblePosition, match="snow: 2 is more than 1"):
        position("heavy-mud", units={}, snow=2)


@case("13.58")
def test_without_the_switch_there_is_no_heavy_mud(days):
    assert "heavy_mud" not in told(days("deep-snow").after("precipitation", "warm"))


@case("13.58", "13.32")
def test_the_day_is_told_with_its_snow_and_mud(days):
    game = days(*GROUND_SWITCHES).after("precipitation", "ground freeze", snow=1)
    assert happened(game.log, "weather") == [
        {"weather": "precipitation", "ground": "ground freeze", "snow": "deep snow"}
    ]
    game = days(*GROUND_SWITCHES).after("clear", "warm", snow=2)
    (event,) = [event for event in game.log if event.kind == "heavy_mud"]
    assert game.told(event) == "Heavy mud covers the roads."
    assert game.rules.story_cases["heavy_mud"] == "13.58"


@case("13.58")
@pytest.mark.parametrize(
    ("ground", "given", "snow", "mud"),
    [
        ("normal", {}, "No snow", "Mud"),  # OTR-028
        ("normal", {"heavy_mud": True}, "No snow", "Heavy mud"),
        ("normal", {"snow": 1}, "Snow", "None"),
        ("ground freeze", {"snow": 2}, "Deep snow", "None"),
    ],
)
def test_the_panel_of_the_weather_shows_snow_and_mud(ground, given, snow, mud):
    game = position(*GROUND_SWITCHES, units={}, ground=ground, weather="clear", **given)
    rows = dict(panel(game, "conditions").rows)
    assert (rows["Snow"], rows["Mud"]) == (snow, mud)


# Ice

RIVER_BANK, FAR_BANK = "C3931", "C3831"
"""Clear hexes with the Oka between them, and no bridge."""
ICE = {"rivers": {"ground": "river freeze"}, "streams": {"ground": "stream freeze"}}


def frozen(game):
    """What is frozen."""
    surface = game.rules.conditions.surface(game.position)
    return {word for word, ice in (("rivers", surface.rivers), ("streams", surface.streams)) if ice}


@case("13.52", "13.52 melt table")
@pytest.mark.parametrize(
    ("before", "ground", "dice", "stays"),
    [
        ("rivers", "stream freeze", [1], {"streams"}),  # OTR-023
        ("rivers", "stream freeze", [2], {"rivers", "streams"}),
        ("rivers", "ground freeze", [2, 2], set()),  # OTR-024
        ("rivers", "ground freeze", [3, 3], {"rivers", "streams"}),
        ("rivers", "ground freeze", [2, 3], {"streams"}),  # each for itself
        ("rivers", "ground freeze", [3, 2], {"rivers"}),
        ("rivers", "normal", [4, 4], {"streams"}),  # OTR-025
        ("rivers", "normal", [5, 3], {"rivers"}),
        ("streams", "normal", [3], set()),  # OTR-026
        ("streams", "normal", [4], {"streams"}),
        ("streams", "warm", [5], set()),  # OTR-027
        ("streams", "warm", [6], {"streams"}),
        ("rivers", "warm", [6], {"streams"}),  # OTR-108: rivers melt without a die, R3
        ("rivers", "river freeze", [], {"rivers", "streams"}),
        ("streams", "river freeze", [], {"rivers", "streams"}),
        ("streams", "stream freeze", [], {"streams"}),  # R2
    ],
)
def test_a_die_melts_rivers_and_another_one_streams(days, before, ground, dice, stays):
    game = days("melting").after("clear", ground, dice=dice, **ICE[before])
    assert frozen(game) == stays
    assert game.dice.rolls == []


@case("13.52")
def test_ice_is_rolled_for_every_turn_while_it_lasts(days):
    day = days("melting")
    game = day.after("clear", "normal", dice=[5, 4], ground="river freeze")
    assert frozen(game) == {"rivers", "streams"}
    words = {word: told(game)[word] for word in ("icy_rivers", "icy_streams", "ground")}
    again = day.after("clear", "normal", dice=[4, 4], **words)
    assert frozen(again) == {"streams"}


@case("13.52")
def test_ice_bears_vehicles_whatever_the_ground():
    """R44: on normal ground a tank battalion crosses a frozen river for the price of the hex behind it."""
    units = {"II35/4P/24": RIVER_BANK}
    open_water = position("melting", turn=5, units=units, ground="normal", supported=[])
    assert (
        reach(open_water, "II35/4P/24")[FAR_BANK] == 13
    )  # three hexes at 2, the bridge town at 1, three back
    ice = position("melting", turn=5, units=units, ground="normal", icy_rivers=True, supported=[])
    assert reach(ice, "II35/4P/24")[FAR_BANK] == 2


@case("13.52")
def test_rivers_protect_until_they_freeze_and_again_when_they_have_melted():
    def defense(**given):
        attacker, defender = ("62/7/7", RIVER_BANK, 9), ("413/50", FAR_BANK, 8)
        game = fight(attacker, defender, switches=("melting",), ground="normal", **given)
        return game.preview(f"attack {FAR_BANK} 62/7/7").defense

    assert defense() == 16
    assert defense(icy_rivers=True) == 8


@case("13.52")
def test_what_melts_is_told_and_shown(days):
    game = days("melting").after("clear", "warm", dice=[6], ground="river freeze")
    texts = [game.told(event) for event in game.log if event.kind == "melting"]
    assert texts == ["The rivers melt.", "The streams stay frozen (die 6)."]
    assert dict(panel(game, "conditions").rows)["Frozen water"] == "Streams"


@case("13.52")
def test_ice_melts_with_the_weather_of_history_too():
    """R44: on turn 2 of history the ground is frozen, so both dice are thrown."""
    options = {"weather": "historical"}
    game = position(
        "melting", turn=2, phase="weather", units={}, ground="river freeze", dice=[3, 2], options=options
    )
    assert frozen(game) == {"rivers"}
    assert [event["die"] for event in happened(game.log, "melting")] == [3, 2]


@case("13.52")
def test_without_the_switch_water_melts_at_once(days):
    game = days().after("clear", "ground freeze", ground="river freeze")
    assert frozen(game) == set()


@case("12.14", "13.32")
@pytest.mark.parametrize(("snow", "hexes"), [(0, 6), (1, 4), (2, 4)])
def test_deep_snow_shortens_german_supply_lines_as_snow_does(snow, hexes):
    """R43."""
    game = position("deep-snow", units={}, snow=snow)
    assert game.rules.supply.german_reach(game.position) == hexes


@case("13.32", "13.58")
def test_the_ground_track_says_what_becomes_of_snow_and_mud():
    """Normal ground takes a level of snow off and is soft in rain; warm ground is soft in any case."""
    game = position("deep-snow", "heavy-mud")
    rows = dict(panel(game, "ground").rows)
    assert rows["Warm"] == "Snow melts; heavy mud"
    assert rows["Normal"] == (
        "Snow melts, deep snow becomes snow; heavy mud in precipitation when no snow is left"
    )
    assert rows["Ground freeze"].endswith("; heavy mud ends")
    assert dict(panel(position(), "ground").rows)["Warm"] == "Snow melts"
