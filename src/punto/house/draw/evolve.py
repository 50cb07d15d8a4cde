"""Events about entries and the draw, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.house.draw import events as happened
from punto.house.house import House
from punto.house.promotion import Promotion, PromotionEntry, Stage, Winner


def evolve(house: House, event: happened.DrawEvent, envelope: Envelope) -> House:
    """Return the house after an entry or a draw."""
    held = _changed(house.promotions[event.promotion], event, envelope)
    house = replace(house, promotions={**house.promotions, held.number: held})
    if isinstance(event, happened.PromotionEntered) and event.wager is not None:
        used = used_as(held.number, event.wager.stream, event.wager.version)
        return replace(house, wagers_used=(*house.wagers_used, used))
    return house


def used_as(promotion: int, stream: str, version: int) -> str:
    """Return the name under which a wager is used up for a promotion."""
    return f"{promotion} {stream} {version}"


def _changed(held: Promotion, event: happened.DrawEvent, envelope: Envelope) -> Promotion:
    match event:
        case happened.PromotionEntered():
            entry = PromotionEntry(event.number, event.person, event.wager)
            return replace(held, entries=(*held.entries, entry))
        case happened.DrawCommitted():
            return replace(held, committed=event.commitment)
        case happened.ScrutineerNamed():
            return replace(held, scrutineer=event.name)
        case happened.WinnersDrawn():
            people = {entry.number: entry.person for entry in held.entries}
            winners = {
                prize: Winner(prize, entry, people[entry], envelope.at)
                for prize, entry in event.won.items()
            }
            held = replace(held, stage=Stage.DRAWN, winners=winners)
            if event.commitment is None:
                return held
            return replace(held, seed=event.seed, passed_over=event.absent)
