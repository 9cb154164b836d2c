"""What must be true of Red Typhoon at every moment, worked out from scratch and by the rulebook.

Nothing here uses the program's hex sets: hexes are numbers, neighbours come from the naive board, and
figures are read from the data files anew.
"""

import json

from tests.fuzz.checks import tables
from tests.hexgrid.naive import NaiveBoard
from typhoon import Game
from typhoon.hexgrid import hex_sheet

SIDES = ("soviet", "german")
LIMIT = {"soviet": 2, "german": 3}  # 7.0
FIRST_SHOCK_ARMY = {"S-C-01", "S-1S-WL"}
table = tables("red_typhoon")


CASES = {row["case"] for row in table("cases.csv")}
UNITS = {row["unit"]: row for row in table("units.csv")}
KEY_HEXES = {row["hex"] for row in table("cities.csv")} | {row["hex"] for row in table("supply_sources.csv")}
INCOME = {
    side: {int(row["turn"]): int(row[f"{side}_ap"]) for row in table("turn_track.csv")} for side in SIDES
}
BOARD = NaiveBoard(hex_sheet(range(1, 39), range(1, 47)), "flat", "even")
AROUND = {
    number: {BOARD.number[p] for p in BOARD.neighbours(place).values()}
    for number, place in BOARD.place.items()
}
TERRAIN = {row["hex"]: row["terrain"] for row in table("hexes.csv")}
ROADS = {(row["hex_a"], row["hex_b"]) for row in table("edges.csv") if row["type"] == "road"}
ROADS |= {(b, a) for a, b in ROADS}


def side_of(unit: str) -> str:
    return UNITS[unit]["side"]


class Look:
    """A position in plain sets and dicts, read from the column of unit hexes alone."""

    def __init__(self, game: Game) -> None:
        pos, rules = game.position, game.rules
        name = rules.board.grid.name
        self.hex_of = {u: name[h] for u, h in zip(rules.unit_ids, pos.where, strict=True) if h >= 0}
        self.disrupted = self.units(game, pos.disrupted)
        self.eliminated = self.units(game, pos.eliminated)
        self.stacks: dict[str, set[str]] = {}
        for unit, hex_ in self.hex_of.items():
            self.stacks.setdefault(hex_, set()).add(unit)
        self.held = {side: {h for u, h in self.hex_of.items() if side_of(u) == side} for side in SIDES}
        self.firm = {
            side: {h for u, h in self.hex_of.items() if side_of(u) == side and u not in self.disrupted}
            for side in SIDES
        }
        self.zone = {side: {n for h in self.firm[side] for n in AROUND[h]} for side in SIDES}

    @staticmethod
    def units(game: Game, units: int) -> set[str]:
        return {unit for number, unit in enumerate(game.rules.unit_ids) if units >> number & 1}


def check_position(game: Game) -> None:
    look = Look(game)
    check_columns(game, look)
    check_units(game, look)
    check_stacking(game, look)
    check_control(game, look)
    check_points(game)


def check_columns(game: Game, look: Look) -> None:
    """Stacks, occupied hexes and zones of control are what the units' hexes make them."""
    pos, grid = game.position, game.rules.board.grid
    assert {grid.name[h]: look.units(game, units) for h, units in pos.stacks.items()} == look.stacks
    assert look.units(game, pos.in_play) == set(look.hex_of)
    for number, side in enumerate(SIDES):
        assert set(grid.numbers(pos.occupied[number])) == look.held[side]
        assert set(grid.numbers(pos.firm[number])) == look.firm[side]
        assert set(grid.numbers(pos.zone(number))) == look.zone[side]
    assert look.disrupted | look.units(game, pos.stopped) <= set(look.hex_of)
    assert look.units(game, pos.attacked | pos.defended) <= set(look.hex_of) | look.eliminated


