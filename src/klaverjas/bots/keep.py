"""What a card is worth when it is kept for later, so that cheap cards go first and strong ones are spared."""

from __future__ import annotations

from klaverjas.bots.chance import higher, ruffs
from klaverjas.bots.habits import Habits
from klaverjas.bots.memory import Memory
from klaverjas.rules.cards import Card, CardSet, Rank
from klaverjas.rules.strength import POINTS

CATCH = 10.0
"""What a trick brings besides the card that wins it."""
BOSS = 18.0
"""What a boss trump brings besides its points: a sure trick whenever we like."""
SAFE = 0.65
"""How often a trump that is not boss yet ends with our side when it is one of two and just below the boss."""
SAFE_STEP = 0.1
"""What each higher trump that is out takes off, and each further trump beside it adds."""
LATER = 1.5
"""How much likelier a ruff is later than now."""
MISHAP = 0.05
"""What can always go wrong per opponent: the lead may not come back to us."""
CHEAP = 0.3
"""Which part of its points a ten or king that is not boss loses on average when it waits."""
NEL = 12.0
"""What a nel under the boer costs on top of its points."""
GUARD = 4.0
"""What the small card beside a ten or king is worth while the ace is out."""
PROTECTED = (Rank.TEN, Rank.KING)


def nel_at_risk(memory: Memory, card: Card, chance: float) -> float:
    """What speaks, besides its points, against a nel in a trick that a boer still out may take: with it goes
    the hope of a second sure trick."""
    boer = Card.of(memory.trump, Rank.JACK)
    if card != Card.of(memory.trump, Rank.NINE) or boer not in memory.out or chance == 1.0:
        return 0.0
    return NEL


def worth_keeping(memory: Memory, card: Card, habits: Habits) -> float:
    """In points: what the card will bring our side later, and what it protects, if it is not played now."""
    if memory.tricks_left == 1:
        return 0.0
    if card.suit == memory.trump:
        return _trump(memory, card, habits)
    return _plain(memory, card, habits)


def _trump(memory: Memory, card: Card, habits: Habits) -> float:
    """A trump takes a trick later: surely when it is boss, perhaps when it ruffs. This saves the nel while
    the boer is out: in hand its fourteen points are safer than in a trick that can still be lost."""
    points = POINTS[memory.trump][card]
    above = len(higher(card, memory.trump) & memory.out)
    if above == 0:
        return points + BOSS
    beside = len(memory.own.of_suit(memory.trump)) - 1
    safe = SAFE + SAFE_STEP * (beside - above)
    safe = min(0.9, max(0.3, safe))
    return (2 * safe - 1) * points + habits.spare


def _plain(memory: Memory, card: Card, habits: Habits) -> float:
    """A boss card makes its own trick if nobody ruffs it; a ten waits behind a small card for the ace to
    fall; a small card guards, or stands in the way of a ruff."""
    suit = memory.own.of_suit(card.suit)
    over = higher(card, memory.trump)
    above = len(over & memory.out)
    points = POINTS[memory.trump][card]
    if above == 0:
        return (2 * _not_ruffed(memory, card) - 1) * (points + CATCH)
    if card.rank in PROTECTED:
        guards = len(suit - over) - 1
        return (habits.ten if guards >= above else 0.0) - points * CHEAP
    if len(suit) == 1 and memory.own.of_suit(memory.trump):
        return -habits.ruff
    return GUARD if _guards(memory, suit, card) else 0.0


def _not_ruffed(memory: Memory, card: Card) -> float:
    """The chance that this boss card is not trumped in a later trick, when more of its suit will be gone."""
    trumps = memory.out.of_suit(memory.trump)
    safe = 1.0
    for seat in memory.opponents:
        safe *= max(MISHAP, 1.0 - MISHAP - LATER * ruffs(memory, seat, card.suit, trumps))
    return safe


def _guards(memory: Memory, suit: CardSet, card: Card) -> bool:
    """Whether a ten or king of mine would stand bare against a higher card if this small one went."""
    for strong in suit & higher(card, memory.trump):
        above = len(higher(strong, memory.trump) & memory.out)
        if strong.rank in PROTECTED and 0 < above >= len(suit) - 1:
            return True
    return False
