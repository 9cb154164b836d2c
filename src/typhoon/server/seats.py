"""Seats: each is a side's, or at a table with a team a role's, such as ``german/north``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from typhoon.engine.about import Team
from typhoon.engine.registry import catalogue
from typhoon.players import appointment
from typhoon.players.marshal import Budget
from typhoon.server.messages import PERSON, SeatFacts

SPECTATOR = ""
"""The seat, and the side, of those who only watch: they know what every side may know."""
MARSHALS = frozenset({None, Budget(2.0), Budget(10.0), Budget(30.0)})
"""How long a marshal may think at a table, so that it takes no more than its share; None is as usual."""


def side_of(seat: str) -> str:
    return seat.partition("/")[0]


def role_of(seat: str) -> str:
    """The role of a seat; empty when it is for the whole side."""
    return seat.partition("/")[2]


class Holder(msgspec.Struct, frozen=True):
    """Who asks: the seats of a token, and the one looked through; no seat is a spectator's."""

    seats: tuple[str, ...]
    seat: str = SPECTATOR
    owner: bool = False
    """Whether the table is the holder's own, at the holder's own machine."""
    link: bytes = b""
    """The hash of the token that was shown; empty when none had to be."""
    address: str = ""
    """Where the request came from."""
    host: bool = False
    """Whether it is the host of the server who asks."""

    @property
    def who(self) -> str:
        """Tells askers apart: a seat is one person's, spectators are known by their addresses."""
        return self.seat or f"@{self.address}"

    @property
    def side(self) -> str:
        return side_of(self.seat)

    @property
    def role(self) -> str:
        return role_of(self.seat)


def seats_of(side: str, team: Team | None) -> list[str]:
    """The seats of a side."""
    if team is None or team.side != side:
        return [side]
    return [f"{side}/{role.id}" for role in team.roles]


def teams_of(game: str) -> dict[str, Team]:
    """The ways of sharing a side that a game has."""
    return {team.id: team for about in catalogue() if about.id == game for team in about.teams}


def chosen_team(game: str, wish: str | None, options: Mapping[str, str] = {}) -> Team | None:
    """The team that is wished for; raises ``ValueError`` when the game has none of that name."""
    (about,) = (about for about in catalogue() if about.id == game)
    return about.team(wish, options) if wish else None


def taken_seats(
    game: str, sides: Sequence[str], team: Team | None, wish: Mapping[str, str]
) -> dict[str, SeatFacts]:
    """The seats of a new table; raises ``ValueError`` when they cannot be as wished."""
    seats = [seat for side in sides for seat in seats_of(side, team)]
    for seat, player in wish.items():
        if player != PERSON and appointment(player).budget not in MARSHALS:
            raise ValueError(f"'{player}': at a table a marshal thinks for 2, 10 or 30 s a turn")
        if team is not None and player != PERSON and side_of(seat) == team.side:
            raise ValueError(f"a computer plays a whole side: only people can share the {team.side} side")
        if seat not in seats:
            raise ValueError(f"{game} has no seat '{seat}' at such a table; there are {', '.join(seats)}")
    return {seat: SeatFacts(wish.get(seat, PERSON)) for seat in seats}


def shown_seats(
    game: str,
    team: str,
    seats: Mapping[str, SeatFacts],
    there: Collection[str] = (),
    held: Collection[str] = (),
) -> dict[str, SeatFacts]:
    """The seats with their titles, those that people sit at, and those that are one's own."""
    shared = teams_of(game).get(team) if team else None
    roles = {role.id: role for role in shared.roles} if shared else {}
    found = {}
    for id_, seat in seats.items():
        side, role = side_of(id_), roles.get(role_of(id_))
        title, about = (role.title, role.about) if role else (id_[:1].upper() + id_[1:], "")
        found[id_] = SeatFacts(seat.player, seat.name, id_ in there, id_ in held, side, title, about)
    return found


class Seating:
    """Who sits where at a table."""

    def __init__(self, game: str, team: str, seats: dict[str, SeatFacts]) -> None:
        self._game = game
        self.team = chosen_team(game, team)
        self.seats = seats

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [id_ for id_, seat in self.seats.items() if seat.player == PERSON]

    def player_of(self, side: str) -> str:
        """Who plays a side; people only can share one."""
        return PERSON if self.team and self.team.side == side else self.seats[side].player

    def shown(self, there: Collection[str], held: Collection[str]) -> dict[str, SeatFacts]:
        return shown_seats(self._game, self.team.id if self.team else "", self.seats, there, held)

    def name_of(self, seat: str) -> str:
        """What somebody goes by in the chat; a side needs no name, a role among several does."""
        if seat == SPECTATOR:
            return ""
        facts = self.shown((), ())[seat]
        return facts.name or (facts.title if role_of(seat) else "")
