"""Combat (B12, B14 to B16): declaring, obligation, guns, orders, odds, losses, retreats, advance."""

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    ENGINEERS,
    GUN,
    HQ16,
    INFANTRY,
    MORE_RIFLES,
    NKVD,
    OTHER_GUN,
    OTHER_INFANTRY,
    OTHER_SOVIET_GUN,
    OTHER_SOVIETS,
    PANZERS,
    POINT,
    RECON,
    RIFLES,
    ROCKETS,
    SOVIET_GUN,
    SOVIETS,
    TANKS,
    THIRD_SOVIETS,
    give,
    happened,
    nonop,
    offered,
    position,
    reach,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")


def declaring(units, side="german", **given):
    return position(units=units, phase=f"{side} attack declaration", **given)


def fighting(units, target, attackers, side="german", **given):
    """A combat phase with one combat, at the moment before the die; no air units are ready."""
    grounded = dict.fromkeys(LAW.air_ids, "flown")
    combat = {"target": target, "units": attackers, **given.pop("combat", {})}
    return position(units=units, phase=f"{side} combat", combats=[combat], air=grounded, **given)


def battle(events):
    (facts,) = happened(events, "battle")
    return facts


# Declaring


@case("B12.1", "B12.2", "B12.5")
def test_an_attack_needs_odds_of_one_to_four():
    """2 against 9 is below 1-4; 3 against 9 is 1-3."""
    units = {INFANTRY: "P0834", TANKS: {"hex": "P0835", "lost": 1}, SOVIETS: "P0836"}
    game = declaring(units, "soviet")
    ruling = refused(game, f"attack P0834 {TANKS}")
    assert ruling.case == "B12.5"
    better = declaring({INFANTRY: "P0834", TANKS: "P0835"}, "soviet")
    give(better, f"attack P0834 {TANKS}")  # 4 against 9


@case("B12.2")
def test_only_units_with_attack_strength_next_to_the_hex_attack_and_each_once():
    units = {
        INFANTRY: "P0834",
        OTHER_INFANTRY: "P0831",
        GUN: "P0834",
        SOVIETS: "P0835",
        OTHER_SOVIETS: "P0935",
    }
    game = declaring(units)
    assert refused(game, f"attack P0835 {OTHER_INFANTRY}").case == "B12.2"
    assert refused(game, f"attack P0835 {GUN}").case == "B12.2"
    give(game, f"attack P0835 {INFANTRY}")
    assert refused(game, f"attack P0935 {INFANTRY}").case == "B12.2"
    assert refused(game, f"attack P0835 {INFANTRY}").case == "B12.2"


@case("B12.3")
def test_whoever_has_a_zone_on_an_attacking_hex_must_be_attacked_too():
    """P0834 is next to P0835 and to P0935: both have zones on it."""
    units = {INFANTRY: "P0834", PANZERS: "P0834", SOVIETS: "P0835", OTHER_SOVIETS: "P0935"}
    game = declaring(units)
    assert "end" in game.orders  # nobody must attack
    give(game, f"attack P0835 {INFANTRY}")
    ruling = refused(game, "end")
    assert ruling.case == "B12.3" and "P0935" in ruling.text
    give(game, f"attack P0935 {PANZERS}")
    assert "end" in game.orders


@case("B12.3")
def test_a_proposal_completes_what_is_owed_or_calls_off_what_cannot_be():
    units = {INFANTRY: "P0834", PANZERS: "P0834", SOVIETS: "P0835", OTHER_SOVIETS: "P0935"}
    game = declaring(units)
    give(game, f"attack P0835 {INFANTRY}", "propose")
    assert "end" in game.orders
    assert {combat["target"] for combat in told(game)["combats"]} == {"P0835", "P0935"}
    alone = declaring({INFANTRY: "P0834", SOVIETS: "P0835", OTHER_SOVIETS: "P0935"})
    give(alone, f"attack P0835 {INFANTRY}", "propose")
    assert "end" in alone.orders and "combats" not in told(alone)


