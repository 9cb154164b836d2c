"""Supply, pockets and the attempts to break out of them (11)."""

import pytest

from tests.games.typhoon_solitaire.battles import (
    LEHR,
    PANZER,
    SECOND_PANZER,
    START,
    TARGET,
    all_fire,
    battle,
    closing,
    cut_off,
    defending,
    in_supply,
    last_fire,
    losses,
    misses,
    on_the_march,
    pool,
    ring_around,
    tally,
)
from tests.games.typhoon_solitaire.positions import (
    around,
    dice_left,
    gained,
    happened,
    is_done,
    is_reduced,
    offered,
    points_left,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case

FOURTEEN = {"3443", "3446", *around("3443"), *around("3446")}
"""Two hexes with everything around them, side by side in open country."""
GAP = "3644"
FIRST_RIFLES, FIRST_BRIGADE, FIRST_ARTILLERY, LAST_ARTILLERY = 1, 31, 55, 70
"""Draws of the first unit that breaks out: 30 rifle divisions, 24 brigades, 16 artillery units."""


def close_fourteen(units, dice, **given):
    """Fourteen hexes are cut off; with a die of 1 or 2 they break out with two units."""
    return closing(FOURTEEN, GAP, units, dice, **given)


def lost_by_lehr(**given):
    """The Lehr Brigade, alone, is eliminated by the first of two rifle divisions."""
    return close_fourteen([LEHR], [1, 1, 1, *misses(2), 6, 1], **given)


def held_by_panzers(**given):
    """Two rifle divisions break out in vain."""
    return close_fourteen([PANZER], [1, 1, 1, *misses(7), *misses(4)], **given)


# Supply


@case("11.0")
def test_at_the_start_every_soviet_hex_is_in_supply():
    """TS-049."""
    game = position(units={PANZER: "1312"})
    assert cut_off(game) == set()


@case("11.0")
def test_a_single_chain_of_soviet_hexes_is_enough():
    """TS-049.  Vyazma and 2517 behind it; all around is German but 2617, which leads on to the east."""
    inside = {"2417", "2517"}
    game = position(units={PANZER: "1312"}, gained=sorted(ring_around(inside) - {"2617"}))
    assert cut_off(game) == set()
    assert inside <= in_supply(game)


@case("11.0")
def test_terrain_and_rivers_do_not_matter_for_supply():
    """2416 is joined to the rest by 2417 alone, over a river."""
    game = position(units={PANZER: "1312"}, gained=sorted(around("2416") - {"2417"}))
    assert cut_off(game) == set()


@case("11.0")
def test_a_hex_on_the_east_edge_is_in_supply_by_itself():
    game = position(units={PANZER: "1312"}, gained=sorted(around("5420")))
    assert "5420" in in_supply(game)


@case("11.0", "11.1")
@pytest.mark.parametrize(
    ("inside", "gap"),
    [({"3601"}, "3602"), ({"3551"}, "3550"), ({"3701", "3801"}, "3702"), ({"3451", "3551"}, "3550")],
)
def test_the_north_and_south_edges_give_no_supply(inside, gap):
    """R9.  A pocket of one or two hexes with a die of 1 has nobody to break out."""
    game = closing(inside, gap, [LEHR], [1])
    assert happened(game.log, "pocket")[0]["size"] == len(inside)
    assert inside <= gained(game)


@case("11.0", "11.1")
def test_the_last_way_to_the_east_edge_can_be_taken_on_the_edge_itself():
    """5319 has only 5420, on the east edge, for a way out."""
    inside = {"5319"}
    game = closing(inside, "5420", [LEHR], [1], mp=8)
    assert happened(game.log, "pocket")[0]["size"] == 1
    assert inside <= gained(game)


# Pockets


@case("11.1", "11.2")
def test_the_example_pocket_counts_14_hexes():
    """TS-050."""
    assert len(FOURTEEN) == 14
    game = held_by_panzers()
    pocket = happened(game.log, "pocket")[0]
    assert (pocket["size"], set(pocket["hexes"])) == (14, FOURTEEN)
    assert happened(game.log, "breakout")[0]["size"] == 14


@case("11.1")
def test_a_hex_that_cuts_nobody_off_leads_to_no_breakout():
    game = battle("--", [PANZER], [])
    assert happened(game.log, "pocket") == []


@case("11.1")
def test_a_repulsed_attack_on_the_last_gap_closes_nothing():
    ring = ring_around(FOURTEEN) - {GAP}
    game = on_the_march({PANZER: {}}, start="3743", gained=sorted(ring), dice=[3, *misses(9)])
    game.push(f"march {GAP}")
    game.push("withdraw")
    assert happened(game.log, "pocket") == []
    assert not FOURTEEN & gained(game)


@case("11.1")
def test_a_pocket_is_closed_by_a_battle_too_and_the_fallen_fight_again_in_the_breakout():
    """The Lehr Brigade falls to a howitzer and is back with its step when the breakout begins."""
    ring = ring_around(FOURTEEN) - {GAP}
    units = {PANZER: {"reduced": True}, LEHR: {}}
    howitzer, panzers, breakout = [1, 6, 1], [6, 1, 1], [1, 1, 1, *misses(3 + 2), *misses(4)]
    dice = [*howitzer, *panzers, *breakout]
    game = battle("1RD 1A", units, dice, to=GAP, start="3743", gained=sorted(ring))
    game.push(f"hit {LEHR}")
    assert all_fire(game) == ["S-HH2-1", PANZER, PANZER, LEHR, "S-RD-01", "S-RD-02"]
    assert dice_left(game) == []
    assert tally(game) == 14


@case("11.1", "11.2")
def test_groups_cut_off_together_are_one_pocket():
    """R8.  3543 and 3445 both touch 3544 but not each other."""
    apart, gap = {"3543", "3445"}, "3544"
    assert apart <= around(gap)
    assert "3445" not in around("3543")
    game = closing(apart, gap, [LEHR], [3, 1, *misses(2), *misses(2)], start="3444")
    assert len(happened(game.log, "breakout")) == 1
    assert happened(game.log, "pocket")[0]["size"] == 2
    assert tally(game) == 2
    assert apart <= gained(game)


@case("11.1", "8.2")
def test_a_pocket_closed_in_an_empty_hex_breaks_out_all_the_same():
    """R25, TS-031."""
    game = held_by_panzers()
    assert happened(game.log, "mustered")[0]["units"] == ()
    assert len(happened(game.log, "breakout")[0]["units"]) == 2


# The breakout


@case("11.2")
@pytest.mark.parametrize(
    ("draw", "who"),
    [
        (FIRST_RIFLES, "S-RD-01"),
        (FIRST_BRIGADE - 1, "S-RD-30"),
        (FIRST_BRIGADE, "S-B-01"),
        (FIRST_ARTILLERY, "S-HH2-1"),
        (LAST_ARTILLERY, "S-HM4-4"),
    ],
)
def test_rifle_divisions_brigades_and_artillery_are_drawn_from(draw, who):
    """TS-051.  Neither guards nor airborne nor aircraft, nor the ten rifle divisions in reserve."""
    game = closing({"3444"}, TARGET, [PANZER], [3, draw, *misses(7), *misses(4)])
    assert list(happened(game.log, "breakout")[0]["units"]) == [who]


@case("11.2", "8.3")
def test_a_rifle_division_that_replaced_guards_is_drawn_from_too():
    game = closing({"3444"}, TARGET, [PANZER], [3, FIRST_BRIGADE, *misses(7), *misses(4)], dead=["S-GD-3"])
    assert list(happened(game.log, "breakout")[0]["units"]) == ["S-RD-31"]


@case("11.2")
def test_no_unit_is_drawn_twice():
    game = close_fourteen([PANZER], [1, 7, 7, *misses(7), *misses(4)])
    assert list(happened(game.log, "breakout")[0]["units"]) == ["S-RD-07", "S-RD-08"]


@case("11.2", "10.4")
def test_a_breakout_has_one_round_of_three_steps():
    """TS-052.  Aircraft, Germans, then the Soviets, artillery among them and no Soviet unit before."""
    dice = [1, FIRST_ARTILLERY, 1, *misses(2), *misses(14), *misses(2 + 2)]
    game = close_fourteen({PANZER: {"air": True}, SECOND_PANZER: {}}, dice)
    assert all_fire(game) == ["german", PANZER, SECOND_PANZER, "S-RD-01", "S-HH2-1"]
    assert dice_left(game) == []
    assert offered(game, "fight") == []
    assert defending(game) == {}


@case("11.2")
def test_who_is_eliminated_does_not_fire_back():
    game = close_fourteen([PANZER], [1, FIRST_BRIGADE, 1, 6, 5, *misses(5)])
    assert losses(game) == ["S-RD-01", "S-RD-01", "S-B-01"] or losses(game) == [
        "S-RD-01",
        "S-B-01",
        "S-RD-01",
    ]
    assert all_fire(game) == [PANZER]
    assert gained(game) >= FOURTEEN


@case("11.2", "10.6")
def test_a_one_step_unit_is_held_back_in_a_breakout_too():
    game = close_fourteen([PANZER, LEHR], [1, 1, 1, *misses(9), 6, 6, *misses(2)])
    assert losses(game) == [PANZER]
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {LEHR}"]


@case("11.2", "10.6")
def test_a_unit_that_was_reduced_before_the_breakout_counts_as_hit():
    """R16."""
    game = close_fourteen({PANZER: {"reduced": True}, LEHR: {}}, [1, 1, 1, *misses(5), 6, 1, *misses(2)])
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {LEHR}"]


@case("11.2", "10.2")
def test_german_fire_has_no_terrain_modifier_in_a_breakout():
    """R44.  2317 is woods, where panzers have -1 in a regular battle."""
    game = closing({"2417"}, "2317", [PANZER], [3, 1, 5, *misses(6), *misses(1)], start="2218", mp=9)
    assert (last_fire(game, PANZER)["modifier"], last_fire(game, PANZER)["hits"]) == (0, 1)


@case("11.2", "10.2")
def test_soviet_fire_has_the_modifier_of_a_breakout():
    """Kaluga is a city: -1, so that a 6 misses."""
    game = closing({"3425"}, "3525", [PANZER], [3, 1, *misses(7), 6, 6], start="3524", mp=9)
    assert (last_fire(game, "S-RD-01")["modifier"], last_fire(game, "S-RD-01")["hits"]) == (-1, 0)
    assert last_fire(game, PANZER)["modifier"] == 0


@case("11.2", "10.2")
def test_in_moscow_a_breakout_has_the_modifier_of_a_city():
    """R38."""
    game = closing({"4513"}, "4514", [PANZER], [3, 1, *misses(7), 6, 6], start="4515", mp=9)
    assert last_fire(game, "S-RD-01")["modifier"] == -1


@case("10.3", "11.2")
@pytest.mark.parametrize(
    ("inside", "modifier"), [({"2417"}, 1), ({"2417", "2516"}, 1), ({"2417", "2316"}, 0)]
)
def test_germans_behind_a_river_add_1_when_no_way_out_of_the_pocket_is_dry(inside, modifier):
    """R10.  Between 2416 and both 2417 and 2516 runs a river, between 2416 and 2316 none."""
    game = closing(inside, "2416", [PANZER], [3, 1, 4, *misses(6), *misses(2)], start="2415", mp=9)
    shot = last_fire(game, PANZER)
    assert (shot["modifier"], shot["hits"]) == (modifier, modifier)
    assert last_fire(game, "S-RD-01")["modifier"] == 0


@case("11.2")
def test_the_first_round_bonus_of_turn_6_is_not_for_breakouts():
    """TS-062."""
    game = closing({"3444"}, TARGET, [PANZER], [3, 1, *misses(7), *misses(2)], turn=6)
    assert last_fire(game, PANZER)["modifier"] == 0


@case("11.2", "4.5")
def test_a_pocket_with_both_moscow_hexes_wins_at_once():
    """TS-058, R3."""
    game = closing({"4514", "4614"}, "4713", [LEHR], [], turn=7)
    assert game.result.winner == "german"
    assert happened(game.log, "breakout") == []


@case("11.2", "4.5")
def test_a_larger_pocket_around_moscow_wins_too():
    inside = {"4514", "4614", *around("4514"), *around("4614")}
    game = closing(inside, "4813", [LEHR], [])
    assert game.result.winner == "german"


@case("11.2", "4.5", "11.4")
def test_a_pocket_with_one_moscow_hex_breaks_out_and_the_check_wins():
    """R3.  The other hex was taken before."""
    inside = {"4514"}
    game = closing(inside, "4513", [LEHR], [1], turn=7)
    assert game.result is None
    assert happened(game.log, "breakout")[0]["size"] == 1
    assert inside <= gained(game)
    game.push("halt")
    game.push("end")
    assert game.result.winner == "german"


# How it ends


@case("11.3")
def test_a_successful_breakout_costs_five_times_its_hexes():
    """TS-053."""
    assert tally(lost_by_lehr(turn=1, tally=100)) == 100 - 5 * 14


@case("11.3")
def test_the_tally_never_falls_below_0():
    """TS-054."""
    assert tally(lost_by_lehr(turn=2, tally=50)) == 0


@case("11.3")
def test_from_turn_3_a_successful_breakout_costs_nothing():
    assert tally(lost_by_lehr(turn=3, tally=210)) == 210


@case("11.3", "3.5")
def test_after_a_successful_breakout_the_germans_go_back_and_the_pocket_is_german():
    """TS-055, R11, R12."""
    game = lost_by_lehr()
    start = told(game)["units"][LEHR]["hex"]
    assert start in around(GAP)
    assert start not in ring_around(FOURTEEN)
    assert unit(game, LEHR) == {"hex": start, "done": True}
    assert FOURTEEN | {GAP} <= gained(game)
    assert (pool(game, "RD"), pool(game, "B"), pool(game, "A")) == (30, 24, 16)
    assert refused(game, f"force {LEHR}").case == "9.5"
    assert cut_off(game) == set()


@case("11.3")
def test_two_step_units_that_were_broken_through_return_with_one_step():
    """Both divisions lose both steps to the dice of two rifle divisions: 6 6 and 6 6."""
    units = {PANZER: {}, SECOND_PANZER: {}}
    game = close_fourteen(units, [1, 1, 1, *misses(14), 6, 6, 6, 6], options={"losses": "system"})
    assert len(losses(game)) == 4
    for name in units:
        assert is_reduced(game, name)
        assert is_done(game, name)
        assert where(game, name) in around(GAP)
    assert happened(game.log, "broken_out") != []


@case("11.4")
def test_a_failed_breakout_adds_its_hexes_to_the_tally():
    """TS-056, R6: the hex of the breakout is not counted."""
    assert tally(held_by_panzers(turn=2, tally=190)) == 190 + 14


@case("11.4", "4.2")
def test_from_turn_3_there_is_no_tally():
    """TS-057."""
    assert tally(held_by_panzers(turn=3)) == 0


@case("11.4")
def test_after_a_failed_breakout_the_force_marches_on():
    game = held_by_panzers()
    assert where(game, PANZER) == GAP
    assert FOURTEEN | {GAP} <= gained(game)
    assert points_left(game) == 4
    assert "march 3644" not in game.orders
    assert f"march {START}" in game.orders  # into what was the pocket
    assert (pool(game, "RD"), pool(game, "B"), pool(game, "A")) == (30, 24, 16)


@case("11.4")
def test_units_eliminated_in_a_failed_breakout_return_in_the_hex_and_march_on():
    units = {PANZER: {"reduced": True}, SECOND_PANZER: {}}
    game = close_fourteen(units, [1, 1, 1, *misses(3 + 7), 6, 1, *misses(2)])
    game.push(f"hit {PANZER}")
    assert happened(game.log, "contained") != []
    assert (where(game, PANZER), where(game, SECOND_PANZER)) == (GAP, GAP)
    assert is_reduced(game, PANZER)
    assert list(told(game)["force"]["units"]) == [PANZER, SECOND_PANZER]
    assert not is_done(game, PANZER)


@case("11.4")
def test_a_force_without_points_stays_in_the_breakout_hex_and_has_finished():
    game = held_by_panzers(mp=1)
    assert where(game, PANZER) == GAP
    assert is_done(game, PANZER)
    assert "force" not in told(game)


@case("11.4", "11.2")
def test_a_breakout_of_nobody_fails():
    """A pocket of one hex with a die of 1."""
    game = closing({"3444"}, TARGET, [LEHR], [1])
    assert happened(game.log, "breakout")[0]["units"] == ()
    assert tally(game) == 1


@case("11.4", "11.1")
def test_the_same_force_closes_one_pocket_after_another():
    """3444 first, from 3544; then 3446 from the other side, from 3445 and 3545."""
    gained_ = {*ring_around({"3444"}), *ring_around({"3446"})} - {"3544", "3545"}
    game = on_the_march({LEHR: {}}, start="3644", gained=sorted(gained_), dice=[1, 1, 1, 1])
    game.push("march 3544")
    game.push("march 3545")
    assert [facts["size"] for facts in happened(game.log, "pocket")] == [1, 1]
    assert tally(game) == 2


@case("11.3", "11.4", "3.5")
def test_the_pocket_is_all_that_changes_hands():
    game = held_by_panzers()
    start = min(around(GAP) - ring_around(FOURTEEN) - FOURTEEN)
    assert gained(game) == FOURTEEN | ring_around(FOURTEEN) | {start}
    assert cut_off(game) == set()
