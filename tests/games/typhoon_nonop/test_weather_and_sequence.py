"""Weather (B5), the sequence of play (B4) and the set-up (B25)."""

import pytest

import typhoon
from tests.games.typhoon_nonop.positions import SOVIETS, give, happened, position, told
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules


def rolled(die, turn, **before):
    """The weather of a turn after its die, with what was before."""
    game = position(units={SOVIETS: "P4130"}, turn=turn, phase="weather", dice={"weather": [die]}, **before)
    state = told(game)
    return state["weather"], state.get("storm", False)


@case("B5.1")
@pytest.mark.parametrize(
    ("turn", "die", "weather", "storm"),
    [
        (4, 8, "dry", False),
        (4, 9, "mud", False),
        (4, 10, "mud", True),
        (5, 2, "dry", False),
        (5, 3, "mud", False),
        (5, 9, "mud", True),
        (5, 10, "frost", False),
    ],
)
def test_the_climate_of_the_turn_and_the_die_make_the_weather(turn, die, weather, storm):
    assert rolled(die, turn) == (weather, storm)


@case("B5.1")
def test_the_first_three_turns_are_dry_without_a_die():
    for turn in (1, 2, 3):
        game = position(units={SOVIETS: "P4130"}, turn=turn, phase="weather", dice={})
        assert told(game)["weather"] == "dry"
        assert happened(game.log, "weather")[0]["die"] == 0


@case("B5.2")
def test_in_dry_climate_mud_does_not_follow_mud_and_a_sixth_dry_turn_is_mud():
    assert rolled(9, 4, weather="mud", run=1) == ("dry", False)
    assert rolled(10, 4, weather="mud", run=1) == ("dry", False)
    assert rolled(1, 4, weather="dry", run=5) == ("mud", False)
    assert rolled(1, 4, weather="dry", run=4) == ("dry", False)


@case("B5.3")
def test_dry_after_mud_leaves_the_woods_in_mud_for_a_turn():
    game = position(
        units={SOVIETS: "P4130"}, turn=5, phase="weather", dice={"weather": [1]}, weather="mud", run=2
    )
    assert told(game)["lingering"]
    law = game.rules
    assert law.conditions.mud(game.position) == law.ground.woods
    clear = position(
        units={SOVIETS: "P4130"}, turn=5, phase="weather", dice={"weather": [1]}, weather="dry", run=1
    )
    assert "lingering" not in told(clear)


def snow_climate(pos, weather, times=1):
    for _ in range(times):
        pos.rules.conditions.set_weather(pos, "snow", weather, False)


@case("B5.4", "B5.5")
def test_frost_after_snow_needs_two_results_and_two_turns_of_snow_freeze_the_rivers():
    pos = position(units={SOVIETS: "P4130"}).position
    dry, mud, frost, snow = range(4)
    snow_climate(pos, snow)
    assert (pos.weather, pos.frozen) == (snow, False)
    snow_climate(pos, snow)
    assert (pos.weather, pos.frozen) == (snow, True)
    snow_climate(pos, frost)
    assert (pos.weather, pos.frozen) == (snow, True)
    snow_climate(pos, frost)
    assert (pos.weather, pos.frozen) == (frost, True)
    snow_climate(pos, mud)
    assert (pos.weather, pos.frozen) == (mud, False)
    assert dry == 0


@case("B5.6", "B9.2")
def test_a_storm_sends_all_ready_air_units_home_before_readiness():
    """In dry climate a 10 is mud with storm; every German unit then needs 8 or less at +3."""
    game = position(
        units={SOVIETS: "P4130"}, turn=4, phase="weather", dice={"weather": [10], "replacements": [6]}
    )
    events = game.log
    assert happened(events, "weather")[0]["storm"]
    ready = {name for facts in happened(events, "readied") for name in facts["ready"]}
    boxes = told(game)["air"]
    assert all(name in ready or boxes[name] == "flown" for name in game.rules.air_ids)


@case("B4.1")
def test_a_turn_has_nineteen_steps():
    law = find_rules("typhoon-nonop")
    assert law.phase_names == (
        "weather",
        "supply",
        "replacements",
        "reinforcement",
        "air readiness",
        "german air interdiction",
        "german movement",
        "german attack declaration",
        "soviet reaction",
        "german combat",
        "german motorized movement",
        "german engineering",
        "soviet motorized movement",
        "soviet attack declaration",
        "german reaction",
        "soviet combat",
        "soviet movement",
        "soviet engineering",
        "game turn interphase",
    )


