"""9.1 and 9.2: who must attack, who may, and with whom."""

import random
from collections import Counter

import pytest

from tests.games.operation_typhoon.combat_by_hand import Field, skirmish
from tests.games.operation_typhoon.fights import (
    EAST,
    MIDDLE,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    attack,
    counters,
    fight,
    odds,
)
from tests.games.operation_typhoon.positions import give, happened, offered, position, refused, told
from typhoon import Game
from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition

TULA, WEST_OF_TULA = "C1820", "C1819"
ENTRENCHED, BESIDE_IT = "C2018", "C2017"  # of the ring around Tula


def duty(game: Game) -> str:
    """The case that keeps the declarations open, or nothing."""
    ruling = game.why_not("end")
    return ruling.case if ruling else ""


# The duty to attack


@case("9.11", "9.13", "6.41")
def test_units_in_a_zone_of_control_must_attack():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4))
    ruling = refused(game, "end")
    assert ruling.case == "6.41"
    assert MIDDLE in ruling.text
    give(game, f"attack {MIDDLE} 339/167/53")
    assert game.why_not("end") is None


@case("9.11")
def test_every_enemy_whose_zone_one_is_in_must_be_attacked_by_somebody():
    game = fight(
        ("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4)
    )
    give(game, f"attack {MIDDLE} 339/167/53")
    ruling = refused(game, "end")
    assert ruling.case == "6.41"
    assert NORTH_WEST in ruling.text


@case("9.11", "9.15")
def test_combats_are_resolved_in_any_order():
    game = fight(
        ("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("110/112/53", "C3028", 4), ("260/50", "C3029", 4),
        dice=(1, 2, 1, 2),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53", "attack C3029 110/112/53", "end")
    assert offered(game, "resolve") == [f"resolve {MIDDLE}", "resolve C3029"]
    assert happened(give(game, "resolve C3029"), "combat")[0]["target"] == "C3029"


@case("9.13", "9.12")
def test_everybody_in_a_zone_must_attack_as_far_as_the_stack_allows():
    """One regiment and two battalions fight out of a German hex; both battalions are owed too (R78)."""
    game = fight(("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("II35/4P/24", WEST), ("299/50", MIDDLE, 4))
    give(game, f"attack {MIDDLE} 12/4P/24 I35/4P/24")
    assert refused(game, "end").case == "9.13"
    give(game, f"cancel {MIDDLE}", f"attack {MIDDLE} 12/4P/24 I35/4P/24 II35/4P/24")
    assert game.why_not("end") is None


@case("9.12", "9.13")
def test_units_beyond_the_limits_of_a_stack_are_excused():
    """Three regiments: only one may fight (7.21)."""
    regiments = [(f"{number}/167/53", WEST, 4) for number in (339, 315, 331)]
    game = fight(*regiments, ("299/50", MIDDLE, 4))
    assert refused(game, f"attack {MIDDLE} 339/167/53 315/167/53").case == "7.21"
    give(game, f"attack {MIDDLE} 331/167/53")
    assert game.why_not("end") is None


@case("9.12")
def test_a_soviet_stack_fights_with_a_division_and_a_brigade():
    game = fight(("299/50", WEST, 4), ("32/50", WEST, 1), ("339/167/53", MIDDLE, 4), side="soviet")
    assert f"attack {MIDDLE} 299/50 32/50" in game.orders
    game = fight(("299/50", WEST, 4), ("260/50", WEST, 4), ("339/167/53", MIDDLE, 4), side="soviet")
    assert refused(game, f"attack {MIDDLE} 299/50 260/50").case == "7.22"


@case("9.13", "6.41")
def test_nobody_is_held_back_because_a_weaker_unit_attacks_his_neighbours():
    """A battalion takes on two divisions as one combat, and the regiments left and right of it stand by.

    Nobody may be attacked twice (9.15), so the duty of the regiments keeps the declarations open.
    """
    game = fight(
        ("I6/3P/24", "C2247"), ("339/167/53", "C2246", 4), ("110/112/53", "C2248", 4),
        ("413/50", "C2347", 8), ("299/50", "C2348", 4),
    )  # fmt: skip
    give(game, "attack C2347+C2348 I6/3P/24")
    ruling = refused(game, "end")
    assert ruling.case == "9.13"
    assert "C2246" in ruling.text
    assert "C2248" in ruling.text
    assert refused(game, "attack C2347 339/167/53").case == "9.15"
    give(game, "propose")
    attackers = {c["target"]: set(c["units"]) for c in told(game)["combats"]}
    assert attackers.keys() == {"C2347", "C2348"}
    assert set().union(*attackers.values()) == {"I6/3P/24", "339/167/53", "110/112/53"}
    assert game.why_not("end") is None


@case("9.13", "9.21")
def test_a_unit_shut_out_of_the_combat_against_its_only_neighbour_must_be_let_in():
    """315 is beside the middle only; the combat against both hexes is open to 339 alone."""
    game = fight(
        ("339/167/53", WEST, 4),
        ("315/167/53", SOUTH_EAST, 4),
        ("299/50", MIDDLE, 4),
        ("260/50", NORTH_WEST, 4),
    )
    give(game, f"attack {NORTH_WEST}+{MIDDLE} 339/167/53")
    assert duty(game) == "9.13"
    assert refused(game, f"attack {MIDDLE} 315/167/53").case == "9.15"
    give(game, f"cancel {NORTH_WEST}+{MIDDLE}")
    give(game, f"attack {NORTH_WEST} 339/167/53", f"attack {MIDDLE} 315/167/53")
    assert duty(game) == ""


@case("9.14", "9.13")
def test_a_sortie_does_not_excuse_those_outside():
    """From the city 110 takes on both enemies; 339 in the open is next to one of them alone."""
    game = fight(
        ("110/112/53", TULA, 4),
        ("339/167/53", "C1818", 4),
        ("299/50", WEST_OF_TULA, 4),
        ("260/50", "C1720", 4),
    )
    give(game, f"attack C1720+{WEST_OF_TULA} 110/112/53")
    assert duty(game) == "9.13"
    give(game, f"cancel C1720+{WEST_OF_TULA}", f"attack {WEST_OF_TULA} 339/167/53")
    assert duty(game) == ""  # 110 may stay where it is


HARMLESS = pytest.mark.parametrize(
    "harmless",
    [("50/Bldin", MIDDLE), ("299/50", MIDDLE, {"cadre": True}), ("Vnev/50", MIDDLE), ("Ind/20", MIDDLE)],
    ids=["HQ", "cadre", "battalion", "company"],
)


@case("9.0", "9.11", "9.13", "4.2")
@HARMLESS
def test_enemies_without_a_zone_must_be_attacked_too(harmless):
    """R11."""
    game = fight(("339/167/53", WEST, 4), harmless)
    ruling = refused(game, "end")
    assert ruling.case == "9.11"
    assert MIDDLE in ruling.text
    give(game, f"attack {MIDDLE} 339/167/53")
    assert duty(game) == ""


@case("9.0", "9.13")
@HARMLESS
def test_units_without_a_zone_must_attack_too(harmless):
    """R11: they are units next to an enemy; the regiment has no zone either when it is in hedgehog."""
    game = fight(harmless, ("339/167/53", WEST, 4), side="soviet")
    assert duty(game) == "6.41"
    name, *_ = harmless
    give(game, f"attack {WEST} {name}")
    assert duty(game) == ""
    game = fight(
        harmless, ("339/167/53", WEST, 4), side="soviet", hedgehogs=[WEST], options={"hedgehogs": "yes"}
    )
    assert duty(game) == "9.11"


@case("9.11", "6.41")
def test_a_zone_and_an_hq_beside_one_stack_are_two_duties():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("50/Bldin", NORTH_WEST))
    give(game, f"attack {MIDDLE} 339/167/53")
    assert duty(game) == "9.11"
    give(game, f"cancel {MIDDLE}", f"attack {NORTH_WEST}+{MIDDLE} 339/167/53")
    assert duty(game) == ""


@case("9.14")
@pytest.mark.parametrize(("hex_", "beside"), [(TULA, WEST_OF_TULA), ("C1317", "C1318")], ids=["city", "town"])
def test_units_in_a_town_or_city_need_not_attack_but_may(hex_, beside):
    german = fight(("339/167/53", hex_, 4), ("299/50", beside, 4))
    assert german.why_not("end") is None
    assert f"attack {beside} 339/167/53" in german.orders
    soviet = fight(("339/167/53", beside, 4), ("299/50", hex_, 4), side="soviet")
    assert soviet.why_not("end") is None


@case("9.14", "14.22")
def test_an_entrenchment_excuses_soviet_units_only():
    """R63."""
    assert (
        fight(("299/50", ENTRENCHED, 4), ("339/167/53", BESIDE_IT, 4), side="soviet").why_not("end") is None
    )
    assert duty(fight(("339/167/53", ENTRENCHED, 4), ("299/50", BESIDE_IT, 4))) == "6.41"


@case("9.14")
def test_enemies_beside_a_town_must_still_attack_it_unless_they_stand_in_one_too():
    assert duty(fight(("339/167/53", WEST_OF_TULA, 4), ("299/50", TULA, 4))) == "6.41"
    assert duty(fight(("339/167/53", TULA, 4), ("299/50", "C1720", 4))) == ""


@case("9.13", "16.22")
def test_uncommitted_units_attack_nobody():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4, {"uncommitted": True}), side="soviet")
    assert game.why_not("end") is None
    assert refused(game, f"attack {WEST} 299/50").case == "16.22"


@case("9.15")
def test_nobody_attacks_twice_or_is_attacked_twice():
    game = fight(
        ("339/167/53", WEST, 4), ("110/112/53", EAST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4)
    )
    give(game, f"attack {MIDDLE} 339/167/53")
    assert refused(game, f"attack {NORTH_WEST} 339/167/53").case == "9.15"
    assert refused(game, f"attack {MIDDLE} 110/112/53").case == "9.15"
    assert refused(game, f"attack {NORTH_WEST} 339/167/53 339/167/53").case == "9.15"


@case("9.15", "9.25")
def test_attacks_that_make_no_sense_are_refused_with_the_reason():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4))
    for order, case_ in (
        (f"attack {EAST} 339/167/53", "9.11"),
        (f"attack {MIDDLE}+{MIDDLE} 339/167/53", "9.25"),
        ("cancel C3425", "9.1"),
        ("air C3425 1", "9.1"),
    ):
        assert refused(game, order).case == case_
    for order in (
        "attack C9999 339/167/53",
        f"attack {MIDDLE} 299/50",
        f"attack {MIDDLE} nobody",
        "resolve C3425",
    ):
        refused(game, order)


