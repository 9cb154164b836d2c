"""A game in play: the few calls that people, players, files, tests and the server all use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from typhoon.engine.dice import Dice, DiceError, GivenDice, KeyedDice
from typhoon.engine.events import Event, tell
from typhoon.engine.journal import Entry, Header, Journal, JournalError, parse_journal
from typhoon.engine.orders import Chooser, Order, Orders, OrderText, parse_order
from typhoon.engine.phase import Decision, Umpire
from typhoon.engine.position import Position, Result
from typhoon.engine.preview import Preview
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import CannotUndo, Refused, Ruling
from typhoon.engine.view import View


class Game:
    """A game in play.

    Made by :func:`new`, :func:`build`, :func:`load` or :func:`imagine`.
    """

    def __init__(self, rules: Rules[Any], position: Position, dice: Dice, header: Header) -> None:
        self.rules = rules
        self.position = position
        self.dice = dice
        self._header = header
        self._entries: list[Entry] = []
        self._undoable = 0
        """How many of the last orders can be taken back."""
        self._barrier = "nothing has been done yet"
        self._orders: Orders | None = None
        self._events: list[Event] = []
        self._rolls: list[tuple[str, int]] = []
        self._number = 0
        """Number of the order that is being carried out; 0 before the first."""
        self._settle(self)
        self.opening = self._events
        """What happened before the first order."""
        header.dice = self._rolls
        self._base = position.copy()
        """The position before the orders that can be taken back."""

    # What is to be decided

    @property
    def decision(self) -> Decision | None:
        """Who must choose now, and about what; None when the game is over."""
        pos = self.position
        if pos.result is not None:
            return None
        phase = pos.frames[-1]
        side = self.rules.sides[phase.decider(pos)]
        return Decision(side, self.rules.phase_in_play(pos), phase.prompt(pos), pos.turn)

    @property
    def orders(self) -> Orders:
        """All legal orders, listed only as far as they are asked for."""
        if self._orders is None:
            pos = self.position
            parts = pos.frames[-1].orders(pos) if pos.result is None else ()
            self._orders = Orders(parts, lambda order: self.why_not(order) is None)
        return self._orders

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.position.result

    def parse(self, order: str) -> Order:
        """The order that a text spells; raises ``OrderText`` when it spells none."""
        return parse_order(order, self.rules.order_kinds)

    def why_not(self, order: Order | str) -> Ruling | None:
        """Why an order may not be given now; None when it may."""
        if isinstance(order, str):
            try:
                order = self.parse(order)
            except OrderText as error:
                return Ruling(self.rules.case_of_sequence, str(error))
        pos = self.position
        if pos.result is not None:
            return Ruling(self.rules.case_of_end, "the game is over")
        return pos.frames[-1].why_not(pos, order)

    def preview(self, order: Order | str) -> Preview | None:
        """What an order would lead to; raises ``Refused`` when it is not legal."""
        order = self._legal(order)
        return self.position.frames[-1].preview(self.position, order)

    # Doing and undoing

    def push(self, order: Order | str) -> list[Event]:
        """Carry out an order, go on to the next decision, and tell what happened.

        Raises ``Refused``, with everything as before, when the order is not legal.
        """
        order = self._legal(order)
        pos = self.position
        phase = pos.frames[-1]
        decider = phase.decider(pos)
        self._events, self._rolls, self._orders = [], [], None
        self._number = len(self._entries) + 1
        entry = Entry(self.rules.sides[decider], order, self._rolls, events=self._events)
        entry.turn, entry.phase = pos.turn, self.rules.phase_in_play(pos)
        try:
            phase.apply(pos, order, self)
            self._settle(self)
        except Exception:
            self._go_back(self._undoable)
            raise
        if pos.turn != entry.turn or pos.result is not None:
            entry.state = self.state_hash()
        self._entries.append(entry)
        self._set_barrier(decider)
        return self._events

    def pop(self) -> Order | str:
        """Take back the last order; raises ``CannotUndo`` where something was revealed."""
        if not self._undoable:
            raise CannotUndo(f"cannot undo: {self._barrier}")
        self._go_back(self._undoable - 1)
        self._undoable -= 1
        return self._entries.pop().order

    def why_not_pop(self) -> str | None:
        """Why the last order cannot be taken back; None when it can."""
        return None if self._undoable else self._barrier

    # Looking at it

    def view(self, side: str) -> View:
        """What one side may know, with the orders it may give."""
        if side not in self.rules.sides:
            raise ValueError(f"no side '{side}'; there are {', '.join(self.rules.sides)}")
        pos = self.position
        decision = self.decision
        mine = decision is not None and decision.side == side
        if decision is not None and not mine:
            decision = msgspec.structs.replace(decision, prompt="")
        return View(
            game=self._header.game,
            scenario=self._header.scenario,
            options=self._header.options,
            side=side,
            turn=pos.turn,
            date=self.rules.date(pos.turn),
            phase=self.rules.phase_in_play(pos),
            decision=decision,
            position=self.rules.redact(self.rules.snapshot(pos), side),
            offers=self.orders.offers() if mine else None,
            scores=self.rules.scores(pos),
            result=pos.result,
            orders_given=len(self._entries),
        )

    @property
    def journal(self) -> Journal:
        """Set-up, orders and dice so far."""
        result = self.position.result
        return Journal(self._header, list(self._entries), result.level if result else "")

    @property
    def log(self) -> list[Event]:
        """Everything that happened so far."""
        return [*self.opening, *(event for entry in self._entries for event in entry.events)]

    def told(self, event: Event) -> str:
        """An event as a sentence."""
        return tell(event, self.rules.story)

    def state_hash(self) -> str:
        """Sixteen hex digits that name the position."""
        snapshot = msgspec.json.encode(self.rules.snapshot(self.position), order="sorted")
        return hashlib.sha256(snapshot).hexdigest()[:16]

    def fork(self, rng: Chooser) -> Game:
        """The same position with dice of its own: for trying things out."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.position = self.position.copy()
        twin.dice = KeyedDice.from_seed(str(rng.random()))
        twin._entries, twin._undoable, twin._orders = list(self._entries), 0, None
        twin._base = twin.position.copy()
        twin._barrier = "this is where the copy was made"
        # Whoever thinks in the copy must not see the dice to come.
        twin._header = msgspec.structs.replace(self._header, commitment="", key="")
        return twin

    # The umpire's part

    def roll(self, purpose: str, sides: int = 6) -> int:
        label = f"{purpose}|{self._number}|{len(self._rolls)}"
        value = self.dice.roll(label, sides)
        self._rolls.append((purpose, value))
        return value

    def tell(self, kind: str, /, **facts: Any) -> None:
        self._events.append(Event(kind, facts))

    def _settle(self, umpire: Umpire) -> None:
        """Go on until somebody must decide, or the game is over."""
        pos = self.position
        while pos.result is None:
            if not pos.frames:
                self.rules.next_phase(pos, umpire)
            elif pos.frames[-1].proceed(pos, umpire):
                return

    def _go_back(self, keep: int) -> None:
        """Set the position to where it was after so many of the orders that can be taken back.

        Taking back is rare and an order is quick to repeat, so no positions are kept but one.
        """
        self.position = pos = self._base.copy()
        self._orders = None
        first = len(self._entries) - self._undoable
        for entry in self._entries[first : first + keep]:
            assert isinstance(entry.order, Order)
            pos.frames[-1].apply(pos, entry.order, SILENT)
            self._settle(SILENT)

    def _legal(self, order: Order | str) -> Order:
        if isinstance(order, str):
            try:
                order = self.parse(order)
            except OrderText as error:
                raise Refused(order, Ruling(self.rules.case_of_sequence, str(error))) from error
        ruling = self.why_not(order)
        if ruling is not None:
            raise Refused(order, ruling)
        return order

    def _set_barrier(self, decider: int) -> None:
        pos = self.position
        if self._rolls:
            self._barrier = "a die was rolled"
        elif pos.result is not None:
            self._barrier = "the game is over"
        elif pos.frames[-1].decider(pos) != decider:
            self._barrier = "the decision has passed to the other side"
        else:
            self._undoable += 1
            return
        self._undoable = 0
        self._base = pos.copy()


class _Silent:
    """An umpire for repeating orders that took no dice."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        raise DiceError(f"{purpose}: an order that took no die takes one now")

    def tell(self, kind: str, /, **facts: Any) -> None:
        pass


SILENT = _Silent()


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
    rules = find_rules(view.game, charts)
    snapshot = rules.guess(view.position, rng)
    pos = rules.restore(snapshot, view.options)
    return _begin(rules, pos, view.scenario, view.options, snapshot, str(rng.random()), None)


def load(text: str, *, charts: str | Path | None = None, to: int | None = None, verify: bool = True) -> Game:
    """Replay a journal, as far as order ``to`` when that is given.

    Orders are always checked; ``verify`` also checks the dice against the key and the positions
    against the state hashes.  Raises ``JournalError`` naming the line.
    """
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
        rules = find_rules(header.game, charts)
        options = rules.checked_options(header.options)
        if header.rules != rules.version:
            raise JournalError(
                f"rules version {header.rules} is not known; this program plays {rules.version}"
            )
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
