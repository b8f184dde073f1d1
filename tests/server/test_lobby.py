"""The HTTP door: opening a table, looking at one, sitting down, and every way to be refused there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from klaverjas.server.rooms import ALPHABET
from klaverjas.server.tokens import fingerprint
from tests.server.support import (
    CLUB_RULES,
    PUB_RULES,
    FaultyLog,
    Inn,
    Message,
    conflict,
    inn,
    rules,
)


async def post(it: Inn, path: str, body: Any, **how: Any) -> httpx.Response:
    return await it.ask("POST", path, json=body, **how)


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_a_table_gets_a_code_that_can_be_said_and_a_secret_that_only_the_browser_has() -> None:
    log = FaultyLog()
    async with inn(log) as it:
        response = await post(it, "/api/tables", {"name": "Jan", "rules": CLUB_RULES})
        assert response.status_code == 201
        code = response.json()["code"]
        assert len(code) == 5
        assert set(code) <= set(ALPHABET)
        cookie = response.headers["set-cookie"]
        name, _, rest = cookie.partition("=")
        token = rest.partition(";")[0]
        assert name == f"kk_{code}"
        assert len(token) >= 22
        for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=2592000"):
            assert part in cookie
        assert "Secure" not in cookie
        kept = b"".join(await log.read(code))
        assert token.encode() not in kept
        assert fingerprint(token).encode() in kept
        assert response.headers["cache-control"] == "no-store"


async def test_the_secret_is_for_https_alone_where_the_pub_has_it() -> None:
    async with inn(public_url="https://kroeg.example") as it:
        response = await post(it, "/api/tables", {"name": "Jan", "rules": PUB_RULES})
        assert "Secure" in response.headers["set-cookie"]
        proxied = {"X-Forwarded-Proto": "https"}
    async with inn() as it:
        response = await post(it, "/api/tables", {"name": "Jan", "rules": PUB_RULES}, headers=proxied)
        assert "Secure" in response.headers["set-cookie"]


EMPTY = {"kind": "empty", "name": "", "host": False, "arriving": False, "stand_in": None}


async def test_a_newcomer_sees_who_sits_there_and_the_rules_before_he_sits_down() -> None:
    async with inn() as it:
        jan = await it.host("Jan", CLUB_RULES)
        card = (await it.ask("GET", f"/api/tables/{jan.code.lower()}")).json()
        assert card == {
            "code": jan.code,
            "rules": CLUB_RULES,
            "phase": "waiting",
            "chairs": [{**EMPTY, "kind": "person", "name": "Jan", "host": True}] + [EMPTY] * 3,
            "free": 3,
            "closed": False,
            "mine": None,
            "gone": [],
            "asked": None,
            "archived": False,
            "sheet": [],
            "totals": [],
            "winners": [],
        }
        mine = await it.ask("GET", f"/api/tables/{jan.code}", headers={"Cookie": jan.cookie})
        assert mine.json()["mine"] == 0


async def test_who_asks_twice_for_a_chair_has_one() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        again = await post(
            it, f"/api/tables/{jan.code}/chairs", {"name": "Jan"}, headers={"Cookie": jan.cookie}
        )
        assert again.status_code == 201
        assert "set-cookie" not in again.headers
        assert (await it.ask("GET", f"/api/tables/{jan.code}")).json()["free"] == 3


async def test_a_table_is_full_when_every_chair_has_a_person() -> None:
    async with inn() as it:
        jan = await it.host("Jan", rules(seats=2))
        await it.friend("Piet", jan.code)
        path = f"/api/tables/{jan.code}/chairs"
        assert code_of(await post(it, path, {"name": "Mia"})) == (409, "table_full")


async def test_five_people_who_sit_down_at_once_get_the_four_chairs_and_one_refusal() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        path = f"/api/tables/{jan.code}/chairs"
        answers = await asyncio.gather(*(post(it, path, {"name": f"P{i}"}) for i in range(5)))
        assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 409, 409]
        assert len((await it.room(jan.code)).table.people) == 4


async def test_during_a_match_a_newcomer_takes_the_chair_of_a_regular() -> None:
    async with inn(pace=1) as it:
        (jan,) = await it.party(["Jan"])
        piet = await it.friend("Piet", jan.code)
        assert piet.seat == 2
        snapshot = piet.heard[0]
        assert snapshot["view"]["deal"]["hand"] == [], "the regular plays this deal to its end"
        assert snapshot["view"]["chairs"][2]["arriving"]
        joined = await jan.hear("told", until=lambda message: bool(message["facts"]))
        piet_joined = {"t": "Joined", "seat": 2, "name": "Piet", "host": False, "arriving": True}
        assert joined["facts"] == [piet_joined, None]


async def test_a_wish_to_sit_down_that_is_sent_twice_gets_one_chair() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        path, wish = f"/api/tables/{jan.code}/chairs", {"name": "Mia", "key": "k" * 32}
        first, second = await asyncio.gather(post(it, path, wish), post(it, path, wish))
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.headers["set-cookie"] == second.headers["set-cookie"]
        assert len((await it.room(jan.code)).table.people) == 2


@pytest.mark.parametrize("key", ["", "short", "k" * 65, "k" * 31 + "!", 7])
async def test_a_key_that_could_be_guessed_is_refused(key: object) -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        answer = await post(it, f"/api/tables/{jan.code}/chairs", {"name": "Mia", "key": key})
        assert code_of(answer) == (400, "unreadable")


async def test_the_regulars_lay_their_convention_cards_open() -> None:
    async with inn() as it:
        cards = (await it.ask("GET", "/api/regulars")).json()
        assert len(cards) >= 5
        assert {card["level"] for card in cards} == {"gentle", "steady", "strong"}
        assert all(set(card) == {"key", "name", "level", "card"} for card in cards)


async def test_a_table_that_everybody_left_is_closed() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        await jan.wish({"t": "leave"})
        assert await jan.hear("bye") == {"t": "bye", "why": "left"}
        path = f"/api/tables/{jan.code}"
        assert code_of(await post(it, f"{path}/chairs", {"name": "Mia"})) == (410, "table_closed")
        card = (await it.ask("GET", path)).json()
        assert (card["free"], card["closed"]) == (0, True)


@pytest.mark.parametrize("code", ["BBBBB", "bbbbb", "AAAAA", "X", "x" * 300, "%00", "..", "B B B", "ééééé"])
async def test_an_unknown_table_is_said_to_be_unknown(code: str) -> None:
    async with inn() as it:
        for answer in (
            await it.ask("GET", f"/api/tables/{code}"),
            await post(it, f"/api/tables/{code}/chairs", {"name": "Jan"}),
        ):
            assert answer.status_code in (404, 405)
            if answer.headers["content-type"] == "application/json":
                assert answer.json() == {"code": "no_such_table"}
        assert len(it.rooms) == 0


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_missing"),
        ("   ", "name_missing"),
        ("x" * 200, "name_too_long"),
        ("Jan\u202ePiet", "name_unprintable"),
    ],
)
async def test_a_name_that_cannot_be_is_refused_at_both_doors(name: str, code: str) -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        body = {"name": name, "rules": PUB_RULES}
        assert code_of(await post(it, "/api/tables", body)) == (400, code)
        assert code_of(await post(it, f"/api/tables/{jan.code}/chairs", {"name": name})) == (400, code)
        assert (await it.room(jan.code)).table.people == (0,)


@pytest.mark.parametrize("name", ["<script>alert(1)</script"[:20], "👍🏽 Jan", "محمد", '"&\\'])
async def test_a_strange_name_is_told_as_it_is(name: str) -> None:
    async with inn() as it:
        guest = it.guest(name)
        await guest.open()
        snapshot = await guest.connect()
        assert snapshot["view"]["chairs"][0]["name"] == name


IMPOSSIBLE = [{**PUB_RULES, "seats": 3, "deals": 4}, {**PUB_RULES, "deals": 5}]


@pytest.mark.parametrize("house", IMPOSSIBLE)
async def test_rules_that_cannot_be_played_are_refused(house: Message) -> None:
    async with inn() as it:
        answer = await post(it, "/api/tables", {"name": "Jan", "rules": house})
        assert code_of(answer) == (400, "rules_impossible")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'"\xff"',
        b"[" * 2000,
        b'{"name": "Jan"}',
        b'{"name": null, "rules": null}',
        b'{"name": 5}',
        json.dumps({"name": "Jan", "rules": {**PUB_RULES, "seats": 5}}).encode(),
        json.dumps({"name": "Jan", "rules": {**PUB_RULES, "seats": "4"}}).encode(),
        json.dumps({"name": "Jan", "rules": PUB_RULES, "seat": 2}).encode(),
        json.dumps({"name": "Jan", "rules": {**PUB_RULES, "deals": 1e99}}).encode(),
    ],
)
async def test_a_body_that_is_no_request_is_unreadable(body: bytes) -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        assert code_of(await it.ask("POST", "/api/tables", content=body)) == (400, "unreadable")
        if body != b'{"name": "Jan"}':
            path = f"/api/tables/{jan.code}/chairs"
            assert code_of(await it.ask("POST", path, content=body)) == (400, "unreadable")
        assert len(it.rooms) == 1


async def test_a_body_of_a_megabyte_is_too_long() -> None:
    async with inn() as it:
        answer = await it.ask("POST", "/api/tables", content=b" " * 2**20)
        assert code_of(answer) == (413, "too_long")


async def test_a_page_of_a_stranger_cannot_open_a_table_or_sit_down() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for origin in ("https://elsewhere.example", "null", "http://127.0.0.1:1", "http://["):
            for path, body in (
                ("/api/tables", {"name": "Eve", "rules": PUB_RULES}),
                (f"/api/tables/{jan.code}/chairs", {"name": "Eve"}),
            ):
                answer = await post(it, path, body, headers={"Origin": origin})
                assert code_of(answer) == (400, "unreadable")
        assert (await it.room(jan.code)).table.people == (0,)


async def test_when_the_log_cannot_write_nothing_is_opened_and_later_it_is() -> None:
    log = FaultyLog()
    async with inn(log) as it:
        jan = await it.host("Jan")
        log.broken = True
        path, body = f"/api/tables/{jan.code}/chairs", {"name": "Mia"}
        opened = await post(it, "/api/tables", {"name": "Piet", "rules": PUB_RULES})
        assert code_of(opened) == (503, "unavailable")
        assert code_of(await post(it, path, body)) == (503, "unavailable")
        assert code_of(await it.ask("GET", "/api/tables/BBBBB")) == (503, "unavailable")
        log.broken = False
        assert (await post(it, path, body)).status_code == 201
        assert await log.tables() == [jan.code]


async def test_a_code_that_somebody_has_is_drawn_again() -> None:
    log = FaultyLog()
    async with inn(log) as it:
        log.before = [conflict(), conflict()]
        jan = await it.host("Jan")
        assert await log.tables() == [jan.code]
        assert log.appends == 3


async def test_a_fault_of_ours_is_answered_and_told_without_what_it_was_about(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = FaultyLog()
    async with inn(log) as it:
        log.before = [RuntimeError("Jan has HJ")]
        answer = await post(it, "/api/tables", {"name": "Jan", "rules": PUB_RULES})
        assert code_of(answer) == (503, "unavailable")
        assert "RuntimeError" in caplog.text
        assert "Jan" not in caplog.text
        assert "HJ" not in caplog.text
