"""What a plan is for, in words: where it presses, what it attacks at which odds, what it holds and risks.

A plan is carried out in an imagined game and looked at there.  Everything that is said comes from what every
game declares: objectives on its map, formations on its counters, previews of attacks, who holds what ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from typhoon.engine.advice import place_of
from typhoon.engine.core import Core
from typhoon.engine.orders import End, Move, Order
from typhoon.engine.preview import CombatPreview, Forecast
from typhoon.hexgrid import bits

CLOSE = 3
"""So many hexes from the enemy a place must be held."""
MOST_NAMED = 3
"""So many formations, attacks or places are told of by name."""
LEAST_HARM = 0.05
"""What is less likely is no risk to speak of."""
MOST_ORDERS = 60
"""So far a player-turn is looked into after the plan."""


class Stroke(NamedTuple):
    """An attack that is planned."""

    target: str
    odds: str
    harm: float
    """The chance that it goes against the attacker."""


class Stand(NamedTuple):
    """Who stands where, as one side sees it."""

    side: str
    own: dict[str, str]
    """The hex of each unit of the side."""
    formations: dict[str, str]
    foes: set[str]
    held: set[str]
    """The objectives that the side holds."""
    hungry: set[str]
    """Its units that are out of supply."""


def intent_of(
    core: Core, side: str, plan: Sequence[Order], then: Callable[[Core], Order] | None = None
) -> list[str]:
    """A plan in sentences; the imagined game is used up.

    ``then`` says what is done in the rest of the player-turn, so that the attacks can be told which the moves
    are made for.
    """
    rules, number = core.rules, core.rules.sides.index(side)
    before, strokes = _stand(core, side), []
    for order in plan:
        if core.decider == number and order in core.orders:
            strokes += _strokes(core, order)
            core.play(order)
    after, turn = _stand(core, side), core.position.turn
    for _ in range(MOST_ORDERS if then is not None else 0):
        if core.decider < 0 or core.position.turn != turn or _is_others(core, side):
            break
        assert then is not None
        order = then(core)
        if core.decider == number:
            strokes += _strokes(core, order)
        core.play(order)
    if len(rules.sides) == 1:  # moves and attacks are one there, and planned as they come
        after = _stand(core, side)._replace(held=before.held)
    return [*_told(rules, before, after, strokes)]


def _is_others(core: Core, side: str) -> bool:
    """Whether another side's phases have come."""
    name = core.rules.phase_in_play(core.position)
    return any(name.startswith(f"{other} ") for other in core.rules.sides if other != side)


def _stand(core: Core, side: str) -> Stand:
    rules, pos = core.rules, core.position
    faces = [face for face in rules.faces(pos, side) if face.hex]
    ground = rules.annals.ground(pos)[side]
    held = {hex_ for hex_ in _objectives(rules) if ground >> rules.grid.index(hex_) & 1}
    hungry = rules.annals.unsupplied(pos) & rules.annals.units_of[side]
    own = [face for face in faces if face.side == side]
    return Stand(
        side,
        {face.unit: face.hex for face in own},
        {face.unit: face.formation for face in own},
        {face.hex for face in faces if face.side != side},
        held,
        {rules.unit_ids[unit] for unit in bits(hungry)},
    )


def _objectives(rules: Any) -> dict[str, int]:
    """The hexes that are worth points, and how many."""
    marks = [mark for mark in rules.board.marks if mark.kind == "objective"]
    return {hex_: mark.value for mark in marks for hex_ in mark.hexes if hex_ in rules.grid}


def _strokes(core: Core, order: Order) -> list[Stroke]:
    if isinstance(order, Move | End):
        return []
    pos = core.position
    preview = pos.frames[-1].preview(pos, order)
    if isinstance(preview, CombatPreview):
        harm = sum([each.chance for each in preview.outcomes if each.suffers in ("attacker", "both")])
        return [Stroke(preview.target, preview.column, harm)]
    if isinstance(preview, Forecast) and preview.rounds:
        return [Stroke(preview.target, f"{preview.won:.0%} to win", 1 - preview.won)]
    return []


# Words


def _told(rules: Any, before: Stand, after: Stand, strokes: Sequence[Stroke]) -> Iterator[str]:
    yield from _presses(rules, before, after)
    if taken := sorted(after.held - before.held, key=lambda hex_: -_objectives(rules)[hex_]):
        yield f"It takes {_places(rules, taken)}."
    objectives = _objectives(rules)
    first = {stroke.target: stroke for stroke in reversed(strokes)}
    strokes = sorted(first.values(), key=lambda each: (each.target not in objectives, each.harm, each.target))
    if strokes:
        named = [f"{_targets(rules, each.target)} ({each.odds})" for each in strokes[:MOST_NAMED]]
        yield f"It attacks {_listed(named, len(strokes))}."
    yield from _guards(rules, after)
    yield from _risks(rules, before, after, strokes)


