"""The command line: what can be asked for, and the help on it."""

from __future__ import annotations

from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any, NoReturn, get_args

from typhoon.cli.inputs import WrongInput
from typhoon.engine.journal import TakeBacks

ABOUT = "Board wargames about the Battle of Moscow, 1941-42, with every rule enforced."

SCENARIO = "the scenario to play (see `typhoon games`); the game's first one when not given"
HOST, PORT = "127.0.0.1", 1941
CHARTS = "a folder of charts of your own that take the place of the program's"


class _Parser(ArgumentParser):
    """A parser whose complaints are one line."""

    def __init__(self, **settings: Any) -> None:
        settings |= {"formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        raise WrongInput(f"{message} (`{self.prog} --help` tells more)")


class _Version(Action):
    """Says which version this is."""

    def __call__(self, parser: ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("typhoon-wargames")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"typhoon {number}")
        parser.exit()


def make_parser() -> ArgumentParser:
    parser = _Parser(prog="typhoon", description=ABOUT, epilog="`typhoon COMMAND --help` tells more of each.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    parser.set_defaults(run="serve", host=HOST, port=PORT, proxy="", data=None, no_browser=False)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_Parser)
    for add in (
        _serve, _games, _briefing, _studies, _play, _sim, _ladder, _lab, _replay, _share, _analyse, _why,
        _map, _charts, _rules, _bench,
    ):  # fmt: skip
        add(commands)
    return parser


def _command(commands: Any, run: str, text: str, examples: Sequence[str], name: str = "") -> ArgumentParser:
    epilog = "examples:\n" + "\n".join(f"  typhoon {example}" for example in examples)
    command: ArgumentParser = commands.add_parser(
        name or run, help=text[0].lower() + text[1:].rstrip("."), description=text, epilog=epilog
    )
    command.set_defaults(run=run)
    return command


def _json(command: ArgumentParser, text: str = "print JSON for programs to read") -> None:
    command.add_argument("--json", action="store_true", help=text)


def _seed(text: str) -> int | str:
    """A number or any other word will do."""
    return int(text) if text.isdecimal() else text


def _law(command: ArgumentParser, game: str | None = None) -> None:
    command.add_argument("game", metavar="GAME", nargs=game, help="the id of a game, such as red-typhoon")
    command.add_argument("--scenario", metavar="S", help=SCENARIO)
    _options(command)


def _options(command: ArgumentParser) -> None:
    command.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an optional rule (see `typhoon games`); may be given several times",
    )


def _set_up(command: ArgumentParser, game: str | None = None) -> None:
    _law(command, game)
    command.add_argument("--charts", metavar="DIR", help=CHARTS)


def _seconds(command: ArgumentParser) -> None:
    command.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        help="how long a computer player may think about an order (as long as it likes, if not given)",
    )


def _serve(commands: Any) -> None:
    command = _command(
        commands,
        "serve",
        "Play in the browser; this is also what `typhoon` alone does.",
        [
            "serve",
            "serve --port 8000 --no-browser",
            "serve --host 0.0.0.0                          lets friends in, by invitation links",
        ],
    )
    command.add_argument("--host", metavar="H", default=HOST, help=f"the address to serve at ({HOST})")
    command.add_argument("--port", metavar="P", type=int, default=PORT, help=f"the port ({PORT}); 0 for any")
    command.add_argument(
        "--proxy", metavar="A", default="", help="the address of a proxy in front, which is trusted"
    )
    command.add_argument(
        "--data", metavar="DIR", help="where games are kept; the user's data folder if not given"
    )
    command.add_argument("--no-browser", action="store_true", help="do not open the browser")


def _games(commands: Any) -> None:
    command = _command(
        commands,
        "games",
        "List the games with their scenarios and options.",
        [
            "games",
            "games --json",
            "games operation-typhoon-revision              every option of one game",
            "games operation-typhoon-revision --option revision=no --option revision.deep-snow=yes",
        ],
    )
    command.add_argument("game", metavar="GAME", nargs="?", help="tell of every option of this game")
    _options(command)
    _json(command)


def _briefing(commands: Any) -> None:
    command = _command(
        commands,
        "briefing",
        "Say what to know before the first turn: the situation, who wins when, what is special.",
        ["briefing red-typhoon", "briefing operation-typhoon guderian"],
    )
    command.add_argument("game", metavar="GAME", help="the id of a game, such as red-typhoon")
    command.add_argument("scenario", metavar="SCENARIO", nargs="?", help=SCENARIO)


