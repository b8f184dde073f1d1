"""Leading: what speaks for a card besides the trick it may take."""

from __future__ import annotations

from klaverjas.bots.chance import holds_none, is_high
from klaverjas.bots.habits import Habits
from klaverjas.bots.memory import Memory
from klaverjas.rules.cards import Card, Rank

BOSS = 2.8
"""The declarer's boer, or nel when the boer is gone, draws without a loss: so many times the habit."""
FIRST = 2.0
"""The declarer's partner comes with trump at once."""
UNDER_ACE = -9.0
"""A ten led while the ace is out mostly goes to the ace, and never takes the trick it could."""
SHORT = -0.5
"""With few trumps and none that is boss the declarer rather waits."""


def lead_bonus(memory: Memory, card: Card, habits: Habits) -> float:
    """In points, below zero when the lead helps the others. Besides trumps and tens: what other leads are
    worth follows from their tricks."""
    if card.suit != memory.trump:
        return UNDER_ACE if card.rank is Rank.TEN and not is_high(memory, card) else 0.0
    if not others_have_trumps(memory):
        return SHORT * habits.spare
    if not memory.ours(memory.declarer):
        return -habits.draw
    if memory.seat == memory.declarer:
        return _declarer_draws(memory, card) * habits.draw
    return _partner_draws(memory, card) * habits.draw


def others_have_trumps(memory: Memory) -> bool:
    """Whether an opponent may still hold a trump."""
    trumps = memory.out.of_suit(memory.trump)
    return any(holds_none(memory, seat, trumps) < 1.0 for seat in memory.opponents)


def _declarer_draws(memory: Memory, card: Card) -> float:
    if is_high(memory, card):
        return BOSS
    out = memory.out.of_suit(memory.trump)
    return 1.0 if 2 * len(memory.own.of_suit(memory.trump)) >= len(out) else SHORT


def _partner_draws(memory: Memory, card: Card) -> float:
    if memory.tricks_left == memory.variant.tricks:
        return FIRST
    return 1.0 if is_high(memory, card) else 0.0
