"""The combat phase: one combat after another, with supply, guns, engineers and the die (B15, B16)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Advance, End, Listed, Order, OrderSet
from typhoon.engine.phase import HexNumbers, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.air import support_frames
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES
from typhoon.games.typhoon_nonop.columns import NO_RETREAT, Combat
from typhoon.games.typhoon_nonop.gunnery import Gun, Rest
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.stacking import RemoveExcess
from typhoon.games.typhoon_nonop.supply import OVERLAND, Spend
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Notes, Propose
from typhoon.mechanics.wording import counted


class Resolve(Order, frozen=True, gc=False):
    """Fight a declared combat."""

    verb: ClassVar[str] = "resolve"
    label: ClassVar[str] = "Fight this one next"
    target: str


class Engineers(Order, frozen=True, gc=False):
    """Declare that engineers take part, or that they do not."""

    verb: ClassVar[str] = "engineers"
    label: ClassVar[str] = "Engineers in or out"


class Fight(Order, frozen=True, gc=False):
    """Throw the die."""

    verb: ClassVar[str] = "fight"
    label: ClassVar[str] = "Throw the die"


class CombatPhase(Phase[NonopPosition], frozen=True, tag="combat"):
    """The phasing side fights its combats in the order it likes."""

    about: ClassVar[str] = "B15.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Resolve,)
    side: SideNumber
    flown: bool = False
    """Whether the air missions of the phase are over."""

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    @case("B15.1", "B15.2")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if not self.flown and pos.combats:
            pos.frames[-1] = CombatPhase(self.side, flown=True)
            pos.frames += support_frames(self.side)
            return False
        if len(pos.combats) > 1:
            return True
        if pos.combats:
            self._begin(pos, pos.combats[0])
        else:
            pos.fired = 0
            pos.cover = {}
            pos.frames[-1] = RemoveExcess(self.side, self.name, with_engineer=True)
        return False

    def _begin(self, pos: NonopPosition, combat: Combat) -> None:
        pos.frames.append(Battle(self.side, pos.rules.attacks.name_of(combat.targets)))

    def prompt(self, pos: NonopPosition) -> str:
        return f"Choose the next combat: {counted(len(pos.combats), 'combat')} left."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([Resolve(pos.rules.attacks.name_of(combat.targets)) for combat in pos.combats])]

    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Resolve):
            return pos.rules.out_of_place(pos, order)
        if pos.rules.attacks.named(pos, order.target) is None:
            return Ruling("B15.2", f"there is no combat at {order.target} to fight")
        return None

    def preview(self, pos: NonopPosition, order: Order) -> Preview | None:
        combat = pos.rules.attacks.named(pos, order.target) if isinstance(order, Resolve) else None
        return pos.rules.odds.preview(pos, self.side, combat) if combat is not None else None

    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Resolve)
        combat = pos.rules.attacks.named(pos, order.target)
        assert combat is not None
        self._begin(pos, combat)


class Battle(Chore[NonopPosition], frozen=True, tag="battle"):
    """A combat at hand: the attacker spends supply, names guns and engineers, and fights."""

    about: ClassVar[str] = "B15.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Spend, Gun, Rest, Engineers, Propose, Fight)
    side: SideNumber
    target: HexNumbers
    supply: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    engineers: bool = False

    def declared(self, pos: NonopPosition) -> Combat:
        combat = pos.rules.attacks.named(pos, self.target)
        assert combat is not None
        return combat

    @case("B15.3")
    def combat(self, pos: NonopPosition) -> Combat:
        """The combat without hexes that have become empty, as long as one is left."""
        combat = self.declared(pos)
        left = tuple([target for target in combat.targets if pos.stood[1 - self.side] >> target & 1])
        return msgspec.structs.replace(combat, targets=left) if left not in ((), combat.targets) else combat

    @case("B15.3")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        combat = self.declared(pos)
        if pos.stood[1 - self.side] & combat.hexes and combat.units & pos.in_play:
            return True
        law = pos.rules
        pos.frames.pop()
        law.attacks.change(pos, combat, None)
        if units := combat.units & pos.in_play:
            umpire.tell("void", target=self.target)
            pos.frames.append(Advancing(self.side, self.target, pos.names(units)))
        return False

    def prompt(self, pos: NonopPosition) -> str:
        supply = "in attack supply" if self.is_supplied(pos) else "without attack supply"
        guns = f"guns {', '.join(self.guns)}" if self.guns else "no guns"
        engineers = ", with engineers" if self.engineers else ""
        return f"The combat at {self.target}: {supply}, {guns}{engineers}. Change it, or throw the die."

    # What the attacker may still do

    @case("B6.10")
    def _supplied(self, pos: NonopPosition) -> int:
        """Hexes that the spent points reach."""
        found = 0
        for name in self.supply:
            found |= pos.rules.supply.attack_range(pos, pos.rules.unit_number[name])
        return found

    @case("B6.10", "B6.11")
    def is_supplied(self, pos: NonopPosition) -> bool:
        """Whether every attacker is reached."""
        hexes, units = self._supplied(pos), self.combat(pos).units & pos.in_play
        return all(hexes >> pos.where[unit] & 1 for unit in bits(units))

    def _points(self, pos: NonopPosition) -> int:
        """Supply units that would reach somebody who is not yet reached."""
        law, combat, hexes = pos.rules, self.combat(pos), self._supplied(pos)
        places = {pos.where[unit] for unit in bits(combat.units & pos.in_play)}
        places |= {pos.where[gun] for gun in bits(law.artillery.attacking(pos, self.side, combat, -1))}
        hungry = sum([1 << hex_ for hex_ in places]) & ~hexes
        if not hungry:
            return 0
        points = law.supply_units & law.units_of[self.side] & pos.in_play & ~law.units(self.supply)
        near, reach = law.grid.within(hungry, OVERLAND), law.supply.attack_range
        return sum([1 << u for u in bits(points) if near >> pos.where[u] & 1 and reach(pos, u) & hungry])

    @case("B6.11", "B15.4")
    def _able(self, pos: NonopPosition) -> int:
        """Guns that spent points reach; none as long as an attacker is not reached."""
        if not self.is_supplied(pos):
            return 0
        return pos.rules.artillery.attacking(pos, self.side, self.combat(pos), self._supplied(pos))

    def _gun_choices(self, pos: NonopPosition) -> int:
        taken, guns = pos.rules.units(self.guns), pos.rules.artillery
        return guns.choices(pos, self.side, self.combat(pos), self._able(pos), taken, attack=True)

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        law = pos.rules
        found: list[Order] = [Fight(), Propose()]
        found += [Spend(name) for name in pos.names(self._points(pos))]
        found += [Gun(self.target, name) for name in pos.names(self._gun_choices(pos))]
        found += [Rest(name) for name in (*self.supply, *self.guns)]
        if law.odds.may_use_engineers(pos, self.side, self.combat(pos)):
            found.append(Engineers())
        return [Listed(found)]

    @case("B15.2", "B6.10", "B15.4", "B15.12")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        law = pos.rules
        if isinstance(order, Fight):
            return None
        if isinstance(order, Engineers):
            if law.odds.may_use_engineers(pos, self.side, self.combat(pos)):
                return None
            return Ruling(
                "B15.12", "engineers help against cities, rivers, fortifications and muddy towns only"
            )
        if isinstance(order, Rest):
            if order.unit in (*self.supply, *self.guns):
                return None
            return Ruling("B15.4", f"{order.unit} neither fires nor is spent here")
        if isinstance(order, Gun):
            if order.target != self.target:
                return Ruling("B15.2", f"the combat at hand is that at {self.target}")
            taken = law.units(self.guns)
            able, combat = self._able(pos), self.combat(pos)
            return law.artillery.why_not(pos, self.side, combat, able, taken, order.unit, attack=True)
        if not isinstance(order, Spend):
            return law.out_of_place(pos, order)
        unit = law.unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if not law.supply_units >> unit & 1:
            return Ruling("B6.10", f"{order.unit} is no supply unit")
        if not self._points(pos) >> unit & 1:
            return Ruling("B6.10", f"{order.unit} would reach nobody in this combat who needs it")
        return None

    def preview(self, pos: NonopPosition, order: Order) -> Preview | None:
        chosen = self.frame_proposed(pos) if isinstance(order, Propose) else self
        if not isinstance(order, (Fight, Propose)):
            return None
        combat, notes = self.combat(pos), []
        if chosen is not self:
            spent = [name for name in chosen.supply if name not in self.supply]
            notes = [f"spends {', '.join(spent)}" if spent else "spends nothing"]
            notes.append(f"fires with {', '.join(chosen.guns)}" if chosen.guns else "fires with no guns")
            notes += ["sends engineers in"] if chosen.engineers else []
        return pos.rules.odds.preview(
            pos, self.side, combat, pos.rules.units(chosen.guns),
            supplied=chosen.is_supplied(pos), engineers=chosen.engineers,
            order=NO_RETREAT if self.side == GERMAN and pos.rules.retreat_orders.nkvd(pos, combat) else 0,
            notes=tuple(notes),
        )  # fmt: skip

    def frame_proposed(self, pos: NonopPosition) -> Battle:
        """The combat as it would be after the proposal."""
        twin = pos.copy()
        self.apply(twin, Propose(), Notes())
        frame = twin.frames[-1]
        assert isinstance(frame, Battle)
        return frame

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Spend as few points as supply the attack, fire the best guns, and use engineers where they help."""
        law, combat = pos.rules, self.combat(pos)
        fed = self._fed(pos)
        orders: list[Order] = [Spend(name) for name in fed.supply[len(self.supply) :]]
        taken = law.units(self.guns)
        guns = law.artillery.best(pos, self.side, combat, fed._able(pos), taken, attack=True)
        orders += [Gun(self.target, name) for name in pos.names(guns & ~taken)]
        if not self.engineers and law.odds.may_use_engineers(pos, self.side, combat):
            orders.append(Engineers())
        return orders

    @case("B6.10")
    def _fed(self, pos: NonopPosition) -> Battle:
        """The combat with the points that supply it; points that do not are kept."""
        frame, reach = self, pos.rules.supply.attack_range
        places = sum({1 << pos.where[unit] for unit in bits(self.combat(pos).units & pos.in_play)})
        while hungry := places & ~frame._supplied(pos):
            points = [unit for unit in bits(frame._points(pos)) if reach(pos, unit) & hungry]
            if not points:
                return self
            best = max(points, key=lambda unit: ((reach(pos, unit) & hungry).bit_count(), -unit))
            frame = msgspec.structs.replace(frame, supply=(*frame.supply, pos.rules.unit_ids[best]))
        return frame

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Fight):
            pos.frames.pop()
            pos.rules.results.fight(pos, self, umpire)
        elif isinstance(order, Spend):
            pos.frames[-1] = msgspec.structs.replace(self, supply=(*self.supply, order.unit))
        elif isinstance(order, Gun):
            pos.frames[-1] = msgspec.structs.replace(self, guns=(*self.guns, order.unit))
        elif isinstance(order, Rest):
            left = {
                word: tuple([name for name in getattr(self, word) if name != order.unit])
                for word in ("supply", "guns")
            }
            rest = msgspec.structs.replace(self, **left)
            able = rest._able(pos)
            fed = tuple([gun for gun in rest.guns if able >> pos.rules.unit_number[gun] & 1])
            pos.frames[-1] = msgspec.structs.replace(rest, guns=fed)
        elif isinstance(order, Engineers):
            pos.frames[-1] = msgspec.structs.replace(self, engineers=not self.engineers)


