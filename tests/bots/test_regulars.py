"""The regulars keep to their convention cards, and their levels differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from klaverjas.bots import LEVELS, REGULARS, Conventions, Player, Strong
from klaverjas.bots.regulars import player_of
from klaverjas.rules import CLUB, PUB, Call, Card, Rank, SeatView
from klaverjas.rules.trick import best_place
from tests.bots.games import hasty, positions, random_deal

HABIT_DEALS = 150


def test_there_are_three_of_each_level_so_that_any_company_fills_a_table() -> None:
    for level in ("gentle", "steady", "strong"):
        assert sum(regular.level == level for regular in REGULARS) >= 3
    assert len({regular.key for regular in REGULARS}) == len(REGULARS)
    assert len({regular.card for regular in REGULARS}) == len(REGULARS)


def test_only_the_strong_think() -> None:
    for regular in REGULARS:
        assert isinstance(regular.player, Strong) == (regular.level == "strong")
    assert set(LEVELS) == {"policy", "gentle", "steady", "strong"}


def how_often(player: Player, counts: Callable[[SeatView, Card], bool | None]) -> float:
    """The share of the moves of which `counts` tells yes or no for which it tells yes."""
    told = [
        counts(view, move)
        for seed in range(HABIT_DEALS)
        for _, view, move in positions(random_deal(CLUB.but(revoke="refused"), seed), [player] * 4)
        if isinstance(move, Card) and len(view.legal) > 1
    ]
    yes, no = told.count(True), told.count(False)
    assert yes + no > 60
    return yes / (yes + no)


def leads_trump(view: SeatView, card: Card) -> bool | None:
    trick, trump, both = view.public.trick, view.trump, view.public.sides
    assert trick is not None
    assert trump is not None
    assert both is not None
    if trick.cards or view.seat not in both.declaring or not view.own.of_suit(trump):
        return None
    return card.suit == trump


def throws_under_its_ace(view: SeatView, card: Card) -> bool | None:
    trick, trump = view.public.trick, view.trump
    assert trick is not None
    assert trump is not None
    if not trick.cards or view.own.of_suit(trick.cards[0].suit):
        return None
    plain = [one for one in view.legal if one.suit != trump]
    under = [one for one in plain if one.rank < Rank.TEN and Card.of(one.suit, Rank.ACE) in view.own]
    return None if not under or len(under) == len(view.legal) else card in under


def spends_the_nel(view: SeatView, card: Card) -> bool | None:
    trump = view.trump
    assert trump is not None
    nel, boer = Card.of(trump, Rank.NINE), Card.of(trump, Rank.JACK)
    played = [one for trick in view.public.won for one in trick.cards]
    played += view.public.trick.cards if view.public.trick is not None else ()
    if nel not in view.legal or boer in played or boer in view.own:
        return None
    return card == nel


def gives_a_ten_away(view: SeatView, card: Card) -> bool | None:
    """Whether it gives a ten or an ace, not for good, to a trick that it does not take."""
    trick, trump = view.public.trick, view.trump
    assert trick is not None
    assert trump is not None
    high = [one for one in view.legal if one.rank in (Rank.TEN, Rank.ACE) and one.suit != trump]
    if not trick.cards or not high or len(high) == len(view.legal):
        return None
    if any(best_place((*trick.cards, one), trump) == len(trick.cards) for one in high):
        return None
    return card in high


def gets_rid_of_a_single_card(view: SeatView, card: Card) -> bool | None:
    trick, trump = view.public.trick, view.trump
    assert trick is not None
    assert trump is not None
    led = trick.cards[0].suit if trick.cards else None
    single = [
        one for one in view.legal if one.suit not in (led, trump) and len(view.own.of_suit(one.suit)) == 1
    ]
    if not view.own.of_suit(trump) or not single or len(single) == len(view.legal):
        return None
    return card in single


CASES = [
    pytest.param(
        "steady", leads_trump, Conventions(leading="trumps"), Conventions(leading="aces"), id="leading"
    ),
    pytest.param("gentle", throws_under_its_ace, Conventions(), Conventions(signal=False), id="signal"),
    pytest.param("steady", spends_the_nel, Conventions(), Conventions(nel=True), id="nel"),
    pytest.param("steady", gives_a_ten_away, Conventions(), Conventions(tens=True), id="tens"),
    pytest.param("steady", gets_rid_of_a_single_card, Conventions(ruffing=True), Conventions(), id="ruffing"),
    pytest.param(
        "strong", leads_trump, Conventions(leading="trumps"), Conventions(leading="aces"), id="strong-leading"
    ),
    pytest.param(
        "strong", throws_under_its_ace, Conventions(), Conventions(signal=False), id="strong-signal"
    ),
]


@pytest.mark.parametrize(("level", "counts", "more", "less"), CASES)
def test_a_regular_keeps_to_its_card(
    level: str, counts: Callable[[SeatView, Card], bool | None], more: Conventions, less: Conventions
) -> None:
    often, seldom = (hasty(player_of(level, card), 10) for card in (more, less))  # type: ignore[arg-type]
    assert how_often(often, counts) > how_often(seldom, counts) + 0.03


def test_the_bold_play_more_often_than_the_careful() -> None:
    plays = {}
    for making in ("careful", "even", "bold"):
        player = player_of("strong", Conventions(making=making))
        calls = []
        for seed in range(300):
            deal = random_deal(PUB, seed)
            _, _, move = next(positions(deal, [player] * 4))
            calls.append(move)
        plays[making] = calls.count(Call.PLAY)
    assert plays["careful"] < plays["even"] < plays["bold"]
