"""What is written down of the game for those who compare many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from typhoon.engine.annals import Annals, Attack, Axis
from typhoon.engine.cases import case
from typhoon.engine.events import Event
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET, WEATHERS, Outcome
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.odds import DIE
from typhoon.games.typhoon_nonop.position import NonopPosition

ALL = 4
"""A result that takes all of them counts for so many steps."""


class NonopAnnals(Annals, NonopChapter):
    """Steps, supply, weather, and battles by odds."""

    axes: ClassVar[tuple[Axis, ...]] = (
        Axis("Smolensk to Mozhaisk", "Smolensk", "Mozhaisk"),
        Axis("Demidov to Rzhev", "Demidov", "Rzhev"),
        Axis("Glukhov to Orel", "Glukhov", "Orel"),
    )
    worth: ClassVar[str] = "steps of the defender less steps of the attacker"

    def steps(self, pos: NonopPosition, units: int) -> int:
        return self.law.losses.total_steps(pos, units)

    def unsupplied(self, pos: NonopPosition) -> int:
        return (pos.out | pos.emergency) & pos.in_play

    def weather(self, pos: NonopPosition) -> str:
        return WEATHERS[pos.weather]

    def ground(self, pos: NonopPosition) -> Mapping[str, int]:
        return {"german": pos.control[GERMAN], "soviet": pos.control[SOVIET]}

    @case("B24.6", "B24.3")
    def figures(self, pos: NonopPosition) -> Mapping[str, float]:
        """The pockets, with the turn on which each first stood and the most divisions that were in it."""
        found: dict[str, float] = {}
        for name, (turn, divisions) in sorted(pos.pockets.items()):
            found |= {
                f"{name.capitalize()} pocket, turn": turn,
                f"{name.capitalize()} pocket, divisions": divisions,
            }
        counts = (
            ("divisions surrendered", "surrendered"),
            ("HQs lost", "hq"),
            ("HQs disbanded", "disbanded"),
        )
        return found | {words: pos.counted(what) for words, what in counts}

    def attack(self, event: Event) -> Attack | None:
        if event.kind != "battle":
            return None
        facts, crt = event.facts, self.law.crt
        rolled, possible = _worth(Outcome.of(facts["result"])), []
        if facts["odds"] in crt.columns:
            column, shift = crt.columns.index(facts["odds"]), facts["modified"] - facts["die"]
            codes = [crt.code(column, die + shift) for die in range(1, DIE + 1)]
            possible = [_worth(crt.outcomes[code]) for code in codes]
        possible = possible or [rolled]
        return Attack(
            facts["side"],
            facts["hexes"],
            facts["odds"],
            facts["result"],
            sum(possible) / len(possible),
            rolled,
            throws[0].share if (throws := self.law.throws(event, None, 0)) else 0.5,  # type: ignore[arg-type]
        )


def _worth(outcome: Outcome) -> float:
    """Steps count before retreats."""
    theirs = ALL if outcome.defender_falls else outcome.defender_steps + outcome.defender_retreats / 2
    ours = ALL if outcome.attacker_falls else outcome.attacker_steps + outcome.attacker_retreats / 2
    return theirs - ours
