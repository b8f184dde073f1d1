"""For whom the table waits, and since when. No clock decides for a person: after a while the others may.

It follows from the state, which the log gives back after a restart, and from what is seen around the table.
"""

from __future__ import annotations

from klaverjas.table.orders import Hall
from klaverjas.table.state import Table
from klaverjas.wire.shapes import Wait

LONG = 45.0
"""Seconds until a soft sign lies at the place of who is waited for."""
TOO_LONG = 90.0
"""Seconds until the others may choose."""
LOST = 600.0
"""Seconds until the chair of who is gone may be freed during a match."""
NUMBERS_WITHIN = 2.0
"""Seconds that a deal waits for the numbers of browsers (docs/fair.md)."""
ARCHIVED = 14 * 24 * 3600.0
"""Seconds without any event after which a table can only be looked at."""

_STAGES: tuple[tuple[float, Wait], ...] = ((LOST, "lost"), (TOO_LONG, "too_long"), (LONG, "long"))


def wait(table: Table, seat: int, hall: Hall) -> Wait:
    """How long the table has waited for the person in `seat`: since his turn came, or since he is gone, which
    is longer. The turn of who has a regular play for him keeps nobody waiting; only who is gone is lost."""
    waited = _waited(table, seat, hall)
    stages = (stage for after, stage in _STAGES if waited is not None and waited >= after)
    return next((stage for stage in stages if stage != "lost" or seat in hall.gone), "no")


def next_stage(table: Table, hall: Hall) -> float | None:
    """In how many seconds `wait` says something else for some seat if nothing happens."""
    waited = (_waited(table, seat, hall) for seat in table.people)
    ahead = [after - so_far for so_far in waited if so_far is not None for after, _ in _STAGES]
    return min((seconds for seconds in ahead if seconds > 0), default=None)


def archived(table: Table, now: float) -> bool:
    """Whether nothing has happened at the table for so long that it can only be looked at."""
    return now - table.last >= ARCHIVED


def _waited(table: Table, seat: int, hall: Hall) -> float | None:
    chair = table.chairs[seat]
    if chair.kind != "person":
        return None
    since = [hall.gone[seat]] if seat in hall.gone else []
    if table.turn == seat and chair.player is None:
        since.append(table.turn_since)
    return hall.now - min(since) if since else None
