"""Legal play (rules.md section 3). Clubs are led and diamonds are trump, unless a test says otherwise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from klaverjas.rules import EMPTY, PUB, IllegalMove, Variant, apply
from klaverjas.rules.errors import Reason
from klaverjas.rules.legal import legal_cards
from tests.build import card, cards, dealt, even, play, random_game, shuffled, suit

AMSTERDAM = PUB
ROTTERDAM = PUB.but(trump_duty="rotterdam")
BOTH = (AMSTERDAM, ROTTERDAM)


def legal(
    own: str, lying: str, variant: Variant = ROTTERDAM, partner_holds: bool = False
) -> tuple[str, Reason | None]:
    """The legal cards of a hand as text, and the duty that its other cards would break."""
    found, reason = legal_cards(
        cards(own), tuple(map(card, lying.split())), suit("D"), partner_holds, variant
    )
    return str(found), reason


# The table of section 3: who cannot follow a plain suit.
TABLE = [
    # situation, own, lying, partner holds, Rotterdam, Amsterdam
    ("no trump lies, an opponent holds", "D7 DJ HA", "CA", False, "D7 DJ", "D7 DJ"),
    ("no trump lies, the partner holds", "D7 DJ HA", "CA C7", True, "D7 DJ", "D7 DJ HA"),
    ("an opponent trumped, I can go over", "D7 DJ HA", "CA D9", False, "DJ", "DJ"),
    ("an opponent trumped: lower trumps and others", "D7 DK HA", "CA D9", False, "HA", "HA"),
    ("an opponent trumped: only lower trumps", "D7 DK", "CA D9", False, "D7 DK", "D7 DK"),
    ("partner trumped and holds: over, under, other", "D7 DJ HA", "D9", True, "DJ", "DJ HA"),
    ("partner trumped and holds: under and other", "D7 DK HA", "D9", True, "HA", "HA"),
    ("partner trumped and holds: over and under only", "D7 DJ", "D9", True, "DJ", "DJ"),
    ("partner trumped and holds: only under", "D7 DK", "D9", True, "D7 DK", "D7 DK"),
    ("no trumps at all", "H7 SA", "CA D9", False, "H7 SA", "H7 SA"),
    ("no trumps at all, the partner holds", "H7 SA", "CA", True, "H7 SA", "H7 SA"),
]


@pytest.mark.parametrize(
    ("own", "lying", "partner", "rotterdam", "amsterdam"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_who_cannot_follow_a_plain_suit(
    own: str, lying: str, partner: bool, rotterdam: str, amsterdam: str
) -> None:
    """3.4, 3.5"""
    lying = lying if lying.startswith("C") else f"C7 {lying} C8"
    assert legal(own, lying, ROTTERDAM, partner)[0] == rotterdam
    assert legal(own, lying, AMSTERDAM, partner)[0] == amsterdam


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("partner", [False, True])
def test_the_leader_plays_anything(variant: Variant, partner: bool) -> None:
    """3.1"""
    assert legal("C7 DJ HA", "", variant, partner) == ("C7 DJ HA", None)


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("partner", [False, True])
@pytest.mark.parametrize("lying", ["CT", "CA", "CT D9"])
def test_a_plain_suit_is_followed_without_a_duty_to_beat(variant: Variant, partner: bool, lying: str) -> None:
    """3.2"""
    assert legal("C7 CK DJ HA", lying, variant, partner) == ("C7 CK", "follow")
    assert legal("C7 CK", lying, variant, partner) == ("C7 CK", None)


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("partner", [False, True])
@pytest.mark.parametrize(
    ("own", "lying", "expected", "reason"),
    [
        ("D7 D9 DJ HA", "DA", "D9 DJ", "overtrump"),
        ("D7 D9 HA", "DJ", "D7 D9", "follow_trump"),
        ("D7 D9 DA", "DK CA DJ", "D7 D9 DA", None),
        ("D7 D9 DA", "DK CA", "D9 DA", "overtrump"),
        ("HA C7", "DJ", "C7 HA", None),
    ],
)
def test_trump_is_followed_higher_where_possible_also_over_the_partner(
    variant: Variant, partner: bool, own: str, lying: str, expected: str, reason: Reason | None
) -> None:
    """3.3"""
    assert legal(own, lying, variant, partner) == (expected, reason)


@pytest.mark.parametrize(
    ("own", "lying", "partner", "rotterdam", "amsterdam"),
    [
        ("D7 DK HA", "CA D9", False, "D7 DK", "D7 DK"),
        ("D7 DJ HA", "CA D9", False, "DJ", "DJ"),
        ("D7 DK HA", "C7 D9 C8", True, "D7 DK", "HA"),
        ("D7 DJ HA", "C7 D9 C8", True, "DJ", "DJ HA"),
        ("D7 DK", "C7 D9 C8", True, "D7 DK", "D7 DK"),
        ("H7 HA", "CA D9", False, "H7 HA", "H7 HA"),
    ],
)
def test_where_undertrumping_is_forced_a_lower_trump_goes_before_another_card(
    own: str, lying: str, partner: bool, rotterdam: str, amsterdam: str
) -> None:
    """3.6: it changes 3.4 and not 3.5."""
    assert legal(own, lying, ROTTERDAM.but(undertrump="forced"), partner)[0] == rotterdam
    assert legal(own, lying, AMSTERDAM.but(undertrump="forced"), partner)[0] == amsterdam


@pytest.mark.parametrize(
    ("own", "lying", "partner", "variant", "reason"),
    [
        ("C7 HA", "CA", False, ROTTERDAM, "follow"),
        ("D7 HA", "DJ", False, ROTTERDAM, "follow_trump"),
        ("D7 DJ", "D9", False, ROTTERDAM, "overtrump"),
        ("D7 DJ", "CA D9", False, ROTTERDAM, "overtrump"),
        ("D7 HA", "CA", False, ROTTERDAM, "ruff"),
        ("D7 HA", "CA D9", False, ROTTERDAM, "no_undertrump"),
        ("D7 HA", "C7 D9 C8", True, AMSTERDAM, "no_undertrump"),
        ("D7 HA", "CA D9", False, ROTTERDAM.but(undertrump="forced"), "must_undertrump"),
    ],
)
def test_the_reason_names_the_duty(
    own: str, lying: str, partner: bool, variant: Variant, reason: Reason
) -> None:
    assert legal(own, lying, variant, partner)[1] == reason


def test_the_best_trump_in_the_trick_counts_and_not_the_last_one() -> None:
    assert legal("DT DQ HA", "C7 DK D8")[0] == "DT"
    assert legal("DQ D7 HA", "C7 DK D8")[0] == "HA"


def test_with_four_players_the_partner_sits_opposite() -> None:
    """3.5: seat 0 holds with the ace, so seat 2 is free; then seat 1 trumps and seat 2 is not."""
    hands = "C7A.D78.H78.S78 C9T.D9T.H9T.S9T DJQKA.HJQ.SJQ C8JQK.HKA.SKA"
    assert play(dealt(hands, "D"), "CA C9").legal() == cards("DJ DQ DK DA HJ HQ SJ SQ")
    assert play(dealt(hands, "D", variant=ROTTERDAM), "CA C9").legal() == cards("DJ DQ DK DA")
    assert play(dealt(hands, "D"), "C7 C9").legal() == cards("DJ DQ DK DA")


@pytest.mark.parametrize(("declarer", "free"), [(0, True), (1, False), (2, False)])
def test_with_three_players_only_the_defenders_are_partners(declarer: int, free: bool) -> None:
    """3.7: seat 1 holds, seat 2 has no club."""
    deal = dealt("C9T.D9.H9TJ.S9T CJQKA.DT.HQ.SJQ DJQKA.HKA.SKA", "D", 0, declarer, PUB.but(seats=3))
    trumps = cards("DJ DQ DK DA")
    assert play(deal, "CT CA").legal() == (trumps | cards("HK HA SK SA") if free else trumps)


def test_two_players_have_no_partner_so_the_duties_are_the_same() -> None:
    """3.7"""
    for deal in random_game(PUB.but(seats=2), Random(7)):
        assert deal.legal() == replace(deal, variant=deal.variant.but(trump_duty="rotterdam")).legal()


def test_a_refused_card_raises_with_its_reason_and_changes_nothing() -> None:
    deal = play(even(revoke="refused"), "C7")
    before = repr(deal), deal.hands, deal.trick
    with pytest.raises(IllegalMove, match="HT breaks the duty 'follow'") as refusal:
        apply(deal, card("HT"))
    assert refusal.value.fault == "follow"
    with pytest.raises(IllegalMove, match="seat 1 does not have HJ") as refusal:
        apply(deal, card("HJ"))
    assert refusal.value.fault == "not_held"
    assert (repr(deal), deal.hands, deal.trick) == before


def test_nothing_is_legal_where_no_card_is_to_be_played() -> None:
    assert legal_cards(EMPTY, (), suit("D"), False, PUB) == (EMPTY, None)
    assert shuffled(PUB, Random(1)).legal() == EMPTY
