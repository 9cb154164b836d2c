"""Artillery: which guns support a combat, how many, and defensive fire (B14.4, B14.5, B15.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.columns import Combat
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.sealing import Ordering
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Propose

GERMAN_GUNS = 4


class Gun(Order, frozen=True, gc=False):
    """Let a gun support a combat."""

    verb: ClassVar[str] = "gun"
    label: ClassVar[str] = "Fire with"
    target: str
    unit: str


class Rest(Order, frozen=True, gc=False):
    """Take a gun, or a supply unit that was to be spent, out of a combat again."""

    verb: ClassVar[str] = "rest"
    label: ClassVar[str] = "Hold back"
    unit: str


class Guns(NonopChapter):
    """Which guns may support a combat, and how many."""

    @case("B14.4", "B6.8", "B11.10")
    def defending(self, pos: NonopPosition, side: int, combat: Combat) -> int:
        """Guns that may support the defender of a combat."""
        law, found = self.law, 0
        guns = self._in_range(pos, side, combat) & ~law.rockets & ~pos.out & ~pos.overrun & ~pos.fired
        for gun in bits(guns):
            hex_ = pos.where[gun]
            if hex_ in combat.targets:
                if pos.stacks[hex_] & law.combat_units & ~law.guns:
                    found |= 1 << gun
            elif not pos.zone(1 - side) >> hex_ & 1:
                found |= 1 << gun
        return found

    def _in_range(self, pos: NonopPosition, side: int, combat: Combat) -> int:
        """The guns of a side that can fire as far as a combat."""
        found = 0
        for reach, guns in self._by_range[side].items():
            area = 0
            for target in combat.targets:
                area |= self._disc(target, reach)
            found |= pos.standing_in(area & pos.occupied[side]) & guns
        return found

    @cached_property
    def _by_range(self) -> tuple[dict[int, int], dict[int, int]]:
        """The guns of each side by how far they fire."""
        law = self.law
        found: tuple[dict[int, int], dict[int, int]] = {}, {}
        for gun in bits(law.guns):
            alike, reach = found[law.side_of[gun]], law.counters[gun].range
            alike[reach] = alike.get(reach, 0) | 1 << gun
        return found

    @cached_property
    def _discs(self) -> dict[tuple[int, int], int]:
        return {}

    def _disc(self, hex_: int, distance: int) -> int:
        found = self._discs.get((hex_, distance))
        if found is None:
            found = self._discs[hex_, distance] = self.law.grid.disc(hex_, distance)
        return found

    @case("B15.4", "B11.10")
    def attacking(self, pos: NonopPosition, side: int, combat: Combat, supplied: int) -> int:
        """Guns that may support the attacker; ``supplied`` are the hexes that spent points reach."""
        law, found = self.law, 0
        guns = self._in_range(pos, side, combat) & ~pos.overrun & ~pos.fired & ~pos.garrison
        if side == GERMAN:
            guns &= law.reaching.unbound(pos)
        for gun in bits(guns):
            hex_ = pos.where[gun]
            if not supplied >> hex_ & 1:
                continue
            zones = law.zones.reaching(pos, 1 - side, hex_)
            if not zones or zones & combat.hexes:
                found |= 1 << gun
        return found

    @case("B14.5", "B22.2", "22.2.5 one artillery unit")
    def fit(self, pos: NonopPosition, side: int, combat: Combat, guns: int, *, attack: bool) -> bool:
        """Whether so many guns may support one combat (R2, R39)."""
        law = self.law
        if side == GERMAN:
            return guns.bit_count() <= GERMAN_GUNS
        if self.restricted(pos, combat, attack=attack):
            return guns.bit_count() <= 1
        rockets, plain = guns & law.rockets, guns & ~law.rockets
        if rockets.bit_count() > (2 if attack else 0):
            return False
        if plain.bit_count() <= 1:
            return True
        return plain.bit_count() == 2 and self._together(pos, plain)

    @case("22.2.5 one artillery unit")
    def restricted(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> bool:
        """Whether a Non-Op HQ leaves the Soviets one gun."""
        area = self.law.command.nonop_area(pos)
        if area & combat.hexes:
            return True
        return attack and any(area >> pos.where[unit] & 1 for unit in bits(combat.units & pos.in_play))

    @case("22.2.5 one artillery unit")
    def supporting(self, pos: NonopPosition, combat: Combat) -> int:
        """The guns that support a defence when it is fought.

        Of several Soviet ones it is the strongest, if a Non-Op HQ has come into range meanwhile (R76).
        """
        guns = combat.guns & pos.in_play
        several = guns & (guns - 1) and guns & self.law.units_of[SOVIET]
        if not several or not self.restricted(pos, combat, attack=False):
            return guns
        return 1 << max(bits(guns), key=lambda gun: self.law.counters[gun].support)

    @case("B22.2")
    def _together(self, pos: NonopPosition, guns: int) -> bool:
        """Whether guns are in range of one operational HQ, and of no Non-Op one."""
        command = self.law.command
        shared = None
        for gun in bits(guns):
            hqs = set(command.commanding(pos, pos.where[gun]))
            shared = hqs if shared is None else shared & hqs
        return bool(shared)

    def choices(
        self, pos: NonopPosition, side: int, combat: Combat, able: int, taken: int, *, attack: bool
    ) -> int:
        """Guns that may join those that support a combat already."""
        fit = self.fit
        return sum(
            [
                1 << gun
                for gun in bits(able & ~taken)
                if fit(pos, side, combat, taken | 1 << gun, attack=attack)
            ]
        )

    def best(
        self, pos: NonopPosition, side: int, combat: Combat, able: int, taken: int = 0, *, attack: bool
    ) -> int:
        """A proposal: the strongest guns that may fire together, as long as they add something (B15.5)."""
        law = self.law
        room = law.odds.plain(pos, combat) if attack else law.odds.supported(pos, combat)
        room -= sum([law.counters[gun].support for gun in bits(taken)])
        for gun in sorted(bits(able & ~taken), key=lambda gun: (-law.counters[gun].support, gun)):
            if room > 0 and self.fit(pos, side, combat, taken | 1 << gun, attack=attack):
                taken |= 1 << gun
                room -= law.counters[gun].support
        return taken

    def why_not(
        self, pos: NonopPosition, side: int, combat: Combat, able: int, taken: int, name: str, *, attack: bool
    ) -> Ruling | None:
        law = self.law
        unit = law.unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        case_ = "B15.4" if attack else "B14.4"
        if not law.guns >> unit & 1:
            return Ruling(case_, f"{name} is no artillery unit")
        if pos.fired >> unit & 1 or taken >> unit & 1:
            return Ruling(case_, f"{name} fires in this phase already")
        if not able >> unit & 1:
            return Ruling(case_, f"{name} cannot support this combat")
        if not self.fit(pos, side, combat, taken | 1 << unit, attack=attack):
            if side == SOVIET and self.restricted(pos, combat, attack=attack):
                return Ruling(
                    "22.2.5", "one artillery unit at most supports a combat in range of a Non-Op HQ"
                )
            return Ruling("B14.5", "more guns cannot support one combat")
        return None


class Gunnery(Chore[NonopPosition], frozen=True, tag="gunnery"):
    """The side that is attacked assigns its guns."""

    about: ClassVar[str] = "B14.4"
    part: ClassVar[str] = "defensive fire"
    takes: ClassVar[tuple[type[Order], ...]] = (Gun, Rest, Propose, End)
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} reaction"

    def _choices(self, pos: NonopPosition) -> Iterator[Order]:
        guns = pos.rules.artillery
        for combat in pos.combats:
            able = guns.defending(pos, self.side, combat)
            joining = guns.choices(pos, self.side, combat, able, combat.guns, attack=False)
            name = pos.rules.attacks.name_of(combat.targets)
            for gun in pos.names(joining):
                yield Gun(name, gun)

    def _assigned(self, pos: NonopPosition) -> int:
        guns = 0
        for combat in pos.combats:
            guns |= combat.guns
        return guns

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._assigned(pos) or any(self._choices(pos)):
            return True
        pos.frames[-1] = Ordering(self.side, self.side)
        return False

    def prompt(self, pos: NonopPosition) -> str:
        return "Let guns support attacked hexes: choose them beside the map, or as proposed. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        rests = [Rest(gun) for gun in pos.names(self._assigned(pos))]
        return [Listed([*self._choices(pos), *rests, Propose(), End()])]

    @case("B14.4", "B14.5")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if isinstance(order, Rest):
            unit = pos.rules.unit_number.get(order.unit, -1)
            if unit >= 0 and self._assigned(pos) >> unit & 1:
                return None
            return Ruling("B14.4", f"{order.unit} supports no combat")
        if not isinstance(order, Gun):
            return pos.rules.out_of_place(pos, order)
        combat, guns = pos.rules.attacks.named(pos, order.target), pos.rules.artillery
        if combat is None:
            return Ruling("B12.1", f"no attack on {order.target} has been declared")
        able = guns.defending(pos, self.side, combat)
        return guns.why_not(pos, self.side, combat, able, combat.guns, order.unit, attack=False)

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            pos.frames[-1] = Ordering(self.side, self.side)
        elif isinstance(order, Gun):
            combat = law.attacks.named(pos, order.target)
            assert combat is not None
            self._assign(pos, combat, 1 << law.unit_number[order.unit], umpire)
        elif isinstance(order, Rest):
            bit = 1 << law.unit_number[order.unit]
            for combat in pos.combats:
                if combat.guns & bit:
                    law.attacks.change(pos, combat, msgspec.structs.replace(combat, guns=combat.guns & ~bit))
            pos.fired &= ~bit

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """For the combats without guns, the largest first, the best that are left."""
        law, found, busy = pos.rules, [], 0
        for combat in sorted(pos.combats, key=lambda c: -law.attacks.defense(pos, c.targets)):
            if not combat.guns:
                able = law.artillery.defending(pos, self.side, combat) & ~busy
                best = law.artillery.best(pos, self.side, combat, able, attack=False)
                name = law.attacks.name_of(combat.targets)
                found += [Gun(name, gun) for gun in pos.names(best)]
                busy |= best
        return found  # type: ignore[return-value]

    def _assign(self, pos: NonopPosition, combat: Combat, guns: int, umpire: Umpire) -> None:
        law = pos.rules
        pos.fired |= guns
        law.attacks.change(pos, combat, msgspec.structs.replace(combat, guns=combat.guns | guns))
        umpire.tell("guns", units=pos.names(guns), target=law.attacks.name_of(combat.targets))
