"""Opening the SQLite file of a log: the lock that keeps it to one process, settings, and plain errors."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from klaverjas.log.base import LogError, LogUnavailable, Reason
from klaverjas.log.migrate import check_not_newer, migrate, shipped_migrations

Connect = Callable[[Path], sqlite3.Connection]

REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_FULL: "full",
}
OS_REASONS: dict[int | None, Reason] = {
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
}


def unavailable(error: Exception) -> LogError:
    """Say in the words of the contract what SQLite or the system said; the detail names no path."""
    if isinstance(error, LogError):
        return error
    if isinstance(error, OSError):
        return LogUnavailable(OS_REASONS.get(error.errno, "broken"), error.strerror or type(error).__name__)
    if isinstance(error, sqlite3.Error):
        # The low byte is the kind of error, the rest its flavour. Python's own errors have no code at all.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return LogUnavailable(REASONS.get(code, "broken"), str(error))
    return LogUnavailable("broken", type(error).__name__)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether a stranger holds a lock, which may pass."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn errors of SQLite and the system into `LogUnavailable`."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        # Of a damaged file SQLite quotes what stands there, and Python cannot always read that.
        raise unavailable(error) from error


class FileLock:
    """Keeps every other process away from the file, until `release` or until this process is gone.

    It is a lock on a file beside the database, not on the database, so backups can still read that. The file
    stays behind: removing it would let two processes lock two files of one name.
    """

    def __init__(self, path: Path) -> None:
        """Raise `LogUnavailable` ("locked") when someone else holds it, `OSError` when it cannot be made."""
        self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise LogUnavailable("locked", "another process serves this file") from None
        except OSError:
            os.close(self._file)
            raise

    def release(self) -> None:
        """Let the next one in."""
        os.close(self._file)


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection in autocommit mode that one thread after another may use."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def open_writer(path: Path, connect: Connect, busy_ms: int) -> sqlite3.Connection:
    """Open the connection that writes and bring the file to the newest schema.

    A file that is refused (newer, not a database, another program's) is not changed. Raises `LogUnavailable`
    or `sqlite3.Error`.
    """
    connection = connect(path)
    try:
        migrations = shipped_migrations()
        connection.execute(f"PRAGMA busy_timeout = {busy_ms}")
        check_not_newer(connection, len(migrations))
        _make_durable(connection)
        migrate(connection, migrations)
        _check_writable(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path, connect: Connect, busy_ms: int) -> sqlite3.Connection:
    """Open the connection that reads. In WAL mode it waits for no writer. Raises `sqlite3.Error`."""
    connection = connect(path)
    try:
        connection.execute(f"PRAGMA busy_timeout = {busy_ms}")
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _make_durable(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise LogUnavailable("broken", f"this file system keeps no write-ahead log, only {mode!r}")
    connection.execute("PRAGMA synchronous = FULL")
    # macOS keeps an fsync in the drive's cache unless it is told otherwise; elsewhere this does nothing.
    connection.execute("PRAGMA fullfsync = ON")


def _check_writable(connection: sqlite3.Connection) -> None:
    """Fail now instead of at the first card: SQLite opens a read-only file without a word."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("DELETE FROM schema_version WHERE version = 0")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
