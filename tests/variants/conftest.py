"""Variants from outside the program: this folder is put on the shelf of games, and nothing else is done."""

from pathlib import Path

import pytest

import typhoon.games


@pytest.fixture(autouse=True)
def shelf(monkeypatch):
    """As with ``TYPHOON_GAMES``, for the length of a test."""
    monkeypatch.setattr(typhoon.games, "__path__", [*typhoon.games.__path__, str(Path(__file__).parent)])
