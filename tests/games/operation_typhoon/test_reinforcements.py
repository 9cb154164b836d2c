"""Reinforcements (15).

Area 2 is the south edge of sheet C from C0102 to C0136, area 1 its west edge; area 5 is the east edge from
C2154 to C3853.  C0104 to C0107 are clear hexes without a road.
"""

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
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
RIFLES = ("15/29M/47", "71/29M/47", "20/10M/47", "41/10M/47")
"""Mechanized regiments of 47th Corps."""
INFANTRY = ("519/296/53", "520/296/53", "521/296/53")


def arriving(names, area="2", turn=5, side="german", **given):
    """A movement phase on a turn on which some units are due."""
    given = {"supported": [], "units": {}, **given}
    return position(
        turn=turn, phase=f"{side} movement", arrivals={name: [turn, area] for name in names}, **given
    )


# The schedule


@case("15.3", "15.4")
def test_both_sides_have_their_schedule():
    arrivals = told(typhoon.new("operation-typhoon", scenario="extended", seed=1))["arrivals"]
    german = {name for name in arrivals if name.count("/") == 2 or name in ("47/2PzA", "FR/41", "900/41")}
    assert (len(german), len(arrivals) - len(german)) == (31, 68)
    assert arrivals["3Gd/16"] == [16, "3"]
    assert max(turn for turn, _ in arrivals.values()) <= 31


@case("15.3", "15.4", "18.16", "18.26", "18.36", "18.46")
@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [
        ("guderian", {"1", "2"}, {"2", "3", "4", "5", "C3934"}),
        ("hoepner", {"13", "14"}, {"8", "9", "10", "11", "A0125;A0127;A0129;A0130"}),
        ("kluge", {"15"}, {"7", "Moscow"}),
    ],
)
def test_a_scenario_of_one_sheet_has_the_reinforcements_of_its_areas(scenario, german, soviet):
    game = typhoon.new("operation-typhoon", scenario=scenario, seed=1)
    for name, (turn, area) in told(game)["arrivals"].items():
        side = game.rules.side_of[game.rules.unit_number[name]]
        assert area in (german, soviet)[side]
        assert turn <= 16


@case("18.16", "18.26")
def test_the_lists_of_18_16_and_18_26():
    arrivals = told(typhoon.new("operation-typhoon", scenario="guderian", seed=1))["arrivals"]
    at_c3934 = {}
    for name, (turn, area) in arrivals.items():
        if area == "C3934":
            at_c3934.setdefault(turn, set()).add(name)
    assert at_c3934 == {
        9: {"871AA/20", "1RAA/20", "2RAA/20"}, 12: {"112/20", "4Gd/20"}, 14: {"173/20", "312/20", "5N/20"},
    }  # fmt: skip
    arrivals = told(typhoon.new("operation-typhoon", scenario="hoepner", seed=1))["arrivals"]
    in_row_01 = {}
    for name, (turn, area) in arrivals.items():
        if "A0125" in area:
            in_row_01.setdefault(turn, set()).add(name)
    assert in_row_01 == {
        5: {"22/20", "3I/20"}, 6: {"28/1Sh", "4I/20"}, 7: {"17/20"}, 12: {"20/26"},
        14: {"871AT/20", "1RAT/20", "2RAT/20"},
    }  # fmt: skip


@case("15.11", "15.23")
def test_they_come_on_their_turn_or_later():
    game = position(turn=4, arrivals={RIFLES[0]: [5, "2"]}, supported=[])
    assert refused(game, f"enter {RIFLES[0]} C0105").case == "15.11"
    game = position(turn=9, arrivals={RIFLES[0]: [5, "2"]}, supported=[])
    assert game.why_not(f"enter {RIFLES[0]} C0105") is None
    game = position(turn=9, arrivals={RIFLES[0]: [5, "2"]}, supported=[], phase="soviet movement")
    assert refused(game, f"enter {RIFLES[0]} C0105").case


