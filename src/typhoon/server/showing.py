"""What the seats of a table are shown, made once for every moment of its game."""

from __future__ import annotations

import msgspec

from typhoon.engine.about import Team
from typhoon.engine.ruling import Ruling
from typhoon.engine.sharing import Shares, why_not_role
from typhoon.engine.view import View
from typhoon.server.match import Match
from typhoon.server.messages import State, TableFacts
from typhoon.server.seats import Holder, role_of, seats_of
from typhoon.server.state import Display, display_of, state_of, view_of


class Seen(msgspec.Struct):
    """What a client has been sent already."""

    orders: int = -1
    chat: int = 0
    looks: frozenset[str] = frozenset()


class Showing:
    def __init__(self, match: Match, team: Team | None) -> None:
        self._match, self._team = match, team
        self._moment = (-1, -1)
        self._displays: dict[str, Display] = {}
        self._shares: Shares | None = None

    def state(self, holder: Holder, facts: TableFacts, seen: Seen) -> State:
        """The game for a seat, with what it has not been sent yet; from now on it has."""
        match = self._match
        since = self._still_told(seen.orders)
        view, display = self._view(holder), self._display(holder.side)
        found = state_of(match.game, holder.seat, facts, since, seen.looks, view=view, display=display)
        found.acting = self.acting(holder.side)
        found.undo = match.why_not_undo(holder.side)
        seen.orders, seen.looks = match.n, seen.looks.union(found.looks)
        return found

    def acting(self, side: str) -> list[str]:
        """The seats that have something to order now, as far as a side may know."""
        to_act = self._match.to_act
        if to_act is None:
            return []
        seats = seats_of(to_act, self._team)
        if len(seats) == 1 or (self._match.game.rules.secrets and side != to_act):
            return seats
        called = self._shared().called
        return [seat for seat in seats if role_of(seat) in called] or seats

    def why_not_role(self, role: str, order: str) -> Ruling | None:
        """Why a legal order is not for one role of the team; None when it is, or there is no team."""
        return why_not_role(self._match.game, self._team, role, order) if self._team and role else None

    def _still_told(self, n: int) -> int:
        """What a client has of the log that still holds.

        The last order it was told of may have to be told again, when the record keeps less of it.
        """
        game, now = self._match.game, self._match.n
        return n - 1 if -1 < n < now and game.rules.forgets(game.position) else min(n, now)

    def _view(self, holder: Holder) -> View:
        view = view_of(self._match.game, holder.side)
        if view.offers is None or not holder.role:
            return view
        return msgspec.structs.replace(view, offers=self._shared().of(holder.role))

    def _shared(self) -> Shares:
        """What each role of the team may order."""
        assert self._team is not None
        self._notice_moment()
        if self._shares is None:
            self._shares = Shares(self._match.game, self._team)
        return self._shares

    def _display(self, side: str) -> Display:
        """In a game without secrets it is the same for all sides."""
        self._notice_moment()
        game = self._match.game
        key = side if game.rules.secrets else "all"
        if key not in self._displays:
            self._displays[key] = display_of(game, side)
        return self._displays[key]

    def _notice_moment(self) -> None:
        """Forget what was made of an earlier moment."""
        if self._moment != self._match.moment:
            self._moment, self._displays, self._shares = self._match.moment, {}, None
