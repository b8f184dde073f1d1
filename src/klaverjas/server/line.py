"""A room's end of one browser's socket: a bounded mailbox that is filled without waiting.

A pub has thousands of these, so they hold no more than they need: `asyncio` keeps kilobytes ready in each of
its queues and events.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec

from klaverjas.server.figures import Delivery
from klaverjas.wire.messages import Bye, ToBrowser

LONGEST_QUEUE = 256
Farewell = Literal["elsewhere", "left", "stopping", "slow", "too_fast"]

_ENCODER = msgspec.json.Encoder()


def envelope(message: ToBrowser) -> str:
    """The text of a message as it goes over the socket."""
    return _ENCODER.encode(message).decode()


class Flag:
    """Something that has happened or not, once and for all."""

    __slots__ = ("_actions", "_set")

    def __init__(self) -> None:
        self._set = False
        self._actions: tuple[Callable[[], None], ...] = ()

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        """It has happened."""
        self._set = True
        actions, self._actions = self._actions, ()
        for action in actions:
            action()

    def then(self, action: Callable[[], None]) -> None:
        """Do this when it happens; at once when it has."""
        if self._set:
            action()
        else:
            self._actions += (action,)

    async def wait(self) -> None:
        """Return when it has happened."""
        happened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.then(lambda: None if happened.done() else happened.set_result(None))
        await happened


class Line:
    """What waits to be written, and how this line ends. `orders` counts its commands that still wait."""

    __slots__ = ("_delivery", "_longest", "_waiting", "_writer", "ending", "gone", "orders", "why")

    def __init__(self, longest_queue: int = LONGEST_QUEUE) -> None:
        self._waiting: list[tuple[str | None, Delivery | None]] = []
        self._writer: asyncio.Future[None] | None = None
        self._delivery: Delivery | None = None
        self._longest = longest_queue
        self.orders = 0
        self.why: Farewell | None = None
        self.ending = Flag()
        self.gone = Flag()

    def say(self, text: str, delivery: Delivery | None = None) -> None:
        """Put an envelope in the mailbox; `delivery` hears when it was written. A reader who is too far
        behind is told so and dropped: he comes back and gets one snapshot."""
        if self.ending.is_set():
            return
        if len(self._waiting) >= self._longest:
            self._waiting.clear()
            self.end("slow")
        else:
            self._put(text, delivery)

    def end(self, why: Farewell) -> None:
        """Say goodbye; after it nothing is said."""
        if not self.ending.is_set():
            self.why = why
            self._put(envelope(Bye(why)))
            self._put(None)
            self.ending.set()

    async def next(self) -> str | None:
        """The next envelope to write, none when the line has ended. For one writer."""
        while not self._waiting:
            self._writer = asyncio.get_running_loop().create_future()
            await self._writer
        return self.take()

    def take(self) -> str | None:
        """The next envelope if there is one."""
        text, self._delivery = self._waiting.pop(0) if self._waiting else (None, None)
        return text

    def written(self) -> None:
        """The last envelope has been written."""
        if self._delivery is not None:
            self._delivery.written()

    def _put(self, text: str | None, delivery: Delivery | None = None) -> None:
        self._waiting.append((text, delivery))
        if self._writer is not None and not self._writer.done():
            self._writer.set_result(None)
