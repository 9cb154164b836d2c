"""Regular combat: rounds, fire and what comes of it (10.0 to 10.5, 10.7)."""

import pytest

from tests.games.typhoon_solitaire.battles import (
    LEHR,
    PANZER,
    SECOND_PANZER,
    START,
    TARGET,
    all_fire,
    battle,
    defending,
    fire,
    last_fire,
    losses,
    misses,
    on_the_march,
    set_aside,
)
from tests.games.typhoon_solitaire.positions import (
    dice_left,
    gained,
    happened,
    is_done,
    is_reduced,
    offered,
    points_left,
    refused,
    unit,
    where,
)
from typhoon.engine.cases import case

INFANTRY = "9A-5-Inf"
VYAZMA, NORTH_OF_VYAZMA, SOUTH_OF_VYAZMA = "2417", "2416", "2418"  # a town, a river on its north side
MOSCOW = "4514"


@case("10.0", "9.6")
def test_a_force_that_meets_defenders_fights_them():
    game = battle("1RD", [PANZER], misses(7 + 2))
    assert where(game, PANZER) == TARGET
    assert TARGET not in gained(game)
    assert offered(game, "fight") == ["fight"]
    assert dice_left(game) == []


@case("10.0", "8.2")
def test_without_defenders_there_is_no_battle():
    game = battle("--", [PANZER], [])
    assert all_fire(game) == []
    assert TARGET in gained(game)
    assert points_left(game) == 4


@case("10.1")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_german_fire_is_read_in_the_german_column(die, steps):
    game = battle("2RD", [LEHR], [die, 1, *misses(4)])
    assert last_fire(game, LEHR)["hits"] == steps


@case("10.1", "10.3")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (4, 0), (5, 0), (6, 1)])
def test_soviet_fire_is_read_in_the_soviet_column(die, steps):
    game = battle("1RD", [PANZER], [*misses(7), die, 1])
    assert last_fire(game, "S-RD-01")["hits"] == steps


@case("10.1")
def test_every_die_is_read_by_itself():
    """5 and 6 and 5: one step, two steps, one step."""
    game = battle("3RD", [PANZER], [5, 1, 6, 2, 5, 3, 4])
    assert last_fire(game, PANZER)["hits"] == 4


@case("10.2")
@pytest.mark.parametrize(
    ("to", "start", "who", "modifier"),
    [
        (TARGET, START, PANZER, 0),
        ("1412", "1312", PANZER, -1),  # woods
        ("1412", "1312", INFANTRY, 0),
        ("1410", "1310", PANZER, -1),  # marsh
        ("1410", "1310", INFANTRY, -1),
        (VYAZMA, SOUTH_OF_VYAZMA, PANZER, -1),  # town
        (VYAZMA, SOUTH_OF_VYAZMA, INFANTRY, 0),
        ("2135", "2136", PANZER, -1),  # the city of Bryansk
        ("2135", "2136", INFANTRY, -1),
        (MOSCOW, "4513", PANZER, -1),
    ],
)
def test_terrain_changes_the_result_of_german_dice_but_not_their_number(to, start, who, modifier):
    dice = 7 if who == PANZER else 4
    game = battle("1RD", [who], misses(dice + 2), to=to, start=start, mp=8)
    shot = last_fire(game, who)
    assert (len(shot["dice"]), shot["modifier"]) == (dice, modifier)


@case("10.2")
def test_in_a_town_the_5_of_a_panzer_division_misses_and_its_6_takes_one_step():
    game = battle("2RD", [PANZER], [5, 5, 6, *misses(4), *misses(4)], to=VYAZMA, start=SOUTH_OF_VYAZMA)
    assert last_fire(game, PANZER)["hits"] == 1
    assert losses(game) == ["S-RD-01"]


@case("10.2", "1.3")
def test_terrain_counts_in_every_round():
    game = battle("1RD", [PANZER], misses(2 * 9), to=VYAZMA, start=SOUTH_OF_VYAZMA)
    game.push("fight")
    assert last_fire(game, PANZER)["modifier"] == -1


