"""Combat results: what comes of the die (B16.1 to B16.5, B14.8, B14.9)."""

from __future__ import annotations

from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_nonop.battle import Advancing, Battle
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET, Outcome
from typhoon.games.typhoon_nonop.columns import ADDITIONAL_RETREAT, NO_RETREAT, ORDERS, Combat
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.retreat import Retreating
from typhoon.hexgrid import bits

RETREAT, FAR_RETREAT = 2, 3


class Results(NonopChapter):
    """What comes of the die."""

    @case("B15.2", "B15.8", "B6.10", "B14.6", "B14.7")
    def fight(self, pos: NonopPosition, battle: Battle, umpire: Umpire) -> None:
        """Spend, reveal, add up, throw, and set the result in motion."""
        law, side, combat = self.law, battle.side, battle.combat(pos)
        supplied, guns = battle.is_supplied(pos), law.units(battle.guns) & pos.in_play
        nkvd = side == GERMAN and law.retreat_orders.nkvd(pos, combat)
        order = NO_RETREAT if nkvd else combat.order
        attack, defense = law.odds.attack(pos, side, combat, guns), law.odds.defense(pos, combat)
        found = law.odds.modifiers(
            pos, side, combat, supplied=supplied, engineers=battle.engineers, order=order
        )
        extra = law.odds.asterisk(pos, side, combat, supplied=supplied)
        column, defenders = law.crt.column(attack, defense), law.odds._defenders(pos, combat)
        for name in battle.supply:
            umpire.tell(
                "spent", unit=name, hex=law.grid.name[pos.where[law.unit_number[name]]], why="an attack"
            )
            law.losses.take_off(pos, law.unit_number[name])
        pos.fired |= guns
        law.attacks.change(pos, battle.declared(pos), None)
        fact: dict[str, Any] = {
            "side": SIDES[side], "hexes": tuple([law.grid.name[t] for t in combat.targets]),
            "target": battle.target,
            "units": pos.names(combat.units & pos.in_play), "guns": battle.guns,
            "defenders": pos.names(defenders),
            "support": pos.names(law.artillery.supporting(pos, combat)), "attack": attack, "defense": defense,
            "modifiers": tuple([(m.value, m.text, m.case) for m in found]), "supplied": supplied,
            "order": ORDERS[order], "answer": ORDERS[combat.answer], "extra": extra,
        }  # fmt: skip
        if column < 0:  # R20
            umpire.tell("battle", **fact, odds="below 1-4", die=0, modified=0, result="e/-")
            self._destroy(pos, combat.units & pos.in_play, umpire)
            return
        die = umpire.roll(f"combat {battle.target}", 10)
        modified = die + sum(m.value for m in found)
        code = law.crt.code(column, modified)
        umpire.tell("battle", **fact, odds=law.crt.columns[column], die=die, modified=modified, result=code)
        outcome = law.crt.outcomes[code]
        extra = extra if outcome.asterisk else 0
        self._set_in_motion(pos, side, combat, battle.target, outcome, extra, order, battle.engineers, umpire)

    @case("B16.1", "B16.6")
    def _destroy(self, pos: NonopPosition, units: int, umpire: Umpire) -> None:
        """The result e: all of them, and for good."""
        self.law.losses.eliminate_all(pos, units, umpire, "destroyed", barred=True)

    @case("B16.3", "B16.5", "B16.10", "B14.8", "B14.9")
    def _set_in_motion(
        self, pos: NonopPosition, side: int, combat: Combat, target: str, outcome: Outcome,
        extra: int, order: int, engineers: bool, umpire: Umpire,
    ) -> None:  # fmt: skip
        law, names = self.law, pos.names
        mine, theirs = combat.units & pos.in_play, law.odds._defenders(pos, combat)
        lost = outcome.attacker_steps + extra
        lost, retreat = self._under_order(
            pos, side, mine, lost, outcome.attacker_retreats, combat.answer, self._places(pos, mine)
        )
        their_loss, their_retreat = self._under_order(
            pos, 1 - side, theirs, outcome.defender_steps, outcome.defender_retreats, order, combat.hexes
        )
        first, first_theirs = self._first(pos, combat, outcome, extra, engineers, mine, theirs, lost)
        if combat.answer != ADDITIONAL_RETREAT and not outcome.attacker_falls:
            pos.frames.append(Advancing(side, target, names(mine)))
        if retreat:
            train = self._left_alone(pos, mine)
            self._push_retreats(pos, side, mine | train, retreat, combat.answer, 1 - side)
        if their_retreat:
            crowd = theirs
            for hex_ in combat.targets:
                crowd |= pos.units_in(hex_)
            self._push_retreats(pos, 1 - side, crowd, their_retreat, order, side)
        if lost and not outcome.attacker_falls:
            pos.frames.append(LosingSteps(side, names(mine), lost, "combat", names(first)))
        if their_loss and not outcome.defender_falls:
            last = theirs & law.nkvd if order == NO_RETREAT and law.retreat_orders.nkvd(pos, combat) else 0
            frame = LosingSteps(
                1 - side, names(theirs), their_loss, "combat", names(first_theirs), names(last)
            )
            pos.frames.append(frame)
        if outcome.attacker_falls:
            self._destroy(pos, mine, umpire)
        if outcome.defender_falls:
            self._destroy(pos, theirs, umpire)

    @case("B6.12")
    def _left_alone(self, pos: NonopPosition, units: int) -> int:
        """Supply units that retreat with attackers, as no combat unit stays behind with them."""
        law, found = self.law, 0
        for hex_ in bits(self._places(pos, units)):
            if not pos.stacks[hex_] & law.combat_units & ~units:
                found |= pos.stacks[hex_] & law.supply_units
        return found

    def _places(self, pos: NonopPosition, units: int) -> int:
        return sum({1 << pos.where[unit] for unit in bits(units)})

    @case("B14.8", "B14.9", "B5.7")
    def _under_order(
        self, pos: NonopPosition, side: int, units: int, steps: int, retreats: bool, order: int, hexes: int
    ) -> tuple[int, int]:
        """Steps to lose and hexes to retreat, as orders change them."""
        law = self.law
        if not retreats:
            return steps, 0
        if order == NO_RETREAT:
            shelter = law.ground.woods | law.ground.cities | law.works.forts(pos, side)
            return steps + 1 + (side == SOVIET and not hexes & shelter), 0
        if order == ADDITIONAL_RETREAT:
            return max(0, steps - 1), FAR_RETREAT
        return steps, RETREAT

    @case("B16.4", "B16.3")
    def _first(
        self, pos: NonopPosition, combat: Combat, outcome: Outcome, extra: int, engineers: bool,
        mine: int, theirs: int, lost: int,
    ) -> tuple[int, int]:  # fmt: skip
        """Those of each side of whom one takes the first step; 0 when anybody may."""
        law = self.law
        if not outcome.asterisk:
            return 0, 0
        if engineers and extra:
            return mine & law.engineers, 0
        hard = theirs & (law.armor | law.anti_tank)
        if mine & law.armor and hard and lost:
            return mine & law.armor, theirs & law.armor or hard
        return 0, 0

    @case("B16.7", "B14.9", "B6.12")
    def _push_retreats(
        self, pos: NonopPosition, side: int, units: int, distance: int, order: int, enemy: int
    ) -> None:
        """A retreat out of each hex, led by the owner or, under Additional Retreat, by the enemy."""
        far = order == ADDITIONAL_RETREAT
        for hex_ in sorted({pos.where[unit] for unit in bits(units)}):
            crowd = pos.names(units & pos.stacks[hex_])
            name = self.law.grid.name[hex_]
            pos.frames.append(Retreating(enemy if far else side, side, name, crowd, distance, deadly=far))
