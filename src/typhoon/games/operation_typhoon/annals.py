"""What is written down of the game for those who compare many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from typhoon.engine.annals import Annals, Attack, Axis
from typhoon.engine.events import Event
from typhoon.games.operation_typhoon.charts import GROUNDS, WEATHERS, CrtRow
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.throws import PAIRS
from typhoon.hexgrid import bits


class TyphoonAnnals(Annals, TyphoonChapter):
    """Chits have steps, the ground is nearest to somebody, and combats are read by their final column."""

    axes: ClassVar[tuple[Axis, ...]] = (
        Axis("Volokolamsk to Dmitrov", "Volokolamsk", "Dmitrov"),
        Axis("Mozhaisk to Moscow", "Mozhaisk", "Kuntsevo"),
        Axis("Plavsk to Kashira", "Plavsk", "Kashira"),
    )
    worth: ClassVar[str] = "steps of the defender less steps of the attacker"

    def steps(self, pos: TyphoonPosition, units: int) -> int:
        return sum([self.law.strengths.steps(pos, unit) for unit in bits(units)])

    def unsupplied(self, pos: TyphoonPosition) -> int:
        return (pos.out | pos.isolated) & pos.in_play

    def weather(self, pos: TyphoonPosition) -> str:
        return f"{WEATHERS[pos.weather]}, {GROUNDS[pos.ground_state]}"

    def ground(self, pos: TyphoonPosition) -> Mapping[str, int]:
        """Towns and cities belong to who took them."""
        found, (german, soviet) = super().ground(pos), pos.control
        return {
            "german": found["german"] & ~soviet | german,
            "soviet": found["soviet"] & ~german | soviet,
        }

    def attack(self, event: Event) -> Attack | None:
        if event.kind != "combat":
            return None
        facts, crt = event.facts, self.law.crt
        column = crt.column_of(facts["line"], facts["final"])
        worths = {dice: _worth(crt.results[column, dice]) for dice in range(2, 13)}
        (throw,) = self.law.throws(event, None, 0)  # type: ignore[arg-type]
        return Attack(
            facts["side"],
            tuple(facts["target"].split("+")),
            facts["final"],
            facts["result"],
            sum([worths[dice] for dice in PAIRS]) / len(PAIRS),
            worths[sum(facts["dice"])],
            throw.share,
        )


def _worth(result: CrtRow) -> int:
    return -result.steps if result.side == "A" else result.steps
