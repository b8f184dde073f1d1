"""Guessed worlds: they fit the view, and each is as likely as any other."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from klaverjas.arena.worlds import Worlds
from klaverjas.rules import Variant, view_for
from klaverjas.solver import Fault, Position
from tests.arena.support import positions, variants


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_worlds_fit_the_view_and_can_be_solved(variant: Variant) -> None:
    for deal, seen in positions(variant, 3):
        view = seen.view
        if view.trump is None:
            continue
        truth = Position.of(deal)
        for world in Worlds(view).some(3, Random(1)):
            assert world.faults() == Fault.NONE
            assert (world.taken, world.points, world.melds) == (truth.taken, truth.points, truth.melds)
            assert world.hands[view.seat] == view.hand
            assert list(map(len, world.hands)) == list(view.public.counts)
            assert world.legal() == view.legal


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_truth_is_among_the_worlds_when_all_are_listed(variant: Variant) -> None:
    listed = 0
    for deal, seen in positions(variant, 4):
        if seen.view.trump is None or Worlds(seen.view).deals > 50:
            continue
        worlds = Worlds(seen.view).some(500, Random(1))
        if len(worlds) < 500:
            assert worlds.count(Position.of(deal)) == 1
            assert len({(world.hands, world.piles) for world in worlds}) == len(worlds)
            listed += 1
    assert listed


def test_each_world_is_drawn_as_often_as_any_other() -> None:
    deal = next(deal for deal, seen in positions(variants()[0], 9) if len(deal.won) == 4 and deal.turn)
    view = view_for(deal, deal.turn or 0)
    count = Worlds(view).deals
    drawn = Counter(world.hands for world in Worlds(view).some(count - 1, Random(1)))
    assert sum(drawn.values()) == count - 1
    assert max(drawn.values()) < 12
    expected = (count - 1) * (1 - 1 / 2.71828)
    assert abs(len(drawn) - expected) < 0.1 * expected
