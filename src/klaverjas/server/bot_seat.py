"""The regulars of a room: each takes as long as a person would, looks at its own view and chooses meanwhile.

When it moves is drawn first. Only one that is not ready by then, on a machine with too much to do, moves
later: how long it searched is seen by nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from klaverjas.rules import Move
from klaverjas.server.clock import Alarm, Clock
from klaverjas.server.dice import PubDice
from klaverjas.server.thinking import Thinking
from klaverjas.table import Event, Table
from klaverjas.table.audience import view_for_regular
from klaverjas.wire import facts

Wish = Callable[[int, int, Move], None]
"""Called with the version that was seen, the seat and its move."""

CALL_SECONDS = (0.8, 2.2)
CARD_SECONDS = (0.7, 1.6)
# How long people look at something before anyone would go on: a full trick lies 1.5 s and goes to its
# winner in 0.35 s.
LOOKS: dict[type, float] = {
    facts.DealStarted: 1.5,
    facts.TrumpMade: 0.5,
    facts.TrickWon: 1.85,
    facts.TakenBack: 1.0,
}


def thinking_seconds(news: Iterable[Event], calling: bool, dice: PubDice) -> float:
    """How long the regular in turn takes after this news.

    Drawn from what everybody has seen, before it looks at its cards, so that the time tells nothing of them.
    """
    looking = max((LOOKS.get(type(event), 0.0) for event in news), default=0.0)
    return looking + dice.between(*(CALL_SECONDS if calling else CARD_SECONDS))


class BotSeat:
    """Watches one table. `watch` after each change, `stop` when the room closes."""

    def __init__(self, clock: Clock, dice: PubDice, pace: float, thinking: Thinking, wish: Wish) -> None:
        self._clock = clock
        self._dice = dice
        self._pace = pace
        self._thinking = thinking
        self._wish = wish
        self._alarm: Alarm | None = None
        self._thought: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a regular is to move."""
        return self._alarm is not None

    def watch(self, table: Table, news: Iterable[Event]) -> None:
        """Forget what was being thought; let the regular who is in turn now, if any, think."""
        self.stop()
        seat = table.regular_in_turn()
        if seat is None:
            return
        seconds = self._pace * thinking_seconds(news, table.phase == "calling", self._dice)
        moment = asyncio.Event()
        self._alarm = self._clock.later(seconds, moment.set)
        self._thought = asyncio.create_task(self._move(table, seat, moment))

    def stop(self) -> None:
        """Nobody thinks any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    async def _move(self, table: Table, seat: int, moment: asyncio.Event) -> None:
        name = table.chairs[seat].player or ""
        move = await self._thinking.choose(name, view_for_regular(table, seat))
        await moment.wait()
        self._wish(table.version, seat, move)
