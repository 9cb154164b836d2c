"""Strengths, odds, die-roll modifiers and what an attack is told beforehand (9.3, 9.8 to 9.10).

Places on the map: 1037 is clear and far from rivers, 1038 clear with road and railway, 1035 woods, 1342 woods
with a river to 1341 and 1241, Vyazma (2422) a city without a river, Rzhev (2715) a city with one to 2714 and
2814; 0101 lies nine hexes from the nearest road.
"""

import pytest

from tests.games.red_typhoon.battle import always, charts, ready
from tests.games.red_typhoon.helpers import happened, refused
from typhoon.engine.cases import case


def preview(order: str, units: dict, **given):
    side = "soviet" if order.split()[2].startswith("S-") else "german"
    return ready(side, units, **given).preview(order)


def modifiers(order: str, units: dict, **given) -> list[tuple[int, str]]:
    """The modifiers of an attack, each with its case."""
    return [(m.value, m.case) for m in preview(order, units, **given).modifiers]


@case("9.3.1", "9.3")
def test_strengths_are_added_up_on_both_sides():
    units = {"S-A-01": "1038", "S-A-02": "1036", "S-A-08": "1036", "G-253-ID": "1037", "G-SS-Cav-Bde": "1037"}
    battle = preview("attack 1037 S-A-01 S-A-02 S-A-08", units)
    assert (battle.attack, battle.defense, battle.column) == (6 + 5 + 2, 4 + 2, "2:1")


@case("9.3.2")
def test_fractions_are_dropped():
    """RT-029: 8 to 3."""
    assert preview("attack 1037 S-C-02", {"S-C-02": "1038", "G-78-ID": "1037"}).column == "2:1"


@case("9.3.2")
def test_even_odds_stay_as_they_are():
    """RT-030: 12 to 4."""
    units = {"S-C-02": "1038", "S-C-08": "1038", "G-253-ID": "1037"}
    assert preview("attack 1037 S-C-02 S-C-08", units).column == "3:1"


@case("9.3.2")
def test_a_point_short_costs_a_column():
    """11 to 4 is 2:1, 8 to 4 just 2:1, 7 to 4 is 1:1."""
    units = {"S-C-02": "1038", "S-C-09": "1038", "S-C-03": "1036", "G-253-ID": "1037"}
    game = ready("soviet", units)
    assert game.preview("attack 1037 S-C-02 S-C-09").column == "2:1"
    assert game.preview("attack 1037 S-C-02").column == "2:1"
    assert game.preview("attack 1037 S-C-03").column == "1:1"


@case("9.10")
def test_an_attack_below_one_to_one_is_not_made():
    """RT-031: 3 to 4."""
    ruling = refused(ready("soviet", {"S-A-04": "1038", "G-253-ID": "1037"}), "attack 1037 S-A-04")
    assert ruling.case == "9.10"
    assert "3 against 4" in ruling.text


@case("9.10")
def test_one_to_one_is_enough():
    assert preview("attack 1037 S-A-05", {"S-A-05": "1038", "G-253-ID": "1037"}).column == "1:1"


@case("9.10")
def test_odds_beyond_six_to_one_count_as_six_to_one():
    """RT-032: 30 to 4."""
    units = {"S-C-01": "1038", "S-C-04": "1036", "S-C-08": "1036", "G-253-ID": "1037"}
    battle = preview("attack 1037 S-C-01 S-C-04 S-C-08", units)
    assert (battle.attack, battle.defense, battle.column) == (30, 4, "6:1")


@case("9.8")
@pytest.mark.parametrize("hex_", ["1037", "1038"])
def test_clear_ground_roads_and_railways_change_nothing(hex_):
    assert modifiers(f"attack {hex_} S-A-01", {"S-A-01": "1138", "G-253-ID": hex_}) == []


@case("9.8")
def test_woods_take_one_from_the_die():
    assert modifiers("attack 1035 S-A-01", {"S-A-01": "1036", "G-253-ID": "1035"}) == [(-1, "9.8")]


@case("9.8")
def test_the_ground_of_the_attacker_does_not_matter():
    """From the woods of 1035 into the clear 1036."""
    assert modifiers("attack 1036 S-A-01", {"S-A-01": "1035", "G-253-ID": "1036"}) == []


@case("9.8")
def test_a_city_takes_one_from_the_die():
    assert modifiers("attack 2422 S-A-01", {"S-A-01": "2421", "G-253-ID": "2422"}) == [(-1, "9.8")]


@case("9.8")
def test_a_river_takes_one_from_the_die():
    """1241 is clear; its river to the south parts it from 1242."""
    units = {"S-A-01": "1242", "G-253-ID": "1241"}
    assert modifiers("attack 1241 S-A-01", units) == [(-1, "9.8")]


@case("9.8")
def test_woods_behind_a_river_take_two():
    """RT-043."""
    units = {"S-A-01": "1341", "S-A-02": "1241", "G-253-ID": "1342"}
    battle = preview("attack 1342 S-A-01 S-A-02", units)
    assert [m.value for m in battle.modifiers] == [-1, -1]
    assert battle.modifier == -2


@case("9.8")
def test_the_river_counts_only_when_all_attackers_have_it_in_front():
    """RT-044: Rzhev from 2714 over the Volga, and with help from 2614 on the near bank."""
    units = {"S-A-01": "2714", "S-A-02": "2614", "G-253-ID": "2715"}
    game = ready("soviet", units)
    assert game.preview("attack 2715 S-A-01").modifier == -2
    assert game.preview("attack 2715 S-A-02").modifier == -1
    assert game.preview("attack 2715 S-A-01 S-A-02").modifier == -1


@case("9.9")
def test_surprise_adds_two_on_the_first_turn():
    assert modifiers("attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"}, turn=1) == [(2, "9.9")]