def _studies(commands: Any) -> None:
    command = _command(
        commands,
        "studies",
        "List the studies: positions to try, each with a goal and each proven solvable.",
        ["studies", "studies --json", "play --study hold-tula"],
    )
    _json(command)


def _charts(commands: Any) -> None:
    command = _command(
        commands,
        "charts",
        "Write the charts of a game as a page to be printed.",
        ["charts red-typhoon -o charts.html", "charts operation-typhoon --scenario guderian > charts.html"],
    )
    _law(command)
    command.add_argument("-o", "--output", metavar="F.html", help="the file to write; else standard output")


def _play(commands: Any) -> None:
    command = _command(
        commands,
        "play",
        "Play a game at the terminal.",
        [
            "play red-typhoon                              Soviet against the German staff",
            "play typhoon-solitaire                        the Germans against the system",
            "play red-typhoon --german me                  German against the Soviet staff",
            "play red-typhoon --soviet marshal:5s          German against a Soviet marshal",
            "play red-typhoon --german me --soviet me      two people at one keyboard",
            "play typhoon-solitaire --team north-south     two people share the Germans",
            "play red-typhoon --resume moscow.journal      go on with a saved game",
            "play --study hold-tula                        try a position with a goal",
            "play operation-typhoon-revision --scenario campaign --bid",
        ],
    )
    _set_up(command, "?")
    who = "me, staff or random"
    command.add_argument("--german", metavar="WHO", help=f"who plays the Germans: {who} (normally staff)")
    command.add_argument("--soviet", metavar="WHO", help=f"who plays the Soviets: {who} (normally me)")
    command.add_argument("--team", metavar="T", help="how people at this keyboard share a side")
    command.add_argument("--seed", metavar="K", type=_seed, help="makes dice and computer players repeatable")
    command.add_argument(
        "--takebacks",
        choices=get_args(TakeBacks),
        default="any",
        help="whether orders that rolled dice can be taken back (normally any)",
    )
    _seconds(command)
    command.add_argument("--bid", action="store_true", help="bid for a side first, where the game knows that")
    command.add_argument("--study", metavar="NAME", help="try a study (see `typhoon studies`)")
    command.add_argument("--resume", metavar="FILE", help="go on with the game of a journal")
    command.add_argument("--save", metavar="FILE", help="where the game is saved when you quit")
    _ids(command)


def _sim(commands: Any) -> None:
    command = _command(
        commands,
        "sim",
        "Play many games between computer players and add them up.",
        [
            "sim red-typhoon -n 1000",
            "sim red-typhoon -n 200 --soviet staff --german random --jobs 8",
            "sim red-typhoon -n 500 --charts my-charts --json > with-my-charts.json",
            "sim red-typhoon -n 20 --journals games        keeps every game for `typhoon replay`",
        ],
    )
    _set_up(command)
    command.add_argument("--german", metavar="P", help="the German player: staff or random (default random)")
    command.add_argument("--soviet", metavar="P", help="the Soviet player: staff or random (default random)")
    command.add_argument("-n", metavar="N", type=int, default=20, help="how many games (default 20)")
    command.add_argument(
        "--seed",
        metavar="K",
        type=_seed,
        default=1942,
        help="another seed, another series (default 1942)",
    )
    command.add_argument(
        "--jobs",
        metavar="J",
        type=int,
        help="on how many processors (default all); the results do not depend on it",
    )
    _seconds(command)
    command.add_argument("--journals", metavar="DIR", help="write the journal of every game into this folder")
    _json(command)


def _ladder(commands: Any) -> None:
    command = _command(
        commands,
        "ladder",
        "Play computer players against each other on both sides, and say how strong each one is.",
        [
            "ladder red-typhoon --players random,recruit,staff",
            "ladder red-typhoon --players staff,marshal:40 --pairs 100 --jobs 8",
            "ladder operation-typhoon --scenario guderian --seed 7",
        ],
    )
    _law(command)
    command.add_argument(
        "--players", metavar="A,B,C", default="", help="who plays (default all; a marshal by playouts)"
    )
    command.add_argument(
        "--pairs", metavar="N", type=int, default=10, help="pairs of games between each two (default 10)"
    )
    command.add_argument("--seed", metavar="K", type=_seed, default=1942, help="the seed (default 1942)")
    command.add_argument(
        "--jobs",
        metavar="J",
        type=int,
        help="on how many processors (default all); results do not depend on it",
    )
    command.add_argument(
        "--results",
        metavar="DIR",
        help="where games are kept (default GAME-SCENARIO.ladder); goes on from there",
    )
    command.add_argument("--anew", action="store_true", help="set the results so far aside and begin again")
    _json(command)


