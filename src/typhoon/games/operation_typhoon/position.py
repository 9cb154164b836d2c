"""The state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.columns import (
    HIDDEN,
    Derived,
    Fate,
    Flag,
    Held,
    Hexes,
    Kept,
    Number,
    PerSide,
    States,
    Told,
    UnitColumn,
    UnitMap,
    UnitNumber,
    Units,
    Word,
    column,
)
from typhoon.engine.keyed import ByHex, ByUnit
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SIDES, WEATHERS
from typhoon.games.operation_typhoon.ground import SIXTHS, Ground
from typhoon.hexgrid import bits
from typhoon.mechanics.declared import Declared
from typhoon.mechanics.movement import Movers

if TYPE_CHECKING:
    from typhoon.engine.orders import Order
    from typhoon.games.operation_typhoon import OperationTyphoon
    from typhoon.games.operation_typhoon.going import Day
    from typhoon.games.operation_typhoon.guessing import Sight

NO_CHIT = -1
UNKNOWN = -2
"""A chit that whoever imagines the position may not know."""
TACTICAL, STRATEGIC, RAIL, ENTERED, DUG_IN = range(5)
MODES = ("tactical", "strategic", "rail", "entered", "dug in")


class Combat(msgspec.Struct, frozen=True):
    """An attack that has been declared."""

    targets: tuple[int, ...]
    units: int
    air: int = 0
    """Air points of the attacker."""
    cover: int = 0
    """Air points of the defender."""
    closed: int = 0
    """Hexes out of which units attack that a view may not tell."""

    @property
    def hexes(self) -> int:
        return sum([1 << target for target in self.targets])


class CombatState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A declared attack as snapshots tell it."""

    target: str
    units: tuple[str, ...]
    air: int = 0
    cover: int = 0


class Chits(UnitColumn):
    """The strength chit under each unit; which one it is, its owner alone may know."""

    type = str
    usual = ""

    def __init__(self) -> None:
        super().__init__(secret=True)

    def start(self, rules: OperationTyphoon) -> list[int]:
        return [NO_CHIT] * len(rules.counters)

    def tell_units(self, pos: TyphoonPosition, states: States, veiled: int) -> None:
        chits, in_play = pos.rules.all_chits, pos.in_play
        for unit, chit in enumerate(pos.chit):
            if chit != NO_CHIT and in_play >> unit & 1:
                unknown = chit == UNKNOWN or veiled >> unit & 1
                states.setdefault(unit, {})[self.word] = HIDDEN if unknown else chits[chit].chit

    def read_unit(self, pos: TyphoonPosition, unit: int, told: str) -> None:
        rules = pos.rules
        if told == HIDDEN:
            pos.chit[unit] = UNKNOWN
            return
        if not rules.counters[unit].class_:
            raise self.wrong_of(pos, unit, "has neither a chit nor a cadre side (8.6)")
        known = {rules.all_chits[c].chit: c for c in (*rules.cup_of(unit), rules.constant_chit(unit))}
        if told not in known:
            raise self.wrong_of(pos, unit, f"cannot have '{told}': that is no chit of its cup (8.34)")
        chit = known[told]
        if chit < len(pos.pool):
            if pos.pool[chit] < 1:
                raise self.wrong_of(pos, unit, f"cannot have '{told}': there are no more such chits")
            pos.pool[chit] -= 1
        pos.chit[unit] = chit

    def forget(self, pos: TyphoonPosition, units: int, members: Sequence[int]) -> None:
        for unit in members:
            if pos.chit[unit] != NO_CHIT:
                pos.rules.strengths.return_chit(pos, unit)


class Moved(UnitColumn):
    """The sets of units that have moved in each way, or done something instead."""

    type = str
    usual = ""

    def start(self, rules: OperationTyphoon) -> list[int]:
        return [0] * len(MODES)

    def tell_units(self, pos: TyphoonPosition, states: States, veiled: int) -> None:
        for units, word in zip(pos.moving, MODES, strict=True):
            for unit in bits(units & pos.in_play):
                states.setdefault(unit, {})[self.word] = word

    def read_unit(self, pos: TyphoonPosition, unit: int, told: str) -> None:
        if told not in MODES:
            raise self.wrong_of(pos, unit, f"cannot have moved so: '{told}' is none of {', '.join(MODES)}")
        pos.moving[MODES.index(told)] |= 1 << unit

    def forget(self, pos: TyphoonPosition, units: int, members: Sequence[int]) -> None:
        pos.moving = [moved & ~units for moved in pos.moving]


