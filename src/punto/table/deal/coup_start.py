"""The first step of a coup, and the conditions for its first card."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.actor import Actor
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Reason, Refused, merged
from punto.coup import drawing
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.shoe import Stage, shoe_rules
from punto.table.base_classes import Events, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.banker_role import check_role
from punto.table.deal.dealing_methods import method_for_next
from punto.table.deal.no_bets import check_deal
from punto.table.entries import MissedBurnRecorded
from punto.table.guards import (
    betting_window_clauses,
    check_blocks,
    check_hours,
    coup_running_error,
    table_closed_error,
)
from punto.table.limits.caps import check_cap
from punto.table.limits.offers import return_restricted_wagers
from punto.table.limits.positions import return_wagers_without_position
from punto.table.limits.sign_requirements import check_method_chosen, check_sign
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.register import record
from punto.table.table import Patron, Table

coup_start: Topic[Table, At] = Topic("coup_start", changes)


class CoupStarted(TableEvent, frozen=True, gc=False, tag="coup_started"):
    """A coup begins, dealt as elected unless another method is named; ``coups_left`` follow.

    ``at`` is when; earlier logs do not say, here and elsewhere.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    method: str | None = None
    coups_left: int | None = None
    last_called: bool = False


def coup_start_events(
    rules: TableRules, table: Table, by: Actor, card: Card | None, *, burn_missed: bool
) -> Events:
    """Return the first step of a coup that is dealt now, or refuse it; nothing during a coup."""
    match table.phase:
        case Dealing():
            return ()
        case Settling():
            if card is not None:
                text = f"no hand takes {card}: the coup is complete"
                raise Refused(ErrorCode.CARD_NOT_DUE, drawing(rules).against_table, text)
            raise coup_running_error(rules)
        case Closed():
            raise table_closed_error(rules)
        case Idle() | Betting():
            pass
    _check_betting_window(rules, table)
    check_blocks(table, "shoe", "deal")
    check_hours(rules, by)
    check_sign(rules, table)
    check_method_chosen(rules, table)
    if table.carries_no_bet and table.wagers and rules.edition.errors:
        data = rules.edition.errors
        clause = data.forced_cleared or data.forced_wagers.clause
        raise Refused(ErrorCode.WAGERS_ON_LAYOUT, clause, "all wagers come off before this coup")
    check_cap(rules, table)
    # A wager that is returned at the first card does not count for the coup.
    returns = return_restricted_wagers(rules, table)
    returns = (*returns, *return_wagers_without_position(rules, after(table, returns)))
    table_after = after(table, returns)
    no_bet = check_deal(rules, table_after)
    check_role(rules, table_after)
    shoe_start = last_coup.start(
        rules,
        table.shoe,
        burn_missed=burn_missed,
        carried=len(table.next.carried),
    )
    method, cited = method_for_next(rules, table)
    dealt = (Reason("no patron handles cards in this coup", cited),) if cited else ()
    begins = rules.says.coup_begins
    first = (Reason("the coup begins with its first card", begins),) if begins else ()
    started = CoupStarted(
        number=table.number + 1,
        method=method if method != rules.method else None,
        coups_left=shoe_start.coups_left,
        last_called=shoe_start.last_called,
        reasons=(*first, *no_bet, *dealt, *shoe_start.reasons),
    )
    return (*_missed_burn(rules, table), *returns, started)


def _missed_burn(rules: TableRules, table: Table) -> Events:
    """Return the register line that the burn of a shoe was forgotten, if it was."""
    burn = shoe_rules(rules).burn
    if burn is None or table.shoe.stage is not Stage.LOADED:
        return ()
    clause, coup = burn.missed.clause, table.number + 1
    return (record(MissedBurnRecorded, table, "no card was burned", clause, coup=coup),)


def _check_betting_window(rules: TableRules, table: Table) -> None:
    """Refuse the first card before patrons could wager, or before betting was closed."""
    wagering = rules.edition.wagering
    if table.takes_no_wagers and isinstance(table.phase, Idle):
        return  # Betting is not opened, so it is not closed either.
    window_clause = betting_window_clauses(rules, table)
    if window_clause and isinstance(table.phase, Idle):
        text = "patrons are given the opportunity to wager before a card is dealt"
        raise Refused(ErrorCode.BETTING_NOT_OPENED, window_clause, text)
    call = wagering.closing_call_due
    if call and call.value and not (isinstance(table.phase, Betting) and table.phase.closed):
        text = "betting is called closed before a card is dealt"
        raise Refused(ErrorCode.BETTING_NOT_CLOSED, merged(call.clause), text)


@coup_start.applies(CoupStarted)
def coup_started(table: Table, event: CoupStarted, envelope: Envelope) -> Table:
    shoe = replace(
        table.shoe,
        stage=Stage.READY,
        coups=table.shoe.coups + 1,
        coup_at=table.shoe.drawn,
        coups_left=event.coups_left,
        last_called=table.shoe.last_called or event.last_called,
    )
    next_coup, issues = table.next, table.open
    if next_coup.no_bet is not None and next_coup.no_bet.directed:
        next_coup = replace(
            next_coup, no_bet=replace(next_coup.no_bet, directed=False, agreed=None)
        )
    if issues.could_not_rebuild:
        issues = replace(issues, could_not_rebuild=False)
    return replace(
        table,
        phase=Dealing(method=event.method),
        shoe=shoe,
        count=replace(table.count, coups=event.number),
        open=issues,
        next=next_coup,
        patrons=_patrons_with_idle_counts(table),
    )


def _patrons_with_idle_counts(table: Table) -> tuple[Patron, ...]:
    """Return the patrons, each with the number of coups they sat out while the table was full."""
    if table.next.no_bet is not None:
        return table.patrons
    betting = {wager.patron for wager in table.wagers}
    full = sum(not patron.standing for patron in table.patrons) == table.seats
    if not full and not any(patron.idle for patron in table.patrons):
        return table.patrons
    return tuple(
        replace(patron, idle=patron.idle + 1 if full and patron.name not in betting else 0)
        if not patron.standing
        else patron
        for patron in table.patrons
    )
