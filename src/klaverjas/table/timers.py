"""What a table does by itself, and when. A timer is derived from the state, so a restart forgets none."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.table.orders import ByClock
from klaverjas.table.state import Table
from klaverjas.table.waiting import NUMBERS_WITHIN

SHOW_SCORE_AFTER = 8.0
"""Seconds that the last trick stays open where a card can be taken back (6.2)."""
GO_ON_AFTER = 20.0
"""Seconds that a score lies on the table before the next deal."""
AGAIN_AFTER = 30.0
"""Seconds that who looks at the slate of a match keeps those waiting who want another one."""
CLAIM_WITHIN = 60.0
"""The same where a claim can still be made then (6.5): long enough to think of one and to make it."""


class Timer(NamedTuple):
    """`at`: seconds since 1970. `least`: so many seconds from when the first person is there again to see it,
    at a table that was opened or read back just now."""

    at: float
    order: ByClock
    least: float = 0.0


def next_timer(table: Table) -> Timer | None:
    """The order that the clock will give, none when the table waits for people."""
    if table.asleep:
        return None
    if table.coming is not None and table.coming.due is not None:
        return Timer(table.coming.due + NUMBERS_WITHIN, ByClock("deal"), least=NUMBERS_WITHIN)
    if table.phase == "closing":
        return Timer(table.since + SHOW_SCORE_AFTER, ByClock("show_score"))
    if table.phase == "scored":
        claimable = table.variant.revoke == "claimable"
        return Timer(table.since + (CLAIM_WITHIN if claimable else GO_ON_AFTER), ByClock("go_on"))
    if table.phase == "ended" and table.ready:
        return Timer(table.since + AGAIN_AFTER, ByClock("again"))
    return None
