"""The order of wagering at a table, and whose turn it is."""

from collections.abc import Sequence

from punto.rulebook.elect import TableRules
from punto.rulebook.policies import SeatsRun
from punto.rulebook.schema.tournament.wagers import Order
from punto.rulebook.tournament_policies import Direction, OrderApplies, TurnOpens
from punto.table.phase import Betting
from punto.table.table import Patron, Table
from punto.tournament.entrant import ACTIVE
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import takes_wagers, turns_of
from punto.tournament.tournament import Tournament, forms_of_next_coup


def playing_patrons(tournament: Tournament, table: Table) -> list[Patron]:
    """Return the patrons at a table who are still in the tournament and in their seats."""
    session = tournament.session
    names_at_table = {patron.name for patron in table.patrons}
    # A tournament may have hundreds of entrants and a table a few: check only those at the table.
    active = {
        entrant.name
        for entrant in tournament.entrants
        if entrant.name in names_at_table and entrant.standing in ACTIVE
    }
    if session is not None:
        active = {name for name in active if not session.absent(name)}
    return [patron for patron in table.patrons if patron.name in active]


def order_rules(rules: TableRules, tournament: Tournament) -> Order | None:
    """Return the rules of the order of wagering, or ``None`` if this tournament has no order."""
    order = tournament_section(rules.edition).wagers.order
    if order is None:
        return None
    if order.applies.value is OrderApplies.IF_CONDITIONS_SAY_SO:
        return order if tournament.conditions.wagering_order else None
    return order


def is_ascending(rules: TableRules, direction: Direction) -> bool:
    """Return whether seat numbers increase in a direction."""
    seats_run = rules.edition.table.seats_run if rules.edition.table else None
    clockwise = seats_run is None or seats_run.value is SeatsRun.CLOCKWISE
    return clockwise is (direction is Direction.CLOCKWISE)


def seats_from(seats: Sequence[int], first: int, *, upwards: bool) -> list[int]:
    """Return taken seats around the table, from the first seat or the next taken one."""
    ordered = sorted(seats, reverse=not upwards)
    from_first = [seat for seat in ordered if (seat >= first if upwards else seat <= first)]
    return [*from_first, *(seat for seat in ordered if seat not in from_first)]


def names_in_order(rules: TableRules, tournament: Tournament, number: int) -> tuple[str, ...]:
    """Return the names of the entrants at a table, in the wagering order of this coup."""
    table = tournament.tables[number]
    names = {patron.seat: patron.name for patron in playing_patrons(tournament, table)}
    order = order_rules(rules, tournament)
    marker = turns_of(tournament, number).marker
    ascending = order is None or is_ascending(rules, order.direction.value)
    first = marker if marker is not None else (1 if ascending else table.seats)
    return tuple(names[seat] for seat in seats_from(list(names), first, upwards=ascending))


def has_acted(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether an entrant has acted in this coup: wagered, passed or handed in a form."""
    turns, table = turns_of(tournament, number), tournament.tables[number]
    if name in turns.passed or name in turns.void:
        return True
    if any(form.name == name for form in forms_of_next_coup(tournament, number)):
        return True
    standing_number = turns.standing.get(name)
    return any(wager.patron == name and wager.number != standing_number for wager in table.wagers)


def has_had_turn(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether an entrant has had their turn in this coup. A turn does not come again."""
    done = name in turns_of(tournament, number).done
    return done or has_acted(tournament, number, name)


def is_asked(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether an entrant is the one whom the dealer asked last, while betting is open."""
    asked, phase = turns_of(tournament, number).asked, tournament.tables[number].phase
    return asked[-1:] == (name,) and isinstance(phase, Betting) and not phase.closed


def is_turn_of(rules: TableRules, tournament: Tournament, number: int, name: str) -> bool:
    """Return whether it is an entrant's turn to wager. Without an order it always is."""
    order = order_rules(rules, tournament)
    if order is None:
        return True
    turns = turns_of(tournament, number)
    if order.turn_opens.value is TurnOpens.WHEN_ASKED or turns.standing:
        return is_asked(tournament, number, name)
    names = names_in_order(rules, tournament, number)
    position = names.index(name)
    if not all(has_had_turn(tournament, number, other) for other in names[:position]):
        return False
    # An entrant without a wager on the coup may still wager, also if one was withdrawn.
    return not has_acted(tournament, number, name) or not any(
        has_had_turn(tournament, number, other) and other not in turns.early
        for other in names[position + 1 :]
    )


def whose_turn(rules: TableRules, tournament: Tournament, number: int) -> str | None:
    """Return the entrant whose turn it is to wager at a table, or ``None``."""
    if order_rules(rules, tournament) is None or not takes_wagers(tournament.tables[number]):
        return None
    for name in names_in_order(rules, tournament, number):
        if is_turn_of(rules, tournament, number, name) and not has_had_turn(
            tournament, number, name
        ):
            return name
    return None
