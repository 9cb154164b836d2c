"""Those who may not: forged tokens, wrong seats, other sites, floods."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.websockets import WebSocketDisconnect

BOTH = {"soviet": "person", "german": "person"}


@pytest.fixture
def table(server):
    return server.open(mode="remote", seats=BOTH, scenario="fixed")


def refused(server, id_, origin=None, **hello):
    """The code that a connection is refused with."""
    headers = {"origin": origin} if origin else {}
    path = f"/api/tables/{id_}/ws"
    with pytest.raises(WebSocketDisconnect) as refusal, server.connect(path, **headers) as socket:
        socket.send_text(json.dumps({"type": "hello", **hello}))
        socket.receive_text()
    return refusal.value.code


def test_a_forged_token_opens_nothing(server, table):
    for token in ("", "x", table["tokens"]["soviet"][:-1], table["tokens"]["soviet"] + "A"):
        assert server.get(table["id"], token=token).status_code == 403
        assert server.post(f"{table['id']}/orders", n=0, order="end", token=token).status_code == 403
        assert refused(server, table["id"], token=token) == 4403
    assert server.get(table["id"], token=table["tokens"]["soviet"]).json()["n"] == 0


def test_who_says_to_have_strange_pictures_is_refused(server, table):
    token = table["tokens"]["soviet"]
    for looks in (["x" * 17], ["x"] * 2001, "x", [7]):
        assert refused(server, table["id"], token=token, looks=looks) == 4403


def test_a_token_of_another_table_opens_nothing(server, table):
    other = server.open(mode="remote", seats=BOTH)
    assert server.get(table["id"], token=other["tokens"]["soviet"]).status_code == 403


def test_a_seat_is_not_the_other_seat(server, table):
    token = table["tokens"]["german"]
    assert server.get(table["id"], token=token, side="soviet").status_code == 403
    assert refused(server, table["id"], token=token, side="soviet") == 4403
    assert (
        server.post(f"{table['id']}/orders", n=0, order="end", token=token, side="soviet").status_code == 403
    )


def test_tokens_do_not_stand_in_addresses(server, table):
    """Where proxies and browsers write them down."""
    id_, token = table["id"], table["tokens"]["soviet"]
    for path in (f"{id_}", f"{id_}/replay", f"{id_}/journal"):
        answer = server.client.get(f"/api/tables/{path}?token={token}")
        assert (answer.status_code, "does not belong" in answer.json()["error"]) == (400, True)
        assert server.get(path, token=token).status_code == 200
    path = f"/api/tables/{id_}/ws?token={token}"
    with pytest.raises(WebSocketDisconnect) as refusal, server.connect(path) as socket:
        socket.receive_text()
    assert refusal.value.code == 4403
    posted = server.client.post(
        f"/api/tables/{id_}/why", json={"order": "end"}, headers={"authorization": f"Bearer {token}"}
    )
    assert posted.json()["ok"]


def test_a_connection_first_says_who_it_is(server, table, monkeypatch):
    monkeypatch.setattr("typhoon.server.connections.GREETING_TIME", 0.05)
    path = f"/api/tables/{table['id']}/ws"
    with pytest.raises(WebSocketDisconnect) as silent, server.connect(path) as socket:
        socket.receive_text()
    assert (silent.value.code, silent.value.reason) == (4403, "nobody said who it is")
    with pytest.raises(WebSocketDisconnect) as rude, server.connect(path) as socket:
        socket.send_text('{"type":"order","id":"1","n":0,"order":"end"}')
        socket.receive_text()
    assert rude.value.code == 4403


def test_a_link_can_be_replaced(server, table):
    id_, old = table["id"], table["tokens"]["german"]
    watch = table["watch"].split("#t=")[1]
    with server.sit(id_, token=old) as german, server.sit(id_, token=watch) as watcher:
        issued = server.post(f"{id_}/links", seat="german").json()
        assert issued["link"] == f"/table/{id_}#t={issued['token']}&side=german"
        with pytest.raises(WebSocketDisconnect) as shown_out:
            for _ in range(10):
                german.hear()
        assert (shown_out.value.code, shown_out.value.reason) == (4403, "this link was replaced by another")
        assert server.get(id_, token=old).status_code == 403
        assert server.get(id_, token=issued["token"]).json()["side"] == "german"
        assert watcher.ask("chat", text="Still here")["ok"], "nobody else is disturbed"
    spectators = server.post(f"{id_}/links", seat="").json()
    assert server.get(id_, token=watch).status_code == 403
    assert server.get(id_, token=spectators["token"]).json()["side"] == ""
    assert server.get(id_, token=table["tokens"]["soviet"]).status_code == 200
    refused_ = server.post(f"{id_}/links", seat="french")
    assert (refused_.status_code, "french" in refused_.json()["error"]) == (400, True)
    assert server.post("nowhere/links", seat="german").status_code == 404


def test_only_the_host_replaces_links(start):
    with start(base_url="http://192.0.2.7:1941", host="0.0.0.0", host_key="the key") as server:
        server.client.get("/?key=the key")
        table = server.open(seats=BOTH, mode="remote")
        server.client.cookies.clear()
        asked = {"seat": "german", "token": table["tokens"]["soviet"]}
        assert server.post(f"{table['id']}/links", **asked).status_code == 403
        assert server.get(table["id"], token=table["tokens"]["german"]).status_code == 200


def test_orders_out_of_turn(server, table):
    with server.sit(table["id"], token=table["tokens"]["german"]) as german:
        for request in ("why", "preview"):
            assert not german.ask(request, order="end")["ok"]
        reply = german.order("end")
        assert not reply["ok"]
        assert reply["ruling"]["text"] == "it is for the soviet side to decide"
        assert reply["n"] == 0
        # A token in the message does not change who the connection belongs to.
        assert not german.order("end", token=table["tokens"]["soviet"], side="soviet")["ok"]


def test_the_computers_seat_cannot_be_taken(server):
    id_ = server.open(seats={"german": "staff"})["id"]
    assert server.get(id_, side="german").status_code == 403


def test_a_stale_order_is_refused_and_the_state_sent_again(server, table):
    with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
        soviet.order("activate NW", n=0)
        soviet.until_n(1)
        count = len(soviet.states)
        assert soviet.order("end", n=0)["error"] == "stale"
        soviet.hear()
        assert len(soviet.states) == count + 1
        assert soviet.order("end", n=5)["error"] == "stale"


def test_the_same_request_twice_is_carried_out_once(server, table):
    with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
        first = soviet.order("activate NW", n=0, id="same")
        assert soviet.order("activate NW", n=0, id="same") == first
        assert soviet.until_n(1)["n"] == 1
    with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
        assert soviet.order("activate NW", n=0, id="same")["ok"]
        assert soviet.order("activate K", n=1, id="same")["n"] == 2, "another request by the same name"


def test_an_order_taken_back_is_not_carried_out_again(server, table):
    with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
        soviet.order("activate NW", n=0, id="same")
        assert soviet.ask("undo", n=1)["n"] == 0
        again = soviet.order("activate NW", n=0, id="same")
        assert (again["ok"], again["n"]) == (True, 0), "it was carried out, and that was that"
        assert soviet.order("activate NW", n=0, id="other")["n"] == 1


CHANGES = [
    ("orders", {"n": 2, "order": "end"}),
    ("undo", {"n": 2}),
    ("takeback", {"action": "offer", "to": 1}),
    ("chat", {"text": "Good evening"}),
    ("name", {"name": "Konev"}),
    ("pause", {"paused": True}),
]


def changed(server, table):
    """All that a request could have changed."""
    state = server.get(table["id"], token=table["tokens"]["soviet"]).json()
    orders = [entry["order"] for entry in state["log"]]
    names = [seat["name"] for seat in state["table"]["seats"].values()]
    return (
        orders,
        state["takeback"],
        [line["text"] for line in state["chat"]],
        names,
        state["table"]["paused"],
    )


@pytest.mark.parametrize(("type_", "fields"), CHANGES, ids=[type_ for type_, _ in CHANGES])
def test_the_same_request_after_a_restart(start, type_, fields):
    """Whatever changes something is carried out once, also when something else was done in between."""
    with start() as server:
        table = server.open(mode="remote", seats=BOTH, scenario="fixed")
        token = table["tokens"]["soviet"]
        path = f"{table['id']}/{type_}"
        for n, order in enumerate(["activate NW", "activate K"]):
            assert server.post(f"{table['id']}/orders", n=n, order=order, token=token).json()["ok"]
        before = changed(server, table)
        asked = {"id": "same", "token": token, **fields}
        assert server.post(path, **asked).json()["ok"]
        assert changed(server, table) != before
        between = {
            "undo": ("orders", {"n": 1, "order": "end"}),
            "takeback": ("takeback", {"action": "refuse", "to": 1}),
            "name": ("name", {"name": "Zhukov"}),
            "pause": ("pause", {"paused": False}),
        }
        if type_ in between:
            other, more = between[type_]
            assert server.post(f"{table['id']}/{other}", id="between", token=token, **more).json()["ok"]
        after = changed(server, table)
    with start() as server:
        after = (*after[:1], None, *after[2:4], False)  # offers and pauses end with the server
        again = server.post(path, **asked).json()
        assert again["ok"], again
        assert changed(server, table) == after


def test_another_request_by_the_same_name_is_another(start):
    with start() as server:
        table = server.open(mode="remote", seats=BOTH, scenario="fixed")
        asked = {"n": 0, "order": "activate NW", "id": "same", "token": table["tokens"]["soviet"]}
        assert server.post(f"{table['id']}/orders", **asked).json()["ok"]
        for other in ({"id": "new"}, {"order": "activate K"}):
            assert server.post(f"{table['id']}/orders", **asked | other).json()["error"] == "stale"
        chat = {"id": "same", "text": "Good evening"}
        for token in table["tokens"].values():
            assert server.post(f"{table['id']}/chat", **chat, token=token).json()["ok"]
        assert len(changed(server, table)[2]) == 2, "both said it"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"type":"order"}',
        '{"type":"surrender","id":"1"}',
        '{"type":"order","id":"1","n":-1,"order":"end"}',
        '{"type":"order","id":"1","n":0,"order":7}',
        '{"type":"order","id":"1","n":0,"order":"end","as":"german"}',
        json.dumps({"type": "order", "id": "1", "n": 0, "order": "x" * 3000}),
        json.dumps({"type": "chat", "id": "1", "text": ""}),
        '{"type":"why","id":"1","order":"\\u0000\\ud800"}',
    ],
)
def test_messages_that_make_no_sense(server, table, text):
    with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
        soviet.socket.send_text(text)
        while (message := soviet.hear())["type"] != "reply":
            pass
        assert not message["ok"]
        assert message.get("error") or message.get("ruling")
        assert soviet.order("activate NW")["ok"], "the line still holds"


def test_large_requests_are_not_read(server, table):
    body = b'{"n":0,"order":"' + b"x" * 70_000 + b'"}'
    assert server.client.post(f"/api/tables/{table['id']}/orders", content=body).status_code == 413

    def dribble():
        yield body[:40_000]
        yield body[40_000:]

    assert server.client.post(f"/api/tables/{table['id']}/orders", content=dribble()).status_code == 413


def test_a_flood_is_cut_off(start):
    with start(requests_a_second=0.2, burst=10) as server:
        table = server.open(mode="remote", seats=BOTH)
        with server.sit(table["id"], token=table["tokens"]["soviet"]) as soviet:
            for number in range(30):
                soviet.socket.send_text(f'{{"type":"why","id":"{number}","order":"end"}}')
            with pytest.raises(WebSocketDisconnect) as cut:
                for _ in range(100):
                    soviet.hear()
            assert cut.value.code == 1008


def test_a_flood_of_plain_requests_is_sent_away(start, monkeypatch):
    monkeypatch.setattr("typhoon.server.visitors.LONGEST_WAIT", 0.05)
    with start(share=0.001, saved=0.01) as server, ThreadPoolExecutor(8) as crowd:
        table = server.open(mode="remote", seats=BOTH, cast=False)
        answers = list(crowd.map(lambda _: server.client.get("/api/players"), range(100)))
        sent_away = [answer for answer in answers if answer.status_code == 429]
        assert len(sent_away) > 50
        assert {answer.json()["error"] for answer in sent_away} == {"too many requests; wait a little"}
        for path in ("/", "/static/app.js", f"/api/tables/{table['id']}"):
            codes = {answer.status_code for answer in crowd.map(server.client.get, [path] * 20)}
            assert 429 in codes
        # Whoever has a seat is somebody else than the address it is taken from.
        assert server.get(table["id"], token=table["tokens"]["soviet"]).status_code == 200


ELSEWHERE = ["http://evil.example", "http://localhost.evil.example", "null", "http://localhost:81"]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_other_sites_can_do_nothing(server, table, origin):
    answer = server.client.post("/api/tables", json={"game": "red-typhoon"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert server.client.delete(f"/api/tables/{table['id']}", headers={"origin": origin}).status_code == 403
    assert refused(server, table["id"], origin, token=table["tokens"]["soviet"]) == 1008
    own = server.client.post(
        "/api/tables", json={"game": "red-typhoon"}, headers={"origin": "http://localhost"}
    )
    assert own.status_code == 201


def test_a_private_server_goes_by_no_other_name(start):
    """A name of somebody else's that leads here, as in DNS rebinding."""
    with start(base_url="http://evil.example") as server:
        assert server.client.get("/api/tables").status_code == 403
    with start(base_url="http://127.0.0.1:1941") as server:
        assert server.client.get("/api/tables").status_code == 200


