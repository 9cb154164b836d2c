"""What can be ordered now, a few choices at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from typhoon.cli.pieces import Piece
from typhoon.cli.screen import columns, wrapped
from typhoon.cli.telling import points
from typhoon.engine.game import Game
from typhoon.engine.preview import CombatPreview, Forecast

FEW = 24
"""As many choices of a kind are listed unasked."""


class Menu:
    """The legal orders of a decision, in lists that a player picks from by number."""

    def __init__(self, game: Game, units: Sequence[Piece]) -> None:
        self._game = game
        self._units: Mapping[str, Piece] = {piece.unit: piece for piece in units}
        self._offers = game.orders.offers()
        self.listed: list[str] = []
        """The orders of the last list, as numbered there."""

    def overview(self) -> Iterator[str]:
        """The choices that are few, and how to see the others."""
        self.listed = []
        by_verb: dict[str, list[str]] = {}
        for order in self._offers.plain:
            by_verb.setdefault(order.split()[0], []).append(order)
        few = [order for orders in by_verb.values() if len(orders) <= FEW for order in orders]
        yield from columns(self._numbered(few))
        for verb, orders in by_verb.items():
            if len(orders) > FEW:
                yield f"  {verb}: {len(orders)} choices (`units`, then `unit NAME`)"
        if self._offers.places:
            yield f"  place: {len(self._placings())} units (`units`, then `unit NAME`)"
        if self._offers.moves:
            yield f"  move: {sum(map(bool, self._offers.moves.values()))} units (`units`, then `unit NAME`)"
        for verb, units in self._offers.movers.items():
            yield f"  {verb}: {len(units)} units (`units`, then `unit NAME`)"
        if self._offers.attacks:
            yield f"  attack: {len(self._offers.attacks)} targets (`attacks`)"
        if self._offers.forces:
            yield f"  force: {len(self._offers.forces)} groups of units to form one of (`forces`)"
        if self._offers.marches:
            count, foes = len(self._offers.marches), len(self._foes())
            yield f"  march: {count} hexes (`marches`), {foes} of them hostile (`attacks`)"

    def units(self) -> Iterator[str]:
        """The units that can be given orders."""
        counts: dict[str, int] = {unit: len(to) for unit, to in self._offers.moves.items() if to}
        for text in self._offers.plain:
            for unit in self._game.parse(text).actors:
                counts[unit] = counts.get(unit, 0) + 1
        for unit, hexes in self._placings().items():
            counts[unit] = counts.get(unit, 0) + len(hexes)
        for group in [*self._offers.forces, *self._offers.movers.values()]:
            for unit in group:
                counts[unit] = counts.get(unit, 0) + 1
        cells = []
        for unit, count in sorted(counts.items()):
            piece = self._units.get(unit)
            where = f"{piece.hex} {piece.figures}" if piece else "off the map"
            cells.append(f"{unit} {where}: {count}")
        yield from columns(cells) if cells else ["  No unit can be given an order of its own now."]

    def unit(self, unit: str) -> Iterator[str]:
        """All that one unit can do."""
        self.listed = []
        if piece := self._units.get(unit):
            board = self._game.rules.board
            yield f"  {piece} in {board.describe(board.grid.index(piece.hex))}"
        others = [text for text in self._offers.plain if unit in self._game.parse(text).actors]
        yield from columns(self._numbered(others))
        if hexes := self._placings().get(unit):
            yield "  It can be placed in:"
            yield from columns(self._numbered([f"place {unit} {hex_}" for hex_ in hexes], hexes))
        if piece and (moves := self._offers.moves.get(unit)):
            yield "  It can move to (movement points):"
            yield from self._goals("move", piece, moves)
        for verb, units in self._offers.movers.items():
            if piece and unit in units and (goals := self._game.destinations([unit], verb)):
                yield f"  It can go to (movement points), with `{verb}`:"
                yield from self._goals(verb, piece, goals)
        for group in self._offers.forces:
            if unit in group:
                yield "  It can form a force alone or with any of these:"
                yield from columns(self._numbered([f"force {unit}", *_force_of_all(group)]))
        targets = [target for target, units in self._offers.attacks.items() if unit in units]
        if targets:
            yield f"  It can join attacks on {', '.join(targets)} (`attacks`)"
        if not self.listed and not targets:
            yield "  There is no order for it now."

    def _goals(self, verb: str, piece: Piece, costs: Mapping[str, float]) -> Iterator[str]:
        to = sorted(costs, key=lambda hex_: (costs[hex_], hex_))
        orders = [f"{verb} {piece.unit} {piece.hex}-{hex_}" for hex_ in to]
        yield from columns(self._numbered(orders, [f"{hex_} ({points(costs[hex_])})" for hex_ in to]))

    def attacks(self) -> Iterator[str]:
        """The hexes that can be attacked, with all who could join in."""
        self.listed = []
        foes = self._foes()
        if not self._offers.attacks and not foes:
            yield "  There is nothing to attack now."
        board = self._game.rules.board
        for hex_ in sorted(foes, key=lambda hex_: (self._offers.marches[hex_], hex_)):
            preview = self._game.preview(f"march {hex_}")
            if isinstance(preview, Forecast) and preview.rounds:
                where = board.describe(board.grid.index(hex_))
                cost = points(self._offers.marches[hex_])
                order = self._numbered([f"march {hex_}"], [f"march {where} ({cost})"])[0]
                yield f"  {order}: {preview.won:.0%} to win{_gains(preview)}"
        for target, units in sorted(self._offers.attacks.items()):
            together = self._offers.together.get(target, units)
            order = f"attack {target} {' '.join(together)}"
            hexes = target.split("+")
            defenders = [str(piece) for piece in self._units.values() if piece.hex in hexes]
            where = " and ".join(board.describe(board.grid.index(hex_)) for hex_ in hexes)
            yield f"  {where}: {'; '.join(defenders)}"
            if self._game.why_not(order) is None:
                preview = self._game.preview(order)
                odds = ""
                if isinstance(preview, CombatPreview):
                    odds = f"  [{preview.attack} to {preview.defense}, {preview.column} {preview.modifier:+}]"
                yield f"    {self._numbered([order])[0]}{odds}"
            else:
                yield f"    by some of {' '.join(units)}"
        if self._offers.attacks and self.listed:
            yield "  Leave out whom you like: `attack HEX UNIT ...`; `preview` it first."

    def forces(self) -> Iterator[str]:
        """The groups of units of which any part can form a force."""
        self.listed = []
        if not self._offers.forces:
            yield "  No force can be formed now."
            return
        cells = []
        for group in self._offers.forces:
            pieces = [self._units[unit] for unit in group]
            units = " ".join(f"{piece.unit} {piece.figures}" for piece in pieces)
            cells += self._numbered([f"force {' '.join(sorted(group))}"], [f"{pieces[0].hex}: {units}"])
        yield from columns(cells)
        yield "  Leave out whom you like: `force UNIT ...`."

    def marches(self) -> Iterator[str]:
        """Where the force on the march can go."""
        self.listed = []
        costs = self._offers.marches
        if not costs:
            yield "  No force is on the march."
            return
        foes = self._foes()
        by_cost: dict[float, list[str]] = {}
        for hex_ in sorted(costs):
            by_cost.setdefault(costs[hex_], []).append(hex_ + ("!" if hex_ in foes else ""))
        for cost in sorted(by_cost):
            yield wrapped(f"{points(cost)}: {' '.join(by_cost[cost])}", "  ")
        yield "  The movement points and the hexes for them; `march HEX` goes there."
        if foes:
            yield "  ! means battle: `attacks` tells the chances, `preview march HEX` more."

    def _placings(self) -> dict[str, list[str]]:
        """The hexes where each unit may be placed."""
        found: dict[str, list[str]] = {}
        for group in self._offers.places:
            for unit in group.units:
                here = self._units[unit].hex if unit in self._units else ""
                found.setdefault(unit, []).extend(hex_ for hex_ in group.hexes if hex_ != here)
        return found

    def _foes(self) -> set[str]:
        """Those of the hexes in reach that the enemy holds."""
        front = self._game.rules.front(self._game.position) or []
        return {theirs for _, theirs in front} & self._offers.marches.keys()

    def _numbered(self, orders: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
        start = len(self.listed) + 1
        self.listed += orders
        return [f"{number:3} {label}" for number, label in enumerate(labels or orders, start)]


def _force_of_all(group: Sequence[str]) -> list[str]:
    return [f"force {' '.join(sorted(group))}"] if len(group) > 1 else []


def _gains(preview: Forecast) -> str:
    found = f", closes a pocket of {preview.pocket}" if preview.pocket else ""
    return found + (", wins the game" if preview.wins_game else "")
