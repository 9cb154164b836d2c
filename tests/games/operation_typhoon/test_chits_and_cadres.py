"""Combat classes, morale, strength chits, cadres and headquarters (8.1 to 8.3, 8.5, 8.6, 10), and case 23."""

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, WEST, attack, fight
from tests.games.operation_typhoon.positions import counter, give, happened, position, told, unit, where
from typhoon import ImpossiblePosition
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
PICTURED = 50
"""A draw from the full German cup of morale 3 that brings the chit A 8, B 5: 49 chits are weaker."""


def german(of):
    return [c for c in RULES.counters if c.side == "german" and of(c)]


def soviet(of):
    return [c for c in RULES.counters if c.side == "soviet" and of(c)]


def fought(game, order, *more):
    """Declare an attack and let it be fought; what the combat came to."""
    (combat,) = happened(give(game, order, "end", *more), "combat")
    return combat


# Classes and morale


@case("8.11", "8.12", "8.13", "8.14")
def test_classes():
    assert {c.class_ for c in german(lambda c: True)} == {"A", "B", ""}
    assert {c.class_ for c in soviet(lambda c: True)} == {"A", "B", "C", ""}
    # Soviet infantry divisions are A, cavalry divisions and rifle brigades B, tank brigades C.
    assert {c.class_ for c in soviet(lambda c: c.type == "infantry" and c.size == "XX")} == {"A"}
    assert {c.class_ for c in soviet(lambda c: c.type == "cavalry")} == {"B"}
    assert {c.class_ for c in soviet(lambda c: c.type == "infantry" and c.size == "X")} == {"B"}
    assert {c.class_ for c in soviet(lambda c: c.type == "armor" and c.size == "X")} == {"C"}


@case("8.14", "8.24", "8.6", "10.21")
def test_who_has_neither_class_nor_morale():
    without = {c.unit for c in RULES.counters if not c.class_}
    assert without == {c.unit for c in RULES.counters if not c.morale}
    hqs = {c.unit for c in RULES.counters if c.type == "hq"}
    battalions = {c.unit for c in german(lambda c: c.type == "armor")}
    assert without == hqs | battalions
    assert {c.strength for c in german(lambda c: not c.class_)} == {1}
    assert {c.strength for c in soviet(lambda c: not c.class_)} == {2}


@case("8.21", "8.22", "8.23")
def test_morale():
    assert {c.morale for c in german(lambda c: c.class_)} == {2, 3}
    assert {c.morale for c in soviet(lambda c: c.class_)} == {1, 2, 3}


@case("8.3", "8.34", "8.25")
def test_there_are_five_cups_and_high_morale_draws_well():
    cups = {(chit.side, chit.morale) for chit in RULES.chits}
    assert cups == {("german", 2), ("german", 3), ("soviet", 1), ("soviet", 2), ("soviet", 3)}

    def mean(side, morale, class_):
        chits = [chit for chit in RULES.chits if (chit.side, chit.morale) == (side, morale)]
        total = sum(chit.count * chit.strength(class_, reduced=False) for chit in chits)
        return total / sum(chit.count for chit in chits)

    for class_ in "AB":
        assert mean("german", 2, class_) < mean("german", 3, class_)
    for class_ in "ABC":
        assert mean("soviet", 1, class_) < mean("soviet", 2, class_) < mean("soviet", 3, class_)


@case("8.34")
def test_there_is_a_chit_for_every_unit():
    for side, morale in {(chit.side, chit.morale) for chit in RULES.chits}:
        units = [c for c in RULES.counters if (c.side, c.morale) == (side, morale) and c.class_]
        chits = sum(chit.count for chit in RULES.chits if (chit.side, chit.morale) == (side, morale))
        assert chits >= len(units)


@case("8.34")
def test_a_unit_has_a_chit_of_its_own_cup_only():
    for chit in ("G2-4", "S3-16", "nonsense"):
        with pytest.raises(ImpossiblePosition, match=r"8\.34"):
            position(units={"62/7/7": {"hex": "C3125", "chit": chit}})


# Chits


