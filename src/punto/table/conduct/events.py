"""Measures against people, and disputes on their way."""

from punto.aggregate.event import Alert, Event, Register, Unregistered, Visibility


class OfConduct(Event, frozen=True, gc=False):
    """An event about conduct and disputes."""


class PatronBarred(OfConduct, frozen=True, gc=False, tag="patron_barred"):
    """Somebody may not play on at this table."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronExcluded(OfConduct, frozen=True, gc=False, tag="patron_excluded"):
    """Somebody has to leave the casino."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronDetained(OfConduct, frozen=True, gc=False, tag="patron_detained"):
    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronHandedOver(OfConduct, frozen=True, gc=False, tag="patron_handed_over"):
    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str
    to: str


class DecisionRecorded(OfConduct, frozen=True, gc=False, tag="decision_recorded"):
    """What the rulebook leaves open was decided for this table; a later decision replaces it."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    matter: str
    ruling: str


class DisputeRaised(OfConduct, frozen=True, gc=False, tag="dispute_raised"):
    """Somebody disputes what was done in a coup, nought for none."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)
    alert = Alert.DISPUTE

    number: int
    person: str
    facts: str
    coup: int = 0


class ReviewRequested(OfConduct, frozen=True, gc=False, tag="review_requested"):
    """Whoever raised a dispute asks for another ruling."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str


class DisputeRuled(OfConduct, frozen=True, gc=False, tag="dispute_ruled"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str
    ruling: str


class DisputeClosed(OfConduct, frozen=True, gc=False, tag="dispute_closed"):
    """A dispute ended; ``advised`` if its owner was told where they may go."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str
    satisfied: bool
    advised: bool = False
    decision: str = ""


ConductEvent = (
    PatronBarred
    | PatronExcluded
    | PatronDetained
    | PatronHandedOver
    | DecisionRecorded
    | DisputeRaised
    | ReviewRequested
    | DisputeRuled
    | DisputeClosed
)
