"""The state of a game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.columns import (
    HIDDEN,
    Column,
    Derived,
    Fate,
    Flag,
    Held,
    Hexes,
    Kept,
    Number,
    PerSide,
    Told,
    Truth,
    UnitMap,
    UnitNumber,
    Units,
    Word,
    column,
)
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position
from typhoon.games.typhoon_nonop.charts import BOXES, GERMAN, HALVES, SIDES, WEATHERS
from typhoon.hexgrid import bits
from typhoon.mechanics.declared import Declared

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop import TyphoonNonop
    from typhoon.games.typhoon_nonop.attacks import Front
    from typhoon.games.typhoon_nonop.reaching import Known

ORDERS = ("", "no-retreat", "additional-retreat")
NONE, NO_RETREAT, ADDITIONAL_RETREAT = range(3)
SEALED = 3
"""An order that whoever imagines the position may not know."""


class Combat(msgspec.Struct, frozen=True):
    """An attack that has been declared."""

    targets: tuple[int, ...]
    units: int
    mandated: bool = False
    guns: int = 0
    """Artillery that supports the defender."""
    order: int = NONE
    """The defender's order, face down until the die is thrown."""
    answer: int = NONE
    """The attacker's."""

    @property
    def hexes(self) -> int:
        return hexes_of(self.targets)


@cache
def hexes_of(targets: tuple[int, ...]) -> int:
    """The hexes of a combat as a set; the same few are asked for again and again."""
    return sum([1 << target for target in targets])


