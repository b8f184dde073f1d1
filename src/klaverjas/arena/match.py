"""A match: many deals, each with all its seatings, in one process or two, and what it says."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from multiprocessing.queues import Queue
from queue import Empty
from statistics import stdev
from types import FrameType
from typing import Any

from klaverjas.arena.contestants import Contestant, find
from klaverjas.arena.deals import TrumpBy, deal_for
from klaverjas.arena.external import LIMIT, External
from klaverjas.arena.referee import Duplicate, Tally, play_duplicate
from klaverjas.rules import Variant

CHECK_SECONDS = 0.5


@dataclass(frozen=True)
class Plan:
    """What is to be measured. `deals` are different deals: each is played with every seating."""

    a: str
    b: str
    variant: Variant
    deals: int
    seed: int = 1
    trump: TrumpBy = "players"
    limit: float = LIMIT
    processes: int = 1


@dataclass
class Result:
    """What was measured so far, by number of the deal. `programs` is the CPU time in seconds of programs that
    have ended, for A and B. The figures do not depend on the number of processes."""

    plan: Plan
    played: dict[int, Duplicate] = field(default_factory=dict)
    programs: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def deals(self) -> int:
        return len(self.played)

    @property
    def complete(self) -> bool:
        return self.deals == self.plan.deals

    @property
    def differences(self) -> list[Fraction]:
        return [self.played[number].difference for number in sorted(self.played)]

    @property
    def diff(self) -> float | None:
        """Points a deal that A scores more than B, none before the first deal."""
        return float(sum(self.differences) / self.deals) if self.played else None

    @property
    def standard_error(self) -> float | None:
        """Of `diff`, over the deals, which are independent; the games of one deal are not. None before
        two."""
        return stdev(map(float, self.differences)) / sqrt(self.deals) if self.deals > 1 else None

    def tally(self, who: int) -> Tally:
        """Everything that A (0) or B (1) did."""
        total = Tally(cpu=self.programs[who])
        for number in sorted(self.played):
            total.add(self.played[number].tallies[who])
        return total


Progress = Callable[[Result], None]


def run(plan: Plan, progress: Progress = lambda _: None) -> Result:
    """Play the match; `progress` is called after each deal. Ctrl-C ends it early: the result then says
    that it is not complete. Raises UnknownPlayer before anything is played."""
    for name in (plan.a, plan.b):
        find(name)
    result = Result(plan)
    try:
        if plan.processes == 1:
            _run_here(result, progress)
        else:
            _run_in_processes(result, progress)
    except KeyboardInterrupt:
        pass
    return result


def _run_here(result: Result, progress: Progress) -> None:
    with _contestants(result.plan, result.programs) as pair:
        for number in range(result.plan.deals):
            result.played[number] = _play(result.plan, number, pair)
            progress(result)


def _play(plan: Plan, number: int, pair: tuple[Contestant, Contestant]) -> Duplicate:
    return play_duplicate(deal_for(plan.variant, plan.seed, number, plan.trump), pair)


@contextmanager
def _contestants(plan: Plan, programs: list[float]) -> Iterator[tuple[Contestant, Contestant]]:
    """A and B; at the end programs are closed, and the CPU time that they used added to `programs`."""
    pair = (find(plan.a, plan.seed, plan.limit)(), find(plan.b, plan.seed, plan.limit)())
    try:
        yield pair
    finally:
        with ExitStack() as stack:
            for contestant in pair:
                if isinstance(contestant, External):
                    stack.callback(contestant.close)
        for who, contestant in enumerate(pair):
            if isinstance(contestant, External):
                programs[who] += contestant.cpu_seconds


# ---- several processes -----------------------------------------------------------------------------------

_News = tuple[int, Duplicate] | list[float] | BaseException
"""From a worker: a deal that was played; last, the CPU times of its programs; or what stopped it."""


def _run_in_processes(result: Result, progress: Progress) -> None:
    context = multiprocessing.get_context("spawn")
    news: Queue[_News] = context.Queue()
    plan = result.plan
    workers = [
        context.Process(target=_work, args=(plan, first, news), daemon=True)
        for first in range(plan.processes)
    ]
    # Ctrl-C reaches every process of the terminal, a worker perhaps before it can look away.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for worker in workers:
            worker.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        _gather(result, news, workers, progress)
    except KeyboardInterrupt:
        for worker in workers:
            worker.terminate()
        _gather(result, news, workers, lambda _: None)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _gather(result: Result, news: Queue[_News], workers: list[Any], progress: Progress) -> None:
    """Take in the news until every worker has said goodbye or is gone."""
    while True:
        alive = any(worker.is_alive() for worker in workers)
        try:
            message = news.get(timeout=CHECK_SECONDS if alive else 0.0)
        except Empty:
            if not alive:
                return
            continue
        if isinstance(message, BaseException):
            raise message
        if isinstance(message, list):
            result.programs[0] += message[0]
            result.programs[1] += message[1]
            continue
        number, played = message
        result.played[number] = played
        progress(result)


class _Stopped(BaseException):
    """The match was ended early. No `Exception`: a player that fails must not swallow it."""


def _work(plan: Plan, first: int, news: Queue[_News]) -> None:
    """Play every deal whose number is `first` more than a multiple of the number of processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    programs = [0.0, 0.0]
    try:
        with _contestants(plan, programs) as pair:
            for number in range(first, plan.deals, plan.processes):
                news.put((number, _play(plan, number, pair)))
    except _Stopped:
        pass
    except Exception as error:
        news.put(error)
    news.put(programs)


def _stop(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Stopped
