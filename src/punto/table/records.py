"""What a table keeps besides the game: the house's side of it, and its registers."""

from typing import Literal

from msgspec import Struct

from punto.clause import Clauses


class Proposed(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of what the sign says; only what is given changes."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    optional_minimum_cents: int | None = None
    optional_maximum_cents: int | None = None
    step_cents: int | None = None
    cap_cents: int | None = None
    area_maximum_cents: int | None = None
    kept_minimum_cents: int | None = None
    settlement: str | None = None
    closing: bool = False


class Notice(Struct, frozen=True):
    """A notice on the table: what will change, since when it is shown, and from when it says."""

    change: Proposed
    shown_at: int
    effective_at: int | None


class Approved(Struct, frozen=True):
    """A written approval on file."""

    item: str
    authority: str
    reference: str
    given: str


class House(Struct, frozen=True, gc=False):
    """The house's side of a table: who is on duty, what is shown and told, what is approved.

    ``counted`` is the number of coups dealt when the cards were last counted and found whole.
    """

    on_duty: tuple[str, ...] = ()
    approvals: tuple[Approved, ...] = ()
    attested: tuple[tuple[str, str], ...] = ()
    bank: str | None = None
    agreement: str | None = None
    counted: int | None = None
    notices: tuple[Notice, ...] = ()
    told: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    patrons_max: int | None = None
    one_per_box: bool = False
    barred: tuple[str, ...] = ()
    advised: tuple[str, ...] = ()
    linked: tuple[tuple[str, ...], ...] = ()
    tokens_cents: int = 0
    backs: str = "blue"
    handled: bool = False
    signed_off: tuple[str, ...] = ()
    turners: dict[str, tuple[str, ...]] = {}


class Entry(Struct, frozen=True, gc=False):
    """One line of a table's register: what, when, by whom, about whom, under which clauses."""

    number: int
    kind: str
    at: int
    by: str
    person: str | None
    text: str
    clause: Clauses
    to: tuple[str, ...] = ()
    coup: int = 0
    answers: tuple[str, ...] = ()


class Mispayment(Struct, frozen=True):
    """A wager settled with another amount than was due; over is positive."""

    number: int
    coup: int
    patron: str
    wager: str
    difference_cents: int
    at: int
    enquiry: str | None = None
    intentional: bool = False
    suspected: bool = False
    cured: str | None = None
    steps: tuple[str, ...] = ()
    identified: bool | None = None


class Dispute(Struct, frozen=True):
    """A dispute on its way: who raised it, what was ruled, who ruled, and how it ended."""

    number: int
    person: str
    facts: str
    rulings: tuple[tuple[str, str, str], ...] = ()
    state: Literal["open", "ruled", "reviewed", "closed"] = "open"
    advised: bool = False
    review_requested: bool = False


class Debt(Struct, frozen=True):
    """What somebody owes the house after a coup was taken back; negative if the house owes them."""

    patron: str
    cents: int
    coup: int
    in_tokens: bool = False


class Records(Struct, frozen=True, gc=False):
    """The registers of a table."""

    entries: tuple[Entry, ...] = ()
    mispayments: tuple[Mispayment, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    debts: tuple[Debt, ...] = ()
