"""The look of boards and counters: every colour, pattern and type face."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import cos, sin

from typhoon.drawing.curves import figure, noise
from typhoon.drawing.svg import element

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
    river="#6f9fbe",
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
    river="#7aa5c4",
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


def side_colour(side: str) -> str:
    return SIDE_COLOURS.get(side, NEUTRAL)


def css(look: Look) -> str:
    """The style sheet of a board."""
    colours = {field.name: getattr(look, field.name) for field in fields(look)}
    sheet = _CSS
    for name in sorted(colours, key=len, reverse=True):
        sheet = sheet.replace(f"${name};", f"{colours[name]};").replace(f"${name} ", f"{colours[name]} ")
    return sheet.replace("$SERIF", SERIF).replace("$CONDENSED", CONDENSED).replace("\n", "")


_CSS = """
.board{font-family:$SERIF}

.line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.ground{fill:$paper;}
.woods{fill:$woods;}
.rough{fill:$rough;}
.marsh{fill:$marsh;}
.lake{fill:$lake;stroke:$lake_edge;stroke-width:3}
.shore{fill:none;stroke:$lake_edge;stroke-width:16;stroke-opacity:.22}
.edge-woods{fill:none;stroke:$woods_edge;stroke-width:1.5;stroke-opacity:.85}
.shade-woods{fill:none;stroke:$woods_edge;stroke-width:16;stroke-opacity:.24}
.edge-rough{fill:none;stroke:$rough_ink;stroke-width:1;stroke-opacity:.4}
.edge-marsh{fill:none;stroke:$marsh_ink;stroke-width:1;stroke-opacity:.4;stroke-dasharray:5 4}
.city{fill:$city;stroke:$city_edge;stroke-width:1.4;stroke-opacity:.75}
.block{fill:$block;}
.village{fill:$paper;stroke:$ink;stroke-width:2.2}
.grid{fill:none;stroke:$ink;stroke-width:1;stroke-opacity:.2}
.veil{fill:$paper;fill-opacity:.55}
.river{stroke:$river;}
.bank{stroke:$river_bank;stroke-opacity:.75}
.rail{stroke:#333338;stroke-width:2}
.ties{stroke:#333338;stroke-width:7.5;stroke-dasharray:1.7 11.3;stroke-linecap:butt}
.rail-bank{stroke:$paper;stroke-width:5.5;stroke-opacity:.75}
.secondary-bank{stroke:$paper;stroke-width:6;stroke-opacity:.8}
.secondary{stroke:$road_bank;stroke-width:2.6;stroke-dasharray:10 4;stroke-linecap:butt}
.main-bank{stroke:$road_bank;stroke-width:6.6}
.main{stroke:$road_light;stroke-width:4.2}
.highway-bank{stroke:$road_bank;stroke-width:9.4}
.highway{stroke:$road;stroke-width:7}
.highway-line{stroke:$road_light;stroke-width:1.8}
.bridge{fill:none;stroke:$ink;stroke-width:2.2;stroke-linejoin:round}
.number{fill:$ink;font:10px $CONDENSED;text-anchor:middle;fill-opacity:.62;letter-spacing:.3px}
.name{fill:$ink;text-anchor:middle;paint-order:stroke;stroke:$paper;stroke-width:5px;stroke-opacity:.85;stroke-linejoin:round}
.rank1,.rank2{font-weight:600}
.rank3{font-weight:700;letter-spacing:.6px}
.river-name{font-style:italic;font-size:19px;letter-spacing:1.2px;fill:$river_name;
paint-order:stroke;stroke:$paper;stroke-width:4px;stroke-opacity:.8;stroke-linejoin:round}
.disc{stroke:#fffdf6;stroke-width:2}
.disc-text{font:700 16px $CONDENSED;fill:#fffdf6;text-anchor:middle}
.letter{fill:$ink;font-size:58px;font-weight:700;text-anchor:middle;fill-opacity:.72;
paint-order:stroke;stroke:$paper;stroke-width:5px;stroke-opacity:.7}
.zone{fill:none;stroke:#7d2342;stroke-width:2.4;stroke-dasharray:9 5;stroke-opacity:.8}
.zone-disc{fill:$paper;fill-opacity:.9;stroke:#7d2342;stroke-width:2}
.zone-text{font:700 24px $CONDENSED;fill:#7d2342;text-anchor:middle}
.band{fill:none;stroke-width:26;stroke-opacity:.5}
.front{fill:none;stroke-width:13;stroke-opacity:.3;stroke-linejoin:round}
.front-line{fill:none;stroke:#39424a;stroke-width:2.6;stroke-linejoin:round}
.tooth{fill:#39424a}
.neatline{fill:none;stroke:$ink;stroke-width:3}
.frame{fill:none;stroke:$ink;stroke-width:1.2}
.title{fill:$ink;font-size:104px;font-weight:700;letter-spacing:5px}
.subtitle{fill:$ink;font-size:34px;font-style:italic}
.legend{fill:$ink;font-size:27px}
.note{fill:$ink;font-size:22px;font-style:italic;fill-opacity:.75}
.exit{fill:$ink;font-size:18px;font-style:italic;fill-opacity:.8}
.exit-arrow{fill:$ink;fill-opacity:.7}
.panel{fill:$paper;stroke:$ink;stroke-width:1.6}
"""


def patterns(look: Look, season: str) -> str:
    """The fills of terrain and the hatching of set-up areas."""
    trees = _firs(look) if season == "winter" else _crowns(look)
    hatches = "".join(
        element(
            "pattern",
            element("path", d="M0 0V9", stroke=colour, stroke_width=4.5),
            id=f"hatch-{side}",
            width=9,
            height=9,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )
        for side, colour, turn in (
            ("german", SIDE_COLOURS["german"], "45"),
            ("soviet", SIDE_COLOURS["soviet"], "-45"),
            ("neutral", NEUTRAL, "90"),
        )
    )
    return _pattern("trees", 190, trees) + _relief(look, season) + _rough(look) + _marsh(look) + hatches


def _pattern(name: str, size: float, content: str) -> str:
    return element("pattern", content, id=name, width=size, height=size, patternUnits="userSpaceOnUse")


def _scattered(name: str, size: float, rows: int) -> list[tuple[float, float]]:
    """Points spread evenly but not in rows; none near the seams of the tile."""
    pitch = size / rows
    found = []
    for row in range(rows):
        for column in range(rows):
            u = (column + 0.5 + (0.5 if row % 2 else 0.0)) % rows
            x = u * pitch + 0.26 * pitch * noise(name, "x", row, column)
            y = (row + 0.5) * pitch + 0.26 * pitch * noise(name, "y", row, column)
            found.append((min(max(x, 6.0), size - 6), min(max(y, 8.0), size - 6)))
    return sorted(found, key=lambda point: (point[1], point[0]))


def _firs(look: Look) -> str:
    trees, snow = "", ""
    for x, y in _scattered("firs", 190, 10):
        height = 11 + 2.6 * noise("height", x, y)
        half = height * 0.33
        trees += f"M{figure(x)} {figure(y - height / 2)}l{figure(half)} {figure(height)}h{figure(-2 * half)}z"
        snow += f"M{figure(x)} {figure(y - height / 2)}l{figure(-half)} {figure(height)}h{figure(half * 0.7)}z"
    return element("path", d=trees, fill=look.tree, fill_opacity=".8") + element(
        "path", d=snow, fill=look.tree_light, fill_opacity=".55"
    )


def _crowns(look: Look) -> str:
    content = ""
    for x, y in _scattered("crowns", 190, 10):
        radius = 4.6 + 1.2 * noise("crown", x, y)
        content += element("circle", cx=x, cy=y, r=radius, fill=look.tree, fill_opacity=".75")
        content += element("circle", cx=x - 1.1, cy=y - 1.2, r=radius * 0.55, fill=look.tree_light)
    return content


def _relief(look: Look, season: str) -> str:
    """Faint wisps that keep open ground from looking empty: drifts in winter, grass in summer."""
    wisps = ""
    for x, y in _scattered("wisps", 420, 7):
        if noise("sparse", x, y) > 0.15:
            continue
        length = 15 + 8 * noise("length", x, y)
        if season == "winter":
            wisps += f"M{figure(x)} {figure(y)}q{figure(length / 2)}-6 {figure(length)}-1t{figure(length * 0.8)}-1"
        else:
            wisps += f"M{figure(x)} {figure(y)}l-2-6m4 6v-7m4 7l2-6"
    return _pattern(
        "relief",
        420,
        element("path", d=wisps, fill="none", stroke=look.shade, stroke_width=1.6, stroke_linecap="round"),
    )


def _rough(look: Look) -> str:
    marks = ""
    for x, y in _scattered("rough", 180, 6):
        turn = 0.35 * noise("rough turn", x, y)
        wide = 7 + 2 * noise("rough wide", x, y)
        marks += f"M{figure(x - wide)} {figure(y)}q{figure(wide)} {figure(-8 - 4 * cos(turn))} {figure(2 * wide)} 0"
        for share in (-0.5, 0.0, 0.5):
            marks += f"M{figure(x + wide * share)} {figure(y - 3)}l{figure(3 * sin(turn))} 5"
    return _pattern("rough", 180, element("path", d=marks, fill="none", stroke=look.rough_ink, stroke_width=1.3))


def _marsh(look: Look) -> str:
    marks = ""
    for x, y in _scattered("marsh", 160, 6):
        wide = 8 + 3 * noise("marsh wide", x, y)
        marks += f"M{figure(x - wide)} {figure(y)}h{figure(2 * wide)}M{figure(x - wide / 2)} {figure(y + 4)}h{figure(wide)}"
        marks += f"M{figure(x)} {figure(y - 2)}v-5m-3 5l-1.5-4m7.5 4l1.5-4"
    return _pattern("marsh", 160, element("path", d=marks, fill="none", stroke=look.marsh_ink, stroke_width=1.4))
