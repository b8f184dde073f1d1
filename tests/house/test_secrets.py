"""Two worlds again (see test_two_worlds), for all that leaves the pub besides a seat's own line: the moves of
regulars and their moments, claims that were right, HTTP answers, the log of the program, its figures."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from klaverjas.log import LogUnavailable
from klaverjas.rules import Call, Card, Deal, Move, SeatView, claim, fair, pack, view_for
from klaverjas.rules.errors import IllegalMove
from klaverjas.server import journal
from klaverjas.server.app import create_app
from klaverjas.server.figures import Figures
from klaverjas.server.metrics import PubCollector
from klaverjas.server.room import Pub
from klaverjas.server.settings import Settings
from klaverjas.server.thinking import choose
from klaverjas.table import decode
from tests.house.test_two_worlds import (
    Move as Deed,
)
from tests.house.test_two_worlds import (
    Programmed,
    WorldDice,
    anything,
    deal_of,
    everything_sent,
    named,
    other_world,
    places,
    repeat,
    stack,
    variant_of,
    world,
)
from tests.server.rooms import Corner, corner
from tests.server.support import CLUB_RULES, PUB_RULES, FakeClock, FaultyLog, Message, make_pub, rules

PRESETS = pytest.mark.parametrize("preset", [PUB_RULES, CLUB_RULES], ids=["pub", "club"])
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def stacked_for(seed: int, seats: int) -> list[Card]:
    cards = list(pack(seats))
    return random.Random(1000 + seed).sample(cards, len(cards))


# ---- regulars in the chairs


def indiscreet(view: SeatView) -> Move:
    """A regular that breaks, with its cards on its lips."""
    raise RuntimeError(f"{view!r} {view.hand} {view.own}")


@dataclass
class Script:
    """Regulars who move by chance the first time and the same way the next; `lost` when they cannot. Before
    each move one of them fails, so that there is something in the log of the program."""

    chance: random.Random
    moves: list[Move] = field(default_factory=list)
    at: int = 0
    lost: bool = False

    async def wake(self, seconds: float) -> bool:
        return True

    async def choose(self, name: str, view: SeatView) -> Move:
        fallback = choose(indiscreet, view)
        allowed: Sequence[Move] = view.calls or list(view.legal)
        if self.at == len(self.moves):
            self.moves.append(self.chance.choice(allowed))
        move = self.moves[self.at]
        self.at += 1
        self.lost = self.lost or move not in allowed
        return fallback if self.lost else move


@dataclass
class Evening:
    """One person with regulars, and everything that leaves the pub."""

    it: Corner
    clock: FakeClock
    log: FaultyLog
    script: Script
    pub: Pub
    waits: list[list[float]] = field(default_factory=list)

    async def go_on(self, steps: int, chance: random.Random, deeds: list[Deed]) -> bool:
        """Let it play so many steps; the person does what is in `deeds`, then anything, noted there. False
        when somebody cannot do in this world what he did in the other."""
        mine = iter(list(deeds))
        for _ in range(steps):
            table = self.it.room.table
            if table.deal is None or table.deal.turn is None or self.script.lost:
                break
            self.waits.append(self.clock.waits)
            if table.regular_in_turn() is None:
                deed = next(mine, None)
                if deed is None:
                    deed = anything(self.it, chance)
                    deeds.append(deed)
                answer = await self.it.ask(named(self.it, deed.name), deed.command)
                assert answer[-1]["t"] != "refused" or deed.command["t"] == "take_back"
            else:
                await self._regular()
        return not self.script.lost

    async def _regular(self) -> None:
        version = self.it.room.table.version
        self.clock.advance(4.0)
        while self.it.room.table.version == version:
            await asyncio.sleep(0)
        await self.it.room.settled()
        await self.it.give_numbers()


class WithRegulars(Programmed):
    """Who is no person gives no number."""

    def draw(self, place: fair.Place, seed: str, numbers: Sequence[str | None]) -> fair.Draw:
        return super().draw(place, seed, [number or "" for number in numbers])


async def evening(seed: int, stacked: Sequence[Card], house: Message, script: Script) -> Evening:
    clock, log = FakeClock(), FaultyLog()
    pub = replace(
        make_pub(log, clock, pace=1),
        dice=WorldDice(seed, " ".join(map(str, stacked))),
        oracle=WithRegulars(seed, stacked),
        thinking=script,
        figures=Figures(clock=lambda: 0.0),
    )
    it = await corner(pub, people=1, house=house)
    return Evening(it, clock, log, script, pub)


async def answers(them: Evening) -> list[tuple[int, list[tuple[str, str]], bytes]]:
    """What the HTTP door tells the person and a stranger, in the middle of the deal."""
    app = create_app(Settings(static=Path("nowhere")), them.it.rooms, them.clock)
    code = them.it.room.table.code
    found = []
    for cookies in ({}, {f"kk_{code}": "Jan"}, {f"kk_{code}": "nobody"}):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://pub", cookies=cookies) as client:
            for method, path, body in (
                ("GET", f"/api/tables/{code}", None),
                ("GET", f"/api/tables/{code.lower()}", None),
                ("GET", f"/api/tables/{code}/deals/1/0", None),
                ("GET", f"/api/tables/{code}/deals/1/x", None),
                ("GET", f"/api/tables/{code}/slates/x", None),
                ("POST", f"/api/tables/{code}/chairs", {"name": ""}),
                ("POST", f"/api/tables/{code}/asks", {"seat": 1}),
                ("GET", f"/t/{code}", None),
                ("GET", "/api/regulars", None),
                ("GET", "/nowhere", None),
                ("GET", "/readyz", None),
            ):
                answer = await client.request(method, path, json=body)
                headers = sorted(answer.headers.items())
                found.append((answer.status_code, headers, answer.content))
                if path.startswith("/api/"):
                    assert answer.headers["cache-control"] == "no-store", path
    return found


def figures(them: Evening) -> bytes:
    """What the pub tells of itself, all but the clock of its machine."""
    registry = CollectorRegistry()
    registry.register(PubCollector(them.pub.figures, {}))
    text: bytes = generate_latest(registry)
    return text


async def trouble(them: Evening) -> None:
    """Things break, and the errors know every card."""
    deal = deal_of(them.it)
    them.log.before = [RuntimeError(f"{deal.dealt} {deal.hands}"), LogUnavailable("full", "the disk is full")]
    for command in ({"t": "leave"}, {"t": "leave"}):
        answer = await them.it.ask(them.it.people[0], command)
        assert answer[-1] == {"t": "refused", "n": answer[-1]["n"], "code": "unavailable", "reason": None}


def written(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Every line of the program's own log as a host reads it, without its time; the capture is emptied."""
    lines = [
        journal.as_json({**journal.fields(record), "time": ""})
        for record in caplog.records
        if record.name.partition(".")[0] in journal.OURS
    ]
    caplog.clear()
    return lines


