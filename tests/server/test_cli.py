"""The command `klaverkroeg`: what a host reads when all is well and when it is not."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import pytest

from klaverjas.server.cli import greeting, main, network_address, parser, tell_open
from klaverjas.server.settings import Settings
from tests.server.processes import serving


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it will not."""
    assert main(["serve", "--port", "0", *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("klaverkroeg: ")
    assert said.err.count("\n") == 1
    return said.err


def test_a_database_that_another_server_uses_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path):
        assert "another server is using it" in refusal(capsys, "--data", str(tmp_path))


def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Settings(data=tmp_path).database
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
        connection.execute("INSERT INTO schema_version VALUES (99)")
    connection.close()
    before = database.read_bytes()
    assert "newer version of Klaverkroeg" in refusal(capsys, "--data", str(tmp_path))
    assert database.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Settings(data=tmp_path).database.write_bytes(b"nonsense" * 1000)
    assert "not a database" in refusal(capsys, "--data", str(tmp_path))


def test_a_data_folder_that_cannot_be_made_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot make the data folder" in refusal(capsys, "--data", str(tmp_path / "file" / "data"))


def test_a_port_in_use_and_a_strange_address_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert f"port {port} is in use" in refusal(capsys, "--data", str(tmp_path), "--port", port)
    assert "no address of this machine" in refusal(
        capsys, "--data", str(tmp_path), "--host", "no.such.invalid"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["serve", "--port", "x"],
        ["serve", "--port", "70000"],
        ["serve", "--pace", "-1"],
        ["bench"],
    ],
)
def test_a_wrong_command_line_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: klaverkroeg" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["bench", "log", "--help"]])
def test_help_is_given(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: klaverkroeg" in capsys.readouterr().out


def test_the_greeting_tells_where_the_pub_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("")
    public = Settings(static=tmp_path, public_url="https://kroeg.example/")
    assert greeting(public, 8000, "192.0.2.7") == "Klaverkroeg is open: https://kroeg.example/"
    assert "http://[::1]:8000/" in greeting(Settings(static=tmp_path, host="::1"), 8000, None)
    assert "dev.py build" in greeting(Settings(static=tmp_path / "none"), 8000, None)


def test_the_greeting_of_a_pub_for_this_machine_alone_says_how_others_come_in(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("")
    assert greeting(Settings(static=tmp_path), 8000, "192.0.2.7").splitlines() == [
        "Klaverkroeg is open: http://localhost:8000/",
        "Only this machine can come in; --host 0.0.0.0 lets in others on your network.",
    ]


def test_the_greeting_of_an_open_pub_tells_the_address_that_others_type(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("")
    everywhere = Settings(static=tmp_path, host="0.0.0.0")
    assert greeting(everywhere, 8000, "192.0.2.7").splitlines() == [
        "Klaverkroeg is open: http://localhost:8000/",
        "Others on this network: http://192.0.2.7:8000/",
    ]
    assert "with the ADDRESS of this machine" in greeting(everywhere, 8000, None).splitlines()[1]


def test_the_address_on_the_network_is_one_that_others_can_reach_or_none() -> None:
    address = network_address()
    assert address is None or not ip_address(address).is_loopback


@pytest.mark.parametrize(
    "url",
    ["foo", "kroeg.example", "ftp://kroeg.example", "https://", "http://a:b/", "https://a/b", "https://x@a"],
)
def test_a_public_url_is_an_address_that_a_browser_can_open(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--public-url", url])
    assert ended.value.code == 2
    assert f"{url!r} is no http or https address" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["https://kroeg.example", "http://192.0.2.7:8000/", ""])
def test_a_good_public_url_is_kept_as_it_is(url: str) -> None:
    assert parser().parse_args(["serve", "--public-url", url]).public_url == url


def test_proxies_are_addresses_and_networks(capsys: pytest.CaptureFixture[str]) -> None:
    for good in ("", "127.0.0.1", "10.0.0.0/8, ::1"):
        assert parser().parse_args(["serve", "--proxies", good]).proxies == good
    for bad in ("localhost", "10.0.0.1/8", "*"):
        with pytest.raises(SystemExit) as ended:
            main(["serve", "--proxies", bad])
        assert ended.value.code == 2
        assert f"{bad!r} is no list of addresses" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_pub_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as (process, _):
        process.send_signal(number)
        assert process.wait(10) == 0
    assert not Settings(data=tmp_path).database.with_name("klaverkroeg.sqlite3-wal").exists(), (
        "the log was closed"
    )


def test_the_bench_prints_durable_appends_a_second(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "log", "--data", str(tmp_path), "--seconds", "0.1"]) == 0
    assert "durable appends/s" in capsys.readouterr().out
    assert main(["bench", "log", "--data", str(tmp_path / "nowhere"), "--seconds", "0.1"]) == 1
    assert "cannot write in" in capsys.readouterr().err


def test_the_module_is_the_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "klaverjas.server.cli", "--help"], capture_output=True, text=True, check=True
    )
    assert "klaverkroeg" in told.stdout


def test_a_machine_that_allows_few_open_files_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    tell_open(8000, 24_000, Settings())
    assert [record.levelname for record in caplog.records] == ["INFO"]
    tell_open(8000, 700, Settings())
    assert caplog.records[-1].levelname == "WARNING"
    assert caplog.records[-1].__dict__["told"]["connections"] == 700
