"""Partisans (13.3)."""

import pytest

from tests.games.red_typhoon.helpers import happened, offered, points, position, reachable, refused, where
from typhoon.engine.cases import case

AREA_1 = ["1214", "1215", "1216", "1315", "1316", "1317", "1415"]
AREA_2 = ["1423", "1523", "1524", "1622", "1623", "1624", "1723"]


def partisans(die: int, units=None, turn=4, **given):
    return position(turn=turn, phase="partisan", units=units or {}, dice=[die], **given)


def open_hexes(game) -> list[str]:
    return [order.split()[2] for order in offered(game, "place")]


@case("13.3")
@pytest.mark.parametrize(("die", "area"), [(1, AREA_1), (2, AREA_2)])
def test_rt_068_and_069_the_die_names_the_area(die, area):
    game = partisans(die)
    assert game.decision.side == "soviet"
    assert sorted(open_hexes(game)) == area


@case("13.3")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_every_face_of_the_die_has_an_area_of_its_own(die):
    hexes = open_hexes(partisans(die))
    assert hexes
    assert not set(hexes) & {*AREA_1, *AREA_2}


@case("13.3", "3.3")
@pytest.mark.parametrize(("turn", "unit"), [(4, "S-Partisan-1"), (5, "S-Partisan-2"), (6, "S-Partisan-3")])
def test_rt_071_one_unit_on_each_of_turns_4_to_6(turn, unit):
    game = partisans(1, turn=turn)
    game.push(f"place {unit} 1316")
    assert where(game, unit) == "1316"
    others = {"S-Partisan-1", "S-Partisan-2", "S-Partisan-3"} - {unit}
    assert all(where(game, other) == "" for other in others)
    assert game.decision.side == "german"


@case("13.3")
def test_the_entry_cannot_be_put_off_or_moved_elsewhere():
    game = partisans(1)
    assert refused(game, "end").case == "5.0"
    assert refused(game, "place S-Partisan-1 1423").case == "13.3"  # area 2
    assert refused(game, "place S-Partisan-1 1314").case == "13.3"  # clear, beside area 1
    assert refused(game, "place S-Partisan-2 1316").case == "13.3"
    assert refused(game, "place S-Partisan-1 9999").case == "2.1"


@case("13.3", "7.0")
def test_partisans_join_other_soviets_within_the_limit():
    units = {"S-D-01": "1214", "S-D-02": "1215", "S-D-03": "1215", "S-C-01": "1216"}
    game = partisans(1, units)
    # One unit leaves room, two do not, and 1S counts as two.
    assert sorted(open_hexes(game)) == ["1214", "1315", "1316", "1317", "1415"]
    assert refused(game, "place S-Partisan-1 1215").case == "13.3"
    assert refused(game, "place S-Partisan-1 1216").case == "13.3"


@case("13.3")
def test_never_in_an_enemy_zone_of_control_even_with_a_friend():
    # 1414 controls 1415, 1314, 1315 ... but not 1214, 1215, 1216, 1316 and 1317.
    game = partisans(1, {"G-7-ID": "1414", "S-D-01": "1415"})
    assert sorted(open_hexes(game)) == ["1214", "1215", "1216", "1316", "1317"]
    assert refused(game, "place S-Partisan-1 1415").case == "13.3"


@case("13.3", "6.3")
def test_ruling_38_not_on_top_of_a_disrupted_german():
    game = partisans(1, {"G-7-ID": {"hex": "1316", "disrupted": True}})
    assert sorted(open_hexes(game)) == [h for h in AREA_1 if h != "1316"]
    assert refused(game, "place S-Partisan-1 1316").case == "13.3"


# 1315 controls 1214, 1215, 1316 and 1415; 1317 controls 1216 and 1316.
GARRISON = {"G-7-ID": "1315", "G-35-ID": "1317"}


@case("13.3")
def test_rt_070_without_a_hex_the_unit_is_lost_at_once():
    game = partisans(1, GARRISON)
    assert where(game, "S-Partisan-1") == "eliminated"
    assert happened(game.opening, "partisan_area") == [{"area": 1}]
    assert game.decision.phase == "german movement"


@case("13.3", "4.4")
def test_rt_070_and_counts_as_a_loss():
    lost = dict.fromkeys(("S-D-01", "S-D-02", "S-D-03", "S-D-04"), "eliminated")
    placed = points(partisans(2, {**GARRISON, **lost}))["german"]
    assert points(partisans(1, {**GARRISON, **lost}))["german"] == placed + 1


@case("13.3")
def test_a_lost_unit_does_not_stop_the_next_one():
    game = partisans(1, {"S-Partisan-1": "eliminated"}, turn=5)
    game.push("place S-Partisan-2 1214")
    assert where(game, "S-Partisan-2") == "1214"


@case("13.3", "12.3")
def test_partisans_leave_their_woods_as_they_like():
    game = position(turn=5, units={"S-Partisan-1": "1415"}, move_orders=["WL"])
    # 1-5 infantry on clear ground: 1516, 1616 ...
    assert reachable(game, "S-Partisan-1")["1516"] == 1
    game.push("move S-Partisan-1 1415-1516")
    assert where(game, "S-Partisan-1") == "1516"


@case("13.3", "5.0")
def test_the_die_is_rolled_after_the_landing():
    game = position(turn=4, phase="airborne", dice=[2])
    events = game.push("end")
    assert happened(events, "partisan_area") == [{"area": 2}]
    assert game.decision.phase == "partisan"
