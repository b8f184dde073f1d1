"""Random games, card by card: the library and the oracle must say the same at every node."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from klaverjas.rules import (
    Call,
    Card,
    Deal,
    IllegalMove,
    Suit,
    Variant,
    apply,
    claim,
    deal_out,
    new_deal,
    open_trick,
    show_score,
    take_back,
    view_for,
)
from tests.oracle import cases, deals, game, rules
from tests.rules import bridge
from tests.rules.test_oracle_cases import CASES

VARIANTS = list(deals.all_variants())
NAMES = ["-".join(str(word) for word in variant.values()) for variant in VARIANTS]
GAMES = 25
REVOKED_GAMES = 40


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["kind"] == kind]


def held(deal: Deal) -> list[Card]:
    """Every card that was not played yet, as often as it is held."""
    cards = [card for hand in deal.hands for card in hand]
    return cards + [card for piles in deal.piles for pile in piles for card in pile if card is not None]


def assert_same_position(deal: Deal, state: game.Game) -> None:
    """Turn, legal cards, what lies on the table, and the last full trick."""
    assert deal.turn == state.turn()
    own = state.own(state.turn())
    view = view_for(deal, state.turn())
    assert bridge.texts(deal.legal()) == bridge.texts(view.legal) == state.legal()
    assert bridge.texts(view.own) == sorted(own)
    assert len(held(deal)) == len(set(held(deal))) == len(rules.deck(state.seats)) - len(state.plays)
    for seat in range(state.seats):
        piles = view.public.piles[seat]
        assert [str(pile.open) for pile in piles if pile.open is not None] == state.open_cards(seat)
        assert sum(pile.closed for pile in piles) == state.closed_left(seat)
        assert bridge.texts(deal.hands[seat]) == sorted(state.hand[seat])
        assert view.public.counts[seat] == len(state.hand[seat])
    assert len(deal.won) == len(state.full_tricks())
    if deal.won:
        assert_same_last_trick(deal, state)


def assert_same_last_trick(deal: Deal, state: game.Game) -> None:
    trick = state.full_tricks()[-1]
    cards = [card for _, card in trick]
    taken = deal.won[-1]
    assert (taken.leader, [str(card) for card in taken.cards]) == (trick[0][0], cards)
    assert taken.winner == rules.winner(trick, state.trump)
    bare = sum(rules.card_points(card, state.trump) for card in cards)
    assert taken.points == bare + (10 if state.is_over() else 0)
    assert bridge.kinds(taken.melds) == sorted(rules.melds(cards, state.trump))


def assert_refused(deal: Deal, state: game.Game) -> None:
    """Where revokes are refused, every illegal card of the pack raises and changes nothing."""
    before, legal = bridge.texts(held(deal)), state.legal()
    for text in rules.deck(4):
        if text not in legal:
            with pytest.raises(IllegalMove):
                apply(deal, Card.parse(text))
    assert bridge.texts(held(deal)) == before


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_random_games_go_the_same_way_card_by_card(variant: rules.Variant) -> None:
    random = Random(f"games {variant}")
    for number in range(GAMES):
        dealt = deals.random_deal(random, variant)
        deal, state = bridge.to_deal(dealt), game.start(dealt)
        while not state.is_over():
            assert_same_position(deal, state)
            if number < 3:
                assert_refused(deal, state)
            card = random.choice(state.legal())
            deal = apply(deal, Card.parse(card))
            state.play(card)
        assert deal.turn is None
        assert deal.done
        assert_same_last_trick(deal, state)
        assert bridge.score_of(deal) == state.score()


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_finished_random_games_are_scored_alike(variant: rules.Variant) -> None:
    """Many more games, for the rare scores; where no game had a march, one is looked for."""
    random = Random(f"scores {variant}")
    failed = marches = 0
    cards = 8 * int(variant["seats"]) if variant["seats"] != 2 else 32
    for _ in range(60):
        dealt = deals.random_deal(random, variant)
        dealt["plays"] = deals.random_plays(random, dealt, cards)
        expected = game.replay(dealt).score()
        assert bridge.score_of(bridge.played(bridge.to_deal(dealt), dealt["plays"])) == expected
        failed += expected["failed"]
        marches += expected["march"]
    assert 0 < failed < 60


@pytest.mark.parametrize("trump", rules.SUITS)
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_hand_full_of_trumps_marches_alike(variant: rules.Variant, trump: str) -> None:
    """The leader holds all trumps (three players: all six and two aces), once as declarer and once not."""
    random = Random(f"march {variant} {trump}")
    seats = int(variant["seats"])
    pack = rules.deck(seats)
    rest = [card for card in pack if rules.suit_of(card) != trump]
    random.shuffle(rest)
    aces = [card for card in rest if rules.rank_of(card) == "A"]
    strong = [card for card in pack if rules.suit_of(card) == trump]
    strong += aces[: 8 - len(strong)]
    rest = [card for card in rest if card not in strong]
    for leader, declarer in itertools.product(range(seats), repeat=2):
        hands: list[Any] = [rest[8 * i : 8 * i + 8] for i in range(seats - 1)]
        hands.insert(leader, strong)
        if seats == 2:
            more = {leader: rest[8:16], 1 - leader: rest[16:24]}
            hands = [
                {"hand": hands[seat], "table": [more[seat][i : i + 2] for i in range(0, 8, 2)]}
                for seat in range(2)
            ]
        dealt = {"variant": variant, "trump": trump, "leader": leader, "declarer": declarer, "hands": hands}
        deal, state = bridge.to_deal(dealt), game.start(dealt)
        while not state.is_over():
            card = max(
                state.legal(), key=lambda one: (rules.suit_of(one) == trump, rules.rank_of(one) == "A")
            )
            deal = apply(deal, Card.parse(card))
            state.play(card)
        expected = state.score()
        if seats != 2:
            assert expected["march"] == (
                variant["march"] == "either" or rules.same_side(leader, declarer, seats, declarer)
            )
        assert bridge.score_of(deal) == expected


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_revokes_are_noticed_and_claims_judged_as_the_oracle_does(variant: rules.Variant) -> None:
    """Games with illegal cards, broken off anywhere, and every claim that can be made then."""
    random = Random(f"revokes {variant}")
    seats = int(variant["seats"])
    all_cards = 32 if seats == 2 else 8 * seats
    seen = {"corrected": 0, "upheld": 0, "wrong": 0, "refused": 0}
    for _ in range(REVOKED_GAMES):
        dealt = deals.random_deal(random, variant)
        count = random.randint(1, all_cards)
        dealt["plays"] = deals.random_plays(random, dealt, count, revoke_chance=random.choice((0.05, 0.3)))
        deal = bridge.played(bridge.to_deal(dealt, revoke="claimable"), dealt["plays"])
        expected = game.revokes(dealt)
        assert deal.revokes == {(one["trick"], one["seat"]) for one in expected}
        last = (count - 1) // seats
        for by, accused, trick in itertools.product(
            range(seats), range(seats), {0, last // 2, last, last + 1}
        ):
            asked = {**dealt, "claim": {"by": by, "accused": accused, "trick": trick}}
            seen[assert_same_ruling(deal, asked, count == all_cards)] += 1
    assert all(seen.values()), seen


def assert_same_ruling(deal: Deal, case: dict[str, Any], all_played: bool) -> str:
    """Judge one claim both ways, after the last card also once the score is shown; says how it went."""
    expected, asked = game.ruling(case), case["claim"]
    for stage in [deal, show_score(deal)] if all_played else [deal]:
        if not expected["admissible"]:
            with pytest.raises(IllegalMove):
                claim(stage, asked["by"], asked["accused"], asked["trick"])
            continue
        after, ruling = claim(stage, asked["by"], asked["accused"], asked["trick"])
        assert ruling.upheld == expected["upheld"]
        assert ruling.corrected == (expected["scores"] is None)
        shown = game.start(case)
        own = {}
        for ply, card in enumerate(case["plays"]):
            own[ply // shown.seats, shown.turn()] = (card, sorted(shown.hand[shown.turn()]))
            shown.play(card)
        card, hand = own[asked["trick"], asked["accused"]]
        assert (str(ruling.card), bridge.texts(ruling.held)) == (card, hand)
        if ruling.corrected:
            assert_must_be_corrected(after, case)
        else:
            assert after.done
            assert after.turn is None
            assert after.score is not None
            assert list(after.score.scores) == expected["scores"]
            assert not after.score.march
            with pytest.raises(IllegalMove):
                claim(after, asked["by"], asked["accused"], asked["trick"])
    if not expected["admissible"]:
        return "refused"
    if expected["scores"] is None:
        return "corrected"
    return "upheld" if expected["upheld"] else "wrong"


def assert_must_be_corrected(after: Deal, case: dict[str, Any]) -> None:
    """6.2, 6.4: the card and all later ones of the open trick are back, and only a legal card may follow."""
    claimed = case["claim"]
    kept = game.start(case)
    for card in case["plays"]:
        if (len(kept.plays) // kept.seats, kept.turn()) == (claimed["trick"], claimed["accused"]):
            break
        kept.play(card)
    assert not after.done
    assert_same_position(after, kept)
    for card in sorted(set(kept.own(kept.turn())) - set(kept.legal())):
        with pytest.raises(IllegalMove):
            apply(after, Card.parse(card))
    for card in kept.legal():
        again = apply(after, Card.parse(card))
        assert (claimed["trick"], claimed["accused"]) not in again.revokes


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_card_taken_back_leaves_the_table_as_it_was_before(variant: rules.Variant) -> None:
    """6.2: later cards of the trick are back too; a lead taken back does not open the trick before it."""
    random = Random(f"back {variant}")
    seats = int(variant["seats"])
    for _ in range(REVOKED_GAMES // 4):
        dealt = deals.random_deal(random, variant)
        count = random.randint(1, 32 if seats == 2 else 8 * seats)
        dealt["plays"] = deals.random_plays(random, dealt, count, revoke_chance=0.3)
        deal = bridge.played(bridge.to_deal(dealt, revoke="claimable"), dealt["plays"])
        number = (count - 1) // seats
        assert open_trick(deal) == number
        state = game.replay(dealt)
        players = {seat: number * seats + place for place, (seat, _) in enumerate(state.tricks()[-1])}
        for seat in range(seats):
            if seat not in players:
                with pytest.raises(IllegalMove):
                    take_back(deal, seat)
                continue
            kept = {**dealt, "plays": dealt["plays"][: players[seat]]}
            back = take_back(deal, seat)
            assert_same_position(back, game.replay(kept))
            assert back.revokes == {(one["trick"], one["seat"]) for one in game.revokes(kept)}
            assert open_trick(back) == (number if len(kept["plays"]) % seats else None)


@pytest.mark.parametrize("case", of_kind("bidding"), ids=lambda case: str(case["id"]))
def test_trump_is_made_as_in_the_case(case: dict[str, Any]) -> None:
    assert library_bidding(case) == case["expect"]


def test_every_way_of_calling_ends_as_with_the_oracle() -> None:
    calls = ["pass", "play", *rules.SUITS]
    for seats, dealer in [(n, dealer) for n in (4, 3, 2) for dealer in range(n)]:
        for making, turned in [("forced", None), *(("turned", suit) for suit in rules.SUITS)]:
            starts: list[list[str]] = [["pass"] * n for n in range(seats + 2)]
            said = starts + [[*start, call] for start in starts for call in calls]
            said += [[*start, call, more] for start in starts for call in calls for more in calls]
            for words in said:
                case = {
                    "variant": {"seats": seats, "trump_making": making},
                    "dealer": dealer,
                    "turned": turned,
                    "calls": words,
                }
                expected = rules.bidding(dealer, turned, words, {"seats": seats, "trump_making": making})
                assert library_bidding(case) == expected, case


def library_bidding(case: dict[str, Any]) -> dict[str, Any]:
    variant = bridge.to_variant(case["variant"])
    turned = None if case["turned"] is None else Suit.parse(case["turned"])
    deal = some_deal(variant, case["dealer"], turned)
    for word in case["calls"]:
        try:
            deal = apply(deal, Call.parse(word))
        except IllegalMove:
            return {"error": True}
    if deal.trump is None:
        may = sorted(call.text for call in deal.calls_allowed())
        return {"pending": {"seat": deal.turn, "may": may}}
    return {"declarer": deal.declarer, "trump": deal.trump.text, "leader": deal.turn}


def some_deal(variant: Variant, dealer: int, turned: Suit | None) -> Deal:
    cards = tuple(Card.parse(text) for text in rules.deck(variant.seats))
    return deal_out(variant, dealer, cards, turned)


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_cards_are_dealt_from_forehand_on_in_packets_of_three_two_three(seats: int) -> None:
    random = Random(seats)
    for dealer in range(seats):
        pack = rules.deck(seats)
        random.shuffle(pack)
        variant = bridge.to_variant({"seats": seats, "trump_making": "forced"})
        deal = deal_out(variant, dealer, tuple(Card.parse(card) for card in pack))
        assert [bridge.texts(hand) for hand in deal.hands] == [
            sorted(hand) for hand in rules.dealt(pack, dealer, seats)
        ]
        assert bridge.texts(held(deal)) == sorted(pack)
        if seats == 2:
            assert all(
                pile.open is not None and pile.closed is not None for one in deal.piles for pile in one
            )
            again = new_deal(variant, dealer, deal.hands, None, deal.piles)
            assert again == deal


@pytest.mark.parametrize("case", of_kind("deal"), ids=lambda case: str(case["id"]))
def test_the_library_scores_the_deal_of_the_case(case: dict[str, Any]) -> None:
    assert bridge.score_of(bridge.played(bridge.to_deal(case), case["plays"])) == case["expect"]


@pytest.mark.parametrize("case", of_kind("legal"), ids=lambda case: str(case["id"]))
def test_the_library_allows_the_cards_of_the_case(case: dict[str, Any]) -> None:
    deal = bridge.played(bridge.to_deal(case), case["plays"])
    assert {"turn": deal.turn, "legal": bridge.texts(deal.legal())} == case["expect"]


@pytest.mark.parametrize("case", of_kind("revoke"), ids=lambda case: str(case["id"]))
def test_the_library_rules_on_the_claim_of_the_case(case: dict[str, Any]) -> None:
    assert cases.answer(case) == case["expect"]
    deal = bridge.played(bridge.to_deal(case, revoke="claimable"), case["plays"])
    assert_same_ruling(deal, case, len(case["plays"]) == 32 or deal.trick is None)
