"""An event log that forgets everything when it goes: for tests, with the same contract as the real one."""

from __future__ import annotations

from collections.abc import Sequence

from klaverjas.log.base import Conflict, check_after, check_table, checked_events, closed


class MemoryLog:
    """An `EventLog` in a dictionary."""

    def __init__(self) -> None:
        self._events: dict[str, list[bytes]] = {}
        self._closed = False

    async def append(self, table: str, expected: int, events: Sequence[bytes]) -> None:
        """See `EventLog.append`."""
        self._check_open()
        check_table(table)
        new = checked_events(events)
        actual = len(self._events.get(table, []))
        if actual != expected:
            raise Conflict(table, expected, actual)
        if new:
            self._events.setdefault(table, []).extend(new)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `EventLog.read`."""
        self._check_open()
        check_table(table)
        check_after(after)
        return self._events.get(table, [])[after:]

    async def version(self, table: str) -> int:
        """See `EventLog.version`."""
        self._check_open()
        check_table(table)
        return len(self._events.get(table, []))

    async def tables(self) -> list[str]:
        """See `EventLog.tables`."""
        self._check_open()
        return sorted(self._events)

    async def delete(self, table: str) -> None:
        """See `EventLog.delete`."""
        self._check_open()
        check_table(table)
        self._events.pop(table, None)

    async def probe(self) -> None:
        """See `EventLog.probe`."""
        self._check_open()

    async def close(self) -> None:
        """See `EventLog.close`."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise closed()
