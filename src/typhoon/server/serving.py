"""Running the server: from a host and a port to a page in the browser."""

from __future__ import annotations

import errno
import socket
import sys
import webbrowser
from collections.abc import Callable
from urllib.request import urlopen

import uvicorn

from typhoon.server.app import make_app
from typhoon.server.doors import protocols
from typhoon.server.security import MOST_BYTES
from typhoon.server.settings import LOOPBACK, Settings

LAST_PORT = 65_535
EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's; nothing is sent there."""
SWITCH = 0.0005
"""After so many seconds a thread that loads or draws lets requests be answered; usually ten times as many."""


AT_ONCE = 16
"""As many new connections are taken at once; others are answered in between."""
QUEUE = 1024
"""As many wait to be taken."""


class CannotServe(Exception):
    """The server cannot be started; the message is one line."""


class PortInUse(CannotServe):
    """Somebody else listens there."""


def serve(settings: Settings, *, browser: bool, tell: Callable[[str], None]) -> None:
    """Serve until interrupted; raises ``CannotServe`` or ``StoreError`` when it cannot begin."""
    try:
        settings.proxies()
    except ValueError as error:
        raise CannotServe(f"--proxy {settings.proxy}: {error}") from error
    try:
        listener = _listen(settings)
    except PortInUse:
        address = _address(settings, settings.port)
        if settings.is_open or not _is_typhoon(address):
            raise
        tell(f"Typhoon is running already, at {address}")
        if browser:
            webbrowser.open(address)
        return
    try:
        app = make_app(settings)
        address = _address(settings, listener.getsockname()[1])
        home = f"{address}?key={settings.host_key}" if settings.is_open else address
        server = _Server(
            uvicorn.Config(
                app,
                log_level="error",
                access_log=False,
                ws_max_size=MOST_BYTES,
                ws_max_queue=16,
                ws_per_message_deflate=settings.is_open,  # at one's own machine it only takes time
                timeout_graceful_shutdown=2,
                server_header=False,
                proxy_headers=False,  # the application looks at them
                backlog=AT_ONCE,
                **protocols(settings.trusts, is_open=settings.is_open),
            )
        )
        sys.setswitchinterval(SWITCH)
        tell(f"Typhoon is at {home}  (Ctrl-C ends it)")
        if browser:
            webbrowser.open(home)
        server.run(sockets=[listener])
    finally:
        listener.close()


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # the library lets no more wait than it takes at once


def _address(settings: Settings, port: int) -> str:
    host = _own_address() if settings.host in EVERYWHERE else settings.host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/"


def _own_address() -> str:
    """The address by which others on the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def _is_typhoon(address: str) -> bool:
    """Whether it is one of us that answers there."""
    try:
        with urlopen(f"{address}api/openapi.json", timeout=2) as answer:
            return b'"title":"Typhoon"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def _listen(settings: Settings) -> socket.socket:
    if not 0 <= settings.port <= LAST_PORT:
        raise CannotServe(f"--port {settings.port}: a port is a number from 0 to {LAST_PORT}")
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise CannotServe(f"--host {settings.host}: there is no such address") from error
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(QUEUE)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"port {settings.port} is in use; choose another one with --port, or 0 for any"
            ) from error
        raise CannotServe(f"{settings.host}, port {settings.port}: {error.strerror}") from error
    return listener
