"""Random people at a table: a seeded driver that plays whole matches through the machine alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, TypeVar

from klaverjas.rules import Move
from klaverjas.table import (
    Asking,
    ByBrowser,
    ByRegular,
    BySeat,
    Event,
    Guest,
    Hall,
    House,
    Order,
    Refusal,
    SitDown,
    Stored,
    Table,
    audience,
    decide,
    evolve,
    next_timer,
    open_table,
)
from klaverjas.wire import messages
from klaverjas.wire.messages import AnyCommand, Told
from klaverjas.wire.shapes import HouseRules, Todo

T = TypeVar("T")
GUESTS = (
    Guest("Sjaan", "steady"),
    Guest("Henk", "strong"),
    Guest("Bram", "gentle"),
    Guest("Rietje", "strong"),
)
NAMES = ("Tineke", "Joop", "Wil", "Kees")


@contextmanager
def refusals(*codes: str) -> Iterator[None]:
    """The table may say no with one of these codes, and only with these."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code not in codes:
            raise


class SeededDice:
    """Chance that can be repeated."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def seed(self) -> str:
        return self._random.randbytes(32).hex()

    def choose(self, options: Sequence[T]) -> T:
        return self._random.choice(options)


def house(seed: int = 0) -> House:
    return House(SeededDice(seed), GUESTS)


def pub(seats: Any = 4, deals: int | None = None, **changes: Any) -> HouseRules:
    """The pub's rules, or what the changes make of them."""
    fields: dict[str, Any] = {
        "preset": "own" if changes else "pub",
        "seats": seats,
        "trump_duty": "amsterdam",
        "trump_making": "turned",
        "undertrump": "forbidden",
        "march": "either",
        "revoke": "refused",
        "deals": deals or 4 * seats,
    }
    return HouseRules(**(fields | changes))


def club(seats: Any = 4, deals: int | None = None, **changes: Any) -> HouseRules:
    """The club's rules, or what the changes make of them."""
    rules = {
        "preset": "club",
        "trump_duty": "rotterdam",
        "trump_making": "forced",
        "march": "declarer",
        "revoke": "claimable",
    }
    return pub(seats, deals, **(rules | changes))


