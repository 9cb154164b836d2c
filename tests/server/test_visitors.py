"""Fair turns on the event loop: who asks much waits, who asks little does not."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from typhoon.server import visitors as v
from typhoon.server.seats import Holder
from typhoon.server.settings import Settings
from typhoon.server.visitors import TooMany, Visitor, Visitors, address_of


def visitor(share: float = 0.5, saved: float = 0.1) -> Visitor:
    return Visitor(share, saved, 1e-6)


class Clock:
    """A clock that stands still while nobody sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(v, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def test_debts_are_made_good_by_and_by(clock):
    anna = visitor(share=0.5, saved=0.1)
    anna.charge(0.1)
    assert anna.debt == pytest.approx(0)
    anna.charge(0.2)
    assert anna.debt == pytest.approx(0.4), "half a second of every second is hers"
    clock.now += 0.1
    assert anna.debt == pytest.approx(0.3)
    anna.charge(size=50_000)
    assert anna.debt == pytest.approx(0.4)
    clock.now += 100
    assert anna.debt == pytest.approx(-0.2), "no more than a little is saved up"


def test_whoever_waits_for_each_answer_may_owe_some_time(clock, monkeypatch):
    slept = []
    sleep = asyncio.sleep

    def fall_asleep(seconds: float) -> Any:
        slept.append(seconds)
        clock.now += seconds
        return sleep(0)

    monkeypatch.setattr(asyncio, "sleep", fall_asleep)
    monkeypatch.setattr(v, "OVERHEAD", 0.0)

    async def run() -> None:
        anna = visitor(share=0.5, saved=0.0)
        for _ in range(10):
            await anna.turn()
            anna.charge(0.1)
        assert set(slept) == {0}
        assert anna.debt == pytest.approx(v.LENIENCY)
        anna.charge(0.1)
        await anna.turn()
        assert slept[-1] == pytest.approx(v.LENIENCY + 0.2), "more than that is made good at once"

    asyncio.run(run())


def test_requests_that_pile_up_wait_until_all_is_made_good(monkeypatch):
    monkeypatch.setattr(v, "OVERHEAD", 0.0)

    async def run() -> list[str]:
        anna, boris, order = visitor(share=1.0, saved=0.0), visitor(share=1.0, saved=0.0), []

        async def ask(who: Visitor, name: str, work: float) -> None:
            await who.turn()
            who.charge(work)
            order.append(name)

        greedy = [ask(anna, f"anna {n}", 0.03) for n in range(3)]
        await asyncio.gather(*greedy, ask(boris, "boris", 0.03))
        return order

    assert asyncio.run(run()) == ["anna 0", "boris", "anna 1", "anna 2"]


def test_between_two_requests_of_one_visitor_others_have_their_turn():
    async def run() -> list[str]:
        anna, boris, order = visitor(share=1e6), visitor(share=1e6), []

        async def ask(who: Visitor, name: str) -> None:
            await who.turn()
            order.append(name)

        await asyncio.gather(*(ask(anna, f"anna {n}") for n in range(20)), ask(boris, "boris"))
        return order

    assert "boris" in asyncio.run(run())[:3]


def test_whoever_would_wait_too_long_is_sent_away(monkeypatch):
    monkeypatch.setattr(v, "LONGEST_WAIT", 0.05)

    async def run() -> list[Any]:
        anna = visitor(share=0.01, saved=0.0)
        anna.charge(1.0)
        return await asyncio.gather(*(anna.turn() for _ in range(5)), return_exceptions=True)

    found = asyncio.run(run())
    assert [type(each) for each in found[:4]] == [TooMany] * 4


def test_a_seat_is_one_visitor_and_spectators_are_as_many_as_their_addresses():
    known = Visitors(Settings(None))
    seat = known.holding(Holder(("german",), "german", address="192.0.2.1"), "t1")
    assert known.holding(Holder(("german",), "german", address="192.0.2.2"), "t1") is seat
    assert known.holding(Holder(("german",), "german", address="192.0.2.1"), "t2") is not seat
    watcher = known.holding(Holder((), address="192.0.2.1"), "t1")
    assert watcher is not seat
    assert known.holding(Holder((), address="192.0.2.1"), "t2") is watcher
    assert known.holding(Holder((), address="192.0.2.2"), "t1") is not watcher


def test_only_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr(v, "MOST_VISITORS", 3)
    known = Visitors(Settings(None))
    first = known.holding(Holder((), address="0"), "t1")
    for number in range(1, 4):
        assert known.holding(Holder((), address="0"), "t1") is first, "who comes again is not forgotten"
        known.holding(Holder((), address=f"{number}"), "t1")
    for number in range(4, 7):
        known.holding(Holder((), address=f"{number}"), "t1")
    assert known.holding(Holder((), address="0"), "t1") is not first
    assert len(known._known) == 3


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
    ],
)
def test_addresses_that_one_visitor_may_have(host, name):
    assert address_of(SimpleNamespace(client=SimpleNamespace(host=host))) == name
