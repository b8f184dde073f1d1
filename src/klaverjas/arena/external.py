"""Programs of other people as players: one JSON line in, one JSON line out (docs/bots.md)."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from enum import Enum
from time import monotonic
from typing import NamedTuple

from klaverjas.arena.position import write_position
from klaverjas.arena.seen import Seen
from klaverjas.rules import Call, Card, Move, UnreadableText

LIMIT = 10.0
LONGEST_ANSWER = 65536
GIVE_UP_AFTER = 10
FAREWELL = 2.0


class Lost(Enum):
    """Why a player lost its move. The value is the word of the figures."""

    ILLEGAL = "illegal"
    """A card or call that may not be made now."""
    NONSENSE = "nonsense"
    """No answer of the protocol, or one that says `error`."""
    DIED = "died"
    """The program ended, or could not be started."""
    HUNG = "hung"
    """No whole line within the limit. Empty lines do not count."""
    GIVEN_UP = "given_up"
    """It was not asked any more, after it failed too often in a row."""
    FAILED = "failed"
    """One of our own players raised an error."""


class Answer(NamedTuple):
    """A move, or why there is none."""

    move: Move | None
    lost: Lost | None = None


class NoAnswer(Exception):
    """Nothing came that could be read as an answer."""

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost.value)
        self.lost = lost


Ready = Callable[[int, bool, float], bool]
"""(file descriptor, for writing, seconds): waits until it can be used; false when the time is over first."""


def ready(descriptor: int, writing: bool, seconds: float) -> bool:
    """Wait with `poll`. The other end being gone counts as ready: using it then says so."""
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT if writing else select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


class External:
    """One program. It is started when it is first asked, and again after it died, hung or talked nonsense;
    after ten such failures in a row it is left alone. `clock` counts seconds. `close` it."""

    def __init__(
        self,
        command: Sequence[str],
        limit: float = LIMIT,
        clock: Callable[[], float] = monotonic,
        ready: Ready = ready,
    ) -> None:
        self._command = list(command)
        self._limit = limit
        self._clock = clock
        self._ready = ready
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""
        self._failures = 0
        self.cpu_seconds = 0.0
        """CPU time of the programs that have ended: all of it after `close`, start included."""

    def ask(self, seen: Seen) -> Answer:
        """What the program wants to do. The move is one that it may make."""
        if self._failures >= GIVE_UP_AFTER:
            return Answer(None, Lost.GIVEN_UP)
        try:
            move = read_answer(self._exchange(write_position(seen).encode() + b"\n"))
        except NoAnswer as error:
            self._failures += 1
            self._stop(kill=True)
            return Answer(None, error.lost)
        self._failures = 0
        allowed = seen.view.legal if isinstance(move, Card) else seen.view.calls
        return Answer(move) if move in allowed else Answer(None, Lost.ILLEGAL)

    def close(self) -> None:
        """End the program: first politely, by the end of its input."""
        self._stop(kill=False)

    def _exchange(self, line: bytes) -> bytes:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        deadline = self._clock() + self._limit
        if self._ready(process.stdout.fileno(), False, 0.0):
            # More than one line for one position, or its end: neither answers the next one.
            os.read(process.stdout.fileno(), LONGEST_ANSWER)
        self._buffer = b""
        self._send(process.stdin.fileno(), line, deadline)
        return self._receive(process.stdout.fileno(), deadline)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            # In a session of its own: Ctrl-C ends the match, which then ends its players.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise NoAnswer(Lost.DIED) from error
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _send(self, descriptor: int, line: bytes, deadline: float) -> None:
        while line:
            self._wait(descriptor, True, deadline)
            try:
                line = line[os.write(descriptor, line) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise NoAnswer(Lost.DIED) from error

    def _receive(self, descriptor: int, deadline: float) -> bytes:
        while b"\n" not in self._buffer.lstrip():
            self._wait(descriptor, False, deadline)
            read = os.read(descriptor, LONGEST_ANSWER)
            if not read:
                raise NoAnswer(Lost.DIED)
            self._buffer += read
            if len(self._buffer) > LONGEST_ANSWER:
                raise NoAnswer(Lost.NONSENSE)
        return self._buffer.lstrip().partition(b"\n")[0]

    def _wait(self, descriptor: int, writing: bool, deadline: float) -> None:
        if not self._ready(descriptor, writing, deadline - self._clock()):
            raise NoAnswer(Lost.HUNG)

    def _stop(self, kill: bool) -> None:
        """End the process and all it started, and take down what it used."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        if not kill:
            self._await_end(process.stdout.fileno())
        process.stdout.close()
        # Until it is waited for, its number cannot be given to anybody else.
        os.killpg(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu_seconds += usage.ru_utime + usage.ru_stime

    def _await_end(self, descriptor: int) -> None:
        deadline = self._clock() + FAREWELL
        while (left := deadline - self._clock()) > 0 and self._ready(descriptor, False, left):
            if not os.read(descriptor, LONGEST_ANSWER):
                return


def read_answer(line: bytes) -> Move:
    """`{"card":"HJ"}` or `{"call":"play"}`. Raises NoAnswer for anything else."""
    try:
        told = json.loads(line)
        if isinstance(told, dict) and ("card" in told) != ("call" in told):
            return Card.parse(told["card"]) if "card" in told else Call.parse(told["call"])
    except (UnreadableText, ValueError, TypeError, RecursionError) as error:
        raise NoAnswer(Lost.NONSENSE) from error
    raise NoAnswer(Lost.NONSENSE)
