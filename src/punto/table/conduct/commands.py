"""Conduct, measures against it, and disputes."""

from punto.aggregate.command import Command


class AboutConduct(Command, frozen=True):
    """A command about conduct and disputes."""


class ReportIncident(AboutConduct, frozen=True, tag="report_incident"):
    """Somebody did what they may not.

    ``asked`` if a patron had asked for it, ``keeps_rules`` if it only kept play within the rules;
    ``on_behalf_of`` is for whom it was done.
    """

    kind: str
    person: str
    text: str
    role: str | None = None
    on_duty: bool = False
    asked: bool = False
    keeps_rules: bool = False
    on_behalf_of: str | None = None


class VoidWagers(AboutConduct, frozen=True, tag="void_wagers"):
    """The wagers of somebody named in an incident are void: all of them, or the one named.

    They are those on the coup that is on or comes next, unless an earlier ``coup`` is named.
    """

    patron: str
    incident: int
    wager: str | None = None
    coup: int | None = None


class BarPatron(AboutConduct, frozen=True, tag="bar_patron"):
    """Somebody named in an incident may not play on."""

    patron: str
    incident: int


class ExcludePatron(AboutConduct, frozen=True, tag="exclude_patron"):
    """Somebody named in an incident is excluded from the casino."""

    patron: str
    incident: int


class Detain(AboutConduct, frozen=True, tag="detain"):
    """Somebody named in an incident is held."""

    patron: str
    incident: int


class HandOver(AboutConduct, frozen=True, tag="hand_over"):
    """Somebody who is held is handed over."""

    patron: str
    to: str


class RecordDecision(AboutConduct, frozen=True, tag="record_decision"):
    """What the rulebook leaves open is decided for this table, and the decision is kept."""

    matter: str
    ruling: str


class RaiseDispute(AboutConduct, frozen=True, tag="raise_dispute"):
    """Somebody disputes what was done; staff may enter it for a ``patron``.

    It is about the coup that is on, or was the last, unless another is named.
    """

    facts: str
    patron: str | None = None
    coup: int | None = None


class RuleOnDispute(AboutConduct, frozen=True, tag="rule_on_dispute"):
    """A dispute is ruled on, for the first time or again."""

    number: int
    ruling: str


class RequestReview(AboutConduct, frozen=True, tag="request_review"):
    """Whoever raised a dispute asks for another ruling; staff may enter it for a ``patron``."""

    number: int
    patron: str | None = None


class CloseDispute(AboutConduct, frozen=True, tag="close_dispute"):
    """A dispute ends with a decision; whoever is not satisfied is told where they may go."""

    number: int
    satisfied: bool
    advised: bool = False
    decision: str = ""


ConductCommand = (
    ReportIncident
    | VoidWagers
    | BarPatron
    | ExcludePatron
    | Detain
    | HandOver
    | RecordDecision
    | RaiseDispute
    | RuleOnDispute
    | RequestReview
    | CloseDispute
)
