"""Tiles that fill terrain and hatch set-up areas."""

from __future__ import annotations

from math import cos, sin

from typhoon.drawing.curves import figure, noise
from typhoon.drawing.style import NEUTRAL, SIDE_COLOURS, Look
from typhoon.drawing.svg import element


def patterns(look: Look, season: str) -> str:
    """The fills of terrain and the hatching of set-up areas."""
    trees = _firs(look) if season == "winter" else _crowns(look)
    hatches = "".join(
        element(
            "pattern",
            element("path", d="M0 0V9", stroke=colour, stroke_width=4.5),
            id=f"hatch-{side}",
            width=9,
            height=9,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )
        for side, colour, turn in (
            ("german", SIDE_COLOURS["german"], "45"),
            ("soviet", SIDE_COLOURS["soviet"], "-45"),
            ("neutral", NEUTRAL, "90"),
        )
    )
    return _pattern("trees", 190, trees) + _relief(look, season) + _rough(look) + _marsh(look) + hatches


def _pattern(name: str, size: float, content: str) -> str:
    return element("pattern", content, id=name, width=size, height=size, patternUnits="userSpaceOnUse")


def _scattered(name: str, size: float, rows: int) -> list[tuple[float, float]]:
    """Points spread evenly but not in rows; none near the seams of the tile."""
    pitch = size / rows
    found = []
    for row in range(rows):
        for column in range(rows):
            u = (column + 0.5 + (0.5 if row % 2 else 0.0)) % rows
            x = u * pitch + 0.42 * pitch * noise(name, "x", row, column)
            y = (row + 0.5) * pitch + 0.34 * pitch * noise(name, "y", row, column)
            found.append((min(max(x, 6.0), size - 6), min(max(y, 8.0), size - 6)))
    return sorted(found, key=lambda point: (point[1], point[0]))


def _firs(look: Look) -> str:
    trees, snow = "", ""
    for x, y in _scattered("firs", 190, 10):
        height = 11 + 2.6 * noise("height", x, y)
        half = height * 0.33
        trees += f"M{figure(x)} {figure(y - height / 2)}l{figure(half)} {figure(height)}h{figure(-2 * half)}z"
        snow += (
            f"M{figure(x)} {figure(y - height / 2)}l{figure(-half)} {figure(height)}h{figure(half * 0.7)}z"
        )
    return element("path", d=trees, fill=look.tree, fill_opacity=".8") + element(
        "path", d=snow, fill=look.tree_light, fill_opacity=".55"
    )


def _crowns(look: Look) -> str:
    content = ""
    for x, y in _scattered("crowns", 190, 10):
        radius = 4.6 + 1.2 * noise("crown", x, y)
        content += element("circle", cx=x, cy=y, r=radius, fill=look.tree, fill_opacity=".75")
        content += element("circle", cx=x - 1.1, cy=y - 1.2, r=radius * 0.55, fill=look.tree_light)
    return content


def _relief(look: Look, season: str) -> str:
    """Faint wisps that keep open ground from looking empty: drifts in winter, grass in summer."""
    wisps = ""
    for x, y in _scattered("wisps", 420, 7):
        if noise("sparse", x, y) > 0.15:
            continue
        length = 15 + 8 * noise("length", x, y)
        if season == "winter":
            wisps += (
                f"M{figure(x)} {figure(y)}q{figure(length / 2)}-6 {figure(length)}-1t{figure(length * 0.8)}-1"
            )
        else:
            wisps += f"M{figure(x)} {figure(y)}l-2-6m4 6v-7m4 7l2-6"
    return _pattern(
        "relief",
        420,
        element("path", d=wisps, fill="none", stroke=look.shade, stroke_width=1.6, stroke_linecap="round"),
    )


def _rough(look: Look) -> str:
    """Low hills with hachures."""
    marks = ""
    for x, y in _scattered("rough", 180, 6):
        turn = 0.35 * noise("rough turn", x, y)
        wide = 7 + 2 * noise("rough wide", x, y)
        rise = figure(-8 - 4 * cos(turn))
        marks += f"M{figure(x - wide)} {figure(y)}q{figure(wide)} {rise} {figure(2 * wide)} 0"
        for share in (-0.5, 0.0, 0.5):
            marks += f"M{figure(x + wide * share)} {figure(y - 3)}l{figure(3 * sin(turn))} 5"
    return _pattern("rough", 180, _stroked(marks, look.rough_ink))


def _marsh(look: Look) -> str:
    """Reeds over broken water lines."""
    marks = ""
    for x, y in _scattered("marsh", 160, 6):
        wide = 8 + 3 * noise("marsh wide", x, y)
        marks += f"M{figure(x - wide)} {figure(y)}h{figure(2 * wide)}"
        marks += f"M{figure(x - wide / 2)} {figure(y + 4)}h{figure(wide)}"
        marks += f"M{figure(x)} {figure(y - 2)}v-5m-3 5l-1.5-4m7.5 4l1.5-4"
    return _pattern("marsh", 160, _stroked(marks, look.marsh_ink))


def _stroked(marks: str, colour: str) -> str:
    return element("path", d=marks, fill="none", stroke=colour, stroke_width=1.4)
