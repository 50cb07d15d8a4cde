"""Chip counts by staff: at the end of a session, and by order of the director."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import Cents, Count, EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.guards import coup_is_on
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.leaving import table_number_of
from punto.tournament.rules import tournament_section
from punto.tournament.session_length import is_table_finished, session_tables
from punto.tournament.session_queries import current_session, value_cents
from punto.tournament.tournament import Tournament, with_session

chip_counts: Topic[Tournament, TournamentContext] = Topic("chip_counts", changes)


class OrderChipCount(TournamentCommand, frozen=True, tag="order_chip_count"):
    """A count of the chips of all entrants is ordered."""

    group = Group.PLACING
    powers = (Power.ORDER_CHIP_COUNT,)


class CountChips(TournamentCommand, frozen=True, tag="count_chips"):
    """Staff have counted the chips in front of an entrant."""

    group = Group.PLACING
    powers = (Power.COUNT_TOURNAMENT_CHIPS,)

    name: EntrantName
    chips_cents: Count[Cents]


class ChipCountOrdered(TournamentEvent, frozen=True, gc=False, tag="chip_count_ordered"):
    """A count of the chips of all entrants was ordered."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CHIP_COUNTS,)


class ChipsCounted(TournamentEvent, frozen=True, gc=False, tag="chips_counted"):
    """The chips that staff counted for an entrant, and the chips that they should have."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    name: str
    cents: int
    held_cents: int


@chip_counts.permits(OrderChipCount)
def may_order_chip_count(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not have everybody's chips counted now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ORDER_CHIP_COUNT, "have everybody's chips counted")
    check_director(rules, tournament, by)
    session = current_session(tournament)
    coup_on = any(coup_is_on(tournament.tables[number]) for number in session_tables(tournament))
    if session.ended or coup_on:
        raise Malformed("chips are counted between coups", code=ErrorCode.NOT_NOW)
    return clause


@chip_counts.decides(OrderChipCount)
def order_chip_count(at: TournamentContext, command: OrderChipCount) -> Events:
    """Order a count of the chips of all entrants, between coups."""
    clause = may_order_chip_count(at)
    reason = Reason("everybody's chips are counted", clause)
    return (ChipCountOrdered(reasons=(reason,)),)


@chip_counts.permits(CountChips)
def may_count_chips(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not count the chips of entrants now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.COUNT_TOURNAMENT_CHIPS, "count the chips of entrants")


@chip_counts.decides(CountChips)
def count_chips(at: TournamentContext, command: CountChips) -> Events:
    """Record the counted chips of an entrant."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_count_chips(at)
    session, number = current_session(tournament), table_number_of(tournament, command.name)
    if number is None:
        raise Malformed(f"{command.name} has no chips on a table", code=ErrorCode.UNKNOWN_ENTRANT)
    table = tournament.tables[number]
    due = session.count_ordered or is_table_finished(tournament, number, by.at)
    if not due or coup_is_on(table):
        raise Malformed("no count is due", code=ErrorCode.NOT_NOW)
    if command.chips_cents < 0:
        raise Malformed("chips are counted from nought", code=ErrorCode.NO_SUCH_AMOUNT)
    held_cents = value_cents(table, command.name)
    text = f"{command.name} has {dollars(command.chips_cents)}"
    if held_cents != command.chips_cents:
        text = f"{text} where {dollars(held_cents)} should lie"
    order_clause = (
        tournament_section(rules.edition).says.counted_on_order if session.count_ordered else ()
    )
    counted = ChipsCounted(
        name=command.name,
        cents=command.chips_cents,
        held_cents=held_cents,
        reasons=(Reason(text, order_clause or clause),),
    )
    return (counted,)


def count_all_chips(
    rules: TableRules, tournament: Tournament
) -> tuple[dict[str, int], tuple[Reason, ...]]:
    """Return the chips of the remaining entrants. Refuse if a required count is missing."""
    needed, session = tournament_section(rules.edition).placing.counted, current_session(tournament)
    chips_by_name = {
        patron.name: value_cents(tournament.tables[number], patron.name)
        for number in session_tables(tournament)
        for patron in tournament.tables[number].patrons
    }
    if needed is None:
        return chips_by_name, ()
    missing = [name for name in chips_by_name if name not in session.counts]
    if missing:
        text = f"the chips of {', '.join(missing)} are not counted"
        raise Refused(ErrorCode.NOT_COUNTED, needed.clause, text)
    chips = {name: session.counts[name] for name in chips_by_name}
    return chips, (Reason("as counted and recorded", needed.clause),)


@chip_counts.applies(ChipCountOrdered)
def chip_count_ordered(
    tournament: Tournament, event: ChipCountOrdered, envelope: Envelope
) -> Tournament:
    return with_session(tournament, count_ordered=True, counts={})


@chip_counts.applies(ChipsCounted)
def chips_counted(tournament: Tournament, event: ChipsCounted, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, counts={**session.counts, event.name: event.cents})
