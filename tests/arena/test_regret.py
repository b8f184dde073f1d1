"""What too few guesses cost."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from klaverjas.arena.regret import measure
from klaverjas.bots.strong import Strong, think
from klaverjas.cli.main import main
from klaverjas.rules import PUB, Card, SeatView
from tests.bots.games import positions, random_deal, random_player


def views(seats: int) -> list[SeatView]:
    players = [random_player(seat) for seat in range(seats)]
    found = positions(random_deal(PUB.but(seats=seats), 4), players)
    return [view for _, view, move in found if isinstance(move, Card) and len(view.legal) > 1]


def test_few_worlds_cost_more_than_many() -> None:
    regret = measure(PUB.but(seats=3), [2, 200], deals=2)
    few, many = regret.per_deal(2)[0], regret.per_deal(200)[0]
    assert regret.deals == 2
    assert len(regret.lost[2]) == len(regret.lost[200]) > 20
    assert few > 2 * abs(many)


def test_another_salt_draws_other_worlds_but_knows_no_more() -> None:
    differ = 0
    for view in views(4):
        plain = Strong(cap_ms=0, worlds=40).strength(view)
        one, other = think(view, plain), think(view, replace(plain, salt=1))
        assert one is not None
        assert other is not None
        assert one == think(view, plain)
        assert one.chances == other.chances
        assert one.values == pytest.approx(other.values) or one.ways > 40
        differ += one.values != other.values
    assert differ > 3


def test_the_command_prints_a_row_for_each_number_of_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regret", "--seats", "3", "--deals", "1", "--worlds", "4", "20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["worlds"] for row in told["worlds"]] == [4, 20]
    assert told["deals"] == 1
    assert main(["regret", "--seats", "3", "--deals", "1", "--worlds", "4"]) == 0
    assert "4 worlds" in capsys.readouterr().out


def test_an_impossible_number_of_worlds_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regret", "--worlds", "0"]) == 2
    assert "between 1 and 4096" in capsys.readouterr().err
