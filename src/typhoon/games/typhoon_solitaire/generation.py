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
        line = self.law.terrain[hex_].force_line
        self.tell(pos, "mustered", self.law.grid.name[hex_], die, drms, umpire, line=line)

    def tell(
        self,
        pos: SolitairePosition,
        kind: str,
        hex_: str,
        die: int,
        drms: Sequence[Modifier],
        umpire: Umpire,
        **facts: Any,
    ) -> None:
        """Tell who has come, and of the die that called them up."""
        umpire.tell(
            kind,
            hex=hex_,
            die=die,
            modified=die + sum([drm.value for drm in drms]),
            modifiers=tuple([(drm.value, drm.text, drm.case) for drm in drms]),
            units=pos.names(pos.defenders),
            **facts,
        )

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