@PRESETS
@SEATS
async def test_with_regulars_in_the_chairs_nothing_that_leaves_the_pub_differs_nor_the_moment(
    preset: Message, seats: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    house = rules(preset, seats)
    compared = 0
    for seed in range(5):
        chance, deeds = random.Random(seed), list[Deed]()
        script = Script(random.Random(seed))
        one = await evening(seed, stacked_for(seed, seats), house, script)
        caplog.clear()
        steps = chance.randint(3, seats * 5)
        assert await one.go_on(steps, chance, deeds)
        deal, seat = deal_of(one.it), 0
        seen = await everything_left(one, caplog)
        enough = compared + 2
        for _ in range(25):
            wanted = other_world(deal, seat, chance)
            if wanted == places(deal) or compared == enough:
                continue
            again = Script(random.Random(0), script.moves)
            two = await evening(seed, stack(wanted, variant_of(house), deal.dealer), house, again)
            caplog.clear()
            if await two.go_on(steps, chance, list(deeds)) and same_for(deal, deal_of(two.it), seat):
                assert deal_of(two.it).dealt != deal.dealt
                assert await everything_left(two, caplog) == seen
                assert two.waits == one.waits
                compared += 1
            await two.it.close()
        await one.it.close()
    assert compared >= 3
    assert capfd.readouterr() == ("", "")


def same_for(one: Deal, two: Deal, seat: int) -> bool:
    return view_for(one, seat) == view_for(two, seat)


async def everything_left(them: Evening, caplog: pytest.LogCaptureFixture) -> list[Any]:
    asked = await answers(them)
    await trouble(them)
    sent = await everything_sent(them.it, "Jan")
    lines = written(caplog)
    assert any("a regular failed" in line for line in lines) == bool(them.script.at)
    assert sum("the log is unavailable" in line or "a command failed" in line for line in lines) == 2
    return [asked, sent, lines, figures(them)]


# ---- claims that were right


def upheld(deal: Deal, chance: random.Random) -> tuple[int, int, int] | None:
    """Who can rightly claim of whom that he revoked, in which trick that is closed."""
    found = []
    for by in range(deal.variant.seats):
        for accused in range(deal.variant.seats):
            for trick in range(len(deal.won)):
                try:
                    ruling = claim(deal, by, accused, trick)[1]
                except IllegalMove:
                    continue
                if ruling.upheld and not ruling.corrected:
                    found.append((by, accused, trick))
    return chance.choice(found) if found else None


def until_the_cards_lie_open(texts: Sequence[str]) -> list[str]:
    """What was sent before the deal was over and all of it was shown (docs/fair.md)."""
    return [text.partition('{"t":"DealShown"')[0] for text in texts if '"shown":{' not in text]


@SEATS
async def test_a_claim_that_was_right_shows_what_it_must_and_no_more(seats: int) -> None:
    house = rules(CLUB_RULES, seats)
    compared = 0
    for seed in range(12):
        chance = random.Random(seed)
        watcher = ("Jan", "Piet", "Mia", "Ans")[seed % seats]
        one = await world(seed, stacked_for(seed, seats), house)
        moves: list[Deed] = []
        claimed = None
        while claimed is None and deal_of(one).turn is not None:
            moves.append(anything(one, chance))
            await one.ask(named(one, moves[-1].name), moves[-1].command)
            claimed = upheld(deal_of(one), chance)
        if claimed is None:
            await one.close()
            continue
        by, accused, trick = claimed
        claimer = next(person.name for person in one.people if one.seat(person) == by)
        moves.append(Deed(claimer, {"t": "claim", "accused": accused, "trick": trick}))
        await one.ask(named(one, claimer), moves[-1].command)
        deal, seat = deal_of(one), one.seat(named(one, watcher))
        assert deal.ruling is not None
        assert deal.ruling.upheld
        sent = until_the_cards_lie_open([*named(one, watcher).texts, *texts_now(one, watcher)])
        assert any('"Ruled"' in text for text in sent)
        for _ in range(12):
            wanted = other_world(deal, seat, chance)
            if wanted == places(deal):
                continue
            two = await world(seed, stack(wanted, variant_of(house), deal.dealer), house)
            if await repeat(two, moves, watcher) and deal_of(two).ruling == deal.ruling:
                other = [*named(two, watcher).texts, *texts_now(two, watcher)]
                assert until_the_cards_lie_open(other) == sent
                compared += 1
            await two.close()
        await one.close()
    assert compared >= 20


def texts_now(it: Corner, name: str) -> list[str]:
    person = named(it, name)
    known = len(person.texts)
    person.read()
    return person.texts[known:]


# ---- time


class Held:
    """A regular that has found its move when a test says so."""

    def __init__(self) -> None:
        self.found = asyncio.Event()

    async def wake(self, seconds: float) -> bool:
        return True

    async def choose(self, name: str, view: SeatView) -> Move:
        await self.found.wait()
        return view.calls[0] if view.calls else next(iter(view.legal))


async def moment_of_the_first_move(share: float) -> float:
    """When the first regular moves, in seconds after its turn came; it has found its move when this share of
    the drawn time is over."""
    clock, log, thinking = FakeClock(), FaultyLog(), Held()
    it = await corner(replace(make_pub(log, clock, pace=1), thinking=thinking), people=1)
    while it.room.table.regular_in_turn() is None:
        await it.ask(it.people[0], {"t": "call", "call": Call.PASS.text})
    version, began = it.room.table.version, clock.now()
    drawn = clock.waits[0]
    clock.advance(drawn * share)
    thinking.found.set()
    for _ in range(50):
        await asyncio.sleep(0)
    assert (it.room.table.version == version) == (share < 1)
    clock.advance(max(0.0, drawn * (1 - share)))
    while it.room.table.version == version:
        await asyncio.sleep(0)
    event = decode((await log.read(it.room.table.code))[version])
    await it.close()
    return event.at - began


async def test_a_regular_moves_at_the_moment_that_was_drawn_however_long_it_searched() -> None:
    moments = {round(await moment_of_the_first_move(share), 6) for share in (0.0, 0.3, 0.6, 0.99)}
    assert len(moments) == 1
    (moment,) = moments
    assert await moment_of_the_first_move(1.5) > moment, "one that is not ready by then cannot help it"


# ---- pages and caches


async def test_the_page_of_a_table_is_the_same_for_every_table_and_everybody(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>De kroeg</p>")
    it = await corner(make_pub())
    app = create_app(Settings(static=tmp_path), it.rooms, FakeClock())
    code = it.room.table.code
    pages = set()
    for path, token in ((f"/t/{code}", ""), (f"/t/{code}", "Jan"), ("/t/ZZZZZ", ""), ("/", "")):
        cookies = {f"kk_{code}": token} if token else {}
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://pub", cookies=cookies) as client:
            answer = await client.get(path)
        pages.add((answer.content, tuple(sorted(answer.headers.items()))))
    assert len(pages) == 1
    await it.close()
