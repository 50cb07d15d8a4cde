"""Opening and closing a table."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Agreement, Attestation, BankHolder, Consent
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import check_blocks, coup_is_on
from punto.table.limits.sign_changes import check_change
from punto.table.notice import SignChange
from punto.table.opening.approvals import check_approved, check_list
from punto.table.phase import Closed, Idle
from punto.table.table import Table

opening: Topic[Table, At] = Topic("opening", changes)


class OpenTable(TableCommand, frozen=True, tag="open_table"):
    """The table is opened; where it matters, who holds the bank is said."""

    group = Group.TABLE
    powers = ()

    bank: Attestation[BankHolder | None] = None
    agreement: Consent[Agreement | None] = None


class CloseTable(TableCommand, frozen=True, tag="close_table"):
    """The table is closed."""

    group = Group.TABLE
    powers = (Power.CLOSE_TABLE,)


class TableOpened(TableEvent, frozen=True, gc=False, tag="table_opened"):
    """Gaming begins; ``bank`` is who holds the bank, if that is recorded."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    bank: str | None = None
    agreement: str | None = None


class TableClosed(TableEvent, frozen=True, gc=False, tag="table_closed"):
    """Gaming ends."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT


@opening.permits(OpenTable)
def may_open_table(at: At) -> None:
    """Raise an error if this person may not open a table now."""
    rules, table, by = at.rules, at.state, at.by
    require_staff(rules, by, "open a table")
    if not isinstance(table.phase, Closed):
        raise Malformed("the table is open", code=ErrorCode.ALREADY_SO)
    check_approved(rules, table, by, "opening")


@opening.decides(OpenTable)
def open_table(at: At, command: OpenTable) -> Events:
    """Open the table if all requirements are met."""
    rules, table, by = at.rules, at.state, at.by
    may_open_table(at)
    if rules.offers:
        check_approved(rules, table, by, "optional_wagers")
    opening = rules.edition.opening
    reasons = [*check_list(rules, table, "opening")]
    count_rule = opening.cards_counted
    if count_rule and count_rule.value:
        if table.packs.counted is None:
            text = "the cards are checked one by one before gaming begins"
            raise Refused(ErrorCode.CARDS_NOT_COUNTED, count_rule.clause, text)
        reasons.append(Reason("the cards were checked one by one", count_rule.clause))
    if opening.bank_held_by:
        _check_bank(rules, command)
        agreement_text = f" under {command.agreement}" if command.agreement else ""
        text = f"the bank is held by the {command.bank}{agreement_text}"
        reasons.append(Reason(text, _bank_clauses(rules)))
    elif command.bank is not None:
        raise not_held(rules.edition, "who holds the bank")
    opened = TableOpened(bank=command.bank, agreement=command.agreement, reasons=tuple(reasons))
    return (opened,)


def _bank_clauses(rules: TableRules) -> tuple[str, ...]:
    opening = rules.edition.opening
    return merged(*(rule.clause for rule in (opening.bank_held_by, opening.bank_agreement) if rule))


def _check_bank(rules: TableRules, command: OpenTable) -> None:
    """Refuse a holder of the bank that the rulebook does not permit."""
    opening = rules.edition.opening
    assert opening.bank_held_by is not None
    if command.bank not in opening.bank_held_by.value:
        names = " or the ".join(title.replace("_", " ") for title in opening.bank_held_by.value)
        text = f"nobody but the {names} has any part in the bank"
        hint = f"bank is one of: {', '.join(opening.bank_held_by.value)}"
        raise Refused(ErrorCode.NOT_THE_BANK, opening.bank_held_by.clause, text, hint)
    agreement_rule = opening.bank_agreement
    if (
        agreement_rule
        and command.bank in agreement_rule.value
        and not (command.agreement or "").strip()
    ):
        text = "an agent holds the bank under a service agreement: give its reference"
        raise Refused(ErrorCode.NO_AGREEMENT, agreement_rule.clause, text)


@opening.permits(CloseTable)
def may_close_table(at: At) -> None:
    """Raise an error if this person may not close the table now."""
    table = at.state
    if isinstance(table.phase, Closed):
        raise Malformed("the table is closed", code=ErrorCode.ALREADY_SO)


@opening.decides(CloseTable)
def close_table(at: At, command: CloseTable) -> Events:
    """Close the table, as announced."""
    rules, table, by = at.rules, at.state, at.by
    may_close_table(at)
    if Power.CLOSE_TABLE in rules.edition.powers:
        require(rules, by, Power.CLOSE_TABLE, "close a table")
    else:
        require_staff(rules, by, "close a table")
    change = rules.edition.changes.get("closure")
    clause = change.notice.clause if change else rules.edition.wagering.main.clause
    if coup_is_on(table) or table.wagers:
        raise Refused(ErrorCode.COUP_RUNNING, clause, "a coup is on, or wagers lie on the layout")
    check_blocks(table, "coup")
    cited = check_change(rules, table, by, SignChange(closing=True), ())
    list_reasons = check_list(rules, table, "closing")
    count_rule = rules.edition.opening.cards_counted_after
    if count_rule and count_rule.value:
        if table.packs.counted != table.number:
            text = "the cards are checked one by one when gaming ends"
            raise Refused(ErrorCode.CARDS_NOT_COUNTED, count_rule.clause, text)
        cited = merged(cited, count_rule.clause)
    return (TableClosed(reasons=(Reason("closed", cited), *list_reasons)),)


@opening.applies(TableOpened)
def table_opened(table: Table, event: TableOpened, envelope: Envelope) -> Table:
    papers = replace(table.papers, attested=())
    if event.bank is not None:
        papers = replace(papers, bank=event.bank, agreement=event.agreement)
    packs = replace(table.packs, counted=None)
    count = replace(table.count, coups_at_opening=table.number)
    return replace(table, phase=Idle(), papers=papers, packs=packs, count=count)


@opening.applies(TableClosed)
def table_closed(table: Table, event: TableClosed, envelope: Envelope) -> Table:
    """Close the table, and drop the finished issues."""
    issues = table.open
    return replace(
        table,
        phase=Closed(),
        papers=replace(table.papers, attested=()),
        packs=replace(table.packs, counted=None),
        shown=replace(table.shown, notices=()),
        # Advice about small wagers is valid for one gaming day.
        admission=replace(table.admission, advised=()),
        patrons=tuple(
            replace(patron, advised=False) if patron.advised else patron for patron in table.patrons
        ),
        open=replace(
            issues,
            mispayments=tuple(payment for payment in issues.mispayments if not payment.dealt_with),
            disputes=tuple(dispute for dispute in issues.disputes if not dispute.closed),
        ),
    )
