"""What the server sends: states, replies and lists."""

from __future__ import annotations

import msgspec

from typhoon.engine.display import Panel, Shade, SupplyLine
from typhoon.engine.face import Value
from typhoon.engine.history import History
from typhoon.engine.offers import Offers, OrderOffer
from typhoon.engine.phase import Decision
from typhoon.engine.position import Result
from typhoon.engine.preview import CombatPreview, Forecast, MovePreview, Warnings
from typhoon.engine.report import Report
from typhoon.engine.rules import Score
from typhoon.engine.study import StudyFacts, Verdict
from typhoon.engine.tidings import Fought, Part
from typhoon.players.analysis import Turn

PERSON = "person"


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened, with the links to its seats; they are told only once."""

    id: str
    token: str
    """Holds every seat of a local table; empty at a remote one."""
    tokens: dict[str, str]
    links: dict[str, str]
    watch: str
    commitment: str
    """SHA-256 of the server's part of the dice key; empty as long as there is none."""


class IssuedLink(msgspec.Struct, frozen=True):
    """The only link that opens a seat from now on; it is told only once."""

    seat: str
    token: str
    link: str


class SeatFacts(msgspec.Struct):
    """A place at the table: a side's, or that of a role in a team."""

    player: str
    name: str = ""
    connected: bool = False
    yours: bool = False
    side: str = ""
    title: str = ""
    about: str = ""


class TeamFacts(msgspec.Struct, frozen=True):
    """How people share a side."""

    id: str
    side: str
    title: str
    case: str


class DiceFacts(msgspec.Struct):
    """What everybody may know of the dice of a table."""

    kind: str
    """``seats``, ``umpire``, ``seed`` or ``given``: where their key comes from."""
    text: str
    """The same in words."""
    commitments: list[str]
    """Those of the server's secrets; dice fall under the last one now."""
    seats: dict[str, str]
    """The commitments of seats to secrets of their own; empty as long as they are awaited."""
    opened: list[str]
    """The seats that have opened their secrets to the server."""
    awaited: list[str]
    """The seats that play waits for."""
    anew: int
    """How often the secrets were begun anew."""
    takebacks: str
    """How far orders may be taken back: ``any``, or ``before-dice``."""
    taken_back: int
    """How often orders were taken back whatever they revealed."""


class StudyState(msgspec.Struct, frozen=True):
    """The study that a table was opened for, and how it stands."""

    facts: StudyFacts
    verdict: Verdict


class TableFacts(msgspec.Struct):
    id: str
    game: str
    scenario: str
    facts: str
    """Where the facts of its game are found, under the law it is played by."""
    title: str
    mode: str
    seats: dict[str, SeatFacts]
    result: Result | None
    dice: DiceFacts
    paused: bool = False
    team: TeamFacts | None = None
    bids: dict[str, int] | None = None
    """What was bid before the game, by the seats as they are now."""
    study: StudyState | None = None


class BidderFacts(msgspec.Struct):
    """Somebody who bids for a side before the game."""

    player: str
    title: str
    yours: bool
    named: bool
    """Whether the bid is in."""


class BiddingFacts(msgspec.Struct, tag_field="type", tag="bidding"):
    """A table at which bids are awaited: what everybody may know, which is no bid."""

    id: str
    title: str
    scenario: str
    mode: str
    side: str
    """What the higher bid takes."""
    least: int
    most: int
    case: str
    about: str
    bidders: dict[str, BidderFacts]
    """By the seats as they were taken, which hold when the bids are equal."""


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
    pinned: bool = False
    lines: bool = False


class OverlayFacts(OverlayName):
    """An overlay with its hexes."""

    shades: tuple[Shade, ...] = ()


class LogLine(msgspec.Struct, omit_defaults=True):
    """An event as a sentence, with what it speaks of."""

    text: str
    kind: str
    case: str = ""
    units: list[str] = []
    hexes: list[str] = []
    dice: list[int] = []
    hits: list[int] = []
    """What each of the dice did, where that is told."""
    part: Part = ""
    """What it means to whoever follows the game."""
    way: list[str] = []
    """The hexes through which units went, as far as they are known."""
    fought: Fought | None = None
    """The attack that it tells of."""


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


class CombatFacts(msgspec.Struct, frozen=True):
    """A combat that has been declared, with the air points on either side."""

    target: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    air: float = 0
    cover: float = 0
    closed: tuple[str, ...] = ()
    """Hexes out of which units attack that are not seen."""


