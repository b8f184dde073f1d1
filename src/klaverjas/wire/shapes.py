"""The small values that facts, views and commands are made of.

Cards are text (`HJ`, `ST`), seats are 0..n-1 clockwise, points are whole numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from klaverjas.rules.errors import Reason
from klaverjas.rules.meld import MeldKind

Suit = Literal["C", "D", "H", "S"]
Call = Literal["pass", "play", "C", "D", "H", "S"]
Card = Annotated[str, msgspec.Meta(pattern=r"^[CDHS][789TJQKA]\Z")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Hex128 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
Company = Literal["mix", "gentle", "steady", "strong"]
Phase = Literal["waiting", "calling", "playing", "closing", "scored", "ended"]
TalkRule = Literal["free", "phrases", "off"]
Phrase = Literal[
    "hello",
    "nice",
    "well_played",
    "asleep",
    "thinking",
    "sorry",
    "bad_luck",
    "lucky",
    "close",
    "cheers",
    "thanks",
    "back_soon",
    "one_more",
    "good_night",
    "knock",
    "thump",
]
"""What can be said with one press; the texts say it in the language of who reads it, under `talk.phrase.`.
`knock` and `thump` are sounds on the table top. None of them tells a card."""
Wait = Literal["no", "long", "too_long", "lost"]
"""How long the table has waited for a person who is gone or in turn. long: a soft sign; too_long: the others
may choose (a regular plays for him; before the start anyone may begin, or free his chair); lost: gone so
long that the others may free his chair during a match, too."""


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An immutable value of the wire; a field that it does not know is an error."""


class HouseRules(Shape, frozen=True):
    """What was agreed at this table: the fields of `rules.Variant`, the length of a match, in `talk` whether
    people may write what they like to each other, say the fixed phrases alone, or nothing, and in `watch`
    whether others may look on by a link of its own."""

    preset: Literal["pub", "club", "own"]
    seats: Literal[2, 3, 4]
    trump_duty: Literal["amsterdam", "rotterdam"]
    trump_making: Literal["turned", "forced"]
    undertrump: Literal["forbidden", "forced"]
    march: Literal["either", "declarer"]
    revoke: Literal["refused", "claimable"]
    deals: Annotated[int, msgspec.Meta(ge=4, le=16)]
    talk: TalkRule = "free"
    watch: bool = False


class Chair(Shape, frozen=True):
    """Who sits there. Exactly one person is the host, who may start. `arriving`: sat down during a deal and
    plays from the next one on; until then a regular plays the hand, which this person is not shown.
    `stand_in`: the regular who plays for this person until he says that he is back, none when he plays."""

    kind: Literal["empty", "person", "regular"]
    name: str = ""
    host: bool = False
    arriving: bool = False
    stand_in: str | None = None


class Ask(Shape, frozen=True):
    """Somebody asks for the chair of the person in `seat`, who lost it. The same number stands on the screen
    of who asks, so that people can tell that it is he."""

    seat: Seat
    number: int


class Meld(Shape, frozen=True):
    kind: MeldKind
    points: int


class SeatCall(Shape, frozen=True):
    seat: Seat
    call: Call


class Pile(Shape, frozen=True):
    """A table card of the two-player game: the open card, and whether a closed one lies under it."""

    open: Card | None
    closed: bool


class TrickView(Shape, frozen=True):
    """Cards in the order they were played, the first by `leader`, then clockwise."""

    leader: Seat
    cards: list[Card]


class WonTrick(Shape, frozen=True):
    """A completed trick. `number` counts from 0. `points` hold the 10 of the last trick, not the melds."""

    number: int
    leader: Seat
    cards: list[Card]
    winner: Seat
    points: int
    melds: list[Meld]


class Taken(Shape, frozen=True):
    """What one seat has won in this deal so far."""

    tricks: int = 0
    points: int = 0
    meld: int = 0


class Credit(Shape, frozen=True):
    """What is written on the slate for one seat; partners get the same figures."""

    points: int
    meld: int


class Revoke(Shape, frozen=True):
    """Why a deal ended by a claim: `culprit` pays, being the accused or a wrong claimer. `card` is what the
    accused played in that trick and `held` his hand then, that card included, which all may see."""

    by: Seat
    accused: Seat
    trick: int
    upheld: bool
    culprit: Seat
    card: Card
    held: list[Card]


