"""What the revision adds to the state of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from typhoon.engine.columns import (
    HIDDEN,
    Column,
    Derived,
    Flag,
    Hexes,
    Number,
    Told,
    Truth,
    Units,
    column,
)
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.marks import Mark, MarksBelow
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

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


class Building(Column):
    """The hexes with a building marker: the builder, and the turn it began; who builds may be unseen."""

    type = dict[str, tuple[str, int]]
    usual: Any = {}  # noqa: RUF012
    late = True

    def start(self, rules: OperationTyphoon) -> dict[int, tuple[int, int]]:
        return {}

    def tell(self, pos: Any) -> dict[str, list[Any]]:
        return self.tell_without(pos, 0)

    def tell_to(self, pos: Any, side: int) -> dict[str, list[Any]]:
        return self.tell_without(pos, pos.rules.secrets.hidden(pos, side))

    def tell_without(self, pos: Any, hidden: int) -> dict[str, list[Any]]:
        name, ids, found = pos.ground.grid.name, pos.rules.unit_ids, {}
        for hex_, (unit, turn) in sorted(pos.building.items()):
            found[name[hex_]] = [HIDDEN if unit < 0 or hidden >> unit & 1 else ids[unit], turn]
        return found

    def read(self, pos: Any, told: dict[str, tuple[str, int]]) -> None:
        for number, (name, turn) in told.items():
            hex_ = pos.rules.hex_in_words(self.word, number)
            unit = -1
            if name != HIDDEN:
                (unit,) = bits(pos.rules.units_in_words(self.word, (name,), pos.units_in(hex_), "unit there"))
            if not any(getattr(pos, works) >> hex_ & 1 for works in COLUMNS[:-1]):
                raise self.wrong(f"there is nothing to improve in {number} (19.17)")
            if not 0 < turn <= pos.turn:
                raise self.wrong(f"{name} cannot have begun on turn {turn}")
            pos.building[hex_] = unit, turn


def _tell_hqs(pos: Any) -> dict[str, list[int]]:
    return {pos.rules.unit_ids[hq]: list(told) for hq, told in sorted(pos.lost_hqs.items())}


def _read_hqs(pos: Any, told: dict[str, tuple[int, int, int]]) -> None:
    for name, (lost, back, turn) in told.items():
        (unit,) = bits(pos.rules.units_in_words("lost_hqs", (name,), pos.rules.hqs, "HQ"))
        if lost != back + (pos.eliminated >> unit & 1) or back < 0:
            raise pos.columns["lost_hqs"].wrong(
                f"{name} cannot have been lost {lost} and returned {back} times"
            )
        pos.lost_hqs[unit] = lost, back, turn


class RevisionPosition(TyphoonPosition):
    """The position of the game of 1978 with the marks of the changes; they stay empty where those are off."""

    vp: float = column(Number(always=True, least=-1_000))
    minors: int = column(WorkHexes())
    majors: int = column(WorkHexes())
    forts: int = column(WorkHexes())
    building: dict[int, tuple[int, int]] = column(Building())
    markers: int = column(Number())
    """Building markers laid in this turn."""
    given_up: int = column(Derived(0))
    """Hexes whose builder or last unit has left a work, of which nobody has been told yet."""
    holding: int = column(Flag())
    """German regiments that have held an entrenchment since their supply phase."""
    lost_hqs: dict[int, tuple[int, int, int]] = column(
        Told(dict[str, tuple[int, int, int]], lambda rules: {}, _tell_hqs, _read_hqs, usual={})
    )
    """How often HQs were lost and came back, and the turn from which on they may the next time."""
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
