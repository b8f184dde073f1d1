"""Looking over the file of a log, and copying it, both also while a pub serves it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from klaverjas.log import statements
from klaverjas.log.base import LogError, LogUnavailable
from klaverjas.log.migrate import check_not_newer, schema_version, shipped_migrations
from klaverjas.log.sqlite_file import plain_errors

BUSY_MS = 5000
Understand = Callable[[Sequence[bytes]], object]
"""Makes a table of its events; raises when it cannot."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: how many tables and events, what ails the file, and by table what is wrong."""

    tables: int
    events: int
    damage: tuple[str, ...]
    broken: dict[str, str]

    @property
    def well(self) -> bool:
        return not (self.damage or self.broken)


def check(path: Path, understand: Understand) -> Checked:
    """Read everything and understand every table. Raises `LogUnavailable` when the file cannot be read at
    all, is another program's, or a later release's."""
    with _reading(path) as connection:
        check_not_newer(connection, len(shipped_migrations()))
        if schema_version(connection) == 0:
            return Checked(0, 0, (), {})
        damage = tuple(row for (row,) in connection.execute("PRAGMA integrity_check") if row != "ok")
        try:
            tables = statements.tables(connection)
        except sqlite3.DatabaseError as error:
            return Checked(0, 0, (*damage, f"its tables cannot be listed: {error}"), {})
        events, broken = 0, dict[str, str]()
        for table in tables:
            try:
                lines = statements.read(table, 0, connection)
                events += len(lines)
                understand(lines)
            except (LogError, sqlite3.Error) as error:
                broken[table] = str(error)
            except Exception as error:
                # Its message may hold a card.
                broken[table] = f"cannot be replayed: {type(error).__name__}"
        return Checked(len(tables), events, damage, broken)


def back_up(path: Path, copy: Path) -> None:
    """Write one consistent moment of the log to `copy`, which must not exist yet. It is there whole or not at
    all. Raises `LogUnavailable`, `FileExistsError`."""
    part = copy.with_name(f"{copy.name}.part")
    if copy.exists():
        raise FileExistsError(copy)
    with _reading(path) as connection:
        check_not_newer(connection, len(shipped_migrations()))
        part.unlink(missing_ok=True)
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
            _keep(part)
            # Not a rename, which would replace a file that was made meanwhile.
            os.link(part, copy)
            _keep(copy.parent)
        finally:
            part.unlink(missing_ok=True)


def _keep(path: Path) -> None:
    """Have the disk keep it."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads. Errors become `LogUnavailable`."""
    if not path.is_file():
        raise LogUnavailable("broken", "there is no such file")
    try:
        with plain_errors(), closing(sqlite3.connect(_address(path), uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            yield connection
    except LogUnavailable as error:
        if isinstance(error.__cause__, FileExistsError):
            raise error.__cause__ from None
        raise


def _address(path: Path) -> str:
    """Read-only. A file that nobody can have open, since nobody can write beside it, is taken as it lies."""
    lies_still = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if lies_still else ''}"
