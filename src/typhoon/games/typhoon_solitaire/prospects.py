"""What may be expected of a position: how much of what victory takes will have been done.

The book knows victory and defeat alone (4.0).  So that one defeat can be told from another, each check and
the way to Moscow count as many points as the check of turn 4 asks for, by the share that has been done; a
defeat is worth what was lacking, and all that was still to come; a victory the towns that are held.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits, first

STRONG = 12
"""Combat dice with which a town can be taken."""
FAR, WAY = 13, 30
"""Hexes from which a town is out of reach for this turn and the next, and Moscow for the rest of the game."""


class SolitaireProspects(Prospects, SolitaireChapter):
    """German points above or below what victory takes."""

    features: ClassVar[tuple[str, ...]] = ("within-reach", "before-moscow")

    def standing(self, pos: SolitairePosition) -> float:
        victory = self.law.victory
        if pos.result is not None and pos.result.winner == "german":
            return max(victory.points(pos), 1.0)
        return victory.points_needed * sum([share - 1.0 for share in self._shares(pos)])

    def measure(self, pos: SolitairePosition) -> tuple[float, ...]:
        """Points of the next check that panzers are near to, and how near they are to Moscow."""
        law = self.law
        stacks = [(hex_, units) for hex_, stack in pos.stacks.items() if (units := stack & law.mechanized)]
        near, victory = 0.0, law.victory
        if pos.turn <= victory.points_turn and not law.scenario.checks_dropped:
            strong = 0
            for hex_, units in stacks:
                if sum([pos.dice(unit) for unit in bits(units)]) >= STRONG:
                    strong |= 1 << hex_
            towns = self._towns & pos.soviet
            for away in range(FAR):
                for town in bits(towns & strong):
                    near += victory.points_of[town] * (1 - away / FAR)
                towns, strong = towns & ~strong, law.grid.grow(strong)
            near = min(near, max(0.0, victory.points_needed - victory.points(pos)))
        ways = [self._near_moscow[hex_] * units.bit_count() for hex_, units in stacks]
        return near, victory.points_needed * sum(ways) / max(1, law.mechanized.bit_count())

    def horizon(self, pos: SolitairePosition) -> float:
        """To the check of this turn, or the next one where there is none; in the end, to the end."""
        victory, last = self.law.victory, self.law.last_turn
        if pos.turn == victory.pocket_turn:
            return 1.0
        return 2.0 if pos.turn < victory.points_turn else float(last + 1 - pos.turn)

    def words(self, margin: float) -> str:
        needed = self.law.victory.points_needed * (2 if self.law.scenario.checks_dropped else 5)
        return f"{max(1 + min(margin, 0) / needed, 0):.0%} of what victory takes"

    def share(self, pos: SolitairePosition) -> float:
        """The units that are done with their turn have played it."""
        law = self.law
        done = 1.0 if pos.step > 0 else pos.done.bit_count() / max(1, pos.in_play.bit_count())
        return (pos.turn - law.first_turn + done) / (law.last_turn - law.first_turn + 1)

    def _shares(self, pos: SolitairePosition) -> list[float]:
        """How much of each check, and of the way to Moscow, has been done; what is over counts whole.

        When the game is lost, nothing has been done for what was still to come.
        """
        law, victory, turn, lost = self.law, self.law.victory, pos.turn, pos.result is not None
        way = 0.0 if lost and turn < law.last_turn else self._way(pos)
        front = 1.0
        if turn <= victory.front_turn:
            gaps = law.control.gaps(pos).bit_count()
            front -= gaps / max(1, law.control.front(pos).bit_count())
            if lost and turn < victory.front_turn:
                front = 0.0
        if law.scenario.checks_dropped:
            return [front, way]
        pockets = towns = west = 1.0
        if turn <= victory.pocket_turn:
            pockets = min(1.0, pos.tally / victory.pocket_hexes)
        if turn <= victory.points_turn:
            towns = min(1.0, victory.points(pos) / victory.points_needed)
            west = (pos.german & self._behind).bit_count() / max(1, self._behind.bit_count())
            if lost and turn < victory.points_turn:
                towns = west = 0.0
        return [pockets, front, towns, west, way]

    def _way(self, pos: SolitairePosition) -> float:
        """How much of the way to Moscow has been made."""
        rings = self._around_moscow
        distance = next(distance for distance, hexes in enumerate(rings) if hexes & pos.german)
        return 1.0 - distance / (len(rings) - 1)

    @cached_property
    def _behind(self) -> int:
        """What the Soviets hold at first west of the line that must be reached by turn 4."""
        return self.law.victory.west & ~self.law.german_at_start

    @cached_property
    def _towns(self) -> int:
        return sum([1 << town for town in self.law.victory.points_of])

    @cached_property
    def _near_moscow(self) -> dict[int, float]:
        """How near each hex is to Moscow."""
        grid, moscow = self.law.grid, first(self.law.moscow)
        return {hex_: max(0.0, 1 - grid.distance(hex_, moscow) / WAY) for hex_ in bits(grid.all)}

    @cached_property
    def _around_moscow(self) -> list[int]:
        """What lies within 0, 1, 2 and more hexes of Moscow, as far as the first German hex."""
        found = [self.law.moscow]
        while not found[-1] & self.law.german_at_start:
            found.append(self.law.grid.grow(found[-1]))
        return found
