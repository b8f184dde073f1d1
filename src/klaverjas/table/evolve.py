"""(table, event) -> table. The same fold makes the next state and replays a log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch
from typing import Any

from klaverjas.rules import Call, Card, Match, Suit, apply, claim, deal_out, show_score, take_back
from klaverjas.rules.fair import Place
from klaverjas.table import say
from klaverjas.table.events import (
    Event,
    Opened,
    PackShuffled,
    SeedDrawn,
    Stored,
    TicketGiven,
    TokenAdded,
    TokenGiven,
    WatchKeyGiven,
)
from klaverjas.table.state import EMPTY_CHAIR, Chair, Chance, Slate, Table, packed
from klaverjas.wire import facts

MOST_SLATES = 12
"""So many matches that are over can be looked at; a table that plays for weeks must not grow for ever."""
MOST_KEYS = 4
"""So many devices may hold one chair; one more puts out the oldest."""


def evolve(table: Table | None, stored: Stored) -> Table:
    """The table after this event. `table` is none before the first, which must be `Opened`. An event that
    does not fit raises what the rules raise; logs hold only events that `decide` made."""
    event = stored.event
    if isinstance(event, Opened):
        variant = say.variant(event.rules)
        chairs = (EMPTY_CHAIR,) * variant.seats
        opened = Table(event.code, event.code, event.rules, event.company, variant, chairs)
        return replace(opened, version=1, since=stored.at, turn_since=stored.at, last=stored.at)
    if table is None:
        raise ValueError(f"a log cannot begin with {type(event).__name__}")
    after = _evolve(event, table)
    # One copy of the table for all of it: copies are what replaying a log takes time for.
    changes: dict[str, Any] = {"version": table.version + 1, "last": stored.at}
    if after.deal is not table.deal or isinstance(event, facts.CameBack):
        changes["turn_since"] = stored.at
    first_to_want_more = after.ended and bool(after.ready) and not table.ready
    if after.phase != table.phase or isinstance(event, facts.DealScored) or first_to_want_more:
        changes["since"] = stored.at
    if isinstance(event, facts.NumbersAwaited) and after.coming is not None:
        changes["coming"] = replace(after.coming, due=stored.at)
    if stored.by is not None:
        seat = _moved(event, stored.by)
        chair = after.chairs[seat]
        if chair.kind == "person":
            changes["chairs"] = _in_place(after.chairs, seat, replace(chair, n=stored.n))
    return replace(after, **changes)


def replay(log: Iterable[Stored]) -> Table | None:
    """The table that these events have made, none when there are none."""
    table = None
    for stored in log:
        table = evolve(table, stored)
    return table


def _moved(event: Event, seat: int) -> int:
    """Where the person who sat in `seat` sits after the event."""
    if isinstance(event, facts.ChairsSwapped) and seat in (event.a, event.b):
        return event.b if seat == event.a else event.a
    return seat


def _with_chair(table: Table, seat: int, chair: Chair) -> Table:
    return replace(table, chairs=_in_place(table.chairs, seat, chair))


def _in_place(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _with_number(table: Table, seat: int, number: str | None) -> Table:
    if table.coming is None:
        return table
    numbers = list(table.coming.numbers)
    numbers[seat] = number
    return replace(table, coming=replace(table.coming, numbers=tuple(numbers)))


@singledispatch
def _evolve(event: Event, table: Table) -> Table:
    """Facts that only tell what another event has made so: hands, turned suit, trump, won tricks."""
    return table


@_evolve.register
def _(event: facts.Joined, table: Table) -> Table:
    stand_in = table.chairs[event.seat].name if event.arriving else ""
    chair = Chair("person", event.name, event.host, stand_in=stand_in)
    # What somebody gave who sat here before is not this person's number.
    return _with_number(_with_chair(table, event.seat, chair), event.seat, None)


@_evolve.register
def _(event: TokenGiven, table: Table) -> Table:
    return _with_chair(table, event.seat, replace(table.chairs[event.seat], keys=(event.sha256,), ticket=""))


@_evolve.register
def _(event: TicketGiven, table: Table) -> Table:
    chair = replace(table.chairs[event.seat], ticket=event.sha256, ticket_until=event.until)
    return _with_chair(table, event.seat, chair)


@_evolve.register
def _(event: TokenAdded, table: Table) -> Table:
    chair = table.chairs[event.seat]
    keys = (*chair.keys, event.sha256)[-MOST_KEYS:]
    return _with_chair(table, event.seat, replace(chair, keys=keys, ticket=""))


@_evolve.register
def _(event: facts.ChairsSwapped, table: Table) -> Table:
    a, b = table.chairs[event.a], table.chairs[event.b]
    return _with_chair(_with_chair(table, event.a, b), event.b, a)


@_evolve.register
def _(event: facts.Left, table: Table) -> Table:
    chair = EMPTY_CHAIR if event.regular is None else Chair("regular", event.regular)
    after = _with_chair(table, event.seat, chair)
    chairs = tuple(replace(each, host=seat == event.host) for seat, each in enumerate(after.chairs))
    return replace(after, chairs=chairs, ready=table.ready - {event.seat})


@_evolve.register
def _(event: facts.StoodIn, table: Table) -> Table:
    chair = replace(table.chairs[event.seat], stand_in=event.regular, covered=True)
    return _with_chair(replace(table, ready=table.ready - {event.seat}), event.seat, chair)


@_evolve.register
def _(event: facts.CameBack, table: Table) -> Table:
    return _with_chair(table, event.seat, replace(table.chairs[event.seat], stand_in="", covered=False))


@_evolve.register
def _(event: facts.MatchStarted, table: Table) -> Table:
    chairs = tuple(
        chair if name is None else Chair("regular", name)
        for chair, name in zip(table.chairs, event.regulars, strict=True)
    )
    return replace(
        table,
        match=event.match,
        chairs=chairs,
        standing=None,
        sheet=(),
        deal=None,
        ended=False,
        ready=frozenset(),
        coming=None,
        dealt=None,
        shown=None,
    )


@_evolve.register
def _(event: WatchKeyGiven, table: Table) -> Table:
    return replace(table, watch=event.key, name=event.name or table.code)


@_evolve.register
def _(event: SeedDrawn, table: Table) -> Table:
    seats = table.variant.seats
    place = Place(table.name, event.match, event.deal, seats)
    return replace(table, coming=Chance(place, event.seed, event.seal, (None,) * seats))


@_evolve.register
def _(event: facts.NumberGiven, table: Table) -> Table:
    return _with_number(table, event.seat, event.number)


@_evolve.register
def _(event: facts.DealStarted, table: Table) -> Table:
    standing = table.standing or Match(table.variant, event.dealer)
    chairs = tuple(chair if chair.covered else replace(chair, stand_in="") for chair in table.chairs)
    return replace(table, standing=standing, dealer=event.dealer, deal=None, ready=frozenset(), chairs=chairs)


@_evolve.register
def _(event: PackShuffled, table: Table) -> Table:
    turned = None if event.turned is None else Suit.parse(event.turned)
    cards = tuple(map(Card.parse, event.cards))
    deal = deal_out(table.variant, table.dealer, cards, turned)
    dealt = None if table.coming is None else replace(table.coming, cards=cards, due=None)
    return replace(table, deal=deal, coming=None, dealt=dealt, shown=None)


@_evolve.register
def _(event: facts.NumbersSealed, table: Table) -> Table:
    assert table.dealt is not None
    return replace(table, dealt=replace(table.dealt, numbers_seal=event.numbers_seal))


@_evolve.register
def _(event: facts.DealShown, table: Table) -> Table:
    return replace(table, shown=event.record)


@_evolve.register
def _(event: facts.Called, table: Table) -> Table:
    assert table.deal is not None
    return replace(table, deal=apply(table.deal, Call.parse(event.call)))


@_evolve.register
def _(event: facts.CardPlayed, table: Table) -> Table:
    assert table.deal is not None
    return replace(table, deal=apply(table.deal, Card.parse(event.card)))


@_evolve.register
def _(event: facts.TakenBack, table: Table) -> Table:
    assert table.deal is not None
    return table if event.ruled else replace(table, deal=take_back(table.deal, event.by))


@_evolve.register
def _(event: facts.Ruled, table: Table) -> Table:
    assert table.deal is not None
    return replace(table, deal=claim(table.deal, event.by, event.accused, event.trick)[0])


@_evolve.register
def _(event: facts.DealScored, table: Table) -> Table:
    assert table.deal is not None
    assert table.standing is not None
    deal = table.deal if table.deal.shown else show_score(table.deal)
    score = deal.score
    assert score is not None
    number = event.result.number
    standing = replace(table.standing, scores=table.standing.scores[:number]).add(score)
    sheet = (*table.sheet[:number], event.result)
    # Another score, after a claim, is looked at before the next deal comes.
    coming = None if table.coming is None else replace(table.coming, due=None)
    return replace(table, deal=deal, standing=standing, sheet=sheet, ready=frozenset(), coming=coming)


@_evolve.register
def _(event: facts.Readied, table: Table) -> Table:
    return replace(table, ready=table.ready | {event.seat})


@_evolve.register
def _(event: facts.MatchEnded, table: Table) -> Table:
    slates = table.slates
    if event.slate and table.standing is not None:
        slate = Slate(
            event.slate,
            table.match,
            table.last,
            names=tuple(chair.name for chair in table.chairs),
            totals=table.standing.totals,
            winners=table.standing.winners,
            packed=packed(table.sheet),
        )
        slates = (*slates, slate)[-MOST_SLATES:]
    return replace(table, ended=True, ready=frozenset(), slates=slates)
