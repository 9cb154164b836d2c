"""Choices that are a player's, and what is proposed where a chore is to be done."""

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    ENGINEERS,
    GUN,
    HQ16,
    HQ22,
    INFANTRY,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    OTHER_TANKS,
    PANZERS,
    POINT,
    RECON,
    SOVIET_GUN,
    SOVIETS,
    TANKS,
    THIRD_SOVIETS,
    give,
    happened,
    nonop,
    offered,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")
GROUNDED = dict.fromkeys(LAW.air_ids, "flown")
HQ29 = "S-HQ-29"


def proposal(game):
    """The orders that are proposed; something of them is shown beforehand."""
    assert game.preview("propose") is not None
    return [str(order) for order in game.position.frames[-1].proposed(game.position)]


# Reactions


REACTING = {
    INFANTRY: "P3130",
    OTHER_INFANTRY: "P3330",
    SOVIETS: "P3131",
    OTHER_SOVIETS: "P3331",
    TANKS: "P3134",
    OTHER_TANKS: "P3334",
}
COMBATS = [{"target": "P3131", "units": [INFANTRY]}, {"target": "P3331", "units": [OTHER_INFANTRY]}]


@case("B14.2", "B14.3", "B22.2")
def test_whoever_reacts_near_two_attacked_hexes_says_to_which_and_by_whose_command():
    """Both hexes are within three of P3234; the HQs have a command of 1 and 3."""
    units = {**REACTING, TANKS: "P3233", OTHER_TANKS: "P3134", HQ22: "P3135", HQ16: "P3335"}
    game = position(units=units, phase="soviet reaction", combats=COMBATS)
    give(game, f"react {TANKS} P3233-P3131")
    assert offered(game, "answer") == ["answer P3131", "answer P3331"]
    assert refused(game, "answer P3130").case == "B14.2"
    assert refused(game, "end").case == "B14.2"
    give(game, "answer P3331")
    assert offered(game, "appoint") == [f"appoint {HQ16}", f"appoint {HQ22}"]  # the most command first
    assert proposal(game) == [f"appoint {HQ16}"]
    assert refused(game, f"appoint {HQ29}").case == "B22.2"
    give(game, f"appoint {HQ22}")
    assert unit(game, HQ22)["reactions"] == 1 and "reactions" not in unit(game, HQ16)
    give(game, f"react {OTHER_TANKS} P3134-P3131")  # P3131 is left to react to, and HQ 16 can command it


@case("B14.2")
def test_nobody_is_asked_what_cannot_matter():
    """One unit that can react at all: nearest hex, most command."""
    units = {**REACTING, TANKS: "P3233", HQ22: "P3135", HQ16: "P3335"}
    del units[OTHER_TANKS]
    game = position(units=units, phase="soviet reaction", combats=COMBATS)
    give(game, f"react {TANKS} P3233-P3131")
    assert game.decision.phase == "german combat"


@case("B14.6", "B22.2")
def test_the_soviet_player_says_which_hq_gives_a_sealed_order():
    """Woods in N0817 and N1017; HQ 22 reaches the first alone, HQ 16 both."""
    units = {
        INFANTRY: "N0816",
        SOVIETS: "N0817",
        OTHER_INFANTRY: "N1016",
        OTHER_SOVIETS: "N1017",
        HQ22: "N0719",
        HQ16: "N0920",
    }
    combats = [{"target": "N0817", "units": [INFANTRY]}, {"target": "N1017", "units": [OTHER_INFANTRY]}]
    game = position(units=units, phase="soviet reaction", combats=combats)
    give(game, "seal N0817 no-retreat")
    assert offered(game, "appoint") == [f"appoint {HQ16}", f"appoint {HQ22}"]
    give(game, f"appoint {HQ22}")
    assert unit(game, HQ22)["orders_given"] == 1
    other = position(units=units, phase="soviet reaction", combats=combats)
    give(other, "seal N0817 additional-retreat", f"appoint {HQ22}")
    assert game.view("german").encode() == other.view("german").encode()


# The Soviet rear


