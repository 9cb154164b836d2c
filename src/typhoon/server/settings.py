"""How a server is run."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

import msgspec

LOOPBACK = "127.0.0.1"
PORT = 1941


class Settings(msgspec.Struct, frozen=True):
    data: Path
    host: str = LOOPBACK
    port: int = PORT
    host_key: str = ""
    """Whoever shows it is the host of an open server; a private one belongs to whoever is at the machine."""
    proxy: str = ""
    """The addresses of proxies in front of the server, whose word on where a request came from is taken."""
    pace: float = 0.15
    """The least time between orders of computer players while somebody looks on, in seconds."""
    web: Path | None = None
    """The folder of the pages; the program's own when not given."""
    requests_a_second: float = 40.0
    burst: int = 120
    share: float = 0.25
    """How much of the event loop's time a visitor gets who asks for more than that, and ..."""
    saved: float = 0.3
    """... how many seconds of it at once."""
    thinkers: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether others than this machine can reach the server."""
        return bool(self.proxy) or self.host not in (LOOPBACK, "localhost", "::1")

    def trusts(self, address: str) -> bool:
        """Whether a proxy of ours is at an address."""
        with suppress(ValueError):
            return any(ip_address(address) in network for network in self.proxies())
        return False

    def proxies(self) -> list[IPv4Network | IPv6Network]:
        """Raises ``ValueError`` when something else than addresses is given."""
        return [ip_network(each.strip(), strict=False) for each in self.proxy.split(",") if each.strip()]
