"""Fronts and heat on the real map: our own drawing below, what the games say above it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from typhoon.drawing import draw_board
from typhoon.drawing.document import Layer
from typhoon.drawing.layout import Layout, corners, side_between
from typhoon.drawing.svg import element
from typhoon.engine.rules import Rules
from typhoon.hexgrid import bits
from typhoon.lab import past
from typhoon.lab.page import seen

LAYERS: tuple[Layer, ...] = ("terrain", "rivers", "names")


class Quantile(NamedTuple):
    """A front, drawn round the hexes that the Germans hold in more than such a share of the games."""

    share: float
    colour: str
    colour_name: str


QUANTILES = (
    Quantile(0.9, "#31688e", "blue"),
    Quantile(0.5, "#000000", "black"),
    Quantile(0.1, "#c46210", "orange"),
)
HISTORY = "#7b4b94"
AROUND = 60.0


class Sheet:
    """The map of a law, drawn once for all pictures on it."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.layout = Layout(rules.board)
        self._svg = draw_board(rules.board, layers=LAYERS, scale=24)
        self.class_ = f"map-{rules.about.id}-{rules.scenario.id}"
        points = [self._centre(number) for number in rules.grid.name.values()]
        self.left = min(x for x, _ in points) - AROUND
        self.top = min(y for _, y in points) - AROUND
        self.width = max(x for x, _ in points) + AROUND - self.left
        self.height = max(y for _, y in points) + AROUND - self.top

    def _centre(self, number: str) -> tuple[float, float]:
        return self.layout.point(self.layout.cell(number))

    def style(self) -> str:
        """The map as a background, cut to the part that is played on."""
        head = f'viewBox="{self.left:.0f} {self.top:.0f} {self.width:.0f} {self.height:.0f}" '
        start = self._svg.index("viewBox=")
        end = self._svg.index('"', self._svg.index("height=", start) + 8) + 1
        size = f'width="{self.width / 5:.0f}" height="{self.height / 5:.0f}"'
        cut = self._svg[:start] + head + size + self._svg[end:]
        data = b64encode(cut.encode()).decode()
        return f'.{self.class_} {{ background-image: url("data:image/svg+xml;base64,{data}"); }}\n'

    def over(self, inner: str, alt: str) -> str:
        """Something laid over the map."""
        box = f"{self.left:.0f} {self.top:.0f} {self.width:.0f} {self.height:.0f}"
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" aria-hidden="true">{inner}</svg>'
        return f'<div class="map {self.class_}">{seen(drawing, alt)}</div>'

    def fronts(
        self, german: Sequence[Set[str]], alt: str, german_then: Set[str], holders: Mapping[str, str]
    ) -> str:
        """Lines round what is German by each quantile, above the front of history and the places that tell
        of it."""
        band = self._line(german_then, HISTORY, 44, 0.45, past.told_of(self.rules, holders))
        lines = [self._line(hexes, line.colour) for hexes, line in zip(german, QUANTILES, strict=True)]
        held = [self._place(place, who) for place, who in holders.items()]
        return self.over("".join([band, *lines, *held]), alt)

    def _line(
        self, german: Set[str], colour: str, width: int = 14, opacity: float = 1, within: int = -1
    ) -> str:
        """Round what is German, as far as that lies within some hexes."""
        grid, layout = self.rules.grid, self.layout
        ours = sum([1 << grid.index(number) for number in german])
        path = []
        for hex_ in bits(grid.neighbours(grid.all & ~ours) & ours & within):
            for other in bits(grid.around(hex_) & ~ours & within):
                here, there = (layout.cell(grid.name[each]) for each in (hex_, other))
                (x, y), (to_x, to_y) = map(layout.point, side_between(here, there))
                path.append(f"M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}")
        return element(
            "path",
            d="".join(path),
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_linecap="round",
            opacity=opacity,
        )

    def _place(self, place: str, who: str) -> str:
        hexes = self.rules.annals.places[place]
        x, y = self._centre(self.rules.grid.name[bits(hexes)[-1]])
        fill = "#4f5d4e" if who == "german" else "#b0413e"
        return element("circle", cx=round(x), cy=round(y), r=30, fill=fill, stroke="#ffffff", stroke_width=8)

    def heat(self, counts: Mapping[str, float], alt: str) -> str:
        """Hexes the darker the more happened there."""
        most = max(counts.values(), default=0.0)
        return self.over("".join(self._warm(counts, most)), alt)

    def _warm(self, counts: Mapping[str, float], most: float) -> Iterable[str]:
        for number, value in counts.items():
            if value > 0 and number in self.rules.grid:
                points = [self.layout.point(corner) for corner in corners(self.layout.cell(number))]
                path = "".join(f"{'L' if n else 'M'}{x:.0f} {y:.0f}" for n, (x, y) in enumerate(points))
                depth = f"{0.12 + 0.78 * (value / most) ** 0.5:.2f}"
                yield f'<path d="{path}Z" fill="#b01b2e" fill-opacity="{depth}"/>'
