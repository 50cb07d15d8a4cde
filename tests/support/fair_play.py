"""What holds at every step: no wager where none is taken, no punishment for what was refused."""

from collections.abc import Iterable

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.rulebook.elect import TableRules
from punto.table.base_classes import TableEvent
from punto.table.guards import coup_is_on
from punto.table.phase import Betting
from punto.table.registry import decide
from punto.table.table import Table
from punto.table.wagers.placing import PlaceWager
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.conduct.disqualification import EntrantDisqualified
from punto.tournament.rules import tournament_section
from punto.tournament.seating.absence import CoupMissed
from punto.tournament.secret.announcement import FormCorrected
from punto.tournament.session_queries import turns_of
from punto.tournament.tournament import Tournament, forms_of_next_coup
from punto.tournament.wagers.time_limit import HeldToMinimum, WageredLate

# What is said to somebody who may not wager at all, however much they hold.
_NOT_AT_ALL = {"no_bet_coup", "barred", "table_closed", "wager_after_first_card"}


def takes_none(table: Table) -> bool:
    """Return whether the coup that comes takes no wagers, by a call or by a card held for it."""
    return table.carries_no_bet or refuses_wagers(table)


def refuses_wagers(table: Table) -> bool:
    """Return whether the coup that is on, or comes, is one on which wagers are refused."""
    no_bet = table.next.no_bet
    return no_bet is not None and no_bet.wagers_refused


def no_wager_where_none_is_taken(before: Table, after: Table) -> None:
    """Assert that nothing came onto the layout for a coup without wagers."""
    if coup_is_on(after):
        assert not (refuses_wagers(after) and after.wagers), "wagers lie on a coup that takes none"
    elif takes_none(after):
        # What lay there before a card was found may lie there until it comes off.
        lay = {bet.number: bet.stake_cents for bet in before.wagers}
        for bet in after.wagers:
            assert bet.stake_cents <= lay.get(bet.number, 0), f"{bet.patron} wagers on no-bet coup"


def idle_by_choice(rules: TableRules, before: Table, after: Table) -> None:
    """Assert that whoever is counted as abstaining could have wagered."""
    for patron in after.patrons:
        was = before.patron(patron.name)
        if was is None or patron.idle <= was.idle:
            continue
        assert not takes_none(before), f"{patron.name} abstained from a coup without wagers"
        said = _said(rules, before, patron.name)
        assert said not in _NOT_AT_ALL, f"{patron.name} abstained, and {said}"


def _said(rules: TableRules, table: Table, name: str) -> str | None:
    """Return the code of what somebody would have been told who had wagered."""
    try:
        decide(rules, table, Actor(name, PATRON, 0), PlaceWager("player", 100))
    except (Refused, Malformed) as no:
        return no.code
    return None


def fair_at_a_table(rules: TableRules, before: Table, after: Table) -> None:
    """Assert what must hold of one step at a table."""
    no_wager_where_none_is_taken(before, after)
    idle_by_choice(rules, before, after)


def fair_in_a_tournament(
    rules: TableRules,
    before: Tournament,
    after: Tournament,
    events: Iterable[TournamentEvent | TableEvent],
) -> None:
    """Assert what must hold of one step of a tournament."""
    for number, table in after.tables.items():
        no_wager_where_none_is_taken(before.tables.get(number, table), table)
        if not coup_is_on(table) and takes_none(table):
            assert not forms_of_next_coup(after, number), "a form is in for a coup without wagers"
            assert not turns_of(after, number).passed, "a pass card lies on one"
    for event in events:
        _deserved(rules, before, event)


def _deserved(rules: TableRules, before: Tournament, event: TournamentEvent | TableEvent) -> None:
    """Assert that what was done to somebody was not for a wager that nobody would have taken."""
    session = before.session
    match event:
        case EntrantDisqualified():
            cause = tournament_section(rules.edition).conduct.causes.get(event.cause)
            if cause is None or not cause.unwagered:
                return
            assert session is not None
            table = before.tables[session.seats[event.name].table]
            assert isinstance(table.phase, Betting), f"{event.name} could not wager"
            assert not takes_none(table), f"{event.name} could not wager on this coup"
        case HeldToMinimum() | WageredLate():
            assert not takes_none(before.tables[event.table]), "late on a coup without wagers"
        case CoupMissed(taken=True):
            assert session is not None
            table = before.tables[session.seats[event.name].table]
            assert not takes_none(table), f"{event.name} pays for a coup without wagers"
        case FormCorrected() if event.taken_cents:
            [table] = [
                before.tables[form.table]
                for form in before.forms
                if (form.name, form.coup) == (event.name, event.coup)
            ]
            assert not refuses_wagers(table), f"{event.name} pays for a form on no-bet coup"
        case _:
            pass
