"""The look of boards and counters: every colour, line width and type face."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from string import Template

from typhoon.engine.face import Colours

SERIF = "'Palatino Linotype','Book Antiqua',Palatino,'Liberation Serif','Times New Roman',serif"
CONDENSED = "'Arial Narrow','Liberation Sans Narrow','Roboto Condensed','Nimbus Sans Narrow',sans-serif"


@dataclass(frozen=True)
class Look:
    """The colours of a season."""

    sheet: str
    paper: str
    shade: str
    ink: str
    woods: str
    woods_edge: str
    tree: str
    tree_light: str
    rough: str
    rough_ink: str
    marsh: str
    marsh_ink: str
    lake: str
    lake_edge: str
    river: str
    river_bank: str
    river_name: str
    city: str
    city_edge: str
    block: str
    road: str
    road_bank: str
    road_light: str


SUMMER = Look(
    sheet="#e9e0c9",
    paper="#f3eddc",
    shade="#d9cfae",
    ink="#2f2a22",
    woods="#c7d0a2",
    woods_edge="#8d9c66",
    tree="#7f9159",
    tree_light="#a3b17c",
    rough="#e3d3b2",
    rough_ink="#a98457",
    marsh="#dfe5d3",
    marsh_ink="#6d9a95",
    lake="#c3d9e2",
    lake_edge="#6f9db4",
    river="#5e95bb",
    river_bank="#f6f2e6",
    river_name="#2f678d",
    city="#d9c8b4",
    city_edge="#8f7a68",
    block="#6d5b50",
    road="#c0694a",
    road_bank="#6e3524",
    road_light="#f6dcae",
)

WINTER = Look(
    sheet="#dde2e3",
    paper="#eff2f2",
    shade="#c3ced6",
    ink="#28303a",
    woods="#c6d3cb",
    woods_edge="#849c93",
    tree="#6f8b80",
    tree_light="#f4f8f8",
    rough="#dcd8d0",
    rough_ink="#9a8873",
    marsh="#dbe6e6",
    marsh_ink="#6c9599",
    lake="#cfe0ea",
    lake_edge="#7ca0b8",
    river="#649bc2",
    river_bank="#fbfdfd",
    river_name="#2b628c",
    city="#d5cbc5",
    city_edge="#8a7d78",
    block="#67595a",
    road="#b9694f",
    road_bank="#653529",
    road_light="#f7e3bd",
)

SEASONS = {"summer": SUMMER, "winter": WINTER}

SIDE_COLOURS = {"german": "#4d5a63", "soviet": "#a8322a"}
NEUTRAL = "#6b6b66"

# Ground and stripe of formations; a code without a tint of its own takes one by its letters.
FORMATION_TINTS: dict[str, tuple[tuple[str, str], ...]] = {
    "german": (
        ("#b9c2b4", "#4f5f4e"),
        ("#a9b8c4", "#35526b"),
        ("#bfc1b0", "#6a6a3f"),
        ("#aebfb9", "#2f6a5f"),
        ("#bdbdc2", "#4a4a57"),
        ("#b3c0a4", "#4f7034"),
        ("#b2b9cb", "#474e80"),
    ),
    "soviet": (
        ("#e0b08f", "#9c4a24"),
        ("#e3c184", "#a06f14"),
        ("#dfa396", "#9f2f26"),
        ("#d9b79a", "#7c5230"),
        ("#e6b9a4", "#c0562f"),
        ("#e2c89c", "#8a7a26"),
        ("#d8a3a3", "#7d2342"),
    ),
}
NEUTRAL_TINTS = (("#d0d0ca", "#6b6b66"),)

DARK, LIGHT = "#23262a", "#fffdf6"
"""What is written in on counters."""
SCHEMES: dict[Colours, tuple[str, str]] = {
    "white on dark grey": ("#4c5157", LIGHT),
    "black on light grey": ("#c8ccce", DARK),
    "white on blue": ("#3a679f", LIGHT),
    "black on light green": ("#b7d29b", DARK),
    "black on tan": ("#d8bf8f", DARK),
    "white on leaf green": ("#417a37", LIGHT),
    "white on orange": ("#c2560f", LIGHT),  # deeper than the other, for the words to be read
    "black on orange": ("#ec9545", DARK),
}
"""Ground and ink of counters, where a rulebook names them."""


def side_colour(side: str) -> str:
    return SIDE_COLOURS.get(side, NEUTRAL)


def dressed(drawing: str, look: Look) -> str:
    """A drawing with the attributes of its classes written out, so that it needs no style sheet.

    What an element says of itself goes before what its classes say; the later class before the
    earlier.  Classes that have no style stay.

    >>> dressed('<path class="line ties" stroke-width="3"/>', WINTER)[:64]
    '<path stroke-width="3" fill="none" stroke-linecap="butt" stroke-'
    """
    styles = _styles(look)

    def dress(match: re.Match[str]) -> str:
        tag, before, names, after = match.groups()
        own = before + after
        said = set(_ATTRIBUTE.findall(own))
        worn: dict[str, str] = {}
        for name in names.split():
            worn |= styles.get(name, {})
        written = "".join(f' {key}="{value}"' for key, value in worn.items() if key not in said)
        left = " ".join(name for name in names.split() if name not in styles)
        return f"<{tag}{own}{written}" + (f' class="{left}"' if left else "")

    return _DRESSED_TAG.sub(dress, drawing)


_ATTRIBUTE = re.compile(r' ([\w-]+)="')
_DRESSED_TAG = re.compile(r'<(\w+)((?: [\w-]+="[^"]*")*) class="([^"]*)"((?: [\w-]+="[^"]*")*)')


@cache
def _styles(look: Look) -> dict[str, dict[str, str]]:
    """The presentation attributes of each class."""
    words = {field.name: getattr(look, field.name) for field in fields(look)}
    words |= {"SERIF": SERIF, "CONDENSED": CONDENSED}
    sheet = Template(_SHEET).substitute(words).replace("\n", "")
    return {
        name: dict(entry.split(":", 1) for entry in body.split(";"))
        for name, body in (rule.split("{", 1) for rule in sheet.split("}") if rule)
    }


_SHEET = """
board{font-family:${SERIF}}
line{fill:none;stroke-linecap:round;stroke-linejoin:round}
ground{fill:${paper}}
woods{fill:${woods};stroke:${woods};stroke-width:.8}
rough{fill:${rough};stroke:${rough};stroke-width:.8}
marsh{fill:${marsh};stroke:${marsh};stroke-width:.8}
lake{fill:${lake};stroke:${lake};stroke-width:.8}
edge-lake{fill:none;stroke:${lake_edge};stroke-width:3}
shade-lake{fill:none;stroke:${lake_edge};stroke-width:16;stroke-opacity:.22}
edge-woods{fill:none;stroke:${woods_edge};stroke-width:1.5;stroke-opacity:.85}
shade-woods{fill:none;stroke:${woods_edge};stroke-width:16;stroke-opacity:.24}
shade-rough{fill:none;stroke:${rough_ink};stroke-width:14;stroke-opacity:.14}
shade-marsh{fill:none;stroke:${marsh_ink};stroke-width:14;stroke-opacity:.14}
edge-rough{fill:none;stroke:${rough_ink};stroke-width:1;stroke-opacity:.4}
edge-marsh{fill:none;stroke:${marsh_ink};stroke-width:1;stroke-opacity:.4;stroke-dasharray:5 4}
city{fill:${city};stroke:${city_edge};stroke-width:1.4;stroke-opacity:.75}
block{fill:${block}}
village{fill:${paper};stroke:${ink};stroke-width:2.2}
grid{fill:none;stroke:${ink};stroke-width:1;stroke-opacity:.2}
veil{fill:${paper};fill-opacity:.55}
river{stroke:${river}}
bank{stroke:${river_bank};stroke-opacity:.75}
rail{stroke:#333338;stroke-width:2}
ties{stroke:#333338;stroke-width:7.5;stroke-dasharray:1.7 11.3;stroke-linecap:butt}
rail-bank{stroke:${paper};stroke-width:5.5;stroke-opacity:.75}
secondary-bank{stroke:${paper};stroke-width:6;stroke-opacity:.8}
secondary{stroke:${road_bank};stroke-width:2.6;stroke-dasharray:10 4;stroke-linecap:butt}
main-bank{stroke:${road_bank};stroke-width:6.6}
main{stroke:${road_light};stroke-width:4.2}
highway-bank{stroke:${road_bank};stroke-width:9.4}
highway{stroke:${road};stroke-width:7}
highway-line{stroke:${road_light};stroke-width:1.8}
bridge{fill:none;stroke:${ink};stroke-width:2.2;stroke-linejoin:round}
number{fill:${ink};font-size:10;font-family:${CONDENSED};text-anchor:middle;fill-opacity:.62;letter-spacing:.3}
name{fill:${ink};text-anchor:middle;
paint-order:stroke;stroke:${paper};stroke-width:5;stroke-opacity:.85;stroke-linejoin:round}
rank1{font-weight:600}
rank2{font-weight:600}
rank3{font-weight:700;letter-spacing:.6}
river-name{font-style:italic;font-size:19;letter-spacing:1.2;fill:${river_name};
paint-order:stroke;stroke:${paper};stroke-width:4;stroke-opacity:.8;stroke-linejoin:round}
disc{stroke:#fffdf6;stroke-width:2}
disc-text{font-weight:700;font-size:16;font-family:${CONDENSED};fill:#fffdf6;text-anchor:middle}
letter{fill:${ink};font-size:58;font-weight:700;text-anchor:middle;fill-opacity:.72;
paint-order:stroke;stroke:${paper};stroke-width:5;stroke-opacity:.7}
zone{fill:none;stroke:#7d2342;stroke-width:2.4;stroke-dasharray:9 5;stroke-opacity:.8}
zone-disc{fill:${paper};fill-opacity:.9;stroke:#7d2342;stroke-width:2}
zone-text{font-weight:700;font-size:24;font-family:${CONDENSED};fill:#7d2342;text-anchor:middle}
band{fill:none;stroke-width:28;stroke-opacity:.6}
front{fill:none;stroke-width:9;stroke-opacity:.32;stroke-linejoin:round}
front-line{fill:none;stroke:#39424a;stroke-width:2;stroke-linejoin:round;stroke-opacity:.85}
tooth{fill:#39424a}
front-band{fill:none;stroke-width:20;stroke-opacity:.2;stroke-linejoin:round}
front-hexes{fill:none;stroke:#39424a;stroke-width:2.4;stroke-dasharray:2 7;stroke-linecap:round;
stroke-opacity:.7}
fort{fill:none;stroke:#8a5a2b;stroke-width:3;stroke-linejoin:round;stroke-opacity:.9}
entry{fill:none;stroke:#7d2342;stroke-width:6;stroke-opacity:.32;stroke-linejoin:round}
entry-disc{fill:${paper};fill-opacity:.92;stroke:#7d2342;stroke-width:2}
entry-text{font-weight:700;font-size:20;font-family:${CONDENSED};fill:#7d2342;text-anchor:middle}
seam{fill:none;stroke:${ink};stroke-width:1.6;stroke-dasharray:18 10;stroke-opacity:.4}
neatline{fill:none;stroke:${ink};stroke-width:3}
frame{fill:none;stroke:${ink};stroke-width:1.2}
title{fill:${ink};font-weight:700;letter-spacing:5}
subtitle{fill:${ink};font-size:34;font-style:italic}
legend{fill:${ink};font-size:27}
note{fill:${ink};font-size:22;font-style:italic;fill-opacity:.75}
exit{fill:${ink};font-size:20;font-style:italic;fill-opacity:.8}
exit-arrow{fill:${ink};fill-opacity:.7}
panel{fill:${paper};stroke:${ink};stroke-width:1.6}
"""
