"""Counters: branch symbol, size, identity, values, formation stripe; and stacks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from typhoon.drawing.curves import figure
from typhoon.drawing.style import CONDENSED, DARK, FORMATION_TINTS, LIGHT, NEUTRAL_TINTS, SCHEMES
from typhoon.drawing.svg import element, group, text
from typhoon.drawing.symbols import WIDTH, branch
from typhoon.engine.face import CounterFace, Value

SIZE = 100.0
"""The edge of a counter in its own units."""
STACK_STEP = 7.0
MOST_BACKS = 3
UNTRIED = "–"
"""A figure that is not known yet; it needs no dash beside it."""

_HEAVY = ("armor", "mechanized", "motorized")


class Paint(NamedTuple):
    """The colours of a counter: its ground and what is written on it, the stripe and its words."""

    ground: str
    ink: str
    stripe: str
    words: str

    @property
    def light(self) -> bool:
        """Whether it is written on in white."""
        return self.ink == LIGHT


def paint(face: CounterFace) -> Paint:
    """What a counter is painted in: as its rulebook says, else in the tint of its formation."""
    tinted = _tinted(face)
    if not face.colours:
        return tinted
    ground, ink = SCHEMES[face.colours]
    if face.tint is not None:
        return Paint(ground, ink, tinted.stripe, tinted.words)
    return Paint(ground, ink, _away(ground, ink, 0.3), ink)


def _tinted(face: CounterFace) -> Paint:
    palette = FORMATION_TINTS.get(face.side, NEUTRAL_TINTS)
    number = crc32(face.formation.encode()) if face.tint is None else face.tint
    ground, stripe = palette[number % len(palette)]
    if face.type in _HEAVY and face.side == "german":
        ground = mixed(ground, "#3f464c", 0.3)
    elif face.type in _HEAVY:
        ground = mixed(ground, stripe, 0.22)
    if face.second_side:
        return Paint(mixed(ground, "#ffffff", 0.66), DARK, LIGHT, stripe)
    return Paint(ground, DARK, stripe, LIGHT)


def _away(ground: str, ink: str, share: float) -> str:
    """A ground of another shade, on which the ink is read better still."""
    return mixed(ground, "#000000" if ink == LIGHT else "#ffffff", share)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)


def draw_counter(face: CounterFace) -> str:
    """A counter as an SVG group, 100 units square from 0, 0, that needs no style sheet."""
    colours = paint(face)
    unseen = sum(int(label) for label in face.badges if _tells_unseen(label))
    badges = [label for label in face.badges if not _tells_unseen(label)]
    parts = [
        *_backs(unseen, colours),
        *_body(colours.ground),
        _second_side_band(face, colours) if face.second_side else "",
        _stripe(face, colours),
        branch(
            face.type,
            (SIZE - WIDTH) / 2,
            22.5,
            fill=_away(colours.ground, colours.ink, 0.3 if colours.light else 0.6),
            ink=colours.ink,
            letter_font=CONDENSED,
        ),
        _beside(face.left, 15.5, colours.ink),
        _beside(face.right, 84.5, colours.ink),
        _values(face.values, colours),
        *(_badge(label, number) for number, label in enumerate(badges)),
        _count(unseen + 1, SIZE - 6, 6) if unseen else "",
    ]
    return element("g", "".join(parts), class_="counter", data_unit=face.unit, font_family=CONDENSED)


def _body(ground: str) -> tuple[str, str]:
    shadow = element("rect", x=3, y=4, width=SIZE, height=SIZE, rx=8, fill="#14181c", fill_opacity=".28")
    body = element("rect", width=SIZE, height=SIZE, rx=8, fill=ground, stroke="#2a2d30", stroke_width=1.8)
    return shadow, body


def _tells_unseen(label: str) -> bool:
    """Whether a badge is a number of counters that lie unseen below: +1, +2 and so on."""
    return label[:1] == "+" and label[1:].isdecimal()


def _backs(count: int, colours: Paint) -> list[str]:
    """The backs of counters that lie unseen below, as many as can be told apart."""
    found = []
    for level in range(min(count, MOST_BACKS), 0, -1):
        by = STACK_STEP * level
        back = element(
            "rect",
            x=-by,
            y=by,
            width=SIZE,
            height=SIZE,
            rx=8,
            fill=mixed(colours.ground, "#2a2d30", 0.45),
            stroke="#2a2d30",
            stroke_width=1.8,
        )
        found.append(back)
    return found


def _stripe(face: CounterFace, colours: Paint) -> str:
    """The formation's code and the size mark on its stripe; on a second side with a rule below."""
    path = "M.9 18.5V8.4A7.2 7.2 0 0 1 8 1H92a7.2 7.2 0 0 1 7.1 7.4V18.5z"
    bar = element("path", d=path, fill=colours.stripe)
    crowded = len(face.formation) + len(face.size) > 4
    code = text(face.formation, 6.5, 15.2, font_size=min(16.0, round(120 / max(1, len(face.formation)), 1)))
    if crowded:
        size = text(face.size, 94, 15.2, font_size=14, text_anchor="end")
    else:
        size = text(face.size, 50, 15.2, font_size=16, text_anchor="middle")
    words = group(
        [code if face.formation else "", size if face.size else ""], fill=colours.words, font_weight="700"
    )
    rule = element("path", d="M1 18.5H99", stroke=colours.words, stroke_width=2) if face.second_side else ""
    return bar + rule + words


