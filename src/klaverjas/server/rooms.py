"""The rooms that are open in this process: one per table, read from the log when somebody comes, put away
when nobody has been there for a while."""

from __future__ import annotations

import asyncio

from klaverjas.log import Conflict, LogUnavailable
from klaverjas.server.limits import FullHouse, Limits
from klaverjas.server.room import Pub, Room, load
from klaverjas.table import SitDown, Stored, encode, open_table, replay
from klaverjas.wire.shapes import Company, HouseDeals, HouseRules

ALPHABET = "BCDFGHJKMNPQRTVWXZ34679"
"""No vowels, so that no words appear, and no look-alikes."""
CODE_LENGTH = 5
SWEEP_SECONDS = 60.0
PUT_AWAY_AFTER = 1800.0
JUST_NOW = 10.0
"""Who was shown a room may still be on his way in."""
FLUSH_SECONDS = 1.0
READY_WITHIN = 2.0


class Rooms:
    """Made and used in one event loop; `close` ends all rooms and lets nobody in any more. `most`: so many
    tables are in memory at once."""

    def __init__(self, pub: Pub, most: int = Limits().tables_in_memory) -> None:
        self._pub = pub
        self._most = most
        self._rooms: dict[str, Room] = {}
        self._watched: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._closed = False
        self._sweeping = False

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def sockets(self) -> int:
        """How many browsers are connected."""
        return sum(len(room.lines) for room in list(self._rooms.values()))

    @property
    def waiting(self) -> int:
        """How many orders wait in all rooms."""
        return sum(room.waiting for room in list(self._rooms.values()))

    async def find(self, code: str) -> Room | None:
        """The room of this table, none when there is no such table. Raises LogUnavailable, FullHouse."""
        if not is_code(code):
            return None
        room = self._rooms.get(code)
        if room is not None:
            room.used_at = self._pub.clock.now()
            return room
        self._check_open()
        if code not in self._loading:
            loading = asyncio.create_task(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code))
        # Two who come at once get the same room, also when the first one gives up waiting.
        return await asyncio.shield(self._loading[code])

    def deals(self) -> HouseDeals:
        """How the deals of this house fell in the long run."""
        return self._pub.tally.shown()

    def watched(self, key: str) -> Room | None:
        """The room of the table at which the holder of this key may look on: only while it is open here, for
        who looks on wakes no table."""
        return self._rooms.get(self._watched.get(key, ""))

    async def open(
        self, rules: HouseRules, host: SitDown, practice: bool = False, company: Company = "mix"
    ) -> Room:
        """A new table under a code that nobody has. Raises ValueError (impossible rules), LogUnavailable,
        FullHouse."""
        self._check_open()
        await self._make_place()
        while True:
            code = "".join(self._pub.dice.choose(ALPHABET) for _ in range(CODE_LENGTH))
            if code in self._rooms:
                continue
            events = open_table(code, rules, host, self._pub.house, practice, company)
            news = [Stored(self._pub.clock.now(), event) for event in events]
            table = replay(news)
            assert table is not None
            try:
                await self._pub.log.append(code, 0, list(map(encode, news)))
            except Conflict:
                continue
            return self._keep(Room(table, self._pub, news))

    async def close(self) -> None:
        """Finish what was asked in every room, say goodbye, and wait a moment until that was sent."""
        self._closed = True
        rooms, self._rooms = list(self._rooms.values()), {}
        lines = [line for room in rooms for line in room.lines]
        await asyncio.gather(*(room.close() for room in rooms))
        gone = [asyncio.create_task(line.gone.wait()) for line in lines]
        if gone:
            _, still = await asyncio.wait(gone, timeout=FLUSH_SECONDS)
            for task in still:
                task.cancel()

    async def sweep(self) -> None:
        """Put away the rooms where nobody is and nothing happens, and has not for a while; and those whose
        table was deleted by the host: who is still there comes back and hears that there is no such table."""
        long_ago = self._pub.clock.now() - PUT_AWAY_AFTER
        idle = [code for code, room in self._rooms.items() if room.idle and room.used_at <= long_ago]
        deleted = [code for code in list(self._rooms) if not await self._is_written(code)]
        leaving = [self._rooms.pop(code, None) for code in {*idle, *deleted}]
        await asyncio.gather(*(room.close() for room in leaving if room is not None))
        self._watched = {key: code for key, code in self._watched.items() if code in self._rooms}

    async def _is_written(self, code: str) -> bool:
        try:
            return await self._pub.log.version(code) > 0
        except LogUnavailable:
            return True

    async def _make_place(self) -> None:
        """Put away what nobody needs just now, longest ago first, when there are too many rooms."""
        if len(self._rooms) < self._most:
            return
        before = self._pub.clock.now() - JUST_NOW
        idle = [room for room in self._rooms.values() if room.idle and room.used_at <= before]
        if not idle:
            raise FullHouse
        idle.sort(key=lambda room: room.used_at)
        # Some more than one, so that not every newcomer looks through all rooms.
        leaving = idle[: max(1, self._most // 20)]
        for room in leaving:
            del self._rooms[room.table.code]
        await asyncio.gather(*(room.close() for room in leaving))

    async def _load(self, code: str) -> Room | None:
        table = await load(self._pub.log, code, self._pub.replaying)
        self._check_open()
        if table is not None:
            await self._make_place()
        return None if table is None else self._keep(Room(table, self._pub))

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.code] = room
        if room.table.watch:
            self._watched[room.table.watch] = room.table.code
        if not self._sweeping:
            self._sweeping = True
            self._pub.clock.later(SWEEP_SECONDS, self._sweep_again)
        return room

    def _sweep_again(self) -> None:
        self._sweeping = bool(self._rooms)
        if self._sweeping and not self._closed:
            sweeping = asyncio.create_task(self.sweep())
            sweeping.add_done_callback(lambda _: self._pub.clock.later(SWEEP_SECONDS, self._sweep_again))

    async def unready(self) -> str | None:
        """Why nobody should be sent here now: `closing`, `log` (it cannot be written) or `regulars` (they
        cannot think); none when all is well."""
        if self._closed:
            return "closing"
        try:
            async with asyncio.timeout(READY_WITHIN):
                await self._pub.log.probe()
        except (LogUnavailable, TimeoutError):
            return "log"
        return None if await self._pub.thinking.wake(READY_WITHIN) else "regulars"

    def _check_open(self) -> None:
        if self._closed:
            raise LogUnavailable("broken", "the pub is closing")


def is_code(text: str) -> bool:
    """Whether a table could have this code."""
    return len(text) == CODE_LENGTH and all(sign in ALPHABET for sign in text)
