"""Bidding for a side before a game at the terminal."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from getpass import getpass

from typhoon.cli.inputs import WrongInput, input_errors, options_of
from typhoon.engine.about import About
from typhoon.engine.registry import find_rules


def settle(args: Namespace, names: dict[str, str]) -> dict[str, str]:
    """Ask for bids, and say who plays which side now; the price becomes an option of the game.

    Computer players bid without a look at what people have bid.
    """
    options = options_of(args.option)
    with input_errors("--bid"):
        rules = find_rules(args.game, args.scenario, options, charts=args.charts)
        bidding = rules.about.bidding_in(args.scenario, options)
    print(bidding.about)
    hidden = list(names.values()).count("me") > 1
    rng = random.SystemRandom() if args.seed is None else random.Random(f"bids {args.seed}")
    bids = {
        side: _asked(rules.about, side, hidden) if name == "me" else rules.bid(rng)
        for side, name in names.items()
    }
    winner, price = bidding.settled(bids)
    for side, bid in bids.items():
        print(f"Whoever took the {side} side bids {bid:+}.")
    args.option = [*args.option, f"{bidding.option}={price}"]
    print(f"The {bidding.side} side {'stays as it is' if winner == bidding.side else 'changes hands'}.\n")
    return {**names, bidding.side: names[winner], winner: names[bidding.side]}


def _asked(about: About, side: str, hidden: bool) -> int:
    """The bid of a person; where two share a keyboard, what is typed is not shown."""
    while True:
        text = f"Your bid, as long as you are the {side} player: "
        try:
            said = getpass(text) if hidden and sys.stdin.isatty() else input(text)
        except EOFError:
            print()
            raise WrongInput("--bid: there was no bid to read") from None
        try:
            return about.checked_bid(said)
        except ValueError as error:
            print(f"{error}.")
