"""The lines of the register of a table, and what must be done before play continues."""

from typing import TypeVar

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.table.base_classes import TableEvent
from punto.table.context import At, changes
from punto.table.open_issues import Block, BlockKind, IncidentFinding
from punto.table.table import Table

register: Topic[Table, At] = Topic("register", changes)
RECORDED = "recorded: "


class RegisterEntry(TableEvent, frozen=True, gc=False, kw_only=True):
    """A line in the register of a table: what, when, by whom and under which title, about whom.

    Each kind of line has its own class (`table/entries.py`). Its text and clauses are those of its
    first reason; ``answers`` are the persons who answered for the game at that time.
    """

    number: int
    person: str | None = None
    to: tuple[str, ...] = ()
    coup: int = 0
    answers: tuple[str, ...] = ()

    @classmethod
    def entry_name(cls) -> str:
        """Return the name of lines of this class in registers."""
        return cls.tag().removesuffix("_recorded")

    @property
    def kind(self) -> str:
        """Return the name of the line in registers."""
        return self.entry_name()

    @property
    def text(self) -> str:
        return self.reasons[0].text.removeprefix(RECORDED)

    @property
    def clause(self) -> Clauses:
        return self.reasons[0].clause


class IncidentRecorded(RegisterEntry, frozen=True, gc=False, kw_only=True, tag="incident_recorded"):
    """An incident named in the rulebook; a ``finding`` permits measures against the person."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT

    incident: str
    finding: bool = False

    @property
    def kind(self) -> str:
        return self.incident


AnyEntry = TypeVar("AnyEntry", bound=RegisterEntry)


class Blocked(TableEvent, frozen=True, gc=False, tag="blocked"):
    """Something must be done before play continues; ``stops`` says what waits for it."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    kind: BlockKind
    stops: str
    text: str
    clause: Clauses


class Unblocked(TableEvent, frozen=True, gc=False, tag="unblocked"):
    """A block is removed: what had to be done is done."""

    visibility = Visibility.STAFF
    registers = (Register.IRREGULARITIES, Register.DEVICES)

    kind: BlockKind


def record(
    kind: type[AnyEntry],
    table: Table,
    text: str,
    clause: Clauses,
    *,
    person: str | None = None,
    to: tuple[str, ...] = (),
    coup: int | None = None,
    **fields: str | bool,
) -> AnyEntry:
    """Return the next line of the register; ``coup`` if it is not about the current one."""
    if not text.strip():
        raise Malformed("say in words what happened", code=ErrorCode.INCOMPLETE)
    return kind(
        number=table.count.entries + 1,
        person=person,
        to=to,
        coup=table.number if coup is None else coup,
        answers=table.duty.on_duty,
        reasons=(Reason(f"{RECORDED}{text}", clause),),
        **fields,
    )


def blocked(table: Table, kind: BlockKind) -> bool:
    """Return whether a block of this kind is open."""
    return any(block.kind == kind for block in table.open.blocks)


def unblock_events(table: Table, kind: BlockKind) -> tuple[Unblocked, ...]:
    """Return the event that removes blocks of this kind, if one is open."""
    return (Unblocked(kind=kind),) if blocked(table, kind) else ()


def entry_recorded(table: Table, event: RegisterEntry, envelope: Envelope) -> Table:
    """Return the table after a line of the register. `table/entries.py` registers it per class."""
    return replace(table, count=replace(table.count, entries=event.number))


@register.applies(IncidentRecorded)
def incident_recorded(table: Table, event: IncidentRecorded, envelope: Envelope) -> Table:
    table = entry_recorded(table, event, envelope)
    if not event.finding:
        return table
    finding = IncidentFinding(event.number, event.kind, event.person or "", event.text)
    findings = (*table.open.findings, finding)
    return replace(table, open=replace(table.open, findings=findings))


@register.applies(Blocked)
def play_blocked(table: Table, event: Blocked, envelope: Envelope) -> Table:
    block = Block(event.kind, event.stops, event.text, event.clause)
    # The same order given twice is one block.
    others = (other for other in table.open.blocks if other != block)
    return _with_blocks(table, (*others, block))


@register.applies(Unblocked)
def play_unblocked(table: Table, event: Unblocked, envelope: Envelope) -> Table:
    blocks = tuple(block for block in table.open.blocks if block.kind != event.kind)
    return _with_blocks(table, blocks)


def _with_blocks(table: Table, blocks: tuple[Block, ...]) -> Table:
    return replace(table, open=replace(table.open, blocks=blocks))


def remaining_blocks(table: Table, *stops: str) -> tuple[Block, ...]:
    """Return the blocks without those that stop certain things."""
    return tuple(block for block in table.open.blocks if block.stops not in stops)
