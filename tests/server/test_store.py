"""The database: what is in it stays in it, and what cannot be used is said and left alone."""

from __future__ import annotations

import os
import sqlite3
from importlib.resources import files

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from typhoon.engine.dice import Die
from typhoon.engine.journal import Entry, Header
from typhoon.engine.lots import Lot
from typhoon.server.messages import SeatFacts
from typhoon.server.store import (
    APPLICATION,
    FILE,
    REMEMBERED,
    Asked,
    Store,
    StoreError,
    Summary,
    TableRecord,
)

SUMMARY = Summary(1, "5 Jan 1942", "soviet movement", "soviet", None, 0)


def record(id_="t1"):
    seats = {"soviet": SeatFacts("person"), "german": SeatFacts("staff")}
    header = Header("red-typhoon", "fixed", 1, dice=[Die("weather", 3)], lots=[Lot("c" * 64, "e" * 64)])
    return TableRecord(id_, "red-typhoon", "fixed", "Red Typhoon", "local", seats, header, SUMMARY)


def order(text="end"):
    return Entry("soviet", text, [Die("combat", 5)], "0123456789abcdef")


@pytest.fixture
def folder(tmp_path):
    """A data folder with a table of three orders."""
    store = Store(tmp_path)
    store.add(record(), [], {b"hash": ["soviet"]})
    for number in (1, 2, 3):
        store.append("t1", number, order(f"order {number}"), SUMMARY)
    store.close()
    return tmp_path


def test_what_is_kept_comes_back(folder):
    store = Store(folder)
    (table,) = store.tables()
    assert table.header == record().header
    assert table.seats == record().seats
    assert store.tokens("t1") == [(b"hash", ["soviet"])]
    assert [o.order for o in store.orders("t1")] == ["order 1", "order 2", "order 3"]
    assert store.orders("t1")[0].dice == [("combat", 5, 6)]
    store.undo("t1", 1, replace(SUMMARY, orders=1))
    assert len(store.orders("t1")) == 1
    assert store.table("t1").rewound_to == 1
    store.remove("t1")
    assert store.tables() == store.orders("t1") == store.tokens("t1") == []
    store.close()


def test_a_request_is_known_again_even_when_its_order_was_taken_back(folder):
    store = Store(folder)
    first, other = Asked("soviet", "1"), Asked("german", "1")
    assert not store.remembers("t1", first)
    store.append("t1", 4, order(), SUMMARY, first)
    store.undo("t1", 3, SUMMARY, other)
    store.close()
    store = Store(folder)
    assert store.remembers("t1", first) and store.remembers("t1", other)
    assert not store.remembers("t2", first)
    assert not store.remembers("t1", Asked("german", "2"))
    for number in range(REMEMBERED):
        store.remember("t1", Asked("german", f"new {number}"))
    assert not store.remembers("t1", other), "only the last ones are kept"
    assert store.remembers("t1", Asked("german", "new 0"))
    assert store.remembers("t1", first), "whoever asks much makes nobody else's forgotten"
    store.close()


def test_no_order_takes_the_place_of_another(folder):
    store = Store(folder)
    with pytest.raises(StoreError):
        store.append("t1", 3, order("another"), SUMMARY)
    assert store.orders("t1")[2].order == "order 3"
    store.close()


def test_one_server_at_a_time(folder):
    store = Store(folder)
    with pytest.raises(StoreError, match="another Typhoon is using it"):
        Store(folder)
    store.close()
    Store(folder).close()


def spoil(folder, how):
    path = folder / FILE
    data = bytearray(path.read_bytes())
    how(data)
    path.write_bytes(data)
    return bytes(data)


def noise(data):
    data[:] = os.urandom(len(data))


