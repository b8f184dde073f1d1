"""One table in the pub: a task that carries out orders one after the other.

decide, append to the log, become the next table, tell everybody. Nothing is told before the log has it, and
telling never waits: each browser has a bounded mailbox.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import cast

from klaverjas.log import Conflict, EventLog, LogUnavailable
from klaverjas.rules import Move, fair
from klaverjas.server.banter import Banter
from klaverjas.server.bot_seat import BotSeat
from klaverjas.server.clock import Alarm, Clock, SystemClock
from klaverjas.server.dice import PubDice
from klaverjas.server.figures import Delivery, Figures
from klaverjas.server.hall import Porter
from klaverjas.server.limits import Buckets, Rate
from klaverjas.server.line import Line, envelope
from klaverjas.server.talk import Speaker, Talk, Unheard
from klaverjas.server.tally import Tally
from klaverjas.server.thinking import Thinking
from klaverjas.server.trouble import report
from klaverjas.table import (
    ByBrowser,
    ByClock,
    ByRegular,
    BySeat,
    Guest,
    Hall,
    House,
    OfferChair,
    Oracle,
    Order,
    Refusal,
    SitDown,
    Stored,
    Table,
    TakeChair,
    archived,
    audience,
    decide,
    decode,
    encode,
    evolve,
    next_stage,
    next_timer,
)
from klaverjas.wire.facts import Called, CardPlayed, DealShown, TurnedAway
from klaverjas.wire.messages import (
    AnyCommand,
    GiveNumber,
    Heard,
    RefusalCode,
    Refused,
    Said,
    Say,
    SlateCard,
    Swap,
    TableCard,
    TakeBack,
    Unsaid,
)
from klaverjas.wire.shapes import FairRecord, Phrase, Spoken

RETRY_SECONDS = 2.0
CLOSE_SECONDS = 1.5
MOST_WATCHERS = 20
"""So many may look on at one table."""
PIECE = 100
"""So many events of a log are replayed before others have their turn: some 2 ms."""
RESTLESS = Rate(40, 0.5)
MOST_RESTLESS = 16
"""How often one person may change places, take a card back or ask for a link to his chair, and of how many
that is remembered: each is written to the disk, and leaves the game where it was."""
_NOBODY_ELSE = contextlib.nullcontext()


@dataclass(frozen=True, slots=True)
class Pub:
    """What all rooms share. `regulars` are those who can be asked to a table, `thinking` is where they make
    up their minds; `pace` scales the time that they take; `figures` is what is counted; who holds `replaying`
    reads a table back, so that after a restart everybody else waits for a piece of one table at most."""

    log: EventLog
    dice: PubDice
    clock: Clock
    regulars: tuple[Guest, ...]
    thinking: Thinking
    pace: float = 1.0
    figures: Figures = field(default_factory=Figures)
    oracle: Oracle = fair
    tally: Tally = field(default_factory=lambda: Tally(SystemClock()))
    replaying: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def house(self) -> House:
        return House(self.dice, self.regulars, oracle=self.oracle)


class Room:
    """A table that is open in this process. Made in a running event loop, ended with `close`."""

    def __init__(self, table: Table, pub: Pub, news: Sequence[Stored] = ()) -> None:
        """`news` is what has just happened there, for a table that was opened now."""
        self.table = table
        self._pub = pub
        self._figures = pub.figures
        self._lines: dict[str, Line] = {}
        self._watchers: dict[int, Line] = {}
        self._porter = Porter(table, pub.clock.now())
        self._sight: tuple[object, ...] = ()
        self._alarm: Alarm | None = None
        self._look_again: Alarm | None = None
        self._bots = BotSeat(pub.clock, pub.dice, pub.pace, pub.thinking, self._regular_wishes)
        self._steps: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._waiting = 0
        self._closed = False
        self._visited = False
        self._visited_at = 0.0
        self.used_at = pub.clock.now()
        self._unseen = news
        self._restless = Buckets(RESTLESS, MOST_RESTLESS)
        self._talk = Talk(table.rules.talk, pub.clock)
        self._banter = Banter(pub.clock, pub.pace, self._regular_says, off=table.rules.talk == "off")
        self._task = asyncio.create_task(self._work())

    # ---- what others ask of it ------------------------------------------------------------------------

    def connect(self, sha256: str, line: Line) -> bool:
        """Put this person's line into the room, in place of an older one, of another device too; the first
        thing it says is all that the person may know. False when nobody here has that token, or the table
        can only be looked at."""
        seat = self.table.seat_of(sha256)
        if seat is None or self._closed or archived(self.table, self._pub.clock.now()):
            return False
        for key in self.table.chairs[seat].keys:
            older = self._lines.pop(key, None)
            if older is not None:
                older.end("elsewhere")
        self._lines[sha256] = line
        self._line_snapshot(line, seat)
        if heard := self._talk.heard_by(self.table.chairs[seat].person):
            line.say(envelope(Heard(heard)))
        self._tell_presence(but=line)
        if not self._visited:
            self._visited = True
            self._visited_at = self._pub.clock.now()
            self._arm(self._unseen)
        return True

    def watch(self, line: Line) -> bool:
        """Put the line of somebody who looks on into the room. False when there are enough of them, or the
        table can only be looked back at. A watcher wakes no table and keeps none awake."""
        if (
            self._closed
            or len(self._watchers) >= MOST_WATCHERS
            or archived(self.table, self._pub.clock.now())
        ):
            return False
        self._watchers[id(line)] = line
        line.say(envelope(audience.watch_snapshot(self.table, self._hall())))
        self._tell_presence(but=line)
        return True

    def disconnect(self, line: Line) -> None:
        """That line is gone. Nothing happens when another one took its place."""
        self._watchers.pop(id(line), None)
        self.used_at = self._pub.clock.now()
        self._lines = {sha256: each for sha256, each in self._lines.items() if each is not line}
        self._figures.slow_readers += line.why == "slow"
        if not self._closed:
            # Else everybody goes, and is told so.
            self._tell_presence()

    def command(self, line: Line, command: AnyCommand) -> None:
        """Queue a person's command; the answer comes over the line."""
        sha256 = self._whose(line)
        if sha256 is not None:
            line.orders += 1
            self._queue(partial(self._by_person, line, sha256, command, self._figures.clock()))

    def talk(self, line: Line, wish: Say) -> None:
        """Let everybody hear what a person says, or tell him why not. It is no step of the table: it waits
        for nothing, and no card waits for it."""
        sha256 = self._whose(line)
        seat = None if sha256 is None else self.table.seat_of(sha256)
        if sha256 is None or seat is None:
            return
        self.used_at = self._pub.clock.now()
        try:
            spoken = self._talk.say(self._speaker(seat), wish, self._present())
        except Unheard as unheard:
            line.say(envelope(Unsaid(unheard.why)))
        else:
            self._tell_talk(spoken)
            self._banter.hear(self.table, spoken.phrase)

    def give_number(self, line: Line, given: GiveNumber) -> None:
        """Queue a browser's number for a sealed deal."""
        sha256 = self._whose(line)
        if sha256 is not None:
            line.orders += 1
            self._queue(partial(self._by_browser, line, sha256, given))

    async def at_the_door(self, order: SitDown | OfferChair | TakeChair) -> None:
        """Carry out what somebody without a line wants. Raises Refusal or LogUnavailable."""
        if isinstance(order, OfferChair):
            self._check_restless(order.sha256)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._queue(partial(self._from_the_door, order, done)):
            raise LogUnavailable("broken", "the pub is closing")
        await done

    def ask_chair(self, seat: int, sha256: str) -> bool:
        """Somebody without a chair, who will show this token, says that he is the person in `seat`. Whether
        the people at the table are asked: that person must be gone, and nobody else ask for it."""
        now = self._pub.clock.now()
        number = self._pub.dice.choose(range(10, 100))
        asked = not archived(self.table, now) and self._porter.ask(seat, sha256, number, now)
        self._tell_presence()
        return asked

    def withdraw(self, sha256: str) -> None:
        """Whoever will show this token asks for no chair any more."""
        self._porter.withdraw(sha256)
        self._tell_presence()

    async def fair_record(self, match: int, deal: int) -> FairRecord | None:
        """How that deal of this table was dealt, none while it is not over. Raises LogUnavailable."""
        self.used_at = self._pub.clock.now()
        for line in await self._pub.log.read(self.table.code):
            # Most lines are something else, and need not be understood.
            event = decode(line).event if b'"DealShown"' in line else None
            if isinstance(event, DealShown) and (event.record.match, event.record.deal) == (match, deal):
                return event.record
        return None

    def card(self, sha256: str | None) -> TableCard:
        """What the holder of this token, or somebody with none, may know without sitting down."""
        now = self.used_at = self._pub.clock.now()
        if sha256 is not None:
            self._porter.still_asks(sha256, now)
        return audience.card(self.table, sha256, self._porter.hall(now))

    def slate(self, key: str) -> SlateCard | None:
        """The match that is over, for whoever shows its key."""
        self.used_at = self._pub.clock.now()
        return audience.slate(self.table, key)

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is about to happen."""
        return not (self._lines or self._waiting or self._alarm is not None or self._bots.busy)

    @property
    def waiting(self) -> int:
        """How many orders wait here."""
        return self._waiting

    @property
    def lines(self) -> list[Line]:
        """Everybody's line."""
        return [*self._lines.values(), *self._watchers.values()]

    async def settled(self) -> None:
        """Return when everything that was asked has been carried out."""
        await self._steps.join()

    async def close(self) -> None:
        """Finish what was asked, say goodbye to everybody, stop."""
        if not self._closed:
            self._closed = True
            self._disarm()
            self._banter.stop()
            self._stop_looking()
            self._steps.put_nowait(None)
        done, _ = await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
        if not done:
            self._task.cancel()
        for line in self.lines:
            line.end("stopping")

    # ---- the task -------------------------------------------------------------------------------------

    def _queue(self, step: Callable[[], Awaitable[None]]) -> bool:
        if self._closed:
            return False
        self._waiting += 1
        self._steps.put_nowait(step)
        return True

    async def _work(self) -> None:
        while (step := await self._steps.get()) is not None:
            try:
                await step()
            except Exception as error:
                report("a step of a table failed", error)
            finally:
                self._waiting -= 1
                self.used_at = self._pub.clock.now()
                self._steps.task_done()
        self._steps.task_done()

    async def _by_person(self, line: Line, sha256: str, command: AnyCommand, heard: float) -> None:
        line.orders -= 1
        try:
            if isinstance(command, Swap | TakeBack):
                self._check_restless(sha256)
            changed = await self._carry_out(lambda table: _by_seat(table, sha256, command), heard)
        except Refusal as refusal:
            self._figures.refused[refusal.code] += 1
            line.say(envelope(Refused(command.n, cast(RefusalCode, refusal.code), refusal.reason)))
        except Exception as error:
            report("a command failed", error)
            line.say(envelope(Refused(command.n, "unavailable")))
        else:
            seat = self.table.seat_of(sha256)
            if not changed and seat is not None:
                # He may not know that the table has it already.
                line.say(envelope(audience.tell(self.table, (), seat, self._pub.clock.now())))

    def _check_restless(self, sha256: str) -> None:
        """One more of what can be done for ever and comes to nothing. Raises Refusal."""
        seat = self.table.seat_of(sha256)
        person = "" if seat is None else self.table.chairs[seat].person
        if not self._restless.take(person, self._pub.clock.now()):
            raise Refusal("too_fast")

    async def _by_browser(self, line: Line, sha256: str, given: GiveNumber) -> None:
        line.orders -= 1

        def order(table: Table) -> ByBrowser | None:
            seat = table.seat_of(sha256)
            return None if seat is None else ByBrowser(seat, given.match, given.deal, given.number)

        with contextlib.suppress(LogUnavailable):
            # A number that cannot be written now is one that came too late.
            await self._carry_out(order)

    async def _from_the_door(
        self, order: SitDown | OfferChair | TakeChair, done: asyncio.Future[None]
    ) -> None:
        try:
            await self._carry_out(lambda table: order)
        except Exception as error:
            if not isinstance(error, Refusal | LogUnavailable):
                report("a wish at the door failed", error)
                error = LogUnavailable("broken", "a wish at the door failed")
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(None)

    async def _by_house(self, version: int, order: ByClock | ByRegular) -> None:
        """What a timer or a regular wants, unless the table has moved on since."""
        try:
            await self._carry_out(lambda table: order if table.version == version else None)
        except LogUnavailable:
            # Else the table would stand still until a person does something.
            self._disarm()
            self._alarm = self._pub.clock.later(RETRY_SECONDS, partial(self._arm, ()))

    async def _carry_out(
        self, order_for: Callable[[Table], Order | None], heard: float | None = None
    ) -> bool:
        """Whether the order, `heard` from a person then, changed the table. Raises Refusal or LogUnavailable,
        and nothing has changed."""
        for _ in range(2):
            order = order_for(self.table)
            house = replace(self._pub.house, hall=self._porter.hall(self._pub.clock.now()))
            events = () if order is None else decide(self.table, order, house)
            if not events:
                return False
            command = order.command if isinstance(order, BySeat) else None
            by = order.seat if isinstance(order, BySeat) else None
            now = self._pub.clock.now()
            news = [Stored(now, event, by, 0 if command is None else command.n) for event in events]
            # Before it is written, so that the log never holds what cannot be replayed.
            after = reduce(evolve, news, self.table)
            began = self._figures.clock()
            try:
                await self._pub.log.append(self.table.code, self.table.version, list(map(encode, news)))
            except Conflict:
                await self._read_again()
                continue
            except LogUnavailable:
                self._figures.unwritten += 1
                raise
            self._figures.appended.note(self._figures.clock() - began)
            self._figures.moves[_mover(order)] += isinstance(events[0], Called | CardPlayed)
            self._become(after, news, heard)
            return True
        raise LogUnavailable("locked", "somebody else writes this table")

    async def _read_again(self) -> None:
        """Somebody else wrote: take the log's word, and tell everybody all anew."""
        table = await load(self._pub.log, self.table.code, self._pub.replaying)
        if table is None:
            raise LogUnavailable("broken", "the table is gone")
        self.table = table
        for seat, line in self._seated():
            self._line_snapshot(line, seat)
        self._sight = audience.sight(table, self._porter.hall(self._pub.clock.now()))
        if self._watchers:
            self._tell_watchers(envelope(audience.watch_snapshot(table, self._hall())))
        self._after_change(())

    def _become(self, after: Table, news: Sequence[Stored], heard: float | None) -> None:
        self.table = after
        delivery = None if heard is None else Delivery(self._figures, heard, len(self._lines))
        now = self._pub.clock.now()
        for seat, line in self._seated():
            line.say(envelope(audience.tell(after, news, seat, now)), delivery)
        if self._watchers:
            self._tell_watchers(envelope(audience.watch_tell(after, news, now)))
        for stored in news:
            if isinstance(stored.event, TurnedAway):
                self._porter.turn_away(stored.event.seat, now)
            if isinstance(stored.event, DealShown) and after.deal is not None:
                # Once for each deal, also when a claim gives it another score.
                self._pub.tally.count(after.deal, after.sheet[-1])
        self._after_change(news)

    def _after_change(self, news: Sequence[Stored]) -> None:
        present = {key for chair in self.table.chairs for key in chair.keys}
        for sha256 in [sha256 for sha256 in self._lines if sha256 not in present]:
            self._lines.pop(sha256).end("left")
        self._tell_presence()
        self._arm(news)

    # ---- who is here ----------------------------------------------------------------------------------

    def _seated(self) -> list[tuple[int, Line]]:
        """Everybody's line, with his seat."""
        return [
            (seat, self._lines[key])
            for seat, chair in enumerate(self.table.chairs)
            for key in chair.keys
            if key in self._lines
        ]

    def _line_snapshot(self, line: Line, seat: int) -> None:
        line.say(envelope(audience.snapshot(self.table, seat, self._hall())))

    def _hall(self) -> Hall:
        """What is seen now."""
        now = self._pub.clock.now()
        self._porter.look(self.table, self._lines, now)
        return replace(self._porter.hall(now), watchers=len(self._watchers))

    def _tell_watchers(self, text: str, but: Line | None = None) -> None:
        for line in self._watchers.values():
            if line is not but:
                line.say(text)

    def _tell_presence(self, but: Line | None = None) -> None:
        """Tell everybody who is here, for whom the table waits and who asks for a chair, if that changed."""
        hall = self._hall()
        sight = audience.sight(self.table, hall)
        if sight != self._sight:
            self._sight = sight
            for seat, line in self._seated():
                if line is not but:
                    line.say(envelope(audience.presence(self.table, seat, hall)))
            if self._watchers:
                self._tell_watchers(envelope(audience.watch_presence(self.table, hall)), but)
        self._look_later(hall)

    def _look_later(self, hall: Hall) -> None:
        """Time alone changes what is seen, as long as somebody looks."""
        self._stop_looking()
        waits = [next_stage(self.table, hall), self._porter.next_lapse(hall.now)]
        seconds = min((wait for wait in waits if wait is not None), default=None)
        if seconds is not None and self._lines and not self._closed:
            self._look_again = self._pub.clock.later(seconds, self._tell_presence)

    def _stop_looking(self) -> None:
        if self._look_again is not None:
            self._look_again.cancel()
            self._look_again = None

    # ---- what is said ---------------------------------------------------------------------------------

    def _whose(self, line: Line) -> str | None:
        return next((sha256 for sha256, each in self._lines.items() if each is line), None)

    def _speaker(self, seat: int) -> Speaker:
        chair = self.table.chairs[seat]
        return Speaker(seat, chair.name, chair.person or chair.name)

    def _present(self) -> frozenset[str]:
        return frozenset(self.table.chairs[seat].person for seat in self.table.people)

    def _tell_talk(self, spoken: Spoken) -> None:
        text = envelope(Said(spoken))
        for _, line in self._seated():
            line.say(text)

    def _regular_says(self, seat: int, phrase: Phrase) -> None:
        if self.table.chairs[seat].kind != "regular":
            return  # somebody has sat down there since
        spoken = self._speaker(seat).saying(phrase)
        self._talk.keep(spoken, self._present())
        self._tell_talk(spoken)

    # ---- what happens by itself -----------------------------------------------------------------------

    def _arm(self, news: Sequence[Stored]) -> None:
        """Set timer and regular by the table as it is now; after a restart they are the same. Nothing happens
        by itself before one of its people has come: a stranger at the door wakes no table."""
        self._disarm()
        if self._closed or not self._visited:
            return
        timer = next_timer(self.table)
        if timer is not None:
            ring = partial(self._house_wishes, self.table.version, timer.order)
            at = max(timer.at, self._visited_at + timer.least)
            self._alarm = self._pub.clock.later(at - self._pub.clock.now(), ring)
        events = [stored.event for stored in news]
        self._bots.watch(self.table, events)
        self._banter.watch(self.table, events)

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._bots.stop()

    def _regular_wishes(self, version: int, seat: int, move: Move) -> None:
        self._house_wishes(version, ByRegular(seat, move))

    def _house_wishes(self, version: int, order: ByClock | ByRegular) -> None:
        self._queue(partial(self._by_house, version, order))


def _by_seat(table: Table, sha256: str, command: AnyCommand) -> BySeat | None:
    """The seat comes from who is connected, never from a message. None when he has just left."""
    seat = table.seat_of(sha256)
    return None if seat is None else BySeat(seat, command)


def _mover(order: Order | None) -> str:
    return "person" if isinstance(order, BySeat) else "regular"


async def load(
    log: EventLog, code: str, turn: AbstractAsyncContextManager[object] = _NOBODY_ELSE
) -> Table | None:
    """The table as its log tells it, none when there is none. It is replayed within `turn`, a piece at a
    time. Raises LogUnavailable, also ("broken") when what is written there cannot be understood."""
    lines = await log.read(code)
    async with turn:
        table: Table | None = None
        try:
            for start in range(0, len(lines), PIECE):
                table = reduce(evolve, map(decode, lines[start : start + PIECE]), table)
                await asyncio.sleep(0)
        except Exception as error:
            report("a table cannot be replayed", error)
            raise LogUnavailable("broken", "a table cannot be replayed") from None
        return table
