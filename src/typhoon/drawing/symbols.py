"""Branch symbols in their frame, and the emblems of the sides."""

from __future__ import annotations

from math import cos, pi, sin

from typhoon.drawing.curves import figure
from typhoon.drawing.svg import element, text

WIDTH, HEIGHT = 46.0, 29.0

_CROSS = "M0 0L46 29M0 29L46 0"
_OVAL = "M14 7.5H32a7 7 0 0 1 0 14H14a7 7 0 0 1 0-14z"

# Lines of each branch inside the frame.
_LINES: dict[str, str] = {
    "infantry": _CROSS,
    "armor": _OVAL,
    "mechanized": _CROSS + _OVAL,
    "motorized": _CROSS + "M23 0V29",
    "cavalry": "M0 29L46 0",
    "airborne": _CROSS + "M13 27.5q5-7.5 10 0q5-7.5 10 0",
    "ski": _CROSS + "M5 33.6H37q5 0 6-4",
    "partisan": "",
    "artillery": "",
    "rocket": "M23 24V6M17 12l6-6 6 6M17 18l6-6 6 6",
    "hq": "M0 9.5H46",
    "antitank": "M0 29L23 3L46 29",
    "antiaircraft": "M4 29a19 22 0 0 1 38 0",
    "engineer": "M10 22V9H36V22M23 9V20",
    "recon": "M0 29L46 0M3 29l3.5-7M9 29l3.5-7",
    "militia": _CROSS,
    "security": _CROSS,
    "fortress": "M6 22V9h7v5h7V9h6v5h7V9h7V22z",
    "supply": "M0 21H46",
    "air": "M6 6q9 8.5 17 8.5T40 6V23q-9-8.5-17-8.5T6 23z",
    "bridge": "M2 6q6 5 6 8.5T2 23M44 6q-6 5-6 8.5t6 8.5M8 11H38M8 18H38M16 11v7M23 11v7M30 11v7",
    "marker": "",
}
_LETTERS = {"partisan": "P", "militia": "M", "security": "S"}

TYPES = tuple(_LINES)


class UnknownBranch(ValueError):
    """A unit type that has no symbol."""


def branch(type_: str, x: float, y: float, *, fill: str, ink: str, letter_font: str) -> str:
    """The framed symbol of a unit type with its top left corner at x, y."""
    if type_ not in _LINES:
        raise UnknownBranch(f"no symbol for unit type '{type_}'; known are {', '.join(TYPES)}")
    parts = [element("path", d=f"M0 0H{figure(WIDTH)}V{figure(HEIGHT)}H0z", fill=fill)]
    if _LINES[type_]:
        parts.append(element("path", d=_LINES[type_]))
    if type_ == "artillery":
        parts.append(element("circle", cx=23, cy=14.5, r=6, fill=ink))
    if type_ == "hq":
        parts.append(element("path", d="M0 0V37", stroke_width=3.4))
        parts.append(element("path", d="M0 0H46V9.5H0z", fill=ink, fill_opacity=".55"))
    if type_ in _LETTERS:
        parts.append(_letter(type_, fill, ink, letter_font))
    return element(
        "g",
        "".join(parts),
        transform=f"translate({figure(x)} {figure(y)})",
        fill="none",
        stroke=ink,
        stroke_width=2.5,
        stroke_linejoin="round",
    )


def _letter(type_: str, fill: str, ink: str, font: str) -> str:
    ground = "" if type_ == "partisan" else element("circle", cx=23, cy=14.5, r=8.5, fill=fill, stroke="none")
    size = 25.0 if type_ == "partisan" else 16.0
    letter = text(
        _LETTERS[type_],
        23,
        14.5 + size * 0.36,
        font_family=font,
        font_weight="700",
        font_size=size,
        text_anchor="middle",
        fill=ink,
        stroke="none",
    )
    return ground + letter


def emblem(side: str, x: float, y: float, radius: float) -> str:
    """The sign of a side: a star, a straight cross, or its first letter."""
    if side == "soviet":
        corners = []
        for i in range(10):
            length = radius if i % 2 == 0 else radius * 0.4
            angle = -pi / 2 + i * pi / 5
            corners.append(f"{figure(x + length * cos(angle))} {figure(y + length * sin(angle))}")
        return element("path", d="M" + "L".join(corners) + "z", fill="#ffe9b0")
    if side == "german":
        arm = radius * 0.85
        across = f"M{figure(x - arm)} {figure(y)}h{figure(2 * arm)}"
        down = f"M{figure(x)} {figure(y - arm)}v{figure(2 * arm)}"
        return element("path", d=across + down, stroke="#fffdf6", stroke_width=radius * 0.6)
    return text(side[:1].upper(), x, y + radius * 0.5, class_="disc-text")
