"""18: length, air, weather, support, reinforcements, commitment and special rules of the five scenarios."""

import pytest

import typhoon
from tests.games.operation_typhoon.positions import (
    give,
    happened,
    offered,
    position,
    reach,
    refused,
    supply,
    told,
    unit,
)
from typhoon import Game
from typhoon.engine.cases import case

ALL = ("guderian", "hoepner", "kluge", "campaign", "extended")


def opened(scenario: str, **given) -> Game:
    """A game set up ready-made, at its first decision after that."""
    game = typhoon.new("operation-typhoon", scenario, **{"seed": 1, **given})
    if scenario in ("campaign", "extended"):
        give(game, "plan historical")
    give(game, "deploy")
    return game


# Length


@case("18.11", "18.21", "18.31", "18.41", "18.5")
@pytest.mark.parametrize(
    ("scenario", "last", "date"),
    [("guderian", 16, "30 Nov 1941"), ("hoepner", 16, "30 Nov 1941"), ("kluge", 16, "30 Nov 1941"),
     ("campaign", 16, "30 Nov 1941"), ("extended", 31, "15 Dec 1941")],
)  # fmt: skip
def test_a_scenario_begins_on_15_november_and_ends_with_its_last_turn(scenario, last, date):
    game = opened(scenario)
    assert game.view("german").date == "15 Nov 1941"
    assert game.view("german").last_turn == last
    assert game.rules.date(last) == date
    almost = position(
        scenario=scenario, turn=last - 1, phase="game-turn indication", units={"299/50": _hex(scenario)}
    )
    assert almost.result is None
    assert almost.decision.turn == last
    over = position(
        scenario=scenario, turn=last, phase="game-turn indication", units={"299/50": _hex(scenario)}
    )
    assert over.result is not None
    with pytest.raises(typhoon.ImpossiblePosition, match=f"is not a turn from 1 to {last}"):
        position(scenario=scenario, turn=last + 1, units={})


def _hex(scenario: str) -> str:
    return {"hoepner": "A1440", "kluge": "B1440"}.get(scenario, "C1440")


# Air and weather


@case("18.13", "18.23", "18.33", "18.43", "17.13")
@pytest.mark.parametrize(
    ("scenario", "clear", "overcast"),
    [("guderian", (2, 3), (1, 1)), ("hoepner", (2, 4), (1, 2)), ("kluge", (2, 3), (1, 1)),
     ("campaign", (6, 10), (3, 5)), ("extended", (6, 10), (3, 5))],
)  # fmt: skip
def test_each_scenario_has_its_air_points(scenario, clear, overcast):
    """R33: of an odd number half is rounded down. OT-027 for the campaign."""
    air = told(opened(scenario))["air"]
    assert (air["german"], air["soviet"]) == overcast  # turn 1
    found = set()
    for seed in range(30):
        game = position(
            scenario=scenario, turn=3, phase="weather", units={"299/50": _hex(scenario)}, seed=seed
        )
        state = told(game)
        points = state["air"]["german"], state["air"]["soviet"]
        assert points == {"clear": clear, "overcast": overcast, "precipitation": (0, 0)}[state["weather"]]
        found.add(state["weather"])
    assert len(found) >= 2


@case("18.14", "18.24", "18.34", "18.44")
@pytest.mark.parametrize("scenario", ALL)
def test_turn_1_is_overcast_with_ground_freeze_and_no_snow(scenario):
    game = opened(scenario)
    assert (told(game)["weather"], told(game)["ground"]) == ("overcast", "ground freeze")
    assert "snow" not in told(game)


# Support


@case("18.15")
def test_guderian_has_three_points_for_2nd_panzer_army_alone():
    """The die is thrown without a choice; a 6 on turn 1, see the support table."""
    game = opened("guderian", seed=2)
    (support,) = happened(game.log, "support")
    assert (support["army"], support["points"]) == ("2PzA", 3)


@case("18.25")
def test_hoepner_has_six_points_for_two_armies():
    game = opened("hoepner")
    assert offered(game, "allocate") == [f"allocate 3PzA:{n} 4PzA:{6 - n}" for n in range(7)]
    assert refused(game, "allocate 3PzA:3 4PzA:4").case == "11.21"
    assert refused(game, "allocate 2PzA:6 4PzA:0").case == "11.22"


