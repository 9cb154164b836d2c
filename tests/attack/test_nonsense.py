"""Whatever makes no sense is answered in words, without a complaint of the server, and harms nobody else."""

from __future__ import annotations

import json
import re
import sqlite3
from time import sleep

import pytest
from websockets.exceptions import ConnectionClosed

import typhoon
from typhoon.server.store import FILE

BOTH = {"soviet": "person", "german": "person"}
DEEP = 6_000
"""Brackets within brackets: more than any reader follows."""


@pytest.fixture
def table(house):
    return house.open(mode="remote", seats=BOTH, scenario="fixed")


def in_words(answer, *statuses):
    status, body = answer
    assert status in statuses, answer
    assert isinstance(body["error"], str) and 5 < len(body["error"]) < 300, body
    assert str(typhoon.__path__[0]) not in body["error"] and ".sqlite" not in body["error"]
    return body["error"]


def test_origins_that_are_no_addresses(house):
    for origin in ("http://[", "http://[::1", "//", "\x7f", "http://]["):
        in_words(house.call("POST", "/api/tables", {"game": "red-typhoon"}, origin=origin), 403)
    for host in ("[", "[::1", "a b", "]"):
        in_words(house.call("GET", "/api/tables", host=host), 403, 400)


@pytest.mark.parametrize(
    "path", ["/static/%00", "/static/x%00/../app.js", "/static/%ff", "/table%00", "/%2e%2e"]
)
def test_addresses_that_lead_nowhere(house, path):
    in_words(house.call("GET", path), 404)


@pytest.mark.parametrize("path", ["%00", "%ff%fe", "..", "x" * 3000, "%F0%9F%90%BB"])
def test_tables_and_games_of_impossible_names(house, path):
    in_words(house.call("GET", f"/api/tables/{path}"), 404)
    in_words(house.call("GET", f"/api/games/{path}"), 404)
    in_words(house.call("GET", f"/api/games/{path}/board.svg"), 404)
    in_words(house.call("POST", f"/api/tables/{path}/orders", {"n": 0, "order": "end"}), 404)
    in_words(house.call("DELETE", f"/api/tables/{path}"), 404)
    status, page = house.call("GET", f"/table/{path}")
    assert status == 200 and b"typhoon-game" not in page


BODIES = {
    "deep": b"[" * DEEP,
    "deep objects": b'{"order":' * DEEP,
    "deep and closed": b'{"n":0,"order":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "bad UTF-8": b'{"n":0,"order":"\xff\xfe"}',
    "half a character": b'{"n":0,"order":"\xe2\x82"}',
    "half a surrogate": b'{"n":0,"order":"\\ud800"}',
    "nothing": b"",
    "a zero": b"\x00",
    "a huge number": b'{"n":' + b"9" * 5000 + b',"order":"end"}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_bodies_that_cannot_be_read(house, table, body):
    path, token = f"/api/tables/{table['id']}", table["tokens"]["soviet"]
    in_words(house.call("POST", f"{path}/orders", body, token=token), 400)
    in_words(house.call("POST", "/api/tables", body), 400)
    in_words(house.call("POST", f"{path}/links", body), 400)
    assert house.call("GET", path, token=token)[1]["n"] == 0


def test_whoever_hangs_up_in_the_middle_of_a_request(house, table):
    whole = json.dumps({"n": 0, "order": "end", "token": table["tokens"]["soviet"]}).encode()
    for path in ("/api/tables", f"/api/tables/{table['id']}/orders", f"/api/tables/{table['id']}/links"):
        head = f"POST {path} HTTP/1.1\r\nHost: {house.host}\r\nContent-Length: {len(whole)}\r\n\r\n".encode()
        for length in (0, 5, len(whole) - 1):
            with house.dial() as dialled:
                dialled.sendall(head + whole[:length])
                sleep(0.02)
    assert house.call("GET", f"/api/tables/{table['id']}", token=table["tokens"]["soviet"])[1]["n"] == 0


CHUNKS = b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
BROKEN = [
    b"POST /api/tables HTTP/1.1\r\n" + CHUNKS + b"zz\r\n",
    b"POST /api/tables HTTP/1.1\r\n" + CHUNKS + b'5\r\n{"n":\r\nzz\r\n',
    b"POST /api/tables/x/orders HTTP/1.1\r\n" + CHUNKS + b'5\r\n{"n":zz\r\n',
    b"DELETE /api/tables/x HTTP/1.1\r\n" + CHUNKS + b'5\r\n{"n":zz\r\n',
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n",
    b"GARBAGE\r\n\r\n",
]


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("late", [0, 3, 10])
def test_requests_that_turn_out_to_be_none(house, data, late):
    """The last bytes come at once, or when an answer may have begun."""
    cut = len(data) - late
    with house.dial() as dialled:
        dialled.sendall(data[:cut])
        sleep(0.05 if late else 0)
        dialled.sendall(data[cut:])
        assert re.match(rb"HTTP/1.1 (400|404|200) ", dialled.recv(65536))


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_messages_that_cannot_be_read(house, table, body):
    with house.sit(table["id"], table["tokens"]["soviet"]) as soviet:
        soviet.line.send(body)  # as bytes, which requests are not
        while (message := soviet.hear())["type"] != "reply":
            pass
        assert not message["ok"] and message["error"]
        try:
            text = body.decode()
        except UnicodeDecodeError:
            text = "{"
        soviet.line.send(text)
        while (message := soviet.hear())["type"] != "reply":
            pass
        assert not message["ok"] and message["error"]
        assert soviet.ask("why", order="end")["ok"], "the line still holds"


def test_text_frames_that_are_no_text(house, table):
    with house.sit(table["id"], table["tokens"]["soviet"]) as soviet:
        soviet.line.send(b"\xff\xfe\xfd", text=True)
        with pytest.raises(ConnectionClosed) as cut:
            while True:
                soviet.line.recv(10)
        assert cut.value.rcvd.code == 1007
    with house.sit(table["id"], table["tokens"]["soviet"]) as soviet:
        assert soviet.state["n"] == 0


@pytest.mark.parametrize("first", [b"\x00", "[" * DEEP, "{}", '{"type":"hello","token":7}', ""])
def test_first_messages_that_say_nothing(house, table, first):
    with house.line(table["id"]) as line:
        line.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(10)
        assert closed.value.rcvd.code == 4403
        assert closed.value.rcvd.reason


def test_a_journal_with_a_bottomless_start(house):
    whole = str(
        typhoon.build("red-typhoon", turn=3, phase="soviet movement", units={"S-A-01": "2504"}).journal
    )
    start = next(line for line in whole.splitlines() if line.startswith("start: "))
    tables = house.call("GET", "/api/tables")[1]
    for deep in ("[" * DEEP, '{"units":' * DEEP, '{"units":' + "[" * 900 + "]" * 900 + "}"):
        in_words(house.call("POST", "/api/tables", {"journal": whole.replace(start, f"start: {deep}")}), 400)
    odd = [
        '{"units":7}',
        '{"frames":[{"type":"x"}]}',
        '{"turn":"x"}',
        '{"units":{"S-A-01":[]}}',
        '{"turn":1e400}',
    ]
    odd += ['{"frames":7}', '{"step":-5}', '{"turn":null}', '{"phase":[]}', '{"units":{"S-A-01":{"hex":{}}}}']
    for text in odd:
        in_words(house.call("POST", "/api/tables", {"journal": whole.replace(start, f"start: {text}")}), 400)
    assert house.call("GET", "/api/tables")[1] == tables


def test_a_table_cleared_away_under_its_players(house):
    for seats in (BOTH, {"soviet": "person", "german": "staff"}, {"soviet": "random", "german": "random"}):
        table = house.open(seats=seats, scenario="fixed")
        with house.sit(table["id"]) as one, house.sit(table["id"]) as other:
            if seats["soviet"] == "person":
                assert one.order("end", 0)["ok"]
                one.line.send(json.dumps({"type": "order", "id": "late", "n": 1, "order": "end"}))
                one.line.send(json.dumps({"type": "hint", "id": "later"}))
            assert house.call("DELETE", f"/api/tables/{table['id']}")[0] == 204
            for player in (one, other):
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        player.hear()
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
                    4404,
                    "the table was cleared away",
                )
        in_words(house.call("GET", f"/api/tables/{table['id']}"), 404)


