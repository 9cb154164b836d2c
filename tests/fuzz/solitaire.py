"""The solitaire game played by chance, and what must be true of it at every moment, worked out from scratch.

Nothing here uses the program's hex sets: hexes are numbers, neighbours come from the naive board, and
figures are read from the data files anew.
"""

import random
from collections.abc import Iterator
from typing import Any

import typhoon
from tests.fuzz.checks import tables
from tests.hexgrid.naive import NaiveBoard, Place
from typhoon import Game, Order
from typhoon.hexgrid import hex_sheet

GAME = "typhoon-solitaire"
table = tables("typhoon_solitaire")


CASES = {row["case"] for row in table("cases.csv")}
UNITS = {row["unit"]: row for row in table("units.csv")}
GERMANS = {unit for unit, row in UNITS.items() if row["side"] == "german"}
SOVIETS = UNITS.keys() - GERMANS
ELITE = {unit for unit in SOVIETS if UNITS[unit]["formation"] in ("GD", "AC")}
SOVIET_AT_START = {row["hex"] for row in table("hexes.csv") if row["side"] == "soviet"}
TERRAIN = {row["hex"]: row["terrain"] for row in table("hexes.csv")}
RIVERS = {(row["hex_a"], row["hex_b"]) for row in table("edges.csv") if row["type"] == "river"}
RIVERS |= {(b, a) for a, b in RIVERS}
POINTS = {row["terrain"]: row for row in table("terrain_effects.csv")}

BOARD = NaiveBoard(hex_sheet(range(1, 55), range(1, 52)), "flat", "odd")
AROUND = {
    number: {BOARD.number[p] for p in BOARD.neighbours(place).values()}
    for number, place in BOARD.place.items()
}
EAST_EDGE = {number for number in AROUND if number[:2] == "54"}


def out_of_supply(soviet: set[str]) -> set[str]:
    """Soviet hexes without a chain of Soviet hexes to the east edge (11.0)."""
    reached = soviet & EAST_EDGE
    queue = list(reached)
    for number in queue:
        fresh = (AROUND[number] & soviet) - reached
        reached |= fresh
        queue += fresh
    return soviet - reached


# Games


