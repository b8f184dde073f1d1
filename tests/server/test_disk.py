"""A disk that fails: never a wrong table, a clear word to person and host, no acknowledged card lost."""

from __future__ import annotations

import random
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from klaverjas.log import LogUnavailable, SqliteLog
from klaverjas.log.check import check
from klaverjas.log.sqlite_file import connect
from klaverjas.server.keeping import understand
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import Settings
from klaverjas.table import Table, decode, evolve
from tests.server.processes import serving
from tests.server.rooms import Corner, Person, corner
from tests.server.support import CLUB_RULES, PUB_RULES, Guest, Message, make_pub, rules
from tests.server.test_crash import come_back, leave_all, next_command, seated

DUEL = rules(CLUB_RULES, 2)


@dataclass
class Disk:
    """A pub's file whose connections a test can get hold of; the first is the one that writes."""

    path: Path
    connections: list[sqlite3.Connection] = field(default_factory=list)
    commits: list[int] = field(default_factory=list)

    def connect(self, path: Path) -> sqlite3.Connection:
        self.connections.append(connect(path))
        return self.connections[-1]

    @property
    def writer(self) -> sqlite3.Connection:
        return self.connections[0]


class NotingLog(SqliteLog):
    """Notes at which versions an append was acknowledged."""

    commits: list[int]

    async def append(self, table: str, expected: int, events: Sequence[bytes]) -> None:
        await super().append(table, expected, events)
        self.commits.append(expected + len(events))


@asynccontextmanager
async def playing(tmp_path: Path) -> AsyncIterator[tuple[Disk, Corner]]:
    """A table on a real file, some cards into its first deal."""
    disk = Disk(tmp_path / "pub.db")
    log = await NotingLog.open(disk.path, connect=disk.connect, busy_ms=10)
    assert isinstance(log, NotingLog)
    log.commits = disk.commits
    it = await corner(make_pub(log), 2, DUEL)
    while not (it.room.table.deal and it.room.table.deal.won):
        await act(it)
    yield disk, it
    await it.close()
    await log.close()


async def act(it: Corner) -> tuple[Person, Message, list[Message]]:
    """Somebody does what he may do now; who, what, and the answer."""
    person, command = await next_command(it)
    return person, command, await it.ask(person, command)


