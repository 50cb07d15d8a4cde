"""The order of wagering: who wagers after whom at a table, and whose turn it is."""

from collections.abc import Sequence

from punto.rulebook.elect import TableRules
from punto.rulebook.policies import SeatsRun
from punto.rulebook.schema.tournament.wagers import Order
from punto.rulebook.tournament_policies import Direction, OrderApplies, TurnOpens
from punto.table.phase import Betting
from punto.table.table import Patron, Table
from punto.tournament.entrant import ACTIVE
from punto.tournament.rules import law
from punto.tournament.session_queries import takes_wagers, turns_at
from punto.tournament.tournament import Tournament, coming


def playing(tournament: Tournament, table: Table) -> list[Patron]:
    """Return those at a table who are still in the tournament and in their seats."""
    session = tournament.session
    here = {patron.name for patron in table.patrons}
    # A field may have hundreds, and a table has a few: only theirs is looked at closely.
    active = {
        entrant.name
        for entrant in tournament.entrants
        if entrant.name in here and entrant.standing in ACTIVE
    }
    if session is not None:
        active = {name for name in active if not session.absent(name)}
    return [patron for patron in table.patrons if patron.name in active]


def order_rules(rules: TableRules, tournament: Tournament) -> Order | None:
    """Return the rules about the order of wagering, where this tournament has one."""
    order = law(rules.edition).wagers.order
    if order is None:
        return None
    if order.applies.value is OrderApplies.IF_CONDITIONS_SAY_SO:
        return order if tournament.conditions.wagering_order else None
    return order


def upwards(rules: TableRules, direction: Direction) -> bool:
    """Return whether seat numbers grow in a direction."""
    run = rules.edition.table.seats_run if rules.edition.table else None
    clockwise = run is None or run.value is SeatsRun.CLOCKWISE
    return clockwise is (direction is Direction.CLOCKWISE)


def round_from(seats: Sequence[int], first: int, *, upwards: bool) -> list[int]:
    """Return seats round the table, beginning with one or with the next that is taken."""
    ordered = sorted(seats, reverse=not upwards)
    ahead = [seat for seat in ordered if (seat >= first if upwards else seat <= first)]
    return [*ahead, *(seat for seat in ordered if seat not in ahead)]


def in_order(rules: TableRules, tournament: Tournament, number: int) -> tuple[str, ...]:
    """Return those who wager at a table, in the order of this coup."""
    table = tournament.tables[number]
    names = {patron.seat: patron.name for patron in playing(tournament, table)}
    order = order_rules(rules, tournament)
    marker = turns_at(tournament, number).marker
    up = order is None or upwards(rules, order.direction.value)
    first = marker if marker is not None else (1 if up else table.seats)
    return tuple(names[seat] for seat in round_from(list(names), first, upwards=up))


def has_acted(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether somebody has done what they do in this coup: wagered, passed, a form."""
    turns, table = turns_at(tournament, number), tournament.tables[number]
    if name in turns.passed or name in turns.void:
        return True
    if any(form.name == name for form in coming(tournament, number)):
        return True
    left = turns.standing.get(name)
    return any(bet.patron == name and bet.number != left for bet in table.wagers)


def turn_over(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether somebody has had their turn, as everybody may know: it never comes back."""
    done = name in turns_at(tournament, number).done
    return done or has_acted(tournament, number, name)


def is_asked(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether somebody is the one whom the dealer asked last, while betting is open."""
    asked, phase = turns_at(tournament, number).asked, tournament.tables[number].phase
    return asked[-1:] == (name,) and isinstance(phase, Betting) and not phase.closed


def in_turn(rules: TableRules, tournament: Tournament, number: int, name: str) -> bool:
    """Return whether it is somebody's turn to wager; always, where there is no order."""
    order = order_rules(rules, tournament)
    if order is None:
        return True
    turns = turns_at(tournament, number)
    if order.turn_opens.value is TurnOpens.WHEN_ASKED or turns.standing:
        return is_asked(tournament, number, name)
    names = in_order(rules, tournament, number)
    place = names.index(name)
    if not all(turn_over(tournament, number, other) for other in names[:place]):
        return False
    # Whoever has nothing on the coup, or nothing any more, is still to wager.
    return not has_acted(tournament, number, name) or not any(
        turn_over(tournament, number, other) and other not in turns.early
        for other in names[place + 1 :]
    )


def whose_turn(rules: TableRules, tournament: Tournament, number: int) -> str | None:
    """Return whose turn it is to wager at a table, if it is anybody's."""
    if order_rules(rules, tournament) is None or not takes_wagers(tournament.tables[number]):
        return None
    for name in in_order(rules, tournament, number):
        if in_turn(rules, tournament, number, name) and not turn_over(tournament, number, name):
            return name
    return None
