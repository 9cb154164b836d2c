"""The report of a turn: what a commander must know before he decides.

Two Soviet armies, 10 to 4 against a division in woods, is 2:1 with -1 on the die: the six throws give AL, AR,
C, EX, DR1 and DR2.
"""

from __future__ import annotations

import pytest

from tests.games.red_typhoon.battle import ready
from tests.games.red_typhoon.helpers import position
from tests.games.red_typhoon.test_isolation import FRONT, ONE_ROAD
from typhoon.engine.game import Game
from typhoon.engine.report import Report, report_of, spans

UNITS = {"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"}
ATTACK = "attack 2810 S-B-02 S-B-03"


def battle(die: int, *orders: str) -> Game:
    """The attack in the Soviet turn, and what follows until the Germans move."""
    dice = {"combat": [die]}
    game = position(turn=3, phase="soviet movement", units=UNITS, attack_orders=["K"], dice=dice, seed=1)
    for order in ("end", ATTACK, *orders):
        game.push(order)
    while game.decision.side == "soviet":
        game.push("end")
    return game


def told(report: Report | None, part: str) -> list[str]:
    assert report is not None
    return [line.text for found in report.parts if found.id == part for line in found.lines]


def test_an_attack_is_told_with_its_odds_its_result_in_words_and_its_luck():
    game = battle(6, "retreat G-6-ID 2810-2711-2610", "advance S-B-02 2809-2810")
    report = report_of(game, "german")
    assert told(report, "attacks") == [
        "S-B-02, S-B-03 attack G-6-ID in 2810: 10 to 4 is 2:1; "
        "the defenders retreat two hexes and are disrupted."
    ]
    (line,) = next(part for part in report.parts if part.id == "attacks").lines
    assert line.n == 2
    assert line.side == "soviet"
    assert line.hexes == ("2810",)
    assert line.fought.modifiers == ("\N{MINUS SIGN}1 defender in woods",)
    # Five of the six throws are worse, and half of the sixth.
    assert line.fought.luck == pytest.approx(11 / 12)
    assert (report.side, report.turn, report.number, report.of) == ("soviet", 3, 1, 2)
    assert report.over


def test_losses_of_both_sides_are_told_where_they_fell():
    game = battle(4, "eliminate S-B-03")
    report = report_of(game, "german")
    losses = next(part for part in report.parts if part.id == "losses").lines
    assert [(line.side, line.units, line.hexes) for line in losses] == [
        ("soviet", ("S-B-03",), ("2809",)),
        ("german", ("G-6-ID",), ("2810",)),
    ]


def test_a_place_is_won_for_one_side_and_lost_for_the_other():
    game = position(turn=2, phase="german recovery", units={"S-D-01": "2534", "G-253-ID": "0115"}, seed=1)
    for order in ("activate WL", "move S-D-01 2534-2533"):
        game.push(order)
    assert told(report_of(game, "soviet", 1), "places") == ["We take Sukhinichi."]
    assert told(report_of(game, "german", 1), "places") == ["The enemy takes Sukhinichi."]
    assert told(report_of(game, "", 1), "places") == ["The Soviet side takes Sukhinichi."]


def test_units_are_named_that_are_isolated_and_that_soon_may_be():
    """G-253-ID has one way to the road, by 1421: the enemy to the south can be there soon (10.2)."""
    game = ready("soviet", FRONT, charts=ONE_ROAD, turn=3)
    assert told_plights(game) == [("1422", "G-253-ID is cut off once the enemy stands in 1421", True)]
    cut = ready("soviet", FRONT | {"S-A-02": {"hex": "1418", "disrupted": True}}, charts=ONE_ROAD, turn=3)
    assert told_plights(cut) == [("1422", "G-253-ID is isolated", False)]


def told_plights(game: Game) -> list[tuple[str, str, bool]]:
    return [(p.hex, p.text, p.nearly) for p in game.rules.shown.plights(game.position, "german")]


def test_turns_of_the_sides_are_what_lies_between_the_phases_of_the_other():
    game = battle(3)
    assert [(span.side, span.turn, span.start, span.end) for span in spans(game)] == [
        ("soviet", 3, 0, 3),
        ("german", 3, 2, 3),
    ]


def test_a_turn_that_was_not_played_has_no_report():
    assert report_of(position(turn=3, phase="soviet movement", units=UNITS), "german") is None
    assert report_of(battle(3), "german", 9) is None
