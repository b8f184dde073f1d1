"""A pub on a free port in the test's own event loop, a clock that tests move, and people who play there."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
from websockets.asyncio.client import ClientConnection, connect

from klaverjas.bots import Player
from klaverjas.log import Conflict, EventLog, LogUnavailable, MemoryLog
from klaverjas.rules import Move, SeatView
from klaverjas.server.app import PubServer, create_app
from klaverjas.server.cli import listen
from klaverjas.server.dice import RandomDice
from klaverjas.server.room import Pub, Room
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import Settings
from klaverjas.server.thinking import InThreads
from klaverjas.table import Guest as HouseGuest

Message = dict[str, Any]
PATIENCE = 10.0

PUB_RULES: Message = {
    "preset": "pub",
    "seats": 4,
    "trump_duty": "amsterdam",
    "trump_making": "turned",
    "undertrump": "forbidden",
    "march": "either",
    "revoke": "refused",
    "deals": 4,
    "talk": "free",
    "watch": False,
}
CLUB_RULES: Message = {
    **PUB_RULES,
    "preset": "club",
    "trump_duty": "rotterdam",
    "trump_making": "forced",
    "march": "declarer",
    "revoke": "claimable",
    "talk": "phrases",
    "watch": False,
}


def rules(preset: Message = PUB_RULES, seats: int = 4) -> Message:
    return {**preset, "seats": seats, "deals": 12 if seats == 3 else 4}


@dataclass
class FakeAlarm:
    action: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """Stands still until a test moves it. What is due at once is done by the event loop."""

    def __init__(self) -> None:
        self._now = 1_000_000.0
        self._count = itertools.count()
        self._alarms: list[tuple[float, int, FakeAlarm]] = []

    def now(self) -> float:
        return self._now

    def later(self, seconds: float, action: Callable[[], None]) -> FakeAlarm | asyncio.Handle:
        if seconds <= 0:
            return asyncio.get_running_loop().call_soon(action)
        alarm = FakeAlarm(action)
        heapq.heappush(self._alarms, (self._now + seconds, next(self._count), alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            self._now, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                alarm.action()
        self._now = until

    @property
    def waits(self) -> list[float]:
        """In how many seconds something will happen, soonest first."""
        return sorted(at - self._now for at, _, alarm in self._alarms if not alarm.cancelled)


class PatientClock(FakeClock):
    """For sockets of people who play faster than people can: a second passes whenever it is asked."""

    def now(self) -> float:
        self._now += 1
        return self._now


class FaultyLog:
    """A log that does what a test wants at the next appends: each fault is used once, then all is well."""

    def __init__(self, log: EventLog | None = None) -> None:
        self.log: EventLog = log or MemoryLog()
        self.before: list[Exception] = []
        self.dies: Literal["before", "after"] | None = None
        self.dead = asyncio.Event()
        self.broken = False
        self.gate: asyncio.Event | None = None
        self.appends = 0

    async def append(self, table: str, expected: int, events: Sequence[bytes]) -> None:
        self.appends += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.broken:
            raise LogUnavailable("full", "the disk is full")
        if self.before:
            raise self.before.pop(0)
        if self.dies == "before":
            await self._die()
        await self.log.append(table, expected, events)
        if self.dies == "after":
            await self._die()

    async def _die(self) -> None:
        """As when the process is gone at this moment: nobody hears of this call again."""
        self.dies = None
        self.dead.set()
        await asyncio.Future[None]()

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        if self.broken:
            raise LogUnavailable("full", "the disk is full")
        return await self.log.read(table, after)

    async def version(self, table: str) -> int:
        return await self.log.version(table)

    async def tables(self) -> list[str]:
        return await self.log.tables()

    async def delete(self, table: str) -> None:
        await self.log.delete(table)

    async def probe(self) -> None:
        if self.broken:
            raise LogUnavailable("full", "the disk is full")
        await self.log.probe()

    async def close(self) -> None:
        await self.log.close()


def browser(address: str) -> httpx.AsyncClient:
    """No proxy and no certificates: reading those takes longer than a whole deal."""
    return httpx.AsyncClient(base_url=address, verify=False, trust_env=False)


def first_allowed(view: SeatView) -> Move:
    return view.calls[0] if view.calls else next(iter(view.legal))


def make_pub(
    log: EventLog | None = None,
    clock: FakeClock | None = None,
    player: Player = first_allowed,
    pace: float = 0,
    seed: int = 1,
) -> Pub:
    return Pub(
        log=log or MemoryLog(),
        dice=RandomDice(random.Random(seed)),
        clock=clock or FakeClock(),
        regulars=tuple(HouseGuest(name, "steady") for name in ("Ria", "Cor", "Toos", "Sjaak")),
        thinking=InThreads(lambda name: player),
        pace=pace,
    )


@dataclass
class Inn:
    """An open pub."""

    pub: Pub
    rooms: Rooms
    server: PubServer
    port: int
    people: list[Guest] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def clock(self) -> FakeClock:
        assert isinstance(self.pub.clock, FakeClock)
        return self.pub.clock

    async def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        async with browser(self.address) as client:
            return await client.request(method, path, **how)

    def guest(self, name: str) -> Guest:
        guest = Guest(self.address, name, random.Random(name))
        self.people.append(guest)
        return guest

    async def host(self, name: str = "Jan", house: Message = PUB_RULES, practice: bool = False) -> Guest:
        """A person with a new table, connected to it."""
        guest = self.guest(name)
        await guest.open(house, practice)
        await guest.connect()
        return guest

    async def friend(self, name: str, code: str) -> Guest:
        """A person who sits down there and connects."""
        guest = self.guest(name)
        await guest.sit(code)
        await guest.connect()
        return guest

    async def party(self, names: Sequence[str], house: Message = PUB_RULES) -> list[Guest]:
        """These people at a new table, the match started and the cards dealt."""
        guests = [await self.host(names[0], house)]
        guests += [await self.friend(name, guests[0].code) for name in names[1:]]
        await guests[0].wish({"t": "start"})
        dealt = lambda message: "DealStarted" in facts_of(message)  # noqa: E731
        # Together, for the cards wait for the number of each.
        await asyncio.gather(*(guest.hear(until=dealt) for guest in guests))
        return guests

    async def room(self, code: str) -> Room:
        room = await self.rooms.find(code)
        assert room is not None
        return room


@asynccontextmanager
async def inn(
    log: EventLog | None = None,
    *,
    player: Player = first_allowed,
    pace: float = 0,
    seed: int = 1,
    hurry: bool = True,
    farewell_seconds: float = 3.0,
    **chosen: Any,
) -> AsyncIterator[Inn]:
    """Open a pub with this log; `chosen` are settings. Without `hurry` sockets have the pub's clock."""
    settings = Settings(host="127.0.0.1", port=0, pace=pace, **chosen)
    pub = make_pub(log, player=player, pace=pace, seed=seed)
    rooms = Rooms(pub, settings.limits.tables_in_memory)
    app = create_app(settings, rooms, PatientClock() if hurry else pub.clock, farewell_seconds)
    server = PubServer(app, rooms, pub.log, settings, lambda: None)
    with listen(settings) as door:
        serving = asyncio.create_task(server.serve([door]))
        it = Inn(pub, rooms, server, door.getsockname()[1])
        try:
            yield it
        finally:
            for guest in it.people:
                await guest.disconnect()
            server.should_exit = True
            await serving


