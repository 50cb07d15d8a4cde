"""The desk: every stream that this process serves. Decide, append, publish, in that order.

One command at a time for a stream, any number of streams at once: those that wait for the disk
share one commit. What was answered is on the disk; what was not was not done.
"""

import asyncio
from collections.abc import Callable, Iterator
from secrets import randbelow
from typing import Any

from msgspec import Struct

from punto.clause import Malformed, Refused
from punto.prepare import prepare
from punto.rulebook.elect import elect
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import known, load
from punto.sealed import Sealed
from punto.server import shoes
from punto.server.aggregate import Aggregate, Decided, Past
from punto.server.feeds import Feeds, Note
from punto.server.seal import Seal
from punto.server.tables import ServedTable
from punto.shoe import composition
from punto.store.kinds import SHOE, TABLE, of_kind
from punto.store.log import Log
from punto.store.opening import Opened, keep_if_due, opened
from punto.store.problems import Conflict, NoStore
from punto.store.recorded import Act, Append, Appended
from punto.table.authority import Actor
from punto.table.opening.setting_up import set_up, taken_up

Clock = Callable[[], int]
# Another process that writes to the same stream is overtaken, or has the last word.
_TRIES = 5


class Answer(Struct, frozen=True):
    """What is said to whoever commanded something: the versions that it made, and the events."""

    stream: str
    first: int
    last: int
    events: tuple[Any, ...]
    repeated: bool = False


class Wanted(Struct, frozen=True):
    """A table that somebody wants: ``ready`` with a shoe that is shuffled, cut and burned."""

    rulebook: str
    elections: Elections
    float_cents: int
    ready: bool = False


class Live(Past):
    """A stream in memory, with the version it stands at and the order of its cards."""

    def __init__(self, log: Log, stream: str, aggregate: Aggregate, version: int) -> None:
        self.log, self.stream, self.aggregate, self.version = log, stream, aggregate, version
        self.lock = asyncio.Lock()
        # Orders that were fixed and not yet shown, the one on the table last.
        self.orders: tuple[shoes.Kept, ...] = ()
        self.shoe_version = 0
        self.last_ms = 0

    def events(self) -> Iterator[Any]:
        """Yield the events of the stream from its birth."""
        kind = of_kind(self.aggregate.kind)
        return (kind.read_event(one.payload) for one in self.log.read(self.stream))


