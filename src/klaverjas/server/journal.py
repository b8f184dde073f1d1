"""What the pub writes about itself: one line for each thing that happened, as key=value or as JSON.

A line has no name, cookie, code or card. Of an error it has the kind and the place, never the message, which
can hold any of those; that goes for other people's libraries too.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Literal

Form = Literal["text", "json"]
Fields = dict[str, object]
OURS = ("klaverkroeg", "klaverjas")


def place(error: BaseException) -> str:
    """Where it happened, the innermost first: files and lines."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return " < ".join(f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))


def fields(record: logging.LogRecord) -> Fields:
    """What a line says, in order. `told` of a record are its own fields."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    line: Fields = {"time": at.replace("+00:00", "Z"), "level": record.levelname.lower()}
    if record.name.partition(".")[0] not in OURS:
        line["from"] = record.name
    # What others add below their first line are values and messages.
    line["event"] = record.getMessage().partition("\n")[0]
    if record.exc_info and record.exc_info[1] is not None:
        line |= {"error": type(record.exc_info[1]).__name__, "at": place(record.exc_info[1])}
    told: Mapping[str, object] = getattr(record, "told", {})
    return {**line, **told}


def as_text(line: Fields) -> str:
    """key=value, with quotes where a value needs them."""
    return " ".join(f"{key}={_quoted(value)}" for key, value in line.items())


def as_json(line: Fields) -> str:
    return json.dumps(line, ensure_ascii=False, default=str)


def _quoted(value: object) -> str:
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    plain = text and text.isprintable() and not any(sign in text for sign in ' "=')
    return text if plain else json.dumps(text, ensure_ascii=False)


class Lines(logging.Formatter):
    """A formatter that knows no traceback."""

    def __init__(self, write: Callable[[Fields], str]) -> None:
        super().__init__()
        self._write = write

    def format(self, record: logging.LogRecord) -> str:
        return self._write(fields(record))


FORMS: dict[Form, Callable[[Fields], str]] = {"text": as_text, "json": as_json}


def keep_journal(form: Form) -> None:
    """Let everything that is logged in this process go to standard error, in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(FORMS[form]))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
