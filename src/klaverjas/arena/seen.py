"""What the person in one seat knows: its view, and the hand it was dealt."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.rules import CardSet, Deal, SeatView, view_for


class Seen(NamedTuple):
    """`dealt` is the hand that this seat was dealt."""

    view: SeatView
    dealt: CardSet


def seen_by(deal: Deal, seat: int) -> Seen:
    """What `seat` has been shown, built up field by field."""
    return Seen(view_for(deal, seat), deal.dealt.hands[seat])
