"""Coups without wagers: who may call one, on which conditions, and how many in a row."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Unregistered, Visibility
from punto.aggregate.roles import Attestation, Consent, PatronName, Request
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import LiveRule, NoBetWagers
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import NoBetCoupRecorded
from punto.table.guards import check_all_at_table, coup_is_on, require_patron, table_closed_error
from punto.table.phase import Closed
from punto.table.register import record
from punto.table.seats.joining import check_not_barred
from punto.table.table import NoBet, Table

no_bets: Topic[Table, At] = Topic("no_bets", changes)


class DirectNoBet(TableCommand, frozen=True, tag="direct_no_bet"):
    """The next coup is to be dealt without wagers; ``lifted`` if it is not to be after all."""

    group = Group.COUP
    powers = (Power.CALL_NO_BET_COUP,)

    requested_by: Request[PatronName | None] = None
    agreed: Consent[tuple[PatronName, ...]] = ()
    marker: Attestation[bool] = False
    surveillance_told: Attestation[bool] = False
    lifted: bool = False


class NoBetDirected(TableEvent, frozen=True, gc=False, tag="no_bet_directed"):
    """The next coup is dealt without wagers; ``agreed`` if everybody at the table had to agree.

    A ``marker`` on the layout shows that such a coup is underway.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    alert = Alert.NO_BET_COUP

    wagers_refused: bool
    agreed: tuple[str, ...] | None = None
    marker: bool = False


class NoBetLifted(TableEvent, frozen=True, gc=False, tag="no_bet_lifted"):
    """Wagers may be placed on the next coup again."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


@no_bets.permits(DirectNoBet)
def may_direct_no_bet(at: At) -> Clauses:
    """Raise an error if this person may not call a no-bet coup now."""
    rules, table, by = at.rules, at.state, at.by
    data = rules.edition.no_bet
    if data is None:
        raise not_held(rules.edition, "how a coup without wagers is called")
    clause = require(rules, by, Power.CALL_NO_BET_COUP, "call a no-bet coup")
    if isinstance(table.phase, Closed):
        raise table_closed_error(rules)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "a coup is on")
    return clause


@no_bets.decides(DirectNoBet)
def direct_no_bet(at: At, command: DirectNoBet) -> Events:
    """Call the next coup without wagers, if the conditions of the rulebook are met."""
    rules, table = at.rules, at.state
    power_clause = may_direct_no_bet(at)
    data = rules.edition.no_bet
    assert data is not None
    if command.lifted:
        return _lift_no_bet(table, power_clause)
    if table.next.no_bet is not None and not patrons_not_agreed(table):
        raise Malformed("the next coup is without wagers already", code=ErrorCode.ALREADY_SO)
    refused = data.wagers.value is NoBetWagers.REFUSED
    if refused and table.wagers:
        raise Refused(
            ErrorCode.WAGERS_ON_LAYOUT, data.wagers.clause, "wagers lie on the layout already"
        )
    condition_clauses = _condition_clauses(rules, data, table, command)
    maximum, in_a_row = data.in_a_row_max, table.count.no_bets_in_a_row
    if maximum and in_a_row >= maximum.value:
        text = f"{in_a_row} coups in a row were without wagers"
        raise Refused(ErrorCode.TOO_MANY_NO_BETS, maximum.clause, text)
    need_clause = data.needed.clause if data.needed and data.needed.value else ()
    table_is_empty = bool(data.empty_source) and not table.patrons
    call_clause = (data.empty_called if table_is_empty else data.agreed_called) or merged(
        power_clause, need_clause
    )
    clause = merged(call_clause, condition_clauses, data.several if in_a_row else ())
    reason = Reason("the next coup is dealt without wagers", clause)
    agreed = command.agreed if data.all_agree and data.all_agree.value else None
    directed = NoBetDirected(
        wagers_refused=refused,
        agreed=agreed,
        marker=table_is_empty and command.marker,
        reasons=(reason,),
    )
    return (directed, *_surveillance_notice(table, data, command, empty=table_is_empty))


def _surveillance_notice(
    table: Table, data: schema.NoBet, command: DirectNoBet, *, empty: bool
) -> Events:
    """Return the register line that surveillance was told of coups at an empty table."""
    if not empty or not command.surveillance_told or data.empty_shown is None:
        return ()
    text = "surveillance is told of a coup without wagers at an empty table"
    clause = data.empty_shown.clause
    return (record(NoBetCoupRecorded, table, text, clause, to=("surveillance",)),)


def _eligible_patrons(table: Table) -> set[str]:
    """Return the patrons at the table who may play."""
    return {patron.name for patron in table.patrons} - set(table.admission.barred)


def patrons_not_agreed(table: Table) -> set[str]:
    """Return the patrons who have not agreed to a no-bet coup that needs everybody."""
    no_bet = table.next.no_bet
    if no_bet is None or not no_bet.directed or no_bet.agreed is None:
        return set()
    return _eligible_patrons(table) - set(no_bet.agreed)


def _lift_no_bet(table: Table, clause: Clauses) -> Events:
    """Permit wagers on the next coup again."""
    if table.next.no_bet is None or not table.next.no_bet.directed:
        raise Malformed("no coup without wagers was called", code=ErrorCode.NO_SUCH_THING)
    reason = Reason("wagers may be placed on the next coup", clause)
    return (NoBetLifted(reasons=(reason,)),)


def _condition_clauses(
    rules: TableRules, data: schema.NoBet, table: Table, command: DirectNoBet
) -> Clauses:
    """Return the clauses of the conditions, or refuse if one is not met."""
    if data.empty_source and not table.patrons:
        return _empty_table_clauses(rules, data, command)
    present = _eligible_patrons(table)
    check_all_at_table(table, command.agreed)
    if command.requested_by is not None:
        require_patron(table, command.requested_by)
        check_not_barred(rules, table, command.requested_by)
    clauses: list[Clauses] = []
    if data.requested and data.requested.value:
        if command.requested_by is None:
            text = "a patron at the table asks for a no-bet coup first"
            raise Refused(ErrorCode.NOT_REQUESTED, data.requested.clause, text)
        clauses.append(data.requested.clause)
    if data.all_agree and data.all_agree.value:
        if not present or present - set(command.agreed):
            missing = ", ".join(sorted(present - set(command.agreed))) or "nobody is here to agree"
            text = f"every patron must agree: {missing}"
            empty_table_only = command.marker or command.surveillance_told
            clause = merged(data.all_agree.clause, data.empty_only if empty_table_only else ())
            raise Refused(ErrorCode.NOT_AGREED, clause, text)
        clauses.append(data.all_agree.clause)
    return merged(*clauses)


def _empty_table_clauses(rules: TableRules, data: schema.NoBet, command: DirectNoBet) -> Clauses:
    """Return the clause under which coups are dealt at an empty table, or refuse them."""
    assert data.empty_source is not None
    if rules.source is not data.empty_source.value:
        name = data.empty_source.value.replace("_", " ")
        text = f"at an empty table only a {name} deals without wagers"
        raise Refused(ErrorCode.WRONG_SOURCE, data.empty_source.clause, text)
    shown = data.empty_shown
    if shown and shown.value and not (command.marker or command.surveillance_told):
        text = "a marker lies on the layout, or surveillance is told first"
        raise Refused(ErrorCode.NOT_SHOWN, shown.clause, text)
    return merged(data.empty_source.clause, shown.clause if shown else ())


def check_wager(rules: TableRules, table: Table) -> None:
    """Refuse a wager on a coup that takes none."""
    data, errors = rules.edition.no_bet, rules.edition.errors
    if table.carries_no_bet and errors:
        text = "nobody may wager on this coup: it opens with a card in excess"
        raise Refused(ErrorCode.NO_BET_COUP, errors.forced_wagers.clause, text)
    if table.next.no_bet is not None and table.next.no_bet.wagers_refused and data:
        raise Refused(ErrorCode.NO_BET_COUP, data.wagers.clause, "nobody may wager on this coup")


def no_bet_wager_clauses(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses that permit wagers on a coup that was called without wagers."""
    data, no_bet = rules.edition.no_bet, table.next.no_bet
    if data is None or no_bet is None or no_bet.wagers_refused:
        return ()
    return data.wagers.clause


