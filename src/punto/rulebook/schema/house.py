"""The house: the table it opens, what must be so before that, and conduct at it."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import DisputeReview, SeatsRun, StakeOfFraud
from punto.rulebook.schema.section import Count, RefusedOnly, Section, Some, Title, Words
from punto.rulebook.vocabulary import Gap, Source


class Table(Section, frozen=True):
    """The table itself."""

    layouts: Cited[Some[str]] | None = None
    """The layouts there are."""
    seats: Cited[Some[Count]] | None = None
    """How many seats a table may have."""
    standing: Cited[bool] | None = None
    """Whether there are betting areas for patrons who stand; without it, there are."""
    drawn: dict[str, Cited[tuple[str, ...]]] = field(default_factory=dict)
    """The offers for which each layout has areas, by the name of the layout."""
    seats_run: Cited[SeatsRun] | None = None
    """Which way the numbers of the seats run, seen from above."""


class Approval(Section, frozen=True):
    """Something that needs a written approval before it is used."""

    needed_for: Literal["opening", "optional_wagers", "machine_shuffle"]
    """What may not be done without it."""
    clause: Clauses
    """The clauses that ask for it."""


class Attested(Section, frozen=True, kw_only=True):
    """Something that only people can see to, on a list that they tick off."""

    title: Words
    """What is attested, in words."""
    when: Literal["opening", "closing"]
    """Before what."""
    by: Some[Title]
    """The titles that may attest it."""
    clause: Clauses
    """The clauses that ask for it."""
    instead_of: tuple[str, ...] = ()
    """Other items of the list that it states all at once; then it is not itself asked for."""


class Opening(Section, frozen=True, kw_only=True):
    """What must be so before and while a table is open."""

    approvals: dict[str, Approval] = field(default_factory=dict)
    """What needs an approval, each with a name of its own; needs `approved_by`."""
    approved_by: Cited[Words] | None = None
    """Whose approval counts."""
    in_writing: Cited[RefusedOnly] | None = None
    """An approval without a written reference is refused; without it, `approved_by` is cited."""
    checklist: dict[str, Attested] = field(default_factory=dict)
    """What people tick off, each with a name of its own."""
    cards_counted: Cited[bool] | None = None
    """Whether the cards are verified before the table opens."""
    cards_counted_after: Cited[bool] | None = None
    """Whether they are verified again before it closes."""
    bank_held_by: Cited[Some[str]] | None = None
    """Who may hold the bank."""
    bank_agreement: Cited[tuple[str, ...]] | None = None
    """Which of them need an agreement."""
    inspectors_present: Cited[Count] | None = None
    """How many people who answer for the game are there; needs the power `conduct_game`."""
    hours: Cited[RefusedOnly] | None = None
    """Dealing outside the hours of the house is refused."""
    drop_box: Cited[RefusedOnly] | None = None
    """A table without a drop box is refused."""
    drop_box_off_when_cashless: Cited[bool] | None = None
    """Whether a table that takes no cash needs none."""
    drop_box_back: Cited[RefusedOnly] | None = None
    """Taking cash again without a drop box is refused."""
    cash_when_cashless: Cited[RefusedOnly] | None = None
    """Cash at a table that takes none is refused."""
    low_limit_source: Cited[Source] | None = None
    """What low-limit gaming is dealt from; needs `low_limit_tournament`."""
    low_limit_tournament: Cited[RefusedOnly] | None = None
    """A tournament where low-limit gaming is offered is refused."""


class Incident(Section, frozen=True, kw_only=True):
    """Conduct that is recorded."""

    title: Words
    """What somebody did, in words."""
    exempt_on_duty: tuple[str, ...] = ()
    """Titles that may do it on duty."""
    unless_asked: bool = False
    """Whether it is no matter where the patron asked for it."""
    unless_rule: bool = False
    """Whether it is no matter where it only kept the rules."""
    only_by: tuple[str, ...] = ()
    """In whom alone it is a matter; in anybody if nobody is named."""
    measures: bool = False
    """Whether measures may be taken for it."""
    handled: bool = False
    """Whether the cards count as handled after it."""
    clause: Clauses
    """The clauses that forbid it."""
    exception: Clauses = ()
    """Cited where it is no matter; the clauses that forbid it if nothing is given."""


class VoidGround(Section, frozen=True, kw_only=True):
    """A ground on which a coup may be declared void."""

    person: bool = False
    """Whether somebody is named whose doing it was, and it goes on record."""
    clause: Clauses
    """The clauses that give it."""


class Conduct(Section, frozen=True, kw_only=True):
    """What people may not do at a table, and what may be done about it."""

    incidents: dict[str, Incident] = field(default_factory=dict)
    """What is recorded, each with a name of its own."""
    exclusion_law: Cited[Words] | None = None
    """The law under which somebody is excluded from the casino."""
    detained_until: Cited[Some[str]] | None = None
    """To whom somebody who is held is handed over."""
    inspector_told_by: Cited[Some[str]] | None = None
    """The channels by which an inspector is told."""
    idle_coups: Cited[Count] | None = None
    """After how many coups without a wager a seat may be asked for."""
    left_to_operator: Cited[Some[Gap]] | None = None
    """What the text leaves open and somebody decides for the record; needs `decide_disputes`."""
    void_grounds: dict[str, VoidGround] = field(default_factory=dict)
    """On which grounds a coup may be declared void; the first holds where none is named."""
    disruptions: Cited[tuple[str, ...]] | None = None
    """Disturbances for which a result may be invalidated."""
    stake_of_fraud: Cited[StakeOfFraud] | None = None
    """What becomes of the stake of somebody whose fraud spoilt a result."""
    dispute_review: Cited[DisputeReview] | None = None
    """To whom somebody may go who does not accept a ruling."""
