"""Coups, shoes and wagers that are void, and stakes that went back."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.aggregate.event import Register
from punto.clause import Clauses, merged
from punto.journal import JournalLine, tables
from punto.registers.row import Row, clauses, in_order, kind_of, words
from punto.table.conduct.voiding import PairsReversed
from punto.table.deal.coup_completion import PairsSettled
from punto.table.deal.coup_reversal import CoupReopened, StakesLaidAgain, WinningsTakenBack
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.settling import LosersCollected, WinnersPaid
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.invalidating import WagersForfeited
from punto.table.errors.late_errors import CoupReversed
from punto.table.mispayments import Mispaid, WagersReversed
from punto.table.register import Blocked, RegisterEntry, Unblocked
from punto.table.returned_stakes import StakesReturned
from punto.table.wagers.removal_effects import CoupUnbet, WagersResettled

# What moves when something is taken back; these come together, before the void itself.
_MOVES = (
    WinningsTakenBack
    | CoupReopened
    | StakesLaidAgain
    | PairsReversed
    | WagersReversed
    | WagersResettled
    | CoupUnbet
    | Mispaid
    | Blocked
    | Unblocked
    | RegisterEntry
)
_ORDINARY = WinnersPaid | LosersCollected | PairsSettled


class Void(Row, frozen=True, kw_only=True):
    """Something void, or stakes that went back for another reason.

    ``returned_cents`` are stakes that went back, ``reversed_cents`` what came back from patrons
    to the float of what they had won, less than nothing where they got back what they had lost;
    ``owed_cents`` is what could not be got back, ``forfeited_cents`` went to the float.
    """

    kind: str
    text: str
    coup: int = 0
    person: str = ""
    returned_cents: int = 0
    reversed_cents: int = 0
    owed_cents: int = 0
    forfeited_cents: int = 0


def voids(lines: Sequence[JournalLine]) -> tuple[Void, ...]:
    """Return everything void and every refund, in order."""
    return in_order(row for inside in tables(lines).values() for row in _Reader().read(inside))


class _Reader:
    """Reads one table: which coup is on, and what has moved since something else happened."""

    def __init__(self) -> None:
        self.coup = 0
        self.returns: list[JournalLine] = []
        self.reversed = self.owed = 0
        self.found: list[Void] = []

    def read(self, lines: Sequence[JournalLine]) -> list[Void]:
        """Return the rows of a table."""
        before: JournalLine | None = None
        for line in lines:
            self._read(line, before)
            before = line
        self._refunds()
        return self.found

    def _read(self, line: JournalLine, before: JournalLine | None) -> None:
        match line.event:
            case StakesReturned():
                # What was not lost goes back with every settlement, and nobody gives a reason.
                settled = before is not None and isinstance(before.event, _ORDINARY)
                if not settled or line.event.reasons:
                    self.returns.append(line)
            case CoupVoided():
                self._void(line, line.event.ground, self.coup)
            case CoupReversed():
                self._void(line, words(line), line.event.number)
            case WagersForfeited():
                cents = sum(back.cents for back in line.event.stakes)
                self._row(line, words(line), self.coup, line.event.name, forfeited_cents=cents)
            case RegisterEntry() if line.event.belongs_to(Register.VOIDS):
                self._entered(line, line.event)
            case event if isinstance(event, _MOVES):
                self._moved(event)
            case _:
                self._refunds()
                if isinstance(line.event, CoupStarted):
                    self.coup = line.event.number

    def _moved(self, event: _MOVES) -> None:
        """Add what winnings came back, and what did not."""
        if isinstance(event, WinningsTakenBack):
            self.reversed += sum(event.cents.values())
            self.owed += sum(debt.cents for debt in event.debts)

    def _entered(self, line: JournalLine, event: RegisterEntry) -> None:
        """Keep what a table's own register says of something void."""
        last = self.found[-1] if self.found else None
        if event.kind == "coup_void" and last is not None and last.coup == event.coup:
            # It says of the void just before it whose doing that was.
            self.found[-1] = replace(
                last,
                person=event.person or "",
                by=line.envelope.actor,
                title=line.envelope.title,
                at=line.envelope.at,
            )
        elif event.kind == "wagers_void":
            # Stakes that went back before it belong to it: it ends what was decided.
            self._void(line, event.text, event.coup, event.person or "")
        else:
            self._row(line, event.text, event.coup, event.person or "")

    def _void(self, line: JournalLine, text: str, coup: int, person: str = "") -> None:
        """Keep something void, with everything that moved for it."""
        self._row(
            line,
            text,
            coup,
            person,
            clause=merged(clauses(line), *map(clauses, self.returns)),
            returned_cents=sum(_cents(back) for back in self.returns),
            reversed_cents=self.reversed,
            owed_cents=self.owed,
        )
        self.returns, self.reversed, self.owed = [], 0, 0

    def _refunds(self) -> None:
        """Keep stakes that went back by a clause though nothing is void."""
        for line in self.returns:
            if clauses(line):
                self._row(line, words(line), self.coup, returned_cents=_cents(line))
        self.returns, self.reversed, self.owed = [], 0, 0

    def _row(
        self,
        line: JournalLine,
        text: str,
        coup: int,
        person: str = "",
        clause: Clauses | None = None,
        **cents: int,
    ) -> None:
        event = line.event
        self.found.append(
            Void(
                stream=line.envelope.stream,
                version=line.envelope.version,
                at=line.envelope.at,
                by=line.envelope.actor,
                title=line.envelope.title,
                clause=clauses(line) if clause is None else clause,
                kind=event.kind if isinstance(event, RegisterEntry) else kind_of(line),
                text=text,
                coup=coup,
                person=person,
                **cents,
            )
        )


def _cents(line: JournalLine) -> int:
    assert isinstance(line.event, StakesReturned)
    return sum(back.cents for back in line.event.stakes)
