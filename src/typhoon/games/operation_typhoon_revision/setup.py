"""The set-up: the plan drawn by lot, and the works of 4th Army (18.48, 18.49)."""

from __future__ import annotations

from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Chooser, End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.secrets import TyphoonSecrets
from typhoon.games.operation_typhoon.setup import Planning, SettingUp, SetUp
from typhoon.games.operation_typhoon.support import Supports
from typhoon.games.operation_typhoon.victory import Victory
from typhoon.games.operation_typhoon_revision.fieldworks import FORT, MAJOR, MINOR
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.games.operation_typhoon_revision.position import LEVELS
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

ARMY, LEAST_MODIFIER = "4A", 2
CHOICES = {"minor": MINOR, "major": MAJOR, "fortification": FORT}
"""Levels as orders name them."""
MOST = {FORT: 5, MAJOR: 10}


class Fortify(Order, frozen=True):
    """Choose the level of a work of 4th Army; without a hex, all of them ready-made, and finish."""

    verb: ClassVar[str] = "fortify"
    label: ClassVar[str] = "Fortify:"
    hex: str = ""
    level: str = ""

    @property
    def sentence(self) -> str:
        ready = "The ready-made choice, best placed for the defence, in place of your own, and go on."
        return "" if self.hex else ready


class Drawing(Phase[TyphoonPosition], frozen=True, tag="drawing"):
    """A die of four draws the German plan, for German eyes only (R53)."""

    about: ClassVar[str] = "18.49 plan chits"

    def proceed(self, pos: Any, umpire: Umpire) -> bool:
        chits = pos.rules.plan_chits
        die = umpire.roll("plan", len(chits))
        pos.plan = chits[die - 1]
        umpire.tell_side("german", "plan_drawn", die=die, plan=pos.plan)
        pos.frames.pop()
        return False


@change("plan-chits", "18.49 plan chits")
class PlanByLot(SettingUp):
    """Nobody chooses the plan."""

    def frames(self) -> list[Phase[TyphoonPosition]]:
        return [Drawing() if isinstance(frame, Planning) else frame for frame in super().frames()]


@change("plan-chits", "18.49 plan chits")
class LikelyPlans(Revised, Victory):
    """Who may not know the plan thinks of the chits."""

    def some_plan(self, rng: Chooser) -> str:
        return self.law.plan_chits[int(rng.random() * len(self.law.plan_chits))]


