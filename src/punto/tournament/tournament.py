"""The state of a tournament: everything its past decides, in parts that have names."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.rulebook.elections import Elections
from punto.table.table import Table
from punto.tournament.conditions import Conditions
from punto.tournament.conduct_issues import Matters
from punto.tournament.entrant import ACTIVE, Entrant
from punto.tournament.secret_form import Form
from punto.tournament.session import Session


class Stage(StrEnum):
    """How far a tournament has come."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament was set up with: its name, the law it is played under, its tables."""

    name: str
    rulebook: str
    digest: str
    elections: Elections


class Approved(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A written approval on file: of what, under which reference, from which day."""

    item: str
    reference: str
    given: str
    cents: int | None = None


class Floor(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who leads the tournament and is there, what is approved, and which tables it may use."""

    leaders: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    approved: tuple[Approved, ...] = ()
    published: bool = False
    agreement: bool = False
    tables: tuple[int, ...] = ()
    sizes: dict[int, int] = {}


class Progress(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How far the structure has come: the round that is on and who has played in it.

    ``through`` are those who go on, ``starts_at`` when the next session starts where that was
    moved, ``committed`` the digest of the seed of the next ballot.
    """

    round: int = 0
    sessions: int = 0
    played: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    starts_at: int | None = None
    committed: str | None = None


class Purse(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Money, apart from chips: what came in, what the house keeps, what was paid out.

    ``bought_cents`` are buy-ins that go into the pool, ``chips_sold_cents`` those that bought chips
    worth money and do not. ``borne_cents`` is what the house pays so that shares can be equal,
    ``odd_cents`` what equal shares left over and is reported; ``goods`` are prizes and no money.
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
    """The chips of a tournament, how many of which: what there is, and whether it is all back."""

    pieces: dict[int, int] = {}
    out: bool = False
    missing: dict[int, int] = {}


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Everything about a tournament that its past decides."""

    setup: SetUp
    stage: Stage = Stage.DRAFT
    conditions: Conditions = Conditions()
    floor: Floor = Floor()
    entrants: tuple[Entrant, ...] = ()
    progress: Progress = Progress()
    session: Session | None = None
    tables: dict[int, Table] = {}
    purse: Purse = Purse()
    stock: Stock = Stock()
    forms: tuple[Form, ...] = ()
    matters: Matters = Matters()
    counted: dict[str, int] = {}
    """What everybody had in chips when the last session ended."""

    def entrant(self, name: str) -> Entrant | None:
        """Return somebody who applied, by name."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        return None

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Return those who may still play."""
        return tuple(entrant for entrant in self.entrants if entrant.standing in ACTIVE)


def coming(tournament: Tournament, number: int) -> tuple[Form, ...]:
    """Return the forms at a table for the coup that comes."""
    return _for(tournament, number, tournament.tables[number].number + 1)


def running(tournament: Tournament, number: int) -> tuple[Form, ...]:
    """Return the forms at a table for the coup that is on, or was last."""
    return _for(tournament, number, tournament.tables[number].number)


def with_form(tournament: Tournament, name: str, coup: int | None, **values: Any) -> Tournament:
    """Return the tournament with one form changed: of a coup, or of the one that comes."""

    def meant(form: Form) -> bool:
        if form.name != name:
            return False
        return form.coup == coup if coup is not None else not form.done

    forms = tuple(replace(form, **values) if meant(form) else form for form in tournament.forms)
    return replace(tournament, forms=forms)


def with_session(tournament: Tournament, **values: Any) -> Tournament:
    """Return the tournament with something about its session changed."""
    session = tournament.session
    assert session is not None
    return replace(tournament, session=replace(session, **values))


def _for(tournament: Tournament, number: int, coup: int) -> tuple[Form, ...]:
    key = (number, coup)
    return tuple(form for form in tournament.forms if (form.table, form.coup) == key)
