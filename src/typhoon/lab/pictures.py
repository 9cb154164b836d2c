"""The charts of a report, drawn as SVG with the letters left as letters."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from typhoon.lab.intervals import Estimate
from typhoon.lab.page import seen

STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "typhoon",
    "font.family": "serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.frameon": False,
}
SIDES = {"german": "#4f5d4e", "soviet": "#b0413e"}
SERIES = ("#4f5d4e", "#b0413e", "#31688e", "#8a6d3b", "#7b4b94", "#2a7f62", "#c46210", "#555555")
WIDTH = 6.4
"""In inches: with letters of this size they are read on a phone too."""
_numbers = count(1)


def drawn(height: float, draw: Callable[[Figure], None], alt: str) -> str:
    """A figure so many inches high; its ids are its own, for a page has many."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    text = text[text.index("<svg") :]
    own = f"p{next(_numbers)}-"
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{own}", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return seen(text, alt)


def bare(drawing: str) -> str:
    """A picture as a file of its own."""
    start, end = drawing.index("<svg"), drawing.rindex("</svg>") + len("</svg>")
    return drawing[start:end] + "\n"


def reset() -> None:
    """Number pictures from one again, so that the same report is the same text."""
    global _numbers
    _numbers = count(1)


def dots(
    rows: Sequence[tuple[str, Estimate]], label: str, alt: str, *, percent: bool, zero: bool = False
) -> str:
    """Figures with their intervals, one below the other."""

    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        for place, (_, estimate) in enumerate(rows):
            told = estimate.tells if zero else True
            colour = "#31688e" if told else "#8c8c8c"
            axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=2)
            axes.plot([estimate.value], [place], "o", color=colour, clip_on=False)
        axes.set_yticks(range(len(rows)), [_short(name) for name, _ in rows])
        axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
        axes.set_xlabel(label)
        if zero:
            axes.axvline(0, color="#222222", linewidth=0.8)
        elif percent:
            axes.set_xlim(0, 1)
        if percent:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")

    return drawn(1.1 + 0.34 * len(rows), draw, alt)


def _short(name: str, most: int = 34) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def stacked(
    rows: Mapping[str, Mapping[str, int]], levels: Sequence[str], winners: Mapping[str, str], alt: str
) -> str:
    """Shares of levels, a bar for each arm; the levels of a winner are shades of its colour."""
    shades = _shades(levels, winners)

    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        for place, counts in enumerate(rows.values()):
            left, whole = 0.0, sum(counts.values()) or 1
            for level in levels:
                part = counts.get(level, 0) / whole
                axes.barh(
                    place,
                    part,
                    left=left,
                    color=shades[level],
                    edgecolor="white",
                    label=level if not place else None,
                )
                if part >= 0.08:
                    ink = "white" if shades[level][3] > 0.55 else "black"
                    told = f"{part:.0%}"
                    axes.text(left + part / 2, place, told, ha="center", va="center", fontsize=9, color=ink)
                left += part
        axes.set_yticks(range(len(rows)), [_short(name) for name in rows])
        axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        if levels:
            figure.legend(loc="outside lower center", ncols=2, fontsize=9)

    return drawn(1.4 + 0.4 * len(rows) + 0.13 * len(levels), draw, alt)


def _shades(levels: Sequence[str], winners: Mapping[str, str]) -> dict[str, Any]:
    found = {}
    for side in {winners[level] for level in levels}:
        mine = [level for level in levels if winners[level] == side]
        for number, level in enumerate(mine):
            found[level] = to_rgba(SIDES.get(side, "#b8a77c"), 0.9 - 0.6 * number / max(len(mine), 2))
    return found


Band = Sequence[tuple[int, float, float, float, float, float]]
"""For each turn the 10th, 25th, 50th, 75th and 90th of a hundred."""


