"""From the type of a message everything that is nearly one, so that no new message is forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from klaverjas.wire import facts, messages
from tests.server.support import PUB_RULES, Message

UPWARDS = get_args(messages.FromBrowser)
DOWNWARDS = [*get_args(messages.ToBrowser), *get_args(facts.AnyFact)]
BODIES: dict[type[msgspec.Struct], str] = {
    messages.OpenTable: "/api/tables",
    messages.SitDown: "/api/tables/{code}/chairs",
    messages.AskChair: "/api/tables/{code}/asks",
    messages.TakeChair: "/api/tables/{code}/moves/in",
}

WRONG: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    "",
    "x",
    "x" * 5000,
    "\ud800",
    "HJ\n",
    [],
    [[]] * 50,
    {},
    {"t": "play"},
]


def example(info: types.Type) -> Any:
    """A value of this type."""
    match info:
        case types.Metadata():
            return example(info.type)
        case types.StructType():
            tag = {info.tag_field: info.tag} if info.tag_field else {}
            return tag | {field.encode_name: example(field.type) for field in info.fields if field.required}
        case types.LiteralType():
            return info.values[0]
        case types.UnionType():
            return example(info.types[0])
        case types.ListType():
            return []
        case types.IntType():
            return info.ge or 0
        case types.StrType():
            return "HJ" if info.pattern and "CDHS" in info.pattern else "x"
        case types.BoolType():
            return False
        case types.NoneType():
            return None
    raise TypeError(f"no example of {info}")


def good(shape: type[msgspec.Struct]) -> Message:
    """A message of this type."""
    made: Message = example(types.type_info(shape))
    return {**made, "rules": PUB_RULES} if "rules" in made and "t" not in made else made


def nearly(shape: type[msgspec.Struct]) -> Iterator[Any]:
    """Without each field, with each field wrong, with fields of others; but never a message of this type."""
    right = good(shape)
    names = [field.encode_name for field in msgspec.structs.fields(shape)]
    tag = {name: value for name, value in right.items() if name == "t"}
    candidates: list[Any] = [tag, {**tag, **dict.fromkeys(names)}, [right], [tag, right], json.dumps(right)]
    candidates += [{key: value for key, value in right.items() if key != name} for name in right]
    candidates += [{**right, name: wrong} for name in names for wrong in WRONG]
    candidates += [{**right, name: 1} for name in ("v", "table", "code", "chair", "__proto__", "")]
    candidates += [{**right, "t": wrong} for wrong in WRONG if tag]
    return (candidate for candidate in candidates if not reads(candidate, shape))


def reads(candidate: Any, shape: type[msgspec.Struct]) -> bool:
    try:
        msgspec.convert(candidate, shape)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    return True
