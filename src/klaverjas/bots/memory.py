"""What a good listener knows: the cards that are out, and who can still have them.

Everything here follows from the view of one seat. Nothing is kept between moves: the view tells the whole
deal so far.
"""

from __future__ import annotations

from dataclasses import dataclass

from klaverjas.rules.cards import EMPTY, Card, CardSet, Suit, pack
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.sides import Sides
from klaverjas.rules.trick import Trick, best_place
from klaverjas.rules.variant import Variant
from klaverjas.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Memory:
    """The table as one seat knows it when it is to play a card.

    `unseen` are the cards nobody has shown. Per seat: `hidden` is the number of cards in hand, `open` its
    open table cards, `may` the unseen cards its hand may hold, `sure` those it must hold because nobody else
    can. `closed` counts the closed table cards of everybody. `lying` are the cards in the trick, `to_come`
    the seats that play to it after this one.
    """

    variant: Variant
    seat: int
    trump: Suit
    declarer: int
    sides: Sides
    leader: int
    lying: tuple[Card, ...]
    own: CardSet
    legal: CardSet
    unseen: CardSet
    hidden: tuple[int, ...]
    open: tuple[CardSet, ...]
    closed: int
    may: tuple[CardSet, ...]
    sure: tuple[CardSet, ...]
    to_come: tuple[int, ...]
    tricks_left: int

    def ours(self, seat: int) -> bool:
        """Whether that seat is on my side (or is me)."""
        return self.sides.together(seat, self.seat)

    @property
    def opponents(self) -> tuple[int, ...]:
        return self.sides.defending if self.seat in self.sides.declaring else self.sides.declaring

    @property
    def out(self) -> CardSet:
        """The cards that somebody else can still play, now or later."""
        out = self.unseen
        for cards in self.open:
            out = out | cards
        return out - self.own


def remember(view: SeatView) -> Memory:
    """Count the cards of a `view` whose seat is to play one."""
    public, seat = view.public, view.seat
    trump, trick, both, declarer = public.trump, public.trick, public.sides, public.declarer
    assert trump is not None
    assert trick is not None
    assert both is not None
    assert declarer is not None
    variant = public.variant
    seats = variant.seats
    tricks = [Trick(taken.leader, taken.cards) for taken in public.won]
    tricks.append(trick)
    shown = tuple(CardSet.of(pile.open for pile in piles if pile.open is not None) for piles in public.piles)
    unseen = pack(seats) - view.own - CardSet.of(card for played in tricks for card in played.cards)
    for cards in shown:
        unseen = unseen - cards
    may = _may_hold(tricks, unseen, trump, both, variant, seat, public.counts)
    closed = sum(pile.closed for piles in public.piles for pile in piles)
    turn = len(trick.cards)
    return Memory(
        variant=variant,
        seat=seat,
        trump=trump,
        declarer=declarer,
        sides=both,
        leader=trick.leader,
        lying=trick.cards,
        own=view.own,
        legal=view.legal,
        unseen=unseen,
        hidden=public.counts,
        open=shown,
        closed=closed,
        may=may,
        sure=_only_there(may, unseen, closed),
        to_come=tuple((trick.leader + place) % seats for place in range(turn + 1, seats)),
        tricks_left=variant.tricks - len(public.won),
    )


def _may_hold(
    tricks: list[Trick],
    unseen: CardSet,
    trump: Suit,
    both: Sides,
    variant: Variant,
    me: int,
    counts: tuple[int, ...],
) -> tuple[CardSet, ...]:
    """Per seat the unseen cards that its earlier plays do not rule out."""
    seats = variant.seats
    may = [unseen if count else EMPTY for count in counts]
    may[me] = EMPTY
    for leader, cards in tricks:
        for place in range(1, len(cards)):
            seat = (leader + place) % seats
            if seat == me or not may[seat]:
                continue
            holder = (leader + best_place(cards[:place], trump)) % seats
            held = both.together(holder, seat)
            may[seat] = may[seat] - lacks(cards[:place], cards[place], trump, held, variant, unseen)
    return tuple(may)


def lacks(
    lying: tuple[Card, ...], card: Card, trump: Suit, partner_held: bool, variant: Variant, unseen: CardSet
) -> CardSet:
    """The cards of `unseen` that a seat cannot have had when it played `card` on `lying`: with any of them in
    hand the card would not have been legal."""
    led = lying[0].suit
    if card.suit == led != trump:
        return EMPTY
    found = unseen.of_suit(led) if card.suit != led else EMPTY
    for other in unseen.of_suit(trump) - found:
        if card not in legal_cards(CardSet.of((card, other)), lying, trump, partner_held, variant)[0]:
            found = found.add(other)
    return found


def _only_there(may: tuple[CardSet, ...], unseen: CardSet, closed: int) -> tuple[CardSet, ...]:
    """Per seat the cards that can be nowhere else; none while closed table cards may hide them."""
    if closed:
        return (EMPTY,) * len(may)
    once, twice = EMPTY, EMPTY
    for cards in may:
        twice = twice | (once & cards)
        once = once | cards
    return tuple(cards & unseen - twice for cards in may)
