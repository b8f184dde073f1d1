"""Who the regulars are, how the one with a given name plays, and the cards that they lay open."""

from __future__ import annotations

from klaverjas.bots import REGULARS, Player, choose
from klaverjas.table import Guest
from klaverjas.wire.messages import Conventions, RegularCard

GUESTS = tuple(Guest(regular.name, regular.level) for regular in REGULARS)
CARDS = [
    RegularCard(regular.key, regular.name, regular.level, Conventions(*regular.card)) for regular in REGULARS
]


def player_for(name: str) -> Player:
    """How the regular of this name plays. One who is gone since a table was opened plays like everybody."""
    return next((regular.player for regular in REGULARS if regular.name == name), choose)
