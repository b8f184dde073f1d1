"""A whole pub in this process, spoken to in raw bytes: HTTP, and frames on the socket of somebody there."""

from __future__ import annotations

import asyncio
import json
import logging
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, get_args

from hypothesis import strategies as st

from klaverjas.server.room import load
from klaverjas.wire.messages import FromBrowser
from tests.fuzz.mutate import nearly
from tests.fuzz.target import Target
from tests.server.hostile import BODIES, good
from tests.server.raw import frame, shake_hands
from tests.server.support import PATIENCE, Guest, Inn, inn, rules

EXAMPLES_A_PUB = 200
REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/tables/{code} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n",
    b"GET /assets/..%2f..%2fpyproject.toml HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n",
    b"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"POST /api/tables/{code}/moves HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Length: 0\r\n\r\n",
    *(
        b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body)
        for path, body in ((path, json.dumps(good(shape)).encode()) for shape, path in BODIES.items())
    ),
]
MESSAGES = [json.dumps(good(shape)).encode() for shape in get_args(FromBrowser)]
KINDS = [0x81, 0x81, 0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xC1]

payloads = st.one_of(nearly(MESSAGES), st.binary(max_size=200), st.just(struct.pack("!H", 1000)))
frames = st.builds(frame, st.sampled_from(KINDS), payloads, st.sampled_from([True, True, True, True, False]))
conversations = st.one_of(
    st.lists(frames, max_size=12).map(b"".join),
    st.lists(st.one_of(frames, st.binary(max_size=30)), max_size=5).map(b"".join),
)


class Troubles(logging.Handler):
    """Errors that the server logged: it should have none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@asynccontextmanager
async def watched(troubles: Troubles) -> AsyncIterator[tuple[Inn, Guest]]:
    """A pub in which Jan plays with regulars."""
    loggers = [logging.getLogger(name) for name in ("klaverkroeg", "uvicorn.error", "asyncio")]
    for each in loggers:
        each.addHandler(troubles)
    try:
        async with inn() as it:
            jan = it.guest("Jan")
            await jan.open(rules(seats=2), practice=True)
            yield it, jan
    finally:
        for each in loggers:
            each.removeHandler(troubles)


class Pub:
    """Opens a pub for the first example, and a new one after so many: a table grows by what is played."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stack = AsyncExitStack()
        self._troubles = Troubles()
        self._inn: tuple[Inn, Guest] | None = None
        self._left = 0

    def check(self, talk: Callable[[Inn, Guest, bytes], Awaitable[None]], example: bytes) -> None:
        """Say it to the pub; no line in the log, nothing wrong with the table, and others are served."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._check(talk, example))

    async def _check(self, talk: Callable[[Inn, Guest, bytes], Awaitable[None]], example: bytes) -> None:
        if self._inn is None or self._left == 0:
            await self._stack.aclose()
            self._inn = await self._stack.enter_async_context(watched(self._troubles))
            self._left = EXAMPLES_A_PUB
        self._left -= 1
        it, jan = self._inn
        await talk(it, jan, example)
        room = await it.room(jan.code)
        await room.settled()
        assert await load(it.pub.log, jan.code) == room.table, "the table is not what its log says"
        assert (await it.ask("GET", "/healthz")).status_code == 200
        if room.table.closed:
            # Jan was made to leave, and has no chair to speak from any more.
            self._left = 0
        found, self._troubles.lines = self._troubles.lines, []
        assert found == [], found

    def close(self) -> None:
        if self._loop is not None:
            self._loop.run_until_complete(self._stack.aclose())
            self._loop.close()
            self._loop, self._inn = None, None


async def say(it: Inn, example: bytes, before: Callable[..., Awaitable[None]] | None = None) -> bytes:
    """What comes back for these bytes until the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", it.port)
    try:
        if before is not None:
            await before(reader, writer)
        writer.write(example)
        writer.write_eof()
        return await asyncio.wait_for(reader.read(-1), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()


async def by_http(it: Inn, jan: Guest, example: bytes) -> None:
    said = example.replace(b"{code}", jan.code.encode()).replace(b"{cookie}", jan.cookie.encode())
    answer = await say(it, said)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 "), answer[:100]
    assert not answer.startswith(b"HTTP/1.1 5"), answer[:100]
    assert b"[project]" not in answer


async def by_socket(it: Inn, jan: Guest, example: bytes) -> None:
    async def before(reader: Any, writer: Any) -> None:
        await shake_hands(it, jan, reader, writer)

    await say(it, example, before)


http, socket = Pub(), Pub()
TARGETS = [
    Target(
        "http",
        st.one_of(nearly(REQUESTS), st.lists(nearly(REQUESTS), max_size=3).map(b"".join)),
        lambda example: http.check(by_http, example),
        batch=50,
        close=http.close,
    ),
    Target(
        "socket",
        conversations,
        lambda example: socket.check(by_socket, example),
        batch=50,
        close=socket.close,
    ),
]
