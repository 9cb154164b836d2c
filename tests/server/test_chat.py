"""What is said at a table: who hears it, how much of it is kept and sent, and how fast one may talk."""

from __future__ import annotations

import pytest

from tests.server.test_store import record
from typhoon.server.chat import LINES_AT_ONCE, PAGE, Chat, SpeaksTooMuch
from typhoon.server.store import Store

BOTH = {"soviet": "person", "german": "person"}


@pytest.fixture
def table(server):
    opened = server.open(mode="remote", seats=BOTH, scenario="fixed")
    return opened["id"], {**opened["tokens"], "": opened["watch"].split("=")[1]}


@pytest.fixture
def talkative(monkeypatch):
    """Nobody is told to wait."""
    monkeypatch.setattr("typhoon.server.chat.LINES_AT_ONCE", 10**6)


def heard(server, id_, token):
    return [line["text"] for line in server.get(id_, token=token).json()["chat"]]


def test_spectators_talk_among_themselves(server, table):
    id_, tokens = table
    for seat, text in (("soviet", "Your move"), ("", "The road is open!"), ("german", "Thank you")):
        assert server.post(f"{id_}/chat", text=text, token=tokens[seat]).json()["ok"]
    assert heard(server, id_, tokens["german"]) == ["Your move", "Thank you"]
    assert heard(server, id_, tokens[""]) == ["Your move", "The road is open!", "Thank you"]
    with server.sit(id_, token=tokens["german"]) as german, server.sit(id_, token=tokens[""]) as watcher:
        server.post(f"{id_}/chat", text="Psst", token=tokens[""])
        watcher.until(lambda state: "Psst" in [line["text"] for line in state["chat"]])
        server.post(f"{id_}/chat", text="Well?", token=tokens["soviet"])
        german.until(lambda state: state["chat"] and state["chat"][-1]["text"] == "Well?")
        assert "Psst" not in "".join(german.heard)
        assert [line["text"] for line in german.ask("said", before=10**6)["chat"]][-1] == "Well?"
        assert "Psst" not in "".join(german.heard)


def test_lines_come_in_pages(server, talkative, table):
    id_, tokens = table
    said = [f"line {number}" for number in range(2 * PAGE + 20)]
    for text in said:
        assert server.post(f"{id_}/chat", text=text, token=tokens["soviet"]).json()["ok"]
    with server.sit(id_, token=tokens["german"]) as german:
        lines = german.state["chat"]
        assert [line["text"] for line in lines] == said[-PAGE:]
        while page := german.ask("said", before=lines[0]["n"])["chat"]:
            assert len(page) <= PAGE
            lines = page + lines
        assert [line["text"] for line in lines] == said
        assert german.ask("said", before=0)["chat"] == []


def test_whoever_talks_too_fast_is_told_to_wait(server, table):
    id_, tokens = table
    chat = {"text": "and another thing", "token": tokens["soviet"]}
    replies = [server.post(f"{id_}/chat", **chat).json() for _ in range(LINES_AT_ONCE + 5)]
    assert [reply["ok"] for reply in replies[:LINES_AT_ONCE]] == [True] * LINES_AT_ONCE
    assert "wait a little" in replies[-1]["error"]
    assert server.post(f"{id_}/chat", text="Nor I", token=tokens["german"]).json()["ok"], "others may"


def test_nobody_talks_what_others_said_out_of_the_record(tmp_path, monkeypatch, talkative):
    monkeypatch.setattr("typhoon.server.store.MOST_LINES", 30)
    store = Store(tmp_path)
    store.add(record(), [], {})
    chat = Chat("t1", store)
    chat.say("soviet", "", "remember this", speaker="soviet")
    chat.announce("so be it")
    for number in range(100):
        chat.say("german", "", f"german {number}", speaker="german")
        chat.say("", "", f"gallery {number}", speaker=f"@{number}")
    kept = store.chat("t1", 1000, gallery=True)
    texts = [line.text for line in kept]
    assert texts[:2] == ["remember this", "so be it"]
    assert texts[-2:] == ["german 99", "gallery 99"]
    assert len(kept) == 2 + 30 + 30
    store.close()


def test_spectators_are_told_apart_by_where_they_are(tmp_path):
    store = Store(tmp_path)
    store.add(record(), [], {})
    chat = Chat("t1", store)
    for number in range(LINES_AT_ONCE):
        chat.say("", "", f"{number}", speaker="@192.0.2.1")
    with pytest.raises(SpeaksTooMuch):
        chat.say("", "", "and", speaker="@192.0.2.1")
    chat.say("", "", "but", speaker="@192.0.2.2")
    store.close()


def test_what_the_umpire_says_is_kept_and_breaks_nothing(start):
    """The umpire speaks when a computer player cannot go on."""
    with start() as server:
        id_ = server.open(seats={"german": "staff"}, scenario="fixed")["id"]
        server.post(f"{id_}/chat", text="Good evening")
        with server.sit(id_) as me:
            me.order("end", n=0)
            server.table(id_).seating.seats["german"].player = "nobody"
            me.order("end", n=1)
            me.until(lambda state: state["table"]["paused"])
        assert server.post(f"{id_}/chat", text="What is it?").json()["ok"]
        before = heard(server, id_, "")
        assert [before[0], before[-1]] == ["Good evening", "What is it?"]
        assert "there is no player 'nobody'" in before[1]
    with start() as server:
        assert heard(server, id_, "") == before
        assert server.post(f"{id_}/chat", text="Going on").json()["ok"]
        assert heard(server, id_, "") == [*before, "Going on"]
