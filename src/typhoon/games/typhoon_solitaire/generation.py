"""Soviet force generation: who defends a hex (8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.typhoon_solitaire.charts import Force
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

KINDS = {
    "GD": "guards division",
    "AC": "airborne corps",
    "RD": "rifle division",
    "B": "brigade",
    "A": "artillery unit",
    "CAS": "air support",
}


def force_in_words(force: Force) -> str:
    """The units of a Soviet force.

    >>> force_in_words((("RD", 2), ("B", 1), ("CAS", 1)))
    '2 rifle divisions, 1 brigade, air support'
    >>> force_in_words(())
    'nobody'
    """
    words = []
    for code, count in force:
        kind = KINDS[code]
        words.append(kind if code == "CAS" else counted(count, kind, kind if code == "AC" else ""))
    return ", ".join(words) or "nobody"


class Generation(SolitaireChapter):
    """Which Soviet units appear."""

    moscow_modifier: ClassVar[int] = 3

    @case("8.1", "1.3", "13.5")
    def modifiers(self, pos: SolitairePosition, hex_: int) -> list[Modifier]:
        """The modifiers of the force generation die, which all add up."""
        found = self.turn_modifiers(pos)
        if self.law.moscow >> hex_ & 1:
            found.append(Modifier(self.moscow_modifier, "Moscow", "8.1", "moscow"))
        return found + self.scenario_modifiers()

    @case("8.1")
    def turn_modifiers(self, pos: SolitairePosition) -> list[Modifier]:
        by_turn = self.law.turns[pos.turn].force_modifier
        return [Modifier(by_turn, f"turn {pos.turn}", "8.1", "turn")] if by_turn else []

    @case("13.5")
    def scenario_modifiers(self) -> list[Modifier]:
        """Clenched Fist adds to the die of regular battles and of breakouts alike."""
        scenario = self.law.scenario
        if not scenario.force_modifier:
            return []
        return [Modifier(scenario.force_modifier, scenario.title, "13.5", "scenario")]

    @case("8.1")
    def called_up(self, hex_: int, modified: int) -> Force:
        """What a modified die calls up in a hex."""
        return self.law.force_table.force(self.law.terrain[hex_].force_line, modified)

    @case("8.0", "8.1", "8.4", "9.12")
    def muster(self, pos: SolitairePosition, hex_: int, umpire: Umpire) -> None:
        """Roll up the force that defends a hex: a new one for every attack on it."""
        die, drms = umpire.roll("defenders"), self.modifiers(pos, hex_)
        modified = die + sum([drm.value for drm in drms])
        self.select(pos, self.called_up(hex_, modified), umpire)
        line, facts = self.law.terrain[hex_].force_line, self.told(pos, die, drms)
        umpire.tell("mustered", hex=self.law.grid.name[hex_], line=line, **facts)

    def told(self, pos: SolitairePosition, die: int, drms: Sequence[Modifier]) -> dict[str, Any]:
        """The units that have come, and the die that called them up, for the story."""
        modifiers = tuple([(drm.value, drm.text, drm.case) for drm in drms])
        modified = die + sum([drm.value for drm in drms])
        return {"die": die, "modified": modified, "modifiers": modifiers, "units": pos.names(pos.defenders)}

    @case("8.2", "8.3", "7.5", "2.8")
    def select(self, pos: SolitairePosition, force: Force, umpire: Umpire) -> None:
        """Take a force from the pool; rifle divisions stand in for guards and airborne that are gone."""
        of_kind = self.law.of_kind
        for code, count in force:
            for number in range(count):
                able = pos.pool & of_kind[code]
                if not able and code in ("GD", "AC"):
                    able = pos.pool & of_kind["RD"]
                if code == "A" and able:
                    pos.defenders |= self.draw(able, f"artillery {number + 1}", umpire)
                else:  # charts of one's own may call for more than there are
                    pos.defenders |= able & -able

    @case("8.2", "11.2")
    def draw(self, units: int, purpose: str, umpire: Umpire) -> int:
        """One of some units, picked blindly."""
        able = bits(units)
        return 1 << able[umpire.roll(purpose, len(able)) - 1 if len(able) > 1 else 0]
