"""The reaction phases: reaction movement, defensive guns, orders face down (B14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, HALVES, SIDES, SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.losses import Propose
from typhoon.games.typhoon_nonop.position import ADDITIONAL_RETREAT, ORDERS, Combat, NonopPosition
from typhoon.games.typhoon_nonop.stacking import RemoveExcess
from typhoon.hexgrid import Reach, bits
from typhoon.mechanics.movement import Movers, Moves, Trail
from typhoon.mechanics.planning import planned
from typhoon.mechanics.wording import counted

NEAR = 3
"""How far from a defender hex a unit reacts."""
GERMAN_GUNS = 4


class React(Order, frozen=True, gc=False):
    """Move a motor unit in reaction to a declared attack."""

    verb: ClassVar[str] = "react"
    unit: str
    path: tuple[str, ...]


class Gun(Order, frozen=True, gc=False):
    """Let a gun support a combat."""

    verb: ClassVar[str] = "gun"
    label: ClassVar[str] = "Fire with"
    target: str
    unit: str


class Rest(Order, frozen=True, gc=False):
    """Take a gun out of a combat again."""

    verb: ClassVar[str] = "rest"
    label: ClassVar[str] = "Hold back"
    unit: str


class Seal(Order, frozen=True, gc=False):
    """Lay an order face down on a combat: no-retreat or additional-retreat."""

    verb: ClassVar[str] = "seal"
    label: ClassVar[str] = "Lay face down:"
    target: str
    order: str


class Reaction(Phase[NonopPosition], frozen=True, tag="reaction"):
    """The side that is attacked moves a motor unit for each defender hex."""

    about: ClassVar[str] = "B14.2"
    part: ClassVar[str] = "reaction movement"
    takes: ClassVar[tuple[type[Order], ...]] = (React, End)
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} reaction"

    @case("B14.1")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if not pos.combats:
            pos.frames.pop()
            return False
        if pos.rules.reactions.movers(pos, self.side):
            return True
        self._close(pos)
        return False

    def _close(self, pos: NonopPosition) -> None:
        pos.reacted, pos.reactions = 0, {}
        pos.frames[-1] = Gunnery(self.side)
        pos.frames.append(RemoveExcess(self.side, self.name))

    def prompt(self, pos: NonopPosition) -> str:
        count = counted(pos.rules.reactions.open_hexes(pos).bit_count(), "attacked hex", "attacked hexes")
        return f"Reaction: {count}, for each a motor unit within {NEAR} hexes may move at half. Then end."

    def destinations(self, pos: NonopPosition, units: Sequence[str], verb: str = "react") -> dict[str, float]:
        able = pos.rules.reactions.movers(pos, self.side)
        way = able.get(pos.rules.unit_number.get(units[0], -1)) if len(units) == 1 else None
        if way is None:
            return {}
        return {pos.rules.grid.name[hex_]: cost / HALVES for hex_, cost in way.costs().items()}

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        law = pos.rules
        moves = Moves(law.grid, law.reactions.movers(pos, self.side), law.unit_ids, HALVES, React)
        return [moves, Listed([End()])]

    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, React):
            return pos.rules.out_of_place(pos, order)
        return pos.rules.reactions.why_not(pos, self.side, order)

    @case("B14.2", "B14.3")
    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, End):
            self._close(pos)
            return
        assert isinstance(order, React)
        law = pos.rules
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[1])
        way = law.reactions.movers(pos, self.side)[unit]
        law.reactions.use(pos, self.side, unit)
        trail = Trail(way, to, law.grid.name)
        umpire.tell("reacted", unit=order.unit, path=order.path, way=trail)
        law.marching.carry(pos, unit, to, law.marching._passed(pos, self.side, unit, way, to), umpire)
        pos.fired |= 1 << unit  # one reaction a unit


class Reactions(NonopChapter):
    """Who may react, and how far."""

    @case("B14.2")
    def open_hexes(self, pos: NonopPosition) -> int:
        """Defender hexes for which nobody has reacted yet."""
        return self.law.attacks.attacked(pos) & ~pos.reacted

    @case("B14.2", "B14.3", "22.2.4 no reaction movement", "B13.3", "B6.8", "B11.10")
    def why_not_unit(self, pos: NonopPosition, side: int, unit: int) -> Ruling | None:
        law, bit, hex_, name = self.law, 1 << unit, pos.where[unit], self.law.unit_ids[unit]
        if not law.motor & bit:
            return Ruling("B14.2", f"{name} is no motor unit")
        if pos.fired & bit:
            return Ruling("B14.2", f"{name} has reacted")
        if pos.out & bit:
            return Ruling("B6.8", f"{name} is Out of Supply and does not react")
        if pos.overrun & bit:
            return Ruling("B11.10", f"{name} was overrun and does not react")
        if pos.zone(1 - side) >> hex_ & 1:
            return Ruling("B14.2", f"{name} is in an enemy zone of control")
        if law.attacks.attacked(pos) >> hex_ & 1:
            return Ruling("B14.2", f"{name} is under attack itself")
        if not law.grid.within(self.open_hexes(pos), NEAR) >> hex_ & 1:
            return Ruling("B14.2", f"no attacked hex within {NEAR} hexes of {name} is left to react to")
        if side == GERMAN:
            return None
        if law.nkvd & bit:
            return Ruling("B14.3", "NKVD units never react")
        if pos.interdicted >> hex_ & 1:
            return Ruling("B13.3", f"{name} is in an interdiction zone")
        if law.command.nonop_area(pos) >> hex_ & 1:
            return Ruling("22.2.4", f"{name} is in range of a Non-Op HQ and does not react")
        if not self._hqs(pos, hex_):
            return Ruling("B14.3", f"no operational HQ with command left is in range of {name}")
        return None

    def _hqs(self, pos: NonopPosition, hex_: int) -> list[int]:
        command = self.law.command
        return [hq for hq in command.commanding(pos, hex_) if command.left(pos, hq, pos.reactions) > 0]

    @case("B14.2", "B13.3")
    def reach(self, pos: NonopPosition, side: int, unit: int) -> Reach:
        """Half the allowance, into enemy zones only where a friend stands, and no farther there."""
        law = self.law
        zone = pos.zone(1 - side)
        free = law.reaching.free(pos, unit) & ~(zone & ~pos.occupied[side])
        if side == SOVIET:
            free &= ~pos.interdicted
        steps = law.terrain.steps(law.terrain.going(pos, side, unit, zone=0))
        return law.reaching.way(
            pos.where[unit], law.reaching.printed(pos, unit) * HALVES // 2, steps, free, zone
        )

    def movers(self, pos: NonopPosition, side: int) -> Movers:
        near = self.law.grid.within(self.open_hexes(pos), NEAR) & pos.manned[side]
        units = 0
        for hex_ in bits(near):
            units |= pos.stacks[hex_]
        able = [unit for unit in bits(units & self.law.motor) if self.why_not_unit(pos, side, unit) is None]
        return Movers.of([(unit, self.reach(pos, side, unit)) for unit in able])

    def why_not(self, pos: NonopPosition, side: int, order: React) -> Ruling | None:
        law = self.law
        unit, hexes = law.unit_on_map(pos, order.unit, side), law.hexes_named(order.path)
        if isinstance(unit, Ruling):
            return unit
        if isinstance(hexes, Ruling):
            return hexes
        if len(hexes) != 2 or hexes[0] != pos.where[unit]:
            return Ruling("B14.2", "a reaction names the hex it begins in and the hex it ends in")
        ruling = self.why_not_unit(pos, side, unit)
        if ruling is not None:
            return ruling
        if self.reach(pos, side, unit).hexes >> hexes[1] & 1:
            return None
        return Ruling("B14.2", f"{order.unit} cannot react as far as {law.describe(hexes[1])}")

    @case("B14.2", "B14.3", "B22.2")
    def use(self, pos: NonopPosition, side: int, unit: int) -> None:
        """A unit reacts: to the nearest hex, by the HQ with the most command left."""
        law, hex_ = self.law, pos.where[unit]
        near = [h for h in bits(self.open_hexes(pos)) if law.grid.distance(h, hex_) <= NEAR]
        pos.reacted |= 1 << min(near, key=lambda h: (law.grid.distance(h, hex_), h))
        if side == SOVIET:
            hq = max(self._hqs(pos, hex_), key=lambda hq: (law.command.left(pos, hq, pos.reactions), -hq))
            pos.reactions[hq] = pos.reactions.get(hq, 0) + 1


class Guns(NonopChapter):
    """Which guns may support a combat, and how many."""

    @case("B14.4", "B6.8", "B11.10")
    def defending(self, pos: NonopPosition, side: int, combat: Combat) -> int:
        """Guns that may support the defender of a combat."""
        law, found = self.law, 0
        guns = (
            law.guns & law.units_of[side] & pos.in_play & ~law.rockets & ~pos.out & ~pos.overrun & ~pos.fired
        )
        zone = pos.zone(1 - side)
        for gun in bits(guns):
            hex_ = pos.where[gun]
            if combat.hexes >> hex_ & 1:
                if pos.stacks[hex_] & law.combat_units & ~law.guns:
                    found |= 1 << gun
            elif not zone >> hex_ & 1 and self._in_range(hex_, gun, combat):
                found |= 1 << gun
        return found

    def _in_range(self, hex_: int, gun: int, combat: Combat) -> bool:
        reach, distance = self.law.counters[gun].range, self.law.grid.distance
        return any(distance(hex_, target) <= reach for target in combat.targets)

    @case("B15.4", "B11.10")
    def attacking(self, pos: NonopPosition, side: int, combat: Combat, supplied: int) -> int:
        """Guns that may support the attacker; ``supplied`` are the hexes that spent points reach."""
        law, found = self.law, 0
        guns = law.guns & law.units_of[side] & pos.in_play & ~pos.overrun & ~pos.fired & ~pos.garrison
        if side == GERMAN:
            guns &= law.reaching.unbound(pos)
        for gun in bits(guns):
            hex_ = pos.where[gun]
            if not supplied >> hex_ & 1 or not self._in_range(hex_, gun, combat):
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

    def best(self, pos: NonopPosition, side: int, combat: Combat, able: int, *, attack: bool) -> int:
        """A proposal: the strongest guns that may fire together, as long as they add something (B15.5)."""
        law, taken = self.law, 0
        room = law.odds.plain(pos, combat) if attack else law.odds.supported(pos, combat)
        for gun in sorted(bits(able), key=lambda gun: (-law.counters[gun].support, gun)):
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


class Gunnery(Phase[NonopPosition], frozen=True, tag="gunnery"):
    """The side that is attacked assigns its guns."""

    about: ClassVar[str] = "B14.4"
    part: ClassVar[str] = "defensive fire"
    takes: ClassVar[tuple[type[Order], ...]] = (Gun, Rest, Propose, End)
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} reaction"

    def _choices(self, pos: NonopPosition) -> list[Order]:
        guns, found = pos.rules.artillery, []
        for combat in pos.combats:
            able = guns.defending(pos, self.side, combat)
            joining = guns.choices(pos, self.side, combat, able, combat.guns, attack=False)
            name = pos.rules.attacks.name_of(combat.targets)
            found += [Gun(name, gun) for gun in pos.names(joining)]
        return found  # type: ignore[return-value]

    def _assigned(self, pos: NonopPosition) -> int:
        guns = 0
        for combat in pos.combats:
            guns |= combat.guns
        return guns

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._choices(pos) or self._assigned(pos):
            return True
        pos.frames[-1] = Ordering(self.side, self.side)
        return False

    def prompt(self, pos: NonopPosition) -> str:
        return "Let guns support attacked hexes: choose them beside the map, or as proposed. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        rests = [Rest(gun) for gun in pos.names(self._assigned(pos))]
        return [Listed([*self._choices(pos), *rests, Propose(), End()])]

    @case("B14.4", "B14.5")
    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, (End, Propose)):
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

    def preview(self, pos: NonopPosition, order: Order) -> Preview | None:
        return planned(pos, order) if isinstance(order, Propose) else None

    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
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
        else:
            for combat in sorted(pos.combats, key=lambda c: -law.attacks.defense(pos, c.targets)):
                able = law.artillery.defending(pos, self.side, combat)
                if not combat.guns:
                    best = law.artillery.best(pos, self.side, combat, able, attack=False)
                    self._assign(pos, combat, best, umpire)

    def _assign(self, pos: NonopPosition, combat: Combat, guns: int, umpire: Umpire) -> None:
        law = pos.rules
        if guns:
            pos.fired |= guns
            law.attacks.change(pos, combat, msgspec.structs.replace(combat, guns=combat.guns | guns))
            umpire.tell("guns", units=pos.names(guns), target=law.attacks.name_of(combat.targets))


class Orders(NonopChapter):
    """No Retreat and Additional Retreat."""

    @case("B14.6", "B15.9")
    def sheltered(self, pos: NonopPosition, side: int) -> int:
        """Hexes in which a defender may be given an order."""
        law, ground = self.law, self.law.ground
        towns = ground.towns if law.conditions.is_short(pos) else ground.towns & law.conditions.mud(pos)
        return ground.woods | ground.cities | law.works.forts(pos, side) | towns

    @case("B14.7", "22.2.5 NKVD")
    def nkvd(self, pos: NonopPosition, combat: Combat) -> bool:
        """Whether NKVD troops hold the defenders where they are, without any HQ."""
        law = self.law
        area = law.command.nonop_area(pos)
        return any(
            law.ground.settled >> hex_ & 1 and not area >> hex_ & 1 and pos.units_in(hex_) & law.nkvd
            for hex_ in combat.targets
        )

    @case("B14.6", "22.2.4 no retreat orders", "B22.2")
    def hqs(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> list[int]:
        """Operational Soviet HQs with command left that can give an order for a combat."""
        command = self.law.command
        hexes = bits(self.hexes(pos, combat, attack=attack))
        found = {hq for hex_ in hexes for hq in command.commanding(pos, hex_)}
        return sorted([hq for hq in found if command.left(pos, hq, pos.orders_given) > 0])

    @case("B14.6", "B5.3")
    def may_retreat_far(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> bool:
        """Whether there can be an Additional Retreat: nobody's hex is in mud, lingering mud included."""
        return not self.hexes(pos, combat, attack=attack) & self.law.conditions.mud(pos)

    def hexes(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> int:
        """The hexes of a side's units in a combat."""
        return sum({1 << pos.where[unit] for unit in bits(combat.units)}) if attack else combat.hexes

    @case("B14.6", "B14.7", "22.2.4 no retreat orders", "B5.7")
    def why_not(
        self, pos: NonopPosition, side: int, defender: int, combat: Combat, order: str
    ) -> Ruling | None:
        law, attack = self.law, side != defender
        if order not in ORDERS[1:]:
            return Ruling("B14.6", f"'{order}' is no order; there are no-retreat and additional-retreat")
        if order == ORDERS[ADDITIONAL_RETREAT] and not self.may_retreat_far(pos, combat, attack=attack):
            return Ruling("B14.6", "nobody retreats farther in mud")
        if combat.answer if attack else combat.order:
            return Ruling("B14.6", "an order lies on this combat already")
        if attack and not (combat.order or (defender == SOVIET and self.nkvd(pos, combat))):
            return Ruling("B14.6", "the attacker answers only where the defender has laid an order")
        if not attack:
            if defender == SOVIET and self.nkvd(pos, combat):
                return Ruling("B14.7", "NKVD troops hold this hex, which gets no other order")
            if not self.sheltered(pos, defender) & combat.hexes:
                return Ruling(
                    "B14.6", "orders are for woods, cities, fortifications and towns in mud or snow"
                )
        if side == SOVIET and not self.hqs(pos, combat, attack=attack):
            if law.command.nonop_area(pos) & self.hexes(pos, combat, attack=attack):
                return Ruling("22.2.4", "a Non-Op HQ is in range: it gives no orders, and no other HQ can")
            return Ruling("B14.6", "no operational HQ with command left is in range")
        return None


class Ordering(Phase[NonopPosition], frozen=True, tag="ordering"):
    """A side lays orders face down, the defender first."""

    about: ClassVar[str] = "B14.6"
    part: ClassVar[str] = "orders"
    takes: ClassVar[tuple[type[Order], ...]] = (Seal, End)
    side: SideNumber
    reacting: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.reacting]} reaction"

    def _choices(self, pos: NonopPosition) -> list[Seal]:
        law = pos.rules
        return [
            Seal(law.attacks.name_of(combat.targets), word)
            for combat in pos.combats
            for word in ORDERS[1:]
            if law.retreat_orders.why_not(pos, self.side, self.reacting, combat, word) is None
        ]

    @case("B14.1", "B14.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._choices(pos):
            return True
        self._close(pos)
        return False

    def _close(self, pos: NonopPosition) -> None:
        pos.orders_given = {}
        if self.side == self.reacting:
            pos.frames[-1] = Ordering(1 - self.side, self.reacting)
        else:
            pos.frames.pop()

    def prompt(self, pos: NonopPosition) -> str:
        return (
            "Lay orders face down: no retreat, for a step more, or a longer one, for a step less. Then end."
        )

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*self._choices(pos), End()])]

    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Seal):
            return pos.rules.out_of_place(pos, order)
        combat = pos.rules.attacks.named(pos, order.target)
        if combat is None:
            return Ruling("B12.1", f"no attack on {order.target} has been declared")
        return pos.rules.retreat_orders.why_not(pos, self.side, self.reacting, combat, order.order)

    @case("B14.6", "B22.2")
    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            self._close(pos)
            return
        assert isinstance(order, Seal)
        combat = law.attacks.named(pos, order.target)
        assert combat is not None
        attack, number = self.side != self.reacting, ORDERS.index(order.order)
        if self.side == SOVIET:
            hqs = law.retreat_orders.hqs(pos, combat, attack=attack)
            hq = max(hqs, key=lambda hq: (law.command.left(pos, hq, pos.orders_given), -hq))
            pos.orders_given[hq] = pos.orders_given.get(hq, 0) + 1
        changed = {"answer": number} if attack else {"order": number}
        law.attacks.change(pos, combat, msgspec.structs.replace(combat, **changed))
        umpire.tell("sealed", side=SIDES[self.side], target=order.target)
        umpire.tell_side(SIDES[self.side], "sealed_order", target=order.target, order=order.order)
