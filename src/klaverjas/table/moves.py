"""Calls, cards, cards taken back, claims: what the rules judge, told as facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from klaverjas.rules import (
    Call,
    Card,
    Deal,
    IllegalMove,
    Move,
    apply,
    claim,
    public_view,
    take_back,
)
from klaverjas.rules.bidding import forehand
from klaverjas.rules.errors import Fault
from klaverjas.table import say
from klaverjas.table.deals import scored
from klaverjas.table.events import Event, Events
from klaverjas.table.orders import House, Refusal
from klaverjas.table.state import Table
from klaverjas.wire import facts, messages

T = TypeVar("T")


def make_call(table: Table, seat: int, command: messages.MakeCall, house: House) -> Events:
    return move(table, seat, Call.parse(command.call), house)


def play_card(table: Table, seat: int, command: messages.PlayCard, house: House) -> Events:
    return move(table, seat, Card.parse(command.card), house)


def move(table: Table, seat: int, wish: Move, house: House) -> Events:
    """The call or card of the seat in turn, and all that follows from it."""
    deal = _deal_of(table)
    if deal.turn is None:
        raise Refusal("not_now")
    if deal.turn != seat:
        raise Refusal("not_your_turn")
    after = _judge(lambda: apply(deal, wish))
    if isinstance(wish, Call):
        return _called(seat, wish, after)
    return _played(table, seat, wish, after, house)


def take_card_back(table: Table, seat: int, command: messages.TakeBack, house: House) -> Events:
    """The seat's card of the open trick, and later ones, go back (6.2)."""
    deal = _deal_of(table)
    return (_taken_back(seat, _judge(lambda: take_back(deal, seat)), ruled=False),)


def make_claim(table: Table, seat: int, command: messages.Claim, house: House) -> Events:
    """The claim is ruled at once (6.4)."""
    deal = _deal_of(table)
    if command.deal != table.number:
        raise Refusal("not_now")
    after, ruling = _judge(lambda: claim(deal, seat, command.accused, command.trick))
    ruled = facts.Ruled(
        by=seat,
        accused=ruling.accused,
        trick=ruling.trick,
        upheld=ruling.upheld,
        corrected=ruling.corrected,
        card=str(ruling.card),
        held=[] if ruling.corrected else say.cards(ruling.held),
    )
    if ruling.corrected:
        return ruled, _taken_back(ruling.accused, after, ruled=True)
    return ruled, *scored(table, after, house)


def _called(seat: int, call: Call, after: Deal) -> Events:
    called = facts.Called(seat, say.call(call))
    if after.trump is None or after.declarer is None:
        return (called,)
    both = public_view(after).sides
    leader = forehand(after.dealer, after.variant.seats)
    return called, facts.TrumpMade(after.declarer, say.suit(after.trump), leader, say.sides(both))


def _played(table: Table, seat: int, card: Card, after: Deal, house: House) -> Events:
    before = _deal_of(table)
    pile = next((at for at, each in enumerate(before.piles[seat]) if each.open == card), None)
    events: list[Event] = [facts.CardPlayed(seat, str(card), pile)]
    opened = None if pile is None else after.piles[seat][pile].open
    if pile is not None and opened is not None:
        events.append(facts.CardOpened(seat, pile, str(opened)))
    if len(after.won) > len(before.won):
        trick = after.won[-1]
        closing = after.turn is None and not after.done
        events.append(
            facts.TrickWon(len(before.won), trick.winner, trick.points, say.melds(trick.melds), closing)
        )
    if after.done:
        events += scored(table, after, house)
    return tuple(events)


def _taken_back(seat: int, after: Deal, ruled: bool) -> facts.TakenBack:
    assert after.trick is not None
    piles = say.piles(public_view(after).piles)
    return facts.TakenBack(
        seat, len(after.won), len(after.trick.cards), piles, say.last_trick(after.won), ruled
    )


def _deal_of(table: Table) -> Deal:
    if table.deal is None or table.ended:
        raise Refusal("not_now")
    return table.deal


def _judge(act: Callable[[], T]) -> T:
    try:
        return act()
    except IllegalMove as error:
        raise _refusal(error.fault) from None


def _refusal(fault: Fault) -> Refusal:
    match fault:
        case "follow" | "follow_trump" | "overtrump" | "ruff" | "no_undertrump" | "must_undertrump":
            return Refusal("illegal_card", fault)
        case "not_held" | "call_not_allowed" | "nothing_to_take_back" | "not_an_opponent" | "no_such_trick":
            return Refusal(fault)
    return Refusal("not_now")