@dataclass
class Evening:
    """One table and all that happened at it. `news` is called with the events of every order. The `browsers`
    of people give a number as soon as a deal is sealed. The people sit in the order in which they came."""

    rules: HouseRules
    seed: int = 0
    people: int = 0
    news: Callable[[Table, tuple[Stored, ...]], None] = lambda table, stored: None
    log: list[Stored] = field(default_factory=list)
    now: float = 1000.0
    gone: dict[int, float] = field(default_factory=dict)
    asks: dict[int, Asking] = field(default_factory=dict)
    browsers: bool = True

    def __post_init__(self) -> None:
        self.house = house(self.seed)
        self.random = random.Random(self.seed)
        self.table = self._first(open_table("KR7TM", self.rules, SitDown(NAMES[0], "hash0"), self.house))
        for number in range(1, self.people or self.rules.seats):
            self.order(SitDown(NAMES[number], f"hash{number}"))
            seat = self.table.seat_of(f"hash{number}")
            if seat is not None and seat != number:
                self.order(BySeat(seat, messages.Swap(n=1, seat=number)))

    def _first(self, events: Sequence[Event]) -> Table:
        table: Table | None = None
        for event in events:
            stored = Stored(self.now, event)
            table = evolve(table, stored)
            self.log.append(stored)
        assert table is not None
        return table

    @property
    def hall(self) -> Hall:
        """What is seen at the table now."""
        return Hall(self.now, self.gone, self.asks)

    def order(self, order: Order) -> tuple[Stored, ...]:
        """What the table makes of it, and of the numbers that browsers then give. Raises Refusal."""
        stored = self.order_alone(order)
        for seat in self.table.people if self.browsers else ():
            stored += self.give_number(seat)
        return stored

    def give_number(self, seat: int) -> tuple[Stored, ...]:
        """What happens when the browser of this seat gives its number; nothing when it need not."""
        coming = self.table.coming
        if coming is None or seat in coming.gave:
            return ()
        number = sha256(f"{seat} {coming.seal}".encode()).hexdigest()[:32]
        return self.order_alone(ByBrowser(seat, coming.place.match, coming.place.deal, number))

    def order_alone(self, order: Order) -> tuple[Stored, ...]:
        """What the table makes of it. Raises Refusal."""
        by, n = (order.seat, order.command.n) if isinstance(order, BySeat) else (None, 0)
        events = decide(self.table, order, replace(self.house, hall=self.hall))
        stored = tuple(Stored(self.now, event, by, n) for event in events)
        for each in stored:
            self.table = evolve(self.table, each)
        self.log.extend(stored)
        self.news(self.table, stored)
        return stored

    def say(self, seat: int, kind: type[AnyCommand], /, **fields: Any) -> tuple[Stored, ...]:
        """A command of the person in this seat, with his next number. Raises Refusal."""
        if kind in (messages.GoOn, messages.Claim):
            fields.setdefault("deal", self.table.number)
        return self.order(BySeat(seat, kind(n=self.table.chairs[seat].n + 1, **fields)))

    def todo(self, seat: int) -> Todo:
        return audience.todo(self.table, seat, self.now)

    def start(self) -> None:
        self.say(0, messages.Start)

    def step(self) -> None:
        """Something that can happen now happens: a call, a card, a claim, a timer."""
        self.now += 1
        deal = self.table.deal
        turn = None if deal is None else deal.turn
        if turn is None:
            self._go_on()
            return
        if self.table.regular_in_turn() == turn:
            view = audience.view_for_regular(self.table, turn)
            moves: list[Move] = [*view.calls, *view.legal]
            self.order(ByRegular(turn, self.random.choice(moves)))
            return
        todo = self.todo(turn)
        if todo.may_claim and self.random.random() < 0.02:
            self._claim(turn)
        elif todo.may_take_back and self.random.random() < 0.1:
            self.say(turn, messages.TakeBack)
        elif todo.calls:
            self.say(turn, messages.MakeCall, call=self.random.choice(todo.calls))
        else:
            self.say(turn, messages.PlayCard, card=self.random.choice(todo.cards))

    def _go_on(self) -> None:
        claimer = self.table.people[0]
        if self.todo(claimer).may_claim and self.random.random() < 0.2:
            self._claim(claimer)
        elif self.random.random() < 0.5:
            kind = messages.ShowScore if self.table.phase == "closing" else messages.GoOn
            self.say(self.random.choice(self.table.people), kind)
        else:
            timer = next_timer(self.table)
            assert timer is not None
            self.now = timer.at
            self.order(timer.order)

    def _claim(self, by: int) -> None:
        accused = self.random.choice([seat for seat in range(self.rules.seats) if seat != by])
        trick = self.random.randrange(16)
        with refusals("not_an_opponent", "no_such_trick", "not_now"):
            self.say(by, messages.Claim, accused=accused, trick=trick)

    def again(self) -> None:
        """Everybody wants another match."""
        for seat in self.table.playing:
            self.say(seat, messages.Again)

    def play_match(self) -> None:
        while not self.table.ended:
            with refusals("not_now"):
                self.step()


def tellings(rules: HouseRules, seat: int, seed: int) -> Iterator[tuple[Told | None, Table]]:
    """A whole match as `seat` is told it: first none with the table at its start, then every message with the
    table after it."""
    heard: list[tuple[Told | None, Table]] = []

    def hear(table: Table, stored: tuple[Stored, ...]) -> None:
        heard.append((audience.tell(table, stored, seat, 0.0), table))

    evening = Evening(rules, seed)
    evening.news = hear
    heard.append((None, evening.table))
    evening.start()
    evening.play_match()
    return iter(heard)
