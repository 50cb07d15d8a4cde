"""Void coups, shoes and wagers, and returned stakes."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.aggregate.event import Register
from punto.clause import Clauses, merged
from punto.journal import JournalLine, tables
from punto.registers.row import Row, kind_of, reason_clauses, reason_text, rows_by_time
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

# Events of a reversal. They come together, before the event that declares something void.
_ReversalEvent = (
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
_SettlementEvent = WinnersPaid | LosersCollected | PairsSettled


class VoidRow(Row, frozen=True, kw_only=True):
    """Something void, or stakes that were returned for another reason.

    ``returned_cents`` are returned stakes. ``reversed_cents`` are winnings that patrons paid back
    to the float, negative if they got back what they had lost. ``owed_cents`` could not be
    recovered, ``forfeited_cents`` went to the float.
    """

    kind: str
    text: str
    coup: int = 0
    person: str = ""
    returned_cents: int = 0
    reversed_cents: int = 0
    owed_cents: int = 0
    forfeited_cents: int = 0


def voids(lines: Sequence[JournalLine]) -> tuple[VoidRow, ...]:
    """Return all voids and refunds, in order."""
    return rows_by_time(
        row for table_lines in tables(lines).values() for row in _TableReader().read(table_lines)
    )


class _TableReader:
    """Reads the lines of a table, with the current coup and the reversals so far."""

    def __init__(self) -> None:
        self.coup = 0
        self.returns: list[JournalLine] = []
        self.reversed = self.owed = 0
        self.found: list[VoidRow] = []

    def read(self, lines: Sequence[JournalLine]) -> list[VoidRow]:
        """Return the rows of the table."""
        previous: JournalLine | None = None
        for line in lines:
            self._read_line(line, previous)
            previous = line
        self._add_refunds()
        return self.found

    def _read_line(self, line: JournalLine, previous: JournalLine | None) -> None:
        match line.event:
            case StakesReturned():
                # Every settlement returns the stakes that were not lost, without a reason.
                is_settlement = previous is not None and isinstance(
                    previous.event, _SettlementEvent
                )
                if not is_settlement or line.event.reasons:
                    self.returns.append(line)
            case CoupVoided():
                self._add_void(line, line.event.ground, self.coup)
            case CoupReversed():
                self._add_void(line, reason_text(line), line.event.number)
            case WagersForfeited():
                cents = sum(stake.cents for stake in line.event.stakes)
                self._add_row(
                    line, reason_text(line), self.coup, line.event.name, forfeited_cents=cents
                )
            case RegisterEntry() if line.event.belongs_to(Register.VOIDS):
                self._add_register_entry(line, line.event)
            case event if isinstance(event, _ReversalEvent):
                self._add_reversal(event)
            case _:
                self._add_refunds()
                if isinstance(line.event, CoupStarted):
                    self.coup = line.event.number

    def _add_reversal(self, event: _ReversalEvent) -> None:
        """Add winnings that were paid back, and those that are owed."""
        if isinstance(event, WinningsTakenBack):
            self.reversed += sum(event.cents.values())
            self.owed += sum(debt.cents for debt in event.debts)

    def _add_register_entry(self, line: JournalLine, event: RegisterEntry) -> None:
        """Add a register entry about something void."""
        last = self.found[-1] if self.found else None
        if event.kind == "coup_void" and last is not None and last.coup == event.coup:
            # The entry names the person who caused the previous void.
            self.found[-1] = replace(
                last,
                person=event.person or "",
                by=line.envelope.actor,
                title=line.envelope.title,
                at=line.envelope.at,
            )
        elif event.kind == "wagers_void":
            # Stakes returned before it belong to it, because it is the last event of the decision.
            self._add_void(line, event.text, event.coup, event.person or "")
        else:
            self._add_row(line, event.text, event.coup, event.person or "")

    def _add_void(self, line: JournalLine, text: str, coup: int, person: str = "") -> None:
        """Add a void, with its returned stakes and reversals."""
        self._add_row(
            line,
            text,
            coup,
            person,
            clause=merged(reason_clauses(line), *map(reason_clauses, self.returns)),
            returned_cents=sum(_returned_cents(returned) for returned in self.returns),
            reversed_cents=self.reversed,
            owed_cents=self.owed,
        )
        self.returns, self.reversed, self.owed = [], 0, 0

    def _add_refunds(self) -> None:
        """Add stakes that were returned by a clause without a void."""
        for line in self.returns:
            if reason_clauses(line):
                self._add_row(
                    line, reason_text(line), self.coup, returned_cents=_returned_cents(line)
                )
        self.returns, self.reversed, self.owed = [], 0, 0

    def _add_row(
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
            VoidRow(
                stream=line.envelope.stream,
                version=line.envelope.version,
                at=line.envelope.at,
                by=line.envelope.actor,
                title=line.envelope.title,
                clause=reason_clauses(line) if clause is None else clause,
                kind=event.kind if isinstance(event, RegisterEntry) else kind_of(line),
                text=text,
                coup=coup,
                person=person,
                **cents,
            )
        )


def _returned_cents(line: JournalLine) -> int:
    assert isinstance(line.event, StakesReturned)
    return sum(stake.cents for stake in line.event.stakes)