@case("10.3")
def test_defenders_behind_a_river_add_1_in_the_first_round_only():
    """TS-040.  Vyazma is attacked over the river on its north side."""
    game = battle("1RD", [PANZER], [*misses(7), 5, 4, *misses(7), 5, 5], to=VYAZMA, start=NORTH_OF_VYAZMA)
    shot = last_fire(game, "S-RD-01")
    assert (shot["modifier"], shot["hits"]) == (1, 1)
    game.push("fight")
    shot = last_fire(game, "S-RD-01")
    assert (shot["modifier"], shot["hits"]) == (0, 0)


@case("10.3")
def test_without_a_river_on_the_way_in_nothing_is_added():
    game = battle("1RD", [PANZER], [*misses(7), 5, 5], to=VYAZMA, start=SOUTH_OF_VYAZMA)
    assert last_fire(game, "S-RD-01")["modifier"] == 0


@case("10.3", "10.1")
def test_a_6_from_behind_a_river_takes_two_steps():
    game = battle("1RD", [PANZER, SECOND_PANZER], [*misses(14), 6, 1], to=VYAZMA, start=NORTH_OF_VYAZMA)
    assert last_fire(game, "S-RD-01")["hits"] == 2


@case("10.3", "1.3")
def test_river_and_moscow_add_up():
    """Moscow lends its defenders 1, and the river between 4415 and 4514 another."""
    game = battle("1RD", [PANZER], misses(9), to=MOSCOW, start="4415")
    assert last_fire(game, "S-RD-01")["modifier"] == 2


@case("10.3")
def test_guards_and_artillery_behind_a_river_add_1_too():
    game = battle("1GD 1A", [PANZER], [1, *misses(3 + 2 + 7)], to=VYAZMA, start=NORTH_OF_VYAZMA)
    assert last_fire(game, "S-GD-1")["modifier"] == 1
    assert last_fire(game, "S-HH2-1")["modifier"] == 1


EVERYBODY = "1GD 1AC 1RD 1B 1A CAS"
"""They roll 3, 3, 2, 1 and, the first howitzer being drawn, 2 dice."""


@case("10.4", "10.5")
def test_everybody_fires_in_order_in_the_first_round_and_the_steady_ones_in_later_rounds():
    """TS-042, TS-043, R15."""
    first_round = [1, *misses(2), *misses(5), *misses(3 + 3 + 2), *misses(14), *misses(2 + 1)]
    second_round = [*misses(3), *misses(3 + 3), *misses(14), *misses(2)]
    units = {PANZER: {"air": True}, SECOND_PANZER: {}}
    game = battle(EVERYBODY, units, [*first_round, *second_round])
    assert all_fire(game) == [
        "soviet",
        "german",
        "S-GD-1",
        "S-AC-4",
        "S-HH2-1",
        PANZER,
        SECOND_PANZER,
        "S-RD-01",
        "S-B-01",
    ]
    assert dice_left(game) == second_round
    assert sorted(set_aside(game)) == ["S-B-01", "S-CAS-1", "S-HH2-1"]
    events = game.push("fight")
    assert fire(events) == ["german", "S-GD-1", "S-AC-4", PANZER, SECOND_PANZER, "S-RD-01"]
    assert list(happened(events, "bombed")[0]["units"]) == ["S-GD-1", "S-AC-4", "S-RD-01"]
    assert dice_left(game) == []


@case("10.4")
def test_soviet_aircraft_attack_each_unit_with_one_plain_die():
    """TS-041.  Over a river and into Moscow ground units would add 2: a 4 would hit and a 6 hit twice."""
    dice = [4, 6, *misses(7 + 3 + 2)]
    game = battle("1RD CAS", [PANZER, SECOND_PANZER], dice, to=MOSCOW, start="4415")
    attack = happened(game.log, "bombed")[0]
    assert (attack["by"], list(attack["units"])) == ("soviet", [PANZER, SECOND_PANZER])
    assert losses(game) == [SECOND_PANZER]
    assert is_reduced(game, SECOND_PANZER)


@case("10.4")
def test_german_aircraft_attack_each_unit_with_one_plain_die_in_every_round():
    """In a city mechanized fire has -1: from the air a 5 still takes a step."""
    units = {PANZER: {"air": True}}
    dice = [5, 1, *misses(7), *misses(1 + 1), 1, *misses(7), *misses(1)]
    game = battle("1RD 1B", units, dice, to="2135", start="2136")
    assert losses(game) == ["S-RD-01"]
    events = game.push("fight")
    assert list(happened(events, "bombed")[0]["units"]) == ["S-RD-01"]
    assert last_fire(game, PANZER)["modifier"] == -1


