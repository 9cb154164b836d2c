"""A game in play: the few calls that people, players, files, tests and the server all use."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from typhoon.engine.core import Chance, Core, Silent, carry_out, chances, picked, settle
from typhoon.engine.dice import Dice, DiceError, Die, KeyedDice, SealedDice
from typhoon.engine.events import Event, tell
from typhoon.engine.journal import Entry, Header, Journal, Record, TakeBack
from typhoon.engine.lots import Lot
from typhoon.engine.orders import Chooser, Concede, End, Order, Orders, OrderText, parse_order
from typhoon.engine.phase import Decision
from typhoon.engine.position import Position, Result
from typhoon.engine.preview import Preview
from typhoon.engine.questions import ask
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import CannotUndo, Refused, Ruling
from typhoon.engine.view import View


class Game:
    """A game in play.

    Made by ``typhoon.new``, ``build``, ``load`` or ``imagine``.
    """

    def __init__(self, position: Position, dice: Dice, header: Header) -> None:
        self.rules: Rules[Any] = position.rules
        self.position = position
        self.dice = dice
        self._header = header
        self._entries: list[Entry] = []
        """The orders that were not taken back."""
        self._record: Record = []
        self._takebacks = 0
        self._returns: dict[int, list[Event]] = {}
        """What is told of take-backs, by the number of the order that play went back to."""
        self._undoable = 0
        """How many of the last orders can be taken back."""
        self._barrier = "nothing has been done yet"
        self._orders: Orders | None = None
        self._events: list[Event] = []
        self._rolls: list[Die] = []
        self._number = 0
        """Number of the order that is being carried out; 0 before the first."""
        self.listener: Callable[[Event], None] | None = None
        """Told of every event as it happens, while the position is what it then is."""
        settle(position, self)
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
        name, prompt = self.rules.phase_in_play(pos), phase.prompt(pos)
        return Decision(side, name, prompt, pos.turn, phase.about, phase.part, phase.declining(pos))

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
        return self.rules.spelt(parse_order(order, self.rules.verbs))

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
        if isinstance(order, Concede):
            return None
        return pos.frames[-1].why_not(pos, order)

    def destinations(self, units: Sequence[str], verb: str = "") -> dict[str, float]:
        """Where units could go together by one way of moving, with the movement points it takes."""
        pos = self.position
        return pos.frames[-1].destinations(pos, units, verb) if pos.result is None else {}

    def preview(self, order: Order | str) -> Preview | None:
        """What an order would lead to; raises ``Refused`` when it is not legal."""
        order = self._legal(order)
        if isinstance(order, Concede):
            return None
        return self.position.frames[-1].preview(self.position, order)

    # Doing and undoing

    def push(self, order: Order | str) -> list[Event]:
        """Carry out an order, go on to the next decision, and tell what happened.

        Raises ``Refused``, with everything as before, when the order is not legal.
        """
        order = self._legal(order)
        pos, rules = self.position, self.rules
        phase, turn = pos.frames[-1], pos.turn
        decider = phase.decider(pos)
        self._events, self._rolls, self._orders = [], [], None
        self._number = len(self._entries) + 1
        side, name = rules.sides[decider], rules.phase_in_play(pos)
        entry = Entry(side, order, self._rolls, "", self._events, turn, name, phase.part)
        try:
            carry_out(pos, order, self)
        except Exception:
            self._go_back(self._undoable)
            raise
        if pos.turn != turn or pos.result is not None:
            entry.state = self.state_hash()
        self._entries.append(entry)
        self._record.append(entry)
        self._set_barrier(decider)
        return self._events

    def pop(self) -> Order | str:
        """Take back the last order; raises ``CannotUndo`` where something was revealed."""
        if not self._undoable:
            raise CannotUndo(f"cannot undo: {self._barrier}")
        self._go_back(self._undoable - 1)
        self._undoable -= 1
        self._record.pop()
        return self._entries.pop().order

    def why_not_pop(self) -> str | None:
        """Why the last order cannot be taken back; None when it can."""
        return None if self._undoable else self._barrier

    def why_not_take_back(self, to: int) -> str | None:
        """Why ``replay.take_back`` cannot take back the orders after number ``to``; None when it can.

        That they revealed something is no reason.
        """
        if self.position.result is not None:
            return "the game is over, and its dice key is known"
        if not 0 <= to < len(self._entries):
            return f"there is no order after {to}"
        if self._header.takebacks == "before-dice" and any(entry.dice for entry in self._entries[to:]):
            return "in this game nothing is taken back past dice"
        if concealed := self.rules.secrets.concealed:
            now = self.decision
            for entry in self._entries[to:]:
                if word := _seen(entry, concealed, now):
                    return f"the others have seen the {entry.side} {word}"
        return None

    def return_to(self, to: int, then: Position, line: int = 0) -> None:
        """Take back the orders after number ``to``, of which ``then`` is the position.

        That stays on record, dice fall afresh, and what a side has seen it knows.
        """
        if reason := self.why_not_take_back(to):
            raise CannotUndo(f"cannot take back: {reason}")
        before, self.position = self.position, then.copy()
        self.rules.secrets.remember(self.position, before)
        taken = self._entries[to:]
        del self._entries[to:]
        self._record.append(TakeBack(to, line))
        self._takebacks += 1
        # Where there are secrets some draws are: even their number is.
        dice = 0 if self.rules.secrets else sum(len(entry.dice) for entry in taken)
        facts = {"first": to + 1, "last": to + len(taken), "dice_fallen": dice}
        earlier = [event for n in sorted(self._returns) if n > to for event in self._returns.pop(n)]
        self._returns.setdefault(to, []).extend([*earlier, Event("takeback", facts)])
        self._stop_undoing("orders were taken back to here")

    def begin_lot(self, lot: Lot) -> None:
        """Let dice fall under a new key from now on, or as soon as it is complete."""
        if self.position.result is not None:
            raise ValueError("no die falls any more: the game is over")
        lot.at = len(self._record)
        self._header.lots.append(lot)
        self.dice = lot.dice or SealedDice()
        self._stop_undoing("the dice have a new key")

    def change_key(self, seed: int | str | None = None) -> None:
        """The key was shown, so let dice fall under another, if any are to come and there was one."""
        if self.position.result is None and self._header.lots:
            self.begin_lot(Lot.of(KeyedDice.from_seed(seed)))

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
            rules=self.rules.version,
            scenario=self._header.scenario,
            options=self._header.options,
            side=side,
            turn=pos.turn,
            last_turn=self.rules.last_turn,
            date=self.rules.date(pos.turn),
            phase=self.rules.phase_in_play(pos),
            decision=decision,
            position=self.rules.snapshot(pos, side),
            offers=self.orders.offers() if mine else None,
            scores=self.rules.scores(pos),
            forecast=self.rules.prospects.told(pos),
            result=pos.result,
            orders_given=len(self._entries),
        )

    @property
    def journal(self) -> Journal:
        """Set-up, orders and dice so far."""
        result = self.position.result
        return Journal(self._header, list(self._record), result.level if result else "")

    @property
    def entries(self) -> Sequence[Entry]:
        """The orders so far with their dice and events: the record itself, to be read only."""
        return self._entries

    @property
    def log(self) -> list[Event]:
        """Everything that happened so far, and where orders were taken back."""
        found = [*self.opening, *self.returns_to(0)]
        for number, entry in enumerate(self._entries, start=1):
            found += [*entry.events, *self.returns_to(number)]
        return found

    @property
    def record(self) -> Sequence[Entry | TakeBack]:
        """Every order that was ever given, and every take-back: the record itself, to be read only."""
        return self._record

    @property
    def takebacks(self) -> int:
        """How often orders were taken back, whatever they revealed."""
        return self._takebacks

    def returns_to(self, order: int) -> Sequence[Event]:
        """What is told of take-backs to the moment after an order."""
        return self._returns.get(order, ())

    def told(self, event: Event) -> str:
        """An event as a sentence."""
        return tell(event, self.rules)

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
        twin.listener = None
        twin._entries, twin._undoable, twin._orders = list(self._entries), 0, None
        twin._record = list(self._record)
        twin._base = twin.position.copy()
        twin._barrier = "this is where the copy was made"
        # Whoever thinks in the copy must not see the dice to come.
        twin._header = msgspec.structs.replace(self._header, lots=[])
        return twin

    def think(self, rng: Chooser) -> Core:
        """The bare position with chance of its own, for whoever may know all of it."""
        return Core(self.position.copy(), rng)

    def chances(self, order: Order | str) -> list[Chance] | None:
        """Every outcome of an order with its probability; None when there are too many to list."""
        return chances(self.position, self._legal(order))

    def ask(self, question: str, *about: str) -> Any:
        """What the rules say of the position, as ``ask("zone", "2504")``; ``rules.questions`` has all."""
        return ask(self.position, question, about)

    # The umpire's part

    def roll(self, purpose: str, sides: int = 6) -> int:
        return self._roll(purpose, sides, 1)[0]

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        return self._roll(purpose, 6, count) if count else []

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        size = sum(counts)
        return picked(self._roll(purpose, size, 1)[0] - 1 if size > 1 else 0, counts)

    def _roll(self, purpose: str, sides: int, count: int) -> list[int]:
        thrown = self._rolls
        if thrown and thrown[-1].purpose == purpose:
            purpose += " again"  # so that a journal need not tell where one throw ends and the next begins
        label = f"{purpose}|{self._number}|{len(thrown)}"
        if self._takebacks:  # what fell once does not fall again
            label += f"|{self._takebacks}"
        values = self.dice.throw(label, sides, count)
        thrown.extend([Die(purpose, value, sides) for value in values])
        return values

    def tell(self, kind: str, /, **facts: Any) -> None:
        self._told(Event(kind, facts))

    def tell_side(self, only: str, kind: str, /, **facts: Any) -> None:
        """Tell something that only one side may know."""
        self._told(Event(kind, facts, only))

    def _told(self, event: Event) -> None:
        self._events.append(event)
        if self.listener is not None:
            self.listener(event)

    def _go_back(self, keep: int) -> None:
        """Set the position to where it was after so many of the orders that can be taken back.

        Taking back is rare and an order is quick to repeat, so no positions are kept but one.
        """
        self.position = pos = self._base.copy()
        self._orders = None
        first = len(self._entries) - self._undoable
        for entry in self._entries[first : first + keep]:
            assert isinstance(entry.order, Order)
            carry_out(pos, entry.order, NO_CHANCE)

    def _legal(self, order: Order | str) -> Order:
        if isinstance(order, str):
            try:
                order = self.parse(order)
            except OrderText as error:
                raise Refused(order, Ruling(self.rules.case_of_sequence, str(error))) from error
        elif self._orders is not None and order is self._orders.sampled:
            return order
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
        self._stop_undoing(self._barrier)

    def _stop_undoing(self, reason: str) -> None:
        """What was ordered up to now cannot be undone as if nothing had been revealed."""
        self._barrier, self._undoable, self._orders = reason, 0, None
        self._base = self.position.copy()


class _NoChance(Silent):
    """An umpire for repeating orders that left nothing to chance."""

    def _one(self, purpose: str, values: Sequence[int]) -> int:
        raise DiceError(f"{purpose}: an order that took no die takes one now")

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        if count:
            raise DiceError(f"{purpose}: an order that took no dice takes some now")
        return []

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        raise DiceError(f"{purpose}: an order that drew nothing draws now")


NO_CHANCE = _NoChance()


def _seen(entry: Entry, concealed: frozenset[str], now: Decision | None) -> str:
    """The concealed phase, or part of one, in which something was done and which is over; or nothing."""
    words = [word for word in (entry.phase, entry.part) if word in concealed]
    if not words or isinstance(entry.order, End):
        return ""
    if now is None or (now.turn, now.side, now.phase) != (entry.turn, entry.side, entry.phase):
        return words[0]
    return "" if entry.phase in words or now.part == entry.part else words[0]
