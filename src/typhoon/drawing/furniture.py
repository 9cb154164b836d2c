"""The margin of the sheet: title, legend, scale bar, compass, exits, and whose map it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from typhoon.drawing.curves import between, figure, polyline
from typhoon.drawing.labels import text_width
from typhoon.drawing.layout import HEX, Layout, Point
from typhoon.drawing.style import side_colour
from typhoon.drawing.svg import element, group, text
from typhoon.drawing.symbols import emblem
from typhoon.drawing.terrain import blocks
from typhoon.drawing.works import trench

NOTE = "Map and reconstructed values are our own"

_LEGEND_ROW = 88.0
_TITLE_ROOM = 420.0
EXIT_SIZE = 20.0

Swatch = Callable[[float, float], str]


def furniture(layout: Layout) -> str:
    """Everything outside the neatline, and the neatline."""
    parts = (_neatline, _title, _compass, _scale, _exits, _legend, _note)
    return "".join(part(layout) for part in parts)


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
    """The name of the map in a cartouche, as large as the sheet allows."""
    title = layout.board.file.title.upper()
    room = layout.right - layout.left - 900
    size = min(92.0, max(30.0, 92.0 * room / text_width(title, 92)))
    wide = text_width(title, size) + 5 * len(title) + 90
    x, middle = layout.left - 9, layout.left - 9 + wide / 2
    km = f"{layout.board.file.km_per_hex:g}"
    return "".join(
        (
            element("rect", x=x, y=24, width=wide, height=146, class_="panel"),
            element("rect", x=x + 8, y=32, width=wide - 16, height=130, class_="frame"),
            text(title, middle, 106, class_="title", text_anchor="middle", font_size=size),
            text(f"{km} km to the hex", middle, 150, class_="subtitle", text_anchor="middle"),
        )
    )


def _compass(layout: Layout) -> str:
    """A needle turned to true north: clockwise, when the top of the map points west of it."""
    x, y = layout.right - 84, 122.0
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
    """Arrows and names in the margin where lines leave the map; names without room for each are joined."""
    by_hex: dict[str, list[str]] = {}
    for exit_ in layout.board.file.exits:
        by_hex.setdefault(exit_.hex, []).append(exit_.name)
    by_edge: dict[int, list[tuple[Point, str]]] = {}
    for number, lines in by_hex.items():
        turn, spot = _nearest_edge(layout, layout.point(layout.cell(number)))
        by_edge.setdefault(turn, []).append((spot, " / ".join(lines)))
    parts = []
    for turn, exits in sorted(by_edge.items()):
        exits.sort()
        down = turn == 180
        arrow = element("path", d="M-8 14H8L0 27z" if down else "M-8-14H8L0-27z", class_="exit-arrow")
        parts += [_turned(arrow, spot, turn) for spot, _ in exits]
        for spot, name in _joined(exits):
            # A text in a side margin is turned to run along it.
            words = text(name, 0, 52 if down else -38, class_="exit", text_anchor="middle")
            parts.append(_turned(words, spot, turn))
    return "".join(parts)


def _turned(content: str, spot: Point, turn: int) -> str:
    turn = 0 if turn == 180 else turn
    return element("g", content, transform=f"translate({figure(spot[0])} {figure(spot[1])}) rotate({turn})")


def _joined(exits: list[tuple[Point, str]]) -> list[tuple[Point, str]]:
    """The names along an edge; those that would run into each other become one."""
    found: list[tuple[Point, str]] = []
    for spot, name in exits:
        while found:
            before, other = found[-1]
            apart = abs(spot[0] - before[0]) + abs(spot[1] - before[1])
            if apart > (text_width(name, EXIT_SIZE) + text_width(other, EXIT_SIZE)) / 2 + EXIT_SIZE:
                break
            found.pop()
            spot, name = between(before, spot), f"{other} / {name}"
        found.append((spot, name))
    return found


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


def _note(layout: Layout) -> str:
    return text(NOTE, layout.right, sheet_height(layout) - 26, class_="note", text_anchor="end")


def _scale(layout: Layout) -> str:
    """A bar of round kilometres, where the sheet is wide enough for one."""
    km_per_hex = layout.board.file.km_per_hex
    step = max(km for km in (1, 2, 5, 10, 20, 25, 50, 100) if km * HEX / km_per_hex <= 150 or km == 1)
    wide = step * HEX / km_per_hex
    x, y = layout.right - 250 - 4 * wide, 150.0
    if x < layout.left + _TITLE_ROOM:
        return ""
    parts = [
        element("rect", x=x + i * wide, y=y, width=wide, height=11, class_="panel" if i % 2 else "tooth")
        for i in range(4)
    ]
    parts += [
        text(str(i * step), x + i * wide, y - 9, class_="legend", text_anchor="middle") for i in range(5)
    ]
    parts.append(text("km", x + 4 * wide + 26, y - 9, class_="legend"))
    return "".join(parts)


def sheet_height(layout: Layout) -> float:
    """The height of the sheet with all rows of the legend."""
    lowest = max(y for _, _, (_, y) in _legend_places(layout))
    return lowest + _LEGEND_ROW + 62


def _legend_places(layout: Layout) -> list[tuple[str, Swatch, Point]]:
    """What the legend explains, in rows below the map."""
    x, y = layout.left, layout.bottom + 84.0
    found = []
    for label, swatch in _entries(layout):
        wide = 110 + text_width(label, 27) * 0.95
        if x + wide > layout.right and x > layout.left:
            x, y = layout.left, y + _LEGEND_ROW
        found.append((label, swatch, (x, y)))
        x += wide + 26
    return found


def _legend(layout: Layout) -> str:
    places = _legend_places(layout)
    return group(
        (
            *(swatch(x, y) for _, swatch, (x, y) in places),
            group((text(label, x + 92, y + 50) for label, _, (x, y) in places), class_="legend"),
        )
    )


def _entries(layout: Layout) -> list[tuple[str, Swatch]]:
    board = layout.board
    entries: list[tuple[str, Swatch]] = []
    for terrain, label in (
        ("clear", "Clear"),
        ("woods", "Woods"),
        ("rough", "Rough"),
        ("marsh", "Marsh"),
        ("lake", "Lake"),
    ):
        if terrain in board.terrain:
            entries.append((label, _hex_swatch(terrain)))
    for terrain, label in (("city", "City"), ("town", "Town")):
        if terrain in board.terrain:
            entries.append((label, _settlement_swatch(layout, terrain)))
    types = {edge.type for edge in board.edges}
    classes = {edge.class_ for edge in board.edges if edge.type == "road"}
    for kind, label, width in (
        ("major_river", "Major river", 9.0),
        ("river", "River", 6.4),
        ("stream", "Stream", 3.6),
    ):
        if kind in types:
            entries.append((label, _line_swatch([("bank", width + 4), ("river", width)])))
    for rank, label in (("highway", "Highway"), ("main", "Main road"), ("secondary", "Secondary road")):
        if rank in classes:
            lines = [(f"{rank}-bank", None), (rank, None)] + (
                [("highway-line", None)] if rank == "highway" else []
            )
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
    if any(kind == "fort" for kind, _ in kinds):
        entries.append(("Entrenchment", _fort_swatch))
    if any(kind == "entry" for kind, _ in kinds):
        entries.append(("Entry area", _entry_swatch))
    if any(kind == "front" for kind, _ in kinds):
        entries.append(("Front line", _front_band_swatch))
    if board.front:
        entries.append(("Front line", _front_swatch))
    return entries


def _hexagon(x: float, y: float) -> str:
    return polyline(_hex_corners(x, y), closed=True)


def _hex_corners(x: float, y: float) -> list[Point]:
    half, low = 40.0, 34.6
    cx, cy = x + half, y + 40
    return [
        (cx + half, cy),
        (cx + 20, cy + low),
        (cx - 20, cy + low),
        (cx - half, cy),
        (cx - 20, cy - low),
        (cx + 20, cy - low),
    ]


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
        moved = [
            [(px + shift[0], py + shift[1]) for px, py in block] for block in blocks(layout, cell, terrain)
        ]
        data = _hexagon(x, y)
        back = element("path", d=data, class_="city" if terrain == "city" else "ground")
        houses = element("path", d="".join(polyline(block, closed=True) for block in moved), class_="block")
        return back + houses + element("path", d=data, class_="frame")

    return draw


def _line_swatch(strokes: Sequence[tuple[str, float | None]]) -> Swatch:
    def draw(x: float, y: float) -> str:
        data = f"M{figure(x)} {figure(y + 46)}q22-18 40-6t40-8"
        return "".join(element("path", d=data, class_=f"line {c}", stroke_width=w) for c, w in strokes)

    return draw


def _disc_swatch(side: str) -> Swatch:
    def draw(x: float, y: float) -> str:
        disc = element("circle", cx=x + 60, cy=y + 40, r=20, class_="disc", fill=side_colour(side))
        return disc + text("3", x + 60, y + 49, class_="disc-text", font_size=27)

    return draw


def _supply_swatch(side: str) -> Swatch:
    def draw(x: float, y: float) -> str:
        disc = element("circle", cx=x + 60, cy=y + 40, r=20, class_="disc", fill=side_colour(side))
        return disc + emblem(side, x + 60, y + 40, 14)

    return draw


def _area_swatch(x: float, y: float) -> str:
    box = {"x": x, "y": y + 14, "width": 78.0, "height": 52.0}
    return element("rect", class_="band", stroke="url(#hatch-soviet)", stroke_width=14, **box)


def _zone_swatch(x: float, y: float) -> str:
    disc = element("circle", cx=x + 40, cy=y + 40, r=16, class_="zone-disc")
    ring = element("path", d=_hexagon(x, y), class_="zone")
    return ring + disc + text("1", x + 40, y + 48.5, class_="zone-text")


def _fort_swatch(x: float, y: float) -> str:
    return element("path", d=trench((x + 40, y + 40), _hex_corners(x, y)), class_="fort")


def _entry_swatch(x: float, y: float) -> str:
    line = element("path", d=f"M{figure(x + 8)} {figure(y + 58)}h66", class_="entry")
    disc = element("circle", cx=x + 41, cy=y + 34, r=15, class_="entry-disc")
    return line + disc + text("1", x + 41, y + 41.2, class_="entry-text")


def _front_band_swatch(x: float, y: float) -> str:
    bands = "".join(
        element(
            "path", d=f"M{figure(x)} {figure(y + 40 + by)}h80", class_="front-band", stroke=side_colour(side)
        )
        for side, by in (("soviet", 10.0), ("german", -10.0))
    )
    return bands + element("path", d=f"M{figure(x)} {figure(y + 40)}h80", class_="front-hexes")


def _front_swatch(x: float, y: float) -> str:
    data = f"M{figure(x)} {figure(y + 44)}h80"
    teeth = "".join(f"M{figure(x + 6 + 20 * i)} {figure(y + 44)}l4-7 4 7z" for i in range(4))
    bands = "".join(
        element("path", d=f"M{figure(x)} {figure(y + 44 + by)}h80", class_="front", stroke=side_colour(side))
        for side, by in (("soviet", -5.5), ("german", 5.5))
    )
    return bands + element("path", d=data, class_="front-line") + element("path", d=teeth, class_="tooth")
