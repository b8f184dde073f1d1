"""`/ws/CODE`: the line between one browser and one table.

It knows messages and rooms by what they can do. The truth of a table cannot even be imported from here.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from klaverjas.log import LogUnavailable
from klaverjas.server.clock import Clock
from klaverjas.server.doorman import Doorman
from klaverjas.server.limits import Bucket, FullHouse, Rate
from klaverjas.server.line import Line, envelope
from klaverjas.server.origin import is_ours
from klaverjas.server.settings import Settings
from klaverjas.server.tokens import cookie_name, fingerprint
from klaverjas.server.trouble import report
from klaverjas.wire.messages import (
    AnyCommand,
    Bye,
    FromBrowser,
    GiveNumber,
    Ping,
    Pong,
    RefusalCode,
    Refused,
    Say,
)

LONGEST_MESSAGE = 2048
MESSAGES = Rate(40, 20.0)
MOST_TOO_FAST = 200
"""Who goes on for so many messages after he was told that it is too fast is shown out."""
MOST_ORDERS_WAITING = 40
WATCH_KEY = 32
FAREWELL_SECONDS = 3.0

NO_SUCH_TABLE = 4404
NO_CHAIR_HERE = 4403
TRY_AGAIN_LATER = 1013


GONE = (WebSocketDisconnect, OSError)
"""How it shows that a browser has gone, or takes too long."""


class RoomDoor(Protocol):
    """A room, as a socket knows it."""

    def connect(self, sha256: str, line: Line) -> bool:
        """Put the line of the person with this token into the room; false when nobody has it."""
        ...

    def disconnect(self, line: Line) -> None: ...

    def command(self, line: Line, command: AnyCommand) -> None:
        """Queue what the person on this line wants. The answer comes over the line."""
        ...

    def talk(self, line: Line, wish: Say) -> None:
        """The person on this line says something aloud, now. The answer comes over the line."""
        ...

    def give_number(self, line: Line, given: GiveNumber) -> None:
        """Queue the number of the browser on this line for a sealed deal."""
        ...


class WatchedDoor(Protocol):
    """A room, as who looks on knows it."""

    def watch(self, line: Line) -> bool:
        """Put the line into the room; false when nobody more may look on."""
        ...

    def disconnect(self, line: Line) -> None: ...


class Doors(Protocol):
    async def find(self, code: str) -> RoomDoor | None:
        """The room of this table, none when there is no such table. Raises LogUnavailable, FullHouse."""
        ...

    def watched(self, key: str) -> WatchedDoor | None:
        """The room where the holder of this key may look on, none when that is nowhere now."""
        ...


class Gallery:
    """The door of who looks on: nothing that he says goes any further."""

    def __init__(self, room: WatchedDoor) -> None:
        self._room = room

    def connect(self, sha256: str, line: Line) -> bool:
        return False

    def disconnect(self, line: Line) -> None:
        self._room.disconnect(line)

    def command(self, line: Line, command: AnyCommand) -> None:
        line.say(envelope(Refused(command.n, "only_watching")))

    def talk(self, line: Line, wish: Say) -> None:
        line.say(envelope(Refused(0, "only_watching")))

    def give_number(self, line: Line, given: GiveNumber) -> None:
        line.say(envelope(Refused(0, "only_watching")))


class Numbered(msgspec.Struct):
    """As much as can be read of a message that is no command."""

    n: int = 0


class Pulse:
    """How fast one socket talks, and its address with all its sockets. No rate: as fast as it likes."""

    def __init__(self, clock: Clock, doorman: Doorman, who: str | None, rate: Rate | None) -> None:
        self._clock = clock
        self._doorman = doorman
        self._who = who
        self._bucket = None if rate is None else Bucket(rate)
        self.refused = 0

    def take(self) -> bool:
        """Whether one more message may come now."""
        in_time = self._bucket is None or self._bucket.take(self._clock.now())
        if in_time and self._doorman.lets(self._who, "messages"):
            self.refused = 0
            return True
        self.refused += 1
        return False


class SocketDoor:
    """Lets people in who have a chair, reads what they want, writes what they are told."""

    def __init__(
        self, rooms: Doors, clock: Clock, settings: Settings, doorman: Doorman, farewell_seconds: float
    ) -> None:
        self._rooms = rooms
        self._clock = clock
        self._settings = settings
        self._doorman = doorman
        self._farewell_seconds = farewell_seconds
        self._decoder = msgspec.json.Decoder[FromBrowser](FromBrowser)

    async def serve(self, socket: WebSocket) -> None:
        """The whole life of one socket."""
        try:
            if not is_ours(socket.headers, self._settings.public_url):
                await socket.close(NO_CHAIR_HERE)
                return
            await socket.accept()
            who = self._doorman.who(socket.client)
            if not self._doorman.lets(who, "knocks") or not self._doorman.sockets.enter(who):
                await self._turn_away(socket)
                return
            try:
                await self._welcome(socket, who)
            finally:
                self._doorman.sockets.leave(who)
        except (WebSocketDisconnect, OSError):
            return

    async def _turn_away(self, socket: WebSocket) -> None:
        await socket.send_text(envelope(Bye("crowded")))
        await socket.close(TRY_AGAIN_LATER)

    async def _welcome(self, socket: WebSocket, who: str | None) -> None:
        if len(socket.path_params["code"]) == WATCH_KEY:
            await self._show(socket, who, socket.path_params["code"])
            return
        code = socket.path_params["code"].upper()
        try:
            room = await self._rooms.find(code)
        except LogUnavailable:
            await socket.close(TRY_AGAIN_LATER)
            return
        except FullHouse:
            await self._turn_away(socket)
            return
        token = socket.cookies.get(cookie_name(code))
        line = Line()
        if room is None or token is None or not room.connect(fingerprint(token), line):
            await self._not_here(socket, who, room is not None)
            return
        rate = None if self._doorman.lifts_limits(socket.client) else MESSAGES
        try:
            await self._talk(socket, room, line, Pulse(self._clock, self._doorman, who, rate))
        finally:
            room.disconnect(line)
            line.gone.set()

    async def _show(self, socket: WebSocket, who: str | None, key: str) -> None:
        """Let somebody look on who has the key of a watcher."""
        room, line = self._rooms.watched(key), Line()
        if room is None or not room.watch(line):
            await self._not_here(socket, who, room is not None)
            return
        try:
            await self._talk(socket, Gallery(room), line, Pulse(self._clock, self._doorman, who, MESSAGES))
        finally:
            room.disconnect(line)
            line.gone.set()

    async def _not_here(self, socket: WebSocket, who: str | None, known: bool) -> None:
        """Nobody learns more codes here than at the HTTP door."""
        if not self._doorman.would_let(who, "wrong_codes"):
            await self._turn_away(socket)
        elif known:
            await socket.close(NO_CHAIR_HERE)
        else:
            self._doorman.lets(who, "wrong_codes")
            await socket.close(NO_SUCH_TABLE)

    async def _talk(self, socket: WebSocket, room: RoomDoor, line: Line, pulse: Pulse) -> None:
        """Read and write until one of both ends, or until a goodbye could not be written in time."""
        now = asyncio.get_running_loop().time
        reading = asyncio.create_task(self._read(socket, room, line, pulse))
        try:
            async with asyncio.timeout(None) as patience:

                def wait_no_longer_than(seconds: float) -> None:
                    # Says no when the writing has ended meanwhile.
                    with contextlib.suppress(RuntimeError):
                        patience.reschedule(now() + seconds)

                reading.add_done_callback(lambda _: wait_no_longer_than(0.0))
                line.ending.then(lambda: wait_no_longer_than(self._farewell_seconds))
                await self._write(socket, line)
        except Exception as error:
            # Never kept in a variable: it knows this frame, and the frame would know it.
            _report_unless_gone(error)
        finally:
            reading.cancel()
            await asyncio.wait([reading])
            if not reading.cancelled():
                _report_unless_gone(reading.exception())

    async def _write(self, socket: WebSocket, line: Line) -> None:
        while (text := await line.next()) is not None:
            await socket.send_text(text)
            line.written()
        await socket.close()

    async def _read(self, socket: WebSocket, room: RoomDoor, line: Line, pulse: Pulse) -> None:
        while (event := await socket.receive())["type"] == "websocket.receive":
            self._hear(event, pulse, room, line)
            # A flood that is refused at once must not keep others waiting.
            await asyncio.sleep(0)

    def _hear(self, event: Any, pulse: Pulse, room: RoomDoor, line: Line) -> None:
        text = event.get("text")
        if not pulse.take():
            _refuse(line, text, "too_fast")
            if pulse.refused > MOST_TOO_FAST:
                line.end("too_fast")
        elif not isinstance(text, str):
            _refuse(line, None, "unreadable")
        elif len(text.encode()) > LONGEST_MESSAGE:
            _refuse(line, None, "too_long")
        else:
            self._obey(text, room, line)

    def _obey(self, text: str, room: RoomDoor, line: Line) -> None:
        try:
            message = self._decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            _refuse(line, text, "unreadable")
            return
        if isinstance(message, Ping):
            line.say(envelope(Pong()))
        elif isinstance(message, Say):
            room.talk(line, message)
        elif isinstance(message, GiveNumber):
            if line.orders < MOST_ORDERS_WAITING:
                room.give_number(line, message)
        elif line.orders >= MOST_ORDERS_WAITING:
            line.say(envelope(Refused(message.n, "too_fast")))
        else:
            room.command(line, message)


def _report_unless_gone(error: BaseException | None) -> None:
    if error is not None and not isinstance(error, GONE):
        report("a socket failed", error)


def _refuse(line: Line, text: str | None, code: RefusalCode) -> None:
    line.say(envelope(Refused(_number(text), code)))


def _number(text: str | None) -> int:
    """The command number in a message that is refused unread, 0 when there is none."""
    if text is None or len(text) > LONGEST_MESSAGE:
        return 0
    try:
        n = msgspec.json.decode(text, type=Numbered).n
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return 0
    return n if 0 < n <= 2**31 else 0
