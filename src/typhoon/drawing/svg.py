"""Writing SVG elements."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from typhoon.drawing.curves import figure


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else figure(value)


def element(tag: str, content: str | Iterable[str] = "", /, **attributes: str | float | None) -> str:
    """An element; attribute names write ``_`` for ``-`` and end in ``_`` where Python keeps the word.

    >>> element("circle", r=2.5, class_="disc")
    '<circle r="2.5" class="disc"/>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    body = content if isinstance(content, str) else "".join(content)
    return f"<{tag}{written}>{body}</{tag}>" if body else f"<{tag}{written}/>"


def text(words: str, x: float, y: float, **attributes: str | float | None) -> str:
    """A text element.

    >>> text("Rzhev & Vyazma", 1, 2)
    '<text x="1" y="2">Rzhev &amp; Vyazma</text>'
    """
    return element("text", escape(words), x=x, y=y, **attributes)


def group(content: Iterable[str], /, **attributes: str | float | None) -> str:
    """A group, or nothing when there is nothing in it."""
    body = "".join(content)
    return element("g", body, **attributes) if body else ""
