"""docs/protocol.md is true: every example is a message, every message has an example, and the client that
stands there plays a whole match, also when the server is killed in the middle of it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from klaverjas.wire import facts, messages
from tests.server.processes import serving

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
LANGUAGES = {
    each.__struct_config__.tag: each
    for union in (facts.AnyFact, messages.FromBrowser, messages.ToBrowser)
    for each in get_args(union)
}
BODIES = {
    each.__name__: each
    for each in (
        messages.OpenTable,
        messages.SitDown,
        messages.AskChair,
        messages.TakeChair,
        messages.MoveLink,
        messages.TableOpened,
        messages.TableCard,
        messages.HttpError,
    )
}
MATCH_SECONDS = 240


def blocks(language: str) -> list[tuple[str, str]]:
    """The blocks of the page in this language: what stands behind it, and the text."""
    return re.findall(rf"^```{language} ?(\w*)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def examples() -> Iterator[tuple[str, Any]]:
    """The name of a type, or none where its tag says it, and an example."""
    for name, text in blocks("json"):
        decoder, rest = json.JSONDecoder(), text.strip()
        while rest:
            example, end = decoder.raw_decode(rest)
            yield name, example
            rest = rest[end:].strip()
    for text in re.findall(r"`(\{.*?\})`", PAGE.read_text()):
        if text.startswith('{"t"'):
            yield "", json.loads(text)


@pytest.mark.parametrize(("name", "example"), list(examples()))
def test_an_example_is_a_message_of_the_wire(name: str, example: Any) -> None:
    shape = BODIES[name] if name else LANGUAGES[example["t"]]
    msgspec.convert(example, shape)


def test_every_message_and_every_fact_has_an_example() -> None:
    shown = {name or example["t"] for name, example in examples()}
    assert shown == {*LANGUAGES, *BODIES}, "docs/protocol.md shows other messages than the wire has"


def test_every_reason_to_hang_up_is_on_the_page() -> None:
    for why in get_args(msgspec.structs.fields(messages.Bye)[0].type):
        assert f"`{why}`" in PAGE.read_text() or f"Bye {why}" in PAGE.read_text()


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The client of the page, as a file."""
    (text,) = [text for name, text in blocks("python") if name == "client"]
    place = tmp_path / "client.py"
    place.write_text(text)
    return place


def test_the_client_needs_the_standard_library_and_websockets_alone(client: Path) -> None:
    tree = ast.parse(client.read_text())
    modules = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    assert modules - set(sys.stdlib_module_names) == {"websockets"}


@contextmanager
def playing(client: Path, address: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Somebody who plays with the client of the page."""
    command = [sys.executable, str(client), address, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def check_match(lines: list[str], first: int = 1) -> None:
    deals = [int(line.split()[1]) for line in lines if line.startswith("deal")]
    assert deals == list(range(first, 5))
    assert lines[-1].startswith("winners [")


def test_the_client_plays_a_whole_match_against_regulars(client: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as (_, address), playing(client, address, "Jan") as jan:
        output, _ = jan.communicate(timeout=MATCH_SECONDS)
        assert jan.returncode == 0
        check_match(output.splitlines())


def test_the_client_finishes_its_match_when_the_server_is_killed_and_started_again(
    client: Path, tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as (first, address), playing(client, address, "Jan") as jan:
        assert jan.stdout is not None
        lines = [jan.stdout.readline().strip() for _ in range(2)]
        assert lines[1].startswith("deal 1 ")
        first.kill()
        first.wait()
        with serving(tmp_path / "data", "--port", address.rpartition(":")[2]):
            output, _ = jan.communicate(timeout=MATCH_SECONDS)
        assert jan.returncode == 0
        # What was told while the line was down stands in the snapshot, and is no news.
        told = [int(line.split()[1]) for line in output.splitlines() if line.startswith("deal")]
        assert {3, 4} <= set(told) <= {2, 3, 4}
        assert output.splitlines()[-1].startswith("winners [")
