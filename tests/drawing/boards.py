"""Boards for the drawing tests: the real one, and small ones made of a few letters."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Literal

import typhoon
from typhoon.drawing import CounterFace, Value
from typhoon.engine.board import Board, EdgeRow, HexRow, MapFile, Mark, Sheet
from typhoon.engine.data import DataFolder, Layer

DATA = Path(typhoon.__file__).parent / "games" / "red_typhoon" / "data"
LETTERS = {"c": "clear", "w": "woods", "r": "rough", "m": "marsh", "l": "lake", "t": "town", "C": "city"}


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def red_typhoon() -> Board:
    """The board of Red Typhoon with everything that the game prints on it."""
    marks = [
        Mark("objective", (row["hex"],), row["owner"], value=int(row["soviet_vp"] or 0))
        for row in _rows("cities.csv")
    ]
    marks += [Mark("supply", (row["hex"],), row["side"]) for row in _rows("supply_sources.csv")]
    areas: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in _rows("setup_areas.csv"):
        areas[row["area"], row["side"]].append(row["hex"])
    marks += [Mark("area", tuple(hexes), side, label) for (label, side), hexes in areas.items()]
    zones: dict[str, list[str]] = defaultdict(list)
    for row in _rows("partisan_areas.csv"):
        zones[row["area"]].append(row["hex"])
    marks += [Mark("zone", tuple(hexes), "soviet", label) for label, hexes in zones.items()]
    front = tuple((row["hex_a"], row["hex_b"]) for row in _rows("front.csv"))
    return Board.load(DataFolder([Layer(DATA, 1)]), tuple(marks), front)


def red_typhoon_counters() -> list[CounterFace]:
    """All units that begin the game on the map."""
    return [
        CounterFace(
            row["unit"],
            row["hex"],
            row["side"],
            row["type"],
            row["formation"],
            "XX",
            row["identity"].split()[0],
            values=(
                Value(row["strength"], row["white_strength"] == "yes"),
                Value(row["movement"], row["white_movement"] == "yes"),
            ),
        )
        for row in _rows("units.csv")
        if row["hex"]
    ]


def small(
    *rows: str,
    top: Literal["flat", "pointy"] = "flat",
    shifted: Literal["even", "odd"] = "even",
    edges: list[EdgeRow] | None = None,
    names: dict[str, str] | None = None,
    marks: tuple[Mark, ...] = (),
    front: tuple[tuple[str, str], ...] = (),
) -> Board:
    """A board from rows of terrain letters; the hex in column 2 of row 1 is 0201.

    The left half is German and the right half Soviet.
    """
    width = len(rows[0])
    file = MapFile("Small", (Sheet((1, width), (1, len(rows))),), top, shifted, 10.0, rotation=12.5)
    hexes = [
        HexRow(
            f"{c:02}{r:02}",
            LETTERS.get(letter, letter),
            (names or {}).get(f"{c:02}{r:02}", ""),
            "german" if c <= width // 2 else "soviet",
        )
        for r, row in enumerate(rows, start=1)
        for c, letter in enumerate(row, start=1)
    ]
    return Board(file, hexes, edges or [], marks, front)
