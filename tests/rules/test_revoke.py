"""Revokes (rules.md section 6). Everyone has two of every suit, so any other suit than the one led is illegal
in the first tricks; hearts are trump and seat 0 plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klaverjas.rules import (
    Deal,
    IllegalMove,
    Ruling,
    Trick,
    apply,
    can_take_back,
    claim,
    open_trick,
    show_score,
    take_back,
    view_for,
)
from tests.build import card, cards, even, play

WHOLE = "C7 C9 CJ CK CA C8 CT CQ DK D7 D9 DJ DA D8 DT DQ SK S7 S9 SJ SA S8 ST SQ HK H7 H9 HJ HQ HA H8 HT"


def fault(deal: Deal, by: int, accused: int, trick: int) -> str:
    """Why this claim is not even judged."""
    with pytest.raises(IllegalMove) as refusal:
        claim(deal, by, accused, trick)
    return refusal.value.fault


# ---- playing -------------------------------------------------------------------------------------------


def test_an_illegal_card_is_accepted_and_changes_nothing_that_anyone_can_see() -> None:
    """6.1"""
    deal = play(even(), "C7 C9 SJ CK")
    assert deal.revokes == {(0, 2)}
    innocent = replace(deal, revokes=frozenset())
    assert [view_for(deal, seat) for seat in range(4)] == [view_for(innocent, seat) for seat in range(4)]
    assert repr(deal) == repr(innocent)


def test_turn_and_ownership_are_checked_all_the_same() -> None:
    """6.1"""
    for text in ("CJ", "C7"):
        with pytest.raises(IllegalMove) as refusal:
            play(even(), f"C7 {text}")
        assert refusal.value.fault == "not_held"


def test_where_illegal_cards_are_refused_nothing_can_be_claimed_or_taken_back() -> None:
    deal = play(even(revoke="refused"), "C7 C9 CJ CK")
    assert fault(deal, 0, 1, 0) == "not_claimable"
    assert not any(can_take_back(deal, seat) for seat in range(4))
    with pytest.raises(IllegalMove) as refusal:
        take_back(deal, 3)
    assert refusal.value.fault == "nothing_to_take_back"


# ---- taking back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "keep"), [(0, ""), (1, "C7"), (2, "C7 C9"), (3, "C7 C9 SJ")])
def test_a_card_can_be_taken_back_and_later_cards_of_the_trick_go_back_too(seat: int, keep: str) -> None:
    """6.2: also when the trick is full, until the next one is led."""
    deal = play(even(), "C7 C9 SJ CK")
    assert can_take_back(deal, seat)
    assert take_back(deal, seat) == play(even(), keep)


def test_who_has_not_played_to_the_open_trick_has_nothing_to_take_back() -> None:
    deal = play(even(), "C7 C9")
    assert [can_take_back(deal, seat) for seat in range(4)] == [True, True, False, False]
    assert not any(can_take_back(even(), seat) for seat in range(4))


def test_a_trick_is_closed_when_the_next_one_is_led() -> None:
    """6.2"""
    deal = play(even(), "C7 C9 SJ CK CA")
    assert open_trick(deal) == 1
    assert [can_take_back(deal, seat) for seat in range(4)] == [False, False, False, True]


def test_a_lead_that_is_taken_back_does_not_open_the_trick_before_it_again() -> None:
    """6.2: else a partner could open it for a revoke that is about to be claimed."""
    deal = take_back(play(even(), "C7 C9 SJ CK CA"), 3)
    assert deal.trick == Trick(3)
    assert open_trick(deal) is None
    assert not any(can_take_back(deal, seat) for seat in range(4))
    ended, ruling = claim(deal, 1, 2, 0)
    assert (ruling.upheld, ruling.corrected, ended.done) == (True, False, True)
    assert open_trick(play(deal, "CA")) == 1


def test_taking_back_opens_an_own_trick_again_as_if_nothing_had_been_played() -> None:
    deal = take_back(play(even(), "C7 C9 SJ CK"), 2)
    assert (deal.turn, deal.revokes, deal.won) == (2, frozenset(), ())
    assert play(deal, "CJ CK") == play(even(), "C7 C9 CJ CK")


def test_the_last_trick_stays_open_until_the_score_is_shown() -> None:
    """6.2"""
    deal = play(even(), WHOLE)
    assert (deal.turn, deal.done, deal.score) == (None, False, None)
    assert open_trick(deal) == 7
    assert all(can_take_back(deal, seat) for seat in range(4))
    assert take_back(deal, 3).turn == 3
    shown = show_score(deal)
    assert shown.done
    assert shown.score is not None
    assert open_trick(shown) is None
    assert not any(can_take_back(shown, seat) for seat in range(4))


def test_the_score_cannot_be_shown_before_the_last_card() -> None:
    for deal in (even(), play(even(), WHOLE.rsplit(" ", 1)[0])):
        with pytest.raises(IllegalMove) as refusal:
            show_score(deal)
        assert refusal.value.fault == "not_over"


# ---- claims --------------------------------------------------------------------------------------------


def test_a_right_claim_on_a_closed_trick_ends_the_deal_with_262_for_the_innocent_side() -> None:
    """6.4"""
    deal, ruling = claim(play(even(), "C7 C9 SJ CK CA"), 1, 2, 0)
    assert ruling == Ruling(1, 2, 0, True, False, card("SJ"), cards("CJ CQ DJ DQ HJ HQ SJ SQ"))
    assert (deal.done, deal.turn, deal.ruling) == (True, None, ruling)
    assert deal.score is not None
    assert deal.score.scores == (0, 262, 0, 262)
    assert (deal.score.culprit, deal.score.failed) == (2, True)


def test_the_innocent_side_gets_the_roem_of_both_in_the_completed_tricks() -> None:
    """6.4: the stuk in trick 1 counts, also for those who did not take it."""
    ended, _ = claim(play(even(), "C7 C9 SJ CK HK H8 H9 HQ CT CJ"), 1, 2, 0)
    assert [(trick.winner, trick.meld) for trick in ended.won] == [(3, 0), (1, 20)]
    assert ended.score is not None
    assert ended.score.scores == (0, 282, 0, 282)


def test_a_right_claim_on_an_open_trick_only_corrects_the_card() -> None:
    """6.4"""
    for plays in ("C7 C9 SJ", "C7 C9 SJ CK"):
        deal, ruling = claim(play(even(), plays), 3, 2, 0)
        assert (ruling.upheld, ruling.corrected) == (True, True)
        assert (deal.done, deal.turn, deal.ruling, deal.must_obey) == (False, 2, None, 2)
        assert deal.trick == Trick(0, (card("C7"), card("C9")))
        assert deal.hands == play(even(), "C7 C9").hands


def test_whoever_was_corrected_must_obey_until_the_next_trick_is_led() -> None:
    """6.4: also after taking back once more."""
    deal, _ = claim(play(even(), "C7 C9 SJ CK"), 3, 2, 0)
    with pytest.raises(IllegalMove) as refusal:
        apply(deal, card("HJ"))
    assert refusal.value.fault == "follow"
    corrected = play(deal, "CJ")
    for again in (take_back(corrected, 2), play(take_back(corrected, 1), "CT")):
        with pytest.raises(IllegalMove):
            apply(again, card("SJ"))
    led = play(corrected, "CK CA")
    assert led.must_obey is None
    assert play(led, "C8 CT SJ").revokes == {(1, 2)}


def test_others_may_still_revoke_while_one_must_obey() -> None:
    deal, _ = claim(play(even(), "C7 C9 SJ"), 3, 2, 0)
    assert play(deal, "CJ SK").revokes == {(0, 3)}


@pytest.mark.parametrize("plays", ["C7 C9 CJ", "C7 C9 CJ CK", "C7 C9 CJ CK CA"])
def test_a_wrong_claim_costs_the_claiming_side_the_deal_open_or_closed(plays: str) -> None:
    """6.4"""
    deal, ruling = claim(play(even(), plays), 3, 2, 0)
    assert (ruling.upheld, ruling.corrected, ruling.culprit) == (False, False, 3)
    assert deal.score is not None
    assert deal.score.scores == (262, 0, 262, 0)


def test_a_claim_leaves_the_cards_of_the_open_trick_on_the_table() -> None:
    deal, _ = claim(play(even(), "C7 C9 SJ CK CA C8"), 1, 2, 0)
    assert deal.trick == Trick(3, (card("CA"), card("C8")))
    assert deal.legal() == cards("")
    with pytest.raises(IllegalMove) as refusal:
        apply(deal, card("CT"))
    assert refusal.value.fault == "deal_over"


def test_a_claim_can_be_made_after_the_score_was_shown() -> None:
    """6.5"""
    plays = "C7 C9 SJ CK CA C8 CT CQ DK D7 D9 DJ DA D8 DT DQ SK S7 S9 CJ SA S8 ST SQ HK H7 H9 HJ HQ HA H8 HT"
    deal = show_score(play(even(), plays))
    before = deal.score
    ended, ruling = claim(deal, 3, 2, 0)
    assert ruling.upheld
    assert ended.score is not None
    assert ended.score.scores[0] == 0
    assert ended.score.scores[1] >= 262
    assert ended.score != before
    assert not ended.score.march


def test_the_first_claim_decides_the_deal() -> None:
    """6.5"""
    deal, _ = claim(play(even(), "C7 C9 SJ CK CA"), 1, 2, 0)
    assert fault(deal, 0, 1, 0) == "already_ruled"


def test_only_an_opponent_may_claim() -> None:
    """6.3"""
    deal = play(even(), "C7 C9 SJ CK CA")
    assert fault(deal, 0, 2, 0) == "not_an_opponent"
    assert fault(deal, 2, 2, 0) == "not_an_opponent"
    assert fault(deal, 4, 2, 0) == "not_an_opponent"
    assert fault(deal, -1, 2, 0) == "not_an_opponent"


@pytest.mark.parametrize(("accused", "trick"), [(2, 1), (2, 7), (2, -1), (3, 2), (4, 0), (-1, 0)])
def test_a_claim_names_a_card_that_was_played(accused: int, trick: int) -> None:
    """6.3"""
    deal = play(even(), "C7 C9 SJ CK CA")
    assert fault(deal, 1, accused, trick) == "no_such_trick"


def test_the_hand_that_is_shown_is_the_one_of_that_moment() -> None:
    """6.4"""
    _, ruling = claim(play(even(), "C7 C9 CJ CK CA C8 CT SJ DK"), 1, 2, 1)
    assert (ruling.card, ruling.held) == (card("SJ"), cards("CQ DJ DQ HJ HQ SJ SQ"))


def test_a_card_that_was_illegal_stays_a_revoke_when_the_suit_is_played_later() -> None:
    deal = play(even(), "C7 C9 SJ CK CA C8 CT CJ DK")
    assert claim(deal, 1, 2, 0)[1].upheld
    assert not claim(deal, 1, 2, 1)[1].upheld


@pytest.mark.parametrize(
    ("declarer", "plays", "by", "accused", "trick", "scores"),
    [
        (0, "C9 CJ CK CA S9 CQ DK", 1, 0, 1, (0, 131, 131)),
        (0, "C9 SJ CK CA", 0, 1, 0, (262, 0, 0)),
        (1, "C9 CJ SK CQ", 1, 2, 0, (0, 262, 0)),
        (1, "C9 CJ CK CA", 0, 1, 0, (0, 262, 0)),
    ],
)
def test_of_three_the_two_defenders_halve_and_lose_together(
    declarer: int, plays: str, by: int, accused: int, trick: int, scores: tuple[int, ...]
) -> None:
    """6.6; the last claim is wrong."""
    ended, _ = claim(play(even(3, declarer=declarer), plays), by, accused, trick)
    assert ended.score is not None
    assert ended.score.scores == scores


def test_of_three_the_defenders_are_one_side() -> None:
    deal = play(even(3), "C9 SJ CK CA")
    assert fault(deal, 2, 1, 0) == "not_an_opponent"


def test_two_players_claim_against_each_other() -> None:
    """6.6"""
    deal = play(even(2), "C7 DJ C8")
    assert deal.hands[1] == cards("CJ CQ CK CA DQ DK DA")
    ended, ruling = claim(deal, 0, 1, 0)
    assert (ruling.upheld, ruling.held) == (True, cards("CJ CQ CK CA DJ DQ DK DA"))
    assert ended.score is not None
    assert ended.score.scores == (262, 0)


def test_taking_back_a_table_card_closes_the_card_under_it_again() -> None:
    """6.2, 7.2"""
    deal = even(2)
    assert take_back(play(deal, "H7"), 0).piles == deal.piles
