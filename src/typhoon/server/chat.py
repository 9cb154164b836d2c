"""What is said at a table: by players and the umpire, for all to hear, and by spectators among themselves."""

from __future__ import annotations

from typhoon.server.messages import ChatLine
from typhoon.server.rates import Buckets
from typhoon.server.seats import SPECTATOR, side_of
from typhoon.server.store import Asked, Store, now_text

PAGE = 50
"""As many lines are sent at once; whoever wants earlier ones asks for them."""
LINES_A_SECOND, LINES_AT_ONCE = 0.5, 10
UMPIRE = "umpire"


class SpeaksTooMuch(Exception):
    """Somebody does not let others get a word in."""


class Chat:
    def __init__(self, table: str, store: Store) -> None:
        self._table, self._store = table, store
        self._speakers = Buckets(LINES_A_SECOND, LINES_AT_ONCE)
        self.last = store.last_line(table)
        """The number of the last line."""

    def say(self, seat: str, name: str, text: str, *, speaker: str, asked: Asked | None = None) -> None:
        """Add a line of a seat's, or of spectators'; each ``speaker`` may say only so much at once."""
        if not self._speakers.take(speaker):
            raise SpeaksTooMuch("one thing at a time; wait a little before you go on")
        self._add(seat, side_of(seat), name, text, asked)

    def announce(self, text: str) -> None:
        """Add what the umpire has to say."""
        self._add(UMPIRE, SPECTATOR, UMPIRE, text)

    def after(self, n: int, seat: str) -> list[ChatLine]:
        """The last of the lines after number ``n``, as far as a seat hears them."""
        if n >= self.last:
            return []
        return self._store.chat(self._table, PAGE, after=n, gallery=seat == SPECTATOR)

    def before(self, n: int, seat: str) -> list[ChatLine]:
        """The last of the lines before number ``n``, as far as a seat hears them."""
        return self._store.chat(self._table, PAGE, before=n, gallery=seat == SPECTATOR)

    def _add(self, who: str, side: str, name: str, text: str, asked: Asked | None = None) -> None:
        line = ChatLine(self.last + 1, side, name, text, now_text())
        self._store.say(self._table, who, line, asked)
        self.last = line.n
