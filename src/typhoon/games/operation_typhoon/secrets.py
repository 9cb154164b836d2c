"""What a side may not know: enemy chits, the German plan, a set-up in progress (8.4, 18.49)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typhoon.engine.cases import case
from typhoon.engine.events import Event
from typhoon.engine.orders import Chooser
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.scenarios import SCENARIOS
from typhoon.games.operation_typhoon.victory import PLANS

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

HIDDEN = "?"


@case("8.36", "8.44", "8.45", "23.0")
def redact(rules: OperationTyphoon, snapshot: dict[str, Any], side: str) -> dict[str, Any]:
    """A snapshot without the enemy's chits, plan, or units that he is still placing."""
    shown = dict(snapshot)
    if side != "german":
        shown.pop("plan", None)
    hide_placing = _placing(snapshot) - {side}
    # Constant and open strengths are known to everybody (23.0).
    secret = set() if snapshot.get("open") else {chit.chit for chit in rules.chits}
    units: dict[str, Any] = {}
    for name, state in snapshot["units"].items():
        owner = rules.counters[rules.unit_number[name]].side
        if owner in hide_placing:
            continue
        units[name] = state if owner == side or not isinstance(state, dict) else _veiled(state, secret)
    shown["units"] = units
    if hide_placing:
        shown["frames"] = snapshot.get("frames")
    return shown


def _placing(snapshot: dict[str, Any]) -> set[str]:
    """Sides that have not finished their set-up."""
    if snapshot["phase"] != "set-up" or "frames" not in snapshot:
        return set()
    return {SIDES[frame["side"]] for frame in snapshot["frames"] if frame.get("phase") == "set-up"}


def _veiled(state: dict[str, Any], secret: set[str]) -> dict[str, Any] | str:
    """An enemy unit: that it has a chit can be seen, not which one, nor on which side it lies."""
    shown = dict(state)
    if shown.get("chit") in secret:
        shown["chit"] = HIDDEN
        shown.pop("reduced", None)
    return shown if len(shown) > 1 else str(shown["hex"])


@case("8.44")
def veil(event: Event, side: str, *, on_record: bool) -> Event | None:
    """An event as a side may be told of it.

    At the moment of combat both players look at all strengths in it.  The record of a strict table keeps
    neither the enemy's nor the odds, from which they could be worked out (R85).
    """
    if event.side not in ("", side):
        return None
    if not on_record or event.kind not in ("drew", "combat"):
        return event
    if event.kind == "drew":
        return event if event.facts["side"] == side else None
    hidden = ["odds", "final"]
    if event.facts["side"] != side:
        hidden.append("attack")
    if event.facts["side"] == side or side not in SIDES:
        hidden.append("defense")
    return Event(event.kind, {**event.facts, **dict.fromkeys(hidden, HIDDEN)}, event.side)


@case("8.32", "8.43")
def guess(rules: OperationTyphoon, snapshot: dict[str, Any], rng: Chooser) -> dict[str, Any]:
    """A redacted snapshot with chits drawn for those that were hidden, from what is left in the cups."""
    told = dict(snapshot)
    units = {
        name: dict(state) if isinstance(state, dict) else state for name, state in snapshot["units"].items()
    }
    left = {chit.chit: chit.count for chit in rules.chits}
    for state in units.values():
        if isinstance(state, dict) and state.get("chit") in left:
            left[state["chit"]] -= 1
    hidden = [(n, s) for n, s in units.items() if isinstance(s, dict) and s.get("chit") == HIDDEN]
    for name, state in sorted(hidden, key=lambda unit: "seen" not in unit[1]):  # what was seen is not free
        chit, reduced = _drawn(rules, name, state.get("seen", 0), left, rng)
        left[chit] -= 1
        state["chit"] = chit
        if reduced:
            state["reduced"] = True
    told["units"] = units
    if SCENARIOS[told["scenario"]].plans and "plan" not in told and not _planning(told):
        told["plan"] = PLANS[int(rng.random() * len(PLANS))]
    return told


def _planning(snapshot: dict[str, Any]) -> bool:
    """Whether the plan has still to be chosen."""
    return any(frame.get("phase") == "planning" for frame in snapshot.get("frames") or ())


def _drawn(
    rules: OperationTyphoon, name: str, seen: int, left: dict[str, int], rng: Chooser
) -> tuple[str, bool]:
    """A chit in keeping with the strength that was seen, where one was."""
    unit = rules.unit_number[name]
    class_ = rules.counters[unit].class_
    cup = [rules.chits[chit] for chit in rules.cup_of(unit)]
    for reduced in (False, True):
        fitting = [
            c for c in cup if seen and c.strength(class_, reduced=reduced) == seen and left[c.chit] > 0
        ]
        if fitting:
            return _weighted([(c.chit, left[c.chit]) for c in fitting], rng), reduced
    return _weighted([(c.chit, max(left[c.chit], 0)) for c in cup], rng), False


def _weighted(choices: list[tuple[str, int]], rng: Chooser) -> str:
    total = sum(count for _, count in choices)
    if not total:
        return choices[0][0]
    number = rng.random() * total
    for name, count in choices:
        number -= count
        if number < 0:
            return name
    return choices[-1][0]
