"""Filters events of the house for each audience."""

from punto.aggregate.event import Listener, may_learn
from punto.house.base_classes import HouseEvent
from punto.house.views.audience import WATCH, Audience


def hears(event: HouseEvent, audience: Audience, viewer: str | None = None) -> HouseEvent | None:
    """Return an event as an audience receives it, or None."""
    listener = Listener(
        viewer if audience is Audience.PATRON else None,
        staff=audience is Audience.STAFF,
        watches=audience in WATCH,
    )
    return event if may_learn(event, listener) else None
