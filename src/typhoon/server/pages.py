"""The files of the browser client: kept in memory, compressed, and asked for early."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from typhoon.engine.journal import Header
from typhoon.server.addresses import board_address, facts_address
from typhoon.server.bundles import BUNDLE, STYLES, bundle, with_bundles

# Some systems call scripts plain text, and browsers then refuse them.
for type_, suffix in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
):
    mimetypes.add_type(type_, suffix)

LOBBY = ("common", "lobby")
TABLE = ("common", "board", "play")
CHECK = ("common", "check")
LAB = ("common", "lab")
"""The folders of the modules that a page is made of, besides the page's own script."""

VERSION = re.compile(r"[0-9a-f]{16}/")
FOR_EVER = "max-age=31536000, immutable"


class WebFile(msgspec.Struct, frozen=True):
    changed: str
    type: str
    body: bytes
    packed: bytes
    tag: str


class Pages:
    """The client's folder; a file that was changed is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, WebFile] = {}
        self._version = self._current()

    def answer(self, name: str, request: Request) -> Response | None:
        """A file as asked for; None when there is none of that name.

        Under the present version a browser may keep it for good; under an old one it gets the present file.
        """
        version = VERSION.match(name)
        file = self._file(name[version.end() :] if version else name)
        if file is None:
            return None
        keeps = version is not None and version[0] == f"{self._version}/"
        caching = FOR_EVER if keeps else "no-cache"
        return _answer(file.type, file.body, file.packed, file.tag, caching, request)

    def page(self, folders: tuple[str, ...], played: Header | None, request: Request) -> Response | None:
        """The page, with its bundles named so that a browser need not find them one after the other.

        At a table it also says where facts and map are: they are fetched before the table is known.
        """
        file = self._file("index.html")
        if file is None:
            return None
        # What is asked of the server meanwhile goes first.
        link = '<link rel="modulepreload" fetchpriority="low" href="/static/{}/{}">'
        head = [link.format(folder, BUNDLE) for folder in folders if (self._folder / folder).is_dir()]
        if played is not None:
            facts = facts_address(played)
            head.append(f'<meta name="typhoon-facts" content="{escape(facts)}">')
            head.append(f'<meta name="typhoon-board" content="{board_address(played.game, played.rules)}">')
        text, _ = with_bundles(file.body.decode())
        text = text.replace("</head>", f"{''.join(head)}</head>")
        self._version = self._current()
        body = text.replace("/static/", f"/static/{self._version}/").encode()
        return _answer(file.type, body, gzip.compress(body, 5, mtime=0), _tag(body), "no-cache", request)

    def _current(self) -> str:
        """Names the files as they are now."""
        return _state(self._folder.rglob("*"))

    def _file(self, name: str) -> WebFile | None:
        """A file of the folder, kept under its own path however its name is spelt."""
        try:
            path = (self._folder / name).resolve()
            if self._folder not in path.parents:
                return None
            parts = self._parts(path)
            changed = _state(parts or [path])
            known = self._files.get(path)
            if known is not None and known.changed == changed:
                return known
            body = self._together(path, parts) if parts else path.read_bytes()
        except (OSError, ValueError, RuntimeError):
            return None  # names too long, with zeros in them, or that lead in circles
        type_ = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        file = WebFile(changed, type_, body, gzip.compress(body, 5, mtime=0), _tag(body))
        self._files[path] = file
        return file

    def _parts(self, path: Path) -> list[Path]:
        """The files that are put together into one; none for a file that is there as it is."""
        if path.name == BUNDLE:
            return sorted(path.parent.glob("*.js"))
        if path == self._folder / STYLES:
            _, styles = with_bundles((self._folder / "index.html").read_text("utf-8"))
            return [self._folder / style for style in styles]
        return []

    def _together(self, path: Path, parts: list[Path]) -> bytes:
        texts = {part.relative_to(self._folder).as_posix(): part.read_text("utf-8") for part in parts}
        if path.name == BUNDLE:
            return bundle(texts).encode()
        return "\n".join(texts.values()).encode()


def _state(paths: Iterable[Path]) -> str:
    """Names files as they are now."""
    stats = ((path, path.stat()) for path in sorted(paths))
    seen = [f"{path} {stat.st_mtime_ns} {stat.st_size}" for path, stat in stats]
    return _tag("\n".join(seen).encode())


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _answer(type_: str, body: bytes, packed: bytes, tag: str, caching: str, request: Request) -> Response:
    headers = {"etag": f'"{tag}"', "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == f'"{tag}"':
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=type_, headers=headers | {"content-encoding": "gzip"})
    return Response(body, media_type=type_, headers=headers)
