"""One fact into what a viewer knows of the table, as `web/src/store/fold.ts` does it; `wire/facts.py` says
what each means. Pure: the view that goes in is never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any, TypeVar

from msgspec.structs import replace

from klaverjas.wire import facts
from klaverjas.wire.facts import AnyFact
from klaverjas.wire.shapes import Chair, DealView, Meld, Pile, SeatCall, TableView, Taken, TrickView, WonTrick

T = TypeVar("T")
EMPTY_CHAIR = Chair("empty")


def fold(view: TableView, fact: AnyFact | None) -> TableView:
    """The view after a fact; a fact that is not for this viewer (none) changes nothing."""
    return view if fact is None else _fold(fact, view)


@singledispatch
def _fold(fact: AnyFact, view: TableView) -> TableView:
    """Facts that only tell what others make so."""
    return view


@_fold.register
def _(fact: facts.Joined, view: TableView) -> TableView:
    chair = Chair("person", fact.name, fact.host, arriving=fact.arriving)
    return replace(view, chairs=_changed(view.chairs, fact.seat, lambda _: chair))


@_fold.register
def _(fact: facts.ChairsSwapped, view: TableView) -> TableView:
    to = {fact.a: fact.b, fact.b: fact.a}
    chairs = [view.chairs[to.get(seat, seat)] for seat in range(len(view.chairs))]
    return replace(view, me=to.get(view.me, view.me), chairs=chairs)


@_fold.register
def _(fact: facts.Left, view: TableView) -> TableView:
    chair = EMPTY_CHAIR if fact.regular is None else Chair("regular", fact.regular)
    chairs = _changed(view.chairs, fact.seat, lambda _: chair)
    return replace(
        view,
        chairs=[replace(each, host=seat == fact.host) for seat, each in enumerate(chairs)],
        ready=_changed(view.ready, fact.seat, lambda _: False),
    )


@_fold.register
def _(fact: facts.MatchStarted, view: TableView) -> TableView:
    chairs = [
        chair if name is None else Chair("regular", name)
        for chair, name in zip(view.chairs, fact.regulars, strict=True)
    ]
    nobody = [False] * len(chairs)
    return replace(
        view,
        phase="calling",
        deal=None,
        chairs=chairs,
        match=fact.match,
        sheet=[],
        totals=[0] * len(chairs),
        ready=nobody,
        winners=[],
        slate="",
    )


@_fold.register
def _(fact: facts.DealStarted, view: TableView) -> TableView:
    seats = len(view.chairs)
    deal = DealView(
        number=fact.number,
        dealer=fact.dealer,
        turned=None,
        calls=[],
        declarer=None,
        trump=None,
        sides=[],
        hand=[],
        counts=[fact.count] * seats,
        piles=[[], []] if seats == 2 else [],
        trick=None,
        last=None,
        taken=[Taken()] * seats,
    )
    chairs = [replace(chair, arriving=False) for chair in view.chairs]
    return replace(view, phase="calling", chairs=chairs, deal=deal, ready=[False] * seats)


@_fold.register
def _(fact: facts.HandDealt, view: TableView) -> TableView:
    return _in_deal(view, hand=fact.cards) if fact.seat == view.me else view


@_fold.register
def _(fact: facts.TableLaid, view: TableView) -> TableView:
    laid = [Pile(card, True) for card in fact.cards]
    return _in_deal(view, piles=_changed(_deal(view).piles, fact.seat, lambda _: laid))


@_fold.register
def _(fact: facts.SuitTurned, view: TableView) -> TableView:
    return _in_deal(view, turned=fact.suit)


@_fold.register
def _(fact: facts.Called, view: TableView) -> TableView:
    return _in_deal(view, calls=[*_deal(view).calls, SeatCall(fact.seat, fact.call)])


@_fold.register
def _(fact: facts.TrumpMade, view: TableView) -> TableView:
    trick = TrickView(fact.leader, [])
    after = _in_deal(view, declarer=fact.declarer, trump=fact.suit, sides=fact.sides, trick=trick)
    return replace(after, phase="playing")


@_fold.register
def _(fact: facts.CardPlayed, view: TableView) -> TableView:
    deal = _deal(view)
    assert deal.trick is not None
    after = _in_deal(view, trick=TrickView(deal.trick.leader, [*deal.trick.cards, fact.card]))
    if fact.pile is not None:
        return _with_pile(after, fact.seat, fact.pile, lambda pile: Pile(None, pile.closed))
    hand = [card for card in deal.hand if card != fact.card] if fact.seat == view.me else deal.hand
    return _in_deal(after, counts=_changed(deal.counts, fact.seat, lambda count: count - 1), hand=hand)


@_fold.register
def _(fact: facts.CardOpened, view: TableView) -> TableView:
    return _with_pile(view, fact.seat, fact.pile, lambda _: Pile(fact.card, False))


@_fold.register
def _(fact: facts.TrickWon, view: TableView) -> TableView:
    deal = _deal(view)
    assert deal.trick is not None
    won = WonTrick(
        fact.number, deal.trick.leader, deal.trick.cards, fact.winner, fact.points, list(fact.melds)
    )
    over = fact.number + 1 == (16 if len(view.chairs) == 2 else 8)
    after = _in_deal(
        view,
        last=won,
        trick=None if over else TrickView(fact.winner, []),
        taken=_changed(deal.taken, fact.winner, lambda taken: _take(taken, fact.points, fact.melds, 1)),
    )
    return replace(after, phase="closing") if fact.closing else after


@_fold.register
def _(fact: facts.TakenBack, view: TableView) -> TableView:
    deal = _deal(view)
    won = deal.last if deal.last is not None and deal.last.number == fact.number else None
    trick = won or deal.trick
    assert trick is not None
    on_piles = {pile.open for piles in fact.piles for pile in piles}
    seats = len(view.chairs)
    returned = [
        ((trick.leader + place) % seats, card)
        for place, card in enumerate(trick.cards)
        if place >= fact.keep and card not in on_piles
    ]
    after = _in_deal(
        view,
        trick=TrickView(trick.leader, trick.cards[: fact.keep]),
        hand=[*deal.hand, *(card for seat, card in returned if seat == view.me)],
        counts=[
            count + sum(owner == seat for owner, _ in returned) for seat, count in enumerate(deal.counts)
        ],
        piles=fact.piles or deal.piles,
        last=fact.last,
    )
    if won is not None:
        taken = _changed(deal.taken, won.winner, lambda taken: _take(taken, won.points, won.melds, -1))
        after = _in_deal(after, taken=taken)
    return replace(after, phase="playing")


@_fold.register
def _(fact: facts.DealScored, view: TableView) -> TableView:
    sheet = [*view.sheet[: fact.result.number], fact.result]
    seats = range(len(view.chairs))
    totals = [sum(row.credit[seat].points + row.credit[seat].meld for row in sheet) for seat in seats]
    return replace(view, phase="scored", ready=[False for _ in seats], sheet=sheet, totals=totals)


@_fold.register
def _(fact: facts.Readied, view: TableView) -> TableView:
    return replace(view, ready=_changed(view.ready, fact.seat, lambda _: True))


@_fold.register
def _(fact: facts.MatchEnded, view: TableView) -> TableView:
    ready = [False] * len(view.chairs)
    return replace(view, phase="ended", winners=fact.winners, slate=fact.slate, ready=ready)


def _deal(view: TableView) -> DealView:
    assert view.deal is not None
    return view.deal


def _in_deal(view: TableView, **change: Any) -> TableView:
    return replace(view, deal=replace(_deal(view), **change))


def _with_pile(view: TableView, seat: int, at: int, make: Callable[[Pile], Pile]) -> TableView:
    return _in_deal(view, piles=_changed(_deal(view).piles, seat, lambda own: _changed(own, at, make)))


def _changed(items: Sequence[T], at: int, make: Callable[[T], T]) -> list[T]:
    return [make(item) if place == at else item for place, item in enumerate(items)]


def _take(taken: Taken, points: int, melds: Sequence[Meld], sign: int) -> Taken:
    meld = taken.meld + sign * sum(each.points for each in melds)
    return Taken(taken.tricks + sign, taken.points + sign * points, meld)
