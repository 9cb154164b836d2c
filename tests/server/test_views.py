"""What a state tells of a position: counters, a few things with fields of their own, never the snapshot."""

from __future__ import annotations

from typing import Any

import typhoon
from typhoon.engine.game import Game
from typhoon.server.views import table_view

GAME = "operation-typhoon"
UNITS = {"12/4P/24": "C1422", "33/4P/24": "C1424", "24/2PzA": "C1319", "299/50": "C1423", "41/50": "C1325"}


def position(phase: str, **given: Any) -> Game:
    return typhoon.build(GAME, seed=7, scenario="guderian", turn=4, phase=phase, units=UNITS, **given)


def test_a_declared_combat_is_told_with_its_hexes():
    game = position("german combat", air={"german": 2, "soviet": 0})
    game.push("attack C1423+C1325 33/4P/24")
    game.push("air C1423+C1325 2")
    (combat,) = table_view(game.view("soviet")).combats
    assert (combat.target, combat.hexes) == ("C1423+C1325", ("C1423", "C1325"))
    assert (combat.units, combat.air, combat.cover) == (("33/4P/24",), 2, 0)


def test_a_unit_that_has_moved_is_told_with_what_it_has_left():
    game = position("german movement")
    before = table_view(game.view("german"))
    assert before.moved == {}
    left = game.preview("move 12/4P/24 C1422-C1322").left
    game.push("move 12/4P/24 C1422-C1322")
    (unit, how), *others = table_view(game.view("german")).moved.items()
    assert (unit, how.moved, how.left, others) == ("12/4P/24", "tactical", left, [])


def test_a_force_on_the_march_and_what_has_changed_hands():
    game = typhoon.build(
        "typhoon-solitaire", seed=1, units={"PG4-2-Pz": "1627", "PG4-5-Pz": "1627"}, gained=["3918"]
    )
    assert table_view(game.view("german")).force is None
    game.push("force PG4-2-Pz PG4-5-Pz")
    view = table_view(game.view("german"))
    assert view.force.units == ("PG4-2-Pz", "PG4-5-Pz")
    assert view.force.mp == 16, "the movement points of a mechanized force on the first turn"
    assert "3918" in view.gained


def test_no_state_has_the_snapshot(server):
    for game in ("red-typhoon", "typhoon-solitaire", GAME):
        state = server.get(server.open(game=game, seats={})["id"]).json()
        assert "position" not in state["view"]


def test_a_game_tells_how_its_orders_are_written_and_whom_a_word_means(server):
    facts = server.client.get("/api/games/red-typhoon").json()
    activate = facts["forms"]["activate"]
    assert (activate["verb"], activate["label"], activate["text"]) == (
        "activate",
        "Activate",
        "activate {formation}",
    )
    assert activate["about"].startswith("Give a formation the orders of the phase")
    assert facts["forms"]["retreat"]["text"] == "retreat {unit} {start}-{goal}"
    assert facts["units"]["G-253-ID"]["groups"] == {"formation": "9", "part": "F"}
    facts = server.client.get(f"/api/games/{GAME}").json()
    assert facts["units"]["339/167/53"]["groups"] == {"part": "2PzA"}
    assert facts["units"]["339/167/53"]["name"] == "339th Infantry Regiment"
    assert facts["units"]["339/167/53"]["short"] == "339 IR"