# Several units and several hexes


@case("9.21", "9.25")
def test_a_lone_unit_attacks_all_its_neighbours_as_one_combat():
    """9 against 4 + 4 is 1-1."""
    game = fight(("17/31/43", WEST, 9), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4))
    order = f"attack {NORTH_WEST}+{MIDDLE} 17/31/43"
    assert odds(game, order) == "1-1"
    assert duty(game) == "6.41"
    give(game, order)
    assert duty(game) == ""


@case("9.22")
def test_units_of_different_hexes_attack_a_hex_together():
    """4 + 5 + 3 to 4 is 3-1."""
    game = fight(
        ("339/167/53", WEST, 4), ("110/112/53", EAST, 5), ("431/131/43", SOUTH_EAST, 3), ("299/50", MIDDLE, 4)
    )
    assert odds(game, f"attack {MIDDLE} 339/167/53 110/112/53 431/131/43") == "3-1"
    assert odds(game, f"attack {MIDDLE} 339/167/53") == "1-1"


@case("9.23")
def test_a_hex_is_attacked_as_a_whole():
    """4 + 1 in the hex: 5 to 5."""
    game = fight(("339/167/53", WEST, 5), ("299/50", MIDDLE, 4), ("32/50", MIDDLE, 1), dice=(6, 4))
    combat = attack(game, f"attack {MIDDLE} 339/167/53")
    assert combat["defense"] == 5
    assert set(combat["defenders"]) == {"299/50", "32/50"}


