"""The matches that the page's fold is tested with are those that the table tells today."""

import pytest

from tests.table import fixtures


@pytest.mark.parametrize("name", [f"{name}.json" for name in fixtures.MATCHES])
def test_the_fixtures_of_the_page_are_up_to_date(name: str) -> None:
    current = (fixtures.FOLDER / name).read_bytes()
    assert current == fixtures.files()[name], "run: python3 dev.py exec python -m tests.table.fixtures"
