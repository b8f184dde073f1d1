"""The regulars (vaste gasten): who sits in an empty chair."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from klaverjas.bots.habits import EVEN, Habits
from klaverjas.bots.player import Player, choose


class Regular(NamedTuple):
    """A name and the way he or she plays."""

    name: str
    player: Player


def _regular(name: str, habits: Habits = EVEN) -> Regular:
    return Regular(name, partial(choose, habits=habits))


REGULARS = (
    _regular("Sjaan"),
    _regular("Henk", Habits(play_from=-6.0, draw=13.0)),
    _regular("Tineke", Habits(ruff=6.0)),
    _regular("Bram", Habits(play_from=8.0, spare=14.0)),
    _regular("Rietje", Habits(ten=9.0)),
    _regular("Ome Jan", Habits(play_from=-4.0, draw=8.0)),
    _regular("Toos", Habits(play_from=5.0, ten=4.5)),
    _regular("Arie", Habits(spare=10.0, ruff=5.0)),
)
"""More than any table has chairs; equally strong, each with habits of his own."""
