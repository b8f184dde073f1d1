"""One thing that is fuzzed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st


@dataclass
class Target:
    """`check` raises when something is wrong with an example. `batch`: so many at a time. `prepare` makes
    what the examples are made of, outside of the drawing of them."""

    name: str
    examples: st.SearchStrategy[Any]
    check: Callable[[Any], None]
    batch: int = 200
    prepare: Callable[[], object] = field(default=lambda: None)
    close: Callable[[], None] = field(default=lambda: None)


@dataclass(frozen=True)
class Found:
    """What came of it: how many examples, in what time, and what was wrong."""

    name: str
    examples: int
    seconds: float
    fault: str


def fuzz(target: Target, first_seed: int, seconds: float, clock: Callable[[], float] = monotonic) -> Found:
    """Batches with seeds from the first one on, until the time is over or something is wrong. There is always
    one batch."""
    count, began, number, fault = 0, clock(), first_seed, ""

    def counted(example: Any) -> None:
        nonlocal count
        count += 1
        target.check(example)

    target.prepare()
    while not fault and (number == first_seed or clock() - began < seconds):
        try:
            run_batch(counted, target, number)
        except Exception as error:
            notes = "\n".join(getattr(error, "__notes__", []))
            fault = shortened(f"seed {number}: {type(error).__name__}: {error}\n{notes}")
        number += 1
    return Found(target.name, count, clock() - began, fault)


def shortened(text: str, longest: int = 2000) -> str:
    """The text, without its middle when it is long."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} ... {text[-half:]}"


def run_batch(check: Callable[[Any], None], target: Target, number: int) -> None:
    """One batch; raises what `check` raised for the smallest example that was found."""

    @seed(number)
    @settings(
        max_examples=target.batch,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
    )
    @given(target.examples)
    def batch(example: Any) -> None:
        check(example)

    batch()
