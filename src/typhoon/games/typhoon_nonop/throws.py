"""What came of combats and overruns, and what was luck in them, in surrenders and recoveries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typhoon.engine.events import Event
from typhoon.engine.throws import Throw, share_below
from typhoon.engine.tidings import Fought, modifiers_in_words
from typhoon.games.typhoon_nonop.charts import Outcome, last_from
from typhoon.games.typhoon_nonop.odds import words

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop import TyphoonNonop

DICE = range(1, 11)
ALL = 20
"""What the destruction of a side counts in steps."""


def throws_of(rules: TyphoonNonop, event: Event) -> list[Throw]:
    facts = event.facts
    match event.kind:
        case "battle" if facts["die"]:
            share = _luck_of_battle(rules, facts)
            return [Throw(facts["side"], "combats", share)]
        case "overrun":
            return [Throw(facts["side"], "overruns", _luck_of_overrun(rules, facts))]
        case "hq_rolled":
            possible = [die <= facts["value"] for die in DICE]
            return [Throw("soviet", "recovery rolls", share_below(facts["recovered"], possible))]
        case "surrender":
            total = sum([value for value, _, _ in facts["modifiers"]])
            rows = [last_from(rules.surrender_rows, die + total) for die in DICE]
            worths = [_worth_of_surrender(row.result, row.steps) for row in rows]
            worth = _worth_of_surrender(facts["result"], facts["steps"])
            return [Throw("german", "surrender rolls", share_below(worth, worths))]
    return []


def _worth_of_surrender(result: str, steps: int) -> int:
    return ALL if result == "surrenders" else steps


def _luck_of_battle(rules: TyphoonNonop, facts: dict[str, Any]) -> float:
    column = rules.crt.columns.index(facts["odds"])
    total = facts["modified"] - facts["die"]
    results = [rules.crt.code(column, die + total) for die in DICE]
    worths = [_worth(rules.crt.outcomes[code], facts["extra"]) for code in results]
    return share_below(_worth(rules.crt.outcomes[facts["result"]], facts["extra"]), worths)


def _worth(result: Outcome, extra: int) -> int:
    """What a result is worth to the attacker, in steps; a retreat counts as one."""
    mine = result.attacker_steps + result.attacker_retreats + (extra if result.asterisk else 0)
    theirs = result.defender_steps + result.defender_retreats
    return theirs + ALL * result.defender_falls - mine - ALL * result.attacker_falls


def _luck_of_overrun(rules: TyphoonNonop, facts: dict[str, Any]) -> float:
    row = rules.overruns.line(int(facts["odds"].partition("-")[0]))
    total = sum([value for value, _, _ in facts["modifiers"]])
    return share_below(facts["success"], [die + total <= row.success for die in DICE])


def fought(rules: TyphoonNonop, event: Event) -> Fought:
    """A combat or an overrun that is past, in words."""
    facts = event.facts
    overrun = event.kind == "overrun"
    luck: float | None
    if overrun:
        text = "the overrun succeeds" if facts["success"] else "the overrun fails"
        result, luck = ("overrun" if facts["success"] else "fails"), _luck_of_overrun(rules, facts)
    else:
        result = facts["result"]
        text = words(rules.crt.outcomes.get(result) or Outcome.of(result), facts["extra"])
        luck = _luck_of_battle(rules, facts) if facts["die"] else None
    return Fought(
        facts["side"],
        (facts["hex"],) if overrun else tuple(facts["hexes"]),
        (*facts["units"], *facts.get("guns", ())),
        (*facts["defenders"], *facts.get("support", ())),
        f"{facts['attack']} to {facts['defense']} is {facts['odds']}",
        modifiers_in_words(facts["modifiers"]),
        (facts["die"],) if facts["die"] else (),
        result,
        text,
        luck,
    )
