"""What is kept of a game: how it ended, how it stood turn by turn, its attacks and losses, and where.

One recorder for all games: it listens to the events and asks the game's ``Annals`` what they mean.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from typhoon.engine.events import Event
from typhoon.engine.game import Game

BATTLES, LOSSES, PASSAGES = range(3)


class TurnNote(msgspec.Struct, array_like=True):
    """How a game stood when a turn was over; the figures are those of each party."""

    turn: int
    weather: str
    margin: float
    """The margin of victory of the first side, as it stood."""
    points: list[float]
    units: list[int]
    steps: list[int]
    unsupplied: list[int]
    hexes: list[int]
    """The hexes that it held."""
    fronts: list[int]
    """For each axis, the hexes from its start that the party which held the start held without a gap."""
    ground: str
    """The hexes of the first party that changed hands since the note before, packed."""


class AttackNote(msgspec.Struct, array_like=True):
    turn: int
    side: str
    hex: str
    column: str
    result: str
    expected: float
    rolled: float
    luck: float


class LossNote(msgspec.Struct, array_like=True):
    """What a party lost in a turn for one reason."""

    turn: int
    side: str
    cause: str
    units: int
    steps: int


class PlaceNote(msgspec.Struct, array_like=True):
    """Who held a named place from the end of a turn on."""

    turn: int
    place: str
    holder: str


class PointNote(msgspec.Struct, array_like=True):
    """A part of the points at the end."""

    side: str
    part: str
    points: float


class Head(msgspec.Struct):
    """What has to be known of a game while a series is played."""

    arm: str
    """The digest of the arm."""
    index: int
    level: str = ""
    """The victory level; empty when the game did not come to an end."""
    winner: str = ""
    points: dict[str, float] = {}
    turns: int = 0
    broken: str = ""
    """What broke the game, where something did."""
    figures: dict[str, float] = {}
    """What the game itself tells of its end."""


class Record(Head):
    """A game."""

    orders: int = 0
    state: str = ""
    """The hash of the last position."""
    reason: str = ""
    parties: list[str] = []
    luck: dict[str, tuple[int, float]] = {}
    """For each side how many things were left to chance, and the shares of luck in them, added up."""
    parts: list[PointNote] = []
    by_turn: list[TurnNote] = []
    attacks: list[AttackNote] = []
    losses: list[LossNote] = []
    places: list[PlaceNote] = []
    hexes: dict[str, tuple[int, int, int]] = {}
    """Battles, losses and passages, by hex."""


class Recorder:
    """Writes down a game while it is played."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.annals = game, game.rules, game.rules.annals
        self.parties = self.annals.parties
        self.turn = 0
        self.by_turn: list[TurnNote] = []
        self.attacks: list[AttackNote] = []
        self.places: list[PlaceNote] = []
        self._losses: Counter[tuple[int, str, str, str]] = Counter()
        self._luck = {party: [0, 0.0] for party in self.parties}
        self._heat: dict[str, list[int]] = {}
        self._holders: dict[str, str] = {}
        self._axes = list(self.annals.lines.values())
        self._first: list[str] = []
        self._held = 0
        self._last_hex = ""
        for event in game.opening:
            self.hear(event)
        game.listener = self.hear

    def hear(self, event: Event) -> None:
        """Take down an event as it happens."""
        facts = event.facts
        if event.kind == "turn":
            self._close_turn(facts["turn"])
            return
        part = self.rules.tiding(event)
        if "hex" in facts:
            self._last_hex = facts["hex"] or self._last_hex
        if part in ("move", "retreat", "advance"):
            for hex_ in facts.get("path", ())[1:]:
                self._warm(hex_, PASSAGES)
            return
        if part == "battle":
            for hex_ in _hexes(facts):
                self._warm(hex_, BATTLES)
        elif part in ("loss", "step"):
            self._lose(event, part == "loss")
        self._fight(event)

    def _fight(self, event: Event) -> None:
        attack = self.annals.attack(event)
        if attack is not None:
            hex_ = attack.hexes[0] if attack.hexes else self._last_hex
            expected, luck = round(attack.expected, 4), round(attack.luck, 4)
            note = AttackNote(
                self.turn, attack.side, hex_, attack.column, attack.result, expected, attack.rolled, luck
            )
            self.attacks.append(note)
        throws = self.annals.throws(event, self.game.position, self.turn)
        for side, share in [(throw.side, throw.share) for throw in throws]:
            self._throw(side, share)
        if attack is not None and not throws:
            self._throw(attack.side, attack.luck)

    def _throw(self, side: str, share: float) -> None:
        luck = self._luck[side]
        luck[0] += 1
        luck[1] += share

    def _lose(self, event: Event, whole: bool) -> None:
        names = [unit for unit in _units(event.facts) if unit in self.rules.unit_number]
        if not names:
            return
        side, cause = self.rules.whose(names[0]), self.annals.cause(event)
        self._losses[self.turn, side, cause, "steps"] += len(names)
        if whole:
            self._losses[self.turn, side, cause, "units"] += len(names)
            self._warm(event.facts.get("hex") or self._last_hex, LOSSES)

    def _warm(self, hex_: str, what: int) -> None:
        if hex_:
            self._heat.setdefault(hex_, [0, 0, 0])[what] += 1

    def _close_turn(self, next_turn: int) -> None:
        """Write down how things stand when a turn is over, or before the first."""
        self.by_turn.append(self._note(next_turn - 1))
        self.turn = next_turn

    def _note(self, turn: int) -> TurnNote:
        annals, pos, rules = self.annals, self.game.position, self.rules
        ground, scores = annals.ground(pos), rules.scores(pos)
        self._look_at_places(turn, ground)
        on_map = [pos.in_play & annals.units_of[party] for party in self.parties]
        hungry = annals.unsupplied(pos)
        totals = dict.fromkeys(self.parties, 0.0)
        for score in scores:
            totals[score.side] += score.points
        return TurnNote(
            turn,
            annals.weather(pos),
            round(float(rules.prospects.standing(pos)), 4),
            [round(float(value), 4) for value in totals.values()],
            [units.bit_count() for units in on_map],
            [annals.steps(pos, units) for units in on_map],
            [(units & hungry).bit_count() for units in on_map],
            [ground[party].bit_count() for party in self.parties],
            self._fronts(ground),
            self._changed_ground(ground[self.parties[0]]),
        )

    def _fronts(self, ground: Any) -> list[int]:
        """How far along each axis the ground goes of who held its start at the beginning."""
        if not self._first:
            self._first = [_holder(ground, 1 << line[0]) for line in self._axes]
        found = []
        for line, party in zip(self._axes, self._first, strict=True):
            held = ground[party] if party else 0
            gap = next((number for number, hex_ in enumerate(line) if not held >> hex_ & 1), len(line))
            found.append(gap)
        return found

    def _changed_ground(self, held: int) -> str:
        changed, self._held = held ^ self._held, held
        raw = changed.to_bytes((changed.bit_length() + 7) // 8, "little")
        return b64encode(zlib.compress(raw, 6)).decode()

    def _look_at_places(self, turn: int, ground: Any) -> None:
        for place, hexes in self.annals.places.items():
            holder = _holder(ground, hexes)
            if holder != self._holders.get(place, ""):
                self._holders[place] = holder
                self.places.append(PlaceNote(turn, place, holder))

    def finish(self, arm: str, index: int, broken: str = "") -> Record:
        """All that was written down."""
        game, pos = self.game, self.game.position
        game.listener = None
        result = pos.result
        over = not broken and result is not None
        scores = self.rules.scores(pos) if over else []
        if over and self.turn:
            self.by_turn.append(self._note(self.turn))
        return Record(
            arm,
            index,
            level=result.level if over and result else "",
            winner=result.winner if over and result else "",
            points={side: float(points) for side, points in result.points.items()} if over and result else {},
            turns=pos.turn,
            broken=broken,
            orders=len(game.entries),
            state=game.state_hash(),
            reason=result.reason if over and result else "",
            parties=list(self.parties),
            luck={party: (int(count), round(total, 4)) for party, (count, total) in self._luck.items()},
            parts=[PointNote(part.side, part.text, float(part.points)) for part in scores],
            figures={name: float(value) for name, value in self.annals.figures(pos).items()} if over else {},
            by_turn=self.by_turn,
            attacks=self.attacks,
            losses=list(self._loss_notes()),
            places=self.places,
            hexes={hex_: (heat[0], heat[1], heat[2]) for hex_, heat in sorted(self._heat.items())},
        )

    def _loss_notes(self) -> Iterator[LossNote]:
        for turn, side, cause in sorted({key[:3] for key in self._losses}):
            units, steps = [self._losses[turn, side, cause, what] for what in ("units", "steps")]
            yield LossNote(turn, side, cause, units, steps)


def grounds(record: Record) -> Iterator[tuple[int, int]]:
    """For each note of a turn, the turn and the hexes that the first party held."""
    held = 0
    for note in record.by_turn:
        held ^= int.from_bytes(zlib.decompress(b64decode(note.ground)), "little")
        yield note.turn, held


def _holder(ground: Any, hexes: int) -> str:
    """Who holds the most of some hexes."""
    best = max(ground, key=lambda party: (ground[party] & hexes).bit_count())
    return best if ground[best] & hexes else ""


def _hexes(facts: Any) -> list[str]:
    target = facts.get("target")
    if target and "hex" not in facts and "hexes" not in facts:
        return list(target.split("+"))
    found = facts.get("hexes") or facts.get("hex") or ()
    return [found] if isinstance(found, str) else list(found)


def _units(facts: Any) -> list[str]:
    found = facts.get("unit") or facts.get("units") or ()
    return [found] if isinstance(found, str) else list(found)


__all__ = ["Head", "Record", "Recorder", "grounds"]
