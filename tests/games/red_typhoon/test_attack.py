"""Declaring attacks: who may attack whom, and how often (6.2, 9.0 to 9.2, 12.4, 12.7).

The battles take place around hex 1037, on open ground: its neighbours are 1036 to the north, then clockwise
1137, 1138, 1038, 0938 and 0937.
"""

import pytest

from tests.games.red_typhoon.battle import always, fight, ready
from tests.games.red_typhoon.helpers import is_disrupted, offered, position, refused, unused, where
from typhoon import Refused
from typhoon.engine.cases import case

GERMAN = {"G-253-ID": "1037"}


@case("6.2", "9.0")
@pytest.mark.parametrize("hex_", ["1036", "1137", "1138", "1038", "0938", "0937"])
def test_a_unit_may_attack_an_enemy_next_to_it(hex_):
    game = ready("soviet", {"S-A-01": hex_, **GERMAN})
    assert offered(game, "attack") == ["attack 1037 S-A-01"]


@case("6.2")
def test_a_unit_may_not_attack_an_enemy_two_hexes_away():
    game = ready("soviet", {"S-A-01": "1039", **GERMAN})
    assert refused(game, "attack 1037 S-A-01").case == "6.2"


@case("6.2", "9.0")
def test_there_must_be_an_enemy_in_the_hex():
    game = ready("soviet", {"S-A-01": "1038", "S-A-02": "1138", **GERMAN})
    assert refused(game, "attack 0938 S-A-01").case == "9.0"
    assert refused(game, "attack 1138 S-A-01").case == "9.0"


@case("9.0")
def test_only_the_side_whose_phase_it_is_attacks():
    game = ready("soviet", {"S-A-01": "1038", **GERMAN}, move_orders=["9"])
    assert refused(game, "attack 1038 G-253-ID").case == "9.0"
    assert game.why_not("attack 1037 G-253-ID") is not None


@case("9.0")
def test_attacking_is_for_the_combat_phase():
    game = position(phase="soviet movement", units={"S-A-01": "1038", **GERMAN}, attack_orders=["NW"])
    assert refused(game, "attack 1037 S-A-01").case == "5.0"


@case("9.0", "9.1")
def test_nothing_forces_a_side_to_attack():
    game = ready("soviet", {"S-A-01": "1038", **GERMAN})
    game.push("end")
    assert game.decision.phase == "german movement"


@case("9.0")
def test_a_unit_attacks_once_in_a_phase():
    units = {"S-A-01": "1038", "G-253-ID": "1037", "G-123-ID": "0938"}
    game = fight("C", "attack 1037 S-A-01", units)
    ruling = refused(game, "attack 0938 S-A-01")
    assert ruling.case == "9.0"
    assert "S-A-01" in ruling.text


@case("9.0")
def test_a_unit_is_attacked_once_in_a_phase():
    game = fight("C", "attack 1037 S-A-01", {"S-A-01": "1038", "S-A-02": "1036", **GERMAN})
    assert refused(game, "attack 1037 S-A-02").case == "9.0"
    assert offered(game, "attack") == []


@case("9.0")
def test_everybody_may_fight_again_in_the_next_combat_phase():
    units = {"S-A-01": "1038", **GERMAN}
    game = fight("C", "attack 1037 S-A-01", units, dice=[1] * 3, ap={"german": 5})
    game.push("end")  # Soviet combat
    game.push("end")  # German movement
    game.push("activate 9")
    assert refused(game, "attack 1038 G-253-ID").case == "9.10", "4 against 6 is too weak, not forbidden"
    game.push("end")
    game.push("end")  # Soviet movement of turn 4
    assert (game.decision.turn, game.decision.phase) == (4, "soviet combat")
    game.push("activate NW")
    assert "attack 1037 S-A-01" in game.orders


@case("9.0", "9.2")
def test_a_unit_already_attacked_shields_the_stack_it_is_in():
    """R36: the stack is attacked as a whole, and one unit in it has been attacked already."""
    units = {"S-C-02": "1038", "G-253-ID": "1037", "G-123-ID": "1037"}
    assert "attack 1037 S-C-02" in ready("soviet", units).orders
    units["G-123-ID"] = {"hex": "1037", "disrupted": True, "defended": True}
    assert refused(ready("soviet", units), "attack 1037 S-C-02").case == "9.0"


