"""The TypeScript twins in the page are those of the server's shapes."""

from pathlib import Path

from klaverjas.wire import typescript

PAGE = Path(__file__).parents[2] / "web" / "src" / "wire.gen.ts"


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert PAGE.read_text() == typescript.generate(), (
        "run: python3 dev.py exec python -m klaverjas.wire.typescript > web/src/wire.gen.ts"
    )
