"""Dealing and making trump (rules.md section 2)."""

from __future__ import annotations

import pytest

from klaverjas.rules import (
    CLUB,
    EMPTY,
    PUB,
    BrokenDeal,
    Call,
    Card,
    Deal,
    IllegalMove,
    Suit,
    UnreadableText,
    apply,
    deal_out,
    new_deal,
    pack,
)
from tests.build import EVEN, cards


def fresh(seats: int = 4, dealer: int = 0, turned: Suit | None = Suit.HEARTS, club: bool = False) -> Deal:
    variant = (CLUB if club else PUB).but(seats=seats)
    return deal_out(variant, dealer, tuple(pack(seats)), None if club else turned)


def say(deal: Deal, calls: str) -> Deal:
    for text in calls.split():
        deal = apply(deal, Call.parse(text))
    return deal


def test_cards_are_dealt_in_packets_of_three_two_and_three_from_forehand_on() -> None:
    """2.1"""
    deal = fresh(dealer=3)
    assert deal.hands[0] == cards("C7 C8 C9 DJ DQ HJ HQ HK")
    assert deal.hands[1] == cards("CT CJ CQ DK DA HA S7 S8")
    assert deal.hands[3] == cards("D8 D9 DT H9 HT SQ SK SA")
    assert fresh(dealer=0).hands[1] == deal.hands[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_eight_cards_and_two_players_four_piles_too(seats: int) -> None:
    """1.5-1.7"""
    deal = fresh(seats)
    assert [len(hand) for hand in deal.hands] == [8] * seats
    assert [len(row) for row in deal.piles] == [4 if seats == 2 else 0] * seats


def test_the_open_table_cards_lie_on_the_closed_ones() -> None:
    """1.7: after the hands four closed cards, then four open ones, for forehand first."""
    stock = tuple(pack(2))
    deal = deal_out(PUB.but(seats=2), 0, stock, Suit.CLUBS)
    assert [pile.closed for pile in deal.piles[1]] == list(stock[16:20])
    assert [pile.open for pile in deal.piles[1]] == list(stock[20:24])
    assert [pile.open for pile in deal.piles[0]] == list(stock[28:32])


@pytest.mark.parametrize("dealer", range(4))
def test_forehand_speaks_first_and_leads_whoever_plays(dealer: int) -> None:
    """2.2"""
    deal = fresh(dealer=dealer)
    assert deal.turn == (dealer + 1) % 4
    deal = say(deal, "pass pass play")
    assert deal.declarer == (dealer + 3) % 4
    assert deal.turn == (dealer + 1) % 4
    assert deal.trump is Suit.HEARTS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_forced_play_forehand_names_any_suit(seats: int) -> None:
    """2.3"""
    deal = fresh(seats, dealer=1, club=True)
    assert [call.text for call in deal.calls_allowed()] == ["C", "D", "H", "S"]
    for text in "CDHS":
        made = say(deal, text)
        assert (made.declarer, made.trump, made.turn) == (2 % seats, Suit.parse(text), 2 % seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_everybody_passes_forehand_names_one_of_the_other_suits(seats: int) -> None:
    """2.5"""
    deal = say(fresh(seats), "pass " * seats)
    assert deal.turn == 1 % seats
    assert deal.calls_allowed() == (Call.CLUBS, Call.DIAMONDS, Call.SPADES)
    made = say(deal, "S")
    assert (made.declarer, made.trump, made.turn) == (1 % seats, Suit.SPADES, 1 % seats)
    for text in ("H", "pass", "play"):
        with pytest.raises(IllegalMove, match="cannot be said now") as refusal:
            say(deal, text)
        assert refusal.value.fault == "call_not_allowed"


def test_while_a_suit_is_turned_no_other_can_be_named() -> None:
    """2.4"""
    deal = fresh()
    assert deal.calls_allowed() == (Call.PLAY, Call.PASS)
    for text in "CDHS":
        with pytest.raises(IllegalMove, match="cannot be said now"):
            say(deal, text)


def test_in_forced_play_nobody_can_pass() -> None:
    for text in ("pass", "play"):
        with pytest.raises(IllegalMove) as refusal:
            say(fresh(club=True), text)
        assert refusal.value.fault == "call_not_allowed"


def test_no_card_before_trump_is_made_and_no_call_after_it() -> None:
    deal = fresh()
    with pytest.raises(IllegalMove) as refusal:
        apply(deal, next(iter(deal.hands[1])))
    assert refusal.value.fault == "not_a_call"
    with pytest.raises(IllegalMove) as refusal:
        say(deal, "play pass")
    assert refusal.value.fault == "not_a_card"
    assert say(deal, "play").calls_allowed() == ()


@pytest.mark.parametrize("text", ["", "PASS", "c", "no trump", "spelen"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="expected pass, play"):
        Call.parse(text)


def test_a_call_survives_text_and_repr() -> None:
    for call in Call:
        assert Call.parse(call.text) is call
        assert eval(repr(call), {"Call": Call}) is call


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dealer": 4}, "dealer 4 is not a seat"),
        ({"dealer": -1}, "dealer -1 is not a seat"),
        ({"turned": None}, "a suit is turned exactly"),
        ({"hands": (cards("C7"),)}, "1 hands"),
        ({"hands": (EMPTY, *[cards("C9 CT D9 DT H9 HT S9 ST")] * 3)}, "seat 0 has 0 cards instead of 8"),
        ({"hands": (cards("C9 CT D9 DT H9 HT S9 ST"),) * 4}, "C9 stands twice"),
        ({"hands": (cards("C9 CT D9 DT H9 HT S9 ST"),) * 4}, "missing: C7 C8"),
    ],
)
def test_a_deal_that_cannot_be_says_what_is_wrong(change: dict[str, object], words: str) -> None:
    hands = tuple(cards(f"C{a} C{b} D{a} D{b} H{a} H{b} S{a} S{b}") for a, b in ("78", "9T", "JQ", "KA"))
    good = {"variant": PUB, "dealer": 0, "hands": hands, "turned": Suit.HEARTS}
    new_deal(**good)  # type: ignore[arg-type]
    with pytest.raises(BrokenDeal, match=words):
        new_deal(**{**good, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_wrong_pack_cannot_be_dealt(seats: int) -> None:
    stock = tuple(pack(seats))
    for wrong in (stock[:-1], (*stock, Card(0)), (*stock[:-1], stock[0]), ()):
        with pytest.raises(BrokenDeal):
            deal_out(PUB.but(seats=seats), 0, wrong, Suit.HEARTS)


def test_the_easy_deal_of_these_tests_is_whole() -> None:
    assert {seats: text.count("+") for seats, text in EVEN.items()} == {4: 0, 3: 0, 2: 2}