@case("18.35")
@pytest.mark.parametrize(
    ("option", "points"), [("usual", 5), ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)]
)
def test_kluge_has_one_to_five_points_as_the_players_agree(option, points):
    game = opened("kluge", options={"support-points": option})
    assert offered(game, "allocate") == [f"allocate 4PzA:{n} 4A:{points - n}" for n in range(points + 1)]


@case("18.45", "18.5")
@pytest.mark.parametrize("scenario", ["campaign", "extended"])
def test_the_campaign_has_ten_points_for_four_armies(scenario):
    game = opened(scenario)
    assert "allocate 2PzA:4 3PzA:4 4PzA:1 4A:1" in game.orders
    assert len(offered(game, "allocate")) == 286  # ways to divide ten points among four armies


# Reinforcements


def arrivals(scenario: str) -> dict[str, tuple[int, str]]:
    return {name: tuple(when) for name, when in told(opened(scenario))["arrivals"].items()}


@case("18.16")
def test_guderian_receives_what_enters_by_its_areas_and_eight_units_of_20th_army():
    found = arrivals("guderian")
    own = {name: when for name, when in found.items() if when[1] == "C3934"}
    assert own == {
        "871AA/20": (9, "C3934"), "1RAA/20": (9, "C3934"), "2RAA/20": (9, "C3934"),
        "112/20": (12, "C3934"), "4Gd/20": (12, "C3934"),
        "173/20": (14, "C3934"), "312/20": (14, "C3934"), "5N/20": (14, "C3934"),
    }  # fmt: skip
    side = {row.unit: row.side for row in typhoon.new("operation-typhoon", seed=1).rules.counters}
    areas = {(side[name], area) for name, (_, area) in found.items() if name not in own}
    assert areas <= {("german", "1"), ("german", "2"), *[("soviet", area) for area in "2345"]}
    assert max(turn for turn, _ in found.values()) <= 16


@case("18.26")
def test_hoepner_receives_what_enters_by_its_areas_and_nine_units_from_the_south():
    found = arrivals("hoepner")
    own = {name: when[0] for name, when in found.items() if ";" in when[1]}
    assert own == {
        "22/20": 5, "3I/20": 5, "28/1Sh": 6, "4I/20": 6, "17/20": 7, "20/26": 12,
        "871AT/20": 14, "1RAT/20": 14, "2RAT/20": 14,
    }  # fmt: skip
    assert {when[1] for name, when in found.items() if name in own} == {"A0125;A0127;A0129;A0130"}  # R19
    assert {when[1] for name, when in found.items() if name not in own} <= {"13", "14", "8", "9", "10", "11"}


@case("18.26", "18.28")
def test_the_southern_reinforcements_enter_by_any_of_four_hexes_of_the_closed_row():
    game = position(
        scenario="hoepner", turn=5, phase="soviet movement", units={"316/16": "A1040"}, arrivals={
            "22/20": (5, "A0125;A0127;A0129;A0130")},
    )  # fmt: skip
    entries = {order.split()[-1] for order in offered(game, "enter")}
    grid = game.position.ground.grid
    assert {grid.index(n) for n in entries} == {grid.index(n) for n in ("A0125", "A0127", "A0129", "A0130")}


@case("18.36")
def test_kluge_receives_what_enters_by_areas_15_and_7_and_in_moscow():
    found = arrivals("kluge")
    side = {row.unit: row.side for row in typhoon.new("operation-typhoon", seed=1).rules.counters}
    assert {(side[name], area) for name, (_, area) in found.items()} == {
        ("german", "15"), ("soviet", "7"), ("soviet", "Moscow"),
    }  # fmt: skip
    game = position(
        scenario="kluge",
        turn=5,
        phase="soviet movement",
        units={"82/5": "B1040"},
        arrivals={"58/20": (2, "Moscow")},
    )
    entries = {order.split()[-1] for order in offered(game, "enter")}
    assert len(entries) == 13  # R51
    assert "B3531" in entries


