"""Signs that lie in a hex whoever stands there: works, markers, what was cut or destroyed.

A sign is drawn around 0, 0 in the units of the map, in ink on paper, so that it reads in print and from
afar: works are told apart by how much of a square is filled, not by colour or letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from typhoon.drawing.curves import figure
from typhoon.drawing.layout import Layout
from typhoon.drawing.style import CONDENSED, DARK, LIGHT
from typhoon.drawing.svg import element, group, text

RED = "#b3261e"
RIM = 47.0
"""How far from the centre of a hex signs lie, just outside of the counters."""
BUILDING = "-building"
"""What the kind of a work ends with that is being improved."""


def draw_sign(kind: str) -> str:
    """The picture of a sign; raises ``ValueError`` when there is none of that kind."""
    work = kind.removesuffix(BUILDING)
    if work in WORKS:
        arrow = _arrow() if kind != work else ""
        return _plate() + WORKS[work]() + arrow
    if kind not in OTHERS:
        raise ValueError(f"there is no sign '{kind}'; there are {', '.join(KINDS)}")
    return OTHERS[kind]()


def place_of(kind: str) -> tuple[float, float]:
    """Where in its hex a sign lies: works at the right corner, markers at the left one."""
    if kind.removesuffix(BUILDING) in WORKS:
        return RIM, 0.0
    return (9 - RIM, LETTERS[kind]) if kind in LETTERS else (0.0, 0.0)


def signs(layout: Layout, found: Mapping[str, Sequence[str]]) -> str:
    """All signs on a board, by their kinds."""
    parts = []
    for kind, hexes in found.items():
        picture, (dx, dy) = draw_sign(kind), place_of(kind)
        for number in hexes:
            x, y = layout.point(layout.cell(number))
            at = f"translate({figure(x + dx)} {figure(y + dy)})"
            parts.append(element("g", picture, transform=at, data_sign=kind))
    return group(parts, class_="signs") if parts else ""


def _plate() -> str:
    return element("circle", r=15, fill=LIGHT, stroke=DARK, stroke_width=1.4)


def _square(**style: str | float) -> str:
    return element("rect", x=-8, y=-8, width=16, height=16, **style)


def _hedgehog() -> str:
    return element("path", d="M0-11V11M-9.5-5.5L9.5 5.5M-9.5 5.5L9.5-5.5", stroke=DARK, stroke_width=3.6)


def _minor() -> str:
    return _square(fill=LIGHT, stroke=DARK, stroke_width=3.6)


def _major() -> str:
    return _minor() + element("path", d="M-8 8L8-8V8z", fill=DARK)


def _fort() -> str:
    bastions = "".join(
        element("rect", x=x - 3.6, y=y - 3.6, width=7.2, height=7.2, fill=DARK)
        for x in (-8.5, 8.5)
        for y in (-8.5, 8.5)
    )
    return _square(fill=DARK) + bastions


def _arrow() -> str:
    """Something grows here: an arrow upward above the work."""
    return element(
        "path",
        d="M0-33L10-20H4.5V-13H-4.5V-20H-10z",
        fill=LIGHT,
        stroke=DARK,
        stroke_width=2.4,
        stroke_linejoin="round",
    )


def _letter(letter: str) -> str:
    plate = element("rect", x=-12, y=-12, width=24, height=24, rx=4, fill=DARK, stroke=LIGHT, stroke_width=2)
    return plate + text(
        letter, 0, 7, font_size=20, font_weight="700", font_family=CONDENSED, text_anchor="middle", fill=LIGHT
    )


def _ruin() -> str:
    """An entrenchment that is gone: crossed out above and below the counters."""
    data = "".join(f"M-15 {y - 9}L15 {y + 9}M-15 {y + 9}L15 {y - 9}" for y in (-43, 43))
    return element("path", d=data, stroke=LIGHT, stroke_width=9) + element(
        "path", d=data, stroke=DARK, stroke_width=5
    )


def _cut_road() -> str:
    """A ring around the hex, and a road that is broken off."""
    ring = element("circle", r=RIM - 1, fill="none", stroke=RED, stroke_width=4.5, stroke_dasharray="12 6")
    bars = f"M-7 {figure(-RIM - 6)}L-1 {figure(-RIM + 6)}M1 {figure(-RIM - 6)}L7 {figure(-RIM + 6)}"
    return (
        ring
        + element("path", d=bars, stroke=LIGHT, stroke_width=8)
        + element("path", d=bars, stroke=RED, stroke_width=4)
    )


WORKS: dict[str, Callable[[], str]] = {
    "hedgehog": _hedgehog,
    "minor": _minor,
    "major": _major,
    "fort": _fort,
}
LETTERS = {"S": -14.0, "R": 14.0}
"""Markers with a letter, and how far below the middle of the hex they lie."""
OTHERS: dict[str, Callable[[], str]] = {
    **{letter: lambda letter=letter: _letter(letter) for letter in LETTERS},  # type: ignore[misc]
    "ruin": _ruin,
    "cut-road": _cut_road,
}
KINDS = (*WORKS, *[kind + BUILDING for kind in WORKS], *OTHERS)
