"""What makes one regular differ from another: a few numbers, in points."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The defaults are the ones that did best at the table; none of them makes a player see more.

    `play_from`: how much more than others he wants to count before he plays the turned suit. `draw`: how he
    likes to draw trumps when his side plays. `spare`: how he minds spending a trump. `ten`: how he minds
    parting with a guarded ten or king. `ruff`: how he likes to get rid of a suit that he can ruff afterwards.
    """

    play_from: float = 0.0
    draw: float = 10.0
    spare: float = 12.0
    ten: float = 6.0
    ruff: float = 4.5


EVEN = Habits()
