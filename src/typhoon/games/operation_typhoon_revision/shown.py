"""What is shown of the revision: works on the counters, and panels (18.49, 19.17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec.structs import replace

from typhoon.engine.chapters import change
from typhoon.engine.display import Overlay, Panel, Shade
from typhoon.engine.face import CounterFace
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon_revision.fieldworks import (
    FORT,
    HEDGEHOGS,
    MAJOR,
    works_of,
)
from typhoon.games.operation_typhoon_revision.looks import CLOSED, InOrder
from typhoon.games.operation_typhoon_revision.position import COLUMNS, LEVELS
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import in_halves

KINDS = ("hedgehog", "minor", "major", "fort")
"""The signs of works, level by level."""
SIGNS = {
    **dict(zip(KINDS, LEVELS, strict=True)),
    **{f"{KINDS[level]}-building": f"{LEVELS[level]}, being improved" for level in range(FORT)},
    "ruin": "destroyed entrenchment",
    "cut-road": "interdicted road",
    "S": "moved strategically",
    "R": "moved by rail",
}


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class WorksShown(Displays):
    """Works and building markers lie in their hexes, and stand in a panel."""

    def face(self, pos: Any, unit: int, side: str, below: int) -> CounterFace:
        found = super().face(pos, unit, side, below)
        return replace(found, badges=tuple(badge for badge in found.badges if badge != "HH"))

    def signs(self, pos: Any, side: str = "") -> dict[str, list[str]]:
        found, works, grid = super().signs(pos, side), works_of(self.law), self.law.grid
        for hex_ in bits(0 if self._unseen(pos, side) else pos.hedgehogs | works.strong(pos)):
            kind = KINDS[works.level(pos, hex_)] + ("-building" if hex_ in pos.building else "")
            found.setdefault(kind, []).append(grid.name[hex_])
        return found

    def _unseen(self, pos: Any, side: str) -> bool:
        """Whether the works are still being chosen, for German eyes only."""
        ours = self.law.units_of[GERMAN]
        return bool(self.placed(pos, side) & ours != pos.in_play & ours)

    def panels(self, pos: Any, side: str = "") -> list[Panel]:
        works = works_of(self.law)
        if self._unseen(pos, side):
            return super().panels(pos, side)
        rows = [("", "Building markers left", "", str(works.markers_left(pos)))]
        seen, ids = self.visible(pos, side), self.law.unit_ids
        for hex_ in bits(pos.hedgehogs | works.strong(pos)):
            level = works.level(pos, hex_)
            unit, begun = pos.building.get(hex_, (-1, 0))
            ready = f"die of 1 from turn {begun + 1}" if level == MAJOR else f"turn {begun + 1}"
            who = ids[unit] if unit >= 0 and seen >> unit & 1 else "a unit"
            what = f"{LEVELS[level + 1]}, {ready}" if begun else ""
            rows.append((self.law.grid.name[hex_], LEVELS[level].capitalize(), who if begun else "", what))
        return [
            *super().panels(pos, side),
            Panel("works", "German works", ("Hex", "Work", "Builder", "Ready"), tuple(rows)),
        ]

    def overlays(self, pos: Any, side: str = "") -> list[Overlay]:
        found = super().overlays(pos, side)
        return [*found, Overlay("works", "German works", "19.17", lambda: self._works(pos))] if found else []

    def _works(self, pos: Any) -> Iterator[Shade]:
        for level, tone in zip(COLUMNS, ("", "bad", "poor", "good"), strict=True):
            numbers = tuple(self.law.grid.numbers(getattr(pos, level)))
            yield Shade("german", LEVELS[COLUMNS.index(level)].capitalize(), numbers, tone)  # type: ignore[arg-type]


@change("entrenchment-loss", "14.12")
class LostEntrenchmentsShown(Displays):
    """Entrenchments that are gone are marked, since the map still has them."""

    def signs(self, pos: TyphoonPosition, side: str = "") -> dict[str, list[str]]:
        found, lost = super().signs(pos, side), pos.ground.entrenched & ~pos.entrenched
        return {**found, "ruin": list(self.law.grid.numbers(lost))} if lost else found

    def overlays(self, pos: TyphoonPosition, side: str = "") -> list[Overlay]:
        found, lost = super().overlays(pos, side), pos.ground.entrenched & ~pos.entrenched
        shade = self._shade(GERMAN, "Destroyed entrenchments", lost)
        gone = Overlay("entrenchments", "Destroyed entrenchments", "14.12", lambda: [shade])
        return [*found, gone] if found and lost else found


@change("closed-stacks", "8.46", needs=CLOSED)
class StacksShown(Displays):
    """A side sees in how many hexes it may still break the order of its stacks, and where it does (R32)."""

    def panels(self, pos: Any, side: str = "") -> list[Panel]:
        found, looking = super().panels(pos, side), cast(InOrder, self.law.looking)
        if side not in SIDES:
            return found
        broken = sorted(looking.out_of_order(pos, SIDES.index(side)))
        tops = [looking.top_of(pos, pos.units_in(hex_)) for hex_ in broken]
        rows = [("Free hexes left", str(looking.free_hexes() - len(broken)))]
        rows += [(self.law.grid.name[pos.where[unit]], self.law.unit_ids[unit]) for unit in tops]
        return [*found, Panel("order", "Stacks out of order", ("Hex", "On top"), tuple(rows))]


@change("hq-returns", "10.25")
class LostHqsShown(Displays):
    """HQs off the map."""

    def panels(self, pos: TyphoonPosition, side: str = "") -> list[Panel]:
        losses: Any = self.law.losses
        rows = [
            (self.law.adjective(number), self.law.unit_ids[hq], str(max(turn, pos.turn)))
            for number in (GERMAN, SOVIET)
            for hq, turn in losses.waiting(pos, number).items()
        ]
        panel = Panel("hqs", "Headquarters off the map", ("Side", "HQ", "May return on turn"), tuple(rows))
        return [*super().panels(pos, side), *([panel] if rows else [])]


@change("victory-levels", "18.49")
class LevelsShown(Displays):
    """Points by part, the bid, and the level under each plan to whoever does not know it."""

    def panels(self, pos: TyphoonPosition, side: str = "") -> list[Panel]:
        found, law = super().panels(pos, side), self.law
        if not law.scenario.plans:
            return found
        known, victory = self.known_to(pos, side), law.victory
        scores = victory.scores(known)
        cities = sum([score.points for score in scores if score.case == "16.14"])
        parts = [(score.text, score.points) for score in scores if score.case != "16.14"]
        rows = [(text, in_halves(points)) for text, points in [("Cities", cities), *parts]]
        net = sum([score.points for score in scores])
        level_rows: Any = victory
        rows += [("Net", in_halves(net)), ("Bid", str(level_rows.bid))]
        above = [least for least in level_rows.chart if least > net - level_rows.bid]
        rows += [("To the next level", in_halves(min(above) - net + level_rows.bid))] if above else []
        if side != "german" and pos.result is None:
            levels = [(plan, victory.levels[level_rows.level_of(known, plan, net)]) for plan in victory.plans]
            rows += [(f"Under the {plan} plan", victory.title(level).capitalize()) for plan, level in levels]
        return [*found, Panel("net", "Net victory points", ("", ""), tuple(rows))]