@case("B12.4")
def test_one_attack_names_several_hexes_if_every_attacker_is_next_to_all_of_them():
    units = {INFANTRY: "P0834", PANZERS: "P0836", SOVIETS: "P0835", OTHER_SOVIETS: "P0935"}
    game = declaring(units)
    assert refused(game, f"attack P0835+P0935 {INFANTRY} {PANZERS}").case == "B12.4"
    preview = game.preview(f"attack P0835+P0935 {INFANTRY}")
    assert (preview.attack, preview.defense, preview.column) == (7, 8, "3-4")
    give(game, f"attack P0835+P0935 {INFANTRY}")
    assert "end" in game.orders


@case("B12.7", "B25.2")
def test_on_turn_one_only_southern_germans_attack():
    game = declaring({INFANTRY: "P0834", SOVIETS: "P0835"}, turn=1)
    assert refused(game, f"attack P0835 {INFANTRY}").case == "B12.7"


@case("B12.8")
def test_a_mandated_attack_needs_six_steps_and_three_to_two():
    units = {SOVIETS: "P0834", OTHER_SOVIETS: "P0834", TANKS: "P0834", PANZERS: "P0835"}
    game = declaring(units, "soviet", mandated=1)
    give(game, f"attack P0835 {SOVIETS} {OTHER_SOVIETS}")  # 6 to 4, six steps
    give(game, "mandate P0835")
    assert refused(game, "mandate P0835").case == "B12.8"
    give(game, "end")
    assert told(game).get("mandated", 0) == 0
    weak = declaring(units, "soviet", mandated=1)
    give(weak, f"attack P0835 {SOVIETS} {TANKS}")  # five steps
    assert refused(weak, "mandate P0835").case == "B12.8"
    none = declaring(units, "soviet")
    give(none, f"attack P0835 {SOVIETS} {OTHER_SOVIETS}")
    assert refused(none, "mandate P0835").case == "B12.8"


# Odds and modifiers


@case("B15.8", "B2.8")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (17, 6, "2-1"),
        (9, 6, "3-2"),
        (8, 10, "3-4"),
        (1, 4, "1-4"),
        (60, 5, "10-1"),
        (11, 1, "10-1"),
        (3, 4, "3-4"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack, defense, column):
    assert LAW.crt.columns[LAW.crt.column(attack, defense)] == column


@case("B15.8")
def test_below_one_to_four_there_is_no_column():
    assert LAW.crt.column(2, 9) == -1


@case("B6.10", "B6.11", "B15.9", "B16.3")
def test_an_attack_without_supply_has_two_more_on_the_die():
    """7 to 4 is 3-2; die 3 counts as 5 without a point: 1*/R. The asterisk costs a step more."""
    units = {INFANTRY: "P0834", SOVIETS: "P0835"}
    events = give(fighting(units, "P0835", [INFANTRY], dice=[3]), "fight")
    facts = battle(events)
    assert (facts["odds"], facts["modified"], facts["result"]) == ("3-2", 5, "1*/R")
    assert facts["modifiers"] == ((2, "attack without attack supply", "B6.11"),)
    assert happened(events, "lost_step")[-1]["left"] == 2  # two of four steps


@case("B6.10", "B16.3")
def test_a_point_within_seven_hexes_supplies_the_attack_and_is_spent():
    units = {INFANTRY: "P0834", SOVIETS: "P0835", POINT: "P0829"}
    game = fighting(units, "P0835", [INFANTRY], dice=[5])
    give(game, f"spend {POINT}")
    events = give(game, "fight")
    assert battle(events)["modified"] == 5
    assert where(game, POINT) == ""
    assert unit(game, INFANTRY).get("lost", 0) == 1  # 1*/R, and the asterisk costs nothing


@case("B15.9")
def test_modifiers_come_to_three_at_most():
    """Vyazma (city) across a river, a fortification there, NKVD and no supply: 6, counted as 3."""
    units = {NKVD: "N3022", INFANTRY: "N3021"}
    game = fighting(units, "N3022", [INFANTRY], strongpoints={"soviet": ["N3022"]})
    preview = game.preview("fight")
    assert preview.modifier == 3
    assert sum(m.value for m in preview.modifiers if m.key != "most") == 6


