"""7: panzer divisions, cadres, small Soviet units, tanks with their escort."""

import random

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, NORTH_WEST, SOUTH_WEST, WEST
from tests.games.operation_typhoon.positions import give, happened, offered, reach, refused
from tests.games.operation_typhoon_revision.ours import always, begun, fight, position
from typhoon.engine.cases import case

PANZER = ("3/3P/24", "394/3P/24", "I6/3P/24", "II6/3P/24")
CADRE = {"cadre": True}


def stack(*units, off=(), phase="german combat", **more):
    """A stack in the open at the beginning of a combat phase, where it must be within the limits."""
    told = {name: {"hex": MIDDLE, **(CADRE if name in more.get("cadres", ()) else {})} for name in units}
    return position(*off, turn=5, phase=phase, units=told)


def illegal(*units, **how):
    with pytest.raises(typhoon.ImpossiblePosition, match="overstacked"):
        stack(*units, **how)


@case("7.0")
def test_a_whole_panzer_division_may_stack():
    """OTR-005, OTR-088, and cadres of its own count among the four (R25)."""
    stack(*PANZER)
    stack(*PANZER, "24/2PzA", "339/167/53", cadres=("339/167/53",))
    stack(*PANZER, cadres=("3/3P/24",))
    illegal(*PANZER, off=("panzer-stacks",))


@case("7.0")
def test_others_may_not():
    """OTR-006, OTR-089; two HQs, or two cadres of others, are too many as ever."""
    illegal(*PANZER[:2], "12/4P/24", "I35/4P/24")
    illegal(*PANZER[:3], "12/4P/24")
    illegal(*PANZER, "339/167/53")
    illegal(*PANZER, "24/2PzA", "53/2PzA")
    illegal(*PANZER, "339/167/53", "315/167/53", cadres=("339/167/53", "315/167/53"))


@case("7.0")
def test_a_panzer_division_is_set_up_together():
    game = begun("guderian")
    for name in PANZER:
        game.push(f"place {name} C1220")
    assert refused(game, "place 12/4P/24 C1220").case == "18.12"
    off = begun("guderian", "panzer-stacks")
    for name in PANZER[:3]:
        off.push(f"place {name} C1220")
    assert refused(off, f"place {PANZER[3]} C1220").case == "7.0"


@case("7.14")
def test_all_cadres_but_one_count_as_units():
    """R26: OTR-090, OTR-091."""
    two = ("339/167/53", "315/167/53")
    stack("110/112/53", "256/112/53", *two, cadres=two)
    illegal("110/112/53", "256/112/53", "258/112/53", *two, cadres=two)
    illegal("110/112/53", *two, cadres=two, off=("cadre-size",))


@case("7.14", "7.15")
def test_the_cadre_of_a_battalion_goes_free_as_a_battalion():
    """R26: of two cadres one is free as such, and one of a battalion as the battalion that goes free."""
    divisions, cadres = ("413/50", "290/49"), ("154/50", "Vnev/50")
    how = {"cadres": cadres, "phase": "soviet combat"}
    stack(*divisions, *cadres, **how)
    stack("413/50", *cadres, "4I/20", **how)
    illegal(*divisions, *cadres, "4I/20", **how)
    illegal(*divisions, *cadres, **how, off=("cadre-size",))


@case("7.14")
def test_of_a_regiment_and_two_cadres_two_attack():
    """OTR-092: the regiment and a cadre, or both cadres; the third would be a second regiment (7.21)."""
    game = fight(
        ("110/112/53", WEST, 3),
        ("339/167/53", WEST, CADRE),
        ("315/167/53", WEST, CADRE),
        ("299/50", MIDDLE, 3),
    )
    attacks = {frozenset(order.split()[2:]) for order in offered(game, "attack")}
    regiment, one, other = "110/112/53", "339/167/53", "315/167/53"
    pairs = {frozenset(pair) for pair in ((regiment, one), (regiment, other), (one, other))}
    assert attacks == pairs | {frozenset([unit]) for unit in (regiment, one, other)}
    assert refused(game, f"attack {MIDDLE} {regiment} {one} {other}").case == "7.21"


