"""Each message of the wire, and each body of the HTTP door, in every way that is nearly right: a refusal, a
table that did not notice, and a server that lives."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from klaverjas.log import MemoryLog
from tests.server.hostile import BODIES, DOWNWARDS, UPWARDS, WRONG, good, nearly
from tests.server.support import Guest, Inn, inn, rules

SAID = {"Ping": "pong", "Say": "said"}


def name(shape: type[msgspec.Struct]) -> str:
    return shape.__name__


async def answer(guest: Guest, message: Any) -> dict[str, Any]:
    await guest.send(json.dumps(message))
    return await guest.next()


async def still_plays(it: Inn, guest: Guest, version: int) -> None:
    assert (await it.room(guest.code)).table.version == version
    assert (await answer(guest, {"t": "ping"})) == {"t": "pong"}


@pytest.mark.parametrize("shape", UPWARDS, ids=name)
async def test_what_is_nearly_a_message_is_refused_and_the_table_does_not_notice(
    shape: type[msgspec.Struct],
) -> None:
    async with inn() as it:
        jan = await it.host("Jan", rules(seats=2))
        tried = 0
        for message in nearly(shape):
            heard = await answer(jan, message)
            assert (heard["t"], heard["code"]) in (("refused", "unreadable"), ("refused", "too_long")), (
                message
            )
            tried += 1
        assert tried > 10
        await still_plays(it, jan, 3)


@pytest.mark.parametrize("shape", DOWNWARDS, ids=name)
async def test_what_the_server_says_is_no_message_to_the_server(shape: type[msgspec.Struct]) -> None:
    async with inn() as it:
        jan = await it.host("Jan", rules(seats=2))
        for message in (good(shape), {**good(shape), "n": 1}):
            assert (await answer(jan, message))["code"] == "unreadable"
        await still_plays(it, jan, 3)


@pytest.mark.parametrize("shape", UPWARDS, ids=name)
@pytest.mark.parametrize("n", [2, 3, 2**31])
async def test_a_message_of_another_table_or_another_time_is_answered_and_changes_nothing(
    shape: type[msgspec.Struct], n: int
) -> None:
    async with inn() as it:
        jan = await it.host("Jan", rules(seats=2))
        message = good(shape)
        heard = await answer(jan, {**message, "n": n} if "n" in message else message)
        assert heard["t"] in (SAID.get(shape.__name__, "refused"), "unsaid")
        await still_plays(it, jan, 3)


@pytest.mark.parametrize("shape", BODIES, ids=name)
async def test_what_is_nearly_a_wish_at_the_door_is_refused_and_opens_nothing(
    shape: type[msgspec.Struct],
) -> None:
    log = MemoryLog()
    async with inn(log) as it:
        jan = await it.host("Jan")
        path = BODIES[shape].format(code=jan.code)
        for body in [*nearly(shape), *WRONG]:
            response = await it.ask("POST", path, content=json.dumps(body))
            assert response.status_code in (400, 413), body
            assert response.json()["code"] in ("unreadable", "too_long")
        assert await log.tables() == [jan.code]
        await still_plays(it, jan, 3)


async def test_other_methods_and_long_addresses_are_refused() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
            for path in ("/api/tables", f"/api/tables/{jan.code}", "/", f"/ws/{jan.code}"):
                assert (await it.ask(method, path)).status_code in (404, 405)
        for path in ("/" + "x" * 9000, "/api/tables/" + "B" * 9000, "/t/%F0%9F%83%8F", "/api/tables/%00"):
            assert (await it.ask("GET", path)).status_code in (200, 404)
        assert (await it.ask("GET", f"/ws/{jan.code}")).status_code == 404
        await still_plays(it, jan, 3)
