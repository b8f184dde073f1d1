"""The event log of a pub on one machine: one SQLite file, which one process owns."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from klaverjas.log import statements
from klaverjas.log.base import check_after, check_table, checked_events, closed
from klaverjas.log.group_commit import GroupCommit
from klaverjas.log.sqlite_file import Connect, FileLock, connect, open_reader, open_writer, plain_errors

T = TypeVar("T")
STEP_MS = 100


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Everything that an open log holds."""

    lock: FileLock
    patience: float
    writer: sqlite3.Connection
    reader: sqlite3.Connection


class SqliteLog:
    """An `EventLog` in a SQLite file. Make one with `SqliteLog.open` and end it with `close`.

    Appends go to one thread that commits what waits together; reads go to another, on their own connection.
    It belongs to the event loop in which it was opened.
    """

    def __init__(self, file: OpenFile) -> None:
        self._lock = file.lock
        self._connection = file.reader
        self._writer = GroupCommit(file.writer, file.patience)
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="log-reader")
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, path: Path, *, connect: Connect = connect, busy_ms: int = 5000) -> SqliteLog:
        """Open the file, or make it in a folder that exists.

        `busy_ms` is how long to wait for a stranger's lock. Raises `LogUnavailable`: "locked" when another
        process serves the file, "read_only", "full", "newer" when a later release wrote it, "broken" when it
        is no database of ours or cannot be opened. A file that is refused is left as it was.
        """
        return cls(await asyncio.to_thread(_open, path, connect, busy_ms))

    async def append(self, table: str, expected: int, events: Sequence[bytes]) -> None:
        """See `EventLog.append`."""
        check_table(table)
        await self._writer.run(partial(statements.append, table, expected, checked_events(events)))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `EventLog.read`. Raises `LogUnavailable` ("broken") when a version is missing."""
        check_table(table)
        check_after(after)
        return await self._query(partial(statements.read, table, after))

    async def version(self, table: str) -> int:
        """See `EventLog.version`."""
        check_table(table)
        return await self._query(partial(statements.version, table))

    async def tables(self) -> list[str]:
        """See `EventLog.tables`."""
        return await self._query(statements.tables)

    async def delete(self, table: str) -> None:
        """See `EventLog.delete`."""
        check_table(table)
        await self._writer.run(partial(statements.delete, table))

    async def probe(self) -> None:
        """See `EventLog.probe`."""
        await self._writer.run(statements.probe)

    @property
    def waiting(self) -> int:
        """About how many changes wait to be written."""
        return self._writer.waiting

    async def close(self) -> None:
        """See `EventLog.close`. A caller that is cancelled does not stop it."""
        if self._closing is None:
            self._writer.stop()
            self._closing = asyncio.get_running_loop().run_in_executor(None, self._close)
        await asyncio.shield(self._closing)

    async def _query(self, question: Callable[[sqlite3.Connection], T]) -> T:
        if self._closing is not None:
            raise closed()
        with plain_errors():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reader, question, self._connection)

    def _close(self) -> None:
        self._reader.shutdown()
        self._connection.close()
        self._writer.join()
        self._lock.release()


def _open(path: Path, connect: Connect, busy_ms: int) -> OpenFile:
    with plain_errors():
        # Resolved, because a link must lead to the same lock as the file itself.
        path = path.resolve()
        lock = FileLock(path)
        try:
            writer = open_writer(path, connect, busy_ms)
            try:
                # In small steps, so that who closes the log need not wait for all of it.
                writer.execute(f"PRAGMA busy_timeout = {min(busy_ms, STEP_MS)}")
                return OpenFile(lock, busy_ms / 1000, writer, open_reader(path, connect, busy_ms))
            except BaseException:
                writer.close()
                raise
        except BaseException:
            lock.release()
            raise