@case("18.46", "18.5")
def test_the_campaign_receives_everything_in_its_turns():
    """31 German and 68 Soviet reinforcements in all; those after turn 16 in the extended game only."""
    whole, short = arrivals("extended"), arrivals("campaign")
    assert len(whole) == 99
    assert short == {name: when for name, when in whole.items() if when[0] <= 16}


# Commitment


@case("18.17", "16.21")
def test_guderian_has_nobody_uncommitted_and_no_commitment_segment():
    game = opened("guderian")
    assert not any(
        isinstance(state, dict) and state.get("uncommitted") for state in told(game)["units"].values()
    )
    game = position(turn=2, phase="soviet supply", units={"299/50": "C1440"})
    assert game.decision.phase == "soviet movement"
    assert happened(game.log, "commitment") == []


def uncommitted(game: Game) -> set[str]:
    return {n for n, s in told(game)["units"].items() if isinstance(s, dict) and s.get("uncommitted")}


@case("18.27", "18.37", "18.47")
@pytest.mark.parametrize(
    ("scenario", "armies", "count"),
    [("hoepner", {"1Sh"}, 12), ("kluge", {"20"}, 17), ("campaign", {"1Sh", "20"}, 29)],
)
def test_whole_armies_begin_uncommitted(scenario, armies, count):
    game = opened(scenario)
    rules = game.rules
    assert {rules.counters[rules.unit_number[name]].army for name in uncommitted(game)} == armies
    assert len(uncommitted(game)) == count


@case("18.27", "18.37", "16.24")
@pytest.mark.parametrize(
    ("scenario", "unit_", "hex_", "bonus"), [("hoepner", "1/1Sh", "A0337", 1), ("kluge", "9/20", "B3729", 2)]
)
def test_the_commitment_die_has_the_bonus_of_the_scenario(scenario, unit_, hex_, bonus):
    game = position(
        scenario=scenario, turn=3, phase="soviet commitment",
        units={unit_: {"hex": hex_, "uncommitted": True}}, dice=[1, 1, 1, 1],
    )  # fmt: skip
    (roll,) = happened(game.log, "commitment")
    assert (roll["die"], roll["modifier"]) == (1, bonus)


@case("18.47", "16.24")
def test_in_the_campaign_the_die_has_no_bonus_of_its_own():
    """OT-025: turn 3, nine points, a four: one unit."""
    game = position(
        scenario="campaign", turn=3, phase="soviet commitment", vp=9, plan="historical",
        units={name: {"hex": "A0337", "uncommitted": True} for name in ("1/1Sh", "2/1Sh")},
        dice=[4],
    )  # fmt: skip
    (roll,) = happened(game.log, "commitment")
    assert (roll["modifier"], roll["units"]) == (0, 1)
    give(game, "commit 2/1Sh")
    assert uncommitted(game) == {"1/1Sh"}


# Special rules: Guderian


@case("18.18")
def test_2nd_panzer_army_is_at_best_out_of_supply_on_turns_1_to_3():
    for turn, state in ((1, "out"), (3, "out"), (4, "in")):
        game = position(turn=turn, phase="german supply", units={"339/167/53": "C0121", "53/2PzA": "C0119"})
        assert supply(game, "339/167/53") == state


@case("18.18", "12.62")
def test_a_reinforcement_of_2nd_panzer_army_on_turn_3_is_out_of_supply_too():
    """R61."""
    for turn, state in ((3, "out"), (4, "in")):
        game = position(turn=turn, phase="german supply", units={"63/17P/24": {"hex": "C0121", "entered": 3}})
        assert supply(game, "63/17P/24") == state


@case("18.18")
def test_49th_army_stays_north_of_row_1600_on_turns_1_to_3_and_50th_army_need_not():
    for turn, closed in ((3, True), (4, False)):
        game = position(
            turn=turn, phase="soviet movement", units={"258/49": "C1740", "299/50": "C1741"}, supported=[]
        )
        south = {hex_ for hex_ in reach(game, "258/49") if hex_[1:3] < "17"}
        assert bool(south) != closed
        assert any(hex_[1:3] < "17" for hex_ in reach(game, "299/50"))


