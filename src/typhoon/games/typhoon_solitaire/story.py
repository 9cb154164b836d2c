"""How the game is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typhoon.engine.events import Story
from typhoon.mechanics.wording import counted


def _die(facts: Mapping[str, Any]) -> str:
    sum_ = "".join(f", {value:+} {text} ({case})" for value, text, case in facts["modifiers"])
    counts = f" counts as {facts['modified']}" if facts["modified"] != facts["die"] else ""
    return f"die {facts['die']}{counts}{sum_}"


def _mustered(facts: Mapping[str, Any]) -> str:
    who = ", ".join(facts["units"]) or "nobody"
    return f"Soviet force in {facts['hex']} ({facts['line']}): {_die(facts)}: {who}."


def _breakout(facts: Mapping[str, Any]) -> str:
    who = ", ".join(facts["units"]) or "nobody"
    size = counted(facts["size"], "hex", "hexes")
    return f"Breakout from the pocket of {size} at {facts['hex']}: {_die(facts)}: {who}."


def _dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _fired(facts: Mapping[str, Any]) -> str:
    modifier = f" {facts['modifier']:+}" if facts["modifier"] else ""
    hits = counted(facts["hits"], "hit")
    return f"{facts['unit']} fires {_dice(facts['dice'])}{modifier}: {hits}."


def _bombed(facts: Mapping[str, Any]) -> str:
    shots = ", ".join(f"{unit} {die}" for unit, die in zip(facts["units"], facts["dice"], strict=True))
    return f"{facts['by'].capitalize()} aircraft attack: {shots}."


def _lost(facts: Mapping[str, Any]) -> str:
    return f"{facts['unit']} is reduced." if facts["left"] else f"{facts['unit']} is eliminated."


def _won(facts: Mapping[str, Any]) -> str:
    return f"{facts['hex']} is taken after {counted(facts['rounds'], 'round')}."


def _pocket(facts: Mapping[str, Any]) -> str:
    return f"A pocket of {counted(facts['size'], 'hex', 'hexes')} is closed from {facts['hex']}."


def _broken_out(facts: Mapping[str, Any]) -> str:
    size = counted(facts["size"], "hex", "hexes")
    return f"The pocket of {size} breaks out through {facts['hex']}; the force falls back to {facts['to']}."


def _contained(facts: Mapping[str, Any]) -> str:
    size = counted(facts["size"], "hex", "hexes")
    return f"The breakout at {facts['hex']} fails; the pocket of {size} is taken."


def _control(facts: Mapping[str, Any]) -> str:
    hexes = facts["hexes"]
    if len(hexes) == 1:
        return f"{hexes[0]} is now German."
    return f"{len(hexes)} hexes are now German."


STORY_CASES = {
    "turn": "5.3",
    "phase": "5.2",
    "set_up": "3.2",
    "deployed": "3.2",
    "supported": "9.1",
    "formed": "9.0",
    "marched": "9.2",
    "dropped": "9.5",
    "stayed": "9.5",
    "halted": "9.5",
    "mustered": "8.1",
    "fired": "10.4",
    "bombed": "10.4",
    "lost": "10.6",
    "round": "10.5",
    "won": "10.7",
    "repulsed": "10.7",
    "returned": "10.9",
    "destroyed": "8.3",
    "control": "3.5",
    "pocket": "11.1",
    "breakout": "11.2",
    "broken_out": "11.3",
    "contained": "11.4",
    "tally": "4.2",
    "regrouped": "10.10",
    "over": "4.1",
}
"""The case behind each kind of event."""

SCENES = {
    "mustered": "muster",
    "breakout": "muster",
    "fired": "fire",
    "bombed": "fire",
    "lost": "loss",
    "round": "round",
    "won": "end",
    "repulsed": "end",
    "contained": "end",
    "broken_out": "end",
    "pocket": "pocket",
    "control": "gain",
    "tally": "gain",
    "returned": "gain",
    "destroyed": "gain",
}
"""The part of each kind of event in a battle."""

STORY: Story = {
    "turn": "Turn {turn}, {date}.",
    "phase": "The {phase} phase.",
    "set_up": "{unit} is set up in {hex}.",
    "deployed": "Deployed: {part}.",
    "supported": "Air support for {unit} in {hex}.",
    "formed": "{units} form a force in {hex} with {mp} MP.",
    "marched": "{units} march {path} for {cost} MP; {left} left.",
    "dropped": "{unit} is dropped off in {hex}.",
    "stayed": "{unit} stays in {hex}.",
    "halted": "{units} halt in {hex}.",
    "mustered": _mustered,
    "fired": _fired,
    "bombed": _bombed,
    "lost": _lost,
    "round": "Round {round} in {hex}; {left} MP left.",
    "won": _won,
    "repulsed": "The attack on {hex} is repulsed; the force falls back to {to}.",
    "returned": "Back with one step: {units}.",
    "destroyed": "Out of the game, replaced by rifle divisions: {units}.",
    "control": _control,
    "pocket": _pocket,
    "breakout": _breakout,
    "broken_out": _broken_out,
    "contained": _contained,
    "tally": "Pocket hexes: {tally}.",
    "regrouped": "Regrouped to full strength: {units}.",
    "over": "The game is over: {level}, {reason}.",
}
