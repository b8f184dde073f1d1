"""What a trick is worth: the points in it, those that will still come, and the roem."""

from __future__ import annotations

from klaverjas.bots.chance import has
from klaverjas.bots.memory import Memory
from klaverjas.rules.cards import Card, CardSet
from klaverjas.rules.meld import melds
from klaverjas.rules.strength import LAST_TRICK, POINTS

FRIENDLY = 6.0
"""What somebody adds on average to a trick that his own side takes."""
UNWILLING = 3.0
"""What he adds to a trick that the others take."""
LIKELY = 0.6
"""How often a card that would make roem is really played by the one who has it."""


def at_stake(memory: Memory, card: Card, chance: float) -> float:
    """The points our side can expect to win (or, below zero, lose) by the trick when I play `card` and it is
    ours with this `chance`."""
    table = POINTS[memory.trump]
    points = sum(table[other] for other in memory.lying) + table[card] + roem(memory, card)
    if memory.tricks_left == 1:
        points += LAST_TRICK
    to_come = len(memory.to_come)
    friends = sum(map(memory.ours, memory.to_come))
    won = points + FRIENDLY * friends + UNWILLING * (to_come - friends)
    lost = points + UNWILLING * friends + FRIENDLY * (to_come - friends)
    return chance * won - (1.0 - chance) * lost


def roem(memory: Memory, card: Card) -> float:
    """The roem in the trick with `card`: what lies there, and what may still be added by the next seats."""
    cards = CardSet.of((*memory.lying, card))
    trump = memory.trump
    there = sum(meld.points for meld in melds(cards, trump))
    if not memory.to_come:
        return there
    led = memory.lying[0].suit if memory.lying else card.suit
    more = 0.0
    if len(cards.of_suit(led)) > 1 or led == trump:
        for other in memory.out.of_suit(led):
            extra = sum(meld.points for meld in melds(cards.add(other), trump)) - there
            if extra > 0:
                more += extra * LIKELY * sum(has(memory, seat, other) for seat in memory.to_come)
    return there + more
