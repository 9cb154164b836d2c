"""How the game is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typhoon.engine.columns import HIDDEN
from typhoon.engine.events import Story
from typhoon.engine.tidings import Tiding
from typhoon.games.operation_typhoon.odds import words
from typhoon.mechanics.wording import counted, in_halves


def _combat(facts: Mapping[str, Any]) -> str:
    sum_ = "".join(f", {value:+} {text} ({case})" for value, text, case in facts["modifiers"])
    odds = f" is {facts['odds']}" if facts["odds"] != "?" else ""
    shifted = f", so {facts['final']}" if facts["final"] != facts["odds"] else ""
    verb = "attack" if len(facts["units"]) > 1 else "attacks"
    defenders = ", ".join(facts["defenders"]) or "nobody"
    return (
        f"{', '.join(facts['units'])} {verb} {defenders} in {facts['target']}: "
        f"{_strength(facts['attack'])} to {_strength(facts['defense'])}{odds}{sum_}{shifted}; "
        f"dice {' and '.join(map(str, facts['dice']))}: {words(facts['result'])} ({facts['result']})."
    )


def _strength(value: float | str) -> str:
    """A strength, where it is told; some are kept in halves."""
    return value if isinstance(value, str) else in_halves(value)


def _one(name: str) -> str:
    """A unit, or somebody who lies unseen in a stack."""
    return "A unit" if name.startswith(HIDDEN) else name


def _some(names: Sequence[str]) -> str:
    """Units, and the hexes of those who lie unseen in a stack."""
    return ", ".join([f"units in {name[1:]}" if name.startswith(HIDDEN) else name for name in names])


def _moved(facts: Mapping[str, Any]) -> str:
    return f"{_one(facts['unit'])} moves {'-'.join(facts['path'])}{facts['how']}."


def _advanced(facts: Mapping[str, Any]) -> str:
    return f"{_one(facts['unit'])} advances {'-'.join(facts['path'])}."


def _hedgehog(facts: Mapping[str, Any]) -> str:
    return f"{_one(facts['unit'])} forms a hedgehog in {facts['hex']}."


def _lost_step(facts: Mapping[str, Any]) -> str:
    unit = facts["unit"]
    if unit.startswith(HIDDEN):
        return f"A unit in {unit[1:]} loses a step."
    return f"{unit} loses a step and is now {facts['left']}."


def _committed(facts: Mapping[str, Any]) -> str:
    return f"Committed ({facts['why']}): {_some(facts['units'])}."


def _declared(facts: Mapping[str, Any]) -> str:
    told = f"{_some(facts['units'])} will attack {facts['target']}."
    return told[0].upper() + told[1:]


def _retreated(facts: Mapping[str, Any]) -> str:
    units = [name for name in facts["units"] if not name.startswith(HIDDEN)]
    others = len(facts["units"]) > len(units)
    who = f"{', '.join(units)} and others" if others and units else ", ".join(units) or "Units"
    return f"{who} {'retreats' if len(units) == 1 and not others else 'retreat'} {'-'.join(facts['path'])}."


def _eliminated(facts: Mapping[str, Any]) -> str:
    place = f" in {facts['hex']}" if facts["hex"] else ""
    return f"{facts['unit']} is eliminated{place}."


def _air(facts: Mapping[str, Any]) -> str:
    points = facts["points"]
    return f"{points or 'No'} air point{'' if points == 1 else 's'} for the attack on {facts['target']}."


def _support(facts: Mapping[str, Any]) -> str:
    points, corps = counted(facts["points"], "support point"), counted(facts["corps"], "corps", "corps")
    return f"{facts['army']} with {points}: die {_modified(facts)}, {corps} in support."


def _supply(facts: Mapping[str, Any]) -> str:
    return f"Supply: {counted(facts['out'], 'unit')} out of supply, {facts['isolated'] or 'none'} isolated."


def _commitment(facts: Mapping[str, Any]) -> str:
    units = counted(facts["units"], "unit")
    vp = facts["vp"]
    points = counted(vp, "victory point") if vp == int(vp) else f"{in_halves(vp)} victory points"
    return f"Commitment: die {_modified(facts)} at {points}: {units}."


def _modified(facts: Mapping[str, Any]) -> str:
    """A die with what is added to it."""
    return f"{facts['die']}{facts['modifier']:+}" if facts["modifier"] else str(facts["die"])


def _supported(facts: Mapping[str, Any]) -> str:
    return f"{facts['army']}: in support {', '.join(facts['units']) or 'nobody'}."


STORY_CASES = {
    "turn": "4.1",
    "phase": "4.2",
    "planned": "18.49",
    "set_up": "18.0",
    "deployed": "18.0",
    "set_up_done": "18.0",
    "weather": "13.1",
    "support": "11.23",
    "supported": "11.24",
    "supply": "12.0",
    "moved": "5.1",
    "entered": "15.11",
    "diverted": "15.22",
    "exited": "18.19",
    "hedgehog": "19.12",
    "on_top": "8.45",
    "control": "16.14",
    "committed": "16.23",
    "commitment": "16.24",
    "recalled": "18.38",
    "declared": "9.11",
    "cancelled": "9.11",
    "proposed": "9.11",
    "accelerated": "9.62",
    "air": "17.22",
    "cover": "17.23",
    "drew": "8.32",
    "combat": "9.8",
    "evaded": "10.25",
    "lost_step": "9.82",
    "eliminated": "9.82",
    "retreated": "9.92",
    "advanced": "9.96",
    "interdicted": "17.31",
    "points": "16.15",
    "over": "18.0",
}
"""The case behind each kind of event."""

STORY: Story = {
    "turn": "Turn {turn}, {date}.",
    "phase": "The {phase} phase.",
    "planned": "The German plan: {plan}.",
    "set_up": "{unit} is set up in {hex}.",
    "deployed": "Deployed ready-made: {part}.",
    "set_up_done": "The {side} set-up is done.",
    "weather": "Weather: {weather}; ground: {ground}; {snow}.",
    "support": _support,
    "supported": _supported,
    "supply": _supply,
    "moved": _moved,
    "entered": "{unit} enters the map at {hex}.",
    "diverted": "{unit} goes on to entry area {area}.",
    "exited": "{unit} leaves the map from {hex}.",
    "hedgehog": _hedgehog,
    "on_top": "{unit} is laid on top in {hex}.",
    "control": "{side} troops hold {hexes}.",
    "committed": _committed,
    "commitment": _commitment,
    "recalled": "{unit} is called to another sector.",
    "declared": _declared,
    "cancelled": "The attack on {target} is called off.",
    "proposed": "Attacks declared on {targets}.",
    "accelerated": "{unit} makes its accelerated assault.",
    "air": _air,
    "cover": "{points} air points for the defense of {target}.",
    "drew": "{unit} is tried: strength {strength}.",
    "combat": _combat,
    "evaded": "{unit} evades {path}.",
    "lost_step": _lost_step,
    "eliminated": _eliminated,
    "retreated": _retreated,
    "advanced": _advanced,
    "interdicted": "The railway at {hex} is interdicted.",
    "points": lambda facts: f"German victory points: {in_halves(facts['vp'])}.",
    "over": "The game is over: {level}, {reason}.",
}

TIDINGS: Mapping[str, Tiding] = {
    "moved": "move",
    "evaded": "retreat",
    "retreated": "retreat",
    "advanced": "advance",
    "combat": "battle",
    "lost_step": "step",
    "eliminated": "loss",
    "control": "place",
    "entered": "arrival",
    "exited": "departure",
}
"""What kinds of events mean to whoever looks back."""
