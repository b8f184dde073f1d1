"""What the pub writes about itself: readable by people and programs, and without what nobody may know."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaverjas.log import LogUnavailable, SqliteLog
from klaverjas.server.journal import FORMS, Form, Lines, as_text, fields
from klaverjas.server.settings import Settings
from klaverjas.server.trouble import report
from klaverjas.table import decode
from klaverjas.wire.facts import HandDealt
from tests.server.processes import serving
from tests.server.support import Guest


def written(form: Form, caplog: pytest.LogCaptureFixture) -> list[str]:
    formatter = Lines(FORMS[form])
    return [formatter.format(record) for record in caplog.records]


def fail(message: str) -> Exception:
    try:
        raise ValueError(message)
    except ValueError as error:
        return error


def test_an_error_is_told_by_kind_and_place_and_never_by_its_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    report("a step of a table failed", fail("Jan has HJ"))
    (line,) = written("json", caplog)
    told = json.loads(line)
    assert told["level"] == "error"
    assert told["error"] == "ValueError"
    assert told["at"].startswith("test_journal.py:")
    assert "HJ" not in line
    assert "Jan" not in line


def test_a_broken_log_is_told_in_full_since_a_host_can_mend_it(caplog: pytest.LogCaptureFixture) -> None:
    report("a command failed", LogUnavailable("full", "database or disk is full"))
    (line,) = written("text", caplog)
    assert line.endswith('reason=full detail="database or disk is full"')


def test_other_peoples_libraries_tell_their_first_line_and_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logging.getLogger("asyncio").error(
        "Task failed\nfuture: <Task exception=ValueError('HJ')>", exc_info=fail("HJ")
    )
    (line,) = written("text", caplog)
    assert 'from=asyncio event="Task failed" error=ValueError' in line
    assert "HJ" not in line


def test_a_value_is_quoted_where_it_could_be_taken_for_something_else() -> None:
    assert as_text({"a": "x", "b": "x y", "c": "", "d": 'a"b', "e": "1\n2", "f": 0.12345}) == (
        'a=x b="x y" c="" d="a\\"b" e="1\\n2" f=0.123'
    )


def test_a_line_has_its_time_in_utc() -> None:
    record = logging.LogRecord("klaverkroeg", logging.INFO, "", 0, "open", None, None)
    record.created = 0.5
    assert fields(record) == {"time": "1970-01-01T00:00:00.500Z", "level": "info", "event": "open"}


@pytest.mark.parametrize("form", FORMS)
async def test_the_log_of_a_whole_match_has_no_name_cookie_code_or_card(
    form: Form, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, "--log-format", form) as (process, address):
        guest = Guest(address, "Willemijn", Random(1))
        await guest.open(practice=True)
        await guest.connect()
        await guest.send('{"t":"play","n":1,"card":"HJ","x":1}')
        await guest.play()
        await guest.disconnect()
        process.terminate()
        assert process.wait(20) == 0
    lines = capfd.readouterr().err.splitlines()
    log = await SqliteLog.open(Settings(data=tmp_path).database)
    stored: list[Any] = [decode(line).event for line in await log.read(guest.code)]
    await log.close()
    cards = {card for event in stored if isinstance(event, HandDealt) for card in event.cards}
    secrets = {guest.name, guest.code, guest.cookie.partition("=")[2], *cards}
    assert len(cards) > 20
    told = [line for line in lines if "event" in line]
    assert len(told) >= 2
    words = {word.strip('",:') for line in lines for word in line.replace("=", " ").split()}
    assert not words & secrets
    assert not any(secret in line for line in lines for secret in secrets - cards)
    if form == "json":
        assert [json.loads(line)["event"] for line in told][:1] == ["open"]
