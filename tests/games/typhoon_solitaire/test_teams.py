"""Sharing the command (1.4)."""

from random import Random

import pytest

import typhoon
from tests.games.typhoon_solitaire.positions import MISS, RIFLES_AND_BRIGADE, give, position
from typhoon.engine.cases import case
from typhoon.engine.ruling import Refused
from typhoon.engine.sharing import TeamSeat

NORTHERN, SOUTHERN = ("9A", "PG3", "4A"), ("PG4", "2A", "PG2")
ONE_OF_EACH = {
    "9A": "9A-5-Inf",
    "PG3": "PG3-1-Pz",
    "4A": "4A-7-Inf",
    "PG4": "PG4-2-Pz",
    "2A": "2A-17-Inf",
    "PG2": "PG2-3-Pz",
}
HEXES = {"9A": "1601", "PG3": "1312", "4A": "1417", "PG4": "1627", "2A": "1730", "PG2": "1746"}


def role(game, team: str, order: str) -> str:
    return game.rules.role_of(game.position, team, game.parse(order))


@case("1.4")
def test_the_two_ways_of_the_rulebook_and_one_commander_for_each_formation():
    roles = {team.id: [r.id for r in team.roles] for team in position().rules.about.teams}
    assert roles["two-sides"] == ["commander", "soviets"]
    assert roles["north-south"] == ["north", "south"]
    assert sorted(roles["formations"]) == sorted(NORTHERN + SOUTHERN)


@case("1.4")
@pytest.mark.parametrize("formation", ONE_OF_EACH)
def test_three_formations_are_northern_and_three_southern(formation):
    unit = ONE_OF_EACH[formation]
    game = position(units={unit: HEXES[formation]})
    side = "north" if formation in NORTHERN else "south"
    for order in (f"force {unit}", f"support {unit}"):
        assert role(game, "north-south", order) == side
        assert role(game, "formations", order) == formation
        assert role(game, "two-sides", order) == "commander"
    game.push(f"force {unit}")
    for order in ("halt", "march 1413"):
        assert role(game, "north-south", order) == side
        assert role(game, "formations", order) == formation


@case("1.4")
def test_a_set_up_order_belongs_to_the_commander_of_the_unit():
    game = typhoon.new("typhoon-solitaire", seed=1)
    assert role(game, "north-south", "place 9A-5-Inf 1601") == "north"
    assert role(game, "north-south", "deploy PG2") == "south"
    assert role(game, "formations", "deploy 4A") == "4A"
    # Deploying everybody, or ending the set-up, is nobody's alone.
    assert role(game, "north-south", "deploy") == role(game, "formations", "end") == ""


@case("1.4")
def test_ending_the_phase_is_nobodys_alone():
    game = position(units={"PG3-1-Pz": "1312"})
    assert role(game, "north-south", "end") == ""
    assert role(game, "two-sides", "end") == "commander"


@case("1.4")
def test_a_force_of_both_commands_is_nobodys_alone():
    # From turn 5 on armies may mix (12.2).
    game = position(turn=5, units={"PG3-1-Pz": "1312", "PG4-2-Pz": "1312", "PG3-7-Pz": "1312"})
    assert role(game, "north-south", "force PG3-1-Pz PG4-2-Pz") == ""
    assert role(game, "north-south", "force PG3-1-Pz PG3-7-Pz") == "north"
    game.push("force PG3-1-Pz PG4-2-Pz")
    assert role(game, "north-south", "halt") == ""
    assert role(game, "north-south", "drop PG4-2-Pz") == "south"


@case("1.4")
def test_the_one_who_handles_the_soviets_allots_their_losses_only():
    # Hits on a rifle division and a brigade: first the division must be hit (10.6), then either.
    units = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"}
    dice = [RIFLES_AND_BRIGADE, 6, *[MISS] * 6, *[MISS] * 7, 6, MISS, MISS]
    game = position(units=units, dice=dice)
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1413")
    assert role(game, "two-sides", "hit S-B-01") == role(game, "two-sides", "allot") == "soviets"
    assert role(game, "north-south", "hit S-B-01") == "north"
    game.push("hit S-B-01")
    # Now the division has hit one of the panzer divisions, and the commander says which.
    assert role(game, "two-sides", "hit PG3-7-Pz") == role(game, "two-sides", "allot") == "commander"
    game.push("hit PG3-7-Pz")
    assert role(game, "two-sides", "fight") == "commander"


# Seats


@case("1.4")
def test_a_role_gives_the_orders_of_its_own_formations_and_no_others():
    game = position(units={"PG3-1-Pz": "1312", "PG4-2-Pz": "1627"})
    north, south = TeamSeat(game, "north-south", "north"), TeamSeat(game, "north-south", "south")
    orders = {"support PG3-1-Pz", "force PG3-1-Pz", "end"}
    assert {str(order) for order in north.orders} == orders
    assert len(north.orders) == 3
    assert "force PG4-2-Pz" not in north.orders
    assert "force PG4-2-Pz" in south.orders
    assert [offer.text for offer in north.orders.offers().plain] == ["support PG3-1-Pz", "end"]
    assert north.view().offers.forces.groups == (("PG3-1-Pz",),)
    ruling = north.why_not("force PG4-2-Pz")
    assert (ruling.case, ruling.text) == ("1.4", "this is for South to order")
    with pytest.raises(Refused, match=r"1\.4"):
        north.push("force PG4-2-Pz")
    with pytest.raises(Refused, match=r"1\.4"):
        north.preview("force PG4-2-Pz")
    assert len(game.journal.entries) == 0
    south.push("force PG4-2-Pz")
    assert [str(order) for order in north.orders] == []
    assert north.why_not("halt").case == "1.4"
    assert north.why_not("dance").case == "5.2"  # no order at all
    south.push("halt")


@case("1.4")
@pytest.mark.parametrize("role", ["north", "south"])
def test_computers_can_play_the_roles(role):
    game = position(units={"PG3-1-Pz": "1312", "PG4-2-Pz": "1627"})
    seat = TeamSeat(game, "north-south", role)
    unit = "PG3-1-Pz" if role == "north" else "PG4-2-Pz"
    chosen = {str(seat.orders.sample(Random(number))) for number in range(40)}
    assert chosen == {f"support {unit}", f"force {unit}", "end"}


@case("1.4")
def test_teams_and_roles_that_there_are_not():
    game = position(units={"PG3-1-Pz": "1312"})
    with pytest.raises(ValueError, match="no team 'armies'; there are: north-south, formations, two-sides"):
        TeamSeat(game, "armies", "north")
    with pytest.raises(ValueError, match="no role 'east'; there are: north, south"):
        TeamSeat(game, "north-south", "east")


@case("1.4", "10.6")
def test_nobody_handles_the_soviets_when_the_system_does():
    game = position(units={"PG3-1-Pz": "1312"}, options={"losses": "system"})
    with pytest.raises(ValueError, match="team two-sides goes with losses=player"):
        TeamSeat(game, "two-sides", "soviets")
    TeamSeat(game, "north-south", "north")