@case("B25.1", "B2.1", "B2.6", "B9.1")
def test_the_scenario_sets_up_every_unit_in_its_hex():
    law = find_rules("typhoon-nonop")
    pos = law.start()
    on_map = [law.counters[unit] for unit in range(len(law.counters)) if pos.on_map(unit)]
    kinds = {"HQ": 15, "supply unit": 17}
    for kind, count in kinds.items():
        assert sum(counter.type == kind for counter in on_map) == count
    assert sum(counter.type not in kinds for counter in on_map) == 359
    assert pos.arrivals.bit_count() == 20
    assert all(law.grid.name[pos.where[law.unit_number[c.unit]]] == c.hex for c in on_map)
    assert not law.stacking.overfull(pos, 0) and not law.stacking.overfull(pos, 1)
    for side in (0, 1):
        assert not pos.stood[side] & ~law.supply.supplied(pos, side)
    assert set(pos.air) == {0}
    assert law.last_turn == 10


@case("B2.4")
def test_units_that_have_lost_steps_are_weaker():
    law = find_rules("typhoon-nonop")
    assert law.strengths[law.unit_number["G-V-5-ID"]] == ((7, 9), (5, 7), (4, 5), (2, 2))
    assert law.strengths[law.unit_number[SOVIETS]] == ((3, 4), (2, 3), (1, 1))


@case("B24.5", "B25.1")
def test_a_game_in_which_nobody_does_anything_ends_after_ten_turns():
    game = typhoon.new("typhoon-nonop", seed=3)
    while game.decision is not None:
        game.push("end")
    assert game.result.level == "soviet decisive"
    assert game.position.turn == 10
    again = typhoon.load(game.journal.text())
    assert again.state_hash() == game.state_hash()


@case("B25.6")
@pytest.mark.parametrize("option", [option.id for option in find_rules("typhoon-nonop").about.options])
def test_every_option_is_played_on_and_off(option):
    for value in ("yes", "no"):
        game = typhoon.new("typhoon-nonop", seed=1, options={option: value})
        while game.decision.turn < 3:
            game.push("end")
        assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


@case("B25.6")
def test_presets_choose_many_options_and_what_is_named_goes_over_them():
    base = find_rules("typhoon-nonop", options={"preset": "base"}).options
    assert set(base.values()) == {"no"}
    alone = find_rules("typhoon-nonop", options={"preset": "base", "nonop-hqs": "yes"}).options
    assert [name for name, value in alone.items() if value == "yes"] == ["nonop-hqs"]
    variant = find_rules("typhoon-nonop", options={"preset": "variant"}).options
    assert variant == find_rules("typhoon-nonop").options
    with pytest.raises(ValueError, match="preset: 'old' is not one of variant, base"):
        find_rules("typhoon-nonop", options={"preset": "old"})


@case("B25.3", "B25.4", "B25.5", "change 2", "B6.13")
def test_points_of_the_turns():
    law, off = find_rules("typhoon-nonop"), find_rules("typhoon-nonop", options={"fewer-asps": "no"})
    assert [law.arrivals.points(turn, 0) for turn in range(1, 11)] == [6] * 10
    assert [off.arrivals.points(turn, 0) for turn in range(1, 11)] == [8] * 6 + [6] * 4
    assert [law.arrivals.points(turn, 1) for turn in range(1, 11)] == [2] * 3 + [1] * 7


@case("B25.3")
def test_the_first_turn_marks_nobody_and_has_no_replacement_roll():
    cut_off = {SOVIETS: "P0835"}
    first = position(units=cut_off, turn=1, phase="supply", dice={})
    assert told(first)["units"][SOVIETS] == "P0835"
    assert happened(first.log, "replacements") == []
    third = position(units=cut_off, turn=3, phase="supply", dice={"replacements": [6]})
    assert told(third)["units"][SOVIETS] == {"hex": "P0835", "supply": "emergency"}
    assert give(third) == []


@case("B14.1")
def test_a_side_reacts_in_the_turn_of_the_other():
    """A report of the German turn has the Soviet reaction in it."""
    rules = position(units={SOVIETS: "P3131"}).rules
    assert rules.whose_turn("german combat") == "german"
    assert rules.whose_turn("soviet reaction") == "german"
    assert rules.whose_turn("german reaction") == "soviet"
    assert rules.whose_turn("supply") == ""
