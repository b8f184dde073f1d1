"""Who the regulars are, and how each of them plays."""

from __future__ import annotations

from klaverjas.bots.player import choose
from klaverjas.server.bot_seat import Player

REGULARS = ("Ria", "Cor", "Toos", "Sjaak", "Truus", "Wim", "Greet", "Henk")


def player_for(name: str) -> Player:
    """How the regular of this name plays."""
    return choose
