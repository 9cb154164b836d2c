"""Soviet force generation: who defends a hex (8)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.typhoon_solitaire.charts import Force
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits, first

MOSCOW_MODIFIER = 3


@case("8.1", "1.3", "13.5")
def modifiers(pos: SolitairePosition, hex_: int) -> list[Modifier]:
    """The modifiers of the force generation die, which all add up."""
    rules = pos.rules
    found = []
    if by_turn := rules.turns[pos.turn].force_modifier:
        found.append(Modifier(by_turn, f"turn {pos.turn}", "8.1"))
    if rules.moscow >> hex_ & 1:
        found.append(Modifier(MOSCOW_MODIFIER, "Moscow", "8.1"))
    return found + scenario_modifier(pos)


@case("13.5")
def scenario_modifier(pos: SolitairePosition) -> list[Modifier]:
    """Clenched Fist adds to the die of regular battles and of breakouts alike."""
    scenario = pos.rules.scenarios[pos.scenario]
    return [Modifier(scenario.force_modifier, scenario.title, "13.5")] if scenario.force_modifier else []


@case("8.0", "8.1", "8.4", "9.12")
def muster(pos: SolitairePosition, hex_: int, umpire: Umpire) -> None:
    """Roll up the force that defends a hex: a new one for every attack on it."""
    rules = pos.rules
    drms = modifiers(pos, hex_)
    die = umpire.roll("defenders")
    modified = die + sum([drm.value for drm in drms])
    force = rules.force_table.force(rules.terrain_of(hex_).force_line, modified)
    select(pos, force, umpire)
    umpire.tell(
        "mustered",
        hex=rules.board.grid.name[hex_],
        line=rules.terrain_of(hex_).force_line,
        die=die,
        modified=modified,
        modifiers=tuple([(drm.value, drm.text, drm.case) for drm in drms]),
        units=pos.names(pos.defenders),
    )


@case("8.2", "8.3", "7.5", "2.8")
def select(pos: SolitairePosition, force: Force, umpire: Umpire) -> None:
    """Take a force from the pool; rifle divisions stand in for guards and airborne that are gone."""
    of_kind = pos.rules.of_kind
    for code, count in force:
        for number in range(count):
            able = pos.pool & of_kind[code]
            if code == "A":
                able = _drawn(pos, able, number, umpire)
            elif not able and code in ("GD", "AC"):
                able = pos.pool & of_kind["RD"]
            if able:  # charts of one's own may call for more than there are
                pos.defenders |= 1 << first(able)


@case("8.2")
def _drawn(pos: SolitairePosition, artillery: int, number: int, umpire: Umpire) -> int:
    """One artillery unit, picked blindly."""
    units = bits(artillery)
    if len(units) < 2:
        return artillery
    return 1 << units[umpire.roll(f"artillery {number + 1}", len(units)) - 1]
