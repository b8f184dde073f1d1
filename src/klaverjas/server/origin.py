"""Whether a request comes from a page of ours. A browser always says so, and a page cannot lie about it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def is_ours(headers: Mapping[str, str], public_url: str) -> bool:
    """Whether `Origin` is the pub's own address: that in `Host`, or the public one.

    Without `Origin` it is no page of a stranger: browsers send it with every POST and socket, and other
    programs carry nobody's cookies.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    place = _place(origin)
    return bool(place) and place in {headers.get("host", "").lower(), _place(public_url)}


def _place(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""
