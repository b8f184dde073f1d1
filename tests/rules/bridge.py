"""From the case format to the library and back, for the tests that hold it against the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klaverjas.rules import (
    Call,
    Card,
    CardSet,
    Deal,
    DealScore,
    Meld,
    Suit,
    TablePile,
    Variant,
    apply,
    new_deal,
)

KINDS = {
    "run3": "run of three",
    "run4": "run of four",
    "marriage": "marriage",
    "four": "four of a kind",
    "jacks": "four jacks",
}


def to_variant(words: Mapping[str, Any], **more: Any) -> Variant:
    """The library's variant for that of a case; fields that the case leaves out get their default."""
    return Variant().but(**words, **more)


def to_deal(case: Mapping[str, Any], revoke: str = "refused") -> Deal:
    """The deal of a case before its first card: the trump is turned, and everyone before the declarer
    passes, so that any declarer goes with any leader."""
    variant = to_variant({**case["variant"], "trump_making": "turned"}, revoke=revoke)
    seats = variant.seats
    hands, piles = [], []
    for given in case["hands"]:
        if seats == 2:
            hands.append(to_cards(given["hand"]))
            piles.append(tuple(TablePile(Card.parse(up), Card.parse(down)) for up, down in given["table"]))
        else:
            hands.append(to_cards(given))
    deal = new_deal(
        variant, (case["leader"] - 1) % seats, tuple(hands), Suit.parse(case["trump"]), tuple(piles)
    )
    while deal.turn != case["declarer"]:
        deal = apply(deal, Call.PASS)
    return apply(deal, Call.PLAY)


def played(deal: Deal, plays: Iterable[str]) -> Deal:
    """The deal after these cards."""
    for card in plays:
        deal = apply(deal, Card.parse(card))
    return deal


def to_cards(cards: Iterable[str]) -> CardSet:
    return CardSet.of(Card.parse(card) for card in cards)


def texts(cards: Iterable[Card]) -> list[str]:
    """Sorted as text, as the cases have it."""
    return sorted(str(card) for card in cards)


def kinds(melds: Iterable[Meld]) -> list[tuple[str, int]]:
    """Melds by the names of the cases, sorted: their order carries no meaning."""
    return sorted((KINDS[meld.kind], meld.points) for meld in melds)


def score_of(deal: Deal) -> dict[str, Any]:
    """The library's score of a finished deal in the words of a `deal` case."""
    score = deal.score
    assert score is not None
    given = [_side_total(score, side) for side in score.sides]
    tricks = [
        {
            "winner": trick.winner,
            "points": trick.points - (10 if trick is deal.won[-1] else 0),
            "meld": trick.meld,
        }
        for trick in deal.won
    ]
    return {
        "tricks": tricks,
        "points": [points for points, _ in given],
        "meld": [meld for _, meld in given],
        "total": [points + meld for points, meld in given],
        "scores": list(score.scores),
        "failed": score.failed,
        "march": score.march,
    }


def _side_total(score: DealScore, side: tuple[int, ...]) -> tuple[int, int]:
    """What a side gets together: partners of four share one credit, defenders of three have each his own."""
    credits = [score.credit[seat] for seat in side]
    if len(score.credit) == 4:
        assert credits[0] == credits[1]
        credits = credits[:1]
    return sum(credit.points for credit in credits), sum(credit.meld for credit in credits)
