"""The state of a tournament: everything its past decides, in parts that have names."""

from enum import StrEnum

from msgspec import Struct

from punto.rulebook.elections import Elections
from punto.table.table import Table
from punto.tournament.conditions import Conditions
from punto.tournament.entrant import ACTIVE, Entrant
from punto.tournament.forms import Form
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


class Floor(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who leads the tournament and is there, what is approved, and which tables it may use."""

    leaders: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    approved: tuple[str, ...] = ()
    published: bool = False
    tables: tuple[int, ...] = ()


class Purse(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Money, apart from chips: what came in, what the house keeps, what was paid out."""

    fees_cents: int = 0
    refunded_cents: int = 0
    kept_cents: int = 0
    added_cents: int = 0
    paid_cents: int = 0


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Everything about a tournament that its past decides."""

    setup: SetUp
    stage: Stage = Stage.DRAFT
    conditions: Conditions = Conditions()
    floor: Floor = Floor()
    entrants: tuple[Entrant, ...] = ()
    session: Session | None = None
    tables: dict[int, Table] = {}
    purse: Purse = Purse()
    forms: tuple[Form, ...] = ()
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


def _for(tournament: Tournament, number: int, coup: int) -> tuple[Form, ...]:
    return tuple(form for form in tournament.forms if (form.table, form.coup) == (number, coup))
