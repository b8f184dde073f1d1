"""Forgetting tables by another program than the server that owns the file; the server may be running.

What is forgotten is overwritten with zeros, in the file and in what was still waiting beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from klaverjas.log import statements
from klaverjas.log.base import LogUnavailable
from klaverjas.log.migrate import schema_version, shipped_migrations
from klaverjas.log.sqlite_file import plain_errors

LAST = "SELECT event FROM events WHERE table_key = ? ORDER BY version DESC LIMIT 1"


@contextmanager
def visiting(path: Path, busy_ms: int = 5000) -> Iterator[sqlite3.Connection]:
    """A connection to the file of a log, which is neither made nor brought to another version.

    Raises `LogUnavailable`: "broken" when there is no such file or it is no database of ours, "newer" when
    another release wrote it, "locked", "read_only" or "full" as the log itself does.
    """
    with plain_errors():
        if not path.is_file():
            raise LogUnavailable("broken", "there is no such file")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {busy_ms}")
            if schema_version(connection) != len(shipped_migrations()):
                raise LogUnavailable("newer", "another release wrote it")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            yield connection


def last_events(connection: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """Every table with its last event."""
    for table in statements.tables(connection):
        row = connection.execute(LAST, (table,)).fetchone()
        if row is not None:
            yield table, row[0]


def forget(connection: sqlite3.Connection, tables: Iterable[str]) -> list[str]:
    """Delete these tables, durably; return those that were there. Raises `sqlite3.Error`, and then those
    before are gone and the others are not."""
    gone = [table for table in tables if _forget_one(connection, table)]
    # So that nothing of them stays in the write-ahead log. Who reads just now can keep it for a moment.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return gone


def _forget_one(connection: sqlite3.Connection, table: str) -> bool:
    # One statement is one transaction, and lets the server write between two tables.
    return connection.execute("DELETE FROM events WHERE table_key = ?", (table,)).rowcount > 0
