"""A room without sockets: its lines are read straight from their mailboxes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from klaverjas.log import EventLog
from klaverjas.server.line import Line
from klaverjas.server.room import Pub, Room, load
from klaverjas.server.rooms import Rooms
from klaverjas.server.tokens import fingerprint
from klaverjas.table import SitDown, Table
from klaverjas.wire.messages import AnyCommand, GiveNumber
from klaverjas.wire.shapes import HouseRules
from tests.server.support import PUB_RULES, Message

NAMES = ("Jan", "Piet", "Mia", "Ans")


@dataclass
class Person:
    """Somebody with a line into a room. `texts` are all envelopes he was sent, byte for byte."""

    name: str
    line: Line = field(default_factory=Line)
    texts: list[str] = field(default_factory=list)

    @property
    def sha256(self) -> str:
        return fingerprint(self.name)

    def read(self) -> list[Message]:
        """What was said since the last time."""
        new: list[Message] = []
        while (text := self._take()) is not None:
            self.texts.append(text)
            new.append(json.loads(text))
        return new

    def _take(self) -> str | None:
        return self.line.take()

    def read_texts(self) -> list[str]:
        """Everything he was ever sent, byte for byte."""
        self.read()
        return self.texts

    def join(self, room: Room) -> list[Message]:
        self.line = Line()
        assert room.connect(self.sha256, self.line)
        return self.read()


@dataclass
class Corner:
    """A room and the people in it."""

    rooms: Rooms
    room: Room
    people: list[Person]
    browsers: bool = True

    async def ask(self, person: Person, command: Message, n: int | None = None) -> list[Message]:
        """Carry out a command and return what its sender is told then; after it browsers give numbers."""
        number = n if n is not None else self.chair_number(person) + 1
        deal = {"deal": self.room.table.number} if command["t"] in ("go_on", "claim") else {}
        asked = msgspec.convert({**deal, **command, "n": number}, AnyCommand)
        person.read()
        self.room.command(person.line, asked)
        await self.room.settled()
        answer = person.read()
        await self.give_numbers()
        return answer

    async def give_numbers(self) -> None:
        """Every browser gives its number for the coming deal, as pages do by themselves."""
        for person in self.people if self.browsers else ():
            coming = self.room.table.coming
            if coming is not None and self.seated(person) and self.seat(person) not in coming.gave:
                number = sha256(person.name.encode()).hexdigest()[:32]
                given = GiveNumber(coming.place.match, coming.place.deal, number)
                self.room.give_number(person.line, given)
                await self.room.settled()

    async def close(self) -> None:
        """Close the pub; there is no socket to wait for."""
        for person in self.people:
            person.line.gone.set()
        await self.rooms.close()

    @property
    def phase(self) -> str:
        return self.room.table.phase

    def chair_number(self, person: Person) -> int:
        return next((chair.n for chair in self.room.table.chairs if person.sha256 in chair.keys), 0)

    def seated(self, person: Person) -> bool:
        return self.room.table.seat_of(person.sha256) is not None

    def seat(self, person: Person) -> int:
        seat = self.room.table.seat_of(person.sha256)
        assert seat is not None
        return seat


async def corner(pub: Pub, people: int = 4, house: Message = PUB_RULES, start: bool = True) -> Corner:
    """People at a new table, connected, the match started."""
    rooms = Rooms(pub)
    persons = [Person(name) for name in NAMES[:people]]
    host, *others = persons
    room = await rooms.open(msgspec.convert(house, HouseRules), SitDown(host.name, host.sha256))
    for person in others:
        await room.at_the_door(SitDown(person.name, person.sha256))
    for person in persons:
        person.join(room)
    it = Corner(rooms, room, persons)
    if start:
        await it.ask(host, {"t": "start"})
    for person in persons:
        person.read()
    return it


async def from_log(log: EventLog, room: Room) -> Table | None:
    """The table as a server would find it after a crash now."""
    return await load(log, room.table.code)


def kinds(messages: Sequence[Message]) -> list[str]:
    return [message["t"] for message in messages]
