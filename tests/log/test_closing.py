"""Who closes a log waits neither for a stranger's lock nor for nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from klaverjas.log import LogUnavailable, SqliteLog

LONG_MS = 600_000


async def test_a_log_closes_while_a_stranger_holds_it_and_refuses_what_could_not_be_written(
    tmp_path: Path,
) -> None:
    log = await SqliteLog.open(tmp_path / "pub.db", busy_ms=LONG_MS)
    await log.append("a", 0, [b"1"])
    with closing(sqlite3.connect(tmp_path / "pub.db", isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(log.append("a", 1, [b"2"]))
        await asyncio.sleep(0)
        async with asyncio.timeout(LONG_MS / 2000):
            await log.close()
        with pytest.raises(LogUnavailable) as refused:
            await waiting
        assert refused.value.reason == "locked"
    again = await SqliteLog.open(tmp_path / "pub.db")
    assert await again.read("a") == [b"1"]
    await again.close()


async def test_what_was_accepted_is_written_when_the_stranger_lets_go_in_time(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "pub.db", busy_ms=LONG_MS)
    with closing(sqlite3.connect(tmp_path / "pub.db", isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(log.append("a", 0, [b"1"]))
        await asyncio.sleep(0)
        stranger.execute("ROLLBACK")
    await log.close()
    await waiting
    again = await SqliteLog.open(tmp_path / "pub.db")
    assert await again.read("a") == [b"1"]
    await again.close()
