"""Fixtures for real browsers. `dev.py` says in CHROMIUM where the browser is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.pub import FLAGS, Invite, Pub, inviting
from tests.e2e.specimen import serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "no browser: run these tests with python3 dev.py test e2e"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pub]:
    """One pub for all tests that leave it standing, which hurries nobody."""
    pub = Pub(tmp_path_factory.mktemp("pub"), "tests.e2e.patient")
    yield pub
    pub.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Pub]:
    """A pub that a test may kill."""
    pub = Pub(tmp_path)
    yield pub
    pub.close()


@pytest.fixture(scope="session")
def hurried_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pub]:
    """A pub where a minute passes in two seconds."""
    pub = Pub(tmp_path_factory.mktemp("hurried"), "tests.e2e.hurried")
    yield pub
    pub.close()


@pytest.fixture
def invite_to_hurried(browser: Browser, hurried_house: Pub) -> Iterator[Invite]:
    yield from inviting(browser, hurried_house.url)


@pytest.fixture
def invite(browser: Browser, house: Pub) -> Iterator[Invite]:
    yield from inviting(browser, house.url)


@pytest.fixture
def invite_to_own(browser: Browser, own_house: Pub) -> Iterator[Invite]:
    yield from inviting(browser, own_house.url, loses_line=True)


@pytest.fixture(scope="session")
def specimen() -> Iterator[str]:
    """The address of the board in every state."""
    with serving() as address:
        yield address