DIVISION = (
    ("339/167/53", WEST, 3), ("331/167/53", NORTH_WEST, 3), ("315/167/53", NORTH_WEST, CADRE),
    ("299/50", MIDDLE, 3),
)  # fmt: skip

BEYOND = "C3423"
"""West of WEST, and next to nobody else."""
APART = (
    ("339/167/53", NORTH_WEST, 3), ("331/167/53", NORTH_WEST, 3), ("315/167/53", WEST, CADRE),
    ("110/112/53", WEST, 3), ("299/50", MIDDLE, 3),
)  # fmt: skip


@case("7.14")
@pytest.mark.parametrize(
    ("attackers", "off", "shift"),
    [
        ("339/167/53 331/167/53", (), 1),  # OTR-094: the cadre stands by and counts
        ("339/167/53 315/167/53", (), 1),  # it attacks in the place of a regiment
        ("339/167/53 331/167/53 315/167/53", (), 0),  # OTR-093: it attacks free beside one (R27)
        ("339/167/53 331/167/53 315/167/53", ("cadre-size",), 1),
    ],
)
def test_a_cadre_that_attacks_beside_a_regiment_makes_no_division_whole(attackers, off, shift):
    game = fight(*DIVISION, off=off)
    found = game.preview(f"attack {MIDDLE} {attackers}").modifiers
    assert sum(m.value for m in found if m.key == "integrity") == shift


@case("7.14", "7.21")
@pytest.mark.parametrize(
    ("elsewhere", "attackers", "shift"),
    [
        ("", "339/167/53 315/167/53", 1),  # the cadre attacks in the place of a regiment
        ("110/112/53", "339/167/53 315/167/53", 0),  # another regiment of its stack takes that place
        ("110/112/53", "339/167/53", 1),  # the cadre stands by
        ("315/167/53", "339/167/53", 1),
        ("110/112/53 315/167/53", "339/167/53", 0),  # it fights free, in the other combat
    ],
)
def test_a_cadre_is_no_regiment_beside_one_of_its_stack_that_attacks_another_hex(elsewhere, attackers, shift):
    """R79: two regiments of the 167th in the north-west; their third and one of the 112th in the west."""
    game = fight(*APART, ("260/50", BEYOND, 3))
    if elsewhere:
        give(game, f"attack {BEYOND} {elsewhere}")
    found = game.preview(f"attack {MIDDLE} {attackers}").modifiers
    assert sum(m.value for m in found if m.key == "integrity") == shift


@case("7.14", "7.21", "9.41")
@pytest.mark.parametrize("first", [MIDDLE, BEYOND])
def test_it_makes_no_difference_which_of_the_two_combats_is_fought_first(first, tmp_path):
    game = fight(*APART, ("260/50", BEYOND, 3), charts=always(tmp_path, "D0(1)"), dice=(3, 3, 3, 3))
    give(game, f"attack {MIDDLE} 339/167/53 315/167/53", f"attack {BEYOND} 110/112/53", "end")
    events = give(game, f"resolve {first}")
    while game.decision.phase == "german combat":
        orders = [str(order) for order in game.orders]
        events += game.push("end" if "end" in orders else orders[0])
    fought = happened(events, "combat")
    assert [combat["target"] == first for combat in fought] == [True, False]
    assert not any("9.41" in modifier for combat in fought for modifier in combat["modifiers"])


PAIR = ("315/167/53", "256/112/53")
"""Cadres of two divisions, the one of the 167th first by counter number."""
REST = {"167": ("339/167/53", "331/167/53"), "112": ("110/112/53", "258/112/53")}


@case("7.14", "9.41")
@pytest.mark.parametrize(
    ("whole", "shift"),
    [(("167",), 1), (("112",), 1), (("167", "112"), 1)],  # one of the two counts, and no more
)
def test_of_two_cadres_that_attack_together_the_owner_counts_the_one_that_helps(whole, shift):
    """R80."""
    places = dict(zip(whole, (NORTH_WEST, SOUTH_WEST), strict=False))
    rest = [(name, places[division], 3) for division in whole for name in REST[division]]
    game = fight(*[(name, WEST, CADRE) for name in PAIR], *rest, ("299/50", MIDDLE, 3))
    attackers = " ".join([*PAIR, *[REST[division][0] for division in whole]])
    found = game.preview(f"attack {MIDDLE} {attackers}").modifiers
    assert sum(m.value for m in found if m.key == "integrity") == shift


