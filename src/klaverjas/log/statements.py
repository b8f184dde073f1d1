"""What is said to SQLite: one function per question or change, on a connection in autocommit mode."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from klaverjas.log.base import Conflict, LogUnavailable

LARGEST_INTEGER = 2**63 - 1

# One index step per table, where SELECT DISTINCT would walk through every event.
TABLES = """
WITH RECURSIVE found(table_key) AS (
    SELECT min(table_key) FROM events
    UNION ALL
    SELECT (SELECT min(table_key) FROM events WHERE table_key > found.table_key)
    FROM found WHERE found.table_key IS NOT NULL
)
SELECT table_key FROM found WHERE table_key IS NOT NULL
"""


def append(table: str, expected: int, events: Sequence[bytes], connection: sqlite3.Connection) -> None:
    """Insert the events after version `expected`. Raises `Conflict`; after `sqlite3.Error` some may stand."""
    actual = version(table, connection)
    if actual != expected:
        raise Conflict(table, expected, actual)
    rows = ((table, number, event) for number, event in enumerate(events, expected + 1))
    connection.executemany("INSERT INTO events (table_key, version, event) VALUES (?, ?, ?)", rows)


def delete(table: str, connection: sqlite3.Connection) -> None:
    """Remove every event of the table."""
    connection.execute("DELETE FROM events WHERE table_key = ?", (table,))


def probe(connection: sqlite3.Connection) -> None:
    """Write an event that needs new pages and remove it: they go through the disk all the same."""
    connection.execute("INSERT INTO events (table_key, version, event) VALUES ('', 1, zeroblob(5000))")
    connection.execute("DELETE FROM events WHERE table_key = '' AND version = 1")


def version(table: str, connection: sqlite3.Connection) -> int:
    """Return the number of the last event, 0 when there is none."""
    last = connection.execute("SELECT max(version) FROM events WHERE table_key = ?", (table,))
    return int(last.fetchone()[0] or 0)


def read(table: str, after: int, connection: sqlite3.Connection) -> list[bytes]:
    """Return the events after that version; raise `LogUnavailable` ("broken") when one of them is missing."""
    rows = connection.execute(
        "SELECT version, event FROM events WHERE table_key = ? AND version > ? ORDER BY version",
        (table, min(after, LARGEST_INTEGER)),
    ).fetchall()
    if rows and rows[-1][0] != after + len(rows):
        raise LogUnavailable("broken", f"a version of table {table!r} is missing")
    return [event for _, event in rows]


def tables(connection: sqlite3.Connection) -> list[str]:
    """Return every table that has an event, sorted by code point."""
    return [table for (table,) in connection.execute(TABLES)]
