"""What keeps strangers out: headers, origins and sizes."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from typhoon.server.messages import Problem, encode
from typhoon.server.settings import Settings

HOST_COOKIE = "typhoon_host"
MOST_BYTES = 64 * 1024
MOST_BYTES_OF_A_TABLE = 4 * 1024 * 1024
"""A new table may bring a journal along."""

MOST_WORDS = 250
"""As many characters of an error are told: what was sent may be repeated in it."""

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_LOOPBACK_NAMES = {"localhost", "127.0.0.1", "::1"}


def problem(status: int, error: str) -> Response:
    return Response(encode(Problem(error[:MOST_WORDS])), status, media_type="application/json")


class Guard:
    """Checks every request before it is looked at, and adds the headers that browsers heed."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        elif refusal is not None:
            await problem(*refusal)(scope, receive, _with_headers(send, scope["path"]))
        elif scope["type"] == "http":
            await self._app(scope, receive, _with_headers(send, scope["path"]))
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._settings.is_open and _name(host) not in _LOOPBACK_NAMES:
            return 403, "this server answers only at its own machine"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not _is_same_origin(headers.get("origin"), host):
            return 403, "this request comes from another site"
        limit = MOST_BYTES_OF_A_TABLE if scope["path"] == "/api/tables" else MOST_BYTES
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            return 413, "the request is too large"
        return None


def _with_headers(send: Send, path: str) -> Send:
    caching = "no-store" if path.startswith("/api/") else "no-cache"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", caching)
        await send(message)

    return sending


def _is_same_origin(origin: str | None, host: str) -> bool:
    """Whether a browser says that the page is ours; programs say nothing."""
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _name(host: str) -> str | None:
    """The name without the port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def is_host(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the caller is the host: at a private server everyone is, at an open one who has the key."""
    if not settings.is_open:
        return True
    return is_host_key(connection.cookies.get(HOST_COOKIE, ""), settings)


def is_host_key(shown: str, settings: Settings) -> bool:
    return bool(settings.host_key) and hmac.compare_digest(shown.encode(), settings.host_key.encode())
