"""Looking at a game at the terminal, with the eyes of one side."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.cli.pieces import Piece, pieces, signs
from typhoon.cli.screen import can_show, print_lines, wrapped
from typhoon.cli.telling import Say, placed, reported, standing, story, voice
from typhoon.cli.textmap import LINES, text_map
from typhoon.engine.events import Event
from typhoon.engine.game import Game
from typhoon.engine.phase import Decision
from typhoon.engine.report import report_of
from typhoon.mechanics.wording import in_halves

LAST_EVENTS = 20
"""As many are told when no number is given."""


def _signed(points: float) -> str:
    return ("+" if points >= 0 else "") + in_halves(points)


class Looking:
    """Shows the map, the units, the score and what happened."""

    def __init__(self, game: Game, viewer: str, *, ids: bool = False) -> None:
        self.game = game
        self.viewer = viewer
        """The side whose knowledge is shown; empty when only computers play, and all is."""
        self.ids = ids
        """Whether units and hexes are told by their ids and numbers."""
        self.centre = ""
        """The hex that the map is shown around."""

    @property
    def say(self) -> Say:
        return voice(self.game.rules, ids=self.ids)

    def pieces(self) -> list[Piece]:
        return pieces(self.game, self.viewer or self.game.rules.sides[0], ids=self.ids)

    def status(self, decision: Decision) -> str:
        """Turn, phase and points on one line."""
        rules = self.game.rules
        parts = [f"Turn {decision.turn} of {rules.last_turn}, {rules.date(decision.turn)}", decision.phase]
        points = self.game.view(self.viewer).position.get("ap")
        if points:
            parts.append("AP " + ", ".join(f"{side} {left}" for side, left in points.items()))
        parts.append(f"VP {self._standing()}")
        return " | ".join(parts)

    def _standing(self) -> str:
        """The points of each side, or of the only one."""
        points = standing(self.game)
        if len(points) == 1:
            return in_halves(*points.values())
        return ", ".join(f"{side} {in_halves(vp)}" for side, vp in points.items())

    def tracks(self) -> None:
        """Tracks and tables, each row on a line."""
        if self.game.rules.provenance:
            print(wrapped(f"{self.game.rules.provenance}.", "  "))
        for panel in self.game.rules.shown.panels(self.game.position, self.viewer):
            print(f"  {panel.title}")
            said = [[self.say(cell) for cell in row] for row in panel.rows]
            rows = [[cell if can_show(cell) else "x" for cell in row] for row in (panel.columns, *said)]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for number, row in enumerate(rows):
                cells = "  ".join(f"{cell:{room}}" for cell, room in zip(row, widths, strict=True))
                print(f"  {'>' if number == panel.current + 1 and number else ' '} {cells}".rstrip())

    def overlays(self) -> None:
        """What can be laid over the map, by name."""
        found = self.game.rules.shown.overlays(self.game.position, self.viewer)
        for overlay in found:
            print(f"  {overlay.id:14} {overlay.title} ({overlay.case})")
        if not found:
            print("  There is nothing to lay over the map now.")

    def overlay(self, name: str) -> None:
        """The hexes of an overlay, shade by shade."""
        found = self.game.rules.shown.overlays(self.game.position, self.viewer)
        overlay = next((each for each in found if each.id == name), None)
        if overlay is None:
            print(f"  There is no overlay '{name}'; `overlays` lists them.")
            return
        for shade in overlay.shades:
            print(f"  {shade.label}: {len(shade.hexes)}")
            if shade.hexes:
                print(wrapped(" ".join(shade.hexes), "    "))

    def line(self, unit: str) -> None:
        """A unit's line of supply."""
        known = unit in self.game.rules.unit_number
        found = self.game.rules.shown.line(self.game.position, unit, self.viewer) if known else None
        if found is None:
            print(f"  Of '{unit}' there is no line to be shown.")
            return
        print(wrapped(self.say(f"{found.text} ({found.case})"), "  "))
        if found.hexes:
            print(wrapped("-".join(found.hexes), "    "))

    def map(self, place: str = "") -> None:
        """The map around a hex, a town or a unit, or where something happened last."""
        board = self.game.rules.board
        named = {name.lower(): board.grid.name[index] for index, name in board.names.items()}
        units = {piece.unit: piece.hex for piece in self.pieces()}
        centre = place if place in board.grid else units.get(place) or named.get(place.lower(), "")
        if place and not centre:
            print(f"  There is no hex, town or unit '{place}' on the map.")
            return
        self.centre = centre or self.centre or self._front()
        front = {theirs for _, theirs in self.game.rules.shown.front(self.game.position) or ()}
        print(text_map(board, self.pieces(), self.centre, front=front))
        near = [f"{text} in {number}" for number, text in signs(self.game, self.viewer) if self._near(number)]
        if near:
            print(wrapped("; ".join(near), "  "))

    def _near(self, number: str) -> bool:
        """Whether a hex lies on the piece of the map that is shown."""
        grid = self.game.rules.board.grid
        return grid.distance(grid.index(number), grid.index(self.centre)) <= LINES // 4

    def _front(self) -> str:
        """A hex of ours with the enemy as near as can be."""
        grid = self.game.rules.board.grid
        ours = {piece.hex for piece in self.pieces() if piece.side == self.viewer}
        theirs = [grid.index(piece.hex) for piece in self.pieces() if piece.side != self.viewer]
        if not ours or not theirs:
            return next(iter(sorted(ours))) if ours else grid.name[sorted(grid.name)[len(grid) // 2]]
        return min(sorted(ours), key=lambda hex_: min(grid.distance(grid.index(hex_), t) for t in theirs))

    def stack(self, hex_: str) -> None:
        """A hex and the units in it."""
        grid = self.game.rules.board.grid
        if hex_ not in grid:
            print(f"  There is no hex '{hex_}' on the map.")
            return
        terrain = self.game.rules.board.terrain_at[grid.index(hex_)]
        here = [text for number, text in signs(self.game, self.viewer) if number == hex_]
        print(f"  {', '.join([placed(self.game.rules.board, hex_, self.say), terrain, *here])}")
        print_lines(f"    {piece}" for piece in self.pieces() if piece.hex == hex_)

    def score(self) -> None:
        """Victory points and what they come from."""
        for score in self.game.rules.scores(self.game.position):
            print(f"  {score.side:8}{_signed(score.points):>3}  {self.say(score.text)} ({score.case})")
        points = standing(self.game)
        print("  " + ", ".join(f"{side} {in_halves(vp)}" for side, vp in points.items()))
        if forecast := self.game.rules.prospects.told(self.game.position):
            print(f"  to be expected: {forecast}")

    def log(self, count: str = "") -> None:
        """The last things that happened."""
        wanted = int(count) if count.isdecimal() else LAST_EVENTS
        self.tell(self.game.log[-wanted:] if wanted else (), past=True)

    def report(self, number: str = "") -> None:
        """What came of a turn; by itself that of the last one that is over."""
        if number and not number.isdecimal():
            print(f"  '{number}' is no number of a turn: report [N]")
            return
        found = report_of(self.game, self.viewer, int(number) if number else None)
        if found is None:
            print(f"  There is no turn {number} to report on yet." if number else "  No turn is over yet.")
        else:
            print_lines(reported(found, self.say))

    def tell(self, events: Iterable[Event], *, past: bool = False) -> None:
        """What happens now, or what the record has of it."""
        print_lines(story(self.game, events, self.say, self.viewer, past=past))
