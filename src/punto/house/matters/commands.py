"""Disputes, doubts about a promotion, duties done, decisions on record, keys of people."""

from punto.aggregate.command import Command


class AboutMatters(Command, frozen=True):
    """A command about what has to be looked after."""


class DisputeTerms(AboutMatters, frozen=True, tag="dispute_terms"):
    """Somebody disputes the terms of a promotion."""

    promotion: int
    person: str
    facts: str


class DecideTerms(AboutMatters, frozen=True, tag="decide_terms"):
    """A dispute about terms is decided; ``satisfied`` is what the person says to it."""

    promotion: int
    dispute: int
    decision: str
    satisfied: bool


class AdviseComplaint(AboutMatters, frozen=True, tag="advise_complaint"):
    """Whoever is not satisfied is told of the right to complain."""

    promotion: int
    dispute: int


class CloseTermsDispute(AboutMatters, frozen=True, tag="close_terms_dispute"):
    """A dispute about terms is closed."""

    promotion: int
    dispute: int


class DoubtPromotion(AboutMatters, frozen=True, tag="doubt_promotion"):
    """The integrity of a promotion or its draw is found to be compromised."""

    promotion: int
    text: str


class PostponePromotion(AboutMatters, frozen=True, tag="postpone_promotion"):
    """A promotion whose integrity is compromised is put off."""

    promotion: int


class CancelDraw(AboutMatters, frozen=True, tag="cancel_draw"):
    """A draw whose integrity is compromised is cancelled."""

    promotion: int


class TellInspector(AboutMatters, frozen=True, tag="tell_inspector"):
    """The inspector is told that a promotion was put off or cancelled."""

    promotion: int


class ValidatePromotion(AboutMatters, frozen=True, tag="validate_promotion"):
    """A promotion that was put off is found whole again."""

    promotion: int
    text: str


class DoDuty(AboutMatters, frozen=True, tag="do_duty"):
    """A duty is done."""

    duty: str
    text: str


class FileReport(AboutMatters, frozen=True, tag="file_report"):
    """A report on a day or a month went to whom it is for."""

    report: str
    period: str


class DecideGap(AboutMatters, frozen=True, tag="decide_gap"):
    """The house decides where the rules are silent, or leave it to the house."""

    gap: str
    decision: str
    reason: str


class RegisterTable(AboutMatters, frozen=True, tag="register_table"):
    """A table is one of the house: the stream it is kept in, and the text it is played under."""

    table: str
    rulebook: str


class RegisterPerson(AboutMatters, frozen=True, tag="register_person"):
    """Somebody is known by a key; facts about them stand elsewhere."""

    person: str


class ErasePerson(AboutMatters, frozen=True, tag="erase_person"):
    """The facts about somebody are erased; the key stays and says nothing."""

    person: str
    reason: str


MattersCommand = (
    DisputeTerms
    | DecideTerms
    | AdviseComplaint
    | CloseTermsDispute
    | DoubtPromotion
    | PostponePromotion
    | CancelDraw
    | TellInspector
    | ValidatePromotion
    | DoDuty
    | FileReport
    | DecideGap
    | RegisterTable
    | RegisterPerson
    | ErasePerson
)
