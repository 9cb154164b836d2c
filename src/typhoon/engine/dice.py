"""Dice that nobody can predict, and everybody can check afterwards.

A game has a secret key of 32 bytes.  Each roll is made from the key, the purpose of the roll and
its number, with SHA-256; so undoing, searching or replaying never shifts other rolls.  The
commitment, SHA-256 of the key, is public from the start: when the key is shown at the end, anyone can
make every roll again.

Where people play who need not trust the umpire, every seat adds a secret of its own to the key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

COMMON_SIDES = 6


class Die(NamedTuple):
    """A die that fell: what for, what it showed, and how many sides it has."""

    purpose: str
    value: int
    sides: int = COMMON_SIDES


class DiceError(ValueError):
    """A roll that cannot be made, or that is not what it should be."""


def draw(key: bytes, label: str, sides: int = 6) -> int:
    """A number from 1 to ``sides``, the same for the same key and label.

    >>> draw(bytes(32), "combat|1")
    2
    """
    return draws(key, label, sides, 1)[0]


def draws(key: bytes, label: str, sides: int, count: int) -> list[int]:
    """So many numbers from 1 to ``sides``, the same for the same key and label.

    Block ``i`` of a stream is SHA-256 of the stream's key and ``i``; a byte too high to be fair is
    passed over.

    >>> draws(bytes(32), "combat|1", 6, 3)
    [2, 5, 1]
    """
    if not 2 <= sides <= 256:
        raise DiceError(f"a die has 2 to 256 sides, not {sides}")
    stream = hmac.digest(key, label.encode(), "sha256")
    fair = 256 - 256 % sides
    found: list[int] = []
    block = 0
    while True:
        for byte in hashlib.sha256(stream + block.to_bytes(8, "big")).digest():
            if byte < fair:
                found.append(byte % sides + 1)
                if len(found) == count:
                    return found
        block += 1


def commitment_to(secret: bytes) -> str:
    """What is shown of a secret before it is opened."""
    return hashlib.sha256(secret).hexdigest()


def mixed_key(umpires: bytes, secrets_of: Mapping[str, bytes]) -> bytes:
    """The key of dice to which every seat adds a secret; without seats it is the umpire's secret itself.

    Nobody who lacks one of the secrets can know it, and nobody whose own was fixed before the others
    were opened can choose it.
    """
    if not secrets_of:
        return umpires
    told = "\n".join(f"{seat} {secret.hex()}" for seat, secret in sorted(secrets_of.items()))
    return hmac.digest(umpires, told.encode(), "sha256")


class Dice(Protocol):
    """Where the rolls of a game come from."""

    def throw(self, label: str, sides: int, count: int) -> list[int]: ...


class KeyedDice:
    """The umpire's dice."""

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise DiceError(f"a dice key has 32 bytes, not {len(key)}")
        self.key = key

    @classmethod
    def from_seed(cls, seed: int | str | None) -> KeyedDice:
        """Dice for a seed that can be repeated, or for none, from the system's own chance."""
        if seed is None:
            return cls(secrets.token_bytes(32))
        return cls(hashlib.sha256(f"typhoon seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        return commitment_to(self.key)

    def throw(self, label: str, sides: int, count: int) -> list[int]:
        return draws(self.key, label, sides, count)


class SealedDice:
    """Dice whose key is not complete yet: none can fall."""

    def throw(self, label: str, sides: int, count: int) -> list[int]:
        raise DiceError(f"no die can fall for {label.split('|')[0]}: the dice key is not complete")


class GivenDice:
    """Rolls made elsewhere: on a table, in a journal, in a test; with a key they are checked against it."""

    def __init__(self, rolls: Iterable[int] = (), key: bytes | None = None) -> None:
        self.rolls = list(rolls)
        self.key = key

    def throw(self, label: str, sides: int, count: int) -> list[int]:
        purpose = label.split("|")[0]
        found, rest = self.rolls[:count], self.rolls[count:]
        if len(found) < count:
            raise DiceError(f"no die is given for {purpose}")
        true = found if self.key is None else draws(self.key, label, sides, count)
        for value, should in zip(found, true, strict=True):
            if not 1 <= value <= sides:
                raise DiceError(f"a die for {purpose} shows 1 to {sides}, not {value}")
            if value != should:
                raise DiceError(f"die {purpose} shows {value}, the dice key gives {should}")
        self.rolls = rest
        return found


class PurposeDice:
    """Rolls given by purpose, as for a position to be tried; what is not given falls by chance.

    >>> dice = PurposeDice({"combat": [6]}, KeyedDice.from_seed(1))
    >>> dice.throw("combat C1820|7|0", 6, 1)
    [6]
    """

    def __init__(self, rolls: Mapping[str, Iterable[int]], others: Dice) -> None:
        self._rolls = {purpose: list(values) for purpose, values in rolls.items()}
        self._others = others

    def throw(self, label: str, sides: int, count: int) -> list[int]:
        purpose = label.split("|")[0]
        for known in (purpose, purpose.split(" ")[0]):
            if self._rolls.get(known):
                given = GivenDice(self._rolls[known])
                found = given.throw(label, sides, count)
                self._rolls[known] = given.rolls
                return found
        return self._others.throw(label, sides, count)
