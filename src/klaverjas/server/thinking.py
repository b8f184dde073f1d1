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
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import connection
from typing import Protocol

from klaverjas.bots import Player, Quick, Strong
from klaverjas.bots.strong import WORLDS
from klaverjas.rules import Call, Card, Move, SeatView
from klaverjas.server.trouble import LOGGER, report

PlayerFor = Callable[[str], Player]
PATIENCE = 3.0
"""Seconds after which a thinker is given up. One move takes at most 0.3 s of CPU."""
CROWD = 8
"""So many thinkers a process, and the next plays by habit."""


class Thinking(Protocol):
    """How the regular of this name moves in this view."""

    async def choose(self, name: str, view: SeatView) -> Move: ...


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


class InProcesses:
    """Thinkers think in `processes` worker processes; they start with the first one that is needed and end
    with `close`, or when the pub is killed."""

    def __init__(self, player_for: PlayerFor, processes: int, patience: float = PATIENCE) -> None:
        self._player_for = player_for
        self._processes = processes
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def choose(self, name: str, view: SeatView) -> Move:
        player = less(self._player_for(name), view, self._waiting, self._processes)
        if not isinstance(player, Strong):
            return await asyncio.to_thread(choose, player, view)
        self._waiting += 1
        try:
            return await self._think(player, view)
        except TimeoutError:
            LOGGER.warning("a worker process took too long, and its regular plays by habit")
            return await self._by_habit(player, view)
        except (BrokenExecutor, OSError) as error:
            report("a worker process failed", error)
            return await self._by_habit(player, view)
        finally:
            self._waiting -= 1

    async def _by_habit(self, player: Strong, view: SeatView) -> Move:
        self.close()
        return await asyncio.to_thread(choose, less(player, view, CROWD, 1), view)

    async def _think(self, player: Player, view: SeatView) -> Move:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _settle_in)
        thought = asyncio.get_running_loop().run_in_executor(self._pool, choose, player, view)
        return await asyncio.wait_for(thought, self._patience)

    def close(self) -> None:
        """Send the workers home; the next thinker calls new ones."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()


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