def cut_short(data):
    del data[len(data) // 2 :]


def scribbled_over(data):
    data[4096:] = b"\xff" * (len(data) - 4096)


def text(data):
    data[:] = b"Dear diary, today we took Kalinin.\n" * 200


@pytest.mark.parametrize("how", [noise, cut_short, scribbled_over, text])
def test_a_damaged_file_is_said_and_kept(folder, how):
    spoiled = spoil(folder, how)
    with pytest.raises(StoreError) as error:
        Store(folder)
    assert str(folder / FILE) in str(error.value)
    assert "\n" not in str(error.value)
    assert (folder / FILE).read_bytes() == spoiled


def test_the_database_of_another_program_is_left_alone(tmp_path):
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_newer_database_is_left_alone(folder):
    db = sqlite3.connect(folder / FILE)
    db.execute("PRAGMA user_version = 99")
    db.commit()
    db.close()
    with pytest.raises(StoreError, match="newer Typhoon"):
        Store(folder)


def test_a_database_from_before_there_were_teams_is_brought_up_to_date(tmp_path):
    first = (files("typhoon.server") / "migrations" / "0001_tables.sql").read_text()
    db = sqlite3.connect(tmp_path / FILE)
    db.executescript(f"{first}; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1")
    old = record()
    columns = [old.id, old.game, old.scenario, old.title, old.mode]
    seats = '{"soviet":{"player":"person","name":"Konev","connected":false,"yours":false}}'
    header = {"game": "red-typhoon", "scenario": "fixed", "rules": 1, "dice": [["weather", 3]]}
    header |= {"commitment": "c" * 64, "key": "e" * 64}
    columns += [seats, encode(header).decode(), encode(SUMMARY).decode(), None, "then", "then"]
    db.execute("INSERT INTO tables VALUES (?,?,?,?,?,?,?,?,?,?,?)", columns)
    db.commit()
    db.close()
    store = Store(tmp_path)
    (table,) = store.tables()
    assert (table.team, table.seats, table.header) == (
        "",
        {"soviet": SeatFacts("person", "Konev")},
        old.header,
    )
    store.add(replace(old, id="t2", team="fronts"), [], {})
    store.close()
    store = Store(tmp_path)
    assert store.table("t2").team == "fronts"
    store.close()


def test_an_empty_file_is_a_new_database(tmp_path):
    (tmp_path / FILE).touch()
    store = Store(tmp_path)
    assert store.tables() == []
    store.close()


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="could not be opened"):
        Store(tmp_path / "file" / "data")


def test_a_full_disk_loses_nothing(folder):
    store = Store(folder)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full"):
        for number in range(4, 1000):
            store.append("t1", number, order("x" * 500), SUMMARY)
    kept = len(store.orders("t1"))
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append("t1", kept + 1, order(), SUMMARY)
    store.close()
    store = Store(folder)
    assert len(store.orders("t1")) == kept + 1
    store.close()


def test_at_a_full_disk_the_game_stays_as_it_was(server):
    id_ = server.open(scenario="fixed")["id"]
    store = server.client.app.state.hall.store
    with server.sit(id_) as me:
        assert me.order("activate NW")["ok"]
        store._db.execute("PRAGMA query_only = ON")
        reply = me.order("activate K", n=1)
        assert not reply["ok"]
        assert "read-only" in reply["error"]
        assert not me.ask("undo", n=1)["ok"]
        assert not me.ask("chat", text="Hello?")["ok"]
        assert reply["n"] == 1
        store._db.execute("PRAGMA query_only = OFF")
        assert me.order("activate K", n=1)["n"] == 2
        assert me.ask("undo", n=2)["n"] == 1


def test_a_game_that_cannot_be_read_hurts_no_other(server):
    broken, sound = server.open()["id"], server.open()["id"]
    store = server.client.app.state.hall.store
    store.append(broken, 1, order("nonsense"), SUMMARY)
    answer = server.get(broken)
    assert answer.status_code == 503
    assert "cannot be replayed" in answer.json()["error"]
    assert server.get(sound).status_code == 200
    assert len(server.client.get("/api/tables").json()) == 2