@case("8.36", "8.33", "8.32", "8.35")
def test_ot_011_a_regiment_of_class_a_reads_8_where_one_of_class_b_reads_5():
    attacker = ("413/50", WEST, 16)
    game = fight(attacker, ("62/7/7", MIDDLE), side="soviet", dice=(PICTURED, 6, 6))
    assert fought(game, f"attack {MIDDLE} 413/50")["defense"] == 8
    game = fight(attacker, ("12/4P/24", MIDDLE), side="soviet", dice=(PICTURED, 6, 6))
    assert fought(game, f"attack {MIDDLE} 413/50")["defense"] == 5


@case("8.31", "8.35", "8.0")
def test_a_unit_keeps_the_chit_it_drew():
    # Drawn in the German phase, and used again in the Soviet one: 1-1, dice 10, D1 and D1.
    game = fight(("62/7/7", WEST), ("413/50", MIDDLE, 8), dice=(PICTURED, 4, 6))
    assert unit(game, "62/7/7").get("chit") is None
    events = give(game, f"attack {MIDDLE} 62/7/7", "end")
    assert happened(events, "drew") == [{"unit": "62/7/7", "strength": 8, "side": "german"}]
    assert unit(game, "62/7/7")["chit"] == "G3-8"
    assert "reduced" not in unit(game, "62/7/7")
    again = fight(("62/7/7", WEST, 8), ("413/50", MIDDLE, 8), dice=(4, 6))
    assert happened(give(again, f"attack {MIDDLE} 62/7/7", "end"), "drew") == []


@case("8.37", "8.32")
def test_only_those_who_fight_draw():
    # Of three regiments in a stack one attacks; the others do not draw.
    stack = [(name, WEST) for name in ("61/7/7", "62/7/7", "19/7/7")]
    game = fight(*stack, ("413/50", MIDDLE, 8), dice=(PICTURED, 4, 6))
    give(game, f"attack {MIDDLE} 62/7/7", "end", "engage 62/7/7")
    assert "chit" in unit(game, "62/7/7")
    assert "chit" not in unit(game, "61/7/7")
    assert "chit" not in unit(game, "19/7/7")


@case("8.32", "8.52")
def test_chits_are_drawn_without_replacement():
    # There is one chit of 1 in the cup; once it lies under a unit, the lowest draw brings a 2.
    game = fight(("61/7/7", WEST, 1), ("62/7/7", EAST), ("413/50", MIDDLE, 8), dice=(1, 4, 6))
    events = give(game, f"attack {MIDDLE} 61/7/7 62/7/7", "end")
    assert happened(events, "drew")[0]["strength"] == 2


# Steps and cadres


@case("10.12", "10.11", "8.52", "9.82")
def test_ot_012_strength_8_goes_to_5_and_to_a_cadre():
    # 8 against 8 on clear ground, dice 6: A1(2) at 1-1.
    game = fight(("62/7/7", WEST, 8), ("413/50", MIDDLE, 8), dice=(3, 3))
    cup = game.position.pool[[chit.chit for chit in RULES.chits].index("G3-8")]
    events = give(game, f"attack {MIDDLE} 62/7/7", "end")
    assert happened(events, "combat")[0]["result"] == "A1(2)"
    assert [loss["left"] for loss in happened(events, "lost_step")] == ["reduced", "a cadre"]
    assert unit(game, "62/7/7")["cadre"]
    assert "chit" not in unit(game, "62/7/7")
    # The chit is back in its cup.
    assert game.position.pool[[chit.chit for chit in RULES.chits].index("G3-8")] == cup + 1
    one = fight(("62/7/7", WEST, 5, {"reduced": True}), ("413/50", MIDDLE, 8))
    assert one.preview(f"attack {MIDDLE} 62/7/7").attack == 5


