"""`typhoon ladder`: every computer player against every other, and how strong each one is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from typhoon.cli.inputs import WrongInput, input_errors, options_of, some_jobs
from typhoon.cli.lab import played, positive, set_aside
from typhoon.cli.screen import print_json, print_lines
from typhoon.lab.experiment import Experiment
from typhoon.lab.ladder import Ladder, climbed, ladder_of
from typhoon.lab.log import Busy
from typhoon.lab.running import WHOLE, ProgramChanged, Run


def run(args: Namespace) -> int:
    positive("--pairs", args.pairs)
    some_jobs(args)
    players = [name.strip() for name in args.players.split(",")] if args.players else []
    with input_errors():
        experiment = ladder_of(
            args.game, args.scenario, options_of(args.option), players, args.pairs, args.seed
        )
        folder = Path(args.results or f"{args.game}-{experiment.arms[0].choice.scenario}.ladder")
        if args.anew:
            set_aside(folder / WHOLE.log)
        found = Run(experiment, folder)
    try:
        whole = played(found, args.jobs)
    except (Busy, ProgramChanged) as error:
        raise WrongInput(str(error)) from error
    ladder = climbed(found)
    if args.json:
        print_json({"game": args.game, "pairs": args.pairs, "seed": args.seed, **ladder._asdict()})
    else:
        print_lines(_told(found, experiment, ladder))
    return 0 if whole else 130


def _told(found: Run, experiment: Experiment, ladder: Ladder) -> Iterator[str]:
    arm, state = experiment.arms[0], found.state
    yield (f"{arm.choice.game}, {arm.choice.scenario}: {state.done} of {state.total} games, seed {arm.seed}")
    if state.broken:
        where = found.folder / "broken"
        yield f"{state.broken} games broke down and do not count: their journals are in {where}"
    if not ladder.met:
        yield "No pair of games is finished yet."
        return
    width = max(map(len, ladder.strengths))
    yield ""
    yield f"{'':{width}}  strength  95 % interval"
    for name, each in ladder.strengths.items():
        yield f"{name:{width}}  {each.value:>+8.0f}  {each.low:+.0f} to {each.high:+.0f}"
    yield ""
    for met in ladder.met:
        share = met.share
        interval = f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
        yield f"{met.one} against {met.other}: {met.won:g} of {met.pairs} pairs, {interval}"
    yield ""
    yield "Ten pairs are won for one lost with 400 points more. Rows " + found.rows_digest() + "."
