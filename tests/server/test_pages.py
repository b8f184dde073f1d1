"""The built page: every address of ours, files for ever, and headers that let nothing strange in."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaverjas.server.pages import safe_headers
from tests.server.support import inn

INDEX = "<!doctype html><title>Klaverkroeg</title>" + " " * 1000


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "app-1a2b.js").write_text("let x = 1;" * 200)
    (folder / "assets" / "font-1a2b.woff2").write_bytes(b"wOF2" * 300)
    (folder / "logo.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.mark.parametrize("path", ["/", "/t/BCDFG", "/regels", "/rules"])
async def test_every_address_of_ours_is_the_one_page_and_is_asked_for_each_time(
    static: Path, path: str
) -> None:
    async with inn(static=static) as it:
        answer = await it.ask("GET", path)
        assert answer.status_code == 200
        assert answer.text == INDEX
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-encoding"] == "gzip"
        again = await it.ask("GET", path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_an_unknown_address_is_the_page_that_says_so_and_an_unknown_file_is_none(static: Path) -> None:
    async with inn(static=static) as it:
        answer = await it.ask("GET", "/nowhere")
        assert (answer.status_code, answer.text) == (404, INDEX)
        for path in ("/assets/app-old.js", "/assets/", "/api/nothing", "/favicon.ico"):
            answer = await it.ask("GET", path)
            assert answer.status_code == 404
            assert answer.text != INDEX


async def test_hashed_files_are_kept_for_ever_and_packed_where_that_helps(static: Path) -> None:
    async with inn(static=static) as it:
        script = await it.ask("GET", "/assets/app-1a2b.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["content-encoding"] == "gzip"
        plain = await it.ask("GET", "/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.text
        font = await it.ask("GET", "/assets/font-1a2b.woff2")
        assert font.headers["content-type"] == "font/woff2"
        assert "content-encoding" not in font.headers
        assert (await it.ask("GET", "/logo.svg")).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd", "/a%00.js"],
)
async def test_nothing_outside_the_build_is_served(static: Path, path: str) -> None:
    async with inn(static=static) as it:
        answer = await it.ask("GET", path)
        assert answer.status_code == 404
        assert "secret" not in answer.text
        assert "root:" not in answer.text


async def test_a_new_build_is_served_without_a_restart(static: Path) -> None:
    async with inn(static=static) as it:
        assert (await it.ask("GET", "/")).text == INDEX
        (static / "index.html").write_text("new")
        assert (await it.ask("GET", "/")).text == "new"


async def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    async with inn(static=tmp_path / "nothing") as it:
        answer = await it.ask("GET", "/t/BCDFG")
        assert answer.status_code == 503
        assert "dev.py build" in answer.text


async def test_every_answer_carries_the_safe_headers(static: Path) -> None:
    async with inn(static=static) as it:
        for path in ("/", "/assets/app-1a2b.js", "/nowhere", "/api/tables/BBBBB", "/healthz"):
            headers = (await it.ask("GET", path)).headers
            policy = headers["content-security-policy"]
            assert "'unsafe" not in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert f"connect-src 'self' ws://127.0.0.1:{it.port} wss://127.0.0.1:{it.port};" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert "server" not in headers


def test_a_strange_host_gets_into_no_policy() -> None:
    for host in ("evil.example; script-src *", "a b", "", "x\r\ny", "x\n", "x:\u0661", "a.example:80/path"):
        assert "connect-src 'self';" in safe_headers(host)["content-security-policy"]
    assert "ws://[::1]:8000" in safe_headers("[::1]:8000")["content-security-policy"]


async def test_health_is_a_word() -> None:
    async with inn() as it:
        answer = await it.ask("GET", "/healthz")
        assert (answer.status_code, answer.text) == (200, "ok\n")


async def test_who_came_by_https_is_told_to_come_so_for_a_year_and_nobody_else(static: Path) -> None:
    year = "max-age=31536000"
    async with inn(static=static) as it:
        assert "strict-transport-security" not in (await it.ask("GET", "/")).headers
        told = await it.ask("GET", "/", headers={"X-Forwarded-Proto": "https"})
        assert told.headers["strict-transport-security"] == year
    async with inn(static=static, proxies="") as it:
        pretended = await it.ask("GET", "/", headers={"X-Forwarded-Proto": "https"})
        assert "strict-transport-security" not in pretended.headers
    async with inn(static=static, public_url="https://kroeg.example") as it:
        assert (await it.ask("GET", "/api/regulars")).headers["strict-transport-security"] == year


def test_the_headers_give_strangers_no_frame_no_window_and_no_power() -> None:
    headers = safe_headers("a.example")
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert {power.strip().partition("=")[2] for power in headers["permissions-policy"].split(",")} == {"()"}
    for directive in ("default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'"):
        assert directive in headers["content-security-policy"].split("; ")