@case("15.0", "15.11")
def test_they_come_in_through_their_area_only():
    game = arriving(RIFLES[:1])
    entries = {order.split()[-1] for order in offered(game, "enter")}
    assert entries == {f"C01{column:02}" for column in range(2, 37)}
    assert refused(game, f"enter {RIFLES[0]} C0137").case == "15.11"
    assert refused(game, f"enter {RIFLES[0]} C0205").case == "15.11"


@case("15.11", "18.36")
def test_some_come_straight_into_moscow():
    game = arriving(["58/20"], area="Moscow", turn=2, side="soviet", scenario="kluge")
    entries = {order.split()[-1] for order in offered(game, "enter")}
    # R51: the Kremlin, its six neighbours and the six hexes that touch two of those.
    near = {"B3531", "B3530", "B3532", "B3430", "B3431", "B3630", "B3631"}
    far = {"B3429", "B3432", "B3629", "B3632", "B3331", "B3731"}
    assert entries == near | far


@case("15.11", "18.26")
def test_20th_army_comes_in_from_the_south_on_sheet_a():
    game = arriving(["22/20"], area="A0125;A0127;A0129;A0130", side="soviet", scenario="hoepner")
    numbers = {str(order) for order in offered(game, "enter")}
    assert len(numbers) == 4
    assert game.why_not("enter 22/20 A0130") is None  # R19
    assert refused(game, "enter 22/20 A0126").case == "15.11"


# Columns


@case("15.12", "15.13")
def test_units_in_a_column_pay_for_the_hexes_behind_the_first():
    # Clear ground costs vehicles 2 without a freeze, so the column pays 2, 4, 6, 8.
    game = arriving(RIFLES, ground="normal")
    for place, name in enumerate(RIFLES, 1):
        give(game, f"enter {name} C0105")
        assert unit(game, name)["left"] == 14 - 2 * place
    assert reach(game, RIFLES[3])["C0205"] == 2
    assert "C0405" in reach(game, RIFLES[3])  # six points are left: three hexes
    assert "C0505" not in reach(game, RIFLES[3])


@case("15.12")
def test_the_units_for_an_area_stand_in_one_column():
    """R72: where the first of them came in, all others of the turn come in behind it."""
    game = arriving(RIFLES[:2], ground="normal")
    give(game, f"enter {RIFLES[0]} C0105")
    assert unit(game, RIFLES[0])["left"] == 12
    assert offered(game, "enter") == [f"enter {RIFLES[1]} C0105"]
    ruling = refused(game, f"enter {RIFLES[1]} C0106")
    assert (ruling.case, ruling.text[-5:]) == ("15.12", "C0105")
    give(game, f"enter {RIFLES[1]} C0105")
    assert unit(game, RIFLES[1])["left"] == 10


@case("15.12")
def test_columns_of_different_areas_and_turns_are_different_columns():
    """Areas 1 and 2 have a column each, and what waits for the next turn may come in elsewhere."""
    arrivals = {RIFLES[0]: [5, "2"], RIFLES[1]: [5, "2"], INFANTRY[0]: [5, "1"]}
    game = position(turn=5, phase="german movement", arrivals=arrivals, supported=[], units={})
    give(game, f"enter {RIFLES[0]} C0105", f"enter {INFANTRY[0]} C2601")
    assert game.why_not(f"enter {RIFLES[1]} C0106").case == "15.12"
    while (game.decision.turn, game.decision.phase) != (6, "german movement"):
        give(game, "end" if game.why_not("end") is None else str(next(iter(game.orders))))
    assert game.why_not(f"enter {RIFLES[1]} C0106") is None


@case("15.12", "18.26", "18.36")
@pytest.mark.parametrize(
    ("scenario", "area", "names", "hexes"),
    [
        ("kluge", "Moscow", ("3R/20", "5/20"), ("B3531", "B3731")),
        ("hoepner", "A0125;A0127;A0129;A0130", ("22/20", "3I/20"), ("B3925", "B3930")),
    ],
)
def test_hexes_that_a_list_names_are_no_area_and_each_unit_takes_any_of_them(scenario, area, names, hexes):
    game = arriving(list(names), area=area, turn=9, side="soviet", scenario=scenario)
    give(game, *[f"enter {name} {hex_}" for name, hex_ in zip(names, hexes, strict=True)])
    assert [where(game, name) for name in names] == list(hexes)


