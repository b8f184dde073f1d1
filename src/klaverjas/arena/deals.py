"""The deals of a match: number and seed in, the same cards out, whoever plays them."""

from __future__ import annotations

from random import Random
from typing import Literal

from klaverjas.rules import Call, Deal, SeatView, Suit, Variant, apply, deal_out, pack, view_for
from klaverjas.rules.bidding import NAMED
from klaverjas.rules.cards import CardSet, Rank
from klaverjas.rules.strength import POINTS

TrumpBy = Literal["players", "fixed"]

LENGTH, NO_JACK = 6, -4
SIDE = {Rank.ACE: 12, Rank.TEN: 4}


def deal_for(variant: Variant, seed: int, number: int, trump: TrumpBy = "players") -> Deal:
    """Deal `number` of the match with this seed: cards, dealer and turned suit drawn at random.

    With `trump` *fixed* it is forced play (2.3) whatever the variant says, and the referee has spoken for
    forehand: the suit with the highest `plain_count`. Forehand is declarer and leads.
    """
    random = Random(f"{seed} {number}")
    cards = list(pack(variant.seats))
    random.shuffle(cards)
    dealer, turned = random.randrange(variant.seats), random.choice(list(Suit))
    if trump == "fixed":
        variant = variant.but(trump_making="forced")
    deal = deal_out(variant, dealer, tuple(cards), turned if variant.trump_making == "turned" else None)
    if trump == "players":
        return deal
    seat = deal.turn
    assert seat is not None
    return apply(deal, fixed_call(view_for(deal, seat)))


def plain_count(own: CardSet, trump: Suit) -> int:
    """What a hand is worth with this trump, counted so simply that it favours nobody: the points of the
    trumps and 6 for each, 4 less without the jack, 12 for another ace and 4 for another ten."""
    trumps = own.of_suit(trump)
    count = sum(POINTS[trump][card] + LENGTH for card in trumps)
    if trumps and not any(card.rank is Rank.JACK for card in trumps):
        count += NO_JACK
    return count + sum(SIDE.get(card.rank, 0) for card in own - trumps)


def fixed_call(view: SeatView) -> Call:
    """What the referee says for a seat that is to speak and does not: pass where it may, else the suit with
    the highest `plain_count`."""
    if Call.PASS in view.calls:
        return Call.PASS
    return max((call for call in NAMED if call in view.calls), key=lambda call: _count(view, call))


def _count(view: SeatView, call: Call) -> int:
    assert call.suit is not None
    return plain_count(view.own, call.suit)