@case("9.23", "7.24")
def test_the_defender_chooses_among_units_that_cannot_all_defend_but_holds_back_no_more():
    game = fight(
        ("339/167/53", WEST, 4),
        ("299/50", MIDDLE, 4),
        ("260/50", MIDDLE, 7),
        ("50/Bldin", MIDDLE),
        dice=(6, 4),
    )
    give(game, f"attack {MIDDLE} 339/167/53", "end")
    assert game.decision.side == "soviet"
    assert offered(game, "defend") == ["defend 299/50 50/Bldin", "defend 260/50 50/Bldin"]
    assert refused(game, "defend 260/50").case == "7.24"
    assert refused(game, "defend 299/50 260/50 50/Bldin").case == "7.24"
    assert "nobody" in refused(game, "defend 260/50 nobody").text
    (combat,) = happened(give(game, "defend 50/Bldin 260/50"), "combat")  # in whatever order they are named
    assert combat["defense"] == 9


@case("9.25")
def test_the_targets_of_a_combat_are_named_in_any_order():
    """R79: north-west comes first in its name."""
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4))
    give(game, f"attack {MIDDLE}+{NORTH_WEST} 339/167/53")
    assert offered(game, "cancel") == [f"cancel {NORTH_WEST}+{MIDDLE}"]
    give(game, f"cancel {MIDDLE}+{NORTH_WEST}")
    assert offered(game, "cancel") == []


