"""Combat results, each with a table that gives nothing else (9.11, 9.3.4).

Around 1037 lie, from the north and clockwise, 1036, 1137, 1138, 1038, 0938 and 0937.
"""

import pytest

from tests.games.red_typhoon.battle import always, fight, ready, ways
from tests.games.red_typhoon.helpers import happened, is_disrupted, offered, points, refused, where
from typhoon.engine.cases import case

DUEL = {"S-A-01": "1038", "G-253-ID": "1037"}
SOVIETS_ATTACK = {"S-A-01": "1038", "S-A-02": "1038", "G-253-ID": "1037", "G-SS-Cav-Bde": "1037"}
GERMANS_ATTACK = {"G-253-ID": "1038", "G-123-ID": "1038", "S-A-04": "1037", "S-A-08": "1037"}


@case("9.11")
def test_contact_changes_nothing():
    """RT-048."""
    game = fight("C", "attack 1037 S-A-01", DUEL)
    assert (where(game, "S-A-01"), where(game, "G-253-ID")) == ("1038", "1037")
    assert not is_disrupted(game, "S-A-01")
    assert not is_disrupted(game, "G-253-ID")
    assert offered(game, "advance") == []
    assert game.decision.prompt.startswith("Give attack orders")


@case("9.11", "9.4")
def test_attacker_retreat_takes_all_attackers_back_and_disrupts_them():
    """RT-047.  Behind 1038 the zone of 1037 ends; each attacker has 1139, 1039 and 0939."""
    game = fight("AR", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    back = ["1038-0939", "1038-1039", "1038-1139"]
    assert ways(game) == {"S-A-01": back, "S-A-02": back}
    game.push("retreat S-A-02 1038-0939")
    game.push("retreat S-A-01 1038-1139")
    assert (where(game, "S-A-01"), where(game, "S-A-02")) == ("1139", "0939")
    assert is_disrupted(game, "S-A-01")
    assert is_disrupted(game, "S-A-02")
    assert not is_disrupted(game, "G-253-ID")


@case("9.11", "9.4")
def test_the_attacker_moves_their_own_retreating_units():
    """RT-037, R7."""
    assert fight("AR", "attack 1037 S-A-01", DUEL).decision.side == "soviet"
    assert fight("AR", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK).decision.side == "german"


@case("9.11", "9.4")
def test_the_attacker_moves_the_enemys_retreating_units():
    """RT-037."""
    assert fight("DR1", "attack 1037 S-A-01", DUEL).decision.side == "soviet"
    assert fight("DR1", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK).decision.side == "german"


@case("9.6", "9.11")
def test_defenders_never_advance():
    """RT-039."""
    game = fight("AR", "attack 1037 S-A-01", DUEL)
    game.push("retreat S-A-01 1038-1039")
    assert game.decision.prompt.startswith("Give attack orders")
    assert where(game, "G-253-ID") == "1037"


@case("9.11")
def test_soviet_attacker_loss_takes_one_unit_of_the_attackers_choice():
    game = fight("AL", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    assert game.decision.side == "soviet"
    assert sorted(map(str, game.orders)) == ["eliminate S-A-01", "eliminate S-A-02"]
    assert refused(game, "fall-back").case == "9.11"
    game.push("eliminate S-A-02")
    assert where(game, "S-A-02") == "eliminated"
    assert where(game, "S-A-01") == "1038"
    assert not is_disrupted(game, "S-A-01")


@case("9.11")
def test_a_lone_soviet_attacker_is_lost_at_once():
    game = fight("AL", "attack 1037 S-A-01", DUEL)
    assert where(game, "S-A-01") == "eliminated"
    assert game.decision.prompt.startswith("Give attack orders")


@case("9.11")
def test_only_units_of_the_attack_can_be_the_loss():
    """S-A-02 stands in the same hex but did not attack."""
    game = fight("AL", "attack 1037 S-A-01 S-A-03", SOVIETS_ATTACK | {"S-A-03": "0938"})
    assert refused(game, "eliminate S-A-02").case == "9.11"
    assert refused(game, "eliminate G-253-ID").case == "5.0"


@case("9.11")
def test_a_german_attacker_may_retreat_instead_of_losing_a_unit():
    """RT-046."""
    game = fight("AL", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK)
    assert game.decision.side == "german"
    assert sorted(map(str, game.orders)) == ["eliminate G-123-ID", "eliminate G-253-ID", "fall-back"]


@case("9.11")
def test_falling_back_is_an_attacker_retreat_of_all():
    """R2."""
    game = fight("AL", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK)
    game.push("fall-back")
    back = ["1038-0939", "1038-1039", "1038-1139"]
    assert ways(game) == {"G-253-ID": back, "G-123-ID": back}
    game.push("retreat G-253-ID 1038-1039")
    game.push("retreat G-123-ID 1038-1039")
    assert where(game, "G-253-ID") == where(game, "G-123-ID") == "1039"
    assert is_disrupted(game, "G-253-ID")
    assert is_disrupted(game, "G-123-ID")


@case("9.11")
def test_even_a_lone_german_attacker_has_the_choice():
    units = {"G-253-ID": "1038", "S-A-04": "1037"}
    game = fight("AL", "attack 1037 G-253-ID", units)
    assert sorted(map(str, game.orders)) == ["eliminate G-253-ID", "fall-back"]
    game.push("eliminate G-253-ID")
    assert where(game, "G-253-ID") == "eliminated"


@case("9.11", "9.4")
def test_falling_back_without_a_way_out_loses_everybody():
    """1037 closes 1138 and 0938; 1040, 1239 and 0839 close 1039, 1139 and 0939."""
    ring = {"S-A-05": "1040", "S-A-06": "1239", "S-A-07": "0839"}
    game = fight("AL", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK | ring)
    game.push("fall-back")
    assert where(game, "G-253-ID") == where(game, "G-123-ID") == "eliminated"


@case("9.11")
def test_in_an_exchange_each_side_loses_one_unit_of_its_own_choice():
    """RT-049; the attacker chooses first (R44)."""
    game = fight("EX", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    assert game.decision.side == "soviet"
    assert sorted(map(str, game.orders)) == ["eliminate S-A-01", "eliminate S-A-02"]
    game.push("eliminate S-A-02")
    assert game.decision.side == "german"
    assert sorted(map(str, game.orders)) == ["eliminate G-253-ID", "eliminate G-SS-Cav-Bde"]
    game.push("eliminate G-SS-Cav-Bde")
    assert where(game, "S-A-02") == where(game, "G-SS-Cav-Bde") == "eliminated"


@case("9.11", "9.6")
def test_the_survivors_of_an_exchange_stay_where_they_are():
    """R3: neither retreat nor advance."""
    game = fight("EX", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    game.push("eliminate S-A-02")
    game.push("eliminate G-SS-Cav-Bde")
    assert game.decision.prompt.startswith("Give attack orders")
    assert (where(game, "S-A-01"), where(game, "G-253-ID")) == ("1038", "1037")
    assert not is_disrupted(game, "G-253-ID")


@case("9.11", "9.6")
def test_no_advance_when_an_exchange_takes_the_sole_defender():
    """RT-040."""
    game = fight("EX", "attack 1037 S-A-01 S-A-02", DUEL | {"S-A-02": "1038"})
    game.push("eliminate S-A-02")
    assert where(game, "G-253-ID") == "eliminated"
    assert refused(game, "advance S-A-01 1038-1037").case == "5.0"
    assert where(game, "S-A-01") == "1038"


@case("9.11")
def test_in_an_exchange_of_single_units_nothing_is_asked():
    game = fight("EX", "attack 1037 S-A-01", DUEL)
    assert where(game, "S-A-01") == where(game, "G-253-ID") == "eliminated"
    assert (game.decision.side, game.decision.phase) == ("soviet", "soviet combat")


@case("9.11")
def test_a_german_attacker_cannot_fall_back_from_an_exchange():
    game = fight("EX", "attack 1037 G-253-ID G-123-ID", GERMANS_ATTACK)
    assert refused(game, "fall-back").case == "9.11"
    game.push("eliminate G-123-ID")
    assert game.decision.side == "soviet"


@case("9.11", "9.4", "9.5")
@pytest.mark.parametrize(("result", "count"), [("DR1", 3), ("DR2", 9), ("DR3", 21), ("DR4", 45)])
def test_defender_retreat_by_so_many_hexes(result, count):
    """RT-035, R1.  The attacker in 1038 closes 1138 and 0938, so three of the six hexes around 1037 are left.

    From a ring around the start three ways lead on from a corner hex and two from any other, and a corner is
    reached by the straight way alone: 3, then 3x3 = 9, then 3x3 + 6x2 = 21, then 3x3 + 18x2 = 45 ways.
    """
    game = fight(result, "attack 1037 S-A-01", DUEL)
    found = ways(game)["G-253-ID"]
    assert len(found) == count
    assert {len(way.split("-")) - 1 for way in found} == {int(result[2])}
    grid = game.rules.board.grid
    ends = {way.split("-")[-1] for way in found}
    assert {grid.distance(grid.index("1037"), grid.index(end)) for end in ends} == {int(result[2])}
    game.push(f"retreat G-253-ID {found[0]}")
    assert where(game, "G-253-ID") == found[0].split("-")[-1]
    assert is_disrupted(game, "G-253-ID")
    assert "advance S-A-01 1038-1037" in game.orders


@case("9.11")
def test_all_defenders_retreat_each_by_its_own_way():
    game = fight("DR1", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    game.push("retreat G-SS-Cav-Bde 1037-0937")
    assert refused(game, "advance S-A-01 1038-1037").case == "9.4"
    game.push("retreat G-253-ID 1037-1137")
    assert (where(game, "G-SS-Cav-Bde"), where(game, "G-253-ID")) == ("0937", "1137")
    assert not is_disrupted(game, "S-A-01")


@case("9.11", "9.6")
def test_defender_eliminated_takes_all_and_opens_the_hex():
    """RT-050."""
    game = fight("DE", "attack 1037 S-A-01 S-A-02", SOVIETS_ATTACK)
    assert where(game, "G-253-ID") == where(game, "G-SS-Cav-Bde") == "eliminated"
    assert sorted(map(str, game.orders)) == ["advance S-A-01 1038-1037", "advance S-A-02 1038-1037", "end"]


@case("9.3.4")
def test_the_battle_is_told_with_strengths_odds_and_die():
    game = ready("soviet", DUEL, charts=always("C"), dice=[5])
    [battle] = happened(game.push("attack 1037 S-A-01"), "battle")
    assert (battle["attack"], battle["defense"], battle["odds"]) == (6, 4, "1:1")
    assert (battle["die"], battle["modified"], battle["result"]) == (5, 5, "C")


@case("9.11", "4.3", "4.4")
def test_units_lost_in_combat_count_for_victory_points():
    """Three defenders eliminated on top of two lost before make five: 1 VP."""
    units = {"S-C-01": "1038", "G-253-ID": "1037", "G-123-ID": "1037", "G-81-ID": "1037"}
    units |= {"G-7-ID": "eliminated", "G-197-ID": "eliminated"}
    game = ready("soviet", units, charts=always("DE"))
    before = points(game)["soviet"]
    game.push("attack 1037 S-C-01")
    assert points(game)["soviet"] == before + 1


@case("9.11")
def test_an_eliminated_unit_is_gone_for_good():
    game = fight("DE", "attack 1037 S-A-01", DUEL)
    game.push("end")
    assert where(game, "G-253-ID") == "eliminated"
    game.push("end")
    assert game.why_not("move G-253-ID 1037-1036") is not None
