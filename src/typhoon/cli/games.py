"""`typhoon games`: what can be played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from typhoon.cli.inputs import input_errors, options_of
from typhoon.cli.screen import print_json, wrapped
from typhoon.engine.about import About, Option
from typhoon.engine.registry import catalogue, law_of
from typhoon.engine.rules import Rules


def run(args: Namespace) -> int:
    if args.json:
        print_json([_as_data(about) for about in catalogue() if args.game in (None, about.id)])
    elif args.game:
        with input_errors():
            law = law_of(args.game)
            _print_chosen(law, law.checked_options(options_of(args.option)))
    else:
        print_games(details=True)
    return 0


def _as_data(about: About) -> dict[str, object]:
    return {
        "id": about.id,
        "title": about.title,
        "about": about.line,
        "sides": about.sides,
        "scenarios": [scenario.id for scenario in about.scenarios],
        "options": {option.id: option.choices for option in about.options},
        "presets": {preset.id: preset.options for preset in about.presets},
        "teams": {team.id: [role.id for role in team.roles] for team in about.teams},
        "status": about.status,
    }


def print_games(details: bool) -> None:
    for about in catalogue():
        planned = "" if about.status == "playable" else f"  ({about.status})"
        print(f"{about.id:28}{about.title}{planned}")
        print(wrapped(f"{about.line}.", "    "))
        if not details:
            continue
        for scenario in about.scenarios:
            print(wrapped(f"--scenario {scenario.id}: {scenario.title}. {scenario.about}", "    "))
        for preset in about.presets:
            print(wrapped(f"--option preset={preset.id}: {preset.title}. {preset.about}", "    "))
        for option in about.options:
            if not option.group:
                print(wrapped(_in_words(option), "    "))
                _print_group(about, option.id)
        for team in about.teams:
            roles = ", ".join(role.id for role in team.roles)
            print(wrapped(f"--team {team.id}: {team.title}: {roles}; case {team.case}.", "    "))


def _in_words(option: Option) -> str:
    normal = option.choices[0]
    choices = option.range.replace(normal, f"{normal} (normal)", 1)
    told = f"--option {option.id}=...: {option.title}, {choices}; case {option.case}. {option.about}"
    return told.rstrip()


def _print_group(about: About, group: str) -> None:
    """The options of a group by their names alone."""
    names = [f"{option.id} ({option.case})" for option in about.options if option.group == group]
    if names:
        print(wrapped(f"{len(names)} more: {', '.join(names)}", "        "))
        print(wrapped(f"What they do: typhoon games {about.id}", "        "))


def _print_chosen(law: type[Rules[Any]], chosen: Mapping[str, str]) -> None:
    """Every option of a game as chosen, with a mark on what is not as printed."""
    print(f"{law.about.title}. An asterisk marks what is not as usual.")
    for option in law.about.options:
        mark = " " if chosen[option.id] == option.choices[0] else "*"
        print(wrapped(f"{mark} {option.id} = {chosen[option.id]}", "  " if not option.group else "    "))
        print(wrapped(_in_words(option).partition(": ")[2], "        "))
