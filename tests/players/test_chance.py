"""Dice that hang on what they are thrown for."""

from __future__ import annotations

from typhoon.players.chance import Dice


def thrown(dice: Dice, *occasion: int | str) -> float:
    dice.thrown_for(*occasion)
    return dice.random()


def test_an_attack_has_the_same_dice_whatever_was_attacked_before():
    one, other = Dice(7), Dice(7)
    first = thrown(one, 3, "combat", "Klin")
    for _ in range(5):
        thrown(other, 3, "combat", "Rzhev")
    assert thrown(other, 3, "combat", "Klin") == first


def test_who_attacks_the_same_place_again_throws_again():
    dice = Dice(7)
    assert len({thrown(dice, 3, "combat", "Klin") for _ in range(5)}) == 5


def test_other_games_have_other_dice():
    assert thrown(Dice(7), 3, "combat", "Klin") != thrown(Dice(8), 3, "combat", "Klin")
