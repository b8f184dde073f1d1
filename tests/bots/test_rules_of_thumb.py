from __future__ import annotations

import pytest

from klaverjas.bots import choose
from klaverjas.bots.chance import has, is_high, takes
from klaverjas.bots.memory import remember
from klaverjas.rules import PUB, Card, CardSet, Pile, PublicView, SeatView, Suit, Trick, Variant
from klaverjas.rules.trick import WonTrick, won

ROTTERDAM = PUB.but(trump_duty="rotterdam")
THREE, TWO = PUB.but(seats=3), PUB.but(seats=2)


def seen(
    hand: str,
    lying: str = "",
    *,
    trump: str = "H",
    declarer: int = 0,
    seat: int = 0,
    tricks: str = "",
    variant: Variant = PUB,
    piles: tuple[str, ...] = (),
    closed: bool = True,
) -> SeatView:
    """What `seat` sees when it is to play: its hand, the cards in the trick, and the tricks before it, each
    as `leader:cards`, separated by commas. `piles`: the open table cards per seat."""
    suit = Suit.parse(trump)
    seats = variant.seats
    gone: list[WonTrick] = []
    for text in filter(None, (part.strip() for part in tricks.split(","))):
        leader, cards = text.split(":")
        gone.append(won(Trick(int(leader), parse(cards)), suit, last=False))
    in_trick = parse(lying)
    leader_now = (seat - len(in_trick)) % seats
    counts = tuple(
        len(CardSet.parse(hand)) - ((other - leader_now) % seats < len(in_trick)) for other in range(seats)
    )
    table = tuple(tuple(Pile(card, closed) for card in parse(text)) for text in piles)
    public = PublicView(
        variant=variant,
        dealer=seats - 1,
        turned=None,
        calls=(),
        declarer=declarer,
        trump=suit,
        counts=counts,
        piles=table or ((),) * seats,
        won=tuple(gone),
        trick=Trick(leader_now, in_trick),
        score=None,
    )
    return SeatView(public, seat, CardSet.parse(hand))


