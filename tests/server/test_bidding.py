"""Bidding for a side before the game: hidden until all are in, and refused in words when it cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.conftest import Server, Start

GAME = {"game": "operation-typhoon-revision", "scenario": "campaign", "bidding": True}
TWO = {"soviet": "person", "german": "person"}


def by_link(server: Server) -> dict[str, Any]:
    return server.open(**GAME, seats=TWO, mode="remote", cast=False)


def bid(server: Server, opened: dict[str, Any], seat: str, number: object, **more: Any) -> Any:
    token = opened["tokens"].get(seat) or opened["token"]
    return server.post(f"{opened['id']}/bids", token=token, bid=number, **more)


def state(server: Server, opened: dict[str, Any], seat: str) -> dict[str, Any]:
    told: dict[str, Any] = server.get(opened["id"], token=opened["tokens"][seat]).json()
    return told


def test_the_higher_bid_takes_the_germans_and_becomes_an_option(server: Server) -> None:
    opened = by_link(server)
    assert state(server, opened, "soviet")["type"] == "bidding"
    assert bid(server, opened, "soviet", 5).status_code == 204
    assert bid(server, opened, "german", -10).status_code == 204
    first, second = state(server, opened, "soviet"), state(server, opened, "german")
    assert (first["type"], first["side"], second["side"]) == ("state", "german", "soviet")
    assert first["view"]["options"]["revision.bid"] == "5"
    assert first["table"]["bids"] == {"german": 5, "soviet": -10}
    assert "the sides change hands" in first["chat"][-1]["text"]


def test_equal_bids_leave_the_sides_as_they_were_taken(server: Server) -> None:
    opened = by_link(server)
    bid(server, opened, "german", 3)
    bid(server, opened, "soviet", 3)
    assert state(server, opened, "soviet")["side"] == "soviet"
    assert state(server, opened, "german")["view"]["options"]["revision.bid"] == "3"


def told_after(server: Server, number: int) -> list[str]:
    """All that anybody can ask of a table where the Soviets bid *number*, without its name and the time."""
    opened = by_link(server)
    answers = [bid(server, opened, "soviet", number)]
    watch = opened["watch"].partition("t=")[2]
    for token in (*opened["tokens"].values(), watch):
        answers.append(server.get(opened["id"], token=token))
        answers.append(server.get(f"{opened['id']}/journal", token=token))
        answers.append(server.post(f"{opened['id']}/bids", token=token, bid="x"))
    tables = [table for table in server.client.get("/api/tables").json() if table["id"] == opened["id"]]
    del tables[0]["updated"]
    facts = state(server, opened, "german")["bidders"]
    assert {seat: facts[seat]["named"] for seat in facts} == {"soviet": True, "german": False}
    return [text.replace(opened["id"], "") for text in (*(answer.text for answer in answers), str(tables))]


def test_no_message_tells_a_bid_before_all_are_in(server: Server) -> None:
    assert told_after(server, 37) == told_after(server, -4)


def test_nothing_of_the_game_is_there_before(server: Server) -> None:
    """The plan is drawn with the first die; who bids must not know it."""
    opened = by_link(server)
    for path in ("/journal", "/replay"):
        answer = server.get(opened["id"] + path, token=opened["tokens"]["german"])
        assert (answer.status_code, "begins when all bids are in" in answer.text) == (403, True)
    with pytest.raises(WebSocketDisconnect), server.sit(opened["id"], token=opened["tokens"]["german"]):
        pass


@pytest.mark.parametrize("number", ["many", "", 1.5, 61, -61, None])
def test_what_is_no_bid(server: Server, number: object) -> None:
    opened = by_link(server)
    answer = bid(server, opened, "german", number)
    assert answer.status_code == 400
    assert "a bid is a whole number from -60 to 60" in answer.json()["error"]
    assert not state(server, opened, "german")["bidders"]["german"]["named"]


def test_a_bid_stands(server: Server) -> None:
    opened = by_link(server)
    bid(server, opened, "german", 4)
    again = bid(server, opened, "german", 9)
    assert (again.status_code, again.json()["error"]) == (400, "your bid is in, and cannot be changed")
    bid(server, opened, "soviet", 2)
    assert state(server, opened, "german")["view"]["options"]["revision.bid"] == "4"


def test_a_bid_that_comes_too_late(server: Server) -> None:
    opened = by_link(server)
    bid(server, opened, "german", 4)
    bid(server, opened, "soviet", 2)
    late = bid(server, opened, "soviet", 30)
    assert late.json()["error"] == "all bids are in: the game has begun"


def test_nobody_bids_for_another(server: Server) -> None:
    opened = by_link(server)
    stranger = server.post(f"{opened['id']}/bids", token="nobody's", bid=1)
    assert stranger.status_code == 403
    other = bid(server, opened, "soviet", 1, side="german")
    assert (other.status_code, other.json()["error"]) == (403, "this link does not hold the german seat")
    watching = server.post(f"{opened['id']}/bids", token=opened["watch"].partition("t=")[2], bid=1)
    assert watching.json()["error"] == "you are only watching"


def test_a_link_that_was_replaced_follows_its_bidder(server: Server) -> None:
    opened = by_link(server)
    link = server.post(f"{opened['id']}/links", seat="soviet").json()
    assert link["link"] == f"/table/{opened['id']}#t={link['token']}", "no side: it may come to be another"
    opened["tokens"]["soviet"] = link["token"]
    bid(server, opened, "soviet", 5)
    bid(server, opened, "german", 4)
    assert state(server, opened, "soviet")["side"] == "german"


def test_two_people_at_one_screen(server: Server) -> None:
    opened = server.open(**GAME, seats=TWO)
    bid(server, opened, "", 2, side="german")
    told = server.get(opened["id"], token=opened["token"])
    assert told.json()["bidders"]["german"]["named"] and '"2"' not in told.text
    bid(server, opened, "", 8, side="soviet")
    table = server.get(opened["id"], token=opened["token"]).json()["table"]
    assert table["bids"] == {"german": 8, "soviet": 2}
    assert all(seat["yours"] for seat in table["seats"].values())


def test_a_person_against_the_computer(server: Server) -> None:
    opened = server.open(**GAME, seats={"soviet": "person", "german": "staff"})
    assert bid(server, opened, "", 60).status_code == 204
    told = server.get(opened["id"], token=opened["token"]).json()
    assert told["side"] == "german"
    assert {side: seat["player"] for side, seat in told["table"]["seats"].items()} == {
        "german": "person",
        "soviet": "staff",
    }


def test_computers_bid_among_themselves(server: Server) -> None:
    opened = server.open(**GAME, seats={"soviet": "staff", "german": "staff"})
    told = server.get(opened["id"], token=opened["watch"].partition("t=")[2]).json()
    assert told["type"] == "state"
    assert max(told["table"]["bids"].values()) == int(told["view"]["options"]["revision.bid"])


def test_bids_survive_the_end_of_the_server(start: Start) -> None:
    with start() as server:
        opened = by_link(server)
        bid(server, opened, "soviet", 6)
    with start() as server:
        assert state(server, opened, "german")["bidders"]["soviet"]["named"]
        bid(server, opened, "german", 1)
        assert state(server, opened, "soviet")["side"] == "german"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "red-typhoon", "scenario": None}, "red-typhoon knows bidding in no game"),
        ({"scenario": "guderian"}, "in its scenarios campaign, extended only"),
        ({"options": {"revision.bid": "7"}}, "leave it out"),
        ({"options": {"revision": "no"}}, "bidding goes with revision.victory-levels=yes"),
        ({"team": "fronts"}, "not for people who share a side"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_tables_at_which_nobody_can_bid(server: Server, wish: dict[str, Any], why: str) -> None:
    answer = server.client.post("/api/tables", json={**GAME, **wish})
    assert answer.status_code in (400, 404)
    assert why in answer.json()["error"]


def test_nobody_bids_at_other_tables(server: Server) -> None:
    opened = server.open()
    answer = server.post(f"{opened['id']}/bids", token=opened["token"], bid=1)
    assert answer.json()["error"] == "nobody bids at this table"
