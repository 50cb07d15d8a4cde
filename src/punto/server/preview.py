"""What a command would bring about, told before it is given; never which cards come."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.http_api.responses import Consequence
from punto.server.command_service import CommandService
from punto.server.consequences import cards_hidden
from punto.server.feeds import FeedEvent, noted


class Preview(Struct, frozen=True):
    """What would happen; or, where that hangs on cards nobody may know, what may be ordered."""

    notes: tuple[FeedEvent, ...] = ()
    consequences: tuple[Consequence, ...] = ()


async def preview(desk: CommandService, stream: str, by: Actor, text: bytes) -> Preview:
    """Return what a command would bring about now; nothing is kept, and no card is shown."""
    live = await desk.live(stream)
    command = live.aggregate.read_command(text)
    at_ms = max(desk.clock_ms(), live.last_ms)
    # What another command is doing is done first.
    async with live.lock:
        actor = Actor(by.name, by.title, at_ms // 1000)
        await live.read_back(command)
        if live.aggregate.hides(command):
            return Preview(consequences=live.aggregate.consequences(actor, command))
        decided = live.aggregate.decide(actor, command)
        if dict(decided.shoes) != dict(live.aggregate.shoes):
            raise cards_hidden()
        return Preview(noted(live.version + 1, decided.events, at_ms))
