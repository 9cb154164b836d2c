"""Stacking (7), with cadres and headquarters in stacks (10.15, 10.24) and chits under them (8.51)."""

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_WEST, WEST, fight
from tests.games.operation_typhoon.positions import give, happened, offered, position, refused, told, where
from typhoon.engine.cases import case

REGIMENTS = ("17/31/43", "82/31/43", "12/31/43", "431/131/43", "433/131/43")
BATTALIONS = ("I35/4P/24", "II35/4P/24", "I6/3P/24", "II6/3P/24")
CORPS = ("43/2PzA", "24/2PzA")
DIVISIONS = ("413/50", "299/50", "260/50", "154/50")
BRIGADES = ("32/50", "11/50", "133/50")
SMALL = ("Vnev/50", "1I/20", "Ind/20")
ARMIES = ("50/Bldin", "49/Zhrkn")


def stacked(*names, side="german", cadres=(), uncommitted=(), **given):
    """The end of a movement phase with these units in one hex; what must go now."""
    units = {
        name: {"hex": "C3125", "cadre": name in cadres, "uncommitted": name in uncommitted} for name in names
    }
    game = position(
        **{"turn": 4, "phase": f"{side} movement", "supported": [], "units": units, "dice": [1] * 20, **given}
    )
    game.push("end")
    return game


def surplus(game):
    """The units that the owner may choose from to eliminate."""
    return {order.split()[-1] for order in offered(game, "eliminate")}


@case("7.0", "7.11")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_three_german_units_stack(count):
    assert surplus(stacked(*REGIMENTS[:count])) == set()
    assert surplus(stacked(*BATTALIONS[:count])) == set()  # German battalions count like regiments
    assert surplus(stacked(*REGIMENTS[: count - 1], BATTALIONS[0])) == set()


@case("7.0", "7.11")
def test_a_fourth_is_eliminated_by_its_owners_choice():
    game = stacked(*REGIMENTS[:3], BATTALIONS[0])
    assert game.decision.side == "german"
    assert surplus(game) == {*REGIMENTS[:3], BATTALIONS[0]}
    assert refused(game, f"eliminate {REGIMENTS[4]}").case
    assert refused(game, "end").case
    give(game, f"eliminate {REGIMENTS[1]}")
    assert where(game, REGIMENTS[1]) == "eliminated"
    assert surplus(game) == set()
    # With five, two must go.
    game = stacked(*REGIMENTS)
    give(game, f"eliminate {REGIMENTS[0]}", f"eliminate {REGIMENTS[1]}")
    assert surplus(game) == set()


@case("7.0", "7.11", "16.13")
def test_two_soviet_units_stack():
    assert surplus(stacked(*DIVISIONS[:2], side="soviet")) == set()
    assert surplus(stacked(DIVISIONS[0], BRIGADES[0], side="soviet")) == set()
    game = stacked(*DIVISIONS[:2], BRIGADES[0], side="soviet")
    assert game.decision.side == "soviet"
    assert surplus(game) == {*DIVISIONS[:2], BRIGADES[0]}


@case("7.13", "10.24")
@pytest.mark.parametrize(("side", "full", "hqs"), [
    ("german", REGIMENTS[:3], CORPS), ("soviet", DIVISIONS[:2], ARMIES),
])  # fmt: skip
def test_one_headquarters_is_free(side, full, hqs):
    assert surplus(stacked(*full, hqs[0], side=side)) == set()
    game = stacked(*full, *hqs, side=side)
    assert surplus(game) == set(hqs)
    game = stacked(*hqs, side=side)  # even where nobody else is
    assert surplus(game) == set(hqs)


@case("7.14", "10.15")
@pytest.mark.parametrize(("side", "full", "cadres"), [
    ("german", REGIMENTS[:3], REGIMENTS[3:]), ("soviet", DIVISIONS[:2], DIVISIONS[2:]),
])  # fmt: skip
def test_one_cadre_is_free(side, full, cadres):
    assert surplus(stacked(*full, cadres[0], cadres=cadres, side=side)) == set()
    game = stacked(*full, *cadres, cadres=cadres, side=side)
    assert surplus(game) == set(cadres)
    assert surplus(stacked(*cadres, cadres=cadres, side=side)) == set(cadres)