def on_disk(path: Path) -> list[Table]:
    """What the log makes of the only table: it after every event."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT event FROM events ORDER BY version").fetchall()
    tables: list[Table] = []
    for (line,) in rows:
        tables.append(evolve(tables[-1] if tables else None, decode(line)))
    return tables


def fill(disk: Disk) -> Callable[[], None]:
    """No page more than there are now."""
    (pages,) = disk.writer.execute("PRAGMA page_count").fetchone()
    disk.writer.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: disk.writer.execute("PRAGMA max_page_count = 1000000").close()


def forbid(disk: Disk) -> Callable[[], None]:
    """Nothing may be written."""
    disk.writer.execute("PRAGMA query_only = ON")
    return lambda: disk.writer.execute("PRAGMA query_only = OFF").close()


def hold(disk: Disk) -> Callable[[], None]:
    """A stranger writes, for longer than we wait."""
    stranger = sqlite3.connect(disk.path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    return stranger.close


FAULTS = {"full": fill, "read_only": forbid, "locked": hold}


@pytest.mark.parametrize("reason", FAULTS)
async def test_a_card_that_cannot_be_written_is_refused_and_goes_through_when_it_can(
    reason: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(tmp_path) as (disk, it):
        mend = FAULTS[reason](disk)
        while True:
            # A full disk still has room on its last page.
            before = it.room.table
            person, command, answer = await act(it)
            if answer[-1]["t"] == "refused":
                break
            caplog.clear()
        number = it.chair_number(person) + 1
        assert answer[-1] == {"t": "refused", "n": number, "code": "unavailable", "reason": None}
        assert it.room.table is before
        assert await it.rooms.unready() == "log"
        assert not any(message["t"] == "told" for each in it.people for message in each.read())
        told = [record.__dict__.get("told", {}) for record in caplog.records]
        assert {"reason": reason} in [{"reason": each.get("reason")} for each in told]
        mend()
        assert await it.rooms.unready() is None
        again = await it.ask(person, command, n=number)
        assert again[-1]["t"] == "told"
        assert again[-1]["n"] == number
        assert on_disk(disk.path)[-1] == it.room.table


async def test_a_pub_whose_disk_takes_no_more_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux can limit the files of another process")
    database = Settings(data=tmp_path).database
    with serving(tmp_path) as (process, address):
        guests = await seated(address, PUB_RULES, 2, 2)
        wal = database.with_name(f"{database.name}-wal")
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size + 30_000, most))
        known = 0
        while (answer := await step(guests, address))["t"] == "told":
            known = answer["v"]
        assert answer["code"] == "unavailable"
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        after = await step(guests, address)
        assert after["t"] == "told"
        process.kill()
        await leave_all([guests])
    tables = on_disk(database)
    assert tables[-1].version == after["v"] > known > 0
    assert check(database, understand).well


async def step(guests: list[Guest], address: str) -> Message:
    """Whoever may do something does it; the answer. Everybody comes in anew, so that they know what is."""
    while True:
        await come_back(guests, address)
        for guest in guests:
            command = guest.choose(guest.heard[-1])
            if command is not None:
                return await guest.ask(command)


async def test_a_torn_log_is_the_table_as_it_was_after_some_command(tmp_path: Path) -> None:
    async with playing(tmp_path) as (disk, it):
        written = {0, *disk.commits}
        database, wal = disk.path.read_bytes(), disk.path.with_name("pub.db-wal").read_bytes()
        told = {table.version: table for table in on_disk(disk.path)}
    seen = set()
    for cut in [*random.Random(5).sample(range(len(wal)), 40), len(wal)]:
        tables = on_disk(await lay(tmp_path / f"torn {cut}", database, wal[:cut]))
        assert len(tables) in written
        assert not tables or tables[-1] == told[len(tables)]
        seen.add(len(tables))
    assert len(seen) > 5
    assert max(seen) == it.room.table.version


@pytest.mark.parametrize("seed", range(5))
async def test_after_a_power_cut_there_is_everything_that_anyone_was_told(seed: int, tmp_path: Path) -> None:
    """What was not flushed lies on the disk in part, sector by sector, in no order."""
    chance = random.Random(seed)
    async with playing(tmp_path) as (disk, it):
        wal = disk.path.with_name("pub.db-wal")
        for moment in range(8):
            told, flushed = it.room.table, wal.read_bytes()
            await act(it)
            under_way = wal.read_bytes()
            assert under_way[: len(flushed)] == flushed
            left = flushed + torn(under_way[len(flushed) :], chance)
            tables = on_disk(await lay(tmp_path / str(moment), disk.path.read_bytes(), left))
            assert len(tables) in (told.version, it.room.table.version)
            assert tables[told.version - 1] == told


def torn(tail: bytes, chance: random.Random) -> bytes:
    """Each sector is written, as it was before (nothing), or not there from here on."""
    sectors = [tail[at : at + 512] for at in range(0, len(tail), 512)]
    kept = sectors[: chance.randint(0, len(sectors))]
    return b"".join(sector if chance.random() < 0.7 else bytes(len(sector)) for sector in kept)


async def lay(folder: Path, database: bytes, wal: bytes) -> Path:
    """These files as a machine finds them when it starts again, opened by a pub."""
    folder.mkdir()
    path = folder / "pub.db"
    path.write_bytes(database)
    path.with_name("pub.db-wal").write_bytes(wal)
    await (await SqliteLog.open(path)).close()
    return path


async def test_a_table_with_a_hole_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    async with playing(tmp_path) as (disk, it):
        other = await corner(it.rooms._pub, 2, DUEL)
        code = it.room.table.code
        await it.rooms.close()
        disk.writer.execute("DELETE FROM events WHERE table_key = ? AND version = 3", (code,))
        again = Rooms(it.rooms._pub)
        with pytest.raises(LogUnavailable) as refused:
            await again.find(code)
        assert refused.value.reason == "broken"
        assert (await again.find(other.room.table.code)) is not None
        await again.close()
