"""What the person in one seat knows: its view, and what it remembers of how the cards came to the table."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.rules import Card, CardSet, Deal, SeatView, view_for


class Seen(NamedTuple):
    """`dealt` is the hand that this seat was dealt. `origins` says per trick, the unfinished one last, and
    per card from which table pile 0..3 it came, none from a hand; empty but with two players, where
    everybody saw it (7.2)."""

    view: SeatView
    dealt: CardSet
    origins: tuple[tuple[int | None, ...], ...]


def seen_by(deal: Deal, seat: int) -> Seen:
    """Everything that `seat` has been shown, built up field by field."""
    origins: tuple[tuple[int | None, ...], ...] = ()
    if deal.variant.seats == 2:
        tricks = [(won.leader, won.cards) for won in deal.won]
        if deal.trick is not None:
            tricks.append(deal.trick)
        origins = tuple(
            tuple(_origin(deal, (leader + place) % 2, card) for place, card in enumerate(cards))
            for leader, cards in tricks
        )
    return Seen(view_for(deal, seat), deal.dealt.hands[seat], origins)


def _origin(deal: Deal, seat: int, card: Card) -> int | None:
    """Only asked about cards that have been played."""
    piles = deal.dealt.piles[seat]
    return next((number for number, pile in enumerate(piles) if card in pile), None)
