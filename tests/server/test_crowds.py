"""Many at one table: places for players are kept, spectators share theirs, and proxies hide nobody."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.conftest import Server
from typhoon.server.app import make_app
from typhoon.server.settings import Settings

BOTH = {"soviet": "person", "german": "person"}


@pytest.fixture
def table(server, monkeypatch):
    monkeypatch.setattr("typhoon.server.table.MOST_SPECTATORS_EACH", 3)
    monkeypatch.setattr("typhoon.server.table.MOST_LINES_A_SEAT", 2)
    opened = server.open(mode="remote", seats=BOTH, scenario="fixed")
    return opened["id"], {**opened["tokens"], "": opened["watch"].split("=")[1]}


def refused(server, id_, token):
    with pytest.raises(WebSocketDisconnect) as refusal, server.sit(id_, token=token):
        pass
    return refusal.value.code, refusal.value.reason


def test_spectators_do_not_keep_a_player_out(server, table):
    id_, tokens = table
    with ExitStack() as crowd:
        for _ in range(3):
            crowd.enter_context(server.sit(id_, token=tokens[""]))
        assert refused(server, id_, tokens[""]) == (4403, "too many watch this table from your address")
        with server.sit(id_, token=tokens["soviet"]) as soviet, server.sit(id_, token=tokens["german"]):
            assert soviet.order("activate NW", n=0)["ok"]
    with server.sit(id_, token=tokens[""]) as watcher:
        assert watcher.state["n"] == 1


def test_a_table_has_room_for_so_many_spectators(server, table, monkeypatch):
    monkeypatch.setattr("typhoon.server.table.MOST_SPECTATORS", 2)
    id_, tokens = table
    with server.sit(id_, token=tokens[""]), server.sit(id_, token=tokens[""]):
        assert refused(server, id_, tokens[""]) == (4403, "the table is crowded")


def test_a_player_always_gets_in_and_the_oldest_connection_gives_way(server, table):
    """A line that broke unnoticed may still seem to be there."""
    id_, tokens = table
    lines = (server.sit(id_, token=tokens["soviet"]) for _ in range(3))
    with next(lines) as first, next(lines) as second, next(lines) as third:
        with pytest.raises(WebSocketDisconnect) as shown_out:
            for _ in range(10):
                first.hear()
        assert (shown_out.value.code, shown_out.value.reason) == (4409, "this seat was opened elsewhere")
        assert third.order("activate NW", n=0)["ok"]
        second.until_n(1)


def test_only_players_coming_and_going_is_told(server, table):
    id_, tokens = table
    with server.sit(id_, token=tokens["soviet"]) as soviet:
        count = len(soviet.states)
        for _ in range(3):
            with server.sit(id_, token=tokens[""]):
                pass
        soviet.ask("why", order="end")
        assert len(soviet.states) == count
        with server.sit(id_, token=tokens["german"]):
            soviet.until(lambda state: state["table"]["seats"]["german"]["connected"])
        soviet.until(lambda state: not state["table"]["seats"]["german"]["connected"])


def test_spectators_who_have_seen_the_same_are_told_the_same(server, table, monkeypatch):
    id_, tokens = table
    made = []
    state_of = server.table(id_)._state
    monkeypatch.setattr(server.table(id_), "_state", lambda *given: made.append(1) or state_of(*given))
    with ExitStack() as crowd:
        watchers = [crowd.enter_context(server.sit(id_, token=tokens[""])) for _ in range(3)]
        soviet = crowd.enter_context(server.sit(id_, token=tokens["soviet"]))
        for watcher in watchers:
            watcher.until(lambda state: state["table"]["seats"]["soviet"]["connected"])
        made.clear()
        soviet.order("activate NW", n=0)
        assert len({repr(watcher.until_n(1)) for watcher in watchers}) == 1
        soviet.until_n(1)
        assert len(made) == 2, "one for the player, and one for all who watch"


# Behind a proxy


@pytest.fixture
def from_address(tmp_path):
    """Comes from an address to a server that listens on loopback, with proxies there and elsewhere."""
    settings = Settings(tmp_path, proxy="127.0.0.1, 10.0.0.0/8", host_key="the key", thinkers=1)
    app = make_app(settings)
    with TestClient(app):
        yield lambda address: TestClient(app, base_url="http://games.example", client=(address, 1))


TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}


def test_behind_a_proxy_nobody_is_the_host_without_the_key(from_address):
    proxy = from_address("127.0.0.1")
    assert proxy.post("/api/tables", json={"game": "red-typhoon"}).status_code == 403
    cookie = proxy.get("/?key=the key", headers=TLS, follow_redirects=False).headers["set-cookie"]
    assert "Secure" in cookie.split("; ")


def addresses(client, **headers):
    """The addresses from which the server thinks it was visited."""
    visitors = client.app.state.visitors
    visitors._known.clear()
    client.get("/api/players", headers=headers)
    return list(visitors._known)


def test_a_trusted_proxy_tells_where_visitors_are(from_address):
    proxy = from_address("127.0.0.1")
    assert addresses(proxy, **{"x-forwarded-for": "192.0.2.1"}) == ["192.0.2.1"]
    assert addresses(proxy, **{"x-forwarded-for": "192.0.2.9, 192.0.2.1, 10.1.2.3"}) == ["192.0.2.1"]
    assert addresses(proxy) == ["127.0.0.1"]


def test_nobody_else_is_believed(from_address):
    stranger = from_address("192.0.2.66")
    assert addresses(stranger, **{"x-forwarded-for": "192.0.2.1"}) == ["192.0.2.66"]
    cookie = stranger.get("/?key=the key", headers=TLS, follow_redirects=False).headers["set-cookie"]
    assert "Secure" not in cookie


def test_without_a_proxy_its_headers_mean_nothing(server: Server):
    assert addresses(server.client, **{"x-forwarded-for": "192.0.2.1"}) == ["testclient"]


@pytest.mark.parametrize("proxy", ["127.0.0.1", "10.0.0.0/8", "::1", "10.0.0.1, 10.0.0.2"])
def test_proxies_that_can_be(proxy):
    assert Settings(None, proxy=proxy).is_open
    assert Settings(None, proxy=proxy).proxies()


def test_too_many_journals_at_once(server: Server, monkeypatch):
    monkeypatch.setattr("typhoon.server.computers.MOST_WAITING", 0)
    answer = server.client.post("/api/tables", json={"journal": "Dear diary"})
    assert (answer.status_code, "ask again in a moment" in answer.json()["error"]) == (429, True)
