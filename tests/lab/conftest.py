"""Experiments that are over in a second or two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

QUICK = '''
class Hasty:
    """Ends every phase as soon as that is allowed."""

    def __init__(self, side, rng):
        self.rng = rng

    def choose(self, seat):
        ends = [order for order in seat.orders if order.verb == "end"] if len(seat.orders) < 200 else []
        return ends[0] if ends else seat.orders.sample(self.rng)
'''

EXPERIMENT = """\
title = "Partisans"
game = "red-typhoon"
games = 2
seed = 5
players = { soviet = "random", german = "random" }

[arms.printed]

[arms.kinder]
charts.crt."1:1".0 = "C"

[arms.free]
options.partisans = "free"
"""


@pytest.fixture
def experiment(tmp_path: Path):
    """Writes an experiment, the usual one or that of a text, and gives its path."""

    def write(text: str = EXPERIMENT, name: str = "winter.toml") -> Path:
        (tmp_path / "hasty.py").write_text(QUICK)
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.fixture
def room_for():
    """A disk on which no file has more room than so many bytes."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def limited(size: int) -> Iterator[None]:
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)

    return limited
