"""Every stream that this process serves. Decide, append, publish, in that order.

Each stream executes one command at a time. Streams do not wait for each other, and commands that
wait for the disk share one commit. A result is returned only after its events are on the disk.
"""

import asyncio
from collections.abc import Callable
from secrets import randbelow
from time import perf_counter
from typing import Any

from punto.aggregate.actor import Actor
from punto.aggregate.event import Event
from punto.clause import Malformed, Refused
from punto.driver.driver import Decided, Position, Shoes
from punto.driver.house import new_premises
from punto.driver.table import TableDriver
from punto.driver.tournament import TournamentDriver, new_tournament
from punto.error_codes import ErrorCode
from punto.rulebook.elect import elect
from punto.rulebook.elections import Elections
from punto.rulebook.load import known, load
from punto.server.aggregate import Aggregate
from punto.server.command_messages import CommandRequest, CommandResult, NewTableRequest
from punto.server.feeds import FeedEvent, Feeds, noted
from punto.server.house_lookups import HouseReader
from punto.server.metrics import Metrics
from punto.server.open_stream import SERVED, OpenStream, StoredCommand, commands
from punto.server.people.token_revocation import TokenRevocation
from punto.server.served_house import ServedHouse, StoredHouse
from punto.server.served_table import ServedTable
from punto.server.served_tournament import ServedTournament
from punto.server.virtual_shoes.encryption import Seal
from punto.server.virtual_shoes.lifecycle import Shoes as StoredShoes
from punto.server.virtual_shoes.lifecycle import read_on, shoe_appends
from punto.shoe import composition, shuffled
from punto.shoe_preparation import prepare
from punto.store.errors import Conflict, TooManyAppends
from punto.store.load_stream import Opened, keep, opened
from punto.store.log import Log
from punto.store.records import Append, Appended, CommandMetadata
from punto.store.snapshots import due
from punto.table.opening.creation import in_play_of_shoe, initial_table, set_up
from punto.virtual_cards import Sealed

Clock = Callable[[], int]
NO_SHOES: Shoes = {}
# Number of tries if another process writes to the same stream.
_TRIES = 20
# After this many commands without a thread change, other tasks get a turn.
_ALONE_MAX = 8


