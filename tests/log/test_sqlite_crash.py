"""A killed server loses nothing that it acknowledged, and nothing stands half."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from klaverjas.log import LogUnavailable, SqliteLog
from tests.log.support import copy_of, sqlite_log

CHILD = Path(__file__).with_name("append_until_killed.py")


def start(database: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, str(CHILD), str(database)], stdout=subprocess.PIPE, env=environment
    )


def kill_after(child: subprocess.Popen[bytes], lines: int) -> dict[str, int]:
    """Kill the child once it has told that many acknowledgements; return the last one per table."""
    assert child.stdout is not None
    with child:
        told = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        told += child.stdout.readlines()
    return {table: int(version) for table, version in (line.decode().split() for line in told)}


async def check_whole(log: SqliteLog, table: str) -> int:
    """Check that every append stands whole and in its place; return the version."""
    events = await log.read(table)
    version = 0
    while version < len(events):
        size = version % 4 + 1
        assert events[version : version + size] == [b"%d+%d" % (version, size)] * size
        version += size
    assert version == len(events) == await log.version(table)
    return version


async def test_everything_acknowledged_survives_kill_9_at_any_moment(tmp_path: Path) -> None:
    database = tmp_path / "pub.db"
    moments = random.Random(162)
    for _ in range(10):
        acknowledged = kill_after(start(database), moments.randint(1, 400))
        async with sqlite_log(database) as log:
            assert set(await log.tables()) <= set("abcd")
            for table, version in acknowledged.items():
                assert await check_whole(log, table) >= version


async def test_a_second_process_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    child = start(tmp_path / "pub.db")
    assert child.stdout is not None
    first = child.stdout.readline()
    with pytest.raises(LogUnavailable, match="another process serves this file") as caught:
        await SqliteLog.open(tmp_path / "pub.db")
    assert caught.value.reason == "locked"
    kill_after(child, 0)
    async with sqlite_log(tmp_path / "pub.db") as log:
        table, version = first.decode().split()
        assert await log.version(table) >= int(version)


async def written(database: Path) -> Path:
    """A log of some appends, and a copy of its files from before it was closed."""
    async with sqlite_log(database) as log:
        version = 0
        while version < 40:
            size = version % 4 + 1
            await log.append("a", version, [b"%d+%d" % (version, size)] * size)
            version += size
        return copy_of(database, database.parent / "copy")


async def test_a_torn_write_ahead_log_gives_whole_appends_up_to_the_tear(tmp_path: Path) -> None:
    copy = await written(tmp_path / "pub.db")
    wal = (copy.parent / "pub.db-wal").read_bytes()
    seen: set[int] = set()
    for n, cut in enumerate([*range(0, len(wal), len(wal) // 25), len(wal) - 1, len(wal)]):
        torn = copy_of(copy, tmp_path / f"torn {n}")
        (torn.parent / "pub.db-wal").write_bytes(wal[:cut])
        async with sqlite_log(torn) as log:
            version = await check_whole(log, "a")
            await log.append("a", version, [b"next"])
        seen.add(version)
    assert min(seen) == 0
    assert max(seen) >= 40
    assert len(seen) > 5


async def test_a_flipped_bit_in_the_write_ahead_log_gives_whole_appends_up_to_it(tmp_path: Path) -> None:
    copy = await written(tmp_path / "pub.db")
    wal = bytearray((copy.parent / "pub.db-wal").read_bytes())
    wal[len(wal) // 2] ^= 1
    (copy.parent / "pub.db-wal").write_bytes(wal)
    async with sqlite_log(copy) as log:
        assert 0 < await check_whole(log, "a") < 40