def begin(how: str, seed: int, **given: Any) -> Game:
    """A game from its start, or late: turn 5, with everything west of column 29 taken."""
    if how != "late":
        return typhoon.new(GAME, how, seed=seed, **given)
    rng = random.Random(seed)
    west = {number for number in SOVIET_AT_START if number[:2] < "29"}
    front = rng.sample(sorted(number for number in west if number[:2] == "28"), 24)
    stacks = [front[number // 3] for number in range(len(GERMANS))]
    units = dict(zip(sorted(GERMANS), stacks, strict=True))
    return typhoon.build(GAME, turn=5, units=units, gained=sorted(west), seed=seed, **given)


def choose(game: Game, rng: random.Random) -> Order:
    """Any legal order, but eager to attack: into Soviet hexes, and on with the battle."""
    decision = game.decision
    assert decision is not None
    if decision.phase == "set-up":
        return game.parse("deploy") if rng.random() < 0.2 else game.orders.sample(rng)
    if "withdraw" in game.orders:
        return game.parse("fight" if rng.random() < 0.7 else "withdraw")
    if top_frame(game) == "Marching" and rng.random() < 0.85 and (to := _attack(game, rng)):
        return game.parse(f"march {to}")
    if "end" in game.orders and rng.random() < 0.01:
        return game.parse("end")
    order = game.orders.sample(rng)
    return game.orders.sample(rng) if order.verb == "end" else order


def _attack(game: Game, rng: random.Random) -> str:
    """A Soviet hex in reach: one that parts its Soviet neighbours, or far in the east, or any."""
    pos, index = game.position, game.rules.board.grid.index
    soviet = {number for number in AROUND if not pos.german >> index(number) & 1}
    marches = game.orders.offers().marches
    eager = sorted(soviet & marches.goals.keys()) if marches else []
    parting = [number for number in eager if parts_its_neighbours(number, soviet)]
    if parting and rng.random() < 0.6:
        return rng.choice(parting)
    if eager and rng.random() < 0.4:
        return eager[-1]
    return rng.choice(eager) if eager else ""


def parts_its_neighbours(number: str, soviet: set[str]) -> bool:
    """Whether the Soviet hexes around one do not all hang together side by side."""
    beside = AROUND[number] & soviet
    if not beside:
        return False
    found = [min(beside)]
    for other in found:
        found += (AROUND[other] & beside).difference(found)
    return len(found) < len(beside)


def positions(game: Game, seed: int, most: int = 100_000) -> Iterator[Game]:
    """A game met at every decision until it is over."""
    rng = random.Random(seed)
    for _ in range(most):
        if game.decision is None:
            return
        yield game
        game.push(choose(game, rng))


def soviet_hexes(game: Game) -> set[str]:
    """All hexes that are not German, told by the snapshot's list of gains."""
    gained = game.rules.board.grid.numbers(game.position.german & ~game.rules.german_at_start)
    return SOVIET_AT_START.difference(gained)


def top_frame(game: Game) -> str:
    return type(game.position.frames[-1]).__name__


# What must be true


class Watch:
    """Follows one game from decision to decision."""

    def __init__(self, game: Game) -> None:
        self.gained = SOVIET_AT_START - soviet_hexes(game)
        self.told = 0
        self.dead: set[str] = set()

    def check(self, game: Game) -> None:
        pos, rules = game.position, game.rules
        name = rules.board.grid.name
        where = {u: name[h] for u, h in zip(rules.unit_ids, pos.where, strict=True) if h >= 0}
        steps = {name: pos.steps(1 << unit) for unit, name in enumerate(rules.unit_ids)}
        kinds = {type(frame).__name__ for frame in pos.frames}
        self._check_control(game, where, kinds)
        self._check_soviets(game, steps, kinds)
        if game.decision is not None and game.decision.phase == "set-up":
            return
        check_germans(game, where, steps, kinds)
        check_stacks(game, where)
        assert pos.tally >= 0
        assert pos.turn > 2 or pos.tally <= len(self.gained), "only hexes that turned German are counted"

    def _check_control(self, game: Game, where: dict[str, str], kinds: set[str]) -> None:
        """Hexes turn German when that is told, and never back; nobody is cut off but in a breakout."""
        soviet = soviet_hexes(game)
        gained = SOVIET_AT_START - soviet
        log = game.log
        taken = {n for event in log[self.told :] if event.kind == "control" for n in event.facts["hexes"]}
        assert not taken & self.gained, "a hex changes hands once (3.5)"
        assert gained == self.gained | taken
        if taken:
            cut = out_of_supply(soviet)
            assert bool(cut) == ("Breakout" in kinds)
        self.gained, self.told = gained, len(log)
        battle_hexes = {frame.hex for frame in game.position.frames if type(frame).__name__ == "Battle"}
        assert set(where.values()) & soviet <= battle_hexes

    def _check_soviets(self, game: Game, steps: dict[str, int], kinds: set[str]) -> None:
        """Every Soviet unit is in the pool, in the battle, in reserve or out of the game (3.1, 8.3, 10.8)."""
        pos = game.position
        pool, defenders, dead = (set(pos.names(units)) for units in (pos.pool, pos.defenders, pos.dead))
        assert self.dead <= dead <= ELITE
        self.dead = dead
        reserve = SOVIETS - pool - defenders - dead
        assert len(pool) + len(defenders) + len(dead) + len(reserve) == len(SOVIETS) == 92
        assert len(reserve) == 10 - len(dead)
        assert all(UNITS[unit]["formation"] == "RD" for unit in reserve)
        assert not defenders or kinds & {"Battle", "Breakout"}
        full = {unit for unit in SOVIETS if steps[unit] == int(UNITS[unit]["steps"])}
        assert SOVIETS - defenders <= full


def check_germans(game: Game, where: dict[str, str], steps: dict[str, int], kinds: set[str]) -> None:
    """Nobody is ever lost for good; only in a battle can a unit of the force have no step left (10.10)."""
    pos = game.position
    assert where.keys() == GERMANS
    force = set(pos.names(pos.force))
    fallen = {unit for unit in GERMANS if not steps[unit]}
    assert all(steps[unit] <= int(UNITS[unit]["steps"]) for unit in GERMANS)
    assert fallen <= force
    assert not fallen or kinds & {"Battle", "Breakout"}
    assert bool(force) == ("Marching" in kinds)
    if force:
        assert len({where[unit] for unit in force}) == 1
        assert len({UNITS[unit]["mechanized"] for unit in force}) == 1
        assert pos.mp >= 0


def check_stacks(game: Game, where: dict[str, str]) -> None:
    """Three divisions to a hex, and armies apart on turns 1 to 4 (7.1 to 7.3)."""
    stacks: dict[str, list[str]] = {}
    for unit, hex_ in where.items():
        stacks.setdefault(hex_, []).append(unit)
    apart = game.position.turn < 5 and game.rules.scenario.id == "typhoon"
    for hex_, units in stacks.items():
        assert sum(int(UNITS[unit]["halves"]) for unit in units) <= 6, hex_
        assert not apart or len({UNITS[unit]["formation"] for unit in units}) == 1, hex_


def check_marches(game: Game) -> None:
    """The force on the march goes where a plain search over the map lets it go, at the same price (9)."""
    pos = game.position
    name = game.rules.board.grid.name
    force = set(pos.names(pos.force))
    soviet = soviet_hexes(game)
    mechanized = UNITS[next(iter(force))]["mechanized"] == "yes"
    column = "mp_mechanized" if mechanized else "mp_other"
    others: dict[str, list[str]] = {}
    for unit, hex_ in zip(game.rules.unit_ids, pos.where, strict=True):
        if hex_ >= 0 and unit not in force:
            others.setdefault(name[hex_], []).append(unit)
    apart = pos.turn < 5 and game.rules.scenario.id == "typhoon"
    formations = {UNITS[unit]["formation"] for unit in force}
    room = 6 - sum(int(UNITS[unit]["halves"]) for unit in force)

    def open_(number: str) -> bool:
        there = others.get(number, [])
        if number in soviet:
            return not pos.stood_down
        if apart and {UNITS[unit]["formation"] for unit in there} - formations:
            return False
        return sum(int(UNITS[unit]["halves"]) for unit in there) <= room

    def price(a: Place, b: Place) -> int:
        a_number, b_number = BOARD.number[a], BOARD.number[b]
        river = int(POINTS["river"][column]) if (a_number, b_number) in RIVERS else 0
        return int(POINTS[TERRAIN[b_number]][column]) + river

    free = {place for number, place in BOARD.place.items() if open_(number)}
    stop = {BOARD.place[number] for number in soviet}
    start = BOARD.place[name[pos.force_hex]]
    costs = BOARD.least_costs(start, pos.mp, price, free, stop)
    expected = {BOARD.number[place]: cost for place, cost in costs.items() if place != start}
    assert game.orders.offers().marches.goals == expected


# Orders that are nearly right

VERBS = {
    "place": "U H",
    "deploy": "F",
    "support": "U",
    "force": "U U",
    "march": "H",
    "drop": "U",
    "halt": "",
    "fight": "",
    "withdraw": "",
    "hit": "U",
    "allot": "",
    "end": "",
}
FORMATIONS = ["9A", "PG3", "4A", "PG4", "2A", "PG2", "3A"]


def mutant(game: Game, rng: random.Random) -> str:
    """A legal order with a word changed, left out or doubled, or an order of another moment."""
    fill = {
        "U": lambda: rng.choice([*game.rules.unit_ids, "PG9-9-Pz"]),
        "H": lambda: rng.choice([*AROUND, "9999"]),
        "F": lambda: rng.choice(FORMATIONS),
    }
    if rng.random() < 0.3:
        verb = rng.choice(list(VERBS))
        return " ".join([verb, *(fill[letter]() for letter in VERBS[verb].split())])
    words = str(game.orders.sample(rng)).split()
    place = rng.randrange(len(words))
    what = rng.random()
    if what < 0.15:
        del words[place]
    elif what < 0.3:
        words.insert(place, words[rng.randrange(len(words))])
    elif place == 0:
        words[0] = rng.choice(list(VERBS))
    elif words[place] in AROUND:
        words[place] = rng.choice(sorted(AROUND[words[place]]))
    else:
        words[place] = fill["U"]()
    return " ".join(words)
