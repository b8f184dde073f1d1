"""Names, codes, addresses, notation, records, cases, messages, stored events: read them or say why not."""

from __future__ import annotations

import json
from functools import cache, partial
from random import Random
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from klaverjas.cli.cases import check_line
from klaverjas.rules import Deal, Variant
from klaverjas.rules.errors import UnreadableText
from klaverjas.rules.notation import (
    Record,
    read_deal,
    read_hand,
    read_record,
    read_variant,
    write_deal,
    write_hand,
    write_record,
    write_variant,
)
from klaverjas.server.address import household, networks
from klaverjas.server.names import LONGEST, BadName, clean
from klaverjas.server.origin import is_ours
from klaverjas.server.pages import safe_headers
from klaverjas.server.rooms import ALPHABET, CODE_LENGTH, is_code
from klaverjas.table import decode, encode, replay
from klaverjas.wire.messages import FromBrowser
from tests.build import all_variants, random_game
from tests.fuzz.mutate import nearly, nearly_text
from tests.fuzz.target import Target
from tests.server.hostile import good

MESSAGES = [json.dumps(good(shape)).encode() for shape in get_args(FromBrowser)]
CASES = [
    b'{"kind": "legal", "hand": "HJ H9 SA", "trump": "H", "trick": "HQ", "expect": ["HJ"]}',
    b'{"kind": "trick", "trump": "H", "cards": "HJ H9 SA C7", "leader": 0, "expect": {"winner": 0}}',
    b'{"kind": "meld", "trump": "H", "cards": "HJ HQ HK HA", "expect": []}',
]
_READ: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromBrowser)


def name(text: str) -> None:
    try:
        cleaned = clean(text)
    except BadName:
        return
    assert 1 <= len(cleaned) <= LONGEST
    assert clean(cleaned) == cleaned
    assert "\n" not in cleaned


def code(text: str) -> None:
    assert is_code(text) == (len(text) == CODE_LENGTH and set(text) <= set(ALPHABET))


def door(text: str) -> None:
    is_ours({"origin": text, "host": text}, text)
    is_ours({"origin": text}, "https://kroeg.example")
    assert is_ours({"origin": "https://elsewhere.example", "host": text}, text) == (
        "elsewhere.example" in text.lower()
    ), "only the pub's own address is ours"
    assert len(household(text)) <= 64
    assert not any(sign in value for value in safe_headers(text).values() for sign in "\r\n")
    try:
        networks(text)
    except ValueError:
        return


def _reads(read: Any, write: Any, text: str) -> None:
    """What can be read is written and read again as the same."""
    try:
        value = read(text)
    except UnreadableText:
        return
    assert read(write(value)) == value


def message(line: bytes) -> None:
    try:
        read = _READ.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return
    assert _READ.decode(msgspec.json.encode(read)) == read


def case(line: bytes) -> None:
    check_line(line)


def history(lines: list[bytes]) -> None:
    """A log in which something was changed gives a table or an error; what a table is, is written again."""
    try:
        stored = [decode(line) for line in lines]
    except (msgspec.MsgspecError, ValueError):
        return
    assert [decode(encode(each)) for each in stored] == stored
    try:
        replay(stored)
    except RecursionError:
        raise
    except Exception:
        return


def game(variant: Variant, chance: Random) -> list[Deal]:
    """Every position of a deal, with revokes where they can be."""
    return list(random_game(variant, chance, illegal_too=variant.revoke == "claimable"))


@cache
def deals() -> list[str]:
    """Deals of all variants, at any point."""
    chance = Random(1)
    variants = chance.sample(list(all_variants()), 60)
    return [write_deal(chance.choice(game(each, chance))) for each in variants]


@cache
def records() -> list[str]:
    chance = Random(2)
    variants = chance.sample(list(all_variants()), 20)
    matches = [Record(each, ("Jan",) * each.seats, (game(each, chance)[-1],)) for each in variants]
    return list(map(write_record, matches))


def hand(value: Any) -> str:
    return write_hand(*value)


@cache
def log_of_a_match() -> list[bytes]:
    """The events of a table, as they are stored."""
    from tests.fuzz.history import played

    return played()


@st.composite
def histories(draw: st.DrawFn) -> list[bytes]:
    """The log of a match, cut off somewhere, with lines changed, doubled, swapped or left out."""
    lines = list(log_of_a_match()[: draw(st.integers(1, len(log_of_a_match())))])
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(log_of_a_match()) - 1))
        lines[place : place + draw(st.integers(0, 2))] = [
            draw(nearly([lines[place]])) if draw(st.booleans()) else log_of_a_match()[other]
        ]
        if not lines:
            break
    return lines


TARGETS = [
    Target("names", st.text(max_size=60), name),
    Target("codes", st.one_of(st.text(max_size=8), st.text(ALPHABET, max_size=8)), code),
    Target(
        "origins, addresses",
        nearly_text(["https://kroeg.example:443", "http://[::1]:80", "10.0.0.0/8, ::1"]),
        door,
    ),
    Target(
        "hands",
        nearly_text(["C:TA D:Q H:J9 S:AK7", "C:- D:7 H:- S:- | DQHK S7."]),
        partial(_reads, read_hand, hand),
    ),
    Target(
        "variants",
        nearly_text([write_variant(each) for each in all_variants()]),
        partial(_reads, read_variant, write_variant),
    ),
    Target("deals", st.deferred(lambda: nearly_text(deals())), partial(_reads, read_deal, write_deal)),
    Target(
        "records", st.deferred(lambda: nearly_text(records())), partial(_reads, read_record, write_record)
    ),
    Target("cases", st.one_of(nearly(CASES), st.binary(max_size=60)), case),
    Target("messages", st.one_of(nearly(MESSAGES), st.binary(max_size=60)), message),
    Target("logs", st.deferred(histories), history, prepare=log_of_a_match),
]