@case("7.14", "9.41")
def test_of_two_cadres_that_attack_different_hexes_the_first_counts():
    """R80: with both divisions whole otherwise, the 167th has its shift, and the 112th has none."""
    pair = [(name, WEST, CADRE) for name in PAIR]
    rest = [(name, hex_, 3) for d, hex_ in (("167", NORTH_WEST), ("112", "C3324")) for name in REST[d]]
    game = fight(*pair, *rest, ("299/50", MIDDLE, 3), ("260/50", BEYOND, 3))
    orders = [f"attack {MIDDLE} 339/167/53 {PAIR[0]}", f"attack {BEYOND} 110/112/53 {PAIR[1]}"]
    for order, other, shift in ((orders[0], orders[1], 1), (orders[1], orders[0], 0)):
        again = game.fork(random.Random(1))
        give(again, other)
        found = again.preview(order).modifiers
        assert sum(m.value for m in found if m.key == "integrity") == shift


@case("7.14", "9.42")
@pytest.mark.parametrize("beside", ["339/167/53", "110/112/53"])
def test_so_he_does_in_defence(beside):
    """R80: whichever of the divisions the regiment next to the two cadres is of."""
    units = (*[(name, MIDDLE, CADRE) for name in PAIR], (beside, WEST, 3), ("413/50", EAST, 12))
    game = fight(*units, side="soviet", dice=(6, 6))
    (combat,) = happened(give(game, f"attack {MIDDLE} 413/50", "end"), "combat")
    assert (-1, "divisional integrity of the defender", "9.42") in combat["modifiers"]


@case("7.14", "9.13")
def test_a_stack_has_done_its_duty_without_the_cadre_that_stands_by():
    game = fight(*DIVISION)
    give(game, f"attack {MIDDLE} 339/167/53 331/167/53")
    assert game.why_not("end") is None
    off = fight(*DIVISION, off=("cadre-size",))
    give(off, f"attack {MIDDLE} 339/167/53 331/167/53")
    assert refused(off, "end").case == "9.13"


@case("7.14", "9.13")
def test_a_cadre_that_fights_beside_its_regiment_excuses_no_battalion():
    """R27: beside a free cadre a regiment and two battalions fight; without it, as many as there are."""
    units = [(name, WEST, CADRE if name == "394/3P/24" else 4) for name in PANZER]
    for attackers, done in ((PANZER, True), (PANZER[:3], False), (PANZER[::2], False), (PANZER[1:], True)):
        game = fight(*units, ("299/50", MIDDLE, 3))
        give(game, f"attack {MIDDLE} {' '.join(attackers)}")
        assert (game.why_not("end") is None) == done, attackers


