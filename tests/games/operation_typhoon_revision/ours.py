"""Small words for the case tests of the revision: positions and fights, with some switches off."""

import random
from typing import Any

import typhoon
from tests.fuzz.operation import choose
from tests.games.operation_typhoon.fights import OPEN_TABLE, fight_words
from typhoon import Game, Order
from typhoon.engine.registry import find_rules

GAME = "operation-typhoon-revision"


def switched(*off: str, **options: str) -> dict[str, str]:
    """Options with some switches off."""
    return {**{f"revision.{name}": "no" for name in off}, **options}


def position(*off: str, options: dict[str, str] | None = None, **given: Any) -> Game:
    """A position of our own, with any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build(GAME, options=switched(*off, **(options or {})), **{**chance, **given})


def fight(
    *units: tuple, off: tuple[str, ...] = (), options: dict[str, str] | None = None, **given: Any
) -> Game:
    """A combat phase in the open, with open stacks."""
    return position(*off, options={**OPEN_TABLE, **(options or {})}, **fight_words(*units, **given))


def begun(
    scenario: str, *off: str, options: dict[str, str] | None = None, seed: int = 1, **given: Any
) -> Game:
    """A scenario before its first order."""
    return typhoon.new(GAME, scenario, seed=seed, options=switched(*off, **(options or {})), **given)


def always(folder: Any, code: str) -> Any:
    """Charts of our own in which every combat comes to the same result, such as ``D2(1)!``."""
    back, _, rest = code.rstrip("!")[1:].partition("(")
    rows = (find_rules(GAME).data.path("crt.csv")).read_text(encoding="utf-8").splitlines()
    found = [rows[0]]
    for row in rows[1:]:
        cells = row.split(",")
        cells[5:9] = [code[0], back, rest.rstrip(")") or "0", "yes" if code.endswith("!") else "no"]
        found.append(",".join(cells))
    (folder / "crt.csv").write_text("\n".join(found) + "\n", encoding="utf-8")
    return folder


def chance(game: Game, rng: random.Random) -> Order:
    """Any legal order, but eager to meet the enemy, to dig in and to get on."""
    if rng.random() < 0.2:
        plain = [offer.text for offer in game.orders.offers().plain]
        if dug := [text for text in plain if text.split()[0] in ("build", "hedgehog", "return")]:
            return game.parse(rng.choice(dug))
    order = choose(game, rng)
    return order if game.why_not(order) is None else game.orders.sample(rng)
