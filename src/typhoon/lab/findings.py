"""What the tables of an experiment say, as figures; the report puts them into words and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import polars as pl

from typhoon.hexgrid import bits
from typhoon.lab import charts, front, past
from typhoon.lab.experiment import Arm, Experiment
from typhoon.lab.figures import Figure
from typhoon.lab.intervals import Estimate, Sources, difference, explained, mean, share, sources
from typhoon.lab.pictures import Band
from typhoon.lab.tables import SIDES, Frames

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


class Findings:
    """The figures of an experiment, arm by arm."""

    def __init__(self, experiment: Experiment, frames: Frames) -> None:
        self.experiment, self.frames = experiment, frames
        self.begun = [arm for arm in experiment.arms if not self._games(arm).is_empty()]
        self.arms = [arm for arm in self.begun if not self.finished(arm).is_empty()]

    @cached_property
    def _by_arm(self) -> dict[tuple[str, str], pl.DataFrame]:
        found = {}
        for table, frame in self.frames.items():
            for (arm,), rows in frame.partition_by("arm", as_dict=True, maintain_order=True).items():
                found[table, str(arm)] = rows
        return found

    def rows(self, table: str, arm: Arm) -> pl.DataFrame:
        return self._by_arm.get((table, arm.name), self.frames[table].clear())

    def _games(self, arm: Arm) -> pl.DataFrame:
        return self.rows("games", arm)

    def finished(self, arm: Arm) -> pl.DataFrame:
        return self._games(arm).filter(pl.col("level") != "")

    def broken(self, arm: Arm) -> pl.DataFrame:
        return self._games(arm).filter(pl.col("broken") != "")

    # How games end

    def levels(self, arm: Arm) -> dict[str, int]:
        return dict(Counter(self.finished(arm)["level"].to_list()))

    def level_names(self, arms: Sequence[Arm]) -> list[str]:
        """All levels, from the best for the Soviets on, by the margins they came with."""
        margins: dict[str, list[float]] = {}
        for arm in arms:
            rules = arm.rules
            sign = 1 if rules.sides[0] == "german" else -1
            rows = self.finished(arm).select("level", "margin").rows()
            for level, margin in rows:
                margins.setdefault(level, []).append(sign * (margin or 0.0))
        return sorted(margins, key=lambda level: (sum(margins[level]) / len(margins[level]), level))

    def winners(self, arms: Sequence[Arm]) -> dict[str, str]:
        """Who has won at each level; nobody where there is no side to decide for the winner."""
        return {
            level: winner
            for arm in arms
            for level, winner in self.finished(arm).select("level", "winner").unique().rows()
        }

    def numbers(self, arm: Arm, figure: Figure) -> dict[int, float]:
        """A figure in every finished game, by its number."""
        found, own = {}, dict[int, list[str]]()
        for index, name in self.rows("figures", arm).select("index", "figure").iter_rows():
            own.setdefault(index, []).append(name)
        columns = ["index", "level", "winner", "turns", "points_german", "points_soviet"]
        for index, level, winner, turns, german, soviet in self.finished(arm).select(columns).iter_rows():
            points = {"german": german or 0.0, "soviet": soviet or 0.0}
            row = {"level": level, "winner": winner, "turns": turns, "points": points}
            row["figures"] = own.get(index, ())
            value = figure.of(row)
            if value is not None:
                found[index] = value
        return found

    def estimate(self, arm: Arm, figure: Figure) -> Estimate:
        found = [*self.numbers(arm, figure).values()]
        return share(int(sum(found)), len(found)) if figure.is_share else mean(found)

    def difference(self, arm: Arm, figure: Figure) -> Estimate:
        """Between an arm and the one that it is compared with."""
        other = self.experiment.arm(arm.against)
        ours, theirs = self.numbers(arm, figure), self.numbers(other, figure)
        return difference(ours, theirs, paired=self.experiment.pairs, shares=figure.is_share)

    # How games go

    def by_turn(self, table: str, arm: Arm, column: str, only: pl.Expr | None = None) -> Band:
        frame = self.rows(table, arm) if only is None else self.rows(table, arm).filter(only)
        columns = [pl.col(column).quantile(q, "linear").alias(str(q)) for q in QUANTILES]
        rows = frame.group_by("turn").agg(columns).sort("turn").rows()
        return [(turn, *[value or 0.0 for value in values]) for turn, *values in rows]

    def axes(self, arm: Arm) -> list[str]:
        return list(arm.rules.annals.lines)

    def ground(self, arm: Arm, turn: int) -> dict[str, float]:
        """The share of games in which each hex was German at the end of a turn."""
        rows = self.rows("ground", arm).filter(pl.col("turn") == turn).select("hex", "german", "games").rows()
        return {hex_: german / games for hex_, german, games in rows if games}

    def german(self, arm: Arm, turn: int, share: float) -> set[str]:
        """The hexes that the Germans held in more than a share of the games, without those that nobody
        holds."""
        rules, shares = arm.rules, self.ground(arm, turn)
        german = rules.grid.hexes([hex_ for hex_, part in shares.items() if part > share])
        return set(rules.grid.numbers(front.held(rules.grid, german, front.places_of(rules))))

    def turns(self, arm: Arm) -> list[int]:
        return sorted(self.rows("turns", arm)["turn"].unique().to_list())

    def held(self, arm: Arm, place: str) -> list[tuple[int, float]]:
        """The share of games in which the Germans held a place at the end of each turn; a game that is over
        stays as it ended."""
        changes: dict[int, list[tuple[int, str]]] = {}
        rows = self.rows("places", arm).filter(pl.col("place") == place)
        for index, turn, holder in rows.select("index", "turn", "holder").iter_rows():
            changes.setdefault(index, []).append((turn, holder))
        if not changes:
            return []
        found = []
        for turn in self.turns(arm):
            german = sum(_at(times, turn) == "german" for times in changes.values())
            found.append((turn, german / len(changes)))
        return found

    def places(self, arm: Arm, most: int) -> list[str]:
        """The places that are worth a curve: of those we know the history of the famous ones, then those that
        changed hands most often."""
        rows = self.rows("places", arm)
        counts = Counter(rows.filter(pl.col("turn") >= arm.rules.first_turn)["place"].to_list())
        known = past.known(arm.rules)
        famous = [place for place in past.FAMOUS if place in known]
        fought = sorted(
            [place for place in known if counts[place]], key=lambda place: (-counts[place], place)
        )
        return list(dict.fromkeys(famous + fought))[:most]

    def past_ground(self, arm: Arm, turn: int) -> set[str]:
        """The hexes that were German at the end of a turn in history."""
        at_start = self.ground(arm, self.turns(arm)[0])
        return past.ground(arm.rules, turn, [hex_ for hex_, part in at_start.items() if part > 0.5])

    def unlike_history(self, arm: Arm, turn: int) -> dict[str, list[str]]:
        """The places that one side held in history, and the other in most of the games, by the former."""
        shares, places = self.ground(arm, turn), arm.rules.annals.places
        found: dict[str, list[str]] = {side: [] for side in SIDES}
        for place, who in past.holders(arm.rules, turn).items():
            hexes = bits(places[place])
            part = sum([shares[arm.rules.grid.name[hex_]] for hex_ in hexes]) / len(hexes)
            if (part > 0.5) != (who == "german"):
                found[who].append(place)
        return found

    def heat(self, arm: Arm, what: str) -> dict[str, float]:
        """How often something happened in each hex, a game."""
        rows = self.rows("hexes", arm).select("hex", what, "games").rows()
        return {hex_: count / games for hex_, count, games in rows if count}

    def attacks(self, arm: Arm) -> list[tuple[str, str, int, float, float, float]]:
        """By side and column: attacks, what was expected of each, what came of it, and luck."""
        rows = (
            self.rows("attacks", arm)
            .group_by("side", "column")
            .agg(pl.len(), pl.col("expected").mean(), pl.col("rolled").mean(), pl.col("luck").mean())
            .rows()
        )
        return sorted(rows, key=lambda row: (_ratio(row[1]), row[1], row[0]))

    def losses(self, arm: Arm) -> list[tuple[str, str, float, float]]:
        """By side and cause: units and steps lost in a game."""
        games = max(self.finished(arm).height, 1)
        rows = (
            self.rows("losses", arm)
            .group_by("side", "cause")
            .agg(pl.col("units").sum(), pl.col("steps").sum())
            .rows()
        )
        return sorted(
            [(side, cause, units / games, steps / games) for side, cause, units, steps in rows],
            key=lambda row: (row[0], -row[3], row[1]),
        )

    def own_figures(self, arm: Arm) -> list[tuple[str, Estimate, Estimate]]:
        """What the game tells of its ends: in how many games there was such a figure, and how large."""
        games, rows = self.finished(arm).height, self.rows("figures", arm)
        found = []
        for (name,), each in rows.partition_by("figure", as_dict=True, maintain_order=True).items():
            found.append((str(name), share(each.height, games), mean(each["value"].to_list())))
        return sorted(found)

    def luck(self, arm: Arm) -> list[tuple[float, float]]:
        """For each game the luck of the first side less that of the others, and the margin."""
        rows = (
            self.finished(arm).select("luck_german", "luck_soviet", "margin").drop_nulls("margin").iter_rows()
        )
        first = arm.rules.sides[0]
        found = []
        for german, soviet, margin in rows:
            gap = (0.5 if german is None else german) - (0.5 if soviet is None else soviet)
            found.append((gap if first == "german" else -gap, margin))
        return found

    def explained(self, arm: Arm) -> float:
        """The share of the margin's variance that goes with luck."""
        pairs = self.luck(arm)
        return explained([margin for _, margin in pairs], [luck for luck, _ in pairs])

    def sources(self, arm: Arm) -> Sources | None:
        rows = self.finished(arm).select("dice", "mind", "margin").drop_nulls("margin").rows()
        return sources({(dice, mind): margin for dice, mind, margin in rows})


def _at(times: Sequence[tuple[int, str]], turn: int) -> str:
    return next((holder for since, holder in reversed(times) if since <= turn), "")


def _ratio(column: str) -> float:
    """Columns from the worst odds to the best, where they are odds."""
    left, _, right = column.replace("-", ":").partition(":") if column[:1].isdigit() else ("", "", "")
    try:
        return float(left) / float(right) if right else float(column)
    except ValueError:
        return -1.0


def described(arm: Arm) -> Iterator[tuple[str, Any]]:
    """What an arm plays, for a table."""
    choice = arm.choice
    usual = arm.rules.about.checked_options({})
    changed = {name: value for name, value in choice.options if usual.get(name) != value}
    yield "game", choice.game
    yield "scenario", choice.scenario
    yield "options", ", ".join(f"{name}={value}" for name, value in changed.items()) or "as usual"
    yield "players", ", ".join(f"{side} {name}" for side, name in arm.players.items())
    yield "charts", charts.in_words(choice.game, arm.charts)
    yield "seed", arm.seed


def shown(counts: Mapping[str, int], level: str) -> Estimate:
    return share(counts.get(level, 0), sum(counts.values()))