def bands(series: Mapping[str, Band], label: str, alt: str) -> str:
    """Quantiles by turn, a picture for each arm."""

    def draw(figure: Figure) -> None:
        columns = min(3, len(series))
        rows = -(-len(series) // columns)
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for number, (name, band) in enumerate(series.items()):
            axes = grid[number // columns][number % columns]
            turns = [turn for turn, *_ in band]
            low, quarter, middle, three, high = ([row[n] for row in band] for n in range(1, 6))
            colour = SERIES[number % len(SERIES)]
            axes.fill_between(turns, low, high, color=colour, alpha=0.2, linewidth=0)
            axes.fill_between(turns, quarter, three, color=colour, alpha=0.35, linewidth=0)
            axes.plot(turns, middle, color=colour)
            axes.set_title(_short(name, 30), fontsize=10)
            axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        for axes in grid.flat[len(series) :]:
            axes.set_visible(False)
        figure.supxlabel("turn", fontsize=10)
        figure.supylabel(label, fontsize=10)

    rows = -(-len(series) // min(3, max(len(series), 1)))
    return drawn(0.6 + 2.2 * rows, draw, alt)


def curves(
    places: Mapping[str, Mapping[str, Sequence[tuple[int, float]]]],
    history: Mapping[str, Sequence[tuple[int, float]]],
    days: Mapping[int, str],
    alt: str,
) -> str:
    """For each place the share of games in which the Germans held it, by turn, beside what happened; turns
    are told by the days on which they end, where they have any."""

    def draw(figure: Figure) -> None:
        columns = 3
        rows = -(-len(places) // columns)
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for number, (place, arms) in enumerate(places.items()):
            axes = grid[number // columns][number % columns]
            for order, (arm, curve) in enumerate(arms.items()):
                axes.step(
                    [turn for turn, _ in curve],
                    [part for _, part in curve],
                    where="post",
                    color=SERIES[order % len(SERIES)],
                    label=_short(arm, 24) if not number else None,
                )
            if place in history:
                turns = [turn for turn, _ in history[place]]
                held = [part for _, part in history[place]]
                axes.step(
                    turns,
                    held,
                    where="post",
                    color="black",
                    linestyle=":",
                    label="history" if not number else None,
                )
            axes.set_title(place, fontsize=10)
            axes.set_ylim(-0.05, 1.05)
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
            axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
            axes.xaxis.set_major_formatter(lambda turn, _: days.get(round(turn)) or f"{turn:.0f}")
            axes.tick_params(axis="x", labelsize=9)
        for axes in grid.flat[len(places) :]:
            axes.set_visible(False)
        figure.supxlabel("end of turn", fontsize=10)
        figure.legend(loc="outside upper center", ncols=3, fontsize=9)

    rows = -(-len(places) // 3)
    return drawn(1.0 + 1.7 * rows, draw, alt)


def odds(rows: Sequence[tuple[str, str, float, float, float]], worth: str, alt: str) -> str:
    """Attacks by column: how many, and what was expected of them and what came."""

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2)
        columns = list(dict.fromkeys(column for _, column, *_ in rows))
        for number, side in enumerate(SIDES):
            mine = {column: (n, e, r) for who, column, n, e, r in rows if who == side}
            places = [columns.index(column) + 0.4 * number - 0.2 for column in mine]
            left.bar(
                places, [n for n, _, _ in mine.values()], 0.4, color=SIDES[side], label=side.capitalize()
            )
            right.plot(places, [e for _, e, _ in mine.values()], "_", color=SIDES[side], markersize=12)
            right.plot(places, [r for _, _, r in mine.values()], "o", color=SIDES[side], markersize=4)
        for axes in (left, right):
            axes.set_xticks(range(len(columns)), columns, rotation=60 if len(columns) > 7 else 0, fontsize=8)
        left.set_title("attacks a game", fontsize=10)
        right.set_title(f"{worth}:\nexpected (line), rolled (dot)", fontsize=10)
        left.legend(fontsize=9)

    return drawn(3.4, draw, alt)


def scatter(points: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str, alt: str) -> str:
    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        for number, (name, found) in enumerate(points.items()):
            colour = SERIES[number % len(SERIES)]
            axes.plot(
                [a for a, _ in found], [b for _, b in found], ".", color=colour, alpha=0.5, label=_short(name)
            )
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        if len(points) > 1:
            figure.legend(loc="outside lower center", ncols=3, fontsize=9)

    return drawn(4, draw, alt)
