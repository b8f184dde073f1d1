"""Connections that can be watched, held up and made to fail, and a log that closes itself."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from klaverjas.log.sqlite import SqliteLog
from klaverjas.log.sqlite_file import Connect, connect

Hook = Callable[[str], None]


class WatchedConnection(sqlite3.Connection):
    """Calls `before` with every statement before it is run."""

    before: Hook = staticmethod(lambda sql: None)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        self.before(sql)
        return super().execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        self.before(sql)
        return super().executemany(sql, rows)


def watched(path: Path, before: Hook) -> WatchedConnection:
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, factory=WatchedConnection
    )
    connection.before = before
    return connection


def watching_writer(before: Hook) -> Connect:
    """Connections that call `before` for the statements of the writing thread alone."""

    def of_the_writer(sql: str) -> None:
        if threading.current_thread().name == "log-writer":
            before(sql)

    return lambda path: watched(path, of_the_writer)


class Gate:
    """Holds the writer at the start of its transactions until `open`, and counts its commits."""

    def __init__(self) -> None:
        self.commits = 0
        self._reached = threading.Event()
        self._opened = threading.Event()

    def __call__(self, sql: str) -> None:
        if sql.startswith("BEGIN"):
            self._reached.set()
            assert self._opened.wait(10)
        self.commits += sql == "COMMIT"

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, 10)

    def open(self) -> None:
        self._opened.set()


@asynccontextmanager
async def sqlite_log(path: Path, connect: Connect = connect, busy_ms: int = 5000) -> AsyncIterator[SqliteLog]:
    log = await SqliteLog.open(path, connect=connect, busy_ms=busy_ms)
    try:
        yield log
    finally:
        await log.close()


def copy_of(database: Path, folder: Path) -> Path:
    """Copy what a killed process would leave on disk: the database and its write-ahead log."""
    folder.mkdir()
    for file in (database, database.with_name(f"{database.name}-wal")):
        if file.exists():
            (folder / file.name).write_bytes(file.read_bytes())
    return folder / database.name
