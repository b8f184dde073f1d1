"""Computer players: a `Player` gets what its seat may see and gives its move.

`choose(view)` plays by rules of thumb: pure, stateless, well under a millisecond. `Quick` plays by a policy
fitted to the games of `Strong`, and `Strong` guesses the hidden cards and thinks; both need the C library and
else play by the rules of thumb. The regulars are made of these. Nobody here sees more than a person in the
same chair.
"""

from klaverjas.bots.habits import Habits
from klaverjas.bots.player import Player, choose
from klaverjas.bots.regulars import LEVELS, REGULARS, Conventions, Level, Regular
from klaverjas.bots.strong import Quick, Strong

__all__ = [
    "LEVELS",
    "REGULARS",
    "Conventions",
    "Habits",
    "Level",
    "Player",
    "Quick",
    "Regular",
    "Strong",
    "choose",
]
