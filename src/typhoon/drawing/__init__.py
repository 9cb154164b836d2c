"""Boards and counters as SVG."""

from typhoon.drawing.counters import draw_counter
from typhoon.drawing.document import LAYERS, Layer, draw_board
from typhoon.engine.face import CounterFace, Value

__all__ = ["LAYERS", "CounterFace", "Layer", "Value", "draw_board", "draw_counter"]
