"""Terms were drafted, published, sent, amended; prizes offered; a promotion started."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.house.promotion import Prize, Terms


class OfTerms(Event, frozen=True, gc=False):
    """An event about the terms of a promotion."""


class PromotionDrafted(OfTerms, frozen=True, gc=False, tag="promotion_drafted"):
    """A promotion was begun."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    promotion: int
    name: str


class TermsWritten(OfTerms, frozen=True, gc=False, tag="terms_written"):
    """Terms were written; ``at`` is when, ``version`` what they are counted as."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    terms: Terms
    starts_at: int | None = None
    closes_at: int | None = None


class PrizeOffered(OfTerms, frozen=True, gc=False, tag="prize_offered"):
    """A prize was put into the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int
    prize: Prize


class PrizeWithdrawn(OfTerms, frozen=True, gc=False, tag="prize_withdrawn"):
    """A prize was taken out of the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int


class ItemPrescribed(OfTerms, frozen=True, gc=False, tag="item_prescribed"):
    """Regulations bar something as a prize."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


class ItemLifted(OfTerms, frozen=True, gc=False, tag="item_lifted"):
    """Regulations no longer bar something."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


class TermsPublished(OfTerms, frozen=True, gc=False, tag="terms_published"):
    """Terms were published; from then on start and close are points in time."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    starts_at: int
    closes_at: int


class TermsSent(OfTerms, frozen=True, gc=False, tag="terms_sent"):
    """Terms went to the regulator."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    promotion: int
    version: int


class PromotionStarted(OfTerms, frozen=True, gc=False, tag="promotion_started"):
    """A promotion started."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int


TermsEvent = (
    PromotionDrafted
    | TermsWritten
    | PrizeOffered
    | PrizeWithdrawn
    | ItemPrescribed
    | ItemLifted
    | TermsPublished
    | TermsSent
    | PromotionStarted
)
