"""Callers with bad manners, by raw bytes: who says nothing, reads nothing, or talks without end. Nobody waits
for the clock of the event loop: the server goes round as if so many seconds had passed."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from klaverjas.server import connections
from klaverjas.server.app import LONGEST_HEADERS
from klaverjas.server.limits import Limits
from klaverjas.server.line import Line
from tests.server.raw import PIECE, PING, PONG, TEXT, frame, shake_hands
from tests.server.support import PATIENCE, Guest, Inn, inn

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


@asynccontextmanager
async def caller(it: Inn) -> AsyncIterator[tuple[Reader, Writer]]:
    """A connection that says nothing yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", it.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def connected(it: Inn, number: int) -> None:
    """Return when the server has so many connections."""
    while len(it.server.entrance.connections) != number:
        await asyncio.sleep(0)


def go_round(it: Inn, seconds: float) -> None:
    """What the server does then."""
    it.server.entrance.tidy(asyncio.get_running_loop().time() + seconds)


async def rest(reader: Reader) -> bytes:
    """All that still comes until the connection ends."""
    try:
        return await asyncio.wait_for(reader.read(-1), PATIENCE)
    except ConnectionResetError:
        return b""


@asynccontextmanager
async def at_the_table(it: Inn) -> AsyncIterator[tuple[Guest, Reader, Writer]]:
    """Somebody who speaks to the table in raw bytes."""
    jan = it.guest("Jan")
    await jan.open()
    async with caller(it) as (reader, writer):
        await shake_hands(it, jan, reader, writer)
        yield jan, reader, writer


def close_codes(heard: bytes) -> list[int]:
    """The codes of the frames that close a socket, whatever the reason that follows each."""
    return [struct.unpack("!H", code)[0] for code in re.findall(rb"\x88.(..)", heard, re.DOTALL)]


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ],
)
async def test_a_request_that_does_not_come_is_cut_after_ten_seconds(start: bytes) -> None:
    async with inn() as it, caller(it) as (reader, writer):
        writer.write(start)
        await connected(it, 1)
        go_round(it, connections.REQUEST_SECONDS - 1)
        assert len(it.server.entrance.connections) == 1
        go_round(it, connections.REQUEST_SECONDS)
        assert await rest(reader) == b""
        await connected(it, 0)


async def test_the_next_request_of_a_connection_is_not_waited_for_either() -> None:
    async with inn() as it, caller(it) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"ok\n")
        writer.write(b"GET /heal")
        go_round(it, connections.REQUEST_SECONDS)
        assert await rest(reader) == b""