@case("B15.9", "B10.9")
def test_a_river_helps_only_if_all_attackers_cross_it():
    """N0203 and N0202 lie on both banks of the Kunya."""
    units = {SOVIETS: "N0202", INFANTRY: "N0203"}
    game = fighting(units, "N0202", [INFANTRY])
    assert "river" in {m.key for m in game.preview("fight").modifiers}
    dry = fighting({**units, PANZERS: "N0201"}, "N0202", [INFANTRY, PANZERS])
    assert "river" not in {m.key for m in dry.preview("fight").modifiers}


@case("B15.10")
def test_combined_arms_need_armor_light_troops_and_no_guns_against_them():
    units = {PANZERS: "P0834", RIFLES: "P0834", SOVIETS: "P0835"}

    def keys(units, attackers, **given):
        return {m.key for m in fighting(units, "P0835", attackers, **given).preview("fight").modifiers}

    assert "combined arms" in keys(units, [PANZERS, RIFLES])
    assert "combined arms" not in keys(units, [PANZERS])
    assert "combined arms" not in keys(units, [PANZERS, RIFLES], weather="mud")
    assert "combined arms" not in keys({**units, "S-16-AT": "P0835"}, [PANZERS, RIFLES])


@case("B15.11")
def test_a_panzer_division_with_its_regiment_and_two_more_has_integrity():
    units = {PANZERS: "P0834", RIFLES: "P0834", MORE_RIFLES: "P0834", SOVIETS: "P0835"}
    three = fighting(units, "P0835", [PANZERS, RIFLES, MORE_RIFLES]).preview("fight")
    two = fighting(units, "P0835", [PANZERS, RIFLES]).preview("fight")
    assert "integrity" in {m.key for m in three.modifiers}
    assert "integrity" not in {m.key for m in two.modifiers}


@case("B15.12", "B16.4")
def test_engineers_help_against_a_fortification_and_lose_the_first_step():
    """7 and 2 against 4 in works: 2-1. Die 4, +2, +1, -1: 6, 1*/R, and two steps for the asterisk."""
    units = {INFANTRY: "P0834", ENGINEERS: "P0834", SOVIETS: "P0835"}
    works = {"strongpoints": {"soviet": ["P0835"]}}
    game = fighting(units, "P0835", [INFANTRY, ENGINEERS], dice=[4], **works)
    give(game, "engineers")
    events = give(game, "fight")
    assert (battle(events)["odds"], battle(events)["modified"], battle(events)["result"]) == (
        "2-1",
        6,
        "1*/R",
    )
    assert where(game, ENGINEERS) == "lost"  # the first of three steps
    assert unit(game, INFANTRY)["lost"] == 2
    plain = fighting(
        {INFANTRY: "P0834", ENGINEERS: "P0834", SOVIETS: "P0835"}, "P0835", [INFANTRY, ENGINEERS]
    )
    assert refused(plain, "engineers").case == "B15.12"


@case("B15.6", "B12.5")
def test_armor_is_halved_into_a_city():
    units = {PANZERS: "N3021", RIFLES: "N3021", NKVD: "N3022"}
    preview = fighting(units, "N3022", [PANZERS, RIFLES]).preview("fight")
    assert preview.attack == 6  # 3 and 3


@case("B15.7")
def test_guns_alone_defend_with_their_own_strength_and_with_others_not():
    assert (
        LAW.attacks.defense(position(units={SOVIET_GUN: "P0835"}).position, (LAW.grid.index("P0835"),)) == 1
    )
    both = position(units={SOVIET_GUN: "P0835", SOVIETS: "P0835"}).position
    assert LAW.attacks.defense(both, (LAW.grid.index("P0835"),)) == 4


# Guns


@case("B15.4", "B15.5", "B6.10", "B14.5")
def test_attacking_guns_need_supply_and_add_no_more_than_they_support():
    """A recon battalion with 1 is supported by a gun of 4: 1 and 1."""
    units = {RECON: "P0834", GUN: "P0833", SOVIETS: "P0835", POINT: "P0830"}
    game = fighting(units, "P0835", [RECON])
    assert refused(game, f"gun P0835 {GUN}").case == "B15.4"
    give(game, f"spend {POINT}", f"gun P0835 {GUN}")
    assert game.preview("fight").attack == 2
    more = fighting({**units, INFANTRY: "P0834"}, "P0835", [RECON, INFANTRY])
    give(more, f"spend {POINT}", f"gun P0835 {GUN}")
    assert more.preview("fight").attack == 12


