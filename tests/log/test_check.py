"""Looking over a log and copying it, while it is served and when it is broken."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from klaverjas.log import LogUnavailable
from klaverjas.log.check import Checked, back_up, check
from tests.log.support import sqlite_log


def understand(lines: Sequence[bytes]) -> object:
    """Tables here are made of numbers."""
    return [int(line) for line in lines]


async def test_a_log_is_checked_and_copied_while_it_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "pub.db", tmp_path / "copy.db"
    async with sqlite_log(path) as log:
        await log.append("a", 0, [b"1", b"2"])
        await log.append("b", 0, [b"1"])
        assert check(path, understand) == Checked(2, 3, (), {})
        back_up(path, copy)
        await log.append("a", 2, [b"3"])
    assert check(path, understand).events == 4
    assert check(copy, understand) == Checked(2, 3, (), {})
    async with sqlite_log(copy) as log:
        assert await log.read("a") == [b"1", b"2"]
    assert not list(tmp_path.glob("*.part"))


async def test_broken_tables_are_named_and_the_others_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "pub.db"
    async with sqlite_log(path) as log:
        await log.append("hole", 0, [b"1", b"2", b"3"])
        await log.append("nonsense", 0, [b"HJ"])
        await log.append("whole", 0, [b"1"])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM events WHERE table_key = 'hole' AND version = 2")
    found = check(path, understand)
    assert (found.tables, found.damage, found.well) == (3, (), False)
    assert set(found.broken) == {"hole", "nonsense"}
    assert "missing" in found.broken["hole"]
    assert found.broken["nonsense"] == "cannot be replayed: ValueError"


async def test_a_damaged_page_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pub.db"
    async with sqlite_log(path) as log:
        for n in range(50):
            await log.append(f"t{n:02}", 0, [b"1" * 500] * 4)
    with path.open("r+b") as file:
        file.seek(os.path.getsize(path) // 2)
        file.write(b"\xff" * 4096)
    found = check(path, understand)
    assert found.damage or found.broken


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    (tmp_path / "text.db").write_text("nonsense" * 1000)
    for path in (other, tmp_path / "text.db", tmp_path / "nowhere.db"):
        with pytest.raises(LogUnavailable) as refused:
            check(path, understand)
        assert refused.value.reason == "broken"
        with pytest.raises(LogUnavailable):
            back_up(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_copy_replaces_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("mine")
    async with sqlite_log(tmp_path / "pub.db"):
        with pytest.raises(FileExistsError):
            back_up(tmp_path / "pub.db", copy)
    assert copy.read_text() == "mine"


async def test_a_copy_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    async with sqlite_log(tmp_path / "pub.db"):
        with pytest.raises(LogUnavailable):
            back_up(tmp_path / "pub.db", tmp_path / "no such folder" / "copy.db")


async def test_a_copy_that_lies_in_a_folder_nobody_can_write_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    async with sqlite_log(tmp_path / "pub.db") as log:
        await log.append("a", 0, [b"1"])
        back_up(tmp_path / "pub.db", folder / "copy.db")
    folder.chmod(0o500)
    try:
        assert check(folder / "copy.db", understand).events == 1
    finally:
        folder.chmod(0o700)
