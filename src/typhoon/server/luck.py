"""How lucky each side was: what its attacks brought against what they promised.

Every attack has a list of possible results with their chances, known before the die was cast.  A
game ranks its results from the attacker's worst to his best; an attack's luck is the chance of
having done worse, plus half the chance of having done the same.  That is one half on average
whatever the odds, so the sum over all attacks can be held against half their number.
"""

from __future__ import annotations

from typhoon.engine.dice import GivenDice
from typhoon.engine.journal import parse_journal
from typhoon.engine.preview import CombatPreview, Outcome
from typhoon.engine.replay import load
from typhoon.server.messages import LuckRow


def luck_of(journal: str) -> list[LuckRow]:
    """A row for each side that could attack."""
    game = load(journal, to=0, verify=False)
    game.dice = dice = GivenDice()
    rank = {result: number for number, result in enumerate(game.rules.results_from_worst)}
    if not rank:
        return []
    luck: dict[str, list[float]] = {side: [] for side in game.rules.sides}
    for entry in parse_journal(journal).entries:
        preview = game.preview(str(entry.order)) if entry.dice else None
        if isinstance(preview, CombatPreview):
            share = _share(preview.outcomes, entry.dice[0][1], rank)
            if share is not None:
                luck[entry.side].append(share)
        dice.rolls = [value for _, value in entry.dice]
        game.push(str(entry.order))
    return [_row(side, shares) for side, shares in luck.items()]


def _share(outcomes: tuple[Outcome, ...], die: int, rank: dict[str, int]) -> float | None:
    """The chance of a worse result than the die gave, and half that of the same."""
    fell = next((outcome for outcome in outcomes if die in outcome.dice), None)
    if fell is None or any(outcome.result not in rank for outcome in outcomes):
        return None
    worse = sum(o.chance for o in outcomes if rank[o.result] < rank[fell.result])
    return worse + fell.chance / 2


def _row(side: str, shares: list[float]) -> LuckRow:
    expected, realised = len(shares) / 2, sum(shares)
    if not shares:
        return LuckRow(side, 0, 0.0, 0.0, f"The {side} side has not attacked.")
    percent = round(100 * realised / len(shares))
    attacks = "1 attack" if len(shares) == 1 else f"{len(shares)} attacks"
    text = (
        f"{attacks} of the {side} side went better than {percent} in 100 of what the dice might have "
        f"brought; 50 is even luck."
    )
    return LuckRow(side, len(shares), expected, round(realised, 2), text)
