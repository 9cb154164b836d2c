"""Experiments that are written for the user: a first one to change, one for all switches, one for balance."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from typhoon.engine.about import About, Option
from typhoon.engine.registry import catalogue, find_rules, law_of, playable

MOST_OPTIONS = 12
"""So many are named in a new experiment."""
NEW = """# An experiment: which games are to be played.  `typhoon lab run {file}` plays it.
title = "{title}"
game = "{game}"
scenario = "{scenario}"      # there are: {scenarios}
games = 100            # of each arm
seed = 1942            # another seed, another series
pairs = true           # arms share dice seeds game by game: differences are measured on the same luck
figure = "german wins" # the main figure: "SIDE wins", "SIDE points", "SIDE margin", "turns" or "level NAME"
# until = "german wins +-3%"   # stop as soon as the figure is known so exactly
# plays = 4            # play the same dice so often, by other minds: tells dice and play apart
# journals = true      # keep the journal of every game
# limit = 3600         # seconds after which a game is cut off, for a player that hangs

[players]              # "staff", "random", or a class of your own: "my_player.py:MyPlayer"
{players}

# [options]            # as `typhoon games {game}` lists them; true and false will do for yes and no
{options}

# [charts]             # charts of your own instead of ours
# folder = "my-charts" # a folder, or single cells: CHART."COLUMN".ROW = VALUE
{cells}

# Each arm is played so often; whatever it says differs from the above.
[arms.as-it-is]

[arms.changed]
{change}

# [sweep]              # arms for every combination of some values
# options.NAME = ["one", "other"]
"""


def new(game: str, scenario: str | None, file: str) -> str:
    """An experiment with comments, ready to be changed."""
    rules = find_rules(game, scenario)
    about = rules.about
    options = [
        f'# "{option.id}" = "{option.choices[0]}"   # {option.title}: {option.range}'
        for option in about.options
    ]
    if len(options) > MOST_OPTIONS:
        options[MOST_OPTIONS:] = [f"# and {len(options) - MOST_OPTIONS} more"]
    cells = [f"# {cell}" for cell in _cells(game)]
    change = next(_other_choices(about, scenario), None)
    lines = f'options."{change[0].id}" = "{change[1]}"' if change else "games = 100"
    return NEW.format(
        file=file,
        title=f"{about.title}: what does it change?",
        game=game,
        scenario=rules.scenario.id,
        scenarios=", ".join(each.id for each in about.scenarios),
        players="\n".join(f'{side} = "staff"' for side in rules.sides),
        options="\n".join(options) or "# there are none",
        cells="\n".join(cells),
        change=lines,
    )


def _cells(game: str) -> list[str]:
    """A cell of the combat table, as an example."""
    text = find_rules(game).data.read("crt.csv")[1]
    header, first, *others = csv.reader(io.StringIO(text, newline=""))
    if all(row[0] != first[0] for row in others):
        return [f'crt."{header[1]}".{first[0]} = "{first[1]}"']
    columns = range(header.index("provenance"))
    names = next(
        chosen
        for size in columns
        for chosen in combinations(columns, size)
        if not any(all(row[at] == first[at] for at in chosen) for row in others)
    )
    told = ";".join(f"{header[at]}={first[at]}" for at in names)
    cell = next(at for at in reversed(columns) if at not in names)
    return [f'crt."{told}".{header[cell]} = "{first[cell]}"']


def _other_choices(about: About, scenario: str | None) -> Iterator[tuple[Option, str]]:
    """Every choice that is not the usual one and can be played."""
    for option in about.options:
        for value in option.choices[1:]:
            with suppress(ValueError):
                find_rules(about.id, scenario, {option.id: value}).start()
                yield option, value


class Series(NamedTuple):
    """How an experiment is to be played that is written for the user."""

    games: int = 100
    seed: int | str = 1942
    player: str = "staff"


def ablate(game: str, scenario: str | None, series: Series) -> str:
    """Every switch of a variant alone on and alone off; of other games every choice that is not the usual."""
    about = find_rules(game, scenario).about
    heads = [option for option in about.options if option.turns]
    lines = [
        f"# Every switch of {about.title}, each by itself, on the same dice.",
        'kind = "ablate"',
        f'title = "{about.title}: what each switch does"',
        f'game = "{game}"',
        *([f'scenario = "{scenario}"'] if scenario else []),
        *_told(series),
        *_players(law_of(game).about.sides, series),
        "",
    ]
    if heads:
        head = heads[0]
        group = [option for option in about.options if option.id in head.turns]
        lines += ['[arms."all on"]', f'options = {{ "{head.id}" = "yes" }}', "", '[arms."all off"]']
        lines += ['against = "all on"', f'options = {{ "{head.id}" = "no" }}', ""]
        for option in group:
            name = option.id.rpartition(".")[2]
            on, off = (f'"{head.id}" = "{word}"' for word in ("yes", "no"))
            lines += [f'[arms."without {name}"]', 'against = "all on"']
            lines += [f'options = {{ {on}, "{option.id}" = "no" }}', ""]
            lines += [f'[arms."only {name}"]', 'against = "all off"']
            lines += [f'options = {{ {off}, "{option.id}" = "yes" }}', ""]
        return "\n".join(lines)
    lines += ["[arms.usual]", ""]
    for option, value in _other_choices(about, scenario):
        lines += [f'[arms."{option.id}={value}"]', f'options = {{ "{option.id}" = "{value}" }}', ""]
    return "\n".join(lines)


def balance(games: Sequence[str], series: Series) -> str:
    """Every scenario of games, or of all, the same players on both sides."""
    known = [about.id for about in catalogue() if about.id in playable()]
    lines = [
        f"# Every scenario, {series.player} on all sides.",
        'kind = "balance"',
        'title = "Balance"',
        *_told(series),
        "",
    ]
    for game in games or known:
        for scenario in law_of(game).about.scenarios:
            lines += [f'[arms."{game} {scenario.id}"]', "against = false", f'game = "{game}"']
            lines += [f'scenario = "{scenario.id}"', *_players(law_of(game).about.sides, series), ""]
    return "\n".join(lines)


def _told(series: Series) -> list[str]:
    seed = str(series.seed) if isinstance(series.seed, int) else f'"{series.seed}"'
    return [f"games = {series.games}", f"seed = {seed}"]


def _players(sides: Sequence[str], series: Series) -> list[str]:
    """Said only where it is not the usual one, for files should be short."""
    if series.player == Series().player:
        return []
    told = ", ".join([f'{side} = "{series.player}"' for side in sides])
    return [f"players = {{ {told} }}"]