@case("7.15")
@pytest.mark.parametrize("small", SMALL)
def test_one_soviet_battalion_or_company_is_free(small):
    assert surplus(stacked(*DIVISIONS[:2], small, side="soviet")) == set()


@case("7.15")
def test_two_battalions_are_one_too_many():
    assert surplus(stacked(*SMALL[:2], side="soviet")) == set(SMALL[:2])
    assert surplus(stacked(*DIVISIONS[:2], *SMALL[:2], side="soviet")) == set(SMALL[:2])


@case("7.13", "7.14", "7.15")
def test_everything_that_is_free_may_come_together():
    stack = (*DIVISIONS[:3], SMALL[0], ARMIES[0])
    assert surplus(stacked(*stack, side="soviet", cadres=DIVISIONS[2:3])) == set()
    stack = (*REGIMENTS[:4], CORPS[0])
    assert surplus(stacked(*stack, cadres=REGIMENTS[3:4])) == set()


@case("7.14", "7.15")
def test_a_battalion_reduced_to_a_cadre_takes_the_place_of_the_cadre():
    # A cadre and another battalion are both free, two cadres are not.
    assert surplus(stacked(*DIVISIONS[:2], *SMALL[:2], side="soviet", cadres=SMALL[:1])) == set()
    cadres = (SMALL[0], DIVISIONS[2])
    assert surplus(stacked(*DIVISIONS[:3], SMALL[0], side="soviet", cadres=cadres)) == set(cadres)


@case("7.11", "5.81")
def test_limits_hold_at_the_end_of_the_phase_and_not_on_the_way():
    units = dict.fromkeys(REGIMENTS[:3], "C3125") | {REGIMENTS[3]: "C3124"}
    game = position(turn=4, units=units, supported=[], dice=[1] * 20)
    give(game, f"move {REGIMENTS[3]} C3124-C3125")
    assert game.preview("end").texts
    give(game, f"move {REGIMENTS[0]} C3125-C3126")
    assert not game.preview("end").texts
    give(game, "end")
    assert surplus(game) == set()


@case("7.11")
def test_the_enemys_stacks_are_not_looked_at():
    units = dict.fromkeys(DIVISIONS[:3], "C3125") | {REGIMENTS[0]: "C2608"}
    game = position(turn=4, units=units, supported=[], dice=[1] * 20)
    give(game, "end")
    assert surplus(game) == set()


@case("7.26")
def test_a_retreat_may_crowd_a_hex_until_the_next_movement_phase():
    # 8 against 4 is 2-1, and dice 9 make it D1: the division goes back onto two others.
    divisions = (("299/50", MIDDLE, 4), ("260/50", EAST), ("154/50", EAST))
    game = fight(("17/31/43", WEST, 8), *divisions, dice=(4, 5))
    give(game, f"attack {MIDDLE} 17/31/43", "end", f"withdraw {MIDDLE}-{EAST}")
    while game.decision.phase != "soviet movement":
        give(game, "end")
    assert {where(game, name) for name in ("299/50", "260/50", "154/50")} == {EAST}
    stay = typhoon.load(str(game.journal))
    give(game, f"move 299/50 {EAST}-C3427", "end")
    assert surplus(game) == set()
    give(stay, "end")
    assert surplus(stay) == {"299/50", "260/50", "154/50"}


@case("7.11", "16.22")
def test_uncommitted_stacks_are_left_alone():
    # B3729 begins with three brigades and a company (R28).
    units = {name: {"hex": "B3729", "uncommitted": True} for name in ("9/20", "17/20", "22/20", "Ind/20")}
    game = position(
        scenario="kluge", turn=2, phase="soviet movement", units=units, supported=[], dice=[1] * 9
    )
    give(game, "end")
    assert surplus(game) == set()
    units["9/20"] = "B3729"
    game = position(
        scenario="kluge", turn=2, phase="soviet movement", units=units, supported=[], dice=[1] * 9
    )
    assert game.why_not("move 9/20 B3729-B3829") is None
    give(game, "end")  # it stays, and one of the three is too many
    assert surplus(game) == {"9/20", "17/20", "22/20"}


