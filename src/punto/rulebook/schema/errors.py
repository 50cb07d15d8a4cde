"""Errors: misplaced and surplus cards, errors found late, and wrong payments."""

from typing import Literal

from punto.clause import Cited, Clauses
from punto.rulebook.policies import CutOff, ExcessOnBanker, ExcessUnseen, LateError, Misplaced
from punto.rulebook.schema.section import Count, RefusedOnly, Section, Some, Title, Words, unsaid
from punto.rulebook.vocabulary import ErrorKind


class Errors(Section, frozen=True, kw_only=True):
    """Misplaced cards, surplus cards, and coups that cannot be finished."""

    player_card_to_banker: Cited[bool] = unsaid("what becomes of a card given to Player in error")
    """Whether a card given to Player in error is Banker's if Banker draws."""
    misplaced: Cited[Misplaced] = unsaid("what becomes of a card on the wrong hand")
    """The effects of a card on the wrong hand."""
    then_by_table: Clauses = ()
    """Cited for Banker's next card, if a card on Banker was due to Player."""
    excess_seen: Cited[Literal["opens_no_bet_coup"]] = unsaid("what becomes of a card in excess")
    """What happens to a surplus card that was seen."""
    excess_unseen: Cited[ExcessUnseen] = unsaid("what becomes of a card in excess nobody has seen")
    """What happens to a surplus card that nobody has seen."""
    excess_on_banker: Cited[ExcessOnBanker] = unsaid("what becomes of a card in excess on Banker")
    """Whether it matters that a surplus card on Banker was seen."""
    forced_wagers: Cited[RefusedOnly] = unsaid("whether wagers lie on a coup forced by a card")
    """A wager on a coup that opens with a seen surplus card is refused."""
    forced_cleared: Clauses = ()
    """Also cited if wagers are removed before such a coup."""
    shoe_over: Cited[Literal["retired"]] = unsaid("what becomes of a card when the shoe is over")
    """What happens to a surplus card if no coup follows."""
    too_few_cards: Cited[Literal["void"]] = unsaid("what becomes of a coup that lacks a card")
    """What happens to a coup for which a card is missing."""
    void_returns: Clauses = ()
    """Cited if a coup is void."""
    void_stakes: Clauses = ()
    """Also cited if stakes are returned because a coup is void."""
    void_payments: Clauses = ()
    """Also cited if payments are reversed because a coup is void."""
    void_after: Cited[Literal["reported_error"]] | None = None
    """What must come before a decision that a coup is void; without it, nothing."""
    short_rest: Cited[Literal["cut_anywhere"]] | None = None
    """How the remaining cards of a device are cut if they are too few for `cut_from_each_end`."""
    fourth_card: Cited[Misplaced] | None = None
    """The effects of a fourth card on a hand; without it, as for a third card."""


class LateErrors(Section, frozen=True, kw_only=True):
    """Errors found after their coup."""

    found_late: Cited[LateError] = unsaid("what an error does that is found late")
    """The effect of an error that is found too late."""
    cut_offs: Cited[tuple[CutOff, ...]] = unsaid("when an error is found late")
    """The events after which it is too late."""
    later_stand: Clauses = ()
    """Cited if later coups stand."""
    kinds: Cited[Some[ErrorKind]] | None = None
    """The kinds of error that are considered; without it, all."""
    triggers: Cited[tuple[Literal["order_doubt", "misdeal"], ...]] | None = None
    """The errors that are considered, if the rulebook lists them."""
    in_time: Cited[Literal["stops_the_game"]] | None = None
    """The effect of a report in time until the cards were checked; without it, none."""


class Mispayments(Section, frozen=True, kw_only=True):
    """Wagers settled with a wrong amount."""

    reported_over_cents: Cited[Count] = unsaid("which wrong payments are reported")
    """Wrong payments of more than this are reported."""
    reported_to: Cited[Title] = unsaid("to whom wrong payments are reported")
    """Who is told of them."""
    cured_by: Cited[tuple[Literal["rectified", "attempted", "told_commission"], ...]] = unsaid(
        "how a wrong payment is made good"
    )
    """The ways to correct a wrong payment."""
    attempt_steps: Cited[tuple[str, ...]] = unsaid("what an attempt to make it good is")
    """What counts as an attempt."""
    reported_within_days: Cited[Count] = unsaid("until when wrong payments are reported")
    """The report on a month is due this many days after its end."""
    credit_law: Cited[Words] | None = None
    """The law under which an unintended overpayment is not a credit."""
