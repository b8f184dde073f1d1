"""The examples in the documentation and in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import dev
import klaverjas.rules
from klaverjas.cli.answers import KINDS
from klaverjas.cli.cases import check_line
from klaverjas.cli.main import parser
from klaverjas.rules import read_deal, read_hand, read_record, read_variant, write_deal, write_record
from klaverjas.rules.notation import DEAL_KEYS
from klaverjas.rules.variant import FIELDS

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [found.name for found in pkgutil.iter_modules(klaverjas.rules.__path__, "klaverjas.rules.")]


def blocks(name: str, language: str = "") -> list[str]:
    """The fenced blocks of a document."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for written, block in found if written == language]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_the_examples_in_the_documents_are_true_for_plain_doctest(document: Path) -> None:
    shown = document.read_text(encoding="utf-8").count("\n>>> ")
    ran = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert ran.failed == 0
    assert bool(ran.attempted) == bool(shown)


def test_the_readme_and_the_notation_page_show_examples() -> None:
    for name in ("README.md", "docs/notation.md"):
        assert ">>> " in "".join(blocks(name, "pycon"))


def test_the_deal_and_the_record_of_the_notation_page_are_canonical() -> None:
    deal, record = blocks("docs/notation.md")
    assert write_deal(read_deal(deal)) == deal.strip()
    without_comments = "".join(line for line in record.splitlines(keepends=True) if line[0] != "#")
    assert write_record(read_record(record)) == without_comments


def test_the_hands_and_variants_of_the_notation_page_can_be_read() -> None:
    text = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    assert read_variant("pub seats=3 trump_duty=rotterdam deals=12").seats == 3
    for hand in ("C9JA.D7T.HQ.S8K", "C9JA.D7T.HQ.S8+DQHK,C7DA,HJD7,CKCA"):
        assert f"`{hand}`" in text
        assert read_hand(hand)[0]


def test_every_key_field_and_kind_is_documented() -> None:
    notation, rules, cases = (
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("notation.md", "rules.md", "cases.md")
    )
    assert [key for key in DEAL_KEYS if f"| `{key}` |" not in notation] == []
    assert [name for name in FIELDS if f"| `{name}` |" not in rules] == []
    assert [kind for kind in KINDS if f"| `{kind}` |" not in cases] == []


def test_the_case_of_the_case_page_passes() -> None:
    (case,) = blocks("docs/cases.md", "json")
    assert check_line(case) is None


def test_every_rule_has_one_number_and_none_is_missing() -> None:
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    numbers = [tuple(map(int, found)) for found in re.findall(r"^(\d)\.(\d+) ", text, re.MULTILINE)]
    assert numbers == [
        (section, rule)
        for section, rules in enumerate((7, 6, 8, 5, 6, 6, 2, 1), 1)
        for rule in range(1, rules + 1)
    ]


def test_a_picture_is_shown_only_when_it_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [image for image in re.findall(r"!\[.*?\]\((.*?)\)", readme) if not (ROOT / image).is_file()] == []


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in DOCUMENTS:
        prose = re.sub(
            r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for target in re.findall(r"\]\(([^)#:]+)\)", prose):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md"])
def test_readme_and_architecture_name_every_document(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [document.name for document in (ROOT / "docs").glob("*.md") if document.name not in text] == []


def test_the_documents_call_the_database_by_its_name() -> None:
    for document in DOCUMENTS:
        named = re.findall(r"[\w.]+\.(?:db|sqlite3?)\b", document.read_text(encoding="utf-8"))
        assert set(named) <= {"klaverkroeg.sqlite3", "backup.sqlite3"}, document.name


def test_every_message_of_the_wire_that_a_program_sends_is_documented() -> None:
    text = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    source = (ROOT / "src/klaverjas/wire/messages.py").read_text(encoding="utf-8")
    commands = re.findall(r'^class \w+\(Command, tag="(\w+)"', source, re.MULTILINE)
    assert commands
    assert [command for command in commands if f"`{command}`" not in text] == []


def test_the_commands_and_stages_that_are_told_are_those_of_dev() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for document in DOCUMENTS:
        told = re.findall(r"python3 dev\.py (\w+)", document.read_text(encoding="utf-8"))
        assert set(told) <= set(dev.COMMANDS), document.name
    rows = re.findall(r"^\| ([a-z][a-z0-9, -]*) \| (?!what)", contributing, re.MULTILINE)
    assert [stage for row in rows for stage in row.split(", ")] == list(dev.STAGES)


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in re.findall(r"^    (\w+) ", parser().format_help(), re.MULTILINE):
        assert f"\nklaverjas {command} " in readme
