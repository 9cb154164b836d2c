"""Experiments: which games are to be played, as a file that a person can read.

    game = "red-typhoon"
    games = 200
    players = { soviet = "staff", german = "staff" }

    [arms.printed]
    [arms.kinder]
    charts.crt."5:1".3 = "DR2"

An experiment has *arms*, which differ in anything; a *sweep* makes arms of every combination of some values;
with *pairs* the arms share dice seeds game by game, so that they are compared on the same luck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from typhoon.engine.data import DataError
from typhoon.engine.registry import Choice, choice_of, find_rules
from typhoon.engine.rules import Rules
from typhoon.lab import charts as own_charts
from typhoon.lab import persons
from typhoon.lab.figures import Figure, Goal
from typhoon.lab.keys import Key, Keys, WrongExperiment, leaves

if TYPE_CHECKING:
    import polars

GAMES, SEED, PLAYER = 100, 1942, "staff"
MOST_GAMES, MOST_ARMS = 10_000_000, 1_000
LIMIT = 3_600.0
"""Seconds that a game may take, if nothing is said: far more than any that comes to an end."""

OF_ARMS = ("game", "scenario", "options", "players", "charts", "seed", "games", "seconds", "limit", "against")
"""What an arm can change."""
OF_ALL = ("title", "kind", "pairs", "plays", "figure", "until", "journals", "arms", "sweep")
NOBODY = "\0"
"""Said by ``against = false``."""
KINDS = ("", "ablate", "balance")


class Arm(msgspec.Struct, frozen=True, dict=True):
    """Games that are played alike, but for their dice."""

    name: str
    choice: Choice
    players: dict[str, str]
    """The name of each side's player."""
    seed: int | str
    games: int
    charts: dict[str, str] = {}
    """Charts that take the place of ours."""
    files: dict[str, str] = {}
    """The texts of players that are files."""
    seconds: float | None = None
    """How long a player may think about an order; what it then finds depends on the machine."""
    plays: int = 1
    """How often the dice of a game are played with, each time by players with another mind."""
    journals: bool = False
    limit: float = LIMIT
    """Seconds after which a game is cut off."""
    against: str = ""
    """The arm that it is compared with; empty for the one that others are compared with."""

    @cached_property
    def digest(self) -> str:
        """Names all that its games depend on: what is called otherwise or longer is still the same."""
        basis = msgspec.structs.asdict(self)
        for name in ("name", "games", "journals", "limit", "against"):
            del basis[name]
        return hashlib.sha256(msgspec.json.encode(basis, order="sorted")).hexdigest()[:16]

    @property
    def rules(self) -> Rules[Any]:
        charts = own_charts.laid_out(self.charts)
        return find_rules(self.choice.game, self.choice.scenario, dict(self.choice.options), charts=charts)

    def dice_number(self, index: int) -> int:
        """Which dice a game is played with."""
        return (index - 1) // self.plays + 1

    def mind_number(self, index: int) -> int:
        """Which choices of chance its players make."""
        return index if self.plays == 1 else (index - 1) % self.plays + 1


class Place(NamedTuple):
    """Where an arm is told of, for pointing at mistakes in it."""

    key: Key
    own: Mapping[str, Any]
    sweeps: tuple[Key, ...] = ()

    def of(self, *key: str) -> Key:
        """The key in the arm, in the sweep or, when it is not told there, in the whole experiment."""
        if (*self.key, *key) != key and _has(self.own, key):
            return (*self.key, *key)
        return ("sweep", *key) if any(sweep[: len(key)] == key for sweep in self.sweeps) else key


def _swept(key: Key) -> str:
    """A key as arms of a sweep are named: a cell by its chart, column and row, all else by its last part."""
    return " ".join(key[1:]) if key[0] == "charts" and len(key) > 2 else key[-1]