COLUMNS = ["seats", "header", "summary", "team", "game", "scenario", "updated", "title"]


def test_rows_that_cannot_be_read_hurt_no_other_table(own_house):
    sound = own_house.open(scenario="fixed")["id"]
    broken = {column: own_house.open(scenario="fixed")["id"] for column in COLUMNS}
    own_house.kill()
    db = sqlite3.connect(own_house.folder / "data" / FILE)
    for column, id_ in broken.items():
        spoiled = "CAST(x'ff7b5d' AS TEXT)" if column in ("title", "header") else "x'ff7b5d'"
        db.execute(f"UPDATE tables SET {column} = {spoiled} WHERE id = ?", [id_])
    db.execute("UPDATE tokens SET sides = '{' WHERE \"table\" = ?", [broken["title"]])
    db.commit()
    db.close()
    own_house.start()
    status, rows = own_house.call("GET", "/api/tables")
    assert status == 200
    assert sound in {row["id"] for row in rows}
    for column, id_ in broken.items():
        status, body = own_house.call("GET", f"/api/tables/{id_}")
        assert status in (200, 404, 503) and (status == 200 or body["error"]), (column, body)
        assert own_house.call("GET", f"/table/{id_}")[0] == 200
        assert own_house.call("DELETE", f"/api/tables/{id_}")[0] == 204, column
    assert [row["id"] for row in own_house.call("GET", "/api/tables")[1]] == [sound]
    with own_house.sit(sound) as me:
        assert me.order("activate NW", 0)["ok"]


def test_no_error_tells_where_the_server_keeps_its_files(own_house):
    """A disk that takes nothing more."""
    table = own_house.open(scenario="fixed")
    secret = str(own_house.folder)
    with own_house.sit(table["id"]) as me:
        own_house.fill_the_disk()
        texts = [
            json.dumps(me.order("activate NW", 0)),
            json.dumps(me.ask("chat", text="Hello?")),
            json.dumps(own_house.call("POST", "/api/tables", {"game": "red-typhoon"})),
            json.dumps(own_house.call("DELETE", f"/api/tables/{table['id']}")),
        ]
        for text in texts:
            assert "could not be" in text
            assert secret not in text
            assert FILE not in text
        own_house.clear_the_disk()
        assert me.order("activate NW", 0)["ok"]