@case("B15.6", "B5.7")
def test_support_is_halved_into_mud():
    units = {INFANTRY: "P0834", GUN: "P0833", SOVIETS: "P0835", POINT: "P0830"}
    game = fighting(units, "P0835", [INFANTRY], weather="mud")
    give(game, f"spend {POINT}", f"gun P0835 {GUN}")
    assert game.preview("fight").attack == 9


@case("B14.5")
def test_germans_fire_four_guns_at_most():
    guns = [c.unit for c in LAW.counters if c.side == "german" and c.type == "artillery"][:5]
    units = {INFANTRY: "P0834", SOVIETS: "P0835", POINT: "P0830", **dict.fromkeys(guns, "P0833")}
    game = fighting(units, "P0835", [INFANTRY])
    give(game, f"spend {POINT}", *[f"gun P0835 {gun}" for gun in guns[:4]])
    assert refused(game, f"gun P0835 {guns[4]}").case == "B14.5"


def defending(units, combats, **given):
    return position(units=units, phase="soviet reaction", combats=combats, **given)


COMBAT = [{"target": "P3131", "units": [INFANTRY]}]


@case("B14.4", "B14.5", "22.2.5 one artillery unit")
def test_soviets_fire_one_gun_and_two_in_range_of_an_operational_hq():
    """The guns stand in P3133, two hexes behind the defenders."""
    units = {INFANTRY: "P3130", SOVIETS: "P3131", SOVIET_GUN: "P3133", OTHER_SOVIET_GUN: "P3133"}
    alone = defending(units, COMBAT)
    give(alone, f"gun P3131 {SOVIET_GUN}")
    assert refused(alone, f"gun P3131 {OTHER_SOVIET_GUN}").case == "B14.5"
    led = defending({**units, HQ16: "P3134"}, COMBAT)
    give(led, f"gun P3131 {SOVIET_GUN}", f"gun P3131 {OTHER_SOVIET_GUN}")
    broken = defending({**units, HQ16: nonop("P3134")}, COMBAT)
    give(broken, f"gun P3131 {SOVIET_GUN}")
    assert refused(broken, f"gun P3131 {OTHER_SOVIET_GUN}").case == "22.2.5"


@case("22.2.5 one artillery unit")
def test_the_one_gun_is_measured_at_the_defender_hex():
    """R2: HQ 16 in P3136 reaches the guns, not P3131: not 22.2.5 but B22.2 bars the pair."""
    units = {INFANTRY: "P3130", SOVIETS: "P3131", SOVIET_GUN: "P3133", OTHER_SOVIET_GUN: "P3133"}
    far = defending({**units, HQ16: nonop("P3136"), "S-HQ-19": "P3134"}, COMBAT)
    give(far, f"gun P3131 {SOVIET_GUN}")
    assert refused(far, f"gun P3131 {OTHER_SOVIET_GUN}").case == "B14.5"


@case("B14.4")
def test_rockets_do_not_defend_nor_do_guns_in_enemy_zones():
    units = {INFANTRY: "P3130", SOVIETS: "P3131", ROCKETS: "P3132", SOVIET_GUN: "P3230"}
    game = defending(units, COMBAT)
    assert offered(game, "gun") == []


@case("B14.4")
def test_a_gun_in_the_defender_hex_fires_even_in_a_zone():
    units = {INFANTRY: "P3130", SOVIETS: "P3131", SOVIET_GUN: "P3131"}
    game = defending(units, COMBAT)
    give(game, f"gun P3131 {SOVIET_GUN}")
    assert told(game)["combats"][0]["guns"] == [SOVIET_GUN] or told(game)["combats"][0]["guns"] == (
        SOVIET_GUN,
    )


# Reaction movement


