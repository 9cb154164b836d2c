"""Imagining closed stacks: who may lie in them, in keeping with all that is seen (8.45)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from typhoon.engine.columns import HIDDEN, veiled_frames
from typhoon.engine.frames import renamed
from typhoon.engine.orders import Chooser
from typhoon.engine.position import OFF_MAP
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.stacking import LIMIT
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

FULL, BATTALION, SMALL, HQ = range(4)
"""What units count as: those with a zone of control, German battalions, free Soviet ones, headquarters."""
ANY, ZONE, NO_ZONE = range(3)
"""What is known of a closed stack: whether somebody below exerts a zone of control."""


class Gap:
    """A closed stack that is being filled."""

    __slots__ = ("cadres", "count", "formation", "hex", "room", "units", "zone")

    def __init__(self, hex_: int, count: int, formation: str, zone: int, room: list[int]) -> None:
        self.hex, self.count, self.formation, self.zone = hex_, count, formation, zone
        self.room = room
        """How many units of each kind still find room within the limits of stacking, and then cadres."""
        self.units = self.cadres = 0

    def take(self, units: list[int], kinds: list[int], allowed: Iterable[int]) -> bool:
        """Take in a unit of some kind that finds room, the last in a list; whether there was one."""
        room = self.room
        for place in range(len(units) - 1, -1, -1):
            kind = kinds[units[place]]
            if room[kind] > 0 and kind in allowed:
                self.add(units.pop(place), kind)
                return True
        return False

    def add(self, unit: int, kind: int) -> None:
        self.units |= 1 << unit
        self.count -= 1
        self.room[kind] -= 1
        if kind == FULL:
            self.room[BATTALION] -= 1
        elif kind == BATTALION:
            self.room[FULL] -= 1

    def add_cadre(self, unit: int) -> None:
        self.units |= 1 << unit
        self.cadres |= 1 << unit
        self.count -= 1
        self.room[-1] -= 1


class Guessing(TyphoonChapter):
    """How the unseen part of enemy stacks is forgotten, and filled in again at random.

    What belongs to a stack as a whole is known: its height, its zone of control, its place on the map.  It is
    filled with units that are not accounted for, rather with those of the formation of the counter on top,
    within the limits of stacking; they are in the state of supply, commitment and so on of that counter.
    """

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._kinds = [self._kind(unit) for unit in range(len(law.counters))]
        self._cast = law.forces.at_start | sum([1 << unit for unit in law.forces.schedule()])
        self._held_back = law.forces.held_back()
        self._formations = [""] * len(law.counters)
        groups = ((GERMAN, law.forces.german_corps), (SOVIET, law.soviet_armies))
        for side, formations in groups:
            for name, units in formations.items():
                for unit in bits(units):
                    self._formations[unit] = f"{side} {name}"

    def _kind(self, unit: int) -> int:
        law = self.law
        if law.hqs >> unit & 1:
            return HQ
        if law.exerts_zone >> unit & 1:
            return FULL
        return SMALL if law.side_of[unit] == SOVIET else BATTALION

    def forget(self, pos: TyphoonPosition, side: int) -> None:
        """Take out what a side does not see in enemy stacks."""
        looking, hidden = self.law.looking, self.law.looking.buried(pos, side)
        pos.top &= self.law.units_of[side] if side >= 0 else 0
        if not hidden:
            return
        pos.zones_below = looking.zones_below(pos, side)
        pos.frames = veiled_frames(pos, hidden)
        pos.combats = tuple([looking.veiled_combat(pos, side, combat) for combat in pos.combats])
        members, where, closed = bits(hidden), pos.where, pos.closed
        for column in pos.unit_columns:
            column.forget(pos, hidden, members)
        for unit in members:
            closed[where[unit]] = closed.get(where[unit], 0) + 1
            where[unit] = OFF_MAP
        for hex_ in closed:
            pos.stacks[hex_] &= ~hidden
        pos.in_play &= ~hidden

    def fill(self, pos: TyphoonPosition, side: int, rng: Chooser) -> None:
        """Put somebody into every gap."""
        if pos.closed:
            enemy = 1 - side
            gaps = [self._gap(pos, enemy, hex_, count) for hex_, count in sorted(pos.closed.items())]
            units = bits(self._unaccounted(pos, enemy))
            self._choose(gaps, self._by_formation(units, rng))
            self._place(pos, gaps)
            self._name(pos, enemy, {gap.hex: bits(gap.units) for gap in gaps})
            pos.closed, pos.zones_below = {}, 0
            pos.movers = pos.arriving = pos.groups = None

    def _unaccounted(self, pos: TyphoonPosition, side: int) -> int:
        """Units of a side that might lie anywhere on the map."""
        gone = pos.in_play | pos.eliminated | pos.withdrawn
        for unit in (*pos.arrival, *pos.exited):
            gone |= 1 << unit
        free = self.law.units_of[side] & ~gone
        cast = free & self._cast
        return cast if cast.bit_count() >= sum(pos.closed.values()) else free

    def _gap(self, pos: TyphoonPosition, side: int, hex_: int, count: int) -> Gap:
        law, seen = self.law, pos.stacks[hex_]
        formation = self._formations[law.looking.top_of(pos, seen)]
        counting, hqs, cadres, small = law.stacking.parts_of(pos, side, seen)
        left = LIMIT[side] - counting.bit_count()
        room = [left, left, 1 - small.bit_count(), 1 - hqs.bit_count(), 1 - cadres.bit_count()]
        return Gap(hex_, count, formation, self._zone(pos, side, hex_, seen), room)

    def _zone(self, pos: TyphoonPosition, side: int, hex_: int, seen: int) -> int:
        """What the zone of control of a hex, or that it has none, says of those who lie there unseen."""
        if pos.zones_below >> hex_ & 1:
            return ZONE
        free = seen & pos.no_zone or pos.hedgehogs >> hex_ & 1
        return ANY if free or self.law.works.exerts_zone(pos, side, hex_, seen) else NO_ZONE

    def _by_formation(self, units: list[int], rng: Chooser) -> dict[str, list[int]]:
        """Units in random order, formation by formation."""
        for place in range(len(units) - 1, 0, -1):
            other = int(rng.random() * (place + 1))
            units[place], units[other] = units[other], units[place]
        found: dict[str, list[int]] = {}
        for unit in units:
            found.setdefault(self._formations[unit], []).append(unit)
        return found

    def _choose(self, gaps: list[Gap], units: dict[str, list[int]]) -> None:
        """Choose who lies where: what zones of control ask for first, then by formation, then anybody."""
        kinds = self._kinds
        for gap in gaps:
            if gap.zone == ZONE:
                self._take(gap, units, (FULL,))
            elif gap.zone == NO_ZONE:
                while gap.count and self._take(gap, units, (BATTALION, SMALL, HQ)):
                    pass
        for gap in gaps:
            own = units.get(gap.formation, [])
            while gap.count and gap.zone != NO_ZONE and gap.take(own, kinds, ALL):
                pass
        for gap in gaps:
            while gap.count and gap.zone != NO_ZONE and self._take(gap, units, ALL):
                pass
            while gap.count and self._squeeze(gap, units):
                pass

    def _take(self, gap: Gap, units: dict[str, list[int]], allowed: Iterable[int]) -> bool:
        """Let a gap take somebody of its formation, or of any other."""
        kinds, own = self._kinds, units.get(gap.formation)
        if own and gap.take(own, kinds, allowed):
            return True
        return any(gap.take(others, kinds, allowed) for others in units.values())

    def _squeeze(self, gap: Gap, units: dict[str, list[int]]) -> bool:
        """Let somebody in for whom there is no other room: a cadre, or one too many after a retreat."""
        for kind in (FULL, BATTALION, SMALL, HQ):
            for others in units.values():
                for place, unit in enumerate(others):
                    if self._kinds[unit] == kind:
                        del others[place]
                        if kind == FULL and (gap.room[-1] > 0 or gap.zone == NO_ZONE):
                            gap.add_cadre(unit)
                        else:
                            gap.add(unit, kind)
                        return True
        return False

    def _place(self, pos: TyphoonPosition, gaps: list[Gap]) -> None:
        """Put the chosen ones on the map, in the state of the counter above them."""
        fighters, top_of = ~self.law.hqs, self.law.looking.top_of
        shown = pos.known | self.law.looking.fighting(pos)
        for gap in gaps:
            seen, units = pos.stacks[gap.hex], gap.units
            top = 1 << top_of(pos, seen & ~shown or seen)
            pos.stacks[gap.hex] = seen | units
            for unit in bits(units):
                pos.where[unit] = gap.hex
            pos.in_play |= units
            pos.top |= top
            pos.cadres |= gap.cadres
            if pos.out & top:
                pos.out |= units & fighters
            if pos.isolated & top:
                pos.isolated |= units & fighters
            if pos.uncommitted & top:
                pos.uncommitted |= units & self._held_back
            if pos.no_zone & top:
                pos.no_zone |= units
            if pos.fled & top:
                pos.fled |= units
            if pos.fought & top:
                pos.fought |= units

    def _name(self, pos: TyphoonPosition, side: int, units: dict[int, list[int]]) -> None:
        """Name those who lie in the gaps where frames and declared combats speak of them."""
        ids, index = self.law.unit_ids, self.law.grid.index

        def named(names: tuple[str, ...]) -> tuple[str, ...]:
            places = [name for name in names if name.startswith(HIDDEN)]
            if not places:
                return names
            found = [name for name in names if not name.startswith(HIDDEN)]
            for place in dict.fromkeys(places):
                there = units.get(index(place.removeprefix(HIDDEN)), [])
                found += [ids[unit] for unit in there[: places.count(place)]]
            return tuple(found)

        if len(pos.frames) > 1:
            pos.frames = [renamed(frame, named) for frame in pos.frames]
        if any(combat.closed for combat in pos.combats):
            self._name_attackers(pos, side)

    def _name_attackers(self, pos: TyphoonPosition, side: int) -> None:
        """Let as many attack out of each closed stack as can, in all of the combats it has part in."""
        law, combats = self.law, list(pos.combats)
        closed = 0
        for combat in combats:
            closed |= combat.closed
        for hex_ in bits(closed):
            places = [place for place, combat in enumerate(combats) if combat.closed >> hex_ & 1]
            able = law.obligation.able_in(pos, hex_) or pos.units_in(hex_)
            parts = law.stacking.largest_parts(pos, side, able)
            chosen = bits(max(parts, key=lambda part: (part.bit_count(), part)))
            if len(chosen) < len(places):
                chosen = bits(able)
            for number, unit in enumerate(chosen):
                place = places[number % len(places)]
                combat = combats[place]
                combats[place] = msgspec.structs.replace(combat, units=combat.units | 1 << unit)
        pos.combats = tuple([msgspec.structs.replace(combat, closed=0) for combat in combats])


ALL = (FULL, BATTALION, SMALL, HQ)
