"""Text for hands, deals and records, both ways (docs/notation.md)."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.rules import (
    CLUB,
    PUB,
    BrokenDeal,
    Card,
    CardSet,
    Deal,
    Record,
    Suit,
    TablePile,
    UnreadableText,
    Variant,
    apply,
    can_take_back,
    claim,
    open_trick,
    read_deal,
    read_hand,
    read_record,
    read_variant,
    show_score,
    take_back,
    write_deal,
    write_hand,
    write_record,
    write_variant,
)
from tests.build import all_variants, at_some_point, cards, even, moves, play, random_game, shuffled

THREE = (
    "pub seats=3 trump_duty=rotterdam deals=12 dealer=2 turned=H"
    " hands=C9T.D9.H9TJ.S9T/CJQKA.DT.HQ.SJQ/DJQKA.HKA.SKA calls=pass,play plays=CT,CA,HK"
)
CLAIMED = "club dealer=3 hands=C78.D78.H78.S78/C9T.D9T.H9T.S9T/CJQ.DJQ.HJQ.SJQ/CKA.DKA.HKA.SKA calls=H"

randoms = st.integers(0, 2**32).map(Random)
variants = st.sampled_from(all_variants())
some_cards = st.frozensets(st.sampled_from([Card(index) for index in range(32)])).map(CardSet.of)
names = st.text(min_size=1, max_size=20).map(lambda name: name.replace("\n", "").replace("\r", "").strip())


# ---- hands and variants --------------------------------------------------------------------------------


@given(some_cards, st.permutations("CDHS"))
def test_a_hand_round_trips_and_its_suits_may_stand_in_any_order(hand: CardSet, order: list[str]) -> None:
    text = write_hand(hand)
    assert read_hand(text) == (hand, ())
    groups = sorted(text.split("."), key=lambda group: order.index(group[0]) if group != "-" else 0)
    assert read_hand(".".join(groups)) == (hand, ())


@pytest.mark.parametrize(
    ("text", "hand", "piles"),
    [
        ("-", "", []),
        ("CJ9A.DT7.HQ.SK8", "C9 CJ CA D7 DT HQ S8 SK", []),
        ("HQ+DQHK,C7DA,HJ,-", "HQ", [("DQ", "HK"), ("C7", "DA"), ("HJ", None), (None, None)]),
        ("-+DQHK", "", [("DQ", "HK")]),
    ],
)
def test_what_a_hand_looks_like(text: str, hand: str, piles: list[tuple[str | None, str | None]]) -> None:
    table = tuple(TablePile(*(Card.parse(one) if one else None for one in pile)) for pile in piles)
    assert read_hand(text) == (cards(hand), table)
    assert read_hand(write_hand(cards(hand), table)) == (cards(hand), table)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' in the hand ''"),
        ("C", "'C' in the hand 'C'"),
        ("J9", "'J9'"),
        ("C10", "'C10'"),
        ("CJ..HQ", "''"),
        ("CJ.cq", "'cq'"),
        ("CJ9J", "CJ stands twice"),
        ("CJ.CJ", "CJ stands twice"),
        ("CJ+", "not a table pile: ''"),
        ("CJ+HQH", "not a table pile: 'HQH'"),
        ("CJ+HQHX", "not a card: 'HX'"),
    ],
)
def test_an_unreadable_hand_is_quoted(text: str, words: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        read_hand(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize("variant", [*all_variants(), PUB.but(deals=4), CLUB.but(deals=8)], ids=write_variant)
def test_a_variant_round_trips(variant: Variant) -> None:
    text = write_variant(variant)
    preset, *fields = text.split()
    assert read_variant(text) == variant
    assert read_variant(" ".join([preset, *reversed(fields)])) == variant


def test_only_what_differs_from_the_preset_is_written() -> None:
    assert write_variant(PUB) == "pub"
    assert write_variant(CLUB) == "club"
    assert write_variant(PUB.but(march="declarer")) == "pub march=declarer"
    assert read_variant("pub seats=3") == PUB.but(seats=3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected pub or club"),
        ("seats=3", "'seats=3' at the start"),
        ("pub seats=5", "seats cannot be 5"),
        ("pub seats=3 deals=16", "deals cannot be 16"),
        ("pub seats=four", "'four' is no number"),
        ("pub colour=red", "'colour=red' is not understood"),
        ("pub dealer=1", "'dealer=1' is not understood"),
        ("pub march", "'march' is not understood"),
        ("pub march=both", "march cannot be 'both'"),
        ("pub seats=3 seats=3", "seats stands twice"),
        ("pub seats=", "'seats=' is not understood"),
    ],
)
def test_an_unreadable_variant_is_quoted(text: str, words: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        read_variant(text)
    assert words in str(refusal.value)


# ---- deals ---------------------------------------------------------------------------------------------


def test_what_a_deal_looks_like() -> None:
    deal = read_deal(THREE)
    assert (deal.variant.seats, deal.declarer, deal.trump, deal.turn) == (3, 1, Suit.HEARTS, 2)
    assert [str(card) for card in deal.won[0].cards] == ["CT", "CA", "HK"]
    assert write_deal(deal) == THREE


def test_the_keys_of_a_deal_stand_in_any_order() -> None:
    preset, *tokens = THREE.split()
    assert read_deal(" ".join([preset, *reversed(tokens)])) == read_deal(THREE)
    assert write_deal(read_deal("  ".join([preset, *reversed(tokens)]))) == THREE


@given(variants, randoms)
def test_every_deal_round_trips_at_every_point(variant: Variant, random: Random) -> None:
    deal = at_some_point(variant, random, illegal_too=variant.revoke == "claimable")
    text = write_deal(deal)
    assert read_deal(text) == deal
    assert write_deal(read_deal(text)) == text
    assert text.isascii()
    assert "\n" not in text


@given(st.sampled_from([2, 3, 4]), randoms)
def test_a_deal_with_claims_and_cards_taken_back_round_trips(seats: int, random: Random) -> None:
    """And what comes back can do all that the deal itself could do."""
    deal = at_some_point(CLUB.but(seats=seats), random, illegal_too=True)
    for _ in range(4):
        deal = something_with_revokes(deal, random)
        again = read_deal(write_deal(deal))
        assert again == deal
        assert open_trick(again) == open_trick(deal)
        for seat in range(seats):
            assert can_take_back(again, seat) == can_take_back(deal, seat)
            if can_take_back(deal, seat):
                assert take_back(again, seat) == take_back(deal, seat)


def something_with_revokes(deal: Deal, random: Random) -> Deal:
    """A card, a card taken back, a claim or the score shown; the deal itself where that is not possible."""
    seat, other = random.randrange(deal.variant.seats), random.randrange(deal.variant.seats)
    wish = random.choice(["play", "play", "back", "claim", "show"])
    try:
        if wish == "play" and deal.turn is not None:
            return apply(deal, random.choice(moves(deal, illegal_too=True)))
        if wish == "back":
            return take_back(deal, seat)
        if wish == "claim":
            return claim(deal, seat, other, random.randrange(len(deal.won) + 1))[0]
        return show_score(deal)
    except ValueError:
        return deal


def test_what_came_of_revokes_is_written() -> None:
    deal = play(even(), "C7 C9 SJ")
    assert " obey=2" in write_deal(claim(deal, 3, 2, 0)[0])
    assert " plays=C7,C9,SJ" in write_deal(deal)
    deal = play(deal, "CK CA")
    assert write_deal(claim(deal, 3, 2, 0)[0]).endswith(" plays=C7,C9,SJ,CK,CA claim=3,2,0")
    assert write_deal(take_back(deal, 3)).endswith(" plays=C7,C9,SJ,CK lead_back=yes")
    finished = list(random_game(CLUB, Random(1)))[-1]
    assert write_deal(finished).endswith(" shown=yes")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("dealer=2", "dealer=3"), "dealer 3 is not a seat"),
        (("dealer=2", "dealer=x"), "'x' is no number (expected one for dealer)"),
        (("dealer=2 ", ""), "a deal needs dealer="),
        (("turned=H", "turned=X"), "not a suit: 'X'"),
        (("turned=H ", ""), "a suit is turned exactly"),
        (("C9T.", "C9."), "seat 0 has 7 cards"),
        (("C9T.", "C9J."), "CJ stands twice"),
        (("C9T.", "C97."), "not in the pack of 3 players: C7"),
        (("/DJQKA.HKA.SKA", ""), "2 hands"),
        (("calls=pass,play", "calls=pass,H"), "H at place 2 of calls: H cannot be said now"),
        (("calls=pass,play", "calls=pass,maybe"), "not a call: 'maybe'"),
        (("calls=pass,play", "calls=pass"), "CT at place 1 of plays"),
        (("plays=CT", "plays=XX"), "not a card: 'XX'"),
        (("CA,HK", "CA,CT"), "CT at place 3 of plays: seat 2 does not have CT"),
        (("CA,HK", "D9,HK"), "D9 at place 2 of plays: seat 1 does not have D9"),
        (("CA,HK", "DT,HK"), "DT at place 2 of plays: DT breaks the duty 'follow'"),
        (("plays=", "play="), "'play=CT,CA,HK' is not understood"),
        (("pub ", "house "), "'house' at the start"),
        (("seats=3", "shown=yes seats=3"), "shown=yes: not all tricks"),
        (("seats=3", "shown=no seats=3"), "expected shown=yes"),
        (("seats=3", "claim=0,1,0 seats=3"), "claim=0,1,0: in this variant"),
        (("seats=3", "obey=1 seats=3"), "obey=1"),
        (("seats=3", "lead_back=yes seats=3"), "lead_back=yes"),
    ],
)
def test_an_unreadable_deal_says_what_is_wrong(change: tuple[str, str], words: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        read_deal(THREE.replace(*change))
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("plays=C7,C9,SJ claim=3,2,0", "only corrects a card"),
        ("plays=C7,C9,SJ claim=3,2", "expected claim=BY,ACCUSED,TRICK"),
        ("plays=C7,C9,SJ claim=3,2,x", "'x' is no number"),
        ("plays=C7,C9,SJ claim=1,3,0", "claim=1,3,0: seat 3 has not played"),
        ("plays=C7,C9,SJ obey=2", "obey=2"),
        ("plays=C7,C9,CJ obey=4", "obey=4"),
        ("obey=1", "obey=1"),
        ("plays=C7 lead_back=yes", "only between two tricks"),
        ("plays=C7,C9,CJ,CK lead_back=no", "expected lead_back=yes"),
    ],
)
def test_what_cannot_come_of_a_revoke_is_refused(more: str, words: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        read_deal(f"{CLAIMED} {more}")
    assert words in str(refusal.value)


@given(st.text())
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    for read in (read_deal, read_hand, read_record, read_variant, Card.parse):
        with contextlib.suppress(UnreadableText):
            read(text)


@given(randoms, st.integers(0, 300), st.sampled_from("CDHS7JQ=,./+- x9"))
def test_a_deal_with_one_wrong_letter_is_read_or_refused_and_nothing_else(
    random: Random, place: int, letter: str
) -> None:
    text = write_deal(at_some_point(random.choice(all_variants()), random))
    with contextlib.suppress(UnreadableText):
        read_deal(text[:place] + letter + text[place + 1 :])


# ---- records -------------------------------------------------------------------------------------------


def match(variant: Variant, random: Random, deals: int, unfinished: bool) -> tuple[Deal, ...]:
    """The deals of a match, the last one perhaps unfinished."""
    illegal_too, first = variant.revoke == "claimable", random.randrange(variant.seats)
    dealers = [(first + number) % variant.seats for number in range(deals)]
    games = [list(random_game(variant, random, illegal_too, dealer)) for dealer in dealers]
    ends = [game[-1] for game in games]
    return (*ends[:-1], random.choice(games[-1])) if unfinished and ends else tuple(ends)


@given(
    variants, randoms, st.integers(0, 3), st.booleans(), st.lists(st.none() | names, min_size=4, max_size=4)
)
def test_a_record_round_trips(
    variant: Variant, random: Random, deals: int, unfinished: bool, called: list[str | None]
) -> None:
    given_names = tuple(name or None for name in called[: variant.seats])
    record = Record(variant, given_names, match(variant, random, deals, unfinished))
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert read_record(text.replace("\n", "\r\n")) == record


RECORD = f"""klaverjas record 1
# played on a rainy evening
match club deals=4

