"""What a side may not know: which order lies face down, which air units were sent out (B2.9)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.core import picked
from typhoon.engine.orders import Chooser
from typhoon.engine.secrets import Secrets
from typhoon.games.typhoon_nonop.air import OverHexes, Placing
from typhoon.games.typhoon_nonop.columns import ADDITIONAL_RETREAT, NO_RETREAT, SEALED, Combat
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.sealing import Ordering
from typhoon.hexgrid import bits


class NonopSecrets(Secrets, NonopChapter):
    """Orders until their die, and missions until both sides have placed."""

    any: ClassVar[bool] = True
    concealed: ClassVar[frozenset[str]] = frozenset({Placing.part, Ordering.part})

    def phasing(self, pos: NonopPosition) -> int:
        """The side whose attacks are declared."""
        return self.law.attacks_of[pos.step] if pos.step >= 0 else 0

    @case("B2.9", "B14.6")
    def veiled_combat(self, pos: NonopPosition, side: int, combat: Combat) -> Combat:
        """A combat as a side may know it: that an enemy order lies on it, but not which."""
        attacker = self.phasing(pos)
        order = SEALED if combat.order and side != 1 - attacker else combat.order
        answer = SEALED if combat.answer and side != attacker else combat.answer
        return msgspec.structs.replace(combat, order=order, answer=answer)

    @case("B2.9", "B17.3")
    def hidden_air(self, pos: NonopPosition, side: int) -> int:
        """Air units on missions that a side may not know."""
        placing = any(isinstance(frame, Placing) for frame in pos.frames)
        shown = any(isinstance(frame, OverHexes) and frame.shown for frame in pos.frames)
        if not placing or shown:
            return 0
        return sum([of for number, of in enumerate(self.law.air_of) if number != side])

    @case("B2.9")
    def forget(self, pos: NonopPosition, side: int) -> None:
        pos.combats = tuple([self.veiled_combat(pos, side, combat) for combat in pos.combats])
        hidden = self.hidden_air(pos, side)
        sent = [unit for unit in sorted(pos.missions) if hidden >> unit & 1]
        if sent:
            pos.unseen = tuple(sorted([pos.missions[unit] for unit in sent]))
            pos.missions = {unit: hex_ for unit, hex_ in pos.missions.items() if unit not in sent}

    @case("B2.9")
    def deal(self, pos: NonopPosition, side: int, rng: Chooser) -> None:
        """Lay some order where one lies unseen, and send some air units where some were seen to go."""
        far = self.law.retreat_orders.may_retreat_far

        def guess(combat: Combat, order: int, *, attack: bool) -> int:
            if order != SEALED:
                return order
            kinds = [NO_RETREAT, *([ADDITIONAL_RETREAT] if far(pos, combat, attack=attack) else [])]
            return kinds[int(rng.random() * len(kinds))]

        pos.combats = tuple(
            [
                msgspec.structs.replace(
                    c, order=guess(c, c.order, attack=False), answer=guess(c, c.answer, attack=True)
                )
                for c in pos.combats
            ]
        )
        unseen, pos.unseen = pos.unseen, ()
        placing = [frame for frame in pos.frames if isinstance(frame, Placing)]
        for hex_ in unseen:
            mission, phasing = (placing[0].mission, placing[0].phasing) if placing else ("cas", 0)
            able = [
                unit
                for number, of in enumerate(self.law.air_of)
                if number != side
                for unit in bits(of)
                if self.law.air_war.hexes(pos, number, mission, phasing, unit) >> hex_ & 1
            ]
            if able:
                pos.missions[able[picked(int(rng.random() * len(able)), [1] * len(able))]] = hex_

    def untold(self, pos: NonopPosition) -> str:
        for combat in pos.combats:
            if SEALED in (combat.order, combat.answer):
                return "combats: an order that lies face down is not told"
        return "missions: some air units are not told" if pos.unseen else ""
