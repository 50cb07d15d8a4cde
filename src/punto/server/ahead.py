"""What a command would bring about, told before it is given; never which cards come."""

from punto.clause import Malformed, NotEntitled, Refused
from punto.server.aggregate import cards_hidden
from punto.server.desk import Desk
from punto.server.feeds import Note, noted
from punto.table.authority import Actor


async def preview(desk: Desk, stream: str, by: Actor, text: bytes) -> tuple[Note, ...]:
    """Return what a command would bring about now; nothing is kept, and no card is shown."""
    live = await desk.live(stream)
    command = live.aggregate.read_command(text)
    at_ms = max(desk.clock_ms(), live.last_ms)
    # What another command is doing is done first.
    async with live.lock:
        actor = Actor(by.name, by.title, at_ms // 1000)
        hidden = live.aggregate.hides(command)
        try:
            decided = live.aggregate.decide(actor, command, live)
        except (Malformed, Refused) as no:
            # Why the rules refuse it may hang on a card; that somebody may not does not.
            if hidden and not isinstance(no, NotEntitled):
                raise hidden from None
            raise
        if hidden:
            raise hidden
        if dict(decided.cards) != dict(live.aggregate.cards):
            raise cards_hidden()
        return noted(live.version + 1, decided.events, at_ms)
