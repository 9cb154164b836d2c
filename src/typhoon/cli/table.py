"""The table that a game at the terminal is played on: it shows, asks, carries out and tells."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from typhoon.cli.inputs import WrongInput, input_errors
from typhoon.cli.looking import Looking
from typhoon.cli.menu import Menu
from typhoon.cli.saving import save
from typhoon.cli.screen import painted, print_lines, wrapped
from typhoon.cli.studies import introduced, judged
from typhoon.cli.telling import previewed, ruled
from typhoon.engine.about import Team
from typhoon.engine.advice import proposal, reason
from typhoon.engine.game import Game
from typhoon.engine.orders import Move, Order, OrderText
from typhoon.engine.preview import Warnings
from typhoon.engine.replay import take_back
from typhoon.engine.ruling import CannotUndo
from typhoon.engine.seat import Player, Progress, Seat, Thinking
from typhoon.engine.sharing import Shares, TeamSeat
from typhoon.engine.study import judge_of
from typhoon.players import find_player
from typhoon.players.meaning import meaning

HELP = """\
  NUMBER          give the order of that number in the last list
  ORDER           give an order as journals have it: move S-A-01 2504-2404 (or just move S-A-01 2404)
  orders          what can be ordered now (an empty line does the same)
  units           the units that can be given orders
  unit NAME       all that one unit can do
  attacks         the hexes that can be attacked
  forces          the units that can go together; marches: where a force on the march can go
  preview ORDER   way and cost of a move; odds, modifiers and chances of an attack
  why ORDER       why an order may not be given
  hint            what the staff would do now, and why
  map [PLACE]     the map around a hex, a town or a unit
  stack HEX       the units in a hex
  score           victory points and where they come from
  tracks          the tracks and tables of the game
  overlays        what can be laid over the map; overlay NAME: its hexes
  line UNIT       a unit's line of supply
  ids             tell units and hexes by the ids and numbers of orders, or by their names again
  log [N]         the last N things that happened
  goal            the goal of a study, and how it stands
  report [N]      what came of the last turn, or of the N-th: places, losses, attacks, supply, arrivals
  role NAME       hand the keyboard to somebody else of the team
  undo            take back the last order, while nothing was revealed
  takeback        take back your last order and all since, whatever was revealed; it stays on record
  save FILE       write the journal
  quit            save and leave"""

ALIASES = {"?": "help", "q": "quit", "exit": "quit"}
LAST_EVENTS = 8
"""As many are told again when a game is resumed."""


class Quit(Exception):
    """The player leaves the table."""


class Table:
    """A game between people at this terminal and computer players."""

    def __init__(
        self,
        game: Game,
        players: Mapping[str, Player],
        seconds: float | None = None,
        team: Team | None = None,
        charts: str | None = None,
        *,
        ids: bool = False,
    ) -> None:
        self.game = game
        self._charts = charts
        self.players = players
        self._seconds = seconds
        """How long a computer player may think about an order."""
        self.team = team
        self.role = team.roles[0].id if team else ""
        """Who of the team is at the keyboard."""
        people = [side for side in game.rules.sides if side not in players]
        self.look = Looking(game, people[0] if people else "", ids=ids)
        self._menu: Menu | None = None
        self._warned = ""
        self._judge = judge_of(game)
        self._judged = self._judge.verdict(game).status if self._judge else ""
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: print(HELP),
            "orders": lambda _: self._show_choices(),
            "units": lambda _: print_lines(self._choices().units()),
            "unit": self._unit,
            "attacks": lambda _: print_lines(self._choices().attacks()),
            "forces": lambda _: print_lines(self._choices().forces()),
            "marches": lambda _: print_lines(self._choices().marches()),
            "preview": self._preview,
            "why": self._why,
            "hint": lambda _: self._hint(),
            "map": self.look.map,
            "stack": self.look.stack,
            "score": lambda _: self.look.score(),
            "tracks": lambda _: self.look.tracks(),
            "overlays": lambda _: self.look.overlays(),
            "overlay": self.look.overlay,
            "line": self.look.line,
            "ids": lambda _: self._turn_ids(),
            "log": self.look.log,
            "goal": lambda _: self._goal(),
            "report": self.look.report,
            "role": self._hand_over,
            "undo": lambda _: self._undo(),
            "takeback": lambda _: self._take_back(),
            "save": self._save,
            "quit": self._quit,
        }

    # The course of the game

    def greet(self) -> None:
        header = self.game.journal.header
        print(f"{self.game.rules.about.title}, {header.scenario}")
        if self._judge:
            print_lines(introduced(self._judge.study))
        if self.look.viewer:
            print(
                f"You play the {self.look.viewer} side. `help` lists the commands, `quit` saves and leaves."
            )
        for role in self.team.roles if self.team else ():
            print(f"  {role.id}: {role.title}, {role.about}")
        if self.game.journal.entries:
            self.look.tell(self.game.log[-LAST_EVENTS:], past=True)
        else:
            self.look.tell(self.game.opening)

    def _chosen(self, player: Player, side: str) -> Order:
        """The order of a computer player; a terminal shows how far one is that thinks long."""
        shown = ""

        def told(progress: Progress) -> None:
            nonlocal shown
            shown = f"The {side.capitalize()} staff is thinking: {progress.share:.0%}"
            print(f"\r{shown:40}", end="", flush=True)

        thinking = Thinking(self._seconds, told=told) if sys.stdout.isatty() else Thinking(self._seconds)
        order = player.choose(Seat(self.game, side, thinking))
        if shown:
            print("\r" + " " * 40, end="\r", flush=True)
        return order

    def play(self) -> None:
        """Go on until the game is over or the player leaves."""
        asked: tuple[object, ...] = ()
        while (decision := self.game.decision) is not None:
            player = self.players.get(decision.side)
            if player is not None:
                self._carry_out(self._chosen(player, decision.side))
                continue
            self.look.viewer = decision.side
            seat = self._seat(decision.side)
            question = seat, decision.turn, decision.phase, decision.prompt
            if question != asked:
                asked = question
                print("\n" + painted(self.look.status(decision), "bold"))
                self._show_choices()
            try:
                self.obey(self._ask(f"{seat}> "))
            except (Quit, EOFError):
                return
        print()
        self.look.score()

    def _seat(self, side: str) -> str:
        """Who is asked: the side, or of a team that shares it somebody who has something to order."""
        if self.team is None or self.team.side != side:
            return side
        called = Shares(self.game, self.team).called
        if called and self.role not in called:
            self.role, self._menu = called[0], None
        return f"{side}/{self.role}"

    @property
    def _asked(self) -> Seat:
        """The seat of whoever is at the keyboard."""
        if self.team is not None and self.team.side == self.look.viewer:
            return TeamSeat(self.game, self.team.id, self.role)
        return Seat(self.game, self.look.viewer)

    def _ask(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        print(prompt + line.rstrip())
        return line

    def obey(self, line: str) -> None:
        """Do what a line asks for."""
        words = line.split()
        if words:
            words[0] = ALIASES.get(words[0], words[0])
        if not words:
            self._show_choices()
        elif len(words) == 1 and words[0].isdecimal():
            self._pick(int(words[0]))
        elif words[0] in self._commands:
            self._commands[words[0]](" ".join(words[1:]))
        elif (order := self._read_order(line)) is not None:
            self._order(order)

    def _order(self, order: Order) -> None:
        ruling = self._asked.why_not(order)
        if ruling is not None:
            print_lines(ruled(self.game.rules, ruling, self.look.say))
            return
        preview = self.game.preview(order)
        if isinstance(preview, Warnings) and self._warned != str(order):
            print_lines(previewed(preview, self.look.say))
        if isinstance(preview, Warnings) and preview.texts and self._warned != str(order):
            self._warned = str(order)
            print(f"  Give `{order}` once more to go ahead.")
            return
        self._carry_out(order)

    def _carry_out(self, order: Order) -> None:
        events = self.game.push(order)
        self._menu, self._warned = None, ""
        self.look.centre = next(iter(_hexes(order)), self.look.centre)
        self.look.tell(events)
        if self._judge and (verdict := self._judge.verdict(self.game)).status != self._judged:
            self._judged = verdict.status
            print_lines(judged(verdict))

    # Commands

    def _pick(self, number: int) -> None:
        listed = self._choices().listed
        if 1 <= number <= len(listed):
            print(f"  {listed[number - 1]}")
            self._order(self.game.parse(listed[number - 1]))
        else:
            print(f"  The last list has no number {number}; `orders` lists what can be done.")

    def _unit(self, name: str) -> None:
        if name in self.game.rules.unit_number or name in self.game.rules.pieces:
            print_lines(self._choices().unit(name))
        else:
            print(f"  There is no unit '{name}'; `units` lists those that can be given orders.")

    def _preview(self, text: str) -> None:
        if (order := self._read_order(text)) is not None:
            ruling = self._asked.why_not(order)
            rules = self.game.rules
            if ruling is None:
                print_lines(previewed(self.game.preview(order), self.look.say, rules.provenance))
            else:
                print_lines(ruled(rules, ruling, self.look.say))

    def _why(self, text: str) -> None:
        if (order := self._read_order(text)) is not None:
            ruling = self._asked.why_not(order)
            rules, say = self.game.rules, self.look.say
            print_lines([f"  {order} is legal."] if ruling is None else ruled(rules, ruling, say))

    def _hint(self) -> None:
        side = self.game.decision.side if self.game.decision else ""
        with input_errors():
            staff = find_player("staff", self.game.rules, side, len(self.game.journal.entries))
        seat = Seat(self.game, side)
        order = staff.choose(seat)
        why = reason(self.game, order)
        text = self.look.say(f"{proposal(self.game.rules, order)}{why and ': '}{why}.")
        print_lines([wrapped(text, "  "), f"  {order}"])
        if plan := meaning(seat, staff, order):
            print_lines([wrapped(self.look.say(f"The plan: {' '.join(plan)}"), "  ")])

    def _turn_ids(self) -> None:
        self.look.ids = not self.look.ids
        self._menu = None
        print(f"  Units and hexes are told by {'ids and numbers' if self.look.ids else 'their names'}.")

    def _goal(self) -> None:
        if self._judge is None:
            print("  This game was not begun as a study: `typhoon studies` lists them.")
            return
        print_lines([wrapped(self._judge.study.told.goal, "  "), *judged(self._judge.verdict(self.game))])

    def _hand_over(self, name: str) -> None:
        if self.team is None:
            print("  Nobody shares a side: `--team` begins a game with a team.")
            return
        try:
            role = self.team.role(name)
        except ValueError as error:
            print(f"  {str(error)[0].upper()}{str(error)[1:]}.")
            return
        side, self.role, self._menu = self.team.side, role.id, None
        if (taken := self._seat(side)) != f"{side}/{name}":
            print(f"  {role.title} has nothing to order now: {taken} has.")

    def _undo(self) -> None:
        try:
            print(f"  Taken back: {self.game.pop()}")
            self._menu = None
        except CannotUndo as error:
            print(f"  {str(error)[0].upper()}{str(error)[1:]}.")

    def _take_back(self) -> None:
        """Go back to before the last order of whoever decides, or of the last person who did."""
        sides = [entry.side for entry in self.game.entries]
        mine = [number for number, side in enumerate(sides) if side == self.look.viewer]
        if not mine:
            print("  You have given no order that could be taken back.")
            return
        try:
            self.game = self.look.game = take_back(self.game, mine[-1], self._charts)
            self._menu = None
            self.look.tell(self.game.returns_to(mine[-1])[-1:])
        except CannotUndo as error:
            print(f"  {str(error)[0].upper()}{str(error)[1:]}.")

    def _save(self, file: str) -> None:
        if not file:
            print("  Say where: save FILE")
            return
        try:
            save(self.game, Path(file))
            print(f"  Saved to {file}")
        except WrongInput as error:
            print(f"  Not saved: {error}")

    def _quit(self, _: str) -> None:
        raise Quit

    def _choices(self) -> Menu:
        if self._menu is None:
            self._menu = Menu(self.game, self.look.pieces(), self._asked.orders.offers(), self.look.say)
        return self._menu

    def _show_choices(self) -> None:
        if (decision := self.game.decision) is not None:
            print(wrapped(self.look.say(decision.prompt)))
            print_lines(self._choices().overview())

    def _read_order(self, text: str) -> Order | None:
        words = text.split()
        if len(words) == 3 and words[0] == Move.verb and "-" not in words[2]:
            here = {piece.unit: piece.hex for piece in self.look.pieces()}.get(words[1])
            text = f"move {words[1]} {here}-{words[2]}" if here else text
        try:
            return self.game.parse(text)
        except OrderText as error:
            print(f"  {str(error)[0].upper()}{str(error)[1:]}.  `help` lists the commands.")
            return None


def _hexes(order: Order) -> Iterable[str]:
    """The hexes of an order, the one that matters most first."""
    for field in ("path", "target", "hex"):
        value = getattr(order, field, None)
        if value:
            yield value[-1] if field == "path" else value
