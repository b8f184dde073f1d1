"""Who the regulars are, and how the one with a given name plays."""

from __future__ import annotations

from klaverjas.bots import REGULARS, Player, choose

NAMES = tuple(regular.name for regular in REGULARS)


def player_for(name: str) -> Player:
    """How the regular of this name plays. One who is gone since a table was opened plays like everybody."""
    return next((regular.player for regular in REGULARS if regular.name == name), choose)
