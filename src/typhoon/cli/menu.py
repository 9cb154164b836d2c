"""What can be ordered now, a few choices at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from typhoon.cli.pieces import Piece
from typhoon.cli.screen import columns, wrapped
from typhoon.cli.telling import Say, placed, points
from typhoon.engine.face import CounterFace
from typhoon.engine.game import Game
from typhoon.engine.offers import Form, Offers, OrderOffer, PlacesOffer
from typhoon.engine.preview import CombatPreview, Forecast

FEW = 24
"""As many choices of a kind are listed unasked."""
MANY = 400
"""Where there are more hexes than that for a unit, none of them is listed."""


class Menu:
    """The legal orders of a decision, in lists that a player picks from by number."""

    def __init__(self, game: Game, units: Sequence[Piece], offers: Offers, say: Say) -> None:
        self._game = game
        self._say = say
        self._units: Mapping[str, Piece] = {piece.unit: piece for piece in units}
        self._offers = offers
        self._moves = offers.moves.goals if offers.moves else {}
        self._targets = offers.attacks.targets if offers.attacks else {}
        self._groups = offers.forces.groups if offers.forces else ()
        self._marches = offers.marches.goals if offers.marches else {}
        self.listed: list[str] = []
        """The orders of the last list, as numbered there."""

    def overview(self) -> Iterator[str]:
        """The choices that are few, and how to see the others."""
        self.listed = []
        by_verb: dict[str, list[str]] = {}
        for order in self._offers.plain:
            by_verb.setdefault(order.verb, []).append(order.text)
        for places in self._offers.places:
            orders = by_verb.setdefault(places.form.verb, [])
            orders += [order for unit in places.units for order in self._placings(places, unit)]
        if shares := self._offers.shares:
            by_verb[shares.form.verb] = [str(order) for order in self._game.orders]
        few = [order for orders in by_verb.values() if len(orders) <= FEW for order in orders]
        yield from columns(self._numbered(few))
        for verb, orders in by_verb.items():
            if len(orders) > FEW:
                yield f"  {verb}: {len(orders)} choices (`units`, then `unit NAME`)"
        if self._moves:
            yield f"  move: {sum(map(bool, self._moves.values()))} units (`units`, then `unit NAME`)"
        for movers in self._offers.movers:
            yield f"  {movers.form.verb}: {len(movers.units)} units (`units`, then `unit NAME`)"
        if self._targets:
            assert self._offers.attacks is not None
            yield f"  {self._offers.attacks.form.verb}: {len(self._targets)} targets (`attacks`)"
        if self._groups:
            yield f"  force: {len(self._groups)} groups of units to form one of (`forces`)"
        if self._marches:
            count, foes = len(self._marches), len(self._foes())
            yield f"  march: {count} hexes (`marches`), {foes} of them hostile (`attacks`)"

    def units(self) -> Iterator[str]:
        """The units that can be given orders."""
        counts: Counter[str] = Counter({unit: len(to) for unit, to in self._moves.items() if to})
        for order in self._offers.plain:
            counts.update(_actors(order))
        for places in self._offers.places:
            counts.update({unit: len(self._placings(places, unit)) for unit in places.units})
        for group in [*self._groups, *[movers.units for movers in self._offers.movers]]:
            counts.update(group)
        cells = []
        for unit, count in sorted(counts.items()):
            piece = self._units.get(unit)
            where = f"{piece.figures} in {piece.hex}" if piece else "off the map"
            said = self._say(unit)
            cells.append(f"{unit} {said + ' ' if said != unit else ''}{where}: {count}")
        yield from columns(cells) if cells else ["  No unit can be given an order of its own now."]

    def unit(self, unit: str) -> Iterator[str]:
        """All that one unit can do."""
        self.listed = []
        if piece := self._units.get(unit):
            yield f"  {piece} in {self._place(piece.hex)}"
        elif face := self._portrait(unit):
            said = self._say(unit)
            name = unit if said == unit else f"{said} ({unit})"
            yield f"  {name} {'-'.join(value.text for value in face.values)} {face.type}, off the map"
        orders = [order.text for order in self._offers.plain if unit in _actors(order)]
        vast = False
        for places in self._offers.places:
            if unit in places.units and len(places.hexes) > MANY:
                vast = True
                yield f"  `{places.form.spell(unit=unit, hex='HEX')}` in any of {len(places.hexes)} hexes"
            elif unit in places.units:
                orders += self._placings(places, unit)
        yield from columns(self._numbered(orders))
        if piece and self._offers.moves and (goals := self._moves.get(unit)):
            yield "  It can move to (movement points):"
            yield from self._goals(self._offers.moves.form, piece, goals)
        for movers in self._offers.movers:
            verb = movers.form.verb
            if piece and unit in movers.units and (goals := self._game.destinations([unit], verb)):
                yield f"  It can go to (movement points), with `{verb}`:"
                yield from self._goals(movers.form, piece, goals)
        for group in self._groups:
            if unit in group:
                yield "  It can form a force alone or with any of these:"
                yield from columns(self._numbered([f"force {unit}", *_force_of_all(group)]))
        targets = [name for name, target in self._targets.items() if unit in target.units]
        if targets:
            yield f"  It can join attacks on {', '.join(targets)} (`attacks`)"
        if not self.listed and not targets and not vast:
            yield "  There is no order for it now."

    def _goals(self, form: Form, piece: Piece, costs: Mapping[str, float]) -> Iterator[str]:
        to = sorted(costs, key=lambda hex_: (costs[hex_], hex_))
        orders = [form.spell(unit=piece.unit, start=piece.hex, goal=hex_) for hex_ in to]
        yield from columns(self._numbered(orders, [f"{hex_} ({points(costs[hex_])})" for hex_ in to]))

    def attacks(self) -> Iterator[str]:
        """The hexes that can be attacked, with all who could join in."""
        self.listed = []
        foes = self._foes()
        if not self._targets and not foes:
            yield "  There is nothing to attack now."
        for hex_ in sorted(foes, key=lambda hex_: (self._marches[hex_], hex_)):
            preview = self._game.preview(f"march {hex_}")
            if isinstance(preview, Forecast) and preview.rounds:
                cost = points(self._marches[hex_])
                order = self._numbered([f"march {hex_}"], [f"march {self._place(hex_)} ({cost})"])[0]
                yield f"  {order}: {preview.won:.0%} to win{_gains(preview)}"
        for name, target in sorted(self._targets.items()):
            order = self._attack(name, target.together or target.units)
            defenders = [str(piece) for piece in self._units.values() if piece.hex in target.hexes]
            where = " and ".join(map(self._place, target.hexes))
            yield f"  {where}: {'; '.join(defenders)}"
            if self._game.why_not(order) is None:
                preview = self._game.preview(order)
                odds = ""
                if isinstance(preview, CombatPreview):
                    odds = f"  [{preview.attack} to {preview.defense}, {preview.column} {preview.modifier:+}]"
                yield f"    {self._numbered([order])[0]}{odds}"
            else:
                yield f"    by some of {' '.join(target.units)}"
        if self._targets and self.listed:
            yield f"  Leave out whom you like: `{self._attack('HEX', ('UNIT', '...'))}`; `preview` it first."

    def _attack(self, target: str, units: Sequence[str]) -> str:
        """The order that attacks a target, by whatever name such orders go now."""
        assert self._offers.attacks is not None
        return self._offers.attacks.form.spell(target=target, units=units)

    def forces(self) -> Iterator[str]:
        """The groups of units of which any part can form a force."""
        self.listed = []
        if not self._groups:
            yield "  No force can be formed now."
            return
        cells = []
        for group in self._groups:
            pieces = [self._units[unit] for unit in group]
            units = " ".join(f"{piece.unit} {piece.figures}" for piece in pieces)
            cells += self._numbered([f"force {' '.join(sorted(group))}"], [f"{pieces[0].hex}: {units}"])
        yield from columns(cells)
        yield "  Leave out whom you like: `force UNIT ...`."

    def marches(self) -> Iterator[str]:
        """Where the force on the march can go."""
        self.listed = []
        costs = self._marches
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

    def _place(self, number: str) -> str:
        """A hex with the number that orders have for it."""
        return placed(self._game.rules.board, number, self._say)

    def _portrait(self, unit: str) -> CounterFace | None:
        """What the counter of a unit off the map shows."""
        rules = self._game.rules
        return rules.portrait(unit) if unit in rules.unit_number or unit in rules.pieces else None

    def _placings(self, places: PlacesOffer, unit: str) -> list[str]:
        """The orders that place a unit."""
        here = self._units[unit].hex if unit in self._units else ""
        return [places.form.spell(unit=unit, hex=hex_) for hex_ in places.hexes if hex_ != here]

    def _foes(self) -> set[str]:
        """Those of the hexes in reach that the enemy holds."""
        front = self._game.rules.shown.front(self._game.position) or []
        return {theirs for _, theirs in front} & self._marches.keys()

    def _numbered(self, orders: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
        start = len(self.listed) + 1
        self.listed += orders
        return [f"{number:3} {label}" for number, label in enumerate(labels or orders, start)]


def _actors(order: OrderOffer) -> tuple[str, ...]:
    """The units that an order is given to."""
    return order.units or ((order.unit,) if order.unit else ())


def _force_of_all(group: Sequence[str]) -> list[str]:
    return [f"force {' '.join(sorted(group))}"] if len(group) > 1 else []


def _gains(preview: Forecast) -> str:
    found = f", closes a pocket of {preview.pocket}" if preview.pocket else ""
    return found + (", wins the game" if preview.wins_game else "")
