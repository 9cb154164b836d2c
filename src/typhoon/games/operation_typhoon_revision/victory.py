"""Net points, new levels and the bid (18.29, 18.49)."""

from __future__ import annotations

from statistics import quantiles
from typing import Any

from typhoon.engine.bidding import Bidding
from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.display import Panel
from typhoon.engine.orders import Chooser
from typhoon.engine.phase import Umpire
from typhoon.engine.rules import Score
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.arrivals import Arrivals
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.victory import UNITS_OUT, Victory
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.games.operation_typhoon_revision.switches import GROUP, MOST_BID
from typhoon.mechanics.wording import in_halves

DRAW = 3
"""The number of the draw among the levels; below it are those of the Soviet side."""
CITIES = "16.14"
BIDDING = Bidding(
    side="german",
    option=f"{GROUP}.bid",
    scenarios=("campaign", "extended"),
    case="18.49 bidding",
    about="Whoever bids more plays the Germans, and needs as many points more for every level of victory; "
    "a bid below 0 gives them points. Equal bids leave the sides as they were taken.",
    options={f"{GROUP}.victory-levels": "yes"},
)


class Losses(Revised, Victory):
    """Points are net of half a point for each German unit lost."""

    def scores_of_losses(self, pos: TyphoonPosition, case_: str) -> list[Score]:
        lost = self.lost(pos, GERMAN).bit_count()
        points = lost * self.law.points_for(self.law.scenario.id, "german", "unit lost")
        return [Score("german", points, "German units lost", case_, "lost")] if lost else []


@change("net-exits", "18.29")
class NetExits(Losses):
    """In 18.2 units that left count if they are in supply where they left, and points are net (R50)."""

    def scores(self, pos: TyphoonPosition) -> list[Score]:
        found, here = super().scores(pos), self.law.scenario.id == "hoepner"
        return found + self.scores_of_losses(pos, "18.29") if here else found

    def left_by(self, pos: TyphoonPosition, edge: str, hexes: int = -1) -> int:
        if self.law.scenario.id == "hoepner" and pos.exited:
            exited, pos = pos.exited, pos.copy()
            pos.exited = {unit: at for unit, at in exited.items() if self._in_supply(pos, unit, at[0])}
        return super().left_by(pos, edge, hexes)

    def _in_supply(self, pos: TyphoonPosition, unit: int, hex_: int) -> bool:
        """Whether a unit would be in supply in a hex."""
        if pos.occupied[SOVIET] >> hex_ & 1:
            return False
        twin = pos.copy()
        twin.place(unit, hex_)
        out, isolated = self.law.supply.german_states(twin)
        return not (out | isolated) >> unit & 1


@change("loss-points", "18.49 losses")
class LossPoints(Losses):
    """In the campaigns each German unit lost costs half a point."""

    def scores(self, pos: TyphoonPosition) -> list[Score]:
        found = super().scores(pos)
        return found + self.scores_of_losses(pos, "18.49 losses") if self.law.scenario.plans else found


@change("soviet-exits", "18.49 exited Soviet units")
class ExitPoints(Victory):
    """Soviet units that leave by the west edge cost points, in place of levels."""

    def scores(self, pos: Any) -> list[Score]:
        case_, found = "18.49 exited Soviet units", super().scores(pos)
        west = [Score("german", -pos.west_points, "Soviet units over the west edge", case_, "exits")]
        return found + (west if pos.west_points else [])

    def beyond(self, pos: TyphoonPosition) -> int:
        return 0


@change("soviet-exits", "18.49 exited Soviet units")
class WestEdge(Revised, Arrivals):
    """Soviet combat units leave the campaigns by the west edge (R54)."""

    def _edges(self, side: int) -> tuple[str, ...]:
        return ("west",) if side == SOVIET and self.law.scenario.plans else super()._edges(side)

    def bound_to_stay(self, pos: TyphoonPosition) -> int:
        return super().bound_to_stay(pos) | self.law.soviet_hqs

    def why_not_exit(self, pos: TyphoonPosition, side: int, name: str, edge: str) -> Ruling | None:
        unit = self.law.unit_on_map(pos, name, side)
        if isinstance(unit, int) and self.law.soviet_hqs >> unit & 1:
            return Ruling("18.49", f"{name} is an HQ and does not leave the map")
        return super().why_not_exit(pos, side, name, edge)

    def points_on(self, turn: int) -> float:
        """What a unit that leaves on a turn costs the Germans."""
        rows = self.law.exit_points
        return next(row.german_vp_lost for row in rows if row.first_turn <= turn <= row.last_turn)

    def leave(self, pos: Any, unit: int, edge: str, umpire: Umpire) -> None:
        super().leave(pos, unit, edge, umpire)
        if self.law.side_of[unit] == SOVIET:
            points = self.points_on(pos.turn)
            pos.west_points += points
            umpire.tell("points_lost", unit=self.law.unit_ids[unit], points=points)


