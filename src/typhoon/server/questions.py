"""What takes long to work out, and is therefore asked of other processes.

A question knows how to answer itself from a replica of the game it is about.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from typhoon.drawing.share import share_page
from typhoon.engine.dice import KeyedDice
from typhoon.engine.display import SupplyLine
from typhoon.engine.game import Game
from typhoon.engine.history import History, history_of
from typhoon.engine.journal import Header, Record, Written, parse_journal
from typhoon.engine.replay import load, watch
from typhoon.engine.seat import Player, Seat
from typhoon.players import find_player
from typhoon.players.analysis import Analysis
from typhoon.players.meaning import meaning
from typhoon.server.luck import luck_of
from typhoon.server.match import summary_of
from typhoon.server.messages import LuckRow, ReportFacts, State, TableFacts
from typhoon.server.replica import Replica
from typhoon.server.state import lines_of, report_facts, state_of
from typhoon.server.store import Summary


class Choose(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    """Which order would a computer player give?"""

    side: str
    player: str
    seed: str
    fresh: bool = False
    """Whether the player begins to think anew, and is forgotten afterwards."""

    def answer(self, replica: Replica) -> str:
        return str(self.player_at(replica).choose(Seat(replica.game, self.side, replica.thinking)))

    def player_at(self, replica: Replica) -> Player:
        key = self.side, self.player
        player = None if self.fresh else replica.players.get(key)
        if player is None:
            player = find_player(self.player, replica.game.rules, self.side, self.seed, crew=replica.crew)
            if not self.fresh:
                replica.players[key] = player
        return player


class Advice(msgspec.Struct, frozen=True):
    """An order, and the plan behind it in words; no words where they have been told already."""

    order: str
    plan: list[str]


class Advise(msgspec.Struct, frozen=True, tag_field="type", tag="advise"):
    """Which order would a computer player give, and what does it mean by it?"""

    choice: Choose

    def answer(self, replica: Replica) -> Advice:
        choice, game = self.choice, replica.game
        player, seat = choice.player_at(replica), Seat(game, choice.side, replica.thinking)
        order, decision = player.choose(seat), game.decision
        assert decision is not None
        moment = choice.side, decision.turn, decision.phase
        others = [side for side in game.rules.sides if side != choice.side]
        is_theirs = any(decision.phase.startswith(f"{side} ") for side in others)
        if not choice.fresh and (is_theirs or replica.meant == moment):
            return Advice(str(order), [])  # whoever answers the enemy in his phase has no plan there
        replica.meant = moment
        return Advice(str(order), meaning(seat, player, order))


class TellLuck(msgspec.Struct, frozen=True, tag_field="type", tag="luck"):
    """How lucky was each side?"""

    def answer(self, replica: Replica) -> list[LuckRow]:
        return luck_of(replica)


class TraceLines(msgspec.Struct, frozen=True, tag_field="type", tag="lines"):
    """Which lines of communications do the units of a side have?"""

    side: str

    def answer(self, replica: Replica) -> dict[str, SupplyLine]:
        return lines_of(replica.game, self.side)


class TellReport(msgspec.Struct, frozen=True, tag_field="type", tag="report"):
    """What came of a turn, as far as a side may know?"""

    side: str
    number: int | None

    def answer(self, replica: Replica) -> ReportFacts:
        return report_facts(replica.game, self.side, self.number)


class TellHistory(msgspec.Struct, frozen=True, tag_field="type", tag="history"):
    """How did the game go, as a whole?"""

    def answer(self, replica: Replica) -> History:
        return history_of(_from_the_beginning(replica))


class MakeShare(msgspec.Struct, frozen=True, tag_field="type", tag="share"):
    """The game as one file."""

    title: str
    analysis: str = ""
    """Its analysis as JSON, as far as there is one."""

    def answer(self, replica: Replica) -> str:
        analysis = msgspec.json.decode(self.analysis, type=Analysis) if self.analysis else None
        return share_page(_from_the_beginning(replica), self.title, analysis)


def _from_the_beginning(replica: Replica) -> Iterator[Game]:
    return watch(replica.game.journal.text(secret=False))


class LookBack(msgspec.Struct, frozen=True, tag_field="type", tag="look back"):
    """What did a seat see at an earlier moment of a game that has so many ``orders`` by now?"""

    seat: str
    facts: TableFacts
    since: int
    orders: int

    def answer(self, replica: Replica) -> State:
        return state_of(replica.game, self.seat, self.facts, self.since, frozenset(), of=self.orders)


class CheckJournal(msgspec.Struct, frozen=True, tag_field="type", tag="journal"):
    """Can a game be gone on with from its journal?"""

    text: str
    to: int | None = None
    """The order after which to go on; None for the last."""

    def answer(self, _: Replica | None) -> CheckedJournal:
        if self.to is not None and self.to > (orders := len(parse_journal(self.text).entries)):
            raise ValueError(f"there is no order {self.to} to go on after; the journal has {orders}")
        game = load(self.text, to=self.to)
        if game.result is None and not isinstance(game.dice, KeyedDice):
            raise ValueError("a journal without its dice key can be looked at when it is over, not played on")
        journal = game.journal
        return CheckedJournal(journal.header, list(map(Written.of, journal.record)), summary_of(game))


class CheckedJournal(msgspec.Struct):
    """A journal that holds, and where its game stands."""

    header: Header
    written: list[Written]
    summary: Summary

    @property
    def record(self) -> Record:
        return [each.read for each in self.written]


Question = (
    Choose | Advise | TellLuck | TellReport | TellHistory | MakeShare | TraceLines | LookBack | CheckJournal
)
