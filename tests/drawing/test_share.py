"""A game as one file: whole, safe to embed, and true to the journal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from typhoon.drawing.share import share_page
from typhoon.engine.replay import load, watch

GOLDEN = Path(__file__).parents[1] / "golden"


def page_of(name: str) -> str:
    return share_page(watch((GOLDEN / f"{name}.journal").read_text("utf-8")))


def film_of(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_last_frame_shows_the_last_position():
    name = "fixed-random-german-staff-soviet"
    page, game = page_of(name), load((GOLDEN / f"{name}.journal").read_text("utf-8"))
    film = film_of(page)
    assert len(film["frames"]) == len(game.entries) + 1
    places = {unit: at for frame in film["frames"] for unit, at in frame[6].items()}
    shown = {unit: at[0] for unit, at in places.items() if at}
    assert shown == {face.unit: face.hex for face in game.rules.faces(game.position)}
    assert film["result"].startswith(game.result.level)
    held = game.rules.annals.ground(game.position)
    for side, hexes in film["ground"]["won"].items():
        assert all(held[side] >> game.rules.grid.index(hex_) & 1 for hex_ in hexes)


def test_the_file_needs_nothing_else():
    page = page_of("solitaire-deployed")
    assert not re.search(r'(src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert "<!--" not in page.replace("<!doctype", "")
    assert page.count("</script>") == 2


@pytest.mark.parametrize("name", ["solitaire-moscow-encircled", "revision-guderian-staff"])
def test_other_games_are_shared_too(name):
    assert film_of(page_of(name))["frames"]
