"""How the Soviets march: HQs out of the way, the outflanked along the roads, others into the cities."""

from __future__ import annotations

from typhoon.engine.manner import Mood
from typhoon.engine.orders import Order
from typhoon.games.typhoon_nonop.charts import GERMAN, HALVES, SOVIET
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.special import Rail
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.games.typhoon_nonop.staff.outlook import MOTOR_PACE
from typhoon.games.typhoon_nonop.staff.sorties import sally
from typhoon.hexgrid import bits

RUN = 1.5
"""Turns of lead below which a unit pulls out."""
LOST = -2.5
"""Turns of lead below which it stands where it is."""
WALK = 2.5
"""Turns of lead below which an HQ walks."""
GUARD = 3
"""The defense that keeps an HQ from being overrun."""
GUARDED = 1.5
"""Turns that the Germans need to an HQ which wants a guard."""
WAY = 6 * MOTOR_PACE
"""How far units come from to hold a place."""
BY_RAIL, DEAR = 3, 3
"""Divisions that trains bring to a place, if it is worth so many points."""
GARRISON = 2
"""Divisions for each hex worth three points or more; one less where it is worth less."""


class Withdrawal(March):
    """The moves of a Soviet movement phase."""

    def __init__(self, pos: NonopPosition, phase: Movement, mood: Mood) -> None:
        super().__init__(pos, phase, mood)
        self._leads: dict[int, float] = {}

    def lead(self, hex_: int) -> float:
        found = self._leads.get(hex_)
        if found is None:
            found = self._leads[hex_] = self.outlook.lead(hex_)
        return found

    def orders(self) -> list[Order]:
        law = self.law
        if self.phase.motorized:
            sally(self, self._free)
        self.ask_all()
        own = law.units_of[SOVIET] & self.pos.in_play
        if not self.phase.motorized:
            self._walk_hqs(own & law.hqs)
        self._guard_hqs(own & law.hqs)
        running = [u for u in bits(own & law.combat_units) if self._runs(u)]
        for unit in sorted(running, key=lambda unit: (-self._worth_saving(unit), unit)):
            self._run(unit)
        self._entrain()
        self._garrison(own & law.combat_units & ~law.guns)
        self._supply(own & law.supply_units)
        return self.given

    # HQs

    def _walk_hqs(self, hqs: int) -> None:
        """Non-Op HQs walk away from whoever has to run in their range, others when they are in danger."""
        law, twin, home = self.law, self.twin, self.outlook.way_home
        for hq in sorted(bits(hqs), key=lambda hq: (home.at(twin.where[hq]), hq)):
            here = twin.where[hq]
            binds = False
            if twin.nonop >> hq & 1:
                binds = any(
                    self.lead(hex_) < RUN for hex_ in bits(law.command.range_of(here) & twin.manned[SOVIET])
                )
            if not binds and self.lead(here) >= WALK and self.outlook.german_pace.at(here) > MOTOR_PACE:
                continue
            hexes = self.reach(hq) & ~twin.zone(GERMAN)
            guarded = sum([1 << hex_ for hex_ in bits(hexes & twin.manned[SOVIET]) if self._guards(hex_)])
            goals, posts = home.nearest(hexes), home.nearest(guarded)
            if posts and home.at(bits(posts)[0]) <= home.at(bits(goals)[0]) + 2 * HALVES:
                goals = posts
            if goals and home.at(bits(goals)[0]) < home.at(here):
                self.move(hq, bits(goals)[0])

    def _guard_hqs(self, hqs: int) -> None:
        """An HQ that stands alone where the Germans can come gets a unit beside it, or it is overrun."""
        law, twin = self.law, self.twin
        units = law.units_of[SOVIET] & law.combat_units & twin.in_play
        for hq in bits(hqs):
            here = twin.where[hq]
            if self.outlook.german_pace.at(here) > GUARDED * MOTOR_PACE or self._guards(here):
                continue
            able = [unit for unit in bits(units) if self.reach(unit) >> here & 1 and self._may_guard(unit)]
            if able:
                self.move(max(able, key=lambda unit: (law.losses.defense(twin, unit), -unit)), here)

    def _guards(self, hex_: int) -> int:
        """Units strong enough to keep an HQ from being overrun."""
        law, units = self.law, bits(self.twin.units_in(hex_) & self.law.combat_units)
        return sum([1 << unit for unit in units if law.losses.defense(self.twin, unit) >= GUARD])

    def _may_guard(self, unit: int) -> bool:
        law, twin, here = self.law, self.twin, self.twin.where[unit]
        if law.losses.defense(twin, unit) < GUARD or here in law.places:
            return False
        return not self._alone_with_hq(unit)

    def _alone_with_hq(self, unit: int) -> bool:
        """Whether a unit is the only guard of an HQ."""
        here = self.twin.where[unit]
        return bool(self.twin.units_in(here) & self.law.hqs) and self._guards(here) == 1 << unit

    # Pulling out

    def _runs(self, unit: int) -> bool:
        """Whether a unit is outflanked, and gets away if it goes now."""
        here = self.pos.where[unit]
        if self.law.victory.places >> here & 1 and self.law.places[here].german_vp >= 3:
            return False
        if self._alone_with_hq(unit):
            return False
        return LOST < self.lead(here) < RUN * self.manner.care * self.whim[here]

    def _worth_saving(self, unit: int) -> float:
        """Strong units that are neither safe nor lost go first; those in several Non-Op ranges last."""
        law, pos = self.law, self.pos
        command, here = law.command, pos.where[unit]
        ranges = sum([command.range_of(pos.where[hq]) >> here & 1 for hq in bits(command.nonop_hqs(pos))])
        strength = law.losses.attack(pos, unit) + law.losses.defense(pos, unit) + law.counters[unit].support
        return strength / (1 + max(0, ranges - 1)) - abs(self.lead(here))

    def _run(self, unit: int) -> None:
        law, twin, home = self.law, self.twin, self.outlook.way_home
        here = twin.where[unit]
        hexes = self.reach(unit) & ~twin.zone(GERMAN)
        good = law.works.forts(twin, SOVIET) | law.ground.settled | law.ground.woods
        room: list[int] = []
        for cost, layer in home.layers():
            if cost >= home.at(here) or (room and cost > home.at(room[0]) + HALVES):
                break
            room += [h for h in bits(layer & hexes) if law.stacking.has_room(twin, 1 << unit, h)]
        if room:
            self.move(unit, max(room, key=lambda hex_: (good >> hex_ & 1, -room.index(hex_))))

    # Holding

    def _entrain(self) -> None:
        """Trains bring whoever holds nothing into the places that are worth most."""
        law, twin = self.law, self.twin
        for hex_, row in sorted(law.places.items(), key=lambda place: (-place[1].german_vp, place[0])):
            if row.german_vp < DEAR or not twin.control[SOVIET] >> hex_ & 1 or self._is_lost(hex_):
                continue
            able = [unit for unit in self.entraining() if self._free(unit)]
            for unit in sorted(able, key=lambda unit: (-law.losses.defense(twin, unit), unit)):
                if (twin.units_in(hex_) & law.divisions).bit_count() >= BY_RAIL:
                    break
                if self.reach(unit, Rail) >> hex_ & 1 and law.stacking.has_room(twin, 1 << unit, hex_):
                    self.move(unit, hex_, Rail)

    def _is_lost(self, hex_: int) -> bool:
        """Whether a place is or will be cut off before anybody could leave it."""
        return self.lead(hex_) < LOST

    def _garrison(self, units: int) -> None:
        """Whoever is free goes to the nearest place worth points that has too few in it."""
        law, twin = self.law, self.twin
        for hex_, row in sorted(law.places.items(), key=lambda place: (-place[1].german_vp, place[0])):
            if not twin.control[SOVIET] >> hex_ & 1 or twin.stood[GERMAN] >> hex_ & 1:
                continue
            wanted = GARRISON if row.german_vp >= 3 else GARRISON - 1
            wanted -= (twin.units_in(hex_) & law.divisions).bit_count()
            if wanted <= 0:
                continue
            for unit in self._nearest(hex_, units, wanted):
                self._march_to(unit, hex_)

    def _nearest(self, goal: int, units: int, wanted: int) -> list[int]:
        """The nearest of some units that are free to go to a place."""
        free = [unit for unit in bits(units) if self._free(unit)]
        found: list[int] = []
        for cost, layer in self.outlook.way_to(goal, 0).layers():
            if cost > WAY or len(found) >= wanted:
                break
            found += [unit for unit in free if layer >> self.twin.where[unit] & 1]
        return found[:wanted]

    def _free(self, unit: int) -> bool:
        """Whether a unit holds nothing that matters."""
        law, twin, here = self.law, self.twin, self.twin.where[unit]
        if twin.moved >> unit & 1 or law.nkvd >> unit & 1 or twin.zone(GERMAN) >> here & 1:
            return False
        if self._alone_with_hq(unit):
            return False
        if here in law.places and (twin.units_in(here) & law.divisions).bit_count() <= GARRISON:
            return False
        return bool(law.with_zone >> unit & 1) and self.outlook.german_pace.at(here) > MOTOR_PACE // 2

    def _march_to(self, unit: int, goal: int) -> None:
        law, twin = self.law, self.twin
        field, here = self.outlook.way_to(goal, law.cost_class[unit]), twin.where[unit]
        if field.at(here) > WAY or here == goal:
            return
        hexes = self.reach(unit) & ~(twin.zone(GERMAN) & ~(1 << goal))
        for cost, layer in field.layers():
            if cost >= field.at(here):
                break
            for hex_ in bits(layer & hexes):
                if law.stacking.has_room(twin, 1 << unit, hex_):
                    self.move(unit, hex_)
                    return

    def _supply(self, units: int) -> None:
        """Supply units keep behind the front."""
        twin, home = self.twin, self.outlook.way_home
        for unit in bits(units):
            here = twin.where[unit]
            if self.lead(here) < WALK or self.outlook.german_pace.at(here) <= MOTOR_PACE:
                goals = home.nearest(self.reach(unit))
                if goals and home.at(bits(goals)[0]) < home.at(here):
                    self.move(unit, bits(goals)[0])
