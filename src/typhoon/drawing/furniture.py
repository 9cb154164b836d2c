"""The margin of the sheet: title, legend, scale bar, compass, exits, and whose map it is."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.drawing.curves import figure, polyline
from typhoon.drawing.labels import text_width
from typhoon.drawing.layout import HEX, Layout, Point
from typhoon.drawing.style import side_colour
from typhoon.drawing.svg import element, group, text
from typhoon.drawing.symbols import emblem
from typhoon.drawing.terrain import blocks

NOTE = "Map and reconstructed values are our own"
_STRIP = 150.0
"""Height of a legend row."""

Swatch = Callable[[float, float], str]


def furniture(layout: Layout) -> str:
    """Everything outside the neatline, and the neatline."""
    return "".join((_neatline(layout), _title(layout), _compass(layout), _exits(layout), _legend(layout), _scale(layout)))


def _neatline(layout: Layout) -> str:
    frames = []
    for gap, class_ in ((0.0, "neatline"), (9.0, "frame")):
        frames.append(
            element(
                "rect",
                x=layout.left - gap,
                y=layout.top - gap,
                width=layout.right - layout.left + 2 * gap,
                height=layout.bottom - layout.top + 2 * gap,
                class_=class_,
            )
        )
    return "".join(frames)


def _title(layout: Layout) -> str:
    title = layout.board.file.title
    km = f"{layout.board.file.km_per_hex:g}"
    subtitle = f"{len(layout.board.grid)} hexes of {km} km"
    room = layout.right - layout.left - 240
    wide = text_width(title.upper(), 104) + 6 * len(title)
    size = 104.0 * min(1.0, room / wide)
    return text(title.upper(), layout.left, 140, class_="title", style=f"font-size:{figure(size)}px") + text(
        subtitle, layout.left + 4, 188, class_="subtitle"
    )


def _compass(layout: Layout) -> str:
    """A needle turned to true north: clockwise, when the top of the map points west of it."""
    x, y = layout.right - 84, 112.0
    needle = (
        element("circle", r=62, class_="frame")
        + element("circle", r=57, class_="frame", stroke_opacity=".4")
        + element("path", d="M0-74L13 0H-13z", class_="tooth")
        + element("path", d="M0 74L13 0H-13z", class_="panel")
        + element("path", d="M-50 0h28m44 0h28", class_="frame")
        + text("N", 0, -80, class_="legend", text_anchor="middle")
    )
    turn = figure(layout.board.file.rotation)
    return element("g", needle, transform=f"translate({figure(x)} {figure(y)}) rotate({turn})")


def _exits(layout: Layout) -> str:
    """Arrows and names in the margin where lines leave the map."""
    by_hex: dict[str, list[str]] = {}
    for exit_ in layout.board.file.exits:
        by_hex.setdefault(exit_.hex, []).append(exit_.name)
    parts = []
    for number, lines in by_hex.items():
        x, y = layout.point(layout.cell(number))
        turn, spot = _nearest_edge(layout, (x, y))
        # A text in a side margin is turned to run along it.
        words = text(" / ".join(lines), 0, -38 if turn in (0, 90, -90) else 52, class_="exit", text_anchor="middle")
        arrow = element("path", d="M-8-14H8L0-27z", class_="exit-arrow")
        if turn == 180:
            arrow = element("path", d="M-8 14H8L0 27z", class_="exit-arrow")
            turn = 0
        parts.append(
            element("g", arrow + words, transform=f"translate({figure(spot[0])} {figure(spot[1])}) rotate({turn})")
        )
    return "".join(parts)


def _nearest_edge(layout: Layout, point: Point) -> tuple[int, Point]:
    x, y = point
    return min(
        [
            (y - layout.top, 0, (x, layout.top)),
            (layout.right - x, 90, (layout.right, y)),
            (layout.bottom - y, 180, (x, layout.bottom)),
            (x - layout.left, -90, (layout.left, y)),
        ]
    )[1:]


def _scale(layout: Layout) -> str:
    """A bar of round kilometres."""
    km_per_hex = layout.board.file.km_per_hex
    step = max(km for km in (1, 2, 5, 10, 20, 25, 50, 100) if km * HEX / km_per_hex <= 190 or km == 1)
    wide = step * HEX / km_per_hex
    x, y = layout.right - 4 * wide - 50, layout.bottom + 66
    parts = []
    for i in range(4):
        parts.append(
            element("rect", x=x + i * wide, y=y, width=wide, height=11, class_="tooth" if i % 2 == 0 else "panel")
        )
    parts += [text(str(i * step), x + i * wide, y - 9, class_="legend", text_anchor="middle") for i in range(5)]
    parts.append(text("km", x + 4 * wide + 26, y - 9, class_="legend"))
    parts.append(text(NOTE, layout.right, layout.height - 26, class_="note", text_anchor="end"))
    return "".join(parts)


def _legend(layout: Layout) -> str:
    """Swatches of what this board shows, in rows below the map."""
    x, y = layout.left, layout.bottom + 96.0
    parts = []
    for label, swatch in _entries(layout):
        wide = 110 + text_width(label, 27) * 0.95
        if x + wide > layout.right:
            x, y = layout.left, y + 88
        parts.append(swatch(x, y) + text(label, x + 92, y + 50, class_="legend"))
        x += wide + 26
    return group(parts)


def _entries(layout: Layout) -> list[tuple[str, Swatch]]:
    board = layout.board
    entries: list[tuple[str, Swatch]] = []
    for terrain, label in (("clear", "Clear"), ("woods", "Woods"), ("rough", "Rough"), ("marsh", "Marsh"), ("lake", "Lake")):
        if terrain in board.terrain:
            entries.append((label, _hex_swatch(terrain)))
    for terrain, label in (("city", "City"), ("town", "Town")):
        if terrain in board.terrain:
            entries.append((label, _settlement_swatch(layout, terrain)))
    types = {edge.type for edge in board.edges}
    classes = {edge.class_ for edge in board.edges if edge.type == "road"}
    for kind, label, width in (("major_river", "Major river", 9.0), ("river", "River", 5.6), ("stream", "Stream", 3.4)):
        if kind in types:
            entries.append((label, _line_swatch([("bank", width + 4), ("river", width)])))
    for rank, label in (("highway", "Highway"), ("main", "Main road"), ("secondary", "Secondary road")):
        if rank in classes:
            lines = [(f"{rank}-bank", None), (rank, None)] + ([("highway-line", None)] if rank == "highway" else [])
            entries.append((label, _line_swatch(lines)))
    if "rail" in types:
        entries.append(("Railway", _line_swatch([("rail", None), ("ties", None)])))
    kinds = {(mark.kind, mark.side) for mark in board.marks}
    for kind, side in sorted(kinds):
        if kind == "objective":
            entries.append((f"Objective, {side.title()}", _disc_swatch(side)))
        elif kind == "supply":
            entries.append((f"Supply, {side.title()}", _supply_swatch(side)))
    if any(kind == "area" for kind, _ in kinds):
        entries.append(("Set-up area", _area_swatch))
    if any(kind == "zone" for kind, _ in kinds):
        entries.append(("Numbered zone", _zone_swatch))
    if board.front:
        entries.append(("Front line", _front_swatch))
    return entries


def _hexagon(x: float, y: float) -> str:
    half, low = 40.0, 34.6
    cx, cy = x + half, y + 40
    points = [(cx + half, cy), (cx + 20, cy + low), (cx - 20, cy + low), (cx - half, cy), (cx - 20, cy - low), (cx + 20, cy - low)]
    return polyline(points, closed=True)


def _hex_swatch(terrain: str) -> Swatch:
    pattern = {"clear": "relief", "woods": "trees", "rough": "rough", "marsh": "marsh"}.get(terrain)

    def draw(x: float, y: float) -> str:
        data = _hexagon(x, y)
        over = element("path", d=data, fill=f"url(#{pattern})") if pattern else ""
        class_ = "ground" if terrain == "clear" else terrain
        return element("path", d=data, class_=class_) + over + element("path", d=data, class_="frame")

    return draw


def _settlement_swatch(layout: Layout, terrain: str) -> Swatch:
    cell = min(layout.cells(terrain))
    home = layout.point(cell)

    def draw(x: float, y: float) -> str:
        shift = x + 40 - home[0], y + 40 - home[1]
        moved = [[(px + shift[0], py + shift[1]) for px, py in block] for block in blocks(layout, cell, terrain)]
        data = _hexagon(x, y)
        back = element("path", d=data, class_="city" if terrain == "city" else "ground")
        houses = element("path", d="".join(polyline(block, closed=True) for block in moved), class_="block")
        return back + houses + element("path", d=data, class_="frame")

    return draw


def _line_swatch(strokes: list[tuple[str, float | None]]) -> Swatch:
    def draw(x: float, y: float) -> str:
        data = f"M{figure(x)} {figure(y + 46)}q22-18 40-6t40-8"
        return "".join(element("path", d=data, class_=f"line {c}", stroke_width=w) for c, w in strokes)

    return draw


def _disc_swatch(side: str) -> Swatch:
    def draw(x: float, y: float) -> str:
        disc = element("circle", cx=x + 60, cy=y + 40, r=20, class_="disc", fill=side_colour(side))
        return disc + text("3", x + 60, y + 49, class_="disc-text", style="font-size:27px")

    return draw


def _supply_swatch(side: str) -> Swatch:
    def draw(x: float, y: float) -> str:
        disc = element("circle", cx=x + 60, cy=y + 40, r=20, class_="disc", fill=side_colour(side))
        return disc + emblem(side, x + 60, y + 40, 14)

    return draw


def _area_swatch(x: float, y: float) -> str:
    box = {"x": x, "y": y + 14, "width": 78.0, "height": 52.0}
    return element("rect", class_="band", stroke="url(#hatch-soviet)", style="stroke-width:14", **box)


def _zone_swatch(x: float, y: float) -> str:
    disc = element("circle", cx=x + 40, cy=y + 40, r=16, class_="zone-disc")
    ring = element("path", d=_hexagon(x, y), class_="zone")
    return ring + disc + text("1", x + 40, y + 48.5, class_="zone-text")


def _front_swatch(x: float, y: float) -> str:
    data = f"M{figure(x)} {figure(y + 44)}h80"
    teeth = "".join(f"M{figure(x + 6 + 20 * i)} {figure(y + 44)}l4-8 4 8z" for i in range(4))
    band = element("path", d=data, class_="front", stroke=side_colour("soviet"))
    return band + element("path", d=data, class_="front-line") + element("path", d=teeth, class_="tooth")
