"""The commands arena and bot, and the example of docs/bots.md."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from klaverjas.arena import Plan, run
from klaverjas.arena.position import write_position
from klaverjas.arena.reading import Flaw
from klaverjas.cli import main
from klaverjas.rules import CLUB, PUB
from tests.arena.support import named, positions, program

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_command_prints_the_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "thumb", "random", "--deals", "2", "--seats", "3", "--seed", "9", "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["deals"], told["games"], told["seed"]) == (2, 12, 9)
    assert err == ""


def test_the_command_takes_house_rules_and_a_fixed_trump(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--variant", "pub trump_duty=rotterdam undertrump=forced", "--trump", "fixed"]
    assert main(["arena", "thumb", "cheapest", "--deals", "2", *arguments]) == 0
    assert "undertrump=forced; trump fixed by the referee" in capsys.readouterr().out


def test_all_variants_are_played_and_their_moves_counted_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "thumb", "random", "--deals", "1", "--variant", "all", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len({match["variant"] for match in told["matches"]}) == 48
    assert told["moves"] == sum(match["moves_a"] + match["moves_b"] for match in told["matches"]) > 4000
    assert told["refused"] == 0


def test_all_variants_of_one_number_of_players_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "thumb", "random", "--deals", "1", "--variant", "all", "--seats", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("seats=3" in line for line in lines) == 16
    assert lines[-1].endswith(" moves, 0 refused")


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "nobody", "thumb"],
        ["arena", "thumb", "exec:/does/not/exist"],
        ["arena", "thumb", "thumb", "--variant", "bridge"],
        ["bot", "cheater"],
        ["bot", "nobody"],
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("klaverjas: ")
    assert err.count("\n") == 1


def test_bot_answers_every_line_and_goes_on_after_a_bad_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [write_position(seen) for _, seen in positions(PUB, 2)]
    lines = "\n".join([good[0], "nonsense", *good[1:]])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(lines.encode())))
    assert main(["bot", "thumb"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == len(good) + 1
    assert [number for number, answer in enumerate(answers) if "error" in answer] == [1]


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_our_player_behind_the_protocol_plays_exactly_as_without_it(seats: int) -> None:
    program = named([sys.executable, "-m", "klaverjas.cli", "bot", "thumb"])
    result = run(Plan(program, "thumb", CLUB.but(seats=seats, undertrump="forced"), 3))
    assert result.differences == [0, 0, 0]
    assert result.tally(0).refused == 0


def test_the_example_of_the_page_plays_by_the_protocol(tmp_path: Path) -> None:
    assert len(EXAMPLE.splitlines()) <= 30
    for seats in (4, 3, 2):
        name = named(program(tmp_path, EXAMPLE))
        result = run(Plan(name, "random", PUB.but(seats=seats), 30))
        assert result.tally(0).refused == 0
        assert result.diff is not None
        assert result.diff > 0


def test_the_position_of_the_page_is_one_that_we_read_and_write() -> None:
    shown = [
        json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    ]
    written = [json.loads(write_position(seen)) for _, seen in positions(PUB, 2)]
    assert [list(position) for position in shown] == [list(written[0])]
    for key in written[0]:
        assert f"| `{key}` |" in PAGE


def test_every_flaw_is_documented() -> None:
    assert [flaw for flaw in Flaw if f"| `{str(flaw.name).lower()}` |" not in PAGE] == []
