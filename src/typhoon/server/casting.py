"""How the key of a table's dice comes about, where every seat adds a secret of its own to it.

Everybody first commits to a secret, the umpire when the table is opened, and opens it to the umpire only
when all have; so nobody can choose a secret by those of others.  Then play begins.
"""

from __future__ import annotations

import msgspec

from typhoon.engine.dice import commitment_to
from typhoon.engine.lots import Lot
from typhoon.server.match import Match
from typhoon.server.messages import DiceFacts
from typhoon.server.store import Asked

KINDS = {
    "seats": "The key of these dice is made of a secret of the server's and one of every player's. All were "
    "fixed before any was opened, so neither the host nor one side alone can choose the dice, and no player "
    "can know them before they fall.",
    "umpire": "The dice are fixed by a key that the server drew by lot when the table was opened.",
    "seed": "The dice are fixed by a seed: whoever opened the table chose it, and can know them all.",
    "given": "The dice were rolled elsewhere; nobody can check them.",
}


class CannotCast(Exception):
    """A secret that cannot be taken; the message says why."""


class Casting:
    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def awaited(self) -> list[str]:
        """The seats that play waits for."""
        lot = self._match.lot
        if lot is None or self._match.is_ready:
            return []
        uncommitted = [seat for seat, commitment in lot.seats.items() if not commitment]
        return uncommitted or [seat for seat in lot.seats if seat not in lot.secrets]

    def commit(self, seat: str, commitment: str, asked: Asked | None = None) -> None:
        """Fix the secret of a seat before others are opened."""
        lot = self._open_lot(seat)
        if lot.seats[seat] not in ("", commitment):
            raise CannotCast("your secret is fixed already")
        self._keep(msgspec.structs.replace(lot, seats={**lot.seats, seat: commitment}), asked)

    def open(self, seat: str, secret: str, asked: Asked | None = None) -> None:
        """Open the secret of a seat to the umpire; with the last one dice can fall."""
        lot = self._open_lot(seat)
        if not all(lot.seats.values()):
            raise CannotCast("keep your secret until all have fixed theirs")
        if commitment_to(bytes.fromhex(secret)) != lot.seats[seat]:
            raise CannotCast("this is not the secret that you fixed")
        self._keep(msgspec.structs.replace(lot, secrets={**lot.secrets, seat: secret}), asked)

    def begin_anew(self, seat: str, asked: Asked | None = None) -> None:
        """Let everybody choose another secret, because one was lost."""
        lot = self._open_lot(seat)
        seats = dict.fromkeys(lot.seats, "")
        self._keep(msgspec.structs.replace(lot, seats=seats, secrets={}, anew=lot.anew + 1), asked)

    def facts(self) -> DiceFacts:
        """What everybody may know of the dice."""
        match, lot = self._match, self._match.lot
        header = match.game.journal.header
        if header.given or lot is None:
            kind, lot = "given", Lot()
        else:
            kind = "seats" if lot.seats else "seed" if lot.seeded else "umpire"
        return DiceFacts(
            kind,
            KINDS[kind],
            [each.commitment for each in header.lots],
            lot.seats,
            list(lot.secrets),
            self.awaited,
            lot.anew,
            header.takebacks,
            match.game.takebacks,
        )

    def _open_lot(self, seat: str) -> Lot:
        lot = self._match.lot
        if lot is None or seat not in lot.seats:
            raise CannotCast("the dice of this table need no secret of yours")
        if self._match.is_ready:
            raise CannotCast("the dice are cast: their key is complete")
        return lot

    def _keep(self, lot: Lot, asked: Asked | None) -> None:
        self._match.change_lot(lot, asked)
