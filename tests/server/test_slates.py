"""The slate of a finished match, for whoever was given its link."""

from __future__ import annotations

import httpx

from klaverjas.server.room import load
from klaverjas.table import audience
from tests.server.support import PUB_RULES, Inn, Message, inn, play_together, rules


def ended(facts: list[Message]) -> Message:
    return next(fact for fact in facts if fact["t"] == "MatchEnded")


async def look(it: Inn, path: str) -> httpx.Response:
    return await it.ask("GET", path)


async def test_the_link_of_a_match_shows_its_slate_for_good() -> None:
    async with inn() as it:
        jan, mia = await it.party(["Jan", "Mia"], rules(PUB_RULES, 2))
        await play_together([jan, mia])
        end = ended(jan.facts)
        assert end == ended(mia.facts)
        assert len(end["slate"]) == 20
        path = f"/api/tables/{jan.code}/slates/{end['slate']}"
        card = (await look(it, path)).json()
        assert card["names"] == ["Jan", "Mia"]
        assert card["winners"] == end["winners"]
        assert [row["number"] for row in card["sheet"]] == list(range(len(card["sheet"])))
        assert "chairs" not in card
        room = await it.room(jan.code)
        assert audience.table_view(room.table, 0).slate == end["slate"]
        assert end["slate"] not in repr(room.table.slates)
        for person in (jan, mia):
            await person.wish({"t": "again"})
        assert (await look(it, path)).json() == card
        table = await load(it.pub.log, jan.code)
        assert table is not None
        assert table.slate_of(end["slate"]) is not None


async def test_a_slate_that_is_guessed_or_of_another_table_is_not_shown() -> None:
    async with inn() as it:
        (jan,) = await it.party(["Jan"], rules(PUB_RULES, 2))
        other = await it.host("Wil")
        await play_together([jan])
        key = ended(jan.facts)["slate"]
        for path in (f"{jan.code}/slates/{key[:-1]}a", f"{jan.code}/slates/", f"{other.code}/slates/{key}"):
            answer = await look(it, f"/api/tables/{path}")
            assert answer.status_code == 404
        assert (await look(it, f"/api/tables/{jan.code}/slates/é{key}")).json() == {"code": "no_such_slate"}


async def test_before_the_end_of_a_match_there_is_no_slate() -> None:
    async with inn() as it:
        (jan,) = await it.party(["Jan"])
        assert audience.table_view((await it.room(jan.code)).table, 0).slate == ""
        answer = await look(it, f"/api/tables/{jan.code}/slates/{'a' * 20}")
        assert answer.json() == {"code": "no_such_slate"}
