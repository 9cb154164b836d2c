"""Which computer players can sit at a table."""

from __future__ import annotations

import pytest

from typhoon.server.seats import taken_seats

SIDES = ("soviet", "german")


@pytest.mark.parametrize(
    "name", ["staff", "staff:bold", "recruit", "random", "marshal", "marshal:2s:cautious"]
)
def test_computers_that_can_sit_down(name: str):
    seats = taken_seats("red-typhoon", SIDES, None, {"german": name})
    assert (seats["soviet"].player, seats["german"].player) == ("person", name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("marshal:600s", "at a table a marshal thinks for 2, 10 or 30 s a turn"),
        ("marshal:99999", "at a table a marshal thinks for 2, 10 or 30 s a turn"),
        ("marshal:soon", "marshal cannot be 'soon'"),
        ("nobody", "there is no player 'nobody'"),
        ("", "there is no player ''"),
    ],
)
def test_computers_that_cannot(name: str, told: str):
    with pytest.raises(ValueError, match=told):
        taken_seats("red-typhoon", SIDES, None, {"german": name})
