"""Short builders for tests: cards, deals and games from few words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from klaverjas.rules import (
    CLUB,
    PUB,
    Call,
    Card,
    CardSet,
    Deal,
    Move,
    Suit,
    Variant,
    apply,
    deal_out,
    new_deal,
    pack,
    read_hand,
    show_score,
)

# Everyone has two cards of every suit, in order of rank: nobody ever lacks the suit that is led before the
# last tricks, so what is legal is easy to see.
EVEN = {
    4: "C78.D78.H78.S78 C9T.D9T.H9T.S9T CJQ.DJQ.HJQ.SJQ CKA.DKA.HKA.SKA",
    3: "C9T.D9T.H9T.S9T CJQ.DJQ.HJQ.SJQ CKA.DKA.HKA.SKA",
    2: "C789T.D789T+H7S7,H8S8,H9S9,HTST CJQKA.DJQKA+HJSJ,HQSQ,HKSK,HASA",
}


def card(text: str) -> Card:
    return Card.parse(text)


def cards(text: str) -> CardSet:
    return CardSet.parse(text)


def suit(text: str) -> Suit:
    return Suit.parse(text)


def dealt(
    hands: str, trump: str = "H", leader: int = 0, declarer: int | None = None, variant: Variant = PUB
) -> Deal:
    """A deal of these hands (notation, separated by spaces) before its first card. The trump is turned and
    everyone before the declarer passes."""
    held = [read_hand(text) for text in hands.split()]
    turned = variant.but(trump_making="turned")
    dealer = (leader - 1) % turned.seats
    deal = new_deal(turned, dealer, tuple(h for h, _ in held), suit(trump), tuple(p for _, p in held))
    while deal.turn != (leader if declarer is None else declarer):
        deal = apply(deal, Call.PASS)
    return apply(deal, Call.PLAY)


def even(seats: int = 4, revoke: str = "claimable", trump: str = "H", declarer: int = 0, **more: str) -> Deal:
    """The easy deal of EVEN, led by seat 0."""
    return dealt(EVEN[seats], trump, 0, declarer, CLUB.but(seats=seats, revoke=revoke, **more))


def play(deal: Deal, texts: str) -> Deal:
    """The deal after these cards, `"HJ ST"`."""
    for text in texts.split():
        deal = apply(deal, Card.parse(text))
    return deal


def shuffled(variant: Variant, random: Random, dealer: int = 0) -> Deal:
    """A random deal in which nothing has been said."""
    stock = list(pack(variant.seats))
    random.shuffle(stock)
    turned = random.choice(list(Suit)) if variant.trump_making == "turned" else None
    return deal_out(variant, dealer, tuple(stock), turned)


def moves(deal: Deal, illegal_too: bool = False) -> list[Move]:
    """What the seat in turn may do; with `illegal_too` every card it owns."""
    calls: list[Move] = list(deal.calls_allowed())
    if calls or deal.turn is None:
        return calls
    return list(deal.own(deal.turn) if illegal_too else deal.legal())


def random_game(
    variant: Variant, random: Random, illegal_too: bool = False, dealer: int = 0
) -> Iterator[Deal]:
    """Every position of a random deal, from before the first call to the score."""
    deal = shuffled(variant, random, dealer)
    while deal.turn is not None:
        yield deal
        deal = apply(deal, random.choice(moves(deal, illegal_too)))
    yield deal
    if not deal.done:
        yield show_score(deal)


def at_some_point(variant: Variant, random: Random, illegal_too: bool = False, dealer: int = 0) -> Deal:
    """One random position of a random deal."""
    return random.choice(list(random_game(variant, random, illegal_too, dealer)))


def all_variants() -> list[Variant]:
    """Every combination of house rules (the length of a match aside)."""
    fields = {
        "seats": (4, 3, 2),
        "trump_duty": ("amsterdam", "rotterdam"),
        "trump_making": ("turned", "forced"),
        "undertrump": ("forbidden", "forced"),
        "march": ("either", "declarer"),
        "revoke": ("refused", "claimable"),
    }
    return [PUB.but(**dict(zip(fields, values, strict=True))) for values in product(*fields.values())]
