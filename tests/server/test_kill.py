"""A server that is killed at any moment has lost no order that it acknowledged."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPException
from random import Random
from urllib.request import Request, urlopen

import pytest

import typhoon
from typhoon.server.looks import shown_faces
from typhoon.server.messages import encode
from typhoon.server.store import FILE
from typhoon.server.views import table_view

ROUNDS = 100 if os.environ.get("TYPHOON_LONG") == "1" else 8

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing there is like SIGKILL")


@contextmanager
def running(data):
    """A server in a process of its own, and where it is."""
    process = subprocess.Popen(
        [sys.executable, "-m", "typhoon", "serve", "--port", "0", "--no-browser", "--data", str(data)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = process.stderr.readline()
        assert "Typhoon is at http://127.0.0.1:" in line, line
        yield process, line.split()[3]
    finally:
        process.kill()
        process.wait(30)
        process.stderr.close()


def call(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}api/{path}", data), timeout=30) as answer:
        return json.load(answer)


def give_orders(address, id_, twin, rng, acknowledged):
    """Give random orders until the server is gone; every acknowledged one is noted down."""
    while twin.decision is not None:
        order = str(twin.orders.sample(rng))
        n = len(acknowledged)
        try:
            reply = call(address, f"tables/{id_}/orders", {"n": n, "order": order, "id": f"{n}"})
        except (OSError, HTTPException):
            return
        assert reply["ok"] and reply["n"] == n + 1, reply
        acknowledged.append(order)
        twin.push(order)


def test_no_acknowledged_order_is_lost(tmp_path):
    rng = Random(1942)
    twin = typhoon.new("red-typhoon", "fixed", seed=3)
    acknowledged: list[str] = []
    id_ = ""
    for round_ in range(ROUNDS):
        with running(tmp_path) as (process, address):
            if not id_:
                id_ = call(address, "tables", {"game": "red-typhoon", "scenario": "fixed", "seed": 3})["id"]
            state = call(address, f"tables/{id_}")
            # An order may have been kept although its sender never heard of it.
            if state["n"] == len(acknowledged) + 1:
                acknowledged.append(state["log"][-1]["order"])
                twin.push(acknowledged[-1])
            assert [entry["order"] for entry in state["log"][1:]] == acknowledged, f"round {round_}"
            # What follows from the whole position: every counter, every offer, the score.
            assert state["faces"] == json.loads(
                encode(shown_faces(twin.rules.faces(twin.position, state["side"])))
            )
            assert state["view"] == json.loads(encode(table_view(twin.view(state["side"]))))
            kill = threading.Timer(rng.uniform(0.05, 0.4), process.send_signal, [signal.SIGKILL])
            kill.start()
            give_orders(address, id_, twin, rng, acknowledged)
            kill.join()
    assert len(acknowledged) > ROUNDS
    db = sqlite3.connect(tmp_path / FILE)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def test_a_server_that_is_asked_to_end_does_so_quietly(tmp_path):
    with running(tmp_path) as (process, address):
        id_ = call(address, "tables", {"game": "red-typhoon", "seats": {"soviet": "staff"}})["id"]
        call(address, f"tables/{id_}")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
        assert process.stderr.read() == ""


def test_a_port_in_use(tmp_path):
    with running(tmp_path / "one") as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        command = [sys.executable, "-m", "typhoon", "serve", "--no-browser", "--port", port]
        again = subprocess.run(
            [*command, "--data", str(tmp_path / "two")], capture_output=True, text=True, timeout=60
        )
        assert again.returncode == 0
        assert "running already" in again.stderr
        elsewhere = subprocess.run(
            [*command[:-1], "0", "--data", str(tmp_path / "one")], capture_output=True, text=True, timeout=60
        )
        assert elsewhere.returncode == 2
        assert "another Typhoon is using it" in elsewhere.stderr
        assert elsewhere.stderr.count("\n") == 1