class CombatState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A declared attack as snapshots tell it."""

    target: str
    units: tuple[str, ...]
    mandated: bool = False
    guns: tuple[str, ...] = ()
    order: str = ""
    answer: str = ""


class Bridge(msgspec.Struct, frozen=True):
    """A bridge on the map."""

    hex: int
    other: int
    """The hex that it points at."""
    ready: bool
    moved: bool = False
    """Whether it was placed or moved in this phase."""


class BridgeState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    hex: str
    other: str
    ready: bool = True
    moved: bool = False


class SideHexes(Column):
    """Hexes by side, as they are on the map at the start or none."""

    type = dict[str, tuple[str, ...]] | None
    usual: Any = None

    def __init__(self, at_start: str = "", **how: Any) -> None:
        super().__init__(**how)
        self._at_start = at_start

    def start(self, rules: Any) -> list[int]:
        return list(getattr(rules, self._at_start)) if self._at_start else [0, 0]

    def tell(self, pos: Any) -> Any:
        hexes = getattr(pos, self.name)
        if hexes == self.start(pos.rules):
            return None
        return {side: pos.rules.grid.numbers(hexes[n]) for n, side in enumerate(SIDES)}

    def read(self, pos: Any, told: dict[str, tuple[str, ...]]) -> None:
        hexes = [0, 0]
        for side, numbers in told.items():
            if side not in SIDES:
                raise self.wrong(f"there is no side '{side}'; there are {', '.join(SIDES)}")
            for number in numbers:
                hexes[SIDES.index(side)] |= 1 << pos.rules.hex_in_words(self.word, number)
        setattr(pos, self.name, hexes)


class Control(Held):
    """Every hex by the side whose combat unit was last in it; HQs and supply units take nothing."""

    def read(self, pos: NonopPosition, told: dict[str, str]) -> None:
        for number, name in told.items():
            bit = 1 << pos.rules.hex_in_words(self.word, number)
            if name not in SIDES:
                raise self.wrong(f"there is no side '{name}'; there are {', '.join(SIDES)}")
            side = SIDES.index(name)
            if pos.manned[1 - side] & bit:
                raise self.wrong(f"{number} is occupied by the other side")
            pos.control[side] |= bit
            pos.control[1 - side] &= ~bit
        for side in (0, 1):
            pos.control[side] |= pos.manned[side]
            pos.control[1 - side] &= ~pos.manned[side]


class Converted(Hexes):
    """Railway hexes of the German gauge; told when they are not those of the start."""

    type = tuple[str, ...] | None
    usual = None

    def start(self, rules: Any) -> int:
        found: int = rules.converted_at_start
        return found

    def tell(self, pos: Any) -> Any:
        return None if pos.converted == pos.rules.converted_at_start else super().tell(pos)


class Left(UnitMap):
    """What units on the move have left, in halves of a movement point."""

    type: Any = float

    def tell_units(self, pos: Any, states: Any, veiled: int) -> None:
        for unit, left in pos.left.items():
            states.setdefault(unit, {})[self.word] = left / HALVES

    def read_unit(self, pos: Any, unit: int, told: float) -> None:
        if told < 0 or told * HALVES != int(told * HALVES):
            raise self.wrong_of(pos, unit, f"cannot have {told} movement points left")
        pos.left[unit] = int(told * HALVES)


class Lost(UnitNumber):
    """Steps that units have lost."""

    def most(self, pos: Any, unit: int) -> float:
        return len(pos.rules.strengths[unit]) - 1


class Combats(Declared):
    """The declared attacks; which order lies face down, its owner alone is told."""

    type = tuple[CombatState, ...]

    def veiled(self, pos: NonopPosition, side: int, combat: Combat) -> Combat:
        return pos.rules.secrets.veiled_combat(pos, side, combat)

    def told(self, pos: NonopPosition, combat: Combat) -> Any:
        words = (*ORDERS, HIDDEN)
        state = CombatState(
            pos.rules.attacks.name_of(combat.targets), pos.names(combat.units), combat.mandated,
            pos.names(combat.guns), words[combat.order], words[combat.answer],
        )  # fmt: skip
        return msgspec.to_builtins(state)

    def read(self, pos: NonopPosition, told: tuple[CombatState, ...]) -> None:
        rules, words = pos.rules, (*ORDERS, HIDDEN)
        combats = []
        for state in told:
            targets = tuple([rules.hex_in_words(self.word, number) for number in state.target.split("+")])
            units = rules.units_in_words(self.word, state.units, pos.in_play, "unit on the map")
            guns = rules.units_in_words(self.word, state.guns, pos.in_play & rules.guns, "gun on the map")
            for order in (state.order, state.answer):
                if order not in words:
                    raise self.wrong(f"'{order}' is no order")
            orders = words.index(state.order), words.index(state.answer)
            combats.append(Combat(targets, units, state.mandated, guns, *orders))
        pos.combats = tuple(combats)


def _tell_bridges(pos: NonopPosition) -> dict[str, Any]:
    name = pos.rules.grid.name
    return {
        bridge: msgspec.to_builtins(BridgeState(name[b.hex], name[b.other], b.ready, b.moved))
        for bridge, b in sorted(pos.bridges.items())
    }


def _read_bridges(pos: NonopPosition, told: dict[str, BridgeState]) -> None:
    wrong, rules = pos.columns["bridges"].wrong, pos.rules
    for name, state in told.items():
        if name not in rules.works.bridges:
            raise wrong(f"there is no bridge '{name}'; there are {', '.join(rules.works.bridges)}")
        hexes = [rules.hex_in_words("bridges", number) for number in (state.hex, state.other)]
        if rules.grid.direction(*hexes) is None:
            raise wrong(f"{state.hex} and {state.other} are not neighbours")
        pos.bridges[name] = Bridge(hexes[0], hexes[1], state.ready, state.moved)


def _tell_air(pos: NonopPosition) -> dict[str, str]:
    return {pos.rules.air_ids[unit]: BOXES[box] for unit, box in enumerate(pos.air) if box}


def _read_air(pos: NonopPosition, told: dict[str, str]) -> None:
    wrong = pos.columns["air"].wrong
    for name, box in told.items():
        if name not in pos.rules.air_number:
            raise wrong(f"there is no air unit '{name}'")
        if box not in BOXES:
            raise wrong(f"{name}: '{box}' is none of {', '.join(BOXES)}")
        pos.air[pos.rules.air_number[name]] = BOXES.index(box)


class Missions(Column):
    """Air units over hexes; those of a side that has not shown them, it alone is told of."""

    type = dict[str, str]
    usual: Any = {}  # noqa: RUF012

    def start(self, rules: Any) -> dict[int, int]:
        return {}

    def tell(self, pos: NonopPosition) -> dict[str, str]:
        rules = pos.rules
        told = {rules.air_ids[unit]: rules.grid.name[hex_] for unit, hex_ in sorted(pos.missions.items())}
        unseen = sorted([rules.grid.name[hex_] for hex_ in pos.unseen])
        return told | {f"{HIDDEN}{number}": hex_ for number, hex_ in enumerate(unseen, 1)}

    def tell_to(self, pos: NonopPosition, side: int) -> dict[str, str]:
        rules, hidden = pos.rules, pos.rules.secrets.hidden_air(pos, side)
        told = self.tell(pos)
        known = {
            name: hex_
            for name, hex_ in told.items()
            if name[0] == HIDDEN or not hidden >> rules.air_number[name] & 1
        }
        unseen = sorted([hex_ for name, hex_ in told.items() if name not in known])
        return known | {f"{HIDDEN}{number}": hex_ for number, hex_ in enumerate(unseen, 1)}

    def read(self, pos: NonopPosition, told: dict[str, str]) -> None:
        for name, number in told.items():
            if name.startswith(HIDDEN):
                pos.unseen = tuple(sorted((*pos.unseen, pos.rules.hex_in_words(self.word, number))))
                continue
            if name not in pos.rules.air_number:
                raise self.wrong(f"there is no air unit '{name}'")
            pos.missions[pos.rules.air_number[name]] = pos.rules.hex_in_words(self.word, number)


def _tell_firing(pos: NonopPosition) -> list[str]:
    return [pos.rules.air_ids[unit] for unit in bits(pos.firing)]


def _read_firing(pos: NonopPosition, told: tuple[str, ...]) -> None:
    for name in told:
        if name not in pos.rules.air_number:
            raise pos.columns["firing"].wrong(f"there is no air unit '{name}'")
        pos.firing |= 1 << pos.rules.air_number[name]


def _tell_cover(pos: NonopPosition) -> dict[str, list[int]]:
    return {pos.rules.grid.name[hex_]: list(points) for hex_, points in sorted(pos.cover.items())}


def _read_cover(pos: NonopPosition, told: dict[str, tuple[int, int]]) -> None:
    pos.cover = {pos.rules.hex_in_words("cover", number): points for number, points in told.items()}


TALLIES = ("disbanded", "hq", "guards", "soviet steps", "german steps", "surrendered", "panzer", "mandated")
"""What is counted for victory points as it happens."""


def _tell_tally(pos: NonopPosition) -> dict[str, int]:
    return {name: count for name, count in zip(TALLIES, pos.tally, strict=True) if count}


def _read_tally(pos: NonopPosition, told: dict[str, int]) -> None:
    for name, count in told.items():
        if name not in TALLIES or count < 0:
            raise pos.columns["tally"].wrong(
                f"'{name}' {count} is not counted; there are {', '.join(TALLIES)}"
            )
        pos.tally[TALLIES.index(name)] = count


def _read_pockets(pos: NonopPosition, told: dict[str, tuple[int, int]]) -> None:
    pos.pockets = dict(told)


def _tell_origin(pos: NonopPosition) -> str:
    return pos.rules.grid.name[pos.origin] if pos.origin >= 0 else ""


def _read_origin(pos: NonopPosition, told: str) -> None:
    pos.origin = pos.rules.hex_in_words("origin", told)


class NonopPosition(Position):
    """Weather, units and their steps, supply, works, air units, combats and points."""

    rules: TyphoonNonop

    # Weather (B5)
    weather: int = column(Word(WEATHERS, "dry", always=True))
    run: int = column(Number())
    """How many turns in a row the weather has been the same."""
    storm: bool = column(Truth())
    lingering: bool = column(Truth())
    """Dry after Mud: woods are still in Mud."""
    frost_rolled: bool = column(Truth())
    """Whether Frost came up after Snow."""
    frozen: bool = column(Truth())

    # Units
    lost: list[int] = column(Lost())
    emergency: int = column(Flag("supply", "emergency"))
    out: int = column(Flag("supply", "out"))
    overrun: int = column(Flag())
    """Units with an Overrun marker."""
    nonop: int = column(Flag())
    """HQs with their Non-Op side up."""
    garrison: int = column(Flag())
    cadre: int = column(Fate("lost"))
    """The Cadre Box."""
    barred: int = column(Fate("barred"))
    """The Cannot Rebuild box."""
    arrivals: int = column(Units("unit that arrives", optional=True))
    """Units still to come."""
    manned: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes with combat units of each side."""
    stood: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes with combat units or HQs of each side, which the enemy cannot enter."""
    firm: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes out of which units other than motor units have a zone of control."""
    firm_motor: list[int] = column(Derived(lambda rules: [0, 0]))
    """The same of motor units."""

    # The map
    control: list[int] = column(Control("hex"))
    taken: int = column(Hexes())
    """VP places that the Germans took this turn."""
    razed: int = column(Hexes())
    """Map fortifications that were destroyed."""
    strongpoints: list[int] = column(SideHexes("strongpoints_at_start"))
    sites: list[int] = column(SideHexes())
    """Strongpoints under construction."""
    bridges: dict[str, Bridge] = column(
        Told(dict[str, BridgeState], lambda rules: {}, _tell_bridges, _read_bridges, usual={})
    )
    converted: int = column(Converted())

    # Air
    air: list[int] = column(
        Told(dict[str, str], lambda rules: [0] * len(rules.air_ids), _tell_air, _read_air, usual={})
    )
    """The box of each air unit."""
    missions: dict[int, int] = column(Missions())
    """Air units over a hex."""
    unseen: tuple[int, ...] = column(Derived(()))
    """Of a view: hexes over which air units are that it may not tell."""
    firing: int = column(Told(tuple[str, ...], 0, _tell_firing, _read_firing, usual=()))
    """Those of them that fly to fight."""
    cover: dict[int, tuple[int, int]] = column(
        Told(dict[str, tuple[int, int]], lambda rules: {}, _tell_cover, _read_cover, usual={})
    )
    """CAS points of each side over defender hexes."""
    interdicted: int = column(Hexes())
    """Hexes in an interdiction zone."""
    interdicted_twice: int = column(Hexes("heavily_interdicted"))
    """Those of level 2."""

    # What comes
    points: list[int] = column(PerSide(always=False))
    """Attack supply points to be placed."""
    replacements: int = column(Number())
    new_strongpoints: int = column(Number())
    new_e_strongpoints: int = column(Number())
    mandated: int = column(Number())
    """Mandated Attacks that are owed."""

    # The movement phases
    moved: int = column(Flag("moved", "yes"))
    """Units that have begun to move in this phase."""
    left: dict[int, int] = column(Left())
    """Who is on the move, with what is left; everybody else who has begun to move has finished."""
    origin: int = column(Told(str, -1, _tell_origin, _read_origin, usual=""))
    """The hex that those on the move started from."""
    stirred: int = column(Flag())
    """Units that have moved in this turn."""
    activated: int = column(Flag())
    activations: dict[int, int] = column(UnitMap())
    """Command used to activate, by HQ; a Guards unit besides is counted apart."""
    guards_called: int = column(Flag())
    """HQs that have activated their Guards unit."""
    started: dict[int, int] = column(UnitMap())
    """How many units each Non-Op HQ has let go in this phase."""
    by_rail: int = column(Number())
    movers: Known | None = column(Kept())
    """Who can move in each way, as long as nothing has changed."""

    # The combat phases
    front: Front | None = column(Kept())
    """Who can attack whom, as long as nothing has changed."""
    combats: tuple[Combat, ...] = column(Combats())
    reacted: int = column(Hexes())
    """Defender hexes for which a unit has reacted."""
    reactions: dict[int, int] = column(UnitMap())
    """Command used for reactions, by HQ."""
    orders_given: dict[int, int] = column(UnitMap())
    """Command used for orders in this reaction phase, by HQ."""
    fired: int = column(Flag())
    """Guns that have fired, and units that have reacted, since attacks were declared."""

    # Points (B24)
    tally: list[int] = column(
        Told(dict[str, int], lambda rules: [0] * len(TALLIES), _tell_tally, _read_tally, usual={})
    )
    pockets: dict[str, tuple[int, int]] = column(
        Told(
            dict[str, tuple[int, int]],
            lambda rules: {},
            lambda pos: dict(pos.pockets),
            _read_pockets,
            usual={},
        )
    )
    """The turn on which each pocket first stood, with the most divisions that were in it."""

    def place(self, unit: int, hex_: int) -> None:
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        self.look(side, hex_)

    def remove(self, unit: int) -> None:
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self.look(side, hex_)

    @case("B10.3", "B11.10")
    def look(self, side: int, hex_: int) -> None:
        """See what the units of a hex amount to: who stands there, and whose zones reach out of it."""
        rules, bit, units = self.rules, 1 << hex_, self.stacks.get(hex_, 0)
        zone = units & rules.with_zone & ~self.overrun
        for sets, members in (
            (self.manned, units & rules.combat_units),
            (self.stood, units & rules.ground_units),
            (self.firm, zone & ~rules.motor),
            (self.firm_motor, zone & rules.motor),
        ):
            if bool(members) != bool(sets[side] & bit):
                sets[side] ^= bit
        self.forget()

    def forget(self) -> None:
        """Something has changed: who can move and who can attack has to be worked out anew."""
        self.movers = self.front = None

    def standing_in(self, hexes: int) -> int:
        """All units in some hexes, none of which is empty."""
        found = 0
        for hex_ in bits(hexes):
            found |= self.stacks[hex_]
        return found

    def zone(self, side: int) -> int:
        """Every hex in a zone of control of the side."""
        return self.rules.zones.zone(self, side)

    @case("B19.3")
    def pass_through(self, side: int, hexes: int, umpire: Umpire) -> None:
        """Combat units of a side were in these hexes: they are theirs now."""
        if taken := hexes & self.control[1 - side]:
            self.control[1 - side] &= ~taken
            self.control[side] |= taken
            rules = self.rules
            self.taken = self.taken | taken & rules.victory.places if side == GERMAN else self.taken & ~taken
            if told := taken & (rules.ground.settled | rules.victory.places):
                umpire.tell("control", hexes=tuple(rules.grid.numbers(told)), side=SIDES[side])

    def count(self, what: str, number: int = 1) -> None:
        """Count something for victory points."""
        self.tally[TALLIES.index(what)] += number

    def counted(self, what: str) -> int:
        return self.tally[TALLIES.index(what)]
