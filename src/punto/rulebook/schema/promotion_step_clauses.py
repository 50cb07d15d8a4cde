"""The clauses about each step of a promotion."""

from punto.clause import Clauses
from punto.rulebook.schema.section import Steps


class PromotionSays(Steps, frozen=True, kw_only=True):
    """The clauses about each step of a promotion."""

    prizes_barred: Clauses = ()
    """Some things may not be prizes."""
    prescribed: Clauses = ()
    """What regulations prescribe may not be a prize."""
    terms_written: Clauses = ()
    """Terms are written down."""
    marketing: Clauses = ()
    """Marketing refers to the terms."""
    available: Clauses = ()
    """Terms are readily available."""
    terms_listed: Clauses = ()
    """Terms must state the listed topics."""
    scrutineer_named: Clauses = ()
    """The house names a scrutineer."""
    money_instead: Clauses = ()
    """A winner may take the value of a prize in money instead."""
    money_instead_paid: Clauses = ()
    """Money taken instead of a prize is paid by the same means."""
    never_cash: Clauses = ()
    """No prize is paid in cash."""
    in_parts: Clauses = ()
    """Means of payment may be combined."""
    winner_told: Clauses = ()
    """A winner who need not be present is notified."""
    reason_told: Clauses = ()
    """A person whose claim is denied is told why."""
    claimant_known: Clauses = ()
    """Names and addresses of people whose claims are denied are stored."""
    reason_kept: Clauses = ()
    """The reasons of denied claims are stored."""
    final: Clauses = ()
    """The decision of the house in a dispute is final."""
    complaint_advised: Clauses = ()
    """A person who is not satisfied is told of the right to complain."""
    postponed: Clauses = ()
    """A promotion whose integrity is compromised may be postponed until it is validated."""
    cancelled: Clauses = ()
    """A draw whose integrity is compromised may be cancelled."""
    submitted_again: Clauses = ()
    """Terms that are amended after the start are sent to the regulator again."""