@case("B7.5")
def test_the_soviet_player_chooses_the_air_unit_that_comes_back():
    air = dict.fromkeys(("S-IL-2-1", "S-I-153-1"), "destroyed")
    game = position(units={SOVIETS: "P4130"}, phase="replacements", dice=[10], air=air)
    assert offered(game, "replace") == ["replace S-IL-2-1", "replace S-I-153-1"]
    assert proposal(game) == ["replace S-IL-2-1"]
    assert refused(game, "replace S-SB-2-1").case == "B7.5"
    events = give(game, "replace S-I-153-1")
    assert happened(events, "air_replaced") == [{"unit": "S-I-153-1"}]
    assert told(game)["air"]["S-I-153-1"] == "flown" and told(game)["air"]["S-IL-2-1"] == "destroyed"
    default = position(units={SOVIETS: "P4130"}, phase="replacements", dice=[10], air=air)
    give(default, "end")
    assert told(default)["air"]["S-IL-2-1"] == "flown"


@case("B20.1", "B20.2")
def test_replacements_are_proposed_to_those_who_gain_most():
    """Die 3 gives two points. 3-4 from 1-1 to 2-3 gains three, cavalry from 1-1 to 2-2 two."""
    units = {
        SOVIETS: {"hex": "P4130", "lost": 2},
        OTHER_SOVIETS: {"hex": "P4230", "lost": 1},
        CAVALRY: {"hex": "P4330", "lost": 1},
    }
    game = position(units=units, phase="replacements", dice=[3])
    assert proposal(game) == [f"restore {SOVIETS}", f"restore {OTHER_SOVIETS}"]
    give(game, "propose")
    assert unit(game, SOVIETS)["lost"] == 1 and "lost" not in unit(game, OTHER_SOVIETS)


@case("B21.2", "B21.1")
def test_the_soviet_player_chooses_the_order_of_the_surrender_rolls():
    """Two hexes of divisions, each in a ring of Germans."""
    rings = {"P0834": SOVIETS, "P1426": OTHER_SOVIETS}
    names = iter([c.unit for c in LAW.counters if c.type == "infantry div"])
    units = {}
    for hex_, victim in rings.items():
        units[victim] = hex_
        around = LAW.grid.numbers(LAW.grid.around(LAW.grid.index(hex_)))
        units |= {next(names): number for number in around}
    game = position(
        units=units, phase="game turn interphase", dice={"surrender P0834": [1], "surrender P1426": [1]}
    )
    assert game.decision.side == "soviet"
    assert sorted(offered(game, "resolve")) == ["resolve P0834", "resolve P1426"]
    assert refused(game, "resolve P0835").case == "B21.1"
    events = give(game, "resolve P1426")
    assert [facts["hex"] for facts in happened(events, "surrender")] == [
        "P1426",
        "P0834",
    ]  # the last by itself


# Chores


@case("B6.10", "B15.2")
def test_a_point_or_a_gun_of_the_proposal_is_taken_out_again():
    units = {INFANTRY: "P0834", GUN: "P0833", SOVIETS: "P0835", POINT: "P0830"}
    combats = [{"target": "P0835", "units": [INFANTRY]}]
    game = position(units=units, phase="german combat", combats=combats, air=GROUNDED)
    assert proposal(game) == [f"spend {POINT}", f"gun P0835 {GUN}"]
    give(game, "propose")
    assert game.preview("fight").attack == 11 and game.preview("fight").modifier == 0
    give(game, f"rest {GUN}")
    assert game.preview("fight").attack == 7 and game.preview("fight").modifier == 0
    give(game, f"gun P0835 {GUN}", f"rest {POINT}")  # no supply, no guns
    assert game.preview("fight").attack == 7 and game.preview("fight").modifier == 2
    assert refused(game, f"rest {GUN}").case == "B15.4"
    assert where(game, POINT) == "P0830"


@case("B14.4", "B15.5")
def test_a_gun_that_is_lost_supports_no_other_combat():
    """Alone in its hex it is overwhelmed before the combat that it was to fire in is fought."""
    units = {
        INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIET_GUN: "P0835", PANZERS: "P3130", SOVIETS: "P3131",
    }  # fmt: skip
    combats = [
        {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]},
        {"target": "P3131", "units": [PANZERS], "guns": [SOVIET_GUN]},
    ]
    game = position(units=units, phase="german combat", combats=combats, air=GROUNDED, dice=[1])
    give(game, "resolve P0835", "fight")
    assert where(game, SOVIET_GUN) in ("cadre", "barred")
    (left,) = told(game)["combats"]
    assert left["target"] == "P3131" and not left.get("guns")
    again = game.rules.restore(told(game))
    assert again.combats == game.position.combats


