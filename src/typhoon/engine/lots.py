"""Lots: the keys that the dice of a game fall under, one after another."""

from __future__ import annotations

import msgspec

from typhoon.engine.dice import KeyedDice, commitment_to, mixed_key


class Lot(msgspec.Struct):
    """A key that dice fall under from some moment on.

    A game has one; it gets another when it is gone on with elsewhere, or when its key was shown before
    the end.  At tables where everybody need not trust the umpire it is made of the secrets of all.
    """

    commitment: str = ""
    """SHA-256 of the umpire's secret; empty only in a journal that leaves it out."""
    key: str = ""
    """The umpire's secret; without seats it is the dice key itself."""
    seats: dict[str, str] = {}
    """SHA-256 of the secret of each seat that adds one; empty as long as it is not known."""
    secrets: dict[str, str] = {}
    """The secrets of the seats that have opened theirs."""
    at: int = 0
    """How many things stood in the record before it."""
    seeded: bool = False
    """Whether whoever opened the table chose the key by a seed."""
    anew: int = 0
    """How often the seats' secrets were begun anew before the first die."""

    @classmethod
    def of(cls, dice: KeyedDice, *, at: int = 0, seeded: bool = False, seats: tuple[str, ...] = ()) -> Lot:
        awaited = dict.fromkeys(seats, "")
        return cls(dice.commitment, dice.key.hex(), awaited, {}, at, seeded=seeded)

    @property
    def missing(self) -> str:
        """What must still be known before a die can be thrown or checked; empty when all is there."""
        if not self.key:
            return "the dice key is missing"
        awaited = [seat for seat in self.seats if seat not in self.secrets]
        return f"the secret of {awaited[0]} is missing" if awaited else ""

    @property
    def dice(self) -> KeyedDice | None:
        """The dice, when everything that makes up their key is known."""
        if self.missing:
            return None
        secrets = {seat: bytes.fromhex(secret) for seat, secret in self.secrets.items()}
        return KeyedDice(mixed_key(bytes.fromhex(self.key), secrets))

    @property
    def misfit(self) -> tuple[str, str]:
        """The line that tells of a secret which is not the one committed to, and what is wrong with it."""
        if self.key and commitment_to(bytes.fromhex(self.key)) != self.commitment:
            return "dice key", "the dice key does not fit the dice commitment"
        for seat, secret in self.secrets.items():
            if commitment_to(bytes.fromhex(secret)) != self.seats.get(seat):
                return f"seat secret {seat}", f"the secret of {seat} does not fit its commitment"
        return "", ""
