"""How many people a pub on this machine bears, how long they wait and what each costs: simulated people in
one process, the pub in another, real sockets between them and every card on the disk.
"""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import random
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from klaverjas.crowd import door
from klaverjas.crowd.door import Key
from klaverjas.crowd.pub import PubProcess, free_port
from klaverjas.crowd.table import Kind, keys, party, pub
from klaverjas.crowd.visitor import Visitor

T = TypeVar("T")
FILES_KEPT = 100
DOORS_AT_ONCE = 16
LINES_AT_ONCE = 64
COME_IN_SECONDS = 600.0
STILL_ON_ITS_WAY = 30.0
SAMPLES = 10


class TooFewFiles(Exception):
    """This machine does not let one process have so many sockets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`people` sit at each of `tables` and play `moves_per_second` all together, 0 as fast as they can, for
    so many `seconds` after `warming` ones."""

    tables: int
    people: int = 4
    moves_per_second: float = 0.0
    seconds: float = 20.0
    warming: float = 5.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Seconds, as near as the buckets of the pub's figures allow."""

    p50: float
    p99: float

    def __str__(self) -> str:
        return f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms"


@dataclass(frozen=True, slots=True)
class Closing:
    """How the pub closed while everybody sat there and played: how many were told, and after how many seconds
    the last of them was, the last line had ended, and the program had."""

    told: int
    last_told: float
    lines_ended: float
    ended: float

    def __str__(self) -> str:
        return (
            f"{self.ended:.1f} s; {self.told:,} were told, the last after {self.last_told:.1f} s,"
            f" and the last line ended after {self.lines_ended:.1f} s"
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured. Bytes, seconds, and shares of one core."""

    plan: Plan
    people: int
    moves_per_second: float
    delivery: Quantiles
    append: Quantiles
    pub_cpu: float
    crowd_cpu: float
    regulars_cpu: float
    bytes_a_table: float
    bytes_a_socket: float
    memory: Sequence[int]
    complaints: int
    sent_away: int
    closing: Closing
    errors: Counter[str]
    load_before: float
    load_after: float

    @property
    def well(self) -> bool:
        """Whether everybody was told rightly, also that the pub closes, and nobody was sent away before."""
        strangers = self.people - self.closing.told
        return self.complaints + self.sent_away + strangers + self.errors.total() == 0

    def __str__(self) -> str:
        plan = self.plan
        pace = f"{plan.moves_per_second:,.0f} moves/s asked" if plan.moves_per_second else "flat out"
        grown = (self.memory[-1] - self.memory[0]) / 2**20
        rows = {
            "machine": f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()},"
            f" load average {self.load_before:.1f} before and {self.load_after:.1f} after",
            "crowd": f"{plan.tables:,} tables, {self.people:,} sockets, {pace}, {plan.seconds:.0f} s",
            "moves, each durable": f"{self.moves_per_second:,.0f}/s",
            "from command to last browser": self.delivery,
            "to the disk": self.append,
            "CPU, in cores": f"pub {self.pub_cpu:.2f}, its regulars {self.regulars_cpu:.2f},"
            f" crowd {self.crowd_cpu:.2f}",
            "memory": f"{self.bytes_a_table / 1024:.1f} KB a table,"
            f" {self.bytes_a_socket / 1024:.1f} KB a socket",
            "memory while they play": f"{self.memory[0] / 2**20:.0f} MB, then {grown:+.1f} MB",
            "closed within": self.closing,
            "wrong messages, sent away": f"{self.complaints}, {self.sent_away}",
            "errors that the pub wrote down": sum(self.errors.values()),
        }
        return "\n".join(f"{name:32}{value}" for name, value in rows.items())


async def load(plan: Plan, folder: Path | None = None) -> Outcome:
    """Measure a pub of its own. Raises TooFewFiles, DoesNotOpen, ShutOut, TimeoutError."""
    allow_files(plan.tables * plan.people + FILES_KEPT)
    if folder is not None:
        return await _load(plan, folder)
    with TemporaryDirectory(prefix="klaverkroeg-load-") as temporary:
        return await _load(plan, Path(temporary))


def allow_files(wanted: int) -> None:
    """Raise the soft limit of open files as far as is needed. Raises TooFewFiles when that is not allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else hard
    if most < wanted:
        raise TooFewFiles(f"{wanted:,} open files are needed and {hard:,} allowed (ulimit -Hn)")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@asynccontextmanager
async def _opened(folder: Path, metrics: int) -> AsyncIterator[PubProcess]:
    it = PubProcess(folder, "--thinkers", "1", "--unlimited-loopback", "--metrics", str(metrics))
    await it.open()
    try:
        yield it
    except BaseException:
        await it.kill()
        raise


async def _load(plan: Plan, folder: Path) -> Outcome:
    metrics, before = free_port(), os.getloadavg()[0]
    async with _opened(folder, metrics) as inn:
        await figures(metrics)
        empty = inn.memory()
        visitors = await _sit_down(plan, inn.port)
        sat = inn.memory()
        async with asyncio.timeout(COME_IN_SECONDS):
            await gathered(LINES_AT_ONCE, [visitor.connect for visitor in visitors])
        connected = inn.memory()
        gc.freeze()
        await asyncio.sleep(plan.warming)
        first, began = await figures(metrics), time.monotonic()
        cpu, mine = inn.cpu_seconds(), time.process_time()
        memory = [inn.memory()]
        for _ in range(SAMPLES):
            await asyncio.sleep(plan.seconds / SAMPLES)
            memory.append(inn.memory())
        last, took = await figures(metrics), time.monotonic() - began
        cpu, mine = inn.cpu_seconds() - cpu, time.process_time() - mine
        after = os.getloadavg()[0]
        sent_away = sum(len(visitor.goodbyes) for visitor in visitors)
        closing = await _close(inn, visitors)
    gone = {name: value - first.get(name, 0.0) for name, value in last.items()}
    return Outcome(
        plan=plan,
        people=len(visitors),
        moves_per_second=sum(v for k, v in gone.items() if k.startswith("klaverkroeg_moves_total")) / took,
        delivery=quantiles(gone, "klaverkroeg_delivery_seconds"),
        append=quantiles(gone, "klaverkroeg_append_seconds"),
        pub_cpu=cpu / took,
        crowd_cpu=mine / took,
        regulars_cpu=gone["klaverkroeg_regulars_cpu_seconds_total"] / took,
        bytes_a_table=(sat - empty) / plan.tables,
        bytes_a_socket=(connected - sat) / len(visitors),
        memory=memory,
        complaints=sum(len(visitor.person.complaints) for visitor in visitors),
        sent_away=sent_away,
        closing=closing,
        errors=inn.errors(),
        load_before=before,
        load_after=after,
    )


async def _close(inn: PubProcess, visitors: Sequence[Visitor]) -> Closing:
    """Let the pub close while everybody is there, and send them home."""
    for visitor in visitors:
        visitor.come_no_more()
    began = time.monotonic()
    ended = await inn.stop()
    # What the pub had sent when it ended is still on its way.
    async with asyncio.timeout(STILL_ON_ITS_WAY):
        for visitor in visitors:
            await visitor.lost.wait()
    told = [visitor for visitor in visitors if "stopping" in visitor.goodbyes]
    return Closing(
        told=len(told),
        last_told=max((visitor.told_at for visitor in told), default=began) - began,
        lines_ended=max(visitor.lost_at for visitor in visitors) - began,
        ended=ended,
    )


async def _sit_down(plan: Plan, port: int) -> list[Visitor]:
    """Open all tables and let everybody have a chair; nobody connects yet."""
    chance, kind = random.Random(plan.seed), Kind(pub(4), plan.people)

    async def one() -> list[Key]:
        return await keys(port, kind)

    chairs = await gathered(DOORS_AT_ONCE, [one] * plan.tables)
    pace = paced(plan, chance)
    return [
        visitor for own in chairs for visitor in party(port, kind, own, random.Random(chance.random()), pace)
    ]


def paced(plan: Plan, chance: random.Random) -> Callable[[], float]:
    """How long people think, so that all tables together make the moves that are asked."""
    if not plan.moves_per_second:
        return lambda: 0.0
    mean = plan.tables / plan.moves_per_second
    return lambda: mean * chance.uniform(0.5, 1.5)


async def gathered(at_once: int, work: Iterable[Callable[[], Awaitable[T]]]) -> list[T]:
    """Do all of it, no more than so much at once, and return what came of each."""
    room = asyncio.Semaphore(at_once)

    async def one(job: Callable[[], Awaitable[T]]) -> T:
        async with room:
            return await job()

    return list(await asyncio.gather(*map(one, work)))


async def figures(port: int) -> dict[str, float]:
    """What the pub shows about itself. Raises ShutOut."""
    status, _, body = await door.ask(port, "GET", "/metrics")
    if status != 200:
        raise door.ShutOut(f"metrics: status {status}")
    rows = (line.rpartition(" ") for line in body.decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


def quantiles(shown: dict[str, float], name: str) -> Quantiles:
    """Of a histogram, evenly spread within each of its buckets."""
    start = f'{name}_bucket{{le="'
    bounds = sorted(
        (float(key.removeprefix(start).rstrip('"}')), count)
        for key, count in shown.items()
        if key.startswith(start)
    )
    return Quantiles(_quantile(bounds, 0.5), _quantile(bounds, 0.99))


def _quantile(bounds: Sequence[tuple[float, float]], share: float) -> float:
    wanted = share * bounds[-1][1]
    for (low, below), (high, upto) in pairwise([(0.0, 0.0), *bounds]):
        if upto >= wanted and upto > below:
            return low if high == float("inf") else low + (high - low) * (wanted - below) / (upto - below)
    return 0.0
