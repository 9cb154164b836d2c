"""What can be said of a game before it is played: its map, counters, cases, and the drawn board."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from math import sqrt
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import msgspec

import typhoon.drawing
from typhoon.drawing import LAYERS, draw_board
from typhoon.drawing.furniture import sheet_height
from typhoon.drawing.layout import HEX, Layout
from typhoon.engine.cases import CaseRow
from typhoon.engine.orders import Concede
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.server.messages import encode

INKS = {"soviet": 0, "german": 1}
"""Which of the page's colours each side has, whoever plays."""

Season = Literal["summer", "winter"]


@lru_cache(maxsize=16)
def facts_of(game: str) -> bytes:
    """Everything that stays the same, as JSON."""
    rules = find_rules(game)
    file = rules.board.file
    layout = Layout(rules.board)
    return encode(
        {
            "id": rules.about.id,
            "title": rules.about.title,
            "sides": rules.sides,
            "inks": INKS,
            "map": {
                "title": file.title,
                "season": file.season,
                "top": file.top,
                "kmPerHex": file.km_per_hex,
                "width": layout.width,
                "height": sheet_height(layout),
                "scale": HEX,
            },
            "hexRadius": HEX / sqrt(3),
            "hexes": _hexes(rules, layout),
            "extents": {scenario.id: rules.extent(scenario.id) for scenario in rules.about.scenarios},
            "units": {counter["unit"]: counter for counter in _listed(rules, "counters")},
            "formations": {row["formation"]: row for row in _listed(rules, "formations")},
            "sequence": [phase.name for phase in rules.sequence],
            "cases": {
                row.case: {"title": row.title, "summary": row.summary}
                for row in rules.data.rows("cases.csv", CaseRow)
            },
            "scenes": rules.scenes,
            "verbs": {kind.verb: (kind.__doc__ or "").split("\n")[0] for kind in rules.order_kinds},
            "secondSide": rules.second_side,
            "badges": rules.badges,
            "lines": type(rules).line is not Rules.line,
            "concede": Concede in rules.order_kinds,
            "lastTurn": rules.last_turn,
            "dates": [rules.date(turn) for turn in range(1, rules.last_turn + 1)],
        }
    )


def _hexes(rules: Rules[Any], layout: Layout) -> dict[str, Any]:
    board = rules.board
    found = {}
    for index, number in board.grid.name.items():
        x, y = layout.point(layout.node_of[index])
        name = board.names.get(index, "")
        found[number] = {
            "x": round(x, 2),
            "y": round(y, 2),
            "terrain": board.terrain_at[index],
            "name": name,
        }
    return found


def _listed(rules: Rules[Any], name: str) -> list[dict[str, Any]]:
    """The rows of a list that most games have."""
    rows = msgspec.to_builtins(getattr(rules, name, ()))
    found = [{key: value for key, value in row.items() if key not in ("provenance", "note")} for row in rows]
    for row, whole in zip(found, getattr(rules, name, ()), strict=True):
        if hasattr(whole, "formation"):
            row["formation"] = whole.formation
    return found


class Boards:
    """Drawn boards, compressed; they take a second to draw, so they are kept on disk too."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._drawing = Lock()
        self._drawn: dict[tuple[str, str], tuple[str, bytes]] = {}

    def board(self, game: str, season: Season | None) -> tuple[str, bytes]:
        """The tag and the compressed SVG of a board without counters."""
        rules = find_rules(game)
        key = game, season or rules.board.file.season
        with self._drawing:
            if key not in self._drawn:
                tag = _digest(rules, key[1])
                self._drawn[key] = tag, self._kept(tag) or self._draw(rules, season, tag)
            return self._drawn[key]

    @staticmethod
    def unpacked(packed: bytes) -> bytes:
        return gzip.decompress(packed)

    def _kept(self, tag: str) -> bytes | None:
        try:
            packed = (self._cache / f"{tag}.svg.gz").read_bytes()
            gzip.decompress(packed)
        except (OSError, EOFError, ValueError):
            return None
        return packed

    def _draw(self, rules: Rules[Any], season: Season | None, tag: str) -> bytes:
        layers = [layer for layer in LAYERS if layer != "counters"]
        packed = gzip.compress(draw_board(rules.board, season=season, layers=layers).encode(), 6, mtime=0)
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            for old in self._cache.glob(f"{tag.rpartition('-')[0]}-*.svg.gz"):
                old.unlink()
            part = self._cache / f"{tag}.part"
            part.write_bytes(packed)
            part.replace(self._cache / f"{tag}.svg.gz")
        except OSError:
            pass  # it is drawn again next time
        return packed


def _digest(rules: Rules[Any], season: str) -> str:
    """Names a drawing by all it is made from."""
    sources = sorted(Path(typhoon.drawing.__path__[0]).glob("*.py")) + sorted(rules.data.folder.glob("*"))
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return f"{rules.about.id}-{season}-{digest.hexdigest()[:16]}"
