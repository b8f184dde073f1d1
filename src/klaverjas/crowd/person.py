"""What one simulated person knows and wants. No socket and no clock: it hears messages and makes commands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from klaverjas.crowd.fold import fold
from klaverjas.wire import facts, messages
from klaverjas.wire.messages import AnyCommand, ToBrowser
from klaverjas.wire.shapes import DealView, TableView, Todo

TAKES_BACK = 0.03
CLAIMS = 0.003


@dataclass(slots=True)
class Person:
    """`wanted` is how many people must sit at the table before its host starts. `pending` is the command that
    has no answer yet. By command number, `sent` are the cards that he tried and `played` those that the pub
    acknowledged: of several that were tried under one number, after a refusal, the one that was then seen on
    the table. `complaints` is what the pub told wrongly."""

    chance: random.Random
    wanted: int
    view: TableView | None = None
    todo: Todo = field(default_factory=Todo)
    v: int = 0
    n: int = 0
    pending: AnyCommand | None = None
    sent: dict[int, set[str]] = field(default_factory=dict)
    played: dict[int, str] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    matches: int = 0
    _sealed: messages.GiveNumber | None = None

    def hear(self, message: ToBrowser) -> None:
        """Take in what the pub says. A refusal leaves the command pending until `give_up`."""
        match message:
            case messages.Snapshot():
                self._hear_all(message)
            case messages.Told():
                self._hear_news(message)

    def wish(self) -> AnyCommand | None:
        """The next command, none while he waits for an answer or for others."""
        if self.pending is not None or self.view is None:
            return None
        self.pending = self._wish(self.view, self.n + 1)
        if isinstance(self.pending, messages.PlayCard):
            self.sent.setdefault(self.pending.n, set()).add(self.pending.card)
        return self.pending

    def number(self) -> messages.GiveNumber | None:
        """What his browser gives for a deal that was sealed since the last time (docs/fair.md)."""
        given, self._sealed = self._sealed, None
        return given

    def once_more(self) -> AnyCommand | None:
        """After coming back: the command that has no answer, under its number. Also when it cannot be done
        now: the pub may have it still, and only an answer tells what became of it."""
        return self.pending

    def give_up(self) -> None:
        """What was refused is not asked again; the next wish takes its number."""
        self.pending = None

    def _hear_all(self, snapshot: messages.Snapshot) -> None:
        if snapshot.v < self.v:
            self.complaints.append(f"a snapshot went back from version {self.v} to {snapshot.v}")
        elif snapshot.v == self.v and self.view is not None:
            told = differences(self.view, snapshot.view)
            self.complaints += [f"at version {self.v} a snapshot shows another {name}" for name in told]
        self.v, self.view, self.todo = snapshot.v, snapshot.view, snapshot.todo
        self._acknowledge(snapshot.n)
        coming = snapshot.fair.coming
        if coming is not None and coming.mine is None:
            self._draw(coming.match, coming.deal)

    def _draw(self, match: int, deal: int) -> None:
        self._sealed = messages.GiveNumber(match, deal, f"{self.chance.getrandbits(128):032x}")

    def _hear_news(self, told: messages.Told) -> None:
        if told.v != self.v + len(told.facts) or self.view is None:
            self.complaints.append(f"{len(told.facts)} facts led from version {self.v} to {told.v}")
            return
        for fact in told.facts:
            self.view = fold(self.view, fact)
            self.matches += isinstance(fact, facts.MatchEnded)
            if isinstance(fact, facts.DealSealed):
                self._draw(fact.match, fact.deal)
        self.v, self.todo = told.v, told.todo
        me = self.view.me
        mine = [fact.card for fact in told.facts if isinstance(fact, facts.CardPlayed) and fact.seat == me]
        self._acknowledge(told.n, mine)

    def _acknowledge(self, n: int, seen: Sequence[str] = ()) -> None:
        """The table has his command `n`; of the cards on it these were `seen` to come with that."""
        self.n = n
        if self.pending is None or n < self.pending.n:
            return
        if isinstance(self.pending, messages.PlayCard):
            tried = self.sent[self.pending.n]
            known = seen or tried
            if len(known) == 1:
                (self.played[self.pending.n],) = known
        self.pending = None

    def _wish(self, view: TableView, n: int) -> AnyCommand | None:
        host = view.chairs[view.me].host
        match view.phase:
            case "waiting":
                here = sum(chair.kind == "person" for chair in view.chairs)
                return messages.Start(n) if host and here >= self.wanted else None
            case "closing":
                return messages.ShowScore(n)
            case "scored":
                return (
                    None if view.ready[view.me] or view.deal is None else messages.GoOn(n, view.deal.number)
                )
            case "ended":
                return None if view.ready[view.me] else messages.Again(n)
        return None if view.deal is None else self._move(view, view.deal, n)

    def _move(self, view: TableView, deal: DealView, n: int) -> AnyCommand | None:
        todo = self.todo
        if todo.may_take_back and self.chance.random() < TAKES_BACK:
            return messages.TakeBack(n)
        if todo.may_claim and deal.last is not None and self.chance.random() < CLAIMS:
            accused = (view.me + 1) % len(view.chairs)
            return messages.Claim(n, deal.number, accused, self.chance.randint(0, deal.last.number))
        if todo.turn != view.me:
            return None
        if todo.calls:
            return messages.MakeCall(n, self.chance.choice(todo.calls))
        return messages.PlayCard(n, self.chance.choice(todo.cards)) if todo.cards else None


def differences(one: TableView, other: TableView) -> list[str]:
    """The names of what two views say differently. A hand has no order."""
    return [*_unlike(_in_order(one), _in_order(other), but="deal"), *_unlike_deals(one, other)]


def _unlike_deals(one: TableView, other: TableView) -> list[str]:
    mine, yours = _in_order(one).deal, _in_order(other).deal
    if mine is None or yours is None:
        return [] if mine is yours else ["deal"]
    return [f"deal.{name}" for name in _unlike(mine, yours)]


def _unlike(one: msgspec.Struct, other: msgspec.Struct, but: str = "") -> list[str]:
    names = [name for name in one.__struct_fields__ if name != but]
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def _in_order(view: TableView) -> TableView:
    if view.deal is None:
        return view
    deal = msgspec.structs.replace(view.deal, hand=sorted(view.deal.hand))
    return msgspec.structs.replace(view, deal=deal)