@case("9.24")
def test_units_of_a_stack_may_attack_different_hexes_within_the_limits_of_the_stack():
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4),
        dice=(6, 4, 6, 4),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24")
    assert game.why_not("end") is None
    regiments = fight(
        ("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4)
    )
    give(regiments, f"attack {MIDDLE} 339/167/53")
    assert refused(regiments, f"attack {NORTH_WEST} 315/167/53").case == "7.21"


@case("9.25")
def test_in_one_combat_every_attacker_is_next_to_every_defender():
    game = fight(
        ("339/167/53", WEST, 4),
        ("110/112/53", SOUTH_WEST, 4),
        ("299/50", MIDDLE, 4),
        ("260/50", NORTH_WEST, 4),
    )
    ruling = refused(game, f"attack {NORTH_WEST}+{MIDDLE} 339/167/53 110/112/53")
    assert (ruling.case, "110/112/53" in ruling.text) == ("9.25", True)
    assert f"attack {MIDDLE} 339/167/53 110/112/53" in game.orders
    assert f"attack {NORTH_WEST}+{MIDDLE} 339/167/53" in game.orders


@case("9.26")
def test_of_several_target_hexes_the_terrain_best_for_the_defender_counts():
    """Tula is a city, C1819 beside it is not: together they are fought on the line of the city."""
    game = fight(("339/167/53", "C1720", 4), ("299/50", TULA, 2), ("260/50", WEST_OF_TULA, 2))
    terrain = {number: game.rules.board.rows[number].terrain for number in (TULA, WEST_OF_TULA)}
    assert terrain == {TULA: "city", WEST_OF_TULA: "clear"}
    assert game.preview(f"attack {WEST_OF_TULA}+{TULA} 339/167/53").column == "1-1 on City, Rough"
    assert game.preview(f"attack {WEST_OF_TULA} 339/167/53").column == "2-1 on Clear"


# Proposals


def random_position(rng: random.Random) -> tuple[str, dict]:
    """Units of both sides thrown into a few hexes, some of them cadres, some uncommitted."""
    rules = fight(("339/167/53", WEST)).rules
    grid, ground = rules.ground_of("C").grid, rules.ground_of("C")
    centre = grid.index(f"C{rng.randint(4, 36):02}{rng.randint(4, 50):02}")
    hexes = grid.numbers(grid.disc(centre, rng.randint(1, 3)) & ground.open)
    rng.shuffle(hexes)
    cut = rng.randint(1, max(1, len(hexes) - 1))
    units = {}
    for side, mine in (("german", hexes[:cut]), ("soviet", hexes[cut:])):
        pool = rng.sample([c.unit for c in counters().values() if c.side == side], 130)
        for hex_ in mine:
            for _ in range(rng.choice([0, 1, 1, 2, 3])):
                state = {"hex": hex_}
                unit = pool.pop()
                if counters()[unit].class_ and rng.random() < 0.25:
                    state["cadre"] = True
                if side == "soviet" and rng.random() < 0.1:
                    state["uncommitted"] = True
                units[unit] = state
    return rng.choice(["german", "soviet"]), units


@case("9.13", "9.11", "9.21")
def test_a_proposal_is_always_legal_and_complete():
    """Whatever has been declared before; every combat it makes could be declared by hand."""
    tried = 0
    for seed in range(300):
        rng = random.Random(seed)
        side, units = random_position(rng)
        try:
            game = position(turn=5, phase=f"{side} combat", units=units)
        except ImpossiblePosition:
            continue  # overstacked
        by_hand = position(turn=5, phase=f"{side} combat", units=units)
        if not any(order.verb == "attack" for order in game.orders):
            continue
        for _ in range(rng.choice([0, 0, 1, 2])):
            if attacks := [order for order in game.orders if order.verb == "attack"]:
                game.push(rng.choice(attacks))
        give(game, "propose")
        assert game.why_not("end") is None, seed
        for combat in game.rules.snapshot(game.position).get("combats", []):
            give(by_hand, f"attack {combat['target']} {' '.join(combat['units'])}")
        assert by_hand.why_not("end") is None
        tried += 1
    assert tried > 60


@case("9.13", "9.11", "9.14")
def test_a_proposal_is_found_wherever_there_is_one_and_calls_off_only_what_is_in_its_way():
    """Worked out by hand: all ways of completing what has been declared are tried.

    Before anything is declared there always is one.  What has been declared stays declared as it was, with
    others joining in perhaps, exactly when the duties can be met with it.
    """
    seen = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        side, units = rng.choice(["german", "soviet"]), skirmish(rng)
        try:
            game = position(turn=5, phase=f"{side} combat", units=units)
        except ImpossiblePosition:
            continue  # overstacked
        if (field := Field(game)).obliged(side):
            assert field.can_be_completed(side, {})
        for _ in range(rng.choice([0, 1, 1, 2])):
            if attacks := [order for order in game.orders if order.verb == "attack"]:
                game.push(rng.choice(attacks))
        before = Field(game)
        can_stay = before.can_be_completed(side, before.declared())
        give(game, "propose")
        after = Field(game)
        assert after.is_complete(side, after.declared()), seed
        assert game.why_not("end") is None
        stays = all(
            units <= after.declared().get(hexes, frozenset()) for hexes, units in before.declared().items()
        )
        assert stays == can_stay, seed
        seen[bool(before.combats), can_stay] += 1
    assert min(seen[False, True], seen[True, True], seen[True, False]) > 20, seen


@case("9.13")
def test_a_proposal_keeps_what_has_been_declared_where_it_can():
    game = fight(
        ("339/167/53", WEST, 4), ("110/112/53", EAST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4),
        ("431/131/43", NORTH_EAST, 3), air={"german": 2, "soviet": 0},
    )  # fmt: skip
    give(game, f"attack {NORTH_WEST} 339/167/53", f"air {NORTH_WEST} 2", "propose")
    combats = {c["target"]: c for c in game.rules.snapshot(game.position)["combats"]}
    assert combats[NORTH_WEST]["air"] == 2
    assert "339/167/53" in combats[NORTH_WEST]["units"]
    assert game.why_not("end") is None
