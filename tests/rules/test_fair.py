"""Deals that anyone can check (docs/fair.md)."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cli import main
from klaverjas.rules import Card, UnreadableText, pack
from klaverjas.rules.fair import (
    WORD,
    Place,
    below,
    check,
    draw,
    read_fair_record,
    seal,
    seal_numbers,
    shuffle,
    words,
)
from tests.rules.fair_vectors import FILE, record, vectors

PLACE = Place("KR7TM", 1, 0, 4)
SEED = "00" * 32
NOBODY = (None,) * 4


def test_the_vectors_that_the_page_shares_are_what_the_rules_make() -> None:
    assert json.loads(FILE.read_text()) == vectors()


def test_the_seal_is_the_sum_that_docs_say_anyone_can_make() -> None:
    # printf 'klaverkroeg 1 seal KR7TM 1 0 4 0000...' | sha256sum
    assert seal(PLACE, SEED) == "af1d88048848f3967bf294973132f891cbcbaf8b51907d914c35b624b6c8df00"
    assert (
        seal_numbers(PLACE, ("ab" * 16, None, None, None))
        == "962fa64e471002b7840ca8618796fe7dc3989a0ed3cff29ce6252b9ad7410d0a"
    )


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['table']}-{vector['deal']}")
def test_an_honest_record_has_no_fault(vector: dict[str, Any]) -> None:
    assert check(read_fair_record(json.dumps(vector))) == ()


def flipped(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


TAMPERED: list[tuple[str, Any, set[str]]] = [
    ("seal", flipped, {"seal"}),
    ("numbers_seal", flipped, {"numbers"}),
    ("seed", flipped, {"seal", "cards", "turned", "dealer"}),
    (
        "numbers",
        lambda numbers: [flipped(numbers[0]), *numbers[1:]],
        {"numbers", "cards", "turned", "dealer"},
    ),
    ("numbers", lambda numbers: [None, *numbers[1:]], {"numbers", "cards", "turned", "dealer"}),
    ("cards", lambda cards: [cards[1], cards[0], *cards[2:]], {"cards"}),
    ("turned", lambda turned: "C" if turned != "C" else "D", {"turned"}),
    ("dealer", lambda dealer: (dealer + 1) % 4, {"dealer"}),
    ("match", lambda match: match + 1, {"seal", "numbers", "cards", "turned", "dealer"}),
]


@pytest.mark.parametrize(("field", "change", "possible"), TAMPERED)
def test_whatever_is_changed_in_a_record_is_found(field: str, change: Any, possible: set[str]) -> None:
    honest = record(PLACE)
    faults = check(read_fair_record(json.dumps({**honest, field: change(honest[field])})))
    # A suit or a dealer may happen to be the same.
    assert set(faults) <= possible
    assert faults
    assert not possible & {"seal", "numbers", "cards"} - set(faults)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"record": "klaverjas record 1"}, "no record of a fair deal"),
        ({"seats": 5}, "seats is 5 .expected a number from 2 to 4"),
        ({"seats": True}, "seats is True"),
        ({"seed": "AB" * 32}, "expected 64 hex digits"),
        ({"seal": None}, "seal is missing"),
        ({"numbers": ["x"] * 4}, "'x' in numbers is no number"),
        ({"numbers": [None] * 3}, "expected a list of 4"),
        ({"cards": ["HJ"]}, "expected a list of 32"),
        ({"cards": ["HJ"] * 31 + ["H1"]}, "not a card: 'H1'"),
        ({"cards": ["HJ"] * 32}, "not the whole pack of 4 players"),
        ({"turned": "X"}, "not a suit"),
        ({"table": "KR7TM 1"}, "expected the code of a table"),
        ({"dealer": 4}, "expected a number from 0 to 3"),
        ({"deal": "0"}, "deal is '0'"),
    ],
)
def test_a_text_that_is_no_record_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UnreadableText, match=words):
        read_fair_record(json.dumps({**record(PLACE), **change}))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"x"', "null", "[" * 100_000])
def test_any_text_is_refused_and_nothing_breaks(text: str) -> None:
    with pytest.raises(UnreadableText, match="no record of a fair deal"):
        read_fair_record(text)


# ---- chance --------------------------------------------------------------------------------------------


def test_a_word_of_the_last_round_is_passed_over_so_that_no_number_is_likelier() -> None:
    for bound in range(1, 33):
        round_ends = WORD - WORD % bound
        assert round_ends % bound == 0
        assert WORD - round_ends < bound
        assert below(bound, iter([*range(round_ends, WORD), bound - 1])) == bound - 1
        assert below(bound, iter([round_ends - 1])) == bound - 1


@pytest.mark.parametrize("size", range(1, 8))
def test_every_row_of_choices_gives_another_order_so_all_are_equally_likely(size: int) -> None:
    bounds = range(size, 1, -1)
    orders = Counter(
        tuple(shuffle(list(range(size)), iter(choices)))
        for choices in itertools.product(*(range(bound) for bound in bounds))
    )
    assert orders == Counter(itertools.permutations(range(size)))


def some(count: int, name: str) -> Iterator[Iterator[int]]:
    return (words(f"{number:064x}", name) for number in range(count))


def chi_square(counted: Counter[Any], kinds: int) -> float:
    expected = counted.total() / kinds
    return sum((counted[kind] - expected) ** 2 / expected for kind in counted) + expected * (
        kinds - len(counted)
    )


def test_the_orders_of_four_cards_come_equally_often() -> None:
    counted = Counter("".join(shuffle(list("abcd"), stream)) for stream in some(24_000, "cards"))
    # 23 degrees of freedom: one in a thousand is above 49.7.
    assert chi_square(counted, 24) < 49.7


def test_a_card_lies_everywhere_in_the_pack_equally_often() -> None:
    jack = Card.parse("HJ")
    places = Counter(draw(PLACE, f"{number:064x}", NOBODY).cards.index(jack) for number in range(6_400))
    # 31 degrees of freedom: one in a thousand is above 61.1.
    assert chi_square(places, 32) < 61.1


def test_suits_and_dealers_are_drawn_equally_often() -> None:
    draws = [draw(Place("KR7TM", 1, 0, 3), f"{number:064x}", (None,) * 3) for number in range(3_000)]
    assert chi_square(Counter(each.turned for each in draws), 4) < 16.3
    assert chi_square(Counter(each.dealer for each in draws), 3) < 13.8


hexes = st.binary(min_size=16, max_size=16).map(bytes.hex)


@given(
    st.lists(st.none() | hexes, min_size=3, max_size=3), st.binary(min_size=32, max_size=32).map(bytes.hex)
)
def test_every_draw_is_the_whole_pack(numbers: list[str | None], seed: str) -> None:
    drawn = draw(Place("KR7TM", 2, 3, 3), seed, numbers)
    assert sorted(drawn.cards) == sorted(pack(3))
    assert drawn.dealer in range(3)


@given(st.lists(hexes, min_size=4, max_size=4, unique=True), st.integers(0, 3))
def test_one_other_number_of_one_person_gives_other_cards(numbers: list[str], seat: int) -> None:
    other: list[str | None] = [*numbers]
    other[seat] = None
    assert draw(PLACE, SEED, numbers).cards != draw(PLACE, SEED, other).cards
    assert seal_numbers(PLACE, numbers) != seal_numbers(PLACE, other)


def test_a_draw_does_not_show_its_cards_by_accident() -> None:
    assert repr(draw(PLACE, SEED, NOBODY)) == "Draw(<32 cards>)"


# ---- klaverjas verify ----------------------------------------------------------------------------------


def verify(tmp_path: Path, change: dict[str, Any], *options: str) -> int:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({**record(PLACE), **change}))
    return main(["verify", str(file), *options])


def test_the_command_calls_an_honest_deal_fair_and_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = record(PLACE)
    seen = ("--seal", honest["seal"], "--number", honest["numbers"][2])
    assert verify(tmp_path, {}, *seen) == 0
    out = capsys.readouterr().out
    assert "table KR7TM, match 1, deal 1, 4 players" in out
    assert out.count("was dealt") == 4
    assert out.splitlines()[-1].startswith("Fair: ")


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['table']}-{vector['deal']}")
def test_the_command_knows_every_kind_of_deal(tmp_path: Path, vector: dict[str, Any]) -> None:
    assert verify(tmp_path, vector) == 0


@pytest.mark.parametrize(
    ("change", "options", "words"),
    [
        ({"seed": "1" * 64}, (), "the seed is not the one that was sealed"),
        ({"numbers": [None] * 4}, (), "the numbers are not those"),
        ({"cards": [str(card) for card in pack(4)]}, (), "another order of the cards"),
        ({}, ("--seal", "0" * 64), "the seal is not the one that you saw"),
        ({}, ("--number", "0" * 32), "your number is not among those that were used"),
    ],
)
def test_the_command_says_what_is_wrong_with_a_deal(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, Any],
    options: tuple[str, ...],
    words: str,
) -> None:
    assert verify(tmp_path, change, *options) == 1
    out = capsys.readouterr().out
    assert "NOT FAIR" in out
    assert words in out


def test_the_command_refuses_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, {"record": 3}) == 2
    assert "no record of a fair deal" in capsys.readouterr().err
