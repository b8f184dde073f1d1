"""The figures of a match, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, TextIO

from klaverjas.arena.contestants import PROGRAM
from klaverjas.arena.match import Plan, Result
from klaverjas.arena.referee import SEATINGS, A, B, Tally
from klaverjas.rules import write_variant

BAR = 24
EVERY_SECONDS = 0.2


def as_json(result: Result) -> dict[str, Any]:
    """Every figure; those of A and B end in `_a` and `_b`."""
    plan = result.plan
    told: dict[str, Any] = {
        "a": plan.a,
        "b": plan.b,
        "variant": write_variant(plan.variant),
        "trump": plan.trump,
        "seed": plan.seed,
        "deals": result.deals,
        "complete": result.complete,
        "games": result.deals * len(SEATINGS[plan.variant.seats]),
        "diff": _rounded(result.diff),
        "se": _rounded(result.standard_error),
    }
    for who, letter, name in ((A, "a", plan.a), (B, "b", plan.b)):
        figures = _figures(result, result.tally(who), name)
        told |= {f"{key}_{letter}": value for key, value in figures.items()}
    return told


def _figures(result: Result, tally: Tally, name: str) -> dict[str, Any]:
    games = result.deals * len(SEATINGS[result.plan.variant.seats])
    program = name.startswith(PROGRAM)
    return {
        "points": _rounded(float(tally.points / games)) if games else None,
        "declared": tally.declared,
        "made": tally.declared - tally.failed,
        "nat": tally.failed,
        "pit": tally.marches,
        "moves": tally.moves,
        "refused": tally.refused,
        "lost": {lost.value: count for lost, count in sorted(tally.lost.items(), key=lambda e: e[0].value)},
        "cpu_ms": round(1000 * tally.cpu / tally.moves, 3) if tally.moves else None,
        "worst_cpu_ms": None if program else round(1000 * tally.worst, 1),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def as_text(result: Result) -> str:
    """The same in a few lines."""
    told, plan = as_json(result), result.plan
    if not result.deals:
        return "no deal was finished"
    error = f" +- {told['se']:.1f}" if told["se"] is not None else ""
    ended = "" if result.complete else f", ended early (of {plan.deals})"
    trump = "made by the players" if plan.trump == "players" else "fixed by the referee"
    lines = [
        f"{plan.a} against {plan.b}: {told['diff']:+.1f}{error} points a deal",
        f"{told['deals']} duplicate deals, {told['games']} games{ended}; seed {plan.seed}",
        f"{told['variant']}; trump {trump}",
    ]
    keys = ("points", "declared", "made", "nat", "pit", "moves", "refused", "cpu_ms", "worst_cpu_ms")
    names = ("points", "declared", "made", "nat", "pit", "moves", "refused", "cpu ms", "worst")
    lines.append("   " + "".join(f"{name:>9}" for name in names))
    for letter in "ab":
        values = [told[f"{key}_{letter}"] for key in keys]
        lines.append(f"{letter.upper():>3}" + "".join(f"{_cell(value):>9}" for value in values))
    for letter in "ab":
        lost: dict[str, int] = told[f"lost_{letter}"]
        if lost:
            reasons = ", ".join(f"{reason} {count}" for reason, count in lost.items())
            lines.append(f"{letter.upper()} lost moves: {reasons}")
    return "\n".join(lines)


def series_as_json(results: Sequence[Result]) -> dict[str, Any]:
    """The figures of matches in several variants, and of all together the moves and the refused ones."""
    tallies = [result.tally(who) for result in results for who in (A, B)]
    return {
        "matches": [as_json(result) for result in results],
        "moves": sum(tally.moves for tally in tallies),
        "refused": sum(tally.refused for tally in tallies),
    }


def series_as_text(results: Sequence[Result]) -> str:
    """The same, a line for each variant."""
    told, plan = series_as_json(results), results[0].plan
    lines = [
        f"{plan.a} against {plan.b}, {plan.deals} duplicate deals of each variant; seed {plan.seed}",
        "".join(f"{name:>9}" for name in ("diff", "se", "moves", "refused")) + "  variant",
    ]
    for match in told["matches"]:
        both = [match[f"{key}_a"] + match[f"{key}_b"] for key in ("moves", "refused")]
        values = [match["diff"], match["se"], *both]
        lines.append("".join(f"{_cell(value):>9}" for value in values) + f"  {match['variant']}")
    ended = "" if all(result.complete for result in results) else "; ended early"
    lines.append(f"{told['moves']} moves, {told['refused']} refused{ended}")
    return "\n".join(lines)


def _cell(value: object) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


class Bar:
    """A line on a terminal that says how far the match is; elsewhere nothing."""

    def __init__(self, out: TextIO = sys.stderr, clock: Callable[[], float] = monotonic) -> None:
        self._out = out
        self._clock = clock
        self._start = clock()
        self._shown = out.isatty()
        self._next = self._start

    def __call__(self, result: Result) -> None:
        now = self._clock()
        if self._shown and now >= self._next:
            self._next = now + EVERY_SECONDS
            self._out.write(f"\r\x1b[K{bar_text(result, now - self._start)}")
            self._out.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


def bar_text(result: Result, seconds: float) -> str:
    """How far it is, what it says so far, and how long it will still take at this pace."""
    plan: Plan = result.plan
    done = result.deals
    full = BAR * done // plan.deals
    left = round(seconds * (plan.deals - done) / done) if done else 0
    error = f" +- {result.standard_error:.1f}" if result.standard_error is not None else ""
    diff = f"{result.diff:+.1f}{error}" if result.diff is not None else ""
    bar = "#" * full + "." * (BAR - full)
    return f"[{bar}] {done}/{plan.deals}  {diff}  {left // 60}:{left % 60:02d} left"
