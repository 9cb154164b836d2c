"""Garrisons of fortifications (B25.7), played only without the first change of the variant."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaching import Field, Reaching
from typhoon.games.typhoon_nonop.special import Special
from typhoon.hexgrid import Reach, bits


class Garrisons(NonopChapter):
    """Who must stay in the fortifications: nobody (R17)."""

    @case("change 1")
    def at_start(self, pos: NonopPosition) -> int:
        """Units that begin as garrisons."""
        return 0

    def release(self, pos: NonopPosition, hexes: int, umpire: Umpire) -> None:
        """Let the garrisons of some hexes go."""

    def release_starving(self, pos: NonopPosition, umpire: Umpire) -> None:
        """Let those go who got Emergency Supply."""

    def release_all(self, pos: NonopPosition, umpire: Umpire) -> None:
        """Let all go on the turn that the scenario names."""

    def hexes(self, pos: NonopPosition) -> int:
        """Hexes with a garrison."""
        return sum({1 << pos.where[unit] for unit in bits(pos.garrison & pos.in_play)})


@change("no-fort-garrisons=no", "B25.7", "change 1")
class InForts(Garrisons):
    """Soviet units other than motor units that start in a fortification hex are its garrison."""

    def at_start(self, pos: NonopPosition) -> int:
        law = self.law
        in_forts = pos.standing_in(law.works.forts(pos, SOVIET) & pos.manned[SOVIET])
        return in_forts & law.combat_units & ~law.motor

    def release(self, pos: NonopPosition, hexes: int, umpire: Umpire) -> None:
        if freed := hexes & self.hexes(pos):
            for hex_ in bits(freed):
                pos.garrison &= ~pos.stacks[hex_]
            pos.forget()
            umpire.tell("released", hexes=tuple(self.law.grid.numbers(freed)))

    def release_starving(self, pos: NonopPosition, umpire: Umpire) -> None:
        hungry = pos.garrison & (pos.emergency | pos.out)
        self.release(pos, sum({1 << pos.where[unit] for unit in bits(hungry)}), umpire)

    def release_all(self, pos: NonopPosition, umpire: Umpire) -> None:
        if pos.turn >= self.law.scenario_rows[self.law.scenario.id].garrison_release_turn:
            self.release(pos, self.hexes(pos), umpire)


@change("no-fort-garrisons=no", "B25.7", "change 1")
class StopInForts(Reaching):
    """A Soviet unit other than a motor unit ends its move where it enters a fortification."""

    def stops(self, pos: NonopPosition, unit: int, zone: int) -> int:
        law, found = self.law, super().stops(pos, unit, zone)
        if law.side_of[unit] != SOVIET or law.motor >> unit & 1:
            return found
        start = 1 << pos.where[unit]
        forts = law.works.forts(pos, SOVIET)
        return found | forts if found & start else (found | forts) & ~start


@change("no-fort-garrisons=no", "B25.7", "change 1")
class OutOfZones(Special):
    """Who is in an enemy zone of control may end his move in a fortification beside it that is in none.

    A search lets nobody go straight from where movers stop to where they stop.
    """

    def one_hex(self, pos: NonopPosition, unit: int, phase: Movement, field: Field, way: Reach) -> int:
        law, start = self.law, pos.where[unit]
        found = super().one_hex(pos, unit, phase, field, way)
        beside = law.reaching.stops(pos, unit, field.zone) & law.grid.around(start) & ~field.zone & ~way.hexes
        if not beside or not field.zone >> start & 1:
            return found
        steps, left = field.steps[law.cost_class[unit]], law.reaching.left(pos, unit, phase)
        for to in bits(beside & law.reaching.free(pos, unit, field)):
            price = steps.price(start, to)
            if price is not None and price <= left:
                found |= 1 << to
        return found