@case("18.18")
def test_13th_corps_belongs_to_43rd_corps():
    """C3411 traces to 43/2PzA, five hexes away by the west edge."""
    game = position(turn=4, phase="german supply", units={"163/52/13": "C3405", "43/2PzA": "C3401"})
    assert supply(game, "163/52/13") == "in"
    alone = position(
        turn=4, phase="german supply", units={"163/52/13": "C3405", "43/2PzA": "C3401"}, supported=["24/2PzA"]
    )
    assert supply(alone, "163/52/13") == "out"


@case("18.18")
def test_no_soviet_unit_goes_west_of_the_front_line_on_turns_1_to_3():
    rules = typhoon.new("operation-typhoon", seed=1).rules
    for turn, closed in ((3, True), (4, False)):
        game = position(turn=turn, phase="soviet movement", units={"154/50": "C1622"}, supported=[])
        west = {hex_ for hex_ in reach(game, "154/50") if rules.hex_facts[hex_].side == "german"}
        assert bool(west) != closed


@case("18.18", "16.11")
def test_guderian_counts_no_victory_points():
    game = position(
        turn=3, phase="game-turn indication", units={"339/167/53": "C1820", "299/50": "eliminated"}
    )
    assert told(game)["vp"] == 0
    assert game.view("german").scores == []


@case("18.18", "18.28", "18.38", "5.61")
@pytest.mark.parametrize(
    ("scenario", "most"), [("guderian", 2), ("hoepner", 2), ("kluge", 1), ("campaign", 5)]
)
def test_each_scenario_limits_rail_movement(scenario, most):
    rules = typhoon.new("operation-typhoon", seed=1).rules
    sheets = {"guderian": "C", "hoepner": "A", "kluge": "B", "campaign": "ABC"}[scenario]
    ground = rules.ground_of(sheets)
    rails = [n for n in ground.grid.numbers(ground.rail_hexes) if n[3:] > "30" and n[1:3] > "02"][:12:2]
    names = ["299/50", "260/50", "413/50", "154/50", "290/49", "258/49"]
    game = position(
        scenario=scenario,
        turn=5,
        phase="soviet movement",
        units=dict(zip(names, rails, strict=True)),
        supported=[],
    )
    moved = 0
    for name in names:
        order = next((o for o in game.orders.of(name) if o.verb == "rail"), None)
        if order is None:
            assert moved == most
            break
        give(game, str(order))
        moved += 1
    assert moved == most


# Special rules: Hoepner


@case("18.28")
def test_four_corps_are_out_of_supply_on_turn_1():
    hqs = {"9/4PzA": "A0201", "40/4PzA": "A0401", "46/4PzA": "A0601", "5/4PzA": "A0801", "56/3PzA": "A1001"}
    units = {
        "452/252/9": "A0202",
        "3/DasR/40": "A0402",
        "110/11P/46": "A0602",
        "34/35/5": "A0802",
        "6/7P/56": "A1002",
    }
    for turn, states in ((1, ["out"] * 4 + ["in"]), (2, ["in"] * 5)):
        game = position(scenario="hoepner", turn=turn, phase="german supply", units=hqs | units)
        assert [supply(game, name) for name in units] == states


@case("18.28", "18.38")
@pytest.mark.parametrize(("scenario", "sheet"), [("hoepner", "A"), ("kluge", "B")])
def test_the_southernmost_row_is_closed_to_units(scenario, sheet):
    start = f"{sheet}0240"
    for phase, name in (("german movement", "17/31/43"), ("soviet movement", "194/43")):
        game = position(scenario=scenario, turn=5, phase=phase, units={name: start}, supported=[])
        row = {
            game.position.ground.grid.name[game.position.ground.grid.index(f"{sheet}01{c:02}")]
            for c in range(1, 55)
        }
        assert reach(game, name)
        assert not reach(game, name).keys() & row


@case("18.28", "18.26", "18.29")
def test_where_soviet_reinforcements_come_in_germans_enter_the_row_only_to_leave():
    """R110: A0127 is one of the four hexes of 18.26; to enter it is to leave the map."""
    game = position(
        scenario="hoepner", turn=5, phase="german movement", units={"17/31/43": "A0227"}, supported=[]
    )
    assert refused(game, "move 17/31/43 A0227-A0127").case == "18.28"
    assert offered(game, "exit") == ["exit 17/31/43"]
    game = position(
        scenario="hoepner", turn=5, phase="soviet movement", units={"22/20": "A0227"}, supported=[]
    )
    assert [
        hex_ for hex_ in ("A0125", "A0126", "A0127", "A0128") if f"move 22/20 A0227-{hex_}" in game.orders
    ] == [
        "A0125",
        "A0127",
    ]


