"""What uvicorn is too patient with: connections that say nothing, read nothing, or talk without end.

A handler can only ask a connection to close, which waits until all was sent; who never reads would keep it.
So from time to time the server goes round and cuts what should be gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

from klaverjas.server.address import Network, counted_as
from klaverjas.server.limits import Bucket, Gauge, Rate

REQUEST_SECONDS = 10.0
"""Until a request is here whole, and after an answer until the next one."""
ANSWER_SECONDS = 60.0
CLOSING_SECONDS = 5.0
ASK_SECONDS = 15.0
SILENT_SECONDS = 30.0
SWEEP_SECONDS = 5.0

# Browsers send neither pings nor pieces of messages; other programs a ping now and then.
ODD_FRAMES = Rate(100, 5.0)
MOST_UNREAD = 256
SLICE = 1024
"""So many bytes are taken apart before it is asked whether the sender is still welcome."""
SEND_BUFFER = 64 * 1024
"""What the system keeps for who does not read; by itself it would keep megabytes for each."""


class Entrance(ServerState):
    """The open connections. `trusted` are proxies: everybody comes through those."""

    def __init__(self, each: int, most: int, trusted: Iterable[Network]) -> None:
        super().__init__()
        self.room = Gauge(each, most)
        self._trusted = tuple(trusted)

    def who(self, peer: tuple[str, int] | None) -> str | None:
        """Under what this connection is counted, none when it is a proxy's."""
        return counted_as(peer, self._trusted)

    def tidy(self, now: float) -> None:
        """Cut what should be gone at this time of the event loop."""
        for connection in list(self.connections):
            if isinstance(connection, WebConnection | SocketConnection):
                connection.tidy(now)

    def let_go(self) -> None:
        """The pub closes, and goodbyes were said: cut the sockets that still have not taken theirs, and who
        has not said yet what he wants."""
        for connection in list(self.connections):
            unread = isinstance(connection, SocketConnection) and connection.unread
            if unread or (isinstance(connection, WebConnection) and connection.coming):
                connection.transport.abort()


class WebConnection(H11Protocol):
    """HTTP until a socket takes the connection over."""

    server_state: Entrance

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._inside = self.server_state.room.enter(self.server_state.who(self.client))
        if not self._inside:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._inside:
            self.server_state.room.leave(self.server_state.who(self.client))

    def on_response_complete(self) -> None:
        self._since = self.loop.time()
        super().on_response_complete()

    @property
    def coming(self) -> bool:
        """Whether a request is still to come, or the rest of one."""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    def tidy(self, now: float) -> None:
        """Cut a request that does not come, and an answer that is not taken."""
        # What uvicorn calls answered may still wait to be sent to somebody with a slow line.
        answering = not self.coming or self.transport.get_write_buffer_size() > 0
        if now - self._since >= (ANSWER_SECONDS if answering else REQUEST_SECONDS):
            self.transport.abort()


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that a WebConnection handed on."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._entrance: Entrance = more["server_state"]
        self._closing_since: float | None = None
        self._heard = self.loop.time()
        self._odd = Bucket(ODD_FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._entrance.room.leave(self._entrance.who(self.client))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        door = transport.get_extra_info("socket")
        # Who has hung up by now has no buffer any more.
        with contextlib.suppress(OSError):
            door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def handle_ping(self) -> None:
        if self.writable.is_set() and self._odd.take(self._heard):
            super().handle_ping()
        else:
            # Answers would pile up for who reads none.
            self._throw_out()

    def handle_pong(self, event: Frame) -> None:
        if not self._odd.take(self._heard):
            self._throw_out()

    def handle_cont(self, event: Frame) -> None:
        if self._odd.take(self._heard):
            super().handle_cont(event)
        else:
            self._throw_out()

    async def send(self, message: Any) -> None:
        # What is not sent yet may still go out; who was thrown out or hung up meanwhile hears no more.
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            self.handshake_complete = True
            raise ClientDisconnected
        await super().send(message)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MOST_UNREAD:
            self._throw_out()
            return
        try:
            super().send_receive_event_to_app()
        except InvalidState:
            # Not UTF-8, and its goodbye came in the same breath: there is nobody to be told.
            self.transport.close()

    @property
    def unread(self) -> bool:
        """Whether something waits to be read at the other end."""
        return self.transport.get_write_buffer_size() > 0

    def tidy(self, now: float) -> None:
        """Ask a connection that is silent whether it still lives; cut it when nothing comes."""
        silent = now - self._heard
        if self.transport.is_closing() and self._closing_since is None:
            self._closing_since = now
        closing = 0.0 if self._closing_since is None else now - self._closing_since
        if silent >= SILENT_SECONDS or closing >= CLOSING_SECONDS:
            self.transport.abort()
        elif silent >= ASK_SECONDS and self.handshake_complete and not self.close_sent:
            self.conn.send_ping(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))

    def _throw_out(self) -> None:
        if not self.close_sent:
            self.conn.fail(CloseCode.POLICY_VIOLATION)
            self.handle_parser_exception()