def _lab(commands: Any) -> None:
    command = _command(
        commands,
        "lab",
        "Play experiments of many games, and report on them.",
        [
            "lab new red-typhoon -o winter.toml            writes an experiment to be changed",
            "lab run winter.toml                           plays it; can be stopped and started at any time",
            'lab run winter.toml --until "german wins +-3%"',
            "lab run winter.toml --shard 3/20              one of twenty parts, for batch systems",
            "lab merge winter.toml part-1 part-2           puts parts together",
            "lab report winter.toml                        writes winter.lab/report.html",
            "lab ablate operation-typhoon-revision         the experiment of every switch",
            "lab balance red-typhoon                       the experiment of every scenario",
        ],
    )
    whats = command.add_subparsers(metavar="WHAT", dest="what", required=True, parser_class=_Parser)
    new = _lab_command(whats, "new", "Write an experiment with comments, to be changed.")
    new.add_argument("game", metavar="GAME", help="the id of a game, such as red-typhoon")
    new.add_argument("--scenario", metavar="S", help=SCENARIO)
    _output(new)
    run = _lab_command(whats, "run", "Play what has not been played of an experiment.")
    _experiment(run)
    run.add_argument("--until", metavar="GOAL", help='stop when exact enough, such as "german wins +-3%%"')
    run.add_argument("--shard", metavar="K/N", help="play only the K-th of N parts")
    run.add_argument(
        "--ray", metavar="ADDRESS", default="", help="play on a Ray cluster: auto, or its address"
    )
    run.add_argument("--jobs", metavar="J", type=int, help="on how many processors (default all)")
    run.add_argument(
        "--limit", metavar="SECONDS", type=float, help="cut off a game that takes longer (default 3600)"
    )
    run.add_argument("--anew", action="store_true", help="set the results so far aside and begin again")
    ablate = _lab_command(whats, "ablate", "Write the experiment of every switch of a game.")
    ablate.add_argument("game", metavar="GAME", help="the id of a game")
    ablate.add_argument("--scenario", metavar="S", help=SCENARIO)
    balance = _lab_command(whats, "balance", "Write the experiment of every scenario, staffs on both sides.")
    balance.add_argument("games", metavar="GAME", nargs="*", help="the ids of games (default all)")
    for each in (ablate, balance):
        each.add_argument("-n", metavar="N", type=int, default=100, help="games of each arm (default 100)")
        each.add_argument("--seed", metavar="K", type=_seed, default=1942, help="the seed (default 1942)")
        each.add_argument(
            "--player", metavar="P", default="staff", help="who plays all sides (default staff)"
        )
        _output(each)
    report = _lab_command(whats, "report", "Write a report of the games so far as one HTML file.")
    _experiment(report)
    _output(report)
    report.add_argument("--figures", metavar="DIR", help="also write the main figures as data into a folder")
    merge = _lab_command(whats, "merge", "Take in the results of shards, or of other folders.")
    _experiment(merge)
    merge.add_argument("sources", metavar="FOLDER", nargs="*", help="folders or logs; its own if not given")


def _lab_command(whats: Any, name: str, text: str) -> ArgumentParser:
    command: ArgumentParser = whats.add_parser(
        name, help=text[0].lower() + text[1:].rstrip("."), description=text
    )
    return command


def _experiment(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="an experiment, such as winter.toml")


def _output(command: ArgumentParser) -> None:
    command.add_argument("-o", "--output", metavar="FILE", help="the file to write")


def _ids(command: ArgumentParser) -> None:
    command.add_argument(
        "--ids", action="store_true", help="tell units and hexes by their ids and numbers, not by names"
    )


def _to(command: ArgumentParser) -> None:
    command.add_argument("--to", metavar="N", type=int, help="go no farther than order N")


