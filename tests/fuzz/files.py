"""Databases that something has written in: opened, read, written and forgotten in, or refused in words."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from klaverjas.log import LogError, SqliteLog
from klaverjas.log.forget import forget, last_events, visiting
from klaverjas.server.room import load
from tests.fuzz.target import Target
from tests.fuzz.texts import log_of_a_match

NAME = "klaverkroeg.sqlite3"
TABLES = ("BBBBB", "CCCCC")


@cache
def good_files() -> dict[str, bytes]:
    """A database with two tables, as a pub leaves it, and as a pub that was killed leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_fill(Path(folder) / NAME, log_of_a_match()[:60]))
        whole = (Path(folder) / NAME).read_bytes()
        with closing(sqlite3.connect(Path(folder) / NAME)) as connection:
            # As long as a connection is open the write-ahead log stays.
            connection.execute("DELETE FROM events WHERE table_key = 'CCCCC' AND version > 20")
            connection.commit()
            return {
                "closed": whole,
                "killed": (Path(folder) / NAME).read_bytes(),
                "wal": (Path(folder) / f"{NAME}-wal").read_bytes(),
            }


async def _fill(path: Path, events: list[bytes]) -> None:
    log = await SqliteLog.open(path)
    for table in TABLES:
        await log.append(table, 0, events)
    await log.close()


@contextmanager
def folder_with(database: bytes, wal: bytes | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / NAME).write_bytes(database)
        if wal is not None:
            (folder / f"{NAME}-wal").write_bytes(wal)
        yield folder / NAME
    finally:
        shutil.rmtree(folder)


async def use(path: Path) -> None:
    """Everything that a pub does with its file."""
    log = await SqliteLog.open(path)
    try:
        for table in TABLES:
            if await load(log, table) is not None:
                await log.append(table, await log.version(table), log_of_a_match()[60:61])
        await log.tables()
        await log.delete(TABLES[0])
    finally:
        await log.close()


def check(example: tuple[bytes, bytes | None]) -> None:
    for work in (lambda path: asyncio.run(use(path)), visit):
        with folder_with(*example) as path:
            assert str(path) not in refusal(work, path)


def refusal(work: Callable[[Path], None], path: Path) -> str:
    """In what words this work on the file is refused, empty when it is not."""
    try:
        work(path)
    except LogError as error:
        return str(error)
    return ""


def visit(path: Path) -> None:
    with visiting(path) as connection:
        list(last_events(connection))
        forget(connection, TABLES)


Edits = list[tuple[int, bytes]]
edits: st.SearchStrategy[Edits] = st.lists(
    st.tuples(st.integers(0, 2**20), st.one_of(st.binary(min_size=1, max_size=4), st.just(bytes(512)))),
    max_size=8,
)


def written_in(database: bytes, changes: Edits, cut: int | None) -> bytes:
    """Pieces overwritten, the first of them mostly in the header, and the end cut off."""
    made = bytearray(database)
    for number, (place, piece) in enumerate(changes):
        start = place % (200 if number == 0 else max(1, len(made)))
        made[start : start + len(piece)] = piece
    return bytes(made[: len(database) if cut is None else cut % (len(database) + 1)])


cuts = st.one_of(st.none(), st.none(), st.integers(0, 2**20))
damaged = st.deferred(
    lambda: st.one_of(
        st.builds(written_in, st.just(good_files()["closed"]), edits, cuts).map(lambda made: (made, None)),
        st.tuples(
            st.just(good_files()["killed"]), st.builds(written_in, st.just(good_files()["wal"]), edits, cuts)
        ),
        st.tuples(st.binary(max_size=100), st.none()),
    )
)

TARGETS = [Target("database files", damaged, check, batch=50, prepare=good_files)]
