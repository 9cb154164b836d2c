"""Missions: air units sent out, their roles, air combat, and what comes of it (B13, B15.1, B17)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop import proposals
from typhoon.games.typhoon_nonop.air_war import MOST, Mission
from typhoon.games.typhoon_nonop.charts import (
    FLOWN,
    GERMAN,
    SIDES,
    SOVIET,
    last_from,
)
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import UnitHexes
from typhoon.mechanics.planning import Chore, Propose


class Fly(Order, frozen=True, gc=False):
    """Send an air unit over a hex."""

    verb: ClassVar[str] = "fly"
    label: ClassVar[str] = "Send"
    waiting: ClassVar[str] = "Air units ready"
    unit: str
    hex: str


class Recall(Order, frozen=True, gc=False):
    """Keep an air unit at home that was to be sent out."""

    verb: ClassVar[str] = "recall"
    label: ClassVar[str] = "Keep at home"
    waiting: ClassVar[str] = "Sent out"
    unit: str


class Engage(Order, frozen=True, gc=False):
    """Let an air unit fly to fight, not for the mission."""

    verb: ClassVar[str] = "engage"
    label: ClassVar[str] = "Fly to fight"
    waiting: ClassVar[str] = "Your fighters over the hex"
    unit: str


class Pair(Order, frozen=True, gc=False):
    """Set one of your firing air units on an enemy."""

    verb: ClassVar[str] = "pair"
    label: ClassVar[str] = "Set on"
    waiting: ClassVar[str] = "Your firing units"
    unit: str
    enemy: str


class InterdictionPhase(Phase[NonopPosition], frozen=True, tag="interdiction"):
    """The Germans send air units against the Soviet rear."""

    about: ClassVar[str] = "B13.1"
    name = "german air interdiction"

    @case("B13.1")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        pos.frames[-1] = OverHexes("interdiction", GERMAN, self.name)
        pos.frames.append(Placing(SOVIET, "interdiction", GERMAN, self.name))
        pos.frames.append(Placing(GERMAN, "interdiction", GERMAN, self.name))
        return False


class Placing(Chore[NonopPosition], frozen=True, tag="placing"):
    """A side sends its air units out, faces hidden."""

    about: ClassVar[str] = "B17.3"
    part: ClassVar[str] = "air missions"
    takes: ClassVar[tuple[type[Order], ...]] = (Fly, Recall, Propose, End)
    side: SideNumber
    mission: Mission
    phasing: SideNumber
    phase_name: str

    @property
    def name(self) -> str:
        return self.phase_name

    def _choices(self, pos: NonopPosition) -> list[tuple[str, int]]:
        ids, choices = pos.rules.air_ids, pos.rules.air_war.choices(pos, self.side, self.mission)
        return [(ids[unit], hexes) for unit, hexes in choices]

    def _sent(self, pos: NonopPosition) -> list[str]:
        """Air units of the side that are to be sent out."""
        law = pos.rules
        return [law.air_ids[unit] for unit in sorted(pos.missions) if law.air_of[self.side] >> unit & 1]

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._sent(pos) or self._choices(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: NonopPosition) -> str:
        if self.mission == "cas":
            return f"Send air units over attacked hexes, up to {MOST} over each. Then end."
        if self.side == SOVIET:
            return "Send fighters over the hexes that German air units fly to. Then end."
        return (
            f"Send air units over the Soviet rear, up to {MOST} over a hex, 3 points for level 2. Then end."
        )

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        name = pos.rules.grid.name
        places = UnitHexes(pos.rules.grid, self._choices(pos), lambda unit, hex_: Fly(unit, name[hex_]))
        recalls = [Recall(unit) for unit in self._sent(pos)]
        return [Listed([End(), Propose(), *recalls]), places]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Bombers over combats or HQs, fighters against those who come, or beside their own."""
        law = pos.rules
        sent = proposals.missions(pos, self.side, self.mission, self.phasing)
        return [Fly(law.air_ids[unit], law.grid.name[hex_]) for unit, hex_ in sent]

    @case("B17.2", "B17.3", "22.2.5 air support")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if isinstance(order, Recall):
            sent = order.unit in self._sent(pos)
            return None if sent else Ruling("B17.3", f"'{order.unit}' has not been sent out")
        if not isinstance(order, Fly):
            return pos.rules.out_of_place(pos, order)
        return pos.rules.air_war.why_not_fly(pos, self.side, self.mission, self.phasing, order)

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            pos.frames.pop()
            return
        if isinstance(order, Recall):
            del pos.missions[law.air_number[order.unit]]
            umpire.tell_side(SIDES[self.side], "recalled", unit=order.unit)
            return
        assert isinstance(order, Fly)
        pos.missions[law.air_number[order.unit]] = law.grid.index(order.hex)
        umpire.tell_side(SIDES[self.side], "sent", unit=order.unit, hex=order.hex)


