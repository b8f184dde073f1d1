"""Matches and deals: starting, dealing, showing the score, going on."""

from __future__ import annotations

from klaverjas.rules import Deal, Match, Suit, Variant, deal_out, pack, show_score
from klaverjas.table import say
from klaverjas.table.events import Event, Events, PackShuffled
from klaverjas.table.orders import House, Refusal
from klaverjas.table.state import Table
from klaverjas.table.waiting import wait
from klaverjas.wire import facts, messages


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
    return start_match(1, regulars, table.variant, house)


def again(table: Table, seat: int, command: messages.Again, house: House) -> Events:
    """Another match at the same table, with who sits there."""
    if table.phase != "ended":
        raise Refusal("not_now")
    regulars = [chair.name if chair.kind == "regular" else None for chair in table.chairs]
    return start_match(table.match + 1, regulars, table.variant, house)


def start_match(number: int, regulars: list[str | None], variant: Variant, house: House) -> Events:
    """The first dealer is drawn (2.1)."""
    dealer = house.dice.choose(range(variant.seats))
    return facts.MatchStarted(number, regulars), *_deal(Match(variant, dealer), house)


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
    return reveal(table)


def next_deal(table: Table, house: House) -> Events:
    """What follows on a score: another deal, or the end of the match."""
    if table.phase != "scored" or table.standing is None:
        raise Refusal("not_now")
    if table.standing.over:
        return (facts.MatchEnded(list(table.standing.winners)),)
    return _deal(table.standing, house)


def reveal(table: Table) -> Events:
    """The last trick is closed and the score shown (6.2)."""
    if table.phase != "closing" or table.deal is None:
        raise Refusal("not_now")
    return (scored(table, show_score(table.deal)),)


def scored(table: Table, done: Deal) -> facts.DealScored:
    """The row of the slate for `done`, the deal that lies on `table`."""
    return facts.DealScored(say.result(table.number, done))


def _deal(standing: Match, house: House) -> Events:
    """Shuffle and deal: the pack for nobody, each hand for its seat, open cards and turned suit for all."""
    variant, dealer = standing.variant, standing.dealer
    cards = tuple(house.dice.shuffle(list(pack(variant.seats))))
    turned = house.dice.choose(tuple(Suit)) if variant.trump_making == "turned" else None
    deal = deal_out(variant, dealer, cards, turned)
    events: list[Event] = [
        facts.DealStarted(len(standing.scores), dealer, len(deal.hands[0])),
        PackShuffled(say.cards(cards), None if turned is None else say.suit(turned)),
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
