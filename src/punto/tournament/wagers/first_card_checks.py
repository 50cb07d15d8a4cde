"""Before the first card: everybody has wagered. Before chips move: nothing short is left."""

from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.table import Table
from punto.tournament.session_queries import takes_wagers, turns_at
from punto.tournament.tournament import Tournament, coming
from punto.tournament.wagers.order import in_order, order_rules
from punto.tournament.wagers.stakes import check_enough, is_short, limits_of, wager_rules


def check_first_card(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse the first card until everybody has wagered, passed or handed a form in."""
    table, turns = tournament.tables[number], turns_at(tournament, number)
    if not takes_wagers(table):
        return
    forms = coming(tournament, number)
    excused = {*turns.passed, *turns.void, *(form.name for form in forms)}
    for name in in_order(rules, tournament, number):
        if name not in excused:
            check_enough(rules, table, turns, name)
    check_asked(rules, tournament, number)
    # What is wrong with a form is put right after the coup.
    later = tuple(form.bet for form in forms if form.bet is not None)
    check_short(rules, table, (*turns.unnoticed, *later))


def check_asked(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse to close betting while somebody whose wager a tie left has not been asked.

    Nobody is asked once betting is closed, so the coup could never be dealt.
    """
    order, turns = order_rules(rules, tournament), turns_at(tournament, number)
    if order is None or order.after_tie is None or not takes_wagers(tournament.tables[number]):
        return
    for name in in_order(rules, tournament, number):
        if name in turns.standing and name not in turns.asked:
            text = f"{name} may still alter the wager that the tie left"
            raise Refused(ErrorCode.NOT_ALL_ASKED, order.after_tie.clause, text)


def check_short(rules: TableRules, table: Table, unnoticed: tuple[int, ...] = ()) -> None:
    """Refuse to go on while a wager is under the minimum that has to be made up."""
    if LiveRule.SMALL_WAGERS not in rules.sets_aside:
        return
    short = wager_rules(rules).short
    for bet in table.wagers:
        if is_short(rules, table, bet) and bet.number not in unnoticed:
            least = dollars(limits_of(rules, table, bet.wager)[0])
            text = f"{bet.patron} {bet.wager} is under the minimum and is made up to {least}"
            raise Refused(ErrorCode.WAGER_SHORT, short.clause, text, "make_up_wager")
