"""The parts of a page that opens anywhere: text, tables, and pictures with their figures as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

CSS = """
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, "Liberation Serif", serif; margin: 0 auto; max-width: 62rem; padding: 1rem;
  color: #222; background: #fdfcf8; }
h1 { font-size: 1.8rem; line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 2px solid #8a6d3b; }
h3 { margin-top: 1.8rem; }
figure { margin: 1rem 0 1.5rem; break-inside: avoid; }
figcaption { font-style: italic; margin-bottom: .4rem; }
figure svg { width: 100%; height: auto; max-height: 90vh; } figure > [role=img] { max-width: 50rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .9rem; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd2ba; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #8a6d3b; }
td.words { text-align: left; min-width: 12rem; }
caption { text-align: left; } caption span { display: block; max-width: calc(100vw - 2rem); }
details > summary { cursor: pointer; padding: .5rem 0; } nav ul { columns: 18rem; }
.map { position: relative; max-width: 34rem; background-size: 100% 100%; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; } .map svg { display: block; }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; }
.note { background: #f3ecd9; padding: .6rem 1rem; border-left: 4px solid #8a6d3b; }
.bad { background: #f6e0da; border-color: #9c3b22; }
@media print { body { max-width: none; font-size: 11pt; } details { display: block; } nav { display: none; } }
"""


LONG = 24
"""Letters of a cell that is no figure any more."""


class Table(NamedTuple):
    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""

    def html(self) -> str:
        caption = f"<caption><span>{escape(self.caption)}</span></caption>" if self.caption else ""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        rows = "".join(map(_row, self.rows))
        inner = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        label = escape(f"Table: {self.caption}")
        return f'<div class="table" tabindex="0" role="region" aria-label="{label}">{inner}</div>'


def _row(row: Sequence[object]) -> str:
    cells = "".join(f"<td{_words(cell)}>{_cell(cell)}</td>" for cell in row[1:])
    return f'<tr><th scope="row">{_cell(row[0])}</th>{cells}</tr>'


def _words(value: object) -> str:
    """What marks a cell that is read and not reckoned with, which needs room on a small screen."""
    return ' class="words"' if isinstance(value, str) and len(value) > LONG else ""


def _cell(value: object) -> str:
    if value is None:
        return ""
    return escape(f"{value:g}" if isinstance(value, float) else str(value))


def picture(title: str, drawing: str, table: Table, note: str = "") -> str:
    """A picture with its figures: for those who do not see it, and for those who want to recompute it."""
    told = f"<p>{escape(note)}</p>" if note else ""
    named = table._replace(caption=table.caption or title)
    figures = f"<details><summary>The figures of this picture</summary>{named.html()}</details>"
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}{told}{figures}</figure>"


def seen(drawing: str, alt: str) -> str:
    """A drawing that a screen reader takes as one picture."""
    return f'<div role="img" aria-label="{escape(alt)}">{drawing}</div>'


class Section(NamedTuple):
    title: str
    body: str

    @property
    def id(self) -> str:
        return "".join(letter if letter.isalnum() else "-" for letter in self.title.lower())

    def html(self) -> str:
        head = f'<h2 id="{self.id}">{escape(self.title)}</h2>'
        return f'<section aria-labelledby="{self.id}">{head}{self.body}</section>'


def paragraph(text: str, class_: str = "") -> str:
    return f"<p{f' class={chr(34)}{class_}{chr(34)}' if class_ else ''}>{escape(text)}</p>"


def bullets(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def whole_page(title: str, lead: str, sections: Sequence[Section], style: str = "") -> str:
    links = "".join(f'<li><a href="#{section.id}">{escape(section.title)}</a></li>' for section in sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{CSS}{style}</style></head><body>"
        f'<header><h1>{escape(title)}</h1>{lead}</header><nav aria-label="Contents"><ul>{links}</ul></nav>'
        f"<main>{''.join(section.html() for section in sections)}</main></body></html>\n"
    )
