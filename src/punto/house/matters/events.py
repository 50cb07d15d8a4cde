"""Disputes, doubts, duties done, decisions, keys of people: what happened."""

from punto.aggregate.event import Alert, Event, Register, Unregistered, Visibility


class OfMatters(Event, frozen=True, gc=False):
    """An event about what has to be looked after."""


class TermsDisputed(OfMatters, frozen=True, gc=False, tag="terms_disputed"):
    """Somebody disputed the terms of a promotion."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.DISPUTES,)
    concerns = "person"
    alert = Alert.DISPUTE

    promotion: int
    number: int
    person: str
    facts: str


class TermsDecided(OfMatters, frozen=True, gc=False, tag="terms_decided"):
    """A dispute about terms was decided."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int
    decision: str
    satisfied: bool


class ComplaintAdvised(OfMatters, frozen=True, gc=False, tag="complaint_advised"):
    """Somebody was told of the right to complain."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int


class TermsDisputeClosed(OfMatters, frozen=True, gc=False, tag="terms_dispute_closed"):
    """A dispute about terms was closed."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int


class PromotionDoubted(OfMatters, frozen=True, gc=False, tag="promotion_doubted"):
    """The integrity of a promotion was found to be compromised."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    number: int
    text: str


class PromotionPostponed(OfMatters, frozen=True, gc=False, tag="promotion_postponed"):
    """A promotion was put off."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    number: int


class DrawCancelled(OfMatters, frozen=True, gc=False, tag="draw_cancelled"):
    """A draw was cancelled."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    number: int


class InspectorTold(OfMatters, frozen=True, gc=False, tag="inspector_told"):
    """The inspector was told; ``late`` if the time for it was over."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    promotion: int
    number: int
    late: bool = False


class PromotionValidated(OfMatters, frozen=True, gc=False, tag="promotion_validated"):
    """A promotion was found whole again."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    number: int
    text: str


class DutyDone(OfMatters, frozen=True, gc=False, tag="duty_done"):
    """A duty was done."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    duty: str
    text: str


class ReportFiled(OfMatters, frozen=True, gc=False, tag="report_filed"):
    """A report went to whom it is for."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    report: str
    period: str


class GapDecided(OfMatters, frozen=True, gc=False, tag="gap_decided"):
    """The house decided where the rules leave it to the house."""

    visibility = Visibility.WATCH
    registers = (Register.APPROVALS,)

    number: int
    gap: str
    decision: str
    reason: str


class TableRegistered(OfMatters, frozen=True, gc=False, tag="table_registered"):
    """A table is one of the house."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    table: str


class PersonRegistered(OfMatters, frozen=True, gc=False, tag="person_registered"):
    """Somebody is known by a key."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "person"

    person: str


class PersonErased(OfMatters, frozen=True, gc=False, tag="person_erased"):
    """The facts about somebody were erased."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    person: str
    reason: str


MattersEvent = (
    TermsDisputed
    | TermsDecided
    | ComplaintAdvised
    | TermsDisputeClosed
    | PromotionDoubted
    | PromotionPostponed
    | DrawCancelled
    | InspectorTold
    | PromotionValidated
    | DutyDone
    | ReportFiled
    | GapDecided
    | TableRegistered
    | PersonRegistered
    | PersonErased
)
