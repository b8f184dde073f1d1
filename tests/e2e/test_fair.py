"""A deal that the browser checks by itself, and its record that anyone can check without us."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import DESKTOP, PHONE, Invite, Person, play_until, until

NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
VIEWPORTS = {"phone": PHONE, "desktop": DESKTOP}


def stamped(person: Person) -> bool:
    return person.page.locator(".stamp").count() > 0


def one_deal(person: Person, players: int = 4, club: bool = False) -> str:
    """Plays a deal with regulars to its result; the code of the table."""
    code = person.open_table(players, club=club)
    person.start()
    until(person, what=lambda: len(person.hand) == 8)
    play_until([person], lambda: stamped(person))
    return code


def verify(record: Any, folder: Path, *options: str) -> tuple[int, str]:
    """Status and words of `klaverjas verify`."""
    file = folder / "deal.json"
    file.write_text(record if isinstance(record, str) else json.dumps(record))
    command = [str(Path(sys.executable).with_name("klaverjas")), "verify", str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_the_browser_says_fairly_dealt_and_the_saved_record_passes_the_command(
    invite: Invite, tmp_path: Path, viewport: str
) -> None:
    tineke = invite("Tineke", viewport=VIEWPORTS[viewport])
    code = one_deal(tineke)
    tineke.page.get_by_role("button", name="Eerlijk gedeeld").click()
    dialog = tineke.page.get_by_role("dialog", name="Eerlijk gedeeld")
    expect(dialog.get_by_text("Het getal van dit toestel zit erin.")).to_be_visible()
    expect(dialog.get_by_text("Het zegel is dat van vóór het delen.")).to_be_visible()
    expect(dialog.get_by_text("Uit de getallen volgen precies deze kaarten.")).to_be_visible()
    expect(dialog.get_by_text("Jouw kaarten zijn die uit de som.")).to_be_visible()
    assert tineke.axe() == []
    dialog.get_by_text("De getallen", exact=True).click()
    shown = dialog.locator("code").all_inner_texts()
    with tineke.page.expect_download() as saving:
        dialog.get_by_role("button", name="Bewaar dit potje").click()
    assert saving.value.suggested_filename == f"klaverkroeg-{code}-boom-1-potje-1.json"
    text = Path(saving.value.path()).read_text()
    record = json.loads(text)
    assert {record["seal"], record["seed"], record["numbers_seal"]} < set(shown)
    status, words = verify(text, tmp_path, "--seal", shown[0])
    assert (status, words.splitlines()[-1][:5]) == (0, "Fair:")
    cards = [record["cards"][1], record["cards"][0], *record["cards"][2:]]
    status, words = verify({**record, "cards": cards}, tmp_path)
    assert status == 1
    assert "NOT FAIR" in words
    answer = tineke.page.request.get(f"{tineke.url}api/tables/{code}/deals/1/0")
    assert answer.json() == record
    assert tineke.page.request.get(f"{tineke.url}api/tables/{code}/deals/1/1").status == 404


@pytest.mark.parametrize(("players", "club"), [(2, False), (3, False), (4, True)])
def test_every_kind_of_table_is_checked(invite: Invite, players: int, club: bool) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    one_deal(tineke, players, club)
    expect(tineke.page.get_by_role("button", name="Eerlijk gedeeld")).to_be_visible()


def test_a_page_without_https_checks_it_too_and_says_how(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.context.add_init_script(NO_SUBTLE)
    one_deal(tineke)
    tineke.page.get_by_role("button", name="Eerlijk gedeeld").click()
    expect(tineke.page.get_by_text("Deze pagina komt over gewoon http.")).to_be_visible()


def test_after_a_reload_in_the_middle_of_the_deal_the_browser_still_knows_what_it_saw(
    invite: Invite,
) -> None:
    tineke = invite("Tineke")
    tineke.open_table()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    play_until([tineke], lambda: len(tineke.hand) < 7)
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) > 0)
    play_until([tineke], lambda: stamped(tineke))
    expect(tineke.page.get_by_role("button", name="Eerlijk gedeeld")).to_be_visible()


def test_a_device_that_came_later_says_what_it_did_not_see(invite: Invite) -> None:
    tineke = invite("Tineke")
    one_deal(tineke)
    tineke.page.evaluate("localStorage.clear()")
    tineke.page.reload()
    tineke.page.get_by_role("button", name="De som klopt").click()
    expect(tineke.page.get_by_text("zag dit toestel niet").first).to_be_visible()


def test_a_pub_that_shows_another_deal_than_it_dealt_is_found_out(invite: Invite) -> None:
    """A cheating pub, played by a hand in the line: it shows a seed that it did not seal."""
    tineke = invite("Tineke")

    def cheat(line: Any) -> None:
        pub = line.connect_to_server()
        pub.on_message(lambda text: line.send(re.sub(r'"seed":"\w', '"seed":"x', text)))

    tineke.page.route_web_socket(re.compile("/ws/"), cheat)
    one_deal(tineke)
    tineke.page.get_by_role("button", name="Deze deling klopt niet").click()
    expect(tineke.page.get_by_text("Het getal van de kroeg past niet op het zegel.")).to_be_visible()


@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_the_page_about_fair_deals_shows_how_those_of_the_house_fell(invite: Invite, viewport: str) -> None:
    tineke = invite("Tineke", viewport=VIEWPORTS[viewport])
    one_deal(tineke)
    with tineke.page.expect_response("**/api/deals") as answer:
        tineke.go("eerlijk")
    shown = answer.value.json()
    expect(tineke.heading("Eerlijk delen")).to_be_visible()
    table = tineke.page.get_by_role("table", name="Gekeerde kleur", exact=True)
    expect(table).to_be_visible()
    counted = table.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    assert [int(each) for each in counted] == shown["turned"]
    assert tineke.axe() == []
    tineke.page.get_by_role("link", name="Naar de voordeur").click()
    expect(tineke.page.get_by_label("Hoe heet je?")).to_be_visible()
