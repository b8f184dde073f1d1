"""Matches and deals: starting, sealing and dealing (docs/fair.md), showing the score, going on."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace

from klaverjas.rules import Deal, Match, deal_out, show_score
from klaverjas.rules.fair import Place
from klaverjas.table import say
from klaverjas.table.events import Event, Events, PackShuffled, SeedDrawn
from klaverjas.table.orders import ByBrowser, House, Refusal
from klaverjas.table.state import Chance, Table
from klaverjas.table.waiting import NUMBERS_WITHIN, wait
from klaverjas.wire import facts, messages

SLATE_KEY = 20
KEY_SIGNS = string.ascii_lowercase + "234567"


def start(table: Table, seat: int, command: messages.Start, house: House) -> Events:
    """The host begins, or anyone when he is gone too long; regulars take the empty chairs."""
    if table.phase != "waiting":
        raise Refusal("not_now")
    host = next((each for each in table.people if table.chairs[each].host), seat)
    # Who laid the table and went away does not keep the others from beginning.
    if host != seat and wait(table, host, house.hall) not in ("too_long", "lost"):
        raise Refusal("not_host")
    regulars = house.invite(
        [chair.kind == "empty" for chair in table.chairs],
        [chair.name for chair in table.chairs],
        table.company,
    )
    return start_match(_place(table, 1, 0), regulars, table.people, house)


def again(table: Table, seat: int, command: messages.Again, house: House) -> Events:
    """Want another match, which begins when everybody does who is here: others may still look at the slate,
    but not for ever (see `timers`)."""
    if table.phase != "ended" or seat in table.ready:
        raise Refusal("not_now")
    readied = facts.Readied(seat)
    if set(table.playing) - set(house.hall.gone) <= table.ready | {seat}:
        return (readied, *begin_again(table, house))
    return (readied,)


def begin_again(table: Table, house: House) -> Events:
    """Another match at the same table, with who sits there."""
    if table.phase != "ended":
        raise Refusal("not_now")
    regulars = [chair.name if chair.kind == "regular" else None for chair in table.chairs]
    return start_match(_place(table, table.match + 1, 0), regulars, table.people, house)


def start_match(place: Place, regulars: list[str | None], people: Sequence[int], house: House) -> Events:
    """The match whose first deal is at this place; the cards come when `people` have given their numbers."""
    started = facts.MatchStarted(place.match, regulars)
    return started, *_seal(place, house), facts.NumbersAwaited(list(people))


def go_on(table: Table, seat: int, command: messages.GoOn, house: House) -> Events:
    """Be ready for the next deal, which begins when all people are."""
    if table.phase != "scored" or table.number != command.deal or seat in table.ready:
        raise Refusal("not_now")
    readied = facts.Readied(seat)
    if set(table.playing) <= table.ready | {seat}:
        return (readied, *next_deal(table, house))
    return (readied,)


def close_last_trick(table: Table, seat: int, command: messages.ShowScore, house: House) -> Events:
    """Somebody need not look any longer."""
    return reveal(table, house)


def next_deal(table: Table, house: House, without: int | None = None) -> Events:
    """What follows on a score: another deal, or the end of the match. The deal waits for the numbers of all
    people, but not for that of the seat `without`, which is leaving."""
    if table.phase != "scored" or table.standing is None:
        raise Refusal("not_now")
    if table.standing.over:
        return (facts.MatchEnded(list(table.standing.winners), signs(SLATE_KEY, house)),)
    missing = [seat for seat in _missing(table, house) if seat != without]
    if table.coming is None:
        # Its last deal was scored before there were seals.
        place = _place(table, table.match, len(table.standing.scores))
        return *_seal(place, house), facts.NumbersAwaited(missing)
    if not missing:
        return _deal(table, table.coming, house)
    return () if table.coming.due is not None else (facts.NumbersAwaited(missing),)


def take_number(table: Table, order: ByBrowser, house: House) -> Events:
    """The number of a person's browser for the coming deal; the deal, when it waited for that alone. A second
    number, or one for another deal, changes nothing."""
    coming, seat = table.coming, order.seat
    if coming is None or (order.match, order.deal) != coming.place[1:3] or seat in coming.gave:
        return ()
    given = facts.NumberGiven(seat, order.number)
    numbers = tuple(order.number if at == seat else number for at, number in enumerate(coming.numbers))
    if coming.due is None or set(_missing(table, house)) - {seat}:
        return (given,)
    return given, *_deal(table, replace(coming, numbers=numbers), house)


def deal_now(table: Table, house: House) -> Events:
    """Deal with the numbers that have come."""
    if table.coming is None or table.coming.due is None:
        raise Refusal("not_now")
    return _deal(table, table.coming, house)


def signs(count: int, house: House) -> str:
    """A word that nobody guesses: five bits for each sign."""
    return "".join(house.dice.choose(KEY_SIGNS) for _ in range(count))


def reveal(table: Table, house: House) -> Events:
    """The last trick is closed and the score shown (6.2)."""
    if table.phase != "closing" or table.deal is None:
        raise Refusal("not_now")
    return scored(table, show_score(table.deal), house)


def scored(table: Table, done: Deal, house: House) -> Events:
    """The row of the slate for `done`, the deal that lies on `table`; the first time also how it was dealt,
    and the seal of the deal that follows."""
    number = table.number
    events: list[Event] = [facts.DealScored(say.result(number, done))]
    if table.dealt is not None and table.shown is None:
        events.append(facts.DealShown(say.fair_record(table.dealt, done)))
    if table.coming is None and number + 1 < table.variant.deals:
        events += _seal(_place(table, table.match, number + 1), house)
    return tuple(events)


def _missing(table: Table, house: House) -> list[int]:
    """The seats whose number is still to come: of people who play themselves, and are here or have only just
    gone, as all have when the pub was started again."""
    gave = () if table.coming is None else table.coming.gave
    hall = house.hall
    here = (seat for seat in table.people if hall.now - hall.gone.get(seat, hall.now) < NUMBERS_WITHIN)
    return [seat for seat in here if seat not in gave and not table.chairs[seat].covered]


def _place(table: Table, match: int, deal: int) -> Place:
    return Place(table.name, match, deal, table.variant.seats)


def _seal(place: Place, house: House) -> Events:
    """The seed for the log, its seal for everybody."""
    seed = house.dice.seed()
    seal = house.oracle.seal(place, seed)
    return SeedDrawn(place.match, place.deal, seed, seal), facts.DealSealed(place.match, place.deal, seal)


def _deal(table: Table, coming: Chance, house: House) -> Events:
    """Shuffle and deal: the pack for nobody, each hand for its seat, open cards and turned suit for all. The
    first dealer of a match is drawn with its cards (2.1)."""
    variant = table.variant
    drawn = house.oracle.draw(coming.place, coming.seed, coming.numbers)
    standing = table.standing or Match(variant, drawn.dealer)
    dealer, cards = standing.dealer, drawn.cards
    turned = drawn.turned if variant.trump_making == "turned" else None
    deal = deal_out(variant, dealer, cards, turned)
    events: list[Event] = [
        facts.DealStarted(len(standing.scores), dealer, len(deal.hands[0])),
        PackShuffled(say.cards(cards), None if turned is None else say.suit(turned)),
        facts.NumbersSealed(house.oracle.seal_numbers(coming.place, coming.numbers), list(coming.gave)),
    ]
    events += [facts.HandDealt(seat, say.cards(hand)) for seat, hand in enumerate(deal.hands)]
    events += [
        facts.TableLaid(seat, [str(pile.open) for pile in piles])
        for seat, piles in enumerate(deal.piles)
        if piles
    ]
    if turned is not None:
        events.append(facts.SuitTurned(say.suit(turned)))
    return tuple(events)
