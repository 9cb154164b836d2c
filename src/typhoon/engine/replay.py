"""Replaying journals, with everything checked on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typhoon.engine.data import DataError
from typhoon.engine.dice import DiceError, GivenDice, KeyedDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, Journal, JournalError, parse_journal
from typhoon.engine.registry import UnknownGame, UnknownVersion, find_rules, law_of
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import Refused


def load(text: str, *, charts: str | Path | None = None, to: int | None = None, verify: bool = True) -> Game:
    """Replay a journal, as far as order ``to`` when that is given.

    Orders are always checked; ``verify`` also checks the dice against the key and the positions
    against the state hashes.  Raises ``JournalError`` naming the line.
    """
    if to is not None and to < 0:
        raise ValueError(f"a journal cannot be replayed to order {to}")
    journal = parse_journal(text)
    keyed = _keyed_dice(journal)
    given = GivenDice(key=keyed.key if keyed and verify else None)
    game = _start_of(journal, charts, given)
    for number, entry in enumerate(journal.entries[:to], start=1):
        _replay(game, entry, number, given, verify)
    game.dice = keyed or given
    if verify and to is None:
        level = game.result.level if game.result else ""
        if level != journal.result:
            ends = f"the journal ends with result '{journal.result}', the game with '{level}'"
            raise JournalError(journal.at("result") + ends)
    return game


def _keyed_dice(journal: Journal) -> KeyedDice | None:
    header = journal.header
    if not header.key:
        return None
    dice = KeyedDice(bytes.fromhex(header.key))
    if dice.commitment != header.commitment:
        raise JournalError(f"{journal.at('dice key')}the dice key does not fit the dice commitment")
    return dice


def _start_of(journal: Journal, charts: str | Path | None, given: GivenDice) -> Game:
    header = journal.header
    rules = _rules_of(journal, charts)
    if header.charts != rules.data.digest:
        need = f"charts {header.charts}" if header.charts else "the program's own charts"
        raise JournalError(f"{journal.at('charts')}the game was played with {need}: replay it with the same")
    try:
        pos = rules.start() if header.start is None else rules.restore(header.start)
    except ValueError as error:
        raise JournalError(f"{journal.at('start')}{error}") from error
    written = header.dice
    given.rolls = [value for _, value in written]
    try:
        game = Game(pos, given, header)
    except DiceError as error:
        raise JournalError(f"{journal.at('opening die')}the opening: {error}") from error
    if given.rolls or _purposes(written) != _purposes(header.dice):
        where = journal.at("opening die")
        raise JournalError(f"{where}the opening: the dice written down are not the dice it takes")
    return game


def _rules_of(journal: Journal, charts: str | Path | None) -> Rules[Any]:
    """The law that a game was begun under; every line of the header that is wrong is named."""
    header = journal.header
    try:
        law = law_of(header.game)
    except UnknownGame as error:
        raise JournalError(f"{journal.at('game')}{error}") from error
    for name, value in header.options.items():
        try:
            law.checked_options({name: value})
        except ValueError as error:
            raise JournalError(f"{journal.at(f'option {name}')}{error}") from error
    scenario = header.scenario_of_law
    try:
        law.about.scenario(scenario)
    except ValueError as error:
        line = "scenario" if header.start is None else "start"
        raise JournalError(f"{journal.at(line)}{error}") from error
    try:
        return find_rules(header.game, scenario, header.options, charts=charts, version=header.rules)
    except DataError as error:
        raise JournalError(str(error)) from error
    except UnknownVersion as error:
        raise JournalError(f"{journal.at('rules')}{error}") from error


def _purposes(dice: list[tuple[str, int]]) -> list[str]:
    return [purpose for purpose, _ in dice]


def _replay(game: Game, entry: Entry, number: int, given: GivenDice, verify: bool) -> None:
    where = f"line {entry.line}: order {number}, '{entry.order}'"
    decision = game.decision
    if decision is None:
        raise JournalError(f"{where}: the game is over")
    if decision.side != entry.side:
        raise JournalError(f"{where}: it is for {decision.side} to decide, not {entry.side}")
    given.rolls = [value for _, value in entry.dice]
    try:
        game.push(str(entry.order))
    except Refused as error:
        raise JournalError(f"{where}: {error.ruling}") from error
    except DiceError as error:
        raise JournalError(f"{where}: {error}") from error
    if given.rolls or _purposes(entry.dice) != _purposes(game._entries[-1].dice):
        raise JournalError(f"{where}: the dice written down are not the dice this order takes")
    state = game._entries[-1].state
    if verify and entry.state != state:
        raise JournalError(
            f"{where}: leads to state {state or 'none'}, the journal says {entry.state or 'none'}"
        )
