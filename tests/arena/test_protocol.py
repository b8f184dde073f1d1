"""Positions as text: everything a seat may know, nothing else, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from klaverjas.arena import Flaw, RefusedPosition, answer_to, read_position
from klaverjas.arena.position import as_json, write_answer, write_position
from klaverjas.arena.seen import seen_by
from klaverjas.bots import choose
from klaverjas.rules import CLUB, Call, Card, SeatView, Variant, apply, read_deal
from tests.arena.support import positions, variants

FORCED = CLUB.but(undertrump="forced", revoke="refused")
FOUR = read_deal(
    "club revoke=refused dealer=3 hands=C9J.D9A.HAJ8.S7/CTQ.DQT.H9Q.SKA/CAK.DJK7.HK.S98/C78.D8.HT7.STJQ"
    " calls=H plays=DA,DT,D7,D8,HJ,HQ,HK,H7,C9,CT"
)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_what_is_written_is_read_back_as_the_same_view(variant: Variant) -> None:
    for seed in range(3):
        for _, seen in positions(variant, seed):
            assert read_position(write_position(seen)) == seen.view


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_line_holds_no_card_that_the_seat_has_not_been_shown(variant: Variant) -> None:
    for deal, seen in positions(variant, 7):
        public = seen.view.public
        shown = set(seen.view.own) | {card for won in public.won for card in won.cards} | set(seen.dealt)
        shown |= set(public.trick.cards if public.trick is not None else ())
        shown |= {pile.open for row in public.piles for pile in row if pile.open is not None}
        text = write_position(seen)
        hidden = {str(card) for hand in deal.dealt.hands for card in hand if card not in shown}
        assert not [card for card in hidden if f'"{card}"' in text]


def test_with_two_players_it_is_told_which_cards_came_from_the_table_and_what_they_opened() -> None:
    *_, (deal, seen) = positions(CLUB.but(seats=2, revoke="refused"), 5)
    told = as_json(seen)
    under = {pile.open: pile.closed for row in deal.dealt.piles for pile in row}
    assert told["opened"]
    for entry in told["opened"]:
        played, opened = Card.parse(entry["played"]), entry["opened"]
        assert (opened is None) == (played not in under)
        assert opened is None or Card.parse(opened) == under[played]


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda opened: opened[:-1],
        lambda opened: [*opened, opened[0]],
        lambda opened: [{**opened[0], "opened": None}, *opened[1:]],
        lambda opened: [{"played": opened[1]["played"], "opened": opened[0]["opened"]}, *opened[1:]],
        lambda opened: [{"played": opened[0]["opened"], "opened": opened[0]["played"]}, *opened[1:]],
    ],
)
def test_what_was_opened_must_fit_the_table(spoilt: Callable[[Any], Any]) -> None:
    *_, (_, seen) = positions(CLUB.but(seats=2, revoke="refused"), 5)
    told = as_json(seen)
    told["opened"] = spoilt(told["opened"])
    with pytest.raises(RefusedPosition) as caught:
        read_position(json.dumps(told))
    assert caught.value.flaws == Flaw.WRONG_TABLE


def test_a_position_needs_no_calls_when_trump_is_fixed() -> None:
    told = {
        "variant": "club undertrump=forced",
        "seat": 1,
        "trump": "H",
        "declarer": 2,
        "held": ["CT", "CQ", "DQ", "H9", "HQ", "SK", "SA"],
        "tricks": [{"leader": 0, "cards": ["DA", "DT", "D7", "D8"]}],
        "trick": {"leader": 0, "cards": ["HJ"]},
    }
    view = read_position(json.dumps(told))
    assert (view.public.declarer, view.public.calls, view.public.turn) == (2, (), 1)
    assert str(view.legal) == "H9 HQ"
    assert json.loads(answer_to(json.dumps(told), choose))["card"] in ("H9", "HQ")


def test_the_dialect_decides_what_is_legal() -> None:
    told = {
        "seat": 2,
        "trump": "H",
        "declarer": 0,
        "held": ["H7", "C8", "C9", "CT", "CJ", "CQ", "CK", "CA"],
        "trick": {"leader": 0, "cards": ["DA", "HJ"]},
    }
    legal = {
        rule: str(read_position(json.dumps({**told, "variant": f"club undertrump={rule}"})).legal)
        for rule in ("forbidden", "forced")
    }
    assert legal == {"forbidden": "C8 C9 CT CJ CQ CK CA", "forced": "H7"}


def test_who_leads_may_be_left_out_after_a_won_trick() -> None:
    told = as_json(seen_by(FOUR, 2))
    del told["trick"]["leader"]
    assert read_position(json.dumps(told)).public.trick == FOUR.trick


def changed(**keys: Any) -> Callable[[dict[str, Any]], None]:
    return lambda told: told.update(keys)


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda told: told.pop(key)


def in_trick(number: int, **keys: Any) -> Callable[[dict[str, Any]], None]:
    return lambda told: told["tricks"][number].update(keys)


@pytest.mark.parametrize(
    ("change", "flaws"),
    [
        (without("seat"), Flaw.UNREADABLE),
        (without("held"), Flaw.UNREADABLE),
        (changed(held="CA"), Flaw.UNREADABLE),
        (changed(held=["CX"]), Flaw.UNREADABLE),
        (changed(trump=["H"]), Flaw.UNREADABLE),
        (changed(trick=3), Flaw.UNREADABLE),
        (changed(calls=["perhaps"]), Flaw.UNREADABLE),
        (changed(klaverjas=2), Flaw.WRONG_VERSION),
        (changed(variant="bridge"), Flaw.WRONG_VARIANT),
        (changed(variant={"seats": 5}), Flaw.WRONG_VARIANT),
        (changed(variant={"jokers": 2}), Flaw.WRONG_VARIANT),
        (changed(seat=4), Flaw.NO_SUCH_SEAT),
        (changed(declarer=-1), Flaw.NO_SUCH_SEAT),
        (changed(held=["CA", "CA", "DJ", "DK", "S9", "S8"]), Flaw.CARD_TWICE),
        (changed(held=["CA", "CT", "DJ", "DK", "S9", "S8"]), Flaw.CARD_TWICE | Flaw.WRONG_DEALT),
        (changed(held=["CA", "CK", "DJ", "DK", "S9"]), Flaw.WRONG_COUNT),
        (changed(held=["CA", "CK", "DJ", "DK", "S9", "S8", "HT"]), Flaw.WRONG_COUNT),
        (changed(dealt=["CA"]), Flaw.WRONG_DEALT),
        (changed(table=[[{"open": "C8", "closed": True}]]), Flaw.WRONG_TABLE),
        (changed(calls=["H", "H"]), Flaw.WRONG_CALLS),
        (changed(calls=["S"]), Flaw.WRONG_CALLS),
        (changed(dealer=0), Flaw.WRONG_CALLS),
        (changed(turned="S"), Flaw.WRONG_CALLS),
        (changed(trump=None), Flaw.NO_TRUMP),
        (changed(trump=None, declarer=None), Flaw.NO_TRUMP),
        (in_trick(0, cards=["DA", "DT", "D7"]), Flaw.WRONG_TRICKS),
        (in_trick(1, leader=1), Flaw.WRONG_TRICKS),
        (in_trick(1, winner=3), Flaw.WRONG_TRICKS),
        (in_trick(1, points=1), Flaw.WRONG_TRICKS),
        (in_trick(1, melds=[]), Flaw.WRONG_TRICKS),
        (changed(trick={"leader": 0, "cards": ["C9", "CT", "C7", "C8"]}), Flaw.WRONG_TRICKS),
        (changed(trick={"leader": 1, "cards": ["CT"]}), Flaw.WRONG_TRICKS),
        (changed(trick={"leader": 0, "cards": ["C9"]}), Flaw.NOT_TO_MOVE),
        (changed(legal=["CA"]), Flaw.WRONG_LEGAL),
        (changed(allowed=["pass"]), Flaw.WRONG_LEGAL),
    ],
)
def test_an_impossible_position_is_refused_with_the_flags_that_say_why(
    change: Callable[[dict[str, Any]], object], flaws: Flaw
) -> None:
    told = as_json(seen_by(FOUR, 2))
    change(told)
    with pytest.raises(RefusedPosition) as caught:
        read_position(json.dumps(told))
    assert caught.value.flaws == flaws


@pytest.mark.parametrize("line", ["", "jack of hearts", "[]", "null", "[" * 100_000, b"\xff\xfe"])
def test_a_line_that_is_no_position_is_unreadable(line: str | bytes) -> None:
    with pytest.raises(RefusedPosition) as caught:
        read_position(line)
    assert caught.value.flaws == Flaw.UNREADABLE


def test_a_player_that_did_not_follow_and_has_the_suit_later_is_refused() -> None:
    """Seat 3 discarded on diamonds, and then leads one."""
    told = {
        "variant": "club revoke=refused",
        "seat": 0,
        "trump": "H",
        "declarer": 0,
        "held": ["C8", "C9", "D7", "D9", "S7", "S8"],
        "tricks": [
            {"leader": 0, "cards": ["DA", "DT", "DJ", "C7"]},
            {"leader": 0, "cards": ["CT", "CK", "CQ", "CA"]},
        ],
        "trick": {"leader": 3, "cards": ["DK"]},
    }
    with pytest.raises(RefusedPosition, match="seat 3 played C7 to trick 1 and had CA DK") as caught:
        read_position(json.dumps(told))
    assert caught.value.flaws == Flaw.ILLEGAL_PLAY


def test_hands_that_cannot_be_dealt_are_refused() -> None:
    """Nobody but seat 0 can hold spades any more, and more spades are out than it has cards."""
    told = {
        "variant": "club revoke=refused",
        "seat": 0,
        "trump": "H",
        "declarer": 0,
        "held": ["C7", "C8", "C9", "D7", "D8", "D9", "DT"],
        "tricks": [{"leader": 0, "cards": ["S7", "CT", "CJ", "CQ"]}],
        "trick": {"leader": 0, "cards": []},
    }
    with pytest.raises(RefusedPosition) as caught:
        read_position(json.dumps(told))
    assert caught.value.flaws == Flaw.NO_DEAL


def test_an_illegal_card_in_the_past_is_no_flaw_where_revokes_are_claimable() -> None:
    told = {
        "seat": 0,
        "trump": "H",
        "declarer": 0,
        "held": ["S8", "C8", "C9", "D7", "D8", "D9"],
        "tricks": [
            {"leader": 1, "cards": ["S7", "CT", "CJ", "C7"]},
            {"leader": 1, "cards": ["DA", "DT", "DJ", "DQ"]},
        ],
        "trick": {"leader": 1, "cards": ["SA", "ST", "S9"]},
    }
    assert str(read_position(json.dumps({**told, "variant": "club"})).legal) == "S8"
    with pytest.raises(RefusedPosition) as caught:
        read_position(json.dumps({**told, "variant": "club revoke=refused"}))
    assert caught.value.flaws == Flaw.ILLEGAL_PLAY


def test_a_position_that_is_spoilt_anyhow_is_read_or_refused_and_nothing_else() -> None:
    """Whatever is read then is a position in which our players find a legal move."""
    random = Random(1)
    lines = [as_json(seen) for variant in variants() for _, seen in positions(variant, 6)]
    read = 0
    for _ in range(1500):
        told = json.loads(json.dumps(random.choice(lines)))
        for _ in range(random.randrange(1, 3)):
            spoil(told, random)
        try:
            view = read_position(json.dumps(told))
        except RefusedPosition:
            continue
        read += 1
        move = choose(view)
        assert move in (view.calls or list(view.legal))
    assert read > 50


def spoil(value: Any, random: Random) -> None:
    """Take away, put in or exchange something somewhere in this JSON value."""
    while isinstance(value, dict | list) and value:
        key: Any = random.choice(list(value)) if isinstance(value, dict) else random.randrange(len(value))
        if isinstance(value[key], dict | list) and value[key] and random.random() < 0.7:
            value = value[key]
            continue
        if random.random() < 0.3:
            del value[key]
        else:
            value[key] = random.choice(
                [None, -1, 2, 0.5, True, "H", "CA", "S7", "pass", [], ["HJ"], {}, [[]]]
            )
        return


def test_a_player_that_fails_is_answered_for() -> None:
    def broken(view: SeatView) -> Call | Card:
        raise ZeroDivisionError("oops")

    told = json.loads(answer_to(write_position(seen_by(FOUR, 2)), broken))
    assert told == {"error": "the player failed: ZeroDivisionError('oops')", "flaws": []}


def test_a_refusal_is_answered_and_says_why() -> None:
    told = json.loads(answer_to('{"variant": "pub"}', choose))
    assert told == {"error": "'seat' is missing", "flaws": ["unreadable"]}


def test_answers_are_those_of_the_protocol() -> None:
    assert write_answer(Card.parse("HJ")) == '{"card":"HJ"}'
    assert write_answer(Call.PLAY) == '{"call":"play"}'


def test_our_players_answer_every_position_that_we_write() -> None:
    for variant in variants():
        for deal, seen in positions(variant, 11):
            told = json.loads(answer_to(write_position(seen), choose))
            text = told.get("card") or told["call"]
            apply(deal, Card.parse(text) if "card" in told else Call.parse(text))


def test_a_view_that_is_read_back_is_a_view_and_nothing_more() -> None:
    assert isinstance(read_position(write_position(seen_by(FOUR, 2))), SeatView)
