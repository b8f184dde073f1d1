"""What every event log promises. A new kind of log inherits these tests."""

from __future__ import annotations

import asyncio
import tempfile
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from klaverjas.log import Conflict, EventLog, LogError, LogUnavailable, MemoryLog
from tests.log.support import sqlite_log

TABLES = st.sampled_from(["KROEG", "KAART", "ëÆ🂡", ""])
EVENTS = st.lists(st.binary(max_size=20), max_size=3)
# An append says how far its expectation is off; a deletion says nothing.
WISHES = st.tuples(TABLES, st.one_of(st.none(), st.tuples(st.sampled_from([0, 0, 0, -1, 1, 7]), EVENTS)))
# Wishes of one inner list are handed over together, without waiting for one another.
INTERLEAVINGS = st.lists(st.lists(WISHES, max_size=6), max_size=6)


class EventLogContract(ABC):
    @abstractmethod
    def opened(self, folder: Path) -> AbstractAsyncContextManager[EventLog]:
        """Give a new and empty log that may use the folder."""

    async def test_events_come_back_in_the_order_in_which_they_were_written(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, [b"one", b"two"])
            await log.append("KROEG", 2, [b"three"])
            assert await log.read("KROEG") == [b"one", b"two", b"three"]
            assert await log.version("KROEG") == 3

    async def test_reading_after_a_version_gives_only_what_came_later(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, [b"one", b"two", b"three"])
            assert await log.read("KROEG", after=2) == [b"three"]
            assert await log.read("KROEG", after=3) == []
            assert await log.read("KROEG", after=10**30) == []

    async def test_an_unknown_table_is_empty_at_version_zero(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            assert await log.read("KROEG") == []
            assert await log.version("KROEG") == 0
            assert await log.tables() == []

    @pytest.mark.parametrize("expected", [-1, 0, 1, 3, 10**30])
    async def test_an_append_to_another_version_conflicts_and_writes_nothing(
        self, tmp_path: Path, expected: int
    ) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, [b"one", b"two"])
            with pytest.raises(Conflict, match=f"'KROEG' is at version 2, not {expected}") as caught:
                await log.append("KROEG", expected, [b"other"])
            assert (caught.value.table, caught.value.expected, caught.value.actual) == ("KROEG", expected, 2)
            assert await log.read("KROEG") == [b"one", b"two"]

    async def test_of_two_writers_of_one_version_exactly_one_wins(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            outcomes = await asyncio.gather(
                *(log.append("KROEG", 0, [b"%d" % n]) for n in range(20)), return_exceptions=True
            )
            winner = outcomes.index(None)
            assert [type(outcome) for outcome in outcomes].count(Conflict) == 19
            assert await log.read("KROEG") == [b"%d" % winner]

    async def test_an_append_of_nothing_only_checks_the_version(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, [])
            assert await log.tables() == []
            with pytest.raises(Conflict):
                await log.append("KROEG", 1, [])

    async def test_tables_do_not_touch_each_other_and_are_listed_in_order(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            for table in ("b", "é", "🂡", "a", "B", "\uffff", "a b"):
                await log.append(table, 0, [table.encode()])
            assert await log.tables() == ["B", "a", "a b", "b", "é", "\uffff", "🂡"]
            assert await log.read("é") == ["é".encode()]

    async def test_any_bytes_are_kept_as_they_are(self, tmp_path: Path) -> None:
        events = [b"", b"\0", bytes(range(256)), b"'; DROP TABLE events; --", b"x" * 300_000]
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, events)
            assert await log.read("KROEG") == events

    async def test_a_deleted_table_starts_again_and_the_others_stay(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("KROEG", 0, [b"one", b"two"])
            await log.append("KAART", 0, [b"one"])
            await log.delete("KROEG")
            await log.delete("nobody")
            assert await log.version("KROEG") == 0
            assert await log.tables() == ["KAART"]
            await log.append("KROEG", 0, [b"new"])
            assert await log.read("KROEG") == [b"new"]

    async def test_events_that_change_hands_later_are_kept_as_they_were(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            events = [b"one"]
            await log.append("KROEG", 0, events)
            events.append(b"two")
            (await log.read("KROEG")).append(b"three")
            assert await log.read("KROEG") == [b"one"]

    async def test_what_cannot_be_stored_is_refused_before_anything_is_written(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            with pytest.raises(TypeError, match="an event is bytes, not str"):
                await log.append("KROEG", 0, [b"one", "two"])  # type: ignore[list-item]
            for call in (log.append("\ud800", 0, [b"one"]), log.read("\ud800"), log.version("\ud800")):
                with pytest.raises(ValueError, match="surrogates"):
                    await call
            with pytest.raises(ValueError, match="nothing after -1"):
                await log.read("KROEG", after=-1)
            assert await log.tables() == []

    async def test_a_closed_log_refuses_everything_but_another_close(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.close()
            await log.close()
            for call in (
                log.append("KROEG", 0, [b"one"]),
                log.read("KROEG"),
                log.version("KROEG"),
                log.tables(),
                log.delete("KROEG"),
            ):
                with pytest.raises(LogUnavailable, match="broken: the log is closed"):
                    await call

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(interleaving=INTERLEAVINGS)
    def test_any_interleaving_of_appends_agrees_with_a_dictionary(
        self, interleaving: list[list[tuple[str, tuple[int, list[bytes]] | None]]]
    ) -> None:
        async def play(folder: Path) -> None:
            model: dict[str, list[bytes]] = {}
            async with self.opened(folder) as log:
                for wishes in interleaving:
                    calls = []
                    expectations: list[type[LogError] | None] = []
                    for table, append in wishes:
                        events = model.setdefault(table, [])
                        if append is None:
                            calls.append(log.delete(table))
                            events.clear()
                            expectations.append(None)
                            continue
                        drift, new = append
                        calls.append(log.append(table, len(events) + drift, new))
                        events += new if drift == 0 else []
                        expectations.append(None if drift == 0 else Conflict)
                    outcomes = await asyncio.gather(*calls, return_exceptions=True)
                    assert [None if o is None else type(o) for o in outcomes] == expectations
                    for table, events in model.items():
                        assert await log.read(table) == events
                        assert await log.read(table, after=1) == events[1:]
                        assert await log.version(table) == len(events)
                    assert await log.tables() == sorted(table for table, events in model.items() if events)

        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(play(Path(folder)))

    async def test_a_probe_leaves_no_trace_and_fails_when_the_log_is_closed(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            await log.append("a", 0, [b"1"])
            await log.probe()
            assert await log.tables() == ["a"]
            assert await log.version("") == 0
            await log.close()
            with pytest.raises(LogUnavailable):
                await log.probe()


class TestMemoryLog(EventLogContract):
    @asynccontextmanager
    async def opened(self, folder: Path) -> AsyncIterator[EventLog]:
        log = MemoryLog()
        yield log
        await log.close()


class TestSqliteLog(EventLogContract):
    @asynccontextmanager
    async def opened(self, folder: Path) -> AsyncIterator[EventLog]:
        async with sqlite_log(folder / "pub.db") as log:
            yield log
