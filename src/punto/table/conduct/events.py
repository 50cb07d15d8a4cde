"""Measures against people, and disputes on their way."""

from punto.table.event import Event


class PatronBarred(Event, frozen=True, gc=False, tag="patron_barred"):
    """Somebody may not play on at this table."""

    name: str


class PatronExcluded(Event, frozen=True, gc=False, tag="patron_excluded"):
    """Somebody has to leave the casino."""

    name: str


class PatronDetained(Event, frozen=True, gc=False, tag="patron_detained"):
    name: str


class PatronHandedOver(Event, frozen=True, gc=False, tag="patron_handed_over"):
    name: str
    to: str


class DisputeRaised(Event, frozen=True, gc=False, tag="dispute_raised"):
    number: int
    person: str
    facts: str


class ReviewRequested(Event, frozen=True, gc=False, tag="review_requested"):
    """Whoever raised a dispute asks for another ruling."""

    number: int
    person: str


class DisputeRuled(Event, frozen=True, gc=False, tag="dispute_ruled"):
    number: int
    person: str
    by: str
    title: str
    ruling: str


class DisputeClosed(Event, frozen=True, gc=False, tag="dispute_closed"):
    """A dispute ended; ``advised`` if its owner was told where they may go."""

    number: int
    person: str
    satisfied: bool
    advised: bool = False


ConductEvent = (
    PatronBarred
    | PatronExcluded
    | PatronDetained
    | PatronHandedOver
    | DisputeRaised
    | ReviewRequested
    | DisputeRuled
    | DisputeClosed
)
