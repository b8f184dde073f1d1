"""All legal play from a few positions, counted by `klaverjas perft`, against the oracle's counts.

The data is made by `python -m tests.oracle.perft build` and explained there. Each position goes through
the text of a deal line, so that the notation is held against the oracle too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from klaverjas.cli.main import main
from klaverjas.rules import write_deal
from tests.oracle import cases
from tests.rules.bridge import played, to_deal

LINES = cases.load(Path(__file__).parent / "data" / "perft.jsonl")


def printed(expect: dict[str, Any], is_end: bool) -> dict[str, str]:
    """What `klaverjas perft --divide` prints for these counts, as word -> rest of the line."""
    nodes = expect["nodes"]
    lines = {card: str(leaves) for card, leaves in expect["divide"].items()}
    lines |= {f"depth {depth}": str(number) for depth, number in enumerate(nodes, 1)}
    lines["nodes"] = str(nodes[-1])
    lines |= {key: " ".join(map(str, expect[key])) for key in ("points", "meld")}
    if is_end:
        lines["finished"] = str(nodes[-1])
        lines |= {key: str(expect[key]) for key in ("failed", "march")}
        lines["scores"] = " ".join(map(str, expect["scores"]))
    return lines


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_the_library_counts_all_legal_play_as_the_oracle_does(
    line: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    text = write_deal(played(to_deal(line), line["plays"]))
    assert main(["perft", text, "--depth", str(line["depth"]), "--divide"]) == 0
    out = {row[:10].strip(): row[10:] for row in capsys.readouterr().out.splitlines()}
    seats = line["variant"]["seats"]
    all_cards = 32 if seats == 2 else 8 * seats
    assert out == printed(line["expect"], len(line["plays"]) + line["depth"] == all_cards)


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_the_data_has_leaves_with_and_without_nat_and_march_for_so_many_players(seats: int) -> None:
    counts = [line["expect"] for line in LINES if line["variant"]["seats"] == seats]
    for key in ("failed", "march"):
        assert any(0 < expect[key] < expect["nodes"][-1] for expect in counts)
