"""The figures that an experiment asks about: a share of games, or points in the mean."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from typhoon.engine.events import with_capitals

WAYS = '"SIDE wins", "SIDE points", "SIDE margin", "turns", "level NAME", or "with FIGURE"'


class Figure(NamedTuple):
    """Something that every finished game has a number for.

    >>> Figure.parse("german wins")
    Figure(kind='wins', side='german', level='')
    >>> Figure.parse("level soviet victory").of({"level": "soviet victory"})
    1.0
    >>> Figure.parse("with Vyazma pocket").of({"level": "draw", "figures": {"Vyazma pocket, turn": 4.0}})
    1.0
    """

    kind: str
    side: str = ""
    level: str = ""
    """A victory level; or a figure of the game's own, whole or up to a comma."""

    @classmethod
    def parse(cls, text: str) -> Figure:
        """Raises ``ValueError`` that tells what can be asked."""
        words = text.split()
        match words:
            case ["turns"]:
                return cls("turns")
            case ["level", *level] if level:
                return cls("level", "", " ".join(level))
            case ["with", *name] if name:
                return cls("with", "", " ".join(name))
            case [side, "wins" | "points" | "margin" as kind]:
                return cls(kind, side)
        raise ValueError(f"no figure '{text}'; there are {WAYS}")

    @property
    def is_share(self) -> bool:
        """Whether it is 0 or 1 in each game."""
        return self.kind in ("wins", "level", "with")

    @property
    def words(self) -> str:
        text = {"wins": f"{self.side} wins", "level": self.level, "turns": "turns played"}
        text["with"] = f"games with {self.level}"
        told = text.get(self.kind) or f"{self.side} {self.kind}"
        return with_capitals(told, [self.side] if self.side else ["german", "soviet"])

    def of(self, row: Any) -> float | None:
        """Its number in the row of a game; None where the game did not come to its end."""
        if not row["level"]:
            return None
        match self.kind:
            case "wins":
                return float(row["winner"] == self.side)
            case "level":
                return float(row["level"] == self.level)
            case "with":
                return float(
                    any(name == self.level or name.startswith(f"{self.level},") for name in row["figures"])
                )
            case "turns":
                return float(row["turns"])
            case "points":
                return float(row["points"].get(self.side, 0.0))
        own = row["points"].get(self.side, 0.0)
        return float(own - sum(value for side, value in row["points"].items() if side != self.side))


class Goal(NamedTuple):
    """A figure, and how exactly it is to be known: ``german wins +-3%``.

    >>> goal = Goal.parse("german wins +-3%")
    >>> goal.figure.words, goal.within
    ('German wins', 0.03)
    """

    figure: Figure
    within: float
    difference: bool = False
    """Whether it is the difference between each arm and the one that it is compared with."""

    @classmethod
    def parse(cls, text: str) -> Goal:
        found = re.fullmatch(r"\s*(difference in )?(.+?)\s*(?:\+-|\+/-|±)\s*(\d+(?:\.\d+)?)\s*(%?)\s*", text)
        if found is None:
            raise ValueError(f"'{text}' does not say how exactly: write such as \"german wins +-3%\"")
        difference, what, number, percent = found.groups()
        figure = Figure.parse(what)
        if bool(percent) != figure.is_share:
            how = "in percent, as +-3%" if figure.is_share else "as a number, as +-0.5"
            raise ValueError(f"'{text}': {figure.words} are told {how}")
        within = float(number) / (100 if percent else 1)
        if not within > 0:
            raise ValueError(f"'{text}': nothing is known quite exactly")
        return cls(figure, within, bool(difference))
