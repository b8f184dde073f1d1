"""One move: how much each legal card brings, all rules of thumb together, and the best of them."""

from __future__ import annotations

from collections.abc import Callable

from klaverjas.bots.chance import takes
from klaverjas.bots.habits import EVEN, Habits
from klaverjas.bots.handcount import make_trump
from klaverjas.bots.keep import nel_at_risk, worth_keeping
from klaverjas.bots.lead import lead_bonus
from klaverjas.bots.memory import Memory, remember
from klaverjas.bots.stake import at_stake
from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import Card
from klaverjas.rules.view import SeatView

Player = Callable[[SeatView], Call | Card]
"""Anyone who can sit at the table: what he sees in, his move out."""


def choose(view: SeatView, habits: Habits = EVEN) -> Call | Card:
    """The move of a regular who sees `view`: a call out of `view.calls` or a card out of `view.legal`, also
    where illegal cards could be played (6.1). The same view and habits give the same move. Raises ValueError
    when that seat is not to move."""
    if view.calls:
        return make_trump(view, habits)
    legal = view.legal
    if not legal:
        raise ValueError(f"seat {view.seat} is not to move")
    if len(legal) == 1:
        return next(iter(legal))
    memory = remember(view)
    return max(legal, key=lambda card: brings(memory, card, habits))


def brings(memory: Memory, card: Card, habits: Habits = EVEN) -> float:
    """In points: what the trick brings our side, less what the card would have brought later. So points go
    to a partner who holds the trick, the lowest card to a lost one, and no trick is taken dearer than needed.
    """
    chance = takes(memory, card)
    worth = at_stake(memory, card, chance) - worth_keeping(memory, card, habits)
    worth -= nel_at_risk(memory, card, chance)
    return worth if memory.lying else worth + lead_bonus(memory, card, habits)
