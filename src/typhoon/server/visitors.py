"""Visitors: told apart as far as they can be, each with a fair share of the server's time and no more."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter

from starlette.requests import HTTPConnection

from typhoon.server.seats import Holder
from typhoon.server.settings import Settings

MOST_VISITORS = 10_000
"""As many are told apart; who was longest away is forgotten first."""
LONGEST_WAIT = 5.0
"""Whoever must wait for more seconds is sent away."""
LENIENCY = 2.0
"""So long who asks for one thing after another need not wait to make good what was taken, in seconds."""
OVERHEAD = 0.001
"""What every request takes besides the work that it asks for, in seconds."""


BYTE, PACKED_BYTE = 5e-9, 3e-8
"""What it takes to send a byte, as it is and compressed."""


class TooMany(Exception):
    """Somebody asks for more than a fair share."""


class Visitor:
    """Somebody who takes the time of the event loop.

    Of each visitor one request at a time is attended to, and between any two of them others have their
    turn.  Whoever lets requests pile up, by however many connections, gets no more than a share of every
    second, and a little that was saved up; who waits for each answer before asking again may owe some time.
    """

    def __init__(self, share: float, saved: float, a_byte: float) -> None:
        self._share, self._most, self._a_byte = share, saved, a_byte
        self._saved, self._at = saved, monotonic()
        self._queue, self._waiting = asyncio.Lock(), 0

    async def turn(self) -> None:
        """Wait for one's turn."""
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT), self._queue:
                await asyncio.sleep(0)
                while (debt := self.debt) > (0.0 if self._waiting > 1 else LENIENCY):
                    await asyncio.sleep(debt)
        except TimeoutError:
            raise TooMany("too many requests; wait a little") from None
        finally:
            self._waiting -= 1
            self.charge(OVERHEAD)

    @contextmanager
    def working(self) -> Iterator[None]:
        """What is done within is done for this visitor; nothing may be waited for."""
        begun = perf_counter()
        try:
            yield
        finally:
            self.charge(perf_counter() - begun)

    def charge(self, seconds: float = 0.0, size: int = 0) -> None:
        """Note that so much time was taken, or will be to send so many bytes."""
        self._saved, self._at = self._now() - seconds - size * self._a_byte, monotonic()

    @property
    def debt(self) -> float:
        """In how many seconds all that was taken is made good."""
        return -self._now() / self._share

    def _now(self) -> float:
        return min(self._most, self._saved + (monotonic() - self._at) * self._share)


class Visitors:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known: OrderedDict[str, Visitor] = OrderedDict()

    def at(self, connection: HTTPConnection) -> Visitor:
        """Whoever is at an address."""
        return self._named(address_of(connection))

    def holding(self, holder: Holder, table: str) -> Visitor:
        """A seat is one visitor, wherever its holder is; spectators are known by their addresses."""
        return self._named(f"{table} {holder.seat}" if holder.seat else holder.address)

    def _named(self, name: str) -> Visitor:
        if name not in self._known:
            settings = self._settings
            a_byte = PACKED_BYTE if settings.is_open else BYTE
            self._known[name] = Visitor(settings.share, settings.saved, a_byte)
            if len(self._known) > MOST_VISITORS:
                self._known.popitem(last=False)
        self._known.move_to_end(name)
        return self._known[name]


def address_of(connection: HTTPConnection) -> str:
    """Where a request came from; in the newer kind of addresses one visitor has 2**64 of them."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:100]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
