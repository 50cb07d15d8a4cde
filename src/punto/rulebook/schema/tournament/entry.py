"""Conditions, applications and entries."""

from typing import Literal

from punto.clause import Cited
from punto.rulebook.schema.section import ByName, Section, Words, unsaid
from punto.rulebook.tournament_policies import ConditionsDue, Precedence, Stated, StatedIf

Topic = Cited[Stated]
TopicIf = Cited[StatedIf]


class Topics(ByName[str, Topic | TopicIf], frozen=True, kw_only=True):
    """The topics of the conditions of a tournament."""

    start: Topic | None = None
    """When the tournament starts."""
    rounds: Topic | None = None
    """The rounds, and how many entrants advance from each."""
    session_length: Topic | None = None
    """How long a session lasts."""
    tables: Topic | None = None
    """How many tables play in each round."""
    dealing_method: Topic | None = None
    """How cards are dealt."""
    progression: Topic | None = None
    """How entrants advance from one round to the next."""
    repechage: Topic | None = None
    """Further chances: repechage, catch-up or secondary rounds, or that there are none."""
    entry_fee: Topic | None = None
    """The entry fee, or that there is none."""
    commission: Topic | None = None
    """The commission on each fee."""
    chips: Topic | None = None
    """The chips that everybody has at the start of a session."""
    compulsory_wager: Topic | None = None
    """Whether each coup has a compulsory wager."""
    limits: Topic | None = None
    """Minimum and maximum."""
    limit_rises: TopicIf | None = None
    """From when minimum and maximum rise."""
    table_allocation: Topic | None = None
    """How tables and places are allocated."""
    wagering_order: Topic | None = None
    """Whether entrants wager in an order."""
    pass_cards: Topic | None = None
    """How many pass cards everybody has."""
    secret_wagers: Topic | None = None
    """How many secret wagers everybody has in a session."""
    buy_back: Topic | None = None
    """Whether an eliminated entrant may buy back, how and until when."""
    eligibility: Topic | None = None
    """That only people who may enter the casino and gamble may enter."""
    right_to_refuse: TopicIf | None = None
    """That any application may be refused, if the house reserves it."""
    selection_criteria: TopicIf | None = None
    """The criteria of selection, if entrants are selected."""
    terms_of_entry: Topic | None = None
    """The terms of entry."""
    withdrawal_period: Topic | None = None
    """Until when an entrant may withdraw with a refund."""
    application_form: Topic | None = None
    """How to apply."""
    entrants_min: Topic | None = None
    """The least number of entrants."""
    entrants_max: Topic | None = None
    """The greatest number of entrants."""
    prizes: Topic | None = None
    """The prizes, place by place."""
    prize_allocation: Topic | None = None
    """How prizes are allocated."""
    prize_payment: Topic | None = None
    """How prizes are paid."""
    guarantee: Cited[Literal["if_applicable"]] | None = None
    """What the house undertakes, reserves or guarantees."""
    precedence: Topic | None = None
    """Who conducts the tournament by which rules, and which prevail."""


class Entry(Section, frozen=True, kw_only=True):
    """Conditions, applications and entries."""

    topics: Topics = Topics()
    """The topics of the conditions."""
    due: Cited[ConditionsDue] | None = None
    """The step before which required topics must be stated; without it, publishing."""
    precedence: Cited[Precedence] = unsaid("what prevails, conditions or rules")
    """What prevails if conditions and rules differ."""
    own_section: Cited[Words] | None = None
    """The section of the instrument about tournaments. Conditions cannot change its rules."""
