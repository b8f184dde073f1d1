"""The command klaverjas (docs/cases.md, docs/notation.md)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cli import main
from klaverjas.cli.cases import check_line
from klaverjas.cli.perft import count
from klaverjas.rules import CLUB, PUB, Record, apply, claim, read_deal, write_deal, write_record
from tests.build import EVEN, dealt, even, play, random_game

SUITS = "C789TJQKA D789TJQKA H789TJQKA S789TJQKA"
CASES = Path(__file__).parent / "data" / "cases.jsonl"
LINES = CASES.read_text(encoding="utf-8").splitlines()


class Ran(NamedTuple):
    status: int
    out: str
    error: str


Klaverjas = Callable[..., Ran]


@pytest.fixture
def klaverjas(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Klaverjas:
    """Runs a command line; `stdin` is what stands on standard input."""

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run


def case(of: str, **changes: Any) -> dict[str, Any]:
    """The first case of this kind, changed."""
    found = next(one for one in map(json.loads, LINES) if one["kind"] == of)
    return {**found, **changes}


def failure(changed: Any) -> str:
    """Why this case fails."""
    found = check_line(json.dumps(changed))
    assert found is not None
    return found.text


# ---- help and misuse -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", "cases", "perft", "replay", "bench", "bench rules"])
def test_every_command_has_help(klaverjas: Klaverjas, command: str) -> None:
    ran = klaverjas(*command.split(), "--help")
    assert (ran.status, ran.error) == (0, "")
    assert ran.out.startswith(f"usage: klaverjas {command}".strip())


@pytest.mark.parametrize(
    "arguments", ["", "deal", "cases", "perft", "bench", "bench solver-of-everything", "replay"]
)
def test_a_command_line_that_makes_no_sense_is_status_2(klaverjas: Klaverjas, arguments: str) -> None:
    ran = klaverjas(*arguments.split())
    assert (ran.status, ran.out) == (2, "")
    assert "usage: klaverjas" in ran.error


def test_without_a_command_the_commands_are_listed(klaverjas: Klaverjas) -> None:
    ran = klaverjas()
    assert (ran.status, ran.out) == (2, "")
    for command in ("cases", "perft", "replay", "solve", "bench", "arena", "bot", "train"):
        assert f"\n    {command} " in ran.error


def test_an_unknown_command_is_named_with_those_that_exist(klaverjas: Klaverjas) -> None:
    ran = klaverjas("deal")
    assert "invalid choice: 'deal' (choose from " in ran.error
    assert ran.error.endswith("klaverjas --help tells more\n")


@pytest.mark.parametrize("command", ["cases", "replay", "perft --depth 1", "solve"])
def test_an_empty_name_is_no_folder(klaverjas: Klaverjas, command: str) -> None:
    ran = klaverjas(*command.split(), "")
    assert (ran.status, ran.out) == (2, "")
    assert " is empty" in ran.error


@pytest.mark.parametrize("command", ["cases {}", "replay {}", "perft {} --depth 1"])
def test_a_file_that_cannot_be_read_is_status_2(klaverjas: Klaverjas, command: str, tmp_path: Path) -> None:
    for name, words in (("missing", "No such file"), (".", "Is a directory")):
        ran = klaverjas(*command.format(tmp_path / name).split())
        assert (ran.status, ran.out) == (2, "")
        assert ran.error == f"klaverjas: cannot read {tmp_path / name}: {words}" + (
            " or directory\n" if name == "missing" else "\n"
        )


def test_it_runs_as_a_module_too() -> None:
    command = [sys.executable, "-m", "klaverjas.cli", "cases", "-"]
    ran = subprocess.run(command, input=LINES[0], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1 passed, 0 failed\n", "")


# ---- cases ---------------------------------------------------------------------------------------------


def test_all_cases_pass(klaverjas: Klaverjas) -> None:
    assert klaverjas("cases", CASES) == (0, f"{len(LINES)} passed, 0 failed\n", "")


def test_cases_can_come_from_several_files_and_from_standard_input(klaverjas: Klaverjas) -> None:
    ran = klaverjas("cases", CASES, "-", stdin=f"{LINES[0]}\n\n{LINES[1]}\n")
    assert ran == (0, f"{len(LINES) + 2} passed, 0 failed\n", "")


def test_a_failing_case_is_printed_with_expected_and_got(klaverjas: Klaverjas) -> None:
    wrong = case("legal", id="wrong", expect={"turn": 1, "legal": ["C8"]})
    ran = klaverjas("cases", "-", stdin=f"{LINES[0]}\n{json.dumps(wrong)}\n")
    first, last = ran.out.splitlines()
    assert (ran.status, last, ran.error) == (1, "1 passed, 1 failed", "")
    assert first.startswith(
        'FAIL standard input:2: wrong: expected {"turn": 1, "legal": ["C8"]}, got {"turn": 0, '
    )


@pytest.mark.parametrize(
    "text", ["{", "hello", "[]", "null", '"legal"', "[" * 100000, "\ufeff{", "{'id': 1}"]
)
def test_a_line_that_is_no_case_is_named_and_is_status_2(klaverjas: Klaverjas, text: str) -> None:
    ran = klaverjas("cases", "-", stdin=f"{LINES[0]}\n{text}\n{LINES[1]}\n")
    assert ran.status == 2
    assert ran.out.startswith("FAIL standard input:2: ")
    assert "expected one case, a JSON object on one line" in ran.out
    assert ran.out.endswith("\n2 passed, 1 failed\n")


def test_a_file_that_is_not_utf_8_is_no_case_but_no_crash(klaverjas: Klaverjas, tmp_path: Path) -> None:
    (tmp_path / "cases").write_bytes(b'{"id": "\xff"}\n')
    assert "not JSON" in klaverjas("cases", tmp_path / "cases").out


def test_an_id_that_no_terminal_can_show_is_no_crash(klaverjas: Klaverjas) -> None:
    line = json.dumps({"id": "\ud800", "kind": "\udfff"})
    assert klaverjas("cases", "-", stdin=line).status == 1


def test_an_unknown_kind_fails_and_says_so() -> None:
    assert "kind riddle is not known yet" in failure(case("legal", kind="riddle"))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "without id: kind is missing"),
        (case("legal", kind=7), "kind is 7 (expected a text)"),
        (case("legal", expect={}), "expect is empty"),
        (case("legal", expect=None), "expect is None"),
        (case("legal", expect={"legal": ["C8"], "colour": "red"}), '"colour": "red"'),
        (case("legal", variant={"seats": 5}), "variant: seats cannot be 5"),
        (case("legal", variant={"seats": 4.0}), "variant: seats cannot be 4.0"),
        (case("legal", variant={"seats": None}), "variant: "),
        (case("legal", variant={"color": "red"}), "variant has no field color"),
        (case("legal", variant=[]), "variant is []"),
        (case("legal", trump="X"), "trump: not a suit: 'X'"),
        (case("legal", trump=None), "trump is None"),
        (case("legal", leader=4), "leader is 4 (expected a seat 0..3)"),
        (case("legal", leader=True), "leader is True"),
        (case("legal", declarer=-1), "declarer is -1"),
        (case("legal", declarer="0"), "declarer is '0'"),
        (case("legal", hands=None), "hands is None"),
        (case("legal", hands=[]), "the cards cannot be dealt so: 0 hands"),
        (case("legal", hands=[["C7"] * 8] * 4), "hands: a card stands twice in C7 C7"),
        (case("legal", hands=[[["C7"]]] * 4), "hands: "),
        (case("legal", hands=[{"hand": [], "table": []}] * 4), "expected a list of cards"),
        (case("legal", declarer=0, variant={"seats": 2}), "expected objects with hand and table"),
        (
            case("legal", declarer=0, variant={"seats": 2}, hands=[{"hand": [], "table": [["C7"]]}] * 2),
            "not made of pairs",
        ),
        (case("legal", variant={"seats": 3}), "4 hands and 3 table rows for 3 seats"),
        (case("legal", plays=["C7"]), "play 1 is not possible: seat 0 does not have C7"),
        (case("legal", plays=["SK", "SQ", "H8"]), "play 3 is not possible: H8 breaks the duty 'follow'"),
        (case("legal", plays=["XX"]), "plays: not a card: 'XX'"),
        (case("legal", plays=[None]), "plays: not a card: None"),
        (case("legal", plays=[["C7"]]), "plays: "),
        (case("trick", plays=[]), "plays do not end with a full trick"),
        (case("deal", plays=[]), "the deal is not finished after 0 cards"),
        (case("meld", cards=["HJ", "HJ"]), "cards: a card stands twice in HJ HJ"),
        (case("revoke", claim=None), "claim is None"),
        (case("revoke", claim={"by": "x"}), "by is 'x'"),
        (case("bidding", dealer=9), "dealer is 9"),
        (case("bidding", calls=["maybe"]), "calls: not a call: 'maybe'"),
        (case("bidding", calls=[[]]), "calls: not a call: []"),
        (case("bidding", variant={"trump_making": "turned"}), "turned is None"),
        (case("table", expect={"open": [[], []]}), '"open": [[], []]'),
    ],
)
def test_a_case_that_makes_no_sense_fails_with_the_reason(changed: Any, words: str) -> None:
    assert words in failure(changed)


@pytest.mark.parametrize("number", [-1, 8, 10**9])
def test_a_claim_about_nothing_is_not_admissible(number: int) -> None:
    asked = case("revoke", claim={"by": 1, "accused": 0, "trick": number}, expect={"admissible": False})
    assert check_line(json.dumps(asked)) is None


@pytest.mark.parametrize(
    ("calls", "expect"),
    [
        ([], {"pending": {"seat": 1, "may": ["play", "pass"]}}),
        (["pass"], {"pending": {"seat": 2, "may": ["pass", "play"]}}),
        (["pass"] * 4, {"pending": {"seat": 1, "may": ["C", "D", "S"]}}),
        (["pass"] * 4 + ["S"], {"declarer": 1, "trump": "S", "leader": 1}),
        (["pass"] * 2 + ["play"], {"declarer": 3, "trump": "H", "leader": 1}),
        (["pass"] * 5, {"error": True}),
        (["play", "play"], {"error": True}),
        (["C"], {"error": True}),
    ],
)
def test_what_the_calls_lead_to(calls: list[str], expect: dict[str, Any]) -> None:
    variant = {"seats": 4, "trump_making": "turned"}
    asked = {
        "kind": "bidding",
        "variant": variant,
        "dealer": 0,
        "turned": "H",
        "calls": calls,
        "expect": expect,
    }
    assert check_line(json.dumps(asked)) is None
    for other in (
        {"error": True},
        {"declarer": 2},
        {"pending": {"seat": 3, "may": ["C"]}},
        {"pending": None},
    ):
        assert other == expect or check_line(json.dumps({**asked, "expect": other}))


def test_a_forced_house_can_be_asked_about_any_declarer() -> None:
    given_case = case("legal")
    forced = {**given_case["variant"], "trump_making": "forced"}
    assert check_line(json.dumps({**given_case, "variant": forced})) is None


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats(allow_nan=False)
    | st.sampled_from(["HJ", "C", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["hand", "by", "seats"]), inner)
    ),
    max_leaves=6,
)


@given(st.sampled_from(LINES), st.data())
def test_no_change_of_a_case_makes_a_traceback(line: str, data: st.DataObject) -> None:
    changed = json.loads(line)
    key = data.draw(st.sampled_from(sorted(changed)))
    if isinstance(changed[key], list) and changed[key] and data.draw(st.booleans()):
        changed[key][data.draw(st.integers(0, len(changed[key]) - 1))] = data.draw(json_values)
    elif isinstance(changed[key], dict) and data.draw(st.booleans()):
        changed[key][data.draw(st.sampled_from(sorted(changed[key])))] = data.draw(json_values)
    else:
        changed[key] = data.draw(json_values)
    check_line(json.dumps(changed))


# ---- perft ---------------------------------------------------------------------------------------------

START = write_deal(even(revoke="refused"))


def test_perft_counts_legal_play(klaverjas: Klaverjas) -> None:
    ran = klaverjas("perft", START, "--depth", 4)
    assert (ran.status, ran.error) == (0, "")
    assert [tuple(line.split()) for line in ran.out.splitlines()] == [
        ("depth", "1", "8"),
        ("depth", "2", "16"),
        ("depth", "3", "28"),
        ("depth", "4", "56"),
        ("nodes", "56"),
        ("points", "316", "720"),
        ("meld", "0", "0"),
    ]


def test_perft_divides_by_the_first_card(klaverjas: Klaverjas) -> None:
    ran = klaverjas("perft", START, "--depth", 2, "--divide")
    assert [line.split() for line in ran.out.splitlines()[:8]] == [
        [card, "2"] for card in ("C7", "C8", "D7", "D8", "H7", "H8", "S7", "S8")
    ]


@pytest.mark.parametrize("variant", [PUB, CLUB, PUB.but(seats=3), CLUB.but(seats=3), PUB.but(seats=2)])
def test_perft_to_the_end_sums_finished_deals(variant: Any) -> None:
    game = [deal for deal in random_game(variant, Random(4)) if deal.trick is not None]
    deal = game[-3 * variant.seats]
    total = count(deal, 3 * variant.seats)
    assert total.finished == total.nodes[-1] == sum(total.divide.values()) > 0
    assert sum(total.points) == 162 * total.finished
    share = 2 if variant.seats == 4 else 1
    assert sum(total.scores) == share * (162 * total.finished + sum(total.meld) + 100 * total.march)


def test_perft_reads_a_file_and_standard_input(klaverjas: Klaverjas, tmp_path: Path) -> None:
    (tmp_path / "deal").write_text(f"# a deal\n\n{START}\n", encoding="utf-8")
    printed = klaverjas("perft", START, "--depth", 2)
    assert klaverjas("perft", tmp_path / "deal", "--depth", 2) == printed
    assert klaverjas("perft", "-", "--depth", 2, stdin=START) == printed


@pytest.mark.parametrize(
    ("deal", "depth", "words"),
    [
        ("pub", 1, "cannot read pub: No such file"),
        ("pub dealer=0", 1, "cannot read the deal: a deal needs hands="),
        (START.replace(" calls=play", ""), 1, "no card is to be played in this deal"),
        (START, 33, "--depth 33: only 32 cards are left"),
        (START, 0, "'0' is no number of cards"),
        (START, "two", "'two' is no number of cards"),
        ("-", 1, "standard input holds 0 lines"),
    ],
)
def test_perft_says_what_is_wrong(klaverjas: Klaverjas, deal: str, depth: object, words: str) -> None:
    ran = klaverjas("perft", deal, "--depth", depth)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.error


# ---- replay --------------------------------------------------------------------------------------------


def a_match() -> str:
    """A club match of two deals: one ends by a claim, the other is not finished."""
    hands = "/".join(EVEN[4].split())
    start = f"dealer={{}} hands={hands} calls=H plays={{}}"
    ended = f"deal {start.format(3, 'C7,C9,SJ,CK,HK,H8,H9,HQ,CT')} claim=3,2,0"
    return f"klaverjas record 1\nmatch club deals=4\nname 0 Anna\n{ended}\ndeal {start.format(0, 'C9,CJ')}\n"


def test_replay_shows_tricks_roem_and_scores(klaverjas: Klaverjas) -> None:
    ran = klaverjas("replay", "-", stdin=a_match())
    assert (ran.status, ran.error) == (0, "")
    assert (
        ran.out
        == """\
