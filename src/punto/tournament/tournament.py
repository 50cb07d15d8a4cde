"""The state of a tournament, as its events determine it."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.rulebook.elections import Elections
from punto.table.table import Table
from punto.tournament.conditions import Conditions
from punto.tournament.conduct_issues import TournamentIssues
from punto.tournament.entrant import ACTIVE, Entrant
from punto.tournament.secret_form import SecretForm
from punto.tournament.session import Session


class TournamentStage(StrEnum):
    """The stage of a tournament."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The values from the first event: name, rulebook, and the elections for the tables."""

    name: str
    rulebook: str
    digest: str
    elections: Elections


class TournamentApproval(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """A written approval on file: the item, its reference and its date."""

    item: str
    reference: str
    given: str
    cents: int | None = None


class TournamentOrganisation(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """The directors, who of them is present, the approvals, and the tables for use."""

    leaders: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    approved: tuple[TournamentApproval, ...] = ()
    published: bool = False
    agreement: bool = False
    tables: tuple[int, ...] = ()
    sizes: dict[int, int] = {}


class Progress(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The progress of the structure: the current round and who has played in it.

    ``through`` are the entrants who advance, ``starts_at`` is the start of the next session if it
    was moved, ``committed`` is the digest of the seed of the next ballot.
    """

    round: int = 0
    sessions: int = 0
    played: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    starts_at: int | None = None
    committed: str | None = None


class Purse(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Money other than chips: received, retained by the house, and paid out.

    ``bought_cents`` are buy-ins that go into the pool, ``chips_sold_cents`` those that bought chips
    worth money and do not. The house pays ``borne_cents`` to make shares equal. ``odd_cents`` are
    left over from equal shares and are reported. ``goods`` are prizes other than money.
    """

    fees_cents: int = 0
    bought_cents: int = 0
    chips_sold_cents: int = 0
    refunded_cents: int = 0
    kept_cents: int = 0
    added_cents: int = 0
    goods: tuple[str, ...] = ()
    awarded: bool = False
    borne_cents: int = 0
    odd_cents: int = 0
    paid_cents: int = 0


class Stock(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The stock of chips by denomination, and whether chips are out or missing."""

    pieces: dict[int, int] = {}
    out: bool = False
    missing: dict[int, int] = {}


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a tournament."""

    setup: TournamentConfig
    stage: TournamentStage = TournamentStage.DRAFT
    conditions: Conditions = Conditions()
    floor: TournamentOrganisation = TournamentOrganisation()
    entrants: tuple[Entrant, ...] = ()
    progress: Progress = Progress()
    session: Session | None = None
    tables: dict[int, Table] = {}
    purse: Purse = Purse()
    stock: Stock = Stock()
    forms: tuple[SecretForm, ...] = ()
    matters: TournamentIssues = TournamentIssues()
    counted: dict[str, int] = {}
    """The chips of each entrant when the last session ended."""

    def entrant(self, name: str) -> Entrant | None:
        """Return the entrant with a name, or ``None``."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        return None

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Return the entrants who may still play."""
        return tuple(entrant for entrant in self.entrants if entrant.standing in ACTIVE)


def forms_of_next_coup(tournament: Tournament, number: int) -> tuple[SecretForm, ...]:
    """Return the forms at a table for the next coup."""
    return _forms_of_coup(tournament, number, tournament.tables[number].number + 1)


def forms_of_current_coup(tournament: Tournament, number: int) -> tuple[SecretForm, ...]:
    """Return the forms at a table for the current coup, or for the last one."""
    return _forms_of_coup(tournament, number, tournament.tables[number].number)


def with_form(tournament: Tournament, name: str, coup: int | None, **values: Any) -> Tournament:
    """Return the tournament with one form changed: of ``coup``, or if ``None`` of the open one."""

    def matches(form: SecretForm) -> bool:
        if form.name != name:
            return False
        return form.coup == coup if coup is not None else not form.done

    forms = tuple(replace(form, **values) if matches(form) else form for form in tournament.forms)
    return replace(tournament, forms=forms)


def with_session(tournament: Tournament, **values: Any) -> Tournament:
    """Return the tournament with fields of its session changed."""
    session = tournament.session
    assert session is not None
    return replace(tournament, session=replace(session, **values))


def _forms_of_coup(tournament: Tournament, number: int, coup: int) -> tuple[SecretForm, ...]:
    key = (number, coup)
    return tuple(form for form in tournament.forms if (form.table, form.coup) == key)
