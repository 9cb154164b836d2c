"""Listing orders and ruling on them are two ways to say the same; random play looks for a disagreement.

Whatever is listed is legal and stands in the list once; whatever is not listed is refused, with a case of the
rulebook and in words, and leaves everything as it was.
"""

import os
from random import Random

import pytest

import typhoon
from typhoon import Game, Order, Refused
from typhoon.engine.cases import cases_of
from typhoon.engine.orders import Advance, Attack, Eliminate, End, Move, Place, Retreat
from typhoon.games.red_typhoon.activation import Activate
from typhoon.games.red_typhoon.reinforcements import Withdraw
from typhoon.games.red_typhoon.results import FallBack
from typhoon.hexgrid import bits
from typhoon.mechanics.setting_up import Deploy

LONG = os.environ.get("TYPHOON_LONG") == "1"
ORDERS_A_GAME = 900
CHECK_EVERY = {"Movement": 5 if LONG else 25, "SetUp": 5 if LONG else 20}
"""How many decisions of a kind are passed over from one check to the next."""
MOST_LISTED = 4_000
"""More orders than that are not listed to be compared."""


class Forger:
    """Makes orders that are nearly right."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.units = list(game.rules.unit_ids)
        self.hexes = sorted(game.rules.board.rows)
        self.formations = list(game.rules.formation_ids)

    def forge(self) -> Order:
        return self._twisted() if self.rng.random() < 0.7 else self._from_thin_air()

    def _unit(self) -> str:
        """Mostly one that is on the map."""
        rng, pos = self.rng, self.game.position
        if rng.random() < 0.03:
            return "S-Z-99"
        unit = rng.choice(self.units)
        for _ in range(3):
            if pos.on_map(self.game.rules.unit_number[unit]):
                break
            unit = rng.choice(self.units)
        return unit

    def _hex(self, near: str = "") -> str:
        rng, grid = self.rng, self.game.rules.board.grid
        if rng.random() < 0.02:
            return rng.choice(["9999", "0000", "", "x"])
        if near in grid and rng.random() < 0.8:
            return rng.choice(grid.numbers(grid.disc(grid.index(near), rng.choice([1, 1, 2, 5]))))
        return rng.choice(self.hexes)

    def _home(self, unit: str) -> str:
        number = self.game.rules.unit_number.get(unit)
        if number is None or not self.game.position.on_map(number):
            return self._hex()
        return self.game.rules.board.grid.name[self.game.position.where[number]]

    def _units_in(self, hex_: str) -> list[str]:
        grid = self.game.rules.board.grid
        if hex_ not in grid:
            return []
        return [self.units[unit] for unit in bits(self.game.position.units_in(grid.index(hex_)))]

    def _from_thin_air(self) -> Order:
        rng = self.rng
        unit = self._unit()
        home = self._home(unit)
        path = (home, *(self._hex(home) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 4]))))
        friends = self._units_in(home) + self._units_in(self._hex(home))
        return rng.choice(
            [
                Move(unit, path),
                Attack(self._hex(home), tuple(rng.sample(friends, min(len(friends), rng.randint(0, 3))))),
                Retreat(unit, path),
                Advance(unit, path),
                Place(unit, self._hex(home)),
                Eliminate(unit),
                End(),
                Activate(rng.choice([*self.formations, "Q"])),
                Withdraw(unit),
                FallBack(),
                Deploy(rng.choice(["", "A", "F", "J", "Z"])),
                Move(unit, ()),
                Retreat(unit, ()),
                Advance(unit, ()),
                Attack(home, ()),
            ]
        )

    def _twisted(self) -> Order:
        """A legal order with one thing changed."""
        rng = self.rng
        order = self.game.orders.sample(rng)
        if isinstance(order, (Move, Retreat, Advance)):
            path = list(order.path)
            twist = rng.randrange(6)
            if twist == 0:
                return type(order)(self._unit(), order.path)
            if twist == 1:
                path.reverse()
            elif twist == 2:
                path[rng.randrange(len(path))] = self._hex(path[0])
            elif twist == 3:
                path.append(self._hex(path[-1]))
            elif twist == 4:
                path.pop()
            else:
                return rng.choice([Move, Retreat, Advance])(order.unit, order.path)
            return type(order)(order.unit, tuple(path))
        if isinstance(order, Attack):
            twist = rng.randrange(4)
            if twist == 0:
                return Attack(self._hex(order.target), order.units)
            if twist == 1:
                return Attack(order.target, order.units[1:])
            if twist == 2:
                return Attack(order.target, (*order.units, rng.choice(order.units)))
            return Attack(order.target, (*order.units, self._unit()))
        if isinstance(order, Place):
            if rng.random() < 0.5:
                return Place(self._unit(), order.hex)
            return Place(order.unit, self._hex(order.hex))
        if isinstance(order, Eliminate):
            return Eliminate(self._unit())
        return self._from_thin_air()


def step(game: Game, rng: Random) -> None:
    """One order at random; phases are ended often enough to see them all."""
    if rng.random() < 0.03 and End() in game.orders:
        game.push(End())
    elif rng.random() < 0.3 and game.decision.phase.endswith("combat"):
        attacks = [part for part in game.orders._parts if len(part) and isinstance(part[0], Attack)]
        game.push(rng.choice(attacks)[0] if attacks else game.orders.sample(rng))
    else:
        game.push(game.orders.sample(rng))


def check_listing(game: Game, rng: Random) -> set[Order] | None:
    """Every order listed is legal and listed once; the set of them, when they are few enough."""
    count = len(game.orders)
    assert count > 0, "somebody must decide and has nothing to choose from"
    if count > MOST_LISTED:
        assert all(game.why_not(game.orders.sample(rng)) is None for _ in range(20))
        return None
    listed = list(game.orders)
    assert len(listed) == count
    assert len(set(listed)) == count
    for order in listed if count < 60 else rng.sample(listed, 60):
        assert game.why_not(order) is None, order
        assert order in game.orders
        assert game.parse(str(order)) == order
    for _ in range(10):
        assert game.orders.sample(rng) in set(listed)
    return set(listed)


def check_forgery(game: Game, order: Order, listed: set[Order] | None, cases: set[str]) -> bool:
    """The verdict on an order is the same whoever is asked; whether it was refused."""
    ruling = game.why_not(order)
    assert (order in game.orders) is (ruling is None)
    if listed is not None:
        assert (order in listed) is (ruling is None), (order, ruling)
    if ruling is None:
        return False
    assert ruling.case in cases, (order, ruling)
    assert ruling.text.strip()
    return True


def play(game: Game, rng: Random, orders: int) -> tuple[set[str], int]:
    """Random play with forgeries on the way: the decisions met, and how many orders were refused."""
    cases = set(cases_of(game.rules))
    met: dict[str, int] = {}
    refusals = 0
    for _ in range(orders):
        if game.decision is None:
            break
        kind = type(game.position.frames[-1]).__name__
        met[kind] = met.get(kind, -1) + 1
        if met[kind] % CHECK_EVERY.get(kind, 1 if LONG else 4) == 0:
            refusals += try_forgeries(game, rng, cases)
        step(game, rng)
    return set(met), refusals


def try_forgeries(game: Game, rng: Random, cases: set[str]) -> int:
    listed = check_listing(game, rng)
    forger = Forger(game, rng)
    before = game.state_hash()
    refusals = 0
    for _ in range(30):
        order = forger.forge()
        if check_forgery(game, order, listed, cases):
            refusals += 1
            with pytest.raises(Refused):
                game.push(order)
    assert game.state_hash() == before, "a refused order changed something"
    return refusals


@pytest.mark.parametrize("seed", range(30 if LONG else 3))
def test_the_list_and_the_rulings_agree_in_play(seed):
    """Most of a game each, so that every kind of decision comes up."""
    game = typhoon.new("red-typhoon", scenario="fixed", seed=seed)
    met, refusals = play(game, Random(seed), ORDERS_A_GAME)
    assert {"Movement", "Combat", "Retreating", "Advancing", "Loss"} <= met
    assert refusals > 300


@pytest.mark.parametrize("seed", range(4 if LONG else 1))
def test_the_list_and_the_rulings_agree_in_the_set_up(seed):
    game = typhoon.new("red-typhoon", scenario="flexible", seed=seed)
    rng = Random(seed)
    met, refusals = play(game, rng, 100)
    assert met == {"SetUp"}
    assert refusals > 60
    game.push("deploy")
    met, _ = play(game, rng, 100)
    if game.decision.phase == "set-up":
        game.push("deploy")
    assert game.decision.phase == "soviet movement"
