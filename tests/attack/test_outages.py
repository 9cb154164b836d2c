"""Outages: a server that is killed, a disk that is full, peers that freeze; nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import threading
from contextlib import ExitStack
from http.client import HTTPException
from random import Random
from time import sleep
from typing import Any

import pytest

import typhoon
from tests.attack.house import LONG, House, frame, shown
from typhoon.engine.replay import take_back
from typhoon.server.chat import PAGE
from typhoon.server.doors import FROZEN

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing there is like SIGKILL")

ROUNDS = 60 if LONG else 3
SEED = int.from_bytes(os.urandom(4), "big") if LONG else 1942
SEATS = {"soviet": "person", "german": "person"}


class Diligent:
    """Sends changes one after another; what was not acknowledged is sent again after the outage."""

    def __init__(self, house: House, table: str, rng: Random) -> None:
        self.house, self.table, self.rng = house, table, rng
        self.twin = typhoon.new("red-typhoon", "fixed", seed=3)
        self.said: list[str] = []
        self.number = 0
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.done = 0

    def work(self) -> None:
        """Go on until the server does not answer."""
        while self.twin.decision is not None:
            if self.pending is None:
                self.number += 1
                self.pending = self.next_change()
            kind, change = self.pending
            try:
                status, reply = self.house.call("POST", f"/api/tables/{self.table}/{kind}", change)
            except (OSError, HTTPException, json.JSONDecodeError):
                return
            assert status == 200
            if kind == "chat" and "wait a little" in reply.get("error", ""):
                self.pending = None  # enough was said for now
                continue
            assert reply["ok"], (change, reply)
            self.acknowledged()

    def next_change(self) -> tuple[str, dict[str, Any]]:
        game, n = self.twin, len(self.twin.entries)
        id_ = f"change {self.number}"
        if self.rng.random() < 0.1:
            return "chat", {"id": id_, "text": id_}
        if game.why_not_pop() is None and self.rng.random() < 0.3:
            return "undo", {"id": id_, "n": n}
        assert game.decision is not None
        mine = [number for number, entry in enumerate(game.entries) if entry.side == game.decision.side]
        if mine and self.rng.random() < 0.05:
            return "takeback", {"id": id_, "action": "offer", "to": mine[-1]}
        return "orders", {"id": id_, "n": n, "order": str(game.orders.sample(self.rng))}

    def acknowledged(self) -> None:
        assert self.pending is not None
        kind, change = self.pending
        if kind == "chat":
            self.said.append(change["text"])
        elif kind == "undo":
            self.twin.pop()
        elif kind == "takeback":
            self.twin = take_back(self.twin, change["to"])
        else:
            self.twin.push(change["order"])
        self.done += 1
        self.pending = None

    def check(self) -> None:
        """All that was acknowledged is there, and nothing else but what was being sent."""
        _, state = self.house.call("GET", f"/api/tables/{self.table}")
        orders = [entry["order"] for entry in state["log"][1:]]
        said = [line["text"] for line in state["chat"]]
        if self.pending is not None and (orders, said) != self.record:
            self.acknowledged()  # it was carried out, only nobody heard of it
        assert (orders, said) == self.record
        assert (state["view"], state["faces"]) == shown(self.twin, state["side"])

    @property
    def record(self) -> tuple[list[str], list[str]]:
        return [str(entry.order) for entry in self.twin.entries], self.said[-PAGE:]


def test_what_was_acknowledged_outlives_a_kill_and_is_done_once(own_house: House) -> None:
    """Orders, orders taken back and things said, with a kill at any moment and everything sent again."""
    rng = Random(SEED)
    table = own_house.open(scenario="fixed", seed=3)["id"]
    diligent = Diligent(own_house, table, rng)
    for _ in range(ROUNDS):
        kill = threading.Timer(rng.uniform(0.1, 0.6), own_house.kill)
        kill.start()
        diligent.work()
        kill.join()
        own_house.start()
        again = diligent.pending
        diligent.check()
        if again is not None and diligent.pending is None:
            # It was carried out: sent again, it must not be done a second time.
            path = f"/api/tables/{table}/{again[0]}"
            status, reply = own_house.call("POST", path, again[1])
            assert status == 200 and reply["ok"], (again, reply)
            diligent.check()
    assert diligent.done > 10 * ROUNDS, f"seed {SEED}"


def test_at_a_full_disk_all_is_refused_and_nothing_lost(own_house: House) -> None:
    table = own_house.open(scenario="fixed", seats={"soviet": "person", "german": "person"})["id"]
    with own_house.sit(table) as me:
        assert me.order("activate NW", 0)["ok"]
        for _ in range(3):
            own_house.fill_the_disk()
            before = me.ask("why", order="end")["n"]
            for type_, fields in (
                ("order", {"n": before, "order": "activate K"}),
                ("undo", {"n": before}),
                ("chat", {"text": "Hello?"}),
                ("name", {"name": "Konev"}),
                ("takeback", {"action": "offer", "to": before - 1}),
            ):
                reply = me.ask(type_, **fields)
                assert not reply["ok"] and "could not be written" in reply["error"], (type_, reply)
                assert reply["n"] == before
            assert own_house.call("POST", "/api/tables", {"game": "red-typhoon"})[0] == 503
            own_house.clear_the_disk()
            assert me.ask("undo", n=before)["n"] == before - 1
            assert me.order("activate NW", before - 1)["ok"]
    own_house.kill()
    own_house.start()
    _, state = own_house.call("GET", f"/api/tables/{table}")
    assert [entry["order"] for entry in state["log"]] == ["", "activate NW"]


def test_a_computer_at_a_full_disk_stops_and_goes_on_when_told(own_house: House) -> None:
    table = own_house.open(scenario="fixed", seats={"soviet": "person", "german": "random"})["id"]
    with own_house.sit(table) as me:
        assert me.order("end", 0)["ok"]
        assert me.order("end", 1)["ok"]
        own_house.fill_the_disk()
        while not me.state["table"]["paused"]:
            me.hear()
        stopped = me.state["n"]
        own_house.clear_the_disk()
        assert me.ask("pause", paused=False)["ok"]
        while me.state["n"] <= stopped:
            me.hear()
    own_house.kill()  # what it said of the disk is no complaint of ours


def test_frozen_peers_keep_nobody_waiting(house: House) -> None:
    """Players and spectators who read nothing of what they are sent, until they are cut off."""
    opened = house.open(mode="remote", seats=SEATS, scenario="fixed")
    id_, tokens, watch = opened["id"], opened["tokens"], opened["watch"].split("=")[1]
    with ExitStack() as stack:
        frozen = [
            stack.enter_context(house.bare_line(id_, token)) for token in (watch, watch, tokens["german"])
        ]
        me = stack.enter_context(house.sit(id_, tokens["soviet"]))
        for _ in range(400 if LONG else 30):
            assert me.order("activate NW", 0)["ok"]
            assert me.ask("undo", n=1)["ok"]
            sleep(0.05)  # whoever asks faster is cut off
        if LONG:
            sleep(FROZEN + 5)
            for each in frozen:
                with pytest.raises(ConnectionError):
                    for _ in range(10_000):
                        each.sendall(frame(9, b"ping"))
        assert me.ask("why", order="end")["ok"]
