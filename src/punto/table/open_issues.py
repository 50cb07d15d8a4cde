"""Open issues of a table: blocks, findings, wrong payments, disputes, a failed device."""

from enum import StrEnum

from msgspec import Struct

from punto.clause import Clauses

DISPUTE_STATES = ("open", "ruled", "reviewed", "closed")


# The cure of a wrong payment that was right after all: the wager stands as it was made.
STANDS = "stands"


class DeviceFailure(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A device that failed in a coup which is to be finished from a card shoe."""

    undecided: tuple[str, ...] = ()
    shuffled: bool = False


class BlockKind(StrEnum):
    """What play waits for; each member is also the code of the refusals until it is done."""

    CARDS_DROPPED = "cards_dropped"
    CARDS_NOT_SIGNED_OFF = "cards_not_signed_off"
    CARDS_OUT = "cards_out"
    CHECK_ORDERED = "check_ordered"
    ERROR_REPORTED = "error_reported"
    FACE_CHECK_DUE = "face_check_due"
    NO_DEVICE = "no_device"
    PACKS_INCOMPLETE = "packs_incomplete"
    PACKS_NOT_CHECKED = "packs_not_checked"
    RESHUFFLE_DUE = "reshuffle_due"
    SCAN_DIFFERS = "scan_differs"
    SHOE_VOID = "shoe_void"


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must be done before play continues, and what it stops."""

    kind: BlockKind
    stops: str
    text: str
    clause: Clauses


class Mispayment(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A wager that was settled with a wrong amount; an overpayment is positive.

    ``at`` is when it became known, ``paid_at`` when it was paid.
    """

    number: int
    coup: int
    patron: str
    wager: str
    difference_cents: int
    at: int
    bet: int = 0
    paid_at: int = 0
    enquiry: str | None = None
    intentional: bool = False
    suspected: bool = False
    cured: str | None = None
    steps: tuple[str, ...] = ()
    identified: bool | None = None
    cured_at: int = 0

    @property
    def dealt_with(self) -> bool:
        """Return whether nothing more must be done about it."""
        done = self.enquiry is not None and self.cured is not None
        return done and (not self.suspected or self.identified is not None)


class LateReport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An error in an earlier coup that waits for a person who may void the coup."""

    coup: int
    trigger: str
    text: str


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling on a dispute, with its author and their title."""

    by: str
    title: str
    text: str


class Dispute(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A dispute: who raised it, about which coup, the rulings, and how it ended."""

    number: int
    person: str
    facts: str
    rulings: tuple[Ruling, ...] = ()
    review_requested: bool = False
    closed: bool = False
    advised: bool = False
    decision: str = ""
    coup: int = 0

    @property
    def state(self) -> str:
        """Return the state of the dispute."""
        if self.closed:
            return "closed"
        return DISPUTE_STATES[min(len(self.rulings), 2)]


class Debt(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a patron owes the house after a coup was reversed; negative if the house owes them."""

    patron: str
    cents: int
    coup: int
    in_tokens: bool = False


class IncidentFinding(Struct, frozen=True, forbid_unknown_fields=True):
    """An incident that permits measures against a person, by its line in the register."""

    number: int
    kind: str
    person: str
    text: str


class TableIssues(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The open issues of a table; finished ones are read from the log."""

    blocks: tuple[Block, ...] = ()
    findings: tuple[IncidentFinding, ...] = ()
    detained: tuple[str, ...] = ()
    mispayments: tuple[Mispayment, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    fault: DeviceFailure | None = None
    could_not_rebuild: bool = False
    late: tuple[LateReport, ...] = ()
