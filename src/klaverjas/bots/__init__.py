"""Computer players: a `Player` gets what its seat may see and gives its move.

`choose(view)` is the regulars' way: pure, stateless, well under a millisecond. A stronger player is another
`Player`. Nobody here sees more than a person in the same chair.
"""

from klaverjas.bots.habits import Habits
from klaverjas.bots.player import Player, choose
from klaverjas.bots.regulars import REGULARS, Regular

__all__ = ["REGULARS", "Habits", "Player", "Regular", "choose"]
