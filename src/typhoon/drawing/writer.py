"""The layers of a board written as SVG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from typhoon.drawing.counters import draw_stack
from typhoon.drawing.curves import Bezier, figure, path, polyline, shifted
from typhoon.drawing.labels import RANK_SIZES, NameLabel, RiverLabel
from typhoon.drawing.layout import Layout, Point
from typhoon.drawing.lines import ROAD_CLASSES, Bridge, Line
from typhoon.drawing.overlays import DISC_RADIUS, SUPPLY_RADIUS, Disc, Front, Region, Source
from typhoon.drawing.style import FORMATION_TINTS, side_colour
from typhoon.drawing.svg import element, group, text
from typhoon.drawing.symbols import emblem
from typhoon.drawing.terrain import BUILT_UP, board_outline, built_up_ground, grid_lines, land
from typhoon.drawing.terrain import blocks as blocks_of
from typhoon.engine.face import CounterFace

COUNTER_EDGE = 76.0


def _shape(curves: Iterable[Sequence[Bezier]]) -> str:
    return "".join(path(curve, closed=True) for curve in curves)


def _filled(data: str, class_: str, fill: str | None = None) -> str:
    return element("path", d=data, class_=class_, fill=fill, fill_rule="evenodd") if data else ""


def _reused(id_: str, **attributes: str) -> str:
    return element("use", href=f"#{id_}", **attributes)


def ground(layout: Layout) -> str:
    """Bare paper and its faint wisps."""
    box = {
        "x": layout.left,
        "y": layout.top,
        "width": layout.right - layout.left,
        "height": layout.bottom - layout.top,
    }
    return element("rect", class_="ground", **box) + element("rect", fill="url(#relief)", **box)


def terrain(layout: Layout) -> str:
    """Marsh, rough, woods and lakes as land, with a broad shade along the inside of their edges."""
    parts = []
    for kind, pattern in (("marsh", "marsh"), ("rough", "rough"), ("woods", "trees")):
        data = _shape(land(layout, kind))
        if data:
            shape = element("path", d=data, id=f"shape-{kind}", clip_rule="evenodd", fill_rule="evenodd")
            parts.append(
                f"<defs>{shape}{element('clipPath', _reused(f'shape-{kind}'), id=f'in-{kind}')}</defs>"
            )
            parts.append(_reused(f"shape-{kind}", class_=kind))
            parts.append(_reused(f"shape-{kind}", class_=f"shade-{kind}", clip_path=f"url(#in-{kind})"))
            parts.append(_reused(f"shape-{kind}", fill=f"url(#{pattern})"))
            parts.append(_reused(f"shape-{kind}", class_=f"edge-{kind}"))
    water = _shape(land(layout, "lake"))
    if water:
        shape = element("path", d=water, id="shape-lake", clip_rule="evenodd", fill_rule="evenodd")
        parts.append(f"<defs>{shape}{element('clipPath', _reused('shape-lake'), id='in-lake')}</defs>")
        parts.append(_reused("shape-lake", class_="lake"))
        parts.append(_reused("shape-lake", class_="shore", clip_path="url(#in-lake)"))
    return "".join(parts)


def settlements(layout: Layout) -> str:
    """Cities and towns as blocks of houses; other named places as a ring."""
    houses = ""
    for kind in BUILT_UP:
        for cell in sorted(layout.cells(kind)):
            houses += "".join(polyline(block, closed=True) for block in blocks_of(layout, cell, kind))
    return "".join(
        (
            _filled(_shape(built_up_ground(layout)), "city"),
            element("path", d=houses, class_="block") if houses else "",
        )
    )


def villages(layout: Layout) -> str:
    spots = [
        layout.point(layout.node_of[index])
        for index in sorted(layout.board.names)
        if layout.board.terrain_at[index] not in BUILT_UP
    ]
    return group((element("circle", cx=x, cy=y, r=6) for x, y in spots), class_="village")


def grid(layout: Layout) -> str:
    return element("path", d="".join(polyline(line) for line in grid_lines(layout)), class_="grid")


def veil(layout: Layout) -> str:
    """Paper laid thinly over what lies beyond the hexes of the board."""
    left, top, right, bottom = map(figure, (layout.left, layout.top, layout.right, layout.bottom))
    frame = f"M{left} {top}H{right}V{bottom}H{left}z"
    return _filled(frame + "".join(polyline(ring, closed=True) for ring in board_outline(layout)), "veil")


def rivers(courses: list[Line]) -> str:
    """All rivers: first the light banks, then the water, merged by width."""
    by_width: dict[float, list[str]] = defaultdict(list)
    for river in courses:
        steps = len(river.nodes) - 1
        start = 0
        for i in range(1, steps + 1):
            if i == steps or river.widths[i] != river.widths[start]:
                pieces = [piece for step in range(start, i) for piece in river.step(step)]
                by_width[river.widths[start]].append(path(pieces))
                start = i
    ordered = sorted(by_width.items())
    banks = [element("path", d="".join(d), class_="line bank", stroke_width=w + 4) for w, d in ordered]
    water = [element("path", d="".join(d), class_="line river", stroke_width=w) for w, d in ordered]
    return "".join(banks + water)


def rails(lines: list[Line]) -> str:
    data = "".join(path(line.curve) for line in lines)
    return (
        "".join(element("path", d=data, class_=f"line {name}") for name in ("rail-bank", "rail", "ties"))
        if data
        else ""
    )


def roads(lines: list[Line], bridges: list[Bridge]) -> str:
    """Roads by class with their banks, all banks below, and bridges over the water."""
    data = {rank: "".join(path(line.curve) for line in lines if line.rank == rank) for rank in ROAD_CLASSES}
    used = [rank for rank in ROAD_CLASSES if data[rank]]
    parts = [element("path", d=data[rank], class_=f"line {rank}-bank") for rank in used]
    parts += [element("path", d=data[rank], class_=f"line {rank}") for rank in used]
    if "highway" in used:
        parts.append(element("path", d=data["highway"], class_="line highway-line"))
    if bridges:
        parts.append(element("path", d="".join(map(_bridge, bridges)), class_="bridge"))
    return "".join(parts)


def _bridge(bridge: Bridge) -> str:
    """Two rails along the road, turned out at their ends."""
    half = {"highway": 6.6, "main": 5.4, "secondary": 4.2}[bridge.rank]
    along, across = bridge.along, (-bridge.along[1], bridge.along[0])
    data = ""
    for hand in (-1.0, 1.0):
        rail = []
        for way, out in ((-11.0, half + 3.4), (-7.5, half), (7.5, half), (11.0, half + 3.4)):
            rail.append(shifted(shifted(bridge.spot, along, way), across, out * hand))
        data += polyline(rail)
    return data


def numbers(layout: Layout) -> str:
    names = layout.board.grid.name
    spots = [(names[i], layout.number_spot(cell)) for cell, i in sorted(layout.index_at.items())]
    return group((text(name, x, y) for name, (x, y) in spots), class_="number")


def objectives(discs: list[Disc]) -> str:
    parts = []
    for disc in discs:
        x, y = disc.spot
        parts.append(element("circle", cx=x, cy=y, r=DISC_RADIUS, class_="disc", fill=side_colour(disc.side)))
        parts.append(
            text(
                disc.text,
                x,
                y + 5.6,
                class_="disc-text",
                font_size=None if len(disc.text) < 3 else 11,
            )
        )
    return "".join(parts)


def supply(sources: list[Source]) -> str:
    """The emblem of a side in a drop that points the way supply comes in."""
    parts = []
    for source in sources:
        (x, y), (dx, dy) = source.spot, source.inward
        tip = shifted((x, y), (dx, dy), SUPPLY_RADIUS * 1.75)
        flanks = [shifted(shifted((x, y), (dx, dy), 9.0), (-dy, dx), hand * 12.0) for hand in (-1.0, 1.0)]
        colour = side_colour(source.side)
        parts.append(
            element("path", d=polyline([flanks[0], tip, flanks[1]], closed=True), class_="disc", fill=colour)
        )
        parts.append(element("circle", cx=x, cy=y, r=SUPPLY_RADIUS, class_="disc", fill=colour))
        parts.append(emblem(source.side, x, y, SUPPLY_RADIUS * 0.72))
        if source.label:
            parts.append(text(source.label, x, y + SUPPLY_RADIUS + 12, class_="exit", text_anchor="middle"))
    return "".join(parts)


def _hatch(side: str) -> str:
    return f"url(#hatch-{side if side in FORMATION_TINTS else 'neutral'})"


def areas(regions: list[Region]) -> str:
    """Hatched bands along the inside of set-up areas, and their letters."""
    parts = []
    for number, region in enumerate(regions):
        shape = element("path", d=_shape(region.outlines), id=f"area{number}")
        clip = element("clipPath", _reused(f"area{number}"), id=f"in-area{number}")
        band = _reused(
            f"area{number}", class_="band", stroke=_hatch(region.side), clip_path=f"url(#in-area{number})"
        )
        parts.append(f"<defs>{shape}{clip}</defs>{band}")
    return "".join(parts)


def area_letters(regions: list[Region]) -> str:
    return "".join(
        text(r.label, *r.spot, class_="letter", fill=side_colour(r.side)) for r in regions
    )


def zones(regions: list[Region]) -> str:
    """Dashed outlines and numbered discs."""
    parts = []
    for region in regions:
        x, y = region.spot
        parts.append(element("path", d=_shape(region.outlines), class_="zone"))
        parts.append(element("circle", cx=x, cy=y - 8.5, r=16, class_="zone-disc"))
        parts.append(text(region.label, x, y, class_="zone-text"))
    return "".join(parts)


def front(stretches: list[Front]) -> str:
    """A faint band, the line, and its teeth."""
    parts = []
    for stretch in stretches:
        data = path(stretch.curve)
        for side, band in stretch.bands:
            parts.append(element("path", d=path(band), class_="front", stroke=side_colour(side)))
        parts.append(element("path", d=data, class_="front-line"))
        teeth = "".join(polyline(tooth, closed=True) for tooth in stretch.teeth)
        parts.append(element("path", d=teeth, class_="tooth") if teeth else "")
    return "".join(parts)


def names(labels: list[NameLabel]) -> str:
    """Names grouped by rank, so that small ones can be hidden when there is no room for them."""
    by_rank: dict[int, list[NameLabel]] = defaultdict(list)
    for label in sorted(labels, key=lambda label: (label.rank, label.text, label.spot)):
        by_rank[label.rank].append(label)
    return "".join(
        group(
            (
                text(label.text, *label.spot, font_size=None if label.size == RANK_SIZES[rank] else label.size)
                for label in ranked
            ),
            class_=f"name rank{rank}",
            font_size=RANK_SIZES[rank],
            data_rank=str(rank),
        )
        for rank, ranked in by_rank.items()
    )


def river_names(labels: list[RiverLabel]) -> str:
    parts = []
    for number, label in enumerate(labels):
        parts.append(f"<defs>{element('path', d=path(label.curve), id=f'course{number}')}</defs>")
        words = element(
            "textPath", label.text, href=f"#course{number}", startOffset="50%", text_anchor="middle"
        )
        parts.append(element("text", words))
    return group(parts, class_="river-name")


def counters(layout: Layout, faces: Sequence[CounterFace]) -> str:
    """All counters by hex, in the order of the hexes."""
    stacks: dict[tuple[int, int], list[CounterFace]] = defaultdict(list)
    for face in faces:
        stacks[layout.cell(face.hex)].append(face)
    placed: list[tuple[Point, list[CounterFace]]] = [(layout.point(cell), stacks[cell]) for cell in stacks]
    placed.sort(key=lambda item: (item[0][1], item[0][0]))
    return "".join(draw_stack(stack, x, y, COUNTER_EDGE) for (x, y), stack in placed)
