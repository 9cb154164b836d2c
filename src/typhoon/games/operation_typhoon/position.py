"""The state of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.ground import Ground
from typhoon.games.operation_typhoon.scenarios import SCENARIOS
from typhoon.hexgrid import bits
from typhoon.mechanics.movement import Field

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon
    from typhoon.games.operation_typhoon.reaching import Movers

NO_CHIT = -1


class Combat(msgspec.Struct, frozen=True):
    """An attack that has been declared."""

    targets: tuple[int, ...]
    units: int
    air: int = 0
    """Air points of the attacker."""
    cover: int = 0
    """Air points of the defender."""

    @property
    def hexes(self) -> int:
        return sum([1 << target for target in self.targets])


class TyphoonPosition(Position):
    """Units and their chits, supply, weather, air points, and the combats of the phase."""

    columns: ClassVar[tuple[str, ...]] = (
        *Position.columns,
        "chit",
        "pool",
        "seen",
        "left",
        "moving",
        "firm",
        "control",
        "air",
        "arrival",
        "entered",
        "columns_at",
        "exited",
    )

    def __init__(self, rules: OperationTyphoon, scenario: str, options: dict[str, str]) -> None:
        super().__init__(len(rules.counters))
        self.rules = rules
        self.scenario = SCENARIOS[scenario]
        self.options = options
        self.ground: Ground = rules.ground(self.scenario.sheets)
        self.plan = ""
        """The German plan of the campaign."""

        # Units
        self.chit = [NO_CHIT] * len(rules.counters)
        """The strength chit under each unit."""
        self.pool = [chit.count for chit in rules.chits]
        """How many of each chit are in their cup."""
        self.seen = [0] * len(rules.counters)
        """The strength that each unit last showed in combat."""
        self.reduced = 0
        """Units whose chit shows its weaker side."""
        self.cadres = 0
        self.eliminated = 0
        self.withdrawn = 0
        """Units taken off the map that are not eliminated."""
        self.exited: dict[int, int] = {}
        """Units that have left the map, with the hex they left from."""
        self.firm = [0, 0]
        """Hexes that hold a unit of the side with a zone of control."""
        self.no_zone = 0
        """Units without their zone of control for the rest of this combat phase."""
        self.uncommitted = 0
        self.hedgehogs = 0
        """Hexes in hedgehog formation."""

        # Arrivals
        self.arrival: dict[int, tuple[int, str]] = {}
        """Units still to come, with the turn and the area."""
        self.entered: dict[int, int] = {}
        """The turn on which reinforcements came onto the map."""
        self.columns_at: dict[int, int] = {}
        """How many units have come in through each hex in this phase."""

        # The state of things
        self.weather = 1
        self.ground_state = 2
        self.snow = False
        self.out = 0
        """Units out of supply."""
        self.isolated = 0
        self.supported = 0
        """German HQs in support."""
        self.assaulted = 0
        """HQs that have made their accelerated assault."""
        self.assaulting = 0
        """HQs that make it in this combat phase."""
        self.air = [0, 0]
        self.interdicted = 0
        self.control = [0, 0]
        """Towns and cities, by the side that was there last."""
        self.vp = 0

        # The movement phase
        self.left = [0] * len(rules.counters)
        """Movement points left, in sixths, of the units that have begun to move."""
        self.moving = [0, 0, 0, 0]
        """Units that have moved tactically, strategically, by rail; and those just come onto the map."""
        self.escaped = 0
        """Units that have left a zone of control in this phase."""
        self.field: Field | None = None
        self.movers: dict[str, Movers] | None = None

        # The combat phase
        self.combats: tuple[Combat, ...] = ()
        self.groups: list[tuple[tuple[int, ...], int, list[int]]] | None = None
        """Groups of hexes that can be attacked together; worked out when needed, never changed in place."""
        self.defending = 0
        """The units that the defender has chosen for the combat at hand."""
        self.fought = 0
        """Units that have attacked, been attacked or advanced in this phase."""
        self.fled = 0
        """Units that have retreated in this phase."""

    # Units on the map

    def place(self, unit: int, hex_: int) -> None:
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        self.firm_up(side, hex_)
        self.movers = self.groups = None

    def remove(self, unit: int) -> None:
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self.firm_up(side, hex_)
        self.movers = self.groups = None
        if not self.units_in(hex_):
            self.hedgehogs &= ~(1 << hex_)

    @case("6.11", "6.12", "10.14", "10.23", "9.98", "19.13")
    def firm_up(self, side: int, hex_: int) -> None:
        """See whether a hex holds a unit that exerts a zone of control."""
        bit, units = 1 << hex_, self.units_in(hex_)
        dug_in = side == SOVIET and self.ground.entrenched & bit
        able = units if dug_in else units & self.rules.exerts_zone & ~self.cadres
        if able & ~self.no_zone and not self.hedgehogs & bit:
            self.firm[side] |= bit
        else:
            self.firm[side] &= ~bit

    @case("6.0", "6.21", "6.23", "6.24", "6.25")
    def zone(self, side: int) -> int:
        """Every hex in a zone of control of the side."""
        return self.ground.around(self.firm[side])

    def on_map(self, unit: int) -> bool:
        return self.where[unit] >= 0

    def names(self, units: int) -> tuple[str, ...]:
        return tuple([self.rules.unit_ids[unit] for unit in bits(units)])

    @case("16.14", "18.19")
    def pass_through(self, side: int, hexes: int, umpire: Umpire) -> None:
        """Units were in these hexes: towns and cities are theirs now."""
        if taken := hexes & self.control[1 - side]:
            self.control[1 - side] &= ~taken
            self.control[side] |= taken
            names = tuple([self.ground.describe(hex_) for hex_ in bits(taken)])
            umpire.tell("control", hexes=names, side=("german", "soviet")[side])

    @case("16.23", "16.25")
    def wake(self, hexes: int, umpire: Umpire) -> None:
        """German units were in these hexes: uncommitted units within seven hexes are committed at once."""
        if not self.uncommitted:
            return
        near = 0
        for unit in bits(self.uncommitted & self.in_play):
            if self.rules.alarm(self.ground, self.where[unit]) & hexes:
                near |= 1 << unit
        if near:
            self.uncommitted &= ~near
            umpire.tell("committed", units=self.names(near), why="a German unit is near")


def eliminate(pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
    """Take a unit out of the game; its chit goes back into its cup."""
    from typhoon.games.operation_typhoon.strength import return_chit

    hex_ = pos.where[unit]
    return_chit(pos, unit)
    if hex_ >= 0:
        pos.remove(unit)
    bit = 1 << unit
    pos.eliminated |= bit
    pos.entered.pop(unit, None)
    pos.cadres &= ~bit
    pos.uncommitted &= ~bit
    name = pos.ground.describe(hex_) if hex_ >= 0 else ""
    umpire.tell("eliminated", unit=pos.rules.unit_ids[unit], hex=name)


__all__ = ["GERMAN", "NO_CHIT", "SOVIET", "Combat", "TyphoonPosition", "eliminate"]
