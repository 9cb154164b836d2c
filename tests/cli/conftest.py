"""The `typhoon` command, run in this process, and a finished game to try it on."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import typhoon
from typhoon.cli import main


class Ran(NamedTuple):
    """What a command line came to."""

    status: int
    out: str
    err: str

    def complains(self, *words: str) -> bool:
        """Whether it was wrong input, told in one line with these words."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.startswith("typhoon: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert all(word in self.err for word in words), self.err
        return True


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")

    def run_main(*argv: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = main([str(arg) for arg in argv])
        return Ran(status, *capsys.readouterr())

    return run_main


@pytest.fixture(scope="session")
def finished_game() -> typhoon.Game:
    game, rng = typhoon.new("red-typhoon", "fixed", seed=7), Random(7)
    while game.decision is not None:
        game.push(game.orders.sample(rng))
    return game


@pytest.fixture
def journal(finished_game: typhoon.Game, tmp_path: Path) -> Path:
    path = tmp_path / "finished.journal"
    path.write_text(finished_game.journal.text(), encoding="utf-8")
    return path


@pytest.fixture
def opening(tmp_path: Path) -> Path:
    """A game in which the Northwestern Front has just received its orders to move."""
    game = typhoon.new("red-typhoon", "fixed", seed=7)
    game.push("activate NW")
    path = tmp_path / "opening.journal"
    path.write_text(game.journal.text(), encoding="utf-8")
    return path
