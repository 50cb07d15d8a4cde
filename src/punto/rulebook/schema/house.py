"""The house: the table, the conditions of its opening, and conduct at it."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import DisputeReview, SeatsRun, StakeOfFraud
from punto.rulebook.schema.section import Count, RefusedOnly, Section, Some, Title, Words
from punto.rulebook.vocabulary import Gap, Source


class Table(Section, frozen=True):
    """The table itself."""

    layouts: Cited[Some[str]] | None = None
    """The permitted layouts."""
    seats: Cited[Some[Count]] | None = None
    """How many seats a table may have."""
    standing: Cited[bool] | None = None
    """Whether there are betting areas for standing patrons; without it, there are."""
    drawn: dict[str, Cited[tuple[str, ...]]] = field(default_factory=dict)
    """The offers for which each layout has areas, by the name of the layout."""
    seats_run: Cited[SeatsRun] | None = None
    """The direction of the seat numbers, seen from above."""


class Approval(Section, frozen=True):
    """Something that needs a written approval before it is used."""

    needed_for: Literal["opening", "optional_wagers", "machine_shuffle"]
    """What may not be done without it."""
    clause: Clauses
    """The clauses that require it."""


class Attested(Section, frozen=True, kw_only=True):
    """An item of a checklist that only people can attest."""

    title: Words
    """What is attested, in words."""
    when: Literal["opening", "closing"]
    """The step before which it is attested."""
    by: Some[Title]
    """The titles that may attest it."""
    clause: Clauses
    """The clauses that require it."""
    instead_of: tuple[str, ...] = ()
    """Other items of the list that it includes; then it is not required itself."""


class Opening(Section, frozen=True, kw_only=True):
    """Requirements before a table opens and while it is open."""

    approvals: dict[str, Approval] = field(default_factory=dict)
    """What needs an approval, by name; needs `approved_by`."""
    approved_by: Cited[Words] | None = None
    """Whose approval counts."""
    in_writing: Cited[RefusedOnly] | None = None
    """An approval without a written reference is refused; without it, `approved_by` is cited."""
    checklist: dict[str, Attested] = field(default_factory=dict)
    """The items of the checklist, by name."""
    cards_counted: Cited[bool] | None = None
    """Whether the cards are verified before the table opens."""
    cards_counted_after: Cited[bool] | None = None
    """Whether they are verified again before it closes."""
    bank_held_by: Cited[Some[str]] | None = None
    """Who may hold the bank."""
    bank_agreement: Cited[tuple[str, ...]] | None = None
    """Which of them need an agreement."""
    inspectors_present: Cited[Count] | None = None
    """How many people who conduct the game must be present; needs the power `conduct_game`."""
    hours: Cited[RefusedOnly] | None = None
    """Dealing outside the hours of the house is refused."""
    drop_box: Cited[RefusedOnly] | None = None
    """A table without a drop box is refused."""
    drop_box_off_when_cashless: Cited[bool] | None = None
    """Whether a table without cash needs no drop box."""
    drop_box_back: Cited[RefusedOnly] | None = None
    """Taking cash again without a drop box is refused."""
    cash_when_cashless: Cited[RefusedOnly] | None = None
    """Cash at a table without cash is refused."""
    low_limit_source: Cited[Source] | None = None
    """What low-limit gaming is dealt from; needs `low_limit_tournament`."""
    low_limit_tournament: Cited[RefusedOnly] | None = None
    """A tournament where low-limit gaming is offered is refused."""


class Incident(Section, frozen=True, kw_only=True):
    """Conduct that is recorded."""

    title: Words
    """What the person did, in words."""
    exempt_on_duty: tuple[str, ...] = ()
    """Titles that may do it on duty."""
    unless_asked: bool = False
    """Whether it is permitted if the patron asked for it."""
    unless_rule: bool = False
    """Whether it is permitted if the rules required it."""
    only_by: tuple[str, ...] = ()
    """The people for whom it is an incident; everybody if nobody is named."""
    measures: bool = False
    """Whether measures may be taken for it."""
    handled: bool = False
    """Whether the cards count as handled after it."""
    clause: Clauses
    """The clauses that forbid it."""
    exception: Clauses = ()
    """Cited if it is permitted; without it, the clauses that forbid it."""


class VoidGround(Section, frozen=True, kw_only=True):
    """A ground on which a coup may be declared void."""

    person: bool = False
    """Whether the person who caused it is named and recorded."""
    clause: Clauses
    """The clauses that give it."""


class Conduct(Section, frozen=True, kw_only=True):
    """Conduct that is forbidden at a table, and the measures against it."""

    incidents: dict[str, Incident] = field(default_factory=dict)
    """The incidents that are recorded, by name."""
    exclusion_law: Cited[Words] | None = None
    """The law under which a person is excluded from the casino."""
    detained_until: Cited[Some[str]] | None = None
    """To whom a detained person is handed over."""
    inspector_told_by: Cited[Some[str]] | None = None
    """The channels by which an inspector is told."""
    idle_coups: Cited[Count] | None = None
    """After how many coups without a wager a patron may be asked to vacate the seat."""
    left_to_operator: Cited[Some[Gap]] | None = None
    """Matters that the rulebook leaves open and the house decides; needs `decide_disputes`."""
    void_grounds: dict[str, VoidGround] = field(default_factory=dict)
    """The grounds on which a coup may be declared void; the first is the default."""
    disruptions: Cited[tuple[str, ...]] | None = None
    """Disturbances for which a result may be invalidated."""
    stake_of_fraud: Cited[StakeOfFraud] | None = None
    """What happens to the stake of a person whose fraud affected a result."""
    dispute_review: Cited[DisputeReview] | None = None
    """Where a person may appeal who does not accept a ruling."""
