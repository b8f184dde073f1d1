"""All legal play from a few positions, counted by the library, against the oracle's counts.

The data is made by `python -m tests.oracle.perft build` and explained there. On a mismatch the message has
the leaves per first card, expected and found.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from klaverjas.rules import Deal, apply
from tests.oracle import cases, perft
from tests.rules.bridge import played, to_deal

LINES = cases.load(Path(__file__).parent / "data" / "perft.jsonl")


def count(deal: Deal, depth: int) -> dict[str, Any]:
    """The same sums as `tests.oracle.perft.count`, by the library."""
    total = perft.Count(deal.variant.seats, depth)
    _walk(deal, 0, total)
    return total.as_expect()


def _walk(deal: Deal, ply: int, total: perft.Count) -> None:
    if ply == len(total.nodes):
        _leaf(deal, total)
        return
    for card in deal.legal():
        before = total.nodes[-1]
        total.nodes[ply] += 1
        _walk(apply(deal, card), ply + 1, total)
        if ply == 0:
            total.divide[str(card)] = total.nodes[-1] - before


def _leaf(deal: Deal, total: perft.Count) -> None:
    assert deal.declarer is not None
    ours = (deal.declarer, deal.declarer ^ 2) if deal.variant.seats == 4 else (deal.declarer,)
    for trick in deal.won:
        side = 0 if trick.winner in ours else 1
        total.points[side] += trick.points
        total.meld[side] += trick.meld
    score = deal.score
    if score is None:
        return
    for seat, amount in enumerate(score.scores):
        total.scores[seat] += amount
    total.failed += score.failed
    total.march += score.march


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_the_library_counts_all_legal_play_as_the_oracle_does(line: dict[str, Any]) -> None:
    assert count(played(to_deal(line), line["plays"]), line["depth"]) == line["expect"]


def test_every_variant_has_leaves_with_nat_and_leaves_with_a_march() -> None:
    for seats in (4, 3, 2):
        ended = [line["expect"] for line in LINES if line["variant"]["seats"] == seats]
        assert any(0 < expect["failed"] < expect["nodes"][-1] for expect in ended)
        assert any(0 < expect["march"] < expect["nodes"][-1] for expect in ended)
