"""Starting the server: what can be wrong with it is said in one line."""

from __future__ import annotations

import socket

import pytest

from typhoon.server.serving import CannotServe, serve
from typhoon.server.settings import Settings


def begin(tmp_path, **settings):
    serve(Settings(tmp_path, **settings), browser=False, tell=print)


def test_a_port_that_somebody_else_uses(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} is in use"):
            begin(tmp_path, port=port)


@pytest.mark.parametrize(
    "settings", [{"host": "no such host"}, {"port": 70_000}, {"port": -1}, {"proxy": "the other machine"}]
)
def test_an_address_that_cannot_be(tmp_path, settings):
    with pytest.raises(CannotServe) as error:
        begin(tmp_path, **settings)
    assert "\n" not in str(error.value)


def test_only_loopback_is_private():
    assert not Settings(None).is_open
    assert not Settings(None, "::1").is_open
    assert Settings(None, "0.0.0.0").is_open
    assert Settings(None, "192.0.2.7").is_open
