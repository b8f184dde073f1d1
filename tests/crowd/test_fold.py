"""The fold of the simulated people is that of the page: both are held to the same matches."""

from __future__ import annotations

import msgspec
import pytest

from klaverjas.crowd.fold import fold
from klaverjas.wire.shapes import TableView
from tests.table.fixtures import MATCHES, fixture


def in_order(view: TableView) -> object:
    """Without the order of the hand, which has none."""
    if view.deal is None:
        return view
    return msgspec.structs.replace(view, deal=msgspec.structs.replace(view.deal, hand=sorted(view.deal.hand)))


@pytest.mark.parametrize("name", MATCHES)
def test_folding_every_fact_gives_every_view_of_a_match(name: str) -> None:
    it = fixture(*MATCHES[name])
    view, compared = it.start, 0
    for step in it.steps:
        for fact in step.told.facts:
            view = fold(view, fact)
        if step.after is not None:
            assert in_order(view) == in_order(step.after)
            compared += 1
    assert compared > 20