class Experiment:
    """What is to be played; made from a file with ``read``, or with the same keys from Python.

    >>> free = {"options": {"partisans": "free"}}
    >>> experiment = Experiment(game="red-typhoon", games=2, arms={"a": {}, "b": free})
    >>> [arm.name for arm in experiment.arms], experiment.arms[1].against
    (['a', 'b'], 'a')
    """

    def __init__(self, _keys: Keys | None = None, _folder: Path | None = None, **told: Any) -> None:
        self.keys = _keys or Keys(told)
        self.folder = _folder or Path()
        told = dict(self.keys.told)
        self._check_names(told, (*OF_ARMS, *OF_ALL), ())
        self.title: str = self._take(("title",), str, "")
        self.kind: str = self._take(("kind",), str, "")
        if self.kind not in KINDS:
            raise self.keys.wrong(("kind",), f"kind '{self.kind}' is not one of {', '.join(KINDS[1:])}")
        self.pairs: bool = self._take(("pairs",), bool, True)
        self.plays: int = self._whole(("plays",), 1, 1_000)
        self.journals: bool = self._take(("journals",), bool, False)
        self.arms: tuple[Arm, ...] = tuple(self._arms(told))
        self.figure = self._figure("figure", self._take(("figure",), str, ""))
        self.until: str = self._take(("until",), str, "")
        if self.until:
            try:
                self.goal(self.until)
            except ValueError as error:
                raise self.keys.wrong(("until",), str(error)) from None

    @classmethod
    def read(cls, path: str | Path) -> Experiment:
        """The experiment of a file; ``WrongExperiment`` names the line of a mistake."""
        path = Path(path)
        return cls(Keys.read(path), path.parent)

    @classmethod
    def parse(cls, text: str, where: str = "experiment") -> Experiment:
        return cls(Keys.parse(text, where))

    def arm(self, name: str) -> Arm:
        return next(arm for arm in self.arms if arm.name == name)

    @property
    def games(self) -> int:
        return sum(arm.games for arm in self.arms)

    @cached_property
    def digest(self) -> str:
        """Names the experiment, whatever it is called and wherever it lies."""
        arms = [(arm.name, arm.digest, arm.games) for arm in self.arms]
        return hashlib.sha256(repr(arms).encode()).hexdigest()[:16]

    def goal(self, until: str) -> Goal:
        """What is to be known before a series may stop; ``ValueError`` when that makes no sense here."""
        goal = Goal.parse(until)
        self._check_side(goal.figure)
        return goal

    def run(self, folder: str | Path | None = None, **settings: Any) -> polars.DataFrame:
        """Play what has not been played yet, and give the rows of the games.

        Results are kept in ``folder``, where there is one; ``settings`` are those of ``running.run``.
        """
        from typhoon.lab.running import run_for_frames

        return run_for_frames(self, folder, **settings)["games"]

    def _arms(self, told: Mapping[str, Any]) -> Iterator[Arm]:
        own = self._take(("arms",), Mapping, {}) or {"all": {}}
        sweep = [*leaves(self._take(("sweep",), Mapping, {}))]
        self._check_names(told.get("sweep", {}), OF_ARMS, ("sweep",))
        for key, values in sweep:
            if not isinstance(values, list) or not values:
                raise self.keys.wrong(("sweep", *key), f"{'.'.join(key)}: a sweep is a list of values")
        found: dict[str, Arm] = {}
        for name, more in own.items():
            if not isinstance(more, Mapping):
                raise self.keys.wrong(("arms", name), f"arm '{name}' must be a table")
            self._check_names(more, OF_ARMS, ("arms", name))
            base = {key: value for key, value in told.items() if key in OF_ARMS}
            for values in product(*[values for _, values in sweep]):
                chosen = dict(zip([key for key, _ in sweep], values, strict=True))
                spec = _laid_over(_laid_over(base, more), _tree(chosen))
                full = " ".join([name, *(f"{_swept(key)}={value}" for key, value in chosen.items())])
                place = Place(("arms", name), more, tuple(chosen))
                arm = self._arm(full if "arms" in told or not chosen else full[4:], spec, place)
                self._check_alone(arm, found, place)
                found[arm.digest] = arm
                if len(found) > MOST_ARMS:
                    raise self.keys.wrong(("sweep",), f"more than {MOST_ARMS} arms")
        yield from self._compared([*found.values()])

    def _check_alone(self, arm: Arm, found: Mapping[str, Arm], place: Place) -> None:
        twin = found.get(arm.digest)
        if twin is not None:
            raise self.keys.wrong(place.key, f"arm '{arm.name}' is the same as arm '{twin.name}'")
        if self.pairs and found and arm.seed != next(iter(found.values())).seed:
            raise self.keys.wrong(place.of("seed"), "with pairs all arms have the same seed (pairs = false)")

    def _compared(self, arms: list[Arm]) -> Iterator[Arm]:
        """Each arm with the one it is compared with: the first, if it says nothing."""
        names = [arm.name for arm in arms]
        for number, arm in enumerate(arms):
            against = arm.against or (names[0] if number and arm.choice.game == arms[0].choice.game else "")
            if arm.against == NOBODY:
                against = ""
            elif against and (against not in names or against == arm.name):
                key = ("arms", arm.name, "against")
                raise self.keys.wrong(
                    key, f"there is no other arm '{against}'; there are: {', '.join(names)}"
                )
            seed = arm.seed if self.pairs or len(arms) == 1 else f"{arm.seed} {arm.name}"
            yield msgspec.structs.replace(arm, against=against, seed=seed)

    def _arm(self, name: str, spec: Mapping[str, Any], place: Place) -> Arm:
        keys = self.keys
        game = self._text(spec, place, "game", None)
        scenario = self._text(spec, place, "scenario", "") or None
        told = {
            ".".join(key): (key, _word(value)) for key, value in leaves(_table(self, spec, place, "options"))
        }
        options = {name: value for name, (_, value) in told.items()}
        try:
            choice_of(game)
        except ValueError as error:
            raise keys.wrong(place.of("game"), str(error)) from None
        try:
            choice_of(game, scenario)
        except ValueError as error:
            raise keys.wrong(place.of("scenario"), str(error)) from None
        for option, (key, value) in told.items():
            try:
                choice_of(game, scenario, {option: value})
            except ValueError as error:
                raise keys.wrong(place.of("options", *key), str(error)) from None
        choice = choice_of(game, scenario, options)
        charts = self._charts(game, spec, place)
        seconds = spec.get("seconds")
        if seconds is not None:
            seconds = self._seconds(place.of("seconds"), seconds, "a player needs some time to think")
        limit = self._seconds(place.of("limit"), spec.get("limit", LIMIT), "a game needs some time")
        seed = spec.get("seed", SEED)
        if not isinstance(seed, int | str) or isinstance(seed, bool):
            raise keys.wrong(place.of("seed"), "seed must be a number or a text")
        games = self._whole(place.of("games"), GAMES, MOST_GAMES, spec.get("games", GAMES))
        alone = spec.get("against") is False
        against = NOBODY if alone else self._text(spec, place, "against", "")
        players, files = self._players(choice, charts, spec, place)
        return Arm(
            name,
            choice,
            players,
            seed,
            games,
            charts,
            files,
            seconds,
            self.plays,
            self.journals,
            limit,
            against,
        )

    def _charts(self, game: str, spec: Mapping[str, Any], place: Place) -> dict[str, str]:
        told = dict(_table(self, spec, place, "charts"))
        folder, found = told.pop("folder", None), {}
        if folder is not None:
            try:
                found = own_charts.read_folder(game, self.folder / str(folder))
            except (DataError, OSError) as error:
                raise self.keys.wrong(place.of("charts", "folder"), str(error)) from None
        for key, value in leaves(told):
            where = place.of("charts", *key)
            if len(key) != 3:
                text = 'a cell is CHART."COLUMN".ROW = VALUE, and a folder of charts is folder = "..."'
                raise self.keys.wrong(where, f"{'.'.join(key)}: {text}")
            try:
                found = own_charts.with_cell(game, found, *key, _word(value))
                find_rules(game, charts=own_charts.laid_out(found))
            except DataError as error:
                raise self.keys.wrong(where, _without_folder(str(error), found)) from None
        return found

    def _players(
        self, choice: Choice, charts: Mapping[str, str], spec: Mapping[str, Any], place: Place
    ) -> tuple[dict[str, str], dict[str, str]]:
        told = _table(self, spec, place, "players")
        folder = own_charts.laid_out(charts)
        rules = find_rules(choice.game, choice.scenario, dict(choice.options), charts=folder)
        try:
            rules.start()
        except ValueError as error:
            named = next((name for name, _ in choice.options if str(error).startswith(f"option {name}:")), "")
            raise self.keys.wrong(place.of("options", *named.split(".")), str(error)) from None
        if strangers := [side for side in told if side not in rules.sides]:
            problem = f"{choice.game} has no side '{strangers[0]}'; there are: {', '.join(rules.sides)}"
            raise self.keys.wrong(place.of("players", strangers[0]), problem)
        players = {side: str(told.get(side, PLAYER)) for side in rules.sides}
        files: dict[str, str] = {}
        for side, name in players.items():
            try:
                if persons.is_own(name):
                    files[name] = persons.read_player(name, self.folder)
                persons.find(name, files.get(name, ""), rules, side, 0, 0)
            except Exception as error:  # a player of the user's own may fail in any way
                raise self.keys.wrong(place.of("players", side), str(error)) from None
        return players, files

    # What a key may hold

    def _check_names(self, told: Mapping[str, Any], known: tuple[str, ...], key: Key) -> None:
        for name in told:
            if name not in known:
                raise self.keys.wrong((*key, name), f"no key '{name}'; there are: {', '.join(known)}")

    def _take(self, key: Key, kind: Any, usual: Any) -> Any:
        value = self.keys.told.get(key[0], usual)
        if not isinstance(value, kind):
            what = {str: "a text", bool: "true or false", Mapping: "a table"}[kind]
            raise self.keys.wrong(key, f"{key[0]} must be {what}")
        return value

    def _whole(self, key: Key, usual: int, most: int, value: Any = None) -> int:
        value = self.keys.told.get(key[0], usual) if value is None else value
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise self.keys.wrong(key, f"{key[-1]} must be a whole number from 1 to {most}")
        return int(value)

    def _seconds(self, key: Key, value: Any, problem: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise self.keys.wrong(key, f"{key[-1]} = {value}: {problem}, in seconds")
        return float(value)

    def _text(self, spec: Mapping[str, Any], place: Place, name: str, usual: str | None) -> str:
        value = spec.get(name, usual)
        if not isinstance(value, str):
            problem = f"there is no {name}" if value is None else f"{name} must be a text"
            raise self.keys.wrong(place.of(name), problem)
        return value

    def _figure(self, key: str, text: str) -> Figure:
        try:
            figure = Figure.parse(text or f"{self.arms[0].rules.sides[-1]} wins")
            self._check_side(figure)
        except ValueError as error:
            raise self.keys.wrong((key,), str(error)) from None
        return figure

    def _check_side(self, figure: Figure) -> None:
        sides = {side for arm in self.arms for side in arm.rules.sides}
        if figure.side and figure.side not in sides:
            raise ValueError(f"there is no side '{figure.side}'; there are: {', '.join(sorted(sides))}")


def _table(experiment: Experiment, spec: Mapping[str, Any], place: Place, name: str) -> Mapping[str, Any]:
    told = spec.get(name, {})
    if not isinstance(told, Mapping):
        raise experiment.keys.wrong(place.of(name), f"{name} must be a table")
    return told


def _word(value: Any) -> str:
    """An option or a cell as a text: true and false are yes and no."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _without_folder(problem: str, charts: Mapping[str, str]) -> str:
    """A complaint about a chart without the passing folder that it was laid out in."""
    return problem.replace(f"{own_charts.laid_out(charts)}/", "")


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged, and what is said above counts.

    >>> _laid_over({"a": 1, "b": {"c": 2}}, {"b": {"d": 3}})
    {'a': 1, 'b': {'c': 2, 'd': 3}}
    """
    found = dict(below)
    for name, value in above.items():
        old = found.get(name)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        found[name] = _laid_over(old, value) if both else value  # type: ignore[arg-type]
    return found


def _tree(flat: Mapping[Key, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in flat.items():
        table = found
        for name in key[:-1]:
            table = table.setdefault(name, {})
        table[key[-1]] = value
    return found


def _has(told: Mapping[str, Any], key: Key) -> bool:
    for name in key:
        if not isinstance(told, Mapping) or name not in told:
            return False
        told = told[name]
    return True


__all__ = ["Arm", "Experiment", "WrongExperiment"]
