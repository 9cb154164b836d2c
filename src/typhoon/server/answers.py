"""Answering what is asked of a table; every request is checked here, whoever sent it."""

from __future__ import annotations

import asyncio
import hashlib
from random import Random
from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.ruling import Refused, Ruling
from typhoon.server import requests as r
from typhoon.server import state
from typhoon.server.chat import SpeaksTooMuch
from typhoon.server.computers import NoAnswer
from typhoon.server.luck import luck_of
from typhoon.server.messages import HintFacts, Offer, Reply, RulingFacts, encode
from typhoon.server.seats import SPECTATOR, Holder, side_of
from typhoon.server.store import Asked, StoreError
from typhoon.server.table import GONE, Table

STALE = "stale"
"""What is asked belongs to another moment than the present one; the client is sent the state again."""
CHANGES = (r.Order, r.Undo, r.TakeBack, r.Chat, r.Pause, r.Name)


class NotAllowed(Exception):
    """A request that cannot be fulfilled; the message says why."""


class Clerk:
    """Answers for one table; what changes something is carried out once, however often it is sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._match = table.match

    async def answer(self, request: r.AnyRequest, holder: Holder) -> Reply:
        reply = Reply(id=request.id, ok=True, n=self._match.n)
        asked = asked_by(holder, request)
        try:
            if self.table.is_gone:
                raise NotAllowed(GONE)
            if asked is None or not self.table.remembers(asked):
                await self._fulfil(request, holder, reply, asked)
        except Refused as error:
            self._refuse(reply, error.ruling, getattr(request, "order", ""))
        except (NotAllowed, SpeaksTooMuch, StoreError, NoAnswer, OSError, EOFError) as error:
            reply.ok, reply.error = False, str(error)
        reply.n = self._match.n
        return reply

    async def _fulfil(self, request: r.AnyRequest, holder: Holder, reply: Reply, asked: Asked | None) -> None:
        match request:
            case r.Order():
                self._order(request, holder, asked)
            case r.PreviewOrder():
                self._must_decide(holder)
                game = self._supposing(request.after)
                reply.preview = game.preview(request.order)  # type: ignore[assignment]
            case r.Why():
                self._must_decide(holder)
                game = self._supposing(request.after)
                ruling = (
                    game.why_not(request.order) if request.after else self._why_not(request.order, holder)
                )
                if ruling is not None:
                    reply.ruling = RulingFacts(ruling.case, ruling.text, request.order)
            case r.Destinations():
                self._must_decide(holder)
                reply.destinations = self._match.game.destinations(request.units, request.verb)
            case r.Undo():
                self._undo(request, holder, asked)
            case r.TakeBack():
                self._take_back(request, holder, asked)
            case r.Chat():
                self.table.say(holder, request.text, asked)
            case r.Said():
                reply.chat = self.table.chat.before(request.before, holder.seat)
            case r.Name():
                self._must_sit(holder)
                self.table.call(holder.seat, request.name.strip(), asked)
            case r.Pause():
                self._pause(request, holder, asked)
            case r.ShowOverlay():
                reply.overlay = state.overlay_of(self._match.game, holder.side, request.overlay)
                if reply.overlay is None:
                    raise NotAllowed(f"there is no overlay '{request.overlay}'")
            case r.ShowLine():
                reply.line = state.line_of(self._match.game, holder.side, request.unit)
            case r.ShowLines():
                reply.lines = state.lines_of(self._match.game, holder.side)
            case r.Hint():
                await self._hint(holder, reply)
            case r.Luck():
                await self._luck(reply)

    def _supposing(self, order: str | None) -> Game:
        """The game as it would be after an order that reveals nothing."""
        game = self._match.game
        if order is None:
            return game
        if game.rules.secrets:
            raise NotAllowed("in a game with secrets nothing is tried out")
        twin = game.fork(Random(0))
        twin.push(order)
        if twin.entries[-1].dice:
            raise NotAllowed("dice would be rolled")
        return twin

    def _must_sit(self, holder: Holder) -> None:
        if holder.seat == SPECTATOR:
            raise NotAllowed("you are only watching")

    def _must_decide(self, holder: Holder) -> None:
        self._must_sit(holder)
        to_act = self._match.to_act
        rules = self._match.game.rules
        if to_act is None:
            raise Refused("", Ruling(rules.case_of_end, "the game is over"))
        if to_act != holder.side:
            raise Refused("", Ruling(rules.case_of_sequence, f"it is for the {to_act} side to decide"))

    def _order(self, request: r.Order, holder: Holder, asked: Asked | None) -> None:
        self._must_sit(holder)
        if request.n != self._match.n:
            raise NotAllowed(STALE)
        self._must_decide(holder)
        if holder.role and (ruling := self._why_not(request.order, holder)) is not None:
            raise Refused(request.order, ruling)
        self._match.carry_out(request.order, asked)

    def _why_not(self, order: str, holder: Holder) -> Ruling | None:
        """Why somebody may not give an order: it is not legal, or for another of the team to give."""
        return self._match.game.why_not(order) or self.table.showing.why_not_role(holder.role, order)

    def _undo(self, request: r.Undo, holder: Holder, asked: Asked | None) -> None:
        reason = self._match.why_not_undo(holder.side)
        if reason is not None:
            raise NotAllowed(f"cannot undo: {reason}")
        if request.n != self._match.n:
            raise NotAllowed(STALE)
        self._match.undo(asked)

    def _take_back(self, request: r.TakeBack, holder: Holder, asked: Asked | None) -> None:
        self._must_sit(holder)
        table, offer = self.table, self.table.offer
        if request.action == "offer":
            mine = self._match.last_of(holder.side)
            if mine is None:
                raise NotAllowed("you have given no order that could be taken back")
            if request.to != mine - 1:
                raise NotAllowed(STALE)
            # Those who share a side need no leave of one another.
            sides = {holder.side, *map(side_of, holder.seats)}
            if any(side_of(seat) not in sides for seat in table.seating.people):
                table.propose(Offer(holder.side, request.to), asked)
            else:
                self._match.rewind(request.to, asked)
        elif offer is None or offer.to != request.to:
            raise NotAllowed("there is no such offer to answer")
        elif request.action == "accept":
            if offer.by == holder.side:
                raise NotAllowed("the other side accepts the offer")
            self._match.rewind(request.to, asked)
        else:
            table.propose(None, asked)

    def _pause(self, request: r.Pause, holder: Holder, asked: Asked | None) -> None:
        if not holder.seats and not holder.owner:
            raise NotAllowed("you are only watching")
        self.table.pause(request.paused, request.pace, asked)

    async def _hint(self, holder: Holder, reply: Reply) -> None:
        self._must_decide(holder)
        order = await self.table.opponents.ask(holder.side, "staff", fresh=True)
        ruling = self.table.showing.why_not_role(holder.role, order)
        reply.hint = HintFacts(
            order, f"The staff proposes: {order}{f'; but {ruling.text}' if ruling else ''}."
        )

    async def _luck(self, reply: Reply) -> None:
        game = self._match.game
        if not state.secret_free(game.rules) and game.result is None:
            raise NotAllowed("luck is told when the game is over")
        reply.luck = await asyncio.to_thread(luck_of, game.journal.text())

    @staticmethod
    def _refuse(reply: Reply, ruling: Ruling, order: Any) -> None:
        reply.ok = False
        reply.error = "refused"
        reply.ruling = RulingFacts(ruling.case, ruling.text, str(order))


def asked_by(holder: Holder, request: r.AnyRequest) -> Asked | None:
    """What a request is known by when it is sent again; None when it changes nothing or has no id."""
    if not request.id or not isinstance(request, CHANGES):
        return None
    return Asked(holder.who, hashlib.sha256(encode(request)).hexdigest()[:32])