def check_deal(rules: TableRules, table: Table) -> tuple[Reason, ...]:
    """Refuse a coup without wagers that was not requested; return how one is dealt."""
    data = rules.edition.no_bet
    if data is None or LiveRule.FREE_COUPS in rules.sets_aside:
        return ()
    if data.needed and data.needed.value and not table.wagers and table.next.no_bet is None:
        text = "a coup without any wager is dealt only when it is asked for"
        raise Refused(ErrorCode.NO_WAGERS, data.needed.clause, text)
    missing = ", ".join(sorted(patrons_not_agreed(table)))
    if missing and data.all_agree:
        text = f"{missing} came after the no-bet coup was called and has not agreed"
        hint = "ask them and call it again, or lift it: direct_no_bet lifted=true"
        clause = merged(
            data.all_agree.clause, data.empty_only if _called_for_empty_table(table) else ()
        )
        raise Refused(ErrorCode.NOT_AGREED, clause, text, hint)
    if table.next.no_bet is not None and data.dealt_as_usual:
        clause = merged(
            data.dealt_as_usual, data.empty_dealt if _called_for_empty_table(table) else ()
        )
        return (Reason("a no-bet coup is dealt like any other", clause),)
    return ()


def _called_for_empty_table(table: Table) -> bool:
    """Return whether the next coup was called without wagers at an empty table."""
    no_bet = table.next.no_bet
    return no_bet is not None and no_bet.directed and no_bet.agreed == ()


def optional_only_reasons(rules: TableRules, wagers: Sequence[str]) -> tuple[Reason, ...]:
    """Return why a coup with only optional wagers is dealt to its end, if this is one."""
    main = rules.edition.wagering.main.value
    deal = rules.edition.deal
    if not wagers or deal is None or deal.optional_only is None:
        return ()
    if any(wager in main for wager in wagers):
        return ()
    text = "no Player, Banker or Tie wager: the coup is played out all the same"
    return (Reason(text, deal.optional_only.clause),)


@no_bets.applies(NoBetDirected)
def no_bet_directed(table: Table, event: NoBetDirected, envelope: Envelope) -> Table:
    no_bet = NoBet(
        directed=True,
        wagers_refused=event.wagers_refused,
        agreed=event.agreed,
        marker=event.marker,
    )
    return replace(table, next=replace(table.next, no_bet=no_bet))


@no_bets.applies(NoBetLifted)
def no_bet_lifted(table: Table, event: NoBetLifted, envelope: Envelope) -> Table:
    next_coup = replace(table.next, no_bet=next_no_bet(table))
    return replace(table, next=next_coup)


def next_no_bet(table: Table) -> NoBet | None:
    """Return the no-bet state of the next coup: set if a held card forces it."""
    if table.carries_no_bet:
        return NoBet(wagers_refused=True)
    return None
