"""Replaying journals, with everything checked on the way."""

from __future__ import annotations

from pathlib import Path

from typhoon.engine.dice import DiceError, GivenDice, KeyedDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, Header, JournalError, parse_journal
from typhoon.engine.registry import find_rules
from typhoon.engine.ruling import Refused


def load(text: str, *, charts: str | Path | None = None, to: int | None = None, verify: bool = True) -> Game:
    """Replay a journal, as far as order ``to`` when that is given.

    Orders are always checked; ``verify`` also checks the dice against the key and the positions
    against the state hashes.  Raises ``JournalError`` naming the line.
    """
    if to is not None and to < 0:
        raise ValueError(f"a journal cannot be replayed to order {to}")
    journal = parse_journal(text)
    keyed = _keyed_dice(journal.header)
    given = GivenDice(key=keyed.key if keyed and verify else None)
    game = _start_of(journal.header, charts, given)
    for number, entry in enumerate(journal.entries[:to], start=1):
        _replay(game, entry, number, given, verify)
    game.dice = keyed or given
    if verify and to is None:
        level = game.result.level if game.result else ""
        if level != journal.result:
            raise JournalError(f"the journal ends with result '{journal.result}', the game with '{level}'")
    return game


def _keyed_dice(header: Header) -> KeyedDice | None:
    if not header.key:
        return None
    dice = KeyedDice(bytes.fromhex(header.key))
    if dice.commitment != header.commitment:
        raise JournalError("the dice key does not fit the dice commitment")
    return dice


def _start_of(header: Header, charts: str | Path | None, given: GivenDice) -> Game:
    try:
        rules = find_rules(header.game, charts, header.rules)
        options = rules.checked_options(header.options)
        if header.charts != rules.data.digest:
            need = f"charts {header.charts}" if header.charts else "the program's own charts"
            raise JournalError(f"the game was played with {need}: replay it with the same")
        if header.start is not None:
            pos = rules.restore(header.start, options)
        elif header.scenario in [s.id for s in rules.about.scenarios]:
            pos = rules.start(header.scenario, options)
        else:
            raise JournalError(f"{header.game} has no scenario '{header.scenario}'")
    except JournalError:
        raise
    except ValueError as error:
        raise JournalError(str(error)) from error
    written = header.dice
    given.rolls = [value for _, value in written]
    try:
        game = Game(rules, pos, given, header)
    except DiceError as error:
        raise JournalError(f"the opening: {error}") from error
    if given.rolls or _purposes(written) != _purposes(header.dice):
        raise JournalError("the opening: the dice written down are not the dice it takes")
    return game


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
