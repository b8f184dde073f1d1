"""What the page says of its line: at once when it closes, within six seconds when it is silent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.e2e.pub import Invite, Person, until

LOST = "Geen verbinding, we proberen het opnieuw…"


@dataclass
class Wire:
    """The sockets of one page, which a test can make silent, close, and let say something."""

    silent: bool = False
    shut: bool = False
    sockets: list[WebSocketRoute] = field(default_factory=list)

    def between(self, page: WebSocketRoute) -> None:
        self.sockets.append(page)
        if self.shut:
            page.close(code=1006)
            return
        server = page.connect_to_server()
        page.on_message(lambda message: None if self.silent else server.send(message))
        server.on_message(lambda message: None if self.silent else page.send(message))


def at_a_table(invite: Invite) -> tuple[Person, Wire]:
    """Somebody in a waiting room, whose clock can be moved on."""
    tineke, wire = invite("Tineke"), Wire()
    tineke.page.route_web_socket("**/ws/*", wire.between)
    tineke.page.clock.install()
    tineke.open_table()
    return tineke, wire


def words(person: Person, text: str) -> Locator:
    return person.page.get_by_text(text)


def finds_another(person: Person, wire: Wire, sign: str) -> None:
    """Time passes until the page tries again, and no further: the answer takes time of its own."""
    before = len(wire.sockets)

    def tries() -> bool:
        person.page.clock.run_for(200)
        return len(wire.sockets) > before or words(person, sign).count() == 0

    until(person, what=tries)
    expect(words(person, sign)).to_have_count(0)


def test_a_line_that_closes_is_said_at_once_and_a_new_one_is_found(invite: Invite) -> None:
    tineke, wire = at_a_table(invite)
    wire.shut = True
    wire.sockets[-1].close(code=1006)
    expect(words(tineke, LOST)).to_be_visible()
    wire.shut = False
    finds_another(tineke, wire, LOST)
    tineke.complaints.clear()


def test_a_silent_line_is_asked_about_and_said_to_be_lost_within_six_seconds(invite: Invite) -> None:
    tineke, wire = at_a_table(invite)
    wire.silent = True
    tineke.page.clock.run_for(6_000)
    expect(words(tineke, LOST)).to_be_visible()
    wire.silent = False
    finds_another(tineke, wire, LOST)


def test_who_is_one_too_many_is_told_so_and_tries_later(invite: Invite) -> None:
    tineke, wire = at_a_table(invite)
    wire.shut = True
    wire.sockets[-1].send(json.dumps({"t": "bye", "why": "crowded"}))
    expect(words(tineke, "Er zijn te veel verbindingen vanaf jouw netwerk.")).to_be_visible()
    wire.shut = False
    finds_another(tineke, wire, "Er zijn te veel verbindingen")