class DealResult(Shape, frozen=True):
    """A deal on the slate. `sides` and the pairs `points`, `meld` are [declaring side, the others], as
    taken in tricks (march in `meld`); `credit` per seat is what was written after nat, halving and revoke."""

    number: int
    dealer: Seat
    declarer: Seat
    trump: Suit
    sides: list[list[Seat]]
    points: list[int]
    meld: list[int]
    credit: list[Credit]
    failed: bool
    march: bool
    revoke: Revoke | None = None


class DealView(Shape, frozen=True):
    """The deal as one seat may know it. `number` counts from 0; `turned` only with a turned suit; `sides`
    from when trump is made; `hand` is mine, in no order; `piles` per seat with two players, else empty;
    `last` is the last completed trick; `taken` per seat."""

    number: int
    dealer: Seat
    turned: Suit | None
    calls: list[SeatCall]
    declarer: Seat | None
    trump: Suit | None
    sides: list[list[Seat]]
    hand: list[Card]
    counts: list[int]
    piles: list[list[Pile]]
    trick: TrickView | None
    last: WonTrick | None
    taken: list[Taken]


class TableView(Shape, frozen=True):
    """Everything a viewer may know of his table. `me` is his seat; of a watcher it is the number of seats: he
    sits nowhere, and looks from chair 0. `match` counts from 1 (0 before the first). `sheet` holds
    this match's deals, `totals` their sums per seat; `ready` who wants to go on; `winners` when ended, and
    `slate`, which opens the slate of that match for whoever is given it."""

    code: str
    rules: HouseRules
    phase: Phase
    me: Annotated[int, msgspec.Meta(ge=0, le=4)]
    chairs: list[Chair]
    match: int
    deal: DealView | None
    sheet: list[DealResult]
    totals: list[int]
    ready: list[bool]
    winners: list[Seat]
    slate: str = ""


class Sealed(Shape, frozen=True):
    """A coming deal: the hash of its seed (docs/fair.md). `mine` is the number that the table has of me."""

    match: int
    deal: int
    seal: str
    mine: Hex128 | None = None


class DealSeals(Shape, frozen=True):
    """The deal on the table: what was sealed, `gave` the seats whose numbers are in it."""

    match: int
    deal: int
    seal: str
    numbers_seal: str
    gave: list[Seat]


class FairRecord(Shape, frozen=True):
    """Everything about how a finished deal was dealt, so that anyone can check it (docs/fair.md). `numbers`
    per seat; `cards` the whole pack in the order in which it was dealt."""

    record: Literal["klaverkroeg fair deal 1"]
    table: str
    match: int
    deal: int
    seats: int
    seal: str
    numbers_seal: str
    seed: str
    numbers: list[str | None]
    dealer: Seat
    turned: Suit | None
    cards: list[Card]


class FairView(Shape, frozen=True):
    """What can be known now of how the deals come about: the deal that comes, the deal on the table, and when
    it is over its record."""

    coming: Sealed | None = None
    dealt: DealSeals | None = None
    shown: FairRecord | None = None


class SeatCounts(Shape, frozen=True):
    """How often each seat was dealt a card that chance chose. `odds`: how often chance alone would be at
    least as uneven, none with too few deals."""

    counted: list[int]
    odds: float | None


class HouseDeals(Shape, frozen=True):
    """GET /api/deals: the deals of this house in the long run. `turned` and `trumps` by suit C D H S;
    `jacks` (of the turned suit, or of clubs) and `trump_jacks` by seat, for tables of two, three and four."""

    deals: int
    turned: list[int]
    turned_odds: float | None
    trumps: list[int]
    jacks: list[SeatCounts]
    trump_jacks: list[list[int]]
    failed: int
    march: int
    revoked: int


class Todo(Shape, frozen=True):
    """What this viewer may do now. `turn` is the seat that must act (none between deals). `cards` and
    `calls` are filled only for the seat in turn; `must` says why its other cards are refused (none with
    claimable revokes, where nothing is refused for its rank or suit). `auto_ms`: milliseconds until the
    table goes on by itself (the score is shown, or the next deal is dealt)."""

    turn: Seat | None = None
    calls: list[Call] = []
    cards: list[Card] = []
    must: Reason | None = None
    may_take_back: bool = False
    may_claim: bool = False
    auto_ms: int | None = None


class Spoken(Shape, frozen=True):
    """One line of pub talk: a fixed phrase, or else a text. `seat` and `name` are those of the speaker when
    he said it; `who` is a sign of him that stays the same at this table: by it a browser can mute him."""

    seat: Seat
    name: str
    who: str
    phrase: Phrase | None = None
    text: str = ""
