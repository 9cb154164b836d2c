"""Operation Typhoon played by chance, with a taste for combat, and what must be true of it always."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import typhoon
from tests.fuzz.checks import tables
from typhoon import Game, Order

GAME = "operation-typhoon"
table = tables("operation_typhoon")


CASES = {row["case"] for row in table("cases.csv")}
UNITS = {row["unit"]: row for row in table("units.csv")}
CHITS = {row["chit"]: int(row["count"]) for row in table("chits.csv")}
CUP = {row["chit"]: (row["side"], row["morale"]) for row in table("chits.csv")}
PLACES = {row["hex"] for row in table("places.csv")}
ENTRENCHED = {row["hex"] for row in table("hexes.csv") if row["entrenchment"] == "yes"}
LIMIT = {"german": 3, "soviet": 2}


def begin(scenario: str, seed: int, **given: Any) -> Game:
    return typhoon.new(GAME, scenario, seed=seed, **given)


def choose(game: Game, rng: random.Random) -> Order:
    """Any legal order, but eager to meet the enemy and to get on."""
    frame = top_frame(game)
    if frame == "SetUp":
        return game.parse("deploy") if rng.random() < 0.9 else game.orders.sample(rng)
    if frame == "Movement":
        if rng.random() < 0.04 and game.why_not("end") is None:
            return game.parse("end")
        return min((game.orders.sample(rng) for _ in range(5)), key=lambda order: _far(game, order))
    if frame == "Declaring" and rng.random() < 0.6:
        return game.parse("propose" if game.why_not("end") else "end")
    if frame in ("Interdiction", "Advancing") and rng.random() < 0.5:
        return game.parse("end")
    return game.orders.sample(rng)


def _far(game: Game, order: Order) -> int:
    """How far from the nearest enemy a move ends."""
    path = getattr(order, "path", ())
    pos = game.position
    grid = pos.ground.grid
    if not path or path[-1] not in grid:
        return 60
    side = game.rules.sides.index(game.decision.side)
    reached, distance = 1 << grid.index(path[-1]), 0
    while not reached & pos.occupied[1 - side] and distance < 40:
        reached, distance = grid.grow(reached), distance + 1
    return distance


def top_frame(game: Game) -> str:
    return type(game.position.frames[-1]).__name__


def positions(game: Game, seed: int, *, until: int = 99) -> Iterator[None]:
    """The moments of a game before each order, up to a turn."""
    rng = random.Random(seed)
    while game.decision is not None and game.decision.turn <= until:
        yield
        game.push(choose(game, rng))


class Watch:
    """What must hold after every order, worked out from the snapshot and the data files alone."""

    def __init__(self, game: Game) -> None:
        self.cast = self._cast(game)
        self.movement_of = ""

    def check(self, game: Game) -> None:
        words = game.rules.snapshot(game.position)
        units = {n: {"hex": s} if isinstance(s, str) else s for n, s in words["units"].items()}
        gone = {n for n, s in units.items() if s["hex"] in ("eliminated", "withdrawn")}
        here = {n: s for n, s in units.items() if n not in gone}
        if words["phase"] != "set-up":
            self._check_units(words, units)
        self._check_chits(game, here)
        self._check_hexes(words, here)
        self._check_stacks(game, words, here)
        self._check_zones(game, words, here)

    def _cast(self, game: Game) -> set[str]:
        scenario = game.rules.scenario
        start = {n for n, row in UNITS.items() if row["sheet"] and row["sheet"] in scenario.sheets}
        return start | {game.rules.unit_ids[unit] for unit in game.position.arrival}

    def _check_units(self, words: dict[str, Any], units: dict[str, Any]) -> None:
        """Every unit of the scenario is on the map, gone, exited or still to come, and only one of them."""
        found = Counter([*units, *words["arrivals"], *words.get("exited", {})])
        assert found.keys() == self.cast
        assert set(found.values()) == {1}

    def _check_chits(self, game: Game, here: dict[str, Any]) -> None:
        """Chits are in their cup or under a unit of that cup; those in sight are as many as there are."""
        under = Counter(state["chit"] for state in here.values() if "chit" in state)
        pool = dict(zip(CHITS, game.position.pool, strict=True))
        if game.rules.options["strengths"] != "constant":
            assert {chit: pool[chit] + under[chit] for chit in CHITS} == CHITS
        for name, state in here.items():
            row = UNITS[name]
            if "chit" in state and state["chit"] in CUP:
                assert CUP[state["chit"]] == (row["side"], row["morale"])
            assert not ("chit" in state and state.get("cadre"))
            assert row["class"] or not ("chit" in state or state.get("cadre"))
            assert "chit" in state or not state.get("reduced")

    def _check_hexes(self, words: dict[str, Any], here: dict[str, Any]) -> None:
        """No two sides in a hex, and towns belong to whoever stands in them."""
        sides: dict[str, set[str]] = {}
        for name, state in here.items():
            sides.setdefault(state["hex"], set()).add(UNITS[name]["side"])
        assert all(len(found) == 1 for found in sides.values())
        if words["phase"] != "set-up":
            for number in sides.keys() & PLACES:
                (side,) = sides[number]
                assert words["control"].get(number, side) == side

    def _check_stacks(self, game: Game, words: dict[str, Any], here: dict[str, Any]) -> None:
        """Just after a side's movement phase its stacks are within the limits (7.0)."""
        if top_frame(game) == "Declaring" and self.movement_of != words["phase"]:
            side = words["phase"].split()[0]
            stacks: dict[str, list[str]] = {}
            for name, state in here.items():
                if UNITS[name]["side"] == side:
                    stacks.setdefault(state["hex"], []).append(name)
            for stack in stacks.values():
                if all(here[name].get("uncommitted") for name in stack):
                    continue  # R28
                kinds = Counter(self._kind(name, here[name]) for name in stack)
                assert kinds["counting"] <= LIMIT[side]
                assert max(kinds["hq"], kinds["cadre"], kinds["small"]) <= 1
        self.movement_of = words["phase"]

    @staticmethod
    def _kind(name: str, state: dict[str, Any]) -> str:
        row = UNITS[name]
        if row["type"] == "hq":
            return "hq"
        if state.get("cadre"):
            return "cadre"
        small = row["side"] == "soviet" and row["size"] in ("II", "coy")
        return "small" if small else "counting"

    def _check_zones(self, game: Game, words: dict[str, Any], here: dict[str, Any]) -> None:
        """Hexes with a unit that exerts a zone of control, worked out anew (6.1, 9.98, 19.13)."""
        firm: dict[str, set[str]] = {"german": set(), "soviet": set()}
        for name, state in here.items():
            row, hex_ = UNITS[name], state["hex"]
            able = row["type"] != "hq" and row["size"] not in ("II", "coy") and not state.get("cadre")
            dug_in = row["side"] == "soviet" and hex_ in ENTRENCHED
            if (able or dug_in) and not state.get("no_zone") and hex_ not in words.get("hedgehogs", ()):
                firm[row["side"]].add(hex_)
        grid = game.position.ground.grid
        for number, side in enumerate(game.rules.sides):
            assert set(grid.numbers(game.position.firm[number])) == firm[side]


# Orders that are nearly right

VERBS = [kind.verb for kind in typhoon.games.operation_typhoon.OperationTyphoon.order_kinds]


def mutant(game: Game, rng: random.Random) -> str:
    """A legal order with a word changed, left out or doubled, or a word of another order."""
    words = str(game.orders.sample(rng)).split()
    place, what = rng.randrange(len(words)), rng.random()
    if what < 0.15:
        del words[place]
    elif what < 0.3:
        words.insert(place, rng.choice(words))
    elif place == 0:
        words[0] = rng.choice(VERBS)
    elif words[place] in UNITS:
        words[place] = rng.choice([*UNITS, "99/99"])
    else:
        numbers = words[place].replace("+", "-").split("-")
        numbers[rng.randrange(len(numbers))] = _hex(game, rng)
        words[place] = ("+" if "+" in words[place] else "-").join(numbers)
    return " ".join(words)


def _hex(game: Game, rng: random.Random) -> str:
    grid = game.position.ground.grid
    held = [grid.name[hex_] for hex_ in game.position.where if hex_ >= 0]
    near = grid.numbers(grid.around(grid.index(rng.choice(held)))) if held else []
    return rng.choice([*near, *held[:20], "C9999", "0101", "2", "-1"])