@case("10.12", "9.82")
@pytest.mark.parametrize(
    ("dice", "result", "end"), [((4, 4), "A1(1)", "cadre"), ((3, 3), "A1(2)", "eliminated")]
)
def test_ot_013_strength_2_has_two_steps(dice, result, end):
    game = fight(("19/7/7", WEST, 2), ("299/50", MIDDLE, 2), dice=dice)
    combat = fought(game, f"attack {MIDDLE} 19/7/7")
    assert combat["result"] == result
    if end == "cadre":
        assert unit(game, "19/7/7")["cadre"]
    else:
        assert where(game, "19/7/7") == "eliminated"


@case("10.11", "8.6")
@pytest.mark.parametrize("name", ["62/7/7", "12/4P/24"])
def test_a_cadre_has_strength_1_and_its_old_allowance(name):
    game = fight((name, WEST, {"cadre": True}), ("413/50", MIDDLE, 8), dice=(6, 6))
    assert fought(game, f"attack {MIDDLE} {name}")["attack"] == 1
    move = position(units={name: {"hex": "C3123", "cadre": True}}, supported=[], turn=4)
    give(move, f"move {name} C3123-C3124")
    assert unit(move, name)["left"] == counter(move, name).movement - 1


@case("10.13", "10.22", "8.6", "9.82")
@pytest.mark.parametrize(("name", "state"), [("62/7/7", {"cadre": True}), ("24/2PzA", {}), ("I35/4P/24", {})])
def test_cadres_headquarters_and_tank_battalions_have_one_step(name, state):
    # 1 against 1 at 1-1, dice 8: A1(1) is the end of it.
    game = fight((name, WEST, state), ("299/50", MIDDLE, {"cadre": True}), dice=(4, 4))
    combat = fought(game, f"attack {MIDDLE} {name}")
    assert (combat["attack"], combat["defense"], combat["result"]) == (1, 1, "A1(1)")
    assert where(game, name) == "eliminated"


@case("10.21", "8.6")
def test_headquarters_fight_with_their_printed_strength():
    game = fight(
        ("24/2PzA", WEST), ("62/7/7", WEST, 8), ("413/50", MIDDLE, 8), ("50/Bldin", MIDDLE), dice=(6, 6)
    )
    combat = fought(game, f"attack {MIDDLE} 62/7/7 24/2PzA")
    assert (combat["attack"], combat["defense"]) == (8 + 1, 8 + 2)


@case("10.14", "10.12")
def test_a_unit_reduced_to_a_cadre_loses_its_zone_at_once():
    game = fight(("62/7/7", WEST, 8), ("413/50", MIDDLE, 8), dice=(3, 3))
    give(game, f"attack {MIDDLE} 62/7/7", "end")
    (zones,) = [overlay for overlay in game.rules.overlays(game.position) if overlay.id == "zones"]
    assert not [shade for shade in zones.shades if shade.side == "german" and shade.hexes]


@case("8.6", "10.11")
def test_units_without_chits_never_get_one():
    for name, state in (("24/2PzA", {}), ("I35/4P/24", {}), ("50/Bldin", {}), ("62/7/7", {"cadre": True})):
        with pytest.raises(ImpossiblePosition):
            position(units={name: {"hex": "C3125", "chit": "G3-8", **state}})


# Play by mail


@case("23.0")
def test_the_means_of_the_cups_are_the_constant_strengths():
    full = {
        ("soviet", 1): (4, 2, 2), ("soviet", 2): (9, 5, 4), ("soviet", 3): (16, 8, 6),
        ("german", 2): (4, 3), ("german", 3): (6, 4),
    }  # fmt: skip
    for (side, morale), strengths in full.items():
        chits = [chit for chit in RULES.chits if (chit.side, chit.morale) == (side, morale)]
        number = sum(chit.count for chit in chits)
        for class_, strength in zip("ABC", strengths, strict=False):
            mean = sum(chit.count * chit.strength(class_, reduced=False) for chit in chits) / number
            assert round(mean) == strength, (side, morale, class_)


