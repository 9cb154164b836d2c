"""What is in a position: declared attacks, bridges, air units and the rest, and how snapshots tell of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.columns import HIDDEN, Column, Held, Hexes, UnitMap, UnitNumber
from typhoon.engine.position import OFF_MAP
from typhoon.games.typhoon_nonop.charts import BOXES, HALVES, SIDES
from typhoon.hexgrid import bits
from typhoon.mechanics.declared import Declared

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.position import NonopPosition

ORDERS = ("", "no-retreat", "additional-retreat")
NONE, NO_RETREAT, ADDITIONAL_RETREAT = range(3)
SEALED = 3
"""An order that whoever imagines the position may not know."""
TALLIES = ("disbanded", "hq", "guards", "soviet steps", "german steps", "surrendered", "panzer", "mandated")
"""What is counted for victory points as it happens."""


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


class Bridges(Column):
    """The bridges on the map."""

    type = dict[str, BridgeState]
    usual: Any = {}  # noqa: RUF012
    late = True

    def start(self, rules: Any) -> dict[str, Bridge]:
        return {}

    def tell(self, pos: NonopPosition) -> dict[str, Any]:
        name = pos.rules.grid.name
        return {
            bridge: msgspec.to_builtins(BridgeState(name[b.hex], name[b.other], b.ready, b.moved))
            for bridge, b in sorted(pos.bridges.items())
        }

    def read(self, pos: NonopPosition, told: dict[str, BridgeState]) -> None:
        rules = pos.rules
        for name, state in told.items():
            if name not in rules.works.bridges:
                raise self.wrong(f"there is no bridge '{name}'; there are {', '.join(rules.works.bridges)}")
            hexes = [rules.hex_in_words(self.word, number) for number in (state.hex, state.other)]
            if rules.grid.direction(*hexes) is None:
                raise self.wrong(f"{state.hex} and {state.other} are not neighbours")
            pos.bridges[name] = Bridge(hexes[0], hexes[1], state.ready, state.moved)


class AirColumn(Column):
    """Something about air units, which snapshots call by their names."""

    late = True

    def number(self, pos: NonopPosition, name: str) -> int:
        """The air unit of a name."""
        if name not in pos.rules.air_number:
            raise self.wrong(f"there is no air unit '{name}'")
        return pos.rules.air_number[name]


class AirBoxes(AirColumn):
    """The box of each air unit."""

    type = dict[str, str]
    usual: Any = {}  # noqa: RUF012

    def start(self, rules: Any) -> list[int]:
        return [0] * len(rules.air_ids)

    def tell(self, pos: NonopPosition) -> dict[str, str]:
        return {pos.rules.air_ids[unit]: BOXES[box] for unit, box in enumerate(pos.air) if box}

    def read(self, pos: NonopPosition, told: dict[str, str]) -> None:
        for name, box in told.items():
            unit = self.number(pos, name)
            if box not in BOXES:
                raise self.wrong(f"{name}: '{box}' is none of {', '.join(BOXES)}")
            pos.air[unit] = BOXES.index(box)


class Firing(AirColumn):
    """Air units that fly to fight."""

    type = tuple[str, ...]
    usual: Any = ()

    def start(self, rules: Any) -> int:
        return 0

    def tell(self, pos: NonopPosition) -> list[str]:
        return [pos.rules.air_ids[unit] for unit in bits(pos.firing)]

    def read(self, pos: NonopPosition, told: tuple[str, ...]) -> None:
        for name in told:
            pos.firing |= 1 << self.number(pos, name)


class Missions(AirColumn):
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
            pos.missions[self.number(pos, name)] = pos.rules.hex_in_words(self.word, number)


class Cover(Column):
    """CAS points of each side over hexes."""

    type = dict[str, tuple[int, int]]
    usual: Any = {}  # noqa: RUF012
    late = True

    def start(self, rules: Any) -> dict[int, tuple[int, int]]:
        return {}

    def tell(self, pos: NonopPosition) -> dict[str, list[int]]:
        return {pos.rules.grid.name[hex_]: list(points) for hex_, points in sorted(pos.cover.items())}

    def read(self, pos: NonopPosition, told: dict[str, tuple[int, int]]) -> None:
        pos.cover = {pos.rules.hex_in_words(self.word, number): points for number, points in told.items()}


class Tally(Column):
    """What is counted for victory points as it happens."""

    type = dict[str, int]
    usual: Any = {}  # noqa: RUF012
    late = True

    def start(self, rules: Any) -> list[int]:
        return [0] * len(TALLIES)

    def tell(self, pos: NonopPosition) -> dict[str, int]:
        return {name: count for name, count in zip(TALLIES, pos.tally, strict=True) if count}

    def read(self, pos: NonopPosition, told: dict[str, int]) -> None:
        for name, count in told.items():
            if name not in TALLIES or count < 0:
                raise self.wrong(f"'{name}' {count} is not counted; there are {', '.join(TALLIES)}")
            pos.tally[TALLIES.index(name)] = count


class Pockets(Column):
    """The pockets that have stood."""

    type = dict[str, tuple[int, int]]
    usual: Any = {}  # noqa: RUF012
    late = True

    def start(self, rules: Any) -> dict[str, tuple[int, int]]:
        return {}

    def tell(self, pos: NonopPosition) -> dict[str, tuple[int, int]]:
        return dict(pos.pockets)

    def read(self, pos: NonopPosition, told: dict[str, tuple[int, int]]) -> None:
        pos.pockets = dict(told)


class Origin(Column):
    """The hex that those on the move started from."""

    type = str
    usual: Any = ""
    late = True

    def start(self, rules: Any) -> int:
        return OFF_MAP

    def tell(self, pos: NonopPosition) -> str:
        return pos.rules.grid.name[pos.origin] if pos.origin >= 0 else ""

    def read(self, pos: NonopPosition, told: str) -> None:
        pos.origin = pos.rules.hex_in_words(self.word, told)