@case("B14.2", "B14.3", "22.2.4 no reaction movement")
def test_a_soviet_brigade_reacts_only_with_an_operational_hq_in_range():
    units = {INFANTRY: "P3130", SOVIETS: "P3131", TANKS: "P3134"}
    led = defending({**units, "S-HQ-19": "P3135"}, COMBAT)
    events = give(led, f"react {TANKS} P3134-P3131")
    assert happened(events, "reacted")[0]["path"] == ("P3134", "P3131")
    tanks = LAW.unit_number[TANKS]
    alone = defending({**units, SOVIET_GUN: "P3133"}, COMBAT).position
    assert LAW.reactions.why_not_unit(alone, 1, tanks).case == "B14.3"
    broken = defending({**units, "S-HQ-19": "P3135", HQ16: nonop("P3136")}, COMBAT).position
    assert LAW.reactions.why_not_unit(broken, 1, tanks).case == "22.2.4"
    near = defending({**units, "S-HQ-19": "P3135", HQ16: nonop("P2734")}, COMBAT).position
    assert LAW.reactions.why_not_unit(near, 1, tanks).case == "22.2.4"  # four hexes away
    near = defending({**units, "S-HQ-19": "P3135", HQ16: nonop("P2634")}, COMBAT).position  # five
    assert LAW.reactions.why_not_unit(near, 1, tanks) is None


@case("B14.2")
def test_one_unit_reacts_for_each_defender_hex():
    units = {INFANTRY: "P3130", SOVIETS: "P3131", TANKS: "P3134", "S-WF-res-143-tk": "P3134", HQ16: "P3135"}
    game = defending({**units, SOVIET_GUN: "P3133"}, COMBAT)
    give(game, f"react {TANKS} P3134-P3131")
    assert game.why_not("react S-WF-res-143-tk P3134-P3131") is not None


# Orders


WOODS = [{"target": "N0817", "units": [INFANTRY]}]


@case("B14.6", "22.2.4 no retreat orders")
def test_soviet_orders_need_an_operational_hq_and_cover():
    units = {INFANTRY: "N0816", SOVIETS: "N0817"}
    led = defending({**units, HQ16: "N0819"}, WOODS)
    give(led, "seal N0817 no-retreat")
    open_ground = defending({INFANTRY: "P3130", SOVIETS: "P3131", HQ16: "P3133", SOVIET_GUN: "P3133"}, COMBAT)
    assert open_ground.why_not("seal P3131 no-retreat") is not None
    law, combat = LAW, defending({**units, HQ16: nonop("N0819")}, WOODS)
    ruling = law.retreat_orders.why_not(combat.position, 1, 1, combat.position.combats[0], "no-retreat")
    assert ruling.case == "22.2.4"


@case("B14.6", "B2.9")
def test_an_order_lies_face_down_until_the_die():
    units = {INFANTRY: "N0816", SOVIETS: "N0817", HQ16: "N0819"}
    game = defending(units, WOODS)
    give(game, "seal N0817 additional-retreat")
    assert game.view("german").position["combats"][0]["order"] == "?"
    assert game.view("soviet").position["combats"][0]["order"] == "additional-retreat"
    other = defending(units, WOODS)
    give(other, "seal N0817 no-retreat")
    assert game.view("german").encode() == other.view("german").encode()


@case("B14.8")
def test_no_retreat_turns_the_r_into_a_step_and_in_the_open_costs_one_more():
    """1R in woods: two steps and no retreat; in a clear hex a Soviet loses a third."""
    law = LAW
    pos = position(units={SOVIETS: "N0817", OTHER_SOVIETS: "P3131", INFANTRY: "P0835"}).position
    hexes = {name: 1 << law.grid.index(name) for name in ("N0817", "P3131", "P0835")}
    under = law.results._under_order
    assert under(pos, 1, 0, 1, True, 1, hexes["N0817"]) == (2, 0)
    assert under(pos, 1, 0, 1, True, 1, hexes["P3131"]) == (3, 0)
    assert under(pos, 0, 0, 1, True, 1, hexes["P0835"]) == (2, 0)  # Germans do not
    assert under(pos, 1, 0, 1, False, 1, hexes["P3131"]) == (1, 0)  # no R, no effect


