"""What clients ask for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from typhoon.engine.journal import TakeBacks

MOST_CHARACTERS = 2_000

Id = Annotated[str, msgspec.Meta(max_length=64)]
OrderText = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Looks = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=16)], ...], msgspec.Meta(max_length=2000)]
Mode = Literal["local", "remote"]
Digits = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]


class Request(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something asked of a table; the reply repeats the id."""

    id: Id = ""
    token: Id | None = None
    """Only in plain requests, where it may also stand in a header; a connection has said who it is."""
    side: Id | None = None
    """Only in plain requests, for tokens that hold several seats: a side or, as ``german/north``, a role."""


class Hello(msgspec.Struct, tag_field="type", tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message of a connection: who it is, and what it has seen already."""

    token: Id | None = None
    side: Id | None = None
    """The seat to look through."""
    since: Number | None = None
    """The last order it was told of before its line broke."""
    looks: Looks = ()
    """The pictures of counters that it has."""


class Order(Request, tag="order", frozen=True):
    """Give an order; ``n`` is the number of orders in the state the client has seen."""

    n: Number
    order: OrderText


class PreviewOrder(Request, tag="preview", frozen=True):
    """What an order would lead to, were it given now or after another that takes no dice."""

    order: OrderText
    after: OrderText | None = None


class Why(Request, tag="why", frozen=True):
    """Why an order may not be given, now or after another that takes no dice."""

    order: OrderText
    after: OrderText | None = None


class Destinations(Request, tag="destinations", frozen=True):
    """Where units could go together, were they chosen, with the movement points it takes."""

    units: Annotated[list[Id], msgspec.Meta(min_length=1, max_length=20)]
    verb: Id = ""
    """The way of moving, where there are several."""


class Undo(Request, tag="undo", frozen=True):
    """Take back order ``n``, which must be the last and one's own, where nothing was revealed."""

    n: Number


class ShowOverlay(Request, tag="overlay", frozen=True):
    """An overlay with its hexes."""

    overlay: Id


class ShowLine(Request, tag="line", frozen=True):
    """A unit's line of communications."""

    unit: Id


class ShowLines(Request, tag="lines", frozen=True):
    """The lines of communications of all one's own units."""


class Hint(Request, tag="hint", frozen=True):
    """What the staff would do."""


class TakeBack(Request, tag="takeback", frozen=True):
    """Ask the other side to let one's last order be taken back, or answer such an offer.

    ``to`` is how many orders are left when that is done.
    """

    action: Literal["offer", "accept", "refuse"]
    to: Number


class Secret(Request, tag="secret", frozen=True):
    """One's own part of the dice key: commit to its SHA-256, open it when all have, or begin anew.

    ``value`` is 32 bytes in hexadecimal digits; to begin anew needs none.
    """

    action: Literal["commit", "open", "anew"]
    value: Digits = ""


class Chat(Request, tag="chat", frozen=True):
    """Say something to everyone at the table; what spectators say only spectators hear."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]


class Said(Request, tag="said", frozen=True):
    """What was said before line ``before`` of the chat, a page of it."""

    before: Number


class Pause(Request, tag="pause", frozen=True):
    """Stop computer players, or let them go on, so many seconds an order."""

    paused: bool
    pace: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None


class Name(Request, tag="name", frozen=True):
    """Tell the others one's name."""

    name: Annotated[str, msgspec.Meta(max_length=40)]


class Luck(Request, tag="luck", frozen=True):
    """How lucky each side was in its attacks."""


class AskReport(Request, tag="report", frozen=True):
    """What came of a turn of a side, by its number; by itself that of the last one that is over."""

    number: Number | None = None


class AskHistory(Request, tag="history", frozen=True):
    """The game as a whole, when it is over: points by turn, what turned it, losses, battles."""


class AskShare(Request, tag="share", frozen=True):
    """The game as one file that opens in any browser, when it is over or has no secrets."""


class AskAnalysis(Request, tag="analysis", frozen=True):
    """How a game that is over went turn by turn; the host can start and stop to have it worked out."""

    action: Literal["look", "start", "stop"] = "look"


AnyRequest = (
    Order
    | PreviewOrder
    | Why
    | Destinations
    | Undo
    | ShowOverlay
    | ShowLine
    | ShowLines
    | Hint
    | TakeBack
    | Secret
    | Chat
    | Said
    | Pause
    | Name
    | Luck
    | AskReport
    | AskHistory
    | AskShare
    | AskAnalysis
)


class NewLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be replaced: that of a seat, or with an empty one that of spectators."""

    seat: Id


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be opened, or with ``journal`` one to be gone on with."""

    game: Id = ""
    scenario: Id | None = None
    options: dict[str, str] = {}
    seats: dict[str, Id] = {}
    """Who plays each side: ``person`` or the name of a computer player."""
    team: Id | None = None
    """The way in which people share a side; each of its roles has a seat then, such as ``german/north``."""
    mode: Mode = "local"
    seed: int | Id | None = None
    """Makes the dice of a local table repeatable; at a remote one nobody may know them."""
    takebacks: TakeBacks = "any"
    """Whether orders that rolled dice can be taken back."""
    journal: Annotated[str, msgspec.Meta(max_length=2_000_000)] | None = None
    to: Number | None = None
    """The order of the journal after which to go on; the last one when it is not given."""
    study: Id = ""
    """The name of a study to be played, which has its own game, scenario, options and title."""
    title: Annotated[str, msgspec.Meta(max_length=80)] = ""
    bidding: bool = False
    """Whether people bid for a side first, where the game knows that; ``seats`` holds when bids are equal."""


class NameBid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bid before the game, which cannot be changed; nobody is told of it until all are in."""

    bid: int | float | str | None
    token: Id | None = None
    side: Id | None = None
    """The seat that bids, for tokens that hold several."""


class Wrong(Exception):
    """A request that cannot be read; the message says why."""


def read(data: bytes | str, kind: Any) -> Any:
    """What somebody sent, as the kind of thing it should be; raises ``Wrong`` when it is not."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise Wrong("brackets are nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Wrong(str(error)) from error
