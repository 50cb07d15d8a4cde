"""Errors: cards on the wrong hand or in excess, what is found late, and wrong payments."""

from typing import Literal

from punto.clause import Cited, Clauses
from punto.rulebook.policies import CutOff, ExcessOnBanker, ExcessUnseen, LateError, Misplaced
from punto.rulebook.schema.section import Count, RefusedOnly, Section, Some, Title, Words, unsaid
from punto.rulebook.vocabulary import ErrorKind


class Errors(Section, frozen=True, kw_only=True):
    """Cards on the wrong hand, cards in excess, and coups that cannot be finished."""

    player_card_to_banker: Cited[bool] = unsaid("what becomes of a card given to Player in error")
    """Whether a card given to Player in error is Banker's if Banker draws."""
    misplaced: Cited[Misplaced] = unsaid("what becomes of a card on the wrong hand")
    """What follows when a card was put on the wrong hand."""
    then_by_table: Clauses = ()
    """Cited for what Banker then draws, where a card on Banker was due to Player."""
    excess_seen: Cited[Literal["opens_no_bet_coup"]] = unsaid("what becomes of a card in excess")
    """What becomes of a card in excess that was seen."""
    excess_unseen: Cited[ExcessUnseen] = unsaid("what becomes of a card in excess nobody has seen")
    """What becomes of a card in excess that nobody has seen."""
    excess_on_banker: Cited[ExcessOnBanker] = unsaid("what becomes of a card in excess on Banker")
    """Whether it matters for a card in excess on Banker that it was seen."""
    forced_wagers: Cited[RefusedOnly] = unsaid("whether wagers lie on a coup forced by a card")
    """A wager on a coup that opens with a seen card in excess is refused."""
    forced_cleared: Clauses = ()
    """Cited where wagers come off before such a coup, besides what makes it one."""
    shoe_over: Cited[Literal["retired"]] = unsaid("what becomes of a card when the shoe is over")
    """What becomes of a card in excess where no coup follows."""
    too_few_cards: Cited[Literal["void"]] = unsaid("what becomes of a coup that lacks a card")
    """What becomes of a coup for which a card is missing."""
    void_returns: Clauses = ()
    """Cited where a coup is void."""
    void_stakes: Clauses = ()
    """Cited besides where stakes go back because a coup is void."""
    void_payments: Clauses = ()
    """Cited besides where what was paid comes back because a coup is void."""
    void_after: Cited[Literal["reported_error"]] | None = None
    """What must come before a coup is void by decision; without it nothing must."""
    short_rest: Cited[Literal["cut_anywhere"]] | None = None
    """How cards left of a device are cut that are too few for the distance from each end."""
    fourth_card: Cited[Misplaced] | None = None
    """What follows when a hand that has three cards is given another; without it as for a third."""


class LateErrors(Section, frozen=True, kw_only=True):
    """Errors found after the coup they happened in."""

    found_late: Cited[LateError] = unsaid("what an error does that is found late")
    """What an error does that is found too late."""
    cut_offs: Cited[tuple[CutOff, ...]] = unsaid("when an error is found late")
    """After what it is too late."""
    later_stand: Clauses = ()
    """Cited where later coups stay as they were played."""
    kinds: Cited[Some[ErrorKind]] | None = None
    """What kinds of error are taken up; without it, any."""
    triggers: Cited[tuple[Literal["order_doubt", "misdeal"], ...]] | None = None
    """Which errors are taken up, where the text lists them."""
    in_time: Cited[Literal["stops_the_game"]] | None = None
    """What a report in time does until the cards were looked at; without it nothing."""


class Mispayments(Section, frozen=True, kw_only=True):
    """Wagers settled with a wrong amount."""

    reported_over_cents: Cited[Count] = unsaid("which wrong payments are reported")
    """Wrong payments of more than this are reported."""
    reported_to: Cited[Title] = unsaid("to whom wrong payments are reported")
    """Who is told of them."""
    cured_by: Cited[tuple[Literal["rectified", "attempted", "told_commission"], ...]] = unsaid(
        "how a wrong payment is made good"
    )
    """What makes a wrong payment good."""
    attempt_steps: Cited[tuple[str, ...]] = unsaid("what an attempt to make it good is")
    """What counts as an attempt."""
    reported_within_days: Cited[Count] = unsaid("until when wrong payments are reported")
    """So many days after the end of a month the report on it is due."""
    credit_law: Cited[Words] | None = None
    """The law under which an overpayment that nobody intended is no credit."""
