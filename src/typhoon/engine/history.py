"""A finished game as a whole: points by turn, what turned it, losses, battles and their luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from typhoon.engine.chronicle import changes, end_of_turn, holder
from typhoon.engine.events import Event, with_capitals
from typhoon.engine.game import Game
from typhoon.engine.tidings import Fought
from typhoon.hexgrid import bits

MOST_MOMENTS = 5
MOST_BATTLES = 8


class TurnMark(msgspec.Struct, frozen=True):
    """How the game stood when a turn ended, or with the last one when it was over."""

    turn: int
    date: str
    points: dict[str, float]
    """Victory points of each side, as they would have been counted."""
    margin: float
    """What the first side could expect to win by; below 0 to lose by."""
    lost: dict[str, int]
    """Units that each side had lost by then."""


class Moment(msgspec.Struct, frozen=True):
    """An order that changed what could be expected of the game."""

    n: int
    turn: int
    text: str
    swing: float
    """By how much, for the first side."""
    side: str = ""
    """Who attacked, where it was a battle."""
    hexes: tuple[str, ...] = ()
    luck: float | None = None


class Town(msgspec.Struct, frozen=True):
    """A place of which we know who held it in 1941 and 1942."""

    name: str
    hexes: tuple[str, ...]
    holder: str
    """Who held it at the end of the game; empty when it was divided ..."""
    then: str
    """... and who in history on that day."""


class Ground(msgspec.Struct, frozen=True):
    """The ground that was won between the beginning and the end, beside history."""

    won: dict[str, list[str]]
    """The hexes that each party held at the end, but not at the beginning."""
    towns: list[Town]
    day: str
    """The day that the game ended on; empty when turns have no dates, and history is not told."""


class History(msgspec.Struct, frozen=True):
    sides: tuple[str, ...]
    turns: list[TurnMark]
    moments: list[Moment]
    """Those that turned the game most, in the order in which they came."""
    battles: list[Moment]
    """The battles with the greatest consequences, the greatest first."""
    attacks: dict[str, int]
    """How many each side made."""
    level: str
    winner: str
    ground: Ground


def history_of(games: Iterator[Game]) -> History:
    """The history of a game that is watched from its beginning to its end."""
    game = next(games)
    book = _Book(game)
    for now in games:
        book.note(now)
    return book.history()


class Surveyor:
    """Says what ground was won since a game was set up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._start, self._is_set_up = self._held(), game.position.step >= 0

    def note(self) -> None:
        """The game has gone on: what is set up is no conquest."""
        if not self._is_set_up:
            self._start, self._is_set_up = self._held(), self.game.position.step >= 0

    def _held(self) -> Mapping[str, int]:
        return self.game.rules.annals.ground(self.game.position)

    def ground(self) -> Ground:
        held, grid = self._held(), self.game.rules.grid
        won = {party: hexes & ~self._start.get(party, 0) for party, hexes in held.items()}
        day = end_of_turn(self.game.rules, self.game.position.turn)
        towns = [
            Town(
                name,
                tuple([grid.name[hex_] for hex_ in bits(hexes)]),
                next((party for party in held if not hexes & ~held[party]), ""),
                holder(name, day),
            )
            for name, hexes in self.game.rules.annals.places.items()
            if day and name in changes()
        ]
        return Ground(
            {party: [grid.name[hex_] for hex_ in bits(hexes)] for party, hexes in won.items()},
            towns,
            f"{day.day} {day:%B %Y}" if day else "",
        )


class _Book:
    """What is noted while a game goes by."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.sides = game, game.rules, game.rules.sides
        self.turn = game.position.turn
        self.margin = self._margin()
        self.surveyor = Surveyor(game)
        self.marks: dict[int, TurnMark] = {}
        self.moments: list[Moment] = []

    def note(self, game: Game) -> None:
        """Take in what an order has changed; after a take-back what came of others is forgotten."""
        n, margin = len(game.entries), self._margin()
        known = self.moments[-1].n if self.moments else 0
        if n <= known:
            self.moments = [moment for moment in self.moments if moment.n <= n]
        else:
            swing, result = margin - self.margin, game.result
            if result is not None and result.winner:  # whoever wins by an order gains by it
                swing = abs(swing) if result.winner == self.sides[0] else -abs(swing)
            self.moments.append(self._moment(n, swing))
        self.surveyor.note()
        if game.position.turn > self.turn:
            self.marks[self.turn] = self._mark(self.turn)
        self.turn, self.margin = game.position.turn, margin

    def _moment(self, n: int, swing: float) -> Moment:
        entry = self.game.entries[n - 1]
        fights = [self.rules.fought(e) for e in entry.events if self.rules.tiding(e) == "battle"]
        # What merely lies between two phases turns nothing.
        told = [self.game.told(e) for e in entry.events if self.rules.tiding(e) in ("place", "loss", "move")]
        text = _battle(fights[0]) if fights else " ".join(told[:1])
        return Moment(
            n,
            self.turn,
            with_capitals(text, self.sides),
            round(swing, 2),
            fights[0].side if fights else "",
            fights[0].hexes if fights else (),
            fights[0].luck if fights else None,
        )

    def history(self) -> History:
        self.marks[self.turn] = self._mark(self.turn)
        ranked = sorted([m for m in self.moments if m.text], key=lambda moment: -abs(moment.swing))
        turning = [moment for moment in ranked[:MOST_MOMENTS] if moment.swing]
        attacks = [moment.side for moment in self.moments if moment.side]
        result = self.game.result
        return History(
            self.sides,
            [self.marks[turn] for turn in sorted(self.marks)],
            sorted(turning, key=lambda moment: moment.n),
            [moment for moment in ranked if moment.side][:MOST_BATTLES],
            {side: attacks.count(side) for side in self.sides},
            result.level if result else "",
            result.winner if result else "",
            self.surveyor.ground(),
        )

    def _margin(self) -> float:
        return self.rules.evaluate(self.game.position, self.sides[0])

    def _mark(self, turn: int) -> TurnMark:
        points = dict.fromkeys(self.sides, 0.0)
        for score in self.rules.scores(self.game.position):
            points[score.side] = points.get(score.side, 0.0) + score.points
        return TurnMark(turn, self.rules.date(turn), points, round(self._margin(), 2), self._lost())

    def _lost(self) -> dict[str, int]:
        """Units that are told of as lost so far."""
        told = [event for entry in self.game.entries for event in entry.events]
        gone = {u for event in told if self.rules.tiding(event) == "loss" for u in _units(event)}
        owners = [self.rules.whose(unit) for unit in gone if unit in self.rules.unit_number]
        return {side: owners.count(side) for side in sorted({*owners, *self.sides})}


def _units(event: Event) -> Iterator[str]:
    for word in ("unit", "units"):
        value = event.facts.get(word, ())
        yield from (value,) if isinstance(value, str) else value


def _battle(fought: Fought) -> str:
    where = " and ".join(fought.hexes)
    who = ", ".join(fought.units) or "somebody"
    odds = f" ({fought.odds})" if fought.odds else ""
    verb = "attack" if len(fought.units) > 1 else "attacks"
    return f"{who} {verb} {where}{odds}: {fought.text or fought.result}."
