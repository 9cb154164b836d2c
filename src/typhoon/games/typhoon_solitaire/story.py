"""How the game is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typhoon.engine.events import Story, Telling
from typhoon.engine.tidings import Part, Tiding
from typhoon.mechanics.wording import counted


def _die(facts: Mapping[str, Any]) -> str:
    sum_ = "".join(f", {value:+} {text} ({case})" for value, text, case in facts["modifiers"])
    counts = f" counts as {facts['modified']}" if facts["modified"] != facts["die"] else ""
    return f"die {facts['die']}{counts}{sum_}"


def _mustered(facts: Mapping[str, Any]) -> str:
    who = ", ".join(facts["units"]) or "nobody"
    return f"Soviet force in {facts['hex']} ({facts['line']}), {_die(facts)}: {who}."


def _breakout(facts: Mapping[str, Any]) -> str:
    who = ", ".join(facts["units"]) or "nobody"
    size = counted(facts["size"], "hex", "hexes")
    return f"Breakout in {facts['hex']} from the pocket of {size}, {_die(facts)}: {who}."


def _fired(facts: Mapping[str, Any]) -> str:
    modifier = f" ({facts['modifier']:+} each)" if facts["modifier"] else ""
    dice, hits = " ".join(map(str, facts["dice"])), counted(facts["hits"], "hit")
    return f"{facts['unit']} fires, dice {dice}{modifier}: {hits}."


def _bombed(facts: Mapping[str, Any]) -> str:
    shots = ", ".join(f"{unit} (die {die})" for unit, die in zip(facts["units"], facts["dice"], strict=True))
    return f"{facts['by'].capitalize()} aircraft attack: {shots}."


def _lost(facts: Mapping[str, Any]) -> str:
    return f"{facts['unit']} is reduced." if facts["left"] else f"{facts['unit']} is eliminated."


def _counting(text: str, fact: str, one: str, many: str = "") -> Telling:
    """A text in which a number is told with what it counts."""
    return lambda facts: text.format_map({**facts, fact: counted(facts[fact], one, many)})


def _of_hexes(text: str) -> Telling:
    return _counting(text, "size", "hex", "hexes")


def _control(facts: Mapping[str, Any]) -> str:
    first, *others = facts["hexes"]
    return f"{1 + len(others)} hexes are now German." if others else f"{first} is now German."


def _loss(facts: Mapping[str, Any]) -> Part:
    return "step" if facts["left"] else "loss"


TOLD: dict[str, tuple[str, Telling]] = {
    "turn": ("5.3", "Turn {turn}, {date}."),
    "phase": ("5.2", "The {phase} phase."),
    "set_up": ("3.2", "{unit} is set up in {hex}."),
    "deployed": ("3.2", "Deployed: {part}."),
    "supported": ("9.1", "Air support for {unit} in {hex}."),
    "formed": ("9.0", "{units} [form|forms] a force in {hex} with {mp} MP."),
    "marched": ("9.2", "{units} [march|marches] {path} for {cost} MP; {left} left."),
    "dropped": ("9.5", "{unit} is dropped off in {hex}."),
    "stayed": ("9.5", "{unit} stays in {hex}."),
    "halted": ("9.5", "{units} [halt|halts] in {hex}."),
    "mustered": ("8.1", _mustered),
    "fired": ("10.4", _fired),
    "bombed": ("10.4", _bombed),
    "lost": ("10.6", _lost),
    "round": ("10.5", "Round {round} of the battle in {hex}; {left} MP left."),
    "won": ("10.7", _counting("{hex} is taken after {rounds}.", "rounds", "round")),
    "repulsed": ("10.7", "The attack on {hex} is repulsed; the force falls back to {to}."),
    "returned": ("10.9", "Back with one step: {units}."),
    "destroyed": ("8.3", "Out of the game, replaced by rifle divisions: {units}."),
    "control": ("3.5", _control),
    "pocket": ("11.1", _of_hexes("A pocket of {size} is closed at {hex}.")),
    "breakout": ("11.2", _breakout),
    "broken_out": (
        "11.3",
        _of_hexes("The pocket of {size} breaks out through {hex}; the force falls back to {to}."),
    ),
    "contained": ("11.4", _of_hexes("The breakout at {hex} fails; the pocket of {size} is taken.")),
    "tally": ("4.2", "Pocket hexes: {tally}."),
    "regrouped": ("10.10", "Regrouped to full strength: {units}."),
    "over": ("4.1", "The game is over: {level}, {reason}."),
}
"""The case behind each kind of event, and how it is told."""

STORY: Story = {kind: telling for kind, (_, telling) in TOLD.items()}
STORY_CASES = {kind: case for kind, (case, _) in TOLD.items()}

SCENES = {
    "mustered": "muster", "breakout": "muster",
    "fired": "fire", "bombed": "fire", "lost": "loss", "round": "round",
    "won": "end", "repulsed": "end", "contained": "end", "broken_out": "end",
    "pocket": "pocket", "control": "gain", "tally": "gain", "returned": "gain", "destroyed": "gain",
}  # fmt: skip
"""The part of each kind of event in a battle."""

TIDINGS: Mapping[str, Tiding] = {
    "marched": "move",
    "lost": _loss,
    "won": "battle", "repulsed": "battle", "contained": "battle", "broken_out": "battle",
    "control": "place",
}  # fmt: skip
"""What kinds of events mean to whoever looks back; a battle is told by how it ended."""