@dataclass
class Guest:
    """A person who folds nothing: he knows his number, his seat and what he may do now."""

    address: str
    name: str
    chance: random.Random
    code: str = ""
    cookie: str = ""
    seat: int = -1
    v: int = 0
    n: int = 0
    pending: int = 0
    last: str = ""
    done: bool = False
    closing: bool = False
    deal: int = 0
    tricks: int = 0
    known: set[str] = field(default_factory=set)
    todo: Message = field(default_factory=dict)
    line: ClientConnection | None = None
    older: list[ClientConnection] = field(default_factory=list)
    heard: list[Message] = field(default_factory=list)

    async def open(self, house: Message = PUB_RULES, practice: bool = False) -> None:
        await self._enter("/api/tables", {"name": self.name, "rules": house, "practice": practice})

    async def sit(self, code: str) -> None:
        await self._enter(f"/api/tables/{code}/chairs", {"name": self.name})

    async def _enter(self, path: str, body: Message) -> None:
        async with browser(self.address) as client:
            response = await client.post(path, json=body)
        assert response.status_code == 201, response.text
        self.code = response.json()["code"]
        self.cookie = response.headers["set-cookie"].partition(";")[0]

    async def connect(self, **how: Any) -> Message:
        """Open a line and return the first message."""
        if self.line is not None:
            self.older.append(self.line)
        self.line = await connect(
            f"{self.address.replace('http', 'ws')}/ws/{self.code}",
            **{
                "origin": self.address,
                "additional_headers": {"Cookie": self.cookie} if self.cookie else {},
                "compression": None,
                "close_timeout": 0.5,
                **how,
            },
        )
        return await self.next()

    async def disconnect(self) -> None:
        for line in (*self.older, self.line):
            if line is not None:
                await line.close()
        self.older, self.line = [], None

    async def send(self, text: str | bytes) -> None:
        assert self.line is not None
        await self.line.send(text)

    async def wish(self, command: Message, n: int | None = None) -> int:
        """Send a command with the next number, or with this one."""
        self.pending, self.last = self.n + 1 if n is None else n, command["t"]
        deal = {"deal": self.deal} if command["t"] in ("go_on", "claim") else {}
        await self.send(json.dumps({**deal, **command, "n": self.pending}))
        return self.pending

    async def next(self) -> Message:
        """The next message. Raises ConnectionClosed."""
        assert self.line is not None
        message: Message = json.loads(await asyncio.wait_for(self.line.recv(), PATIENCE))
        self._note(message)
        await self._give_number(message)
        return message

    async def _give_number(self, message: Message) -> None:
        """For every deal that is sealed, as pages do by themselves."""
        sealed = [fact for fact in message.get("facts", []) if fact is not None and fact["t"] == "DealSealed"]
        coming = message.get("fair", {}).get("coming")
        if coming is not None and coming["mine"] is None:
            sealed.append(coming)
        for seal in sealed:
            number = f"{self.chance.getrandbits(128):032x}"
            given = {"t": "number", "match": seal["match"], "deal": seal["deal"], "number": number}
            await self.send(json.dumps(given))

    async def hear(self, kind: str = "", until: Callable[[Message], bool] = lambda message: True) -> Message:
        """The next message of this kind for which `until` holds."""
        while True:
            message = await self.next()
            if kind in ("", message["t"]) and until(message):
                return message

    async def ask(self, command: Message, n: int | None = None) -> Message:
        """Send a command and return its answer."""
        number = await self.wish(command, n)
        return await self.hear(
            until=lambda message: (
                (message["t"] == "told" and message["n"] >= number)
                or (message["t"] == "refused" and message["n"] in (0, number))
            )
        )

    def _note(self, message: Message) -> None:
        self.heard.append(message)
        match message["t"]:
            case "snapshot":
                self.v, self.n, self.todo = message["v"], message["n"], message["todo"]
                view = message["view"]
                self.seat, self.pending = view["me"], 0
                self.done = view["phase"] in ("closing", "scored") and not view["ready"][self.seat]
                self.closing = view["phase"] == "closing"
                self.deal = view["deal"]["number"] if view["deal"] else 0
            case "told":
                assert message["v"] == self.v + len(message["facts"]), "a gap in the versions"
                self.v, self.n, self.todo = message["v"], message["n"], message["todo"]
                for fact in filter(None, message["facts"]):
                    self._note_fact(fact)
                if self.pending <= self.n:
                    self.pending = 0
            case "refused":
                self.pending = 0
                self.done = self.done or (
                    message["code"] == "too_fast" and self.last in ("go_on", "show_score")
                )

    def _note_fact(self, fact: Message) -> None:
        self.known.add(fact["t"])
        match fact["t"]:
            case "ChairsSwapped" if self.seat in (fact["a"], fact["b"]):
                self.seat = fact["a"] + fact["b"] - self.seat
            case "DealScored":
                self.done, self.closing = True, False
            case "TrickWon":
                self.done = self.closing = fact["closing"]
                self.tricks = fact["number"] + 1
            case "DealStarted" | "TakenBack" | "MatchEnded":
                self.deal = fact["number"] if fact["t"] == "DealStarted" else self.deal
                self.closing = False
                self.done, self.tricks = False, fact.get("number", 0) if fact["t"] == "TakenBack" else 0

    def choose(self, message: Message) -> Message | None:
        """What he does now: anything that he may."""
        if self.pending or message["t"] not in ("snapshot", "told", "refused"):
            return None
        if self.done:
            self.done = False
            return {"t": "show_score" if self.closing else "go_on"}
        if self.todo.get("may_claim") and self.tricks > 3 and self._likes("Ruled"):
            others = [seat for seat in range(4) if seat != self.seat]
            return {"t": "claim", "accused": self.chance.choice(others), "trick": self.chance.randrange(4)}
        if self.todo.get("may_take_back") and self._likes("TakenBack"):
            return {"t": "take_back"}
        if self.todo.get("turn") == self.seat and self.todo["calls"]:
            return {"t": "call", "call": self.chance.choice(self.todo["calls"])}
        if self.todo.get("turn") == self.seat and self.todo["cards"]:
            return {"t": "play", "card": self.chance.choice(self.todo["cards"])}
        return None

    def _likes(self, fact: str) -> bool:
        """Whether he wants this to happen: surely once in a while, seldom when it has."""
        return self.chance.random() < (0.03 if fact in self.known else 0.5)

    async def play(self, until: Callable[[Message], bool] | None = None) -> None:
        """Play on from the last message that was heard, until a match has ended or `until` holds."""
        stop = until or (lambda message: "MatchEnded" in facts_of(message))
        message = self.heard[-1]
        while not stop(message):
            command = self.choose(message)
            if command is not None:
                await self.wish(command)
            message = await self.next()

    @property
    def facts(self) -> list[Message]:
        """Every fact he was told, in order."""
        return [fact for message in self.heard for fact in message.get("facts", []) if fact is not None]


def facts_of(message: Message) -> list[str]:
    return [fact["t"] for fact in message.get("facts", []) if fact is not None]


async def play_together(guests: Sequence[Guest], until: Callable[[Message], bool] | None = None) -> None:
    """Let all of them play, each until `until` holds for a message that he got."""
    await asyncio.gather(*(guest.play(until) for guest in guests))


def conflict(table: str = "?") -> Conflict:
    return Conflict(table, 0, 1)


def data_folder(tmp_path: Path) -> Path:
    return tmp_path / "data"
