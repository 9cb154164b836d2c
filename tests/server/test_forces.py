"""Forces, battles and the front line, as a server tells of them."""

from __future__ import annotations

from typing import Any

import pytest

import typhoon
from typhoon.engine.registry import find_rules

FORCE = "force PG4-2-Pz PG4-5-Pz"


def at_a_table(server: Any, **position: Any) -> str:
    units = {"PG4-2-Pz": "3919", "PG4-5-Pz": "3919"}
    game = typhoon.build("typhoon-solitaire", seed=1, **{"units": units, **position})
    opened = server.open(
        game="typhoon-solitaire", seed=None, seats={"german": "person"}, journal=str(game.journal)
    )
    return str(opened["id"])


def test_where_a_force_could_go_is_asked_before_it_is_formed(server):
    id_ = at_a_table(server)
    reached = server.post(f"{id_}/destinations", units=["PG4-2-Pz", "PG4-5-Pz"]).json()["destinations"]
    assert reached["4020"] == 2  # woods, for mechanized units
    assert reached["3918"] == 1
    assert server.post(f"{id_}/destinations", units=["PG4-2-Pz", "S-RD-01"]).json()["destinations"] == {}
    assert server.post(f"{id_}/destinations", units=[]).status_code == 400


def test_a_march_is_looked_at_before_its_force_is_formed(server):
    id_ = at_a_table(server)
    alone = server.post(f"{id_}/preview", order="march 4020").json()
    assert not alone["ok"]
    preview = server.post(f"{id_}/preview", order="march 4020", after=FORCE).json()["preview"]
    assert (preview["kind"], preview["target"], preview["left"]) == ("forecast", "4020", 14)
    assert sum(foe["chance"] for foe in preview["foes"]) == pytest.approx(1)
    ruling = server.post(f"{id_}/why", order="march 0101", after=FORCE).json()["ruling"]
    assert ruling["case"] in ("9.2", "9.6")
    assert server.get(id_).json()["n"] == 0


def test_what_takes_dice_is_not_tried_out(server):
    id_ = at_a_table(server)
    server.post(f"{id_}/orders", n=0, order=FORCE)
    answer = server.post(f"{id_}/preview", order="end", after="march 4020").json()
    assert (answer["ok"], answer["error"]) == (False, "dice would be rolled")
    assert server.get(id_).json()["n"] == 1


def test_a_battle_is_told_with_its_dice_and_counters(server):
    id_ = at_a_table(server)
    server.post(f"{id_}/orders", n=0, order=FORCE)
    server.post(f"{id_}/orders", n=1, order="march 4020")
    state = server.get(id_).json()
    lines = state["log"][-1]["lines"]
    mustered = next(line for line in lines if line["kind"] == "mustered")
    assert len(mustered["dice"]) == 1
    cast = {face["unit"]: face["look"] for face in state["cast"]}
    assert set(mustered.get("units", [])) <= set(cast)
    assert set(cast.values()) <= set(state["looks"])
    for line in lines:
        if line["kind"] == "fired":
            assert len(line["dice"]) == len(line["hits"])
            assert line["text"].endswith("no hits.") == (sum(line["hits"]) == 0)


def test_the_front_line_runs_around_what_is_german(server):
    front = server.get(at_a_table(server)).json()["front"]
    assert {theirs for ours, theirs in front if ours == "3919"} == {
        "3819",
        "3820",
        "3918",
        "3920",
        "4019",
        "4020",
    }
    red = server.open()["id"]
    printed = find_rules("red-typhoon").board.front
    assert {frozenset(pair) for pair in server.get(red).json()["front"]} == {*map(frozenset, printed)}


def test_the_tray_has_its_counters(server):
    id_ = server.open(game="typhoon-solitaire", seats={"german": "person"})["id"]
    state = server.get(id_).json()
    assert len(state["cast"]) == 72
    assert state["faces"] == []


def test_what_the_page_must_know_of_a_game(server):
    facts = server.client.get("/api/games/typhoon-solitaire").json()
    assert facts["concede"]
    assert facts["scenes"]["fired"] == "fire"
    assert facts["secondSide"] == "reduced"
    assert not server.client.get("/api/games/red-typhoon").json()["concede"]