@case("B17.2", "B17.3")
def test_air_units_of_the_proposal_are_recalled_one_by_one():
    """Over one combat: three bombers with three points or more of support."""
    units = {INFANTRY: "P0834", SOVIETS: "P0835"}
    game = position(units=units, phase="german combat", combats=[{"target": "P0835", "units": [INFANTRY]}])
    shown = proposal(game)
    assert shown[:2] == ["fly G-Ju87-1 P0835", "fly G-Ju87-2 P0835"]  # two and two: no more than three count
    give(game, "propose", "recall G-Ju87-1")
    assert refused(game, "recall G-Ju87-1").case == "B17.3"
    assert "G-Ju87-1" not in told(game)["missions"] and "G-Ju87-2" in told(game)["missions"]
    give(game, "fly G-Ju87-3 P0835")


@case("B16.7")
def test_a_retreat_is_proposed_out_of_danger_and_by_the_enemy_into_it():
    """Panzers near P1036 are a danger to whoever retreats to the east."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", PANZERS: "P1137", SOVIETS: "P0835"}
    combat = {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]}
    game = position(units=units, phase="german combat", combats=[combat], air=GROUNDED, dice=[3])
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    (order,) = proposal(game)
    assert LAW.grid.distance(LAW.grid.index(order.split()[1][-5:]), LAW.grid.index("P1137")) > 2
    give(game, "propose")
    assert where(game, SOVIETS) == order.split()[1][-5:]


@case("B16.10")
def test_the_strongest_is_proposed_to_advance_and_the_others_stay():
    units = {INFANTRY: "P0834", RECON: "P0834", SOVIETS: "P3131"}
    combat = {"target": "P0835", "units": [INFANTRY, RECON]}
    game = position(units=units, phase="german combat", combats=[combat], air=GROUNDED)
    assert proposal(game) == [f"advance {INFANTRY} P0834-P0835", "end"]
    give(game, "propose")
    assert (where(game, INFANTRY), where(game, RECON)) == ("P0835", "P0834")


@case("B18.5", "B19.2")
def test_works_are_proposed_in_places_that_count_and_railways_toward_the_front():
    """Vyazma (N3022) is worth points."""
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "N3022", INFANTRY: "P0834"}
    game = position(units=units, phase="soviet engineering", new_strongpoints=1, new_e_strongpoints=1)
    assert proposal(game) == ["fortify N3022 e", "fortify P3131 regular"]
    german = position(units={INFANTRY: "N0834", SOVIETS: "P3131"}, phase="german engineering")
    shown = proposal(german)
    assert shown and all(order.startswith("convert ") for order in shown)
    give(german, "propose")
    assert told(german)["converted"]


@case("22.2.6a recovery roll")
def test_all_are_proposed_to_roll_and_nobody_to_be_disbanded():
    units = {HQ16: nonop("P3131"), "S-HQ-49": nonop("P4130")}
    game = position(
        units=units,
        phase="game turn interphase",
        dice={key: [4] for key in ("recovery S-HQ-16", "recovery S-HQ-49")},
    )
    assert proposal(game) == [f"recover {HQ16}", "recover S-HQ-49", "end"]
    give(game, "propose")
    assert "nonop" not in unit(game, HQ16) and unit(game, "S-HQ-49")["nonop"]


@case("B10.2")
def test_as_little_as_will_do_is_proposed_to_be_removed():
    """Three divisions of 4 are two points too many; the engineer of 1 goes too when it is not enough."""
    stack = [INFANTRY, OTHER_INFANTRY, PANZERS, ENGINEERS]
    game = position(
        units={**dict.fromkeys(stack, "P0834"), THIRD_SOVIETS: "P3131"}, phase="german motorized movement"
    )
    give(game, "end")
    assert proposal(game) == [f"eliminate {ENGINEERS}"]
    give(game, "propose")
    assert where(game, ENGINEERS) == "lost"