@case("B14.9")
def test_additional_retreat_is_three_hexes_led_by_the_attacker_for_a_step_less():
    """8 to 4 is 2-1; die 1, +2 for lacking supply: 3, */1R. The step is spared, the way is the German's."""
    units = {INFANTRY: "N0816", RECON: "N0816", SOVIETS: "N0817"}
    game = fighting(units, "N0817", [INFANTRY, RECON], dice=[1], combat={"order": "additional-retreat"})
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    assert game.decision.side == "german"
    assert all(len(order.path) == 4 for order in game.orders if order.verb == "retreat")
    assert "lost" not in unit(game, SOVIETS)


# Retreat and advance


@case("B16.7", "B16.5", "B16.10")
def test_a_beaten_division_retreats_two_hexes_and_the_attacker_advances():
    """14 to 4 is 3-1; die 4, +2 for lacking supply: 6, */1... on die 3: 5, */R."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835"}
    game = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY], dice=[3])
    assert battle(give(game, "fight"))["result"] == "*/R"
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    assert game.decision.side == "soviet"
    give(game, f"retreat P0835-P0836-P0837 {SOVIETS}")
    assert where(game, SOVIETS) == "P0837"
    give(game, f"advance {INFANTRY} P0834-P0835", "end")
    assert where(game, INFANTRY) == "P0835"


@case("B16.8", "B16.7")
def test_a_way_without_enemy_zones_must_be_taken():
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", PANZERS: "P1036", SOVIETS: "P0835"}
    game = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY], dice=[3])
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    zone = game.position.zone(0)
    for order in offered(game, "retreat"):
        path = order.split()[1].split("-")
        assert not any(zone >> LAW.grid.index(number) & 1 for number in path[1:])


@case("22.2.3 retreat through enemy ZOC", "B16.8")
def test_an_hq_alone_that_retreats_through_a_zone_turns_non_op_without_loss():
    """R41."""
    pos = position(units={HQ16: "P0835", INFANTRY: "P0837"}).position
    law = LAW
    way = tuple(law.grid.index(number) for number in ("P0835", "P0836", "P0736"))
    told_events = []

    class Umpire:
        def tell(self, kind, /, **facts):
            told_events.append(kind)

        def roll(self, *_):
            raise AssertionError("nobody rolls for an HQ alone")

    law.retreats.carry_out(pos, law.units([HQ16]), way, Umpire())
    assert pos.nonop & law.units([HQ16])
    assert "hq_nonop" in told_events and pos.on_map(law.unit_number[HQ16])


@case("B16.8")
def test_two_zones_in_a_row_are_no_way():
    law = LAW
    zone = law.grid.hexes(["P0836", "P0837"])
    path = tuple(law.grid.index(number) for number in ("P0835", "P0836", "P0837"))
    assert law.retreats._twice(zone, path)
    assert not law.retreats._twice(zone, path[:2])


@case("B16.9")
def test_a_unit_that_cannot_retreat_is_lost_for_good_when_shut_in():
    """B16.6: six Germans around it close every way, so it cannot be rebuilt."""
    names = [c.unit for c in LAW.counters if c.type == "infantry div"][:6]
    around = LAW.grid.numbers(LAW.grid.around(LAW.grid.index("P0835")))
    units = dict(zip(names, around, strict=True)) | {SOVIETS: "P0835", CAVALRY: "P3131"}
    game = fighting(units, "P0835", names[:2], dice=[3])
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    assert where(game, SOVIETS) == "barred"


@case("B15.3")
def test_an_attack_on_an_empty_hex_is_void_and_the_attackers_may_advance():
    units = {INFANTRY: "P0834", OTHER_GUN: "P0834", SOVIETS: "P3131", THIRD_SOVIETS: "P3131"}
    game = fighting(units, "P0835", [INFANTRY])
    give(game, f"advance {INFANTRY} P0834-P0835")
    assert where(game, INFANTRY) == "P0835"


@case("22.2.5 one artillery unit", "B14.5")
def test_a_soviet_attack_out_of_a_non_op_range_has_one_gun_or_rocket_in_all():
    """R39: the attackers in P3131 are in range of HQ 16 in P3135, the defenders in P3130 are not."""
    units = {
        SOVIETS: "P3131",
        OTHER_SOVIETS: "P3131",
        SOVIET_GUN: "P3132",
        ROCKETS: "P3131",
        PANZERS: "P3130",
    }
    units["S-MSU-1"] = "P3134"
    broken = fighting({**units, HQ16: nonop("P3135")}, "P3130", [SOVIETS, OTHER_SOVIETS], "soviet")
    give(broken, "spend S-MSU-1", f"gun P3130 {SOVIET_GUN}")
    assert refused(broken, f"gun P3130 {ROCKETS}").case == "22.2.5"
    free = fighting({**units, HQ16: nonop("P3136")}, "P3130", [SOVIETS, OTHER_SOVIETS], "soviet")
    give(free, "spend S-MSU-1", f"gun P3130 {SOVIET_GUN}", f"gun P3130 {ROCKETS}")
    assert free.preview("fight").attack == 12  # 6, and 3 and 3


@case("B6.10", "B6.11", "B15.4")
def test_no_gun_fires_for_an_attack_that_is_not_supplied():
    """The point in P0827 is seven hexes from P0834, and nine from P0836."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0836", GUN: "P0833", SOVIETS: "P0835", POINT: "P0827"}
    half = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY])
    give(half, f"spend {POINT}")
    assert refused(half, f"gun P0835 {GUN}").case == "B15.4"
    assert [m.key for m in half.preview("fight").modifiers] == ["no supply"]
    whole = fighting(units, "P0835", [INFANTRY])
    give(whole, f"spend {POINT}", f"gun P0835 {GUN}")
    assert whole.preview("fight").attack == 11


