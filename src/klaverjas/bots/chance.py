"""How likely it is that a card takes the trick for our side, by counting what is still out."""

from __future__ import annotations

from klaverjas.bots.memory import Memory
from klaverjas.rules.cards import Card, CardSet, Suit
from klaverjas.rules.strength import PLACE
from klaverjas.rules.trick import best_place


def higher(card: Card, trump: Suit) -> CardSet:
    """The cards of its own suit that beat it."""
    return _HIGHER[trump][card]


def strongest_first(cards: CardSet, trump: Suit) -> list[Card]:
    return sorted(cards, key=PLACE[trump].__getitem__, reverse=True)


def is_high(memory: Memory, card: Card) -> bool:
    """Nobody else has a higher card of its suit any more: the card is boss, like an ace at the start."""
    return higher(card, memory.trump).isdisjoint(memory.out)


def holds_none(memory: Memory, seat: int, cards: CardSet) -> float:
    """The chance that `seat` can play none of `cards` now."""
    if not (memory.open[seat] | memory.sure[seat]).isdisjoint(cards):
        return 0.0
    loose = memory.may[seat] - memory.sure[seat]
    pool, drawn = len(loose), memory.hidden[seat] - len(memory.sure[seat])
    none = 1.0
    for gone in range(len(loose & cards)):
        if pool - drawn - gone <= 0:
            return 0.0
        none *= (pool - drawn - gone) / (pool - gone)
    return none


def has(memory: Memory, seat: int, card: Card) -> float:
    """The chance that `seat` can play this card now."""
    if card in memory.open[seat] or card in memory.sure[seat]:
        return 1.0
    if card not in memory.may[seat]:
        return 0.0
    places = memory.closed
    for other, may in enumerate(memory.may):
        if card in may:
            places += memory.hidden[other]
    return memory.hidden[seat] / places


def ruffs(memory: Memory, seat: int, led: Suit, over: CardSet) -> float:
    """The chance that `seat` has nothing of the plain suit `led` and one of the trumps `over`."""
    void = holds_none(memory, seat, _ALL[led])
    return void * (1.0 - holds_none(memory, seat, over)) if void else 0.0


def takes(memory: Memory, card: Card) -> float:
    """The chance that the trick is ours in the end when I play `card` now, others doing their best."""
    cards = (*memory.lying, card)
    trump = memory.trump
    place = best_place(cards, trump)
    best, led = cards[place], cards[0].suit
    holder = (memory.leader + place) % memory.variant.seats
    mine = memory.ours(holder)
    over = higher(best, trump)
    if best.suit == led:
        by_suit = _highest_of_suit(memory, over, mine)
        if led == trump:
            return by_suit
        over = _ALL[trump]
    else:
        by_suit = 1.0 if mine else 0.0
    they, we = 1.0, 1.0
    for seat in memory.to_come:
        chance = 1.0 - ruffs(memory, seat, led, over)
        if memory.ours(seat):
            we *= chance
        else:
            they *= chance
    return they * (1.0 - we + we * by_suit)


def _highest_of_suit(memory: Memory, over: CardSet, mine: bool) -> float:
    """Our chance when everyone plays his best of these higher cards: from the top down, who has it?"""
    if not memory.to_come:
        return 1.0 if mine else 0.0
    ours, open_yet = 0.0, 1.0
    for card in strongest_first(over & memory.out, memory.trump):
        for seat in memory.to_come:
            chance = has(memory, seat, card)
            if memory.ours(seat):
                ours += open_yet * chance
            open_yet *= 1.0 - chance
    return ours + open_yet if mine else ours


_ALL = tuple(CardSet(0xFF << 8 * suit) for suit in Suit)
_HIGHER = tuple(
    tuple(
        CardSet.of(other for other in _ALL[Card(card).suit] if PLACE[trump][other] > PLACE[trump][card])
        for card in range(32)
    )
    for trump in Suit
)
