"""Charts as HTML, the same on the page of a table and on paper."""

from __future__ import annotations

from html import escape
from typing import Any

from typhoon.drawing.counters import draw_counter
from typhoon.engine.face import CounterFace
from typhoon.engine.rules import Rules
from typhoon.engine.sheets import Chart, Counters, Head, Row, charts_of, counter_key

PRINT = """
body { font: 11pt/1.35 Georgia, serif; margin: 1.2cm; color: #1d1d1b; background: #fff; }
h1 { font-size: 20pt; margin: 0 0 .4cm; }
section { break-inside: avoid; margin: 0 0 .7cm; }
h2 { font-size: 13pt; margin: 0 0 .15cm; }
table { border-collapse: collapse; font: 9.5pt/1.3 system-ui, sans-serif; }
th, td { border: .5pt solid #999; padding: 1.5pt 5pt; text-align: left; vertical-align: top; }
th { background: #eee7d6; }
.faint { color: #555; font-size: 9pt; max-width: 17cm; }
.turn-boxes { display: flex; flex-wrap: wrap; gap: 3pt; list-style: none; padding: 0; }
.turn-boxes li { border: .5pt solid #999; border-radius: 3pt; padding: 4pt; width: 2.6cm; }
.turn-boxes li { font: 8pt system-ui; }
.turn-boxes b { display: block; font-size: 13pt; }
.turn-boxes span { display: block; }
.counter-key { display: flex; flex-wrap: wrap; gap: 8pt; list-style: none; padding: 0; }
.counter-key li { width: 2.2cm; font: 8pt system-ui; text-align: center; }
.counter-key svg { width: 1.4cm; height: 1.4cm; }
"""


def charts_html(rules: Rules[Any]) -> str:
    """All charts under a law, each a section; what can be lit says by ``data-light`` what it is about."""
    return "".join([_counters(counter_key(rules)), *map(_section, charts_of(rules))])


def charts_page(rules: Rules[Any]) -> str:
    """The charts as a page that can be printed."""
    title = escape(f"{rules.about.title}: charts")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{PRINT}</style></head><body><h1>{title}</h1>{charts_html(rules)}</body></html>\n"
    )


def _section(chart: Chart) -> str:
    body = _track(chart) if chart.picture == "track" else _table(chart)
    return _framed(chart.id, chart.title, chart.case, body, chart.note)


def _framed(id_: str, title: str, case: str, body: str, note: str) -> str:
    number = f' <span class="chart-case" data-case="{escape(case)}">{escape(case)}</span>' if case else ""
    below = f'<p class="faint">{escape(note)}</p>' if note else ""
    inside = f"<h2>{escape(title)}{number}</h2>{body}{below}"
    return f'<section class="chart" data-chart="{escape(id_)}">{inside}</section>'


def _table(chart: Chart) -> str:
    above = "".join(map(_head, chart.heads))
    lights = chart.lights or ("",) * len(chart.columns)
    names = "".join(
        [_cell("th", *each, scope=" scope=col") for each in zip(chart.columns, lights, strict=True)]
    )
    # Where there are other headings the columns are only numbers.
    rows = "".join(map(_row, chart.rows))
    return f"<table><thead>{above}<tr>{names}</tr></thead><tbody>{rows}</tbody></table>"


def _head(head: Head) -> str:
    cells = "".join(
        [_cell("th", *each, scope=" scope=col") for each in zip(head.cells, head.lights, strict=True)]
    )
    return f"<tr><th scope=row>{escape(head.title)}</th>{cells}</tr>"


def _row(row: Row) -> str:
    first, *others = row.cells
    cells = _cell("th", first, "", scope=" scope=row") + "".join([_cell("td", text, "") for text in others])
    return f"<tr{_lit(row.light)}{_places(row)}>{cells}</tr>"


def _cell(tag: str, text: str, light: str, scope: str = "") -> str:
    # An empty heading heads nothing.
    tag, scope = (tag, scope) if text else ("td", "")
    return f"<{tag}{scope}{_lit(light)}>{escape(text)}</{tag}>"


def _track(chart: Chart) -> str:
    """A box for each turn."""
    boxes = []
    for row in chart.rows:
        turn, *others = row.cells
        told = zip(chart.columns[1:], others, strict=True)
        lines = "".join([f"<span>{escape(_told(name, text))}</span>" for name, text in told if text])
        boxes.append(f"<li{_lit(row.light)}><b>{escape(turn)}</b>{lines}</li>")
    return f'<ol class="turn-boxes">{"".join(boxes)}</ol>'


def _told(name: str, text: str) -> str:
    return f"{name}: {text}" if text.lstrip("-+").isdigit() else text


def _counters(key: Counters) -> str:
    told = [
        (_picture(face), f"{face.side.capitalize()} {kind}")
        for face, kind in zip(key.faces, key.types, strict=True)
    ]
    items = "".join([f"<li>{picture}{escape(name)}</li>" for picture, name in told])
    marks = "".join(
        [f"<tr><th scope=row>{escape(mark)}</th><td>{escape(text)}</td></tr>" for mark, text in key.marks]
    )
    table = f"<table><tbody>{marks}</tbody></table>" if marks else ""
    return _framed("counters", "Counters", "", f'<ul class="counter-key">{items}</ul>{table}', key.reads)


def _picture(face: CounterFace) -> str:
    return f'<svg viewBox="-2 -2 106 106" aria-hidden="true">{draw_counter(face)}</svg><br>'


def _lit(light: str) -> str:
    return f' data-light="{escape(light)}"' if light else ""


def _places(row: Row) -> str:
    return f' data-hexes="{escape(" ".join(row.hexes))}"' if row.hexes else ""
