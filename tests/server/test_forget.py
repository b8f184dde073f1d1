"""`klaverkroeg forget`: a table and the names at it are gone for good, whether the pub is open or not."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from klaverjas.log import SqliteLog
from klaverjas.server.cli import main
from klaverjas.server.settings import Settings
from tests.server.support import Guest, inn

DAY = 24 * 3600


def traces(data: Path, name: str) -> list[str]:
    """The files in which this name still stands."""
    return [file.name for file in data.iterdir() if name.encode() in file.read_bytes()]


async def forget(data: Path, *arguments: str) -> int:
    """Run the command as another program would, beside the pub."""
    return await asyncio.to_thread(main, ["forget", "--data", str(data), *arguments])


async def closed_for_good(guest: Guest) -> None:
    assert await guest.hear("bye") == {"t": "bye", "why": "stopping"}
    with pytest.raises(ConnectionClosed) as closed:
        await guest.connect()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


async def test_a_table_is_forgotten_while_people_sit_there_and_the_others_play_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = await SqliteLog.open(Settings(data=tmp_path).database)
    async with inn(log) as it:
        jan, piet = await it.host("Jantje uit Assen"), await it.host("Pietje")
        assert traces(tmp_path, "Jantje uit Assen") != []
        assert await forget(tmp_path, jan.code.lower()) == 0
        assert capsys.readouterr().out == "Forgotten: 1 table.\n"
        assert await log.read(jan.code) == []
        assert (await jan.ask({"t": "swap", "seat": 2}))["code"] == "unavailable"
        assert await log.read(jan.code) == [], "the table that is still in memory is not written again"
        await it.rooms.sweep()
        await closed_for_good(jan)
        assert (await it.ask("GET", f"/api/tables/{jan.code}")).status_code == 404
        assert (await piet.ask({"t": "swap", "seat": 2}))["t"] == "told"
        assert traces(tmp_path, "Jantje uit Assen") == []
        assert traces(tmp_path, "Pietje") != []


async def closed_pub(data: Path, *names: str) -> list[str]:
    """The codes of tables that these people have opened, one each."""
    log = await SqliteLog.open(Settings(data=data).database)
    async with inn(log) as it:
        return [(await it.host(name)).code for name in names]


async def test_nothing_is_left_in_the_file_of_a_pub_that_is_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jan, _ = await closed_pub(tmp_path, "Jantje uit Assen", "Pietje")
    assert traces(tmp_path, "Jantje uit Assen") != []
    assert await forget(tmp_path, jan) == 0
    assert traces(tmp_path, "Jantje uit Assen") == []
    assert traces(tmp_path, "Pietje") != []
    assert await forget(tmp_path, jan) == 1
    assert f"there is no table {jan}" in capsys.readouterr().err


async def test_tables_where_nothing_happened_for_long_are_forgotten_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await closed_pub(tmp_path, "Jan", "Piet")
    # The clock of these tests stands at a million seconds since 1970.
    monkeypatch.setattr("time.time", lambda: 1_000_000.0 + 9 * DAY)
    assert await forget(tmp_path, "--older-than", "10") == 0
    assert await forget(tmp_path, "--older-than", "8") == 0
    assert capsys.readouterr().out == "Forgotten: 0 tables.\nForgotten: 2 tables.\n"
    assert traces(tmp_path, "Piet") == []


async def test_a_table_that_cannot_be_understood_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jan, piet = await closed_pub(tmp_path, "Jan", "Piet")
    database = sqlite3.connect(Settings(data=tmp_path).database)
    with database:
        database.execute("UPDATE events SET event = ? WHERE table_key = ?", (b"\xff", jan))
    database.close()
    assert await forget(tmp_path, "--older-than", "1") == 0
    assert capsys.readouterr().out == "Forgotten: 1 table.\n"
    assert await forget(tmp_path, jan, piet) == 1
    assert f"there is no table {piet}" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"", b"nonsense" * 1000])
async def test_what_is_no_database_of_ours_is_left_as_it_is(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Settings(data=tmp_path).database
    if content is not None:
        database.write_bytes(content)
    assert await forget(tmp_path, "BCDFG") == 1
    assert "cannot forget in" in capsys.readouterr().err
    assert (database.read_bytes() if database.exists() else None) == content


async def test_it_must_be_said_what_to_forget(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await forget(tmp_path) == 1
    assert "say which tables" in capsys.readouterr().err


@pytest.mark.parametrize("days", ["0", "-1", "nan", "soon"])
def test_what_happened_today_is_never_old(tmp_path: Path, days: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["forget", "--data", str(tmp_path), f"--older-than={days}"])
    assert ended.value.code == 2
