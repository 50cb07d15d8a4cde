"""Which clauses speak of which step of a promotion."""

from punto.clause import Clauses
from punto.rulebook.schema.section import Steps


class PromotionSays(Steps, frozen=True, kw_only=True):
    """Which clauses speak of which step of a promotion."""

    prizes_barred: Clauses = ()
    """Some things are no prizes."""
    prescribed: Clauses = ()
    """What regulations prescribe is no prize."""
    terms_written: Clauses = ()
    """Terms are written down."""
    marketing: Clauses = ()
    """Marketing refers to the terms."""
    available: Clauses = ()
    """Terms are readily available."""
    terms_listed: Clauses = ()
    """Terms speak of what is listed."""
    scrutineer_named: Clauses = ()
    """The house names a scrutineer."""
    money_instead: Clauses = ()
    """A winner may take the worth of a prize instead."""
    money_instead_paid: Clauses = ()
    """What is taken instead is paid as money is."""
    never_cash: Clauses = ()
    """No prize is paid in cash."""
    in_parts: Clauses = ()
    """Ways of paying may be combined."""
    winner_told: Clauses = ()
    """A winner who need not be present is told."""
    reason_told: Clauses = ()
    """Whoever is refused a prize is told why."""
    claimant_known: Clauses = ()
    """Names and addresses of those whose claims are denied are kept."""
    reason_kept: Clauses = ()
    """So are the reasons."""
    final: Clauses = ()
    """What the house decides in a dispute is final."""
    complaint_advised: Clauses = ()
    """Whoever is not satisfied is told of the right to complain."""
    postponed: Clauses = ()
    """A promotion whose integrity is compromised may be put off until it is validated."""
    cancelled: Clauses = ()
    """A draw whose integrity is compromised may be cancelled."""
    submitted_again: Clauses = ()
    """Terms that are amended after the start go to the regulator again."""
