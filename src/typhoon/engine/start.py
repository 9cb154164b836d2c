"""Beginning a game: a scenario, a position of one's own, or what a view lets one imagine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from typhoon.engine.dice import GivenDice, KeyedDice, PurposeDice
from typhoon.engine.game import Game
from typhoon.engine.journal import POSITION, Header, TakeBacks
from typhoon.engine.lots import Lot
from typhoon.engine.orders import Chooser
from typhoon.engine.position import Position
from typhoon.engine.registry import find_rules, law_of
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.engine.view import View

Rolls = Iterable[int] | Mapping[str, Iterable[int]] | None
"""Dice given one after another, or by purpose: ``{"combat": [6]}``; those not given fall by chance."""


def new(
    game: str,
    scenario: str | None = None,
    *,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    charts: str | Path | None = None,
    dice: Rolls = None,
    takebacks: TakeBacks = "any",
) -> Game:
    """Begin a game.

    ``seed`` makes the dice repeatable, ``dice`` gives the rolls themselves.  ``takebacks`` says whether
    orders that rolled dice can be taken back.

    >>> game = new("red-typhoon", scenario="fixed", seed=1942)
    >>> game.decision.side, game.decision.phase
    ('soviet', 'soviet movement')
    """
    rules = find_rules(game, scenario, options, charts=charts)
    return _begin(rules.start(), rules.scenario.id, None, seed, dice, takebacks)


def build(
    game: str,
    *,
    base: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    charts: str | Path | None = None,
    dice: Rolls = None,
    **position: Any,
) -> Game:
    """Begin a game with a position of one's own.

    ``position`` is given as the game's snapshots give it: ``turn``, ``phase``, ``units`` and
    whatever else the game keeps; raises ``ImpossiblePosition`` with the reason.  ``base`` names a scenario
    whose ready-made set-up it is laid over, unit by unit and word by word.

    >>> game = build("red-typhoon", turn=3, phase="soviet movement", units={"S-A-01": "2504"})
    >>> game.push("activate NW")
    [Event(kind='activated', facts={'formation': 'NW', 'order': 'move', 'left': 6}, side='')]
    >>> "move S-A-01 2504-2404" in game.orders
    True
    >>> build("red-typhoon", base="fixed", units={"S-A-01": "2405"}).ask("where", "S-A-01")
    '2405'
    """
    rules = find_rules(game, _scenario_of(game, base, position), options, charts=charts)
    if base is not None:
        position = _laid_over(rules, _deployed(rules), position)
    pos = rules.restore(position)
    return _begin(pos, POSITION, rules.snapshot(pos), seed, dice)


def _scenario_of(game: str, base: str | None, position: Mapping[str, Any]) -> str | None:
    """The scenario whose rules a position is played by."""
    about = law_of(game).about
    chosen = position.get("scenario") or base
    known = [scenario.id for scenario in about.scenarios]
    if chosen is not None and chosen not in known:
        raise ImpossiblePosition(f"scenario: there is no scenario '{chosen}'; there are {', '.join(known)}")
    return chosen


def _deployed(rules: Rules[Any]) -> dict[str, Any]:
    """A scenario with every side set up ready-made, before its first decision."""
    game = _begin(rules.start(), rules.scenario.id, None, 0, None)
    while game.decision is not None and game.position.step < 0:
        game.push("deploy" if game.why_not("deploy") is None else next(iter(game.orders)))
    return rules.snapshot(game.position)


def _laid_over(rules: Rules[Any], base: dict[str, Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """A snapshot with some words changed; with another turn or phase, what is usual then is told anew."""
    if {"turn", "phase"} & position.keys():
        usual = {part.word for part in rules.position_type.told_columns if part.usual is None}
        base = {word: told for word, told in base.items() if word not in {"phase", "frames", *usual}}
    units = {unit: told for unit, told in (base["units"] | position.get("units", {})).items() if told}
    return {**base, **position, "units": units}


def imagine(view: View, rng: Chooser, charts: str | Path | None = None) -> Game:
    """A whole game in keeping with what a view shows, with dice of its own."""
    scenario = view.position.get("scenario") or (None if view.scenario == POSITION else view.scenario)
    rules = find_rules(view.game, scenario, view.options, charts=charts, version=view.rules)
    pos = rules.restore(view.position, of_a_view=True)
    rules.secrets.deal(pos, rules.sides.index(view.side), rng)
    return _begin(pos, view.scenario, rules.snapshot(pos), str(rng.random()), None)


def _begin(
    pos: Position,
    scenario: str,
    start: dict[str, Any] | None,
    seed: int | str | None,
    dice: Rolls,
    takebacks: TakeBacks = "any",
) -> Game:
    rules = pos.rules
    options, charts = dict(rules.options), rules.data.digest
    header = Header(rules.about.id, scenario, rules.version, options, charts, start, takebacks, die=rules.die)
    if dice is not None and not isinstance(dice, Mapping):
        header.given = True
        return Game(pos, GivenDice(dice), header)
    keyed = KeyedDice.from_seed(seed)
    if dice is not None:  # some dice are given, so the key does not tell them all
        header.given = True
        return Game(pos, PurposeDice(dice, keyed), header)
    header.lots = [Lot.of(keyed)]
    return Game(pos, keyed, header)
