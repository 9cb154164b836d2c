"""Crowds: spectators, silent sockets and strangers' addresses leave a player's place free."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.attack.house import House
from typhoon.server.doors import SPARE_FILES
from typhoon.server.table import MOST_SPECTATORS, MOST_SPECTATORS_EACH

SEATS = {"soviet": "person", "german": "person"}
ADDRESSES = [f"127.0.2.{number}" for number in range(1, 40)]
"""On loopback one may come from any of these."""


@pytest.fixture(autouse=True)
def many_files() -> None:
    """Let this process open as many sockets as it takes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(10000, most), most))


@pytest.fixture
def open_house(tmp_path) -> Iterator[House]:
    """A server that others than this machine can reach, as far as it knows."""
    found = House(tmp_path, "--host", "127.0.0.2")
    found.start()
    yield found
    found.stop()


def test_spectators_leave_the_players_their_places(open_house: House) -> None:
    """As many as get in, from many addresses; the player comes last, and again after a broken line."""
    opened = open_house.open(mode="remote", seats=SEATS, scenario="fixed")
    id_, watch = opened["id"], opened["watch"].split("=")[1]
    with ExitStack() as crowd:
        addresses = ADDRESSES[: MOST_SPECTATORS // MOST_SPECTATORS_EACH + 2] * MOST_SPECTATORS_EACH
        lines = [crowd.enter_context(open_house.bare_line(id_, watch, address)) for address in addresses]
        assert sum(is_told(line) for line in lines) == MOST_SPECTATORS
        for n in range(3):
            with open_house.sit(id_, opened["tokens"]["soviet"]) as soviet:
                assert soviet.state["n"] == n
                assert soviet.order(["activate NW", "activate K", "end"][n], n)["ok"]
    with open_house.sit(id_, watch) as watcher:
        assert watcher.state["n"] == 3


def is_told(line: socket.socket) -> bool:
    """Whether the state of the table comes by a line, or it is closed."""
    line.settimeout(20)
    heard = b""
    while b'"type":"state"' not in heard:
        part = line.recv(65536)
        if not part or b"crowded" in heard + part:
            return False
        heard += part
    return True


def test_silent_sockets_do_not_stop_the_server(own_house: House) -> None:
    """More of them than a system usually gives a program files."""
    opened = own_house.open(mode="remote", seats=SEATS, scenario="fixed")
    token = opened["tokens"]["soviet"]
    with ExitStack() as crowd, own_house.sit(opened["id"], token) as me:
        for _ in range(1_100):
            crowd.enter_context(own_house.dial())
        assert me.order("activate NW", 0)["ok"]
        assert own_house.call("GET", "/api/players")[0] == 200
        with own_house.sit(opened["id"], opened["tokens"]["german"]) as german:
            assert german.state["n"] == 1


def test_sockets_end_before_the_files_do(tmp_path) -> None:
    few = SPARE_FILES + 60
    house = House(tmp_path, files=few)
    house.start()
    opened = house.open(mode="remote", seats=SEATS, scenario="fixed")
    with ExitStack() as crowd, house.sit(opened["id"], opened["tokens"]["soviet"]) as me:
        for _ in range(3 * few):
            crowd.enter_context(house.dial())
        assert me.order("activate NW", 0)["ok"]
        assert house.call("GET", "/api/players")[0] == 200
        assert me.ask("hint")["ok"], "nor do files for other processes"
    house.stop()


def test_one_address_does_not_take_all_sockets(open_house: House) -> None:
    opened = open_house.open(mode="remote", seats=SEATS, scenario="fixed")
    with ExitStack() as crowd:
        greedy = [crowd.enter_context(open_house.dial(ADDRESSES[0])) for _ in range(300)]
        modest = [crowd.enter_context(open_house.dial(address)) for address in ADDRESSES]
        request = f"GET /api/players HTTP/1.1\r\nHost: {open_house.host}\r\n\r\n".encode()
        for each in modest:
            each.sendall(request)
            assert each.recv(65536).startswith(b"HTTP/1.1 200")
        answered = 0
        for each in greedy:
            try:
                each.sendall(request)
                answered += each.recv(65536).startswith(b"HTTP/1.1 200")
            except ConnectionError:
                pass
        assert answered <= 100
        with open_house.sit(opened["id"], opened["tokens"]["soviet"]) as me:
            assert me.order("activate NW", 0)["ok"]
