"""The fault campaign: many people play in a real pub while everything goes wrong that can, and afterwards
every log is compared with what everybody saw.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from klaverjas.crowd.judge import Verdict, judge
from klaverjas.crowd.pub import PubProcess
from klaverjas.crowd.table import Kind, keys, kinds, party
from klaverjas.crowd.visitor import Recovery, Visitor
from klaverjas.log import SqliteLog
from klaverjas.table import decode
from klaverjas.wire.messages import AnyCommand

OPTIONS = ("--pace", "0", "--thinkers", "1", "--unlimited-loopback")
MISCHIEF = 0.15
"""The share of commands that something happens to."""
TROUBLE_EVERY = 6.0
"""Seconds between two troubles of one person."""
KILL_EVERY = 8.0
SETTLE_SECONDS = 20.0
COME_IN_SECONDS = 60.0
FLOOD = 3000
MOST_REMARKS = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How much torture: `seconds` of faults at so many tables. The same seed draws the same faults; when they
    hit depends on the machine."""

    seconds: float
    tables: int
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done to the pub and what became of it. Times are in seconds; `unsettled` are people who had no
    answer or no line in the end, `broken` tables cannot be replayed, `errors` are lines of the pub's log."""

    seed: int
    seconds: float
    people: int
    matches: int
    faults: Counter[str]
    verdict: Verdict
    recoveries: int
    longest_recovery: float
    longest_after_kill: float
    longest_restart: float
    unsettled: int
    broken: int
    errors: Counter[str]
    closing: float

    @property
    def well(self) -> bool:
        """Whether nobody lost anything."""
        verdict = self.verdict
        wrong = verdict.lost + verdict.doubled + verdict.out_of_step + self.unsettled + self.broken
        return wrong + self.errors.total() == 0 and verdict.acknowledged > 0

    def __str__(self) -> str:
        faults = ", ".join(f"{count:,} {name}" for name, count in sorted(self.faults.items()))
        rows = {
            "seed": self.seed,
            "people": f"{self.people:,}, {self.seconds:.0f} s",
            "faults": faults,
            "matches finished": f"{self.matches:,}",
            "acknowledged cards": f"{self.verdict.acknowledged:,}",
            "lost acknowledged cards": self.verdict.lost,
            "double cards": self.verdict.doubled,
            "views out of step": self.verdict.out_of_step,
            "people left hanging": self.unsettled,
            "tables that cannot be replayed": self.broken,
            "errors in the pub's log": self.errors.total(),
            "longest recovery": f"{self.longest_recovery:.2f} s of {self.recoveries:,};"
            f" {self.longest_after_kill:.2f} s after a kill",
            "longest restart after a kill": f"{self.longest_restart:.2f} s",
            "closing in order": f"{self.closing:.2f} s",
        }
        lines = [f"{name:32}{value}" for name, value in rows.items()]
        return "\n".join([*lines, *self._details()])

    def _details(self) -> Iterator[str]:
        yield from self.verdict.remarks[:MOST_REMARKS]
        yield from (f"{count} x {line}" for line, count in self.errors.items())


class Mischief:
    """What happens to a command on its way, by chance."""

    def __init__(self, chance: random.Random, faults: Counter[str]) -> None:
        self._chance = chance
        self._faults = faults
        self._before: dict[Visitor, AnyCommand] = {}

    def __call__(self, visitor: Visitor, command: AnyCommand) -> None:
        before = self._before.get(visitor, command)
        self._before[visitor] = command
        if self._chance.random() >= MISCHIEF:
            visitor.say(command)
            return
        kind = self._chance.choice(("delayed", "duplicated", "reordered", "stale", "cut off", "cut after"))
        self._faults[kind] += 1
        match kind:
            case "delayed":
                visitor.later(self._chance.uniform(0.01, 0.5), lambda: self._late(visitor, command))
            case "duplicated":
                visitor.say(command)
                visitor.say(command)
            case "reordered":
                visitor.say(msgspec.structs.replace(command, n=command.n + 2))
                visitor.say(command)
            case "stale":
                visitor.say(command)
                visitor.say(before)
            case "cut off":
                visitor.say_half(command)
            case "cut after":
                visitor.say(command)
                visitor.cut()

    def _late(self, visitor: Visitor, command: AnyCommand) -> None:
        if visitor.person.pending is command:
            visitor.say(command)


