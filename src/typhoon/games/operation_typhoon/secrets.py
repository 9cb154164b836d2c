"""What a side may not know: enemy chits, the German plan, a set-up in progress (8.4, 18.49)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.columns import HIDDEN
from typhoon.engine.core import picked
from typhoon.engine.events import Event
from typhoon.engine.frames import leaves
from typhoon.engine.orders import Chooser
from typhoon.engine.secrets import Secrets
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import NO_CHIT, UNKNOWN, TyphoonPosition
from typhoon.games.operation_typhoon.setup import Planning, SetUp
from typhoon.hexgrid import bits


class TyphoonSecrets(Secrets, TyphoonChapter):
    """Drawn chits are their owner's secret."""

    any: ClassVar[bool] = True
    concealed: ClassVar[frozenset[str]] = frozenset({"set-up"})

    @case("8.36", "8.44", "8.45")
    def veiled(self, pos: TyphoonPosition, side: int) -> int:
        """Units whose chits a side may not look at, nor how they lie in their stacks."""
        return pos.in_play & ~(self.law.units_of[side] if side >= 0 else 0)

    def placing(self, pos: TyphoonPosition, side: int) -> int:
        """Units that the enemy is still placing."""
        found = 0
        if pos.step < 0:
            for frame in pos.frames:
                if isinstance(frame, SetUp) and frame.side != side:
                    found |= self.law.units_of[frame.side]
        return found

    @case("8.45")
    def hidden(self, pos: TyphoonPosition, side: int) -> int:
        """Units that the enemy is still placing, and those that lie below others in his stacks."""
        return self.placing(pos, side) | self.law.looking.buried(pos, side)

    @case("8.44")
    def veil(self, event: Event, pos: TyphoonPosition, side: str, *, past: bool = False) -> Event | None:
        """An event as a side may be told of it.

        At the moment of combat both players look at all strengths in it.  The record of a strict table keeps
        neither the enemy's nor the odds, from which they could be worked out (R85).
        """
        if event.side not in ("", side):
            return None
        event = self._unnamed(event, side)
        if event.kind not in ("drew", "combat") or not past or not self.forgets(pos):
            return event
        if event.kind == "drew":
            return event if event.facts["side"] == side else None
        secret = ["odds", "final"]
        if event.facts["side"] != side:
            secret.append("attack")
        if event.facts["side"] == side or side not in SIDES:
            secret.append("defense")
        return Event(event.kind, {**event.facts, **dict.fromkeys(secret, HIDDEN)}, event.side)

    @case("8.45")
    def _unnamed(self, event: Event, side: str) -> Event:
        """An event with no names of units that a side did not see, and with what it could count (R127)."""
        facts = event.facts
        if "seen" in facts:
            out, isolated = facts["seen"][side if side in SIDES else ""]
            return Event(event.kind, {"out": out, "isolated": isolated})
        if "unseen" not in facts:
            return event
        unseen: dict[str, str] = facts["unseen"]
        told = {word: fact for word, fact in facts.items() if word != "unseen"}
        if self.law.counters[self.law.unit_number[next(iter(unseen))]].side != side:
            if told.get("unit") in unseen:
                told["unit"] = HIDDEN + unseen[told["unit"]]
                told |= {"left": HIDDEN} if "left" in told else {}
                told.pop("way", None)  # it would tell how well the unit goes over what ground
            elif "units" in told:
                places = sorted({HIDDEN + unseen[name] for name in told["units"] if name in unseen})
                told["units"] = (*[name for name in told["units"] if name not in unseen], *places)
        return Event(event.kind, told, event.side)

    @case("8.44")
    def forgets(self, pos: TyphoonPosition) -> bool:
        return True

    # Imagining the rest

    def forget(self, pos: TyphoonPosition, side: int) -> None:
        for unit in bits(self.placing(pos, side) & pos.in_play):
            pos.remove(unit)
        self.law.guessing.forget(pos, side)
        chit, pool, drawn, found = pos.chit, pos.pool, len(pos.pool), 0
        for unit in bits(self.veiled(pos, side)):
            if NO_CHIT < chit[unit] < drawn:
                pool[chit[unit]] += 1
                chit[unit] = UNKNOWN
                found |= 1 << unit
        pos.reduced &= ~found
        if side != GERMAN:
            pos.plan = ""

    @case("8.32", "8.43", "8.45")
    def deal(self, pos: TyphoonPosition, side: int, rng: Chooser) -> None:
        """Fill the closed stacks, and draw chits for those that are hidden, from what is left in the cups.

        What was seen is not free.
        """
        self.law.guessing.fill(pos, side, rng)
        unknown = (
            [unit for unit, chit in enumerate(pos.chit) if chit == UNKNOWN] if UNKNOWN in pos.chit else []
        )
        for unit in sorted(unknown, key=lambda unit: not pos.seen[unit]):
            chit, reduced = self._drawn(pos, unit, rng)
            pos.pool[chit] -= 1
            pos.chit[unit] = chit
            pos.reduced |= reduced << unit
        planning = any(isinstance(frame, Planning) for frame in pos.frames)
        if self.law.scenario.plans and not pos.plan and not planning:
            pos.plan = self.law.victory.some_plan(rng)

    def remember(self, pos: TyphoonPosition, before: TyphoonPosition) -> None:
        """A strength that was seen is known, as long as the unit has the chit it had then."""
        for unit, seen in enumerate(before.seen):
            if seen and pos.chit[unit] == before.chit[unit] != NO_CHIT:
                pos.seen[unit] = self.law.strengths.strength(pos, unit)

    def untold(self, pos: TyphoonPosition) -> str:
        if pos.closed:
            return f"closed: who lies in {self.law.grid.name[min(pos.closed)]} is not told"
        if any(
            "unit" in kind and name.startswith(HIDDEN) for frame in pos.frames for kind, name in leaves(frame)
        ):
            return "frames: not all units are told"
        if UNKNOWN not in pos.chit:
            return ""
        unknown = self.law.unit_ids[pos.chit.index(UNKNOWN)]
        return f"units: {unknown}: '{HIDDEN}' is no chit of its cup (8.34)"

    def _drawn(self, pos: TyphoonPosition, unit: int, rng: Chooser) -> tuple[int, bool]:
        """A chit in keeping with the strength that was seen, where one was, and whether it is reduced."""
        law, pool = self.law, pos.pool
        cup, class_, seen = law.cup_of(unit), law.counters[unit].class_, pos.seen[unit]
        if seen:
            for reduced in (False, True):
                fitting = [
                    c for c in cup if law.chits[c].strength(class_, reduced=reduced) == seen and pool[c] > 0
                ]
                if fitting:
                    return self._weighted(fitting, [pool[chit] for chit in fitting], rng), reduced
        return self._weighted(cup, [pool[chit] for chit in cup], rng), False

    def _weighted(self, chits: tuple[int, ...] | list[int], counts: list[int], rng: Chooser) -> int:
        if min(counts) < 0:  # more were drawn than there are (R43)
            counts = [max(count, 0) for count in counts]
        total = sum(counts)
        return chits[picked(int(rng.random() * total), counts)] if total else chits[0]


@change("intelligence=kind", "8.44")
class KindSecrets(TyphoonSecrets):
    """The record of a kind table keeps everything."""

    def forgets(self, pos: TyphoonPosition) -> bool:
        return False


@change("strengths=open", "23.0", "8.44")
class OpenSecrets(TyphoonSecrets):
    """Everybody looks at all chits."""

    def veiled(self, pos: TyphoonPosition, side: int) -> int:
        return 0

    def forgets(self, pos: TyphoonPosition) -> bool:
        return False


@change("strengths=constant", "23.0", "8.44")
class NoSecretStrengths(TyphoonSecrets):
    """Constant strengths are no secret."""

    def veiled(self, pos: TyphoonPosition, side: int) -> int:
        return 0

    def forgets(self, pos: TyphoonPosition) -> bool:
        return False