def parse(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def plays(view: SeatView) -> str:
    return str(choose(view))


# ---- leading ------------------------------------------------------------------------------------------


def test_the_declarer_draws_trumps_with_the_boer() -> None:
    assert plays(seen("HJ HA H8 H7 CA C7 D8 S9")) == "HJ"


def test_the_declarer_goes_on_with_the_nel_once_the_boer_has_gone() -> None:
    assert plays(seen("H9 HT H8 C7 D8 S9 SK", tricks="0:HJ H7 HQ C8")) == "H9"


def test_the_declarer_does_not_lead_the_nel_under_a_boer_that_is_out() -> None:
    for hand in ("H9 H8 C7 C8 D8 D9 SJ SQ", "H9 HA HT H8 H7 C8 D9 SJ", "H9 HT H8 H7 CK C8 D9 SJ"):
        assert plays(seen(hand)) != "H9"


def test_the_declarer_stops_drawing_when_nobody_else_has_trumps() -> None:
    assert plays(seen("HA HT CA C7 D8 S9", tricks="0:HJ H7 HQ H8, 0:H9 C8 HK D7")) == "CA"


def test_the_declarers_partner_comes_with_trump_at_once() -> None:
    assert plays(seen("H7 H8 CQ C8 DQ D8 SQ S9", declarer=2)).startswith("H")


@pytest.mark.parametrize("hand", ["HQ HK H8 C8 CQ D9 DJ S9", "HJ H9 H8 C8 CQ D9 DJ S9"])
def test_a_defender_holds_his_trumps(hand: str) -> None:
    assert not plays(seen(hand, declarer=1)).startswith("H")


def test_a_plain_ace_is_led_before_it_can_be_ruffed() -> None:
    assert plays(seen("H8 CA C8 D9 DQ S7 S8 SJ", declarer=1)) == "CA"


def test_an_ace_is_not_led_into_a_known_ruff() -> None:
    view = seen("CA C8 DA D8 D7 S7 S8", declarer=1, tricks="0:CT HK C9 CQ")
    assert plays(view) == "DA"


def test_a_ten_is_not_led_under_an_ace_that_is_out() -> None:
    assert plays(seen("H7 CT C8 C7 D9 D8 S8 S9", declarer=1)) != "CT"


def test_a_singleton_is_led_to_be_ruffed_later() -> None:
    assert plays(seen("H7 H8 C8 CQ CJ D9 DJ S9", declarer=1)) == "S9"


# ---- following ----------------------------------------------------------------------------------------


def test_a_ten_is_smeared_to_a_partner_who_surely_wins() -> None:
    assert plays(seen("H7 CT C8 DQ D8 SQ S8 S9", "C7 CA CK", seat=3, declarer=1)) == "CT"


def test_a_ten_is_not_given_to_an_opponent_who_wins() -> None:
    assert plays(seen("H7 CT C8 DQ D8 SQ S8 S9", "CA C7 CK", seat=3, declarer=1)) == "C8"


def test_a_ten_of_another_suit_is_smeared_to_a_partner_who_surely_wins() -> None:
    assert plays(seen("H7 CT C8 C9 DQ D8 D9 DJ", "S7 SA SK", seat=3, declarer=1)) == "CT"


def test_a_ten_is_smeared_to_a_partner_who_is_likely_to_win() -> None:
    assert plays(seen("H7 ST S8 DQ D8 CQ C8 C9", "SA S7", seat=2, declarer=1)) == "ST"


def test_a_partners_winning_ace_is_not_ruffed_where_that_is_free() -> None:
    assert not plays(seen("H7 H8 C8 C9 DQ D8 D9 DJ", "S7 SA SK", seat=3, declarer=1)).startswith("H")


def test_the_nel_is_not_thrown_under_a_boer_that_is_still_out() -> None:
    assert plays(seen("H9 HT C8 C7 D8 D7 S7 S8", "H7", seat=1)) != "H9"
    assert plays(seen("H9 H8 C8 C7 D8 D7 S7 S9", "HJ", seat=1)) == "H8"


def test_the_nel_is_brought_home_where_no_boer_can_follow() -> None:
    assert plays(seen("H9 HT C8 C7 D8 D7 S7 S8", "H7 C9 H8", seat=3)) == "H9"


def test_the_nel_goes_to_the_partners_boer() -> None:
    assert plays(seen("H9 H8 C8 C7 D8 D7 S7 S9", "HJ HQ", seat=2)) == "H9"


def test_the_lowest_card_goes_to_a_lost_trick() -> None:
    assert plays(seen("H9 CK CJ C8 D7 DT S9 S8", "CA C9 CQ", seat=3)) == "C8"
    assert plays(seen("C8 CK D7 DT SK SQ S8 SJ", "HA H7 HJ", seat=3)) in {"C8", "D7", "S8"}


def test_a_ruff_in_last_place_does_not_cost_the_boer() -> None:
    view = seen("HJ H8 C7 D8 D7 DT C9 CQ", "S9 S8 SQ", seat=3, variant=ROTTERDAM)
    assert plays(view) == "H8"


def test_a_trick_in_last_place_is_taken_with_the_points_that_are_safe_there() -> None:
    assert plays(seen("CT C8 D7 D8", "CK C9 CQ", seat=3, declarer=1, tricks="0:S7 S8 S9 SJ")) == "CT"


def test_small_cards_beside_a_guarded_ten_are_kept() -> None:
    view = seen("CT C8 D9 D8 D7 SJ S9 S8", "HA H7 HJ", seat=3)
    assert plays(view) != "C8"


# ---- roem ---------------------------------------------------------------------------------------------


def test_roem_is_not_given_away() -> None:
    assert plays(seen("H9 H8 CQ CT D7 DT S9 S8", "CA C9 CK", seat=3)) == "CT"


def test_roem_is_made_for_the_own_side() -> None:
    assert plays(seen("H9 H8 C7 CQ D7 DT S9 S8", "CK CA CT", seat=3, declarer=1)) == "CQ"


def test_stuk_is_made_for_the_own_side() -> None:
    assert plays(seen("HQ H7 C7 CQ D7 DT S9 S8", "HK HJ H8", seat=3, declarer=1)) == "HQ"


# ---- counting -----------------------------------------------------------------------------------------


def test_a_king_is_high_when_ace_and_ten_have_gone() -> None:
    king = Card.parse("CK")
    assert not is_high(remember(seen("CK C9 D7 D8 S8 S7 H7", tricks="0:CA CJ C7 C8")), king)
    assert is_high(remember(seen("CK D7 D8 S8 S7 H7", tricks="0:CA CJ C7 C8, 0:CT CQ C9 D9")), king)


def test_who_could_not_follow_has_nothing_of_that_suit() -> None:
    memory = remember(seen("CK D7 D8 S8 S7 H7 H8", tricks="0:CA CJ D9 C8"))
    assert has(memory, 2, Card.parse("CT")) == 0
    assert has(memory, 1, Card.parse("CT")) == has(memory, 3, Card.parse("CT")) == pytest.approx(1 / 2)


def test_who_had_to_ruff_and_did_not_has_no_trumps() -> None:
    memory = remember(seen("CK D7 D8 S8 S7 H7 H8", tricks="0:CA D9 C7 C8"))
    assert not memory.may[1].of_suit(Suit.HEARTS)
    assert memory.may[2].of_suit(Suit.HEARTS)


def test_who_may_discard_on_his_partners_trick_keeps_his_secrets() -> None:
    for duty, known in (("amsterdam", False), ("rotterdam", True)):
        view = seen("CK D7 D8 S8 S7 H7 H8", tricks="0:CA C7 D9 C8", variant=PUB.but(trump_duty=duty))
        assert (not remember(view).may[2].of_suit(Suit.HEARTS)) is known


def test_a_card_that_only_one_other_can_have_is_known_to_be_there() -> None:
    memory = remember(seen("CK D7 D8 S8 S7 H7", tricks="0:CA D9 DJ C8, 0:C7 S9 SJ C9"))
    assert memory.sure[3].of_suit(Suit.CLUBS) == CardSet.parse("CT CJ CQ")


def test_a_boer_takes_its_trick_for_certain() -> None:
    assert takes(remember(seen("HJ HA H8 H7 CA C7 D8 S9")), Card.parse("HJ")) == 1


# ---- three and two players ----------------------------------------------------------------------------


def test_three_players_a_defender_smears_to_the_other_defender() -> None:
    assert plays(seen("CT C9 D9 DJ SQ SJ HT HQ", "CQ CA", seat=2, variant=THREE)) == "CT"


def test_three_players_nobody_smears_to_the_declarer() -> None:
    assert plays(seen("CT C9 D9 DJ SQ SJ HT HQ", "CA CQ", seat=2, variant=THREE)) == "C9"


def test_three_players_the_declarer_smears_to_nobody() -> None:
    assert plays(seen("CT C9 D9 DJ SQ SJ HT HQ", "CA CQ", seat=2, declarer=2, variant=THREE)) == "C9"


def test_two_players_an_ace_on_the_opponents_table_is_seen() -> None:
    mine, theirs = "C7 D9 S9 SJ", "CA DT SQ SA"
    view = seen("CT C9 D7 D8 S8 S7 H7 H8", declarer=1, variant=TWO, piles=(mine, theirs))
    assert takes(remember(view), Card.parse("CT")) == 0
    assert plays(view) != "CT"


def test_two_players_who_must_follow_with_a_table_card_cannot_ruff() -> None:
    mine, theirs = "C7 D9 S9 SJ", "C8 DT SQ SA"
    view = seen("CA C9 D7 D8 S8 S7 H7 H8", declarer=1, variant=TWO, piles=(mine, theirs))
    assert takes(remember(view), Card.parse("CA")) == 1


def test_two_players_the_own_table_cards_are_played_too() -> None:
    view = seen("C9 D7 D8 S8 S7 H7 H8 HQ", "CT", declarer=1, seat=1, variant=TWO, piles=("DT SQ", "CA D9"))
    assert plays(view) == "CA"
