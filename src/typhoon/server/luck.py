"""How lucky each side was: what chance brought it against what it might have brought.

Every attack has a list of possible results with their chances, known before the die was cast.  A
game ranks its results from the attacker's worst to his best; an attack's luck is the chance of
having done worse, plus half the chance of having done the same.  That is one half on average
whatever the odds, so the sum over all attacks can be held against half their number.

Where strengths come to light or dice fall only after further decisions, a game tells from its events
what was luck, in attacks and in anything else it leaves to chance.
"""

from __future__ import annotations

from typhoon.engine.game import Game
from typhoon.engine.preview import CombatPreview, Outcome
from typhoon.engine.rules import Rules
from typhoon.engine.throws import Throw
from typhoon.server.messages import LuckRow
from typhoon.server.replica import Replica

ATTACKS = "attacks"


def luck_of(replica: Replica) -> list[LuckRow]:
    """A row for each thing that a side left to chance, and for each side that could attack."""
    rules = replica.game.rules
    if type(rules).throws is not Rules.throws:
        throws = _from_events(replica.game)
    elif rules.results_from_worst:
        throws = _from_previews(replica)
    else:
        return []
    kinds = list(dict.fromkeys(throw.about for throw in throws)) or [ATTACKS]
    shares = {
        (side, kind): [throw.share for throw in throws if (throw.side, throw.about) == (side, kind)]
        for kind in kinds
        for side in rules.sides
    }
    # Only attacks are worth a word when there were none.
    return [_row(side, kind, found) for (side, kind), found in shares.items() if found or kind == ATTACKS]


def _from_events(game: Game) -> list[Throw]:
    """For games that tell of every throw what might have come instead."""
    log = game.log
    turn, found = game.position.turn, []
    for event in log:
        turn = event.facts.get("turn", turn)
        found += game.rules.throws(event, game.position, turn)
    return found


def _from_previews(replica: Replica) -> list[Throw]:
    """For games that resolve an attack by the order that makes it: all is played again."""
    again = Replica(replica.opening, replica.history)
    game = again.game
    rank = {result: number for number, result in enumerate(game.rules.results_from_worst)}
    found: list[Throw | None] = []
    """For each order, what was luck in it."""
    for order in again.steps(replica.given):
        if (to := order.returns) is not None:
            del found[to:]
            continue
        preview = game.preview(order.text) if order.dice else None
        share = _share(preview.outcomes, order.dice[0], rank) if isinstance(preview, CombatPreview) else None
        side = game.decision.side if game.decision else ""
        found.append(None if share is None else Throw(side, ATTACKS, share))
    return [throw for throw in found if throw is not None]


def _share(outcomes: tuple[Outcome, ...], die: int, rank: dict[str, int]) -> float | None:
    """The chance of a worse result than the die gave, and half that of the same."""
    fell = next((outcome for outcome in outcomes if die in outcome.dice), None)
    if fell is None or any(outcome.result not in rank for outcome in outcomes):
        return None
    worse = sum(o.chance for o in outcomes if rank[o.result] < rank[fell.result])
    return worse + fell.chance / 2


def _row(side: str, about: str, shares: list[float]) -> LuckRow:
    expected, realised = len(shares) / 2, sum(shares)
    if not shares:
        return LuckRow(side, about, 0, 0.0, 0.0, f"The {side.capitalize()} side has not attacked.")
    percent = round(100 * realised / len(shares))
    text = (
        f"{side.capitalize()} {about}: {len(shares)}, on the whole better than {percent} in 100 of what "
        f"chance might have brought; 50 is even luck."
    )
    return LuckRow(side, about, len(shares), expected, round(realised, 2), text)
