"""One's own chair through the HTTP door: on another device, after losing it, and the cookie that lasts."""

from __future__ import annotations

from typing import Any

import httpx

from klaverjas.table.chairs import TICKET_SECONDS
from klaverjas.table.waiting import ARCHIVED
from tests.server.support import Guest, Inn, Message, inn

KEY = "k" * 32
OTHER_KEY = "o" * 32


async def ask(
    it: Inn, guest: Guest, path: str, body: Message | None = None, cookie: str = ""
) -> httpx.Response:
    headers = {"Cookie": cookie} if cookie else {}
    return await it.ask("POST", f"/api/tables/{guest.code}/{path}", json=body, headers=headers)


async def look(it: Inn, guest: Guest, cookie: str = "") -> Message:
    headers = {"Cookie": cookie} if cookie else {}
    card: Message = (await it.ask("GET", f"/api/tables/{guest.code}", headers=headers)).json()
    return card


def cookie_of(response: httpx.Response) -> str:
    return response.headers["set-cookie"].partition(";")[0]


async def test_a_link_of_ones_own_opens_the_same_chair_on_another_device_once() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        made = await ask(it, jan, "moves", cookie=jan.cookie)
        assert made.status_code == 201
        link = made.json()
        assert link["seconds"] == TICKET_SECONDS
        assert len(link["ticket"]) >= 22, "128 bits or more"
        taken = await ask(it, jan, "moves/in", {"ticket": link["ticket"], "key": KEY})
        assert taken.status_code == 201
        assert "HttpOnly" in taken.headers["set-cookie"]
        assert (await look(it, jan, cookie_of(taken)))["mine"] == 0
        assert (await look(it, jan, jan.cookie))["mine"] == 0, "the first device keeps the chair"
        again = await ask(it, jan, "moves/in", {"ticket": link["ticket"], "key": KEY})
        assert again.status_code == 201, "the same wish, sent twice"
        stranger = await ask(it, jan, "moves/in", {"ticket": link["ticket"], "key": OTHER_KEY})
        assert (stranger.status_code, stranger.json()) == (410, {"code": "ticket_gone"})


async def test_the_second_device_takes_over_and_the_first_is_told() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        ticket = (await ask(it, jan, "moves", cookie=jan.cookie)).json()["ticket"]
        tablet = it.guest("Jan")
        tablet.code = jan.code
        taken = await ask(it, jan, "moves/in", {"ticket": ticket, "key": KEY})
        tablet.cookie = cookie_of(taken)
        assert (await tablet.connect())["t"] == "snapshot"
        assert (await jan.hear("bye"))["why"] == "elsewhere"


async def test_only_who_has_a_chair_gets_a_link_and_who_has_another_one_uses_none() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        nobody = await ask(it, jan, "moves")
        assert (nobody.status_code, nobody.json()) == (403, {"code": "no_chair"})
        stranger = await ask(it, jan, "moves", cookie=f"kk_{jan.code}={OTHER_KEY}")
        assert stranger.json() == {"code": "no_chair"}
        ticket = (await ask(it, jan, "moves", cookie=jan.cookie)).json()["ticket"]
        other = await ask(it, jan, "moves/in", {"ticket": ticket, "key": KEY}, cookie=piet.cookie)
        assert (other.status_code, other.json()) == (409, {"code": "other_chair"})


async def test_who_lost_his_cookie_gets_his_chair_back_when_somebody_at_the_table_says_yes() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        here = await ask(it, jan, "asks", {"seat": piet.seat, "key": KEY})
        assert (here.status_code, here.json()) == (409, {"code": "not_gone"})
        await piet.disconnect()
        await jan.hear("presence", until=lambda message: not message["online"][piet.seat])
        assert (await look(it, jan))["gone"] == [piet.seat]
        asked = await ask(it, jan, "asks", {"seat": piet.seat, "key": KEY})
        assert asked.status_code == 201
        cookie = cookie_of(asked)
        card = await look(it, jan, cookie)
        assert (card["mine"], card["asked"]["seat"]) == (None, piet.seat)
        seen = (await jan.hear("presence", until=lambda message: bool(message["asks"])))["asks"]
        assert seen == [card["asked"]], "the same number on both screens"
        await jan.ask({"t": "admit", **seen[0], "yes": True})
        assert (await look(it, jan, cookie))["mine"] == piet.seat
        assert (await look(it, jan, piet.cookie))["mine"] is None


async def test_who_has_a_chair_asks_for_no_other_and_who_sits_down_elsewhere_asks_no_longer() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await piet.disconnect()
        await jan.hear("presence", until=lambda message: not message["online"][piet.seat])
        own = await ask(it, jan, "asks", {"seat": piet.seat, "key": KEY}, cookie=jan.cookie)
        assert own.json() == {"code": "other_chair"}
        cookie = cookie_of(await ask(it, jan, "asks", {"seat": piet.seat, "key": KEY}))
        await ask(it, jan, "chairs", {"name": "Piet"}, cookie=cookie)
        assert (await look(it, jan, cookie))["asked"] is None


async def test_every_visit_renews_the_cookie_and_a_stranger_gets_none() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        visit = await it.ask("GET", f"/api/tables/{jan.code}", headers={"Cookie": jan.cookie})
        assert visit.headers["set-cookie"].startswith(jan.cookie)
        assert "Max-Age=2592000" in visit.headers["set-cookie"]
        stranger = await it.ask("GET", f"/api/tables/{jan.code}", headers={"Cookie": f"kk_{jan.code}={KEY}"})
        assert "set-cookie" not in stranger.headers


async def test_strangers_pages_bad_keys_and_old_tables_open_nothing() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        headers = {"Cookie": jan.cookie, "Origin": "https://elsewhere.example"}
        for path, body in (
            ("moves", None),
            ("moves/in", {"ticket": KEY, "key": KEY}),
            ("asks", {"seat": 0, "key": KEY}),
        ):
            answer = await it.ask("POST", f"/api/tables/{jan.code}/{path}", json=body, headers=headers)
            assert answer.json() == {"code": "unreadable"}
        wrongs: list[Any] = [
            {"seat": 0, "key": "short"},
            {"seat": 7, "key": KEY},
            {"key": KEY},
            None,
            [],
            "x",
        ]
        for wrong in wrongs:
            answer = await it.ask("POST", f"/api/tables/{jan.code}/asks", json=wrong)
            assert (answer.status_code, answer.json()) == (400, {"code": "unreadable"})
        it.clock.advance(ARCHIVED)
        card = await look(it, jan)
        assert card["archived"]
        old = await ask(it, jan, "moves", cookie=jan.cookie)
        assert (old.status_code, old.json()) == (410, {"code": "table_closed"})