@case("8.51")
def test_chits_do_not_count():
    units = {name: {"hex": "C3125", "chit": "G3-6"} for name in REGIMENTS[:3]}
    game = position(turn=4, units=units, supported=[], dice=[1] * 20)
    give(game, "end")
    assert surplus(game) == set()


# Who fights out of a stack


def attackers(game):
    """The units that may attack the middle together, by trying."""
    return lambda *names: game.why_not(f"attack {MIDDLE} {' '.join(names)}") is None


@case("7.21", "7.24")
def test_a_german_stack_attacks_with_a_regiment_and_two_battalions():
    stack = [*REGIMENTS[:2], *BATTALIONS[:1]]
    may = attackers(fight(*[(name, WEST) for name in stack], ("413/50", MIDDLE)))
    assert may(REGIMENTS[0], BATTALIONS[0])
    assert may(REGIMENTS[1], BATTALIONS[0])
    assert not may(*REGIMENTS[:2])
    assert not may(*REGIMENTS[:2], BATTALIONS[0])
    may = attackers(fight(*[(name, WEST) for name in BATTALIONS[:3]], ("413/50", MIDDLE)))
    assert may(*BATTALIONS[:3])
    may = attackers(
        fight((REGIMENTS[0], WEST), *[(name, WEST) for name in BATTALIONS[:2]], ("413/50", MIDDLE))
    )
    assert may(REGIMENTS[0], *BATTALIONS[:2])


@case("7.22", "7.24")
def test_a_soviet_stack_attacks_with_a_division_and_a_brigade():
    def may(*stack):
        game = fight(*[(name, WEST) for name in stack], (REGIMENTS[0], MIDDLE), side="soviet")
        return game.why_not(f"attack {MIDDLE} {' '.join(stack)}") is None

    assert may(DIVISIONS[0], BRIGADES[0])
    assert may(*BRIGADES[:2])
    assert not may(*DIVISIONS[:2])
    assert may(DIVISIONS[0], "109/330/49")  # a regiment counts as a brigade, R37
    assert may("109/330/49", "111/330/49")


@case("7.24", "8.42")
def test_the_attacker_chooses_just_before_the_combat_which_of_his_regiments_fights():
    """Three regiments, 4, 5 and 3 strong; the first was named when the attack was declared."""
    three, (hq, _) = REGIMENTS[:3], CORPS
    stack = [(name, WEST, strength) for name, strength in zip(three, (4, 5, 3), strict=True)]
    game = fight(*stack, (hq, WEST), ("194/43", MIDDLE, 5), dice=(6, 4))
    give(game, f"attack {MIDDLE} {three[0]} {hq}", "end")
    assert game.decision.side == "german"
    chosen = [set(order.split(" ")[1:]) for order in offered(game, "engage")]
    assert chosen[0] == {three[0], hq}
    assert {frozenset(names) for names in chosen} == {frozenset((name, hq)) for name in three}
    assert game.preview(f"engage {three[1]} {hq}").attack == 6
    assert refused(game, f"engage {three[1]}").case == "7.24"  # the HQ was declared and stays with it
    assert refused(game, f"engage {three[0]} {three[1]} {hq}").case == "7.24"
    assert "nobody" in refused(game, f"engage nobody {hq}").text
    (combat,) = happened(give(game, f"engage {hq} {three[1]}"), "combat")
    assert set(combat["units"]) == {three[1], hq}
    assert combat["attack"] == 6


@case("7.24", "9.11")
def test_the_choice_is_made_when_other_combats_are_over():
    """Not with the declarations: the first combat is lost before the second stack has to choose."""
    game = fight(
        (REGIMENTS[0], WEST, 4), (REGIMENTS[1], WEST, 5), ("194/43", MIDDLE, 5),
        ("110/112/53", "C3028", 4), ("260/50", "C3029", 4), dice=(3, 6, 6, 4),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}", "attack C3029 110/112/53", "end", "resolve C3029")
    assert happened(game.log, "combat")[-1]["result"] == "A1(1)"
    give(game, "lose 110/112/53")
    assert offered(game, "engage") == [f"engage {REGIMENTS[0]}", f"engage {REGIMENTS[1]}"]


