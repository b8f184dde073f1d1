"""The whole pub as one ASGI app, and the server that runs it and closes it with a goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import resource
import signal
from collections.abc import Callable, Generator
from socket import socket as Socket
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from klaverjas.log import EventLog
from klaverjas.server.address import STANDARD, ClientHeader, networks
from klaverjas.server.clock import Clock
from klaverjas.server.connections import SWEEP_SECONDS, Entrance, SocketConnection, WebConnection
from klaverjas.server.doorman import Doorman
from klaverjas.server.health import Health
from klaverjas.server.lobby import Lobby
from klaverjas.server.pages import Pages, SafeHeaders
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import Settings
from klaverjas.server.socket import FAREWELL_SECONDS, SocketDoor
from klaverjas.server.trouble import discreet

SOCKET = re.compile(r"/ws/(?P<code>[^/]+)")
# Longer than any message of ours, so that a too long one can be answered; a longer one ends the line.
LONGEST_FRAME = 16 * 1024
LONGEST_HEADERS = 16 * 1024
TICKS_PER_SECOND = 10
FILES_KEPT = 256
"""Open files that connections leave to the log, the page and the workers."""


def create_app(
    settings: Settings, rooms: Rooms, clock: Clock, farewell_seconds: float = FAREWELL_SECONDS
) -> ASGIApp:
    """The app around these rooms. `farewell_seconds`: how long a goodbye to a slow reader may take."""
    doorman = Doorman(clock, settings)
    socket = SocketDoor(rooms, clock, settings, doorman, farewell_seconds)
    web = Starlette(
        routes=[
            *Lobby(rooms, settings, doorman).routes,
            *Health(rooms, clock).routes,
            *Pages(settings.static).routes,
        ],
        middleware=[Middleware(SafeHeaders, settings.public_url)],
    )
    return Front(web, socket)


class Front:
    """Sockets go straight to their own door: each layer around them would hold memory for as long as they
    live."""

    def __init__(self, web: ASGIApp, sockets: SocketDoor) -> None:
        self._web = web
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._web(scope, receive, send)
        elif (place := SOCKET.fullmatch(scope["path"])) is None:
            await send({"type": "websocket.close"})
        else:
            scope["path_params"] = place.groupdict()
            await self._sockets.serve(WebSocket(scope, receive, send))


def behind_proxies(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The app, told by the host's proxies, and by nobody else, who calls and whether by https."""
    told: Any = ProxyHeadersMiddleware(cast(Any, app), [str(each) for each in networks(settings.proxies)])
    return told if settings.client_header == STANDARD else ClientHeader(told, settings.client_header)


class PubServer(uvicorn.Server):
    """Serves the app; a signal ends it in order: orders finished, goodbyes said, log closed."""

    def __init__(
        self,
        app: ASGIApp,
        rooms: Rooms,
        log: EventLog,
        settings: Settings,
        opened: Callable[[], None],
        closing: Callable[[], None] = lambda: None,
    ) -> None:
        """`opened` is called when people can come in and signals are listened to, `closing` when nobody can
        any more."""
        config = uvicorn.Config(
            behind_proxies(app, settings),
            access_log=False,
            # What it has to say goes to our journal, in the form that the host chose.
            log_config=None,
            log_level="warning",
            server_header=False,
            lifespan="off",
            proxy_headers=False,
            http=WebConnection,
            h11_max_incomplete_event_size=LONGEST_HEADERS,
            ws=SocketConnection,
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            # Silence is noticed when the server goes round, without a timer for each socket.
            ws_ping_interval=None,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        logging.getLogger("uvicorn.error").addFilter(discreet)
        self.server_state = self.entrance = entrance(settings)
        self._rooms = rooms
        self._log = log
        self._opened = opened
        self._closing = closing

    async def startup(self, sockets: list[Socket] | None = None) -> None:
        await super().startup(sockets)
        self._opened()

    async def on_tick(self, counter: int) -> bool:
        if counter % round(SWEEP_SECONDS * TICKS_PER_SECOND) == 0:
            self.entrance.tidy(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[Socket] | None = None) -> None:
        """Close the rooms while their sockets still live, then everything else."""
        for server in self.servers:
            server.close()
        self._closing()
        await self._rooms.close()
        self.entrance.let_go()
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


def entrance(settings: Settings) -> Entrance:
    """Room for as many connections as the host allows and the machine has open files for."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = settings.limits
    free = limits.connections_in_all if files == resource.RLIM_INFINITY else max(64, files - FILES_KEPT)
    return Entrance(limits.connections, min(limits.connections_in_all, free), networks(settings.proxies))
