"""The contract of an event log, its errors, and the checks that every log makes on what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

Reason = Literal["locked", "read_only", "full", "broken", "newer"]


class LogError(Exception):
    """Base of everything a log refuses."""


class Conflict(LogError):
    """Someone else wrote: the table is at version `actual`, and the append expected `expected`."""

    def __init__(self, table: str, expected: int, actual: int) -> None:
        super().__init__(f"table {table!r} is at version {actual}, not {expected}")
        self.table = table
        self.expected = expected
        self.actual = actual


class LogUnavailable(LogError):
    """The log cannot be read or written now, and nothing was written.

    `reason` is a code that texts can say; `detail` is English for an operator and names no path.
    """

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class EventLog(Protocol):
    """Events per table, numbered 1, 2, 3, ... without gaps.

    Every method may raise `LogUnavailable`, always after `close`. A table that is no UTF-8 text or an `after`
    below zero is a `ValueError`, an event that is not bytes a `TypeError`.
    """

    async def append(self, table: str, expected: int, events: Sequence[bytes]) -> None:
        """Write `events` as versions expected+1 .. expected+len(events): all of them or none.

        Returns when they are durable. Raises `Conflict` when the table is not at version `expected` (0 for
        an unknown table); no events at all only make that check. Appends that are handed over one after the
        other are written in that order. When the call is cancelled the events are written whole or not at
        all, and `version` tells which once a later append has returned.
        """

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Return the events of versions after+1 and up, in order; none for an unknown table."""

    async def version(self, table: str) -> int:
        """Return the number of the last event, 0 for an unknown table."""

    async def tables(self) -> list[str]:
        """Return every table that has an event, sorted by code point."""

    async def delete(self, table: str) -> None:
        """Forget the table, durably; an unknown one is forgotten already. Its key starts again at 0."""

    async def probe(self) -> None:
        """Write something durably and leave no trace of it: returns when appends can be made now, and raises
        `LogUnavailable` when they cannot."""

    async def close(self) -> None:
        """Finish the appends that were accepted, then let go of everything. A second call does nothing."""


def closed() -> LogUnavailable:
    """The refusal of every call after `close`."""
    return LogUnavailable("broken", "the log is closed")


def check_table(table: str) -> None:
    """Raise `ValueError` for a key that cannot be stored as UTF-8 (a lone surrogate)."""
    table.encode()


def check_after(after: int) -> None:
    """Raise `ValueError` for a version below 0, which would count from the end of a list."""
    if after < 0:
        raise ValueError(f"versions start at 1: there is nothing after {after}")


def checked_events(events: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return a copy that the caller cannot change; raise `TypeError` for an event that is not bytes."""
    for event in events:
        if not isinstance(event, bytes):
            raise TypeError(f"an event is bytes, not {type(event).__name__}")
    return tuple(events)