class ForceFacts(msgspec.Struct, frozen=True):
    """The force on the march, with the movement points that it has left."""

    units: tuple[str, ...]
    mp: float


class MovedFacts(msgspec.Struct, frozen=True):
    """In which way a unit has moved, and the movement points that it has left."""

    moved: str
    left: float


class TableView(msgspec.Struct, frozen=True):
    """The view of a side without its snapshot; of that it tells what cannot be seen from the counters."""

    game: str
    rules: int
    """The version of the rules that is played."""
    scenario: str
    options: dict[str, str]
    side: str
    turn: int
    last_turn: int
    date: str
    phase: str
    decision: Decision | None
    offers: Offers | None
    scores: list[Score]
    forecast: str
    """What may be expected of the game, in words; empty when it is over."""
    result: Result | None
    orders_given: int
    combats: list[CombatFacts]
    force: ForceFacts | None
    gained: list[str]
    """Hexes that have changed hands, where the front line moves."""
    moved: dict[str, MovedFacts]
    """Units that have moved in this phase, where that is kept."""


class State(msgspec.Struct, tag_field="type", tag="state", rename="camel", kw_only=True):
    """The table as one seat sees it."""

    n: int
    table: TableFacts
    side: str
    seat: str
    """The seat that is looked through; all seats of a side see the same."""
    acting: list[str]
    """The seats that have something to order now."""
    view: TableView
    faces: list[Face]
    looks: dict[str, str]
    panels: list[Panel]
    signs: dict[str, list[str]]
    """The hexes in which each kind of sign lies."""
    overlays: list[OverlayName]
    log: list[LogEntry]
    log_from: int
    """Whatever the client has of the log after this number no longer holds."""
    undo: str | None
    takeback: Offer | None
    thinking: str | None
    """The side whose computer player thinks."""
    thought: int
    """How much of that is done, in tens of a hundred, where it takes long."""
    intent: list[str]
    """What the computer player means to do, in sentences; told to the owner where nobody else plays."""
    chat: list[ChatLine]
    """The last lines of what was said since; earlier ones can be asked for."""
    last: list[tuple[str, str]]
    front: list[tuple[str, str]] | None = None
    """The front line as it runs now, as pairs of hexes; None where it is only printed on the map."""
    cast: list[Face] = []
    """Counters as they were at first, of units in the new part of the log or waiting to be placed."""
    orders: int | None = None
    """How many orders a replayed game has."""


class RulingFacts(msgspec.Struct):
    case: str
    text: str
    order: str = ""


class HintFacts(msgspec.Struct):
    order: OrderOffer
    text: str
    """The order in words."""
    reason: str
    """What it is for and what it risks; empty when there is nothing to say."""
    intent: list[str] = []
    """The plan that it is part of, in sentences."""


class LuckRow(msgspec.Struct):
    side: str
    about: str
    """What was left to chance, such as combats."""
    battles: int
    """How often."""
    expected: float
    realised: float
    text: str


class ReportFacts(msgspec.Struct):
    """The report of a turn, with the counters of units that are not on the map."""

    report: Report | None
    cast: list[Face]
    looks: dict[str, str]


class AnalysisFacts(msgspec.Struct):
    """How a game went turn by turn, as far as that has been worked out."""

    running: bool
    may_start: bool
    thought: int
    """How many of the turns were held against the marshal's."""
    whole: bool
    turns: list[Turn]


class Reply(msgspec.Struct, tag_field="type", tag="reply", omit_defaults=True, kw_only=True):
    """The answer to a request."""

    id: str
    ok: bool
    n: int
    error: str | None = None
    ruling: RulingFacts | None = None
    preview: Warnings | MovePreview | CombatPreview | Forecast | None = None
    destinations: dict[str, float] | None = None
    line: SupplyLine | None = None
    lines: dict[str, SupplyLine] | None = None
    overlay: OverlayFacts | None = None
    hint: HintFacts | None = None
    luck: list[LuckRow] | None = None
    report: ReportFacts | None = None
    history: History | None = None
    share: str | None = None
    analysis: AnalysisFacts | None = None
    chat: list[ChatLine] | None = None


class Problem(msgspec.Struct):
    """A plain request that was not fulfilled."""

    error: str


encode = msgspec.json.Encoder().encode
