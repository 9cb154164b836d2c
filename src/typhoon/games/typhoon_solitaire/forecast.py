"""What-if: how an attack may go, before it is made (8 to 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from typhoon.engine.preview import Forecast, Modifier, Outcome, Round
from typhoon.games.typhoon_solitaire.chances import (
    Force,
    Kind,
    Spread,
    Unit,
    after_hits,
    dice_of,
    force_of,
    hits_of_dice,
    spread_over,
    steps_of,
)
from typhoon.games.typhoon_solitaire.charts import GERMAN, SOVIET
from typhoon.games.typhoon_solitaire.charts import Force as Called
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import force_in_words
from typhoon.hexgrid import bits

MOST_ROUNDS = 8
"""Farther ahead nothing much changes."""

Standing = tuple[Force, Force]
"""The German and the Soviet force of a battle."""
Outcomes = list[tuple[Standing, float]]
ByDie = tuple[int, ...]
"""For each face of a die, from an unused 0, the steps it takes."""


def forecast_of_entering(pos: SolitairePosition, path: Sequence[int], costs: Sequence[int]) -> Forecast:
    """How the force on the march would fare in the Soviet hex at the end of a path."""
    hex_, left, name = path[-1], pos.mp - costs[-1], pos.rules.grid.name
    drms = pos.rules.generation.modifiers(pos, hex_)
    dice: dict[Called, tuple[int, ...]] = {}
    for die in range(1, 7):
        called = pos.rules.generation.called_up(hex_, die + _sum(drms))
        dice[called] = (*dice.get(called, ()), die)
    odds = Odds(pos, hex_, pos.rules.river_between(path[-2], hex_))
    states = spread_over(
        {called: len(rolls) / 6 for called, rolls in dice.items()},
        lambda called: odds.first_round_until_german_fire(called).items(),
    )
    return odds.forecast(
        path=tuple([name[step] for step in path]),
        costs=tuple(map(float, costs)),
        left=left,
        modifiers=(*drms, *odds.fire_modifiers(1)),
        foes=tuple([_foe(called, rolls) for called, rolls in dice.items()]),
        rounds=odds.rounds(states, first_round=1, most=1 + left),
    )


def forecast_of_fighting_on(pos: SolitairePosition, hex_: int, round_: int, river: bool) -> Forecast:
    """How the battle going on would end when the force fights on."""
    odds = Odds(pos, hex_, river)
    called: dict[str, int] = {}
    for unit in bits(pos.standing):
        code = pos.rules.counters[unit].formation
        called[code] = called.get(code, 0) + 1
    state = odds.germans, _units(pos, pos.standing)
    return odds.forecast(
        path=(),
        costs=(),
        left=pos.mp - 1,
        modifiers=tuple(odds.fire_modifiers(round_)),
        foes=(_foe(tuple(called.items())),),
        rounds=odds.rounds(odds.later_round_until_german_fire({state: 1.0}), round_, most=pos.mp),
    )


def _foe(called: Called, dice: tuple[int, ...] = ()) -> Outcome:
    codes = " ".join([f"{count}{code}" for code, count in called]) or "--"
    return Outcome(codes, len(dice) / 6 or 1.0, dice, force_in_words(called))


def _sum(drms: Iterable[Modifier]) -> int:
    return sum([drm.value for drm in drms])


def _kind(pos: SolitairePosition, unit: int) -> Kind:
    rules = pos.rules
    return Kind(
        rules.cdr[unit],
        rules.cdr_reduced[unit],
        bool(rules.two_steps >> unit & 1),
        bool(rules.battles.fires_first >> unit & 1),
        bool(rules.battles.fires_once >> unit & 1),
    )


def _units(pos: SolitairePosition, units: int) -> Force:
    return force_of(Unit(_kind(pos, unit), pos.steps(1 << unit)) for unit in bits(units))


class Odds:
    """The chances of one battle, worked out round by round."""

    def __init__(self, pos: SolitairePosition, hex_: int, river: bool) -> None:
        self._pos, self._hex, self._river = pos, hex_, river
        self._rules = pos.rules
        self.germans = _units(pos, pos.force)
        self._before = steps_of(self.germans)
        self._bombs = self._by_die(GERMAN, ()) if pos.air & pos.force else None
        """What German aircraft do to each unit; None when there are none."""

    def forecast(self, **known: object) -> Forecast:
        """All that can be told, the pocket that would be closed included."""
        pocket = self._rules.control.would_cut_off(self._pos, self._hex)
        wins = bool(pocket) and self._rules.victory.encircles_moscow(pocket)
        return Forecast(
            target=self._rules.grid.name[self._hex],
            pocket=pocket.bit_count(),
            breakout=self._breakout(pocket) if pocket and not wins else None,
            wins_game=wins,
            **known,  # type: ignore[arg-type]
        )

    def fire_modifiers(self, round_: int) -> list[Modifier]:
        german, soviet = self._german_drms(round_), self._soviet_drms(round_)
        return [
            Modifier(m.value, f"{side} fire: {m.text}", m.case, m.key)
            for side, modifiers in (("German", german), ("Soviet", soviet))
            for m in modifiers
        ]

    def _german_drms(self, round_: int) -> list[Modifier]:
        return self._rules.fire.german_modifiers(self._pos, self._hex, round_)

    def _soviet_drms(self, round_: int) -> list[Modifier]:
        return self._rules.fire.soviet_modifiers(self._hex, round_, self._river)

    def _by_die(self, side: int, drms: Iterable[Modifier]) -> ByDie:
        return self._rules.fire_tables[side].by_die(_sum(drms))

    # The rounds

    def rounds(self, states: Spread[Standing], first_round: int, most: int) -> tuple[Round, ...]:
        """Fight on from the German fire of a round, as often as it can be paid for."""
        won = lost = losses = 0.0
        found = []
        for round_ in range(first_round, first_round + min(most, MOST_ROUNDS)):
            if round_ > first_round:
                states = self.later_round_until_german_fire(states)
            states = self._german_and_late_fire(states, round_)
            going: Spread[Standing] = {}
            for (germans, soviets), chance in states.items():
                if steps_of(germans) and steps_of(soviets):
                    going[germans, soviets] = chance
                    continue
                if steps_of(germans):
                    won += chance
                else:
                    lost += chance
                losses += chance * self._lost(germans)
            states = going
            so_far = sum([chance * self._lost(germans) for (germans, _), chance in going.items()])
            found.append(Round(round_, round(won, 6), round(lost, 6), round(losses + so_far, 4)))
        return tuple(found)

    def _lost(self, germans: Force) -> int:
        """Steps that are missing afterwards: those that fell come back with one (10.9)."""
        return self._before - sum([max(1, unit.steps) for unit in germans])

    def first_round_until_german_fire(self, called: Called) -> Spread[Standing]:
        """The first three steps of the first round against a force of the table."""
        counts = dict(called)
        states: Spread[Standing] = {(self.germans, self._ground_units(called)): 1.0}
        if counts.get("CAS"):
            bombs = self._by_die(SOVIET, ())
            states = spread_over(
                states, lambda state: [((left, state[1]), p) for left, p in _bombed(state[0], bombs).items()]
            )
        states = self._bombed_soviets(states)
        by_die = self._by_die(SOVIET, self._soviet_drms(1))
        for _ in range(counts.get("A", 0)):
            states = spread_over(states, lambda state: self._artillery_fires(state, by_die))
        return spread_over(states, lambda state: _soviets_fire(state, by_die, early=True))

    def later_round_until_german_fire(self, states: Spread[Standing]) -> Spread[Standing]:
        by_die = self._by_die(SOVIET, self._soviet_drms(2))
        states = self._bombed_soviets(states)
        return spread_over(states, lambda state: _soviets_fire(state, by_die, early=True))

    def _german_and_late_fire(self, states: Spread[Standing], round_: int) -> Spread[Standing]:
        german = self._by_die(GERMAN, self._german_drms(round_))
        soviet = self._by_die(SOVIET, self._soviet_drms(round_))
        states = spread_over(states, lambda state: _germans_fire(state, german))
        states = spread_over(states, lambda state: _soviets_fire(state, soviet, early=False))
        return spread_over(states, lambda state: [(_set_aside(state), 1.0)])

    # The steps

    def _ground_units(self, called: Called) -> Force:
        """The units of a force without artillery and aircraft; stand-ins where some are gone (8.3)."""
        pos, of_kind, units = self._pos, self._rules.of_kind, []
        rifles = bits(pos.pool & of_kind["RD"])
        for code, count in called:
            available = [] if code in ("A", "CAS") else bits(pos.pool & of_kind[code])
            for number in range(count if code not in ("A", "CAS") else 0):
                chosen = available if number < len(available) else rifles
                units += [_kind(pos, unit) for unit in chosen[:1]]
        return force_of(Unit(kind, 1 + kind.two_steps) for kind in units)

    def _bombed_soviets(self, states: Spread[Standing]) -> Spread[Standing]:
        bombs = self._bombs
        if bombs is None:
            return states
        return spread_over(
            states, lambda state: [((state[0], left), p) for left, p in _bombed(state[1], bombs).items()]
        )

    def _artillery_fires(self, state: Standing, by_die: ByDie) -> Outcomes:
        """One artillery unit, drawn at random; German aircraft may have hit it first."""
        units = bits(self._pos.pool & self._rules.artillery)
        survives = 1.0 if self._bombs is None else self._bombs[1:].count(0) / 6
        germans, soviets = state
        found = [(state, 1 - survives)]
        for unit in units:
            fired = _fired_at(germans, by_die, self._rules.cdr[unit], german=True)
            found += [((force, soviets), chance * survives / len(units)) for force, chance in fired]
        return found

    # Breakouts

    def _breakout(self, pocket: int) -> float:
        """The chance that a pocket breaks out through the force, with the steps it has now."""
        pos, rules = self._pos, self._rules
        german = self._by_die(GERMAN, rules.fire.german_modifiers_in_breakout(self._hex, pocket))
        soviet = self._by_die(SOVIET, rules.fire.soviet_modifiers_in_breakout(self._hex))
        kinds: dict[Kind, int] = {}
        for unit in bits(pos.pool & rules.breaks_out):
            kinds[_kind(pos, unit)] = kinds.get(_kind(pos, unit), 0) + 1
        modifier, steps = _sum(rules.generation.scenario_modifiers()), self._before
        chance = 0.0
        for die in range(1, 7):
            count = rules.pockets.called_up(pocket.bit_count(), die + modifier)
            drawn = _drawn(tuple(kinds.items()), count)
            states = self._bombed_soviets({(self.germans, force): share for force, share in drawn.items()})
            for (_, left), share in spread_over(states, lambda state: _germans_fire(state, german)).items():
                chance += share * hits_of_dice(soviet, dice_of(left), steps)[steps] / 6
        return round(chance, 6)


def _germans_fire(state: Standing, by_die: ByDie) -> Outcomes:
    germans, soviets = state
    found = _fired_at(soviets, by_die, dice_of(germans), german=False)
    return [((germans, force), chance) for force, chance in found]


def _soviets_fire(state: Standing, by_die: ByDie, *, early: bool) -> Outcomes:
    germans, soviets = state
    if not steps_of(germans):
        return [(state, 1.0)]
    dice = sum([unit.dice for unit in soviets if unit.kind.fires_first == early])
    return [((force, soviets), chance) for force, chance in _fired_at(germans, by_die, dice, german=True)]


def _set_aside(state: Standing) -> Standing:
    """Brigades fire once; when all Germans have fallen it makes no difference any more."""
    germans, soviets = state
    if not steps_of(germans):
        return state
    return germans, tuple([unit for unit in soviets if not unit.kind.fires_once])


def _fired_at(force: Force, by_die: ByDie, dice: int, *, german: bool) -> list[tuple[Force, float]]:
    chances = hits_of_dice(by_die, dice, steps_of(force))
    return [(after_hits(force, hits, german), chance) for hits, chance in enumerate(chances) if chance]


@lru_cache(maxsize=5_000)
def _bombed(force: Force, by_die: ByDie) -> Spread[Force]:
    """One die at each unit."""
    if not force:
        return {(): 1.0}
    unit, *others = force
    hits = hits_of_dice(by_die, 1, unit.steps)
    after = [(Unit(unit.kind, unit.steps - taken), chance) for taken, chance in enumerate(hits)]
    return spread_over(
        _bombed(tuple(others), by_die),
        lambda rest: [(force_of([*rest, left]), chance) for left, chance in after],
    )


@lru_cache(maxsize=2_000)
def _drawn(pool: tuple[tuple[Kind, int], ...], count: int) -> Spread[Force]:
    """What so many fresh units drawn from a pool may be."""
    if not count:
        return {(): 1.0}
    size = sum([number for _, number in pool]) - count + 1

    def one_more(force: Force) -> list[tuple[Force, float]]:
        there = [unit.kind for unit in force]
        return [
            (force_of([*force, Unit(kind, 1 + kind.two_steps)]), (number - there.count(kind)) / size)
            for kind, number in pool
        ]

    return spread_over(_drawn(pool, count - 1), one_more)