@case("9.1")
def test_attacks_are_declared_one_by_one():
    """The second attack is free to take the outcome of the first into account."""
    units = {"S-A-01": "1038", "S-A-02": "1036", "G-253-ID": "1037", "G-123-ID": "0936"}
    game = fight("DE", "attack 1037 S-A-01", units)
    game.push("advance S-A-01 1038-1037")
    assert where(game, "G-253-ID") == "eliminated"
    assert offered(game, "attack") == ["attack 0936 S-A-02"]


@case("9.2")
def test_one_attack_goes_against_one_hex():
    """An order names one target; a unit cannot be shared out between two."""
    game = ready("soviet", {"S-A-01": "1038", "G-253-ID": "1037", "G-123-ID": "0938"})
    assert sorted(offered(game, "attack")) == ["attack 0938 S-A-01", "attack 1037 S-A-01"]


@case("9.2", "9.3.1")
def test_stacked_defenders_are_attacked_together():
    game = ready("soviet", {"S-A-01": "1038", "S-A-02": "1036", "G-253-ID": "1037", "G-SS-Cav-Bde": "1037"})
    battle = game.preview("attack 1037 S-A-01")
    assert (battle.attack, battle.defense) == (6, 4 + 2)
    assert refused(game, "attack 1037 S-A-02").case == "9.10"


@case("9.2")
def test_stacked_attackers_may_attack_different_hexes():
    units = {"S-A-01": "1038", "S-A-02": "1038", "G-253-ID": "1037", "G-123-ID": "0938"}
    game = fight("C", "attack 1037 S-A-01", units)
    game.push("attack 0938 S-A-02")
    assert offered(game, "attack") == []


@case("9.2")
def test_part_of_a_stack_may_stay_out_of_it():
    units = {"S-A-01": "1038", "S-A-02": "1038", **GERMAN}
    game = fight("AR", "attack 1037 S-A-01", units)
    game.push("retreat S-A-01 1038-1039")
    assert is_disrupted(game, "S-A-01")
    assert not is_disrupted(game, "S-A-02")
    assert where(game, "S-A-02") == "1038"


@case("9.2", "9.3.1")
def test_a_hex_may_be_attacked_from_all_sides_at_once():
    names = ["S-A-01", "S-A-02", "S-A-03", "S-A-04", "S-A-05", "S-A-06"]
    around = dict(zip(names, ["1036", "1137", "1138", "1038", "0938", "0937"], strict=True))
    game = ready("soviet", {**around, **GERMAN})
    battle = game.preview(f"attack 1037 {' '.join(names)}")
    assert battle.attack == 6 + 5 + 5 + 3 + 4 + 3


@case("9.2")
def test_a_unit_counts_once_in_an_attack():
    game = ready("soviet", {"S-A-04": "1038", **GERMAN})
    assert refused(game, "attack 1037 S-A-04 S-A-04").case == "9.0"


@case("9.5", "9.0")
def test_a_disrupted_unit_cannot_attack():
    game = ready("soviet", {"S-A-01": {"hex": "1038", "disrupted": True}, **GERMAN})
    assert refused(game, "attack 1037 S-A-01").case == "9.5"


@case("9.3.1")
def test_a_disrupted_defender_fights_at_full_strength():
    game = ready("soviet", {"S-A-01": "1038", "G-253-ID": {"hex": "1037", "disrupted": True}})
    assert game.preview("attack 1037 S-A-01").defense == 4


@case("12.4")
def test_a_formation_attacks_only_with_attack_orders():
    units = {"S-A-01": "1038", **GERMAN}
    game = ready("soviet", units, attack_orders=[], move_orders=["NW"], ap={"soviet": 1})
    ruling = refused(game, "attack 1037 S-A-01")
    assert (ruling.case, "NW" in ruling.text) == ("12.4", True)
    game.push("activate NW")
    assert unused(game)["soviet"] == 0
    assert "attack 1037 S-A-01" in game.orders


@case("12.4", "9.1")
def test_formations_are_given_orders_in_turns_between_attacks():
    """NW attacks, K receives its orders and attacks, then NW goes on."""
    units = {
        "S-A-01": "1038",
        "S-A-02": "1036",
        "S-B-01": "1138",
        "G-253-ID": "1037",
        "G-123-ID": "1137",
        "G-81-ID": "0936",
    }
    game = ready("soviet", units, charts=always("C"), attack_orders=[], ap={"soviet": 2})
    game.push("activate NW")
    game.push("attack 1037 S-A-01")
    game.push("activate K")
    game.push("attack 1137 S-B-01")
    game.push("attack 0936 S-A-02")
    assert offered(game, "attack") == []


