"""dev.py: stamps, counts and what it says to a person."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dev
from dev import Count


def write(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


def test_a_stamp_does_not_depend_on_the_order_of_the_files(tmp_path: Path) -> None:
    files = write(tmp_path, a="1", b="2")
    assert dev.digest(files) == dev.digest(reversed(files))


def test_a_stamp_changes_with_a_content_a_name_a_file_and_a_word(tmp_path: Path) -> None:
    files = write(tmp_path, a="1", b="2")
    stamps = {dev.digest(files), dev.digest(files[:1]), dev.digest(files, "python 3.12")}
    write(tmp_path, b="3")
    stamps.add(dev.digest(files))
    write(tmp_path, c="2")
    stamps.add(dev.digest([tmp_path / "a", tmp_path / "c"]))
    assert len(stamps) == 5


def test_a_thing_is_fresh_only_when_it_is_there_and_its_stamp_is_the_same(tmp_path: Path) -> None:
    stamp, made = tmp_path / "stamp", tmp_path / "made"
    assert not dev.is_fresh(stamp, "v1", made)
    stamp.write_text("v1")
    assert not dev.is_fresh(stamp, "v1", made)
    made.touch()
    assert dev.is_fresh(stamp, "v1", made)
    assert not dev.is_fresh(stamp, "v2", made)


def test_the_web_build_depends_on_the_texts_and_not_on_installed_packages() -> None:
    names = {str(file.relative_to(dev.ROOT)) for file in dev.web_sources()}
    assert {"web/package-lock.json", "web/vite.config.ts", "src/klaverjas/texts/nl.toml"} <= names
    assert not any("node_modules" in name or name.endswith(".py") for name in names)


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v24.1.0\n", "v26.0.0"])
def test_vite_runs_on_this_node(version: str) -> None:
    assert dev.node_will_do(version)


@pytest.mark.parametrize("version", ["", "v18.20.4", "v20.18.3", "v21.7.0", "v22.11.0", "nonsense"])
def test_vite_does_not_run_on_this_node(version: str) -> None:
    assert not dev.node_will_do(version)


def test_a_report_of_tests_is_counted_by_its_cases(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite><testcase/><testcase><failure/></testcase><testcase><error/></testcase>"
        "</testsuite><testsuite><testcase><skipped/></testcase><testcase/></testsuite></testsuites>"
    )
    assert dev.read_junit(report) == Count(passed=2, failed=2, skipped=1)


def test_a_report_that_was_never_written_counts_nothing(tmp_path: Path) -> None:
    assert dev.read_junit(tmp_path / "none.xml") == Count()


@pytest.mark.parametrize(
    ("status", "counted", "expected"),
    [
        (0, Count(), Count(passed=1)),
        (0, Count(passed=7), Count(passed=7)),
        (1, Count(), Count(failed=1)),
        (1, Count(passed=7), Count(passed=7, failed=1)),
        (1, Count(passed=7, failed=2), Count(passed=7, failed=2)),
        (5, Count(), Count(failed=1)),
    ],
)
def test_a_stage_that_fails_has_a_failure_and_a_check_counts_as_one(
    status: int, counted: Count, expected: Count
) -> None:
    assert dev.outcome(status, counted) == expected


def test_the_closing_line_names_skipped_tests_only_when_there_are_any() -> None:
    assert str(Count(3, 1)) == "3 passed, 1 failed"
    assert str(Count(3, 0, 2)) == "3 passed, 0 failed, 2 skipped"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, ""),
        (["paint"], 2, "There is no command paint"),
        (["test", "python", "pyhton"], 1, "There is no stage pyhton"),
        (["exec"], 1, "Say which command to run"),
        (["build", "now"], 1, "build takes no arguments"),
        (["lock", "--downgrade"], 1, "lock takes nothing or --upgrade"),
    ],
)
def test_a_wrong_command_line_is_answered_in_plain_words(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(arguments) == status
    assert said in capsys.readouterr().err


def test_the_help_names_every_command_and_every_stage(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in dev.COMMANDS)
    assert all(name in shown for name in dev.STAGES)


def test_a_browser_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    with pytest.raises(dev.Trouble, match="CHROMIUM=/no/such/browser is no program"):
        dev.find_chromium()


def test_a_missing_system_package_is_named_to_who_may_not_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(
        dev.Trouble, match="uv is missing. Install it with: sudo apt-get install python3-venv"
    ):
        dev.apt_install(["python3-venv"], "uv is missing.")


def test_a_step_that_fails_says_which_and_what_to_look_at(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(dev.Trouble, match="making tea: failed with status 3. Buy tea."):
        dev.set_up("making tea", "sh", "-c", "echo out of tea; exit 3", hint="Buy tea.")
    assert capfd.readouterr().out == ""


def test_an_old_python_can_still_read_dev_py_to_hear_that_it_is_too_old() -> None:
    ast.parse(Path(dev.__file__).read_text(), feature_version=(3, 7))
