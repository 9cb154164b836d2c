"""The staff: it plays either side, gives legal orders only, and gets somewhere."""

import time
from random import Random

import pytest

import typhoon
from tests.games.typhoon_nonop.positions import (
    HQ16,
    HQ22,
    HQ30,
    INFANTRY,
    MORE_RIFLES,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    PANZERS,
    POINT,
    RIFLES,
    SOVIET_GUN,
    SOVIET_POINT,
    SOVIETS,
    THIRD_SOVIETS,
    nonop,
    position,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.manner import USUAL, Mood
from typhoon.engine.orders import End
from typhoon.engine.seat import Seat
from typhoon.games.typhoon_nonop.staff.crossings import lay_bridges
from typhoon.games.typhoon_nonop.staff.german import Advance
from typhoon.games.typhoon_nonop.staff.slipping import slip_round
from typhoon.hexgrid import bits
from typhoon.players import find_player


def play(seed, players, until):
    """Play to the end of a turn; the longest that anybody thought about an order."""
    game = typhoon.new("typhoon-nonop", seed=seed)
    who = {side: find_player(players[side], game.rules, side, seed=seed) for side in game.rules.sides}
    longest = 0.0
    while game.decision is not None and game.decision.turn <= until:
        side, begun = game.decision.side, time.process_time()
        order = who[side].choose(Seat(game, side))
        longest = max(longest, time.process_time() - begun)
        assert game.why_not(order) is None
        game.push(order)
    return game, longest


@pytest.mark.parametrize("german", ["staff", "random"])
def test_the_staff_plays_and_does_not_think_too_long(german):
    game, longest = play(1, {"german": german, "soviet": "staff"}, until=2)
    assert game.position.turn == 3
    assert longest < 5  # a player-turn takes less than 1.5 s where nobody else is on the machine
    assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


@case("B10.2")
def test_the_german_staff_gets_forward_and_crowds_no_hex():
    game, _ = play(2, {"german": "staff", "soviet": "staff"}, until=3)
    law = game.rules
    gained = game.position.control[0] & ~law.start().control[0]
    assert gained.bit_count() > 50
    assert any(event.kind == "battle" for event in game.log)
    lost = [event.facts["why"] for event in game.log if event.kind == "eliminated"]
    assert lost
    assert "too much in one hex" not in lost


def test_a_good_attack_is_declared_and_supplied():
    """14 to 4 is 3-1."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835", POINT: "P0831"}
    game = position(units=units, phase="german attack declaration")
    staff = find_player("staff", game.rules, "german", seed=1)
    assert str(staff.choose(Seat(game, "german"))) == f"attack P0835 {OTHER_INFANTRY} {INFANTRY}"


def order_of(game, side="german", seed=1):
    """What the staff of a side would order now."""
    return find_player("staff", game.rules, side, seed=seed).choose(Seat(game, side))


def play_phase(game, side="german", seed=1):
    """Let the staff play a phase to its end; all its orders."""
    staff, given = find_player("staff", game.rules, side, seed=seed), []
    phase = game.decision.phase
    while game.decision is not None and game.decision.phase == phase and game.decision.side == side:
        given.append(staff.choose(Seat(game, side)))
        game.push(given[-1])
    return given


DIVISION = {PANZERS: "P0834", RIFLES: "P0834", MORE_RIFLES: "P0834"}
"""12 attack strength, one movement point from P0835 and two hexes from P0836."""


def test_a_lone_hq_is_overrun():
    """12 to 1 is 12-1: seven or less with two off the die, nine times of ten, and three points."""
    game = position(units={**DIVISION, HQ22: "P0836"}, phase="german movement")
    given = [str(order) for order in play_phase(game)]
    assert f"overrun P0836 {PANZERS} {RIFLES} {MORE_RIFLES}" in given


def test_a_non_op_hq_that_holds_back_many_is_spared():
    """Nine divisions stand in its range: they are worth more where they are than three points."""
    held = {
        "S-22-126": "P0839", "S-22-133": "P0839", "S-22-174": "P0839",
        "S-29-178": "P0939", "S-29-243": "P0939", "S-29-252": "P0939",
        "S-30-162": "P0739", "S-30-242": "P0739", "S-30-250": "P0739",
    }  # fmt: skip
    units = {
        **DIVISION,
        HQ30: nonop("P0836"),
        **{name: hex_.replace("39", "38") for name, hex_ in held.items()},
    }
    game = position(units=units, phase="german movement")
    assert not [order for order in play_phase(game) if order.verb == "overrun"]
    lone = position(units={**DIVISION, HQ30: nonop("P0836")}, phase="german movement")
    assert [order for order in play_phase(lone) if order.verb == "overrun"]


RING = {
    "G-V-5-ID": "N2417",
    "G-V-35-ID": "N2719",
    "G-V-106-ID": "N2423",
    "G-LVI-129-ID": "N2122",
    "G-VI-26-ID": "N2119",
}
"""Five of the six corners of a ring three hexes around N2420; N2722 is open."""
POCKET = {
    SOVIETS: "N2420",
    OTHER_SOVIETS: "N2420",
    THIRD_SOVIETS: "N2420",
    "S-29-178": "N2320",
    "S-29-243": "N2320",
}


def cut_off(game, number):
    law = game.rules
    return not law.surrender.connected(game.position) >> law.grid.index(number) & 1


def test_the_gap_of_a_ring_is_closed_and_the_ring_held():
    game = position(units={**RING, PANZERS: "N3023", **POCKET}, phase="german movement")
    assert not cut_off(game, "N2420")
    play_phase(game)
    assert cut_off(game, "N2420")


def test_a_supply_point_is_saved_where_it_changes_little():
    """18 to 1 is 10-1: without supply a hex is still emptied nine times of ten."""
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIET_GUN: "P0835", POINT: "P0831"}
    game = position(units=units, phase="german attack declaration")
    play_phase(game)
    while game.decision is not None and game.decision.phase == "german combat":
        side = game.decision.side
        game.push(order_of(game, side))
    assert any(event.kind == "battle" for event in game.log)
    assert not any(event.kind == "spent" for event in game.log)


def test_a_lone_hq_in_reach_of_panzers_gets_a_guard():
    units = {HQ22: "P3131", SOVIETS: "P3134", PANZERS: "P2431", RIFLES: "P2431"}
    game = position(units=units, phase="soviet movement")
    given = play_phase(game, "soviet")
    assert where(game, SOVIETS) == where(game, HQ22), given


def test_an_hq_that_is_cut_off_is_disbanded():
    """It will be lost for three points; disbanded it costs two."""
    ring = {INFANTRY: "P3130", OTHER_INFANTRY: "P3132", PANZERS: "P3031", RIFLES: "P3231"}
    game = position(units={HQ30: nonop("P3131"), **ring}, phase="game turn interphase", dice=[1] * 20)
    assert str(order_of(game, "soviet")) == f"disband {HQ30}"


def test_every_start_that_is_allowed_is_used():
    """On turn 1 no HQ walks; the HQs of the armies in danger let go as many as they may, and no more."""
    game = typhoon.build("typhoon-nonop", base="vyazma-bryansk", turn=1, phase="soviet movement", seed=1)
    law, staff = game.rules, find_player("staff", game.rules, "soviet", seed=1)
    while not isinstance(order := staff.choose(Seat(game, "soviet")), End):
        game.push(order)
    command, started = law.command, game.position.started
    for army in ("16", "19", "20", "24", "43"):
        hq = law.hq_number[army]
        assert started.get(hq, 0) == command.allowance(hq), army


def test_the_attacker_does_not_know_which_order_lies_face_down():
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835", POINT: "P0831"}
    attack = {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]}
    given = set()
    for sealed in ("no-retreat", "additional-retreat"):
        combats = [{**attack, "order": sealed}]
        game = position(units=units, phase="german combat", combats=combats)
        given.add(tuple(str(order_of(game, "german", seed)) for seed in range(5)))
    assert len(given) == 1


def test_a_whole_game_of_the_old_scenario_ends():
    game = typhoon.new("typhoon-nonop", seed=4, options={"preset": "base"})
    who = {side: find_player("staff", game.rules, side, seed=4) for side in game.rules.sides}
    while game.decision is not None:
        game.push(who[game.decision.side].choose(Seat(game, game.decision.side)))
    assert game.result is not None and game.position.turn == 10
    assert len(game.journal.text()) < 200_000


@case("B24.6")
def test_pockets_and_surrenders_are_told_of_a_game():
    """A pocket at Vyazma on turn 4 with 28 divisions, none at Bryansk; three divisions surrendered."""
    game = position(units={SOVIETS: "P0835"}, pockets={"vyazma": [4, 28]}, tally={"surrendered": 3, "hq": 2})
    assert game.rules.annals.figures(game.position) == {
        "Vyazma pocket, turn": 4,
        "Vyazma pocket, divisions": 28,
        "divisions surrendered": 3,
        "HQs lost": 2,
        "HQs disbanded": 0,
    }


def test_what_a_general_is_like_can_be_felt():
    """The bold one dares overruns that the cautious one leaves alone, and a recruit strays from the plan."""

    def overruns(german):
        game, _ = play(1, {"german": german, "soviet": "staff"}, until=2)
        return sum(event.kind == "overrun" for event in game.log), game.state_hash()

    bold, usual, cautious = (overruns(name) for name in ("staff:bold", "staff", "staff:cautious"))
    assert bold[0] > usual[0] > cautious[0]
    assert overruns("recruit")[1] != usual[1]


def test_an_hq_in_a_pocket_stays_where_there_is_no_way_home():
    """Eighteen divisions three hexes around it, and one of its own beside it."""
    law = typhoon.new("typhoon-nonop").rules
    middle = law.grid.index("P0835")
    ring = bits(law.grid.disc(middle, 3) & ~law.grid.disc(middle, 2))
    on_foot = bits(law.units_of[0] & law.combat_units & law.with_zone & ~law.motor)
    germans = {law.unit_ids[unit]: law.grid.name[hex_] for unit, hex_ in zip(on_foot, ring, strict=False)}
    game = position(units={**germans, HQ22: "P0835", SOVIETS: "P0735"}, phase="soviet movement")
    given = [str(order) for order in play_phase(game, "soviet")]
    assert given[-1] == "end"
    assert where(game, HQ22) == "P0835"


def marching(game):
    """The German staff before it has thought of any move."""
    return Advance(game.position, game.position.frames[-1], Mood(USUAL, Random(1)))


@case("B11.3")
def test_a_free_division_goes_by_rail_into_the_place_that_is_worth_most():
    """N4418 is on the railway from Mozhaisk to Vyazma, which is worth five points and empty."""
    game = position(units={SOVIETS: "N4418", PANZERS: "P0835"}, phase="soviet movement")
    assert [str(order) for order in play_phase(game, "soviet")] == [f"rail {SOVIETS} N3022", "end"]


@case("B22.4", "B12.8")
def test_units_are_activated_for_an_attack_that_is_owed():
    """Three to four is no Mandated Attack; with two divisions more, which HQ 16 can call, it is 2-1."""
    units = {
        HQ16: "P3136",
        SOVIETS: "P3131",
        OTHER_SOVIETS: "P3134",
        THIRD_SOVIETS: "P3134",
        RIFLES: "P3130",
        SOVIET_POINT: "P3135",
    }
    game = position(units=units, phase="soviet motorized movement", mandated=1)
    given = [str(order) for order in play_phase(game, "soviet")]
    assert given[:2] == [f"activate {OTHER_SOVIETS} {HQ16}", f"activate {THIRD_SOVIETS} {HQ16}"]
    given = [str(order) for order in play_phase(game, "soviet")]
    assert given[0].startswith("attack P3130 ")
    assert given[1] == "mandate P3130"
    for change in ({"mandated": 0}, {"units": {**units, SOVIET_POINT: "P0835"}}):
        idle = position(**{"units": units, "phase": "soviet motorized movement", "mandated": 1, **change})
        assert [order.verb for order in play_phase(idle, "soviet")] == ["end"]


@case("B18.8")
def test_a_river_across_the_way_of_a_spearhead_is_bridged():
    """A river flows between P0118 and P0218, on the way of the XLVI Corps to Vyazma."""
    game = position(units={PANZERS: "P0118", SOVIETS: "P4130"}, phase="german movement")
    march = marching(game)
    lay_bridges(march)
    assert [str(order) for order in march.given] == ["bridge G-bridge-1 P0118-P0218"]
    lay_bridges(march)
    assert len(march.given) == 1  # it lies there


@case("B11.2")
def test_panzers_slip_round_an_enemy_whom_nothing_else_shuts_in():
    """P0736 is the one way out of P0835, and it is in the zone of whoever comes to P0735."""
    units = {SOVIETS: "P0835", INFANTRY: "P0834", PANZERS: "P0834", OTHER_INFANTRY: "P0937"}
    march = marching(position(units=units, phase="german movement"))
    slip_round(march)
    assert [str(order) for order in march.given] == [f"infiltrate {PANZERS} P0735"]
    del units[INFANTRY]  # nobody would be left in P0834
    march = marching(position(units=units, phase="german movement"))
    slip_round(march)
    assert not march.given
