"""The whole pub as one ASGI app, and the server that runs it and closes it with a goodbye."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Generator
from socket import socket as Socket

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from klaverjas.log import EventLog
from klaverjas.server.clock import Clock
from klaverjas.server.lobby import Lobby
from klaverjas.server.pages import Pages, SafeHeaders
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import Settings
from klaverjas.server.socket import FAREWELL_SECONDS, SocketDoor

# Longer than any message of ours, so that a too long one can be answered; a longer one ends the line.
LONGEST_FRAME = 16 * 1024


def create_app(
    settings: Settings, rooms: Rooms, clock: Clock, farewell_seconds: float = FAREWELL_SECONDS
) -> Starlette:
    """The app around these rooms. `farewell_seconds`: how long a goodbye to a slow reader may take."""
    socket = SocketDoor(rooms, clock, settings, farewell_seconds)
    return Starlette(
        routes=[
            *Lobby(rooms, settings).routes,
            WebSocketRoute("/ws/{code}", socket.serve),
            *Pages(settings.static).routes,
        ],
        middleware=[Middleware(SafeHeaders)],
    )


class PubServer(uvicorn.Server):
    """Serves the app; a signal ends it in order: orders finished, goodbyes said, log closed."""

    def __init__(self, app: Starlette, rooms: Rooms, log: EventLog, opened: Callable[[], None]) -> None:
        """`opened` is called when people can come in and signals are listened to."""
        config = uvicorn.Config(
            app,
            access_log=False,
            log_level="warning",
            server_header=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._rooms = rooms
        self._log = log
        self._opened = opened

    async def startup(self, sockets: list[Socket] | None = None) -> None:
        await super().startup(sockets)
        self._opened()

    async def shutdown(self, sockets: list[Socket] | None = None) -> None:
        """Close the rooms while their sockets still live, then everything else."""
        for server in self.servers:
            server.close()
        await self._rooms.close()
        await super().shutdown()
        await self._log.close()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """As uvicorn's, but a signal that ended the pub in order does not also kill it."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in signals}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
