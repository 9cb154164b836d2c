"""Folders of charts with a mistake in them, each with the words that lead to the spot."""

import tomllib
from pathlib import Path

import pytest

import typhoon
import typhoon.games.red_typhoon
from typhoon.engine.data import DataError

FOLDER = Path(__file__).parent / "data"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
OURS = Path(typhoon.games.red_typhoon.__file__).parent / "data"


def test_every_folder_is_held_to_something():
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_mistake_in_a_users_chart_is_told_with_its_place(name):
    charts = FOLDER / name
    with pytest.raises(DataError) as caught:
        typhoon.new("red-typhoon", charts=charts)
    expected = EXPECTED[name]
    for word, folder in (("charts", charts), ("data", OURS)):
        expected = expected.replace(f"{{{word}}}/", str(folder / "x")[:-1])
    assert str(caught.value) == expected