CONSTANT = [
    # unit, class and morale as printed, full strength, reduced strength (0: straight to a cadre)
    ("299/50", "A1", 4, 2), ("108/49", "B1", 2, 0), ("32/50", "C1", 2, 0),
    ("110/33", "A2", 9, 5), ("41/50", "B2", 5, 3), ("146/26", "C2", 4, 2),
    ("413/50", "A3", 16, 8), ("1Gd/43", "B3", 8, 4), ("4/16", "C3", 6, 3),
    ("19/7/7", "A2", 4, 2), ("FR/41", "B2", 3, 1), ("62/7/7", "A3", 6, 3), ("12/4P/24", "B3", 4, 2),
]  # fmt: skip


@case("23.0", "10.12")
@pytest.mark.parametrize(("name", "printed", "full", "reduced"), CONSTANT)
def test_constant_strengths(name, printed, full, reduced):
    mine = RULES.counters[RULES.unit_number[name]]
    assert f"{mine.class_}{mine.morale}" == printed
    side, enemy = ("german", "50/Bldin") if mine.side == "german" else ("soviet", "24/2PzA")
    # Beside the defending HQ stands a cadre, so that it cannot step back.
    cadre = "413/50" if side == "german" and name != "413/50" else "17/31/43"
    units = [(name, WEST), (enemy, MIDDLE), (cadre, MIDDLE, {"cadre": True})]
    game = fight(*units, side=side, options={"strengths": "constant"}, dice=(6, 6))
    preview = game.preview(f"attack {MIDDLE} {name}")
    assert preview.attack == full
    give(game, f"attack {MIDDLE} {name}", "end")
    chit = RULES.all_chits[RULES.constant_chit(RULES.unit_number[name])]
    assert chit.strength(mine.class_, reduced=True) == reduced


@case("23.0")
@pytest.mark.parametrize("viewer", ["german", "soviet", ""])
def test_constant_strengths_stand_on_the_counters_for_everybody_to_see(viewer):
    units = {name: f"C34{30 + column}" for column, (name, *_) in enumerate(CONSTANT)}
    units["299/50"] = {"hex": "C3430", "chit": "soviet-1", "reduced": True}
    units["19/7/7"] = {"hex": "C3439", "cadre": True}
    game = position(turn=5, units=units, supported=[], options={"strengths": "constant"})
    shown = {face.unit: face.values[0].text for face in game.rules.faces(game.position, viewer)}
    expected = {name: str(full) for name, _, full, _ in CONSTANT}
    assert shown == expected | {"299/50": "2", "19/7/7": "1"}


@case("23.0")
def test_open_strengths_are_drawn_before_the_first_turn():
    game = typhoon.new("operation-typhoon", scenario="guderian", seed=3, options={"strengths": "open"})
    give(game, "deploy")
    for name, state in told(game)["units"].items():
        has_class = bool(counter(game, name).class_)
        assert (isinstance(state, dict) and "chit" in state) == has_class
    # Both sides see them all.
    for side in ("german", "soviet"):
        values = [face.values[0].text for face in game.rules.faces(game.position, side)]
        assert all(text.isdecimal() for text in values)


@case("23.0", "15.11")
def test_with_open_strengths_reinforcements_draw_as_they_arrive():
    given = {"turn": 8, "supported": [], "options": {"strengths": "open"}, "dice": [40]}
    game = position(units={}, arrivals={"519/296/53": [8, "1"]}, **given)
    (drawn,) = happened(give(game, "enter 519/296/53 C2601"), "drew")
    assert drawn["strength"] == 4  # 3 + 7 + 13 chits are weaker, 18 have 4


@case("23.0")
@pytest.mark.parametrize("name", ["32/50", "18/5"])
def test_a_constant_strength_without_a_reduced_side_goes_directly_to_cadre(name):
    """Soviet class C with morale 1 has strength 2 and no reduced side: one step makes it a cadre."""
    assert (counter(position(), name).class_, counter(position(), name).morale) == ("C", 1)
    game = fight((name, MIDDLE), ("17/31/43", WEST), dice=(3, 3), options={"strengths": "constant"})
    fought = attack(game, f"attack {MIDDLE} 17/31/43")  # a German A with morale 3 has 6
    assert (fought["attack"], fought["defense"], fought["result"]) == (6, 2, "D1(1)")
    assert unit(game, name)["cadre"]
