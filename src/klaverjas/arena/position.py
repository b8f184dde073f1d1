"""The position that a program is sent, as one JSON object on one line (docs/bots.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from klaverjas.arena.seen import Seen
from klaverjas.rules import Call, Card, Move, Pile, Trick, WonTrick
from klaverjas.rules.variant import FIELDS

VERSION = 1


def write_position(seen: Seen) -> str:
    """The line for a seat that is to call or to play, without a line end."""
    return json.dumps(as_json(seen), separators=(",", ":"))


def as_json(seen: Seen) -> dict[str, Any]:
    """Every key is always there."""
    view = seen.view
    public = view.public
    return {
        "klaverjas": VERSION,
        "variant": {name: getattr(public.variant, name) for name in FIELDS},
        "seat": view.seat,
        "dealer": public.dealer,
        "turned": public.turned.text if public.turned is not None else None,
        "calls": [call.text for call in public.calls],
        "declarer": public.declarer,
        "trump": public.trump.text if public.trump is not None else None,
        "dealt": _cards(seen.dealt),
        "held": _cards(view.hand),
        "table": [list(map(_pile, row)) for row in public.piles] if public.variant.seats == 2 else [],
        "opened": [_opened(*entry) for entry in public.opened],
        "tricks": [_won(won) for won in public.won],
        "trick": _trick(public.trick) if public.trick is not None else None,
        "legal": _cards(view.legal),
        "allowed": [call.text for call in view.calls],
    }


def write_answer(move: Move) -> str:
    """What a program answers: `{"card":"HJ"}` or `{"call":"play"}`."""
    answer = {"call": move.text} if isinstance(move, Call) else {"card": str(move)}
    return json.dumps(answer, separators=(",", ":"))


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _pile(pile: Pile) -> dict[str, Any]:
    return {"open": str(pile.open) if pile.open is not None else None, "closed": pile.closed}


def _opened(played: Card, opened: Card | None) -> dict[str, Any]:
    return {"played": str(played), "opened": str(opened) if opened is not None else None}


def _trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _cards(trick.cards)}


def _won(won: WonTrick) -> dict[str, Any]:
    return {
        "leader": won.leader,
        "cards": _cards(won.cards),
        "winner": won.winner,
        "points": won.points,
        "melds": [list(meld) for meld in won.melds],
    }
