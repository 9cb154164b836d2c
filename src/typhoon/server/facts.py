"""What can be said of a game before it is played: its map, counters and cases."""

from __future__ import annotations

from math import sqrt
from typing import Any

import msgspec

from typhoon.drawing.furniture import sheet_height
from typhoon.drawing.layout import HEX, Layout
from typhoon.engine.cases import CaseRow
from typhoon.engine.orders import Concede
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.server.messages import encode

INKS = {"soviet": 0, "german": 1}
"""Which of the page's colours each side has, whoever plays."""


def facts_of(game: str) -> bytes:
    """Everything that stays the same, as JSON."""
    rules = find_rules(game)
    laws = {scenario.id: find_rules(game, scenario.id) for scenario in rules.about.scenarios}
    last_turn = max(law.last_turn for law in laws.values())
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
            "extents": {id_: law.shown.extent() for id_, law in laws.items()},
            "units": {counter["unit"]: counter for counter in _listed(rules, "counters")},
            "formations": {row["formation"]: row for row in _listed(rules, "formations")},
            "sequence": [phase.name for phase in rules.sequence],
            "cases": {
                row.case: {"title": row.title, "summary": row.summary}
                for row in rules.data.rows("cases.csv", CaseRow)
            },
            "scenes": rules.scenes,
            "verbs": {kind.verb: (kind.__doc__ or "").split("\n")[0] for kind in rules.order_kinds},
            "labels": {kind.verb: kind.label for kind in rules.order_kinds if kind.label},
            "secondSide": rules.second_side,
            "badges": rules.badges,
            "lines": rules.shown.has_lines,
            "concede": Concede in rules.order_kinds,
            "lastTurn": last_turn,
            "turns": {id_: law.last_turn for id_, law in laws.items()},
            "dates": [rules.date(turn) for turn in range(1, last_turn + 1)],
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
