"""Where the hexes of a board lie on the sheet.

Hexes and their corners are *nodes* of one integer lattice, so that two hexes name a corner they
share by the same pair of numbers.  Neighbouring hex centres are ``HEX`` drawing units apart.
"""

from __future__ import annotations

from math import sqrt

from typhoon.engine.board import Board

HEX = 100.0
MARGIN_SIDE = 90.0
MARGIN_TOP = 230.0

Node = tuple[int, int]
Point = tuple[float, float]
Edge = tuple[Node, Node]

# A flat-topped hex in steps of sqrt(3)/6 across and 1/2 down; side i lies between corners i and i + 1.
_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_NEIGHBOURS = ((3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1))
_ACROSS = HEX * sqrt(3) / 6
_DOWN = HEX / 2


def _moved(node: Node, step: Node) -> Node:
    return node[0] + step[0], node[1] + step[1]


def corners(cell: Node) -> list[Node]:
    """The six corners of a hex, in order around it."""
    return [_moved(cell, step) for step in _CORNERS]


def neighbours(cell: Node) -> list[Node]:
    """The six hexes around a hex, on the board or not: the i-th across the side of corners i and i + 1."""
    return [_moved(cell, step) for step in _NEIGHBOURS]


def side_between(a: Node, b: Node) -> Edge:
    """The two corners of the hexside between neighbouring hexes."""
    side = neighbours(a).index(b)
    around = corners(a)
    return around[side], around[(side + 1) % 6]


class Layout:
    """The sheet of a board: hexes by number and node, and the points where they are drawn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.flat = board.file.top == "flat"
        self.node_of = {index: self._node(*board.grid.centre(index)) for index in board.grid.name}
        self.index_at = {node: index for index, node in self.node_of.items()}
        self._origin = (0.0, 0.0)
        rim = [self.point(corner) for cell in self.index_at for corner in corners(cell)]
        left, top = min(x for x, _ in rim), min(y for _, y in rim)
        self._origin = (MARGIN_SIDE - left, MARGIN_TOP - top)
        self.left, self.top = MARGIN_SIDE, MARGIN_TOP
        self.right = max(x for x, _ in rim) + self._origin[0]
        self.bottom = max(y for _, y in rim) + self._origin[1]
        self.width = self.right + MARGIN_SIDE

    def _node(self, x: float, y: float) -> Node:
        across, down = (x, y) if self.flat else (y, x)
        return round(across * HEX / _ACROSS), round(down * HEX / _DOWN)

    def point(self, node: Node) -> Point:
        """Where a hex centre or corner is drawn."""
        across, down = node[0] * _ACROSS, node[1] * _DOWN
        x, y = (across, down) if self.flat else (down, across)
        return x + self._origin[0], y + self._origin[1]

    def cell(self, number: str) -> Node:
        """The node of a hex number."""
        return self.node_of[self.board.grid.index(number)]

    def cells(self, terrain: str) -> set[Node]:
        """All hexes of a terrain."""
        return {self.node_of[i] for i, found in self.board.terrain_at.items() if found == terrain}

    def off_board(self, cell: Node) -> list[Node]:
        """The neighbours of a hex that are not on the board."""
        return [other for other in neighbours(cell) if other not in self.index_at]

    def with_surroundings(self, cells: set[Node]) -> set[Node]:
        """The hexes, and places beyond the edge of the board whose neighbours on it are mostly such hexes.

        Land drawn from the result runs off the sheet and does not end at the last hex.
        """
        beyond = {other for cell in cells for other in self.off_board(cell)}
        return cells | {
            place
            for place in beyond
            if 2 * sum(n in cells for n in neighbours(place))
            >= sum(n in self.index_at for n in neighbours(place))
        }

    def is_rim(self, corner: Node) -> bool:
        """Whether a corner lies on the outer edge of the board."""
        return sum(corner in corners(cell) for cell in self._around(corner)) < 3

    def _around(self, corner: Node) -> list[Node]:
        steps = [(-dx, -dy) for dx, dy in _CORNERS]
        return [cell for step in steps if (cell := _moved(corner, step)) in self.index_at]

    def chunk(self, node: Node) -> Node:
        """Which part of the sheet, ten hexes by ten, a hex or corner lies in.

        What is drawn is kept in such parts: a browser then draws only those it shows.
        """
        return node[0] // 30, node[1] // 20

    def number_spot(self, cell: Node) -> Point:
        """The middle of the baseline of a hex number: high in the hex, above a counter."""
        x, y = self.point(cell)
        return x, y - (39.5 if self.flat else 38.0)

    def disc_spots(self, cell: Node) -> tuple[Point, Point]:
        """Where the discs of an objective, one for each side, stay visible beside a counter."""
        x, y = self.point(cell)
        return ((x + 43.5, y), (x - 43.5, y)) if self.flat else ((x, y + 43.5), (x + 37.5, y + 21.5))
