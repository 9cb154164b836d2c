"""How a server tells of many choices in few words: placements, ways of moving, attacks, sheets in play."""

from __future__ import annotations

import json
from typing import Any

import typhoon

GAME = "operation-typhoon"
UNITS = {"12/4P/24": "C1422", "33/4P/24": "C1424", "24/2PzA": "C1319", "299/50": "C1423"}


def table(server, **told: Any) -> dict[str, Any]:
    """A table for two with a position of our own."""
    game = typhoon.build(GAME, seed=7, **{"scenario": "guderian", "turn": 4, "units": UNITS, **told})
    seats = dict.fromkeys(("german", "soviet"), "person")
    opened: dict[str, Any] = server.open(game=GAME, seats=seats, journal=str(game.journal))
    return opened


def test_units_that_are_set_up_alike_are_offered_together(server):
    opened = server.open(game=GAME, scenario="campaign", options={"set-up": "free"})
    with server.sit(opened["id"], side="german") as german:
        german.order("plan historical")
        offers = german.until_n(1)["view"]["offers"]
        assert len(json.dumps(offers)) < 60_000
        assert "place" not in {order["verb"] for order in offers["plain"]}
        group = offers["places"][0]
        unit, hex_ = group["units"][-1], group["hexes"][-1]
        assert group["form"]["text"] == "place {unit} {hex}"
        assert german.order(f"place {unit} {hex_}")["ok"]
        face = next(face for face in german.until_n(2)["faces"] if face["unit"] == unit)
        assert face["hex"] == hex_


def test_where_units_go_depends_on_the_way_of_moving(server):
    opened = table(server, phase="german movement", units={**UNITS, "299/50": "C1833"})
    with server.sit(opened["id"], side="german") as german:
        offers = german.state["view"]["offers"]
        movers = {movers["form"]["verb"]: movers["units"] for movers in offers["movers"]}
        assert "12/4P/24" in movers["move"]
        assert "12/4P/24" in movers["strategic"]
        assert "rail" not in movers
        reach = {
            verb: german.ask("destinations", units=["12/4P/24"], verb=verb)["destinations"]
            for verb in ("move", "strategic", "rail")
        }
        assert reach["move"]
        assert reach["strategic"]
        assert not reach["rail"]
        hex_ = next(iter(reach["strategic"]))
        assert german.order(f"strategic 12/4P/24 C1422-{hex_}")["ok"]


def test_attacks_that_are_owed_lie_over_the_map_while_they_are_declared(server):
    opened = table(server, phase="german combat")
    with server.sit(opened["id"], side="german") as german:
        pinned = [overlay["id"] for overlay in german.state["overlays"] if overlay["pinned"]]
        assert pinned == ["owed"]
        shades = german.ask("overlay", overlay="owed")["overlay"]["shades"]
        assert shades[0]["hexes"] == ["C1423"]
        assert shades[1]["hexes"] == ["C1422", "C1424"]
        german.order("attack C1423 12/4P/24 33/4P/24")
        shades = german.ask("overlay", overlay="owed")["overlay"]["shades"]
        assert [shade["hexes"] for shade in shades] == [[], []]
        assert german.state["view"]["decision"]["part"] == "declarations"


def test_declared_combats_are_worked_out(server):
    opened = table(server, phase="german combat", air={"german": 2, "soviet": 0})
    with server.sit(opened["id"], side="german") as german:
        attack = german.ask("preview", order="attack C1423 12/4P/24 33/4P/24")["preview"]
        german.order("attack C1423 12/4P/24 33/4P/24")
        declared = german.ask("preview", order="cancel C1423")["preview"]
        assert declared == attack
        supported = german.ask("preview", order="air C1423 2")["preview"]
        shifts = [modifier["value"] for modifier in supported["modifiers"]]
        assert sum(shifts) == sum(modifier["value"] for modifier in attack["modifiers"]) + 2


def test_a_game_tells_which_sheet_a_scenario_is_played_on(server):
    hoepner, campaign = (
        server.client.get(f"/api/games/{GAME}", params={"scenario": id_}).json()
        for id_ in ("hoepner", "campaign")
    )
    assert {hex_[0] for hex_ in hoepner["extent"]} <= {"A", "B"}
    assert len(hoepner["extent"]) == 20 * 54 + 19 * 53
    assert campaign["extent"] is None
    assert campaign["badges"]["OUT"] == "out of supply"


def test_lines_of_all_units_are_those_of_ones_own_side(server):
    opened = table(server, phase="german movement")
    with server.sit(opened["id"], side="german") as german:
        overlay = next(each for each in german.state["overlays"] if each["id"] == "supply")
        assert overlay["lines"]
        lines = german.ask("lines")["lines"]
        assert sorted(lines) == ["12/4P/24", "24/2PzA", "33/4P/24"]
        assert lines["12/4P/24"] == german.ask("line", unit="12/4P/24")["line"]
        # From the regiment to the HQ of its corps.
        assert lines["12/4P/24"]["hexes"][0] == "C1422"
        assert lines["12/4P/24"]["hexes"][-1] == "C1319"
    with server.sit(opened["id"], side="soviet") as soviet:
        assert sorted(soviet.ask("lines")["lines"]) == ["299/50"]
