"""What the revision adds to the state of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typhoon.engine.columns import HIDDEN, Derived, Flag, Hexes, Number, Truth, Units, column
from typhoon.engine.keyed import ByHex, ByUnit
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.marks import Mark, MarksBelow
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits

LEVELS = ("hedgehog", "minor strongpoint", "major strongpoint", "fortification")
KINDS = ("hedgehog", "minor", "major", "fort")
"""The same as their signs are named."""
COLUMNS = tuple([f"{kind}s" for kind in KINDS])
"""Where hexes with each of them are kept."""


class WorkHexes(Hexes):
    """Hexes with a work of one level, under German units; secret while they are chosen."""

    late = True

    def tell_to(self, pos: Any, side: int) -> list[str]:
        return [] if pos.rules.secrets.placing(pos, side) & pos.rules.units_of[GERMAN] else self.tell(pos)

    def read(self, pos: Any, told: Iterable[str]) -> None:
        super().read(pos, told)
        works = getattr(pos, self.name)
        if bare := pos.ground.grid.numbers(works & ~pos.occupied[GERMAN]):
            raise self.wrong(f"no German unit holds {bare[0]} (19.15)")
        others = sum({getattr(pos, name) & works for name in COLUMNS if name != self.name})
        if others:
            raise self.wrong(f"there is another work in {pos.ground.grid.numbers(others)[0]} (19.19)")


class Building(ByHex):
    """The hexes with a building marker: the builder, and the turn it began; who builds may be unseen."""

    def tell_to(self, pos: Any, side: int) -> dict[str, list[Any]]:
        unseen, found = {-1, *bits(pos.rules.secrets.hidden(pos, side))}, pos.building.items()
        seen = {hex_: (-1 if unit in unseen else unit, turn) for hex_, (unit, turn) in found}
        return self.words(pos, seen)

    def told(self, pos: Any, key: int, value: tuple[int, int]) -> list[Any]:
        unit, turn = value
        return [HIDDEN if unit < 0 else pos.rules.unit_ids[unit], turn]

    def checked(self, pos: Any, name: str, key: int, told: tuple[str, int]) -> tuple[int, int]:
        builder, turn = told
        unit = -1
        if builder != HIDDEN:
            (unit,) = bits(pos.rules.units_in_words(self.word, (builder,), pos.units_in(key), "unit there"))
        if not any(getattr(pos, works) >> key & 1 for works in COLUMNS[:-1]):
            raise self.wrong(f"there is nothing to improve in {name} (19.17)")
        if not 0 < turn <= pos.turn:
            raise self.wrong(f"{builder} cannot have begun on turn {turn}")
        return unit, turn


class LostHqs(ByUnit):
    """How often HQs were lost and came back, and the turn from which on they may the next time."""

    def checked(self, pos: Any, name: str, key: int, told: tuple[int, int, int]) -> tuple[int, int, int]:
        lost, back, _ = told
        if not pos.rules.hqs >> key & 1:
            raise self.wrong(f"{name} is no HQ")
        if lost != back + (pos.eliminated >> key & 1) or back < 0:
            raise self.wrong(f"{name} cannot have been lost {lost} and returned {back} times")
        return told


class RevisionPosition(TyphoonPosition):
    """The position of the game of 1978 with the marks of the changes; they stay empty where those are off."""

    vp: float = column(Number(always=True, least=-1_000))
    minors: int = column(WorkHexes())
    majors: int = column(WorkHexes())
    forts: int = column(WorkHexes())
    building: dict[int, tuple[int, int]] = column(Building(tuple[str, int]))
    markers: int = column(Number())
    """Building markers laid in this turn."""
    given_up: int = column(Derived(0))
    """Hexes whose builder or last unit has left a work, of which nobody has been told yet."""
    holding: int = column(Flag())
    """German regiments that have held an entrenchment since their supply phase."""
    lost_hqs: dict[int, tuple[int, int, int]] = column(LostHqs(tuple[int, int, int]))
    west_points: float = column(Number())
    """What Soviet units that left by the west edge have cost the Germans."""

    def pass_through(self, side: int, hexes: int, umpire: Umpire) -> None:
        super().pass_through(side, hexes, umpire)
        if self.given_up:
            self.tell_given_up(umpire)

    def tell_given_up(self, umpire: Umpire) -> None:
        """Tell of works that were left since the last time, by all units or by the builder."""
        for hex_ in bits(self.given_up):
            held, number = self.occupied[GERMAN] >> hex_ & 1, self.ground.grid.name[hex_]
            kind, why = ("building_stopped", "its builder") if held else ("work_lost", "its last unit")
            umpire.tell(kind, hex=number, why=f"{why} has left it")
        self.given_up = 0

    heavy_mud: bool = column(Truth())
    icy_rivers: bool = column(Truth())
    """Rivers that are still frozen, though the ground is warmer."""
    icy_streams: bool = column(Truth())
    strategic: int = column(Mark("strategic", "S"))
    """Units that moved strategically in the last movement phase of their side."""
    railed: int = column(Mark("rail", "R"))
    strategic_below: int = column(MarksBelow())
    railed_below: int = column(MarksBelow())
    sent_on: int = column(Units("unit"))
    """Units still to come whose entry area was changed."""
    cut_road: int = column(
        Hexes(among=lambda pos: pos.ground.road_hexes, why_not="no road runs through {hex} (17.37)")
    )
    """The hex of a road that is interdicted."""