name 0 Anna
name 2 Cor van Dijk
deal {CLAIMED.removeprefix("club ")} plays=C7,C9,SJ,CK,CA claim=3,2,0
deal {CLAIMED.removeprefix("club ").replace("dealer=3", "dealer=0")}
"""


def test_a_record_knows_names_deals_and_the_standing() -> None:
    record = read_record(RECORD)
    assert record.names == ("Anna", None, "Cor van Dijk", None)
    assert [deal.done for deal in record.deals] == [True, False]
    assert record.standing.first_dealer == 3
    assert (record.standing.totals, record.standing.dealer) == ((0, 262, 0, 262), 0)
    assert "HJ" not in repr(record)


def test_a_record_of_nothing_yet() -> None:
    record = read_record("klaverjas record 1\nmatch pub")
    assert record == Record(PUB)
    assert record.standing.totals == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ("record 1", "record 2"),
            "line 1: 'klaverjas record 2' (expected the first line 'klaverjas record 1')",
        ),
        (("match club deals=4", "match club deals=5"), "line 3: no such variant"),
        (("match club deals=4", "name 1 Bo"), "line 3: 'name 1 Bo' (expected match"),
        (("name 0 Anna", "name 4 Anna"), "line 5: name 4 Anna: seat 4 does not exist"),
        (("name 0 Anna", "name 2 Anna"), "line 6: name 2 Cor van Dijk: seat 2 does not exist or has a name"),
        (("name 0 Anna", "name 0"), "line 5: 'name 0' has no name"),
        (("name 0 Anna", "name Anna"), "line 5: 'Anna' is no number"),
        (("name 0 Anna", "player Anna"), "line 5: 'player Anna' (expected name, deal or a comment"),
        (("name 0 Anna", "match club"), "line 5: 'match club' (expected name, deal"),
        (("plays=C7,C9", "plays=C7,CJ"), "line 7: CJ at place 2 of plays: seat 1 does not have CJ"),
        (("dealer=0", "dealer=1"), "line 8: dealer=1 (expected the left neighbour of dealer 3)"),
        ((" claim=3,2,0", ""), "line 8: deal 1 is not finished"),
        (("deal dealer=0", "deal club dealer=0"), "line 8: 'club' is not understood"),
    ],
)
def test_an_unreadable_record_names_the_line(change: tuple[str, str], words: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        read_record(RECORD.replace(*change))
    assert str(refusal.value).startswith(words)


def test_a_record_that_ends_too_early_says_what_is_missing() -> None:
    with pytest.raises(UnreadableText, match="line 1: the record ends .expected the first line"):
        read_record("")
    with pytest.raises(UnreadableText, match="line 2: the record ends .expected match"):
        read_record("klaverjas record 1\n")


def test_a_record_of_deals_that_do_not_belong_together_cannot_be() -> None:
    ended = read_record(RECORD).deals[0]
    for names, deals, words in [
        (("Anna",), (), "1 names for 4 seats"),
        (("Anna\nBo", None, None, None), (), "no name for a record"),
        ((" Anna", None, None, None), (), "no name for a record"),
        (("", None, None, None), (), "no name for a record"),
        ((), (shuffled(PUB, Random(1)),), "a deal of pub in a match of club"),
        ((), (even(),), "a deal of club trump_making=turned"),
    ]:
        with pytest.raises(BrokenDeal, match=words):
            Record(CLUB, names, deals)
    with pytest.raises(BrokenDeal, match="left neighbour"):
        Record(ended.variant, (), (ended, ended))


def test_a_match_has_no_deal_too_many() -> None:
    variant = PUB.but(deals=4)
    deals = match(variant, Random(5), 5, unfinished=False)
    assert Record(variant, (), deals[:4]).standing.over
    with pytest.raises(BrokenDeal, match="one deal more than the 4"):
        Record(variant, (), deals)
