"""A table as it is, then everything that happens at it, to one listener over a socket."""

import asyncio

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from punto.clause import Malformed
from punto.server.answers import Socket, caller, desk_of, heard, snapshot, table_stream, words
from punto.server.problems import answer
from punto.server.table_routes import kept


@websocket("/tables/{name:str}/live")
async def live_feed(socket: Socket, name: FromPath[str], after: FromQuery[int] = -1) -> None:
    """Send a table as it is, then what happens; from a version on where one is given."""
    await socket.accept()
    desk = desk_of(socket)
    person = caller(socket)
    try:
        live = await desk.live(table_stream(name))
    except Malformed as no:
        _, body = answer(no, staff=person.staff)
        await socket.send_bytes(words.encode(body))
        await socket.close(4404)
        return
    listener = desk.feeds.listen(live.stream)
    gone = asyncio.ensure_future(_until_gone(socket))
    try:
        # From here on nothing is missed: what comes now waits in the listener.
        sent = live.version
        first = {**snapshot(live, person), "events": []}
        if after >= 0:
            missed = await asyncio.to_thread(kept, desk, live, after, max(sent - after, 1))
            notes = tuple(note for note in missed if note.version <= sent)
            first["events"] = heard(live, person, notes)
        await socket.send_bytes(words.encode(first))
        while True:
            coming = asyncio.ensure_future(listener.next())
            await asyncio.wait({coming, gone}, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                coming.cancel()
                return
            notes_now = coming.result()
            if notes_now is None:
                await socket.close(listener.code, "resume from the last version")
                return
            fresh = tuple(note for note in notes_now if note.version > sent)
            if fresh:
                sent = fresh[-1].version
                told = {**snapshot(live, person), "events": heard(live, person, fresh)}
                await socket.send_bytes(words.encode(told))
    except WebSocketDisconnect:
        return
    finally:
        desk.feeds.leave(live.stream, listener)
        gone.cancel()


async def _until_gone(socket: Socket) -> None:
    """Wait until the other side has gone; what it says is not listened to."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return
