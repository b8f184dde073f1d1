"""The lock files: complete, exact, and without the name of any host."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from dev import LOCK, LOCKS, ROOT, WEB

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NPM: dict[str, Any] = json.loads((WEB / "package.json").read_text())
NPM_LOCK: dict[str, Any] = json.loads((WEB / "package-lock.json").read_text())


def locked(name: str) -> dict[str, str]:
    """The packages of one lock file: name and version."""
    lines = (LOCK / f"{name}.txt").read_text().splitlines()
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", "\n".join(lines), re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_python_package_has_a_hash_and_none_has_a_url(name: str) -> None:
    text = (LOCK / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=[a-z])", text)
    assert entries
    assert all(re.match(r"[a-z0-9-]+==\S+ ", entry) and "--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "index" not in text


def test_every_package_that_the_project_asks_for_is_locked() -> None:
    extras = [name for extra in PROJECT["project"]["optional-dependencies"].values() for name in extra]
    groups = PROJECT["dependency-groups"]
    for lock, wanted in {
        "python": [*extras, *groups["dev"]],
        "uv": groups["uv"],
        "node": groups["node"],
        "zig": groups["zig"],
    }.items():
        names = {re.split(r"[<>=]", requirement)[0] for requirement in wanted}
        assert names <= locked(lock).keys()


def test_the_library_itself_asks_for_no_package() -> None:
    assert PROJECT["project"]["dependencies"] == []


def test_every_npm_package_is_pinned_exactly_and_locked_the_same() -> None:
    pins = {**NPM["dependencies"], **NPM["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pins.values())
    assert pins == {name: NPM_LOCK["packages"][f"node_modules/{name}"]["version"] for name in pins}


def test_every_locked_npm_package_has_a_hash_and_none_names_a_host() -> None:
    packages = {name: entry for name, entry in NPM_LOCK["packages"].items() if name}
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert not any("resolved" in entry for entry in packages.values())