def _second_side_band(face: CounterFace, colours: Paint) -> str:
    """A broad slanting band that tells the second side at a glance."""
    plain = not face.colours
    fill, opacity = (colours.words, ".3") if plain else (_away(colours.ground, colours.ink, 0.55), "1")
    return element("path", d="M1 62L62 1H99V19L19 99H1z", fill=fill, fill_opacity=opacity)


def _beside(label: str, x: float, ink: str) -> str:
    """Identity on either side of the symbol, read from below."""
    if not label:
        return ""
    size = 17.0 if len(label) <= 4 else max(9.0, 68.0 / len(label))
    y = 37.0
    return text(
        label,
        x,
        y + size * 0.36,
        font_size=size,
        font_weight="700",
        text_anchor="middle",
        fill=ink,
        transform=f"rotate(-90 {figure(x)} {figure(y)})",
    )


def _value_width(value: Value, size: float, colours: Paint) -> float:
    return size * 0.47 * len(value.text) + (8 if value.white != colours.light else 0)


def _values(values: Sequence[Value], colours: Paint) -> str:
    """The figures along the bottom with dashes between them; one of the other colour has its own ground."""
    if not values:
        return ""
    size, gap = 43.0, 15.0
    wide = sum(_value_width(value, size, colours) for value in values) + gap * (len(values) - 1)
    if wide > 92:
        size, gap, wide = size * 92 / wide, gap * 92 / wide, 92.0
    parts = []
    x = (SIZE - wide) / 2
    base = 76.5 + size * 0.36
    for number, value in enumerate(values):
        if number and values[number - 1].text != UNTRIED:
            parts.append(
                element(
                    "path", d=f"M{figure(x + 3)} 77h{figure(gap - 6)}", stroke=colours.ink, stroke_width=4.5
                )
            )
        if number:
            x += gap
        width = _value_width(value, size, colours)
        if value.white != colours.light:
            parts.append(element("rect", x=x, y=58, width=width, height=37.5, rx=4, fill=colours.ink))
        ink = LIGHT if value.white else DARK
        parts.append(text(value.text, x + width / 2, base, font_size=size, fill=ink))
        x += width
    return group(parts, font_weight="700", text_anchor="middle")


def _badge(label: str, number: int) -> str:
    """Small signs of state up the left edge, from the corner."""
    y = 91.0 - 20 * number
    wide = 12.0 + 7.5 * len(label)
    sign = element(
        "rect", x=-8, y=y - 9.5, width=wide, height=19, rx=9.5, fill="#fff3c4", stroke=DARK, stroke_width=1.6
    )
    return sign + text(
        label, wide / 2 - 8, y + 5, font_size=14, font_weight="700", text_anchor="middle", fill=DARK
    )


def draw_stack(faces: Sequence[CounterFace], x: float, y: float, edge: float) -> str:
    """Counters in one hex centred on x, y: the last on top, those below peeping out, with their count."""
    shown = faces[-3:]
    scale = edge / SIZE
    shift = STACK_STEP * (len(shown) - 1) / 2
    parts = []
    for level, face in enumerate(shown):
        at = figure(STACK_STEP * level - shift), figure(shift - STACK_STEP * level)
        body = draw_counter(face) if level == len(shown) - 1 else _covered(face)
        parts.append(element("g", body, transform=f"translate({at[0]} {at[1]})"))
    if len(faces) > 1:
        parts.append(_count(len(faces), SIZE + shift - 6, 6 - shift))
    left, top = figure(x - edge / 2), figure(y - edge / 2)
    return element(
        "g", "".join(parts), transform=f"translate({left} {top}) scale({scale:.3f})", class_="stack"
    )


def _covered(face: CounterFace) -> str:
    colours = paint(face)
    return element("g", "".join((*_body(colours.ground), _stripe(face, colours))), data_unit=face.unit)


def _count(count: int, x: float, y: float) -> str:
    disc = element("circle", cx=x, cy=y, r=11, fill=DARK, stroke=LIGHT, stroke_width=2)
    return disc + text(
        str(count),
        x,
        y + 5.8,
        font_size=16,
        font_weight="700",
        font_family=CONDENSED,
        text_anchor="middle",
        fill=LIGHT,
    )