def check_units(game: Game, look: Look) -> None:
    """Each unit is on the map, eliminated, withdrawn, to come, or the 1S left in the box."""
    pos = game.position
    boxed = {"S-1S-WL"} if game.rules.options["first-shock-army"] == "WR" else {"S-C-01"}
    withdrawn = FIRST_SHOCK_ARMY - boxed if pos.withdrawn_on else set()
    places = [set(look.hex_of), look.eliminated, boxed, withdrawn]
    missing = set(UNITS) - set().union(*places)
    assert sum(map(len, places)) + len(missing) == len(UNITS), "a unit is in two places"
    if game.decision is not None and game.decision.phase == "set-up":
        assert not look.eliminated
        return
    reinforcements = {u for u, row in UNITS.items() if row["first_turn"]}
    assert missing <= reinforcements
    late = {u for u in missing if UNITS[u]["type"] == "partisan" and int(UNITS[u]["first_turn"]) < pos.turn}
    assert not late, "partisans cannot be delayed (13.3)"
    early = {u for u in reinforcements - missing if int(UNITS[u]["first_turn"]) > pos.turn}
    assert not early


def check_stacking(game: Game, look: Look) -> None:
    """No hex holds both sides; none is overfull but for the side that moves or a combat going on (7.1)."""
    assert not look.held["soviet"] & look.held["german"]
    frames = [type(frame).__name__ for frame in game.position.frames]
    if game.result is not None or len(frames) > 1:
        return
    acting = game.decision.side if frames[0] in ("Movement", "RemoveExcess") else ""
    for hex_, units in look.stacks.items():
        side = side_of(next(iter(units)))
        size = len(units) + len(units & FIRST_SHOCK_ARMY)
        assert size <= LIMIT[side] or side == acting, f"{hex_} is overfull in {frames}"


def check_control(game: Game, look: Look) -> None:
    """Every city and source has one controller: whoever stands there (2.1)."""
    pos, grid = game.position, game.rules.board.grid
    soviet, german = (set(grid.numbers(hexes)) for hexes in pos.control)
    assert soviet | german == KEY_HEXES
    assert not soviet & german
    if game.decision is not None and game.decision.phase != "set-up":
        assert look.held["soviet"] & KEY_HEXES <= soviet
        assert look.held["german"] & KEY_HEXES <= german


def check_points(game: Game) -> None:
    """Nobody owes points; a side keeps five at most over the enemy's turn (12.6)."""
    pos = game.position
    acting = "soviet" if game.rules.phase_in_play(pos).split()[0] != "german" else "german"
    for side, unused in zip(SIDES, pos.ap, strict=True):
        assert unused >= 0
        assert unused <= 5 + (INCOME[side][pos.turn] if side == acting else 0)


def check_movers(game: Game) -> None:
    """The reach of every mover is as if it were worked out anew."""
    pos = game.position
    phase = pos.frames[-1]
    if type(phase).__name__ != "Movement":
        return
    anew = pos.copy()
    anew.movers = anew.field = None
    marches = game.rules.marches
    kept, fresh = marches.movers(pos, phase.side), marches.movers(anew, phase.side)
    assert list(kept) == list(fresh)
    for unit, way in kept.items():
        assert (way.start, way.layers) == (fresh[unit].start, fresh[unit].layers)


def check_march(game: Game, unit: str) -> None:
    """A unit with movement orders goes where a plain search over the printed map lets it go (6.1, 8)."""
    pos, row = game.position, UNITS[unit]
    number = game.rules.unit_number[unit]
    look = Look(game)
    enemy = "german" if row["side"] == "soviet" else "soviet"
    white = row["white_movement"] == "yes"

    def price(a, b):
        """In half points, by the terrain effects chart of 8.2."""
        if (BOARD.number[a], BOARD.number[b]) in ROADS:
            return 1 if white else 2
        return (6 if white else 4) if TERRAIN[BOARD.number[b]] == "woods" else 2

    free = {BOARD.place[n] for n in BOARD.place if n not in look.held[enemy]}
    stop = {BOARD.place[n] for n in look.zone[enemy]}
    start = BOARD.place[look.hex_of[unit]]
    costs = BOARD.least_costs(start, pos.left[number], price, free, stop)
    offered = game.orders.offers().moves.goals[unit]
    assert offered == {BOARD.number[p]: cost / 2 for p, cost in costs.items() if p != start}


def check_views(game: Game) -> None:
    """No view tells the dice key, and only the decider has offers and prompt."""
    key = game.dice.key.hex()
    for side in SIDES:
        written = game.view(side).encode()
        assert key.encode() not in written
        assert bytes.fromhex(key) not in written
        told = json.loads(written)
        if told["decision"] is not None and told["decision"]["side"] != side:
            assert told["decision"]["prompt"] == ""
            assert told["offers"] is None
