"""What-if: how an attack may go, before it is made (8 to 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from typhoon.engine.preview import Forecast, Modifier, Outcome, Round
from typhoon.games.typhoon_solitaire import generation
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
from typhoon.games.typhoon_solitaire.charts import Force as Called
from typhoon.games.typhoon_solitaire.control import cut_off_by
from typhoon.games.typhoon_solitaire.fire import breaks_out_over_river, german_modifiers, soviet_modifiers
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import force_in_words
from typhoon.hexgrid import bits

MOST_ROUNDS = 8
"""Farther ahead nothing much changes."""

Standing = tuple[Force, Force]
"""The German and the Soviet force of a battle."""


def forecast_of_entering(pos: SolitairePosition, path: Sequence[int], costs: Sequence[int]) -> Forecast:
    """How the force on the march would fare in the Soviet hex at the end of a path."""
    rules, hex_ = pos.rules, path[-1]
    name = rules.board.grid.name
    left = pos.mp - costs[-1]
    drms = generation.modifiers(pos, hex_)
    foes = _foes(pos, hex_, drms)
    river = rules.river_between(path[-2], hex_)
    battle = Odds(pos, hex_, river)
    start: Spread[Standing] = {}
    for called, dice in foes.items():
        for state, chance in battle.first_round_until_german_fire(called).items():
            start[state] = start.get(state, 0.0) + chance * len(dice) / 6
    pocket = _would_cut_off(pos, hex_)
    return Forecast(
        target=name[hex_],
        path=tuple([name[step] for step in path]),
        costs=tuple(map(float, costs)),
        left=left,
        modifiers=(*drms, *_fire_modifiers(pos, hex_, river)),
        foes=tuple(
            [
                Outcome(_codes(called), len(dice) / 6, dice, force_in_words(called))
                for called, dice in foes.items()
            ]
        ),
        rounds=battle.rounds(start, first_round=1, most=1 + left),
        pocket=pocket.bit_count(),
        breakout=_breakout_chance(pos, hex_, pocket) if pocket else None,
        wins_game=bool(pocket) and not rules.moscow & ~pocket,
    )


def forecast_of_fighting_on(pos: SolitairePosition, hex_: int, round_: int, river: bool) -> Forecast:
    """How the battle going on would end when the force fights on."""
    rules = pos.rules
    battle = Odds(pos, hex_, river)
    state = battle.germans, force_of(_unit(pos, unit) for unit in bits(pos.standing))
    pocket = _would_cut_off(pos, hex_)
    codes: dict[str, int] = {}
    for unit in bits(pos.standing):
        codes[rules.counters[unit].formation] = codes.get(rules.counters[unit].formation, 0) + 1
    called = tuple(codes.items())
    return Forecast(
        target=rules.board.grid.name[hex_],
        path=(),
        costs=(),
        left=pos.mp - 1,
        modifiers=tuple(_fire_modifiers(pos, hex_, river, round_)),
        foes=(Outcome(_codes(called), 1.0, (), force_in_words(called)),),
        rounds=battle.rounds(battle.later_round_until_german_fire({state: 1.0}), round_, most=pos.mp),
        pocket=pocket.bit_count(),
        breakout=_breakout_chance(pos, hex_, pocket) if pocket else None,
        wins_game=bool(pocket) and not rules.moscow & ~pocket,
    )


def _codes(called: Called) -> str:
    return " ".join([f"{count}{code}" for code, count in called]) or "--"


def _foes(pos: SolitairePosition, hex_: int, drms: Iterable[Modifier]) -> dict[Called, tuple[int, ...]]:
    """The forces that may defend a hex, each with the dice that bring it up."""
    rules = pos.rules
    modifier = sum(drm.value for drm in drms)
    line = rules.terrain_of(hex_).force_line
    found: dict[Called, tuple[int, ...]] = {}
    for die in range(1, 7):
        called = rules.force_table.force(line, die + modifier)
        found[called] = (*found.get(called, ()), die)
    return found


def _fire_modifiers(pos: SolitairePosition, hex_: int, river: bool, round_: int = 1) -> list[Modifier]:
    mechanized = bool(pos.force & pos.rules.mechanized)
    german = german_modifiers(pos, hex_, mechanized, round_, breakout=False, river=river)
    soviet = soviet_modifiers(pos, hex_, round_, breakout=False, river=river)
    return [Modifier(m.value, f"German fire: {m.text}", m.case) for m in german] + [
        Modifier(m.value, f"Soviet fire: {m.text}", m.case) for m in soviet
    ]


def _would_cut_off(pos: SolitairePosition, hex_: int) -> int:
    """The pocket that would be closed if the hex were German."""
    twin = pos.copy()
    twin.german |= 1 << hex_
    return cut_off_by(twin, hex_)


def _kind(pos: SolitairePosition, unit: int) -> Kind:
    rules = pos.rules
    bit = 1 << unit
    return Kind(
        rules.cdr[unit],
        rules.cdr_reduced[unit],
        bool(rules.two_steps & bit),
        bool(rules.fires_first & bit),
        bool((rules.artillery | rules.of_kind["B"]) & bit),
    )


def _unit(pos: SolitairePosition, unit: int) -> Unit:
    return Unit(_kind(pos, unit), pos.steps[unit])


class Odds:
    """The chances of one battle, worked out round by round."""

    def __init__(self, pos: SolitairePosition, hex_: int, river: bool) -> None:
        self._pos, self._hex, self._river = pos, hex_, river
        self._air = bool(pos.air & pos.force)
        self.germans = force_of(_unit(pos, unit) for unit in bits(pos.force))
        self._german_table, self._soviet_table = pos.rules.fire_tables
        self._before = steps_of(self.germans)

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
                if not steps_of(germans):
                    lost += chance
                    losses += chance * self._lost(germans)
                elif not steps_of(soviets):
                    won += chance
                    losses += chance * self._lost(germans)
                else:
                    going[germans, soviets] = chance
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
            states = spread_over(states, self._bombed_germans)
        if self._air:
            states = spread_over(states, self._bombed_soviets)
        drm = self._soviet_drm(1)
        for _ in range(counts.get("A", 0)):
            states = spread_over(states, lambda state: self._artillery_fires(state, drm))
        return spread_over(states, lambda state: self._soviets_fire(state, drm, early=True))

    def later_round_until_german_fire(self, states: Spread[Standing]) -> Spread[Standing]:
        if self._air:
            states = spread_over(states, self._bombed_soviets)
        return spread_over(states, lambda state: self._soviets_fire(state, self._soviet_drm(2), early=True))

    def _german_and_late_fire(self, states: Spread[Standing], round_: int) -> Spread[Standing]:
        pos = self._pos
        mechanized = bool(pos.force & pos.rules.mechanized)
        drms = german_modifiers(pos, self._hex, mechanized, round_, breakout=False, river=self._river)
        by_die = self._german_table.by_die(sum(drm.value for drm in drms))
        states = spread_over(states, lambda state: _germans_fire(state, by_die))
        drm = self._soviet_drm(round_)
        states = spread_over(states, lambda state: self._soviets_fire(state, drm, early=False))
        return spread_over(states, lambda state: [(_set_aside(state), 1.0)])

    def _soviet_drm(self, round_: int) -> int:
        drms = soviet_modifiers(self._pos, self._hex, round_, breakout=False, river=self._river)
        return sum(drm.value for drm in drms)

    # The steps

    def _ground_units(self, called: Called) -> Force:
        """The units of a force without artillery and aircraft; stand-ins where some are gone (8.3)."""
        pos, units = self._pos, []
        for code, count in called:
            if code in ("A", "CAS"):
                continue
            available = bits(pos.pool & pos.rules.of_kind[code])
            rifles = bits(pos.pool & pos.rules.of_kind["RD"])
            for number in range(count):
                chosen = available if number < len(available) else rifles
                if chosen:
                    kind = _kind(pos, chosen[0])
                    units.append(Unit(kind, 1 + kind.two_steps))
        return force_of(units)

    def _bombed_germans(self, state: Standing) -> list[tuple[Standing, float]]:
        germans, soviets = state
        return [
            ((force, soviets), chance)
            for force, chance in _bombed(germans, self._soviet_table.by_die(0)).items()
        ]

    def _bombed_soviets(self, state: Standing) -> list[tuple[Standing, float]]:
        germans, soviets = state
        return [
            ((germans, force), chance)
            for force, chance in _bombed(soviets, self._german_table.by_die(0)).items()
        ]

    def _artillery_fires(self, state: Standing, drm: int) -> list[tuple[Standing, float]]:
        """One artillery unit, drawn at random; German aircraft may have hit it first."""
        pos = self._pos
        units = bits(pos.pool & pos.rules.artillery)
        by_die = self._german_table.by_die(0)
        survives = sum(1 for hits in by_die[1:] if not hits) / 6 if self._air else 1.0
        germans, soviets = state
        found = [(state, 1 - survives)]
        for unit in units:
            share = survives / len(units)
            found += [
                ((force, soviets), chance * share)
                for force, chance in _fired_at(
                    germans, self._soviet_table.by_die(drm), pos.rules.cdr[unit], german=True
                )
            ]
        return found

    def _soviets_fire(self, state: Standing, drm: int, *, early: bool) -> list[tuple[Standing, float]]:
        germans, soviets = state
        if not steps_of(germans):
            return [(state, 1.0)]
        dice = sum([unit.dice for unit in soviets if unit.kind.fires_first == early])
        by_die = self._soviet_table.by_die(drm)
        return [((force, soviets), chance) for force, chance in _fired_at(germans, by_die, dice, german=True)]


def _germans_fire(state: Standing, by_die: tuple[int, ...]) -> list[tuple[Standing, float]]:
    germans, soviets = state
    found = _fired_at(soviets, by_die, dice_of(germans), german=False)
    return [((germans, force), chance) for force, chance in found]


def _set_aside(state: Standing) -> Standing:
    """Brigades fire once; when all Germans have fallen it makes no difference any more."""
    germans, soviets = state
    if not steps_of(germans):
        return state
    return germans, tuple([unit for unit in soviets if not unit.kind.fires_once])


def _fired_at(force: Force, by_die: tuple[int, ...], dice: int, *, german: bool) -> list[tuple[Force, float]]:
    chances = hits_of_dice(by_die, dice, steps_of(force))
    return [(after_hits(force, hits, german), chance) for hits, chance in enumerate(chances) if chance]


@lru_cache(maxsize=5_000)
def _bombed(force: Force, by_die: tuple[int, ...]) -> Spread[Force]:
    """One die at each unit."""
    found: Spread[Force] = {(): 1.0}
    for unit in force:
        if not unit.steps:
            found = {force_of([*units, unit]): chance for units, chance in found.items()}
            continue
        hits = hits_of_dice(by_die, 1, unit.steps)
        wider: Spread[Force] = {}
        for units, chance in found.items():
            for taken, share in enumerate(hits):
                if share:
                    key = force_of([*units, Unit(unit.kind, unit.steps - taken)])
                    wider[key] = wider.get(key, 0.0) + chance * share
        found = wider
    return found


# Breakouts


def _breakout_chance(pos: SolitairePosition, hex_: int, pocket: int) -> float | None:
    """The chance that a pocket breaks out through the force, with the steps it has now."""
    rules = pos.rules
    if not rules.moscow & ~pocket:
        return None
    river = breaks_out_over_river(pos, hex_, pocket)
    drms = german_modifiers(pos, hex_, mechanized=False, round_=1, breakout=True, river=river)
    german_by_die = rules.fire_tables[0].by_die(sum(drm.value for drm in drms))
    soviet_drms = soviet_modifiers(pos, hex_, round_=1, breakout=True, river=False)
    soviet_by_die = rules.fire_tables[1].by_die(sum(drm.value for drm in soviet_drms))
    germans = force_of(_unit(pos, unit) for unit in bits(pos.force))
    kinds: dict[Kind, int] = {}
    for unit in bits(pos.pool & rules.breaks_out):
        kinds[_kind(pos, unit)] = kinds.get(_kind(pos, unit), 0) + 1
    bombs = rules.fire_tables[0].by_die(0) if pos.air & pos.force else None
    modifier = sum(drm.value for drm in generation.scenario_modifier(pos))
    steps = steps_of(germans)
    chance = 0.0
    for die in range(1, 7):
        count = rules.breakout_table.units(pocket.bit_count(), die + modifier)
        for soviets, share in _drawn(tuple(kinds.items()), count, bombs).items():
            for (_, left), hit in _germans_fire((germans, soviets), german_by_die):
                chance += share * hit * hits_of_dice(soviet_by_die, dice_of(left), steps)[steps] / 6
    return round(chance, 6)


@lru_cache(maxsize=200)
def _drawn(pool: tuple[tuple[Kind, int], ...], count: int, bombs: tuple[int, ...] | None) -> Spread[Force]:
    """What so many units drawn from the pool may be, after the attack from the air if there is one."""
    drawn: dict[tuple[int, ...], float] = {(0,) * len(pool): 1.0}
    size = sum(number for _, number in pool)
    for already in range(count):
        wider: dict[tuple[int, ...], float] = {}
        for counts, chance in drawn.items():
            for place, (_, number) in enumerate(pool):
                if left := number - counts[place]:
                    key = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                    wider[key] = wider.get(key, 0.0) + chance * left / (size - already)
        drawn = wider
    found: Spread[Force] = {}
    for counts, chance in drawn.items():
        units = [
            Unit(kind, 1 + kind.two_steps)
            for (kind, _), n in zip(pool, counts, strict=True)
            for _ in range(n)
        ]
        force = force_of(units)
        for after, share in _bombed(force, bombs).items() if bombs else [(force, 1.0)]:
            found[after] = found.get(after, 0.0) + chance * share
    return found
