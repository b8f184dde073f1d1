"""Our players in the arena of others: a position comes in, an answer goes out (docs/bots.md)."""

from __future__ import annotations

import json

from klaverjas.arena.position import write_answer
from klaverjas.arena.reading import RefusedPosition, read_position
from klaverjas.bots import Player


def answer_to(line: str | bytes, player: Player) -> str:
    """One line for one line: the player's move, or for a position that cannot be
    `{"error": "...", "flaws": ["card_twice", ...]}`. A player that fails has no flaws to show for it."""
    try:
        return write_answer(player(read_position(line)))
    except RefusedPosition as error:
        return json.dumps({"error": str(error), "flaws": error.names})
    except Exception as error:
        # Whoever asks has other positions: one that the player cannot stand must not end it.
        return json.dumps({"error": f"the player failed: {error!r}", "flaws": []})
