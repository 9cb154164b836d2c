"""What happened in 1941 and 1942, to be laid beside games: places by date, and the front between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from typhoon.engine import chronicle
from typhoon.engine.rules import Rules
from typhoon.lab import front
from typhoon.lab.tables import SIDES

NEAR, AT_LEAST = 40, 5
"""Kilometres within which a known place tells of the front, and hexes on a map of large ones."""
FAMOUS = ("Tula", "Klin", "Rzhev", "Vyazma")
"""Places that everybody asks for."""


def known(rules: Rules[Any]) -> list[str]:
    """The places on the map whose history we know."""
    return [place for place in rules.annals.places if place in chronicle.changes()]


def told_of(rules: Rules[Any], held: Mapping[str, str]) -> int:
    """The hexes that known places of both sides are near to, by who holds them: elsewhere nothing is known
    of the front."""
    reach, near = max(AT_LEAST, round(NEAR / rules.board.file.km_per_hex)), rules.grid.all
    for side in SIDES:
        places = sum([rules.annals.places[place] for place, who in held.items() if who == side])
        near &= rules.grid.within(places, reach)
    return near


def last_day(rules: Rules[Any], turn: int) -> str:
    """The day on which a turn ends, or the one before the first turn; empty where turns have no dates."""
    day = chronicle.end_of_turn(rules, turn)
    return f"{day.day} {day:%b}" if day else ""


def holders(rules: Rules[Any], turn: int) -> dict[str, str]:
    """Who held each known place at the end of a turn."""
    day = chronicle.end_of_turn(rules, turn)
    return {place: chronicle.holder(place, day) for place in known(rules)} if day else {}


def curve(rules: Rules[Any], place: str) -> list[tuple[int, float]]:
    """Whether the Germans held a place at the end of each turn."""
    turns = range(rules.first_turn - 1, rules.last_turn + 1)
    held = {turn: holders(rules, turn).get(place) for turn in turns}
    return [(turn, float(who == "german")) for turn, who in held.items() if who]


def ground(rules: Rules[Any], turn: int, at_start: Collection[str]) -> set[str]:
    """The hexes that were German at the end of a turn, as far as known places tell.

    Land goes with the known place that it is nearest to: it is as it was when the game began, until that
    place has changed hands; and nobody keeps land that is cut off from all known places of his own.  Where
    between two places the front ran, and who was surrounded, this cannot tell.
    """
    grid, places = rules.grid, rules.annals.places
    before, now = holders(rules, rules.first_turn - 1), holders(rules, turn)
    german = grid.hexes(at_start)
    for place, land in rules.annals.nearest({place: places[place] for place in now}).items():
        if now[place] != before[place]:
            german = german | land if now[place] == "german" else german & ~land
    known_places = sum([places[place] for place in now])
    return set(grid.numbers(front.held(grid, german, known_places)))