@case("15.12")
def test_a_column_can_be_too_long_for_its_last_unit():
    # Five divisions of allowance 5 enter one after the other for 1, 2, 3, 4 and 5; the sixth must wait.
    column = ["239/50", "6Gd/50", "322/10", "323/10", "324/10", "325/10"]
    game = arriving(column, area="5", turn=12, side="soviet")
    for name in column[:5]:
        give(game, f"enter {name} C3154", *[f"move {name} C3154-C3153"] * (name != column[4]))
    assert refused(game, f"enter {column[5]} C3154").case == "15.12"
    assert refused(game, f"enter {column[5]} C3354").case == "15.12"


@case("15.12", "13.55")
def test_snow_halves_what_they_have_to_spend():
    # Infantry of allowance 4 has 2 in snow: the first two of a column come in, the third does not.
    game = arriving(INFANTRY, area="1", turn=8, snow=True)
    give(game, f"enter {INFANTRY[0]} C2601")
    assert unit(game, INFANTRY[0])["left"] == 1
    give(game, f"enter {INFANTRY[1]} C2601")
    assert refused(game, f"enter {INFANTRY[2]} C2601").case == "15.12"
    game = arriving(RIFLES[:1], snow=True)
    give(game, f"enter {RIFLES[0]} C0105")
    assert unit(game, RIFLES[0])["left"] == 6
    # Winterized units do not mind.
    game = arriving(["239/50"], area="5", side="soviet", snow=True)
    give(game, "enter 239/50 C3154")
    assert unit(game, "239/50")["left"] == 4


@case("15.13")
def test_on_the_map_they_move_as_usual():
    game = arriving(RIFLES[:1], units={"413/50": "C0507"})
    give(game, f"enter {RIFLES[0]} C0105", f"move {RIFLES[0]} C0105-C0406")
    # C0406 is beside C0507, and the division controls it.
    assert refused(game, f"move {RIFLES[0]} C0406-C0405").case == "6.31"


@case("5.0", "15.13")
def test_a_reinforcement_goes_on_before_the_next_one_enters():
    """Coming onto the map is the beginning of its move, which another unit's move completes (R77)."""
    game = arriving(RIFLES[:3], ground="normal")
    give(game, f"enter {RIFLES[0]} C0105", f"move {RIFLES[0]} C0105-C0206", f"enter {RIFLES[1]} C0105")
    assert refused(game, f"move {RIFLES[0]} C0206-C0307").case == "5.0"
    assert reach(game, RIFLES[0], "strategic") == {}
    give(game, f"enter {RIFLES[2]} C0105")
    assert refused(game, f"move {RIFLES[1]} C0105-C0206").case == "5.0"
    assert refused(game, f"strategic {RIFLES[1]} C0105-C0206").case == "5.0"
    give(game, f"move {RIFLES[2]} C0105-C0206")


@case("15.14", "5.13")
def test_they_may_go_on_by_strategic_movement():
    # The road C0108-C0109-C0209 leads north, at a third of a point a hex.
    game = arriving(RIFLES[:1], ground="normal")
    give(game, f"enter {RIFLES[0]} C0108")
    assert unit(game, RIFLES[0])["left"] == 12
    assert reach(game, RIFLES[0], "strategic")["C0209"] == pytest.approx(2 / 3)
    assert reach(game, RIFLES[0])["C0209"] == 4
    give(game, f"strategic {RIFLES[0]} C0108-C0209")
    assert unit(game, RIFLES[0])["left"] == pytest.approx(12 - 2 / 3)
    assert refused(game, f"move {RIFLES[0]} C0209-C0208").case == "5.13"
    game = arriving(RIFLES[:1], ground="normal")
    give(game, f"enter {RIFLES[0]} C0108", f"move {RIFLES[0]} C0108-C0209")
    assert refused(game, f"strategic {RIFLES[0]} C0209-C0108").case == "5.13"


