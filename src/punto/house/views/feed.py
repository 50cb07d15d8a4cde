"""What an audience hears of an event of the house."""

from punto.house import events as happened
from punto.house.events import AnyEvent
from punto.house.views.audience import WATCH, Audience

# What everybody may hear; of the rest, a patron what is about them, staff what they work with.
PUBLIC = (
    happened.HouseSetUp,
    happened.TermsPublished,
    happened.PromotionStarted,
    happened.DrawCommitted,
    happened.ScrutineerNamed,
    happened.WinnersDrawn,
    happened.PromotionPostponed,
    happened.DrawCancelled,
)
OF_PERSON = (
    happened.PromotionEntered,
    happened.ClaimDenied,
    happened.AwardRefused,
    happened.TermsDisputed,
    happened.PersonRegistered,
)
FOR_STAFF = (
    happened.PromotionEntered,
    happened.PersonRegistered,
    happened.TermsDisputed,
    happened.PromotionPrizePaid,
    happened.PrizeHandedOver,
)


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> AnyEvent | None:
    """Return an event as an audience hears it, or nothing; a new event is for those who watch."""
    if audience in WATCH or isinstance(event, PUBLIC):
        return event
    if audience is Audience.STAFF and isinstance(event, FOR_STAFF):
        return event
    if audience is Audience.PATRON and isinstance(event, OF_PERSON) and event.person == viewer:
        return event
    return None