class Left(UnitNumber):
    """Movement points left, in sixths, of the unit that is on the move."""

    def __init__(self) -> None:
        super().__init__(parts=SIXTHS)

    def start(self, rules: OperationTyphoon) -> Any:
        return {}

    def most(self, pos: TyphoonPosition, unit: int) -> float:
        return pos.rules.counters[unit].movement

    def tell_units(self, pos: TyphoonPosition, states: States, veiled: int) -> None:
        for unit, left in pos.left.items():
            states.setdefault(unit, {})[self.word] = left / SIXTHS

    def read_unit(self, pos: TyphoonPosition, unit: int, told: float) -> None:
        super().read_unit(pos, unit, told)
        if len(pos.left) > 1:
            raise self.wrong_of(pos, unit, "has points left, but another unit is on the move (5.0)")

    def forget(self, pos: TyphoonPosition, units: int, members: Sequence[int]) -> None:
        pos.left = {unit: left for unit, left in pos.left.items() if not units >> unit & 1}


class Depth(Number):
    """How deep something lies; that it lies at all is one level."""

    type = int | bool

    def read(self, pos: TyphoonPosition, told: int) -> None:
        if told > pos.rules.conditions.deepest:
            raise self.wrong(f"{told} is more than {pos.rules.conditions.deepest}")
        super().read(pos, int(told))


class Entrenchments(Hexes):
    """The entrenched hexes; told when they are not those of the map."""

    type = tuple[str, ...] | None
    usual = None

    def start(self, rules: OperationTyphoon) -> int:
        return rules.ground.entrenched

    def tell(self, pos: TyphoonPosition) -> Any:
        return super().tell(pos) if pos.entrenched != pos.ground.entrenched else None


class OffMap(ByUnit):
    """Something for units that are neither on the map nor out of the game."""

    def key_of(self, pos: TyphoonPosition, name: str) -> int:
        unit: int = super().key_of(pos, name)
        if (pos.in_play | pos.eliminated | pos.withdrawn) >> unit & 1:
            raise self.wrong(f"{name} is on the map or out of the game")
        return unit


class Arrivals(OffMap):
    """Units still to come, with the turn and the area; as scheduled when a snapshot leaves it out."""

    usual = None

    def __init__(self) -> None:
        super().__init__(tuple[int, str], "arrivals", always=True)
        self.type = self.type | None

    def checked(self, pos: TyphoonPosition, name: str, key: int, told: tuple[int, str]) -> tuple[int, str]:
        if not pos.rules.arrivals.area_hexes(told[1]):
            raise self.wrong(f"{name}: there is no entry area '{told[1]}' in play (15.11)")
        return told


class Exited(OffMap):
    """The hex that each unit left from and the edge, which is told where there is more than one."""

    def told(self, pos: TyphoonPosition, key: int, value: tuple[int, str]) -> str:
        hex_, edge = value
        edges = pos.rules.arrivals.edges_at(pos.rules.side_of[key], hex_)
        return f"{pos.ground.grid.name[hex_]} {edge}" if len(edges) > 1 else pos.ground.grid.name[hex_]

    def checked(self, pos: TyphoonPosition, name: str, key: int, told: str) -> tuple[int, str]:
        number, _, edge = told.partition(" ")
        hex_ = pos.rules.hex_in_words(self.word, number)
        edges = pos.rules.arrivals.edges_at(pos.rules.side_of[key], hex_)
        if edge and edge not in edges:
            raise self.wrong(f"{name} cannot have left from {number} by the edge '{edge}'")
        if not edge and len(edges) > 1:
            raise self.wrong(f"{name} left from {number} by which edge, {' or '.join(edges)}?")
        return hex_, edge or next(iter(edges), "")


class Combats(Declared):
    """The declared attacks; of a closed stack the enemy is told only that somebody attacks out of it."""

    type = tuple[CombatState, ...]

    def veiled(self, pos: TyphoonPosition, side: int, combat: Combat) -> Combat:
        return pos.rules.looking.veiled_combat(pos, side, combat)

    def told(self, pos: TyphoonPosition, combat: Combat) -> Any:
        places = [HIDDEN + number for number in pos.ground.grid.numbers(combat.closed)]
        target, units = pos.rules.attacks.name_of(pos, combat.targets), (*pos.names(combat.units), *places)
        return msgspec.to_builtins(CombatState(target, units, combat.air, combat.cover))

    def read(self, pos: TyphoonPosition, told: tuple[CombatState, ...]) -> None:
        rules, combats = pos.rules, []
        for state in told:
            targets = tuple(rules.hex_in_words(self.word, number) for number in state.target.split("+"))
            among = pos.in_play | pos.eliminated
            names = [name for name in state.units if not name.startswith(HIDDEN)]
            units = rules.units_in_words(self.word, names, among, "unit of the game")
            closed = 0
            for place in set(state.units).difference(names):
                closed |= 1 << rules.hex_in_words(self.word, place.removeprefix(HIDDEN))
            if not units and not closed:
                raise self.wrong(f"nobody attacks {state.target}")
            combats.append(Combat(targets, units, state.air, state.cover, closed))
        pos.combats = tuple(combats)


