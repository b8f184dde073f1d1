"""A person with a browser: a line to the pub that comes back by itself, and the time he takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol

import msgspec

from klaverjas.crowd.door import Key
from klaverjas.crowd.line import Line, knock
from klaverjas.crowd.person import Person
from klaverjas.wire.messages import AnyCommand, Bye, Ping, Refused, Snapshot, ToBrowser

AFTER_REFUSAL = 0.2
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder[ToBrowser](ToBrowser)
_PING = _ENCODER.encode(Ping())

Pace = Callable[[], float]
"""How many seconds he thinks about the next command; 0 is at once."""


class Recovery(NamedTuple):
    """From when until when somebody was away, in monotonic seconds."""

    lost: float
    back: float

    @property
    def seconds(self) -> float:
        return self.back - self.lost


class Sender(Protocol):
    """How a command gets onto a line: straight, or with mischief."""

    def __call__(self, visitor: Visitor, command: AnyCommand) -> None: ...


def straight(visitor: Visitor, command: AnyCommand) -> None:
    visitor.say(command)


class Visitor:
    """Made in a running event loop. `connect` brings him in, `go_home` ends it.

    `recovered` has every time that he was away, `goodbyes` what the pub said when lines ended, the last time
    at `told_at`. `lost` is set when the newest line has ended, at `lost_at`. Times are monotonic seconds.
    """

    def __init__(self, port: int, key: Key, person: Person, pace: Pace, send: Sender = straight) -> None:
        self.key = key
        self.person = person
        self.line: Line | None = None
        self.older: list[Line] = []
        self.recovered: list[Recovery] = []
        self.goodbyes: list[str] = []
        self.told_at = 0.0
        self.lost = asyncio.Event()
        self.lost_at = 0.0
        self._resting = False
        self._port = port
        self._pace = pace
        self._send = send
        self._home = False
        self._away_since = time.monotonic()
        self._here = asyncio.Event()
        self._waiting: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def here(self) -> bool:
        """Whether the pub has shown him the table on his newest line."""
        return self._here.is_set()

    async def connect(self) -> None:
        """Open a line, in place of an older one, and return when the table is shown."""
        self.come()
        await self._here.wait()

    def come(self) -> None:
        """Begin to open a new line; he hears nothing more on the older one."""
        if self._here.is_set():
            self._away_since = time.monotonic()
            self._here.clear()
        self._do(self._open())

    def say(self, command: AnyCommand) -> None:
        """Send it now."""
        if self.line is not None and self.here:
            self.line.say(_ENCODER.encode(command))

    def consider(self) -> None:
        """Think about what to do next, if nothing was thought already."""
        if self._waiting is None and not self._resting:
            seconds = self._pace()
            if seconds > 0:
                self._waiting = asyncio.get_running_loop().call_later(seconds, self._act)
            else:
                self._act()

    def say_half(self, command: AnyCommand) -> None:
        """Be gone in the middle of saying it."""
        if self.line is not None:
            self.line.say_half(_ENCODER.encode(command))

    def ping(self, times: int) -> None:
        """Ask so many times whether the pub is there."""
        for _ in range(times):
            if self.line is not None:
                self.line.say(_PING)

    def cut(self) -> None:
        """Be gone without a word, and come back."""
        if self.line is not None:
            self.line.cut()

    def pause(self, seconds: float) -> None:
        """Read nothing for so long. Who is on his way back is left alone, so that it is known how long that
        takes by itself."""
        if self.line is not None and self.here:
            self.line.pause()
            self.later(seconds, self.line.resume)

    def rest(self) -> None:
        """Wish for nothing more; what was asked is still asked until there is an answer."""
        self._resting = True

    @property
    def at_rest(self) -> bool:
        """Whether he is here and has every answer."""
        return self.here and self.person.pending is None

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Do something by and by."""
        asyncio.get_running_loop().call_later(seconds, action)

    def come_no_more(self) -> None:
        """Go on until the line ends, and then stay away."""
        self._home = True

    def go_home(self) -> None:
        """End all lines and come back no more."""
        self.come_no_more()
        for task in self._tasks:
            task.cancel()
        for line in (*self.older, self.line):
            if line is not None:
                line.cut()

    def _act(self) -> None:
        self._waiting = None
        if self.here and not self._resting:
            command = self.person.wish()
            if command is not None:
                self._send(self, command)

    async def _open(self) -> None:
        if self.line is not None:
            self.older = [*self.older[-1:], self.line]
        self.lost.clear()
        request = knock(self._port, f"/ws/{self.key.code}", self.key.cookie)
        self.line = Line(request, self._hear, self._lost)
        try:
            await self.line.connect(self._port)
        except OSError:
            self._come_back()

    def _hear(self, line: Line, text: bytes) -> None:
        message = _DECODER.decode(text)
        if isinstance(message, Bye):
            self.goodbyes.append(message.why)
            self.told_at = time.monotonic()
        if line is not self.line:
            return
        self.person.hear(message)
        given = self.person.number()
        if given is not None:
            line.say(_ENCODER.encode(given))
        if isinstance(message, Snapshot) and not self.here:
            self._arrive()
        elif isinstance(message, Refused):
            self._hear_no(message)
        else:
            self.consider()

    def _arrive(self) -> None:
        self.recovered.append(Recovery(self._away_since, time.monotonic()))
        self._here.set()
        again = self.person.once_more()
        if again is not None:
            self.say(again)
        else:
            self.consider()

    def _hear_no(self, refused: Refused) -> None:
        """Copies of a refused command are refused too, so its number is used again only after a while."""
        pending = self.person.pending
        if pending is not None and refused.n in (0, pending.n):
            self.later(AFTER_REFUSAL, lambda: self._give_up(pending))

    def _give_up(self, command: AnyCommand) -> None:
        if self.person.pending is command:
            self.person.give_up()
            self.consider()

    def _lost(self, line: Line) -> None:
        if line is self.line:
            self.lost.set()
            self.lost_at = time.monotonic()
            self._come_back()

    def _come_back(self) -> None:
        """Try again, not at the same moment as everybody else."""
        if self._here.is_set():
            self._away_since = time.monotonic()
            self._here.clear()
        if not self._home:
            self.later(self.person.chance.uniform(0.0, 0.4), self._try)

    def _try(self) -> None:
        if not self._home and not self.here:
            self._do(self._open())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
