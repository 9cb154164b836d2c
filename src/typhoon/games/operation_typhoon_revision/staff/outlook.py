"""What a side sees of the board in the revision: works, net points, and what may lie in closed stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.staff.chances import Expectation
from typhoon.games.operation_typhoon.staff.outlook import Outlook, Threat
from typhoon.games.operation_typhoon_revision.fieldworks import MAJOR, Fieldworks
from typhoon.games.operation_typhoon_revision.victory import WestEdge
from typhoon.hexgrid import bits

FRONT = 5
"""Works with an enemy so near are of use."""
GIVEN_UP = (0.0, 0.8, 1.8, 3.0)
"""What it costs to attack out of a work, by its level."""
HELD = (0.1, 0.5, 1.2, 3.0)
"""What it is worth to the last unit in a work to stay there."""
BUILDS = 0.6
"""What it is worth more to go on building."""
COUNTER_OFFENSIVE = 17
"""The turn from which on the Soviet side is to be feared."""
DEFENSIVE_FROM, EARLIER = 12, 0.4
"""The turn from which on works are held for the sake of that, and the share that they are worth else."""
BREAKS = 0.8
"""What it is worth to stay in an entrenchment until it is destroyed (14.12)."""
STANDS = 1.2
"""What it is worth to strike at an HQ that cannot step back, beside points."""
HQ_ALONE, RAID = 4.0, 10
"""How much HQs fear to be struck at alone, by what they are worth, and by enemies how near."""
SOFTENED = 0.7
"""How often a result against a work is softened to the attacker's cost."""
FIGHTS = 0.35
"""What the strength of a Soviet unit is worth to its side, if it goes on fighting to the end of the game."""


class RevisionOutlook(Outlook):
    """A position as one side may know it, beside others that look the same to it."""

    def __init__(self, pos: Any, side: int, *how: Any, worlds: Sequence[Any] = ()) -> None:
        super().__init__(pos, side, *how)
        law: Any = pos.rules
        self._worlds = [Outlook(world, side) for world in worlds]
        self._fear: dict[int, float] = {}
        self._law, on, scenario = law, law.on, law.scenario
        if ("loss-points" if scenario.plans else "net-exits") in on:
            self.points_lost = (-law.points_for(scenario.id, "german", "unit lost"), self.points_lost[SOVIET])
        if "hq-stands" in on:
            points = law.points_for(scenario.id, SIDES[1 - side], "hq lost") if "hq-returns" in on else 0
            self.hq_worth = self.lone_hq = STANDS + abs(points)
            self.guards_hqs = True
        self.raided = self.grid.within(pos.occupied[1 - side], RAID)
        """Hexes that the enemy may come to in a turn or two, if nobody stops him."""
        self.works = law.works if isinstance(law.works, Fieldworks) else None
        self.strong = self.works.strong(pos) if self.works else 0
        self.near = self.grid.within(pos.occupied[1 - side], FRONT)
        """Hexes with an enemy near."""
        if side == GERMAN and self.works:
            self.given_up = {hex_: GIVEN_UP[self.works.level(pos, hex_)] for hex_ in bits(self.strong)}
        if side == GERMAN:
            self.staying = self._holders()

    def _holders(self) -> int:
        """One unit for each work and entrenchment that is better held than left."""
        pos: Any = self.pos
        found = pos.holding
        for hex_ in bits((pos.majors | pos.forts) & self.near):
            here = pos.stacks[hex_] & ~self.rules.hqs
            found |= 1 << max(bits(here), key=lambda unit: (self.defense(unit), unit)) if here else 0
        return int(found)

    def worth_of_staying(self, unit: int, others: int) -> float:
        pos: Any = self.pos
        hex_, worth = pos.where[unit], 0.0
        if pos.holding >> unit & 1 and not others & pos.holding:
            worth += BREAKS
        if self.works and self.near >> hex_ & 1 and not others & ~self.rules.hqs:
            level = self.works.level(pos, hex_)
            held = HELD[level] if level >= 0 else 0.0
            held += BUILDS if pos.building.get(hex_, (-1,))[0] == unit else 0.0
            late = pos.turn >= DEFENSIVE_FROM and self.rules.scenario.last_turn >= COUNTER_OFFENSIVE
            worth += held * (1.0 if late else EARLIER)
        return worth

    # Combat

    def expect(self, hexes: int, line: str, attack: float, defense: float, shift: int) -> Expectation:
        """Closed stacks are feared by what may lie in them, and works soften results (19.18)."""
        if self._worlds and hexes & self.pos.occupied[1 - self.side]:
            defense *= max([self._fear_of(hex_) for hex_ in bits(hexes)])
        found = super().expect(hexes, line, attack, defense, shift)
        if not self.strong or hexes & ~self.strong:
            return found
        spared, win = SOFTENED * found.win, (1 - SOFTENED / 2) * found.win
        if self.works and all(self.works.level(self.pos, hex_) >= MAJOR for hex_ in bits(hexes)):
            return found._replace(enemy_steps=max(0.0, found.enemy_steps - spared), win=win)
        return found._replace(enemy_back=max(0.0, found.enemy_back - spared), win=win)

    def _fear_of(self, hex_: int) -> float:
        """How much stronger a stack may be than it was imagined to be."""
        found = self._fear.get(hex_)
        if found is None:
            enemy = 1 - self.side
            strengths = [each.stack_defense(enemy, each.pos.units_in(hex_)) for each in (self, *self._worlds)]
            found = self._fear[hex_] = (strengths[0] + max(strengths)) / 2 / max(strengths[0], 1.0)
        return found

    def threat(self, hex_: int) -> Threat:
        threats = sorted([super().threat(hex_), *[world.threat(hex_) for world in self._worlds]])
        return threats[len(threats) // 2]

    def risk_of_hq(self, hex_: int, guards: int) -> float:
        """HQs that cannot step back are lost to whoever comes upon them alone."""
        risk, alone = super().risk_of_hq(hex_, guards), not guards and self.raided >> hex_ & 1
        return risk + (HQ_ALONE * self.hq_worth if alone and self.guards_hqs else 0.0)

    # Leaving the map

    def wanted_edges(self) -> dict[str, float]:
        arrivals = self.rules.arrivals
        if self.side == SOVIET and isinstance(arrivals, WestEdge) and self.rules.scenario.plans:
            return {"west": arrivals.points_on(self.pos.turn)}
        return super().wanted_edges()

    def may_leave(self, unit: int) -> bool:
        """Soviet units go when that costs the Germans more than their fighting on would (18.49)."""
        if self.side == GERMAN:
            return super().may_leave(unit)
        last, pos = self.rules.scenario.last_turn, self.pos
        fights = FIGHTS * self.defense(unit) * (last - pos.turn) / last
        holds = self.places.get(pos.where[unit], 0.0)
        lost = self.points_lost[SOVIET] * bool(pos.isolated >> unit & 1)
        return self.wanted_edges()["west"] + lost > fights + holds