@case("7.24", "7.21")
def test_who_fights_elsewhere_is_not_to_be_had_and_nobody_fights_who_may_not():
    """A regiment attacks the middle and a battalion another hex; only the other regiment can take a place."""
    game = fight(
        (REGIMENTS[0], WEST, 4), (REGIMENTS[1], WEST, 5), (BATTALIONS[0], WEST),
        ("194/43", MIDDLE, 5), ("260/50", NORTH_WEST, 1), dice=(6, 4, 6, 4),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}", f"attack {NORTH_WEST} {BATTALIONS[0]}", "end")
    give(game, f"resolve {MIDDLE}")
    assert offered(game, "engage") == [f"engage {REGIMENTS[0]}", f"engage {REGIMENTS[1]}"]
    events = give(game, f"engage {REGIMENTS[1]}")
    assert [combat["units"] for combat in happened(events, "combat")] == [(REGIMENTS[1],), (BATTALIONS[0],)]


@case("7.24", "7.22")
def test_a_soviet_attacker_chooses_among_his_divisions_in_every_hex():
    stacks = [(DIVISIONS[0], WEST), (DIVISIONS[1], WEST), (DIVISIONS[2], EAST), (BRIGADES[0], EAST)]
    game = fight(*stacks, (REGIMENTS[0], MIDDLE), side="soviet")
    give(game, f"attack {MIDDLE} {DIVISIONS[0]} {DIVISIONS[2]} {BRIGADES[0]}", "end")
    chosen = [set(order.split(" ")[1:]) for order in offered(game, "engage")]
    others = {DIVISIONS[2], BRIGADES[0]}
    assert chosen == [{DIVISIONS[0], *others}, {DIVISIONS[1], *others}]


@case("7.24")
def test_where_there_is_no_choice_nobody_is_asked():
    game = fight((REGIMENTS[0], WEST, 4), (BATTALIONS[0], WEST), ("194/43", MIDDLE, 5), dice=(6, 4))
    assert happened(give(game, f"attack {MIDDLE} {REGIMENTS[0]} {BATTALIONS[0]}", "end"), "combat")


@case("7.23")
def test_headquarters_cadres_and_soviet_battalions_always_fight():
    stack = [DIVISIONS[0], BRIGADES[0], SMALL[0], ARMIES[0]]
    cadre = (DIVISIONS[1], WEST, {"cadre": True})
    game = fight(*[(name, WEST) for name in stack], cadre, (REGIMENTS[0], MIDDLE), side="soviet")
    assert attackers(game)(*sorted([*stack, DIVISIONS[1]], key=list(told(game)["units"]).index))
    cadre = (REGIMENTS[3], WEST, {"cadre": True})
    game = fight((REGIMENTS[0], WEST), (CORPS[0], WEST), cadre, ("413/50", MIDDLE))
    assert attackers(game)(REGIMENTS[0], REGIMENTS[3], CORPS[0])


@case("7.24", "7.25", "7.21")
def test_the_owner_of_a_stack_under_attack_chooses_who_fights():
    # Three regiments under attack: one of them defends, and the German player says which.
    regiments = [(name, MIDDLE, strength) for name, strength in zip(REGIMENTS, (3, 4, 6), strict=False)]
    game = fight(("413/50", WEST, 12), *regiments, side="soviet", dice=(6, 6))
    give(game, f"attack {MIDDLE} 413/50", "end")
    assert game.decision.side == "german"
    assert set(offered(game, "defend")) == {f"defend {name}" for name in REGIMENTS[:3]}
    (combat,) = happened(give(game, f"defend {REGIMENTS[1]}"), "combat")
    assert (combat["attack"], combat["defense"]) == (12, 4)


@case("7.22", "7.25")
def test_a_soviet_stack_defends_with_a_division_and_a_brigade():
    stack = [(DIVISIONS[0], MIDDLE, 12), (BRIGADES[0], MIDDLE, 2), (SMALL[0], MIDDLE, 1), (ARMIES[0], MIDDLE)]
    game = fight((REGIMENTS[0], WEST, 6), *stack, dice=(6, 6))
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}")
    (combat,) = happened(give(game, "end"), "combat")
    assert combat["defense"] == 12 + 2 + 1 + 2  # division, brigade, battalion and HQ