@change("victory-levels", "18.49", "18.49 victory levels", "18.49 bidding")
class NewLevels(Revised, Victory):
    """The campaigns have a chart of net points, less the bid, with a draw (R9 to R12, R55 to R57)."""

    def __init__(self, law: Any) -> None:
        super().__init__(law)
        chart = [row for row in reversed(law.levels_of_victory) if row.scenario == law.scenario.id]
        self.chart: list[float] = [row.net_vp_min for row in chart[1:]]
        """The net points from which on each level but the lowest holds."""
        if chart:
            self.levels = tuple(row.level for row in chart)  # type: ignore[misc]

    @property
    def bid(self) -> int:
        return int(self.law.options["revision.bid"])

    def _campaign(self, pos: TyphoonPosition, plan: str) -> tuple[int, str]:
        bid = f", bid {self.bid:+}" if self.bid else ""
        return self.level_of(pos, plan, pos.vp), f"{in_halves(pos.vp)} victory points{bid}, {plan} plan"

    @case("18.49", "18.49 victory levels", "18.49 bidding")
    def level_of(self, pos: TyphoonPosition, plan: str, vp: float) -> int:
        """The level that a plan comes to: by its own terms, or by the chart from the draw downward (R55)."""
        net = vp - self.bid
        met = [level for least, level in self._terms(pos, plan) if net >= least]
        return max(met, default=min(DRAW, sum([net >= least for least in self.chart])))

    def _terms(self, pos: TyphoonPosition, plan: str) -> list[tuple[float, int]]:
        """The net points that bring German levels with a plan, as Moscow and its surroundings stand now."""
        ring, through, campaign = self.ringed(pos), self.passed(pos), self.law.scenario.id
        return [
            (row.net_vp_min, self.levels.index(row.level))
            for row in self.law.plans_of_victory
            if (row.scenario, row.plan) == (campaign, plan)
            if (ring or not row.ring) and (through or not row.through)
        ]

    def tables(self, pos: TyphoonPosition, side: str) -> list[Panel]:
        """Points by part, the bid, and the level under each plan to whoever does not know it."""
        if not self.law.scenario.plans:
            return []
        known = self.law.shown.known_to(pos, side)
        scores = self.scores(known)
        cities, net = sum([s.points for s in scores if s.case == CITIES]), sum([s.points for s in scores])
        parts = [(score.text, score.points) for score in scores if score.case != CITIES]
        rows = [(text, in_halves(points)) for text, points in [("Cities", cities), *parts, ("Net", net)]]
        rows.append(("Bid", str(self.bid)))
        plan = pos.plan if side == "german" and pos.plan else self.plans[0]
        now, lower = self.level_of(known, plan, net), enumerate(self.chart[:DRAW], 1)
        terms = [(least, level) for level, least in lower] + self._terms(known, plan)
        above = [least for least, level in terms if level > now]
        rows += [("To the next level", in_halves(min(above) - net + self.bid))] if above else []
        for plan in self.plans if side != "german" and pos.result is None else ():
            level = self.levels[self.level_of(known, plan, net)]
            rows.append((f"Under the {plan} plan", self.title(level).capitalize()))
        return [Panel("points-net", "Net victory points", ("", ""), tuple(rows)), self._levels(pos, side)]

    def _levels(self, pos: TyphoonPosition, side: str) -> Panel:
        """What each level takes, the bid counted in: under the plan that a side knows of, or under all."""
        plans = [pos.plan] if side == "german" and pos.plan else self.plans
        rows = [
            (
                row.plan.capitalize(),
                row.level.capitalize(),
                in_halves(row.net_vp_min + self.bid),
                _besides(row),
            )
            for row in self.law.plans_of_victory
            if row.scenario == self.law.scenario.id and row.plan in plans
        ]
        for level, least in reversed([*enumerate(self.chart[:DRAW], 1)]):
            rows.append(("Any", self.levels[level].capitalize(), in_halves(least + self.bid), ""))
        columns = ("Plan", "Level", "Net points from", "Besides")
        return Panel("plans", "What each level takes", columns, tuple(rows))

    @case("18.49 bidding")
    def usual_bid(self, rng: Chooser) -> int:
        """What the staff bids: the points beyond the middle of the draw that staffs came to in games among
        themselves, somewhere in the middle half of them."""
        middle = (self.chart[DRAW - 1] + self.chart[DRAW]) / 2
        games = self.law.games_played.items()
        nets = [net for (scenario, *_), net in games if scenario == self.law.scenario.id]
        low, _, high = quantiles([net - middle for net in nets], n=4)
        return max(-MOST_BID, min(MOST_BID, round(low + (high - low) * rng.random())))


def _besides(row: Any) -> str:
    """What a level of a plan asks for besides points."""
    ring = f"Moscow encircled, or {UNITS_OUT} units out by areas 6 to 8, those by 7 twice"
    through = f"{UNITS_OUT} units out by areas 5 to 9"
    return "; ".join([text for asked, text in ((row.ring, ring), (row.through, through)) if asked])


def _points_lost(facts: Any) -> str:
    points = facts["points"]
    return f"{facts['unit']} costs the Germans {in_halves(points)} point{'s' * (points > 1)}."


STORY = {"points_lost": ("18.49 exited Soviet units", _points_lost)}