@case("10.4")
def test_without_air_support_nobody_fires_from_the_air():
    game = battle("1RD", {PANZER: {}}, misses(9))
    assert happened(game.log, "bombed") == []


@case("10.4", "9.1")
def test_air_support_of_another_force_is_no_help():
    others = {"PG4-2-Pz": {"hex": "1627", "air": True}}
    game = battle("1RD", [PANZER], misses(9), others=others)
    assert happened(game.log, "bombed") == []


@case("10.4", "2.5")
def test_a_reduced_unit_rolls_the_dice_of_its_reduced_side():
    game = battle("1RD", {PANZER: {"reduced": True}}, misses(3 + 2))
    assert len(last_fire(game, PANZER)["dice"]) == 3


@case("10.4", "2.5")
def test_losses_count_at_once():
    """The howitzer takes a step of the panzer division, which then rolls 3 dice in the stead of 7."""
    game = battle("1RD 1A", [PANZER], [1, 6, 1, *misses(3), *misses(2)])
    assert len(last_fire(game, PANZER)["dice"]) == 3


@case("10.4")
def test_a_guards_division_eliminated_from_the_air_never_fires():
    """A 6 from the air takes both its steps before step 3."""
    game = battle("1GD 1RD", {PANZER: {"air": True}}, [6, 1, *misses(7 + 2)])
    assert all_fire(game) == ["german", PANZER, "S-RD-01"]


@case("10.4")
def test_a_german_unit_eliminated_by_artillery_never_fires():
    """The howitzer's 6 can only be taken by the panzer division, reduced before; it is gone."""
    units = {PANZER: {"reduced": True}, SECOND_PANZER: {"reduced": True}}
    game = battle("1RD 1A", units, [1, 6, 1, *misses(3), *misses(2)])
    game.push(f"hit {PANZER}")
    assert all_fire(game) == ["S-HH2-1", SECOND_PANZER, "S-RD-01"]
    assert unit(game, PANZER)["fallen"]


@case("10.4")
def test_a_rifle_division_eliminated_by_ground_fire_does_not_fire_back():
    """Two 6s take four steps: both divisions are gone and nobody shoots."""
    game = battle("2RD", [PANZER], [6, 6, *misses(5)])
    assert all_fire(game) == [PANZER]
    assert TARGET in gained(game)


@case("10.4", "10.5")
def test_brigades_fire_once_and_are_set_aside():
    game = battle("1RD 1B", [PANZER], [*misses(7 + 2 + 1), *misses(7 + 2)])
    assert set_aside(game) == ["S-B-01"]
    assert fire(game.push("fight")) == [PANZER, "S-RD-01"]


@case("10.5", "9.7")
def test_another_round_costs_a_movement_point():
    """TS-038.  5 points, 1 for the hex; each further round takes one."""
    game = battle("1RD", [PANZER], misses(3 * 9))
    assert points_left(game) == 4
    game.push("fight")
    assert points_left(game) == 3
    game.push("fight")
    assert points_left(game) == 2


@case("10.5")
def test_between_rounds_there_are_two_things_to_do():
    game = battle("1RD", [PANZER], misses(9))
    assert [str(order) for order in game.orders] == ["fight", "withdraw"]
    for order in ("march 3543", "halt", "end", f"drop {PANZER}", f"force {PANZER}"):
        assert refused(game, order).case == "10.5"
    assert refused(game, f"hit {PANZER}").case == "5.2"


@case("10.5", "9.9", "10.7")
def test_without_a_movement_point_the_force_must_retreat():
    """TS-039.  The last point was spent on the hex."""
    game = battle("1RD", [PANZER], misses(9), mp=1)
    assert where(game, PANZER) == START
    assert is_done(game, PANZER)
    assert gained(game) == {START}
    assert refused(game, f"force {PANZER}").case == "9.5"


