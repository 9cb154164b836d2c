"""What was luck: the dice of combats and of support, and the chits that were drawn."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from typhoon.engine.events import Event
from typhoon.engine.throws import Throw, share_below
from typhoon.games.operation_typhoon.charts import CrtRow

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

PAIRS = [sum(pair) for pair in product(range(1, 7), repeat=2)]
"""What two dice add up to, for each of their 36 throws."""


def throws_of(rules: OperationTyphoon, event: Event, turn: int) -> list[Throw]:
    facts = event.facts
    match event.kind:
        case "combat":
            column = rules.crt.column_of(facts["line"], facts["final"])
            worths = {dice: _worth(rules.crt.results[column, dice]) for dice in range(2, 13)}
            share = share_below(worths[sum(facts["dice"])], [worths[dice] for dice in PAIRS])
            return [Throw(facts["side"], "combats", share)]
        case "support":
            modifier = rules.supports.modifier_on(turn, facts["army"])
            corps = [rules.corps_in_support(facts["points"], die + modifier) for die in range(1, 7)]
            return [Throw("german", "support dice", share_below(facts["corps"], corps))]
        case "drew" if rules.options["strengths"] != "constant":
            unit = rules.unit_number[facts["unit"]]
            counts = tuple(rules.chit_counts[chit] for chit in rules.cup_of(unit))
            cup = [strength for strength, count in rules.cup_shape(unit, counts) for _ in range(count)]
            return [Throw(facts["side"], "chits drawn", share_below(facts["strength"], cup))]
    return []


def _worth(result: CrtRow) -> tuple[int, int, int, bool]:
    """Results from the attacker's worst to his best: steps count before hexes."""
    if result.side == "A":
        return 0, -result.steps, -result.retreat, False
    return 1, result.steps, result.retreat, result.breakthrough
