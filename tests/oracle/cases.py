"""Answers one line of the case format: the same keys as its `expect`, worked out by the oracle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.oracle import game, rules


def answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the oracle says to `case`, in the shape of its `expect`. KeyError on an unknown kind."""
    return _KINDS[case["kind"]](case)


def load(path: Path) -> list[dict[str, Any]]:
    """All lines of a case file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _legal(case: Mapping[str, Any]) -> dict[str, Any]:
    state = game.replay(case)
    return {"turn": state.turn(), "legal": state.legal()}


def _table(case: Mapping[str, Any]) -> dict[str, Any]:
    state = game.replay(case)
    seats = range(state.seats)
    return {
        "turn": state.turn(),
        "open": [state.open_cards(seat) for seat in seats],
        "closed_left": [state.closed_left(seat) for seat in seats],
        "in_hand": [sorted(state.hand[seat]) for seat in seats],
    }


def _trick(case: Mapping[str, Any]) -> dict[str, Any]:
    state = game.replay(case)
    trick = state.tricks()[-1]
    cards = [card for _, card in trick]
    return {
        "winner": rules.winner(trick, state.trump),
        "points": sum(rules.card_points(card, state.trump) for card in cards),
        **_meld({"cards": cards, "trump": state.trump}),
        "last": state.is_over(),
    }


def _meld(case: Mapping[str, Any]) -> dict[str, Any]:
    found = rules.melds(case["cards"], case["trump"])
    return {"meld": sum(worth for _, worth in found), "meld_kinds": [list(one) for one in found]}


def _deal(case: Mapping[str, Any]) -> dict[str, Any]:
    return game.replay(case).score()


def _bidding(case: Mapping[str, Any]) -> dict[str, Any]:
    return rules.bidding(case["dealer"], case["turned"], case["calls"], case["variant"])


_KINDS = {
    "legal": _legal,
    "table": _table,
    "trick": _trick,
    "meld": _meld,
    "deal": _deal,
    "revoke": game.ruling,
    "bidding": _bidding,
}