def _presses(rules: Any, before: Stand, after: Stand) -> Iterator[str]:
    """Which formations move where, those with the most units first."""
    moved: dict[str, list[str]] = {}
    for unit, hex_ in after.own.items():
        if before.own.get(unit, hex_) != hex_:
            moved.setdefault(after.formations[unit], []).append(unit)
    ranked = sorted(moved.items(), key=lambda item: (-len(item[1]), item[0]))
    for code, units in ranked[:MOST_NAMED]:
        who = rules.names.formation(code, after.side) if code else ", ".join(units[:MOST_NAMED])
        count = f"{len(units)} unit{'s' * (len(units) > 1)}"
        yield f"{who} {_errand(rules, units, before, after)} with {count}."
    if rest := sum([len(units) for _, units in ranked[MOST_NAMED:]]):
        yield f"{rest} other unit{'s move' if rest > 1 else ' moves'}."


def _errand(rules: Any, units: Sequence[str], before: Stand, after: Stand) -> str:
    """What units move for: the nearest objective that they all in all come nearer to by a hex each."""
    ways = [(before.own[unit], after.own[unit]) for unit in units]

    def far(place: str, when: int) -> int:
        return sum([_away(rules, way[when], {place}) for way in ways])

    wanted = [place for place in _objectives(rules) if far(place, 0) - far(place, 1) >= len(units)]
    place = min(wanted, key=lambda place: (far(place, 1), place), default="")
    back = sum([_away(rules, end, before.foes) - _away(rules, start, before.foes) for start, end in ways])
    if not place:
        return "draws back" if back > 0 else "moves up" if back < 0 else "shifts its ground"
    if place not in before.held:
        return f"presses on {place_of(rules, place)}"
    return f"{'falls back on' if back > 0 else 'moves up to'} {place_of(rules, place)}"


def _guards(rules: Any, after: Stand) -> Iterator[str]:
    own = set(after.own.values())
    if kept := [hex_ for hex_ in _threatened(rules, after) if hex_ in own]:
        yield f"It holds {_places(rules, kept)}."


def _risks(rules: Any, before: Stand, after: Stand, strokes: Sequence[Stroke]) -> Iterator[str]:
    found = []
    own = set(after.own.values())
    if bare := [hex_ for hex_ in _threatened(rules, after) if hex_ not in own]:
        found.append(f"{_places(rules, bare)} {'stand' if len(bare) > 1 else 'stands'} open to the enemy")
    boldest = max(strokes, key=lambda stroke: stroke.harm, default=None)
    if boldest is not None and boldest.harm >= LEAST_HARM:
        found.append(
            f"the attack on {_targets(rules, boldest.target)} goes against it {boldest.harm:.0%} of the time"
        )
    if hungry := len((after.hungry - before.hungry) & before.own.keys()):
        found.append(f"{hungry} more unit{'s are' if hungry > 1 else ' is'} cut off from supply")
    if found:
        yield f"What it risks: {'; '.join(found)}."


def _threatened(rules: Any, stand: Stand) -> list[str]:
    """The objectives of a side that the enemy stands near to, the most valuable first."""
    objectives = _objectives(rules)
    near = [hex_ for hex_ in stand.held if _away(rules, hex_, stand.foes) <= CLOSE]
    return sorted(near, key=lambda hex_: (-objectives[hex_], hex_))


def _away(rules: Any, hex_: str, others: Iterable[str]) -> int:
    """How far it is to the nearest of some hexes."""
    grid = rules.board.grid
    here = grid.index(hex_)
    return min([grid.distance(here, grid.index(other)) for other in others], default=99)


def _targets(rules: Any, target: str) -> str:
    return " and ".join([place_of(rules, each) for each in target.split("+")])


def _places(rules: Any, hexes: Sequence[str]) -> str:
    return _listed([place_of(rules, hex_) for hex_ in hexes[:MOST_NAMED]], len(hexes))


def _listed(texts: Sequence[str], count: int) -> str:
    """Some things by name, and how many more there are.

    >>> _listed(["Klin", "Rzhev"], 2), _listed(["Klin", "Rzhev"], 4)
    ('Klin and Rzhev', 'Klin, Rzhev and 2 more')
    """
    parts = [*texts, *([f"{count - len(texts)} more"] if count > len(texts) else [])]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
