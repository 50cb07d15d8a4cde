"""Terms drafted, published, sent, amended; prizes offered; the start."""

from punto.aggregate.command import Command
from punto.house.promotion import Prize, Terms


class AboutTerms(Command, frozen=True):
    """A command about the terms of a promotion."""


class DraftPromotion(AboutTerms, frozen=True, tag="draft_promotion"):
    """A promotion is begun; nothing is promised yet."""

    name: str


class WriteTerms(AboutTerms, frozen=True, tag="write_terms"):
    """Terms are written, or amended: what is given replaces what was said before."""

    promotion: int
    terms: Terms


class OfferPrize(AboutTerms, frozen=True, tag="offer_prize"):
    """A prize is put into the terms."""

    promotion: int
    prize: Prize


class WithdrawPrize(AboutTerms, frozen=True, tag="withdraw_prize"):
    """A prize is taken out of the terms."""

    promotion: int
    prize: int


class PrescribeItem(AboutTerms, frozen=True, tag="prescribe_item"):
    """Regulations bar something as a prize; ``lifted`` if they no longer do."""

    item: str
    lifted: bool = False


class PublishTerms(AboutTerms, frozen=True, tag="publish_terms"):
    """Terms are published."""

    promotion: int


class SendTerms(AboutTerms, frozen=True, tag="send_terms"):
    """Terms as they are now go to the regulator."""

    promotion: int


class StartPromotion(AboutTerms, frozen=True, tag="start_promotion"):
    """A promotion starts."""

    promotion: int


TermsCommand = (
    DraftPromotion
    | WriteTerms
    | OfferPrize
    | WithdrawPrize
    | PrescribeItem
    | PublishTerms
    | SendTerms
    | StartPromotion
)
