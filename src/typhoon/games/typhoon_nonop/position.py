"""The state of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.cases import case
from typhoon.engine.columns import (
    Derived,
    Fate,
    Flag,
    Hexes,
    Kept,
    Number,
    PerSide,
    Truth,
    UnitMap,
    Units,
    Word,
    column,
)
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, WEATHERS
from typhoon.games.typhoon_nonop.columns import (
    TALLIES,
    AirBoxes,
    Bridge,
    Bridges,
    Combat,
    Combats,
    Control,
    Converted,
    Cover,
    Firing,
    Left,
    Lost,
    Missions,
    Origin,
    Pockets,
    SideHexes,
    Tally,
)
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop import TyphoonNonop
    from typhoon.games.typhoon_nonop.attacks import Front
    from typhoon.games.typhoon_nonop.mobility import Known


class NonopPosition(Position):
    """Weather, units and their steps, supply, works, air units, combats and points."""

    rules: TyphoonNonop

    # Weather (B5)
    weather: int = column(Word(WEATHERS, "dry", always=True))
    run: int = column(Number())
    """How many turns in a row the weather has been the same."""
    storm: bool = column(Truth())
    lingering: bool = column(Truth())
    """Dry after Mud: woods are still in Mud."""
    frost_rolled: bool = column(Truth())
    """Whether Frost came up after Snow."""
    frozen: bool = column(Truth())

    # Units
    lost: list[int] = column(Lost())
    emergency: int = column(Flag("supply", "emergency"))
    out: int = column(Flag("supply", "out"))
    overrun: int = column(Flag())
    """Units with an Overrun marker."""
    nonop: int = column(Flag())
    """HQs with their Non-Op side up."""
    garrison: int = column(Flag())
    cadre: int = column(Fate("lost"))
    """The Cadre Box."""
    barred: int = column(Fate("barred"))
    """The Cannot Rebuild box."""
    arrivals: int = column(Units("unit that arrives", optional=True))
    """Units still to come."""
    manned: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes with combat units of each side."""
    stood: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes with combat units or HQs of each side, which the enemy cannot enter."""
    firm: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes out of which units other than motor units have a zone of control."""
    firm_motor: list[int] = column(Derived(lambda rules: [0, 0]))
    """The same of motor units."""

    # The map
    control: list[int] = column(Control("hex"))
    taken: int = column(Hexes())
    """VP places that the Germans took this turn."""
    razed: int = column(Hexes())
    """Map fortifications that were destroyed."""
    strongpoints: list[int] = column(SideHexes("strongpoints_at_start"))
    sites: list[int] = column(SideHexes())
    """Strongpoints under construction."""
    bridges: dict[str, Bridge] = column(Bridges())
    converted: int = column(Converted())

    # Air
    air: list[int] = column(AirBoxes())
    """The box of each air unit."""
    missions: dict[int, int] = column(Missions())
    """Air units over a hex."""
    unseen: tuple[int, ...] = column(Derived(()))
    """Of a view: hexes over which air units are that it may not tell."""
    firing: int = column(Firing())
    """Those of them that fly to fight."""
    cover: dict[int, tuple[int, int]] = column(Cover())
    """CAS points of each side over defender hexes."""
    interdicted: int = column(Hexes())
    """Hexes in an interdiction zone."""
    interdicted_twice: int = column(Hexes("heavily_interdicted"))
    """Those of level 2."""

    # What comes
    points: list[int] = column(PerSide(always=False))
    """Attack supply points to be placed."""
    replacements: int = column(Number())
    new_strongpoints: int = column(Number())
    new_e_strongpoints: int = column(Number())
    mandated: int = column(Number())
    """Mandated Attacks that are owed."""

    # The movement phases
    moved: int = column(Flag("moved", "yes"))
    """Units that have begun to move in this phase."""
    left: dict[int, int] = column(Left())
    """Who is on the move, with what is left; everybody else who has begun to move has finished."""
    origin: int = column(Origin())
    """The hex that those on the move started from."""
    stirred: int = column(Flag())
    """Units that have moved in this turn."""
    activated: int = column(Flag())
    activations: dict[int, int] = column(UnitMap())
    """Command used to activate, by HQ; a Guards unit besides is counted apart."""
    guards_called: int = column(Flag())
    """HQs that have activated their Guards unit."""
    started: dict[int, int] = column(UnitMap())
    """How many units each Non-Op HQ has let go in this phase."""
    by_rail: int = column(Number())
    movers: Known | None = column(Kept())
    """Who can move in each way, as long as nothing has changed."""

    # The combat phases
    front: Front | None = column(Kept())
    """Who can attack whom, as long as nothing has changed."""
    combats: tuple[Combat, ...] = column(Combats())
    reacted: int = column(Hexes())
    """Defender hexes for which a unit has reacted."""
    reactions: dict[int, int] = column(UnitMap())
    """Command used for reactions, by HQ."""
    orders_given: dict[int, int] = column(UnitMap())
    """Command used for orders in this reaction phase, by HQ."""
    fired: int = column(Flag())
    """Guns that have fired, and units that have reacted, since attacks were declared."""

    # Points (B24)
    tally: list[int] = column(Tally())
    pockets: dict[str, tuple[int, int]] = column(Pockets())
    """The turn on which each pocket first stood, with the most divisions that were in it."""

    def place(self, unit: int, hex_: int) -> None:
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        self.look(side, hex_)

    def remove(self, unit: int) -> None:
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self.look(side, hex_)

    @case("B10.3", "B11.10")
    def look(self, side: int, hex_: int) -> None:
        """See what the units of a hex amount to: who stands there, and whose zones reach out of it."""
        rules, bit, units = self.rules, 1 << hex_, self.stacks.get(hex_, 0)
        zone = units & rules.with_zone & ~self.overrun
        motor = zone & rules.motor
        if (not units & rules.combat_units) != (not self.manned[side] & bit):
            self.manned[side] ^= bit
        if (not units & rules.ground_units) != (not self.stood[side] & bit):
            self.stood[side] ^= bit
        if (zone == motor) != (not self.firm[side] & bit):
            self.firm[side] ^= bit
        if (not motor) != (not self.firm_motor[side] & bit):
            self.firm_motor[side] ^= bit
        self.movers = self.front = None

    def forget(self) -> None:
        """Something has changed: who can move and who can attack has to be worked out anew."""
        self.movers = self.front = None

    def standing_in(self, hexes: int) -> int:
        """All units in some hexes, none of which is empty."""
        found = 0
        for hex_ in bits(hexes):
            found |= self.stacks[hex_]
        return found

    def zone(self, side: int) -> int:
        """Every hex in a zone of control of the side."""
        return self.rules.zones.zone(self, side)

    @case("B19.3")
    def pass_through(self, side: int, hexes: int, umpire: Umpire) -> None:
        """Combat units of a side were in these hexes: they are theirs now."""
        if taken := hexes & self.control[1 - side]:
            self.control[1 - side] &= ~taken
            self.control[side] |= taken
            rules = self.rules
            self.taken = self.taken | taken & rules.victory.places if side == GERMAN else self.taken & ~taken
            if told := taken & (rules.ground.settled | rules.victory.places):
                umpire.tell("control", hexes=tuple(rules.grid.numbers(told)), side=SIDES[side])

    def count(self, what: str, number: int = 1) -> None:
        """Count something for victory points."""
        self.tally[TALLIES.index(what)] += number

    def counted(self, what: str) -> int:
        return self.tally[TALLIES.index(what)]
