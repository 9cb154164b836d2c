"""Counts of legal orders, one and two orders deep, on positions small enough to count by hand.

``perft(game, 2)`` is the number of different ways to give two orders one after the other.
"""

from random import Random

import pytest

from tests.games.red_typhoon.battle import always, fight, ready
from tests.games.red_typhoon.helpers import position
from typhoon import Game
from typhoon.engine.cases import case


def perft(game: Game, depth: int) -> int:
    if depth == 1:
        return len(list(game.orders))
    count = 0
    for order in game.orders:
        line = game.fork(Random(depth))
        line.push(order)
        count += perft(line, depth - 1) if line.decision else 0
    return count


@case("8.0", "12.3")
def test_one_army_on_open_ground():
    """S-D-02 in 0640 with two points left; all 18 hexes within two of it are clear and without roads.

    One: orders for five formations, and the end of the phase: 6.
    Two: with WL active 18 moves and the end; with any other formation active and no point left, the end
    alone, four times; after the end of the phase, five attack orders and its end: 19 + 4 + 6.
    """
    units = {"S-D-02": {"hex": "0640", "spent": 2}}
    game = position(phase="soviet movement", units=units, ap={"soviet": 1}, seed=1)
    assert perft(game, 1) == 6
    assert perft(game, 2) == 19 + 4 + 6


@case("6.1", "8.0", "8.1")
def test_one_army_and_an_enemy_two_hexes_off():
    """The same with WL active, no points left and a division in 0638, which controls 0639, 0739 and 0539.

    One: of the 18 hexes all but 0638, the last two by way of 0740 and 0540; and the end: 18.
    Two: after a move of two hexes (11) or into the zone (0639) the end alone; after a move to one of the
    other five neighbours its six neighbours and the end; after the end of the phase only that of the next.
    """
    units = {"S-D-02": {"hex": "0640", "spent": 2}, "G-253-ID": "0638"}
    game = position(phase="soviet movement", units=units, ap={}, move_orders=["WL"], seed=1)
    assert perft(game, 1) == 17 + 1
    assert perft(game, 2) == 11 + 1 + 5 * 7 + 1


@case("9.0", "9.2", "9.10")
def test_three_attackers_and_two_defenders():
    """A has 5 and touches D; B has 3 and C has 2, stacked in 1038, and touch D and E; D has 4 and E has 2.

    One: against D five groups reach 4 (A, AB, AC, ABC, BC), against E three reach 2 (B, C, BC); with the
    end 9.

    Two, every battle being without effect: after A on D all three on E are left, after AB or AC one, after
    ABC or BC none; after B or C on E two are left on D, after BC one (A).  With the end each time
    4 + 2 + 2 + 1 + 1 and 3 + 3 + 2.  After the end the Germans can give orders to five formations, or end: 6.
    """
    units = {"S-A-02": "1036", "S-A-04": "1038", "S-A-08": "1038", "G-253-ID": "1037", "G-SS-Cav-Bde": "1138"}
    game = ready("soviet", units, charts=always("C"), ap={})
    assert perft(game, 1) == 5 + 3 + 1
    assert perft(game, 2) == (4 + 2 + 2 + 1 + 1) + (3 + 3 + 2) + 6


@case("9.4")
@pytest.mark.parametrize(("result", "one"), [("DR1", 3), ("DR2", 9), ("DR3", 21), ("DR4", 45)])
def test_two_defenders_retreat(result, one):
    """Each of the two divisions has the ways counted in the test of the results; either may go first.

    The second has as many, since three divisions fit into a hex.
    """
    units = {"S-C-02": "1038", "G-253-ID": "1037", "G-123-ID": "1037"}
    game = fight(result, "attack 1037 S-C-02", units)
    assert perft(game, 1) == 2 * one
    if one < 10:
        assert perft(game, 2) == 2 * one * one


@case("9.6", "9.7")
def test_armor_and_infantry_advance():
    """Armor in 1038 and infantry in 0938 have emptied 1037.

    One: the infantry into 1037; the armor into 1037 or on to any of its six neighbours; the end: 9.
    Two: after the infantry, the armor's seven ways and the end; after each of the armor's seven, the
    infantry and the end; after the end, the phase itself: no points and nobody to attack, so its end alone.
    """
    units = {"S-C-12": "1038", "S-A-01": "0938", "G-253-ID": "1037"}
    game = fight("DE", "attack 1037 S-A-01 S-C-12", units, ap={})
    assert perft(game, 1) == 1 + 7 + 1
    assert perft(game, 2) == 8 + 7 * 2 + 1


@case("9.11")
def test_an_exchange():
    """Two choices of the attacker, then two of the defender."""
    units = {"S-A-01": "1038", "S-A-02": "1038", "G-253-ID": "1037", "G-123-ID": "1037"}
    game = fight("EX", "attack 1037 S-A-01 S-A-02", units)
    assert perft(game, 1) == 2
    assert perft(game, 2) == 4


@case("9.11", "9.4")
def test_a_german_loss_or_retreat():
    """Lose one of the two, or fall back; then there is the end of the phase alone, or six ways to retreat."""
    units = {"G-253-ID": "1038", "G-123-ID": "1038", "S-A-04": "1037"}
    game = fight("AL", "attack 1037 G-253-ID G-123-ID", units, ap={})
    assert perft(game, 1) == 3
    assert perft(game, 2) == 1 + 1 + 6


@case("13.3")
def test_partisans_rise_in_an_empty_area():
    """Area 1 has seven hexes."""
    game = position(turn=4, phase="partisan", units={}, dice=[1])
    assert perft(game, 1) == 7
