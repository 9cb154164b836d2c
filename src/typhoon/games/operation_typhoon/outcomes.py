"""What combats come to when their dice are thrown: setbacks first, then advances (9.86, 9.95, 9.99)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import HexNumbers, Phase, ShownUnit, SideNumber
from typhoon.games.operation_typhoon.advance import Pursuit
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.hexgrid import bits


class Rolled(msgspec.Struct, frozen=True):
    """The result of a combat that waits to be applied."""

    target: HexNumbers
    code: str
    attackers: tuple[ShownUnit, ...]
    defenders: tuple[ShownUnit, ...]


class Effect(NamedTuple):
    """What a result does to the side that suffers it.

    >>> Effect.of("D2(1)!")
    Effect(back=2, steps=1, breakthrough=True)
    >>> str(Effect(1, 0, False)), str(Effect(0, 0, False))
    ('D1', 'no effect')
    """

    back: int
    """Hexes of retreat."""
    steps: int
    breakthrough: bool

    @classmethod
    def of(cls, code: str) -> Effect:
        back, _, steps = code[1:].rstrip("!)").partition("(")
        return cls(int(back), int(steps or 0), code.endswith("!"))

    def __str__(self) -> str:
        losses, breakthrough = f"({self.steps})" if self.steps else "", "!" if self.breakthrough else ""
        return f"D{self.back}{losses}{breakthrough}" if self.back or self.steps else "no effect"


class Awaiting(Phase[TyphoonPosition], frozen=True):
    """A phase of combats whose results may have to wait for each other."""

    side: SideNumber
    rolled: tuple[Rolled, ...] = ()
    """Results that wait for other attacks out of the same hexes."""


class Outcomes(TyphoonChapter):
    """What results do."""

    @case("9.85", "9.86", "9.99")
    def frames(
        self, pos: TyphoonPosition, side: int, results: tuple[Rolled, ...]
    ) -> list[Phase[TyphoonPosition]]:
        """Results that are applied together, the last of them first: the attacker's setbacks come first."""
        setbacks = [self.setback(pos, side, rolled) for rolled in reversed(results)]
        setbacks.sort(key=lambda setback: setback.side == side)
        return [Pursuit(), *setbacks]

    def attacking_hexes(self, pos: TyphoonPosition, rolled: Rolled) -> int:
        """The hexes that an attack came from."""
        found = 0
        for unit in bits(self.law.units(rolled.attackers)):
            found |= 1 << pos.where[unit]
        return found

    def setback(self, pos: TyphoonPosition, side: int, rolled: Rolled) -> Setback:
        """The result as it strikes the side that suffers it: everybody in the hexes that fought (9.86)."""
        attacker_suffers, effect = rolled.code[0] == "A", Effect.of(rolled.code)
        fighters, victors = rolled.defenders, rolled.attackers
        origin = self.attacking_hexes(pos, rolled)
        hexes = pos.ground.hexes(rolled.target.split("+"))
        if attacker_suffers:
            fighters, victors, hexes = victors, fighters, origin
        units = 0
        for hex_ in bits(hexes):
            units |= pos.units_in(hex_)
        return Setback(
            side=side if attacker_suffers else 1 - side,
            units=pos.names(units),
            fighters=fighters,
            **effect._asdict(),
            attacking=attacker_suffers,
            victors=victors,
            out_of=tuple(pos.ground.grid.numbers(origin)),
        )
