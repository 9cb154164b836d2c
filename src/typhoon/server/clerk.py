"""Answering what is asked of a table; every request is checked here, whoever sent it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable
from random import Random
from typing import Any

from typhoon.engine.advice import proposal, reason
from typhoon.engine.display import SupplyLine
from typhoon.engine.game import Game
from typhoon.engine.history import History
from typhoon.engine.offers import offer_of
from typhoon.engine.ruling import CannotUndo, Refused, Ruling
from typhoon.players.lines import Line
from typhoon.server import requests as r
from typhoon.server import state
from typhoon.server.analysts import Analysts
from typhoon.server.casting import CannotCast
from typhoon.server.chat import SpeaksTooMuch
from typhoon.server.computers import Computers, NoAnswer
from typhoon.server.messages import (
    AnalysisFacts,
    HintFacts,
    LuckRow,
    Offer,
    Reply,
    ReportFacts,
    RulingFacts,
    encode,
)
from typhoon.server.once import Once
from typhoon.server.opponents import seed_of
from typhoon.server.questions import (
    Advice,
    Advise,
    Choose,
    MakeShare,
    Question,
    TellHistory,
    TellLuck,
    TellReport,
    TraceLines,
)
from typhoon.server.seats import SPECTATOR, Holder, side_of
from typhoon.server.store import Asked, StoreError
from typhoon.server.table import GONE, Table

STALE = "stale"
"""What is asked belongs to another moment than the present one; the client is sent the state again."""
CHANGES = (r.Order, r.Undo, r.TakeBack, r.Secret, r.Chat, r.Pause, r.Name)
SLOW = (r.ShowLines, r.Hint, r.Luck, r.AskReport, r.AskHistory, r.AskShare, r.AskAnalysis)
"""What is worked out by other processes, or waits for them."""


class NotAllowed(Exception):
    """A request that cannot be fulfilled; the message says why."""


class Clerk:
    """Answers for one table; what changes something is carried out once, however often it is sent."""

    def __init__(self, table: Table, computers: Computers, analysts: Analysts) -> None:
        self.table = table
        self._match = table.match
        self._computers = computers
        self._analysts = analysts
        self._once = Once()
        self._changing = asyncio.Lock()
        self.busy = 0
        """How many requests are being answered."""

    async def answer(self, request: r.AnyRequest, holder: Holder) -> Reply:
        reply = Reply(id=request.id, ok=True, n=self._match.n)
        asked = asked_by(holder, request)
        self.busy += 1
        try:
            if self.table.is_gone:
                raise NotAllowed(GONE)
            if isinstance(request, CHANGES):
                async with self._changing:
                    if asked is None or not self.table.remembers(asked):
                        await self._change(request, holder, asked)
            else:
                await self._tell(request, holder, reply)
        except Refused as error:
            self._refuse(reply, error.ruling, getattr(request, "order", ""))
        except (NotAllowed, CannotCast, CannotUndo, SpeaksTooMuch, StoreError, NoAnswer) as error:
            reply.ok, reply.error = False, str(error)
        finally:
            self.busy -= 1
        reply.n = self._match.n
        return reply

    async def _change(self, request: r.AnyRequest, holder: Holder, asked: Asked | None) -> None:
        match request:
            case r.Order():
                self._order(request, holder, asked)
            case r.Undo():
                self._undo(request, holder, asked)
            case r.TakeBack():
                await self._take_back(request, holder, asked)
            case r.Secret():
                self._secret(request, holder, asked)
            case r.Chat():
                self.table.say(holder, request.text, asked)
            case r.Name():
                self._must_sit(holder)
                self.table.call(holder.seat, request.name.strip(), asked)
            case r.Pause():
                self._pause(request, holder, asked)

    async def _tell(self, request: r.AnyRequest, holder: Holder, reply: Reply) -> None:
        game, side = self._match.game, holder.side
        match request:
            case r.PreviewOrder():
                self._must_decide(holder)
                supposed = self._supposing(request.after)
                reply.preview = supposed.preview(request.order)  # type: ignore[assignment]
            case r.Why():
                self._must_decide(holder)
                reply.ruling = self._ruling(request, holder)
            case r.Destinations():
                self._must_decide(holder)
                reply.destinations = game.destinations(request.units, request.verb)
            case r.Said():
                reply.chat = self.table.chat.before(request.before, holder.seat)
            case r.ShowOverlay():
                reply.overlay = state.overlay_of(game, side, request.overlay)
                if reply.overlay is None:
                    raise NotAllowed(f"there is no overlay '{request.overlay}'")
            case r.ShowLine():
                reply.line = state.line_of(game, side, request.unit)
            case r.ShowLines():
                reply.lines = await self._ask(TraceLines(side), holder, dict[str, SupplyLine])
            case r.Hint():
                await self._hint(holder, reply)
            case r.Luck():
                if not state.secret_free(game.rules) and game.result is None:
                    raise NotAllowed("luck is told when the game is over")
                reply.luck = await self._ask(TellLuck(), holder, list[LuckRow])
            case r.AskHistory():
                if game.result is None:
                    raise NotAllowed("the history is told when the game is over")
                reply.history = await self._ask(TellHistory(), holder, History)
            case r.AskShare():
                if not state.secret_free(game.rules) and game.result is None:
                    raise NotAllowed("a game with secrets is shared when it is over")
                found = self._analysts.found(self._match.id, self._journal()) if game.result else None
                analysis = encode(found).decode() if found else ""
                reply.share = await self._ask(MakeShare("", analysis), holder, str)
            case r.AskAnalysis():
                reply.analysis = await self._analysis(request, holder)
            case r.AskReport():
                reply.report = await self._ask(TellReport(side, request.number), holder, ReportFacts)

    def _journal(self) -> str:
        return self._match.game.journal.text(secret=False)

    async def _analysis(self, request: r.AskAnalysis, holder: Holder) -> AnalysisFacts:
        """What is known of how the game went; to have it worked out is for the host alone."""
        if self._match.game.result is None:
            raise NotAllowed("a game is analysed when it is over")
        if request.action != "look" and not holder.host:
            raise NotAllowed("an analysis is started and stopped by the host alone")
        table, journal = self._match.id, await asyncio.to_thread(self._journal)
        try:
            if request.action == "start":
                await self._analysts.start(table, journal)
            elif request.action == "stop":
                await self._analysts.stop(table)
        except (r.Wrong, OSError) as error:
            raise NotAllowed(str(error)) from error
        return await asyncio.to_thread(self._analysts.facts, table, journal, may_start=holder.host)

    async def line(self, start: int) -> Line:
        """What the marshal would have played after an order of a game that is over."""
        if self._match.game.result is None:
            raise r.Wrong("a game is analysed when it is over")
        journal = await asyncio.to_thread(self._journal)
        found = await asyncio.to_thread(self._analysts.found, self._match.id, journal)
        if not (line := found.lines.get(start)):
            raise r.Wrong(f"no line of the marshal is known after order {start}")
        return line

    async def _ask(self, question: Question, holder: Holder, kind: Any) -> Any:
        """Have something worked out that takes long: once for every moment, and for all who ask."""
        match = self._match

        def work() -> Awaitable[Any]:
            return self._computers.ask(question, match.so_far(), table=match.id, who=holder.who, kind=kind)

        return await self._once.find(match.moment, question, work)

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
        if awaited := self.table.casting.awaited:
            raise NotAllowed(f"play begins when the dice are ready: they wait for {', '.join(awaited)}")
        if holder.role and (ruling := self._why_not(request.order, holder)) is not None:
            raise Refused(request.order, ruling)
        self._match.carry_out(request.order, asked)

    def _why_not(self, order: str, holder: Holder) -> Ruling | None:
        """Why somebody may not give an order: it is not legal, or for another of the team to give."""
        return self._match.game.why_not(order) or self.table.showing.why_not_role(holder.role, order)

    def _ruling(self, request: r.Why, holder: Holder) -> RulingFacts | None:
        if request.after:
            ruling = self._supposing(request.after).why_not(request.order)
        else:
            ruling = self._why_not(request.order, holder)
        return RulingFacts(ruling.case, ruling.text, request.order) if ruling else None

    def _undo(self, request: r.Undo, holder: Holder, asked: Asked | None) -> None:
        reason = self._match.why_not_undo(holder.side)
        if reason is not None:
            raise NotAllowed(f"cannot undo: {reason}")
        if request.n != self._match.n:
            raise NotAllowed(STALE)
        self._match.undo(asked)

    async def _take_back(self, request: r.TakeBack, holder: Holder, asked: Asked | None) -> None:
        self._must_sit(holder)
        table, offer = self.table, self.table.offer
        if request.action == "offer":
            mine = self._match.last_of(holder.side)
            if mine is None:
                raise NotAllowed("you have given no order that could be taken back")
            if request.to != mine - 1:
                raise NotAllowed(STALE)
            if reason := self._match.game.why_not_take_back(request.to):
                raise NotAllowed(f"cannot take back: {reason}")
            # Those who share a side need no leave of one another.
            sides = {holder.side, *map(side_of, holder.seats)}
            if any(side_of(seat) not in sides for seat in table.seating.people):
                table.propose(Offer(holder.side, request.to), asked)
            else:
                await self._rewind(request.to, asked)
        elif offer is None or offer.to != request.to:
            raise NotAllowed("there is no such offer to answer")
        elif request.action == "accept":
            if offer.by == holder.side:
                raise NotAllowed("the other side accepts the offer")
            await self._rewind(request.to, asked)
        else:
            table.propose(None, asked)

    async def _rewind(self, to: int, asked: Asked | None) -> None:
        if not await self._match.rewind(to, asked):
            raise NotAllowed(STALE)

    def _secret(self, request: r.Secret, holder: Holder, asked: Asked | None) -> None:
        self._must_sit(holder)
        casting = self.table.casting
        if request.action == "anew":
            casting.begin_anew(holder.seat, asked)
            who = self.table.seating.shown((), ())[holder.seat].title
            self.table.announce(f"{who} begins the secrets of the dice anew: everybody fixes another one.")
        elif not request.value:
            raise NotAllowed("a secret, and what is shown of it, has 64 hexadecimal digits")
        elif request.action == "commit":
            casting.commit(holder.seat, request.value, asked)
        else:
            casting.open(holder.seat, request.value, asked)

    def _pause(self, request: r.Pause, holder: Holder, asked: Asked | None) -> None:
        if not holder.seats and not holder.owner:
            raise NotAllowed("you are only watching")
        self.table.pause(request.paused, request.pace, asked)

    async def _hint(self, holder: Holder, reply: Reply) -> None:
        self._must_decide(holder)
        choice = Choose(holder.side, "staff", seed_of(self._match), fresh=True)
        advice = await self._ask(Advise(choice), holder, Advice)
        ruling = self.table.showing.why_not_role(holder.role, advice.order)
        game = self._match.game
        given = game.parse(advice.order)
        told = f"{proposal(game.rules, given)}{f'; but {ruling.text}' if ruling else ''}"
        reply.hint = HintFacts(offer_of(given), told, reason(game, given), advice.plan)

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
