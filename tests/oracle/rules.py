"""The rules, straight from docs/rules.md; every function names the rule it spells out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

Card = str
Play = tuple[int, Card]
Variant = dict[str, str | int]

# 1.1
SUITS = "CDHS"
RANKS = "789TJQKA"

# 1.2, written high to low as the rule has it
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_HIGH_TO_LOW = "J9ATKQ87"
PLAIN_HIGH_TO_LOW = "ATKQJ987"

# 1.4
RUN_ORDER = "789TJQKA"


def deck(seats: int) -> list[Card]:
    """All cards of a game with so many seats (1.5, 1.6, 1.7)."""
    ranks = "9TJQKA" if seats == 3 else RANKS
    return [suit + rank for suit in SUITS for rank in ranks]


def dealt(cards: Sequence[Card], dealer: int, seats: int) -> list[list[Card]]:
    """2.1: the hands when this pack, top card first, is dealt from forehand on in packets of 3, 2 and 3."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    top = 0
    for packet in (3, 2, 3):
        for step in range(1, seats + 1):
            seat = (dealer + step) % seats
            hands[seat] += cards[top : top + packet]
            top += packet
    return hands


def suit_of(card: Card) -> str:
    return card[0]


def rank_of(card: Card) -> str:
    return card[1]


def card_points(card: Card, trump: str) -> int:
    """1.2."""
    return TRUMP_POINTS[rank_of(card)] if suit_of(card) == trump else PLAIN_POINTS[rank_of(card)]


def is_higher_trump(one: Card, two: Card) -> bool:
    """Whether trump `one` beats trump `two` (1.2)."""
    return TRUMP_HIGH_TO_LOW.index(rank_of(one)) < TRUMP_HIGH_TO_LOW.index(rank_of(two))


def is_higher_plain(one: Card, two: Card) -> bool:
    """Whether `one` beats `two` of the same plain suit (1.2)."""
    return PLAIN_HIGH_TO_LOW.index(rank_of(one)) < PLAIN_HIGH_TO_LOW.index(rank_of(two))


def highest_trump(cards: Iterable[Card], trump: str) -> Card | None:
    best: Card | None = None
    for card in cards:
        if suit_of(card) == trump and (best is None or is_higher_trump(card, best)):
            best = card
    return best


def winning_card(cards: Sequence[Card], trump: str) -> Card:
    """3.8: the highest trump in the trick, else the highest card of the suit led."""
    best_trump = highest_trump(cards, trump)
    if best_trump is not None:
        return best_trump
    best = cards[0]
    for card in cards[1:]:
        if suit_of(card) == suit_of(cards[0]) and is_higher_plain(card, best):
            best = card
    return best


def winner(trick: Sequence[Play], trump: str) -> int:
    """3.8: the seat that holds (or, when the trick is full, wins) the trick."""
    best = winning_card([card for _, card in trick], trump)
    for seat, card in trick:
        if card == best:
            return seat
    raise AssertionError


def same_side(one: int, two: int, seats: int, declarer: int) -> bool:
    """1.5 for four seats, 3.7 for three and two. A seat is on its own side."""
    if seats == 4:
        return one % 2 == two % 2
    if seats == 3:
        return one == two or (one != declarer and two != declarer)
    return one == two


def legal(
    own: Iterable[Card], trick: Sequence[Play], trump: str, seat: int, declarer: int, variant: Variant
) -> set[Card]:
    """Section 3: the cards `seat` may play, out of `own`, into the open `trick`."""
    own = set(own)
    seats = int(variant["seats"])
    # 3.1
    if not trick:
        return own
    led = suit_of(trick[0][1])
    my_trumps = {card for card in own if suit_of(card) == trump}
    other = {card for card in own if suit_of(card) != trump}
    top = highest_trump([card for _, card in trick], trump)
    over = {card for card in my_trumps if top is None or is_higher_trump(card, top)}
    # 3.3
    if led == trump:
        return over or my_trumps or own
    # 3.2
    follow = {card for card in own if suit_of(card) == led}
    if follow:
        return follow
    holder = winner(trick, trump)
    partner_holds = holder != seat and same_side(holder, seat, seats, declarer)
    # 3.5
    if variant["trump_duty"] == "amsterdam" and partner_holds:
        return (over | other) or own
    # 3.6
    if variant["undertrump"] == "forced":
        return over or my_trumps or own
    # 3.4
    return over or other or own


def melds(cards: Iterable[Card], trump: str) -> list[tuple[str, int]]:
    """4.1, 4.2 and 4.3 for the cards of one trick, as (kind, worth); the march is not among them."""
    cards = set(cards)
    found: list[tuple[str, int]] = []
    longest = 0
    for suit in SUITS:
        for length in (3, 4):
            for start in range(len(RUN_ORDER) - length + 1):
                run = {suit + rank for rank in RUN_ORDER[start : start + length]}
                if run <= cards:
                    longest = max(longest, length)
    # 4.1
    if longest == 3:
        found.append(("run of three", 20))
    if longest == 4:
        found.append(("run of four", 50))
    # 4.3
    for rank in RANKS:
        if {suit + rank for suit in SUITS} <= cards:
            found.append(("four jacks", 200) if rank == "J" else ("four of a kind", 100))
    # 4.2
    if {trump + "K", trump + "Q"} <= cards:
        found.append(("marriage", 20))
    return found


