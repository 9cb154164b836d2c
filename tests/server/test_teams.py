"""Sharing a side: a seat for each role, and everybody commands his own formations only."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import typhoon
from tests.teams import FRONTS, formation_of, share_red_typhoon
from typhoon.engine.offers import Target
from typhoon.engine.registry import catalogue
from typhoon.engine.sharing import Shares
from typhoon.games.red_typhoon import LAW
from typhoon.server.seats import seats_of

NORTH, SOUTH = "soviet/north", "soviet/south"


@pytest.fixture(autouse=True)
def fronts(monkeypatch):
    share_red_typhoon(monkeypatch.setattr)


def shared(server, **wish):
    """A remote table where two people share the Soviet side."""
    opened = server.open(**{"mode": "remote", "scenario": "fixed", "team": "fronts", **wish})
    return opened["id"], opened["tokens"]


def test_the_catalogue_tells_of_teams(server):
    (game,) = [game for game in server.client.get("/api/games").json() if game["id"] == "red-typhoon"]
    (team,) = game["teams"]
    assert (team["id"], team["side"], [role["id"] for role in team["roles"]]) == (
        "fronts",
        "soviet",
        ["north", "south"],
    )


def test_every_role_has_a_link_of_its_own(server):
    opened = server.open(mode="remote", team="fronts")
    assert list(opened["links"]) == [NORTH, SOUTH, "german"] == list(opened["tokens"])
    assert len(set(opened["tokens"].values())) == 3
    token = opened["tokens"][NORTH]
    assert opened["links"][NORTH] == f"/table/{opened['id']}#t={token}&side={NORTH}"
    state = server.get(opened["id"], token=token).json()
    assert (state["side"], state["seat"]) == ("soviet", NORTH)
    assert server.get(opened["id"], token=token, side=SOUTH).status_code == 403
    assert server.get(opened["id"], token=token, side="soviet").status_code == 403


def test_the_table_tells_who_sits_where(server):
    id_, tokens = shared(server, seats={"german": "staff"})
    with server.sit(id_, token=tokens[NORTH]) as north, server.sit(id_, token=tokens[SOUTH]) as south:
        south.ask("name", name="Konev")
        table = north.until(lambda state: state["table"]["seats"][SOUTH]["name"])["table"]
    assert table["team"] == {"id": "fronts", "side": "soviet", "title": "Two fronts", "case": "12.0"}
    assert table["seats"][SOUTH] == {
        "player": "person",
        "name": "Konev",
        "connected": True,
        "yours": False,
        "side": "soviet",
        "title": "Southern fronts",
        "about": "all the others",
    }
    assert table["seats"][NORTH]["yours"]
    assert (table["seats"]["german"]["title"], table["seats"]["german"]["player"]) == ("German", "staff")
    (row,) = server.client.get("/api/tables").json()
    assert [seat["title"] for seat in row["seats"].values()] == [
        "Northwest Front",
        "Southern fronts",
        "German",
    ]


def test_an_order_for_the_other_role_is_refused_and_changes_nothing(server):
    id_, tokens = shared(server)
    with server.sit(id_, token=tokens[NORTH]) as north, server.sit(id_, token=tokens[SOUTH]) as south:
        before = north.state["faces"], north.state["view"]
        reply = north.order("activate K")
        assert (reply["ok"], reply["n"]) == (False, 0)
        assert reply["ruling"] == {
            "case": "12.0",
            "text": "this is for Southern fronts to order",
            "order": "activate K",
        }
        after = server.get(id_, token=tokens[NORTH]).json()
        assert (after["faces"], after["view"]) == before
        assert south.order("activate K")["ok"]
        assert not north.order("move S-B-14 3314-3313", n=1)["ok"]
        assert north.order("activate NW", n=1)["ok"]
        assert north.order("move S-A-01 2504-2404", n=2)["ok"]
        assert not south.order("nonsense", n=3)["ok"]
        assert south.order("end", n=3)["ok"], "anybody may end the phase"
        assert [entry["side"] for entry in south.until_n(4)["log"] if entry["n"]] == ["soviet"]


def test_the_whole_side_sees_the_same_and_may_ask_everything(server):
    id_, tokens = shared(server)
    with server.sit(id_, token=tokens[NORTH]) as north, server.sit(id_, token=tokens[SOUTH]) as south:
        south.order("activate K")
        states = [player.until_n(1) for player in (north, south)]
        assert states[0]["faces"] == states[1]["faces"]
        views = [state["view"] for state in states]
        assert {**views[0], "offers": None} == {**views[1], "offers": None}
        way = next(iter(views[1]["offers"]["moves"]["goals"]["S-B-14"]))
        move = f"move S-B-14 3314-{way}"
        assert north.ask("preview", order=move)["preview"]["kind"] == "move"
        assert north.ask("why", order=move)["ruling"]["case"] == "12.0"
        assert "ruling" not in south.ask("why", order=move)
        assert north.ask("why", order="move S-A-01 2504-2404")["ruling"]["case"] != "12.0", (
            "not legal for anyone"
        )
        assert north.ask("hint")["hint"]["order"]


def test_a_role_is_offered_its_own_orders_and_those_for_anybody(server):
    id_, tokens = shared(server)
    with server.sit(id_, token=tokens[NORTH]) as north, server.sit(id_, token=tokens[SOUTH]) as south:
        listed = {
            player: {order["text"] for order in player.state["view"]["offers"]["plain"]}
            for player in (north, south)
        }
        assert {"activate NW", "end"} <= listed[north]
        assert "activate K" not in listed[north]
        assert "activate NW" not in listed[south]
        assert north.state["acting"] == [NORTH, SOUTH]
        south.order("activate K")
        assert "moves" not in north.until_n(1)["view"]["offers"]
        assert "S-B-14" in south.until_n(1)["view"]["offers"]["moves"]["goals"]
    with server.sit(id_, token=tokens["german"]) as german:
        assert german.state["view"]["offers"] is None
        assert german.state["acting"] == [NORTH, SOUTH]


def test_who_has_nothing_of_his_own_to_order_is_not_called_upon():
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
        attack_orders=["K"],
        dice=[6],
    )
    targets = {"2810": Target(("2810",), ("S-B-02", "S-B-03"))}
    assert Shares(game, FRONTS).of("south").attacks.targets == targets
    assert Shares(game, FRONTS).of("north").attacks is None
    game.push("attack 2810 S-B-02 S-B-03")
    game.push("retreat G-6-ID 2810-2711-2610")
    advance = Shares(game, FRONTS)
    assert advance.called == ["south"]
    assert [order.text for order in advance.of("north").plain] == ["end"]
    assert "advance S-B-02 2809-2810" in [order.text for order in advance.of("south").plain]


def test_an_attack_is_shown_to_all_who_could_lead_it(server):
    id_, tokens = shared(server)
    for n, (seat, order) in enumerate([(SOUTH, "end"), (SOUTH, "activate K"), (NORTH, "activate NW")]):
        assert server.post(f"{id_}/orders", n=n, order=order, token=tokens[seat]).json()["ok"]
    offers = {seat: server.get(id_, token=tokens[seat]).json()["view"]["offers"] for seat in (NORTH, SOUTH)}
    for seat, formation in ((NORTH, "NW"), (SOUTH, "K")):
        for target in offers[seat].get("attacks", {"targets": {}})["targets"].values():
            assert any(formation_of(unit) == formation for unit in target["units"])
    assert offers[NORTH].get("attacks") or offers[SOUTH].get("attacks")


def test_a_side_takes_back_its_orders_together(server):
    id_, tokens = shared(server, seats={"german": "staff"})
    with server.sit(id_, token=tokens[NORTH]) as north, server.sit(id_, token=tokens[SOUTH]) as south:
        south.order("activate K")
        assert north.until_n(1)["undo"] is None
        assert north.ask("undo", n=1)["ok"]
        south.until_n(0)
        south.order("end", n=0)
        # Nobody of another side is there to be asked.
        assert north.ask("takeback", action="offer", to=0)["n"] == 0


def test_a_take_back_needs_the_other_side_not_the_team(server):
    id_, tokens = shared(server)
    players = (server.sit(id_, token=tokens[seat]) for seat in (NORTH, SOUTH, "german"))
    with next(players) as north, next(players) as south, next(players) as german:
        north.order("end", n=0)
        south.order("end", n=1)
        north.until_n(2)
        assert north.ask("takeback", action="offer", to=1)["ok"]
        offer = south.until(lambda state: state["takeback"])["takeback"]
        assert offer == {"by": "soviet", "to": 1}
        assert not south.ask("takeback", action="accept", to=1)["ok"]
        assert german.ask("takeback", action="accept", to=1)["n"] == 1


def test_chat_goes_by_name_or_role(server):
    id_, tokens = shared(server)
    with server.sit(id_, token=tokens[NORTH]) as north:
        north.ask("chat", text="Who holds the road?")
        north.ask("name", name="Kurochkin")
        north.ask("chat", text="I do.")
    said = server.get(id_, token=tokens[SOUTH]).json()["chat"]
    assert [(line["side"], line["name"]) for line in said] == [
        ("soviet", "Northwest Front"),
        ("soviet", "Kurochkin"),
    ]


def test_at_one_screen_one_token_holds_all_roles(server):
    opened = server.open(team="fronts", scenario="fixed")
    id_ = opened["id"]
    assert opened["tokens"] == {}
    for n, (seat, order) in enumerate([(NORTH, "activate NW"), (SOUTH, "activate K")]):
        other = SOUTH if seat == NORTH else NORTH
        assert not server.post(f"{id_}/orders", n=n, order=order, side=other).json()["ok"]
        body = {"n": n, "order": order, "side": seat, "token": opened["token"]}
        assert server.post(f"{id_}/orders", **body).json()["ok"]
    state = server.get(id_).json()
    assert (state["n"], state["seat"]) == (2, NORTH)
    assert all(seat["yours"] for seat in state["table"]["seats"].values())


def test_a_spectator_only_watches_a_team(server):
    opened = server.open(mode="remote", team="fronts", scenario="fixed")
    with server.sit(opened["id"], token=opened["watch"].split("#t=")[1]) as watcher:
        assert (watcher.state["side"], watcher.state["seat"]) == ("", "")
        assert watcher.state["acting"] == [NORTH, SOUTH]
        assert watcher.state["view"]["offers"] is None
        assert watcher.order("end")["error"] == "you are only watching"


def test_the_past_is_shown_to_a_role(server):
    id_, tokens = shared(server)
    server.post(f"{id_}/orders", n=0, order="activate NW", token=tokens[NORTH])
    past = server.get(f"{id_}/replay", to=0, token=tokens[NORTH]).json()
    assert (past["n"], past["side"], past["seat"]) == (0, "soviet", NORTH)


def test_a_team_is_kept_and_journals_know_nothing_of_it(start):
    with start() as server:
        opened = server.open(team="fronts", scenario="fixed")
        server.post(f"{opened['id']}/orders", n=0, order="activate NW", side=NORTH)
        journal = server.get(f"{opened['id']}/journal", key=1).text
    assert "1 soviet: activate NW" in journal
    assert "north" not in journal.lower()
    with start() as server:
        reply = server.post(f"{opened['id']}/orders", n=1, order="activate K", side=NORTH).json()
        assert reply["ruling"]["case"] == "12.0"
        again = server.open(game="", journal=journal, team="fronts")["id"]
        assert server.get(again, side=SOUTH).json()["n"] == 1


def test_a_repeated_order_is_carried_out_once(start):
    with start() as server:
        id_, tokens = shared(server)
        order = {"id": "one", "n": 0, "order": "activate NW", "token": tokens[NORTH]}
        assert server.post(f"{id_}/orders", **order).json()["n"] == 1
    with start() as server:
        assert server.post(f"{id_}/orders", **order).json()["ok"]
        assert server.get(id_, token=tokens[NORTH]).json()["n"] == 1


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"team": "armies"}, "has no team 'armies'; there are: fronts"),
        ({"team": "fronts", "seats": {NORTH: "staff"}}, "a computer plays a whole side"),
        ({"team": "fronts", "seats": {"soviet": "staff"}}, "a computer plays a whole side"),
        ({"team": "fronts", "seats": {"soviet": "person"}}, "there are soviet/north, soviet/south, german"),
        ({"team": "fronts", "seats": {"soviet/east": "person"}}, "has no seat 'soviet/east'"),
        ({"seats": {NORTH: "person"}}, "there are soviet, german"),
    ],
)
def test_teams_that_cannot_be(server, wish, words):
    answer = server.client.post("/api/tables", json={"game": "red-typhoon", **wish})
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert server.client.get("/api/tables").json() == []


def test_a_seat_that_would_have_nothing_to_do_is_not_offered(server):
    """When the system allots the losses, nobody is left to handle the Soviets."""
    wish = {"game": "typhoon-solitaire", "mode": "remote", "team": "two-sides"}
    answer = server.client.post("/api/tables", json={**wish, "options": {"losses": "system"}})
    assert answer.status_code == 400
    assert "team two-sides goes with losses=player" in answer.json()["error"]
    assert server.client.post("/api/tables", json=wish).status_code == 201
    other = {**wish, "team": "north-south", "options": {"losses": "system"}}
    assert server.client.post("/api/tables", json=other).status_code == 201


def test_a_team_that_a_game_no_longer_has_is_said(server, monkeypatch):
    id_ = server.open(team="fronts")["id"]
    monkeypatch.setattr(LAW, "about", msgspec.structs.replace(LAW.about, teams=()))
    answer = server.get(id_, side=NORTH)
    assert answer.status_code == 503
    assert "has no team 'fronts'" in answer.json()["error"]
    assert len(server.client.get("/api/tables").json()) == 1


def some_order(game, rng):
    """Any order, and now and then one that names no unit, to get on with the game."""
    plain = [game.parse(offer.text) for offer in game.orders.offers().plain]
    general = [order for order in plain if not order.actors]
    return rng.choice(general) if general and rng.random() < 0.3 else game.orders.sample(rng)


SHARED = [(about.id, team.id) for about in catalogue() if about.status == "playable" for team in about.teams]


@pytest.mark.parametrize(("game", "team"), SHARED)
def test_a_game_can_be_played_by_its_teams(start, game, team):
    """Every order is given through the seat it is for, and refused to a seat it is not for."""
    with start(requests_a_second=1e6, burst=10**6) as server:
        opened = server.open(game=game, team=team)
        table = server.table(opened["id"])
        match, shared = table.match, table.seating.team
        rng = Random(7)
        for n in range(60):
            decision = match.game.decision
            if decision is None:
                break
            order = some_order(match.game, rng)
            role = match.game.rules.role_of(match.game.position, team, order)
            seats = seats_of(decision.side, shared)
            own = f"{decision.side}/{role}" if role else seats[-1]
            for other in seats if role else []:
                if other != own:
                    body = {"n": n, "order": str(order), "side": other}
                    reply = server.post(f"{opened['id']}/orders", **body).json()
                    assert reply["ruling"]["case"] == shared.case
            reply = server.post(f"{opened['id']}/orders", n=n, order=str(order), side=own).json()
            assert reply["ok"], reply
            assert bool(table.showing.acting("")) == (match.game.decision is not None)
