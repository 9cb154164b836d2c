"""A window on the map in plain characters.

Every hex takes two lines: its number with a sign for the terrain, and below it the units in it,
or its name.  Only the left edge of each hex is drawn; the right one is its neighbour's.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from typhoon.cli.pieces import Piece
from typhoon.cli.screen import can_show, painted, width
from typhoon.engine.board import Board
from typhoon.hexgrid.grid import HALF_ROOT_3

LINES = 20
CELL = 7
GLYPHS = {
    "clear": ("·", "."),
    "woods": ("♣", "^"),
    "forest": ("♣", "^"),
    "city": ("■", "#"),
    "town": ("□", "o"),
    "marsh": ("≈", "~"),
    "swamp": ("≈", "~"),
}
"""The sign for each terrain, and the one for terminals that have only plain characters."""


FRONT = ("▒▒▒", "###")
"""The enemy's hexes along the front line."""


def text_map(
    board: Board, units: Sequence[Piece], centre: str, lines: int = LINES, front: Container[str] = ()
) -> str:
    """The hexes around one, with their units; ``front`` are the enemy's hexes along a front line."""
    stacks: dict[str, list[Piece]] = {}
    for piece in units:
        stacks.setdefault(piece.hex, []).append(piece)
    middle_x, middle_y = _place(board, board.grid.index(centre))
    half = (width() // CELL - 1) // 2 * CELL
    canvas: dict[int, dict[int, str]] = {}
    for index, number in board.grid.name.items():
        x, y = _place(board, index)
        if abs(x - middle_x) <= half and abs(y - middle_y) <= lines // 2:
            top, bottom = ("/", "\\") if board.grid.top == "flat" else ("|", "|")
            label = f"{number}{_glyph(board.terrain_at[index])}"
            canvas.setdefault(y, {})[x] = top + _marked(label, number == centre)
            inside = _inside(board, index, stacks.get(number, []), number in front)
            canvas.setdefault(y + 1, {})[x] = bottom + inside
    left = min(min(row) for row in canvas.values())
    return "\n".join(_joined(canvas[y], left) for y in sorted(canvas)) + "\n" + _legend(board)


def _place(board: Board, index: int) -> tuple[int, int]:
    """The character and the line where a hex begins."""
    x, y = board.grid.centre(index)
    if board.grid.top == "flat":
        return round(x / HALF_ROOT_3) * CELL, round(y * 2)
    return round(x * (CELL + 1)), round(y / HALF_ROOT_3) * 2


def _glyph(terrain: str) -> str:
    sign, plain = GLYPHS.get(terrain, (terrain[0], terrain[0]))
    return sign if can_show(sign) else plain


def _marked(label: str, is_centre: bool) -> str:
    return painted(f"{label:{CELL - 1}}", "bold" if is_centre else "dim")


def _inside(board: Board, index: int, stack: list[Piece], beyond: bool) -> str:
    room = CELL - 1
    if not stack and beyond:
        mark = FRONT[0] if can_show(FRONT[0]) else FRONT[1]
        return f"{mark + board.names.get(index, '')[: room - len(mark)]:{room}}"
    if not stack:
        return f"{board.names.get(index, '')[:room]:{room}}"
    return painted(f"{stack_text(stack)[:room]:{room}}", stack[0].side)


def stack_text(stack: Sequence[Piece]) -> str:
    """A stack in a few characters: side, number of units, strength, and a mark when some are flipped."""
    stack = [piece for piece in stack if piece.side == stack[0].side]
    strength = sum(piece.strength for piece in stack)
    mark = "!" if any(piece.flipped for piece in stack) else ""
    return f"{stack[0].side[0].upper()}{len(stack)}:{strength}{mark}"


def _joined(row: dict[int, str], left: int) -> str:
    parts = []
    at = left
    for x in sorted(row):
        parts.append(" " * (x - at) + row[x])
        at = x + CELL
    return "".join(parts)


def _legend(board: Board) -> str:
    signs = ", ".join(f"{_glyph(terrain)} {terrain}" for terrain in sorted(board.terrain))
    return f"({signs}; S3:14! is three Soviet units of strength 14, some on their second side)"