@case("10.5", "9.9", "10.7")
def test_who_withdraws_goes_back_to_the_hex_it_came_from_and_is_done():
    game = battle("1RD", [PANZER, SECOND_PANZER], [*misses(14), 6, 1])
    game.push(f"hit {SECOND_PANZER}")
    game.push("withdraw")
    assert (where(game, PANZER), where(game, SECOND_PANZER)) == (START, START)
    assert is_done(game, PANZER)
    assert is_done(game, SECOND_PANZER)
    assert is_reduced(game, SECOND_PANZER)
    assert TARGET not in gained(game)
    assert offered(game, "march") == []


@case("10.5", "10.7")
def test_a_force_retreats_to_the_last_hex_of_its_march_not_to_its_first():
    """3445 to 3444 and from there into 3543."""
    game = on_the_march({PANZER: {}}, gained=["3444"], dice=[3, *misses(9)])
    game.push("march 3444")
    game.push("march 3543")
    game.push("withdraw")
    assert where(game, PANZER) == "3444"


@case("10.5", "10.7")
def test_on_a_longer_stretch_it_is_the_hex_before_the_last():
    """From 3446 to 3543 leads one cheapest way: 3445 and 3444 are German, the hexes beside are not."""
    game = on_the_march({PANZER: {}}, start="3446", gained=["3445", "3444"], dice=[3, *misses(9)])
    game.push("march 3543")
    game.push("withdraw")
    assert where(game, PANZER) == "3444"


@case("10.5", "10.4")
def test_german_aircraft_take_part_in_later_rounds_though_their_unit_has_fallen():
    """The air unit lies on the Lehr Brigade, alone with a panzer division; both come from one force."""
    units = {PANZER: {"reduced": True}, LEHR: {"air": True}}
    dice = [1, *misses(3 + 2), 6, 1, 6, *misses(3), *misses(2)]
    game = battle("1RD", units, dice)
    game.push(f"hit {LEHR}")
    assert unit(game, LEHR)["fallen"]
    assert fire(game.push("fight"))[0] == "german"


@case("10.7", "9.8")
def test_a_force_that_has_won_marches_on_and_fights_again():
    game = battle("1RD", [PANZER], [6, *misses(6), 1, 6, *misses(6)])
    assert TARGET in gained(game)
    assert points_left(game) == 4
    game.push("march 3644")
    assert {TARGET, "3644"} <= gained(game)
    assert points_left(game) == 3


@case("10.7")
def test_a_hex_is_won_when_only_brigades_that_have_fired_are_left():
    """R14."""
    game = battle("1B", [PANZER], misses(7 + 1))
    assert TARGET in gained(game)
    assert losses(game) == []


@case("10.7")
def test_a_hex_is_won_when_only_artillery_is_left():
    """R14, R13: the howitzer has fired and is out of the battle."""
    game = battle("1A", [PANZER], [1, *misses(2)])
    assert TARGET in gained(game)
    assert all_fire(game) == ["S-HH2-1"]


@case("10.7")
def test_a_brigade_that_eliminates_the_last_attacker_has_won():
    """It is set aside only after it has fired."""
    game = battle("1B", [LEHR], [*misses(2), 6])
    assert TARGET not in gained(game)
    assert where(game, LEHR) == START
    assert is_done(game, LEHR)


@case("10.7")
def test_the_soviets_win_when_all_attackers_are_eliminated():
    game = battle("2RD", {PANZER: {"reduced": True}, LEHR: {}}, [*misses(3 + 2), 6, 6])
    assert losses(game) == [PANZER, LEHR] or losses(game) == [LEHR, PANZER]
    assert TARGET not in gained(game)
    assert (where(game, PANZER), where(game, LEHR)) == (START, START)
    assert refused(game, f"force {PANZER}").case == "9.5"


@case("10.7", "8.4")
def test_a_second_force_meets_new_defenders():
    game = on_the_march({PANZER: {}}, mp=1, others={"PG3-6-Inf": START}, dice=[3, *misses(9), 1])
    game.push(f"march {TARGET}")  # a rifle division
    assert TARGET not in gained(game)
    game.push("force PG3-6-Inf")
    game.push(f"march {TARGET}")  # nobody
    assert TARGET in gained(game)
    assert defending(game) == {}
