"""Elimination of entrants with too few chips, and its order if one coup eliminates several."""

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OutKey, OutTogether
from punto.table.table import Table
from punto.tournament.base_classes import Events, TournamentEvent
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import with_entrant
from punto.tournament.leaving import leave_table
from punto.tournament.rules import tournament_section
from punto.tournament.session import Elimination
from punto.tournament.session_queries import current_session, minimum_cents, value_cents
from punto.tournament.tournament import Tournament, with_session

elimination: Topic[Tournament, TournamentContext] = Topic("elimination", changes)


class EntrantEliminated(TournamentEvent, frozen=True, gc=False, tag="entrant_eliminated"):
    """An entrant is eliminated. Their remaining chips leave play, or are theirs if ``kept``.

    ``order`` sorts eliminations of the same coup; the lowest was out first.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    name: str
    table: int
    coup: int
    chips_cents: int = 0
    order: int = 0
    kept: bool = False


class AllOut(TournamentEvent, frozen=True, gc=False, tag="all_out"):
    """A coup eliminated all remaining entrants of a table: they are level and get new chips."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    names: tuple[str, ...]


def eliminations(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the eliminations at a table before another coup of the session is dealt."""
    placing, table = tournament_section(rules.edition).placing, tournament.tables[number]
    minimum, session = minimum_cents(tournament, number), current_session(tournament)
    active_names = {entrant.name for entrant in tournament.active}
    below = [
        patron.name
        for patron in table.patrons
        if patron.name in active_names and value_cents(table, patron.name) < minimum
    ]
    if not below:
        return ()
    clause = placing.out_below.clause
    if placing.all_out and 1 < len(below) == len(table.patrons):
        reason = Reason("one coup put everybody out who was left", placing.all_out.clause)
        event = AllOut(table=number, names=tuple(below), reasons=(reason,))
        return (event, *_leave_tables(tournament, below))
    coup = session.coups.get(number, 0)
    events: list[TournamentEvent] = []
    for order, name, order_reasons in exit_order(rules, tournament, number, below):
        events.append(
            EntrantEliminated(
                name=name,
                table=number,
                coup=coup,
                chips_cents=value_cents(table, name),
                order=order,
                kept=_keeps_chips(rules, tournament),
                reasons=(
                    Reason(f"{name} cannot wager the minimum", clause),
                    *order_reasons,
                    *_exit_reasons(rules, tournament),
                ),
            )
        )
    return (*events, *_leave_tables(tournament, below))


def _leave_tables(tournament: Tournament, names: list[str]) -> Events:
    """Return the events by which entrants leave their tables, one after another."""
    events: list[TournamentEvent] = []
    for name in names:
        events += leave_table(after(tournament, events), name)[0]
    return tuple(events)


def _keeps_chips(rules: TableRules, tournament: Tournament) -> bool:
    """Return whether eliminated entrants own their remaining chips."""
    return tournament.conditions.live and bool(
        tournament_section(rules.edition).says.left_over_live
    )


def _exit_reasons(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return the reasons about the place and the chips of an eliminated entrant."""
    says, seat_void = (
        tournament_section(rules.edition).says,
        tournament_section(rules.edition).placing.seat_void,
    )
    reasons = []
    if says.seat_vacated:
        reasons.append(Reason("the place is given up", says.seat_vacated))
    if seat_void:
        reasons.append(Reason("nobody plays from this place any more", seat_void.clause))
    if tournament.conditions.live and says.left_over_live:
        reasons.append(Reason("the chips that are left are theirs", says.left_over_live))
    elif says.left_over:
        reasons.append(Reason("the chips that are left are the house's", says.left_over))
    return tuple(reasons)


def exit_order(
    rules: TableRules, tournament: Tournament, number: int, names: list[str]
) -> list[tuple[int, str, tuple[Reason, ...]]]:
    """Return the entrants whom a coup eliminated, first to last: order number, name, reasons."""
    placing = tournament_section(rules.edition).placing
    if len(names) == 1:
        return [(0, names[0], ())]
    if placing.out_together.value is OutTogether.SHARED:
        reason = Reason("one coup put them out together", placing.out_together.clause)
        return [(0, name, (reason,)) for name in names]
    table = tournament.tables[number]
    keys = {name: _exit_keys(rules, table, name) for name in names}
    ordered = sorted(names, key=lambda name: keys[name])
    exits: list[tuple[int, str, tuple[Reason, ...]]] = []
    order = 0
    for index, name in enumerate(ordered):
        previous = ordered[index - 1] if index else None
        if previous is not None and keys[previous] != keys[name]:
            order += 1
        reasons = _order_reasons(rules, previous, name, keys) if previous is not None else ()
        exits.append((order, name, reasons))
    return exits


def _exit_keys(rules: TableRules, table: Table, name: str) -> tuple[int, ...]:
    """Return the sort key of an entrant among those whom one coup eliminated, first out first."""
    last = table.past.last
    settled = last.settled if last is not None else ()
    removed = [
        index
        for index, outcome in enumerate(settled)
        if outcome.wager.patron == name and outcome.result.collected_cents
    ]
    values = {
        OutKey.RESIDUAL: value_cents(table, name),
        OutKey.WAGER: sum(
            outcome.wager.stake_cents for outcome in settled if outcome.wager.patron == name
        ),
        OutKey.REMOVAL: min(removed, default=-1),
    }
    return tuple(
        values[out_key.key] for out_key in tournament_section(rules.edition).placing.out_keys
    )


def _order_reasons(
    rules: TableRules, previous: str, name: str, keys: dict[str, tuple[int, ...]]
) -> tuple[Reason, ...]:
    """Return the reason why an entrant was out after the previous one."""
    texts = {
        OutKey.RESIDUAL: "has fewer chips left than",
        OutKey.WAGER: "wagered less than",
        OutKey.REMOVAL: "lost the chips before",
    }
    for out_key, first, second in zip(
        tournament_section(rules.edition).placing.out_keys, keys[previous], keys[name], strict=True
    ):
        if first != second:
            return (Reason(f"{previous} {texts[out_key.key]} {name}", out_key.clause),)
    return ()


def check_seat_open(rules: TableRules, tournament: Tournament, number: int, seat: int) -> None:
    """Refuse a wager from the place of an eliminated entrant."""
    void, session = tournament_section(rules.edition).placing.seat_void, current_session(tournament)
    closed = {session.seats[out.name] for out in session.outs if out.name in session.seats}
    if void and any((place.table, place.seat) == (number, seat) for place in closed):
        raise Refused(ErrorCode.SEAT_VOID, void.clause, f"nobody wagers from place {seat} any more")


@elimination.applies(EntrantEliminated)
def entrant_eliminated(
    tournament: Tournament, event: EntrantEliminated, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    eliminated = Elimination(event.name, event.coup, event.order, event.chips_cents)
    tournament = with_entrant(tournament, event.name, standing=EntrantStatus.ELIMINATED)
    return with_session(tournament, outs=(*session.outs, eliminated))


@elimination.applies(AllOut)
def all_out(tournament: Tournament, event: AllOut, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, level=(*session.level, *event.names))