def at_the_gate(german: str | dict = "A0227", **given) -> Game:
    """A German regiment in front of A0127 and A0128, and Soviet units."""
    units = {"17/31/43": german, **given.pop("soviets", {})}
    return position(scenario="hoepner", turn=5, phase="german movement", units=units, supported=[], **given)


@case("18.29", "6.32", "6.33")
def test_a_unit_in_a_zone_of_control_does_not_leave_by_a_hex_in_another():
    assert at_the_gate(soviets={"22/20": "A0228"}).why_not("exit 17/31/43") is None  # by A0127
    both = {"22/20": "A0228", "17/20": "A0226"}
    assert refused(at_the_gate(soviets=both), "exit 17/31/43").case == "18.29"
    far = {"22/20": "A0129", "17/20": "A0126"}  # zones in A0127 and A0128, none in A0227
    assert at_the_gate(soviets=far).why_not("exit 17/31/43") is None
    fled = at_the_gate({"hex": "A0227", "moved": "tactical", "left": 1, "escaped": True}, soviets=far)
    assert refused(fled, "exit 17/31/43").case == "18.29"


@case("18.29", "5.51")
def test_by_strategic_movement_one_leaves_three_hexes_away_from_the_enemy():
    """A0125 and A0130 are three hexes from A0227, but two from A0127 and A0128."""
    for mode, leaves in (("tactical", True), ("strategic", False)):
        german = {"hex": "A0227", "moved": mode, "left": 2}
        game = at_the_gate(german, soviets={"22/20": "A0125", "17/20": "A0130"})
        assert (game.why_not("exit 17/31/43") is None) == leaves


@case("18.29", "5.27")
def test_on_foot_one_can_always_leave_by_the_next_hex():
    """In snow the regiment has 2 points; a battalion holds A0129, and A0130 lies over the river, for 3."""
    battalion = {"3I/20": "A0129"}
    assert at_the_gate("A0229", soviets=battalion, snow=True).why_not("exit 17/31/43") is None
    moved = {"hex": "A0229", "moved": "tactical", "left": 2}
    assert refused(at_the_gate(moved, soviets=battalion, snow=True), "exit 17/31/43").case == "18.29"


@case("18.28", "18.38", "18.22", "18.32")
def test_who_is_set_up_in_the_closed_row_may_leave_it_and_not_come_back():
    """R111: B0114 is next to the listed hex B0214."""
    game = typhoon.new("operation-typhoon", "kluge", seed=1)
    assert game.why_not("place 470/260/13 B0114") is None
    units = {"470/260/13": "B0114"}
    game = position(scenario="kluge", turn=2, phase="german movement", units=units, supported=[])
    give(game, "move 470/260/13 B0114-B0214")
    assert refused(game, "move 470/260/13 B0214-B0114").case == "18.38"


@case("18.28", "10.25")
def test_an_hq_does_not_step_back_into_the_closed_row():
    game = position(
        scenario="hoepner", turn=5, phase="german combat", supported=[], air={"german": 0, "soviet": 0},
        units={"17/31/43": "A0340", "16/R'sky": "A0240"},
    )  # fmt: skip
    give(game, "attack A0240 17/31/43", "end")
    assert offered(game, "evade")
    assert not any(order.split()[-1][:3] in ("A01", "B39") for order in offered(game, "evade"))


@case("18.28")
def test_20th_army_is_always_in_supply_in_hoepner():
    """Surrounded far from everything, with and without the rule."""
    ring = {
        "17/31/43": "A1340",
        "82/31/43": "A1342",
        "12/31/43": "A1541",
        "1/GDM/24": "A1241",
        "2/GDM/24": "A1441",
    }
    for scenario, name, state in (("hoepner", "22/20", "in"), ("hoepner", "316/16", "isolated")):
        game = position(scenario=scenario, turn=5, phase="soviet supply", units={name: "A1341", **ring})
        assert supply(game, name) == state