class Trouble:
    """What happens to people and their browsers, by chance."""

    def __init__(self, chance: random.Random, faults: Counter[str]) -> None:
        self._chance = chance
        self._faults = faults

    async def haunt(self, visitors: Sequence[Visitor]) -> None:
        """Trouble one after the other, until cancelled."""
        while True:
            await asyncio.sleep(self._chance.expovariate(len(visitors) / TROUBLE_EVERY))
            kind = self._chance.choice(("cut", "paused", "second device", "flooded", "queue filled"))
            self._faults[kind] += 1
            self._happen(kind, self._chance.choice(visitors))

    def _happen(self, kind: str, visitor: Visitor) -> None:
        match kind:
            case "cut":
                visitor.cut()
            case "paused":
                visitor.pause(self._chance.uniform(0.1, 3.0))
            case "second device":
                visitor.come()
            case "flooded":
                visitor.ping(100)
            case "queue filled":
                visitor.pause(2.0)
                visitor.ping(FLOOD)


async def torture(plan: Plan, folder: Path | None = None) -> Outcome:
    """Torture a pub of its own, in `folder` or one that is removed afterwards. Raises DoesNotOpen, ShutOut,
    and TimeoutError when not everybody can come in."""
    if folder is not None:
        return await _torture(plan, folder)
    with TemporaryDirectory(prefix="klaverkroeg-torture-") as temporary:
        return await _torture(plan, Path(temporary))


async def _torture(plan: Plan, folder: Path) -> Outcome:
    chance, faults = random.Random(plan.seed), Counter[str]()
    pub = PubProcess(folder, *OPTIONS)
    await pub.open()
    try:
        mischief = Mischief(random.Random(chance.random()), faults)
        tables = [
            await _party(pub.port, kind, random.Random(chance.random()), mischief)
            for kind in islice(kinds(), plan.tables)
        ]
        visitors = [visitor for table in tables for visitor in table]
        async with asyncio.timeout(COME_IN_SECONDS):
            await asyncio.gather(*(visitor.connect() for visitor in visitors))
        trouble = asyncio.create_task(Trouble(random.Random(chance.random()), faults).haunt(visitors))
        restarts = await _kill_again_and_again(pub, plan.seconds, random.Random(chance.random()))
        faults["killed"] = len(restarts)
        trouble.cancel()
        unsettled = await settle(visitors)
        closing = await pub.stop()
    except BaseException:
        await pub.kill()
        raise
    verdict, broken = await judge_all(pub, tables)
    recovered = [recovery for visitor in visitors for recovery in visitor.recovered[1:]]
    after_kill = [each for each in recovered if any(meet(each, restart) for restart in restarts)]
    for visitor in visitors:
        visitor.go_home()
        faults.update(f"sent away ({why})" for why in visitor.goodbyes if why in ("slow", "elsewhere"))
    return Outcome(
        seed=plan.seed,
        seconds=plan.seconds,
        people=len(visitors),
        matches=sum(max(visitor.person.matches for visitor in table) for table in tables),
        faults=faults,
        verdict=verdict,
        recoveries=len(recovered),
        longest_recovery=longest(set(recovered) - set(after_kill)),
        longest_after_kill=longest(after_kill),
        longest_restart=longest(restarts),
        unsettled=unsettled,
        broken=broken,
        errors=pub.errors(),
        closing=closing,
    )


async def _party(port: int, kind: Kind, chance: random.Random, mischief: Mischief) -> list[Visitor]:
    return party(port, kind, await keys(port, kind), chance, lambda: 0.0, mischief)


async def _kill_again_and_again(pub: PubProcess, seconds: float, chance: random.Random) -> list[Recovery]:
    """Kill and open the pub for so long; return when it was away."""
    until, every, restarts = time.monotonic() + seconds, min(KILL_EVERY, seconds / 3), []
    while (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(left, every * chance.uniform(0.5, 1.5)))
        died = time.monotonic()
        await pub.kill()
        await pub.open()
        restarts.append(Recovery(died, time.monotonic()))
    return restarts


def meet(one: Recovery, other: Recovery) -> bool:
    """Whether they overlap."""
    return one.lost <= other.back and other.lost <= one.back


def longest(recoveries: Iterable[Recovery]) -> float:
    return max((each.seconds for each in recoveries), default=0.0)


async def settle(visitors: Sequence[Visitor]) -> int:
    """Let everybody come to rest, and return how many did not."""
    for visitor in visitors:
        visitor.rest()
    until = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < until and not all(visitor.at_rest for visitor in visitors):
        await asyncio.sleep(0.05)
    return sum(not visitor.at_rest for visitor in visitors)


async def judge_all(pub: PubProcess, tables: Sequence[Sequence[Visitor]]) -> tuple[Verdict, int]:
    """The sum of all verdicts, and how many tables cannot be replayed. The pub must be closed."""
    log = await SqliteLog.open(pub.data / "klaverkroeg.sqlite3")
    verdicts, broken = [Verdict()], 0
    try:
        for table in tables:
            lines = await log.read(table[0].key.code)
            try:
                verdicts.append(judge(list(map(decode, lines)), [visitor.person for visitor in table]))
            except Exception:
                broken += 1
    finally:
        await log.close()
    return sum(verdicts[1:], verdicts[0]), broken