@case("15.14", "5.51")
def test_but_not_near_the_enemy():
    game = arriving(RIFLES[:1], units={"413/50": "C0310"})
    give(game, f"enter {RIFLES[0]} C0108")  # C0310 is two rows up and two columns on: three hexes
    assert reach(game, RIFLES[0], "strategic")
    assert refused(game, f"strategic {RIFLES[0]} C0108-C0209").case == "5.51"
    game = arriving(RIFLES[:1], units={"413/50": "C0309"})
    give(game, f"enter {RIFLES[0]} C0108")
    assert refused(game, f"strategic {RIFLES[0]} C0108-C0107").case == "5.51"


@case("15.13", "5.61")
def test_they_do_not_change_onto_trains():
    game = arriving(["58/20"], area="Moscow", turn=2, side="soviet", scenario="kluge")
    give(game, "enter 58/20 B3531")
    assert offered(game, "rail") == []


# Closed hexes and areas


@case("15.21")
def test_hexes_of_the_enemy_and_his_zones_are_closed():
    game = arriving(RIFLES[:1], units={"413/50": "C0105", "50/Bldin": "C0120", "Vnev/50": "C0130"})
    for number in ("C0104", "C0105", "C0106", "C0120", "C0130"):
        assert refused(game, f"enter {RIFLES[0]} {number}").case == "15.21"
    for number in ("C0103", "C0107", "C0119", "C0131"):  # HQs and battalions have no zone
        assert game.why_not(f"enter {RIFLES[0]} {number}") is None
    # A friend in the hex does not open it: zones are lifted for supply only.
    game = arriving(RIFLES[:1], units={"413/50": "C0105", "17/31/43": "C0104"})
    assert refused(game, f"enter {RIFLES[0]} C0104").case == "15.21"


SOVIET_WALL = dict(
    zip(
        ["413/50", "41/50", "299/50", "260/50", "154/50", "290/49", "108/49", "31/49", "7Gd/49", "258/49",
         "238/49", "21R/49"],
        [f"C01{column:02}" for column in range(3, 37, 3)],
        strict=True,
    )
)  # fmt: skip
"""Divisions in every third hex of area 2, so that they control all of it."""


@case("15.22")
def test_a_closed_area_sends_them_to_the_next_a_turn_later():
    game = arriving(RIFLES[:1], units=SOVIET_WALL)
    assert offered(game, "enter") == []
    assert sorted(offered(game, "divert")) == [f"divert {RIFLES[0]} 1", f"divert {RIFLES[0]} 3"]
    assert refused(game, f"divert {RIFLES[0]} 4").case == "15.22"
    give(game, f"divert {RIFLES[0]} 1")
    assert told(game)["arrivals"][RIFLES[0]] == [6, "1"]
    assert refused(game, f"enter {RIFLES[0]} C2601").case == "15.11"
    game = position(turn=6, arrivals={RIFLES[0]: [6, "1"]}, units=SOVIET_WALL, supported=[])
    assert game.why_not(f"enter {RIFLES[0]} C2601") is None


@case("15.22", "15.23")
def test_nobody_changes_his_area_while_it_is_open():
    almost = {name: hex_ for name, hex_ in SOVIET_WALL.items() if hex_ != "C0106"}
    game = arriving(RIFLES[:1], units=almost)
    assert offered(game, "enter") == [f"enter {RIFLES[0]} C01{column:02}" for column in (5, 6, 7)]
    assert offered(game, "divert") == []
    assert refused(game, f"divert {RIFLES[0]} 1").case == "15.22"


@case("15.23")
def test_they_may_wait_as_long_as_they_like():
    game = arriving(RIFLES[:1], turn=4, units={"17/31/43": "C2608"}, dice=[6] * 30)
    give(game, "end")
    assert told(game)["arrivals"][RIFLES[0]] == [4, "2"]


