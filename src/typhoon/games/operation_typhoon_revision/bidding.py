"""Bidding for the Germans before a campaign (18.49)."""

from __future__ import annotations

from statistics import quantiles
from typing import TYPE_CHECKING

from typhoon.engine.bidding import Bidding
from typhoon.engine.cases import case
from typhoon.engine.orders import Chooser
from typhoon.games.operation_typhoon_revision.switches import GROUP, MOST_BID
from typhoon.games.operation_typhoon_revision.victory import DRAW

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision import Revision

BIDDING = Bidding(
    side="german",
    option=f"{GROUP}.bid",
    scenarios=("campaign", "extended"),
    case="18.49 bidding",
    about="Whoever bids more plays the Germans, and needs as many points more for every level of victory; "
    "a bid below 0 gives them points. Equal bids leave the sides as they were taken.",
    options={f"{GROUP}.victory-levels": "yes"},
)


@case("18.49 bidding")
def bid(law: Revision, rng: Chooser) -> int:
    """What the staff bids: the points beyond the middle of the draw that staffs came to in games among
    themselves, somewhere in the middle half of them."""
    chart: list[float] = law.victory.chart  # type: ignore[attr-defined]
    middle = (chart[DRAW - 1] + chart[DRAW]) / 2
    low, _, high = quantiles([row.net - middle for row in law.games_played[law.scenario.id]], n=4)
    return max(-MOST_BID, min(MOST_BID, round(low + (high - low) * rng.random())))
