"""Where regulars think: never on the event loop, never more of them at once than the machine can bear.

Those who play by habit answer in a thread, in well under a millisecond. Those who guess and count do so in
worker processes. When many wait, each thinks about fewer worlds, and at last plays by habit: less, not later.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import connection
from typing import Protocol

from klaverjas.bots import Player, Quick, Strong
from klaverjas.bots.strong import WORLDS
from klaverjas.rules import Call, Card, Move, SeatView
from klaverjas.server.figures import Figures
from klaverjas.server.trouble import LOGGER, report

PlayerFor = Callable[[str], Player]
PATIENCE = 3.0
"""Seconds after which a thinker is given up. One move takes at most 0.3 s of CPU."""
STUCK_SECONDS = 30.0
"""Without any answer for so long the worker processes are replaced. Not sooner: where the machine is only
busy, new ones would make it worse."""
CROWD = 8
"""So many thinkers a process, and the next plays by habit."""


class Thinking(Protocol):
    async def choose(self, name: str, view: SeatView) -> Move:
        """How the regular of this name moves in this view."""
        ...

    async def wake(self, seconds: float) -> bool:
        """Whether those who think can, or can within so many seconds."""
        ...


def choose(player: Player, view: SeatView) -> Move:
    """What the player chooses. For one that fails, or breaks the rules, the first move that is allowed."""
    allowed: tuple[Call, ...] | list[Card] = view.calls or list(view.legal)
    try:
        move = player(view)
    except Exception as error:
        report("a regular failed", error)
    else:
        if move in allowed:
            return move
        report("a regular chose what is not allowed", ValueError())
    return allowed[0]


def timed(player: Player, view: SeatView) -> tuple[Move, float]:
    """What the player chooses, and the seconds of computing that it took."""
    began = time.thread_time()
    return choose(player, view), time.thread_time() - began


def less(player: Player, view: SeatView, waiting: int, processes: int) -> Player:
    """How this player thinks while so many others wait: the whole of it, a share, or by habit alone."""
    if not isinstance(player, Strong) or waiting < processes:
        return player
    if waiting >= CROWD * processes:
        return Quick(traits=player.traits, calling=player.calling)
    worlds = WORLDS[view.variant.seats] if player.worlds is None else player.worlds
    return replace(player, worlds=max(10, worlds * processes // (waiting + 1)))


class InThreads:
    """Everybody thinks in a thread."""

    def __init__(self, player_for: PlayerFor) -> None:
        self._player_for = player_for

    async def choose(self, name: str, view: SeatView) -> Move:
        return await asyncio.to_thread(choose, self._player_for(name), view)

    async def wake(self, seconds: float) -> bool:
        return True


class InProcesses:
    """Thinkers think in `processes` worker processes; these start with `wake` or with the first thinker, and
    end with `close`, or when the pub is killed."""

    def __init__(
        self,
        player_for: PlayerFor,
        processes: int,
        patience: float = PATIENCE,
        figures: Figures | None = None,
    ) -> None:
        self._player_for = player_for
        self._processes = processes
        self._patience = patience
        self._figures = figures or Figures()
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._waking: asyncio.Task[bool] | None = None
        self._answered_at = 0.0

    @property
    def waiting(self) -> int:
        """How many thinkers wait for a worker, or think."""
        return self._waiting

    async def wake(self, seconds: float) -> bool:
        """See `Thinking.wake`."""
        waking = self._waking
        if self._pool is None or waking is None:
            waking = self._waking = asyncio.create_task(self._call_in(self._workers()))
        done, _ = await asyncio.wait([waking], timeout=seconds)
        return bool(done) and not waking.cancelled() and waking.result()

    async def _call_in(self, pool: ProcessPoolExecutor) -> bool:
        """Whether every worker has come. Those of a pool that was closed meanwhile have not."""
        loop = asyncio.get_running_loop()
        try:
            await asyncio.gather(*(loop.run_in_executor(pool, os.getpid) for _ in range(self._processes)))
        except (BrokenExecutor, OSError) as error:
            self._give_up(pool, error)
            return False
        except asyncio.CancelledError:
            return False
        self._answered_at = loop.time()
        return True

    async def choose(self, name: str, view: SeatView) -> Move:
        player = less(self._player_for(name), view, self._waiting, self._processes)
        if isinstance(player, Strong):
            move = await self._think(player, view)
            if move is not None:
                return move
            player = less(player, view, CROWD, 1)
        return self._counted(await asyncio.to_thread(timed, player, view))

    async def _think(self, player: Strong, view: SeatView) -> Move | None:
        """What he chooses in a worker process; none when no answer comes in time, or none ever will."""
        loop, pool = asyncio.get_running_loop(), self._workers()
        self._waiting += 1
        try:
            thought = loop.run_in_executor(pool, timed, player, view)
            move = self._counted(await asyncio.wait_for(thought, self._patience))
            self._answered_at = loop.time()
            return move
        except TimeoutError:
            LOGGER.warning("a worker process took too long, and its regular plays by habit")
            if loop.time() - self._answered_at > STUCK_SECONDS:
                self._give_up(pool)
        except (BrokenExecutor, OSError) as error:
            self._give_up(pool, error)
        except asyncio.CancelledError:
            # Either it is he who need not think any more, or the pool was closed under him.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        finally:
            self._waiting -= 1
        return None

    def _give_up(self, pool: ProcessPoolExecutor, error: Exception | None = None) -> None:
        """Send these workers home, once; those who came after them stay."""
        if pool is self._pool:
            if error is not None:
                report("a worker process failed", error)
            self.close()

    def _counted(self, thought: tuple[Move, float]) -> Move:
        move, seconds = thought
        self._figures.regulars_cpu += seconds
        return move

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _settle_in)
            self._answered_at = asyncio.get_running_loop().time()
        return self._pool

    def close(self, wait: bool = False) -> None:
        """Send the workers home; the next thinker calls new ones. `wait` until they have gone, so that
        nothing of theirs is left when the program ends."""
        pool, self._pool, self._waking = self._pool, None, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())
        # The killing ends what waits; futures that are cancelled besides trip up the pool's own thread.
        pool.shutdown(wait=False)
        for worker in workers:
            worker.kill()
        if wait:
            pool.shutdown()


def _settle_in() -> None:
    """In a worker: step back for the pub, leave signals to it, and go when it is gone."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pub = multiprocessing.parent_process()
    assert pub is not None
    threading.Thread(target=_go_with, args=(pub.sentinel,), daemon=True).start()


def _go_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)
