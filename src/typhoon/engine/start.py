"""Beginning a game: a scenario, a position of one's own, or what a view lets one imagine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from typhoon.engine.dice import GivenDice, KeyedDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Header
from typhoon.engine.orders import Chooser
from typhoon.engine.position import Position
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.engine.view import View


def new(
    game: str,
    scenario: str | None = None,
    *,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    charts: str | Path | None = None,
    dice: Iterable[int] | None = None,
) -> Game:
    """Begin a game.

    ``seed`` makes the dice repeatable, ``dice`` gives the rolls themselves.

    >>> game = new("red-typhoon", scenario="fixed", seed=1942)
    >>> game.decision.side, game.decision.phase
    ('soviet', 'soviet movement')
    """
    rules = find_rules(game, charts)
    scenarios = [s.id for s in rules.about.scenarios]
    scenario = scenario or scenarios[0]
    if scenario not in scenarios:
        raise ValueError(f"{game} has no scenario '{scenario}'; there are: {', '.join(scenarios)}")
    chosen = rules.checked_options(options or {})
    return _begin(rules, rules.start(scenario, chosen), scenario, chosen, None, seed, dice)


def build(
    game: str,
    *,
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    charts: str | Path | None = None,
    dice: Iterable[int] | None = None,
    **position: Any,
) -> Game:
    """Begin a game with a position of one's own.

    ``position`` is given as the game's snapshots give it: ``turn``, ``phase``, ``units`` and
    whatever else the game keeps; raises ``ImpossiblePosition`` with the reason.

    >>> game = build("red-typhoon", turn=3, phase="soviet movement", units={"S-A-01": "2504"})
    >>> game.push("activate NW")
    [Event(kind='activated', facts={'formation': 'NW', 'order': 'move', 'left': 6}, side='')]
    >>> "move S-A-01 2504-2404" in game.orders
    True
    """
    rules = find_rules(game, charts)
    chosen = rules.checked_options(options or {})
    pos = rules.restore(position, chosen)
    return _begin(rules, pos, "position", chosen, rules.snapshot(pos), seed, dice)


def imagine(view: View, rng: Chooser, charts: str | Path | None = None) -> Game:
    """A whole game in keeping with what a view shows, with dice of its own."""
    rules = find_rules(view.game, charts, view.rules)
    snapshot = rules.guess(view.position, rng)
    pos = rules.restore(snapshot, view.options)
    return _begin(rules, pos, view.scenario, view.options, snapshot, str(rng.random()), None)


def _begin(
    rules: Rules[Any],
    pos: Position,
    scenario: str,
    options: Mapping[str, str],
    start: dict[str, Any] | None,
    seed: int | str | None,
    dice: Iterable[int] | None,
) -> Game:
    header = Header(
        rules.about.id, scenario, rules.version, dict(options), charts=rules.data.digest, start=start
    )
    if dice is not None:
        return Game(rules, pos, GivenDice(dice), header)
    keyed = KeyedDice.from_seed(seed)
    header.commitment, header.key = keyed.commitment, keyed.key.hex()
    return Game(rules, pos, keyed, header)
