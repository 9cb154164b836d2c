"""A game small enough to be worked out by hand: two sides, four units, a strip of fifteen hexes.

Each turn red moves or waits, then blue; whoever is scouting throws dice.  What tests change in it they lay
over it as a variant would.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from typhoon.engine.about import About, Option, Scenario
from typhoon.engine.board import Board, HexRow, MapFile, Sheet
from typhoon.engine.box import Box
from typhoon.engine.chapters import Act, Chapter
from typhoon.engine.columns import Flag, column
from typhoon.engine.data import DataFolder
from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Header
from typhoon.engine.orders import End, Listed, Move
from typhoon.engine.phase import Phase, SideNumber
from typhoon.engine.position import Position, Result
from typhoon.engine.rules import Rules, Score
from typhoon.engine.ruling import Ruling
from typhoon.hexgrid import bits

RED, BLUE = 0, 1


class Counter(NamedTuple):
    unit: str
    side: str


class SmallBox(Box):
    """Hexes 0101 to 0503; R1, R2, B1 and B2."""

    def __init__(self) -> None:
        counters = [Counter("R1", "red"), Counter("R2", "red"), Counter("B1", "blue"), Counter("B2", "blue")]
        super().__init__(DataFolder([]), ("red", "blue"), counters)
        hexes = [
            HexRow(f"0{c}0{r}", "clear", "Town" if (c, r) == (3, 2) else "")
            for c in range(1, 6)
            for r in (1, 2, 3)
        ]
        sheet = Sheet(columns=(1, 5), rows=(1, 3))
        file = MapFile("Small", (sheet,), top="flat", shifted="even", km_per_hex=1)
        self.board = Board(file, hexes, edges=[])
        self.grid = self.board.grid
        self.last_turn = 2


class SmallPosition(Position):
    tired: int = column(Flag())


class Pace(Chapter):
    """How far units go."""

    def __init__(self, law: Any) -> None:
        super().__init__(law)
        self.known: dict[int, int] = {}

    def steps(self, unit: int) -> int:
        return 1

    def reach(self, pos: SmallPosition, unit: int) -> int:
        """The hexes a unit can go to; remembered, as chapters may."""
        here = pos.where[unit]
        if here not in self.known:
            self.known[here] = self.law.grid.disc(here, self.steps(unit)) & ~(1 << here)
        return self.known[here]


class Turn(Phase[SmallPosition], frozen=True, tag="turn"):
    about: ClassVar[str] = "1.0"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{('red', 'blue')[self.side]} turn"

    def prompt(self, pos: SmallPosition) -> str:
        return "Go or stay."


class Go(Act[SmallPosition, Turn, Move]):
    phase = Turn
    kind = Move

    def offered(self, pos, phase):
        name = self.law.grid.name
        units = bits(self.law.units_of[phase.side] & pos.in_play & ~pos.tired)
        return [
            Listed(
                [
                    Move(self.law.unit_ids[unit], (name[pos.where[unit]], name[to]))
                    for unit in units
                    for to in bits(self.law.pace.reach(pos, unit))
                ]
            )
        ]

    def why_not(self, pos, phase, order):
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        if isinstance(unit, Ruling):
            return unit
        if order in list(self.offered(pos, phase)[0]):
            return None
        return Ruling("2.0", f"{order.unit} cannot go there")

    def apply(self, pos, phase, order, umpire):
        unit = self.law.unit_number[order.unit]
        pos.remove(unit)
        pos.place(unit, self.law.grid.index(order.path[-1]))
        pos.tired |= 1 << unit
        umpire.tell("went", unit=order.unit, hex=order.path[-1])


class Stay(Act[SmallPosition, Turn, End]):
    phase = Turn
    kind = End

    def offered(self, pos, phase):
        return [Listed([End()])]

    def why_not(self, pos, phase, order):
        return None

    def apply(self, pos, phase, order, umpire):
        pos.tired = 0
        pos.frames.pop()


class SmallGame(Rules[SmallPosition]):
    about: ClassVar[About] = About(
        id="small",
        title="Small",
        sides=("red", "blue"),
        scenarios=(Scenario("strip", "The strip", "Four units."),),
        options=(Option("pace", "How far units go", ("slow", "quick"), "2.0"),),
        status="playable",
    )
    box_type: ClassVar[type[Box]] = SmallBox
    position_type: ClassVar[type[Any]] = SmallPosition
    chapters: ClassVar[Mapping[str, type[Chapter]]] = {"pace": Pace}
    acts: ClassVar[tuple[type[Act[Any, Any, Any]], ...]] = (Go, Stay)
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Turn,)
    story: ClassVar[Mapping[str, Any]] = {
        "turn": "Turn {turn}.",
        "phase": "The {phase}.",
        "went": "{unit} goes to {hex}.",
        "over": "Over.",
    }
    case_of_sequence: ClassVar[str] = "1.0"
    case_of_end: ClassVar[str] = "9.0"
    case_of_units: ClassVar[str] = "3.0"
    case_of_sides: ClassVar[str] = "1.0"
    case_of_map: ClassVar[str] = "4.0"
    usual_phase: ClassVar[str] = "red turn"

    def sequence_of_play(self):
        return Turn(RED), Turn(BLUE)

    def start(self):
        return self.restore({"units": {"R1": "0101", "R2": "0103", "B1": "0501", "B2": "0503"}})

    def scores(self, pos):
        return [Score("red", int(self.grid.name[pos.where[0]][:2]), "miles", "9.0")]

    def finish(self, pos, umpire):
        pos.result = Result("red victory", "red", {"red": 1}, "always")
        umpire.tell("over")


BOX = SmallBox()


def law(kind: type[SmallGame] = SmallGame, version: int = 1, **options: str) -> Any:
    """The small game, or a variant of it, as chosen."""
    return kind(BOX, kind.about.scenarios[0], kind.checked_options(options), version)


def game(rules: Any, dice: list[int] | None = None, **position: Any) -> Game:
    """A game by a law, begun at its start or from a position of one's own."""
    pos = rules.restore(position) if position else rules.start()
    return Game(pos, GivenDice(dice or []), Header(rules.about.id, "strip", rules.version))