class Advancing(Chore[NonopPosition], frozen=True, tag="advance"):
    """Attackers may enter the hexes that they have emptied."""

    about: ClassVar[str] = "B16.10"
    part: ClassVar[str] = "the advance"
    takes: ClassVar[tuple[type[Order], ...]] = (Advance, Propose, End)
    side: SideNumber
    target: HexNumbers
    units: tuple[UnitId, ...]

    @case("B16.10", "B22.5")
    def _ways(self, pos: NonopPosition) -> list[Advance]:
        law, name = pos.rules, pos.rules.grid.name
        targets = [law.grid.index(number) for number in self.target.split("+")]
        found = []
        for unit in bits(law.units(self.units) & pos.in_play & ~law.guns):
            start = pos.where[unit]
            for to in targets:
                if pos.stood[1 - self.side] >> to & 1 or not law.grid.around(start) >> to & 1:
                    continue
                if law.stacking.has_room(pos, 1 << unit, to) and self._can_enter(pos, unit, to):
                    found.append(Advance(law.unit_ids[unit], (name[start], name[to])))
        return found

    def _can_enter(self, pos: NonopPosition, unit: int, to: int) -> bool:
        law, start = pos.rules, pos.where[unit]
        if law.terrain.price(pos, unit, to, zones=False) is not None:
            return True
        return not law.cost_class[unit] and bool(law.special.over_major(pos, self.side, start) >> to & 1)

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._ways(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: NonopPosition) -> str:
        return f"Advance into {self.target}, or end the advance."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*self._ways(pos), Propose(), End()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """The strongest enters each hex that is empty, and the others stay."""
        law, chosen = pos.rules, dict[str, Advance]()
        ways = sorted(self._ways(pos), key=lambda way: -law.losses.defense(pos, law.unit_number[way.unit]))
        for way in ways:
            empty = not pos.manned[self.side] >> law.grid.index(way.path[-1]) & 1
            if empty and way.unit not in [other.unit for other in chosen.values()]:
                chosen.setdefault(way.path[-1], way)
        return [*chosen.values(), End()]

    @case("B16.10")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Advance):
            return Ruling("B16.10", "the advance must be made or ended first")
        if order in self._ways(pos):
            return None
        if order.unit not in self.units:
            return Ruling("B16.10", f"{order.unit} has not attacked {self.target}, or has advanced already")
        hexes = pos.rules.hexes_named(order.path)
        if isinstance(hexes, Ruling):
            return hexes
        return Ruling("B16.10", f"{order.unit} cannot advance {'-'.join(order.path)}")

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, End):
            pos.frames.pop()
            return
        assert isinstance(order, Advance)
        law = pos.rules
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[-1])
        rest = tuple([name for name in self.units if name != order.unit])
        pos.frames[-1] = msgspec.structs.replace(self, units=rest)
        umpire.tell("advanced", unit=order.unit, path=order.path)
        law.marching.carry(pos, unit, to, 1 << to, umpire)
