"""Nothing that a seat may not know is in its view, and no repr tells a card (rules.md 6.1, 7.2)."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.rules import (
    Card,
    CardSet,
    Deal,
    PublicView,
    Record,
    SeatView,
    TablePile,
    Variant,
    claim,
    view_for,
    write_variant,
)
from klaverjas.rules.deal import Dealt
from tests.build import all_variants, at_some_point, even, play, random_game

randoms = st.integers(0, 2**32).map(Random)
CARD = re.compile(r"\b[CDHS][789TJQKA]\b|Card|CardSet")


def other_world(deal: Deal, seat: int, random: Random) -> Deal:
    """A deal that looks the same from `seat`: what is hidden from it is dealt anew. How the cards were dealt
    and which of them were illegal is hidden too."""
    others = [other for other in range(deal.variant.seats) if other != seat]
    hidden = [one for other in others for one in deal.hands[other]]
    hidden += [pile.closed for row in deal.piles for pile in row if pile.closed is not None]
    random.shuffle(hidden)
    hands = list(deal.hands)
    for other in others:
        hands[other] = CardSet.of(take(hidden, len(hands[other])))
    piles = tuple(
        tuple(pile if pile.closed is None else TablePile(pile.open, hidden.pop()) for pile in row)
        for row in deal.piles
    )
    assert not hidden
    return replace(
        deal,
        dealt=Dealt((), ()),
        hands=tuple(hands),
        piles=piles,
        revokes=frozenset(),
        must_obey=None,
        before=None,
    )


def take(cards: list[Card], count: int) -> list[Card]:
    taken, cards[:] = cards[:count], cards[count:]
    return taken


@pytest.mark.parametrize("variant", all_variants(), ids=write_variant)
def test_two_worlds_that_look_the_same_have_the_same_view(variant: Variant) -> None:
    random = Random(str(variant))
    for deal in random_game(variant, random, illegal_too=variant.revoke == "claimable"):
        for seat in range(deal.variant.seats):
            twin = other_world(deal, seat, random)
            assert view_for(twin, seat) == view_for(deal, seat)
            assert repr(view_for(twin, seat)) == repr(view_for(deal, seat))
            assert view_for(twin, seat).judged == view_for(deal, seat).judged


@given(st.sampled_from(all_variants()), randoms)
def test_the_repr_of_a_deal_tells_no_card(variant: Variant, random: Random) -> None:
    deal = at_some_point(variant, random)
    record = Record(deal.variant, (), (deal,))
    for text in (repr(deal), str(deal), f"{deal}", repr(record), repr(deal.dealt)):
        assert not CARD.search(text), text
    for row in deal.piles:
        for pile in row:
            assert pile.closed is None or str(pile.closed) not in repr(pile)


def test_a_view_has_no_field_for_another_hand_or_for_a_revoke() -> None:
    """Whoever adds a field to a view or to a deal meets this test and decides what may be seen."""
    assert SeatView._fields == ("public", "seat", "hand")
    seen = set(PublicView._fields)
    hidden = {field.name for field in fields(Deal)} - seen
    assert seen - {field.name for field in fields(Deal)} == {"counts", "score"}
    assert hidden == {"dealt", "hands", "shown", "ruling", "revokes", "must_obey", "lead_back", "before"}


def test_after_a_claim_only_the_hand_in_question_is_shown() -> None:
    """6.4"""
    _, ruling = claim(play(even(), "C7 C9 SJ CK CA"), 1, 2, 0)
    assert ruling.held == even().hands[2]
