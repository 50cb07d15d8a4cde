"""Something as it is, then everything that happens, to one listener over a socket."""

import asyncio
from typing import Any

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from punto.clause import Malformed
from punto.http_api import responses
from punto.http_api.routes import ResourceRoute
from punto.server.error_responses import answer
from punto.server.feeds import GOING_AWAY, TOO_SLOW, FeedEvent, Listener
from punto.server.people.person import Person
from punto.server.request_authentication import still
from punto.server.request_io import Socket, caller, csrf, desk_of, lapsed, words
from punto.server.resource import Resource
from punto.server.resource_lookup import facet_of
from punto.server.route_docs import RouteParameter, route_docs

GONE, SIGNED_OUT = 4404, 4401
# The client disconnected, so no close message is sent.
HUNG_UP = 0
_WORDS = {
    SIGNED_OUT: "sign in again",
    GOING_AWAY: "resume from the last version",
    TOO_SLOW: "resume from the last version",
}
# So often it is asked whether whoever listens is still let in.
STILL_SECONDS = 10.0
_RESUMED = RouteParameter(
    "after", int, "the last version that was seen; what came since is sent first"
)


@websocket(ResourceRoute.LIVE, opt=route_docs(responses.FeedStart, asked=(_RESUMED,)))
async def follow(socket: Socket, after: FromQuery[int] = -1) -> None:
    """Send it as it is, then the fields that change; from a version on where one is given."""
    await socket.accept()
    desk, person = desk_of(socket), caller(socket)
    try:
        facet = await facet_of(socket)
    except Malformed as error:
        await _refuse(socket, error)
        return
    listener = desk.feeds.listen(facet.live.stream)
    # Whichever ends it says so to the listener, who alone is waited for.
    disconnected = asyncio.ensure_future(_wait_for_disconnect(socket))
    disconnected.add_done_callback(lambda _: listener.end(HUNG_UP))
    signed_out = asyncio.ensure_future(_wait_for_sign_out(socket, person))
    signed_out.add_done_callback(lambda _: listener.end(SIGNED_OUT))
    try:
        # From here on nothing is missed: what comes now waits in the listener.
        await _FeedSession(socket, facet, person).to_the_end(listener, after)
    except WebSocketDisconnect:
        return
    finally:
        desk.feeds.leave(facet.live.stream, listener)
        disconnected.cancel()
        signed_out.cancel()


class _FeedSession:
    """One who follows: what they were sent last, so that only what changes is sent again."""

    def __init__(self, socket: Socket, facet: Resource, person: Person) -> None:
        self.socket, self.facet, self.person = socket, facet, person
        self.sent = 0
        self.seen: Any = None

    async def to_the_end(self, listener: Listener, after: int) -> None:
        await self._send_start(after)
        while True:
            notes = await listener.next()
            if notes is None:
                if listener.code != HUNG_UP:
                    await self.socket.close(listener.code, _WORDS[listener.code])
                return
            # Whatever has come meanwhile goes along: one view for all of it.
            fresh = tuple(note for note in (*notes, *listener.waiting_now()) if self._is_new(note))
            if fresh:
                await self._send_update(fresh)

    def _is_new(self, note: FeedEvent) -> bool:
        return note.version > self.sent

    async def _send_start(self, after: int) -> None:
        facet, live = self.facet, self.facet.live
        self.sent = version = live.version
        seat = facet.looking(self.person)
        self.seen = facet.view(seat)
        missed: tuple[FeedEvent, ...] = ()
        if 0 <= after < version:
            missed = await asyncio.to_thread(live.kept, after, version)
        you = facet.you(self.person, csrf(self.socket), lapsed=lapsed(self.socket))
        await self._send(responses.FeedStart(version, you, self.seen, facet.heard(seat, missed)))

    async def _send_update(self, fresh: tuple[FeedEvent, ...]) -> None:
        facet = self.facet
        seat = facet.looking(self.person)
        now = facet.view(seat)
        changes = {
            name: value
            for name in now.__struct_fields__
            if (value := getattr(now, name)) is not (was := getattr(self.seen, name))
            and value != was
        }
        # The view may be newer than these events; later events follow with the next update.
        self.seen, self.sent = now, fresh[-1].version
        events = facet.heard(seat, fresh)
        if changes or events:
            await self._send(responses.FeedUpdate(self.sent, changes, events))

    async def _send(self, message: Any) -> None:
        await self.socket.send_bytes(words.encode(message))


async def _refuse(socket: Socket, error: Malformed) -> None:
    """Say over a socket that there is no such thing."""
    _, body = answer(error, staff=caller(socket).staff)
    await socket.send_bytes(words.encode(body))
    await socket.close(GONE)


async def _wait_for_disconnect(socket: Socket) -> None:
    """Wait until the other side has gone; what it says is not listened to."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return


async def _wait_for_sign_out(socket: Socket, person: Person) -> None:
    """Wait until whoever listens would no longer be let in as who they are."""
    while True:
        await asyncio.sleep(STILL_SECONDS)
        if not await still(socket, person):
            return
