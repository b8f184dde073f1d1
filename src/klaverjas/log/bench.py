"""How many durable appends a second this machine's disk gives, and how long one takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from klaverjas.log.base import EventLog
from klaverjas.log.sqlite import SqliteLog

EVENT = b"x" * 120


@dataclass(frozen=True, slots=True)
class Figures:
    """The outcome of a bench. Latencies are in milliseconds; `str` gives the lines to print."""

    tables: int
    appends: int
    seconds: float
    p50: float
    p95: float
    p99: float
    longest: float

    @property
    def per_second(self) -> float:
        """Durable appends per second over all tables."""
        return self.appends / self.seconds

    def __str__(self) -> str:
        return (
            f"{self.per_second:,.0f} durable appends/s "
            f"({self.appends:,} in {self.seconds:.1f} s, {self.tables} tables at once)\n"
            f"latency: median {self.p50:.2f} ms, 95% {self.p95:.2f} ms, "
            f"99% {self.p99:.2f} ms, longest {self.longest:.2f} ms"
        )


async def bench(
    path: Path, seconds: float, *, tables: int = 256, clock: Callable[[], float] = time.perf_counter
) -> Figures:
    """Append to `tables` tables at once for `seconds` and return the figures.

    `path` is an existing folder on the disk to measure; the log is made in a folder of its own there and
    removed afterwards. Raises `LogUnavailable` or `OSError`, `ValueError` when there is no table.
    """
    if tables < 1:
        raise ValueError("a bench needs at least one table")
    with TemporaryDirectory(prefix="klaverjas-bench-", dir=path) as folder:
        log = await SqliteLog.open(Path(folder) / "bench.db")
        try:
            start = clock()
            busy = (_keep_appending(log, f"table {n}", start + seconds, clock) for n in range(tables))
            latencies = sorted(chain.from_iterable(await asyncio.gather(*busy)))
            return _figures(tables, latencies, clock() - start)
        finally:
            await log.close()


async def _keep_appending(log: EventLog, table: str, until: float, clock: Callable[[], float]) -> list[float]:
    """Append at least once, one event after the other, and return how long each took."""
    taken: list[float] = []
    now = clock()
    while not taken or now < until:
        began = now
        await log.append(table, len(taken), [EVENT])
        now = clock()
        taken.append(now - began)
    return taken


def _figures(tables: int, latencies: list[float], seconds: float) -> Figures:
    def at(share: float) -> float:
        return latencies[min(int(len(latencies) * share), len(latencies) - 1)] * 1000

    return Figures(tables, len(latencies), seconds, at(0.5), at(0.95), at(0.99), at(1.0))
