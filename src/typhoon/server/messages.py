"""What goes over the wire: requests of clients, states and replies of the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from typhoon.engine.display import Line, Overlay, Panel
from typhoon.engine.face import Value
from typhoon.engine.position import Result
from typhoon.engine.preview import CombatPreview, MovePreview, Warnings
from typhoon.engine.view import View

PERSON = "person"
MOST_CHARACTERS = 2_000

Id = Annotated[str, msgspec.Meta(max_length=64)]
OrderText = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Mode = Literal["local", "remote"]


class Request(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something asked of a table; the reply repeats the id."""

    id: Id = ""
    token: Id | None = None
    """Only in plain requests; a connection has shown its token when it was made."""
    side: Id | None = None
    """Only in plain requests, for tokens that hold several seats."""


class Order(Request, tag="order", frozen=True):
    """Give an order; ``n`` is the number of orders in the state the client has seen."""

    n: Number
    order: OrderText


class PreviewOrder(Request, tag="preview", frozen=True):
    """What an order would lead to."""

    order: OrderText


class Why(Request, tag="why", frozen=True):
    """Why an order may not be given."""

    order: OrderText


class Undo(Request, tag="undo", frozen=True):
    """Take back one's last order, where nothing was revealed."""

    n: Number | None = None


class ShowOverlay(Request, tag="overlay", frozen=True):
    """An overlay with its hexes."""

    overlay: Id


class ShowLine(Request, tag="line", frozen=True):
    """A unit's line of communications."""

    unit: Id


class Hint(Request, tag="hint", frozen=True):
    """What the staff would do."""


class TakeBack(Request, tag="takeback", frozen=True):
    """Ask the other side to let one's last order be taken back, or answer such an offer."""

    action: Literal["offer", "accept", "refuse"]


class Chat(Request, tag="chat", frozen=True):
    """Say something to everyone at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]


class Pause(Request, tag="pause", frozen=True):
    """Stop computer players, or let them go on, so many seconds an order."""

    paused: bool
    pace: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None


class Name(Request, tag="name", frozen=True):
    """Tell the others one's name."""

    name: Annotated[str, msgspec.Meta(max_length=40)]


class Luck(Request, tag="luck", frozen=True):
    """How lucky each side was in its attacks."""


AnyRequest = (
    Order | PreviewOrder | Why | Undo | ShowOverlay | ShowLine | Hint | TakeBack | Chat | Pause | Name | Luck
)


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be opened, or with ``journal`` one to be gone on with."""

    game: Id = ""
    scenario: Id | None = None
    options: dict[str, str] = {}
    seats: dict[str, Id] = {}
    """Who plays each side: ``person`` or the name of a computer player."""
    mode: Mode = "local"
    seed: int | Id | None = None
    journal: Annotated[str, msgspec.Meta(max_length=2_000_000)] | None = None
    title: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened, with the links to its seats; they are told only once."""

    id: str
    token: str
    """Holds every seat of a local table; empty at a remote one."""
    tokens: dict[str, str]
    links: dict[str, str]
    watch: str


class SeatFacts(msgspec.Struct):
    player: str
    name: str = ""
    connected: bool = False
    yours: bool = False


class TableFacts(msgspec.Struct):
    id: str
    game: str
    scenario: str
    title: str
    mode: str
    seats: dict[str, SeatFacts]
    result: Result | None
    paused: bool = False


class TableRow(msgspec.Struct, rename="camel"):
    """A table in the lobby's list."""

    id: str
    game: str
    scenario: str
    title: str
    mode: str
    turn: int
    date: str
    phase: str
    seats: dict[str, SeatFacts]
    to_act: str | None
    result: str | None
    orders: int
    updated: str


class Face(msgspec.Struct):
    """A counter on the map; its picture goes by the id ``look``."""

    unit: str
    hex: str
    side: str
    type: str
    formation: str
    size: str
    left: str
    right: str
    values: tuple[Value, ...]
    second_side: bool
    badges: tuple[str, ...]
    look: str


class OverlayName(msgspec.Struct):
    id: str
    title: str
    case: str


class LogLine(msgspec.Struct, omit_defaults=True):
    """An event as a sentence, with what it speaks of."""

    text: str
    kind: str
    case: str = ""
    units: list[str] = []
    hexes: list[str] = []
    dice: list[int] = []


class LogEntry(msgspec.Struct):
    """An order and what came of it; number 0 is what happened before the first."""

    n: int
    order: str
    side: str
    turn: int
    lines: list[LogLine]


class ChatLine(msgspec.Struct):
    n: int
    side: str
    name: str
    text: str
    at: str


class Offer(msgspec.Struct):
    """An offer to take back the orders after number ``to``."""

    by: str
    to: int


class State(msgspec.Struct, tag_field="type", tag="state", rename="camel", kw_only=True):
    """The table as one seat sees it."""

    n: int
    table: TableFacts
    side: str
    view: View
    faces: list[Face]
    looks: dict[str, str]
    panels: list[Panel]
    overlays: list[OverlayName]
    log: list[LogEntry]
    log_from: int
    """Whatever the client has of the log after this number no longer holds."""
    undo: str | None
    takeback: Offer | None
    thinking: str | None
    chat: list[ChatLine]
    last: list[tuple[str, str]]
    orders: int | None = None
    """How many orders a replayed game has."""


class RulingFacts(msgspec.Struct):
    case: str
    text: str
    order: str = ""


class HintFacts(msgspec.Struct):
    order: str
    text: str


class LuckRow(msgspec.Struct):
    side: str
    battles: int
    expected: float
    realised: float
    text: str


class Reply(msgspec.Struct, tag_field="type", tag="reply", omit_defaults=True, kw_only=True):
    """The answer to a request."""

    id: str
    ok: bool
    n: int
    error: str | None = None
    ruling: RulingFacts | None = None
    preview: Warnings | MovePreview | CombatPreview | None = None
    line: Line | None = None
    overlay: Overlay | None = None
    hint: HintFacts | None = None
    luck: list[LuckRow] | None = None


class Problem(msgspec.Struct):
    """A plain request that was not fulfilled."""

    error: str


encode = msgspec.json.Encoder().encode
decode_request: Any = msgspec.json.Decoder(AnyRequest).decode
