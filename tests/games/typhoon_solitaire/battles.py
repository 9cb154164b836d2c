"""Battles for the case tests: a force, the Soviets it meets, and the dice.

Ground: 3445, where the force comes from, and 3544, which it attacks, lie in open country without rivers.
Fire: German dice of 5 take a step and of 6 two; Soviet dice take a step with 6, and with 7 two.
"""

import atexit
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.typhoon_solitaire.positions import around, happened, position, told
from typhoon import Game

START, TARGET = "3445", "3544"
PANZER, SECOND_PANZER, LEHR = "PG3-1-Pz", "PG3-7-Pz", "PG3-L-Mot"
"""7 dice, reduced 3; the same; 2 dice and a single step."""


def misses(count: int) -> list[int]:
    return [1] * count


def ring_around(inside: Iterable[str]) -> set[str]:
    """The hexes next to some hexes."""
    inside = set(inside)
    return {other for number in inside for other in around(number)} - inside


@cache
def calling_up(force: str) -> Path:
    """Charts by which every die calls up the same Soviet force: ``calling_up("2RD 1B")``."""
    folder = Path(tempfile.mkdtemp(prefix="typhoon-charts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    rows = [f"{line},{die},{force}" for line in ("open", "town", "city") for die in range(1, 7)]
    text = "\n".join(["line,modified_die,force", *rows, ""])
    (folder / "defending_force.csv").write_text(text, encoding="utf-8")
    return folder


def on_the_march(
    units: dict[str, Any],
    *,
    mp: int = 5,
    start: str = START,
    others: dict[str, Any] | None = None,
    **given: Any,
) -> Game:
    """A force in ``start`` with some movement points; for each unit what is not as usual about it."""
    states = {name: {"hex": start, **state} for name, state in units.items()}
    return position(units=states | (others or {}), force={"units": list(units), "mp": mp}, **given)


def battle(
    force: str, units: Iterable[str] | dict[str, Any], dice: Iterable[int], *, to: str = TARGET, **given: Any
) -> Game:
    """The game after units marched into a hex where this force defends.

    The dice are those after the one for the force; they are used up as far as the battle comes.
    """
    states = units if isinstance(units, dict) else {name: {} for name in units}
    game = on_the_march(states, charts=calling_up(force), dice=[1, *dice], **given)
    game.push(f"march {to}")
    return game


def closing(
    inside: Iterable[str], gap: str, units: Iterable[str] | dict[str, Any], dice: Iterable[int], **given: Any
) -> Game:
    """The game after units closed the ring around some hexes, the gap in it being empty.

    The force comes from a hex beside the gap that is outside the ring.  The dice begin with that for
    the number of Soviet units.
    """
    inside = set(inside)
    ring = ring_around(inside)
    assert gap in ring
    outside = sorted(around(gap) - ring - inside)
    gained = [*(ring - {gap}), *given.pop("gained", ())]
    given = {"start": outside[0], "gained": gained} | given
    return battle("--", units, dice, to=gap, **given)


def fire(events: Iterable) -> list[str]:
    """Who fired, in order: ground units by name, aircraft as the side they belong to."""
    return [
        event.facts.get("unit") or event.facts["by"] for event in events if event.kind in ("fired", "bombed")
    ]


def all_fire(game: Game) -> list[str]:
    return fire(game.log)


def last_fire(game: Game, unit: str) -> dict:
    """The latest fire of a unit: its dice, the modifier and the hits."""
    return [facts for facts in happened(game.log, "fired") if facts["unit"] == unit][-1]


def losses(game: Game) -> list[str]:
    """Every step lost so far, in order."""
    return [facts["unit"] for facts in happened(game.log, "lost")]


def defending(game: Game) -> dict[str, int]:
    """The Soviet units of the battle that is going on, with the steps they have left."""
    return told(game).get("battle", {}).get("defenders", {})


def set_aside(game: Game) -> list[str]:
    return list(told(game)["battle"].get("aside", ()))


def pool(game: Game, code: str) -> int:
    """How many Soviet units of a kind are available."""
    return (game.position.pool & game.rules.of_kind[code]).bit_count()


def tally(game: Game) -> int:
    return told(game)["tally"]


def cut_off(game: Game) -> set[str]:
    """The Soviet hexes out of supply."""
    return set(game.rules.board.grid.numbers(game.rules.control.cut_off(game.position)))


def in_supply(game: Game) -> set[str]:
    return set(game.rules.board.grid.numbers(game.rules.control.in_supply(game.position)))
