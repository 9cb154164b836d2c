"""Small words for the tests of combat, on open ground: the defender in the middle, attackers around him."""

from functools import cache
from typing import Any

from tests.games.operation_typhoon.positions import happened, position
from typhoon import Game
from typhoon.engine.registry import find_rules

# Clear hexes of sheet C without rivers, far from towns and from the front.
MIDDLE = "C3425"
WEST, EAST = "C3424", "C3426"
NORTH_WEST, NORTH_EAST = "C3525", "C3526"
SOUTH_WEST, SOUTH_EAST = "C3325", "C3326"
AROUND = (WEST, EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST)

OPEN_TABLE = {"intelligence": "kind", "stacks": "open"}
"""Stacks are open and what was seen is not forgotten, so that odds can be told beforehand."""

NO_DICE = (1, 1, 1, 1)
"""Weather and ground of a turn to come."""


@cache
def counters() -> dict[str, Any]:
    return {counter.unit: counter for counter in find_rules("operation-typhoon").counters}


@cache
def chit_of(unit: str, strength: int, reduced: bool = False) -> str:
    """A chit of the unit's cup that gives it a strength."""
    counter = counters()[unit]
    for chit in find_rules("operation-typhoon").chits:
        mine = (chit.side, chit.morale) == (counter.side, counter.morale)
        if mine and chit.strength(counter.class_, reduced=reduced) == strength:
            return chit.chit
    raise AssertionError(f"no chit makes {unit} {strength} strong")


def tried(unit: str, hex_: str, strength: int = 0, **state: Any) -> dict[str, Any]:
    """A unit with a chit whose strength everybody has seen; those without chits are left without."""
    if strength and counters()[unit].class_ and not state.get("cadre"):
        state["chit"] = chit_of(unit, strength, state.get("reduced", False))
        state.setdefault("seen", strength)
    return {"hex": hex_, **state}


def fight(*units: tuple, **given: Any) -> Game:
    """A combat phase. Units are told as ``(unit, hex)`` or ``(unit, hex, strength)``, with more in a dict.

    Everybody is in supply unless it is said, no air points interfere, and the table is open.
    """
    options = {**OPEN_TABLE, **given.pop("options", {})}
    return position(**fight_words(*units, **given), options=options)


def fight_words(
    *units: tuple, dice: tuple[int, ...] = (), side: str = "german", **given: Any
) -> dict[str, Any]:
    """The position of a combat phase in words."""
    told = {}
    for name, hex_, *rest in units:
        strength = next((word for word in rest if isinstance(word, int)), 0)
        more = next((word for word in rest if isinstance(word, dict)), {})
        told[name] = tried(name, hex_, strength, **more)
    usual = {
        "turn": 5,
        "phase": f"{side} combat",
        "units": told,
        "supported": [],
        "air": {"german": 0, "soviet": 0},
        "weather": "clear",
        "dice": [*dice, *NO_DICE],
    }
    return {**usual, **given}


def attack(game: Game, order: str, *more: str) -> dict[str, Any]:
    """Declare an attack, do what else there is to do, close the declarations; what the combat came to."""
    game.push(order)
    for extra in more:
        game.push(extra)
    events = game.push("end")
    found = happened(events, "combat")
    return found[-1] if found else {}


def odds(game: Game, order: str) -> str:
    """The column that an attack would be fought on, when all strengths are known."""
    (column,) = game.preview(order).columns
    return column.result


def shifts(game: Game, order: str) -> dict[str, int]:
    """The column shifts of an attack, by case."""
    found: dict[str, int] = {}
    for modifier in game.preview(order).modifiers:
        found[modifier.case] = found.get(modifier.case, 0) + modifier.value
    return found