@case("B15.5", "B15.7")
def test_support_adds_nothing_to_a_hex_that_only_guns_hold():
    """A gun alone defends with 1; beside a division of 4 three points of support count."""
    for defenders, strength in (([OTHER_SOVIET_GUN], 1), ([SOVIETS], 7), ([SOVIETS, OTHER_SOVIET_GUN], 7)):
        units = {INFANTRY: "P3130", SOVIET_GUN: "P3133", **dict.fromkeys(defenders, "P3131")}
        combat = {"guns": [SOVIET_GUN]}
        assert fighting(units, "P3131", [INFANTRY], combat=combat).preview("fight").defense == strength


@case("B14.4", "B15.5")
def test_the_proposal_fires_no_gun_that_would_add_nothing():
    """NKVD troops of 2 are supported by 2 at most: one gun of 3 is enough."""
    units = {INFANTRY: "P3130", NKVD: "P3131", SOVIET_GUN: "P3133", OTHER_SOVIET_GUN: "P3133", HQ16: "P3134"}
    game = defending(units, COMBAT)
    give(game, "propose")
    assert len(told(game)["combats"][0]["guns"]) == 1


@case("B14.6", "B5.3")
def test_nobody_retreats_farther_out_of_woods_in_lingering_mud():
    units = {INFANTRY: "N0816", SOVIETS: "N0817", HQ16: "N0819"}
    game = defending(units, WOODS, lingering=True)
    assert refused(game, "seal N0817 additional-retreat").case == "B14.6"
    give(game, "seal N0817 no-retreat")
    give(defending(units, WOODS), "seal N0817 additional-retreat")


@case("B10.2", "B16.10")
def test_an_engineer_advances_above_the_limit_and_nobody_else_does():
    """Two divisions of 4 and a regiment of 2 fill a hex."""
    full = [INFANTRY, OTHER_INFANTRY, PANZERS]
    units = {**dict.fromkeys([*full, ENGINEERS, RECON], "P0834"), SOVIETS: "P3131"}
    game = fighting(units, "P0835", [*full, ENGINEERS, RECON])
    give(game, *[f"advance {name} P0834-P0835" for name in full])
    assert refused(game, f"advance {RECON} P0834-P0835").case == "B16.10"
    give(game, f"advance {ENGINEERS} P0834-P0835")
    assert where(game, ENGINEERS) == "P0835"


