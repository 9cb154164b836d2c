"""What-if: how an attack may go, before it is made (8 to 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from typhoon.engine.preview import Forecast, Modifier, Outcome, Round
from typhoon.games.typhoon_solitaire import chances
from typhoon.games.typhoon_solitaire.chances import ByDie, Force, Spread, Unit, dice_of, force_of, steps_of
from typhoon.games.typhoon_solitaire.charts import GERMAN, SOVIET
from typhoon.games.typhoon_solitaire.charts import Force as Called
from typhoon.games.typhoon_solitaire.generation import force_in_words
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

MOST_ROUNDS = 8
"""Farther ahead nothing much changes."""

Standing = tuple[Force, Force]
"""The German and the Soviet force of a battle."""


def forecast_of_entering(pos: SolitairePosition, path: Sequence[int], costs: Sequence[int]) -> Forecast:
    """How the force on the march would fare in the Soviet hex at the end of a path."""
    rules, hex_, left = pos.rules, path[-1], pos.mp - costs[-1]
    drms = rules.generation.modifiers(pos, hex_)
    dice: dict[Called, tuple[int, ...]] = {}
    for die in range(1, 7):
        called = rules.generation.called_up(hex_, die + _sum(drms))
        dice[called] = (*dice.get(called, ()), die)
    odds = Odds(pos, hex_, rules.river_between(path[-2], hex_))
    shares = {called: len(rolls) / 6 for called, rolls in dice.items()}
    states = chances.spread_over(shares, lambda called: odds.first_round_until_german_fire(called).items())
    return odds.forecast(
        path=tuple([rules.grid.name[step] for step in path]),
        costs=tuple(map(float, costs)),
        left=left,
        modifiers=(*drms, *odds.fire_modifiers(1)),
        foes=tuple([_foe(called, rolls) for called, rolls in dice.items()]),
        rounds=odds.rounds(states, first_round=1, most=1 + left),
    )


def forecast_of_fighting_on(pos: SolitairePosition, hex_: int, round_: int, river: bool) -> Forecast:
    """How the battle going on would end when the force fights on."""
    odds = Odds(pos, hex_, river)
    codes = [pos.rules.counters[unit].formation for unit in bits(pos.standing)]
    states = odds.later_round_until_german_fire({(odds.germans, _units(pos, pos.standing)): 1.0})
    return odds.forecast(
        path=(),
        costs=(),
        left=pos.mp - 1,
        modifiers=tuple(odds.fire_modifiers(round_)),
        foes=(_foe(tuple([(code, codes.count(code)) for code in dict.fromkeys(codes)])),),
        rounds=odds.rounds(states, round_, most=pos.mp),
    )


def _foe(called: Called, dice: tuple[int, ...] = ()) -> Outcome:
    codes = " ".join([f"{count}{code}" for code, count in called]) or "--"
    return Outcome(codes, len(dice) / 6 or 1.0, dice, force_in_words(called))


def _sum(drms: Iterable[Modifier]) -> int:
    return sum([drm.value for drm in drms])


def _units(pos: SolitairePosition, units: int) -> Force:
    return force_of(Unit(pos.rules.kinds[unit], pos.steps(1 << unit)) for unit in bits(units))


def _fire(
    states: Spread[Standing], at: int, outcomes: Callable[[Force, Force], Iterable[tuple[Force, float]]]
) -> Spread[Standing]:
    """What becomes of the forces when one of them is fired at; outcomes hang on it and on the other."""

    def after(state: Standing) -> Iterable[tuple[Standing, float]]:
        for left, chance in outcomes(state[at], state[1 - at]):
            yield ((left, state[1]) if at == GERMAN else (state[0], left)), chance

    return chances.spread_over(states, after)


class Odds:
    """The chances of one battle, worked out round by round."""

    def __init__(self, pos: SolitairePosition, hex_: int, river: bool) -> None:
        self._pos, self._hex, self._rules = pos, hex_, pos.rules
        self.germans = _units(pos, pos.force)
        self._before = steps_of(self.germans)
        self._bombs = self._by_die(GERMAN) if pos.air & pos.force else None
        """What German aircraft do to each unit; None when there are none."""
        self._german_drms = partial(pos.rules.fire.german_modifiers, pos, hex_)
        self._soviet_drms = partial(pos.rules.fire.soviet_modifiers, hex_, river=river)

    def forecast(self, **known: Any) -> Forecast:
        """All that can be told, the pocket that would be closed included."""
        pocket = self._rules.control.would_cut_off(self._pos, self._hex)
        wins = bool(pocket) and self._rules.victory.encircles_moscow(pocket)
        return Forecast(
            target=self._rules.grid.name[self._hex],
            pocket=pocket.bit_count(),
            breakout=self._breakout(pocket) if pocket and not wins else None,
            wins_game=wins,
            **known,
        )

    def fire_modifiers(self, round_: int) -> list[Modifier]:
        modifiers = {"German": self._german_drms(round_), "Soviet": self._soviet_drms(round_)}
        return [
            Modifier(drm.value, f"{side} fire: {drm.text}", drm.case, drm.key)
            for side, drms in modifiers.items()
            for drm in drms
        ]

    def _by_die(self, side: int, drms: Iterable[Modifier] = ()) -> ByDie:
        return self._rules.fire_tables[side][_sum(drms)]

    # The rounds

    def rounds(self, states: Spread[Standing], first_round: int, most: int) -> tuple[Round, ...]:
        """Fight on from the German fire of a round, as often as it can be paid for."""
        won = lost = losses = 0.0
        found = []
        for round_ in range(first_round, first_round + min(most, MOST_ROUNDS)):
            if round_ > first_round:
                states = self.later_round_until_german_fire(states)
            states = self._german_and_late_fire(states, round_)
            over = {state: chance for state, chance in states.items() if not all(map(steps_of, state))}
            won += sum([chance for (germans, _), chance in over.items() if steps_of(germans)])
            lost += sum([chance for (germans, _), chance in over.items() if not steps_of(germans)])
            so_far = losses + self._losses(states)
            found.append(Round(round_, round(won, 6), round(lost, 6), round(so_far, 4)))
            losses += self._losses(over)
            states = {state: chance for state, chance in states.items() if state not in over}
        return tuple(found)

    def _losses(self, states: Spread[Standing]) -> float:
        """Steps that will be missing: those that fell come back with one (10.9)."""
        left = [(sum([max(1, unit.steps) for unit in germans]), p) for (germans, _), p in states.items()]
        return sum([(self._before - steps) * chance for steps, chance in left])

    def first_round_until_german_fire(self, called: Called) -> Spread[Standing]:
        """The first three steps of the first round against a force of the table."""
        counts, by_die = dict(called), self._by_die(SOVIET, self._soviet_drms(1))
        states: Spread[Standing] = {(self.germans, self._ground_units(called)): 1.0}
        if counts.get("CAS"):
            bombs = self._by_die(SOVIET)
            states = _fire(states, GERMAN, lambda force, _: chances.bombed(force, bombs).items())
        states = self._bombed_soviets(states)
        for _ in range(counts.get("A", 0)):
            states = _fire(states, GERMAN, lambda force, _: self._under_artillery(force, by_die))
        return self._soviet_fire(states, by_die, early=True)

    def later_round_until_german_fire(self, states: Spread[Standing]) -> Spread[Standing]:
        by_die = self._by_die(SOVIET, self._soviet_drms(2))
        return self._soviet_fire(self._bombed_soviets(states), by_die, early=True)

    def _german_and_late_fire(self, states: Spread[Standing], round_: int) -> Spread[Standing]:
        states = self._german_fire(states, self._by_die(GERMAN, self._german_drms(round_)))
        states = self._soviet_fire(states, self._by_die(SOVIET, self._soviet_drms(round_)), early=False)
        return chances.spread_over(states, lambda state: [(_set_aside(state), 1.0)])

    # The steps

    def _german_fire(self, states: Spread[Standing], by_die: ByDie) -> Spread[Standing]:
        return _fire(
            states, SOVIET, lambda force, by: chances.fired_at(force, by_die, dice_of(by), german=False)
        )

    def _soviet_fire(self, states: Spread[Standing], by_die: ByDie, *, early: bool) -> Spread[Standing]:
        def shooters(soviets: Force) -> Force:
            return tuple([unit for unit in soviets if unit.kind.fires_first == early])

        return _fire(
            states,
            GERMAN,
            lambda force, by: chances.fired_at(force, by_die, dice_of(shooters(by)), german=True),
        )

    def _bombed_soviets(self, states: Spread[Standing]) -> Spread[Standing]:
        bombs = self._bombs
        return (
            _fire(states, SOVIET, lambda force, _: chances.bombed(force, bombs).items()) if bombs else states
        )

    def _under_artillery(self, force: Force, by_die: ByDie) -> Iterator[tuple[Force, float]]:
        """One artillery unit, drawn at random, fires; German aircraft may have hit it first."""
        units = bits(self._pos.pool & self._rules.artillery)
        survives = self._bombs[1:].count(0) / 6 if self._bombs else 1.0
        yield force, 1 - survives
        for unit in units:
            for left, chance in chances.fired_at(force, by_die, self._rules.cdr[unit], german=True):
                yield left, chance * survives / len(units)

    def _ground_units(self, called: Called) -> Force:
        """The units of a force without artillery and aircraft; stand-ins where some are gone (8.3)."""
        pool, of_kind = self._pos.pool, self._rules.of_kind
        units: list[int] = []
        for code, count in called:
            if code not in ("A", "CAS"):
                stand_ins = of_kind["RD"] if code in ("GD", "AC") else 0
                units += [*bits(pool & of_kind[code]), *bits(pool & stand_ins)][:count]
        return force_of(self._rules.kinds[unit].fresh for unit in units)

    # Breakouts

    def _breakout(self, pocket: int) -> float:
        """The chance that a pocket breaks out through the force, with the steps it has now."""
        pos, rules, steps = self._pos, self._rules, self._before
        german = self._by_die(GERMAN, rules.fire.german_modifiers_in_breakout(self._hex, pocket))
        soviet = self._by_die(SOVIET, rules.fire.soviet_modifiers_in_breakout(self._hex))
        kinds = [rules.kinds[unit] for unit in bits(pos.pool & rules.breaks_out)]
        pool = tuple([(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)])
        modifier, chance = _sum(rules.generation.scenario_modifiers()), 0.0
        for die in range(1, 7):
            forces = chances.drawn(pool, rules.pockets.called_up(pocket.bit_count(), die + modifier))
            states = self._bombed_soviets({(self.germans, force): share for force, share in forces.items()})
            for (_, left), share in self._german_fire(states, german).items():
                chance += share * chances.hits_of_dice(soviet, dice_of(left), steps)[steps] / 6
        return round(chance, 6)


def _set_aside(state: Standing) -> Standing:
    """Brigades fire once; when all Germans have fallen it makes no difference any more."""
    germans, soviets = state
    if not steps_of(germans):
        return state
    return germans, tuple([unit for unit in soviets if not unit.kind.fires_once])
