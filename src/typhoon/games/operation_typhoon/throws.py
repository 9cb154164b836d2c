"""What came of combats, and what was luck: their dice, those of support, and the chits that were drawn."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from typhoon.engine.columns import HIDDEN
from typhoon.engine.events import Event
from typhoon.engine.throws import Throw, share_below
from typhoon.engine.tidings import Fought, modifiers_in_words
from typhoon.games.operation_typhoon.charts import CrtRow
from typhoon.games.operation_typhoon.odds import words

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


def fought(rules: OperationTyphoon, event: Event) -> Fought:
    """A combat that is past, in words; without odds where the record keeps none, nobody can tell luck."""
    facts = event.facts
    known = facts["final"] != HIDDEN
    shifted = f", shifted to {facts['final']}" if facts["final"] != facts["odds"] else ""
    return Fought(
        facts["side"],
        tuple(facts["target"].split("+")),
        tuple(facts["units"]),
        tuple(facts["defenders"]),
        f"{facts['attack']} to {facts['defense']} is {facts['odds']}{shifted}" if known else "",
        modifiers_in_words(facts["modifiers"]),
        tuple(facts["dice"]),
        facts["result"],
        words(facts["result"]),
        throws_of(rules, event, 0)[0].share if known else None,
    )


def _worth(result: CrtRow) -> tuple[int, int, int, bool]:
    """Results from the attacker's worst to his best: steps count before hexes."""
    if result.side == "A":
        return 0, -result.steps, -result.retreat, False
    return 1, result.steps, result.retreat, result.breakthrough
