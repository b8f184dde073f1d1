"""Facts that may be told, in the past tense. Each is one version of the table's log.

How a viewer folds a fact into his `TableView` is said at each fact; `web/src/store/fold.ts` does it.
"""

from __future__ import annotations

from klaverjas.wire.shapes import (
    Call,
    Card,
    DealResult,
    FairRecord,
    Hex128,
    Meld,
    Pile,
    Seat,
    Shape,
    Suit,
    WonTrick,
)


class Fact(Shape, tag_field="t", frozen=True):
    """Base of all facts; the tag is the class name."""


class Joined(Fact, frozen=True):
    """A person sat down: the chair becomes theirs (an empty one, or a regular's during a match). `arriving`
    as in `Chair`."""

    seat: Seat
    name: str
    host: bool
    arriving: bool = False


class ChairsSwapped(Fact, frozen=True):
    """In the waiting room: the occupants of chairs a and b change places (one may be empty)."""

    a: Seat
    b: Seat


class Left(Fact, frozen=True):
    """A person left for good. In the waiting room the chair becomes empty, in a match `regular` takes it.
    `host` is the seat of the host from now on, none when nobody is left. `by`: he did not leave himself, this
    seat freed the chair of one who was gone too long."""

    seat: Seat
    regular: str | None
    host: Seat | None
    by: Seat | None = None


class StoodIn(Fact, frozen=True):
    """`by` chose that `regular` plays for the person in `seat`, who keeps the chair (`Chair.stand_in`)."""

    seat: Seat
    regular: str
    by: Seat


class CameBack(Fact, frozen=True):
    """The person in `seat` plays himself again, from the next decision on: `Chair.stand_in` is none."""

    seat: Seat


class Admitted(Fact, frozen=True):
    """`by` said that it is the person of `seat` who asked for that chair: who asked has it now."""

    seat: Seat
    by: Seat


class TurnedAway(Fact, frozen=True):
    """`by` said that who asked for the chair in `seat` does not get it."""

    seat: Seat
    by: Seat


class MatchStarted(Fact, frozen=True):
    """A match begins. `regulars` gives the name of the regular in every chair that no person has, else none.
    Sheet, totals and winners are emptied, there is no deal; phase calling. `match` is its number from 1."""

    match: int
    regulars: list[str | None]


class DealSealed(Fact, frozen=True):
    """A deal will come, and the seed of its cards is fixed: `seal` is its hash. Every browser that hears this
    gives a number (`GiveNumber`). Changes no TableView."""

    match: int
    deal: int
    seal: str


class NumberGiven(Fact, frozen=True):
    """Told to its own seat alone: the table has this number of it for the coming deal. Changes no
    TableView."""

    seat: Seat
    number: Hex128


class NumbersAwaited(Fact, frozen=True):
    """The deal can begin: it does as soon as these seats have given their numbers, and after 2 s without.
    Changes no TableView."""

    seats: list[Seat]


class NumbersSealed(Fact, frozen=True):
    """The cards lie: `numbers_seal` is the hash of all numbers, and those of the seats in `gave` are among
    them. Changes no TableView."""

    numbers_seal: str
    gave: list[Seat]


class DealShown(Fact, frozen=True):
    """The deal is over: how it was dealt. Changes no TableView."""

    record: FairRecord


class HandsShown(Fact, frozen=True):
    """Told to watchers, in place of `DealShown`, when the deal is over: what each seat was dealt, table cards
    of two players included, and how the deal came (none where the record would tell the code of the table).
    Changes no TableView."""

    hands: list[list[Card]]
    record: FairRecord | None = None


class DealStarted(Fact, frozen=True):
    """Cards are dealt: everybody holds `count`. A fresh DealView; nobody is ready or arriving any more; phase
    calling."""

    number: int
    dealer: Seat
    count: int


class HandDealt(Fact, frozen=True):
    """Told to its own seat alone: my hand."""

    seat: Seat
    cards: list[Card]


class TableLaid(Fact, frozen=True):
    """Two players: the open cards of a seat, each on a closed one."""

    seat: Seat
    cards: list[Card]


class SuitTurned(Fact, frozen=True):
    suit: Suit


class Called(Fact, frozen=True):
    seat: Seat
    call: Call


class TrumpMade(Fact, frozen=True):
    """Phase playing; an empty trick led by `leader`. `sides` is [declaring side, the others]."""

    declarer: Seat
    suit: Suit
    leader: Seat
    sides: list[list[Seat]]


class CardPlayed(Fact, frozen=True):
    """The card leaves the hand (`pile` none) or the open place of table pile 0..3, and joins the trick."""

    seat: Seat
    card: Card
    pile: int | None = None


class CardOpened(Fact, frozen=True):
    """Two players: the closed card of a pile is opened."""

    seat: Seat
    pile: int
    card: Card


class TrickWon(Fact, frozen=True):
    """The trick becomes `last`; its winner takes points and melds and leads an empty trick. After the last
    trick there is none; phase closing where the score is not shown at once (claimable revokes)."""

    number: int
    winner: Seat
    points: int
    melds: list[Meld]
    closing: bool = False


class TakenBack(Fact, frozen=True):
    """Trick `number` is the open trick again with its first `keep` cards; later ones went back to their
    hands or piles. If that trick had been won, the winner gives points and melds back. `last` is the last
    completed trick again. With two players `piles` is the new state of all piles, else empty. Phase
    playing. `ruled`: a claim made `by` do it, not he himself."""

    by: Seat
    number: int
    keep: int
    piles: list[list[Pile]]
    last: WonTrick | None
    ruled: bool = False


class Ruled(Fact, frozen=True):
    """A claim was judged. Open trick and right: `corrected`, and a `TakenBack` follows. Else the deal ends
    and a `DealScored` follows; `card` (of the accused in that trick) and `held` are shown to all."""

    by: Seat
    accused: Seat
    trick: int
    upheld: bool
    corrected: bool
    card: Card
    held: list[Card]


class DealScored(Fact, frozen=True):
    """The deal is over and stands on the slate: its row of the sheet (a claim after the last trick replaces
    the row with the same number), totals; phase scored."""

    result: DealResult


class Readied(Fact, frozen=True):
    """This seat wants to go on; after a match, to play another."""

    seat: Seat


class MatchEnded(Fact, frozen=True):
    """Phase ended. `slate` opens the slate of this match for whoever is given it."""

    winners: list[Seat]
    slate: str = ""


AnyFact = (
    Joined
    | ChairsSwapped
    | Left
    | StoodIn
    | CameBack
    | Admitted
    | TurnedAway
    | MatchStarted
    | DealSealed
    | NumberGiven
    | NumbersAwaited
    | NumbersSealed
    | DealShown
    | HandsShown
    | DealStarted
    | HandDealt
    | TableLaid
    | SuitTurned
    | Called
    | TrumpMade
    | CardPlayed
    | CardOpened
    | TrickWon
    | TakenBack
    | Ruled
    | DealScored
    | Readied
    | MatchEnded
)
