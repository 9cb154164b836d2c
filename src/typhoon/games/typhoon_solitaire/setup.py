"""Setting up (3)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import full_for
from typhoon.games.typhoon_solitaire.wording import german_unit, hex_of, not_now
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import Placements, standing_in
from typhoon.mechanics.wording import counted, not_all_placed


class Deploy(Order, frozen=True):
    """Deploy a formation ready-made; without a formation, all of them, and finish."""

    verb: ClassVar[str] = "deploy"
    formation: str = ""


class SetUp(Phase[SolitairePosition], frozen=True, tag="set-up"):
    """The German units are placed behind the front line."""

    about: ClassVar[str] = "3.2"

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    def prompt(self, pos: SolitairePosition) -> str:
        if to_place := (pos.rules.germans & ~pos.in_play).bit_count():
            return (
                f"Set up behind the front line, or deploy ready-made: {counted(to_place, 'unit')} to place."
            )
        return "All units are placed: change what you like, or end the set-up."

    @case("3.2", "7.0", "13.3")
    def _open_to(self, pos: SolitairePosition, unit: int) -> int:
        """Where a unit can be placed: in its sector, within the stacking limit.

        Sectors do not overlap, so armies and panzer groups stay apart by themselves (7.3).
        """
        rules = pos.rules
        return rules.sector(pos.scenario, unit) & ~full_for(pos, rules.counters[unit].halves)

    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        rules = pos.rules
        plain: list[Order] = [Deploy(), *map(Deploy, rules.formation_ids)]
        if not rules.germans & ~pos.in_play:
            plain.append(End())
        choices = []
        for alike in rules.placed_alike:
            hexes = self._open_to(pos, alike[0])
            choices.append((alike, hexes, standing_in(hexes, alike, pos.where)))
        return [Listed(plain), Placements(rules.board.grid, choices, rules.unit_ids, pos.where)]

    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return self._why_not_end(pos)
        if isinstance(order, Deploy):
            if order.formation and order.formation not in pos.rules.formation_ids:
                known = ", ".join(pos.rules.formation_ids)
                return Ruling("3.2", f"there is no formation '{order.formation}'; there are {known}")
            return None
        if not isinstance(order, Place):
            return not_now(pos, order.verb)
        unit = german_unit(pos, order.unit)
        if isinstance(unit, Ruling):
            return unit
        hex_ = hex_of(pos, order.hex)
        return hex_ if isinstance(hex_, Ruling) else self._why_not_place(pos, unit, hex_)

    @case("3.2", "7.1", "7.3")
    def _why_not_place(self, pos: SolitairePosition, unit: int, hex_: int) -> Ruling | None:
        if self._open_to(pos, unit) >> hex_ & 1 and pos.where[unit] != hex_:
            return None
        name, where = pos.rules.unit_ids[unit], pos.rules.board.describe(hex_)
        if not pos.german >> hex_ & 1:
            return Ruling("3.2", f"{where} is Soviet")
        if not pos.rules.setup_area >> hex_ & 1:
            return Ruling("3.2", f"{where} is not within three hexes of the front line")
        if not pos.rules.sector(pos.scenario, unit) >> hex_ & 1:
            formation = pos.rules.counters[unit].formation
            return Ruling("3.2", f"{where} is not in the sector of {formation}, where {name} is set up")
        if pos.where[unit] == hex_:
            return Ruling("3.2", f"{name} stands in {where} already")
        return Ruling("7.1", f"{where} is full: three divisions fit into a hex")

    @case("3.2")
    def _why_not_end(self, pos: SolitairePosition) -> Ruling | None:
        if unplaced := pos.rules.germans & ~pos.in_play:
            return not_all_placed(pos.names(unplaced), "3.2")
        return None

    @case("3.2")
    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Place):
            unit = pos.rules.unit_number[order.unit]
            if pos.on_map(unit):
                pos.remove(unit)
            pos.place(unit, pos.rules.board.grid.index(order.hex))
            umpire.tell("set_up", unit=order.unit, hex=order.hex)
            return
        if isinstance(order, Deploy):
            for formation in [order.formation] if order.formation else pos.rules.formation_ids:
                _deploy(pos, formation)
            umpire.tell("deployed", formation=order.formation or "all formations")
            if order.formation:
                return
        pos.frames.pop()


@case("3.2")
def _deploy(pos: SolitairePosition, formation: str) -> None:
    """Put a formation where it stands ready for the offensive (R36); whoever is in its way is lifted."""
    rules = pos.rules
    units = rules.units_of_formations(1 << rules.formation_ids.index(formation))
    homes = rules.homes[pos.scenario]
    for unit in bits(units & pos.in_play):
        pos.remove(unit)
    for unit in bits(units):
        hex_ = homes[unit]
        while full_for(pos, rules.counters[unit].halves) >> hex_ & 1:  # only where sectors are free (13.3)
            pos.remove(bits(pos.units_in(hex_) & ~units)[0])
        pos.place(unit, hex_)