4 players, rotterdam, 4 deals

deal 1: dealer seat 3
  Anna: H
  Anna plays, trump H
   1  Anna C7  seat 1 C9  seat 2 SJ!  seat 3 CK  -> seat 3  6
   2  seat 3 HK  Anna H8  seat 1 H9  seat 2 HQ!  -> seat 1  21, marriage 20
   3  seat 1 CT
  seat 3 claims that seat 2 revoked in trick 1 with SJ: right
  tricks   declaring side 0, the others 27 + 20 meld
  outcome  revoke, seat 2 pays
  score    Anna 0  seat 1 262 + 20 meld  seat 2 0  seat 3 262 + 20 meld
  total    Anna 0  seat 1 282  seat 2 0  seat 3 282

deal 2: dealer Anna
  seat 1: H
  seat 1 plays, trump H
   1  seat 1 C9  seat 2 CJ
  not finished

1 of 4 deals are finished
"""
    )


def test_replay_tells_programs_the_same(klaverjas: Klaverjas) -> None:
    ran = klaverjas("replay", "--json", "-", stdin=a_match())
    told = json.loads(ran.out)
    first, second = told["deals"]
    assert (told["names"], told["totals"], told["over"]) == (
        ["Anna", None, None, None],
        [0, 282, 0, 282],
        False,
    )
    assert told["variant"]["revoke"] == "claimable"
    assert first["tricks"][0]["plays"][2] == {"seat": 2, "card": "SJ", "legal": False}
    assert first["tricks"][1]["melds"] == [["marriage", 20]]
    assert (first["ruling"]["upheld"], first["score"]["culprit"]) == (True, 2)
    assert (first["failed"], first["march"], first["revoke"]) == (False, False, True)
    assert (second["failed"], second["march"], second["revoke"]) == (None, None, None)
    assert first["open_trick"] == [{"seat": 1, "card": "CT", "legal": True}]
    assert (second["score"], second["ruling"], len(second["open_trick"])) == (None, None, 2)


@pytest.mark.parametrize(
    ("hands", "declarer", "words", "marks"),
    [
        (SUITS, 2, "made, march", (False, True, False)),
        (SUITS, 1, "failed, march by the others", (True, True, False)),
        (EVEN[4], 0, "failed", (True, False, False)),
        (EVEN[4], 1, "made", (False, False, False)),
    ],
)
def test_replay_says_in_words_how_a_deal_ended(
    klaverjas: Klaverjas, hands: str, declarer: int, words: str, marks: tuple[bool, bool, bool]
) -> None:
    deal = dealt(hands, "H", 0, declarer)
    while not deal.done:
        deal = apply(deal, max(deal.legal()))
    record = write_record(Record(deal.variant, (), (deal,)))
    assert f"\n  outcome  {words}\n" in klaverjas("replay", "-", stdin=record).out
    told = json.loads(klaverjas("replay", "--json", "-", stdin=record).out)["deals"][0]
    assert (told["failed"], told["march"], told["revoke"]) == marks


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_a_whole_match_can_be_replayed(klaverjas: Klaverjas, seats: int, tmp_path: Path) -> None:
    variant = PUB.but(seats=seats)
    games = [list(random_game(variant, Random(deal), dealer=deal % seats)) for deal in range(variant.deals)]
    record = Record(variant, (), tuple(game[-1] for game in games))
    (tmp_path / "record").write_text(write_record(record), encoding="utf-8")
    told = json.loads(klaverjas("replay", "--json", tmp_path / "record").out)
    assert told["totals"] == list(record.standing.totals)
    assert all(len(deal["tricks"]) == variant.tricks for deal in told["deals"])
    text = klaverjas("replay", tmp_path / "record").out
    assert text.splitlines()[-1].startswith(("won by seat", "a draw between"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "standard input, line 1: the record ends"),
        ("klaverjas record 9", "standard input, line 1: 'klaverjas record 9'"),
        (a_match().replace("C7,C9", "C7,XX"), "standard input, line 4: not a card: 'XX'"),
    ],
)
def test_replay_says_what_is_wrong(klaverjas: Klaverjas, text: str, words: str) -> None:
    ran = klaverjas("replay", "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert ran.error.startswith(f"klaverjas: {words}")


def test_replay_refuses_what_is_not_text(klaverjas: Klaverjas, tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(b"klaverjas record 1\n\xff")
    ran = klaverjas("replay", tmp_path / "record")
    assert (ran.status, ran.out) == (2, "")
    assert "is not text in UTF-8" in ran.error


def test_a_deal_that_a_claim_ended_can_be_read_back() -> None:
    deal, _ = claim(play(even(), "C7 C9 SJ CK CA"), 3, 2, 0)
    assert read_deal(write_deal(deal)) == deal


# ---- bench ---------------------------------------------------------------------------------------------


def test_bench_measures_every_number_of_seats(klaverjas: Klaverjas) -> None:
    ran = klaverjas("bench", "rules", "--seconds", 0.01)
    assert (ran.status, ran.error) == (0, "")
    assert [line.split(":")[0] for line in ran.out.splitlines()] == ["4 seats", "3 seats", "2 seats"]
    told = json.loads(klaverjas("bench", "rules", "--seconds", 0.01, "--json").out)
    assert len(told) == 6
    assert all(rate > 0 for rate in told.values())


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_bench_needs_a_number_of_seconds(klaverjas: Klaverjas, seconds: str) -> None:
    ran = klaverjas("bench", "rules", "--seconds", seconds)
    assert ran.status == 2
    assert f"'{seconds}' is no number of seconds" in ran.error
