"""The checker that is printed in the documents, which needs no Typhoon, on whole games of every kind."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import typhoon
from tests.golden.test_golden import JOURNALS
from typhoon.engine.dice import KeyedDice, commitment_to
from typhoon.engine.game import Game
from typhoon.engine.journal import parse_journal
from typhoon.engine.lots import Lot
from typhoon.engine.replay import take_back

DOCUMENT = Path(__file__).parents[2] / "docs" / "journal-format.md"
BLOCK = re.compile(r"^```python\n(import hashlib\n.*?)^```$", re.DOTALL | re.MULTILINE)
(PRINTED,) = BLOCK.findall(DOCUMENT.read_text("utf-8"))
GAMES = ("red-typhoon", "typhoon-solitaire", "operation-typhoon", "typhoon-nonop")


def checked(journal: str) -> int:
    scope: dict[str, Any] = {}
    exec(PRINTED, scope)
    found: int = scope["check_dice"](journal)
    return found


def dice_of(game: Game) -> int:
    return sum(len(each.dice) for each in game.record if hasattr(each, "dice")) + len(
        game.journal.header.dice
    )


def test_it_is_short_and_needs_the_standard_library_only() -> None:
    assert re.findall(r"^import (\w+)$", PRINTED, re.MULTILINE) == ["hashlib", "hmac", "re"]
    body = PRINTED[PRINTED.index("def check_dice") :].strip().splitlines()
    assert len(body) <= 30


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_it_finds_every_die_of_a_golden_game(path: Path) -> None:
    text = path.read_text("utf-8")
    assert checked(text) == len(re.findall(r"(?<= )\d+(?=[ \d]*(?: of \d+)?$)", _values(text), re.MULTILINE))


def _values(text: str) -> str:
    """The dice of a journal, a throw on a line."""
    found = re.findall(r"(?m)^(?:  die [^:]+:|opening die: .+ =)((?: \d+)+)(?: of \d+)?$", text)
    return "\n".join(found)


def played(game: Game, dice: int, rng: random.Random) -> None:
    """Play on at random until so many more dice have fallen."""
    most = dice_of(game) + dice
    while game.decision is not None and dice_of(game) < most:
        game.push(game.orders.sample(rng))


def begun(id_: str) -> tuple[Game, int]:
    """A golden game, or any part of it, that is not over after some orders that took dice."""
    texts = [path.read_text("utf-8") for path in JOURNALS]
    longest = max((text for text in texts if f"game: {id_}\n" in text), key=lambda text: text.count("  die "))
    rolled = [n for n, entry in enumerate(parse_journal(longest).entries, start=1) if entry.dice]
    return typhoon.load(longest, to=rolled[5]), rolled[3]


@pytest.mark.parametrize("id_", GAMES)
def test_it_knows_take_backs_new_keys_and_the_secrets_of_seats(id_: str) -> None:
    rng = random.Random(3)
    game, back = begun(id_)
    game = take_back(game, back - 1)
    played(game, 5, rng)
    secrets = {"german": "11" * 32, "soviet/north": "22" * 32}
    lot = Lot.of(KeyedDice.from_seed("umpire"), seats=tuple(secrets))
    lot.seats = {seat: commitment_to(bytes.fromhex(secret)) for seat, secret in secrets.items()}
    lot.secrets = secrets
    game.begin_lot(lot)
    before = dice_of(game)
    played(game, 5, rng)
    text = str(game.journal)
    assert f"takeback to {back - 1}\n" in text and "seat secret: soviet/north = 2222" in text
    assert checked(text) == dice_of(game) > before
    assert typhoon.load(text).journal.unchecked == ""
    spoilt = re.sub(r"(?m)^takeback to .*\n", "", text)
    with pytest.raises(AssertionError):
        checked(spoilt)
    with pytest.raises(AssertionError, match="the key is missing"):
        checked(re.sub(r"(?m)^seat secret: german.*\n", "", text))