@case("7.14", "9.42")
def test_a_defender_may_leave_the_cadre_out_for_integrity():
    """R71: the regiment alone has a cadre of its division standing by with it; together they have nobody."""
    game = fight(
        ("339/167/53", MIDDLE, 3), ("315/167/53", MIDDLE, CADRE), ("299/50", WEST, 3),
        side="soviet", dice=(6, 6),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 299/50", "end")
    assert offered(game, "defend") == ["defend 339/167/53 315/167/53", "defend 339/167/53"]
    (combat,) = [e.facts for e in game.push("defend 339/167/53") if e.kind == "combat"]
    assert (-1, "divisional integrity of the defender", "9.42") in combat["modifiers"]


@case("7.15")
def test_soviet_battalions_alone_stack_without_limit():
    """R28: OTR-007, OTR-095; and all of them may fight."""
    rules = typhoon.engine.registry.find_rules("operation-typhoon-revision")
    small = [c.unit for c in rules.counters if c.side == "soviet" and c.size in ("II", "coy")][:5]
    assert len(small) == 5
    stack(*small, phase="soviet combat")
    illegal(*small[:3], "50/Bldin", phase="soviet combat")
    illegal(*small[:2], "299/50", phase="soviet combat")
    illegal(*small[:2], phase="soviet combat", off=("small-stacks",))
    game = fight(*[(name, WEST) for name in small], ("339/167/53", MIDDLE, 3), side="soviet")
    assert game.why_not(f"attack {MIDDLE} {' '.join(small)}") is None


def marching(*off, **units):
    return position(*off, turn=5, phase="german movement", units=units, supported=[], weather="clear")


@case("7.16")
def test_a_tank_battalion_stays_in_touch():
    """R29: OTR-096: with fourteen points it goes nowhere but next to a regiment or cadre of its division."""
    units = {"I6/3P/24": MIDDLE, "3/3P/24": EAST, "394/3P/24": {"hex": "C3428", **CADRE}, "12/4P/24": WEST}
    game = marching(**units)
    near = set(reach(marching(**{"3/3P/24": EAST, "I6/3P/24": "C2050"}), "3/3P/24"))
    assert near, "regiments are free to go"
    goals = set(reach(game, "I6/3P/24"))
    assert {EAST, "C3427", "C3428", "C3429", NORTH_EAST} <= goals
    assert WEST not in goals and "C3431" not in goals
    ruling = refused(game, f"move I6/3P/24 {MIDDLE}-{WEST}")
    assert ruling.case == "7.16" and "stays with" in ruling.text
    assert WEST in reach(marching("tank-escort", **units), "I6/3P/24")
    give(game, f"move 3/3P/24 {EAST}-{NORTH_WEST}")
    assert WEST in reach(game, "I6/3P/24"), "where the regiment stands at that moment"


@case("7.16")
def test_a_stack_goes_together_where_its_regiment_goes_first():
    """Alone the battalion stays near the regiment; with it, it goes as far as both can."""
    units = {"I6/3P/24": MIDDLE, "3/3P/24": MIDDLE}
    game = marching(**units)
    alone, together = (game.destinations(group, "move") for group in (["I6/3P/24"], [*units]))
    farther = set(together) - set(alone)
    assert farther and set(together) <= set(game.destinations(["3/3P/24"], "move"))
    (goal, *_) = sorted(farther)
    assert refused(game, f"move I6/3P/24 {MIDDLE}-{goal}").case == "7.16"
    give(game, f"move 3/3P/24 {MIDDLE}-{goal}", f"move I6/3P/24 {MIDDLE}-{goal}")
    assert game.destinations(["nobody", "I6/3P/24"], "move") == {}


@case("7.16")
def test_movement_is_not_over_while_a_stray_battalion_can_join():
    units = {"I6/3P/24": MIDDLE, "3/3P/24": "C3429"}
    game = marching(**units)
    assert refused(game, "end").case == "7.16"
    assert "C3420" not in reach(game, "I6/3P/24"), "who can come into touch goes nowhere else"
    give(game, f"move I6/3P/24 {MIDDLE}-C3428", "end")
    marching("tank-escort", **units).push("end")


@case("7.16")
def test_a_battalion_that_cannot_join_is_free():
    """Nobody to join, too far away, or no room there."""
    alone = marching(**{"I6/3P/24": MIDDLE})
    assert WEST in reach(alone, "I6/3P/24") and alone.why_not("end") is None
    far = marching(**{"I6/3P/24": {"hex": MIDDLE, "supply": "isolated"}, "3/3P/24": "C3450"})
    assert WEST in reach(far, "I6/3P/24")
    assert "I6/3P/24 is out of touch" in far.preview("end").texts[0]
    far.push("end")


@case("7.16")
def test_a_battalion_takes_the_town_that_it_passes_on_its_way_to_its_regiment():
    """It may not stop in Lukhovitsy, two hexes from the regiment, but the road there leads through it."""
    game = marching(**{"I6/3P/24": "C3949", "3/3P/24": "C3952"})
    assert "C3950" not in reach(game, "I6/3P/24")
    give(game, "move I6/3P/24 C3949-C3951")
    assert game.ask("control", "C3950") == "german"