class Closed(ByHex):
    """How many units of each stack a view may not tell; a position that somebody knows has none such."""

    def tell_to(self, pos: TyphoonPosition, side: int) -> dict[str, int]:
        return self.words(pos, pos.closed or pos.rules.looking.closed(pos, side))

    def checked(self, pos: TyphoonPosition, name: str, key: int, told: int) -> int:
        if told < 1 or not pos.units_in(key):
            raise self.wrong(f"there is no stack in {name} with {told} units below")
        return told


class ZonesBelow(Hexes):
    """Hexes with a zone of control that comes from nobody whom a view tells of."""

    late = True

    def tell_to(self, pos: TyphoonPosition, side: int) -> list[str]:
        return pos.ground.grid.numbers(pos.zones_below | pos.rules.looking.zones_below(pos, side))

    def read(self, pos: TyphoonPosition, told: Any) -> None:
        super().read(pos, told)
        for side in (0, 1):
            pos.firm[side] |= pos.zones_below & pos.occupied[side]


def _assaulting(pos: TyphoonPosition) -> int:
    """HQs on the map, where they may lie unseen, and those that fell there."""
    return pos.rules.hqs if pos.closed else pos.rules.hqs & (pos.in_play | pos.eliminated)


def _tell_allotted(pos: TyphoonPosition) -> dict[str, list[int]]:
    return {army: [points, corps] for army, points, corps in pos.allotted}


def _read_allotted(pos: TyphoonPosition, told: dict[str, tuple[int, int]]) -> None:
    armies = pos.rules.scenario.armies
    for army, (points, corps) in told.items():
        if army not in armies:
            raise pos.columns["allotted"].wrong(f"'{army}' receives no support here, but {', '.join(armies)}")
        if points < 0 or corps < 0:
            raise pos.columns["allotted"].wrong(f"{army} cannot have {points} points and {corps} corps")
    pos.allotted = tuple([(army, *told[army]) for army in armies if army in told])


