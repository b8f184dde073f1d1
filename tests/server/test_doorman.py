"""What one address may do, and what a whole club behind one address must be able to do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from klaverjas.server.limits import Limits, Rate
from klaverjas.server.socket import MESSAGES, MOST_TOO_FAST
from tests.server.support import PUB_RULES, Guest, Inn, inn

OPEN = {"name": "Jan", "rules": PUB_RULES}
# Nobody is a proxy: then this machine is an address like any other.
STRANGERS: dict[str, Any] = {"hurry": False, "proxies": ""}


def limits(**changed: Any) -> Limits:
    return replace(Limits(), **changed)


async def statuses(it: Inn, times: int, method: str, path: str, **how: Any) -> list[int]:
    return [(await it.ask(method, path, **how)).status_code for _ in range(times)]


async def test_tables_are_opened_no_faster_than_is_allowed_and_the_refusal_says_why() -> None:
    async with inn(limits=limits(tables=Rate(2, 0.1)), **STRANGERS) as it:
        assert await statuses(it, 3, "POST", "/api/tables", json=OPEN) == [201, 201, 429]
        answer = await it.ask("POST", "/api/tables", json=OPEN)
        assert answer.json() == {"code": "too_fast"}
        assert answer.headers["retry-after"] == "10"
        it.clock.advance(10)
        assert await statuses(it, 2, "POST", "/api/tables", json=OPEN) == [201, 429]


async def test_a_wish_that_cannot_be_read_opens_no_table_and_costs_none() -> None:
    async with inn(limits=limits(tables=Rate(1, 0.1)), **STRANGERS) as it:
        assert await statuses(it, 3, "POST", "/api/tables", json={"name": ""}) == [400] * 3
        assert await statuses(it, 1, "POST", "/api/tables", json=OPEN) == [201]


async def test_joining_is_bounded_but_not_for_who_has_a_chair_already() -> None:
    async with inn(limits=limits(joins=Rate(1, 0.1)), **STRANGERS) as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        path = f"/api/tables/{jan.code}/chairs"
        assert await statuses(it, 1, "POST", path, json={"name": "Mia"}) == [429]
        mine = {"json": {"name": "Piet"}, "headers": {"Cookie": piet.cookie}}
        assert await statuses(it, 3, "POST", path, **mine) == [201] * 3


async def test_who_guesses_codes_learns_soon_no_more_by_http_or_by_socket() -> None:
    async with inn(limits=limits(wrong_codes=Rate(3, 0.1)), **STRANGERS) as it:
        jan = await it.host("Jan")
        assert await statuses(it, 2, "GET", "/api/tables/BBBBB") == [404, 404]
        eve = it.guest("Eve")
        eve.code = "BBBBC"
        assert await turned_away(eve) == (4404, [])
        assert await statuses(it, 1, "GET", "/api/tables/BBBBB") == [429]
        assert await statuses(it, 1, "GET", f"/api/tables/{jan.code}") == [429]
        guess = {"Cookie": f"kk_{jan.code}=guess"}
        assert await statuses(it, 1, "GET", f"/api/tables/{jan.code}", headers=guess) == [429]
        for eve.code in ("BBBBC", jan.code):
            assert await turned_away(eve) == (1013, [{"t": "bye", "why": "crowded"}])


async def test_who_has_a_chair_comes_in_whatever_his_neighbours_guess() -> None:
    async with inn(limits=limits(wrong_codes=Rate(1, 0.1)), **STRANGERS) as it:
        jan = await it.host("Jan")
        assert await statuses(it, 2, "GET", "/api/tables/BBBBB") == [404, 429]
        mine = {"Cookie": jan.cookie}
        assert await statuses(it, 1, "GET", f"/api/tables/{jan.code}", headers=mine) == [200]
        assert (await jan.connect())["t"] == "snapshot"


async def test_requests_are_bounded_but_the_page_always_comes() -> None:
    async with inn(limits=limits(requests=Rate(2, 0.1)), **STRANGERS) as it:
        assert await statuses(it, 3, "GET", "/api/regulars") == [200, 200, 429]
        assert await statuses(it, 1, "GET", "/healthz") == [200]


async def read_all(guest: Guest) -> None:
    await guest.connect()
    while True:
        await guest.next()


async def turned_away(guest: Guest) -> tuple[int, list[Any]]:
    """The code with which a line is closed, and what was said before."""
    guest.heard.clear()
    with pytest.raises(ConnectionClosed) as closed:
        await read_all(guest)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, guest.heard


async def test_records_for_which_a_whole_log_is_read_are_bounded() -> None:
    async with inn(limits=limits(records=Rate(2, 0.1)), **STRANGERS) as it:
        jan = await it.host("Jan")
        path = f"/api/tables/{jan.code}/deals/1/0"
        assert await statuses(it, 3, "GET", path) == [404, 404, 429]
        assert await statuses(it, 1, "GET", f"/api/tables/{jan.code}") == [200]


async def test_one_address_has_so_many_sockets_and_a_closed_one_makes_room() -> None:
    async with inn(limits=limits(sockets=2), **STRANGERS) as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        mia = it.guest("Mia")
        await mia.sit(jan.code)
        assert await turned_away(mia) == (1013, [{"t": "bye", "why": "crowded"}])
        await piet.disconnect()
        await jan.hear("presence", until=lambda message: message["online"] == [True, False, False, False])
        assert (await mia.connect())["t"] == "snapshot"


async def test_there_are_so_many_sockets_in_all() -> None:
    async with inn(limits=limits(sockets_in_all=1)) as it:
        jan = await it.host("Jan")
        piet = it.guest("Piet")
        await piet.sit(jan.code)
        assert (await turned_away(piet))[0] == 1013


async def test_knocking_without_end_is_answered_for_a_while() -> None:
    async with inn(limits=limits(knocks=Rate(2, 0.1)), **STRANGERS) as it:
        jan = await it.host("Jan")
        await jan.connect()
        assert await turned_away(jan) == (1013, [{"t": "bye", "why": "crowded"}])
        it.clock.advance(10)
        assert (await jan.connect())["t"] == "snapshot"


async def test_all_sockets_of_an_address_talk_together_no_faster_than_is_allowed() -> None:
    async with inn(limits=limits(messages=Rate(10, 1.0)), **STRANGERS) as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await jan.hear("presence", until=lambda message: message["online"] == [True, False, True, False])
        answers = []
        for guest in (jan, piet):
            for _ in range(6):
                await guest.send('{"t":"ping"}')
            answers += [(await guest.next())["t"] for _ in range(6)]
        assert answers == ["pong"] * 10 + ["refused"] * 2


async def test_who_goes_on_after_being_told_is_shown_out_and_the_table_plays_on() -> None:
    async with inn(**STRANGERS) as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        for _ in range(MESSAGES.burst + MOST_TOO_FAST + 1):
            await piet.send('{"t":"ping"}')
        assert await piet.hear("bye") == {"t": "bye", "why": "too_fast"}
        assert [message["t"] for message in piet.heard].count("refused") == MOST_TOO_FAST + 1
        assert (await jan.ask({"t": "swap", "seat": 3}))["t"] == "told"


async def test_callers_of_a_proxy_are_told_apart_and_strangers_cannot_pretend() -> None:
    async with inn(limits=limits(tables=Rate(1, 0.1)), hurry=False) as it:
        for caller in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            how = {"json": OPEN, "headers": {"X-Forwarded-For": f"198.51.100.9, {caller}"}}
            assert await statuses(it, 2, "POST", "/api/tables", **how) == [201, 429]
        assert await statuses(it, 3, "POST", "/api/tables", json=OPEN) == [201] * 3
    async with inn(limits=limits(tables=Rate(1, 0.1)), **STRANGERS) as it:
        for caller, status in (("192.0.2.1", 201), ("192.0.2.2", 429)):
            how = {"json": OPEN, "headers": {"X-Forwarded-For": caller}}
            assert await statuses(it, 1, "POST", "/api/tables", **how) == [status]


async def test_a_proxy_can_name_its_callers_in_a_header_of_its_own() -> None:
    async with inn(limits=limits(tables=Rate(1, 0.1)), hurry=False, client_header="x-real-ip") as it:
        for forged, status in (("198.51.100.1", 201), ("198.51.100.2", 429)):
            headers = {"X-Forwarded-For": forged, "X-Real-IP": "192.0.2.1"}
            how = {"json": OPEN, "headers": headers}
            assert await statuses(it, 1, "POST", "/api/tables", **how) == [status]


async def test_a_club_evening_of_sixty_people_behind_one_address_meets_no_limit() -> None:
    """Sixty people come in within a minute and type a code wrong here and there, sit down at fifteen tables,
    reload, are all thrown back by a server that restarts, and each goes home after a game of practice."""
    async with inn(pace=1, **STRANGERS) as it:
        hosts = [await it.host(f"Host {number}") for number in range(15)]
        friends: list[Guest] = []
        for host in hosts:
            assert await statuses(it, 2, "GET", "/api/tables/BBBBB") == [404, 404]
            friends += [await it.friend(f"{host.name} {number}", host.code) for number in range(3)]
        club = hosts + friends
        for _ in range(2):
            await asyncio.gather(*(person.connect() for person in club))
        for host in hosts:
            assert (await host.ask({"t": "start"}))["t"] == "told"
        # A minute of heartbeats, in which everybody also does something now and then.
        for second in range(0, 60, 2):
            it.clock.advance(2)
            for person in club:
                if second % 6 == 0:
                    await person.send('{"t":"swap","n":99,"seat":1}')
                await person.send('{"t":"ping"}')
            await asyncio.gather(*(person.hear("pong") for person in club))
        for person in club:
            refusals = [message["code"] for message in person.heard if message["t"] == "refused"]
            assert refusals
            assert "too_fast" not in refusals
        for person in club:
            answer = await it.ask("POST", "/api/tables", json={**OPEN, "name": person.name, "practice": True})
            assert answer.status_code == 201


async def test_who_changes_places_without_end_is_told_that_it_is_too_fast_and_does_not_fill_the_disk() -> (
    None
):
    async with inn(unlimited_loopback=True) as it:
        jan, piet = await it.host("Jan"), it.guest("Piet")
        await piet.sit(jan.code)
        await piet.connect()
        answers = [await jan.ask({"t": "swap", "seat": 2 if number % 2 else 3}) for number in range(60)]
        refused = [answer["code"] for answer in answers if answer["t"] == "refused"]
        assert refused == ["too_fast"] * 20
        assert (await piet.ask({"t": "swap", "seat": 0}))["t"] == "told", "others may"
        it.clock.advance(2)
        assert (await jan.ask({"t": "swap", "seat": 3}))["t"] == "told"
        assert (await jan.ask({"t": "swap", "seat": 2}))["code"] == "too_fast"


async def test_who_asks_for_links_to_his_chair_without_end_gets_some() -> None:
    async with inn(unlimited_loopback=True) as it:
        jan = await it.host("Jan")
        moves = f"/api/tables/{jan.code}/moves"
        found = await statuses(it, 45, "POST", moves, headers={"Cookie": jan.cookie})
        assert found == [201] * 40 + [429] * 5
        answer = await it.ask("POST", moves, headers={"Cookie": jan.cookie})
        assert (answer.json(), answer.headers["retry-after"]) == ({"code": "too_fast"}, "10")


async def test_tables_where_nobody_is_make_place_and_a_full_house_says_so() -> None:
    async with inn(limits=limits(tables_in_memory=2)) as it:
        jan = await it.host("Jan")
        empty = it.guest("Piet")
        await empty.open()
        assert await statuses(it, 1, "POST", "/api/tables", json=OPEN) == [503], "who just came may come in"
        it.clock.advance(10)
        mia = await it.host("Mia")
        assert len(it.rooms) == 2
        it.clock.advance(10)
        full = await it.ask("POST", "/api/tables", json=OPEN)
        assert (full.status_code, full.json(), full.headers["retry-after"]) == (
            503,
            {"code": "full_house"},
            "10",
        )
        assert await turned_away(empty) == (1013, [{"t": "bye", "why": "crowded"}])
        assert (await it.ask("GET", f"/api/tables/{empty.code}")).json() == {"code": "full_house"}
        assert (await jan.ask({"t": "swap", "seat": 2}))["t"] == "told"
        await mia.disconnect()
        while (await it.room(mia.code)).lines:
            await asyncio.sleep(0)
        it.clock.advance(10)
        assert (await empty.connect())["t"] == "snapshot"
