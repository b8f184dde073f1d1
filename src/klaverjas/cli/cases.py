"""`klaverjas cases`: run rule cases (docs/cases.md) and tell which fail."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from klaverjas.cli.answers import KINDS
from klaverjas.cli.fields import BadCase, Fields
from klaverjas.cli.files import read_lines, shown

NOT_A_CASE = "expected one case, a JSON object on one line"


class Failure(NamedTuple):
    """Why a line did not pass. `readable` is false when it is no case at all."""

    text: str
    readable: bool = True


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "cases",
        help="run rule cases",
        description="Run rule cases, one JSON object a line (docs/cases.md). Prints each case that fails, "
        "with what was expected and what the rules say, and last the line 'N passed, M failed'.",
        epilog="Exit status: 0 all passed, 1 some failed, 2 a file or a line could not be read.",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a file of cases; - is standard input")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    passed, failed, readable = 0, 0, True
    for name in options.files:
        for where, line in _numbered(name):
            failure = check_line(line)
            if failure is None:
                passed += 1
                continue
            failed += 1
            readable = readable and failure.readable
            print(f"FAIL {where}: {failure.text}")
    print(f"{passed} passed, {failed} failed")
    return 2 if not readable else 1 if failed else 0


def _numbered(name: str) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(read_lines(name), 1):
        if line.strip():
            yield f"{shown(name)}:{number}", line


def check_line(line: bytes | str) -> Failure | None:
    """What is wrong with one line, none when it is a case that passes. Never raises."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Failure(f"not JSON: {error} ({NOT_A_CASE})", readable=False)
    if not isinstance(case, dict):
        return Failure(f"{_json(case)} is no case ({NOT_A_CASE})", readable=False)
    try:
        reason = check(case)
    except BadCase as error:
        reason = str(error)
    except RecursionError:
        reason = "nested too deeply"
    return None if reason is None else Failure(f"{case.get('id', 'without id')}: {reason}")


def check(case: dict[str, Any]) -> str | None:
    """Why this case fails, none when it passes. Raises BadCase for a case that makes no sense."""
    fields = Fields(case)
    kind = fields.text("kind")
    answer = KINDS.get(kind)
    if answer is None:
        raise BadCase(f"kind {kind} is not known yet (known: {', '.join(KINDS)})")
    expected = fields.fields("expect").values
    if not expected:
        raise BadCase("expect is empty")
    try:
        got = answer(fields)
    except BadCase as error:
        raise BadCase(f"expected {_json(expected)}, but {error}") from error
    wrong = [key for key in expected if key not in got or _plain(key, expected[key]) != _plain(key, got[key])]
    if not wrong:
        return None
    got_there = {key: got[key] for key in wrong if key in got} or got
    return f"expected {_json({key: expected[key] for key in wrong})}, got {_json(got_there)}"


def _plain(key: str, value: Any) -> Any:
    """The value without what carries no meaning: the order within a set of cards, calls or melds, and the
    words of an error."""
    if key == "error":
        return bool(value)
    if key == "pending" and isinstance(value, dict):
        return {**value, "may": _sorted(value.get("may"))}
    if key == "in_hand" and isinstance(value, list):
        return [_sorted(hand) for hand in value]
    return _sorted(value) if key in ("legal", "meld_kinds", "revokes") else value


def _sorted(value: Any) -> Any:
    return sorted(value, key=_json) if isinstance(value, list) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
