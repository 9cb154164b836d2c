"""Front integrity: units are spread out until every hex of the front is held or watched (4.3)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import bits, first, reach


class Pool(NamedTuple):
    """Units of one stack that can be posted alike, and where they can go, staying included."""

    units: list[int]
    """Those who go as one: single units, or all of a stack that stays together."""
    formation: int
    mechanized: bool
    hex: int
    reach: int
    near: int
    """What they can watch from there."""


class Watch(NamedTuple):
    """Who goes where to watch the front, as sets of units, and what stays open all the same."""

    postings: dict[int, int]
    open: int


class Counts:
    """A number for each hex, kept as a set for each binary place: that of the hexes with a one there."""

    def __init__(self) -> None:
        self._places: list[int] = []

    def add(self, hexes: int) -> None:
        """One more for each of some hexes."""
        for place, ones in enumerate(self._places):
            self._places[place] = ones ^ hexes
            hexes &= ones
        if hexes:
            self._places.append(hexes)

    def take_off(self, hexes: int) -> None:
        """One less for each of some hexes, which have that many."""
        for place, ones in enumerate(self._places):
            self._places[place] = ones ^ hexes
            hexes &= ~ones

    def of(self, hex_: int) -> int:
        return sum([(ones >> hex_ & 1) << place for place, ones in enumerate(self._places)])

    def fewest(self, hexes: int) -> int:
        """The first of some hexes with the least number, as a set."""
        for ones in reversed(self._places):
            hexes = hexes & ~ones or hexes
        return hexes & -hexes


class Pickets:
    """Posts units along the front."""

    def __init__(self, staff_map: StaffMap) -> None:
        self._staff_map = staff_map
        self._grid = staff_map.grid
        self._beside = cache(self._beside_of)
        self._reaches: dict[tuple[int, int, bool, int], tuple[int, int]] = {}

    def watch(self, pos: SolitairePosition, units: int, together: int = 0) -> Watch:
        """Post some of the units so that the front is watched; all others stand where they are.

        Stacks that should stay together are left alone if others can do it, and else posted as they are.
        """
        if together:
            watch = self._posted(pos, units & ~together, 0)
            if not watch.open:
                return watch
        return self._posted(pos, units, together)

    def _posted(self, pos: SolitairePosition, units: int, together: int) -> Watch:
        """Whoever is not among the units stands where he is."""
        standing = sum([1 << hex_ for hex_, stack in pos.stacks.items() if stack & ~units])
        gaps = pos.rules.control.front(pos) & ~self._grid.grow(standing)
        postings: dict[int, int] = {}
        taken: dict[int, int] = {}
        open_ = 0
        pools = [pool for pool in self._pools(pos, units, together) if pool.near & gaps]
        watchers = Counts()
        for pool in pools:
            for _ in pool.units:
                watchers.add(pool.near)
        while gaps:
            gap = watchers.fewest(gaps)  # the hardest
            able = [pool for pool in pools if pool.near & gap and pool.units]
            post = self._best_post(watchers, gaps, first(gap), able, taken) if able else None
            if post is None:
                open_ |= gap
                gaps ^= gap
                continue
            pool, hex_ = post
            postings[pool.units.pop()] = hex_
            taken[hex_] = pool.formation
            gaps &= ~self._staff_map.disc(hex_, 1)
            watchers.take_off(pool.near & gaps)
        return Watch(postings, open_)

    def _best_post(
        self, watchers: Counts, gaps: int, gap: int, pools: list[Pool], taken: dict[int, int]
    ) -> tuple[Pool, int] | None:
        """The hex from which most gaps are watched besides this one, and who goes there: rather infantry.

        Gaps count by how few could watch them.
        """
        best, best_rank, disc = None, (0.0, False, False), self._staff_map.disc
        reached = 0
        for pool in pools:
            reached |= pool.reach
        counts = {each: 1 / watchers.of(each) for each in bits(gaps & disc(gap, 2))}
        for hex_ in bits(reached & disc(gap, 1)):
            closes = sum([counts[each] for each in self._beside(hex_) if each in counts])
            if closes < best_rank[0]:
                continue
            formation = taken.get(hex_)
            for pool in pools:
                if pool.reach >> hex_ & 1 and formation in (None, pool.formation):
                    rank = closes, not pool.mechanized, hex_ == pool.hex
                    if rank > best_rank:
                        best, best_rank = (pool, hex_), rank
        return best

    def _beside_of(self, hex_: int) -> list[int]:
        """What can be watched from a hex."""
        return bits(self._grid.around(hex_) | 1 << hex_)

    def _pools(self, pos: SolitairePosition, units: int, together: int) -> list[Pool]:
        rules = pos.rules
        found: dict[tuple[int, int, bool], Pool] = {}
        grounds: dict[tuple[int, int], int] = {}
        stacks = [stack & together for stack in pos.stacks.values()]
        for some in (*[1 << unit for unit in bits(units & ~together)], *filter(None, stacks)):
            unit = first(some)
            mechanized = bool(rules.mechanized >> unit & 1)
            hex_ = pos.where[unit]
            key = hex_, rules.formation_of[unit], mechanized
            if key in found:
                found[key].units.append(some)
            else:
                kind = key[1], rules.stacking.size(some)
                if kind not in grounds:
                    grounds[kind] = self._ground(pos, some)
                ways = self._reach(pos, unit, hex_, mechanized, grounds[kind])
                found[key] = Pool([some], key[1], mechanized, hex_, *ways)
        return list(found.values())

    def _ground(self, pos: SolitairePosition, units: int) -> int:
        """German hexes that units like these can enter, wherever they stand."""
        stacking, full = pos.rules.stacking, pos.rules.stacking.full_for(pos, units)
        strangers = pos.rules.germans & ~stacking.companions(pos, units)
        return (
            pos.german & ~full & ~sum([1 << hex_ for hex_, stack in pos.stacks.items() if stack & strangers])
        )

    def _reach(
        self, pos: SolitairePosition, unit: int, hex_: int, mechanized: bool, ground: int
    ) -> tuple[int, int]:
        """Where a unit can go without a fight, and what it can watch from there.

        It is looked up again only when something around it changed.
        """
        marches, units = pos.rules.marches, 1 << unit
        mp = marches.allowance(pos, units)
        near = self._staff_map.disc(hex_, mp)
        free = ground & near
        key = hex_, mp, mechanized, free
        found = self._reaches.get(key)
        if found is None:
            way = reach(self._grid, hex_, mp, marches.steps(units), free)
            hexes = way.hexes | 1 << hex_
            found = self._reaches[key] = hexes, self._grid.grow(hexes)
        return found
