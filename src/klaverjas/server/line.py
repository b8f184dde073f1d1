"""A room's end of one browser's socket: a bounded mailbox that is filled without waiting."""

from __future__ import annotations

import asyncio
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


class Line:
    """What waits to be written, and how this line ends. `orders` counts its commands that still wait."""

    def __init__(self, longest_queue: int = LONGEST_QUEUE) -> None:
        self._waiting: asyncio.Queue[tuple[str, Delivery | None] | None] = asyncio.Queue()
        self._delivery: Delivery | None = None
        self._longest = longest_queue
        self.orders = 0
        self.why: Farewell | None = None
        self.ending = asyncio.Event()
        self.gone = asyncio.Event()

    def say(self, text: str, delivery: Delivery | None = None) -> None:
        """Put an envelope in the mailbox; `delivery` hears when it was written. A reader who is too far
        behind is told so and dropped: he comes back and gets one snapshot."""
        if self.ending.is_set():
            return
        if self._waiting.qsize() >= self._longest:
            self._forget()
            self.end("slow")
        else:
            self._waiting.put_nowait((text, delivery))

    def end(self, why: Farewell) -> None:
        """Say goodbye; after it nothing is said."""
        if not self.ending.is_set():
            self.ending.set()
            self.why = why
            self._waiting.put_nowait((envelope(Bye(why)), None))
            self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """The next envelope to write, none when the line has ended."""
        waiting = await self._waiting.get()
        text, self._delivery = (None, None) if waiting is None else waiting
        return text

    def written(self) -> None:
        """The last envelope has been written."""
        if self._delivery is not None:
            self._delivery.written()

    def _forget(self) -> None:
        while not self._waiting.empty():
            self._waiting.get_nowait()
