"""Whether the pub lives, and whether people can be sent to it."""

from __future__ import annotations

from klaverjas.bots import Quick
from klaverjas.server.health import KEPT_SECONDS
from klaverjas.server.rooms import Rooms
from klaverjas.server.thinking import InProcesses
from tests.server.support import FaultyLog, Inn, inn, make_pub


async def readiness(it: Inn) -> tuple[int, str]:
    answer = await it.ask("GET", "/readyz")
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.text


async def test_a_pub_that_can_write_and_think_is_ready() -> None:
    async with inn(hurry=False) as it:
        assert (await it.ask("GET", "/healthz")).text == "ok\n"
        assert await readiness(it) == (200, "ready\n")


async def test_a_pub_that_cannot_write_lives_and_is_not_ready_until_it_can() -> None:
    log = FaultyLog()
    async with inn(log, hurry=False) as it:
        log.broken = True
        assert await readiness(it) == (503, "not ready: log\n")
        assert (await it.ask("GET", "/healthz")).status_code == 200
        log.broken = False
        it.clock.advance(KEPT_SECONDS)
        assert await readiness(it) == (200, "ready\n")


async def test_who_asks_often_gets_the_same_answer_and_writes_nothing() -> None:
    log = FaultyLog()
    async with inn(log, hurry=False) as it:
        assert await readiness(it) == (200, "ready\n")
        log.broken = True
        assert await readiness(it) == (200, "ready\n")


async def test_a_pub_whose_regulars_cannot_think_is_not_ready() -> None:
    thinking = InProcesses(lambda name: Quick(), 1)
    pub = make_pub()
    rooms = Rooms(type(pub)(pub.log, pub.dice, pub.clock, pub.regulars, thinking))
    try:
        assert await thinking.wake(0) is False
        assert await thinking.wake(60) is True
        assert await rooms.unready() is None
    finally:
        thinking.close()


async def test_a_pub_that_closes_is_not_ready() -> None:
    rooms = Rooms(make_pub())
    assert await rooms.unready() is None
    await rooms.close()
    assert await rooms.unready() == "closing"