@case("9.9")
def test_surprise_makes_up_for_woods_behind_a_river():
    """RT-045."""
    assert preview("attack 1342 S-A-01", {"S-A-01": "1341", "G-253-ID": "1342"}, turn=1).modifier == 0


@case("9.9")
@pytest.mark.parametrize("turn", range(2, 10))
def test_surprise_is_over_after_the_first_turn(turn):
    assert modifiers("attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"}, turn=turn) == []


@case("9.9", "10.0")
def test_germans_surprise_nobody():
    """The Soviet unit in 3520 has the road to Volokolamsk and Moscow behind it."""
    assert modifiers("attack 3520 G-253-ID", {"G-253-ID": "3521", "S-A-05": "3520"}, turn=1) == []


@case("10.4")
def test_isolation_adds_one():
    """RT-055: in the corner no road is within six hexes."""
    assert modifiers("attack 0101 S-A-01", {"S-A-01": "0102", "G-253-ID": "0101"}) == [(1, "10.4")]


@case("9.3.3", "9.8", "9.9", "10.4")
@pytest.mark.parametrize(("turn", "total"), [(2, -1), (1, 1)])
def test_modifiers_add_up(turn, total):
    """Woods behind a river, cut off by a ring of units: -1 -1 +1, and +2 by surprise.

    Around 1342 lie 1341, 1441, 1442, 1343, 1242 and 1241; with units in 1341, 1442 and 1242 no way leads out.
    """
    units = {"S-A-01": "1341", "S-A-02": "1442", "S-A-03": "1242", "G-253-ID": "1342"}
    assert preview("attack 1342 S-A-01", units, turn=turn).modifier == total


@case("9.3.3", "9.10")
def test_a_modified_die_below_zero_is_zero():
    """RT-033.  A 1 with -2 is -1 and counts as 0."""
    game = ready("soviet", {"S-A-01": "1341", "G-253-ID": "1342"}, charts=always("C"), dice=[1])
    [battle] = happened(game.push("attack 1342 S-A-01"), "battle")
    assert (battle["die"], battle["modified"]) == (1, 0)
    assert [game.rules.crt.die(modified) for modified in (-2, -1, 0)] == [0, 0, 0]


@case("9.3.3", "9.10")
def test_a_modified_die_above_six_is_six():
    """RT-034.  A 6 with surprise and isolation is 9 and counts as 6."""
    units = {"S-A-01": "0102", "G-253-ID": "0101"}
    game = ready("soviet", units, charts=always("C"), turn=1, dice=[6])
    [battle] = happened(game.push("attack 0101 S-A-01"), "battle")
    assert (battle["die"], battle["modified"]) == (6, 6)
    assert [game.rules.crt.die(modified) for modified in (6, 7, 8)] == [6, 6, 6]


@case("9.3.3")
def test_the_modifiers_are_told_with_the_battle():
    game = ready("soviet", {"S-A-01": "1341", "G-253-ID": "1342"}, charts=always("C"), dice=[4])
    events = game.push("attack 1342 S-A-01")
    [battle] = happened(events, "battle")
    assert [(value, case_) for value, _, case_ in battle["modifiers"]] == [(-1, "9.8"), (-1, "9.8")]
    assert battle["modified"] == 2
    [told] = [game.told(event) for event in events if event.kind == "battle"]
    assert "1:1" in told
    assert "counts as 2" in told


PLACES = [
    ("attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"}),
    ("attack 1342 S-A-01 S-A-02", {"S-A-01": "1341", "S-A-02": "1241", "G-253-ID": "1342"}),
    ("attack 0101 S-C-01", {"S-C-01": "0102", "G-253-ID": "0101"}),
    ("attack 2422 G-253-ID G-10-Pz", {"G-253-ID": "2421", "G-10-Pz": "2421", "S-A-04": "2422"}),
]


@case("9.3", "9.3.3")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(("order", "units"), PLACES)
def test_the_preview_says_what_each_die_will_do(order, units, turn):
    battle = preview(order, units, turn=turn)
    assert sum(outcome.chance for outcome in battle.outcomes) == pytest.approx(1)
    assert sorted(die for outcome in battle.outcomes for die in outcome.dice) == [1, 2, 3, 4, 5, 6]
    side = "soviet" if "S-" in order.split()[2] else "german"
    for outcome in battle.outcomes:
        assert outcome.chance == pytest.approx(len(outcome.dice) / 6)
        assert battle.chance(outcome.result) == pytest.approx(outcome.chance)
        for die in outcome.dice:
            game = ready(side, units, turn=turn, dice=[die])
            [fought] = happened(game.push(order), "battle")
            assert fought["result"] == outcome.result
            assert (fought["attack"], fought["defense"]) == (battle.attack, battle.defense)
            assert fought["odds"] == battle.column
            assert fought["modified"] == min(6, max(0, die + battle.modifier))


@case("9.3")
def test_a_preview_rolls_no_die_and_changes_nothing():
    game = ready("soviet", {"S-A-01": "1038", "G-253-ID": "1037"}, dice=[6])
    before = game.state_hash()
    game.preview("attack 1037 S-A-01")
    assert game.state_hash() == before
    assert game.dice.rolls == [6]


@case("9.8", "9.9", "10.4")
def test_the_modifiers_can_be_replaced_by_the_users_own():
    own = "key,drm,case\nwoods,-3,9.8\ncity,-1,9.8\nriver,0,9.8\nisolated,1,10.4\nsurprise,2,9.9\n"
    folder = charts(combat_modifiers=own)
    units = {"S-A-01": "1341", "G-253-ID": "1342"}
    assert modifiers("attack 1342 S-A-01", units, charts=folder) == [(-3, "9.8")]
