"""The oracle itself is held against the published cases, so that it may be held against the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.oracle import cases, game

CASES = cases.load(Path(__file__).parent / "data" / "cases.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_oracle_agrees_with_the_case(case: dict[str, Any]) -> None:
    assert cases.answer(case) == case["expect"]


def test_every_card_of_the_dealt_cases_is_legal_unless_the_case_is_about_a_revoke() -> None:
    for case in CASES:
        if "hands" in case and case["kind"] != "revoke":
            assert game.revokes(case) == [], case["id"]