def meld_worth(cards: Iterable[Card], trump: str) -> int:
    return sum(worth for _, worth in melds(cards, trump))


def all_card_sets(size: int) -> Iterable[tuple[Card, ...]]:
    return combinations(deck(4), size)


def halved(amount: int) -> int:
    """5.4: half of it, always a whole number."""
    assert amount % 2 == 0
    return amount // 2


def score_deal(
    tricks: Sequence[Sequence[Play]], trump: str, declarer: int, variant: Variant
) -> dict[str, object]:
    """Section 5 for a deal whose `tricks` were all played.

    Out: `tricks` (winner, bare card points, meld), `points`, `meld` and `total` as [declaring side,
    others] after the nat rule, `scores` per seat, `failed`, `march`. The march counts as meld (4.4).
    """
    seats = int(variant["seats"])
    results: list[dict[str, int]] = []
    points = [0] * seats
    meld = [0] * seats
    for trick in tricks:
        cards = [card for _, card in trick]
        taker = winner(trick, trump)
        bare = sum(card_points(card, trump) for card in cards)
        worth = meld_worth(cards, trump)
        results.append({"winner": taker, "points": bare, "meld": worth})
        points[taker] += bare
        meld[taker] += worth
    # 1.3
    points[results[-1]["winner"]] += 10
    assert sum(points) == 162

    ours = [seat for seat in range(seats) if same_side(seat, declarer, seats, declarer)]
    theirs = [seat for seat in range(seats) if seat not in ours]
    our_points, their_points = sum(points[s] for s in ours), sum(points[s] for s in theirs)
    our_meld, their_meld = sum(meld[s] for s in ours), sum(meld[s] for s in theirs)

    # 4.4
    march = False
    takers = {result["winner"] for result in results}
    if takers <= set(ours):
        march = True
        our_meld += 100
    elif takers <= set(theirs) and variant["march"] == "either":
        march = True
        their_meld += 100

    # 5.2
    failed = not our_points + our_meld > their_points + their_meld
    if failed:
        # 5.3
        our_points, our_meld, their_points, their_meld = 0, 0, 162, our_meld + their_meld
    scores = [0] * seats
    for seat in ours:
        scores[seat] = our_points + our_meld
    for seat in theirs:
        if seats != 3:
            scores[seat] = their_points + their_meld
        elif failed:
            scores[seat] = halved(their_points + their_meld)
        else:
            scores[seat] = points[seat] + meld[seat]
    return {
        "tricks": results,
        "points": [our_points, their_points],
        "meld": [our_meld, their_meld],
        "total": [our_points + our_meld, their_points + their_meld],
        "scores": scores,
        "failed": failed,
        "march": march,
    }


def revoke_scores(
    innocent: int, tricks: Sequence[Sequence[Play]], trump: str, declarer: int, seats: int
) -> list[int]:
    """6.4 and 6.6: 262 plus all roem of the completed `tricks` for the side of seat `innocent`. No march
    (6.5)."""
    amount = 262 + sum(meld_worth([card for _, card in trick], trump) for trick in tricks)
    side = [seat for seat in range(seats) if same_side(seat, innocent, seats, declarer)]
    each = halved(amount) if seats == 3 and len(side) == 2 else amount
    return [each if seat in side else 0 for seat in range(seats)]


def bidding(dealer: int, turned: str | None, calls: Sequence[str], variant: Variant) -> dict[str, object]:
    """Section 2: who plays which trump after these `calls`; or who must speak and what he may say
    (`pending`); or `error` when a call was not allowed."""
    seats = int(variant["seats"])
    # 2.2, by 2.1
    forehand = (dealer + 1) % seats
    left = list(calls)

    def settled(declarer: int, trump: str) -> dict[str, object]:
        if left:
            return {"error": True}
        return {"declarer": declarer, "trump": trump, "leader": forehand}

    def named_by_forehand(may: list[str]) -> dict[str, object]:
        if not left:
            return {"pending": {"seat": forehand, "may": may}}
        call = left.pop(0)
        return settled(forehand, call) if call in may else {"error": True}

    # 2.3
    if variant["trump_making"] == "forced":
        return named_by_forehand(list(SUITS))
    # 2.4
    assert turned is not None
    for turn in range(seats):
        seat = (forehand + turn) % seats
        if not left:
            return {"pending": {"seat": seat, "may": ["pass", "play"]}}
        call = left.pop(0)
        if call == "play":
            return settled(seat, turned)
        if call != "pass":
            return {"error": True}
    # 2.5
    return named_by_forehand([suit for suit in SUITS if suit != turned])
