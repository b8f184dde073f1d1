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
    servers: list[WebSocketRoute] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def between(self, page: WebSocketRoute) -> None:
        self.sockets.append(page)
        if self.shut:
            page.close(code=1006)
            return
        server = page.connect_to_server()
        self.servers.append(server)
        page.on_message(lambda message: None if self.silent else server.send(message))
        server.on_message(lambda message: self._tell(page, str(message)))
        server.on_close(lambda code, reason: None if self.silent else page.close(code=code))

    def _tell(self, page: WebSocketRoute, message: str) -> None:
        if not self.silent:
            self.heard.append(message)
            page.send(message)


def at_a_table(invite: Invite) -> tuple[Person, Wire]:
    """Somebody in a waiting room, whose clock can be moved on."""
    tineke, wire = invite("Tineke"), Wire()
    tineke.page.route_web_socket("**/ws/*", wire.between)
    # Its time stands still but for what a test lets pass, however long the pub takes to answer.
    tineke.page.clock.install(time=0)
    tineke.page.clock.pause_at(1)
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


def with_cards(invite: Invite) -> tuple[Person, Wire]:
    """Somebody with cards in his hand, whose clock can be moved on."""
    tineke, wire = at_a_table(invite)
    tineke.start()

    def dealt() -> bool:
        tineke.page.clock.run_for(200)
        return len(tineke.hand) == 8

    until(tineke, what=dealt)
    return tineke, wire


def dies_without_a_word(wire: Wire) -> None:
    """The pub hangs up, and the page is not told: its network is gone, or it sleeps."""
    wire.silent = True
    wire.servers[-1].close()


def test_a_phone_that_slept_for_an_hour_has_its_hand_at_once_and_in_one_message(invite: Invite) -> None:
    tineke, wire = with_cards(invite)
    held = sorted(tineke.hand)
    dies_without_a_word(wire)
    # Timers of a page that sleeps do not ring one after the other: what is due rings once, when it wakes.
    tineke.page.clock.fast_forward(3_600_000)
    wire.silent = False
    before, lines = len(wire.heard), len(wire.sockets)
    tineke.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tineke.page.clock.run_for(100)
    until(tineke, what=lambda: len(wire.heard) > before)
    expect(words(tineke, LOST)).to_have_count(0)
    assert len(wire.sockets) == lines + 1, "one line, without waiting for a second try"
    kinds = [json.loads(text)["t"] for text in wire.heard[before:]]
    assert [kind for kind in kinds if kind != "heard"] == ["snapshot"], "and what was said meanwhile"
    assert sorted(tineke.hand) == held


def test_a_phone_that_goes_from_one_network_to_another_is_back_within_a_second(invite: Invite) -> None:
    """The old line is dead and nobody says so; all that the browser tells is that there is a network."""
    tineke, wire = with_cards(invite)
    held = sorted(tineke.hand)
    dies_without_a_word(wire)
    lines = len(wire.sockets)
    tineke.page.evaluate("window.dispatchEvent(new Event('online'))")
    tineke.page.clock.run_for(1_000)
    expect(words(tineke, LOST)).to_be_visible()
    wire.silent = False
    finds_another(tineke, wire, LOST)
    assert len(wire.sockets) == lines + 1
    assert sorted(tineke.hand) == held
