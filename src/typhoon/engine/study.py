"""Studies: positions to be tried, each with a goal that can be checked and a game in which it was reached.

A study is two files in the folder ``studies`` of a game: ``NAME.toml`` says what it is about, and
``NAME.journal`` is the game that reached the goal.  It is played from that game's beginning, or from the
order ``after``.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec

from typhoon.engine.data import DataError
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry
from typhoon.engine.registry import folder_of, playable
from typhoon.engine.replay import load
from typhoon.engine.rules import Rules

FOLDER = "studies"
Status = Literal["open", "reached", "missed"]
Difficulty = Literal["easy", "medium", "hard"]


class UnknownStudy(ValueError):
    """There is no study of that name."""


class _Aim(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """A condition of a goal."""

    lasting: ClassVar[bool] = False
    """Whether it stays true once it is."""
    say: str
    """The condition in the words of the game."""
    at: str = ""
    """A hex to look at."""

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        raise NotImplementedError


class Hold(_Aim, frozen=True, tag="hold", kw_only=True):
    """Places, by their names or the numbers of their hexes, are in the hands of a party."""

    places: tuple[str, ...]
    by: str

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        named = rules.annals.places
        held = rules.annals.ground(pos)[self.by]
        wanted = [named[each] if each in named else 1 << rules.grid.index(each) for each in self.places]
        return all(hexes & held == hexes for hexes in wanted)


class _Some(_Aim, frozen=True, kw_only=True):
    """So many of some units are counted."""

    units: tuple[str, ...]
    count: int


class Destroy(_Some, frozen=True, tag="destroy", kw_only=True):
    """So many of some units are no longer on the map."""

    lasting: ClassVar[bool] = True

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        return len(self.units) - _present(rules, pos, self.units) >= self.count


class Keep(_Some, frozen=True, tag="keep", kw_only=True):
    """So many of some units are on the map."""

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        return _present(rules, pos, self.units) >= self.count


class CutOff(_Some, frozen=True, tag="cut-off", kw_only=True):
    """So many of some units are gone or out of supply."""

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        return len(self.units) - _fed(rules, pos, self.units) >= self.count


class Supply(_Some, frozen=True, tag="supply", kw_only=True):
    """So many of some units are on the map and in supply."""

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        return _fed(rules, pos, self.units) >= self.count


class Score(_Aim, frozen=True, tag="score", kw_only=True):
    """A side has so many victory points."""

    side: str
    points: float

    def met(self, rules: Rules[Any], pos: Any) -> bool:
        return sum([each.points for each in rules.scores(pos) if each.side == self.side]) >= self.points


Aim = Hold | Destroy | Keep | CutOff | Supply | Score


def _present(rules: Rules[Any], pos: Any, units: Iterable[str]) -> int:
    return sum([pos.on_map(rules.unit_number[unit]) for unit in units])


def _fed(rules: Rules[Any], pos: Any, units: Iterable[str]) -> int:
    """How many of them are on the map and in supply."""
    hungry = rules.annals.unsupplied(pos)
    return _present(rules, pos, [unit for unit in units if not hungry >> rules.unit_number[unit] & 1])


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What ``NAME.toml`` says."""

    title: str
    about: str
    """The situation, in a sentence or two."""
    goal: str
    """What is to be done, as a sentence."""
    side: str
    turn: int
    """The goal is judged when this turn is over."""
    difficulty: Difficulty
    solved: int
    """How often the staff got there against the staff without knowing of the goal, in so many ..."""
    tries: int
    """... tries with other dice."""
    after: int = 0
    """The order of the journal after which it begins."""
    aims: tuple[Aim, ...] = msgspec.field(name="aim")


class Study(msgspec.Struct, frozen=True):
    """A study with where it lies."""

    name: str
    game: str
    file: Path
    told: _File

    @property
    def journal(self) -> str:
        """The game in which the goal was reached."""
        return self.file.with_suffix(".journal").read_text("utf-8")

    def begin(self) -> Game:
        """The position to be tried; its dice are those of the journal until they get another key."""
        return load(self.journal, to=self.told.after)


class StudyFacts(msgspec.Struct, frozen=True):
    """A study for a client."""

    name: str
    game: str
    title: str
    about: str
    goal: str
    side: str
    turn: int
    difficulty: Difficulty
    solved: int
    tries: int


class AimFacts(msgspec.Struct, frozen=True):
    text: str
    met: bool
    hex: str
    """Where to look; empty where there is no one place."""


class Verdict(msgspec.Struct, frozen=True):
    """How a study stands."""

    status: Status
    aims: tuple[AimFacts, ...]
    """As they are now, or as they were when the study was judged."""


class Judge:
    """Says how a study stands.  What was judged when its last turn ended holds, whatever came later."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._judged: tuple[Entry, Verdict] | None = None

    def verdict(self, game: Game) -> Verdict:
        turn = self.study.told.turn
        entries = game.entries
        in_time = bisect_right(entries, turn, key=lambda entry: entry.turn)
        over = game.position.turn > turn or game.result is not None
        if not over:
            return self._judge(game, over=False)
        last = entries[in_time - 1] if in_time else None
        if self._judged is None or self._judged[0] is not last:
            then = game if in_time == len(entries) else load(game.journal.text(), to=in_time, verify=False)
            found = self._judge(then, over=True)
            if last is None:
                return found
            self._judged = last, found
        return self._judged[1]

    def _judge(self, game: Game, *, over: bool) -> Verdict:
        aims = self.study.told.aims
        met = [aim.met(game.rules, game.position) for aim in aims]
        for_good = all(met) and all(aim.lasting for aim in aims)
        status: Status = "open" if not over and not for_good else "reached" if all(met) else "missed"
        return Verdict(
            status, tuple([AimFacts(aim.say, is_met, aim.at) for aim, is_met in zip(aims, met, strict=True)])
        )


def study_facts(study: Study) -> StudyFacts:
    return msgspec.convert(
        {**msgspec.structs.asdict(study.told), "name": study.name, "game": study.game}, StudyFacts
    )


@cache
def studies() -> dict[str, Study]:
    """All studies by their names, game by game, the easy ones first."""
    found = [_read(game, file) for game in playable() for file in (folder_of(game) / FOLDER).glob("*.toml")]
    levels = ("easy", "medium", "hard")
    found.sort(key=lambda study: (study.game, levels.index(study.told.difficulty), study.name))
    return {study.name: study for study in found}


def study_of(name: str) -> Study:
    """The study of a name; raises ``UnknownStudy``."""
    if name not in studies():
        raise UnknownStudy(f"there is no study '{name}'; there are: {', '.join(studies())}")
    return studies()[name]


def _read(game: str, file: Path) -> Study:
    try:
        told = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{file}: {error}") from error
    return Study(file.stem, game, file, told)


def judge_of(game: Game) -> Judge | None:
    """The judge of the study that a game was begun as; None for other games, and where it is not known."""
    study = studies().get(game.journal.header.study)
    return Judge(study) if study and study.game == game.rules.about.id else None
