"""Imagining closed stacks: who may lie in them, in keeping with all that is seen (8.45)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.columns import HIDDEN, veiled_frames
from typhoon.engine.frames import names_units, renamed
from typhoon.engine.orders import Chooser
from typhoon.engine.position import OFF_MAP
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon.stacking import LIMIT
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

FULL, BATTALION, SMALL, HQ = range(4)
"""What units count as: those with a zone of control, German battalions, free Soviet ones, headquarters."""
LIGHT = (BATTALION, SMALL, HQ)
ALL = (FULL, *LIGHT)
ANY, ZONE, NO_ZONE = range(3)
"""What is known of a closed stack: whether somebody below exerts a zone of control."""


class Gap(NamedTuple):
    """What is known of a closed stack."""

    hex: int
    height: int
    """How many lie there unseen."""
    seen: int
    top: int
    """The counter on top, as a set."""
    formation: str
    """That of the counter on top."""
    zone: int
    room: tuple[int, ...]
    """How many units of each kind still find room within the limits of stacking, and then cadres."""
    barred: int = 0
    """Units that cannot lie there."""


class Filling:
    """A closed stack that is being filled."""

    __slots__ = ("cadres", "gap", "left", "room", "units")

    def __init__(self, gap: Gap) -> None:
        self.gap, self.left, self.room = gap, gap.height, list(gap.room)
        self.units: list[int] = []
        self.cadres = 0

    def take(self, crowd: Crowd, units: list[int], allowed: tuple[int, ...], most: int) -> None:
        """Take in units of some kinds that find room, from the end of a list, so many at most."""
        room, kinds, free, most = self.room, crowd.kinds, crowd.free, min(most, self.left)
        place, barred = len(units), self.gap.barred
        while most and place:
            place -= 1
            unit = units[place]
            kind = kinds[unit]
            if unit not in free:  # who has found a place is taken out when somebody comes across him
                del units[place]
            elif room[kind] > 0 and kind in allowed and not barred >> unit & 1:
                free.discard(unit)
                del units[place]
                self.add(unit, kind)
                most -= 1

    def add(self, unit: int, kind: int) -> None:
        self.units.append(unit)
        self.left -= 1
        room = self.room
        if kind <= BATTALION:  # both count against the same limit
            room[FULL] -= 1
            room[BATTALION] -= 1
        else:
            room[kind] -= 1

    def add_cadre(self, unit: int) -> None:
        self.units.append(unit)
        self.cadres |= 1 << unit
        self.left -= 1
        self.room[-1] -= 1


class Crowd:
    """The units that have no place yet, in random order, all of them and by formation."""

    __slots__ = ("by_formation", "free", "kinds", "units")

    def __init__(self, units: list[int], kinds: list[int], formations: list[str]) -> None:
        self.units, self.kinds, self.free = units, kinds, set(units)
        self.by_formation: dict[str, list[int]] = {}
        for unit in units:
            formation = formations[unit]
            if formation in self.by_formation:
                self.by_formation[formation].append(unit)
            else:
                self.by_formation[formation] = [unit]


class Sight(NamedTuple):
    """What a side knows of the closed stacks of a position."""

    gaps: tuple[Gap, ...]
    free: tuple[int, ...]
    """Units that may lie there: those that are not accounted for."""


class Unseen(NamedTuple):
    """What a side does not see of a position, and what it can tell of that."""

    units: int
    members: list[int]
    closed: dict[int, int]
    zones_below: int
    sight: Sight


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
        groups = ((GERMAN, law.forces.german_corps), (SOVIET, law.forces.soviet_armies))
        for side, formations in groups:
            for name, units in formations.items():
                for unit in bits(units):
                    self._formations[unit] = f"{side} {name}"
        self._known: dict[int, tuple[tuple[object, ...], Unseen]] = {}
        """For each side the last position that it looked at, by all that matters, and what it did not see."""

    def _kind(self, unit: int) -> int:
        law = self.law
        if law.hqs >> unit & 1:
            return HQ
        if law.exerts_zone >> unit & 1:
            return FULL
        return SMALL if law.side_of[unit] == SOVIET else BATTALION

    def _names_units(self, pos: TyphoonPosition) -> bool:
        """Whether units may be named by what is going on, and not only by their places."""
        return any(names_units(type(frame)) for frame in pos.frames)

    # Forgetting

    def forget(self, pos: TyphoonPosition, side: int) -> None:
        """Take out what a side does not see in enemy stacks."""
        unseen = self._unseen(pos, side)
        pos.top &= self.law.units_of[side] if side >= 0 else 0
        units, members, where = unseen.units, unseen.members, pos.where
        if not units:
            return
        if self._names_units(pos):
            pos.frames = veiled_frames(pos, units)
        if pos.combats:
            veiled = self.law.looking.veiled_combat
            pos.combats = tuple([veiled(pos, side, combat) for combat in pos.combats])
        for column in pos.unit_columns:
            column.forget(pos, units, members)
        for unit in members:
            where[unit] = OFF_MAP
        for gap in unseen.sight.gaps:
            pos.stacks[gap.hex] = gap.seen
        pos.in_play &= ~units
        pos.closed, pos.zones_below, pos.sight = unseen.closed.copy(), unseen.zones_below, unseen.sight

    def _unseen(self, pos: TyphoonPosition, side: int) -> Unseen:
        """What a side does not see; whoever thinks looks at the same position again and again."""
        if pos.step < 0 or self._names_units(pos):
            return self._look(pos, side)
        key = (
            tuple(pos.where), pos.eliminated, pos.withdrawn, tuple(pos.arrival), tuple(pos.exited),
            pos.top, pos.cadres, pos.known, pos.no_zone, pos.hedgehogs, pos.entrenched, *pos.firm,
            pos.combats,
        )  # fmt: skip
        known = self._known.get(side)
        if known is None or known[0] != key:
            known = self._known[side] = key, self._look(pos, side)
        return known[1]

    def _look(self, pos: TyphoonPosition, side: int) -> Unseen:
        units = self.law.looking.buried(pos, side)
        members = bits(units)
        closed: dict[int, int] = {}
        for unit in members:
            closed[pos.where[unit]] = closed.get(pos.where[unit], 0) + 1
        zones = self.law.looking.zones_below(pos, side) if units else 0
        return Unseen(units, members, closed, zones, self._sight(pos, side, units, closed, zones))

    def _sight(
        self, pos: TyphoonPosition, side: int, hidden: int, closed: dict[int, int], zones: int
    ) -> Sight:
        gaps = [
            self._gap(pos, hex_, count, pos.stacks[hex_] & ~hidden, zones)
            for hex_, count in sorted(closed.items())
        ]
        gone = pos.in_play & ~hidden | pos.eliminated | pos.withdrawn
        for unit in (*pos.arrival, *pos.exited):
            gone |= 1 << unit
        free = ~gone & (self.law.units_of[1 - side] if side >= 0 else -1)
        cast = free & self._cast
        enough = cast.bit_count() >= sum(closed.values())
        return Sight(tuple(gaps), tuple(bits(cast if enough or side < 0 else free)))

    def _gap(self, pos: TyphoonPosition, hex_: int, count: int, seen: int, zones: int) -> Gap:
        law, shown = self.law, pos.known | self.law.looking.fighting(pos)
        top = law.looking.usual_top(pos, seen & ~shown or seen)
        side = law.side_of[top]
        counting, hqs, cadres, small = law.stacking.parts_of(pos, side, seen)
        left = LIMIT[side] - counting.bit_count()
        room = left, left, 1 - small.bit_count(), 1 - hqs.bit_count(), 1 - cadres.bit_count()
        zone = self._zone(pos, side, hex_, seen, zones)
        barred = self._barred(pos, hex_, seen)
        return Gap(hex_, count, seen, 1 << top, self._formations[top], zone, room, barred)

    @case("9.97", "9.98")
    def _barred(self, pos: TyphoonPosition, hex_: int, seen: int) -> int:
        """No vehicles where a stack on foot is about to be driven back: they might have no way."""
        if not seen & self.law.mechanized:
            for frame in pos.frames:
                if (
                    isinstance(frame, Setback)
                    and frame.breakthrough
                    and self.law.grid.name[hex_] in frame.hexes
                ):
                    return self.law.mechanized
        return 0

    def _zone(self, pos: TyphoonPosition, side: int, hex_: int, seen: int, zones: int) -> int:
        """What the zone of control of a hex, or that it has none, says of those who lie there unseen."""
        if zones >> hex_ & 1:
            return ZONE
        free = seen & pos.no_zone or self.law.works.zoneless(pos) >> hex_ & 1
        return ANY if free or self.law.works.exerts_zone(pos, side, hex_, seen) else NO_ZONE

    # Filling in

    def fill(self, pos: TyphoonPosition, side: int, rng: Chooser) -> None:
        """Put somebody into every gap."""
        self._lay_tops(pos, 1 - side)
        if not pos.closed:
            return
        seen = pos.in_play
        sight = pos.sight or self._sight(pos, side, 0, pos.closed, pos.zones_below)
        stacks = [Filling(gap) for gap in sight.gaps]
        units = self._shuffled(list(sight.free), rng)
        self._choose(stacks, Crowd(units, self._kinds, self._formations))
        self._place(pos, stacks)
        if any(stack.left for stack in stacks):
            raise ImpossiblePosition("closed: there are not so many units left that could lie there")
        for column in pos.unit_columns:
            column.deal(pos, pos.in_play & ~seen)
        if pos.combats or self._names_units(pos):
            self._name(pos, 1 - side, {stack.gap.hex: sorted(stack.units) for stack in stacks})
        pos.closed, pos.zones_below, pos.sight = {}, 0, None
        pos.movers = pos.arriving = pos.groups = None

    def _lay_tops(self, pos: TyphoonPosition, side: int) -> None:
        """Who is seen in a stack of a side, and not because he was seen in combat, lies on top of it."""
        shown = pos.known | self.law.looking.fighting(pos)
        if shown & self.law.units_of[side]:
            for stack in pos.stacks.values():
                if stack & (stack - 1) and stack & shown & self.law.units_of[side]:
                    pos.top |= stack & ~shown

    def _shuffled(self, units: list[int], rng: Chooser) -> list[int]:
        random = rng.random
        for place in range(len(units) - 1, 0, -1):
            other = int(random() * (place + 1))
            units[place], units[other] = units[other], units[place]
        return units

    def _choose(self, stacks: list[Filling], crowd: Crowd) -> None:
        """Choose who lies where: what zones of control ask for first, then by formation, then anybody."""
        for stack in stacks:
            if stack.gap.zone:
                self._obey(stack, crowd)
        for stack in stacks:
            if stack.left and stack.gap.zone != NO_ZONE:
                stack.take(crowd, crowd.by_formation.get(stack.gap.formation, []), ALL, stack.left)
        for stack in stacks:
            if stack.left:
                if stack.gap.zone != NO_ZONE:
                    stack.take(crowd, crowd.units, ALL, stack.left)
                while stack.left and crowd.free:
                    self._squeeze(stack, crowd)

    def _obey(self, stack: Filling, crowd: Crowd) -> None:
        """Put in somebody who exerts a zone of control, or only such as do not; rather of the formation."""
        allowed, most = ((FULL,), 1) if stack.gap.zone == ZONE else (LIGHT, stack.left)
        wanted = stack.left - most
        for units in (crowd.by_formation.get(stack.gap.formation, []), crowd.units):
            stack.take(crowd, units, allowed, stack.left - wanted)

    def _squeeze(self, stack: Filling, crowd: Crowd) -> None:
        """Let somebody in for whom there is no other room: a cadre, or one too many after a retreat."""
        kinds = crowd.kinds
        units, barred = [unit for unit in crowd.units if unit in crowd.free], stack.gap.barred
        unit = min(units, key=lambda unit: (barred >> unit & 1, kinds[unit]))
        crowd.free.discard(unit)
        if kinds[unit] == FULL and (stack.room[-1] > 0 or stack.gap.zone == NO_ZONE):
            stack.add_cadre(unit)
        else:
            stack.add(unit, kinds[unit])

    def _place(self, pos: TyphoonPosition, stacks: list[Filling]) -> None:
        """Put the chosen ones on the map, in the state of the counter above them."""
        where, out, isolated, uncommitted = pos.where, pos.out, pos.isolated, pos.uncommitted
        no_zone, fled, fought = pos.no_zone, pos.fled, pos.fought
        fighters = ~self.law.hqs
        everybody = tops = 0
        for stack in stacks:
            (hex_, _, seen, top, *_), units = stack.gap, 0
            for unit in stack.units:
                where[unit] = hex_
                units |= 1 << unit
            pos.stacks[hex_] = seen | units
            everybody |= units
            tops |= top
            pos.cadres |= stack.cadres
            if out & top:
                pos.out |= units & fighters
            elif isolated & top:
                pos.isolated |= units & fighters
            if uncommitted & top:
                pos.uncommitted |= units & self._held_back
            if no_zone & top:
                pos.no_zone |= units
            if fled & top:
                pos.fled |= units
            if fought & top:
                pos.fought |= units
        pos.in_play |= everybody
        pos.top |= tops

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
