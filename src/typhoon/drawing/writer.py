"""The layers of a board written as SVG."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence

from typhoon.drawing.counters import draw_stack
from typhoon.drawing.curves import Bezier, figure, path, polyline, shifted
from typhoon.drawing.labels import NameLabel, RiverLabel
from typhoon.drawing.layout import HEX, Layout, Node, Point
from typhoon.drawing.lines import ROAD_CLASSES, Bridge, Course
from typhoon.drawing.overlays import DISC_RADIUS, SUPPLY_RADIUS, Disc, Front, Region, Source
from typhoon.drawing.style import FORMATION_TINTS, side_colour
from typhoon.drawing.svg import element, group, text
from typhoon.drawing.symbols import emblem
from typhoon.drawing.terrain import BUILT_UP, Land, board_outline, built_up_ground, grid_lines, land_in_parts
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
    return element("rect", class_="ground", **box) + element(
        "rect", fill="url(#relief)", data_part="relief", **box
    )


def terrain(layout: Layout) -> str:
    """Marsh, rough, woods and lakes as land, with a broad shade along the inside of their edges."""
    textures = {"marsh": "marsh", "rough": "rough", "woods": "trees", "lake": None}
    return "".join(_land(kind, pattern, land_in_parts(layout, kind)) for kind, pattern in textures.items())


def _land(kind: str, pattern: str | None, parts: list[Land]) -> str:
    shapes, fills, shades, textures, edges = [], [], [], [], []
    for number, part in enumerate(parts):
        id_ = f"{kind}{number}"
        shapes.append(
            element("path", d=_shape(part.shape), id=id_, clip_rule="evenodd", fill_rule="evenodd")
            + element("clipPath", _reused(id_), id=f"in-{id_}")
            + (element("path", d="".join(map(path, part.edge)), id=f"edge-{id_}") if part.edge else "")
        )
        rim = f"edge-{id_}" if part.edge else id_
        fills.append(_reused(id_))
        shades.append(_reused(rim, clip_path=f"url(#in-{id_})"))
        textures.append(_reused(id_))
        edges.append(_reused(rim))
    return "".join(
        (
            f"<defs>{''.join(shapes)}</defs>" if shapes else "",
            group(fills, class_=kind),
            group(shades, class_=f"shade-{kind}", data_part="shade"),
            group(textures, fill=f"url(#{pattern})", data_part="texture") if pattern else "",
            group(edges, class_=f"edge-{kind}"),
        )
    )


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
    parts = _in_parts(layout, layout.index_at)
    return group(
        (
            element("path", d="".join(polyline(line, whole=True) for line in grid_lines(layout, part)))
            for part in parts
        ),
        class_="grid",
    )


def _in_parts(layout: Layout, cells: Iterable[Node]) -> list[list[Node]]:
    """Hexes by the part of the sheet they lie in."""
    parts: dict[Node, list[Node]] = defaultdict(list)
    for cell in sorted(cells):
        parts[layout.chunk(cell)].append(cell)
    return [part for _, part in sorted(parts.items())]


def veil(layout: Layout) -> str:
    """Paper laid thinly over what lies beyond the hexes of the board."""
    left, top, right, bottom = map(figure, (layout.left, layout.top, layout.right, layout.bottom))
    frame = f"M{left} {top}H{right}V{bottom}H{left}z"
    return _filled(frame + "".join(polyline(ring, closed=True) for ring in board_outline(layout)), "veil")


def _courses(layout: Layout, lines: Iterable[Course]) -> dict[float, list[str]]:
    """Path data of lines by width, one for each part of the sheet."""
    found: dict[float, dict[Node, str]] = defaultdict(lambda: defaultdict(str))
    for line in lines:
        keys = [
            (line.widths[step] if line.widths else 0.0, layout.chunk(line.nodes[step]))
            for step in range(len(line.nodes) - 1)
        ]
        step = 0
        for (width, part), run in itertools.groupby(keys):
            count = len(list(run))
            pieces = [piece for i in range(step, step + count) for piece in line.step(i)]
            found[width][part] += path(pieces)
            step += count
    return {width: [data for _, data in sorted(parts.items())] for width, parts in sorted(found.items())}


class _Strokes:
    """Lines that are drawn several times over each other: broad, then narrow."""

    def __init__(self, name: str, data: list[str]) -> None:
        self._ids = [f"{name}{number}" for number in range(len(data))]
        shapes = (element("path", d=d, id=id_) for d, id_ in zip(data, self._ids, strict=True))
        self.shapes = f"<defs>{''.join(shapes)}</defs>" if data else ""

    def drawn(self, class_: str, width: float | None = None, part: str | None = None) -> str:
        return group(map(_reused, self._ids), class_=f"line {class_}", stroke_width=width, data_part=part)


def rivers(layout: Layout, courses: list[Course]) -> str:
    """All rivers: first the light banks, then the water, by width."""
    by_width = {w: _Strokes(f"river{int(w * 10)}-", data) for w, data in _courses(layout, courses).items()}
    return "".join(
        (
            *(strokes.shapes for strokes in by_width.values()),
            *(strokes.drawn("bank", width + 4) for width, strokes in by_width.items()),
            *(strokes.drawn("river", width) for width, strokes in by_width.items()),
        )
    )


def _ways(layout: Layout, name: str, lines: Iterable[Course]) -> _Strokes:
    return _Strokes(name, [data for found in _courses(layout, lines).values() for data in found])


def rails(layout: Layout, lines: list[Course]) -> str:
    strokes = _ways(layout, "rail", lines)
    return "".join(
        (
            strokes.shapes,
            strokes.drawn("rail-bank"),
            strokes.drawn("rail"),
            strokes.drawn("ties", part="ties"),
        )
    )


def roads(layout: Layout, lines: list[Course], bridges: list[Bridge]) -> str:
    """Roads by class with their banks, all banks below, and bridges over the water."""
    by_rank = {rank: [line for line in lines if line.rank == rank] for rank in ROAD_CLASSES}
    ways = {rank: _ways(layout, rank, found) for rank, found in by_rank.items() if found}
    parts = [strokes.shapes for strokes in ways.values()]
    parts += [strokes.drawn(f"{rank}-bank") for rank, strokes in ways.items()]
    parts += [strokes.drawn(rank) for rank, strokes in ways.items()]
    if "highway" in ways:
        parts.append(ways["highway"].drawn("highway-line"))
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
    """Hex numbers, part by part of the sheet, each with the box that it takes up."""
    parts = []
    for part in _in_parts(layout, layout.index_at):
        spots = [layout.number_spot(cell) for cell in part]
        numbers = [layout.board.grid.name[layout.index_at[cell]] for cell in part]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        box = (min(xs) - 50, min(ys) - 20, max(xs) + 50, max(ys) + 100)
        words = (text(n, round(x), round(y)) for n, (x, y) in zip(numbers, spots, strict=True))
        parts.append(group(words, data_box=" ".join(map(figure, box))))
    return group(parts, class_="number")


def objectives(discs: list[Disc]) -> str:
    by_side: dict[str, list[Disc]] = defaultdict(list)
    for disc in discs:
        by_side[disc.side].append(disc)
    grounds = (
        group(
            (element("circle", cx=x, cy=y, r=DISC_RADIUS) for x, y in (disc.spot for disc in found)),
            class_="disc",
            fill=side_colour(side),
        )
        for side, found in by_side.items()
    )
    figures = (
        text(disc.text, disc.spot[0], disc.spot[1] + 5.6, font_size=None if len(disc.text) < 3 else 11)
        for disc in discs
    )
    return "".join(grounds) + group(figures, class_="disc-text")


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
    return "".join(text(r.label, *r.spot, class_="letter", fill=side_colour(r.side)) for r in regions)


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
    """A faint band on either side, the line, and its teeth."""
    bands: dict[str, list[str]] = defaultdict(list)
    lines, teeth = [], []
    for stretch in stretches:
        for side, band in stretch.bands:
            bands[side] += _pieces(band)
        lines += _pieces(stretch.curve)
        for _, found in itertools.groupby(stretch.teeth, lambda tooth: _place(tooth[0])):
            teeth.append("".join(polyline(tooth, closed=True) for tooth in found))
    return "".join(
        (
            *(_paths(data, class_="front", stroke=side_colour(side)) for side, data in bands.items()),
            _paths(lines, class_="front-line"),
            _paths(teeth, class_="tooth"),
        )
    )


def _paths(data: Iterable[str], **attributes: str) -> str:
    return group((element("path", d=d) for d in data), **attributes)


def _place(point: Point) -> tuple[float, float]:
    """Which part of the sheet a point lies in."""
    return point[0] // (10 * HEX), point[1] // (10 * HEX)


def _pieces(curve: Sequence[Bezier]) -> list[str]:
    """Path data of a long curve, one for each part of the sheet it runs through."""
    return [path(list(part)) for _, part in itertools.groupby(curve, lambda piece: _place(piece[0]))]


def far_names(part: str, labels: list[NameLabel]) -> str:
    """Names for a look from afar, hidden until a browser shows them in the place of the others."""
    return group([names(labels)], data_part=part, display="none") if labels else ""


def names(labels: list[NameLabel]) -> str:
    """Names grouped by rank, so that small ones can be hidden when there is no room for them."""
    by_rank: dict[int, list[NameLabel]] = defaultdict(list)
    for label in sorted(labels, key=lambda label: (label.rank, label.text, label.spot)):
        by_rank[label.rank].append(label)
    sizes = {rank: max(label.size for label in ranked) for rank, ranked in by_rank.items()}
    return "".join(
        group(
            (
                text(label.text, *label.spot, font_size=None if label.size == sizes[rank] else label.size)
                for label in ranked
            ),
            class_=f"name rank{rank}",
            font_size=sizes[rank],
            stroke_width=max(5.0, sizes[rank] / 5),
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
    return group(parts, class_="river-name", data_part="rivers")


def counters(layout: Layout, faces: Sequence[CounterFace]) -> str:
    """All counters by hex, in the order of the hexes."""
    stacks: dict[tuple[int, int], list[CounterFace]] = defaultdict(list)
    for face in faces:
        stacks[layout.cell(face.hex)].append(face)
    placed: list[tuple[Point, list[CounterFace]]] = [(layout.point(cell), stacks[cell]) for cell in stacks]
    placed.sort(key=lambda item: (item[0][1], item[0][0]))
    return "".join(draw_stack(stack, x, y, COUNTER_EDGE) for (x, y), stack in placed)
