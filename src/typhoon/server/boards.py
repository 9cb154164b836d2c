"""What is made of a game once and kept, compressed: its facts and its drawn board."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import msgspec

import typhoon
from typhoon.drawing import LAYERS, Layer, draw_board
from typhoon.engine.registry import Choice, choice_of, find_rules, folder_of
from typhoon.engine.rules import Rules
from typhoon.server.facts import facts_of

Season = Literal["summer", "winter"]
Part = Literal["whole", "land", "numbers"]
"""A browser draws the land first, and hex numbers only when it comes near enough to read them."""

MOST_UNUSUAL = 32
"""As many facts are kept of games with unusual options or older rules."""
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
        self._unusual: OrderedDict[Choice, Packed] = OrderedDict()
        self._digests: dict[str, str] = {}

    def facts(self, choice: Choice) -> Packed:
        """The facts under a law; those of the usual law of each scenario are kept on disk."""
        with self._telling:
            if _is_usual(choice):
                return self._found(choice.game, f"facts-{choice.scenario}", lambda: facts_of(_law(choice)))
            found = self._unusual.pop(choice, None) or _named_by_itself(facts_of(_law(choice)))
            self._unusual[choice] = found
            while len(self._unusual) > MOST_UNUSUAL:
                self._unusual.popitem(last=False)
            return found

    def are_at_hand(self, choice: Choice) -> bool:
        """Whether facts are kept; the usual ones are made only once."""
        return _is_usual(choice) or choice in self._unusual

    def board(self, choice: Choice, season: Season | None, part: Part = "whole") -> Packed:
        """A board without counters, as SVG; in its own season when none is given."""
        what = f"{part}-{season or 'own'}-{choice.version}"
        with self._drawing:
            return self._found(choice.game, what, lambda: _drawn(_law(choice), season, part))

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


def _is_usual(choice: Choice) -> bool:
    return choice == choice_of(choice.game, choice.scenario)


def _law(choice: Choice) -> Rules[Any]:
    return find_rules(choice.game, choice.scenario, dict(choice.options), version=choice.version)


def _drawn(rules: Rules[Any], season: Season | None, part: Part) -> bytes:
    layers: dict[Part, list[Layer]] = {
        "whole": [layer for layer in LAYERS if layer != "counters"],
        "land": [layer for layer in LAYERS if layer not in ("counters", "numbers")],
        "numbers": ["numbers"],
    }
    later: list[Layer] = ["numbers"] if part == "land" else []
    return draw_board(rules.board, season=season, layers=layers[part], later=later).encode()


def _named_by_itself(body: bytes) -> Packed:
    return Packed(hashlib.sha256(body).hexdigest()[:16], _pack(body))


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
