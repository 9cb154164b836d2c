"""What is written down of the game for those who compare many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from typhoon.engine.annals import Annals, Attack, Axis
from typhoon.engine.events import Event
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits


class RedAnnals(Annals, RedChapter):
    """The front, isolation, and battles by odds."""

    axes: ClassVar[tuple[Axis, ...]] = (
        Axis("Smolensk to Mozhaisk", "Smolensk", "Mozhaisk"),
        Axis("Vitebsk to Kalinin", "Vitebsk", "Kalinin"),
        Axis("Bryansk to Kaluga", "Bryansk", "Kaluga"),
    )

    def unsupplied(self, pos: RedPosition) -> int:
        found = 0
        for side in (SOVIET, GERMAN):
            cut_off = pos.occupied[side] & ~self.law.isolation.connected(pos, side)
            for hex_ in bits(cut_off):
                found |= pos.stacks[hex_]
        return found

    def ground(self, pos: RedPosition) -> Mapping[str, int]:
        soviet, german = self.law.front_line.ground(pos)
        ours, theirs = pos.control[SOVIET], pos.control[GERMAN]
        return {"german": german & ~ours | theirs, "soviet": soviet & ~theirs | ours}

    def attack(self, event: Event) -> Attack | None:
        if event.kind != "battle":
            return None
        facts, ranks, crt = event.facts, self.law.results_from_worst, self.law.crt
        fought = self.law.fought(event)
        shift, ratio = sum([value for value, _, _ in facts["modifiers"]]), int(facts["odds"].split(":")[0])
        possible = [ranks.index(crt.result(crt.die(die + shift), ratio)) for die in range(1, 7)]
        rolled = ranks.index(facts["result"])
        assert fought.luck is not None
        return Attack(
            fought.side, fought.hexes, facts["odds"], facts["result"], sum(possible) / 6, rolled, fought.luck
        )