@case("B18.9", "B16.7")
def test_a_retreat_takes_the_enemy_bridge_that_it_goes_through():
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835"}
    bridges = {"G-bridge-1": {"hex": "P0836", "other": "P0837"}}
    game = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY], dice=[3], bridges=bridges)
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    events = give(game, f"retreat P0835-P0836-P0837 {SOVIETS}")
    assert happened(events, "bridge_lost") == [{"bridge": "G-bridge-1", "hex": "P0836"}]


@case("B12.6", "B15.4", "B25.7")
def test_garrison_guns_support_no_attack():
    units = {SOVIETS: "P3131", PANZERS: "P3130", "S-MSU-1": "P3134"}
    for state, able in (({"hex": "P3132", "garrison": True}, False), ("P3132", True)):
        given = {"options": {"no-fort-garrisons": "no"}}
        game = fighting({**units, SOVIET_GUN: state}, "P3130", [SOVIETS], "soviet", **given)
        give(game, "spend S-MSU-1")
        assert (game.why_not(f"gun P3130 {SOVIET_GUN}") is None) is able


@case("B14.2")
def test_a_unit_reacts_into_a_zone_where_any_friend_stands_and_stops_there():
    """P3132 is in the zone of the panzers in P3231."""
    units = {INFANTRY: "P3130", SOVIETS: "P3131", TANKS: "P3134", PANZERS: "P3231", "S-HQ-22": "P3135"}
    assert refused(defending(units, COMBAT), f"react {TANKS} P3134-P3132").case == "B14.2"
    with_hq = defending({**units, "S-HQ-22": "P3132"}, COMBAT)
    assert reach(with_hq, TANKS, "react")["P3132"] == 2  # without the point for the zone
    give(with_hq, f"react {TANKS} P3134-P3132")


@case("B16.8", "B6.12")
def test_supply_units_go_with_a_stack_that_is_lost_on_its_way_through_a_zone():
    """P0836 is the one way out, in the zone of the panzers in P0737; the die of 9 takes all."""
    names = [c.unit for c in LAW.counters if c.type == "recon bn"][:5]
    ring = dict(zip(names, ["P0834", "P0735", "P0736", "P0935", "P0936"], strict=True))
    units = {SOVIETS: "P0835", "S-MSU-1": "P0835", INFANTRY: "P0834", OTHER_INFANTRY: "P0834", **ring}
    dice = {"combat P0835": [3], "retreat P0836": [9]}
    game = fighting({**units, PANZERS: "P0737"}, "P0835", [INFANTRY, OTHER_INFANTRY], dice=dice)
    give(game, "fight")
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    events = give(game, "propose")
    assert [facts["lost"] for facts in happened(events, "gauntlet")] == [True]
    assert where(game, SOVIETS) == "lost" and where(game, "S-MSU-1") == ""


@case("B16.6", "B16.8")
@pytest.mark.parametrize(("die", "box"), [(9, "lost"), (8, "barred"), (5, "P0837")])
def test_the_die_of_a_retreat_sends_a_stack_to_the_cadre_box_though_it_is_shut_in(die, box):
    """R74: the one way leads through P0836, in a zone, to a friend in P0837 with enemies all around.

    A 9 eliminates to the Cadre Box, as the table says; an 8 takes the last two steps, which is B16.6.
    """
    small = [c.unit for c in LAW.counters if c.type in ("recon bn", "motorcycle bn")]
    closed = ["P0735", "P0736", "P0935", "P0936", "P0738", "P0838", "P0937", "P0938"]
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", PANZERS: "P0737", OTHER_SOVIETS: "P0837"}
    units |= dict(zip(small, closed, strict=False)) | {SOVIETS: {"hex": "P0835", "lost": 1}}
    dice = {"combat P0835": [4], "retreat P0836": [die]}
    game = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY], dice=dice)
    assert battle(give(game, "fight"))["result"] == "*/R"  # 14 to 3 is 4-1; 4 without supply is 6
    while game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    assert where(game, SOVIETS) == box
    assert where(game, OTHER_SOVIETS) == "P0837"
