"""Tracks and tables beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.engine.cases import case
from typhoon.engine.display import Panel
from typhoon.engine.events import with_capitals
from typhoon.games.typhoon_nonop.charts import BOXES, GERMAN, SIDES, SOVIET, WEATHERS
from typhoon.games.typhoon_nonop.columns import ORDERS, SEALED
from typhoon.games.typhoon_nonop.command import FREE_FROM
from typhoon.games.typhoon_nonop.interphase import POCKETS
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

EFFECTS = (
    "No restrictions",
    "Slow going, short supply lines, no overruns, no infiltration, weaker zones of motor units",
    "No restrictions; rivers as they are",
    "Short supply lines; the Germans do not overrun",
)
"""What each weather means for play."""


def number_of(side: str) -> int:
    """The number of a side; -1 for whoever may only know what everybody may."""
    return SIDES.index(side) if side in SIDES else -1


class Panels(NonopChapter):
    """The tables of the game, as one side may read them."""

    def all(self, pos: NonopPosition, side: str) -> list[Panel]:
        found = [
            self._conditions(pos), self._hqs(pos), self._combats(pos, side), self._turns(pos),
            self._weather(pos), self._ledger(pos), self._levels(pos), self._pockets(pos),
            *self._boxes(pos), self._air(pos, side),
        ]  # fmt: skip
        return [panel for panel in found if panel.rows]

    @case("B5.1", "B24.5")
    def _conditions(self, pos: NonopPosition) -> Panel:
        """What must not be forgotten: weather, points, what the Soviets have received."""
        law = self.law
        total = law.victory.points(pos)
        rivers = "frozen" if pos.frozen else "open"
        woods = ", woods still in mud" if pos.lingering else ""
        rows = [
            ("Weather", f"{WEATHERS[pos.weather].capitalize()}{woods}, rivers {rivers}"),
            ("Victory points", f"{total}: {self._level(total)}"),
        ]
        for side in (GERMAN, SOVIET):
            points = (law.supply_units & law.units_of[side] & pos.in_play).bit_count()
            rows.append((f"{law.adjective(side)} supply units", str(points)))
        received = (
            ("Type I points", pos.replacements), ("Strongpoints", pos.new_strongpoints),
            ("E strongpoints", pos.new_e_strongpoints), ("Mandated Attacks owed", pos.mandated),
        )  # fmt: skip
        rows += [(word, str(count)) for word, count in received if count]
        return Panel("conditions", "At a glance", ("", ""), tuple(rows), pinned=True)

    def _level(self, points: int) -> str:
        return self.law.victory.title(points)

    @case("22.2.5 movement restriction", "22.2.6a recovery roll", "B22.2")
    def _hqs(self, pos: NonopPosition) -> Panel:
        """Each HQ: its side, command left, units started and allowed, chance to recover."""
        law, rows = self.law, [self._hq(pos, hq) for hq in bits(self.law.hqs & pos.in_play)]
        for hq in bits(law.hqs & ~pos.in_play):
            where = "Cadre Box" if pos.cadre >> hq & 1 else "Cannot Rebuild"
            if pos.arrivals >> hq & 1:
                where = f"arrives on turn {law.counters[hq].turn}"
            rows.append((law.counters[hq].unit, where, "", "", "", ""))
        columns = ("HQ", "Hex", "Side up", "Left", "Started", "Recovers")
        return Panel("hqs", "HQs; left: activate, react, order", columns, tuple(rows), above=2)

    def _hq(self, pos: NonopPosition, hq: int) -> tuple[str, ...]:
        law, command = self.law, self.law.command
        where = (law.counters[hq].unit, law.grid.name[pos.where[hq]])
        if not pos.nonop >> hq & 1:
            value = command.value(pos, hq)
            uses = (pos.activations, pos.reactions, pos.orders_given)
            left = ", ".join([str(command.left(pos, hq, used)) for used in uses])
            less = command.command_value(hq) - value
            taken = f", {less} taken by interdiction" if less else ""
            return (*where, "operational", f"{left} of {value}{taken}", "", "")
        recovery = command.recovery(hq)
        started = f"{pos.started.get(hq, 0)} of {command.allowance(hq)}"
        later = "" if command.may_roll(pos) >> hq & 1 else f", from turn {FREE_FROM} on"
        return (*where, "Non-Op", "–", started, f"R{recovery}: {recovery * 10} %{later}")

    @case("B12.1", "B14.6", "B2.9")
    def _combats(self, pos: NonopPosition, side: str) -> Panel:
        """The declared combats; of an enemy's order is told that it lies there."""
        law, rows = self.law, []
        words = (*[word.replace("-", " ") for word in ORDERS], "face down")
        assert len(words) == SEALED + 1
        for combat in pos.combats:
            known = law.secrets.veiled_combat(pos, number_of(side), combat)
            attack = law.attacks.attack(pos, combat.units & pos.in_play, combat.targets)
            odds = law.crt.column(attack, defense := law.odds.defense(pos, combat))
            column = law.crt.columns[odds] if odds >= 0 else "below 1-4"
            orders = [words[order] for order in (known.order, known.answer) if order]
            rows.append(
                (
                    law.attacks.name_of(combat.targets) + (", mandated" if combat.mandated else ""),
                    f"{attack} to {defense}, {column}",
                    ", ".join(pos.names(combat.units)),
                    ", ".join(pos.names(law.artillery.supporting(pos, combat))),
                    " / ".join(orders),
                )
            )
        columns = ("Target", "Before guns of the attack", "Attackers", "Guns of the defense", "Orders")
        return Panel("combats", "Declared combats", columns, tuple(rows))

    @case("B25.1", "B25.4", "B8.1")
    def _turns(self, pos: NonopPosition) -> Panel:
        law, rows = self.law, []
        for turn in range(law.first_turn, law.last_turn + 1):
            row = law.turns[turn]
            come = [law.unit_ids[u] for u in bits(pos.arrivals) if law.counters[u].turn == turn]
            points = [str(law.arrivals.points(turn, side)) for side in (GERMAN, SOVIET)]
            climate = f"{row.fixed}, no die" if row.fixed else f"{row.climate} climate"
            rows.append((str(turn), law.date(turn), climate, *points, ", ".join(come)))
        columns = ("Turn", "Date", "Climate", "German", "Soviet", "Arrivals")
        title, now = "Turn track with supply points", pos.turn - law.first_turn
        return Panel("turns", title, columns, tuple(rows), now, above=2)

    @case("B5.7")
    def _weather(self, pos: NonopPosition) -> Panel:
        rows = tuple(zip(map(str.capitalize, WEATHERS), EFFECTS, strict=True))
        return Panel("weather", "Weather", ("", "Effect"), rows, pos.weather)

    @case("B24.2")
    def _ledger(self, pos: NonopPosition) -> Panel:
        """What the points come from, and what may still come."""
        law = self.law
        total = law.victory.points(pos)
        rows = [(f"{score.points:+g}", score.text) for score in law.victory.scores(pos)]
        open_ = [(hex_, row) for hex_, row in law.places.items() if not pos.control[GERMAN] >> hex_ & 1]
        rows += [(f"({row.german_vp})", f"{law.describe(hex_)}: still Soviet") for hex_, row in open_]
        title = f"German victory points: {total} ({self._level(total)})"
        return Panel("points", title, ("VP", "From"), tuple(rows))

    @case("B24.5")
    def _levels(self, pos: NonopPosition) -> Panel:
        levels = list(reversed(self.law.levels))
        now = self.law.victory.level(self.law.victory.points(pos))[0]
        rows = tuple(
            [
                (
                    with_capitals(row.level, SIDES).replace("draw", "Draw"),
                    "less" if row.least < 0 else f"{row.least} or more",
                )
                for row in levels
            ]
        )
        current = [row.level for row in levels].index(now)
        return Panel("levels", "Victory levels", ("Level", "German victory points"), rows, current)

    @case("B24.6")
    def _pockets(self, pos: NonopPosition) -> Panel:
        """Which pockets stand, and since when."""
        standing, rows = self.law.surrender.pockets(pos), []
        for name, (least, marked) in POCKETS.items():
            turn, most = pos.pockets.get(name, (0, 0))
            divisions = standing.get(name, 0)
            state = f"closed: {counted(divisions, 'division')}" if divisions else "open"
            history = f"turn {turn}, up to {counted(most, 'division')}" if most else "never"
            rows.append(
                (name.capitalize(), state, history, f"{least} divisions, {marked} of them of that pocket")
            )
        columns = ("Pocket", "Now", "Reported in an Interphase", "It takes")
        return Panel("pockets", "Pockets", columns, tuple(rows))

    @case("B16.6")
    def _boxes(self, pos: NonopPosition) -> Iterator[Panel]:
        """The Cadre Box and the Cannot Rebuild Box."""
        for id_, name, units in (("cadre", "Cadre Box", pos.cadre), ("barred", "Cannot Rebuild", pos.barred)):
            rows = [
                (self.law.adjective(side), str(gone.bit_count()), ", ".join(pos.names(gone)))
                for side in (GERMAN, SOVIET)
                if (gone := units & self.law.units_of[side])
            ]
            yield Panel(id_, name, ("Side", "Number", "Units"), tuple(rows))

    @case("B9.1", "B2.9")
    def _air(self, pos: NonopPosition, side: str) -> Panel:
        """The air boxes; of air units on missions that are still hidden, their box is told."""
        law, rows = self.law, []
        hidden = law.secrets.hidden_air(pos, number_of(side))
        for number in (GERMAN, SOVIET):
            for box, name in enumerate(BOXES):
                units = [
                    law.air_ids[unit]
                    + (
                        f" over {law.grid.name[pos.missions[unit]]}"
                        if self._is_seen(pos, unit, hidden)
                        else ""
                    )
                    for unit in bits(law.air_of[number])
                    if pos.air[unit] == box
                ]
                rows.append((law.adjective(number), name.capitalize(), ", ".join(units)))
        return Panel("air", "Air units", ("Side", "Box", "Units"), tuple(rows))

    def _is_seen(self, pos: NonopPosition, unit: int, hidden: int) -> bool:
        return unit in pos.missions and not hidden >> unit & 1
