"""Return of final wagers on a coup that cannot start until the cards are prepared."""

from punto.clause import Clauses, Reason
from punto.rulebook.elect import TableRules
from punto.shoe import shoe_rules
from punto.table.base_classes import TableCommand
from punto.table.cards.preparation import NewShoe
from punto.table.cards.replacement import ReplaceCards
from punto.table.errors.late_errors import RemoveCards
from punto.table.phase import Betting
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Table
from punto.tournament.base_classes import Events
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import is_shoe_ready
from punto.tournament.tables import events_of_table
from punto.tournament.tournament import Tournament, forms_of_next_coup
from punto.tournament.wagers.order import order_rules

# With these other cards come, or the same ones anew: betting begins again.
_OTHER_CARDS = (NewShoe, ReplaceCards, RemoveCards)


def return_wagers_before_cards(
    rules: TableRules, tournament: Tournament, number: int, kind: type[TableCommand]
) -> Events:
    """Return every wager given back that is in the way of cards which have to come first."""
    return return_final_wagers(rules, tournament, number) if issubclass(kind, _OTHER_CARDS) else ()


def return_final_wagers(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events that return all final wagers on a coup that cannot start.

    Owners may not withdraw a final wager. Without this, only disqualifying them would remove it.
    """
    table = tournament.tables[number]
    clause = _cards_first_clause(rules, table)
    if not (clause and table.wagers and _are_final(rules, tournament, number)):
        return ()
    reason = Reason("the cards are made ready first: wagers go back", clause)
    stakes = tuple(whole_stake(wager) for wager in table.wagers)
    return events_of_table(number, (StakesReturned(stakes=stakes, reasons=(reason,)),))


def _cards_first_clause(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses by which the cards must be prepared before the coup, if they must."""
    if not isinstance(table.phase, Betting):
        return ()
    for block in table.open.blocks:
        if block.stops in ("shoe", "deal"):
            return block.clause
    shoe_over = table.shoe.coups_left == 0 or not is_shoe_ready(table)
    return shoe_rules(rules).shuffle_later.clause if shoe_over else ()


def _are_final(rules: TableRules, tournament: Tournament, number: int) -> bool:
    """Return whether wagers on the next coup may not be withdrawn."""
    secret = tournament_section(rules.edition).secret
    locked = secret is not None and secret.locks is not None
    announced = any(form.announced for form in forms_of_next_coup(tournament, number))
    return (locked and announced) or order_rules(rules, tournament) is not None
