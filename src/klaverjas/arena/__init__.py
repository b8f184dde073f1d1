"""The arena: duplicate matches between computer players, ours and those of others (docs/bots.md).

It is a referee, so it knows whole deals; a player is handed what its seat may see. The one exception, the
*cheater*, is a yardstick of another type, which no table can take.
"""

from klaverjas.arena.answering import answer_to
from klaverjas.arena.contestants import Contestant, Open, Own, UnknownPlayer, find, names, player_named
from klaverjas.arena.external import External, Lost
from klaverjas.arena.match import Plan, Result, run
from klaverjas.arena.reading import Flaw, RefusedPosition, read_position
from klaverjas.arena.worlds import Worlds

__all__ = [
    "Contestant",
    "External",
    "Flaw",
    "Lost",
    "Open",
    "Own",
    "Plan",
    "RefusedPosition",
    "Result",
    "UnknownPlayer",
    "Worlds",
    "answer_to",
    "find",
    "names",
    "player_named",
    "read_position",
    "run",
]
