"""German victory points (16.1) and Soviet commitment (16.2), with what the scenarios add to it."""

import pytest

import typhoon
from tests.games.operation_typhoon.fights import fight
from tests.games.operation_typhoon.positions import (
    dice_left,
    give,
    happened,
    offered,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case

DEAD = dict.fromkeys(["299/50", "260/50", "154/50", "32/50"], "eliminated")
TULA, STALINOGORSK, VENEV, KREMLIN = "C1820", "C0931", "C2132", "B3531"


def counted(units, scenario="campaign", turn=2, **given):
    """German points after the game-turn indication stage."""
    game = position(
        scenario=scenario, turn=turn, phase="game-turn indication", units=units, dice=[1] * 20, **given
    )
    return told(game)["vp"]


# Points


@case("16.0", "16.11", "16.12", "16.13")
def test_a_point_for_every_soviet_unit_of_any_size():
    assert counted({}) == 0
    assert counted(DEAD) == 4
    assert counted({"Vnev/50": "eliminated", "50/Bldin": "eliminated", "413/50": "eliminated"}) == 3
    # German losses count for nobody, and neither do units withdrawn.
    assert counted({"17/31/43": "eliminated", "22/20": "withdrawn"}) == 0


@case("16.13", "16.4")
def test_the_dead_lie_in_their_box():
    game = position(units=DEAD, scenario="campaign")
    (panel,) = [panel for panel in game.rules.panels(game.position) if panel.id == "destroyed"]
    ((side, number, names),) = panel.rows
    assert (side, number) == ("Soviet", "4")
    assert set(names.split(", ")) == set(DEAD)


@case("16.3")
def test_the_index_shows_the_points():
    game = position(scenario="campaign", vp=17, units={})
    (panel,) = [panel for panel in game.rules.panels(game.position, "soviet") if panel.id == "points"]
    assert panel.rows[0] == ("Victory points", "17")


@case("16.14", "16.12")
def test_ten_points_for_tula_and_five_for_every_other_city_hex():
    assert counted({"17/31/43": TULA}, control={TULA: "german"}) == 10
    assert counted({}, control={STALINOGORSK: "german"}) == 5
    assert counted({}, control={KREMLIN: "german", "B3430": "german"}) == 10
    assert counted({}, control={VENEV: "german"}) == 0  # a town
    assert counted(DEAD, control={TULA: "german", STALINOGORSK: "german"}) == 4 + 15


@case("16.14")
def test_a_city_counts_for_the_last_to_pass_through():
    units = {"12/4P/24": "C1720", "413/50": "C3151"}
    game = position(scenario="campaign", turn=4, units=units, supported=[], dice=[1] * 20)
    events = give(game, f"move 12/4P/24 C1720-{TULA}", f"move 12/4P/24 {TULA}-C1720")
    assert happened(events, "control")[0]["side"] == "german"
    while told(game)["turn"] == 4:
        give(game, "end")
    assert told(game)["vp"] == 10


@case("16.14", "16.15")
@pytest.mark.parametrize(("enemies", "points"), [
    ({}, 10),
    ({"413/50": "C1819"}, 10),  # one division beside the city leaves ways out
    ({"413/50": "C1819", "7Gd/49": "C1821"}, 0),  # two control everything around it
    ({"413/50": {"hex": "C1819", "cadre": True}, "7Gd/49": "C1821"}, 10),
])  # fmt: skip
def test_the_city_must_be_joined_to_the_west_or_south_edge(enemies, points):
    assert counted({"17/31/43": TULA, **enemies}, control={TULA: "german"}) == points


@case("16.14")
def test_friends_open_the_way_out_of_a_city():
    ring = {"413/50": "C1819", "7Gd/49": "C1821"}
    # The division in C1819 controls C1720, and nobody C1619 beyond it.
    way = {"82/31/43": "C1720"}
    assert counted({"17/31/43": TULA, **ring}, control={TULA: "german"}) == 0
    assert counted({"17/31/43": TULA, **ring, **way}, control={TULA: "german"}) == 10


@case("16.14")
def test_the_south_edge_will_do():
    # Around Mytishchi (A0234) only A0134 and A0135 are free, and those lie on the south edge of sheet A.
    wall = {"413/50": "A0132", "7Gd/49": "A0333", "258/49": "A0336", "238/49": "A0137"}
    units = {"17/31/43": "A0234", **wall}
    assert counted(units, scenario="hoepner", control={"A0234": "german"}) == 5  # R49, R60
    units["31/49"] = "A0135"
    assert counted(units, scenario="hoepner", control={"A0234": "german"}) == 0


@case("16.14")
def test_an_empty_city_in_a_soviet_zone_is_not_counted():
    assert counted({"413/50": "C1819"}, control={TULA: "german"}) == 0
    assert counted({"50/Bldin": "C1819"}, control={TULA: "german"}) == 10  # HQs have no zone


@case("16.15")
def test_ot_024_tula_taken_and_lost_in_a_turn_is_worth_nothing():
    units = {**DEAD, "12/4P/24": "C1720", "41/50": "C2223", "413/50": "C3151"}
    game = position(scenario="campaign", turn=2, units=units, supported=[], dice=[1] * 20)
    give(game, f"move 12/4P/24 C1720-{TULA}", f"move 12/4P/24 {TULA}-C1618")
    assert told(game)["vp"] == 0  # nothing is counted before the end of the turn
    while game.decision.phase != "soviet movement":
        give(game, "end")
    give(game, f"move 41/50 C2223-{TULA}")
    while told(game)["turn"] == 2:
        give(game, "end")
    assert told(game)["vp"] == 4


@case("16.15")
def test_held_to_the_end_of_the_turn_it_is_worth_ten():
    units = {**DEAD, "12/4P/24": "C1720", "413/50": "C3151"}
    game = position(scenario="campaign", turn=2, units=units, supported=[], dice=[1] * 20)
    give(game, f"move 12/4P/24 C1720-{TULA}")
    while told(game)["turn"] == 2:
        give(game, "end")
    assert told(game)["vp"] == 14


@case("16.15")
def test_points_are_counted_anew_every_turn():
    assert counted(DEAD, vp=30) == 4


@case("16.11")
def test_panzergruppe_guderian_knows_no_points():
    assert counted(DEAD, scenario="guderian", control={TULA: "german"}) == 0


# Commitment


UNCOMMITTED = {"9/20": "B3729", "17/20": "B3729", "28/20": "B3628"}


def held(units=UNCOMMITTED, **more):
    return {name: {"hex": hex_, "uncommitted": True} for name, hex_ in units.items()} | more


def segment(*dice, scenario="campaign", turn=3, units=None, **given):
    """A commitment segment with these dice."""
    units = held() if units is None else units
    return position(
        scenario=scenario, turn=turn, phase="soviet commitment", units=units, dice=[*dice, *[1] * 5], **given
    )


@case("16.21")
@pytest.mark.parametrize(
    ("scenario", "armies", "count"),
    [
        ("guderian", set(), 0),
        ("hoepner", {"1Sh"}, 12),
        ("kluge", {"20"}, 17),
        ("campaign", {"1Sh", "20"}, 29),
    ],
)
def test_who_begins_uncommitted(scenario, armies, count):
    game = typhoon.new("operation-typhoon", scenario=scenario, seed=1)
    give(game, *["plan historical"] * (scenario == "campaign"), "deploy")
    units = [name for name in told(game)["units"] if unit(game, name).get("uncommitted")]
    assert len(units) == count
    assert {game.rules.counters[game.rules.unit_number[name]].army for name in units} == armies


@case("16.21")
def test_reinforcements_of_those_armies_are_free():
    game = position(
        scenario="campaign", turn=5, phase="soviet movement", units={}, arrivals={"28/1Sh": [5, "Moscow"]}
    )
    give(game, "enter 28/1Sh B3531")
    assert game.why_not("move 28/1Sh B3531-B3530") is None  # R29


@case("16.22")
def test_uncommitted_units_neither_move_nor_fight():
    units = held({"9/20": "C3124"}, **{"17/31/43": "C3125"})
    game = position(turn=4, phase="soviet movement", units=units, supported=[])
    for order in ("move 9/20 C3124-C3123", "strategic 9/20 C3124-C3123", "rail 9/20 C3124-C3123"):
        assert refused(game, order).case == "16.22"
    game = fight(("9/20", "C3424", 4, {"uncommitted": True}), ("17/31/43", "C3425", 4), side="soviet")
    assert offered(game, "attack") == []


@case("16.24", "16.27")
def test_ot_025_nine_points_and_a_die_of_4_free_one_unit():
    game = segment(4, vp=9)
    assert game.decision.side == "soviet"
    assert set(offered(game, "commit")) == {"commit 9/20", "commit 17/20", "commit 28/20"}
    give(game, "commit 17/20")
    assert game.decision.phase == "soviet movement"
    assert "uncommitted" not in unit(game, "17/20")
    assert unit(game, "9/20")["uncommitted"]


@case("16.24", "16.27")
def test_a_result_of_nothing_frees_nobody():
    game = segment(3, vp=9)
    assert game.decision.phase == "soviet movement"
    assert len(dice_left(game)) == 5  # one die, and no more


@case("16.24")
def test_units_may_be_left_uncommitted():
    game = segment(6, vp=50)
    give(game, "commit 9/20", "end")
    assert game.decision.phase == "soviet movement"
    assert unit(game, "28/20")["uncommitted"]


@case("16.24", "18.27", "18.37", "18.47")
@pytest.mark.parametrize(
    ("scenario", "die", "units"),
    [
        # Without points a modified 6 frees one unit, and a 5 none.
        ("campaign", 5, 0), ("campaign", 6, 1),
        ("hoepner", 4, 0), ("hoepner", 5, 1),
        ("kluge", 3, 0), ("kluge", 4, 1),
    ],
)  # fmt: skip
def test_the_scenario_adds_to_the_die(scenario, die, units):
    waiting = held({"1/1Sh": "A0337"} if scenario == "hoepner" else {"28/20": "B3628"})
    game = segment(die, scenario=scenario, units=waiting, turn=2)
    assert bool(offered(game, "commit")) == bool(units)


@case("16.24", "16.27", "16.14")
@pytest.mark.parametrize(
    ("turn", "city", "cut", "needed"),
    [
        (8, False, False, 6),
        (8, True, False, 5),
        (8, True, True, 6),
        (9, False, False, 5),
        (13, True, False, 3),
    ],
)
def test_the_turn_and_a_captured_city_add_to_the_die(turn, city, cut, needed):
    """From turn 9 on 1, from turn 13 on 2, and 1 for a city with a control marker, not for one cut off."""
    units = held({"28/20": "B3628"}) | ({"413/50": "C0932"} if cut else {})
    control = {"C0931": "german"} if city else {}
    for die in (needed - 1, needed):
        game = segment(die, units=units, turn=turn, control=control)
        assert bool(offered(game, "commit")) == (die == needed)


@case("16.24", "18.27", "18.37")
@pytest.mark.parametrize(
    ("scenario", "turn", "city", "modifier"),
    [
        ("hoepner", 8, False, 1), ("hoepner", 9, False, 2), ("hoepner", 13, True, 4),
        ("kluge", 8, False, 2), ("kluge", 8, True, 3), ("kluge", 16, True, 5),
    ],
)  # fmt: skip
def test_the_bonus_of_a_scenario_is_in_addition_to_the_chart(scenario, turn, city, modifier):
    """R112: 18.2 adds 1 and 18.3 adds 2; the chart 1 from turn 9 and 2 from turn 13, and 1 for a city."""
    waiting, place = {"hoepner": ({"1/1Sh": "A0337"}, "A2020"), "kluge": ({"28/20": "B3628"}, "B0621")}[
        scenario
    ]
    control = {place: "german"} if city else {}
    withdrawal = [6] if scenario == "kluge" else []  # 18.38
    game = position(
        scenario=scenario, turn=turn, phase="soviet commitment", units=held(waiting), control=control,
        dice=[*withdrawal, 1, 1, 1, 1],
    )  # fmt: skip
    (roll,) = happened(game.log, "commitment")
    assert (roll["die"], roll["modifier"]) == (1, modifier)


@case("16.24")
def test_it_is_the_number_of_points_on_the_index_that_counts():
    # The dead of this turn are not counted yet.
    game = segment(5, vp=0, units=held() | DEAD)
    assert offered(game, "commit") == []
    game = segment(5, vp=5, units=held() | DEAD)
    assert offered(game, "commit")


@case("16.24", "16.21")
def test_with_nobody_to_commit_no_die_is_rolled():
    game = position(scenario="campaign", turn=3, phase="soviet supply", units={"413/50": "C3125"}, dice=[])
    assert game.decision.phase == "soviet movement"


@case("16.26")
def test_who_is_committed_is_free_for_good():
    game = segment(4, vp=9)
    give(game, "commit 9/20")
    assert game.why_not("move 9/20 B3729-B3829") is None


# Germans come near: A0337 with the 1st Shock Army; A0330 is seven hexes west of it, A0329 eight.


def near(start):
    units = held({"1/1Sh": "A0337"}, **{"12/4P/24": start})
    return position(scenario="hoepner", turn=4, units=units, supported=[], dice=[1] * 9)


def awake(game, name="1/1Sh"):
    return "uncommitted" not in unit(game, name)


@case("16.23", "16.25")
@pytest.mark.parametrize(("hex_", "wakes"), [("A0329", False), ("A0330", True)])
def test_a_german_unit_within_seven_hexes_commits_at_once(hex_, wakes):
    game = near("A0327")
    assert not awake(game)
    events = give(game, f"move 12/4P/24 A0327-{hex_}")
    assert awake(game) == wakes
    assert bool(happened(events, "committed")) == wakes


@case("16.25")
def test_strategic_movement_wakes_them_too():
    game = near("A0327")
    give(game, "strategic 12/4P/24 A0327-A0330")
    assert awake(game)


@case("16.25")
def test_coming_and_going_is_enough():
    game = near("A0329")
    give(game, "move 12/4P/24 A0329-A0330", "move 12/4P/24 A0330-A0329")
    assert awake(game)


@case("16.25")
def test_passing_by_is_enough():
    # Row 34 is seven rows from C2727: C3423 to C3430 are seven hexes away, both ends of the way eight.
    units = held({"413/50": "C2727"}, **{"12/4P/24": "C3422"})
    game = position(turn=4, units=units, supported=[], ground="stream freeze")
    assert set(game.preview("move 12/4P/24 C3422-C3432").path) == {f"C34{c}" for c in range(22, 33)}
    give(game, "move 12/4P/24 C3422-C3432")
    assert awake(game, "413/50")
    units["12/4P/24"] = "C3431"
    game = position(turn=4, units=units, supported=[], ground="stream freeze")
    give(game, "move 12/4P/24 C3431-C3432", "move 12/4P/24 C3432-C3431")
    assert not awake(game, "413/50")


@case("16.25")
def test_who_stands_near_without_moving_wakes_nobody():
    game = near("A0331")
    give(game, "end")
    assert not awake(game)


@case("16.25", "9.96")
def test_an_advance_after_combat_wakes_them():
    # 11 against a cadre is more than 9-1 in clear; the victor steps into its hex, seven hexes away.
    units = [
        ("62/7/7", "A0329", 11), ("316/16", "A0330", {"cadre": True}),
        ("1/1Sh", "A0337", {"uncommitted": True}),
    ]  # fmt: skip
    game = fight(*units, scenario="hoepner", dice=(6, 6))
    give(game, "attack A0330 62/7/7", "end")
    assert not awake(game)
    while not offered(game, "advance"):
        give(game, str(next(iter(game.orders))))
    give(game, "advance 62/7/7 A0329-A0330")
    assert awake(game)


@case("16.25")
def test_it_does_not_count_against_the_die():
    # One is woken by a German move, another is committed by the die of the same turn.
    units = held({"1/1Sh": "A0337", "55/1Sh": "A3750", "47/1Sh": "A3751"}, **{"12/4P/24": "A0327"})
    game = position(scenario="hoepner", turn=4, units=units, supported=[], vp=9, dice=[4, *[1] * 9])
    give(game, "move 12/4P/24 A0327-A0330", "end")
    while game.decision.phase != "soviet commitment":
        give(game, "end")
    assert set(offered(game, "commit")) == {"commit 55/1Sh", "commit 47/1Sh"}


@case("16.25")
def test_a_woken_unit_waits_for_its_own_player_turn():
    game = near("A0327")
    give(game, "move 12/4P/24 A0327-A0330")
    assert game.decision.side == "german"
    assert refused(game, "move 1/1Sh A0337-A0336").case


# Withdrawals on sheet B


@case("18.38", "16.24")
@pytest.mark.parametrize("die", range(1, 7))
def test_20th_army_may_be_called_away_from_turn_5(die):
    game = segment(die, 1, scenario="kluge", turn=5)
    if die <= 2:
        assert set(offered(game, "recall")) == {"recall 9/20", "recall 17/20", "recall 28/20"}
        assert refused(game, "end").case
        give(game, "recall 28/20")
        assert where(game, "28/20") == "withdrawn"
    else:
        assert offered(game, "recall") == []
    assert game.decision.phase == "soviet movement"  # a 1 with 2 added commits nobody


@case("18.38")
def test_before_turn_5_nobody_is_called_away():
    game = segment(1, scenario="kluge", turn=4)
    assert game.decision.phase == "soviet movement"
    assert len(dice_left(game)) == 5


@case("18.38")
def test_only_uncommitted_units_are_called_away():
    game = segment(1, 1, scenario="kluge", turn=5, units=held({"9/20": "B3729"}, **{"17/20": "B3729"}))
    assert offered(game, "recall") == ["recall 9/20"]


@case("18.38", "16.13")
def test_units_called_away_are_not_eliminated():
    game = segment(1, 1, scenario="kluge", turn=5)
    give(game, "recall 9/20")
    while told(game)["turn"] == 5:
        give(game, "end")
    assert told(game)["vp"] == 0
