"""Events about terms, to the next state."""

from msgspec.structs import asdict, replace

from punto.aggregate.envelope import Envelope
from punto.house.house import House
from punto.house.promotion import Promotion, Stage, Terms
from punto.house.terms import events as happened


def evolve(house: House, event: happened.TermsEvent, envelope: Envelope) -> House:
    """Return the house after something happened to terms."""
    match event:
        case happened.PromotionDrafted():
            begun = Promotion(event.promotion, event.name)
            return replace(house, promotions={**house.promotions, begun.number: begun})
        case happened.ItemPrescribed():
            return replace(house, prescribed=(*house.prescribed, event.item))
        case happened.ItemLifted():
            left = tuple(item for item in house.prescribed if item != event.item)
            return replace(house, prescribed=left)
        case _:
            held = _changed(house.promotions[event.promotion], event, envelope)
            return replace(house, promotions={**house.promotions, held.number: held})


def _changed(
    held: Promotion,
    event: happened.TermsWritten
    | happened.PrizeOffered
    | happened.PrizeWithdrawn
    | happened.TermsPublished
    | happened.TermsSent
    | happened.PromotionStarted,
    envelope: Envelope,
) -> Promotion:
    match event:
        case happened.TermsWritten():
            held = _amended(held, event.version, envelope.at)
            starts = held.starts_at if event.starts_at is None else event.starts_at
            closes = held.closes_at if event.closes_at is None else event.closes_at
            terms = together(held.terms, event.terms)
            return replace(held, terms=terms, starts_at=starts, closes_at=closes)
        case happened.PrizeOffered():
            prizes = {**held.prizes, event.number: event.prize}
            held = _amended(held, event.version, envelope.at)
            return replace(held, prizes=prizes, prizes_made=event.number)
        case happened.PrizeWithdrawn():
            prizes = {key: prize for key, prize in held.prizes.items() if key != event.number}
            return replace(_amended(held, event.version, envelope.at), prizes=prizes)
        case happened.TermsPublished():
            return replace(
                held,
                stage=Stage.PUBLISHED,
                starts_at=event.starts_at,
                closes_at=event.closes_at,
            )
        case happened.TermsSent():
            return replace(held, sent={**held.sent, event.version: envelope.at})
        case happened.PromotionStarted():
            return replace(held, stage=Stage.STARTED)


def _amended(held: Promotion, version: int, at: int) -> Promotion:
    """Return a promotion with other terms; only once it has started do they count as amended."""
    if held.stage in (Stage.DRAFT, Stage.PUBLISHED):
        return replace(held, version=version)
    # What waits to be sent waits since it was first amended.
    since = at if held.version in held.sent else held.amended_at
    return replace(held, version=version, amended_at=since)


def together(before: Terms, given: Terms) -> Terms:
    """Return terms with what is given in the place of what was said before."""
    blank = asdict(Terms())
    said = {key: value for key, value in asdict(given).items() if value != blank[key]}
    return replace(before, **said)