class Desk:
    """Everything that one process serves."""

    def __init__(self, log: Log, seal: Seal, clock_ms: Clock) -> None:
        self.log, self.seal, self.clock_ms = log, seal, clock_ms
        self.feeds = Feeds()
        self._live: dict[str, Live] = {}
        self._opening = asyncio.Lock()

    async def open_table(self, stream: str, wanted: Wanted, by: Actor) -> Answer:
        """Set a table up; with virtual cards its first order is fixed with it."""
        rules = elect(load(known(wanted.rulebook)), wanted.elections)
        prepared = prepare(rules, randbelow) if wanted.ready else None
        given = taken_up(rules, prepared.shoe) if prepared else None
        birth = set_up(rules, wanted.elections, wanted.float_cents, given)
        served = ServedTable.of(of_kind(TABLE).replay((birth,)))  # type: ignore[misc]
        act = self._act(by, None, b"")
        append = Append(
            stream=stream,
            kind=TABLE,
            expected=0,
            events=served.stored((birth,)),
            act=act,
            rulebook=rules.edition.id,
        )
        live = Live(self.log, stream, served, 0)
        live.last_ms = act.time_ms
        order = prepared.order if prepared else composition(rules)
        cards = Sealed(order) if rules.origin is Origin.VIRTUAL else None
        decided = Decided((birth,), served.state, cards)
        orders, beside = self._sealed(live, decided, act)
        try:
            done = await self._append((append, *beside))
        except Conflict:
            raise Malformed(f"there is a table {stream} already", code="already_so") from None
        self._taken(live, decided, done, orders, beside)
        self._live[stream] = live
        return Answer(stream, done.first, done.last, (birth,))

    async def live(self, stream: str) -> Live:
        """Return a stream that is served, opened from the log if it is not in memory yet."""
        found = self._live.get(stream)
        if found is not None:
            return found
        async with self._opening:
            found = self._live.get(stream)
            if found is None:
                found = await asyncio.to_thread(self._opened, stream)
                self._live[stream] = found
            return found

    def _opened(self, stream: str) -> Live:
        head = self.log.stream(stream)
        if head is None or head.kind != TABLE:
            raise Malformed(f"there is no table {stream}", code="no_such_thing")
        digest = load(head.rulebook).digest
        try:
            now: Opened = opened(self.log, stream, digest)
        except NoStore:
            raise Malformed(f"there is no table {stream}", code="no_such_thing") from None
        live = Live(self.log, stream, ServedTable.of(now.state), now.version)
        self._find_shoe(live)
        return live

    def _find_shoe(self, live: Live) -> None:
        """Open the order that lies on a table whose cards are virtual."""
        hidden: dict[int, shoes.ShoeSealed] = {}
        for one in self.log.read(shoes.stream_of(live.stream)):
            event = shoes.read(one.payload)
            live.shoe_version = one.version
            if isinstance(event, shoes.ShoeSealed):
                hidden[event.number] = event
            else:
                del hidden[event.number]
        live.orders = tuple(
            shoes.opened(self.seal, live.stream, event) for event in hidden.values()
        )
        live.aggregate.cards = live.orders[-1].sealed if live.orders else None

    async def act(
        self,
        stream: str,
        by: Actor,
        text: bytes,
        key: str | None = None,
        entered_by: str | None = None,
    ) -> Answer:
        """Carry out a command on a stream, once for each key, or say no and change nothing."""
        live = await self.live(stream)
        command = live.aggregate.read_command(text)
        async with live.lock:
            for _ in range(_TRIES):
                act = self._act(by, key, text, entered_by, live.last_ms)
                actor = Actor(by.name, by.title, act.time_ms // 1000)
                try:
                    decided = live.aggregate.decide(actor, command, live)
                except (Malformed, Refused):
                    first = await self._first_answer(live, act)
                    if first is not None:
                        return first
                    raise
                try:
                    return await self._kept(live, decided, act)
                except Conflict:
                    await asyncio.to_thread(self._catch_up, live)
        raise Malformed(f"{stream} is busy elsewhere", "try again", code="busy")

    def _act(
        self,
        by: Actor,
        key: str | None,
        text: bytes,
        entered_by: str | None = None,
        not_before: int = 0,
    ) -> Act:
        # A clock that goes back would put what comes later before what came earlier.
        at = max(self.clock_ms(), not_before)
        return Act(
            actor=by.name,
            title=by.title,
            time_ms=at,
            command=text,
            key=key,
            entered_by=entered_by,
        )

    async def _kept(self, live: Live, decided: Decided, act: Act) -> Answer:
        """Append what a command does, take it over and publish it."""
        append = Append(
            stream=live.stream,
            kind=live.aggregate.kind,
            expected=live.version,
            events=live.aggregate.stored(decided.events),
            act=act,
            rulebook=live.aggregate.rules.edition.id,
        )
        orders, beside = self._sealed(live, decided, act)
        done = await self._append((append, *beside))
        if done.repeated:
            return await self._answered(live, done)
        before = live.version
        self._taken(live, decided, done, orders, beside)
        now = Opened(
            live.stream, live.aggregate.kind, live.version, append.rulebook, live.aggregate.state
        )
        keep_if_due(self.log, now, before, live.aggregate.rules.edition.digest)
        notes = tuple(Note(done.first + place, event) for place, event in enumerate(decided.events))
        self.feeds.publish(live.stream, notes)
        return Answer(live.stream, done.first, done.last, decided.events)

    async def _append(self, appends: tuple[Append, ...]) -> Appended:
        if len(appends) == 1:
            return await asyncio.wrap_future(self.log.append(appends[0]))
        return (await asyncio.wrap_future(self.log.append_together(appends)))[0]

    def _sealed(
        self, live: Live, decided: Decided, act: Act
    ) -> tuple[tuple[shoes.Kept, ...], tuple[Append, ...]]:
        """Return the orders that are fixed after a command, and what their stream is told.

        What lay on the table is shown once it was mixed for good; a cut alone would tell from it
        what lies there now.
        """
        cards, orders = decided.cards, live.orders
        if cards is None or (orders and cards == orders[-1].sealed):
            return orders, ()
        at, number = live.version + 1, orders[-1].number + 1 if orders else 1
        kept, fixed = shoes.fixed(self.seal, live.stream, number, cards, at)
        over = shoes.is_over(decided.events)
        told: list[shoes.ShoeEvent] = []
        if over:
            told += [shoes.revealed(order, at) for order in orders]
        told.append(fixed)
        append = Append(
            stream=shoes.stream_of(live.stream),
            kind=SHOE,
            expected=live.shoe_version,
            events=tuple(shoes.fresh(event) for event in told),
            act=Act(actor=act.actor, title=act.title, time_ms=act.time_ms, key=act.key),
            rulebook=live.aggregate.rules.edition.id,
        )
        return (kept,) if over else (*orders, kept), (append,)

    def _taken(
        self,
        live: Live,
        decided: Decided,
        done: Appended,
        orders: tuple[shoes.Kept, ...],
        beside: tuple[Append, ...],
    ) -> None:
        """Take over what was kept."""
        live.shoe_version += sum(len(append.events) for append in beside)
        live.aggregate.take(decided)
        live.version, live.orders = done.last, orders
        live.last_ms = max(live.last_ms, self.clock_ms())

    async def _first_answer(self, live: Live, act: Act) -> Answer | None:
        """Return what was answered to the same key before, if it was."""
        if act.key is None:
            return None
        done = await asyncio.to_thread(self.log.answer, live.stream, act)
        return None if done is None else await self._answered(live, done)

    async def _answered(self, live: Live, done: Appended) -> Answer:
        """Return the first answer once more, with its events read from the log."""

        def read() -> tuple[Any, ...]:
            kind = of_kind(live.aggregate.kind)
            kept = self.log.read(live.stream, done.first - 1, done.last)
            return tuple(kind.read_event(one.payload) for one in kept)

        return Answer(
            live.stream, done.first, done.last, await asyncio.to_thread(read), repeated=True
        )

    def _catch_up(self, live: Live) -> None:
        """Follow what another process has added to a stream."""
        kind = of_kind(live.aggregate.kind)
        for one in self.log.read(live.stream, live.version):
            event = kind.read_event(one.payload)
            live.aggregate.state = live.aggregate.after((event,))
            live.version = one.version
            live.last_ms = max(live.last_ms, one.time_ms)
        self._find_shoe(live)
