"""Which force goes next, and where it marches."""

from __future__ import annotations

from typhoon.engine.manner import Mood
from typhoon.engine.orders import End, Order
from typhoon.games.typhoon_solitaire.air_support import Support
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.marching import Drop, Halt, March
from typhoon.games.typhoon_solitaire.movement import Form
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.breakouts import too_risky
from typhoon.games.typhoon_solitaire.staff.forces import (
    Force,
    Reaches,
    force_of,
    forces,
    next_battle,
    stood_down,
)
from typhoon.games.typhoon_solitaire.staff.front import Front, arrived
from typhoon.games.typhoon_solitaire.staff.plan import MANY, Plan, Task
from typhoon.games.typhoon_solitaire.staff.staff_map import SCALE, StaffMap
from typhoon.hexgrid import bits, first

NEAR, FAR = 15, 60
"""Half points beyond its means within which a force looks for something to do on a later turn, in turn."""
INFANTRY_FIRST = 100
"""Infantry opens the way for the panzers."""
TAKES, OPENS = 200, 400
"""Who can take a goal goes after those who open the way for others, and before those who wait for that."""
STRONG = 10
"""Combat dice that a thrust needs on the turn of the front check."""
DARING = 1.5
"""Whoever has so much drive opens the front for more than what must be done."""