@case("12.4", "9.2")
def test_formations_attack_together_when_each_has_orders():
    """R28: every unit of the attack needs orders of its own."""
    units = {"S-A-04": "1038", "S-B-12": "1036", **GERMAN}
    one = ready("soviet", units, attack_orders=["NW"])
    assert refused(one, "attack 1037 S-A-04 S-B-12").case == "12.4"
    both = ready("soviet", units, attack_orders=["NW", "K"])
    assert both.preview("attack 1037 S-A-04 S-B-12").attack == 6


@case("12.4", "12.5")
def test_a_formation_gets_one_attack_order_and_never_without_a_point():
    units = {"S-A-01": "1038", **GERMAN}
    game = ready("soviet", units, attack_orders=[], ap={"soviet": 1})
    game.push("activate NW")
    assert refused(game, "activate NW").case == "12.5"
    assert refused(game, "activate K").case == "12.5"
    assert refused(game, "activate 9").case == "12.2"


@case("12.7")
def test_a_panzer_division_attacks_on_movement_orders():
    """RT-061."""
    game = ready("german", {"G-10-Pz": "1038", "S-A-05": "1037"}, attack_orders=[], move_orders=["4P"])
    assert offered(game, "attack") == ["attack 1037 G-10-Pz"]


@case("12.7")
@pytest.mark.parametrize("unit", ["G-7-ID", "G-36-Mot"])
def test_infantry_and_mechanized_divisions_need_attack_orders(unit):
    """RT-062; only armor units are panzer divisions (R23)."""
    game = ready("german", {unit: "1038", "S-A-05": "1037"}, attack_orders=[], move_orders=["4P"])
    assert refused(game, f"attack 1037 {unit}").case == "12.4"


@case("12.7")
def test_a_panzer_division_without_any_orders_stays_out():
    game = ready("german", {"G-10-Pz": "1038", "S-A-05": "1037"}, attack_orders=[], move_orders=["4"])
    assert refused(game, "attack 1037 G-10-Pz").case == "12.4"


@case("12.7")
def test_a_panzer_division_attacks_on_attack_orders_too():
    game = ready("german", {"G-10-Pz": "1038", "S-A-05": "1037"}, attack_orders=["4P"])
    assert "attack 1037 G-10-Pz" in game.orders


@case("12.7", "12.4")
def test_panzer_divisions_join_others_in_an_attack():
    """7 Pz by movement orders of 4P, 19 Pz by those of 4, and 9th Army's infantry by attack orders."""
    units = {"G-7-Pz": "1038", "G-19-Pz": "0938", "G-253-ID": "1036", "G-7-ID": "1038", "S-A-01": "1037"}
    game = ready("german", units, attack_orders=["9"], move_orders=["4P", "4"])
    assert game.preview("attack 1037 G-7-Pz G-19-Pz").attack == 6
    assert game.preview("attack 1037 G-7-Pz G-19-Pz G-253-ID").attack == 10
    assert refused(game, "attack 1037 G-7-Pz G-19-Pz G-7-ID").case == "12.4"


@case("12.7")
def test_soviet_armor_has_no_such_privilege():
    game = ready("soviet", {"S-C-12": "1038", **GERMAN}, attack_orders=[], move_orders=["WR"])
    assert refused(game, "attack 1037 S-C-12").case == "12.4"


@case("9.3.4", "9.1")
def test_a_refused_attack_rolls_no_die():
    game = ready("soviet", {"S-A-04": "1038", **GERMAN}, dice=[6])
    before = game.state_hash()
    with pytest.raises(Refused, match=r"9\.10"):
        game.push("attack 1037 S-A-04")
    assert game.state_hash() == before
    assert game.dice.rolls == [6]


@case("9.3.4")
def test_a_result_is_carried_out_before_the_next_attack():
    units = {"S-A-01": "1038", "S-A-02": "1138", "G-253-ID": "1037", "G-123-ID": "1237"}
    game = fight("DR1", "attack 1037 S-A-01", units)
    assert refused(game, "attack 1237 S-A-02").case == "9.4"
    game.push("retreat G-253-ID 1037-0937")
    assert refused(game, "attack 1237 S-A-02").case == "9.6"
    game.push("end")
    assert "attack 1237 S-A-02" in game.orders
