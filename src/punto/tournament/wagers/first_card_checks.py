"""Checks before the first card, and for short wagers before chips are paid."""

from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.table import Table
from punto.tournament.session_queries import takes_wagers, turns_of
from punto.tournament.tournament import Tournament, forms_of_next_coup
from punto.tournament.wagers.order import names_in_order, order_rules
from punto.tournament.wagers.stakes import check_enough, is_short, limits_of, wager_rules


def check_first_card(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse the first card until every entrant has wagered, passed or handed in a form."""
    table, turns = tournament.tables[number], turns_of(tournament, number)
    if not takes_wagers(table):
        return
    forms = forms_of_next_coup(tournament, number)
    excused = {*turns.passed, *turns.void, *(form.name for form in forms)}
    for name in names_in_order(rules, tournament, number):
        if name not in excused:
            check_enough(rules, table, turns, name)
    check_all_asked(rules, tournament, number)
    # Faults of a form are corrected after the coup.
    form_wagers = tuple(form.bet for form in forms if form.bet is not None)
    check_short(rules, table, (*turns.unnoticed, *form_wagers))


def check_all_asked(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse to close betting until all entrants with a wager left by a tie were asked.

    No entrant can be asked after betting has closed, so the coup could never be dealt.
    """
    order, turns = order_rules(rules, tournament), turns_of(tournament, number)
    if order is None or order.after_tie is None or not takes_wagers(tournament.tables[number]):
        return
    for name in names_in_order(rules, tournament, number):
        if name in turns.standing and name not in turns.asked:
            text = f"{name} may still alter the wager that the tie left"
            raise Refused(ErrorCode.NOT_ALL_ASKED, order.after_tie.clause, text)


def check_short(rules: TableRules, table: Table, unnoticed: tuple[int, ...] = ()) -> None:
    """Refuse to continue while a wager is under the minimum and must be raised."""
    if LiveRule.SMALL_WAGERS not in rules.sets_aside:
        return
    short_datum = wager_rules(rules).short
    for wager in table.wagers:
        if is_short(rules, table, wager) and wager.number not in unnoticed:
            minimum = dollars(limits_of(rules, table, wager.wager)[0])
            text = f"{wager.patron} {wager.wager} is under the minimum and is made up to {minimum}"
            raise Refused(ErrorCode.WAGER_SHORT, short_datum.clause, text, "make_up_wager")
