"""`typhoon games`: what can be played."""

from __future__ import annotations

from argparse import Namespace

from typhoon.cli.screen import print_json, wrapped
from typhoon.engine.about import About
from typhoon.engine.registry import catalogue


def run(args: Namespace) -> int:
    if args.json:
        print_json([_as_data(about) for about in catalogue()])
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
        for option in about.options:
            normal = option.choices[0]
            choices = option.range.replace(normal, f"{normal} (normal)", 1)
            told = f"--option {option.id}=...: {option.title}, {choices}; case {option.case}. {option.about}"
            print(wrapped(told.rstrip(), "    "))
        for team in about.teams:
            roles = ", ".join(role.id for role in team.roles)
            print(wrapped(f"--team {team.id}: {team.title}: {roles}; case {team.case}.", "    "))