def test_an_open_server_belongs_to_whoever_has_its_key(start):
    with start(base_url="http://192.0.2.7:1941", host="0.0.0.0", host_key="the key") as server:
        client = server.client
        assert client.post("/api/tables", json={"game": "red-typhoon"}).status_code == 403
        assert "set-cookie" not in client.get("/?key=wrong", follow_redirects=False).headers
        assert client.post("/api/tables", json={"game": "red-typhoon"}).status_code == 403
        cookie = client.get("/?key=the key", follow_redirects=False).headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert "secure" not in cookie
        local, remote = server.open(seats=BOTH), server.open(seats=BOTH, mode="remote")
        client.get("/?key=wrong")
        assert len(client.get("/api/tables").json()) == 2, "a wrong key does not take the right one's place"
        assert server.get(local["id"]).status_code == 200
        assert server.get(remote["id"]).status_code == 403, "a friend's seat is the friend's"
        client.cookies.clear()
        assert client.get("/api/tables").json() == []
        assert server.get(local["id"]).status_code == 403
        assert client.delete(f"/api/tables/{local['id']}").status_code == 403
        assert server.get(local["id"], token=local["token"]).status_code == 200
        assert server.get(remote["id"], token=remote["tokens"]["german"]).json()["side"] == "german"


def test_behind_tls_the_hosts_key_travels_only_there(start):
    with start(base_url="https://192.0.2.7", host="0.0.0.0", host_key="the key") as server:
        cookie = server.client.get("/?key=the key", follow_redirects=False).headers["set-cookie"].lower()
        assert "secure" in cookie.split("; ")


def test_tokens_are_kept_only_as_hashes(start, tmp_path):
    with start() as server:
        table = server.open(mode="remote", seats=BOTH)
        tokens = [*table["tokens"].values(), table["watch"].split("=")[1]]
        files = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("tables.sqlite*"))
    assert table["id"].encode() in files
    assert not any(token.encode() in files for token in tokens)


def test_nothing_secret_is_logged(server, table, caplog):
    caplog.set_level("DEBUG", logger="typhoon.server")
    token = table["tokens"]["soviet"]
    with server.sit(table["id"], token=token) as soviet:
        soviet.order("end")
        soviet.order("nonsense")
    assert token not in caplog.text
