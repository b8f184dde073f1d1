"""What a seat may know of a deal. There is no field for another hand, so nothing can leak."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.rules.bidding import Call, allowed_calls, caller
from klaverjas.rules.cards import EMPTY, Card, CardSet, Suit
from klaverjas.rules.errors import Reason
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.scoring import DealScore
from klaverjas.rules.sides import Sides, sides
from klaverjas.rules.trick import Trick, WonTrick, best_place
from klaverjas.rules.variant import Variant


class Pile(NamedTuple):
    """A table card of the two-player game: the open card, and whether a closed one lies under it (7.1)."""

    open: Card | None
    closed: bool


class PublicView(NamedTuple):
    """What everybody at the table sees. `counts` are cards in hand per seat; `piles` per seat with two
    players, else empty tuples; `trick` is none before trump is made and after the last trick, and keeps its
    cards when a claim ended the deal; `score` is none until the score is shown. `opened`: every table card
    that was played, in order, with the closed card that it opened; who watched knows them still."""

    variant: Variant
    dealer: int
    turned: Suit | None
    calls: tuple[Call, ...]
    declarer: int | None
    trump: Suit | None
    counts: tuple[int, ...]
    piles: tuple[tuple[Pile, ...], ...]
    won: tuple[WonTrick, ...]
    trick: Trick | None
    score: DealScore | None
    opened: tuple[tuple[Card, Card | None], ...] = ()

    @property
    def sides(self) -> Sides | None:
        return None if self.declarer is None else sides(self.variant.seats, self.declarer)

    @property
    def turn(self) -> int | None:
        """The seat that must call or play, none when all tricks are played or the deal has ended."""
        if self.score is not None:
            return None
        if self.trump is None:
            return caller(self.variant, self.dealer, self.calls)
        if self.trick is None:
            return None
        return (self.trick.leader + len(self.trick.cards)) % self.variant.seats


class SeatView(NamedTuple):
    """Everything the person in `seat` may know: what everybody sees, and his own hand."""

    public: PublicView
    seat: int
    hand: CardSet

    @property
    def variant(self) -> Variant:
        return self.public.variant

    @property
    def trump(self) -> Suit | None:
        return self.public.trump

    @property
    def my_turn(self) -> bool:
        return self.public.turn == self.seat

    @property
    def own(self) -> CardSet:
        """What this seat may choose from: hand and own open table cards (7.1)."""
        piles = self.public.piles[self.seat]
        if not piles:
            return self.hand
        return self.hand | CardSet.of(pile.open for pile in piles if pile.open is not None)

    @property
    def legal(self) -> CardSet:
        """The cards that section 3 allows now; empty unless this seat is to play a card."""
        return self.judged[0]

    @property
    def reason(self) -> Reason | None:
        """Why the other own cards are not legal now, none when all are or it is not this seat's turn."""
        return self.judged[1]

    @property
    def judged(self) -> tuple[CardSet, Reason | None]:
        """`legal` and `reason` together."""
        public = self.public
        if public.trump is None or public.trick is None or not self.my_turn:
            return EMPTY, None
        lying = public.trick.cards
        holds = bool(lying) and partner_holds(public, self.seat)
        return legal_cards(self.own, lying, public.trump, holds, public.variant)

    @property
    def calls(self) -> tuple[Call, ...]:
        """What this seat may say now; empty unless it is to call."""
        public = self.public
        if public.trump is not None or not self.my_turn:
            return ()
        return allowed_calls(public.variant, public.turned, public.calls)


def partner_holds(public: PublicView, seat: int) -> bool:
    """Whether a partner of `seat` holds the trick that lies there (not empty) at this moment (3.7)."""
    trick, trump, both = public.trick, public.trump, public.sides
    assert trick is not None
    assert trump is not None
    assert both is not None
    holder = trick.seat_of(best_place(trick.cards, trump), public.variant.seats)
    return both.together(holder, seat)
