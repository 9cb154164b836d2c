"""The staff as it first was, kept as a yardstick: it plans for all, and again for those it has chosen."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.red_typhoon import staff
from typhoon.games.red_typhoon.activation import Activate
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.staff.battles import Contact
from typhoon.games.red_typhoon.staff.command import best_spending, move, options, shares
from typhoon.games.red_typhoon.staff.marches import March, captures
from typhoon.games.red_typhoon.staff.outlook import Outlook, Temper
from typhoon.games.red_typhoon.staff.posts import Posts
from typhoon.games.red_typhoon.staff.reading import Memo
from typhoon.games.red_typhoon.staff.targets import Targets
from typhoon.hexgrid import bits, reach

CHOICES = 7
"""Quiet hexes that a unit weighs, besides all those next to the enemy."""
ROUNDS = 2
"""How often a plan is looked at from the enemy's side."""
SEALED = (0.8, 0.5, 0.3, 0.15, 0.05)
"""The chance that a retreat is barred, by how far units could retreat if the enemy went wherever he can."""


class FirstOutlook(Outlook):
    """Has the tempers that it first had."""

    tempers: ClassVar = {
        SOVIET: Temper(pull=1.0, guard=0.6, risk=0.3, hold=0.3),
        GERMAN: Temper(pull=0.3, guard=1.0, risk=0.5, hold=0.5),
    }


class FirstStaff(staff.Staff):
    outlook = FirstOutlook

    def answer(self, seat: Seat, pos: RedPosition) -> Order | list[Order]:
        if isinstance(pos.frames[-1], Movement):
            return movement_orders(pos, SIDES.index(self.side))
        return super().answer(seat, pos)


def movement_orders(pos: RedPosition, side: int) -> list[Order]:
    """A whole movement phase, ending with ``end``; the position is used up."""
    to_move, to_attack = choose_formations(pos.copy(), side)
    rules, given, activation = pos.rules, pos.move_orders, pos.rules.activation
    pos.move_orders |= to_move
    movers = activation.may_move(pos) & rules.units_of[side]
    attackers = activation.units_in(to_attack) | activation.may_attack(pos)
    legs = captures(FirstOutlook(pos, side), movers)
    march = FirstMarch(FirstOutlook(pos, side), movers, attackers & rules.units_of[side], CHOICES)
    march.reconsider()
    legs += march.legs()
    moved = 0
    for leg in legs:
        moved |= 1 << leg.unit
    needed = [f for f in bits(to_move & ~given) if moved & activation.units_in(1 << f)]
    wanted = [Activate(rules.formation_ids[f]) for f in needed]
    return [*wanted, *[move(pos, leg) for leg in legs], End()]


def choose_formations(pos: RedPosition, side: int) -> tuple[int, int]:
    """The formations that should get movement orders now and attack orders afterwards."""
    own = pos.rules.units_of[side] & pos.in_play
    outlook = FirstOutlook(pos, side)
    standing = shares(pos, side, Contact(Targets(outlook), own & ~pos.disrupted).battles())
    taken = captures(outlook, own)
    after = outlook.anew() if taken else outlook
    home, march = March(after, 0, own), March(after, own, own)
    return best_spending(pos, side, options(outlook, standing, taken, march, home))


class FirstPosts(Posts):
    """Knows at last how far units could retreat from each hex when the enemy has moved."""

    sealed: Memo[int] | None = None

    def seal(self, found: Memo[int]) -> None:
        self.sealed = found
        self._risks.clear()

    def trapped(self, hex_: int, beside: int) -> float:
        return super().trapped(hex_, beside) if self.sealed is None else SEALED[int(self.sealed[hex_])]

    def _support(self, hex_: int) -> float:
        return super()._support(hex_) if self.sealed is None else 0.0


class FirstMarch(March):
    """Thinks again about those whom the enemy could cut off."""

    posts = FirstPosts
    line: FirstPosts

    def reconsider(self) -> None:
        """Look at the plan from the enemy's side, and think again about those he could cut off."""
        fixed = self.outlook.last_ditch
        for _ in range(ROUNDS):
            sealed = self._ways_out()
            self.line.seal(sealed)
            for unit, choice in list(self.chosen.items()):
                if sealed[choice.hex] < 2 and choice.hex not in fixed:
                    self.line.lift(unit, choice.hex)
                    self._mass(unit, choice, -1)
                    self._settle(unit, self._best(unit))

    def _ways_out(self) -> Memo[int]:
        """How far units could retreat from each hex if the enemy went wherever he can."""
        pos, rules, grid = self.pos, self.rules, self.ground.grid
        held = 0
        for hex_ in self.line.defense:
            held |= 1 << hex_
        free, stop = grid.all & ~held, grid.neighbours(held)
        taken = self.enemies
        for unit in bits(rules.units_of[1 - self.side] & pos.in_play):
            taken |= reach(grid, pos.where[unit], rules.allowance[unit], rules.steps[unit], free, stop).hexes
        open_ = grid.all & ~taken & ~grid.neighbours(taken)
        return Memo(lambda hex_: self.ground.escape(hex_, open_))
