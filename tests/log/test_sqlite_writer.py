"""Group commit: many appends in one transaction, each for itself, and none of them half."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from klaverjas.log import Conflict, LogUnavailable
from klaverjas.log.group_commit import Change, GroupCommit, commit_together
from klaverjas.log.sqlite_file import connect, open_writer
from klaverjas.log.statements import append, delete, read
from tests.log.support import Gate, copy_of, sqlite_log, watched, watching_writer

THREE = (b"1", b"2", b"3")
# A small append, a large one, one that conflicts unless the first failed, and one that follows on the first.
GROUP = (("a", 0, (b"1",)), ("b", 0, THREE), ("a", 0, THREE), ("a", 1, THREE))


def changes() -> list[Change]:
    return [partial(append, *arguments) for arguments in GROUP]


def forget() -> list[Change]:
    return [partial(delete, "a"), partial(delete, "b")]


async def test_two_hundred_appends_that_wait_together_are_one_transaction(tmp_path: Path) -> None:
    gate = Gate()
    async with sqlite_log(tmp_path / "pub.db", watching_writer(gate)) as log:
        first = asyncio.create_task(log.append("first", 0, [b"one"]))
        await gate.reached()
        others = [asyncio.create_task(log.append(f"table {n}", 0, [b"one"])) for n in range(200)]
        await asyncio.sleep(0)
        gate.open()
        await asyncio.gather(first, *others)
        assert gate.commits == 2
        assert len(await log.tables()) == 201


async def test_a_conflict_in_a_group_fails_its_own_append_alone(tmp_path: Path) -> None:
    gate = Gate()
    async with sqlite_log(tmp_path / "pub.db", watching_writer(gate)) as log:
        first = asyncio.create_task(log.append("first", 0, [b"one"]))
        await gate.reached()
        group = asyncio.gather(
            log.append("a", 0, [b"one"]),
            log.append("a", 0, [b"other"]),
            log.append("a", 1, [b"two"]),
            log.append("b", 4, [b"five"]),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        gate.open()
        outcomes = await group
        await first
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Conflict]
        assert await log.read("a") == [b"one", b"two"]
        assert await log.tables() == ["a", "first"]
        assert gate.commits == 2


async def test_reads_and_the_event_loop_go_on_while_the_writer_is_held_up(tmp_path: Path) -> None:
    gate = Gate()
    async with sqlite_log(tmp_path / "pub.db", watching_writer(gate)) as log:
        held_up = asyncio.create_task(log.append("a", 0, [b"one"]))
        await gate.reached()
        assert await log.read("a") == []
        assert not held_up.done()
        gate.open()
        await held_up
        assert await log.read("a") == [b"one"]


async def test_a_cancelled_append_is_whole_or_absent_and_the_writer_goes_on(tmp_path: Path) -> None:
    gate = Gate()
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    async with sqlite_log(tmp_path / "pub.db", watching_writer(gate)) as log:
        under_way = asyncio.create_task(log.append("a", 0, [b"one", b"two"]))
        await gate.reached()
        waiting = asyncio.create_task(log.append("b", 0, [b"one", b"two"]))
        await asyncio.sleep(0)
        under_way.cancel()
        waiting.cancel()
        await asyncio.wait([under_way, waiting])
        assert under_way.cancelled()
        assert waiting.cancelled()
        gate.open()
        await log.append("c", 0, [b"one"])
        assert await log.read("a") == [b"one", b"two"]
        assert await log.read("b") == []
        assert complaints == []


async def test_closing_finishes_what_was_accepted_even_when_the_caller_gives_up(tmp_path: Path) -> None:
    gate = Gate()
    async with sqlite_log(tmp_path / "pub.db", watching_writer(gate)) as log:
        appends = [asyncio.create_task(log.append(f"table {n}", 0, [b"one"])) for n in range(20)]
        await gate.reached()
        closing = asyncio.create_task(log.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(LogUnavailable, match="closed"):
            await log.append("late", 0, [b"one"])
        gate.open()
        await log.close()
        assert await asyncio.gather(*appends) == [None] * 20
    async with sqlite_log(tmp_path / "pub.db") as log:
        assert len(await log.tables()) == 20


def test_a_writer_finishes_its_append_when_the_event_loop_is_gone(tmp_path: Path) -> None:
    gate = Gate()
    connection = open_writer(tmp_path / "pub.db", watching_writer(gate), busy_ms=0)

    async def walk_away() -> GroupCommit:
        writer = GroupCommit(connection)
        unfinished.append(asyncio.create_task(writer.run(partial(append, "a", 0, THREE))))
        await gate.reached()
        return writer

    unfinished: list[asyncio.Task[None]] = []
    writer = asyncio.run(walk_away())
    assert unfinished[0].cancelled()
    gate.open()
    writer.stop()
    writer.join()
    with closing(connect(tmp_path / "pub.db")) as reader:
        assert read("a", 0, reader) == list(THREE)


@pytest.mark.parametrize("statement", ["BEGIN", "COMMIT"])
async def test_when_a_transaction_fails_every_append_of_it_is_told_and_the_next_goes_through(
    tmp_path: Path, statement: str
) -> None:
    broken = True

    def fail(sql: str) -> None:
        if broken and sql.startswith(statement):
            raise sqlite3.OperationalError("disk I/O error")

    async with sqlite_log(tmp_path / "pub.db", watching_writer(fail)) as log:
        outcomes = await asyncio.gather(
            log.append("a", 0, [b"one"]), log.append("b", 0, [b"one"]), return_exceptions=True
        )
        assert [str(outcome) for outcome in outcomes] == ["broken: disk I/O error"] * 2
        assert await log.tables() == []
        with closing(connect(tmp_path / "pub.db")) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
        broken = False
        await log.append("a", 0, [b"one"])
        assert await log.tables() == ["a"]


def check_all_or_nothing(database: Path, outcomes: Sequence[Exception | None]) -> None:
    """The appends that ended well are there for others to see, and nothing of the others is."""
    model: dict[str, tuple[bytes, ...]] = {"a": (), "b": ()}
    for (table, expected, events), outcome in zip(GROUP, outcomes, strict=True):
        if outcome is None:
            assert len(model[table]) == expected
            model[table] += events
        else:
            assert isinstance(outcome, Conflict | LogUnavailable)
    with closing(connect(database)) as reader:
        for table, events in model.items():
            assert tuple(read(table, 0, reader)) == events


class Failures:
    """Fails the statements number `first` up to `first + length` of those that it sees."""

    def __init__(self) -> None:
        self.arm(0, 0)

    def arm(self, first: int, length: int) -> None:
        self.left, self.length, self.fired = first, length, False

    def __call__(self, sql: str) -> None:
        self.left -= 1
        if -self.length <= self.left < 0:
            self.fired = True
            raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_failure_at_any_statement_leaves_each_append_whole_or_absent(tmp_path: Path, length: int) -> None:
    database = tmp_path / "pub.db"
    failures = Failures()
    with closing(open_writer(database, lambda path: watched(path, failures), busy_ms=0)) as writer:
        for step in count():
            failures.arm(step, length)
            outcomes = commit_together(writer, changes())
            check_all_or_nothing(database, outcomes)
            if not failures.fired:
                break
            failures.arm(0, 0)
            assert commit_together(writer, forget()) == [None, None]
    assert step > 15
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Conflict, type(None)]


def test_an_interrupt_inside_any_statement_leaves_each_append_whole_or_absent(tmp_path: Path) -> None:
    database = tmp_path / "pub.db"
    left = 0

    def count_down() -> int:
        nonlocal left
        left -= 1
        return left == 0

    def spare_the_commit(sql: str) -> None:
        # SQLite reports an interrupt of COMMIT after it has committed, which no failing disk does.
        if sql == "COMMIT":
            writer.set_progress_handler(None, 0)

    with closing(open_writer(database, lambda path: watched(path, spare_the_commit), busy_ms=0)) as writer:
        for step in count(1):
            left = step
            writer.set_progress_handler(count_down, 1)
            outcomes = commit_together(writer, changes())
            writer.set_progress_handler(None, 0)
            check_all_or_nothing(database, outcomes)
            if left > 0:
                break
            assert commit_together(writer, forget()) == [None, None]
    assert step > 15
    assert outcomes.count(None) == 3


def test_a_process_that_dies_before_any_statement_leaves_each_group_whole_or_absent(tmp_path: Path) -> None:
    database = tmp_path / "pub.db"
    copies: list[tuple[str, Path]] = []

    def copy(sql: str) -> None:
        if watching:
            copies.append((sql, copy_of(database, tmp_path / f"copy {len(copies)}")))

    watching = False
    connection = open_writer(database, lambda path: watched(path, copy), busy_ms=0)
    assert commit_together(connection, [partial(append, "old", 0, THREE)]) == [None]
    watching = True
    commit_together(connection, changes())
    copy("the end")
    watching = False
    connection.close()

    async def check() -> None:
        for sql, path in copies:
            async with sqlite_log(path) as log:
                assert await log.read("old") == list(THREE)
                committed = sql == "the end"
                assert await log.version("a") == (4 if committed else 0), sql
                assert await log.version("b") == (3 if committed else 0), sql
                await log.append("a", 4 if committed else 0, [b"next"])

    assert len(copies) > 15
    asyncio.run(check())
