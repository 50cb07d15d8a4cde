"""Entrants were put out; matters were raised and settled."""

from punto.aggregate.event import Alert, Event, Register, Visibility


class OfConduct(Event, frozen=True, gc=False):
    """An event about conduct in a tournament."""


class BreachReported(OfConduct, frozen=True, gc=False, tag="breach_reported"):
    """What an entrant is said to have done, on record."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT

    number: int
    kind: str
    name: str
    text: str


class BreachRuled(OfConduct, frozen=True, gc=False, tag="breach_ruled"):
    """It was so, or not."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)

    number: int
    found: bool


class EntrantDisqualified(OfConduct, frozen=True, gc=False, tag="entrant_disqualified"):
    """An entrant is out for what they did; so many chips leave play.

    ``ranked`` where the value of their chips still counts: then ``coup`` says after which coup of
    the session they went, and ``order`` tells them from others.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.INCIDENTS,)

    name: str
    cause: str
    chips_cents: int = 0
    ranked: bool = False
    coup: int = 0
    order: int = 0


class RulesDisputed(OfConduct, frozen=True, gc=False, tag="rules_disputed"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)
    alert = Alert.DISPUTE

    number: int
    table: int
    name: str
    facts: str


class DisputeSettled(OfConduct, frozen=True, gc=False, tag="dispute_settled"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    decision: str


ConductEvent = BreachReported | BreachRuled | EntrantDisqualified | RulesDisputed | DisputeSettled