class TyphoonPosition(Position):
    """Units and their chits, supply, weather, air points, and the combats of the phase."""

    rules: OperationTyphoon
    ground: Ground = column(Kept(lambda rules: rules.ground))
    plan: str = column(
        Told(
            str,
            "",
            lambda pos: pos.plan,
            lambda pos, told: pos.rules.victory.read_plan(pos, told),
            usual="",
            owner=0,
        )
    )
    """The German plan of the campaign."""

    # Units
    chit: list[int] = column(Chits())
    pool: list[int] = column(Derived(lambda rules: [chit.count for chit in rules.chits]))
    """How many of each chit are in their cup."""
    seen: list[int] = column(UnitNumber())
    """The strength that each unit last showed in combat."""
    reduced: int = column(Flag(secret=True))
    """Units whose chit shows its weaker side."""
    cadres: int = column(Flag("cadre"))
    eliminated: int = column(Fate())
    withdrawn: int = column(Fate())
    """Units taken off the map that are not eliminated."""
    firm: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes that hold a unit of the side with a zone of control."""
    top: int = column(Flag(secret=True))
    """Units that their owner has laid on top of their stacks."""
    known: int = column(Flag())
    """Units that have been seen below others and are remembered there."""
    closed: dict[int, int] = column(Closed(int))
    """Of a view: how many units lie unseen in each hex."""
    zones_below: int = column(ZonesBelow("zones"))
    """Of a view: closed stacks that exert a zone of control, though nobody who is seen there does."""
    sight: Sight | None = column(Kept())
    """Of a view: all that is known of the closed stacks; worked out when needed."""
    no_zone: int = column(Flag())
    """Units without their zone of control for the rest of this combat phase."""
    uncommitted: int = column(Flag())
    hedgehogs: int = column(Hexes())
    """Hexes in hedgehog formation."""
    entrenched: int = column(Entrenchments())
    out: int = column(Flag("supply", "out"))
    """Units out of supply."""
    isolated: int = column(Flag("supply", "isolated"))

    # Arrivals
    arrival: dict[int, tuple[int, str]] = column(Arrivals())
    entered: dict[int, int] = column(UnitMap())
    """The turn on which reinforcements came onto the map."""
    columns_at: dict[int, int] = column(ByHex(int, "columns"))
    """How many units have come in through each hex in this phase."""
    exited: dict[int, tuple[int, str]] = column(Exited(str))
    """Units that have left the map, with the hex they left from and the edge they left by."""

    # The state of things
    weather: int = column(Word(WEATHERS, "overcast", always=True))
    ground_state: int = column(Word(GROUNDS, "ground freeze", "ground", always=True))
    snow: int = column(Depth())
    """How deep it lies."""
    day: Day | None = column(Kept())
    """What the ground comes to for units; worked out when needed, and forgotten when the ground changes."""
    supported: int = column(
        Units("German HQ", among=lambda pos: pos.rules.german_hqs, always=True, optional=True)
    )
    """German HQs in support; all of them when a snapshot leaves it out."""
    allotted: tuple[tuple[str, int, int], ...] = column(
        Told(dict[str, tuple[int, int]], (), _tell_allotted, _read_allotted, usual={}, word="support")
    )
    """The German Army Display: the support points of each army, and the corps that they came to."""
    assaulted: int = column(Units("HQ", among=lambda pos: pos.rules.hqs))
    """HQs that have made their accelerated assault."""
    assaulting: int = column(Units("HQ on the map", among=_assaulting))
    """HQs that make it in this combat phase; one may fall in its own assault."""
    air: list[int] = column(PerSide())
    interdicted: int = column(
        Hexes(among=lambda pos: pos.ground.rail_hexes, why_not="no railway runs through {hex} (17.31)")
    )
    control: list[int] = column(Held("town or city"))
    """Towns and cities, by the side that was there last."""
    vp: float = column(Number(always=True))

    # The movement phase
    moving: list[int] = column(Moved("moved"))
    left: dict[int, int] = column(Left())
    """Who is on the move; everybody else who has begun to move has completed his movement (5.0)."""
    escaped: int = column(Flag())
    """Units that have left a zone of control in this phase."""
    movers: dict[str, Movers] | None = column(Kept())
    """Who can move in each way; worked out when needed, never changed in place."""
    arriving: tuple[list[tuple[str, int]], list[Order]] | None = column(Kept())
    """Where reinforcements can come in, and where they can be sent; worked out when needed."""

    # The combat phase
    combats: tuple[Combat, ...] = column(Combats())
    groups: list[tuple[tuple[int, ...], int, list[int]]] | None = column(Kept())
    """Groups of hexes that can be attacked together; worked out when needed, never changed in place."""
    defending: int = column(Units("unit on the map", among=lambda pos: pos.in_play))
    """The units that the defender has chosen for the combat at hand."""
    fought: int = column(Flag())
    """Units that have attacked, been attacked or advanced in this phase."""
    fled: int = column(Flag())
    """Units that have retreated in this phase."""

    def place(self, unit: int, hex_: int) -> None:
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        self.firm_up(side, hex_)
        self.movers = self.arriving = self.groups = None
        if self.top & self.stacks[hex_]:
            self.rules.looking.lapse(self, unit, hex_)

    def remove(self, unit: int) -> None:
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self.firm_up(side, hex_)
        self.movers = self.arriving = self.groups = None
        if side == GERMAN:
            self.rules.works.leave(self, unit, hex_)
        if self.top >> unit & 1:
            self.rules.looking.lapse(self, unit, hex_)

    def firm_up(self, side: int, hex_: int) -> None:
        """See whether a hex holds a unit that exerts a zone of control."""
        exerts = self.rules.works.exerts_zone(self, side, hex_, self.units_in(hex_))
        if exerts != self.firm[side] >> hex_ & 1:
            self.firm[side] ^= 1 << hex_

    @case("6.0", "6.21", "6.23", "6.24", "6.25")
    def zone(self, side: int) -> int:
        """Every hex in a zone of control of the side."""
        return self.ground.zone(side, self.firm[side])

    @case("16.14", "18.19")
    def pass_through(self, side: int, hexes: int, umpire: Umpire) -> None:
        """Units were in these hexes: what follows from it for places and for uncommitted units."""
        if taken := hexes & self.control[1 - side]:
            self.control[1 - side] &= ~taken
            self.control[side] |= taken
            numbers = tuple(self.ground.grid.numbers(taken))
            umpire.tell("control", hexes=numbers, side=SIDES[side])
        if self.uncommitted and not side:
            self.rules.commitments.wake(self, hexes, umpire)
