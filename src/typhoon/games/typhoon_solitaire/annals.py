"""What is written down of the game for those who compare many."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.annals import Annals, Attack, Axis
from typhoon.engine.events import Event
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire


class SolitaireAnnals(Annals, SolitaireChapter):
    """Ground is German or Soviet; a unit that fires is an attack, by the column of its modifier."""

    axes: ClassVar[tuple[Axis, ...]] = (
        Axis("Smolensk to Moscow", "Smolensk", "Moscow"),
        Axis("Smolensk to Kalinin", "Smolensk", "Kalinin"),
        Axis("Bryansk to Tula", "Bryansk", "Tula"),
    )
    worth: ClassVar[str] = "hits"

    def __init__(self, law: TyphoonSolitaire) -> None:
        super().__init__(law)
        self._fired = cache(self._read)

    def steps(self, pos: SolitairePosition, units: int) -> int:
        return pos.steps(units)

    def ground(self, pos: SolitairePosition) -> Mapping[str, int]:
        return {"german": pos.german, "soviet": pos.soviet}

    def attack(self, event: Event) -> Attack | None:
        if event.kind != "fired" or not event.facts["dice"]:
            return None
        facts = event.facts
        return self._fired(
            self.law.whose(facts["unit"]), facts["modifier"], len(facts["dice"]), facts["hits"]
        )

    def _read(self, side: str, modifier: int, count: int, hits: int) -> Attack:
        """So many hits with so many dice."""
        by_die = self.law.fire_tables[side != "german"][modifier]
        chances = hit_chances(tuple([by_die[die] for die in range(1, 7)]), count)
        expected = sum([number * chance for number, chance in chances.items()])
        below = sum([chance for number, chance in chances.items() if number < hits])
        luck = below + chances[hits] / 2
        return Attack(side, (), f"{modifier:+}", f"{hits} of {count}", expected, hits, luck)


def hit_chances(by_die: tuple[int, ...], count: int) -> dict[int, float]:
    """How likely each number of hits is with so many dice.

    >>> hit_chances((0, 0, 0, 0, 0, 1), 1)[1] * 6
    1.0
    """
    chances = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = {}
        for number, chance in chances.items():
            for hits in by_die:
                more[number + hits] = more.get(number + hits, 0.0) + chance / 6
        chances = more
    return chances
