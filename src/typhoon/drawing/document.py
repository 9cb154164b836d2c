"""A whole board as one SVG document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args
from xml.sax.saxutils import escape

from typhoon.drawing import writer
from typhoon.drawing.curves import figure
from typhoon.drawing.furniture import furniture, sheet_height
from typhoon.drawing.labels import (
    NameLabel,
    Occupied,
    Points,
    RiverLabel,
    name_labels,
    number_box,
    river_labels,
)
from typhoon.drawing.layout import HEX, Layout
from typhoon.drawing.lines import Lines, course_points
from typhoon.drawing.overlays import (
    Region,
    disc_boxes,
    discs,
    front_lines,
    objective_worth,
    regions,
    sources,
)
from typhoon.drawing.patterns import patterns
from typhoon.drawing.signs import signs as drawn_signs
from typhoon.drawing.style import SEASONS, dressed
from typhoon.drawing.svg import element, group
from typhoon.drawing.terrain import check_terrains
from typhoon.drawing.works import entries, entry_boxes, forts, front_band, seams
from typhoon.engine.board import Board
from typhoon.engine.face import CounterFace

Layer = Literal[
    "terrain",
    "areas",
    "zones",
    "works",
    "grid",
    "rivers",
    "rails",
    "roads",
    "front",
    "numbers",
    "entries",
    "supply",
    "objectives",
    "names",
    "counters",
    "furniture",
]
LAYERS: tuple[Layer, ...] = get_args(Layer)
"""All layers, lowest first."""


def draw_board(
    board: Board,
    counters: Sequence[CounterFace] = (),
    *,
    season: Literal["summer", "winter"] | None = None,
    layers: Collection[Layer] = LAYERS,
    later: Collection[Layer] = (),
    front: Sequence[tuple[str, str]] | None = None,
    signs: Mapping[str, Sequence[str]] | None = None,
    scale: float = 40.0,
) -> str:
    """The board and the counters on it as a standalone SVG document.

    ``season`` is the map's own when not given; ``layers`` are those to be drawn, and ``later`` those that
    only get their place, for a browser to fill; ``front`` is the front line as it runs by now, German
    hexes first; ``signs`` are the hexes of each kind of sign; ``scale`` is the distance between neighbouring
    hex centres in pixels.
    """
    if unknown := sorted(set(layers) - set(LAYERS)):
        raise ValueError(f"no layer '{unknown[0]}'; layers are {', '.join(LAYERS)}")
    layout = Layout(board)
    check_terrains(layout)
    season = season or board.file.season
    look = SEASONS[season]
    drawn = _layers(layout, counters, front, signs or {})

    def written(layer: Layer) -> str:
        name = f"layer-{layer}"
        if layer in later:
            return element("g", id=name)
        return group([drawn[layer]()], id=name) if layer in layers else ""

    inside = map(written, (layer for layer in LAYERS if layer not in _OUTSIDE))
    outside = map(written, _OUTSIDE)
    frame = element(
        "rect",
        x=layout.left,
        y=layout.top,
        width=layout.right - layout.left,
        height=layout.bottom - layout.top,
    )
    definitions = patterns(look, season) + element("clipPath", frame, id="sheet")
    height = sheet_height(layout)
    parts = [
        f"<title>{escape(board.file.title)}</title>",
        f"<defs>{definitions}</defs>",
        element("rect", width=layout.width, height=height, fill=look.sheet),
        element("g", writer.ground(layout) + "".join(inside), clip_path="url(#sheet)"),
        *outside,
    ]
    drawing = element(
        "svg",
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {figure(layout.width)} {figure(height)}",
        width=layout.width * scale / HEX,
        height=height * scale / HEX,
        class_="board",
    )
    return dressed(drawing, look)


_OUTSIDE: tuple[Layer, ...] = ("furniture", "counters")


class _Words(NamedTuple):
    """All that is written on a map; labels keep clear of every layer, drawn or not, and so stay put."""

    names: list[NameLabel]
    from_afar: list[str]
    zones: list[Region]
    areas: list[Region]
    rivers: list[RiverLabel]


def _words(layout: Layout, lines: Lines) -> _Words:
    ways = Points(course_points([*lines.roads, *lines.rails]))
    everything = Points(course_points([*lines.roads, *lines.rails, *lines.rivers]))
    occupied = Occupied(layout)
    occupied.add(*(number_box(layout, cell) for cell in layout.index_at))
    occupied.add(*disc_boxes(layout), *entry_boxes(layout))
    worth = objective_worth(layout)
    names = name_labels(layout, occupied, everything, worth)
    from_afar = [
        writer.far_names(
            part, name_labels(layout, Occupied(layout), Points(()), worth, enlarged=n, least=rank)
        )
        for part, n, rank in (("middle-names", 1.5, 1), ("far-names", 2.3, 2))
    ]
    zones = regions(layout, "zone", occupied, everything)
    areas = regions(layout, "area", occupied, everything)
    return _Words(names, from_afar, zones, areas, river_labels(occupied, lines.rivers, ways))


def _layers(
    layout: Layout,
    counters: Sequence[CounterFace],
    front: Sequence[tuple[str, str]] | None,
    signs: Mapping[str, Sequence[str]],
) -> dict[Layer, Callable[[], str]]:
    """How each layer is written."""
    lines = cache(lambda: Lines(layout))
    words = cache(lambda: _words(layout, lines()))
    return {
        "terrain": lambda: writer.terrain(layout) + writer.settlements(layout),
        "areas": lambda: writer.areas(words().areas) + writer.area_letters(words().areas),
        "zones": lambda: writer.zones(words().zones),
        "works": lambda: forts(layout),
        "grid": lambda: writer.grid(layout) + seams(layout) + writer.veil(layout),
        "rivers": lambda: writer.rivers(layout, lines().rivers),
        "rails": lambda: writer.rails(layout, lines().rails),
        "roads": lambda: writer.roads(layout, lines().roads, lines().bridges),
        "front": lambda: front_band(layout) + writer.front(front_lines(layout, front)),
        "numbers": lambda: writer.numbers(layout),
        "entries": lambda: entries(layout),
        "supply": lambda: writer.supply(sources(layout)),
        "objectives": lambda: writer.objectives(discs(layout)),
        "names": lambda: "".join(
            (
                writer.villages(layout),
                writer.river_names(words().rivers),
                group([writer.names(words().names)], data_part="names"),
                *words().from_afar,
            )
        ),
        "counters": lambda: writer.counters(layout, counters) + drawn_signs(layout, signs),
        "furniture": lambda: furniture(layout),
    }
