"""Bidding for a side before the game of a table; nobody is shown a bid until all are in."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from typhoon.engine.about import About
from typhoon.engine.bidding import Bidding
from typhoon.engine.orders import Chooser
from typhoon.engine.registry import find_rules, law_of
from typhoon.server.messages import PERSON, BidderFacts, BiddingFacts
from typhoon.server.requests import NewTable
from typhoon.server.seats import SPECTATOR, Holder, shown_seats
from typhoon.server.store import Bids, TableRecord


class Settled(NamedTuple):
    """What came of the bids."""

    wish: NewTable
    """The game as it begins."""
    now: dict[str, str]
    """The seat that everybody has now, by the one that was taken."""
    bids: dict[str, int]
    """What was bid, by the seats as they are now."""
    told: str
    """The same in words."""


def awaited_by(wish: NewTable) -> Bids | None:
    """The bids that a game waits for, none of them named; raises ``ValueError`` when it takes none."""
    if not wish.bidding:
        return None
    if wish.journal is not None or wish.team:
        what = "a game from a journal" if wish.journal is not None else "people who share a side"
        raise ValueError(f"bids are between two players before the first order, not for {what}")
    law_of(wish.game).about.bidding_in(wish.scenario, wish.options)
    return Bids({}, wish)


def is_open(record: TableRecord) -> bool:
    """Whether the game of a table has not begun because of bids."""
    return record.bids is not None and record.bids.wish is not None


def awaited(record: TableRecord) -> list[str]:
    """The seats of people whose bids are not in; computer players bid when all the others have."""
    named = record.bids.named if record.bids else {}
    return [id_ for id_, seat in record.seats.items() if seat.player == PERSON and id_ not in named]


def facts_of(record: TableRecord, holder: Holder) -> BiddingFacts:
    """What somebody may know while bids are awaited."""
    about, bidding = _known(record)
    least, most = next(option.numbers for option in about.options if option.id == bidding.option) or (0, 0)
    missing, seats = awaited(record), shown_seats(record.game, "", record.seats, held=holder.seats)
    bidders = {
        id_: BidderFacts(seat.player, seat.title, seat.yours, id_ not in missing)
        for id_, seat in seats.items()
    }
    scenario = about.scenario(record.scenario).title
    return BiddingFacts(
        record.id,
        record.title,
        scenario,
        record.mode,
        bidding.side,
        least,
        most,
        bidding.case,
        bidding.about,
        bidders,
    )


def with_bid(record: TableRecord, holder: Holder, bid: object) -> Bids:
    """The bids with one more; raises ``ValueError`` when it cannot be taken."""
    if record.bids is None:
        raise ValueError("nobody bids at this table")
    if holder.seat == SPECTATOR:
        raise ValueError("you are only watching")
    if record.bids.wish is None:
        raise ValueError("all bids are in: the game has begun")
    if holder.seat in record.bids.named:
        raise ValueError("your bid is in, and cannot be changed")
    number = _known(record)[0].checked_bid(bid)
    return replace(record.bids, named={**record.bids.named, holder.seat: number})


def settled(record: TableRecord, rng: Chooser) -> Settled:
    """Who plays what, now that everybody has bid; computer players do so without a look at the others."""
    assert record.bids is not None and record.bids.wish is not None
    wish, (_, bidding) = record.bids.wish, _known(record)
    law = find_rules(wish.game, wish.scenario, wish.options)
    bids = {seat: record.bids.named.get(seat, law.bid(rng)) for seat in record.seats}
    winner, price = bidding.settled(bids)
    now = {seat: seat for seat in bids} | {winner: bidding.side, bidding.side: winner}
    options = {**wish.options, bidding.option: str(price)}
    players = {now[seat]: facts.player for seat, facts in record.seats.items()}
    named = ", ".join(f"{bid:+} by who took the {seat} side" for seat, bid in bids.items())
    change = "the sides stay as they were taken" if winner == bidding.side else "the sides change hands"
    told = f"Bids for the {bidding.side} side: {named}; {change}."
    begins = replace(wish, options=options, seats=players, bidding=False)
    return Settled(begins, now, {now[seat]: bid for seat, bid in bids.items()}, told)


def _known(record: TableRecord) -> tuple[About, Bidding]:
    about = law_of(record.game).about
    if about.bidding is None:
        raise ValueError(f"{about.id} knows no bidding")
    return about, about.bidding
