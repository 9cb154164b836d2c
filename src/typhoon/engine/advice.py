"""Why an order may be a good one: what it is for, what it risks, in words for people."""

from __future__ import annotations

from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.offers import form_of
from typhoon.engine.orders import Order
from typhoon.engine.preview import CombatPreview, Forecast, MovePreview, Warnings
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import Ruling

NEAR = 8
"""So many hexes from a place that is worth points a move is still about it."""


def proposal(rules: Rules[Any], order: Order) -> str:
    """An order as somebody would say it: ``Move G-253-ID to 2715 (Rzhev)``."""
    words = [form_of(type(order)).label]
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    if units := [fields["unit"]] if "unit" in fields else list(fields.get("units", ())):
        words.append(", ".join(units))
    if path := fields.get("path", ()):
        words.append(f"to {place_of(rules, path[-1])}")
    goals = [
        ("in" if order.verb == "place" else "to", fields.get("hex", "")),
        ("against", fields.get("target", "")),
    ]
    words += [f"{word} {place_of(rules, place)}" for word, place in goals if place]
    known = {"unit", "units", "path", "hex", "target"}
    words += [rules.names.formation(str(v)) for name, v in fields.items() if name not in known and v]
    return " ".join(words)


def reason(game: Game, order: Order) -> str:
    """What an order is for and what it risks, as far as can be told; empty when there is nothing to say."""
    if isinstance(game.why_not(order), Ruling):
        return ""
    preview = game.preview(order)
    if isinstance(preview, CombatPreview):
        return _of_combat(preview)
    if isinstance(preview, Forecast):
        last = preview.rounds[-1] if preview.rounds else None
        risk = f"{last.won:.0%} to win it, at the price of about {last.losses:.1f} steps" if last else ""
        pocket = f"; winning closes a pocket of {preview.pocket} hexes" if preview.pocket else ""
        return risk + pocket
    if isinstance(preview, MovePreview):
        return _of_move(game, preview)
    if isinstance(preview, Warnings) and preview.unused:
        return f"nothing better is left, though {'; '.join(preview.unused)}"
    return _of_formation(game, getattr(order, "formation", ""))


def _of_formation(game: Game, formation: str) -> str:
    """What a formation that shall act could do."""
    rules, side = game.rules, _mover(game)
    faces = rules.faces(game.position, side)
    own = {face.hex for face in faces if face.formation == formation and face.side == side}
    if not own:
        return ""
    grid = rules.board.grid
    foes = sum({1 << grid.index(face.hex) for face in faces if face.side != side})
    near = sum([bool(grid.around(grid.index(hex_)) & foes) for hex_ in own])
    return f"it has units in {len(own)} hexes, {near} of them next to the enemy"


def _of_combat(preview: CombatPreview) -> str:
    parts = [f"{preview.column}"]
    for who, text in (
        ("defender", "the enemy suffers"),
        ("both", "both sides lose"),
        ("attacker", "we suffer"),
        ("", "nothing happens"),
    ):
        if chance := sum([o.chance for o in preview.outcomes if o.suffers == who]):
            parts.append(f"{chance:.0%} {text}")
    return ", ".join(parts) if any(o.suffers for o in preview.outcomes) else f"odds of {preview.column}"


def _of_move(game: Game, preview: MovePreview) -> str:
    rules, board = game.rules, game.rules.board
    grid, start, end = board.grid, preview.path[0], preview.path[-1]
    found = []
    foes = [face for face in rules.faces(game.position, _mover(game)) if face.side != _mover(game)]
    beside = set(grid.numbers(grid.around(grid.index(end))))
    if near := sorted({face.hex for face in foes} & beside):
        found.append(f"it stands next to the enemy in {place_of(rules, near[0])} then")
    places = [mark.hexes[0] for mark in board.marks if mark.kind == "objective"]
    nearer = [
        (grid.distance(grid.index(end), grid.index(place)), place)
        for place in places
        if grid.distance(grid.index(end), grid.index(place))
        < grid.distance(grid.index(start), grid.index(place))
    ]
    if nearer and min(nearer)[0] <= NEAR:
        distance, place = min(nearer)
        what = ("reaches", "comes next to")[distance] if distance < 2 else f"comes within {distance} hexes of"
        found.append(f"it {what} {place_of(rules, place)}")
    spent = f"{preview.costs[-1]:g} {preview.counted_in}"
    return "; ".join([*found, f"it takes {spent}"])


def _mover(game: Game) -> str:
    return game.decision.side if game.decision else ""


def place_of(rules: Rules[Any], number: str) -> str:
    grid = rules.board.grid
    return rules.board.describe(grid.index(number), number) if number in grid else number
