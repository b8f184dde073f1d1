"""The thread that writes. What waits together goes into one transaction, so one fsync serves many tables."""

from __future__ import annotations

import asyncio
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from klaverjas.log.base import closed
from klaverjas.log.sqlite_file import is_busy, unavailable

Change = Callable[[sqlite3.Connection], None]
Outcome = Exception | None

# Bounds how long the first append of a group waits for the others; far above what one fsync lets gather.
LARGEST_GROUP = 1000
LAST_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class Request:
    """One change, and the future that learns how it ended."""

    change: Change
    done: asyncio.Future[None]


class GroupCommit:
    """Owns the writing connection: runs changes on it in the order they come in, each whole or not at all.

    Made in a running event loop; `run` and `stop` are for that loop alone. `patience` is in seconds: how long
    to wait for a stranger's lock, in steps of the connection's own busy timeout. Who stops waits no longer
    than LAST_PATIENCE.
    """

    def __init__(self, connection: sqlite3.Connection, patience: float = 0.0) -> None:
        self._connection = connection
        self._patience = patience
        self._give_up_at = math.inf
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._stopped = False
        # A daemon, so that a program that forgot to stop it can end: what is not committed was not promised.
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    async def run(self, change: Change) -> None:
        """Return when `change` is durable; raise what it raised, or `LogUnavailable`.

        A caller that is cancelled withdraws a change that still waits; one that is under way is finished.
        """
        if self._stopped:
            raise closed()
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(Request(change, done))
        await done

    @property
    def waiting(self) -> int:
        """About how many changes wait."""
        return self._queue.qsize()

    def stop(self) -> None:
        """Accept nothing more; the thread finishes what was accepted and closes the connection."""
        if not self._stopped:
            self._stopped = True
            self._give_up_at = time.monotonic() + LAST_PATIENCE
            self._queue.put(None)

    def join(self) -> None:
        """Wait for the end of the thread after `stop`. Blocks: not for the event loop."""
        self._thread.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            waiting = self._next_group()
            ended = waiting[-1] is None
            group = [request for request in waiting if request is not None and not request.done.cancelled()]
            changes = [request.change for request in group]
            self._tell(group, commit_together(self._connection, changes, self._begin))
        self._connection.close()

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Start to write as soon as no stranger does. Raises `sqlite3.Error`."""
        began = time.monotonic()
        while True:
            try:
                begin(connection)
            except sqlite3.OperationalError as error:
                over = time.monotonic() >= min(began + self._patience, self._give_up_at)
                if over or not is_busy(error):
                    raise
            else:
                return

    def _tell(self, group: Sequence[Request], outcomes: Sequence[Outcome]) -> None:
        """Wake every waiting caller with one call into the loop, not one each."""
        if not group:
            return
        ended = [(request.done, outcome) for request, outcome in zip(group, outcomes, strict=True)]
        try:
            self._loop.call_soon_threadsafe(_settle, ended)
        except RuntimeError:
            # The loop is closed: nobody waits any more, and what was written stands.
            return

    def _next_group(self) -> list[Request | None]:
        group = [self._queue.get()]
        while group[-1] is not None and len(group) < LARGEST_GROUP:
            try:
                group.append(self._queue.get_nowait())
            except Empty:
                break
        return group


def begin(connection: sqlite3.Connection) -> None:
    """Start to write. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")


def commit_together(
    connection: sqlite3.Connection,
    changes: Sequence[Change],
    begin: Callable[[sqlite3.Connection], None] = begin,
) -> list[Outcome]:
    """Run the changes in one transaction and return how each ended: None, or why nothing of it was written.

    A change that fails takes only itself down; a commit that fails takes all of them.
    """
    if not changes:
        return []
    try:
        _roll_back(connection)
        begin(connection)
        outcomes = [_run_alone(connection, change) for change in changes]
        connection.execute("COMMIT")
    except Exception as error:
        _try_to_roll_back(connection)
        # One exception each: an exception object that several tasks raise mixes up their tracebacks.
        return [_caused(error) for _ in changes]
    return outcomes


def _run_alone(connection: sqlite3.Connection, change: Change) -> Outcome:
    connection.execute("SAVEPOINT one_change")
    try:
        change(connection)
    except Exception as error:
        if not connection.in_transaction:
            # SQLite gave up the whole transaction, and the other changes with it.
            raise
        connection.execute("ROLLBACK TO one_change")
        connection.execute("RELEASE one_change")
        return _caused(error)
    connection.execute("RELEASE one_change")
    return None


def _caused(error: Exception) -> Exception:
    refusal = unavailable(error)
    if refusal is not error:
        refusal.__cause__ = error
    return refusal


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _try_to_roll_back(connection: sqlite3.Connection) -> None:
    try:
        _roll_back(connection)
    except sqlite3.Error:
        # Nothing is committed; the next group starts by trying again.
        return


def _settle(ended: Sequence[tuple[asyncio.Future[None], Outcome]]) -> None:
    for done, outcome in ended:
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
