"""Brings a database to the newest version by running numbered plain SQL files."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from importlib import resources

from klaverjas.log.base import LogUnavailable

VERSIONS_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)"


def shipped_migrations() -> list[str]:
    """Return the text of `migrations/0001_*.sql`, `0002_*.sql`, ...; the n-th makes schema version n."""
    folder = resources.files("klaverjas.log") / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name)
    return [file.read_text(encoding="utf-8") for file in files]


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the version of the database, 0 for an empty one.

    Raises `LogUnavailable` ("broken") when it holds the tables of some other program.
    """
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if names and "schema_version" not in names:
        raise LogUnavailable("broken", "this database belongs to another program")
    if not names:
        return 0
    (version,) = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    return int(version or 0)


def check_not_newer(connection: sqlite3.Connection, newest: int) -> None:
    """Raise `LogUnavailable` ("newer") when a later release wrote the database. Writes nothing."""
    version = schema_version(connection)
    if version > newest:
        raise LogUnavailable("newer", f"the database has version {version}, this release knows {newest}")


def migrate(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Run the migrations that the database has not had, each with its version number in one transaction.

    `connection` is in autocommit mode. Raises what `check_not_newer` raises, or `sqlite3.Error`; then the
    migrations before the failing one stand and nothing of that one does.
    """
    check_not_newer(connection, len(migrations))
    for number in range(schema_version(connection) + 1, len(migrations) + 1):
        step = f"{VERSIONS_TABLE};\n{migrations[number - 1]}\n;INSERT INTO schema_version VALUES ({number});"
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nCOMMIT;")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
