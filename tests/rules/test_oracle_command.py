"""`klaverjas cases` on random cases of every kind that the oracle has answered."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import pytest

from klaverjas.cli.cases import check_line
from tests.oracle import cases, deals, rules

VARIANTS = list(deals.all_variants())
NAMES = ["-".join(str(word) for word in variant.values()) for variant in VARIANTS]
ROUNDS = 10


def random_cases(random: Random, variant: rules.Variant) -> list[dict[str, Any]]:
    """One case of each kind that has hands, on one random deal."""
    seats = int(variant["seats"])
    tricks = 16 if seats == 2 else 8
    deal = deals.random_deal(random, variant)
    plays = deals.random_plays(random, deal, seats * tricks)
    some = random.randrange(seats * tricks)
    full = seats * random.randint(1, tricks)
    illegal = deals.random_plays(random, deal, some + 1, revoke_chance=0.3)
    who = {"by": random.randrange(seats), "accused": random.randrange(seats)}
    made = [
        {**deal, "kind": "legal", "plays": plays[:some]},
        {**deal, "kind": "trick", "plays": plays[:full]},
        {**deal, "kind": "deal", "plays": plays},
        {
            **deal,
            "kind": "revoke",
            "plays": illegal,
            "claim": {**who, "trick": random.randint(0, some // seats)},
        },
    ]
    if seats == 2:
        made.append({**deal, "kind": "table", "plays": plays[: full - seats]})
    return made


def random_calls(random: Random) -> dict[str, Any]:
    """A bidding of up to six calls, most of them allowed."""
    seats = random.choice((4, 3, 2))
    passes = ["pass"] * random.choice((0, 1, seats - 1, seats, seats, seats + 1))
    calls = passes + random.choices(["play", *rules.SUITS], k=random.choice((0, 1, 1, 2)))
    making = random.choice(("forced", "turned", "turned"))
    return {
        "kind": "bidding",
        "variant": {"seats": seats, "trump_making": making},
        "dealer": random.randrange(seats),
        "turned": random.choice(rules.SUITS) if making == "turned" else None,
        "calls": calls,
    }


def as_line(case: dict[str, Any], **other: Any) -> str:
    return json.dumps({"id": "random", **case, "expect": {**cases.answer(case), **other}})


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_the_command_agrees_with_the_oracle_on_random_cases(variant: rules.Variant) -> None:
    random = Random(f"command {variant}")
    for _ in range(ROUNDS):
        for case in random_cases(random, variant):
            assert check_line(as_line(case)) is None


def test_the_command_agrees_with_the_oracle_on_random_calls_and_melds() -> None:
    random = Random("calls")
    for _ in range(500):
        assert check_line(as_line(random_calls(random))) is None
    for trump, suit in product(rules.SUITS, repeat=2):
        hand = [suit + rank for rank in random.sample(rules.RANKS, 4)]
        assert check_line(as_line({"kind": "meld", "cards": hand, "trump": trump})) is None


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_the_command_finds_an_answer_that_is_wrong(variant: rules.Variant) -> None:
    legal, trick, deal, revoke, *_ = random_cases(Random(f"wrong {variant}"), variant)
    answers = [cases.answer(case) for case in (legal, trick, deal, revoke)]
    wrong = [
        as_line(legal, legal=answers[0]["legal"][1:]),
        as_line(trick, points=answers[1]["points"] + 1),
        as_line(deal, failed=not answers[2]["failed"]),
        as_line(revoke, admissible=not answers[3]["admissible"]),
    ]
    assert all(check_line(line) is not None for line in wrong)
