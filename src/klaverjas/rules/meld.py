"""Roem: melds in the cards of one trick (rules.md section 4)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from klaverjas.rules.cards import Card, CardSet, Rank, Suit

MeldKind = Literal["run3", "run4", "marriage", "four", "jacks", "march"]


class Meld(NamedTuple):
    kind: MeldKind
    points: int


RUN3 = Meld("run3", 20)
RUN4 = Meld("run4", 50)
MARRIAGE = Meld("marriage", 20)
FOUR = Meld("four", 100)
JACKS = Meld("jacks", 200)
MARCH = Meld("march", 100)


def _run(ranks: int) -> Meld | None:
    in_threes = ranks & ranks >> 1 & ranks >> 2
    return RUN4 if in_threes & in_threes >> 1 else RUN3 if in_threes else None


_RUNS = tuple(_run(ranks) for ranks in range(256))
_ROYALS = tuple(CardSet.of((Card.of(suit, Rank.QUEEN), Card.of(suit, Rank.KING))) for suit in Suit)
_FOURS = {
    CardSet.of(Card.of(suit, rank) for suit in Suit): JACKS if rank is Rank.JACK else FOUR for rank in Rank
}


def melds(cards: CardSet, trump: Suit) -> tuple[Meld, ...]:
    """The melds in one trick's cards (at most four): a run (4.1), a marriage (4.2), four of a kind (4.3).

    >>> melds(CardSet.parse("HJ HQ HK C7"), Suit.HEARTS)
    (Meld(kind='run3', points=20), Meld(kind='marriage', points=20))
    """
    bits = int(cards)
    found = []
    for shift in (0, 8, 16, 24):
        run = _RUNS[bits >> shift & 0xFF]
        if run is not None:
            found.append(run)
    if bits & _ROYALS[trump] == _ROYALS[trump]:
        found.append(MARRIAGE)
    four = _FOURS.get(cards)
    if four is not None:
        found.append(four)
    return tuple(found)