@case("15.22", "18.16", "18.26", "18.36")
@pytest.mark.parametrize(
    ("scenario", "unit_", "area", "germans"),
    [
        ("guderian", "112/20", "C3934", {"17/31/43": "C3833"}),
        ("hoepner", "22/20", "A0125;A0127;A0129;A0130",
         {"34/35/5": "A0225", "109/35/5": "A0227", "111/35/5": "A0229"}),
        ("kluge", "58/20", "Moscow", {"55/17/13": "B3531", "21/17/13": "B3429", "95/17/13": "B3432",
                                      "468/268/13": "B3629", "488/268/13": "B3632", "499/268/13": "B3331",
                                      "447/137/13": "B3731"}),
    ],
)  # fmt: skip
def test_where_all_named_hexes_are_blocked_the_units_wait(scenario, unit_, area, germans):
    """R124: Moscow and the hexes of 18.16 and 18.26 are no areas of the ring, and none lies beside them."""
    given = {"area": area, "turn": 12, "side": "soviet", "scenario": scenario}
    game = arriving([unit_], **given, units=germans)
    assert offered(game, "enter") == []
    assert offered(game, "divert") == []
    assert refused(game, f"divert {unit_} 7").case == "15.22"
    give(game, "end")
    assert told(game)["arrivals"] == {unit_: [12, area]}
    free = arriving([unit_], **{**given, "turn": 13})
    assert offered(free, "enter")


# Hexes that the scenario closes


@case("18.38", "15.21")
def test_nobody_enters_by_the_closed_row_of_sheet_b():
    # Area 15 begins at B0101, in the row that 18.38 closes.
    game = arriving(["456/256/7"], area="15", turn=6, scenario="kluge")
    assert refused(game, "enter 456/256/7 B0101").case == "15.21"
    assert game.why_not("enter 456/256/7 B0201") is None
    game = arriving(["456/256/7"], area="15", turn=6, scenario="campaign")
    assert game.why_not("enter 456/256/7 B0101") is None


@case("18.28", "15.21")
def test_nor_by_that_of_sheet_a():
    game = arriving(["7/7P/56"], area="14", scenario="hoepner")
    assert refused(game, "enter 7/7P/56 A0101").case == "15.21"
    assert game.why_not("enter 7/7P/56 A0201") is None


@case("18.18", "15.21")
@pytest.mark.parametrize(("turn", "open_"), [(3, False), (4, True)])
def test_no_soviet_unit_enters_west_of_the_front_line_on_turns_1_to_3(turn, open_):
    game = arriving(["239/50"], area="2", turn=turn, side="soviet")
    assert (game.why_not("enter 239/50 C0110") is None) == open_
    assert game.why_not("enter 239/50 C0130") is None


# Afterwards


@case("15.24")
def test_they_are_in_supply_at_once():
    game = arriving(RIFLES[:1])
    events = give(game, f"enter {RIFLES[0]} C0105")
    assert happened(events, "entered")[0]["unit"] == RIFLES[0]
    assert supply(game, RIFLES[0]) == "in"
    assert where(game, RIFLES[0]) == "C0105"
    assert RIFLES[0] not in told(game)["arrivals"]


# Leaving the map


@case("5.0", "18.19")
def test_leaving_the_map_is_part_of_a_move_and_ends_that_of_others():
    """R77: 12 goes to the east edge, but then 63 leaves; 12 has completed its movement and stays."""
    units = {"12/4P/24": "C3051", "63/17P/24": "C3153"}
    game = position(turn=5, units=units, supported=[])
    give(game, "move 12/4P/24 C3051-C3053")
    assert game.why_not("exit 12/4P/24") is None
    give(game, "move 63/17P/24 C3153-C3154", "exit 63/17P/24")
    assert refused(game, "exit 12/4P/24").case == "18.19"
    assert refused(game, "move 12/4P/24 C3053-C3052").case == "5.0"


