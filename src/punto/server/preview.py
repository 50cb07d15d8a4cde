"""The preview of a command. It never reveals which cards come."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.http_api.responses import Consequence
from punto.server.command_service import CommandService
from punto.server.consequences import cards_hidden
from punto.server.feeds import FeedEvent, noted


class Preview(Struct, frozen=True):
    """The events of a command; if they depend on hidden cards, its possible consequences."""

    notes: tuple[FeedEvent, ...] = ()
    consequences: tuple[Consequence, ...] = ()


async def preview(desk: CommandService, stream: str, by: Actor, text: bytes) -> Preview:
    """Return the preview of a command. Nothing is stored, and no hidden card is revealed."""
    live = await desk.live(stream)
    command = live.aggregate.read_command(text)
    at_ms = max(desk.clock_ms(), live.last_ms)
    # Another command in progress finishes first.
    async with live.lock:
        actor = Actor(by.name, by.title, at_ms // 1000)
        await live.read_back(command)
        if live.aggregate.hides(command):
            return Preview(consequences=live.aggregate.consequences(actor, command))
        decided = live.aggregate.decide(actor, command)
        if dict(decided.shoes) != dict(live.aggregate.shoes):
            raise cards_hidden()
        return Preview(noted(live.version + 1, decided.events, at_ms))
