"""The combat phase on sheet C worked out hex by hex, straight from the rules: slow and simple.

Like ``by_hand`` it uses only the data files, never the program's own geometry, odds or paths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any

from tests.games.operation_typhoon.by_hand import (
    COUNTERS,
    EDGES,
    HEXES,
    MECH,
    RULES,
    SMALL,
    WORKS,
    around,
    within,
)
from tests.games.operation_typhoon.positions import told
from tests.games.operation_typhoon.test_odds import TABLE
from typhoon import Game

SIDES = ("german", "soviet")
INFANTRY = ("infantry", "mechanized", "cavalry", "ski", "airborne")
CHITS = {chit.chit: chit for chit in RULES.chits}
DIVISIONS: dict[str, set[str]] = {}
for counter in COUNTERS.values():
    if counter.side == "german" and counter.size == "III":
        DIVISIONS.setdefault(counter.division, set()).add(counter.unit)
Way = tuple[str, ...]
Allocation = dict[frozenset[str], frozenset[str]]
"""Attackers by the hexes that they attack."""
TOO_MANY = 2_000
"""Attacks that are not listed one by one any more."""


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def distances(start: Collection[str]) -> dict[str, int]:
    """How far every hex is from the nearest of some."""
    found = dict.fromkeys(start, 0)
    front = list(found)
    for hex_ in front:
        for beside in around(hex_):
            if beside not in found:
                found[beside] = found[hex_] + 1
                front.append(beside)
    return found


class Field:
    """A moment of a combat phase."""

    def __init__(self, game: Game) -> None:
        self.words = told(game)
        self.units: dict[str, dict[str, Any]] = {}
        for name, state in self.words["units"].items():
            state = {"hex": state} if isinstance(state, str) else state
            if state["hex"] in HEXES:
                self.units[name] = state
        self.ground, self.snow = self.words["ground"], self.words.get("snow", False)
        self.hedgehogs = self.words.get("hedgehogs", ())
        self.combats = {combat["target"]: combat for combat in self.words.get("combats", ())}
        self.frame = self.words["frames"][-1] if "frames" in self.words else {}

    # Where units are

    def at(self, hex_: str) -> set[str]:
        return {name for name, state in self.units.items() if state["hex"] == hex_}

    def hex_of(self, name: str) -> str:
        found: str = self.units[name]["hex"]
        return found

    def hexes(self, side: str) -> set[str]:
        return {state["hex"] for name, state in self.units.items() if COUNTERS[name].side == side}

    def exerting(self, side: str) -> set[str]:
        """Hexes with a unit that has a zone of control (6.1)."""
        found = set()
        for name, state in self.units.items():
            counter, hex_ = COUNTERS[name], state["hex"]
            if counter.side != side or state.get("no_zone") or hex_ in self.hedgehogs:
                continue
            large = counter.size not in SMALL and counter.type != "hq" and not state.get("cadre")
            if large or (side == "soviet" and hex_ in WORKS):
                found.add(hex_)
        return found

    def zone(self, side: str) -> set[str]:
        return {beside for hex_ in self.exerting(side) for beside in around(hex_)}

    # Who attacks whom

    def size(self, name: str) -> str:
        """What a unit counts as when its stack fights (7.21 to 7.23)."""
        counter = COUNTERS[name]
        free = counter.side == "soviet" and counter.size in SMALL
        if free or counter.type == "hq" or self.units[name].get("cadre"):
            return name  # like nobody else
        return "large" if counter.size == ("III" if counter.side == "german" else "XX") else "small"

    def may_fight(self, units: Collection[str]) -> bool:
        """7.21 to 7.23."""
        sizes = [self.size(name) for name in units]
        large, small = sizes.count("large"), sizes.count("small")
        if not units:
            return True
        limits = {"german": ((1, 2), (0, 3)), "soviet": ((1, 1), (0, 2))}
        side = COUNTERS[next(iter(units))].side
        return any(large <= most and small <= others for most, others in limits[side])

    def attacks(self, side: str) -> set[tuple[frozenset[str], frozenset[str]]] | None:
        """All attacks that can be declared: target hexes and units; None when there are too many."""
        busy = {name for combat in self.combats.values() for name in combat["units"]}
        taken = {hex_ for target in self.combats for hex_ in target.split("+")}
        mine, enemies = self.hexes(side), self.hexes(other(side)) - taken
        groups = set()
        for hex_ in mine:
            groups |= {
                frozenset(group) for group in parts([h for h in around(hex_) if h in enemies]) if group
            }
        found = set()
        for group in groups:
            choices = []
            for hex_ in (hex_ for hex_ in mine if group <= set(around(hex_))):
                free = parts(sorted(self.at(hex_) - busy))
                choices.append([part for part in free if self.may_fight({*part, *(self.at(hex_) & busy)})])
            for chosen in product(*choices):
                if units := frozenset(chain(*chosen)):
                    found.add((group, units))
                if len(found) > TOO_MANY:
                    return None
        return found

    def obliged(self, side: str) -> set[str]:
        """Hexes whose units must attack: next to an enemy, and not in a town, city or works (9.13, 9.14)."""
        enemies, found = self.hexes(other(side)), set()
        for hex_ in self.hexes(side):
            sheltered = HEXES[hex_] in ("town", "city") or (side == "soviet" and hex_ in WORKS)
            if not sheltered and enemies & set(around(hex_)):
                found.add(hex_)
        return found

    def declared(self) -> Allocation:
        """Who attacks which hexes."""
        found = [(target.split("+"), combat["units"]) for target, combat in self.combats.items()]
        return {frozenset(targets): frozenset(units) for targets, units in found}

    def is_complete(self, side: str, allocation: Allocation) -> bool:
        """Whether everybody who must attack does, and everybody who must be attacked is (9.0, 9.11, 9.13)."""
        busy, taken = set(chain(*allocation.values())), set(chain(*allocation))
        for hex_ in self.obliged(side):
            if self.hexes(other(side)) & set(around(hex_)) - taken:
                return False
            stack = self.at(hex_)
            if any(self.may_fight(stack & busy | {name}) for name in stack - busy):
                return False
        return True

    def can_be_completed(self, side: str, allocation: Allocation) -> bool:
        """Whether all duties can be met without calling anything off, tried out in every way.

        Every unit that must attack and is in no combat yet is given every group of its neighbours in turn.
        """
        busy = set(chain(*allocation.values()))
        free = sorted(set(chain(*map(self.at, self.obliged(side)))) - busy)
        return self._completed(side, allocation, free)

    def _completed(self, side: str, allocation: Allocation, free: list[str]) -> bool:
        if not free:
            return self.is_complete(side, allocation)
        name, *rest = free
        hex_ = self.hex_of(name)
        if self._completed(side, allocation, rest):
            return True
        if not self.may_fight(self.at(hex_) & set(chain(*allocation.values())) | {name}):
            return False
        beside = [other_ for other_ in around(hex_) if other_ in self.hexes(other(side))]
        for group in map(frozenset, parts(beside)):
            apart = all(group == targets or not group & targets for targets in allocation)
            if group and apart:
                joined = {**allocation, group: allocation.get(group, frozenset()) | {name}}
                if self._completed(side, joined, rest):
                    return True
        return False

    # Which combat, and who takes part

    def next_combats(self, rolled: Collection[dict[str, Any]]) -> set[str]:
        """The combats that may be resolved next: those out of the hexes of results that wait (9.0, 9.99)."""
        found: set[str] = set()
        hexes = {self.hex_of(name) for result in rolled for name in result["attackers"]}
        while hexes:
            more = {t for t in set(self.combats) - found if hexes & self._out_of(t)}
            found |= more
            hexes = set().union(*map(self._out_of, more)) if more else set()
        return found if rolled else set(self.combats)

    def _out_of(self, target: str) -> set[str]:
        return {self.hex_of(name) for name in self.combats[target]["units"] if name in self.units}

    def engagements(self, target: str) -> set[frozenset[str]]:
        """Who may make an attack: of each stack as many of each size as were declared (7.24)."""
        busy = {name for combat in self.combats.values() for name in combat["units"]}
        declared = {name for name in self.combats[target]["units"] if name in self.units}
        choices = []
        for hex_ in sorted({self.hex_of(name) for name in declared}):
            mine = declared & self.at(hex_)
            sizes = sorted(map(self.size, mine))
            stack = sorted(mine | self.attacked(hex_) - busy)
            choices.append([part for part in parts(stack) if sorted(map(self.size, part)) == sizes])
        return {frozenset(chain(*chosen)) for chosen in product(*choices)}

    # The odds

    def strength(self, name: str) -> int:
        counter, state = COUNTERS[name], self.units[name]
        if state.get("cadre") or not counter.class_:
            return 2 if counter.type == "hq" and counter.side == "soviet" else 1
        strength: int = CHITS[state["chit"]].strength(counter.class_, reduced=state.get("reduced", False))
        return strength

    def attacking(self, name: str) -> int:
        supply, counter = self.units[name].get("supply", ""), COUNTERS[name]
        value = self.strength(name)
        if supply == "isolated":
            value = 1
        elif supply == "out" or (self.snow and not counter.winterized):
            value = max(1, value // 2)
        corps = "43" if counter.corps == "13" else counter.corps  # 18.18
        hqs = [COUNTERS[hq] for hq in self.words.get("assaulting", ()) if hq in self.units and hq != name]
        return 2 * value if any(hq.corps == corps for hq in hqs) else value

    def defending(self, name: str, attackers: Collection[str]) -> int:
        counter, hex_, value = COUNTERS[name], self.hex_of(name), self.strength(name)
        if self.units[name].get("supply") == "isolated" or (self.snow and not counter.winterized):
            value = max(1, value // 2)
        sides = [EDGES.get(frozenset((self.hex_of(attacker), hex_)), ()) for attacker in attackers]
        if self.ground != "river freeze" and all("river" in side for side in sides):
            value *= 2
        return value * 2 if counter.side == "soviet" and hex_ in WORKS else value

    def shift(self, units: Collection[str], defenders: Collection[str], targets: list[str]) -> int:
        """Columns to the right, without those for air points."""
        found = -any(hex_ in self.hedgehogs for hex_ in targets)
        if COUNTERS[next(iter(units))].side == "german":
            beside = set.intersection(*[set(around(hex_)) for hex_ in targets])
            whole = 0
            for regiments in DIVISIONS.values():
                there = all(name in self.units and self.hex_of(name) in beside for name in regiments)
                whole += len(regiments) > 1 and there and bool(regiments & set(units))
            found += min(3, whole)
        else:
            found -= any(self.has_company(name) for name in defenders)
        for hex_ in targets:
            types = {COUNTERS[name].type for name in self.attacked(hex_)}
            if types & set(INFANTRY) and types & {"armor", "antitank"}:
                return found
        for hex_ in {self.hex_of(name) for name in units}:
            stack = [COUNTERS[name].type for name in units if self.hex_of(name) == hex_]
            found += stack.count("armor") if set(stack) & set(INFANTRY) else 0
        return found

    def has_company(self, name: str) -> bool:
        """Whether a German regiment has another of its division with it or beside it (9.42)."""
        near = {self.hex_of(name), *around(self.hex_of(name))}
        mates = DIVISIONS.get(COUNTERS[name].division, set())
        return name in mates and any(m in self.units and self.hex_of(m) in near for m in mates - {name})

    def attacked(self, hex_: str) -> set[str]:
        """The units of a hex that are attacked with it (9.15, 9.94)."""
        done = ("fled", "fought")
        return {name for name in self.at(hex_) if not any(self.units[name].get(word) for word in done)}

    def combat(self, facts: dict[str, Any], air: int, cover: int) -> tuple[int, int, str]:
        """Attack, defence and result of a combat as it was thrown."""
        units, defenders, targets = facts["units"], facts["defenders"], facts["target"].split("+")
        attack = sum(self.attacking(name) for name in units)
        defense = sum(self.defending(name, units) for name in defenders)
        kinds = {HEXES[hex_] for hex_ in targets}
        even = 3 if kinds & {"city", "rough"} else 4 if kinds & {"woods", "town"} else 5
        column = even + attack // defense - 1 if attack >= defense else even + 1 - -(-defense // attack)
        column = min(13, max(1, column)) + self.shift(units, defenders, targets) + air - cover // 2
        return attack, defense, TABLE[sum(facts["dice"])].split()[min(13, max(1, column)) - 1]

    # Losses, retreats and advances

    def next_state(self, name: str) -> str:
        """What a unit is after it has lost a step (9.82)."""
        state = self.units[name]
        if state.get("cadre") or not COUNTERS[name].class_:
            return ""
        return "reduced" if self.strength(name) >= 3 and not state.get("reduced") else "a cadre"

    def losers(self, frame: dict[str, Any]) -> set[str]:
        """Who may take the next loss (9.87, 9.88)."""
        touched = set(frame["units"]) & set(self.units)
        fought = touched & set(frame["fighters"])
        tanks = {name for name in fought if COUNTERS[name].type == "armor"}
        return (tanks if frame.get("attacking") and tanks else fought) or touched

    def crosses(self, mech: bool, here: str, there: str) -> bool:
        """9.97."""
        edge = EDGES.get(frozenset((here, there)), set())
        return not mech or self.ground == "river freeze" or "river" not in edge or "road" in edge

    def retreats(self, frame: dict[str, Any]) -> set[Way]:
        """The ways back that the stacks may take, whichever goes first (9.92, 9.98)."""
        return set().union(*[self._retreats(frame, start) for start in frame["hexes"]])

    def _retreats(self, frame: dict[str, Any], start: str) -> set[Way]:
        side = SIDES[frame["side"]]
        enemies = self.hexes(other(side))
        stack = self.at(start) & set(frame["units"])
        mech = any(COUNTERS[name].type in MECH for name in stack)
        ways: list[Way] = [(start,)]
        for _ in range(frame["back"]):
            ways = [
                (*way, hex_)
                for way in ways
                for hex_ in around(way[-1])
                if hex_ not in way and hex_ not in enemies and HEXES[hex_] != "lake"
                if self.crosses(mech, way[-1], hex_)
            ]
        if frame["breakthrough"]:
            return set(ways)
        far = distances(enemies)
        most = max((far[way[-1]] for way in ways), default=0)
        best = {way for way in ways if far[way[-1]] == most}
        zone = self.zone(other(side))
        return {way for way in best if way[-1] not in zone} or best

    def advances(self, frame: dict[str, Any]) -> set[tuple[str, Way]]:
        """Every advance of every victor (9.95, 9.96, 9.98)."""
        comrades = set(frame.get("comrades", ()))
        able = (set(frame["units"]) | comrades) & set(self.units) - set(frame.get("done", ()))
        found = set()
        for name in able:
            if not self.units[name].get("fled"):
                most = frame["hexes"] - (frame.get("breakthrough", False) and name in comrades)
                for vacated, path in zip(frame["vacated"], frame["paths"], strict=True):
                    found |= {(name, way) for way in self._advance(frame, name, vacated, path, most)}
        return found

    def _advance(self, frame: dict[str, Any], name: str, vacated: str, path: Way, most: int) -> Iterator[Way]:
        side, mech = SIDES[frame["side"]], COUNTERS[name].type in MECH
        closed = self.hexes(other(side)) | {hex_ for hex_ in HEXES if HEXES[hex_] == "lake"}
        zone, ways = self.zone(other(side)), [(self.hex_of(name),)]
        while ways:
            way = ways.pop()
            gone = len(way) - 1
            if gone:
                yield way
            if gone == most or (gone > 1 and way[-1] in zone):
                continue
            last = frame.get("breakthrough", False) and gone + 1 == frame["hexes"]
            for hex_ in set(around(way[-1])) - closed - set(way):
                follows = gone < len(path) and hex_ == path[gone]
                free = mech or not path or last or follows
                if (hex_ == vacated if not gone else free) and self.crosses(mech, way[-1], hex_):
                    ways.append((*way, hex_))


def parts(names: Collection[str]) -> list[tuple[str, ...]]:
    return list(chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)))


def crowd(rng: Random) -> dict[str, dict[str, Any]]:
    """Both sides thrown together into a few hexes, with chits, in every state."""
    middle = rng.choice([h for h in HEXES if 4 < int(h[1:3]) < 35 and 4 < int(h[3:]) < 50])
    area = [hex_ for hex_ in sorted(within([middle], 3)) if HEXES[hex_] != "lake"]
    cups = {chit.chit: chit.count for chit in RULES.chits}
    units: dict[str, dict[str, Any]] = {}
    holder: dict[str, str] = {}
    names = [c.unit for c in RULES.counters if c.sheet == "C" or c.army == "10"]
    for name in rng.sample(names, rng.randint(14, 30)):
        counter, hex_ = COUNTERS[name], rng.choice(area)
        if holder.setdefault(hex_, counter.side) != counter.side:
            continue
        state: dict[str, Any] = {"hex": hex_}
        mine = [c for c in RULES.chits if (c.side, c.morale) == (counter.side, counter.morale)]
        left = [c for c in mine if cups[c.chit]]
        if counter.class_ and (not left or rng.random() < 0.15):
            state["cadre"] = True
        elif counter.class_:
            chit = rng.choice(left)
            cups[chit.chit] -= 1
            state["chit"] = chit.chit
            if chit.strength(counter.class_, reduced=False) >= 3 and rng.random() < 0.25:
                state["reduced"] = True
        if counter.type != "hq":
            state["supply"] = rng.choices(("", "out", "isolated"), (75, 15, 10))[0]
        units[name] = state
    return units


def skirmish(rng: Random) -> dict[str, str]:
    """A few units of both sides side by side, often beside a town or works."""
    places = [hex_ for hex_ in HEXES if HEXES[hex_] in ("town", "city") or hex_ in WORKS]
    middle = rng.choice(places if rng.random() < 0.5 else sorted(HEXES))
    area = [hex_ for hex_ in sorted(within([middle], 2)) if HEXES[hex_] != "lake"]
    names = [c.unit for c in RULES.counters if c.sheet == "C" or c.army == "10"]
    units: dict[str, str] = {}
    holder: dict[str, str] = {}
    for name in rng.sample(names, rng.randint(4, 9)):
        hex_ = rng.choice(area[:12])
        if holder.setdefault(hex_, COUNTERS[name].side) == COUNTERS[name].side:
            units[name] = hex_
    return units
