"""`klaverkroeg backup` and `check-log`, as a host uses them."""

from __future__ import annotations

import gzip
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from klaverjas.cli.main import main as klaverjas
from klaverjas.server.cli import main
from klaverjas.server.settings import Settings
from tests.server.processes import serving
from tests.server.support import Guest, facts_of

OLD = Path(__file__).parents[1] / "log" / "old" / "0.1.0.sqlite3.gz"


async def test_a_backup_of_an_open_pub_is_checked_and_can_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "restored" / Settings().database.name
    copy.parent.mkdir()
    with serving(tmp_path / "data") as (_, address):
        guest = Guest(address, "Jan", random.Random(1))
        await guest.open(practice=True)
        await guest.connect()
        await guest.play(until=lambda message: "CardPlayed" in facts_of(message))
        assert main(["backup", str(copy), "--data", str(tmp_path / "data")]) == 0
        said = capsys.readouterr().out
        assert f"{copy}: 1 tables" in said
        assert "0 tables broken" in said
        assert main(["check-log", "--data", str(tmp_path / "data")]) == 0
        assert main(["backup", str(copy), "--data", str(tmp_path / "data")]) == 1
        assert "replaces nothing" in capsys.readouterr().err
        await guest.disconnect()
    with serving(copy.parent) as (_, address):
        guest.address = address
        assert (await guest.connect())["view"]["deal"] is not None
        await guest.play(until=lambda message: "DealScored" in facts_of(message))
        await guest.disconnect()


def test_a_broken_table_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "klaverkroeg.sqlite3"
    database.write_bytes(gzip.decompress(OLD.read_bytes()))
    with closing(sqlite3.connect(database)) as connection, connection:
        (code,) = connection.execute("SELECT min(table_key) FROM events").fetchone()
        assert main(["check-log", str(database)]) == 0
        connection.execute("DELETE FROM events WHERE table_key = ? AND version = 1", (code,))
    assert main(["check-log", str(database)]) == 1
    said = capsys.readouterr().out
    assert f"table {code}: " in said
    assert "1 tables broken" in said


def test_a_pub_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-log", "--data", str(tmp_path)]) == 1
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("there is no such file") == 2


def test_the_library_finds_the_command_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "old.sqlite3"
    database.write_bytes(gzip.decompress(OLD.read_bytes()))
    assert klaverjas(["check-log", str(database)]) == 0
    assert "9 tables" in capfd.readouterr().out