class Command:
    """Gives the orders of the movement and combat phase."""

    def __init__(self, staff_map: StaffMap) -> None:
        self._staff_map = staff_map
        self._grid = staff_map.grid
        self._plan = Plan(staff_map)
        self._reaches = Reaches(staff_map)
        self._front = Front(staff_map, self._reaches)
        self._front_turn = staff_map.rules.victory.front_turn
        self._post: int | None = None
        """Where the force on the march was sent to watch the front."""
        self._task = -1
        """The number of the task that it was sent for."""
        self._watching = 0
        """The turn on which everybody is being sent to watch the front."""
        self._sent: dict[tuple[int, int], int] = {}
        """How many forces were sent, by turn and task."""
        self._mood = Mood()
        self._asked: set[tuple[int, int]] = set()
        """Who was told to close up, by turn."""
        self._refused: set[tuple[int, int, int]] = set()
        """Who may not do which task for the sake of the front, by turn; nobody is heard twice."""
        self._stormed: set[tuple[int, int]] = set()
        """Who was told to storm something, by turn."""

    # Forces

    def next_force(self, pos: SolitairePosition, mood: Mood) -> Order:
        """Form the force that should go next, or end the phase."""
        self._mood = mood
        self._post, self._task = None, -1
        self._reaches.look_anew()
        self._reaches.spirit = mood.manner.drive / mood.manner.care
        tasks, able = self._plan.tasks(pos, mood.whim), forces(pos)
        if pos.rules.air_support.left(pos) and (unit := self._spearhead(pos, tasks, able)) is not None:
            return Support(pos.rules.unit_ids[unit])
        if pos.turn == self._front_turn:
            return self._carefully(pos, tasks, able) or End()
        if choice := self._best(pos, tasks, able):
            return self._send(pos, *choice)
        return self._storm(pos, tasks, able) or self._close_up(pos, tasks, able) or End()

    def _storm(self, pos: SolitairePosition, tasks: list[Task], able: list[Force]) -> Order | None:
        """Send the strongest force that can get into a goal, however slim its chances."""
        goals = self._last_goals(pos, tasks)
        beside = self._grid.neighbours(goals) & pos.german
        for force in sorted(able, key=lambda force: -force.dice) if beside else ():
            ready = self._reaches.of(pos, force).hexes & beside | beside & 1 << force.hex
            if ready and not stood_down(pos, force) and (pos.turn, force.units) not in self._stormed:
                self._stormed.add((pos.turn, force.units))
                self._post = first(goals & self._grid.neighbours(ready))
                return Form(pos.names(force.units))
        return None

    def _last_goals(self, pos: SolitairePosition, tasks: list[Task]) -> int:
        """What is stormed at any price: Moscow (4.5), and towns when their points are counted (4.4)."""
        goals = pos.rules.moscow
        if pos.turn == pos.rules.victory.points_turn:
            goals |= sum({1 << task.goal for task in tasks if not task.operation.ring})
        return goals & pos.soviet

    def _close_up(self, pos: SolitairePosition, tasks: list[Task], able: list[Force]) -> Order | None:
        """Bring up somebody who can do nothing else this turn; nobody is asked twice."""
        for force in sorted(able, key=lambda force: (not force.mechanized, -force.dice)):
            if (pos.turn, force.units) not in self._asked:
                self._asked.add((pos.turn, force.units))
                if self._approach(pos, force, tasks) is not None:
                    return Form(pos.names(force.units))
        return None

    def _spearhead(self, pos: SolitairePosition, tasks: list[Task], able: list[Force]) -> int | None:
        """A unit of the mechanized force that should have air support: a strong one with much to take."""
        free = pos.rules.air_support.may_have(pos)
        best, most = None, 0
        for force in able:
            if not force.mechanized or not force.units & free:
                continue
            way = self._reaches.of(pos, force)
            hexes = [(way.hexes & task.hexes).bit_count() for task in tasks if task.units & force.units]
            if (worth := force.dice * max(hexes, default=0)) > most:
                best, most = first(force.units & free), worth
        return best

    def _best(
        self, pos: SolitairePosition, tasks: list[Task], able: list[Force]
    ) -> tuple[Force, Task] | None:
        """The force that can do most for the first task for which anything can be done."""
        for sparing in (True, False) if pos.turn != self._front_turn else (True,):
            for task in tasks:
                if sparing and self._sent.get((pos.turn, task.number), 0) >= task.operation.most:
                    continue
                if sparing and not self._feasible(pos, task, able):
                    continue
                worth = {
                    force: self._worth(pos, force, task)
                    for force in able
                    if force.units & task.units and (pos.turn, force.units, task.number) not in self._refused
                }
                if any(worth.values()):
                    return max(worth, key=lambda force: worth[force]), task
        return None

    def _feasible(self, pos: SolitairePosition, task: Task, able: list[Force]) -> bool:
        """Whether the goal of a thrust can be had before it counts (4.4)."""
        if pos.turn != pos.rules.victory.points_turn or task.operation.ring:
            return True
        could_take = self._reaches.could_take
        return any(could_take(pos, force, task.goal) for force in able if force.units & task.units)

    def _worth(self, pos: SolitairePosition, force: Force, task: Task) -> float:
        """What a force is thought to do for a task."""
        return self._mood.whim[force.hex] * self._useful(pos, force, task)

    def _useful(self, pos: SolitairePosition, force: Force, task: Task) -> float:
        """What a force can do for a task: hexes of a ring, dice for a thrust."""
        battle = self._next_battle(pos, force, task)
        if battle is None or too_risky(self._staff_map, pos, force, battle, self._mood.manner):
            return 0.0
        if task.operation.ring:
            hexes = (self._reaches.of(pos, force).hexes & task.hexes).bit_count()
            return hexes if force.mechanized else hexes + INFANTRY_FIRST
        if pos.turn == self._front_turn and force.dice < STRONG:
            return 0
        if task.operation.most == MANY:
            return self._helps(pos, force, task)
        return force.dice if force.mechanized else 1

    def _helps(self, pos: SolitairePosition, force: Force, task: Task) -> float:
        """What a force does for a thrust: those who cannot take the goal open the way for those who can."""
        way = self._reaches.of(pos, force)
        if not self._reaches.could_take(pos, force, task.goal):
            return OPENS + (way.hexes & task.hexes).bit_count()
        if way.hexes >> task.goal & 1:
            return TAKES + SCALE * force.mp - way.cost(task.goal)
        return MANY - force.dice

    def _next_battle(self, pos: SolitairePosition, force: Force, task: Task) -> int | None:
        """The Soviet hex that a force would enter first for a task that it can do something for."""
        if not task.units & force.units or stood_down(pos, force):
            return None
        if not self._staff_map.disc(force.hex, force.mp) & task.hexes:
            return None
        way = self._reaches.of(pos, force)
        target = way.nearest(task.hexes)
        return None if target is None else next_battle(pos, way, target)

    def _send(self, pos: SolitairePosition, force: Force, task: Task) -> Order:
        self._task = task.number
        key = pos.turn, task.number
        self._sent[key] = self._sent.get(key, 0) + 1
        return Form(pos.names(force.units))

    # The turn of the front check

    def _carefully(self, pos: SolitairePosition, tasks: list[Task], able: list[Force]) -> Order | None:
        """Close rings and thrust ahead only as far as the front can still be watched, then watch it."""
        if self._watching == pos.turn and (order := self._watch(pos, _movable(pos))):
            return order
        must = [task for task in tasks if task.operation.must]
        rings = [task for task in tasks if task.operation.ring and not task.operation.must]
        thrusts = [task for task in tasks if not task.operation.ring]
        mobile = [force for force in able if force.mechanized]
        for kind, candidates in ((must, able), (rings, able), (thrusts, mobile)):
            daring = self._dares(pos, kind is must)
            while (choice := self._best(pos, kind, candidates)) is not None:
                if self._front.may_go(pos, *choice, daring=daring):
                    return self._send(pos, *choice)
                self._refused.add((pos.turn, choice[0].units, choice[1].number))
        if order := self._fight_for_a_gap(pos, able):
            return order
        self._watching = pos.turn
        return (
            self._watch(pos, _movable(pos))
            or self._fight_for_a_post(pos, able)
            or self._close_up(pos, thrusts, mobile)
        )

    def _dares(self, pos: SolitairePosition, must: bool) -> bool:
        """Whether the front may be opened for a while: for what must be done, or by who does not mind."""
        return (must or self._mood.manner.drive > DARING) and self._watching != pos.turn

    def _watch(self, pos: SolitairePosition, units: int) -> Order | None:
        """Send somebody to a post on the front; strong mechanized forces stay together if they can."""
        strong = [force for force in forces(pos) if force.mechanized and force.dice >= STRONG]
        strong.sort(key=lambda force: -force.dice)
        post = self._front.next_post(
            pos, units, [force.units for force in strong if not force.units & ~units]
        )
        if post is None:
            return None
        some, self._post = post
        return Form(pos.names(some))

    def _fight_for_a_gap(self, pos: SolitairePosition, able: list[Force]) -> Order | None:
        """Take the Soviet hex beside a gap after which the fewest gaps are left, while all can still move."""
        open_ = self._front.open(pos)
        best, fewest = None, open_.bit_count()
        beside = self._grid.neighbours(open_) & pos.soviet if open_ else 0
        for force in able:
            way = self._reaches.of(pos, force)
            for hex_ in bits(way.hexes & beside):
                left = self._front.open(arrived(pos, force, way.path(hex_))).bit_count()
                if left < fewest:
                    best, fewest = (force, hex_), left
        if best is None:
            return None
        force, self._post = best
        return Form(pos.names(force.units))

    def _fight_for_a_post(self, pos: SolitairePosition, able: list[Force]) -> Order | None:
        """Take a Soviet hex from which a gap can be watched, when there is no other way."""
        gaps = pos.rules.control.gaps
        open_ = gaps(pos)
        for force in able if open_ else ():
            posts = self._reaches.of(pos, force).hexes & pos.soviet & self._grid.neighbours(open_)
            for hex_ in bits(posts):
                twin = pos.copy()
                twin.german |= 1 << hex_
                twin.force = force.units
                twin.move_force(hex_)
                if gaps(twin).bit_count() < open_.bit_count():
                    self._post = hex_
                    return Form(pos.names(force.units))
        return None

    # Marches

    def next_march(self, pos: SolitairePosition) -> Order:
        """March on to a post, to the next battle or toward one of a later turn, or halt."""
        self._reaches.look_anew()
        force = force_of(pos, pos.force, pos.mp)
        if self._post is not None:
            return self._march_to_post(pos, force, self._post)
        everybody = pos.turn == pos.rules.victory.points_turn  # anybody's town is stormed at last
        tasks = self._plan.tasks(pos, self._mood.whim, -1 if everybody else force.units)
        tasks.sort(key=lambda task: task.number != self._task)
        for task in tasks:
            battle = self._next_battle(pos, force, task)
            if battle is None or too_risky(self._staff_map, pos, force, battle, self._mood.manner):
                continue
            if (
                pos.turn == self._front_turn
                and not task.operation.ring
                and self._leaves_a_gap(pos, battle)
                and self._front.opens(pos, force, battle)
            ):
                return self._leave_a_guard(pos)
            dared = task.number == self._task and task.operation.must and self._watching != pos.turn
            if pos.turn == self._front_turn and not dared and self._front.opens(pos, force, battle):
                continue
            return March(self._grid.name[battle])
        if pos.turn != self._front_turn:
            goals = pos.rules.marches.way(pos).hexes & self._last_goals(pos, tasks)
            if goals:
                return March(self._grid.name[first(goals)])
        if (to := self._approach(pos, force, tasks)) is not None:
            return March(self._grid.name[to])
        return Halt()

    def _march_to_post(self, pos: SolitairePosition, force: Force, post: int) -> Order:
        if pos.german >> post & 1:
            return March(self._grid.name[post]) if force.hex != post else Halt()
        if pos.rules.marches.way(pos).hexes >> post & 1:
            return March(self._grid.name[post])
        way = self._reaches.of(pos, force)
        return March(self._grid.name[next_battle(pos, way, post)]) if way.hexes >> post & 1 else Halt()

    def _leaves_a_gap(self, pos: SolitairePosition, to: int) -> bool:
        """Whether the front would be open behind the force once it has gone on."""
        grid, here = self._grid, pos.force_hex
        if pos.stacks[here] != pos.force:
            return False
        watched = grid.grow(pos.occupied[GERMAN] & ~(1 << here) | 1 << to)
        return bool(grid.grow(1 << here) & pos.rules.control.front(pos) & ~watched)

    def _leave_a_guard(self, pos: SolitairePosition) -> Order:
        if pos.force.bit_count() < 2:
            return Halt()
        return Drop(pos.rules.unit_ids[min(bits(pos.force), key=pos.dice)])

    def _approach(self, pos: SolitairePosition, force: Force, tasks: list[Task]) -> int | None:
        """A step toward what is to be taken later: to the next battle, or as far as the points go."""
        if pos.turn > pos.rules.victory.points_turn:
            return self._nearer_to_moscow(pos, force)
        hexes, careful = 0, pos.turn == self._front_turn
        for task in tasks:
            if task.units & force.units and not (careful and task.operation.ring):
                hexes |= task.hexes
        for more in (NEAR, FAR) if hexes else ():
            way = self._reaches.beyond(pos, force, more)
            if (target := way.nearest(hexes)) is not None:
                break
        else:
            return None
        step = None
        for hex_ in way.path(target)[1:]:
            german = pos.german >> hex_ & 1
            if way.cost(hex_) > SCALE * force.mp or not (german or self._may_fight(pos, force, hex_)):
                break
            if careful and (not german or self._front.opens(pos, force, hex_)):
                break
            step = hex_
            if not german:
                break
        return step

    def _nearer_to_moscow(self, pos: SolitairePosition, force: Force) -> int | None:
        """The German hex nearest to Moscow that a force can march to; None when it stands there already."""
        marches = pos.rules.marches
        way = marches.way(pos) if pos.force else self._reaches.of(pos, force)
        distance, moscow = self._grid.distance, first(pos.rules.moscow)
        there = min(bits(way.hexes & pos.german), key=lambda hex_: distance(hex_, moscow), default=force.hex)
        return there if distance(there, moscow) < distance(force.hex, moscow) else None

    def _may_fight(self, pos: SolitairePosition, force: Force, hex_: int) -> bool:
        return not stood_down(pos, force) and not too_risky(
            self._staff_map, pos, force, hex_, self._mood.manner
        )


def _movable(pos: SolitairePosition) -> int:
    return pos.rules.moving.movable(pos)
