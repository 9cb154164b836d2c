"""How the game is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typhoon.engine.events import Story
from typhoon.engine.tidings import Tiding
from typhoon.games.red_typhoon.results import RESULT_WORDS


def _battle(facts: Mapping[str, Any]) -> str:
    sum_ = "".join(f", {value:+} {text} ({case})" for value, text, case in facts["modifiers"])
    rolled = f"die {facts['die']}"
    if facts["modified"] != facts["die"]:
        rolled += f" counts as {facts['modified']}"
    return (
        f"{', '.join(facts['units'])} [attack|attacks] "
        f"{', '.join(facts['defenders'])} in {facts['hex']}: "
        f"{facts['attack']} to {facts['defense']} is {facts['odds']}{sum_}; "
        f"{rolled}: {RESULT_WORDS[facts['result']]} ({facts['result']})."
    )


def _eliminated(facts: Mapping[str, Any]) -> str:
    place = f" in {facts['hex']}" if facts["hex"] else ""
    return f"{facts['unit']} is eliminated{place}: {facts['why']}."


STORY_CASES = {
    "turn": "5.0",
    "phase": "5.0",
    "set_up": "3.1",
    "deployed": "3.1",
    "agreed": "3.2",
    "received": "12.1",
    "activated": "12.2",
    "lapsed": "12.6",
    "moved": "8.0",
    "control": "2.1",
    "battle": "9.3",
    "eliminated": "9.11",
    "fell_back": "9.11",
    "retreated": "9.4",
    "advanced": "9.6",
    "cut_off": "13.1",
    "withdrawn": "13.1",
    "arrived": "13.0",
    "partisan_area": "13.3",
    "recovered": "11.0",
    "over": "4.1",
}
"""The case behind each kind of event."""

STORY: Story = {
    "turn": "Turn {turn}, {date}.",
    "phase": "The {phase} phase.",
    "set_up": "{unit} is set up in {hex}.",
    "deployed": "The {side} side deploys {part} as in history.",
    "agreed": "The {side} player agrees to 1st Shock Army in formation WL.",
    "received": "The {side} side receives {points} AP and has {unused}.",
    "activated": "Formation {formation} receives orders to {order}; {left} AP left.",
    "lapsed": "{points} AP of the {side} side lapse: no more than five are saved.",
    "moved": "{unit} moves {path} for {cost} MP.",
    "control": "{hex} is now under {side} control.",
    "battle": _battle,
    "eliminated": _eliminated,
    "fell_back": "{units} [fall|falls] back instead of losing a unit.",
    "retreated": "{unit} retreats {path} and is disrupted.",
    "advanced": "{unit} advances {path}.",
    "cut_off": "{unit} is isolated and cannot be withdrawn.",
    "withdrawn": "{unit} is withdrawn at a cost of {cost} VP.",
    "arrived": "{unit} appears in {hex}.",
    "partisan_area": "Partisans rise in area {area}.",
    "recovered": "Recovered: {units}.",
    "over": "The game is over: {level}, {reason}.",
}

TIDINGS: Mapping[str, Tiding] = {
    "moved": "move",
    "retreated": "retreat",
    "advanced": "advance",
    "battle": "battle",
    "eliminated": "loss",
    "control": "place",
    "arrived": "arrival",
    "withdrawn": "departure",
}
"""What kinds of events mean to whoever looks back."""
