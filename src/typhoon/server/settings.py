"""How a server is run."""

from __future__ import annotations

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
    pace: float = 0.15
    """The least time between orders of computer players while somebody looks on, in seconds."""
    web: Path | None = None
    """The folder of the pages; the program's own when not given."""
    requests_a_second: float = 40.0
    burst: int = 120
    thinkers: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether others than this machine can reach the server."""
        return self.host not in (LOOPBACK, "localhost", "::1")