# Special rules: Kluge


@case("18.38")
def test_all_germans_are_out_of_supply_on_turn_1_in_kluge():
    for turn, state in ((1, "out"), (2, "in")):
        game = position(
            scenario="kluge",
            turn=turn,
            phase="german supply",
            units={"321/197/7": "B3302", "7/4PzA": "B3301"},
        )
        assert supply(game, "321/197/7") == state


@case("18.38")
def test_9th_corps_belongs_to_7th_corps_in_kluge():
    game = position(
        scenario="kluge", turn=2, phase="german supply", units={"195/78/9": "B3302", "7/4PzA": "B3301"}
    )
    assert supply(game, "195/78/9") == "in"


@case("18.38")
@pytest.mark.parametrize("die", [1, 2, 3, 6])
def test_from_turn_5_a_low_die_calls_an_uncommitted_unit_of_20th_army_away(die):
    held = {"9/20": {"hex": "B3729", "uncommitted": True}, "17/20": {"hex": "B3729", "uncommitted": True}}
    for turn in (4, 5):
        game = position(
            scenario="kluge", turn=turn, phase="soviet commitment", units=held, dice=[die, 1, 1, 1]
        )
        if turn == 5 and die <= 2:
            assert offered(game, "recall") == ["recall 9/20", "recall 17/20"]
            refused(game, "recall 82/5")
            give(game, "recall 17/20")
            assert unit(game, "17/20") == {"hex": "withdrawn"}
            assert game.rules.scores(game.position) == []  # it is not eliminated
        else:
            assert offered(game, "recall") == []


@case("18.38", "8.52")
def test_the_chit_of_a_unit_that_is_called_away_goes_back_into_its_cup():
    held = {"9/20": {"hex": "B3729", "uncommitted": True, "chit": "S2-16"}}
    game = position(scenario="kluge", turn=5, phase="soviet commitment", units=held, dice=[1, 1, 1])
    give(game, "recall 9/20")
    (cup,) = [place for place, chit in enumerate(game.rules.chits) if chit.chit == "S2-16"]
    assert game.position.pool[cup] == 1


# Special rules: campaign


@case("18.48", "18.18", "18.28", "18.38")
def test_on_turn_1_of_the_campaign_only_3rd_panzer_army_can_be_in_supply():
    """R21, R22."""
    game = position(
        scenario="campaign", turn=1, phase="german supply", plan="historical",
        units={
            "6/7P/56": "A1002", "56/3PzA": "A1001", "34/35/5": "A0802", "5/4PzA": "A0801",
            "321/197/7": "B3302", "7/4PzA": "B3301", "80/34/12": "B1202", "12/4A": "B1201",
            "339/167/53": "C0102", "53/2PzA": "C0101",
        },
    )  # fmt: skip
    assert supply(game, "6/7P/56") == "in"
    assert {supply(game, n) for n in ("34/35/5", "321/197/7", "80/34/12", "339/167/53")} == {"out"}


@case("18.48", "18.18")
def test_other_special_rules_do_not_apply_in_the_campaign():
    """R22: Soviet units may cross the front on turn 1, 13th Corps keeps its own HQ, no unit is recalled."""
    rules = typhoon.new("operation-typhoon", seed=1).rules
    game = position(
        scenario="campaign", turn=1, phase="soviet movement", units={"154/50": "C1622"}, supported=[]
    )
    assert any(rules.hex_facts[hex_].side == "german" for hex_ in reach(game, "154/50"))
    own = position(
        scenario="campaign", turn=5, phase="german supply", units={"163/52/13": "C3405", "43/2PzA": "C3401"}
    )
    assert supply(own, "163/52/13") == "out"  # within reach of another corps' HQ only
    game = position(
        scenario="campaign", turn=6, phase="soviet commitment", dice=[1],
        units={"9/20": {"hex": "B3729", "uncommitted": True}},
    )  # fmt: skip
    assert offered(game, "recall") == []
    south = position(
        scenario="campaign", turn=1, phase="soviet movement", units={"258/49": "C1740"}, supported=[]
    )
    assert not any(hex_[0] == "C" and hex_[1:3] < "17" for hex_ in reach(south, "258/49"))
