"""Replaying journals, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from typhoon.engine.data import DataError
from typhoon.engine.dice import Dice, DiceError, Die, GivenDice, SealedDice
from typhoon.engine.game import Game
from typhoon.engine.journal import (
    Entry,
    Journal,
    JournalError,
    TakeBack,
    Written,
    moment_after,
    parse_journal,
)
from typhoon.engine.lots import Lot
from typhoon.engine.position import Position
from typhoon.engine.registry import UnknownGame, UnknownVersion, find_rules, law_of
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import CannotUndo, Refused


def load(text: str, *, charts: str | Path | None = None, to: int | None = None, verify: bool = True) -> Game:
    """Replay a journal, as far as order ``to`` when that is given.

    Orders are always checked; ``verify`` also checks the dice against the keys and the positions
    against the state hashes.  Raises ``JournalError`` naming the line, also for a finished game without its
    key; of others ``game.journal.unchecked`` says whether there were keys to check all dice.
    """
    if to is not None and to < 0:
        raise ValueError(f"a journal cannot be replayed to order {to}")
    journal = parse_journal(text)
    _check_lots(journal)
    record, header = journal.record, journal.header
    if to is not None:
        record = record[: moment_after(record, to)]
        header.lots = [lot for lot in header.lots if lot.at <= len(record)]
    given = GivenDice()
    given.key = _key(journal.lot_at(-1)) if verify else None
    game = _start_of(journal, charts, given)
    for _ in _played(journal, record, game, given, verify):
        pass
    game.dice = _dice_to_come(journal, len(record), given)
    if verify and to is None:
        level = game.result.level if game.result else ""
        if level != journal.result:
            ends = f"the journal ends with result '{journal.result}', the game with '{level}'"
            raise JournalError(journal.at("result") + ends)
    if verify and journal.result and not header.given and (reason := journal.unchecked):
        where = journal.at("result")
        raise JournalError(f"{where}the game is over, but its dice cannot be checked: {reason}")
    return game


def walk(text: str, *, charts: str | Path | None = None) -> Iterator[tuple[Game, Entry | None]]:
    """Replay a journal order by order: the game before each of them that was not taken back, and the order;
    at last the game as it ends, and none.
    """
    journal, given = parse_journal(text), GivenDice()
    game = _start_of(journal, charts, given)
    taken_back: set[int] = set()
    orders: list[int] = []
    for index, each in enumerate(journal.record):
        if isinstance(each, TakeBack):
            taken_back.update(orders[each.to :])
            del orders[each.to :]
        else:
            orders.append(index)
    if journal.record and 0 not in taken_back and isinstance(journal.record[0], Entry):
        yield game, journal.record[0]
    for index in _played(journal, journal.record, game, given, verify=False):
        coming = journal.record[index + 1] if index + 1 < len(journal.record) else None
        if coming is None:
            yield game, None
        elif isinstance(coming, Entry) and index + 1 not in taken_back:
            yield game, coming


def watch(text: str, charts: str | Path | None = None) -> Iterator[Game]:
    """The game of a journal before its first order, and after every thing on record; always the same one."""
    journal, given = parse_journal(text), GivenDice()
    game = _start_of(journal, charts, given)
    yield game
    for _ in _played(journal, journal.record, game, given, verify=False):
        yield game


def branch(game: Game, line: Iterable[Written]) -> Iterator[Game]:
    """A game as it would go on by other orders and dice than its own, after each of them; it stays itself."""
    twin, given = game.fork(Random(0)), GivenDice()
    twin.dice = given
    for each in line:
        _replay(twin, Entry(each.side, each.text, each.dice), given, verify=False)
        yield twin


def _played(
    journal: Journal, record: Sequence[Entry | TakeBack], game: Game, given: GivenDice, verify: bool
) -> Iterator[int]:
    """Play a record through, one thing after another."""
    passed = Passed(each.to if isinstance(each, TakeBack) else None for each in record)
    passed.note(-1, game.position)
    for index, each in enumerate(record):
        if isinstance(each, TakeBack):
            _go_back(game, each, passed.before(index))
        else:
            given.key = _key(journal.lot_at(index)) if verify else None
            _replay(game, each, given, verify)
        passed.note(index, game.position)
        yield index


def take_back(game: Game, to: int, charts: str | Path | None = None) -> Game:
    """The same game after all orders since number ``to`` were taken back, whatever they revealed.

    Raises ``CannotUndo`` when they cannot be.  The take-back stays on record, and dice fall afresh.
    """
    if reason := game.why_not_take_back(to):
        raise CannotUndo(f"cannot take back: {reason}")
    again = load(f"{game.journal}{TakeBack(to)}\n", charts=charts, verify=False)
    again.dice = game.dice
    return again


class Passed:
    """The positions that a record goes back to, kept as they are passed.

    ``returns`` says of each thing in the record to which order play goes back, None where it goes on.
    """

    def __init__(self, returns: Iterable[int | None]) -> None:
        self._goals: dict[int, int] = {}
        orders = [-1]
        for index, to in enumerate(returns):
            if to is None:
                orders.append(index)
            else:
                del orders[to + 1 :]
                self._goals[index] = orders[-1]
        self._wanted = set(self._goals.values())
        self._positions: dict[int, Position] = {}

    def note(self, index: int, position: Position) -> None:
        """Keep the position after something in the record, if need be; -1 is before the first order."""
        goal = self._goals.get(index, index)  # after a take-back more may be known
        if goal in self._wanted:
            self._positions[goal] = position.copy()

    def before(self, index: int) -> Position:
        """The position that a take-back goes back to."""
        return self._positions[self._goals[index]]


def _go_back(game: Game, takeback: TakeBack, then: Position) -> None:
    try:
        game.return_to(takeback.to, then, takeback.line)
    except CannotUndo as error:
        raise JournalError(f"line {takeback.line}: '{takeback}': {error}") from error


def _check_lots(journal: Journal) -> None:
    """Whether every key fits what was committed to."""
    for number, lot in enumerate(journal.header.lots, start=1):
        line, wrong = lot.misfit
        if wrong:
            raise JournalError(f"{journal.at(f'{line} of lot {number}')}{wrong}")


def _key(lot: Lot | None) -> bytes | None:
    dice = lot.dice if lot else None
    return dice.key if dice else None


def _dice_to_come(journal: Journal, index: int, given: GivenDice) -> Dice:
    lot = journal.lot_at(index)
    if lot is None or not lot.key:
        given.key = None
        return given
    return lot.dice or SealedDice()


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
    given.rolls = [die.value for die in written]
    try:
        game = Game(pos, given, header)
    except DiceError as error:
        raise JournalError(f"{journal.at('opening die')}the opening: {error}") from error
    if given.rolls or not _same_dice(written, header.dice):
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


def _same_dice(written: list[Die], thrown: list[Die]) -> bool:
    """Whether dice were written down as they fell, with their sides."""
    return [(die.purpose, die.sides) for die in written] == [(die.purpose, die.sides) for die in thrown]


def _replay(game: Game, entry: Entry, given: GivenDice, verify: bool) -> None:
    where = f"line {entry.line}: order {len(game.entries) + 1}, '{entry.order}'"
    decision = game.decision
    if decision is None:
        raise JournalError(f"{where}: the game is over")
    if decision.side != entry.side:
        raise JournalError(f"{where}: it is for {decision.side} to decide, not {entry.side}")
    given.rolls = [die.value for die in entry.dice]
    try:
        game.push(str(entry.order))
    except Refused as error:
        raise JournalError(f"{where}: {error.ruling}") from error
    except DiceError as error:
        raise JournalError(f"{where}: {error}") from error
    if given.rolls or not _same_dice(entry.dice, game.entries[-1].dice):
        raise JournalError(f"{where}: the dice written down are not the dice this order takes")
    state = game.entries[-1].state
    if verify and entry.state != state:
        raise JournalError(
            f"{where}: leads to state {state or 'none'}, the journal says {entry.state or 'none'}"
        )
