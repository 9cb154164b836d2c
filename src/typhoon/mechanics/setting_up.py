"""Setting up: units are placed one by one, or ready-made, part by part."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, NamedTuple

from typhoon.engine.chapters import Act, Chapter
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.hexgrid import bits, first
from typhoon.mechanics.choices import Placements
from typhoon.mechanics.wording import counted, not_all_placed


class Deploy(Order, frozen=True):
    """Place a part of the units ready-made; without a part, all of them, and finish."""

    verb: ClassVar[str] = "deploy"
    part: str = ""


class Alike(NamedTuple):
    """Units that are set up alike."""

    units: tuple[int, ...]
    set: int
    hexes: int
    kind: Hashable
    """What they count as in a stack."""


class Roster:
    """What a side sets up."""

    def __init__(self, chapter: SettingUp, side: int) -> None:
        self.units = chapter.units(side)
        self.open_to = {unit: chapter.open_to(unit) for unit in bits(self.units)}
        alike: dict[tuple[int, Hashable], list[int]] = {}
        for unit, hexes in self.open_to.items():
            alike.setdefault((hexes, chapter.kind(unit)), []).append(unit)
        self.groups = [
            Alike(tuple(units), sum([1 << unit for unit in units]), hexes, kind)
            for (hexes, kind), units in alike.items()
        ]
        self.kinds: dict[Hashable, int] = {}
        """The units of each kind, wherever they are set up."""
        for group in self.groups:
            self.kinds[group.kind] = self.kinds.get(group.kind, 0) | group.set
        self.parts = dict.fromkeys(sorted({chapter.part_of(unit) for unit in self.open_to}), 0)
        for unit in self.open_to:
            self.parts[chapter.part_of(unit)] |= 1 << unit
        self.deployments = [Deploy(), *map(Deploy, self.parts)]


class SettingUp(Chapter):
    """Who is set up where; a game says it of its own."""

    case_of_setup: ClassVar[str]
    """The case that a wrong set-up offends."""
    secret: ClassVar[bool] = False
    """Whether the enemy sees nothing of it before it is done."""
    part: ClassVar[str] = "formation"
    """What the units are deployed by."""

    def __init__(self, law: Any) -> None:
        super().__init__(law)
        self._rosters: dict[int, Roster] = {}

    def roster(self, side: int) -> Roster:
        if side not in self._rosters:
            self._rosters[side] = Roster(self, side)
        return self._rosters[side]

    def units(self, side: int) -> int:
        """The units that a side sets up."""
        raise NotImplementedError

    def is_fixed(self, side: int) -> bool:
        """Whether a side has no choice at all, so that nobody need be asked."""
        return False

    def open_to(self, unit: int) -> int:
        """Where a unit may be set up."""
        raise NotImplementedError

    def part_of(self, unit: int) -> str:
        """The part that a unit is deployed with."""
        raise NotImplementedError

    def home(self, unit: int) -> int:
        """Where the ready-made set-up has a unit."""
        raise NotImplementedError

    def kind(self, unit: int) -> Hashable:
        """What a unit counts as in a stack: who counts alike finds room in the same hexes."""
        raise NotImplementedError

    def full(self, pos: Any, unit: int) -> int:
        """Hexes in which a unit, and everybody who counts like it, would be one too many."""
        raise NotImplementedError

    def has_room(self, pos: Any, unit: int, hex_: int) -> bool:
        """Whether a hex has room for a unit; games may know a quicker way to tell."""
        return not self.full(pos, unit) >> hex_ & 1

    def why_not_there(self, pos: Any, unit: int, hex_: int) -> Ruling:
        """Why a unit is not set up in a hex that is not open to it."""
        raise NotImplementedError

    def why_not_end(self, pos: Any, side: int) -> Ruling | None:
        """Why a side has not finished; None when it may."""
        if unplaced := self.units(side) & ~pos.in_play:
            return not_all_placed(pos.names(unplaced), self.case_of_setup)
        return None

    def prompt(self, pos: Any, side: int) -> str:
        if left := (self.units(side) & ~pos.in_play).bit_count():
            side_ = self.law.adjective(side)
            return f"Set up the {side_} units, or deploy ready-made: {counted(left, 'unit')} to place."
        return "All units are placed: change what you like, or end the set-up."

    def deploy(self, pos: Any, side: int, part: str) -> None:
        """Put the units of a part, or all of them, where the ready-made set-up has them."""
        roster = self.roster(side)
        units = roster.parts[part] if part else roster.units
        for unit in bits(units & pos.in_play):
            pos.remove(unit)
        for unit in bits(units):
            pos.place(unit, self.home(unit))

    def finish(self, pos: Any, side: int, umpire: Umpire) -> None:
        """A side has finished."""
        pos.frames.pop()

    def tell(self, umpire: Umpire, side: int, kind: str, /, **facts: Any) -> None:
        """Tell of a step of the set-up whoever may know of it."""
        if self.secret:
            umpire.tell_side(self.law.sides[side], kind, **facts)
        else:
            umpire.tell(kind, **facts)


class SetUp(Phase[Any], frozen=True, tag="set-up"):
    """A side places its units."""

    side: SideNumber = 0

    def proceed(self, pos: Any, umpire: Umpire) -> bool:
        setup = pos.rules.setup
        if not setup.is_fixed(self.side):
            return True
        setup.deploy(pos, self.side, "")
        setup.finish(pos, self.side, umpire)
        return False

    def prompt(self, pos: Any) -> str:
        text: str = pos.rules.setup.prompt(pos, self.side)
        return text


class PlaceUnit(Act[Any, SetUp, Place]):
    """Put a unit somewhere, or somewhere else."""

    phase = SetUp
    kind = Place

    def offered(self, pos: Any, phase: SetUp) -> Sequence[OrderSet]:
        law, roster = self.law, self.law.setup.roster(phase.side)
        room = {kind: self._room(pos, units) for kind, units in roster.kinds.items()}
        choices = []
        for units, set_, hexes, kind in roster.groups:
            free, placed = room[kind]
            choices.append((units, hexes & free, (set_ & placed).bit_count()))
        return [Placements(law.grid, choices, law.unit_ids, pos.where)]

    def _room(self, pos: Any, alike: int) -> tuple[int, int]:
        """The hexes with room for another of some units that count alike, and who stands in them."""
        full = self._full(pos, alike)
        crowd = 0
        for hex_ in bits(full):
            crowd |= pos.stacks[hex_]
        return self.law.grid.all & ~full, pos.in_play & ~crowd

    def _full(self, pos: Any, alike: int) -> int:
        """The hexes without room for another of them."""
        setup, waiting = self.law.setup, alike & ~pos.in_play
        unit = first(waiting or alike)
        full: int = setup.full(pos, unit)
        if not waiting:
            # Whether its own hex has room for another, only one from elsewhere can tell.
            here = 1 << pos.where[unit]
            if others := alike & ~pos.stacks[pos.where[unit]]:
                has_room = setup.has_room(pos, first(others), pos.where[unit])
                full = full & ~here if has_room else full | here
        return full

    def why_not(self, pos: Any, phase: SetUp, order: Place) -> Ruling | None:
        setup, law = self.law.setup, self.law
        unit, hex_ = law.own_unit(order.unit, phase.side), law.hex_named(order.hex)
        for found in (unit, hex_):
            if isinstance(found, Ruling):
                return found
        if not setup.roster(phase.side).open_to.get(unit, 0) >> hex_ & 1:
            ruling: Ruling = setup.why_not_there(pos, unit, hex_)
            return ruling
        if pos.where[unit] == hex_:
            return Ruling(setup.case_of_setup, f"{order.unit} stands in {law.describe(hex_)} already")
        if not setup.has_room(pos, unit, hex_):
            return Ruling(law.case_of_stacking, f"{law.describe(hex_)} is full")
        return None

    def apply(self, pos: Any, phase: SetUp, order: Place, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        if pos.on_map(unit):
            pos.remove(unit)
        pos.place(unit, self.law.grid.index(order.hex))
        self.law.setup.tell(umpire, phase.side, "set_up", unit=order.unit, hex=order.hex)


class DeployUnits(Act[Any, SetUp, Deploy]):
    """Place units ready-made."""

    phase = SetUp
    kind = Deploy

    def offered(self, pos: Any, phase: SetUp) -> Sequence[OrderSet]:
        return [Listed(self.law.setup.roster(phase.side).deployments)]

    def why_not(self, pos: Any, phase: SetUp, order: Deploy) -> Ruling | None:
        setup = self.law.setup
        parts = setup.roster(phase.side).parts
        if order.part and order.part not in parts:
            known = ", ".join(parts)
            text = f"there is no {setup.part} '{order.part}' here; there are {known}"
            return Ruling(setup.case_of_setup, text)
        return None

    def apply(self, pos: Any, phase: SetUp, order: Deploy, umpire: Umpire) -> None:
        setup, side = self.law.setup, self.law.sides[phase.side]
        setup.deploy(pos, phase.side, order.part)
        setup.tell(umpire, phase.side, "deployed", side=side, part=order.part or "all units")
        if not order.part:
            setup.finish(pos, phase.side, umpire)


class EndSetUp(Act[Any, SetUp, End]):
    """Say that all units are placed."""

    phase = SetUp
    kind = End

    def offered(self, pos: Any, phase: SetUp) -> Sequence[OrderSet]:
        return [Listed([End()])] if self.law.setup.why_not_end(pos, phase.side) is None else []

    def why_not(self, pos: Any, phase: SetUp, order: End) -> Ruling | None:
        ruling: Ruling | None = self.law.setup.why_not_end(pos, phase.side)
        return ruling

    def apply(self, pos: Any, phase: SetUp, order: End, umpire: Umpire) -> None:
        self.law.setup.finish(pos, phase.side, umpire)


ACTS = (DeployUnits, PlaceUnit, EndSetUp)
