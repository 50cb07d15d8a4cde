"""Coups without wagers: who may call one, on which conditions, and how many in a row."""

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import NoBetWagers
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, require
from punto.table.state import Dealing, Settling, Table


def direct_no_bet(rules: TableRules, table: Table, by: Actor, command: do.DirectNoBet) -> Events:
    """Let the next coup be dealt without wagers, if the rulebook's conditions are met."""
    data = rules.edition.no_bet
    if data is None:
        raise Malformed("this rulebook knows no coup without wagers")
    called = require(rules, by, "call_no_bet_coup", "call a no-bet coup")
    if isinstance(table.phase, Dealing | Settling):
        raise Refused("coup_running", called, "a coup is on")
    if table.no_bet:
        raise Malformed("the next coup is without wagers already", code="already_so")
    refused = data.wagers.value is NoBetWagers.REFUSED
    if refused and table.wagers:
        raise Refused("wagers_on_layout", data.wagers.clause, "wagers lie on the layout already")
    applied = _conditions(rules, data, table, command)
    most = data.in_a_row_max
    if most and table.no_bets_in_a_row >= most.value:
        text = f"{table.no_bets_in_a_row} coups in a row were without wagers"
        raise Refused("too_many_no_bets", most.clause, text)
    clause = merged(called, applied)
    reason = Reason("the next coup is dealt without wagers", clause)
    return (happened.NoBetDirected(wagers_refused=refused, reasons=(reason,)),)


def _conditions(
    rules: TableRules, data: schema.NoBet, table: Table, command: do.DirectNoBet
) -> Clauses:
    """Return the clauses of the conditions that are met, or refuse for one that is not."""
    if data.empty_source and not table.patrons:
        return _empty(rules, data, command)
    present = {one.name for one in table.patrons}
    strangers = {*command.agreed, *([command.requested_by] if command.requested_by else [])}
    if strangers - present:
        raise Malformed(
            f"not at the table: {', '.join(sorted(strangers - present))}", code="unknown_patron"
        )
    applied: list[Clauses] = []
    if data.requested and data.requested.value:
        if command.requested_by is None:
            text = "a patron at the table asks for a no-bet coup first"
            raise Refused("not_requested", data.requested.clause, text)
        applied.append(data.requested.clause)
    if data.all_agree and data.all_agree.value:
        if not present or present - set(command.agreed):
            missing = ", ".join(sorted(present - set(command.agreed))) or "nobody is here to agree"
            text = f"every patron must agree: {missing}"
            raise Refused("not_agreed", data.all_agree.clause, text)
        applied.append(data.all_agree.clause)
    return merged(*applied)


def _empty(rules: TableRules, data: schema.NoBet, command: do.DirectNoBet) -> Clauses:
    """Return the clause under which coups are dealt at an empty table, or refuse them."""
    assert data.empty_source is not None
    if rules.source is not data.empty_source.value:
        name = data.empty_source.value.replace("_", " ")
        text = f"at an empty table only a {name} deals without wagers"
        raise Refused("wrong_source", data.empty_source.clause, text)
    shown = data.empty_shown
    if shown and shown.value and not (command.marker or command.surveillance_told):
        text = "a marker lies on the layout, or surveillance is told first"
        raise Refused("not_shown", shown.clause, text)
    return merged(data.empty_source.clause, shown.clause if shown else ())


def check_wager(rules: TableRules, table: Table) -> None:
    """Refuse a wager on a coup that takes none."""
    data, errors = rules.edition.no_bet, rules.edition.errors
    if table.carried and table.carried.no_bet and errors:
        text = "nobody may wager on this coup: it opens with a card in excess"
        raise Refused("no_bet_coup", errors.forced_wagers.clause, text)
    if table.no_bet and table.wagers_refused and data:
        raise Refused("no_bet_coup", data.wagers.clause, "nobody may wager on this coup")


def check_deal(rules: TableRules, table: Table) -> tuple[Reason, ...]:
    """Refuse a coup with nothing on it where one must be asked for; say how one is dealt."""
    data = rules.edition.no_bet
    if data is None:
        return ()
    if data.needed and data.needed.value and not table.wagers and not table.no_bet:
        text = "a coup without any wager is dealt only when it is asked for"
        raise Refused("no_wagers", data.needed.clause, text)
    if table.no_bet and data.dealt_as_usual:
        return (Reason("a no-bet coup is dealt like any other", data.dealt_as_usual),)
    return ()


HANDLERS: Handlers = {do.DirectNoBet: direct_no_bet}