async def test_an_answer_is_waited_for_on_a_slow_line_for_a_minute_and_no_longer(tmp_path: Path) -> None:
    (tmp_path / "large.bin").write_bytes(bytes(30 * 2**20))
    async with inn(static=tmp_path) as it, caller(it) as (reader, writer):
        writer.write(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        (connection,) = it.server.entrance.connections
        assert isinstance(connection, connections.WebConnection)
        while not connection.cycle.response_complete:
            await asyncio.sleep(0)
        assert connection.transport.get_write_buffer_size() > 0
        go_round(it, connections.ANSWER_SECONDS - 1)
        await connected(it, 1)
        go_round(it, connections.ANSWER_SECONDS)
        await connected(it, 0)


async def test_headers_without_end_are_refused() -> None:
    async with inn() as it, caller(it) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Long: 1\r\n" * (LONGEST_HEADERS // 8))
        assert (await rest(reader)).startswith(b"HTTP/1.1 400")


async def test_nonsense_in_place_of_a_request_is_refused_and_fills_no_log() -> None:
    with listening("uvicorn.error") as lines:
        async with inn() as it:
            for nonsense in (b"\x16\x03\x01\x02\x00", b"HELO\r\n\r\n", b"GET / HTTQ/1.1\r\n\r\n", bytes(99)):
                async with caller(it) as (reader, writer):
                    writer.write(nonsense + b"\r\n\r\n")
                    assert (await rest(reader)).startswith(b"HTTP/1.1 400")
            assert (await it.ask("GET", "/healthz")).text == "ok\n"
    assert lines == []


class listening:
    """The lines that a logger would have written."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)
        self._handler = logging.Handler()
        self._handler.setFormatter(logging.Formatter("%(message)s"))
        self.lines: list[str] = []
        self._handler.emit = lambda record: self.lines.append(self._handler.format(record))  # type: ignore[method-assign]

    def __enter__(self) -> list[str]:
        self._logger.addHandler(self._handler)
        return self.lines

    def __exit__(self, *_: object) -> None:
        self._logger.removeHandler(self._handler)


async def test_a_silent_socket_is_asked_after_15_seconds_and_cut_after_30() -> None:
    async with inn() as it, at_the_table(it) as (jan, reader, _):
        go_round(it, connections.ASK_SECONDS - 1)
        go_round(it, connections.ASK_SECONDS)
        assert await reader.readexactly(2) == bytes([PING, 0])
        go_round(it, connections.SILENT_SECONDS - 1)
        assert await reader.readexactly(2) == bytes([PING, 0])
        assert (await it.room(jan.code)).lines != []
        go_round(it, connections.SILENT_SECONDS)
        assert await rest(reader) == b""
        await connected(it, 0)
        while (await it.room(jan.code)).lines:
            await asyncio.sleep(0)


async def test_a_socket_that_answers_stays() -> None:
    async with inn() as it, at_the_table(it) as (_, reader, writer):
        (connection,) = it.server.entrance.connections
        assert isinstance(connection, connections.SocketConnection)
        connection._heard -= connections.ASK_SECONDS
        go_round(it, 0)
        assert await reader.readexactly(2) == bytes([PING, 0])
        writer.write(frame(PONG) + frame(TEXT, b'{"t":"ping"}'))
        assert await reader.readexactly(14) == frame(TEXT, b'{"t":"pong"}', masked=False)
        go_round(it, connections.ASK_SECONDS)
        assert len(it.server.entrance.connections) == 1


@asynccontextmanager
async def deaf(it: Inn) -> AsyncIterator[tuple[Line, connections.SocketConnection]]:
    """Somebody at the table who reads nothing any more, and for whom more waits than the system takes."""
    jan = it.guest("Jan")
    await jan.open()
    with socket.socket() as door:
        # So little that the system soon takes nothing more for him.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        door.setblocking(False)
        await asyncio.get_running_loop().sock_connect(door, ("127.0.0.1", it.port))
        reader, writer = await asyncio.open_connection(sock=door, limit=2048)
        await shake_hands(it, jan, reader, writer)
        (line,) = (await it.room(jan.code)).lines
        while not line.ending.is_set():
            line.say("x" * 16_000)
            await asyncio.sleep(0)
        (connection,) = it.server.entrance.connections
        assert isinstance(connection, connections.SocketConnection)
        yield line, connection
        writer.transport.abort()


async def test_who_reads_nothing_is_cut_though_much_waits_to_be_written() -> None:
    async with inn(farewell_seconds=0.0) as it, deaf(it) as (line, connection):
        await line.gone.wait()
        while not connection.transport.is_closing():
            await asyncio.sleep(0)
        go_round(it, 0)
        assert connection.unread
        assert len(it.server.entrance.connections) == 1
        go_round(it, connections.CLOSING_SECONDS)
        await connected(it, 0)


async def test_a_pub_that_closes_waits_for_nobody_who_reads_nothing() -> None:
    async with inn() as it, deaf(it) as (_, connection):
        assert connection.unread
        it.server.should_exit = True
        while not connection.transport.is_closing():
            await asyncio.sleep(0.01)
        assert not connection.unread, "cut, and not only asked to close"


@pytest.mark.parametrize(
    ("flood", "code"),
    [
        (frame(PING, b"x" * 125) * 200, 1008),
        (frame(PONG) * 200, 1008),
        (frame(0x01, b"{") + frame(PIECE) * 200, 1008),
        (frame(TEXT, b"x") * 2000, 1008),
        (frame(TEXT, b"{}", masked=False), 1002),
        (frame(PIECE, b"{}"), 1002),
        (frame(0x83, b"{}"), 1002),
        (frame(0xF1, b"{}"), 1002),
        (frame(PING, b"x" * 126), 1002),
        (frame(TEXT, b"x" * 17_000), 1009),
        (frame(0x01, b"x" * 9_000) + frame(0x80, b"x" * 9_000), 1009),
        (frame(TEXT, b"geheim \xff"), 1007),
    ],
)
async def test_frames_that_no_browser_sends_end_the_line_and_nothing_else(flood: bytes, code: int) -> None:
    with listening("uvicorn.error") as lines:
        async with inn() as it, at_the_table(it) as (jan, reader, writer):
            writer.write(flood)
            assert close_codes(await rest(reader)) == [code]
            assert (await jan.connect())["t"] == "snapshot"
            assert (await jan.ask({"t": "swap", "seat": 1}))["t"] == "told"
    assert lines == []


async def test_nonsense_and_a_goodbye_in_one_breath_end_the_line_without_a_word_in_the_log() -> None:
    with listening("asyncio") as lines:
        async with inn() as it, at_the_table(it) as (_, reader, writer):
            writer.write(frame(TEXT, b"\x80") + frame(0x88))
            assert close_codes(await rest(reader)) == []
            await connected(it, 0)
    assert lines == []


@pytest.mark.parametrize("kind", ["websocket.send", "websocket.close"])
@pytest.mark.parametrize("how", ["thrown out", "hung up"])
async def test_what_waited_to_be_written_to_who_is_gone_meanwhile_is_no_fault(kind: str, how: str) -> None:
    async with inn() as it, at_the_table(it):
        (connection,) = it.server.entrance.connections
        assert isinstance(connection, connections.SocketConnection)
        connection.pause_writing()
        writing = asyncio.create_task(connection.send({"type": kind, "text": "{}"}))
        await asyncio.sleep(0)
        connection.resume_writing()
        if how == "thrown out":
            connection._throw_out()
        else:
            connection.transport.abort()
        with pytest.raises(ClientDisconnected):
            await writing
        await connected(it, 0)


async def test_who_hung_up_before_he_was_let_in_is_no_fault() -> None:
    with listening("uvicorn.error") as lines:
        async with inn() as it, at_the_table(it):
            (connection,) = it.server.entrance.connections
            assert isinstance(connection, connections.SocketConnection)
            connection.handshake_complete = False
            connection.transport.abort()
            with pytest.raises(ClientDisconnected):
                await connection.send({"type": "websocket.accept"})
            assert connection.handshake_complete, "and nothing more is expected of who is gone"
            await connected(it, 0)
    assert lines == []


async def test_a_message_in_a_few_pieces_is_read_as_one() -> None:
    async with inn() as it, at_the_table(it) as (_, reader, writer):
        writer.write(frame(0x01, b'{"t":') + frame(PIECE, b'"pi') + frame(0x80, b'ng"}'))
        assert await reader.readexactly(14) == frame(TEXT, b'{"t":"pong"}', masked=False)


async def test_one_address_has_so_many_connections_and_all_together_so_many() -> None:
    for limits, proxies in ((Limits(connections=2), ""), (Limits(connections_in_all=2), "127.0.0.1")):
        async with inn(limits=limits, proxies=proxies) as it, caller(it), caller(it) as (_, second):
            await connected(it, 2)
            async with caller(it) as (reader, _):
                assert await rest(reader) == b""
            second.transport.abort()
            await connected(it, 1)
            assert (await it.ask("GET", "/healthz")).text == "ok\n"
        assert it.server.entrance.room.total == 0


async def test_an_error_of_the_app_is_logged_by_kind_and_place_without_what_was_said() -> None:
    async with inn() as it:
        with listening("uvicorn.error") as lines:
            try:
                raise ValueError("geheim HJ")
            except ValueError:
                logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        assert it.server.entrance.room.total == 0
    assert len(lines) == 1
    assert lines[0].startswith("Exception in ASGI application: ValueError at test_connections.py:")
    assert "geheim" not in lines[0]
