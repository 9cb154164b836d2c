"""The report of an experiment: one page with pictures, words, and every figure as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from typhoon.engine.events import with_capitals
from typhoon.lab import past, pictures
from typhoon.lab.experiment import Arm
from typhoon.lab.findings import SIDES, Findings, described, shown
from typhoon.lab.intervals import Estimate
from typhoon.lab.maps import QUANTILES, Sheet
from typhoon.lab.page import Section, Table, bullets, paragraph, picture, whole_page
from typhoon.lab.running import Run
from typhoon.lab.tables import load

MOST_IN_DETAIL, MOST_PLACES, MOST_ON_MAPS = 6, 12, 4
MOST_POINTS = 1_000
"""Games of each arm that are drawn as points; more would only be a blot."""
HISTORY_IN_WORDS = (
    "Below them, broad and violet, is the front of history as far as it is known here. Dots are places whose "
    "days of capture we know, as they were held when the turn was over: dark German, red Soviet. The front "
    "is that of the game's start, but for the land nearest to a place that has changed hands since, which "
    "goes with the place, and what that cuts off. How the front ran between the dots, and who was surrounded "
    "behind it, this does not tell."
)
EVEN = 0.35, 0.65
"""A scenario is even when a side wins between so many of its games."""


def report(run: Run) -> str:
    """The page."""
    pictures.reset()
    return _Report(run, Findings(run.experiment, load(run))).page()


def figures(run: Run) -> dict[str, str]:
    """The main figures as small files, for whoever keeps them: how games ended, as data and as a picture."""
    pictures.reset()
    found = Findings(run.experiment, load(run))
    figure, ended, main = run.experiment.figure, [], []
    for arm in found.arms:
        counts = found.levels(arm)
        ended += [(arm.name, level, counts[level], *shown(counts, level)[:3]) for level in sorted(counts)]
        main.append((arm.name, found.estimate(arm, figure)))
    rows = [(name, estimate.n, *estimate[:3]) for name, estimate in main]
    drawing = pictures.bare(pictures.dots(main, figure.words, figure.words, percent=figure.is_share))
    return {
        "levels.csv": _csv(["arm", "level", "games", "share", "low", "high"], ended),
        "figure.csv": _csv(["arm", "games", figure.words, "low", "high"], rows),
        "figure.svg": drawing,
    }


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[f"{cell:.4f}" if isinstance(cell, float) else cell for cell in row] for row in rows])
    return written.getvalue()


class _Report:
    def __init__(self, run: Run, findings: Findings) -> None:
        self.run, self.found, self.experiment = run, findings, run.experiment
        self.figure = self.experiment.figure
        self.arms = findings.arms
        self._sheets: dict[tuple[str, str], Sheet] = {}

    def page(self) -> str:
        sections = [section for section in self._sections() if section.body]
        style = "".join(sheet.style() for sheet in self._sheets.values())
        title = self.experiment.title or self.run.folder.stem
        return whole_page(title, self._lead(), sections, style)

    def _sections(self) -> Iterator[Section]:
        yield Section("What was played", self._played())
        if self.experiment.kind == "balance":
            yield Section("Balance", self._balance())
        if not self.arms:
            return
        yield Section("How the games ended", self._endings())
        if self.experiment.kind == "ablate":
            yield Section("What each switch does", self._ranking())
        elif self._compared:
            yield Section("Differences between arms", self._differences())
        yield Section("Points by turn", self._points())
        yield Section("The front", self._front())
        yield Section("Places", self._places())
        yield Section("Battles, losses and movement", self._heat())
        yield Section("Odds and luck", self._odds())
        yield Section("Losses by cause", self._losses())
        yield Section("Figures of the game's own", self._own_figures())
        yield Section("Dice and play", self._sources())
        yield Section("How it was reckoned", self._methods())

    @property
    def _compared(self) -> list[Arm]:
        names = {arm.name for arm in self.found.arms}
        return [arm for arm in self.arms if arm.against in names]

    @property
    def _detailed(self) -> list[Arm]:
        """The arms that are shown turn by turn: all, when they are few."""
        if self.experiment.kind == "ablate":
            bases = {arm.against for arm in self.arms}
            return [arm for arm in self.arms if arm.name in bases or not arm.against]
        return self.arms[: MOST_IN_DETAIL if self.experiment.kind != "balance" else None]

    def _sheet(self, arm: Arm) -> Sheet:
        key = arm.choice.game, arm.choice.scenario
        if key not in self._sheets:
            self._sheets[key] = Sheet(arm.rules)
        return self._sheets[key]

    # What was played, and how it ended

    def _lead(self) -> str:
        state = self.run.state
        told = f"{state.done} of {state.total} games; rows {self.run.rows_digest()}."
        stop = self.run.log.marker
        lines = [paragraph(told)]
        if stop.stop:
            text = f"Stopped after {stop.stop} games of each arm, exact enough for: {stop.until}."
            lines.append(paragraph(text, "note"))
        elif state.done < state.total:
            lines.append(paragraph(f"{state.total - state.done} games are still to be played.", "note"))
        broken = [arm for arm in self.found.begun if not self.found.broken(arm).is_empty()]
        if broken:
            lines.append(self._broken(broken))
        return "".join(lines)

    def _broken(self, arms: Iterable[Arm]) -> str:
        lines = []
        for arm in arms:
            rows = self.found.broken(arm).select("index", "broken").rows()
            told = "; ".join(f"game {index}: {what}" for index, what in rows[:5])
            more = f" and {len(rows) - 5} more" if len(rows) > 5 else ""
            lines.append(f"{arm.name}, seed {arm.seed}: {told}{more}")
        head = "Games that broke down; their journals are kept, and they count in nothing below:"
        return f'<div class="note bad">{paragraph(head)}{bullets(lines)}</div>'

    def _played(self) -> str:
        arms = self.found.begun
        rows = [(arm.name, *dict(described(arm)).values(), self.found.finished(arm).height) for arm in arms]
        head = ["arm", *[name for name, _ in described(arms[0])], "games"]
        pairs = "The arms share their dice, game by game." if self.experiment.pairs and len(arms) > 1 else ""
        return paragraph(pairs) * bool(pairs) + Table(head, rows, "The arms").html()

    def _endings(self) -> str:
        figure, found = self.figure, self.found
        parts = []
        for arms in self._alike():
            levels = found.level_names(arms)
            if not levels:
                continue
            counts = {arm.name: found.levels(arm) for arm in arms}
            rows = [
                (name, level, count.get(level, 0), *_percent(shown(count, level)))
                for name, count in counts.items()
                for level in levels
            ]
            table = Table(["arm", "level", "games", "share", "from", "to"], rows)
            alt = "; ".join(f"{name}: {_counted(count)}" for name, count in counts.items())
            title = f"Victory levels of {arms[0].rules.about.title}"
            parts.append(picture(title, pictures.stacked(counts, levels, found.winners(arms), alt), table))
        estimates = [(arm.name, found.estimate(arm, figure)) for arm in self.arms]
        cells = [(name, estimate.n, *_told(estimate, figure.is_share)) for name, estimate in estimates]
        drawing = pictures.dots(estimates, figure.words, figure.words, percent=figure.is_share)
        table = Table(["arm", "games", figure.words, "from", "to"], cells)
        return "".join(parts) + picture(f"{figure.words}, with 95 % intervals", drawing, table)

    def _alike(self) -> list[list[Arm]]:
        """Arms of the same game together: their levels are the same."""
        found: dict[str, list[Arm]] = {}
        for arm in self.arms:
            found.setdefault(arm.choice.game, []).append(arm)
        return [arms[:40] for arms in found.values()]

    # What differs

    def _differences(self) -> str:
        rows = [(arm, self.found.difference(arm, self.figure)) for arm in self._compared]
        return bullets(self._in_words(arm, gap) for arm, gap in rows) + self._gaps(rows)

    def _gaps(self, rows: Sequence[tuple[Arm, Estimate]]) -> str:
        share = self.figure.is_share
        label = f"difference in {self.figure.words}"
        named = [(f"{arm.name} / {arm.against}", gap) for arm, gap in rows]
        drawing = pictures.dots(named, label, label, percent=share, zero=True)
        cells = [(arm.name, arm.against, gap.n, *_told(gap, share)) for arm, gap in rows]
        table = Table(["arm", "compared with", "pairs", "difference", "from", "to"], cells)
        how = "on the same dice" if self.experiment.pairs else "on dice of their own"
        return picture(
            f"{label[0].upper()}{label[1:]}, {how}; grey cannot be told from chance", drawing, table
        )

    def _in_words(self, arm: Arm, gap: Estimate) -> str:
        figure, unit = self.figure, "percentage points" if self.figure.is_share else "in the mean"
        times = 100 if figure.is_share else 1
        value, low, high = gap.value * times, gap.low * times, gap.high * times
        if not gap.n:
            return f"{arm.name}: too few games to compare it with {arm.against}."
        if gap.low == gap.high == 0:
            return f"{arm.name}: in all {gap.n} games the same {figure.words} as {arm.against}."
        between = f"between {low:+.1f} and {high:+.1f}"
        if not gap.tells:
            return (
                f"{arm.name}: after {gap.n} games no difference from {arm.against} in {figure.words} can be "
                f"told from chance; the true one lies {between} {unit}."
            )
        more = "more" if value > 0 else "fewer"
        return (
            f"{arm.name}: {abs(value):.1f} {unit} {more} {figure.words} than {arm.against}, {between}: "
            f"more than chance can explain."
        )

    def _ranking(self) -> str:
        rows = [(arm, self.found.difference(arm, self.figure)) for arm in self._compared]
        rows.sort(key=lambda row: (-abs(row[1].value), row[0].name))
        told = [row for row in rows if row[1].tells]
        text = f"{len(told)} of {len(rows)} differences can be told from chance; one of twenty is by chance."
        return paragraph(text) + bullets(self._in_words(*row) for row in told) + self._gaps(rows)

    def _balance(self) -> str:
        rows = []
        for arm in self.arms:
            estimate = self.found.estimate(arm, self.figure)
            rows.append((arm.name, _verdict(estimate, self.figure.words), estimate.n, *_percent(estimate)))
        caption = f"Each scenario with its verdict: even is between {EVEN[0]:.0%} and {EVEN[1]:.0%}"
        return Table(["scenario", "verdict", "games", self.figure.words, "from", "to"], rows, caption).html()

    # How it went

    def _points(self) -> str:
        parts = []
        for arms in self._alike():
            detailed = [arm for arm in arms if arm in self._detailed]
            if not detailed:
                continue
            series = {arm.name: self.found.by_turn("turns", arm, "margin") for arm in detailed}
            side = with_capitals(detailed[0].rules.sides[0], SIDES)
            label = f"{side} margin"
            rows = [(name, *row) for name, band in series.items() for row in band]
            table = Table(["arm", "turn", "10 %", "25 %", "median", "75 %", "90 %"], rows)
            title = f"{label} at the end of each turn: median, the middle half and the middle four fifths"
            parts.append(picture(title, pictures.bands(series, label, title), table))
        return "".join(parts)

    def _front(self) -> str:
        parts = []
        for arm in self._detailed[: None if self.experiment.kind == "balance" else MOST_ON_MAPS]:
            parts += [f"<h3>{escape(arm.name)}</h3>", self._front_maps(arm), self._front_along_axes(arm)]
        if not parts:
            return ""
        names = ", ".join(f"{colour_name(colour)} {share:.0%}" for share, colour in QUANTILES)
        lines = f"The lines run round the hexes that were German in more than so many of the games: {names}."
        return paragraph(lines) + paragraph(HISTORY_IN_WORDS) + "".join(parts)

    def _front_maps(self, arm: Arm) -> str:
        turns = self.found.turns(arm)
        if not turns:
            return ""
        last, first = turns[-1], turns[0]
        shown = sorted({first, (first + last) // 2, last} if self.experiment.kind != "balance" else {last})
        others = [turn for turn in turns if turn not in shown] if self.experiment.kind != "balance" else []
        drawing = self._maps([self._front_map(arm, turn) for turn in shown])
        if others:
            more = self._maps([self._front_map(arm, turn) for turn in others])
            drawing += f"<details><summary>The turns between</summary>{more}</details>"
        head = ["end of", *[f"hexes German in over {q:.0%}" for q, _ in QUANTILES], "in history"]
        for side, enemy in (SIDES, SIDES[::-1]):
            head.append(f"{side.capitalize()} in history, {enemy.capitalize()} in most games")
        return picture(
            f"{arm.name}: the front", drawing, Table(head, [self._front_row(arm, turn) for turn in turns])
        )

    @staticmethod
    def _maps(drawn: Sequence[str]) -> str:
        return f'<div class="maps">{"".join(drawn)}</div>'

    def _front_map(self, arm: Arm, turn: int) -> str:
        title, rules = self._turn_title(arm, turn), arm.rules
        drawing = self._sheet(arm).fronts(
            self.found.ground(arm, turn),
            f"{arm.name}: the front, {title}",
            self.found.past_ground(arm, turn) if turn >= rules.first_turn else set(),
            past.holders(rules, turn) if turn >= rules.first_turn else {},
        )
        return f"<div><p>{title}</p>{drawing}</div>"

    def _front_row(self, arm: Arm, turn: int) -> tuple[object, ...]:
        shares, unlike = self.found.ground(arm, turn), self.found.unlike_history(arm, turn)
        counts = [sum(share > q for share in shares.values()) for q, _ in QUANTILES]
        then = len(self.found.past_ground(arm, turn)) or None
        return self._turn_title(arm, turn), *counts, then, *[", ".join(unlike[side]) for side in SIDES]

    @staticmethod
    def _turn_title(arm: Arm, turn: int) -> str:
        """A turn by the day on which it is over."""
        if turn < arm.rules.first_turn:
            return "At the start"
        day = past.last_day(arm.rules, turn)
        return f"Turn {turn}, to {day}" if day else f"Turn {turn}"

    def _front_along_axes(self, arm: Arm) -> str:
        import polars as pl

        series = {
            axis: self.found.by_turn("fronts", arm, "km", pl.col("axis") == axis)
            for axis in self.found.axes(arm)
        }
        if not series:
            return ""
        rows = [(axis, *row) for axis, band in series.items() for row in band]
        table = Table(["axis", "turn", "10 %", "25 %", "median", "75 %", "90 %"], rows)
        title = f"{arm.name}: how far the front stands along each axis, in km from its start"
        return picture(title, pictures.bands(series, "km", title), table)

    def _places(self) -> str:
        parts = []
        for arms in self._by_scenario():
            places = self.found.places(arms[0], MOST_PLACES)
            curves = {place: {arm.name: self.found.held(arm, place) for arm in arms} for place in places}
            if not curves:
                continue
            rules, choice = arms[0].rules, arms[0].choice
            history = {place: past.curve(rules, place) for place in places}
            days = {turn: past.last_day(rules, turn) for turn in self.found.turns(arms[0])}
            rows = []
            for place, by_arm in curves.items():
                then = dict(history[place])
                for name, curve in by_arm.items():
                    rows += [
                        (place, name, turn, days.get(turn, ""), f"{part:.1%}", _yes_no(then.get(turn)))
                        for turn, part in curve
                    ]
            table = Table(["place", "arm", "turn", "to", "German in", "German in history"], rows)
            title = f"{choice.game}, {choice.scenario}: in how many games the Germans held a place, by date"
            parts.append(picture(title, pictures.curves(curves, history, days, title), table))
        return "".join(parts)

    def _by_scenario(self) -> list[list[Arm]]:
        found: dict[tuple[str, str], list[Arm]] = {}
        for arm in self._detailed:
            found.setdefault((arm.choice.game, arm.choice.scenario), []).append(arm)
        return list(found.values())

    def _heat(self) -> str:
        parts = []
        for arm in self._detailed[: None if self.experiment.kind == "balance" else MOST_ON_MAPS]:
            drawn, rows = [], []
            board = arm.rules.board
            for what in ("battles", "losses", "passages"):
                heat = self.found.heat(arm, what)
                drawing = self._sheet(arm).heat(heat, f"{arm.name}: {what} by hex")
                drawn.append(f"<div><p>{what.capitalize()}</p>{drawing}</div>")
                top = sorted(heat.items(), key=lambda item: (-item[1], item[0]))[:10]
                rows += [
                    (what, board.describe(board.grid.index(hex_), hex_), round(count, 2))
                    for hex_, count in top
                ]
            table = Table(["what", "hex", "a game"], rows, "The ten hexes with the most of each")
            title = f"{arm.name}: where it happened, a game"
            parts.append(picture(title, f'<div class="maps">{"".join(drawn)}</div>', table))
        return "".join(parts)

    def _odds(self) -> str:
        parts = []
        for arm in self._detailed:
            rows = self.found.attacks(arm)
            games = max(self.found.finished(arm).height, 1)
            if not rows:
                continue
            worth = arm.rules.annals.worth
            cells = [
                (side, column, round(n / games, 2), round(expected, 3), round(rolled, 3), round(luck, 3))
                for side, column, n, expected, rolled, luck in rows
            ]
            drawing = pictures.odds([(s, c, n / games, e, r) for s, c, n, e, r, _ in rows], worth, arm.name)  # type: ignore[misc]
            table = Table(["side", "column", "attacks a game", "expected", "rolled", "luck"], cells)
            title = f"{arm.name}: the odds that were taken, and what came of them ({worth})"
            note = "Luck is the chance of having fared worse, with half that of the same: 0.5 is even."
            parts.append(picture(title, drawing, table, note))
        return "".join(parts)

    def _losses(self) -> str:
        rows = [
            (arm.name, side, cause, round(units, 2), round(steps, 2))
            for arm in self._detailed
            for side, cause, units, steps in self.found.losses(arm)
        ]
        head = ["arm", "side", "cause", "units a game", "steps a game"]
        return Table(head, rows, "Losses by cause").html() if rows else ""

    def _own_figures(self) -> str:
        rows = [
            (arm.name, name, *_percent(often), *_told(size, False))
            for arm in self.arms
            for name, often, size in self.found.own_figures(arm)
        ]
        head = ["arm", "figure", "in", "from", "to", "mean", "from", "to"]
        caption = "In how many games there was such a figure, and how large it was there"
        return Table(head, rows, caption).html() if rows else ""

    def _sources(self) -> str:
        """How much was dice and how much play."""
        rows, words = [], []
        for arm in self._detailed:
            luck, parts = self.found.explained(arm), self.found.sources(arm)
            shares = [f"{part:.0%}" for part in parts[:3]] if parts else ["", "", ""]
            rows.append((arm.name, f"{luck:.0%}", *shares))
            told = f"{arm.name}: {luck:.0%} of the variance of the margin goes with luck"
            if parts:
                told += (
                    f"; by dice and minds, {parts.dice:.0%} goes with the dice alone, {parts.play:.0%} with "
                    f"play alone, and {parts.rest:.0%} with what they make of each other"
                )
            words.append(f"{told}.")
        points = {arm.name: self.found.luck(arm)[:MOST_POINTS] for arm in self._detailed}
        side = with_capitals(self._detailed[0].rules.sides[0], SIDES) if self._detailed else ""
        title = f"Luck and the end: {side} luck less the enemy's, and the {side} margin"
        drawing = pictures.scatter(points, f"{side} luck less the enemy's", f"{side} margin", title)
        table = Table(["arm", "goes with luck", "dice", "play", "dice and play together"], rows)
        method = (
            "Method: the square of the correlation of the margin with luck; and, where every dice seed was "
            "played by several minds (`plays` in the experiment), an analysis of variance in two ways, dice "
            "and minds, without repetition. Dice fall by the number of the order, so that games which part "
            "ways meet other dice."
        )
        return bullets(words) + picture(title, drawing, table) + paragraph(method)

    def _methods(self) -> str:
        return bullets(
            [
                "All intervals are for 95 %: nineteen of twenty hold the truth.",
                "Shares: Wilson's interval. Means: Student's.",
                "Differences of shares on the same dice: Agresti and Min; on dice of their own: Newcombe.",
                "Differences of means on the same dice: Student's, by pairs; on dice of their own: Welch's.",
                "Stopping when exact enough: confidence sequences, which hold however often one looks: the "
                "Beta-binomial mixture for shares, the normal mixture for means; divided among the arms.",
                "Games that broke or did not end count in no figure.",
                "The tables beside this file, in Parquet, hold all that is shown here.",
            ]
        )


def _verdict(estimate: Estimate, what: str) -> str:
    """Whether a scenario is even, as far as the interval tells."""
    low, high = EVEN
    if not estimate.n:
        return "no games yet"
    if estimate.low >= low and estimate.high <= high:
        return "even"
    if estimate.low > high:
        return f"one-sided: {what} too often"
    if estimate.high < low:
        return f"one-sided: {what} too seldom"
    if estimate.value > high or estimate.value < low:
        return "looks one-sided; more games would tell"
    return "looks even; more games would tell"


def _percent(estimate: Estimate) -> tuple[str, str, str]:
    return f"{estimate.value:.1%}", f"{estimate.low:.1%}", f"{estimate.high:.1%}"


def _told(estimate: Estimate, share: bool) -> tuple[str, str, str]:
    if share:
        return _percent(estimate)
    if estimate.n < 2:
        return f"{estimate.value:.3f}", "", ""  # one game tells nothing of how they differ
    return f"{estimate.value:.3f}", f"{estimate.low:.3f}", f"{estimate.high:.3f}"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{level} {count}" for level, count in counts.items())


def _yes_no(value: float | None) -> str:
    return "" if value is None else "yes" if value else "no"


def colour_name(colour: str) -> str:
    return {"#31688e": "blue", "#000000": "black", "#c46210": "orange"}[colour]