def _analyse(commands: Any) -> None:
    command = _command(
        commands,
        "analyse",
        "Say how a game went: prospects turn by turn, luck, and decisions that were better or worse.",
        [
            "analyse moscow.journal",
            "analyse moscow.journal --playouts 100         also holds every plan against the marshal's",
            "analyse moscow.journal --line 120             tells what would have come of the marshal's plan",
        ],
    )
    command.add_argument("file", metavar="FILE", help="a journal")
    command.add_argument(
        "--playouts",
        metavar="N",
        type=int,
        default=0,
        help="how often each movement or combat phase is played on in other ways (default 0: not at all); "
        "can be stopped and started again",
    )
    command.add_argument(
        "--line",
        metavar="ORDER",
        type=int,
        help="tell what would have come of the marshal's plan after so many orders, once that was found",
    )
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.add_argument("--charts", metavar="DIR", help=CHARTS)


def _replay(commands: Any) -> None:
    command = _command(
        commands,
        "replay",
        "Tell the story of a game from its journal, checking every order.",
        [
            "replay moscow.journal",
            "replay moscow.journal --verify                also checks dice and positions; 3 if it cannot",
            "replay moscow.journal --to 40 --json",
        ],
    )
    command.add_argument("file", metavar="FILE", help="a journal")
    _to(command)
    command.add_argument(
        "--verify",
        action="store_true",
        help="check the dice against their keys and the positions against their hashes",
    )
    command.add_argument(
        "--commitment",
        metavar="HEX",
        action="append",
        help="what was shown of the dice key before the game; once for each that was shown",
    )
    command.add_argument("--charts", metavar="DIR", help="the charts the game was played with")
    _ids(command)
    _json(command, "print where the game stands as JSON instead of the story")


def _share(commands: Any) -> None:
    command = _command(
        commands,
        "share",
        "Write a game as one file that opens in any browser: map, replay and captions, without a server.",
        ["share moscow.journal -o moscow.html"],
    )
    command.add_argument("file", metavar="FILE", help="a journal")
    command.add_argument("-o", "--output", metavar="F.html", required=True, help="the file to write")
    command.add_argument("--charts", metavar="DIR", help="the charts the game was played with")


def _why(commands: Any) -> None:
    command = _command(
        commands,
        "why",
        "Say why an order may not be given at the end of a journal, or what it would lead to.",
        ["why moscow.journal move S-A-01 2305-2201", "why moscow.journal attack 2308 S-A-01 S-A-02"],
    )
    command.add_argument("file", metavar="FILE", help="a journal")
    command.add_argument("order", metavar="ORDER", nargs="+", help="an order, as in a journal")
    _to(command)
    command.add_argument("--charts", metavar="DIR", help="the charts the game was played with")
    _ids(command)


def _map(commands: Any) -> None:
    command = _command(
        commands,
        "drawn",
        "Draw the map as an SVG file, with the counters of a scenario or of a journal.",
        [
            "map red-typhoon -o map.svg",
            "map red-typhoon --no-counters --season summer > map.svg",
            "map red-typhoon --journal moscow.journal --to 200 -o turn-3.svg",
        ],
        name="map",
    )
    command.add_argument("game", metavar="GAME", help="the id of a game, such as red-typhoon")
    command.add_argument("-o", "--output", metavar="F.svg", help="the file to write; else standard output")
    command.add_argument("--scenario", metavar="S", help=SCENARIO)
    command.add_argument("--journal", metavar="FILE", help="draw the position at the end of this journal")
    _to(command)
    command.add_argument("--season", choices=("summer", "winter"), help="the map's own when not given")
    command.add_argument("--no-counters", action="store_true", help="draw the bare map")
    command.add_argument("--charts", metavar="DIR", help=CHARTS)


def _rules(commands: Any) -> None:
    command = _command(
        commands,
        "rules",
        "List every case of a rulebook, whether it is in force, and the code and tests behind it.",
        [
            "rules red-typhoon",
            "rules red-typhoon --option partisans=free     what is on, off or changed then",
            "rules red-typhoon --case 9.4",
            "rules red-typhoon --json",
        ],
    )
    _law(command)
    command.add_argument("--case", metavar="C", help="only this case, such as 9.4, or chapter, such as 9")
    _json(command)


def _bench(commands: Any) -> None:
    command = _command(
        commands,
        "bench",
        "Measure how fast the program is, against its goals.",
        ["bench", "bench --quick --json"],
    )
    command.add_argument("--quick", action="store_true", help="measure for a shorter time, less exactly")
    _json(command)
