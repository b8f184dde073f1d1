"""A position with open cards, as the solver takes it, and what can be wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property

from klaverjas.rules import Card, CardSet, Deal, Suit, TablePile, Variant, pack
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.sides import Sides, sides
from klaverjas.rules.strength import points as worth
from klaverjas.rules.trick import best_place

HAND, PILES = 8, 4
MOST_IN_A_TRICK = 200


class Fault(Flag):
    """What makes a position impossible; several can be true at once."""

    NONE = 0
    NO_SUCH_SEAT = auto()
    """The declarer or the leader is no seat of this variant."""
    WRONG_SEATS = auto()
    """Not one hand per seat, or not one row of table piles per seat."""
    CARD_TWICE = auto()
    """A card stands in two places."""
    STRANGE_CARD = auto()
    """A card does not belong to the pack of this number of seats (1.6)."""
    WRONG_PILES = auto()
    """Table piles without two seats, more than four a seat, or a closed card with no open one on it (1.7)."""
    WRONG_COUNT = auto()
    """A hand has more than eight cards, or the seats do not have equally many left (who has played to the
    trick one less)."""
    TRICK_TOO_LONG = auto()
    """The trick that lies there is full already, or longer."""
    NOTHING_TO_PLAY = auto()
    """No cards are left: the deal is over."""
    WRONG_TRICKS = auto()
    """The tricks taken and those still to come are not those of a deal."""
    WRONG_POINTS = auto()
    """The points taken are not those of the cards that are gone, or a side has some without a trick."""
    WRONG_MELDS = auto()
    """A side has melds without a trick, or so many that no trick can bring them (section 4)."""


class ImpossiblePosition(ValueError):
    """The solver refuses this position; `faults` says why."""

    def __init__(self, faults: Fault) -> None:
        names = ", ".join(str(fault.name).lower().replace("_", " ") for fault in faults)
        super().__init__(f"no such position: {names}")
        self.faults = faults


@dataclass(frozen=True, repr=False)
class Position:
    """Everything that decides how a deal goes on when all cards are open.

    A guessed world is such a position, too, so a regular can ask about it and never needs a `Deal`.
    `hands` per seat, without the card that lies in the trick; `piles` per seat with two players, else empty.
    `leader` led, or will lead, `trick`. Pairs are [declaring side, others]: `taken` tricks, bare card
    `points` in them, and their `melds`. `repr` tells no card.
    """

    variant: Variant
    trump: Suit
    declarer: int
    hands: tuple[CardSet, ...]
    leader: int
    trick: tuple[Card, ...] = ()
    piles: tuple[tuple[TablePile, ...], ...] = ()
    taken: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    melds: tuple[int, int] = (0, 0)

    @staticmethod
    def of(deal: Deal) -> Position:
        """The position of this deal, the cards as they are. Raises ImpossiblePosition when no card is to be
        played: trump is not made yet, or the deal is over."""
        if deal.trump is None or deal.declarer is None or deal.trick is None or deal.shown:
            raise ImpossiblePosition(Fault.NOTHING_TO_PLAY)
        both = sides(deal.variant.seats, deal.declarer)
        taken, bare, melds = [0, 0], [0, 0], [0, 0]
        for won in deal.won:
            side = 0 if won.winner in both.declaring else 1
            taken[side] += 1
            bare[side] += won.points
            melds[side] += won.meld
        return Position(
            deal.variant,
            deal.trump,
            deal.declarer,
            deal.hands,
            deal.trick.leader,
            deal.trick.cards,
            deal.piles,
            (taken[0], taken[1]),
            (bare[0], bare[1]),
            (melds[0], melds[1]),
        )

    def __repr__(self) -> str:
        return f"<Position trump={self.trump.text} tricks_left={self.tricks_left} turn={self.turn}>"

    @property
    def rows(self) -> tuple[tuple[TablePile, ...], ...]:
        """The table piles per seat, also when none were given."""
        return self.piles or ((),) * self.variant.seats

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % self.variant.seats

    @property
    def sides(self) -> Sides:
        return sides(self.variant.seats, self.declarer)

    @property
    def tricks_left(self) -> int:
        """With the one that lies there."""
        return (sum(map(len, self.held)) + len(self.trick)) // self.variant.seats

    @property
    def ahead(self) -> int:
        """The total of the declaring side minus that of the others so far."""
        return self.points[0] + self.melds[0] - self.points[1] - self.melds[1]

    @cached_property
    def held(self) -> tuple[CardSet, ...]:
        """Per seat all its cards, those on the table and the closed ones as well."""
        return tuple(
            hand | CardSet.of(card for pile in row for card in pile if card is not None)
            for hand, row in zip(self.hands, self.rows, strict=True)
        )

    def faults(self) -> Fault:
        """Why the position is impossible; `Fault.NONE` when it is not.

        What came before is not looked into: not whether the tricks could have been played so, nor whether a
        card of this trick was a revoke.
        """
        seats = self.variant.seats
        if self.declarer not in range(seats) or self.leader not in range(seats):
            return Fault.NO_SUCH_SEAT
        if len(self.hands) != seats or len(self.rows) != seats:
            return Fault.WRONG_SEATS
        found = self._faults_of_piles() | self._faults_of_cards()
        return found or self._faults_of_past()

    def _faults_of_piles(self) -> Fault:
        for row in self.rows:
            hanging = any(pile.open is None and pile.closed is not None for pile in row)
            if len(row) > (PILES if self.variant.seats == 2 else 0) or hanging:
                return Fault.WRONG_PILES
        return Fault.NONE

    def _faults_of_cards(self) -> Fault:
        found, seats = Fault.NONE, self.variant.seats
        cards = [card for hand in self.hands for card in hand]
        cards += [card for row in self.rows for pile in row for card in pile if card is not None]
        cards += self.trick
        if len(set(cards)) < len(cards):
            found |= Fault.CARD_TWICE
        if CardSet.of(cards) - pack(seats):
            found |= Fault.STRANGE_CARD
        if len(self.trick) >= seats:
            return found | Fault.TRICK_TOO_LONG
        has_played = [(seat - self.leader) % seats < len(self.trick) for seat in range(seats)]
        counts = [len(cards) + played for cards, played in zip(self.held, has_played, strict=True)]
        if len(set(counts)) > 1:
            found |= Fault.WRONG_COUNT
        elif not counts[0]:
            found |= Fault.NOTHING_TO_PLAY
        if any(len(hand) > HAND for hand in self.hands):
            found |= Fault.WRONG_COUNT
        return found

    def _faults_of_past(self) -> Fault:
        """Only asked when the cards are in order."""
        found = Fault.NONE
        if min(self.taken) < 0 or sum(self.taken) + self.tricks_left != self.variant.tricks:
            found |= Fault.WRONG_TRICKS
        gone = pack(self.variant.seats)
        for cards in (*self.held, CardSet.of(self.trick)):
            gone = gone - cards
        if min(self.points) < 0 or sum(self.points) != worth(gone, self.trump):
            found |= Fault.WRONG_POINTS
        if any(points and not tricks for points, tricks in zip(self.points, self.taken, strict=True)):
            found |= Fault.WRONG_POINTS
        for meld, tricks in zip(self.melds, self.taken, strict=True):
            if meld % 10 or not 0 <= meld <= MOST_IN_A_TRICK * tricks:
                found |= Fault.WRONG_MELDS
        return found

    def legal(self) -> CardSet:
        """What the seat in turn may play (section 3)."""
        own = self.hands[self.turn]
        for pile in self.rows[self.turn]:
            if pile.open is not None:
                own = own.add(pile.open)
        holds = False
        if self.trick:
            holder = (self.leader + best_place(self.trick, self.trump)) % self.variant.seats
            holds = self.sides.together(holder, self.turn)
        return legal_cards(own, self.trick, self.trump, holds, self.variant)[0]
