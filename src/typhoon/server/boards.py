"""What is made of a game once and kept on disk, compressed: its facts and its drawn board."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Literal

import msgspec

import typhoon
from typhoon.drawing import LAYERS, Layer, draw_board
from typhoon.engine.registry import find_rules, folder_of
from typhoon.server.facts import facts_of

Season = Literal["summer", "winter"]
Part = Literal["whole", "land", "numbers"]
"""A browser draws the land first, and hex numbers only when it comes near enough to read them."""

SOURCES = ("drawing", "engine", "hexgrid", "server/facts.py", "server/boards.py")


class Packed(msgspec.Struct, frozen=True):
    tag: str
    """Names it by all it was made from."""
    body: bytes
    """Compressed by gzip."""

    def unpacked(self) -> bytes:
        return gzip.decompress(self.body)


class Boards:
    """Facts and drawn boards; a board takes a second to draw, a game some tenths to load."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        # One board at a time is drawn; nobody who asks for facts waits for that.
        self._telling, self._drawing = Lock(), Lock()
        self._made: dict[str, Packed] = {}
        self._digests: dict[str, str] = {}

    def facts(self, game: str) -> Packed:
        with self._telling:
            return self._found(game, "facts", lambda: facts_of(game))

    def board(self, game: str, season: Season | None, part: Part = "whole") -> Packed:
        """A board without counters, as SVG; in its own season when none is given."""
        with self._drawing:
            return self._found(game, f"{part}-{season or 'own'}", lambda: _drawn(game, season, part))

    def _found(self, game: str, what: str, make: Callable[[], bytes]) -> Packed:
        folder = folder_of(game)
        if game not in self._digests:
            self._digests[game] = _digest(folder)
        name = f"{game}-{what}"
        tag = f"{name}-{self._digests[game]}"
        if tag not in self._made:
            self._made[tag] = self._kept(tag) or self._keep(name, Packed(tag, _pack(make())))
        return self._made[tag]

    def _kept(self, tag: str) -> Packed | None:
        try:
            body = (self._cache / f"{tag}.gz").read_bytes()
            gzip.decompress(body)
        except (OSError, EOFError, ValueError):
            return None
        return Packed(tag, body)

    def _keep(self, name: str, made: Packed) -> Packed:
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            for old in self._cache.glob(f"{name}-*.gz"):
                old.unlink()
            part = self._cache / f"{made.tag}.part"
            part.write_bytes(made.body)
            part.replace(self._cache / f"{made.tag}.gz")
        except OSError:
            pass  # it is made again next time
        return made


def _drawn(game: str, season: Season | None, part: Part) -> bytes:
    layers: dict[Part, list[Layer]] = {
        "whole": [layer for layer in LAYERS if layer != "counters"],
        "land": [layer for layer in LAYERS if layer not in ("counters", "numbers")],
        "numbers": ["numbers"],
    }
    later: list[Layer] = ["numbers"] if part == "land" else []
    return draw_board(find_rules(game).board, season=season, layers=layers[part], later=later).encode()


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def _digest(game: Path) -> str:
    """Of all that facts and drawings are made from."""
    home = Path(typhoon.__path__[0])
    sources = [*(home / source for source in SOURCES), *game.glob("*.py"), game / "data"]
    files = {file for source in sources for file in (source, *source.rglob("*")) if file.is_file()}
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.suffix != ".pyc":
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
