"""What holds at every position of every game, in every variant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from klaverjas.rules import (
    FULL,
    Call,
    Card,
    CardSet,
    Deal,
    DealScore,
    IllegalMove,
    Move,
    Suit,
    TablePile,
    Variant,
    apply,
    new_deal,
    pack,
    public_view,
    read_deal,
    show_score,
    view_for,
    write_deal,
    write_variant,
)
from tests.build import all_variants, moves, random_game

pytestmark = pytest.mark.parametrize("variant", all_variants(), ids=write_variant)


def positions(variant: Variant, seed: int = 0) -> Iterator[Deal]:
    """Every position of one random game, with revokes where they are possible."""
    random = Random(f"{variant} {seed}")
    return random_game(variant, random, variant.revoke == "claimable", random.randrange(variant.seats))


def places(deal: Deal) -> list[Card]:
    """All cards, wherever they are."""
    held = [one for hand in deal.hands for one in hand]
    table = [one for row in deal.piles for pile in row for one in pile if one is not None]
    lying = list(deal.trick.cards) if deal.trick is not None else []
    return held + table + lying + [one for trick in deal.won for one in trick.cards]


def test_no_card_is_lost_or_doubled(variant: Variant) -> None:
    for deal in positions(variant):
        assert sorted(places(deal)) == list(pack(variant.seats))


def test_whoever_is_in_turn_can_do_something_and_nobody_else(variant: Variant) -> None:
    for deal in positions(variant):
        assert bool(moves(deal)) == (deal.turn is not None)
        assert public_view(deal).turn == deal.turn
        for seat in range(variant.seats):
            view = view_for(deal, seat)
            assert (bool(view.legal), bool(view.calls)) == (
                deal.turn == seat and bool(deal.legal()),
                deal.turn == seat and bool(deal.calls_allowed()),
            )


def test_what_a_seat_sees_is_what_the_rules_say(variant: Variant) -> None:
    for deal in positions(variant):
        for seat in range(variant.seats):
            view = view_for(deal, seat)
            assert view.own == deal.own(seat)
            if deal.turn == seat:
                assert view.judged == deal.judged()
                assert view.calls == deal.calls_allowed()


def test_an_illegal_move_raises_and_changes_nothing(variant: Variant) -> None:
    for deal in positions(variant):
        before = (write_deal(deal), deal.hands, deal.piles, deal.revokes)
        allowed = set(moves(deal, illegal_too=variant.revoke == "claimable"))
        for move in {*FULL, *Call} - allowed:
            with pytest.raises(IllegalMove):
                apply(deal, move)
        assert (write_deal(deal), deal.hands, deal.piles, deal.revokes) == before


def test_a_reason_is_given_exactly_when_a_card_is_not_legal(variant: Variant) -> None:
    for deal in positions(variant):
        legal, reason = deal.judged()
        assert (reason is None) == (not legal or legal == deal.own(deal.turn or 0))


def test_all_points_are_162_at_the_end_and_credits_are_whole(variant: Variant) -> None:
    for seed in range(3):
        *_, last = positions(variant, seed)
        score = last.score
        assert score is not None
        assert sum(score.points) == sum(trick.points for trick in last.won) == 162
        assert len(last.won) == variant.tricks
        given = sum(score.scores) // (2 if variant.seats == 4 else 1)
        assert given == 162 + sum(score.meld)


def test_text_brings_every_position_back(variant: Variant) -> None:
    for deal in positions(variant):
        assert read_deal(write_deal(deal)) == deal


def test_revokes_are_counted_exactly_where_illegal_cards_are_accepted(variant: Variant) -> None:
    for deal, move in zip(*played(variant), strict=True):
        if isinstance(move, Card):
            after = apply(deal, move)
            illegal = {(len(deal.won), deal.turn)} if move not in deal.legal() else set()
            assert after.revokes == deal.revokes | illegal


# ---- only names change ---------------------------------------------------------------------------------


def last_move(deal: Deal) -> Move:
    if deal.trick is not None and deal.trick.cards:
        return deal.trick.cards[-1]
    return deal.won[-1].cards[-1] if deal.won else deal.calls[-1]


def played(variant: Variant) -> tuple[list[Deal], list[Move]]:
    """The positions of a game in which something was said or played, each with that move, and the end."""
    game = list(positions(variant))
    ends = [deal for deal in game if deal.turn is not None]
    return ends, [last_move(deal) for deal in game[1 : len(ends) + 1]]


def ended(deal: Deal) -> DealScore:
    score = (deal if deal.done else show_score(deal)).score
    assert score is not None
    return score


def test_moving_everyone_along_changes_only_the_seats(variant: Variant) -> None:
    game, made = played(variant)
    seats = variant.seats
    for by in range(1, seats):
        before = [(seat - by) % seats for seat in range(seats)]
        hands = tuple(game[0].dealt.hands[seat] for seat in before)
        piles = tuple(game[0].dealt.piles[seat] for seat in before)
        twin = new_deal(variant, (game[0].dealer + by) % seats, hands, game[0].turned, piles)
        for deal, move in zip(game, made, strict=True):
            assert deal.turn is not None
            assert (twin.turn, twin.judged()) == ((deal.turn + by) % seats, deal.judged())
            twin = apply(twin, move)
        scores = ended(apply(game[-1], made[-1])).scores
        assert ended(twin).scores == tuple(scores[seat] for seat in before)


def test_other_names_for_the_suits_change_only_the_names(variant: Variant) -> None:
    game, made = played(variant)
    for suits in Random(str(variant)).sample(list(permutations(Suit)), 4):
        hands = tuple(renamed(hand, suits) for hand in game[0].dealt.hands)
        piles = tuple(tuple(renamed_pile(pile, suits) for pile in row) for row in game[0].dealt.piles)
        turned = suits[game[0].turned] if game[0].turned is not None else None
        twin = new_deal(variant, game[0].dealer, hands, turned, piles)
        for deal, move in zip(game, made, strict=True):
            legal, reason = deal.judged()
            assert (twin.turn, twin.judged()) == (deal.turn, (renamed(legal, suits), reason))
            twin = apply(twin, renamed_move(move, suits))
        assert ended(twin) == ended(apply(game[-1], made[-1]))


def renamed_move(move: Move, suits: tuple[Suit, ...]) -> Move:
    if isinstance(move, Card):
        return Card.of(suits[move.suit], move.rank)
    return move if move.suit is None else Call(suits[move.suit].text)


def renamed(cards: CardSet, suits: tuple[Suit, ...]) -> CardSet:
    return CardSet.of(Card.of(suits[one.suit], one.rank) for one in cards)


def renamed_pile(pile: TablePile, suits: tuple[Suit, ...]) -> TablePile:
    return TablePile(*(None if one is None else Card.of(suits[one.suit], one.rank) for one in pile))
