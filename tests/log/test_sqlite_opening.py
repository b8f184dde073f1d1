"""Files that cannot be served are refused in plain words and left as they were."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from klaverjas.log import LogUnavailable, SqliteLog
from klaverjas.log.migrate import migrate, schema_version, shipped_migrations
from klaverjas.log.sqlite_file import connect, unavailable
from tests.log.support import copy_of, sqlite_log

NEWEST = len(shipped_migrations())


async def refusal(path: Path, **options: object) -> LogUnavailable:
    """Open the file, which must fail, and check that the words name no path."""
    with pytest.raises(LogUnavailable) as caught:
        await SqliteLog.open(path, **options)  # type: ignore[arg-type]
    assert str(path.parent) not in str(caught.value)
    assert path.name not in str(caught.value)
    return caught.value


async def a_log(path: Path) -> Path:
    async with sqlite_log(path) as log:
        await log.append("a", 0, [b"one"])
    return path


@pytest.mark.parametrize(
    "damage", [(b"CREATE TABLE events", b"CREATE T\x80BLE events"), (b"tableevents", b"table\x80vents")]
)
async def test_a_file_that_cannot_even_be_quoted_is_broken(
    tmp_path: Path, damage: tuple[bytes, bytes]
) -> None:
    path = await a_log(tmp_path / "pub.db")
    path.write_bytes(path.read_bytes().replace(*damage))
    assert (await refusal(path)).reason == "broken"


async def test_a_log_that_is_opened_again_has_everything(tmp_path: Path) -> None:
    await a_log(tmp_path / "pub.db")
    async with sqlite_log(tmp_path / "pub.db") as log:
        assert await log.read("a") == [b"one"]


async def test_a_closed_log_is_one_whole_file_beside_its_lock(tmp_path: Path) -> None:
    await a_log(tmp_path / "pub.db")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pub.db", "pub.db.lock"]


async def test_the_writer_waits_for_the_disk_at_every_commit(tmp_path: Path) -> None:
    made: list[sqlite3.Connection] = []

    def remember(path: Path) -> sqlite3.Connection:
        made.append(connect(path))
        return made[-1]

    async with sqlite_log(tmp_path / "pub.db", remember):
        writer = made[0]
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_a_second_log_on_the_same_file_is_refused_also_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "pub.db")
    async with sqlite_log(tmp_path / "pub.db"):
        for path in (tmp_path / "pub.db", tmp_path / "link.db"):
            assert (await refusal(path)).reason == "locked"


async def test_a_refused_file_can_be_opened_once_it_is_free(tmp_path: Path) -> None:
    path = await a_log(tmp_path / "pub.db")
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute("BEGIN EXCLUSIVE")
        assert (await refusal(path, busy_ms=10)).reason == "locked"
        stranger.rollback()
    async with sqlite_log(path) as log:
        assert await log.version("a") == 1


async def test_an_append_against_a_strangers_lock_fails_and_later_goes_through(tmp_path: Path) -> None:
    async with sqlite_log(tmp_path / "pub.db", busy_ms=10) as log:
        await log.append("a", 0, [b"one"])
        with closing(sqlite3.connect(tmp_path / "pub.db")) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
            outcomes = await asyncio.gather(
                log.append("a", 1, [b"two"]), log.delete("a"), log.read("a"), return_exceptions=True
            )
            assert [str(outcome) for outcome in outcomes[:2]] == ["locked: database is locked"] * 2
            assert outcomes[2] == [b"one"]
            stranger.rollback()
        await log.append("a", 1, [b"two"])


async def test_a_read_only_database_is_refused_at_the_door(tmp_path: Path) -> None:
    path = await a_log(tmp_path / "pub.db")
    before = path.read_bytes()

    def read_only(path: Path) -> sqlite3.Connection:
        uri = f"{path.as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    assert (await refusal(path, connect=read_only)).reason == "read_only"
    assert path.read_bytes() == before


async def test_a_database_of_a_later_release_is_refused_and_left_untouched(tmp_path: Path) -> None:
    path = await a_log(tmp_path / "pub.db")
    with closing(connect(path)) as later:
        later.execute("INSERT INTO schema_version VALUES (?)", (NEWEST + 1,))
    before = path.read_bytes()
    error = await refusal(path)
    assert error.reason == "newer"
    assert error.detail == f"the database has version {NEWEST + 1}, this release knows {NEWEST}"
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pub.db", "pub.db.lock"]


@pytest.mark.parametrize("content", [b"hello", b"Beste Jan,\n" * 1000], ids=["short", "long"])
async def test_a_file_that_is_no_database_is_refused_and_left_untouched(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    error = await refusal(path)
    assert (error.reason, error.detail) == ("broken", "file is not a database")
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_refused_and_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "bills.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bills (amount)")
    before = path.read_bytes()
    error = await refusal(path)
    assert (error.reason, error.detail) == ("broken", "this database belongs to another program")
    assert path.read_bytes() == before


async def test_a_missing_folder_and_a_folder_in_the_place_of_the_file_are_refused(tmp_path: Path) -> None:
    assert (await refusal(tmp_path / "nowhere" / "pub.db")).reason == "broken"
    (tmp_path / "folder.db").mkdir()
    error = await refusal(tmp_path / "folder.db")
    assert (error.reason, error.detail) == ("broken", "unable to open database file")


async def test_an_empty_file_becomes_a_log(tmp_path: Path) -> None:
    (tmp_path / "pub.db").touch()
    await a_log(tmp_path / "pub.db")


async def test_a_damaged_page_is_told_at_the_read_and_not_passed_on(tmp_path: Path) -> None:
    path = tmp_path / "pub.db"
    async with sqlite_log(path) as log:
        await log.append("a", 0, [b"x" * 3000] * 20)
    content = bytearray(path.read_bytes())
    content[-3 * 4096 :] = b"\xff" * (3 * 4096)
    path.write_bytes(content)
    async with sqlite_log(path) as log:
        with pytest.raises(LogUnavailable) as caught:
            await log.read("a")
        assert caught.value.reason == "broken"


async def test_a_missing_version_is_told_at_the_read_and_not_passed_over(tmp_path: Path) -> None:
    async with sqlite_log(tmp_path / "pub.db") as log:
        await log.append("a", 0, [b"one", b"two", b"three"])
        with closing(connect(tmp_path / "pub.db")) as stranger:
            stranger.execute("DELETE FROM events WHERE version = 2")
        with pytest.raises(LogUnavailable, match="broken: a version of table 'a' is missing"):
            await log.read("a")
        assert await log.read("a", after=2) == [b"three"]


async def fill(log: SqliteLog, table: str) -> None:
    for version in range(100):
        await log.append(table, version, [b"x" * 3000])


async def test_a_full_disk_refuses_the_append_and_keeps_what_was_there(tmp_path: Path) -> None:
    def small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    async with sqlite_log(tmp_path / "pub.db", small) as log:
        with pytest.raises(LogUnavailable, match="full: database or disk is full"):
            await fill(log, "a")
        version = await log.version("a")
        assert 5 < version < 20
        await log.append("b", 0, [b"still fits"])
        with pytest.raises(LogUnavailable, match="full"):
            await log.append("b", 1, [b"x" * 3000] * 10)
        assert await log.read("a") == [b"x" * 3000] * version
        assert await log.read("b") == [b"still fits"]
        await log.delete("a")
        await log.append("b", 1, [b"x" * 3000] * 10)
        assert await log.version("b") == 11


async def test_a_backup_can_be_made_while_the_pub_is_open(tmp_path: Path) -> None:
    async with sqlite_log(tmp_path / "pub.db") as log:
        await log.append("a", 0, [b"one", b"two"])
        with closing(sqlite3.connect(tmp_path / "pub.db")) as visitor:
            visitor.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
        await log.append("a", 2, [b"three"])
    async with sqlite_log(tmp_path / "backup.db") as backup:
        assert await backup.read("a") == [b"one", b"two"]


async def test_a_server_that_was_killed_at_its_first_start_leaves_a_file_that_opens(tmp_path: Path) -> None:
    steps: list[Path] = []

    def copying(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(
            lambda sql: steps.append(copy_of(path, tmp_path / f"step {len(steps)}"))
        )
        return connection

    async with sqlite_log(tmp_path / "pub.db", copying) as log:
        await log.append("a", 0, [b"one"])
    assert len(steps) > 10
    for path in steps:
        async with sqlite_log(path) as log:
            assert await log.version("a") in (0, 1)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EROFS, "read_only"),
        (errno.EACCES, "read_only"),
        (errno.ENOSPC, "full"),
        (errno.ENOENT, "broken"),
    ],
)
def test_what_the_system_says_becomes_a_reason_without_a_path(number: int, reason: str) -> None:
    error = unavailable(OSError(number, "the words of the system", "/secret/place"))
    assert str(error) == f"{reason}: the words of the system"


def test_migrations_run_once_each_and_in_order(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "pub.db")) as connection:
        first, second = "CREATE TABLE one (a);", "INSERT INTO one VALUES (1); -- no end of line"
        migrate(connection, [first])
        assert schema_version(connection) == 1
        for _ in range(2):
            migrate(connection, [first, second])
        assert schema_version(connection) == 2
        assert connection.execute("SELECT a FROM one").fetchall() == [(1,)]


def test_a_migration_that_fails_leaves_nothing_of_itself(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "pub.db")) as connection:
        good, bad = "CREATE TABLE one (a);", "CREATE TABLE two (a); INSERT INTO nowhere VALUES (1);"
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            migrate(connection, [good, bad])
        assert schema_version(connection) == 1
        assert not connection.in_transaction
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'two'").fetchone() == (0,)