class OverHexes(Phase[NonopPosition], frozen=True, tag="over hexes"):
    """All missions are shown, and hex by hex they are fought out."""

    about: ClassVar[str] = "B17.4"
    mission: Mission
    phasing: SideNumber
    phase_name: str
    shown: bool = False

    @property
    def name(self) -> str:
        return self.phase_name

    @case("B17.3", "B15.1")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law, name = pos.rules, pos.rules.grid.name
        if not pos.missions:
            pos.frames.pop()
            return False
        if not self.shown:
            for hex_ in sorted(set(pos.missions.values())):
                units = tuple([law.air_ids[u] for u, there in sorted(pos.missions.items()) if there == hex_])
                umpire.tell("missions", hex=name[hex_], units=units)
            pos.frames[-1] = OverHexes(self.mission, self.phasing, self.phase_name, shown=True)
            return False
        hex_ = min(pos.missions.values())
        pos.frames.append(Aftermath(self.mission, self.phasing, name[hex_]))
        pos.frames.append(Initiative(self.mission, self.phasing, name[hex_]))
        pos.frames.append(Roles(1 - self.phasing, self.mission, self.phasing, name[hex_]))
        pos.frames.append(Roles(self.phasing, self.mission, self.phasing, name[hex_]))
        return False


class Roles(Chore[NonopPosition], frozen=True, tag="roles"):
    """A side says which of its fighters over a hex fly to fight."""

    about: ClassVar[str] = "B17.4"
    part: ClassVar[str] = "roles"
    takes: ClassVar[tuple[type[Order], ...]] = (Engage, Propose, End)
    side: SideNumber
    mission: Mission
    phasing: SideNumber
    hex: HexNumber

    def _fighters(self, pos: NonopPosition) -> int:
        law = pos.rules
        units = law.air_war.over(pos, law.grid.index(self.hex), self.side) & ~pos.firing
        return sum([1 << unit for unit in bits(units) if law.air_rows[unit].class_ != "B"])

    @case("B17.4", "22.2.5 air support")
    def _must_fight(self, pos: NonopPosition, unit: int) -> bool:
        """Whether a fighter has nothing else to do over the hex."""
        law = pos.rules
        if not law.air_war.rating(unit, self.mission) or (
            self.mission == "interdiction" and self.side == SOVIET
        ):
            return True
        hex_ = law.grid.index(self.hex)
        return self.side == SOVIET and bool(law.command.nonop_area(pos) >> hex_ & 1)

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        for unit in bits(self._fighters(pos)):
            if self._must_fight(pos, unit):
                pos.firing |= 1 << unit
        if self._fighters(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: NonopPosition) -> str:
        return f"Over {self.hex}: which of your fighters fly to fight? The others fly the mission. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        names = [pos.rules.air_ids[unit] for unit in bits(self._fighters(pos))]
        return [Listed([*[Engage(name) for name in names], Propose(), End()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """All fly to fight where there is somebody to fight."""
        law = pos.rules
        enemies = law.air_war.over(pos, law.grid.index(self.hex), 1 - self.side)
        fighters = bits(self._fighters(pos)) if enemies else []
        return [*[Engage(law.air_ids[unit]) for unit in fighters], End()]

    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Engage):
            return pos.rules.out_of_place(pos, order)
        unit = pos.rules.air_number.get(order.unit)
        if unit is None or not self._fighters(pos) >> unit & 1:
            return Ruling("B17.4", f"'{order.unit}' is no fighter over {self.hex} whose role is open")
        return None

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, End):
            pos.frames.pop()
            return
        assert isinstance(order, Engage)
        pos.firing |= 1 << pos.rules.air_number[order.unit]
        umpire.tell("engaged", unit=order.unit, hex=self.hex)


class Initiative(Phase[NonopPosition], frozen=True, tag="initiative"):
    """The die says who attacks whom in the air."""

    about: ClassVar[str] = "B17.5"
    mission: Mission
    phasing: SideNumber
    hex: HexNumber

    @case("B17.5")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law, hex_ = pos.rules, pos.rules.grid.index(self.hex)
        pos.frames.pop()
        if not (law.air_war.over(pos, hex_, GERMAN) and law.air_war.over(pos, hex_, SOVIET)):
            return False
        die = umpire.roll(f"air initiative {self.hex}", 10)
        row = last_from(law.initiative, die)
        umpire.tell("initiative", hex=self.hex, die=die, side=row.side, advantage=row.advantage)
        if not row.side:
            for unit in bits(pos.firing):
                if pos.missions.get(unit) == hex_:
                    law.air_war.go(pos, unit, FLOWN)
            return False
        side = SIDES.index(row.side)
        if row.advantage:
            pos.frames.append(Pairing(side, self.hex, free=True))
        pos.frames.append(Pairing(side, self.hex))
        return False


class Pairing(Chore[NonopPosition], frozen=True, tag="pairing"):
    """The side with the initiative sets its firing units on enemies, those that fire first of all."""

    about: ClassVar[str] = "B17.6"
    part: ClassVar[str] = "air combat"
    takes: ClassVar[tuple[type[Order], ...]] = (Pair, Propose)
    side: SideNumber
    hex: HexNumber
    pairs: tuple[tuple[str, str], ...] = ()
    free: bool = False
    """Whether nobody fires back."""

    def _mine(self, pos: NonopPosition) -> int:
        law = pos.rules
        done = sum([1 << law.air_number[mine] for mine, _ in self.pairs])
        return law.air_war.over(pos, law.grid.index(self.hex), self.side) & pos.firing & ~done

    @case("B17.6")
    def _enemies(self, pos: NonopPosition) -> int:
        """Enemies that come next: each is paired once, those that fire before the others (R65)."""
        law = pos.rules
        done = sum([1 << law.air_number[enemy] for _, enemy in self.pairs])
        units = law.air_war.over(pos, law.grid.index(self.hex), 1 - self.side) & ~done
        return units & pos.firing or units

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        mine, enemies = bits(self._mine(pos)), bits(self._enemies(pos))
        ids = pos.rules.air_ids
        if mine and enemies:
            if len(mine) > 1 or len(enemies) > 1:
                return True
            pos.frames[-1] = self._with(ids[mine[0]], ids[enemies[0]])
            return False
        pos.frames.pop()
        self._fight(pos, umpire)
        return False

    def _with(self, mine: str, enemy: str) -> Pairing:
        return Pairing(self.side, self.hex, (*self.pairs, (mine, enemy)), self.free)

    @case("B17.6", "B17.7")
    def _fight(self, pos: NonopPosition, umpire: Umpire) -> None:
        law, fates = pos.rules, {}
        for mine, enemy in self.pairs:
            a, b = law.air_number[mine], law.air_number[enemy]
            fates[b] = law.air_war.shoot(pos, a, b, umpire, free=self.free)
            if pos.firing >> b & 1 and not self.free:
                fates[a] = law.air_war.shoot(pos, b, a, umpire)
        for unit, box in fates.items():
            if box >= 0:
                law.air_war.go(pos, unit, box)

    def prompt(self, pos: NonopPosition) -> str:
        how = ", and nobody fires back" if self.free else ""
        return f"Over {self.hex} you have the initiative: set your fighters on enemies{how}."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        ids = pos.rules.air_ids
        enemies = bits(self._enemies(pos))
        every = [Pair(ids[mine], ids[enemy]) for mine in bits(self._mine(pos)) for enemy in enemies]
        return [Listed([*every, Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Pairs with the widest difference of ratings, until one side has nobody left."""
        ids, frame, orders = pos.rules.air_ids, self, []
        while (mine := frame._mine(pos)) and (enemies := frame._enemies(pos)):
            names = [ids[unit] for unit in proposals.pair(pos, mine, enemies)]
            orders.append(Pair(*names))
            frame = frame._with(*names)
        return orders  # type: ignore[return-value]

    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Pair):
            return pos.rules.out_of_place(pos, order)
        mine, enemy = pos.rules.air_number.get(order.unit, -1), pos.rules.air_number.get(order.enemy, -1)
        if mine < 0 or not self._mine(pos) >> mine & 1:
            return Ruling("B17.6", f"'{order.unit}' is none of your firing units that are free")
        if enemy < 0 or not self._enemies(pos) >> enemy & 1:
            return Ruling("B17.6", f"'{order.enemy}' cannot be paired now: enemies that fire come first")
        return None

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Pair)
        pos.frames[-1] = self._with(order.unit, order.enemy)


class Aftermath(Phase[NonopPosition], frozen=True, tag="aftermath"):
    """Firing units go home; AA fire; the mission takes effect."""

    about: ClassVar[str] = "B17.8"
    mission: Mission
    phasing: SideNumber
    hex: HexNumber

    @case("B17.7", "B17.8", "B17.9")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law, hex_ = pos.rules, pos.rules.grid.index(self.hex)
        pos.frames.pop()
        for unit in bits(pos.firing):
            if pos.missions.get(unit) == hex_:
                law.air_war.go(pos, unit, FLOWN)
        for side in (self.phasing, 1 - self.phasing):
            law.air_war.flak(pos, hex_, side, umpire)
        law.air_war.take_effect(pos, hex_, self.mission, umpire)
        return False


@case("B15.1", "B17.3")
def support_frames(side: int) -> list[Phase[NonopPosition]]:
    """What the air does before the combats of a phase; the last comes first."""
    name = f"{SIDES[side]} combat"
    return [
        OverHexes("cas", side, name),
        Placing(1 - side, "cas", side, name),
        Placing(side, "cas", side, name),
    ]