class Fortifying(Phase[TyphoonPosition], frozen=True, tag="fortifying"):
    """The German player chooses the works of 4th Army when his units stand, unseen by the enemy (R52)."""

    about: ClassVar[str] = "18.48"
    part: ClassVar[str] = "works of 4th Army"
    takes: ClassVar[tuple[type[Order], ...]] = (Fortify, End)

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def _hexes(self, pos: TyphoonPosition) -> int:
        return pos.hexes_of(pos.in_play & pos.rules.units_that(lambda counter: counter.army == ARMY))

    def _left(self, pos: Any, level: int) -> int:
        """How many works of a level can still be chosen."""
        hexes = pos.forts if level == FORT else pos.majors if level == MAJOR else 0
        return int(MOST.get(level, len(pos.where)) - hexes.bit_count())

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        works: Any = pos.rules.works
        for hex_ in bits(self._hexes(pos)):
            if works.level(pos, hex_) < 0:
                works.set_level(pos, hex_, MINOR)
        return True

    def prompt(self, pos: TyphoonPosition) -> str:
        forts, majors = self._left(pos, FORT), self._left(pos, MAJOR)
        left = f"{counted(forts, 'fortification')} and {counted(majors, 'major strongpoint')} left"
        return (
            f"Choose the works of 4th Army, {left}, or have them ready-made; "
            "all its other hexes have minor strongpoints."
        )

    def unused(self, pos: TyphoonPosition) -> list[str]:
        """Works that nobody has chosen for, while there are hexes with lesser ones."""
        levels = sorted({CHOICES[order.level] for order in self._choices(pos)} - {MINOR}, reverse=True)
        left = [counted(self._left(pos, level), LEVELS[level]) for level in levels]
        return [f"{' and '.join(left)} could still be chosen (18.48)"] if left else []

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        """What has been chosen, and would be otherwise, is told before all are ready-made."""
        works: Any = pos.rules.works
        ready = self._ready_made(pos) if order == Fortify() else {}
        own = sum(MINOR != works.level(pos, hex_) != level for hex_, level in ready.items())
        if not own:
            return super().preview(pos, order)
        are = "is" if own == 1 else "are"
        return Warnings((f"{counted(own, 'work')} that you have chosen {are} replaced (18.48)",))

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Fortify(), End(), *self._choices(pos)])]

    def _choices(self, pos: TyphoonPosition) -> list[Fortify]:
        """The works that hexes can have in place of theirs."""
        name = pos.ground.grid.name
        found = [Fortify(name[hex_], word) for hex_ in bits(self._hexes(pos)) for word in CHOICES]
        return [order for order in found if self.why_not(pos, order) is None]

    @case("18.48")
    def refusal(self, pos: TyphoonPosition, order: Fortify | End) -> Ruling | None:
        if isinstance(order, End) or order == Fortify():
            return None
        hex_, works = pos.rules.hex_named(order.hex), pos.rules.works
        if isinstance(hex_, Ruling):
            return hex_
        if (level := CHOICES.get(order.level, -1)) < 0:
            return Ruling("18.48", f"there is no work '{order.level}'; there are {', '.join(CHOICES)}")
        if not self._hexes(pos) >> hex_ & 1:
            return Ruling("18.48", f"no unit of 4th Army stands in {order.hex}")
        if works.level(pos, hex_) == level:  # type: ignore[attr-defined]
            return Ruling("18.48", f"{order.hex} has a {LEVELS[level]} already")
        if self._left(pos, level) < 1:
            return Ruling("18.48", f"4th Army has its {MOST[level]} hexes with a {LEVELS[level]}")
        return None

    @case("18.48")
    def apply(self, pos: Any, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Fortify) and order.hex:
            level = CHOICES[order.level]
            pos.rules.works.set_level(pos, pos.ground.grid.index(order.hex), level)
            umpire.tell_side("german", "fortified", hex=order.hex, work=LEVELS[level])
            return
        if isinstance(order, Fortify):
            for hex_, level in self._ready_made(pos).items():
                pos.rules.works.set_level(pos, hex_, level)
        pos.frames.pop()
        umpire.tell("works_chosen", forts=pos.forts.bit_count(), majors=pos.majors.bit_count())

    def _ready_made(self, pos: Any) -> dict[int, int]:
        """The levels of the list, wherever units of the army stand."""
        listed, name = pos.rules.army_works, pos.ground.grid.name
        return {hex_: LEVELS.index(listed.get(name[hex_], LEVELS[MINOR])) for hex_ in bits(self._hexes(pos))}


@change("kluge-works", "18.48", needs=("fieldworks", "hedgehogs"))
class ArmyDugIn(SettingUp):
    """4th Army begins the campaigns in works."""

    def frames(self) -> list[Phase[TyphoonPosition]]:
        found = super().frames()
        if self.law.scenario.plans:
            found.insert(found.index(SetUp(GERMAN)), Fortifying())
        return found


@change("kluge-works", "18.48", needs=("fieldworks", "hedgehogs"))
class WorksUnseen(TyphoonSecrets):
    """The set-up is not over before the works are chosen."""

    def placing(self, pos: TyphoonPosition, side: int) -> int:
        found = super().placing(pos, side)
        if side != GERMAN and pos.step < 0 and Fortifying() in pos.frames:
            found |= self.law.units_of[GERMAN]
        return found


@change("kluge-works", "18.48")
class ReluctantArmy(Supports):
    """The support die of 4th Army has +2 at least."""

    def modifier_on(self, turn: int, army: str) -> int:
        found = super().modifier_on(turn, army)
        return max(found, LEAST_MODIFIER) if army == ARMY and self.law.scenario.plans else found


STORY = {
    "plan_drawn": ("18.49 plan chits", "The German plan is drawn: {plan} (die {die})."),
    "fortified": ("18.48", "{hex} has a {work}."),
    "works_chosen": ("18.48", "4th Army is dug in: {forts} fortifications, {majors} major strongpoints."),
}
