"""Who can move now, and what is kept of it from order to order (B10.1, B11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import OrderSet
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaching import Field
from typhoon.hexgrid import Reach, Steps, bits, first
from typhoon.mechanics.movement import Movers

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.marching import Movement


class Known(msgspec.Struct, eq=False):
    """Who can move in a phase, worked out when needed; copies of a position share it until they change."""

    phase: Any
    able: int
    """Units that may begin to move, or go on."""
    let_go: int
    """How many units Non-Op HQs have let go."""
    closed: int
    """Hexes where they let nobody begin to move any more."""
    field: Field
    trains: int | None = None
    """Units that stand where one might entrain."""
    ways: dict[str, Movers] = {}
    """All who can move and where to, by each way of moving that anybody asked about."""
    fresh: Movers | None = None
    """The ordinary ways of those who have not begun to move."""
    pending: int = 0
    """Those of them whose ways may be others by now, as friends have moved, when somebody asks."""
    asked: dict[tuple[str, int], Reach | None] = {}
    """Where those on the move can go on to, and others by rail, as far as anybody asked."""
    overruns: dict[int, list[OrderSet]] = {}
    """What can be overrun out of a hex, where anything can."""
    looked: int = 0
    """The hexes that somebody asked about, whether anything can or not."""


class Mobility(NonopChapter):
    """Who can move in each way of moving; friends do not hinder each other, so most of it stays as it is."""

    def known(self, pos: NonopPosition, phase: Movement) -> Known:
        known = pos.movers
        if known is None or (known.phase is not phase and known.phase != phase):
            able, field = self.law.reaching.may_move(pos, phase), self.law.reaching.field(pos, phase.side)
            known = pos.movers = Known(phase, able, _let_go(pos), self._closed(pos, phase), field)
        return known

    def _closed(self, pos: NonopPosition, phase: Movement) -> int:
        return self.law.command.closed(pos) if phase.side == SOVIET else 0

    def able(self, pos: NonopPosition, phase: Movement) -> int:
        """What ``may_move`` says, which is known as long as nothing has changed."""
        return self.known(pos, phase).able

    def movers(self, pos: NonopPosition, phase: Movement, verb: str) -> Movers:
        """Who can move in one way."""
        known = self.known(pos, phase)
        found = known.ways.get(verb)
        if found is None:
            if verb == "move":
                going = {unit: self.way_of(pos, phase, verb, unit) for unit in pos.left}
                found = self.fresh(pos, phase).updated(going.items(), ())
            else:
                found = Movers.of(self._ways_of(pos, known, verb, known.able))
            known.ways[verb] = found
        return found

    def fresh(self, pos: NonopPosition, phase: Movement) -> Movers:
        """Who can begin an ordinary move."""
        known = self.known(pos, phase)
        if known.fresh is None:
            known.fresh = Movers.of(self._ways_of(pos, known, "move", known.able & ~pos.moved))
        elif known.pending:
            known.fresh, known.pending = self._asked_again(pos, known, known.fresh), 0
        return known.fresh

    def _asked_again(self, pos: NonopPosition, known: Known, movers: Movers) -> Movers:
        if known.pending & known.pending - 1:
            return self._changed(pos, known, "move", movers, known.pending, ())
        unit = first(known.pending)
        return movers.changed(unit, self.law.reaching.reach(pos, known.phase, unit, known.field))

    def going_on(self, pos: NonopPosition, phase: Movement) -> dict[int, int]:
        """Those on the move, each with as many hexes as may be in its reach at most."""
        known, grid = self.known(pos, phase), self.law.grid
        able, zone, found = known.able, known.field.zone, {}
        for unit, left in pos.left.items():
            hex_ = pos.where[unit]
            if able >> unit & 1 and not zone & 1 << hex_:
                search = known.field.steps[self.law.cost_class[unit]].search
                near = grid.about(hex_, search.most_steps(grid, hex_, left))
                found[unit] = (near & known.field.open).bit_count()
        return found

    @case("B11.3")
    def boarding(self, pos: NonopPosition, phase: Movement) -> tuple[int, int]:
        """Units that may go by rail, and railways of their gauge, whatever belongs to the net."""
        known, special = self.known(pos, phase), self.law.special
        if not special.trains_left(pos, phase):
            return 0, 0
        if known.trains is None:
            known.trains = special.on_rails(pos, phase.side)
        return known.trains & known.able & ~pos.moved, self.law.supply.gauge(pos, phase.side)

    def way_of(self, pos: NonopPosition, phase: Movement, verb: str, unit: int) -> Reach | None:
        """Where one unit can move in one way, without asking about others; None when it cannot."""
        known = self.known(pos, phase)
        if verb == "infiltrate":
            return self.movers(pos, phase, verb).get(unit)
        if verb == "move" and known.fresh is not None and not (pos.moved | known.pending) >> unit & 1:
            return known.fresh.get(unit)
        if (verb, unit) not in known.asked:
            ways = dict(self._ways_of(pos, known, verb, known.able & 1 << unit))
            way = ways.get(unit)
            known.asked[verb, unit] = way if way is not None and way.count else None
        return known.asked[verb, unit]

    def _ways_of(
        self, pos: NonopPosition, known: Known, verb: str, units: int
    ) -> Iterable[tuple[int, Reach]]:
        phase, field = known.phase, known.field
        if verb == "move":
            return self.law.reaching.reaches(pos, phase, bits(units), field)
        special = self.law.special
        if verb == "rail":
            return special.by_rail(pos, phase, units & special.entraining(pos, phase, known.trains), field)
        return special.infiltrations(pos, phase, units & special.infiltrating(pos, phase), field)

    def updated(self, pos: NonopPosition, known: Known, unit: int, start: int, done: dict[int, int]) -> Known:
        """Who can move when a unit has: friends do not hinder each other, so the others move as before.

        Only supply units and trains look where friends stand, in enemy zones of control; those on the move
        may have finished, and a Non-Op HQ that is full, or goes elsewhere, holds others back or lets them go.
        """
        let_go, closed, able = _let_go(pos), known.closed, known.able
        if let_go != known.let_go or self.law.hqs >> unit & 1:
            closed = self._closed(pos, known.phase)
            if closed != known.closed:
                able = self.law.reaching.may_move(pos, known.phase)
        after = Known(known.phase, able, let_go, closed, known.field, known.trains)
        left_and_entered = 1 << start | 1 << pos.where[unit]
        new, gone = 0, [unit]
        if able != known.able:
            new, gone = able & ~known.able, [unit, *bits(known.able & ~able)]
        elif known.looked and let_go == known.let_go:
            touched = left_and_entered
            for other in done:
                if other not in pos.left:
                    touched |= 1 << pos.where[other]
            if known.overruns:
                after.overruns = {
                    hex_: sets for hex_, sets in known.overruns.items() if not touched >> hex_ & 1
                }
            after.looked = known.looked ^ known.looked & touched
        if (slipping := known.ways.get("infiltrate")) is not None:
            after.ways["infiltrate"] = self._changed(pos, known, "infiltrate", slipping, new, gone)
        if known.fresh is not None:
            waiting = able & ~pos.moved
            after.pending = (known.pending | new) & waiting
            if contested := known.field.zone & left_and_entered and self._contested(pos, known, unit, start):
                near = self.law.grid.grow(contested)
                after.pending |= self._touching(pos, known.fresh, near, self.law.supply_units & waiting)
            if after.pending:
                gone = [other for other in gone if not after.pending >> other & 1]
            after.fresh = known.fresh.updated((), gone)
        return after

    @case("B6.12")
    def _contested(self, pos: NonopPosition, known: Known, unit: int, start: int) -> int:
        """Where a unit was the last, or is the first, to open enemy zones of control to supply units."""
        side: int = known.phase.side
        hex_, fighters = pos.where[unit], self.law.combat_units
        if not fighters >> unit & 1:
            return 0
        entered = 0 if pos.stacks[hex_] & fighters & ~(1 << unit) else 1 << hex_
        return known.field.zone & (entered | 1 << start & ~pos.manned[side])

    def _changed(
        self, pos: NonopPosition, known: Known, verb: str, movers: Movers, units: int, gone: Sequence[int]
    ) -> Movers:
        """Who can move in a way when some have to be asked again, and others do not move any more."""
        if not units:
            return movers.updated((), gone)
        ways = dict(self._ways_of(pos, known, verb, units))
        return movers.updated(ways.items(), [unit for unit in (*gone, *bits(units)) if unit not in ways])

    def bridged(self, pos: NonopPosition, known: Known, spans: Collection[tuple[int, int]]) -> Known:
        """Who can move when some hexsides have got or lost a bridge: trains run as before."""
        before, field = known.field, self.law.reaching.field(pos, known.phase.side)
        after = msgspec.structs.replace(known, field=field, ways={}, asked={}, overruns={}, looked=0)
        if known.fresh is not None:
            banks = sum({1 << hex_ for span in spans for hex_ in span})
            crossings = [_crossings(*steps, spans) for steps in zip(before.steps, field.steps, strict=True)]
            units = 0
            for unit in bits(
                self._touching(pos, known.fresh, banks, known.able & ~known.pending & ~pos.moved)
            ):
                if banks >> pos.where[unit] & 1 or _is_concerned(
                    known.fresh[unit].whole, crossings[self.law.cost_class[unit]]
                ):
                    units |= 1 << unit
            after.fresh = self._changed(pos, after, "move", known.fresh, units, ())
        return after

    def _touching(self, pos: NonopPosition, movers: Movers, hexes: int, units: int) -> int:
        """Those of some units who stand in certain hexes or come to them."""
        return sum(
            [
                1 << unit
                for unit in bits(units)
                if (1 << pos.where[unit] | (movers[unit].whole.hexes if unit in movers else 0)) & hexes
            ]
        )


def _let_go(pos: NonopPosition) -> int:
    return sum(pos.started.values())


def _crossings(before: Steps, after: Steps, spans: Collection[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Steps over some hexsides that do not cost what they did, each with the less of both prices."""
    found = []
    for start, to in [*spans, *[(other, hex_) for hex_, other in spans]]:
        prices = {before.price(start, to), after.price(start, to)}
        if len(prices) > 1:
            found.append((start, to, min([price for price in prices if price is not None])))
    return found


def _is_concerned(way: Reach, crossings: Collection[tuple[int, int, int]]) -> bool:
    """Whether a mover may come over one of some hexsides as cheaply as by any other way."""
    for start, to, price in crossings:
        if way.hexes & 1 << start:
            most = way.cost(to) if way.hexes & 1 << to else way.allowance
            if way.cost(start) + price <= most:
                return True
    return False
