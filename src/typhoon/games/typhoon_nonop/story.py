"""How the game is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typhoon.engine.events import Story
from typhoon.engine.tidings import Tiding
from typhoon.games.typhoon_nonop.charts import Outcome
from typhoon.games.typhoon_nonop.odds import words
from typhoon.mechanics.wording import counted


def _sum(facts: Mapping[str, Any]) -> str:
    return "".join([f", {value:+} {text} ({case})" for value, text, case in facts["modifiers"]])


def _phase(facts: Mapping[str, Any]) -> str:
    name = facts["phase"]
    return "The Game Turn Interphase." if name == "game turn interphase" else f"The {name} phase."


def _weather(facts: Mapping[str, Any]) -> str:
    storm = " with storm: all ready air units are blown home" if facts["storm"] else ""
    woods = "; the woods are still in mud" if facts["lingering"] else ""
    die = f" (die {facts['die']})" if facts["die"] else ""
    return f"The weather is {facts['weather']}{die}{storm}{woods}."


def _supply(facts: Mapping[str, Any]) -> str:
    parts = []
    if facts["emergency"]:
        parts.append(f"on Emergency Supply: {', '.join(facts['emergency'])}")
    if facts["out"]:
        parts.append(f"Out of Supply: {', '.join(facts['out'])}")
    return f"{facts['side'].capitalize()} units {'; '.join(parts)}."


def _replacements(facts: Mapping[str, Any]) -> str:
    parts = [counted(facts["points"], "type I point")]
    if facts["strongpoints"]:
        parts.append(counted(facts["strongpoints"], "strongpoint"))
    if facts["e_strongpoints"]:
        parts.append(counted(facts["e_strongpoints"], "E strongpoint"))
    if facts["mandated"]:
        parts.append("a Mandated Attack is owed")
    return f"Soviet replacements, die {facts['die']}: {', '.join(parts)}."


def _bridged(facts: Mapping[str, Any]) -> str:
    when = "" if facts["ready"] else ", and can be used after the next engineering phase"
    return f"{facts['bridge']} is laid {'-'.join(facts['path'])}{when}."


def _overrun(facts: Mapping[str, Any]) -> str:
    how = "succeeds" if facts["success"] else "fails"
    return (
        f"{', '.join(facts['units'])} [overrun|overruns] {', '.join(facts['defenders'])} in {facts['hex']}: "
        f"{facts['attack']} to {facts['defense']} is {facts['odds']}{_sum(facts)}; "
        f"die {facts['die']}: the overrun {how}."
    )


def _named(order: str) -> str:
    return order.replace("-", " ").title()


def _sealed_order(facts: Mapping[str, Any]) -> str:
    return f"The combat at {facts['target']} is under {_named(facts['order'])}."


def _battle(facts: Mapping[str, Any]) -> str:
    guns = f" with {', '.join(facts['guns'])}" if facts["guns"] else ""
    support = f" with {', '.join(facts['support'])}" if facts["support"] else ""
    orders = "".join(
        [
            f" the {who} is under {_named(order)};"
            for who, order in (("defender", facts["order"]), ("attacker", facts["answer"]))
            if order
        ]
    )
    rolled = f"die {facts['die']}"
    if facts["modified"] != facts["die"]:
        rolled += f" counts as {facts['modified']}"
    return (
        f"{', '.join(facts['units'])}{guns} [attack|attacks] {', '.join(facts['defenders'])}{support} in "
        f"{', '.join(facts['hexes'])}:{orders} {facts['attack']} to {facts['defense']} is {facts['odds']}"
        f"{_sum(facts)}; {rolled}: {words(Outcome.of(facts['result']), facts['extra'])} ({facts['result']})."
    )


def _gauntlet(facts: Mapping[str, Any]) -> str:
    what = "are lost" if facts["lost"] else f"lose {counted(facts['steps'], 'step')}"
    who = f"{', '.join(facts['units'])} [break|breaks]"
    return f"{who} through a zone of control, die {facts['die']}: they {what}."


def _eliminated(facts: Mapping[str, Any]) -> str:
    box = "; it cannot be rebuilt" if facts["barred"] else ""
    return f"{facts['unit']} is lost in {facts['hex']}: {facts['why']}{box}."


def _surrender(facts: Mapping[str, Any]) -> str:
    what = {
        "holds": "the hex holds",
        "steps": f"{counted(facts['steps'], 'step')} lost",
        "surrenders": f"{', '.join(facts['units'])} [surrender|surrenders]",
    }
    return f"The pocket in {facts['hex']}: die {facts['die']}{_sum(facts)}: {what[facts['result']]}."


def _hq_rolled(facts: Mapping[str, Any]) -> str:
    how = "is operational again" if facts["recovered"] else "stays Non-Op"
    return f"{facts['unit']} rolls {facts['die']} against {facts['value']} and {how}."


def _initiative(facts: Mapping[str, Any]) -> str:
    if not facts["side"]:
        return f"Over {facts['hex']} the air units do not find each other (die {facts['die']})."
    more = " and a local tactical advantage" if facts["advantage"] else ""
    return f"Over {facts['hex']} the {facts['side']} side has the initiative{more} (die {facts['die']})."


def _pocket(facts: Mapping[str, Any]) -> str:
    how = "is closed" if facts["first"] else "still stands"
    return f"The {facts['name']} pocket {how}, with {counted(facts['divisions'], 'division')} in it."


def _readied(facts: Mapping[str, Any]) -> str:
    parts = [f"ready again: {', '.join(facts['ready'])}"] if facts["ready"] else []
    parts += [f"repaired: {', '.join(facts['repaired'])}"] if facts["repaired"] else []
    return f"{facts['side'].capitalize()} air units {'; '.join(parts)}."


def _points_lost(facts: Mapping[str, Any]) -> str:
    points, be = counted(facts["points"], "supply point"), "is" if facts["points"] == 1 else "are"
    return f"{points} of the {facts['side']} side cannot be placed and {be} lost."


def _fortified(facts: Mapping[str, Any]) -> str:
    grade = "E strongpoint" if facts["grade"] == "e" else "strongpoint"
    return f"A {facts['side']} {grade} is placed in {facts['hex']}."


def _unmet(facts: Mapping[str, Any]) -> str:
    attacks, be = counted(facts["count"], "Mandated Attack"), "was" if facts["count"] == 1 else "were"
    return f"{attacks} {be} not made while {', '.join(facts['hexes'])} fell."


_TOLD: dict[str, tuple[str, Any]] = {
    "turn": ("B4.1", "Turn {turn}, {date}."),
    "phase": ("B4.1", _phase),
    "weather": ("B5.1", _weather),
    "supply": ("B6.7", _supply),
    "spent": ("B6.9", "{unit} in {hex} is spent for {why}."),
    "supply_lost": ("B6.12", "{unit} in {hex} is lost: {why}."),
    "replacements": ("B7.2", _replacements),
    "air_replaced": ("B7.5", "{unit} is replaced."),
    "restored": ("B20.1", "{unit} gets a step back and has {left} now."),
    "rebuilt": ("B20.2", "{unit} is rebuilt in {hex}."),
    "released": ("B25.7", "The garrisons of {hexes} are released."),
    "points": ("B6.13", "The {side} side receives {points} supply points."),
    "points_lost": ("B6.13", _points_lost),
    "placed": ("B6.13", "{unit} is placed in {hex}."),
    "arrived": ("B8.1", "{unit} arrives in {hex}."),
    "readied": ("B9.2", _readied),
    "sent": ("B17.3", "{unit} is sent over {hex}."),
    "recalled": ("B17.3", "{unit} stays at home."),
    "missions": ("B17.3", "Over {hex}: {units}."),
    "engaged": ("B17.4", "{unit} flies to fight over {hex}."),
    "initiative": ("B17.5", _initiative),
    "air_fire": ("B17.6", "{unit} fires at {enemy}, die {die}: {result}."),
    "flak": ("B17.8", "AA fire on {unit} over {hex}, die {die}: {result}."),
    "cas": ("B17.9", "Air support over {hex}: German {german}, Soviet {soviet}."),
    "interdicted": ("B13.2", "An interdiction zone of level {level} lies around {hex}."),
    "activated": ("B22.4", "{hq} activates {unit}."),
    "moved": ("B10.1", "{unit} moves {path}{how}{cost}."),
    "control": ("B19.3", "{hexes} [are|is] now under {side} control."),
    "bridged": ("B18.8", _bridged),
    "bridge_lost": ("B18.9", "{bridge} in {hex} is lost."),
    "overrun": ("B11.7", _overrun),
    "declared": ("B12.1", "{units} will attack {target}."),
    "cancelled": ("B12.1", "The attack on {target} is called off."),
    "mandated": ("B12.8", "The attack on {target} is a Mandated Attack."),
    "reacted": ("B14.2", "{unit} reacts {path}."),
    "guns": ("B14.4", "{units} [support|supports] the defence of {target}."),
    "sealed": ("B14.6", "The {side} side lays an order on the combat at {target}."),
    "sealed_order": ("B14.6", _sealed_order),
    "battle": ("B15.8", _battle),
    "void": ("B15.3", "Nobody is left to be attacked at {target}."),
    "lost_step": ("B16.2", "{unit} loses a step ({why}) and has {left} left."),
    "eliminated": ("B16.6", _eliminated),
    "retreated": ("B16.7", "{units} [retreat|retreats] {path}."),
    "gauntlet": ("B16.8", _gauntlet),
    "advanced": ("B16.10", "{unit} advances {path}."),
    "fortified": ("B18.5", _fortified),
    "completed": ("B18.6", "{side} strongpoints are completed in {hexes}."),
    "razed": ("B18.3", "{side} fortifications are gone in {hexes}."),
    "converted": ("B19.2", "The railway {railway} is converted in {hex}."),
    "surrender": ("B21.2", _surrender),
    "pocket": ("B24.6", _pocket),
    "hq_nonop": ("22.2.3", "{unit} breaks down and is Non-Op: {why}."),
    "hq_rolled": ("22.2.6", _hq_rolled),
    "hq_disbanded": ("22.2.6", "{unit} is disbanded; the Germans score 2 VP."),
    "unmet": ("B24.4", _unmet),
    "over": ("B24.5", "The game is over: {level}, {points} German victory points."),
}

STORY: Story = {kind: telling for kind, (_, telling) in _TOLD.items()}
STORY_CASES = {kind: case for kind, (case, _) in _TOLD.items()}
"""The case behind each kind of event."""

TIDINGS: Mapping[str, Tiding] = {
    "moved": "move",
    "reacted": "move",
    "retreated": "retreat",
    "advanced": "advance",
    "overrun": "battle",
    "battle": "battle",
    "lost_step": "step",
    "eliminated": "loss",
    "supply_lost": "loss",
    "control": "place",
    "arrived": "arrival",
    "placed": "arrival",
    "rebuilt": "arrival",
    "spent": "departure",
    "hq_disbanded": "departure",
    "weather": "news",
    "hq_nonop": "news",
    "hq_rolled": "news",
    "pocket": "news",
    "surrender": "news",
    "interdicted": "news",
}
"""What kinds of events mean to whoever follows the game or looks back."""
