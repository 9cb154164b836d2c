"""Luck: what a die brought against the mean of all its faces."""

from __future__ import annotations

import pytest

import typhoon
from typhoon.players.luck import Weighed


class Face:
    """Chance that always shows the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def random(self) -> float:
        return (self.face - 0.5) / 6


def test_the_luck_of_all_six_faces_of_an_attack_adds_up_to_nothing():
    """Six armies against a division: some faces destroy it, with others it gets away."""
    pairs = {"2809": ["S-B-02", "S-B-03"], "2910": ["S-B-04", "S-B-05"], "2710": ["S-B-06", "S-B-07"]}
    units = {unit: hex_ for hex_, pair in pairs.items() for unit in pair} | {"G-6-ID": "2810"}
    game = typhoon.build("red-typhoon", turn=3, phase="soviet combat", units=units, attack_orders=["K"])
    attack = game.parse(f"attack 2810 {' '.join(sorted(units.keys() - {'G-6-ID'}))}")
    assert game.why_not(attack) is None
    lucks = []
    for face in range(1, 7):
        core = Weighed(game.position.copy(), Face(face), "soviet")
        core.play(attack)
        lucks.append(core.luck)
    assert max(lucks) > 0 > min(lucks)
    assert sum(lucks) == pytest.approx(0, abs=1e-9)


def test_an_order_without_dice_is_no_luck():
    units = {"S-A-01": "2421", "G-253-ID": "0442"}
    game = typhoon.build("red-typhoon", units=units, turn=7, phase="soviet movement", move_orders=["NW"])
    core = Weighed(game.position.copy(), Face(6), "soviet")
    core.play(game.parse("move S-A-01 2421-2422"))
    assert core.luck == 0