@case("18.29")
@pytest.mark.parametrize(("left", "leaves"), [(1, False), (2, True)])
def test_leaving_for_moscow_costs_the_hex_entered(left, leaves):
    # A0225 is woods; beyond it lies A0126, which is clear and costs vehicles 2.
    units = {"12/4P/24": {"hex": "A0225", "moved": "tactical", "left": left}}
    game = position(scenario="hoepner", turn=5, units=units, supported=[], ground="normal")
    assert (game.why_not("exit 12/4P/24") is None) == leaves


@case("18.29", "5.21")
def test_nobody_leaves_through_the_enemy():
    # From A0225 only A0126 is open; a Soviet unit that just came in may stand there.
    units = {"12/4P/24": "A0225", "50/Bldin": "A0126"}
    game = position(scenario="hoepner", turn=5, units=units, supported=[])
    assert refused(game, "exit 12/4P/24").case == "18.29"


@case("18.19")
@pytest.mark.parametrize(("left", "leaves"), [(1, False), (2, True)])
def test_elsewhere_it_costs_the_hex_one_leaves_from(left, leaves):
    units = {"12/4P/24": {"hex": "C3053", "moved": "tactical", "left": left}}
    game = position(turn=5, units=units, supported=[], ground="normal")
    assert (game.why_not("exit 12/4P/24") is None) == leaves


@case("18.19", "6.32")
def test_leaving_a_zone_is_paid_for_as_well():
    # An isolated vehicle has three points: one to leave the zone, and clear ground costs two.
    units = {"12/4P/24": {"hex": "C3053", "supply": "isolated"}, "413/50": "C3052"}
    assert position(turn=5, units=units, supported=[], ground="normal").why_not("exit 12/4P/24") is None
    units["12/4P/24"]["supply"] = ""
    game = position(turn=5, units=units, supported=[], ground="normal")
    assert game.why_not("exit 12/4P/24") is None
    # Who entered the zone in this phase stays.
    units["12/4P/24"] |= {"moved": "tactical", "left": 9}
    game = position(turn=5, units=units, supported=[], ground="normal")
    assert refused(game, "exit 12/4P/24").case == "18.19"


@case("18.18", "12.62", "12.44")
def test_reinforcements_of_2nd_panzer_army_come_out_of_supply_on_its_first_three_turns():
    """R61: 7 of 14 points, less 1 for the clear hex in the freeze; from turn 4 on all 14."""
    for turn, state, left in ((3, "out", 6), (4, "in", 13)):
        game = arriving(("63/17P/24",), turn=turn)
        give(game, "enter 63/17P/24 C0104")
        assert supply(game, "63/17P/24") == state
        assert unit(game, "63/17P/24")["left"] == left


@case("18.18", "15.12")
def test_they_come_no_farther_down_a_column_than_half_their_points_go():
    """On unfrozen ground a clear hex costs 2: the third in a column pays 6, the fourth would pay 8."""
    names = ("63/17P/24", "II39/17P/24", "15/29M/47", "71/29M/47")
    game = arriving(names, turn=3, ground="normal")
    give(game, *[f"enter {name} C0104" for name in names[:3]])
    assert refused(game, "enter 71/29M/47 C0104").case == "15.12"
    assert game.why_not("enter 71/29M/47 C0105").case == "15.12"


@case("18.38")
def test_a_reinforcement_of_the_soviets_is_in_supply_on_turn_1():
    game = arriving(("20/26",), area="7", turn=1, side="soviet", scenario="kluge")
    give(game, offered(game, "enter")[0])
    assert supply(game, "20/26") == "in"


@case("15.22", "18.28")
def test_nobody_is_diverted_to_an_area_of_which_only_a_closed_hex_is_on_the_map():
    """Area 7 has but the corner A0154 on sheet A, in row 0100."""
    names = [c.unit for c in RULES.counters if c.side == "german" and c.type == "infantry"]
    wall = dict(zip(names, RULES.areas["8"], strict=False))
    assert len(wall) == 18
    game = arriving(("331/26",), area="8", turn=6, side="soviet", scenario="hoepner", units=wall)
    assert offered(game, "divert") == ["divert 331/26 9"]
    assert refused(game, "divert 331/26 7").case == "15.22"