class CommandService:
    """Decides, stores and publishes the commands of all streams of one process."""

    def __init__(self, log: Log, seal: Seal, clock_ms: Clock) -> None:
        self.log, self.seal, self.clock_ms = log, seal, clock_ms
        self.feeds = Feeds()
        self.metrics = Metrics()
        self.metrics.now("punto_listeners", "Feeds that are open.", lambda: self.feeds.count)
        self.metrics.now("punto_open_streams", "Streams in memory.", lambda: len(self._live))
        log.watch(self.metrics.committed)
        self._live: dict[str, OpenStream] = {}
        self._opening = asyncio.Lock()
        # The number of commands in progress.
        self._acting = 0
        self._alone = 0
        # Revokes the tokens of patrons who leave; None if people have no tokens.
        self.leaving: TokenRevocation | None = None

    async def open_table(self, stream: str, wanted: NewTableRequest, by: Actor) -> CommandResult:
        """Set up a table. With virtual cards, commit to their first order at once."""
        rules = elect(load(known(wanted.rulebook)), wanted.elections)
        prepared = prepare(rules, randbelow) if wanted.ready else None
        in_play = in_play_of_shoe(rules, prepared.shoe) if prepared else None
        creation = set_up(rules, wanted.elections, wanted.float_cents, in_play)
        aggregate = ServedTable(
            TableDriver(rules, Position(initial_table(creation), 0), randbelow=randbelow)
        )
        # The order of new cards is unknown: they may have been delivered shuffled.
        order = prepared.order if prepared else shuffled(composition(rules), randbelow)
        shoes = {name: Sealed(order) for name in aggregate.virtual_shoes()}
        return await self._create_stream(stream, aggregate, creation, by, shoes)

    async def open_tournament(
        self, stream: str, rulebook: str, name: str, elections: Elections, by: Actor
    ) -> CommandResult:
        """Set up a tournament. It is a draft until its conditions are set."""
        new = new_tournament(known(rulebook), name, elections)
        position = Position(new.state, 0)
        aggregate = ServedTournament(TournamentDriver(new.elected, position, (), randbelow))
        return await self._create_stream(stream, aggregate, new.events[0], by)

    async def open_house(
        self, stream: str, rulebook: str, name: str, zone: str, by: Actor
    ) -> CommandResult:
        """Set up the house, without any duties."""
        new = new_premises(known(rulebook), name, zone)
        house = StoredHouse(new.elected, Position(new.state, 0), HouseReader(self.log))
        return await self._create_stream(stream, ServedHouse(house), new.events[0], by)

    async def _create_stream(
        self, stream: str, aggregate: Aggregate, first: Event, by: Actor, shoes: Shoes = NO_SHOES
    ) -> CommandResult:
        """Store the first event of a stream, or raise an error if the name is in use."""
        live = OpenStream(self.log, stream, aggregate)
        decided: Decided[Any, Any] = Decided(by, first.tag(), (first,), aggregate.state, shoes)
        metadata = self._metadata(by, CommandRequest())
        # The lock prevents a second copy that is loaded from the log.
        async with self._opening:
            try:
                done = await self._appended(live, decided, metadata)
            except Conflict:
                raise Malformed(f"there is {stream} already", code=ErrorCode.ALREADY_SO) from None
            self._live[stream] = live
        return CommandResult(stream, noted(done.first, decided.events, metadata.time_ms))

    async def live(self, stream: str) -> OpenStream:
        """Return an open stream; load it from the log if it is not in memory."""
        live = self._live.get(stream)
        if live is not None:
            return live
        async with self._opening:
            live = self._live.get(stream)
            if live is None:
                live = await asyncio.to_thread(self._load_stream, stream)
                self._live[stream] = live
            return live

    def _load_stream(self, stream: str) -> OpenStream:
        head = self.log.stream(stream)
        if head is None or head.kind not in SERVED:
            raise Malformed(f"there is no {stream}", code=ErrorCode.NO_SUCH_THING)
        digest = load(head.rulebook).digest
        loaded: Opened = opened(self.log, stream, digest)
        aggregate = SERVED[head.kind](self.log, loaded)
        live = OpenStream(self.log, stream, aggregate)
        for last in self.log.read(stream, loaded.version - 1, loaded.version):
            live.last_ms = last.time_ms
        live.lay(read_on(self.seal, live, aggregate.virtual_shoes(), loaded.version))
        if self.leaving is not None:
            self.leaving.opened(stream, aggregate.state)
        return live

    async def act(
        self,
        stream: str,
        by: Actor,
        text: bytes,
        key: str | None = None,
        entered_by: str | None = None,
    ) -> CommandResult:
        """Execute a command on a stream, once for each key; an error changes nothing."""
        live = await self.live(stream)
        name = "unreadable"
        self._acting += 1
        try:
            command = live.aggregate.read_command(text)
            name = str(command.__struct_config__.tag)
            done = await self._execute(live, by, command, CommandRequest(text, key, entered_by))
        except BaseException as error:
            self.metrics.refused(name, error)
            raise
        finally:
            self._acting -= 1
        self.metrics.commands.labels(name, "repeated" if done.repeated else "done").inc()
        await self._revoke_tokens(live, done.notes)
        return done

    async def _revoke_tokens(self, live: OpenStream, notes: tuple[FeedEvent, ...]) -> None:
        if self.leaving is not None:
            state, events = live.aggregate.state, (note.event for note in notes)
            await self.leaving.happened(live.stream, state, events)

    async def _execute(
        self, live: OpenStream, by: Actor, command: Any, request: CommandRequest
    ) -> CommandResult:
        async with live.lock:
            for _ in range(_TRIES):
                metadata = self._metadata(by, request, live.last_ms)
                actor = Actor(by.name, by.title, metadata.time_ms // 1000)
                await live.read_back(command)
                begun = perf_counter()
                try:
                    decided = live.aggregate.decide(actor, command)
                    self.metrics.decide.observe(perf_counter() - begun)
                except (Malformed, Refused):
                    repeated = await self._stored_result(live, metadata)
                    if repeated is not None:
                        return repeated
                    raise
                try:
                    return await self._append_and_publish(live, decided, metadata)
                except Conflict:
                    await self._catch_up(live)
        raise TooManyAppends(f"{live.stream} is busy elsewhere", "try again")

    def _metadata(self, by: Actor, request: CommandRequest, not_before: int = 0) -> CommandMetadata:
        # If the clock was set back, a later event must not get an earlier time.
        at = max(self.clock_ms(), not_before)
        return CommandMetadata(
            actor=by.name,
            title=by.title,
            time_ms=at,
            command=request.text,
            key=request.key,
            entered_by=request.entered_by,
        )

    async def _append_and_publish(
        self, live: OpenStream, decided: Decided[Any, Any], metadata: CommandMetadata
    ) -> CommandResult:
        """Append the events of a command, apply them and publish them."""
        before = live.version
        done = await self._appended(live, decided, metadata)
        if done.repeated:
            return await self._repeated_result(live, done)
        if due(before, live.version):
            aggregate, edition = live.aggregate, live.aggregate.rules.edition
            current = Opened(live.stream, aggregate.kind, live.version, edition.id, aggregate.state)
            keep(self.log, current, edition.digest)
        notes = noted(done.first, decided.events, metadata.time_ms)
        self.feeds.publish(live.stream, notes)
        return CommandResult(live.stream, notes)

    async def _appended(
        self, live: OpenStream, decided: Decided[Any, Any], metadata: CommandMetadata
    ) -> Appended:
        """Append events and the changes of shoes, all or nothing; apply them if they are new."""
        append = Append(
            stream=live.stream,
            kind=live.aggregate.kind,
            expected=live.version,
            events=live.aggregate.stored(decided.events),
            act=metadata,
            rulebook=live.aggregate.rules.edition.id,
        )
        shoe_changes = shoe_appends(self.seal, live, decided, metadata)
        begun = perf_counter()
        [done, *_] = await self._append_to_log((append, *shoe_changes.appends))
        self.metrics.append.observe(perf_counter() - begun)
        if done.repeated:
            return done
        self.metrics.events.labels(live.aggregate.kind).inc(len(decided.events))
        live.aggregate.take(decided)
        live.shoes = shoe_changes.shoes
        live.last_ms = max(live.last_ms, metadata.time_ms)
        return done

    async def _append_to_log(self, appends: tuple[Append, ...]) -> tuple[Appended, ...]:
        """Append to streams, all or nothing.

        A command that is alone is appended without a change of threads. Commands that wait together
        share one commit of the writer.
        """
        if self._acting == 1:
            self._alone += 1
            if self._alone % _ALONE_MAX == 0:
                # Let other commands start, so that they can share a commit.
                await asyncio.sleep(0)
            done = self.log.append_now(appends) if self._acting == 1 else None
            if done is not None:
                return done
        if len(appends) == 1:
            return (await asyncio.wrap_future(self.log.append(appends[0])),)
        return await asyncio.wrap_future(self.log.append_together(appends))

    async def _stored_result(
        self, live: OpenStream, metadata: CommandMetadata
    ) -> CommandResult | None:
        """Return the stored result of the same idempotency key, or None."""
        if metadata.key is None:
            return None
        done = await asyncio.to_thread(self.log.answer, live.stream, metadata)
        return None if done is None else await self._repeated_result(live, done)

    async def _repeated_result(self, live: OpenStream, done: Appended) -> CommandResult:
        """Return the result of the first execution again, with its events from the log."""
        notes = await asyncio.to_thread(live.kept, done.first - 1, done.last)
        return CommandResult(live.stream, notes, repeated=True)

    async def follow(self, stream: str, version: int) -> None:
        """Apply the events of another process up to a version, if the stream is open here."""
        live = self._live.get(stream)
        if live is None or live.version >= version:
            return
        async with live.lock:
            if live.version < version:
                await self._catch_up(live)

    async def _catch_up(self, live: OpenStream) -> None:
        """Apply the events that another process added to a stream, and publish them."""
        kind = live.aggregate.kind

        def read() -> tuple[list[StoredCommand], StoredShoes]:
            added = [*commands(kind, self.log.read(live.stream, live.version))]
            if not added:
                return added, live.shoes
            names = live.aggregate.virtual_shoes(
                event for command in added for event in command.events
            )
            return added, read_on(self.seal, live, names, added[-1].last)

        added, shoes = await asyncio.to_thread(read)
        # Applied on the event loop and not in that thread, so that nobody sees half of it.
        for command in added:
            live.aggregate.follow(command.by, command.events)
            live.last_ms = max(live.last_ms, command.time_ms)
        live.lay(shoes)
        for command in added:
            notes = noted(command.first, command.events, command.time_ms)
            self.feeds.publish(live.stream, notes)
            await self._revoke_tokens(live, notes)
