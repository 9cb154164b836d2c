"""Fire: dice, modifiers and hits (10.1 to 10.4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.typhoon_solitaire.charts import FireTable
from typhoon.games.typhoon_solitaire.losses import Losses, Side, take_hit
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

COMBAT_BONUS_TURN = 6


class Fray(Phase[SolitairePosition], frozen=True):
    """A fight of the force on the march, in the hex that it has entered, step by step (10.4)."""

    hex: str
    came_from: str

    def index(self, pos: SolitairePosition) -> int:
        return pos.rules.board.grid.index(self.hex)

    def go_to(self, pos: SolitairePosition, step: int) -> None:
        """Begin with another step: nobody has fired in it yet."""
        pos.fired = 0
        pos.frames[-1] = msgspec.structs.replace(self, step=step)


@case("10.2", "10.3", "12.3", "1.3")
def german_modifiers(
    pos: SolitairePosition, hex_: int, mechanized: bool, round_: int, *, breakout: bool, river: bool
) -> list[Modifier]:
    """What is added to the dice of a German unit's fire."""
    row = pos.rules.terrain_of(hex_)
    found = []
    if breakout:  # the Germans defend the hex themselves (R44)
        if river:
            found.append(Modifier(_river(pos), "the breakout crosses a river", "10.3"))
        return found
    if drm := row.german_mechanized if mechanized else row.german_other:
        found.append(Modifier(drm, f"Soviets in {_place(row.terrain)}", "10.2"))
    if round_ == 1 and pos.turn == COMBAT_BONUS_TURN:
        found.append(Modifier(1, "turn 6 combat bonus", "12.3"))
    return found


@case("10.2", "10.3", "1.3")
def soviet_modifiers(
    pos: SolitairePosition, hex_: int, round_: int, *, breakout: bool, river: bool
) -> list[Modifier]:
    """What is added to the dice of a Soviet unit's fire."""
    row = pos.rules.terrain_of(hex_)
    found = []
    if drm := row.soviet_breakout if breakout else row.soviet_defender:
        who = "Germans" if breakout else "Soviets"
        found.append(Modifier(drm, f"{who} in {_place(row.terrain)}", "10.2"))
    if river and round_ == 1 and not breakout:
        found.append(Modifier(_river(pos), "attack across a river", "10.3"))
    return found


def _river(pos: SolitairePosition) -> int:
    return pos.rules.terrain_effects["river"].soviet_defender


def _place(terrain: str) -> str:
    return {"moscow": "Moscow", "town": "a town", "city": "a city"}.get(terrain, terrain)


@case("10.3", "11.2")
def breaks_out_over_river(pos: SolitairePosition, hex_: int, pocket: int) -> bool:
    """Whether every hexside between the breakout hex and the pocket is a river (R10)."""
    rules = pos.rules
    beside = bits(rules.board.grid.around(hex_) & pocket)
    return bool(beside) and all(rules.river_between(other, hex_) for other in beside)


@case("10.1")
def hits_of(dice: Sequence[int], table: FireTable, modifier: int) -> tuple[int, ...]:
    """The steps that each die takes from the enemy."""
    by_die = table.by_die(modifier)
    return tuple([by_die[die] for die in dice])


@case("10.1", "10.4")
def fire(pos: SolitairePosition, unit: int, at: Side, drms: Sequence[Modifier], umpire: Umpire) -> None:
    """A ground unit fires: a die for each factor of its CDR."""
    name = pos.rules.unit_ids[unit]
    dice = umpire.throw(f"fire {name}", pos.dice(unit))
    modifier = sum([drm.value for drm in drms])
    each = hits_of(dice, pos.rules.fire_tables[at == "german"], modifier)
    hits = sum(each)
    pos.fired |= 1 << unit
    umpire.tell("fired", unit=name, dice=tuple(dice), each=each, modifier=modifier, hits=hits)
    if hits:
        pos.frames.append(Losses(at, hits))


@case("10.4", "10.6")
def fire_from_the_air(pos: SolitairePosition, by: str, units: int, at: Side, umpire: Umpire) -> None:
    """Aircraft attack each enemy unit with one unmodified die; hits beyond its steps are ignored."""
    targets = bits(units)
    dice = umpire.throw(f"air {by}", len(targets))
    table = pos.rules.fire_tables[at == "german"]
    each = hits_of(dice, table, 0)
    umpire.tell("bombed", by=by, units=pos.names(units), dice=tuple(dice), each=each)
    for unit, hits in zip(targets, each, strict=True):
        for _ in range(min(hits, pos.steps[unit])):
            take_hit(pos, unit, umpire)
